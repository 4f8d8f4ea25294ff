"""The context of a game's steps: set-up, state and events, with the changes of counts and moves of cards."""

from __future__ import annotations

import re

from msgspec import UNSET

from referee.cards.fields import card_of, find_card
from referee.declaration import changes
from referee.declaration.corrections import Opened
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import Board
from referee.games.prophecy.cards.cards import Ability, Card, Item
from referee.games.prophecy.rules.events import Discarded, Rules, Took
from referee.games.prophecy.rules.state import COUNTER, DeckName, GameState, Hero, Setup, Space, board_of
from referee.games.prophecy.vocabulary import COLOURS, GUILDS, PAID_IN, What
from referee.text.names import by_key, find, fold, printed


class Quest(Opened[Setup, GameState]):
    """The context of a game while a step is played."""

    @property
    def board(self) -> Board:
        """The board as printed."""
        return board_of(self.setup, self.state)

    @property
    def seat(self) -> int:
        """Number of the active player."""
        return self.state.active

    @property
    def hero(self) -> Hero:
        """Hero of the active player."""
        return self.state.hero

    @property
    def here(self) -> Space:
        """Cards on the active hero's space."""
        return self.state.at(self.hero.space)

    def card(self, name: str) -> Card:
        """Return a card that is known."""
        return card_of(self.setup, self.state, name)

    def known(self, name: str) -> Card | None:
        """Return a card if it is known, else None."""
        return find_card(self.setup, self.state, name)

    def in_sight(self, text: str) -> tuple[str, str] | None:
        """Return the card in sight that a text names in full, and its place, "Sword is Bo's"; None if none is."""
        for name, at in self.state.known_places():
            if fold(printed(name)) == fold(text):
                if at in (hero.name for hero in self.state.players):
                    return name, f"{printed(name)} is {at}'s"
                return name, f"{printed(name)} lies {self.location_of(at)}"
        return None

    def location_of(self, at: str) -> str:
        """Describe the place of a card in sight: "in Forest 4", "under the chance deck"."""
        kind, _, rest = at.partition(" ")
        if kind == "space":
            return f"in {self.board.label(int(rest))}"
        return at if kind == "under" else f"{'on' if at == 'a plane' else 'in'} {at}"

    # --- counts -----------------------------------------------------------------------------------

    def change(self, seat: int, what: What, number: int, source: str, rules: Rules) -> int:
        """Change a count as far as possible; return the actual change.

        Losing more Health than held kills (P8); Strength and Willpower gained at the limit heal and recharge (P6).
        """
        hero, counter, by = self.state.players[seat], COUNTER[what], number
        if what in COLOURS:
            by = min(number, max(0, self.most_cubes(COLOURS[what]) - counter.of(hero)))
        events = changes.change(counter, self.state, hero.name, by, printed(source), rules)
        self.events += events
        changed = sum(event.by for event in events)
        if what == "health" and changed > number:
            hero.status = "dead"
        if what in PAID_IN and number > changed and self.setup.at_the_limit == "heals":  # the rest heals (P6)
            self.change(seat, PAID_IN[what], number - changed, source, (*rules, "P6"))
        return changed

    def most_cubes(self, colour: str) -> int:
        """Return the limit of red or blue cubes, both sides together."""
        return self.setup.red_cubes if colour == "red" else self.setup.blue_cubes

    def can_pay(self, seat: int, what: What, number: int) -> str:
        """Return why a price can't be paid in full, with cubes on the right (P8; Alchemist), "" if it can."""
        hero = self.state.players[seat]
        has: int = getattr(hero, PAID_IN.get(what, what))
        if number <= has:
            return ""
        text = what.capitalize()
        return f"{number} {text}, {hero.name} has {has}"

    def pay(self, seat: int, what: What, number: int, purpose: str, rules: Rules) -> None:
        """Pay a price in full. Raises Illegal."""
        if why := self.can_pay(seat, what, number):
            first = f"{self.state.players[seat].name} {PAID_IN.get(what, what)} {number}"
            raise Illegal(f"{printed(purpose)} costs {why}", rules[0], first)
        if number:
            self.change(seat, what, -number, purpose, rules)

    def gains(self, seat: int, what: What) -> bool:
        """Return whether more of a value would have an effect (P25), as healing has none at full Health."""
        hero = self.state.players[seat]
        right, total = ("health", "red") if what in ("health", "strength") else ("magic", "blue")
        missing: bool = getattr(hero, right) < getattr(hero, total)
        grows: bool = what != right and getattr(hero, total) < self.most_cubes(total)
        return grows or (missing and (what == right or self.setup.at_the_limit == "heals"))

    # --- cards ------------------------------------------------------------------------------------

    def deck_of(self, name: str) -> DeckName:
        """Return the deck of a card: of an Ability without a guild on its line, the guild where it lies."""
        card = self.card(name)
        if isinstance(card, Ability) and card.guild is UNSET:
            spaces = zip(self.board.spaces, self.state.spaces, strict=True)
            lies = [place.name for place, there in spaces if name in there.abilities]
            if guild := next((guild for guild in GUILDS if guild in lies), None):
                return guild
        return deck_of(card)

    def take(self, seat: int, name: str, source: str, rules: Rules, *, damaged: bool = False) -> None:
        """Give a card to a hero."""
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
        """Take a card from a hero; the caller puts it elsewhere."""
        hero = self.state.players[seat]
        pile = next(pile for pile in (hero.items, hero.damaged, hero.abilities, hero.artifacts) if name in pile)
        pile.remove(name)

    def lose(self, seat: int, name: str, source: str, rules: Rules) -> None:
        """Discard a hero's Item or Ability, to the discards or under its deck."""
        self.drop(seat, name)
        deck = self.deck_of(name)
        self.say_lost(seat, name, source, f"under the {deck} deck" if deck in GUILDS else "to the discards", rules)
        self.away(name)

    def use_up(self, name: str) -> None:
        """Discard a potion or scroll that the active hero has used."""
        card = self.card(name)
        if isinstance(card, Item) and (card.potion or card.scroll) and name in self.hero.items:
            self.lose(self.seat, name, "used up", ("potions-and-scrolls",))

    def say_lost(self, seat: int, name: str, source: str, to: str, rules: Rules) -> None:
        """Describe what a hero loses, by what, and where it goes."""
        self.say(f"{self.name(seat)} loses {printed(name)} ({printed(source)}): {to}.", *rules)

    def say_stays(self, what: str = "", rules: Rules = ("movement", "P19")) -> None:
        """Describe where the active hero stays, and `what` is done instead of moving."""
        does = f" and does {what}" if what else ""
        self.say(f"{self.hero.name} stays in {self.board.label(self.hero.space)}{does}.", *rules)

    def away(self, name: str) -> None:
        """Put a discarded card where it goes (Discarded Cards)."""
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
            damaged = f"turns {printed(name)} face down: damaged ({printed(source)})"
            self.say(f"{self.name(seat)} {damaged}.", *rules)

    # --- marks ------------------------------------------------------------------------------------

    def is_marked(self, seat: int, key: str) -> bool:
        """Return whether something was used in this turn or round already."""
        hero = self.state.players[seat]
        past = (f"round {hero.rounds}: {key}", f"round {hero.rounds - 1}: {key}")
        return any(mark in hero.marks for mark in (f"turn: {key}", f"round: {key}", *past))

    def mark(self, seat: int, key: str, once: str) -> None:
        """Mark something as used: "turn", "round" or "two rounds"."""
        hero = self.state.players[seat]
        scope = f"round {hero.rounds}" if once == "two rounds" else once
        hero.marks.append(f"{scope}: {key}")


def deck_of(card: Card) -> DeckName:
    """Return the deck of a card by its kind. Raises Unreadable for an Ability without a guild on its line."""
    if isinstance(card, Ability):
        if card.guild is UNSET:
            raise Unreadable(
                f"the guild of {card.name} isn't known; write it: adjust card {card.name}: ability, {GUILDS[0]}, ..."
            )
        return card.guild
    if card.kind == "item" and isinstance(card, Item):
        return "rare" if card.rarity == "rare" else "common"
    return "adventure" if card.kind in ("creature", "opportunity") else card.kind  # type: ignore[return-value]


def take_named(left: list[str], text: str, what: str) -> str:
    """Find a card by its printed name among those `left`, of copies the first, and take it out. Raises as `find`."""
    bare = re.sub(r"(?i)^(?:the|my|her|his) ", "", text)
    shown = find(bare, by_key(map(printed, left), str), what, listing=8)
    name = next(one for one in left if printed(one) == shown)
    left.remove(name)
    return name
