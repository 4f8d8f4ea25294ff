"""Phrases serve a game of another kind, too: powers of units, with who, values and how long (invented examples)."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.effects import rules
from referee.effects.phrases import Word


class Signed(Struct, frozen=True):
    """A number that is always written with its sign."""

    number: int
    example = "+1"

    @classmethod
    def from_word(cls, word: str) -> Signed | None:
        return cls(int(word)) if word[:1] in ("+", "-") and word[1:].isdecimal() else None

    def __str__(self) -> str:
        return f"{self.number:+}"


class Reach(Struct, frozen=True):
    """At this distance, or from it on."""

    least: int
    more: bool
    example = "1+"

    @classmethod
    def from_word(cls, word: str) -> Reach | None:
        digits = word.removesuffix("+")
        return cls(int(digits), digits != word) if digits.isdecimal() else None

    def __str__(self) -> str:
        return f"{self.least}{'+' * self.more}"


Stat = Literal["offence", "defence", "range", "movement"]
Some = Annotated[int, Meta(ge=0, le=20)] | Literal["X"]


class When(Struct, frozen=True):
    moment: Literal[
        "",
        "start",
        "end",
        "when attacking",
        "when attacked",
        "when it wounds",
        "when wounded",
        "when destroyed",
    ] = ""
    at: Reach | None = None
    against: Word | None = None


class Often(Struct, frozen=True):
    what: Literal["once a round", "once a game"]


class Price(rules.Cost, frozen=True):
    number: int
    what: Literal["aow", "wound", "card", "miniature"]


class Who(Struct, frozen=True):
    who: Literal[
        "itself",
        "the target",
        "the attacker",
        "an opponent",
        "each opponent",
        "an ally",
        "allies",
        "an enemy",
        "enemies",
        "an allied troop",
        "an area",
    ]
    where: Literal["", "here", "around", "anywhere"] = ""
    within: int = 0


class Simple(rules.Effect, frozen=True, kw_only=True):
    who: Who | None = None
    lasting: Literal["", "this attack", "this activation", "this turn", "one round"] = ""


class Value(Simple, frozen=True):
    stat: Stat
    by: Signed


class Do(Simple, frozen=True):
    verb: Literal["wounds", "heal", "jump", "move", "recall", "reroll", "discard", "draw"]
    number: Some


class Strike(Simple, frozen=True):
    area: Literal["", "area attack", "attack"]
    dice: Some
    range: int = 0


class Place(Simple, frozen=True):
    token: Word


class Must(Simple, frozen=True):
    what: Literal["drops its stone", "activate", "can't walk", "can't run", "can't retaliate", "can't be attacked"]


class Either(rules.Effect, frozen=True):
    one: Simple
    other: Simple


class Power(rules.Rule, frozen=True, kw_only=True):
    kind: Literal["permanent", "passive", "active", "offensive"]
    price: Price | None = None
    when: tuple[When | Often, ...] = ()


_SIMPLE: dict[str, type[Simple]] = {
    "{stat} {by}": Value,
    "{verb} {number}": Do,
    "{area} dice {dice}[ range {range}]": Strike,
    "place {token}": Place,
    "{what}": Must,
}
POWERS = rules.RuleLanguage(
    Power,
    {"{kind}[, {price}][, {when:,}]": Power},
    {"{number} {what}": Price},
    {"{one} or {other}": Either, **{f"[{{who}} ]{phrase}[ {{lasting}}]": kind for phrase, kind in _SIMPLE.items()}},
    {
        "{moment}[ at {at}][ against {against}]": When,
        "at {at}[ against {against}]": When,
        "{what}": Often,
        "{who}[ {where}][ within {within}]": Who,
    },
    examples=(("permanent", "passive", "active", "offensive"), ("1 aow",), ("heal 1", "defence -1")),
)


@pytest.mark.parametrize(
    "text",
    """permanent: enemies here defence -1
    passive, when attacked at 0: the attacker wounds 1
    permanent, when it wounds: the target movement -1 one round
    active, 1 miniature: offence +2 this activation
    active, start: jump 2
    active: an enemy here drops its stone, move 1
    passive, when attacking: reroll 1
    permanent, when attacking against titan: offence +2
    permanent, at 2+: can't be attacked
    active, 2 aow: an opponent discard 1
    active, 1 aow, once a game: an allied troop anywhere recall 2
    passive, 1 aow, end: an allied troop around activate
    active: heal 1 or movement +2
    offensive, 2 aow: area attack dice X range 2
    active, 1 aow: an area within 2 place web""".splitlines(),
)
def test_powers_are_read_and_written_back(text: str) -> None:
    assert POWERS.write(POWERS.read(text.strip())) == text.strip()


def test_powers_are_records() -> None:
    power = POWERS.read("active, 1 aow, when attacked at 1+, once a game: heal 1 or allies here movement +2, jump 2")
    assert replace(power, text="") == Power(
        kind="active",
        price=Price(1, "aow"),
        when=(When("when attacked", at=Reach(1, True)), Often("once a game")),
        effects=(Either(Do("heal", 1), Value("movement", Signed(2), who=Who("allies", "here"))), Do("jump", 2)),
    )
