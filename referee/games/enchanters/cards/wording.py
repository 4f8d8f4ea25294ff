"""What a card or village does, in a small language: "minor: 1 crystal -> attack 3".

A rule is WHEN, a colon, its cost and an arrow if it has a cost, and effects with commas between. What the language
can't say is written `manual` with the card's own words: the referee shows them and asks what changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, get_args

from msgspec import Struct

from referee.errors import Unreadable
from referee.text.names import did_you_mean, fold, or_list

When = Literal[
    "minor", "multi", "rest", "immediate", "fight", "turn", "after rest", "after item", "after enchantment",
    "after monster", "after dragon", "end",
]  # fmt: skip
"""An action (once a turn, as often as wanted, as a rest), on being taken, while it is fought, triggers, the end."""

Who = Literal["you", "each player", "each other player", "a player", "another player"]
What = Literal[
    "crystals", "wounds", "attack", "defence", "discard", "hand over", "give away", "graveyard", "double", "everyone",
    "glory", "manual",
]  # fmt: skip
Count = Literal["attack", "defence", "monsters", "dragons", "items", "enchantments", "wounds", "crystals"]

ACTIONS: tuple[When, ...] = ("minor", "multi", "rest")
CHOOSING: tuple[Who, ...] = ("a player", "another player")


class Effect(Struct, frozen=True):
    """One thing that happens: `number` of something, for every `per` of what `of` counts if it is set.

    A negative number takes crystals away or heals wounds. With `everything` it is all that a player has, and only the
    sign of `number` counts. `text` is what a manual effect says.
    """

    what: What
    number: int = 1
    per: int = 0
    of: Count | None = None
    who: Who = "you"
    text: str = ""
    everything: bool = False


class Cost(Struct, frozen=True):
    """What must be paid in full before anything happens: crystals, wounds taken, monsters discarded."""

    crystals: int = 0
    wounds: int = 0
    monsters: int = 0

    @property
    def words(self) -> str:
        """The cost as it is written: "1 crystal and discard 1 monster"; "" if there is none."""
        parts = [(self.crystals, "", "crystal"), (self.wounds, "", "wound"), (self.monsters, "discard ", "monster")]
        return " and ".join(f"{verb}{many} {what}{'s' * (many != 1)}" for many, verb, what in parts if many)


class Rule(Struct, frozen=True):
    """A rule of a card: when, for which cost, with which effects; `text` is how it was written."""

    when: When
    cost: Cost
    effects: tuple[Effect, ...]
    text: str

    @property
    def does(self) -> str:
        """What it does, without when: "1 crystal -> attack 3"."""
        return self.text.partition(":")[2].strip()


_WHO = r"(?:(?P<who>each other player|each player|another player|a player) )?"
_MANY = r"(?P<number>\+?\d{1,2}|-\d{1,2}|all|a|one)"
_PER = r"(?: (?:per|for every|for each) (?:(?P<per>\d{1,2}) )?(?P<of>[a-z]+))?"
_PHRASES: Mapping[What, re.Pattern[str]] = {
    "crystals": re.compile(rf"{_WHO}(?P<verb>gain|lose)s? {_MANY} crystals?{_PER}"),
    "wounds": re.compile(rf"{_WHO}(?P<verb>take|heal)s? {_MANY} wounds?{_PER}"),
    "attack": re.compile(rf"attack {_MANY}{_PER}"),
    "defence": re.compile(rf"defence {_MANY}{_PER}"),
    "discard": re.compile(rf"{_WHO}discards? {_MANY} monsters?{_PER}"),
    "hand over": re.compile(rf"{_WHO}gives? {_MANY} monsters?"),
    "give away": re.compile(r"give this card away"),
    "graveyard": re.compile(r"journey to (?:the )?graveyard"),
    "double": re.compile(r"double damage"),
    "everyone": re.compile(r"strikes? everyone"),
    "glory": re.compile(rf"glory {_MANY}{_PER}"),
    "manual": re.compile(r"manual (?P<text>.+)"),
}
_COST = re.compile(r"(?P<verb>take |discard |pay )?(?P<number>\d{1,2}|a|one) (?P<what>crystal|wound|monster)s?")
_MUST_NAME: tuple[What, ...] = ("hand over",)
_UP_TO_ALL: tuple[What, ...] = ("discard", "hand over")
"""What may be "all", besides crystals that are lost and wounds that are healed."""
_SIGNED: tuple[What, ...] = ("attack", "defence", "glory")
"""What may be less than nothing."""
PHRASES = (
    "gain 2 crystals", "lose 1 crystal", "take 1 wound", "heal 2 wounds", "attack 3", "defence 1",
    "discard 1 monster", "another player gives 1 monster", "give this card away", "journey to the graveyard",
    "double damage", "strike everyone", "glory 1 per defence", "manual ...",
)  # fmt: skip
"""The effects there are, by example; who it happens to may go before: `each other player`, `a player` ..."""


@lru_cache(maxsize=1024)
def read_rule(text: str) -> Rule:
    """A rule as written. Raises Unreadable that says what can't be read and what could stand there."""
    when, colon, rest = text.partition(":")
    whens = {fold(one): one for one in get_args(When)}
    if not colon or fold(when) not in whens:
        hint = did_you_mean(when, whens) or f"; it begins with {or_list(whens)} and a colon"
        raise Unreadable(f'can\'t read the rule "{text}"{hint}')
    cost, arrow, does = rest.partition("->")
    if not arrow:
        cost, does = "", rest
    found = whens[fold(when)]
    if cost.strip() and found not in ACTIONS:
        raise Unreadable(f'"{text}": only an action (minor, multi, rest) has a cost')
    effects = _read_effects(does)
    if any(effect.what in ("double", "everyone") for effect in effects) != (found == "fight"):
        raise Unreadable(f'"{text}": double damage and strike everyone, and nothing else, stand behind "fight:"')
    if any(effect.what == "glory" for effect in effects) != (found == "end"):
        raise Unreadable(f'"{text}": glory, and nothing else, stands behind "end:"')
    if found != "immediate" and any(effect.what == "give away" for effect in effects):
        raise Unreadable(f'"{text}": a card is given away as it is taken; write it behind "immediate:"')
    return Rule(found, _read_cost(cost), effects, " ".join(text.split()))


def _read_cost(text: str) -> Cost:
    found = {"crystal": 0, "wound": 0, "monster": 0}
    for part in re.split(r",| and ", fold(text)):
        if not part.strip():
            continue
        match = _COST.fullmatch(part.strip())
        if match is None:
            raise Unreadable(f'can\'t read the cost "{part.strip()}"; write 2 crystals, 1 wound or discard 1 monster')
        found[match["what"]] += _number(match["number"])
    return Cost(found["crystal"], found["wound"], found["monster"])


def _read_effects(text: str) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    rest = " ".join(text.split())
    while rest:
        if fold(rest).startswith("manual "):  # the card's own words go to the end, commas and all
            return (*effects, Effect("manual", text=rest[len("manual ") :]))
        part, _, rest = rest.partition(",")
        effects.append(_read_effect(part.strip()))
        rest = rest.strip()
    if not effects:
        raise Unreadable("a rule needs an effect, like gain 2 crystals")
    return tuple(effects)


def _read_effect(text: str) -> Effect:
    plain = fold(text).replace("defense", "defence")
    for what, pattern in _PHRASES.items():
        match = pattern.fullmatch(plain)
        if match is None:
            continue
        groups = match.groupdict()
        said = groups.get("number") or "1"
        everything = said == "all"
        number = 1 if everything else _number(said)
        if number < 0 and what not in _SIGNED:
            raise Unreadable(f'"{text}": write a number without a sign; lose and heal take away')
        if groups.get("verb") in ("lose", "heal"):
            number = -number
        who: Who = groups.get("who") or "you"  # type: ignore[assignment]
        if what in _MUST_NAME and who not in CHOOSING:
            raise Unreadable(f'"{text}": say who gives it, like another player gives 1 monster')
        if everything and not (number < 0 or what in _UP_TO_ALL):
            raise Unreadable(f'"{text}": say how many; only what somebody has can be "all" of it')
        of = _count(groups["of"]) if groups.get("of") else None
        per = int(groups.get("per") or 1) if of else 0
        if of and not per:
            raise Unreadable(f'"{text}": counts {of} by 0; write per 1 {of} or more')
        return Effect(what, number, per, of, who, everything=everything)
    if (meant := _with_a_number(plain)) is not None:
        raise Unreadable(f'"{text}" lacks a number; did you mean {meant}?')
    raise Unreadable(
        f'can\'t read the effect "{text}"{did_you_mean(text, PHRASES) or "; effects are: " + or_list(PHRASES)}'
    )


def _with_a_number(plain: str) -> str | None:
    """An effect that lacks its number, with 1 where it belongs; None if that isn't what it lacks."""
    words = plain.split()
    tries = (" ".join((*words[:at], "1", *words[at:])) for at in range(1, len(words) + 1))
    return next((one for one in tries if any(phrase.fullmatch(one) for phrase in _PHRASES.values())), None)


def _number(text: str) -> int:
    return 1 if text in ("a", "one") else int(text)


def _count(text: str) -> Count:
    for name in get_args(Count):
        if text in (name, name.removesuffix("s")):
            found: Count = name
            return found
    raise Unreadable(f'"{text}" can\'t be counted; {or_list(get_args(Count))} can')
