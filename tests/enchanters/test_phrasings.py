"""Cards as players say them: most are read, none is read as something else, what isn't understood is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.errors import Unreadable
from referee.games.enchanters.cards.cards import RULES, Card, rules_of
from referee.games.enchanters.cards.language import read_card, read_village

_FILE = Path(__file__).with_name("phrasings.toml")
PHRASINGS: list[dict[str, str]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))["phrasing"]
TO_READ = 60
"""So many of them must be read at least."""


def meaning(line: str) -> Card:
    """A card whose rules are written best."""
    card = read_card("Thing", line)
    lower = replace(card.lower, rules=_best(card.lower.rules))
    return replace(card, rules=_best(card.rules), lower=lower)


def _best(rules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(RULES.write, rules_of(rules)))


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=lambda phrasing: phrasing["says"])
def test_a_card_is_read_as_it_is_said(phrasing: dict[str, str]) -> None:
    if "means" in phrasing:
        assert meaning(phrasing["says"]) == meaning(phrasing["means"])
    else:
        with pytest.raises(Unreadable):
            read_card("Thing", phrasing["says"])


def test_most_ways_of_saying_it_are_read() -> None:
    assert len(PHRASINGS) == len({one["says"] for one in PHRASINGS}) == 72
    assert sum("means" in phrasing for phrasing in PHRASINGS) >= TO_READ


@pytest.mark.parametrize(
    "says",
    [
        "monster 3/4, gives attack 1 against dragons",
        "item, attack 2 in the first turn",
        "item; minor action: take a monster",
        "item; immediately another player gives you 1 crystal",
        "item; minor action: heal 2 crystals",
        "item, attack 2, defence",
        "monster 3/4/5",
        "item 7",
        "item; 2 crystals: +1 attack",
        "item; gain 2 crystals",
    ],
)
def test_what_may_mean_something_else_is_not_guessed(says: str) -> None:
    with pytest.raises(Unreadable):
        read_card("Thing", says)


def test_the_cards_own_words_stay_as_they_were_typed() -> None:
    card = read_card("Thing", "item +1 attack; minor action: manual Pay 2. THEN draw: a card")
    assert (card.attack, card.rules) == (1, ("minor: manual Pay 2. THEN draw: a card",))


def test_a_village_is_read_as_it_is_said() -> None:
    village = read_village("Inn", "multiaction: 2 crystals: +1 attack; as a rest: gain 2 crystals and heal 1")
    assert village.rules == ("multi: 2 crystals -> attack 1", "rest: gain 2 crystals, heal 1 wound")


def test_all_that_is_wrong_with_a_line_is_told_at_once() -> None:
    with pytest.raises(Unreadable) as caught:
        read_card("Thing", "monster, strenth 3, health 4, glroy 2; minor: gian 2 crystals")
    told = str(caught.value)
    assert all(f"did you mean {word}" in told for word in ("strength 3?", "glory 2", "gain 2 crystals?"))
    with pytest.raises(Unreadable, match=r"did you mean gain 1 crystal\? Also: .*did you mean heal 1 wound\?"):
        read_card("Thing", "item; minor: gian 1 crystal; rest: heel 1 wound")


@pytest.mark.parametrize(
    ("says", "means"),
    [
        ("item. Minor action: 1 crystal, +2 defence.", "item; minor: 1 crystal -> defence 2"),
        ("enchantment - multiaction - 1 crystal - attack 1", "enchantment; multi: 1 crystal -> attack 1"),
        ("item; minor action: 2 crystals", "item; minor: gain 2 crystals"),
        ("item; minor action: gain 1 crystal, +2 defence", "item; minor: gain 1 crystal, defence 2"),
        ("enchantment; rest: 2 crystals, heal 1", "enchantment; rest: gain 2 crystals, heal 1 wound"),
    ],
)
def test_what_stands_first_without_a_verb_is_paid_where_something_else_is_done(says: str, means: str) -> None:
    assert meaning(says) == meaning(means)


@pytest.mark.parametrize(
    ("says", "means"),
    [
        ("monster strength 4, health 6, gives 3 glory", "monster, strength 4, health 6, glory 3"),
        ("monster, power 3, life 5", "monster, strength 3, health 5"),
        ("item giving +1 attack and +1 defence", "item, attack 1, defence 1"),
        ("item (minor action: heal 2 wounds)", "item; minor: heal 2 wounds"),
        ("enchantment; when you rest, gain 1 extra crystal", "enchantment; after rest: gain 1 crystal"),
        ("item; immediate: everybody loses a crystal", "item; immediate: each player loses 1 crystal"),
        ("monster 5/5 3vp, double dmg", "monster, strength 5, health 5, glory 3; fight: double damage"),
        (
            "monster 1/2, 1 glory; after you beat it gain 3 crystals",
            "monster, strength 1, health 2, glory 1; immediate: gain 3 crystals",
        ),
        (
            "enchantment; minor action, costs 2 crystals: +1 attack per item",
            "enchantment; minor: 2 crystals -> attack 1 per items",
        ),
    ],
)
def test_other_ways_heard_later_are_read_too(says: str, means: str) -> None:
    assert meaning(says) == meaning(means)
