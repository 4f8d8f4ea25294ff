"""What the steps of a game share: the set-up, the state, the events, and things going to and fro."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.asking.moves import pick
from referee.asking.question import Option, Procedure, but_not
from referee.cards.known import card_of
from referee.declaration.counted import change
from referee.declaration.counts import Counter
from referee.declaration.opened import Opened
from referee.errors import Illegal
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.events import Lost, Rules, Taken
from referee.games.enchanters.rules.state import CRYSTALS, GameState, Player, Setup, monsters_of
from referee.games.enchanters.vocabulary import Pile, crystals, pile_for
from referee.text.names import printed


def nowhere(quest: Quest) -> Procedure[None]:
    """The way to the graveyard where nobody can go: before the first turn, and in a correction."""
    yield from ()


@dataclass(slots=True)
class Quest(Opened[Setup, GameState]):
    """A game while a step is played.

    `to_graveyard` is the journey that an effect of a card or village may lead to; journeys have effects themselves.
    `foe` is the card that is fought.
    """

    to_graveyard: Callable[[Quest], Procedure[None]] = nowhere
    foe: Card | None = None

    def player(self, number: int) -> Player:
        """A player by number."""
        return self.state.players[number]

    @property
    def active(self) -> Player:
        """Who has the turn."""
        return self.state.players[self.state.active]

    def card(self, name: str) -> Card:
        """What is printed on a card that was learnt."""
        return card_of(self.setup, self.state, name)

    def total(self, number: int, what: powers.Power) -> int:
        """A player's attack or defence now."""
        return powers.total(self.setup, self.state, number, what)

    def parts(self, number: int, what: powers.Power) -> tuple[powers.PowerPart, ...]:
        """What a player's attack or defence is made of now."""
        return tuple(powers.parts(self.setup, self.state, number, what))

    def monsters(self, number: int) -> list[str]:
        """A player's monsters without dragons (E-v)."""
        return monsters_of(self.setup, self.state, number)

    def count(
        self, counter: Counter[Any], number: int, many: int, source: str, rules: Rules, counted: str = ""
    ) -> None:
        """Give a player crystals or wounds, or take away as many as there are; that a count is 0 is said too.

        The markers don't run out (`as-far-as-possible`; E-s).
        """
        self.events += change(counter, self.state, self.player(number).name, many, source, rules, counted)

    def pay(self, number: int, many: int, purpose: str, rules: Rules) -> None:
        """Take crystals that must be there in full. Raises Illegal."""
        if (has := self.player(number).crystals) < many:
            raise Illegal(f"it costs {crystals(many)}; {self.player(number).name} has {has}", rules[0])
        self.count(CRYSTALS, number, -many, purpose, rules)

    def take(self, number: int, name: str, rules: Rules) -> None:
        """Put a card on top of the pile that it belongs to."""
        pile: Pile = pile_for(self.card(name).type)
        self.player(number).pile(pile).append(name)
        self.emit(Taken(number, name, pile, rules))

    def discard(self, number: int, name: str, source: str) -> None:
        """Take a monster from a player's pile."""
        self.player(number).monsters.remove(name)
        self.lose(number, name, source)

    def lose(self, number: int, name: str, source: str, *rules: str) -> None:
        """Send a card that a player has lost to the graveyard, or out of the game (E-aj)."""
        to = self.setup.lost_cards
        (self.state.graveyard if to == "graveyard" else self.state.box).append(name)
        self.emit(Lost(number, name, source, to, *([rules] if rules else [])))

    def choose_monster(self, number: int, why: str) -> Procedure[str]:
        """The owner of a monster pile picks one of its monsters, covered or not (FAQ 2)."""
        player = self.player(number)
        names = told_apart(player.monsters, self.monsters(number))
        options = [Option(text, detail=f"{self.card(name).glory} glory") for text, name in names.items()]
        prompt = f"{player.name} picks a monster {why}"
        chosen: str = yield pick("monster", prompt, names, "card here", options=lambda: options, who=player.name)
        return chosen

    def choose_player(self, prompt: str, numbers: Mapping[int, str], closed: Mapping[int, str]) -> Procedure[int]:
        """The active player picks a player; both maps go from players' numbers to remarks (E-u)."""
        names = {self.player(number).name: number for number in numbers}
        options = [Option(name, detail=numbers[number]) for name, number in names.items()]
        shut = [Option(self.player(number).name, detail=why, rule="E-u") for number, why in closed.items()]
        asked = pick("target", prompt, names, "player to choose", options=lambda: options, closed=lambda: shut,
                     who=self.active.name)  # fmt: skip
        others = [option.text for option in shut]
        chosen: int = yield but_not(asked, others, "who has no monster can't be chosen: another player has", "E-u")
        return chosen


def told_apart(pile: Sequence[str], cards: Sequence[str]) -> dict[str, str]:
    """Some cards of a pile by the words that name them, without those whose going would leave the same pile.

    Of cards alike the lowest has the bare name, the others their place too: which one goes decides what is covered.
    """
    named: dict[str, str] = {}
    left: set[tuple[str, ...]] = set()
    for name in cards:
        rest = tuple(printed(other) for other in pile if other != name)
        if rest in left:
            continue
        left.add(rest)
        above = len(pile) - 1 - pile.index(name)
        where = f"under {above}" if above else "on top"
        named[f"{printed(name)} {where}" if printed(name) in named else printed(name)] = name
    return named
