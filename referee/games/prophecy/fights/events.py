"""What happens in a fight, and in which words; heroes and Creatures are told by name, for a record has no players."""

from __future__ import annotations

from typing import Annotated

from referee.effects.terms import Term, summed
from referee.games.prophecy.fights import words
from referee.games.prophecy.vocabulary import Battle, Result
from referee.play.event import Event, Names, ShownBy
from referee.text.names import and_list

_RESULTS: dict[Result, str] = {"won": "won", "drawn": "a draw", "lost": "lost"}
Rules = tuple[str, ...]


class FightBegun(Event, frozen=True, tag=True):
    """A fight's type, its price, and the Items used."""

    hero: str
    enemy: str
    kind: Battle
    price: dict[str, int]
    used: tuple[str, ...] = ()
    rules: Rules = ("wills-price", "hands-and-head")

    def told(self, name: Names) -> str:
        """Who fights whom, how and with what."""
        used = f" with {and_list(self.used)}" if self.used else ""
        cost = f"; {paid}" if (paid := words.price(self.price)) else ""
        return f"{self.hero} against {self.enemy}: {words.KINDS[self.kind]}{used}{cost}."


class Announced(Event, frozen=True, tag=True):
    """Something was announced: its notation, what it cost, whether it was used up."""

    hero: str
    text: str
    price: dict[str, int]
    discarded: bool = False
    rules: Rules = ("announce-first",)

    def told(self, name: Names) -> str:
        """What was announced, and what the hands do for it."""
        does = [*filter(None, (words.price(self.price), "discard it" if self.discarded else ""))]
        return f"{self.hero}: {self.text}{f' ({and_list(does)})' if does else ''}."


class Rolled(Event, frozen=True, tag=True):
    """A throw that stands: what each total was made of, the dice that lay ("3+5") and what each side's came to.

    `thrown` are each side's dice that were really thrown: none of one that a card sets, or of an average.
    """

    hero: str
    enemy: str
    own_terms: tuple[Term, ...]
    enemy_terms: tuple[Term, ...]
    own: int
    against: int
    faces: tuple[str, str]
    dice: tuple[str, str]
    totals: tuple[str, str]
    result: Result
    saved: bool = False
    thrown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    rules: Rules = ("roll-of-fight", "fight-values")

    def told(self, name: Names) -> str:
        """Both sums with each point's source, and what they come to."""
        own, enemy = (f"{words.number(self.totals[side])} ({self._sum(side)})" for side in (0, 1))
        saved = ", which a card turns into a draw" if self.saved else ""
        result = "lost" if self.saved else _RESULTS[self.result]
        return f"{self.hero} {own}, {self.enemy} {enemy}: {result}{saved}."

    def steps(self) -> tuple[str, ...]:
        """Both totals before the dice, with where they come from."""
        return f"{self.hero}: {summed(self.own_terms)}", f"{self.enemy}: {summed(self.enemy_terms)}"

    def _sum(self, side: int) -> str:
        terms = (self.own_terms, self.enemy_terms)[side]
        lying, face = self.dice[side], words.number(self.faces[side])
        die = f"die {face} of {lying.replace('+', ' and ')}" if "+" in lying else f"die {face}"
        parts = "".join(f" {'-' if term.amount < 0 else '+'} {abs(term.amount)} {term.name}" for term in terms)
        return f"{parts.removeprefix(' + ') or '0'} + {die}"


class Suffered(Event, frozen=True, tag=True):
    """A count of a hero changed after a fight."""

    hero: str
    what: str
    number: int
    source: str
    rules: Rules = ("loss-creature", "P31")

    def told(self, name: Names) -> str:
        """What the hands do."""
        return f"{self.hero}: {words.counted(self.what, self.number)} ({self.source})."


class Damaged(Event, frozen=True, tag=True):
    """An Item was damaged, or discarded."""

    hero: str
    item: str
    source: str
    discarded: bool = False
    rules: Rules = ("damaged-items", "P33")

    def told(self, name: Names) -> str:
        """What the hands do."""
        does = f"discard {self.item}" if self.discarded else f"turn {self.item} face down, it is damaged"
        return f"{self.hero}: {does} ({self.source})."


class Found(Event, frozen=True, tag=True):
    """An Item was drawn as a reward."""

    says = "{hero} draws {item} ({source})."
    hero: str
    item: str
    source: str
    rules: Rules = ("win-creature",)


class Died(Event, frozen=True, tag=True):
    """A hero lost more Health than there was."""

    says = "{hero} dies ({source})."
    hero: str
    source: str
    rules: Rules = ("death",)


class FightEnded(Event, frozen=True, tag=True):
    """How a fight ended."""

    weighty = True
    says = "The fight of {hero} against {enemy} is {result}."
    hero: str
    enemy: str
    result: Annotated[Result, ShownBy(_RESULTS.__getitem__)]
    rules: Rules = ("win-creature", "loss-creature", "draw")
