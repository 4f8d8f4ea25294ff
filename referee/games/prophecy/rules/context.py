"""What the steps of a game share: the set-up, the state, the events, and counts and cards going to and fro."""

from __future__ import annotations

from msgspec import UNSET

from referee.cards.fields import card_of, find_card
from referee.declaration.changes import Counted
from referee.declaration.corrections import Opened
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import Board
from referee.games.prophecy.cards.cards import Ability, Card, Item
from referee.games.prophecy.rules.events import Damaged, Discarded, Lost, Rules, Took, What
from referee.games.prophecy.rules.state import COUNTER, DeckName, GameState, Hero, Setup, Space, board_of
from referee.games.prophecy.vocabulary import GUILDS, PAID_IN
from referee.text.names import fold, printed


class Quest(Opened[Setup, GameState]):
    """A game while a step is played."""

    @property
    def board(self) -> Board:
        """The board as printed."""
        return board_of(self.setup, self.state)

    @property
    def seat(self) -> int:
        """Whose round it is, by number."""
        return self.state.active

    @property
    def hero(self) -> Hero:
        """Whose round it is."""
        return self.state.hero

    @property
    def here(self) -> Space:
        """What lies where the hero of the round stands."""
        return self.state.at(self.hero.space)

    def card(self, name: str) -> Card:
        """What is printed on a card that was learnt."""
        return card_of(self.setup, self.state, name)

    def known(self, name: str) -> Card | None:
        """What is printed on a card, if it is known."""
        return find_card(self.setup, self.state, name)

    def in_sight(self, text: str) -> tuple[str, str] | None:
        """The card in sight that a text names in full, and where it is: "Sword is Bo's"; None if it names none."""
        found = next(
            ((name, at) for name, at in self.state.known_places() if fold(printed(name)) == fold(text)), None
        )
        if found is None:
            return None
        name, at = found
        if at in (hero.name for hero in self.state.players):
            return name, f"{printed(name)} is {at}'s"
        return name, f"{printed(name)} lies {self.lies(at)}"

    def lies(self, at: str) -> str:
        """Where a card in sight lies, as people say it: "in Forest 4", "under the chance deck"."""
        kind, _, rest = at.partition(" ")
        if kind == "space":
            return f"in {self.board.called(int(rest))}"
        return at if kind == "under" else f"{'on' if at == 'a plane' else 'in'} {at}"

    # --- counts -----------------------------------------------------------------------------------

    def change(self, seat: int, what: What, number: int, source: str, rules: Rules) -> int:
        """Give or take of a count, as far as it goes; by how much it changed.

        Health lost that isn't there kills (P8); Strength and Willpower gained at the limit heal and recharge (P6).
        """
        hero = self.state.players[seat]
        if what in ("strength", "willpower"):
            return self._change_cubes(seat, what, number, source, rules)
        has: int = getattr(hero, what)
        most = {"health": hero.red, "magic": hero.blue}.get(what, 9_999)
        moved = max(-has, min(number, most - has)) if has <= most else max(-has, min(number, 0))
        if moved:
            setattr(hero, what, has + moved)
            self._tell(seat, what, moved, has + moved, source, rules)
        if what == "health" and moved > number:
            hero.status = "dead"
        return moved

    def _change_cubes(self, seat: int, what: What, number: int, source: str, rules: Rules) -> int:
        hero = self.state.players[seat]
        total, right = ("red", "health") if what == "strength" else ("blue", "magic")
        before: int = getattr(hero, total)
        after = max(0, min(max(before, self.most_cubes(total)), before + number))
        if changed := after - before:
            has: int = getattr(hero, right)
            setattr(hero, total, after)
            setattr(hero, right, max(0, has + changed))  # a cube given up comes off the right side first (P7)
            self._tell(seat, what, changed, after, source, rules)
        if number > changed and self.setup.at_the_limit == "heals":  # the rest heals or recharges (P6)
            self.change(seat, right, number - changed, source, (*rules, "P6"))  # type: ignore[arg-type]
        return changed

    def most_cubes(self, colour: str) -> int:
        """The most red or blue cubes, both sides together."""
        return self.setup.red_cubes if colour == "red" else self.setup.blue_cubes

    def _tell(self, seat: int, what: What, by: int, now: int, source: str, rules: Rules) -> None:
        self.emit(Counted(COUNTER[what], self.name(seat), by, now, printed(source), rules))

    def can_pay(self, seat: int, what: What, number: int) -> str:
        """Why a price can't be paid, "" if it can: it must be there in full, cubes on the right (P8; Alchemist)."""
        hero = self.state.players[seat]
        has: int = getattr(hero, PAID_IN.get(what, what))
        if number <= has:
            return ""
        text = what.capitalize()
        return f"{number} {text}, {hero.name} has {has}"

    def pay(self, seat: int, what: What, number: int, purpose: str, rules: Rules) -> None:
        """Take a price, which must be there in full. Raises Illegal."""
        if why := self.can_pay(seat, what, number):
            first = f"{self.state.players[seat].name} {PAID_IN.get(what, what)} {number}"
            raise Illegal(f"{printed(purpose)} costs {why}", rules[0], first)
        if number:
            self.change(seat, what, -number, purpose, rules)

    def gains(self, seat: int, what: What) -> bool:
        """Whether more Health, Magic, Strength or Willpower would do anything (P25): healing when whole wouldn't."""
        hero, heals = self.state.players[seat], self.setup.at_the_limit == "heals"
        match what:
            case "health":
                return hero.health < hero.red
            case "magic":
                return hero.magic < hero.blue
            case "strength":
                return hero.red < self.setup.red_cubes or (heals and hero.health < hero.red)
            case _:
                return hero.blue < self.setup.blue_cubes or (heals and hero.magic < hero.blue)

    # --- cards ------------------------------------------------------------------------------------

    def deck_of(self, name: str) -> DeckName:
        """The deck that a card belongs to: of an Ability that doesn't say it, the guild where it lies."""
        card = self.card(name)
        if isinstance(card, Ability) and card.guild is UNSET:
            lies = (number for number, there in enumerate(self.state.spaces, 1) if name in there.abilities)
            if guild := next(
                (guild for number in lies for guild in GUILDS if guild == self.board[number].name), None
            ):
                return guild
        return deck_of(card)

    def take(self, seat: int, name: str, source: str, rules: Rules, *, damaged: bool = False) -> None:
        """Put a card into a hero's hands."""
        hero = self.state.players[seat]
        deck = self.deck_of(name)
        if deck == "artifact":
            hero.artifacts.append(name)
        elif deck in GUILDS:
            hero.abilities.append(name)
        else:
            (hero.damaged if damaged else hero.items).append(name)
        self.emit(Took(seat, name, source, rules))

    def drop(self, seat: int, name: str) -> None:
        """Take a card out of a hero's hands; where it goes is the caller's."""
        hero = self.state.players[seat]
        pile = next(pile for pile in (hero.items, hero.damaged, hero.abilities, hero.artifacts) if name in pile)
        pile.remove(name)

    def lose(self, seat: int, name: str, source: str, rules: Rules) -> None:
        """A hero's Item or Ability goes to the discards or under its deck."""
        self.drop(seat, name)
        deck = self.deck_of(name)
        self.emit(Lost(seat, name, source, f"under the {deck} deck" if deck in GUILDS else "to the discards", rules))
        self.away(name)

    def away(self, name: str) -> None:
        """Put a card where it goes when it is discarded (Discarded Cards)."""
        deck = self.deck_of(name)
        pack = self.state.decks[deck]
        if deck in GUILDS:
            pack.bottom.append(name)
            pack.count += 1
        else:
            pack.discards.append(name)

    def discard(self, name: str, rules: Rules = ("discarded-cards",)) -> None:
        """Discard a card of the board."""
        self.emit(Discarded(name, self.deck_of(name), rules=rules))
        self.away(name)

    def damage(self, seat: int, name: str, source: str, rules: Rules) -> None:
        """Turn an Item face down; Artifacts can't be damaged (P51)."""
        hero = self.state.players[seat]
        if name in hero.items:
            hero.items.remove(name)
            hero.damaged.append(name)
            self.emit(Damaged(seat, name, source, rules))

    # --- marks ------------------------------------------------------------------------------------

    def marked(self, seat: int, key: str) -> bool:
        """Whether something was used in this turn or round already."""
        hero = self.state.players[seat]
        past = (f"round {hero.rounds}: {key}", f"round {hero.rounds - 1}: {key}")
        return any(mark in hero.marks for mark in (f"turn: {key}", f"round: {key}", *past))

    def mark(self, seat: int, key: str, once: str) -> None:
        """Note that something was used: "turn", "round" or "two rounds"."""
        hero = self.state.players[seat]
        scope = f"round {hero.rounds}" if once == "two rounds" else once
        hero.marks.append(f"{scope}: {key}")


def deck_of(card: Card) -> DeckName:
    """The deck that a card belongs to, by what it is. Raises Unreadable for an Ability that doesn't say its guild."""
    if isinstance(card, Ability):
        if card.guild is UNSET:
            raise Unreadable(
                f"the guild of {card.name} isn't known; write it: adjust card {card.name}: ability, {GUILDS[0]}, ..."
            )
        return card.guild
    if card.kind == "item" and isinstance(card, Item):
        return "rare" if card.rarity == "rare" else "common"
    return _DECKS[card.kind]


_DECKS: dict[str, DeckName] = {
    "creature": "adventure",
    "opportunity": "adventure",
    "lesser": "lesser",
    "greater": "greater",
    "artifact": "artifact",
    "chance": "chance",
}
"""The decks of the sorts of cards that lie in one alone."""
