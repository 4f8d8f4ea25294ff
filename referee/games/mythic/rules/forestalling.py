"""What the other side of a light table may say before the dice of an attack lie: guard, evade, initiative (M38).

It is asked with the dice themselves, where the cards known say that it may matter: who lets it be types the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from referee.asking.dice import write_roll
from referee.asking.question import Option, Procedure, Question
from referee.errors import Unreadable
from referee.games.mythic.attack.assault import roll_question
from referee.games.mythic.attack.attack import Attack
from referee.games.mythic.rules import manoeuvres
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.state import Piece
from referee.text.grammar import does
from referee.text.names import find, fold, keyed

Kind = Literal["guard", "evade", "initiative"]


@dataclass(frozen=True)
class Forestalled:
    """The dice of the first roll, none where they are thrown later; or what is done before them, by which guard."""

    faces: tuple[int, ...] = ()
    kind: Kind | None = None
    guard: str = ""


def first_dice(
    match: Match, attack: Attack, count: int, attacker: Piece, target: Piece, done: Sequence[Kind], who: str
) -> Procedure[Forestalled]:  # fmt: skip
    """The first dice of an attack, or what is said before; nothing is asked where nothing of it can be."""
    open_still = [option for option in _options(match, attack, attacker, target) if _kind(option.text) not in done]
    if not (open_still and count) or match.setup.dice != "entered":
        return Forestalled()
    what = f"{does(attack.attacker.name, 'attacks')} {attack.defender.name}"
    said: Forestalled = yield _question(roll_question(count, what, who), open_still)
    return said


def _kind(text: str) -> str:
    return text.partition(" ")[0]


def _options(match: Match, attack: Attack, attacker: Piece, target: Piece) -> Iterator[Option]:
    """What the other side may say, as far as units and talents tell; where they stand the table sees (M39 to M41)."""
    unit = match.unit(target.name)
    if attack.kind != "retaliation":
        for one in match.state.of(target.owner):
            if one is not target and one.there and "guard" in _talents(match, one):
                yield Option(f"guard {one.name}", detail="becomes the target, if it stands beside it")
    near = attack.distance == 0 and attack.kind != "area"
    bought = manoeuvres.EVADE in match.state.players[target.owner].bought
    if near and "flying" in unit.types and not unit.troop and not bought:
        yield Option("evade", detail="for an AoW card")
    first = "initiative" in _talents(match, target) and "initiative" not in _talents(match, attacker)
    if near and attack.kind == "attack" and first and not target.retaliated:
        yield Option("initiative", detail="strikes first, for a card of its own")


def _talents(match: Match, piece: Piece) -> Sequence[str]:
    """The talents of a unit; a troop down to its last miniature has none (M61)."""
    unit = match.unit(piece.name)
    return () if unit.troop and piece.vitality == 1 < piece.full else unit.talents


def _question(roll: Question[tuple[int, ...]], offered: Sequence[Option]) -> Question[Forestalled]:
    """The roll, with what may be said instead."""

    def parse(text: str) -> Forestalled:
        if text.strip()[:1] in tuple("0123456789-"):
            return Forestalled(roll.parse(text))
        names = keyed((option.text for option in offered), str) | {
            fold(option.text.partition(" ")[2]): option.text for option in offered if " " in option.text
        }
        try:
            kind, _, guard = find(text, names, "answer", listing=4).partition(" ")
        except Unreadable as error:
            raise Unreadable(f"{error}; else type the dice") from None
        return Forestalled(kind=cast("Kind", kind), guard=guard)

    def write(said: Forestalled) -> str:
        return write_roll(said.faces) if said.kind is None else f"{said.kind} {said.guard}".strip()

    return Question(
        roll.key, roll.prompt, parse, options=lambda: list(offered), who=roll.who, hint=roll.hint, open=True,
        write=write, throw=roll.throw,
    )  # fmt: skip
