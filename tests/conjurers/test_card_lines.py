"""A card in one line: what is written is read again, in any order, and what can't be read is said so."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, convert, to_builtins

from referee.cards.language import NOT_IN_NAMES
from referee.errors import Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import ArtifactEntry, CreatureEntry, ItemEntry
from referee.games.conjurers.cards.language import CARDS
from referee.games.conjurers.vocabulary import ELEMENTS, MYTHOLOGIES, RESOURCES

ABILITIES = tables.battle().abilities
names = st.text(
    st.characters(codec="utf-8", exclude_characters=NOT_IN_NAMES, exclude_categories=["Cc"]), min_size=1, max_size=40
).filter(lambda name: name == name.strip())
ability = st.builds(
    lambda name, n: cards.show(name, n if ABILITIES[name].number else 1),
    st.sampled_from(sorted(ABILITIES)),
    st.integers(1, 999),
)
worn = ability.filter(lambda text: text != "weapon smith")
copies = st.integers(1, 99) | st.just(UNSET)
costs = st.dictionaries(st.sampled_from(RESOURCES), st.integers(1, 99)) | st.just(UNSET)
mythologies = st.sampled_from(MYTHOLOGIES)


def creatures_of(
    level: st.SearchStrategy[int], mythology: st.SearchStrategy[Any]
) -> st.SearchStrategy[CreatureEntry]:
    return st.builds(
        CreatureEntry,
        name=names,
        level=level,
        hp=st.integers(1, 9999),
        bd=st.integers(0, 999),
        mythology=mythology,
        element=st.sampled_from(ELEMENTS) | st.just(UNSET),
        abilities=st.lists(ability, max_size=4).map(tuple),
        copies=copies,
    )


creatures = creatures_of(st.just(1), mythologies | st.just(UNSET)) | creatures_of(st.integers(2, 5), mythologies)
items = st.builds(ItemEntry, name=names, abilities=st.lists(worn, max_size=4).map(tuple), cost=costs, copies=copies)
artifacts = st.builds(
    ArtifactEntry,
    name=names,
    abilities=st.lists(worn, max_size=4).map(tuple),
    cost=costs,
    copies=copies,
    mythology=mythologies | st.just(UNSET),
    points=st.integers(1, 99) | st.just(UNSET),
)


# --- there and back -------------------------------------------------------------------------------


@given(creatures)
def test_a_creature_is_read_as_it_was_written(card: CreatureEntry) -> None:
    line = CARDS.write(card)
    assert CARDS.read(line, "creature") == card
    assert convert(to_builtins(CARDS.read(line)), CreatureEntry) == card


@given(items)
def test_an_item_is_read_as_it_was_written(card: ItemEntry) -> None:
    assert CARDS.read(CARDS.write(card), "item") == card


@given(artifacts)
def test_an_artifact_is_read_as_it_was_written(card: ArtifactEntry) -> None:
    assert CARDS.read(CARDS.write(card), "artifact") == card


@given(creatures, st.randoms())
def test_parts_may_stand_in_any_order_and_any_letters(card: CreatureEntry, chooser: random.Random) -> None:
    line = CARDS.write(card)
    rest = CARDS.table.split(line[len(card.name) + 1 :])
    own = [part for part in rest if part in card.abilities]
    others = [part for part in rest if part not in card.abilities]
    chooser.shuffle(others)
    mixed = [*others, *own] if chooser.random() < 0.5 else [*own, *others]  # abilities keep their order
    assert CARDS.read(f" {card.name} :{' ,'.join(mixed).upper()}", "creature") == card


# --- examples -------------------------------------------------------------------------------------


def test_the_lines_that_people_are_told_to_write() -> None:
    sphinx = CARDS.read("Sphinx: egyptian 3, earth, 9/3, offensive 2, flying")
    assert sphinx == CreatureEntry(
        name="Sphinx", level=3, mythology="egyptian", element="earth", hp=9, bd=3, abilities=("offensive 2", "flying")
    )
    wolf = CARDS.read("Wolf: level 1, earth, 5/2, poisonous, 2 copies")
    assert wolf == CreatureEntry(
        name="Wolf", level=1, element="earth", hp=5, bd=2, abilities=("poisonous",), copies=2
    )
    dirk = CARDS.read("Dirk: power hit 1, costs 2 iron and 1 wood")
    assert dirk == ItemEntry(name="Dirk", abilities=("power hit 1",), cost={"iron": 2, "wood": 1})
    grail = CARDS.read("The Holy Grail: absorption 3")
    assert grail == ArtifactEntry(name="The Holy Grail", abilities=("absorption 3",))


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("Sphinx: egyptian level 3, 9 / 3", "Sphinx: egyptian 3, 9/3"),
        ("Sphinx: 9/3, Egyptian3, FROST-ATTACK", "Sphinx: egyptian 3, 9/3, frost attack"),
        ("Wolf: level 1,, 5/2,", "Wolf: level 1, 5/2"),
        ("Wolf: level 1, 5/2, 1 copy", "Wolf: level 1, 5/2, 1 copies"),
        ("Dirk: costs 2 iron 1 wood", "Dirk: costs 2 iron and 1 wood"),
        ("Dirk: cost 2 iron + 1wood", "Dirk: costs 2 iron and 1 wood"),
        ("mjollnir: power hit 3", "mjollnir: power hit 3"),
    ],
)
def test_other_ways_to_write_the_same(line: str, same: str) -> None:
    assert CARDS.read(line) == CARDS.read(same)


def test_a_kind_is_told_by_what_is_said_or_by_the_artifacts_names() -> None:
    assert isinstance(CARDS.read("X: earth, level 1, 3/3"), CreatureEntry)
    assert isinstance(CARDS.read("MJOLLNIR: flying"), ArtifactEntry)
    assert isinstance(CARDS.read("Cloak: flying"), ItemEntry)
    assert isinstance(CARDS.read("The Holy Grial: flying", "item"), ItemEntry)
    assert isinstance(CARDS.read("The Holy Grial: flying, costs 1 wood"), ItemEntry)
    for row in tables.artifacts():
        assert isinstance(CARDS.read(f"{row.name}: {row.mythology}, {row.points} points"), ArtifactEntry)


def test_what_is_known_of_a_card_may_be_said_again() -> None:
    """The level of a creature from a starting hand is known; it was refused beside the rest of the card."""
    assert CARDS.read("Wolf: level 1, 5/2, level 1") == CARDS.read("Wolf: level 1, 5/2")


# --- what can't be read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Wolf", "a colon and the rest"),
        (": level 1, 5/2", "needs a name"),
        ("Wolf [b]: level 1, 5/2", 'leave out "["'),
        ("Wolf, Bear: level 1, 5/2", 'leave out ","'),
        ("Wolf\x07: level 1, 5/2", "plain text on one line"),
        ("Wolf: 5/2, earth", 'its level is missing, as in "level 1" or "egyptian 3"'),
        ("Wolf: level 1, earth", 'its hit points and battle dice are missing, as in "9/3"'),
        ("Wolf: level 3, 5/2", 'needs its mythology, as in "greek 3"'),
        ("Wolf: level 6, 5/2", "level is 6; it must be 5 or less"),
        ("Wolf: level 1, 0/2", "hp is 0; it must be 1 or more"),
        ("Wolf: level 1, 5/2, 0 copies", "copies is 0; it must be 1 or more"),
        ("Wolf: level 1, 5/2, 3/1", "it has its hit points and battle dice already"),
        ("Wolf: level 1, egyptian 2, 5/2", "it has its level already"),
        ("Wolf: level 1, erth, 5/2", "did you mean earth?"),
        ("Wolf: egiptian 2, 5/2", "did you mean egyptian 2?"),
        ("Wolf: level 1, 5/2, posionous", "did you mean poisonous?"),
        ("Wolf: level 1, 5/2, ofensive 2", "did you mean offensive 2"),
        ("Wolf: level 1, 5/2, offensive", '"offensive" needs its number, as in "offensive 2"'),
        ("Wolf: level 1, 5/2, flying 2", '"flying 2" takes no number; write "flying"'),
        ("Wolf: level 1, 5/2, offensive 1000", "from 1 to 999"),
        ("Wolf: level 1, 5/2, costs 1 wood", "isn't part of a creature"),
        ("Wolf: level 1, 5/2, 99999999999/3", "it is written like egyptian 3, earth"),
        ("Dirk: costs 2 irn", "did you mean iron?"),
        ("Dirk: costs 2", "can't read the price"),
        ("Dirk: costs 2 iron and 3 iron", "iron stands twice in its price"),
        ("Dirk: costs 0 iron", "it must be 1 or more"),
        ("The Holy Grial: absorption 3", "nearly the artifact The Holy Grail"),
        ("Excalibur: norse, flying", 'there is no artifact "Excalibur"'),
    ],
)
def test_what_cant_be_read_is_said_with_what_would_be_right(line: str, says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        CARDS.read(line)
    assert says in str(caught.value)


@given(st.sampled_from(["", "X:", "X: level 1, 5/2,", "X: costs "]), st.text(max_size=40))
def test_any_text_is_read_or_refused(beginning: str, text: str) -> None:
    try:
        card = CARDS.read(beginning + text)
    except Unreadable:
        return
    assert CARDS.read(CARDS.write(card)) == card


@pytest.mark.parametrize("sign", NOT_IN_NAMES)
def test_a_name_that_would_not_be_read_again_is_not_written(sign: str) -> None:
    with pytest.raises(Unreadable, match="leave out"):
        CARDS.write(ItemEntry(name=f"Dirk{sign} sharp"))


@pytest.mark.parametrize(
    ("line", "with_commas"),
    [
        ("Yeti: norse 2, 7/2 frost attack", "Yeti: norse 2, 7/2, frost attack"),
        ("Yeti: norse 2, 7/2 frost", "Yeti: norse 2, 7/2, frost attack"),
        ("Yeti: norse 2 7/2 fs fl ls", "Yeti: norse 2, 7/2, first strike, flying, life steal"),
        ("Yeti: norse 2, 7/2, resurrect, multi", "Yeti: norse 2, 7/2, resurrection, multi attack"),
        ("Pegasus: greek 3 9/3 flying", "Pegasus: greek 3, 9/3, flying"),
        (
            "Pegasus: greek 3, 9/3, offensive 2 first strike air",
            "Pegasus: greek 3, 9/3, offensive 2, first strike, air",
        ),
    ],
)
def test_parts_without_commas_are_read_as_with_them(line: str, with_commas: str) -> None:
    assert CARDS.read(line) == CARDS.read(with_commas)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("level 1, 6 hp 2 dice poisonous", "level 1, 6/2, poisonous"),
        ("level 1, 6hp 2d poisonous", "level 1, 6/2, poisonous"),
        ("level 1, health 6, dice 2 and poisonous", "level 1, 6/2, poisonous"),
        ("1 6/2 poisonous", "level 1, 6/2, poisonous"),
        ("3 norse, 9 hit points and 3 battle dice", "norse 3, 9/3"),
        ("2 iron, 1 wood, power hit 1", "power hit 1, costs 2 iron and 1 wood"),
        ("power hit 1 for 2 iron and 1 wood", "power hit 1, costs 2 iron and 1 wood"),
        ("price 2 iron", "costs 2 iron"),
    ],
)
def test_what_is_printed_may_be_said_as_people_say_it(said: str, meant: str) -> None:
    assert CARDS.read_rest("Yeti", said) == CARDS.read_rest("Yeti", meant)


def test_an_ability_that_is_misspelt_is_not_taken_for_two_parts() -> None:
    with pytest.raises(Unreadable, match="did you mean frost attack"):
        CARDS.read("Yeti: norse 2, 7/2, frost atack")


def test_what_the_tab_key_offers_for_a_card_can_be_typed() -> None:
    """Parts of its own kind, every ability among them, and "no" before what it has."""
    wolf = CARDS.file_entry("creature", CARDS.data_of(CARDS.read("Wolf: greek 2, earth, 5/2, poisonous")))
    found = CARDS.completions(wolf)
    assert {"norse 2", "level 2", "fire", "offensive 2", "no poisonous", "no element"} <= set(found)
    assert not {"costs 2 iron", "no flying", "no price"} & set(found)
    for change in set(found) - {"no mythology"}:  # which level 2 needs (p. 6)
        assert CARDS.changed(wolf, ["norse 2", change])
