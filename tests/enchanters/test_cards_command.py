"""`referee cards` with a deck of Enchanters: the workbench of every game, with this game's cards."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput
from referee.files.files import convert
from referee.games.conjurers.cards.cards import load_deck as load_conjurers
from referee.games.enchanters.cards.cards import Card, DeckFile, Lower, Village, load_deck
from referee.games.enchanters.cards.language import CARDS
from tests.enchanters.random_play import DECK as SAMPLE
from tests.enchanters.test_commands import DECK, as_json, run
from tests.random_runs import examples


def cards(command: str, *arguments: object, code: int = 0) -> str:
    result = run("cards", command, *arguments, code=code)
    return " ".join((result.stdout + result.stderr).split())


def card(path: Path, name: str) -> Any:
    """A card as it stands in a file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return next(one for one in [*data.get("card", ()), *data.get("village", ())] if one["name"] == name)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "box.toml"
    path.write_text(DECK.read_text(encoding="utf-8"), encoding="utf-8")
    return path


# --- looking ------------------------------------------------------------------------------------------


def test_a_deck_is_listed_by_words() -> None:
    (wyrm,) = as_json("cards", "list", DECK, "dragon", "ashmoor")["cards"]
    assert (wyrm["kind"], wyrm["name"], wyrm["rules"]) == (
        "card",
        "Wyrm of Ashmoor",
        ["immediate: take 1 wound per 2 wounds"],
    )
    assert {one["kind"] for one in as_json("cards", "list", DECK)["cards"]} == {"card", "village"}
    assert "Millbrook" in cards("list", DECK, "village", "multi")


def test_a_card_is_drawn_with_both_its_parts() -> None:
    told = cards("show", DECK, "soot", "--plain")
    assert told.startswith("Soot Cloak item · Ashmoor · 2 copies, 1 marked 2 defence 2 below the line: defence 1")
    assert "strength 6, health 10, 7 glory" in cards("show", DECK, "Fen Hydra", "--plain")


@pytest.mark.rule("manticore")
def test_what_the_rulebook_tells_is_drawn_too(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    path.write_text('game = "enchanters"\nkind = "deck"\n[[card]]\nname = "Manticore"\ntype = "monster"\n', "utf-8")
    assert "strength 2, health 5" in cards("show", path, "Manticore")


@pytest.mark.rule("kingdom-decks", "box")
def test_what_is_missing_of_the_box() -> None:
    found = as_json("cards", "missing", DECK)
    assert found["missing"] == 2 * 25 + 18
    parts = {part["name"]: (part["have"], part["box"]) for part in found["parts"]}
    assert parts["Ashmoor items"] == parts["Ashmoor enchantments"] == (6, 6)
    assert (parts["Ashmoor monsters"], parts["Ashmoor dragons"]) == ((12, 12), (1, 1))
    assert (parts["other kingdoms"], parts["villages"]) == ((0, 50), (3, 21))


@pytest.mark.rule("kingdom-decks")
def test_more_cards_than_a_kingdom_has_are_wrong(deck: Path) -> None:
    assert "nothing wrong" in cards("check", deck)
    cards("edit", deck, "Spark Imp", "7 copies")
    assert "Ashmoor monsters: 13 cards; the box has 12" in cards("check", deck, code=1)
    cards("edit", deck, "Spark Imp", "5 copies")
    assert "nothing wrong" in cards("check", deck), "a deck that is still being typed in isn't wrong"


def test_faults_and_doubts_name_the_card(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'game = "enchanters"\nkind = "deck"\n'
        '[[card]]\nname = "Imp"\ntype = "monster"\n'
        '[[card]]\nname = "Cap"\ntype = "itm"\n'
        '[[card]]\nname = "Bow"\ntype = "item"\nkingdom = "K"\ncopies = 3\nrules = ["minr: attack 3"]\n'
        '[[village]]\nname = "Hut"\nrules = ["multi: 1 crystal -> attack 1"]\n',
        "utf-8",
    )
    found = as_json_of_bad(path)
    assert found["faults"] == [
        "Imp: needs health and strength",
        'Cap: type is "itm"; did you mean item?',
        'Bow: can\'t read the rule "minr: attack 3"; did you mean minor?',
    ]
    assert [doubt.partition(":")[0] for doubt in found["doubts"]] == ["Imp", "Bow", "Hut"]


def as_json_of_bad(path: Path) -> Any:
    return json.loads(run("cards", "check", path, "--json", code=1).stdout)


def test_two_decks_side_by_side(deck: Path) -> None:
    cards("edit", deck, "Soot Cloak", "lower defence 2", "no glory")
    cards("remove", deck, "Fen Hydra")
    found = as_json("cards", "compare", DECK, deck)
    assert (found["only_here"], found["only_there"]) == (["Fen Hydra"], [])
    assert [(one["key"], one["here"], one["there"]) for one in found["differences"]] == [
        ("glory", "1", ""),
        ("lower", "defence 1", "defence 2"),
    ]


# --- changing -----------------------------------------------------------------------------------------


def test_cards_are_added_each_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    lines = (
        "Gnoll: monster, strength 3, health 4, glory 2, lower attack 1, kingdom Moor, 4 copies, 2 marked 2",
        "Cap: item, defence 1; minor: 1 crystal -> attack 2; lower turn: gain 1 crystal",
        "Hut: village; rest: gain 2 crystals; end: glory 1 per 2 defence",
    )
    cards("add", path, *lines, "--game", "enchanters")
    found = load_deck(path)
    assert found.card == (
        Card(
            name="Gnoll",
            type="monster",
            strength=3,
            health=4,
            glory=2,
            lower=Lower(attack=1),
            kingdom="Moor",
            copies=4,
            two=2,
        ),
        Card(
            name="Cap",
            type="item",
            defence=1,
            rules=("minor: 1 crystal -> attack 2",),
            lower=Lower(rules=("turn: gain 1 crystal",)),
        ),
    )
    assert found.village == (Village("Hut", ("rest: gain 2 crystals", "end: glory 1 per 2 defence")),)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Cap: item, atack 2", 'Cap: can\'t read "atack 2"; did you mean attack'),
        ("Cap: monster", "Cap: needs health and strength"),
        ("Cap: item, health 3", "only monsters and dragons"),
        ("Cap: item; minor: 1 crystal -> fly", 'can\'t read the effect "fly"'),
        ("Cap item", "its name, a colon and the rest"),
        ("Cap: item, 1 copies, 2 marked 2", "can't be marked 2"),
        ("Soot Cloak: item", "already exists"),
        ("Hut: village; fight: double damage", "can't be on a village"),
    ],
)
def test_a_line_that_cannot_be_read_changes_nothing(deck: Path, line: str, says: str) -> None:
    before = deck.read_bytes()
    assert says in cards("add", deck, "Boots: item, defence 1", line, code=2)
    assert deck.read_bytes() == before


def test_a_card_is_changed_in_words(deck: Path) -> None:
    cards("edit", deck, "Cinder Whip", "attack 3, lower defence 1", "no minor", "multi: 1 crystal -> defence 1")
    whip = card(deck, "Cinder Whip")
    assert (whip["attack"], whip["lower"], whip["rules"]) == (
        3,
        {"attack": 1, "defence": 1},
        ["multi: 1 crystal -> defence 1"],
    )
    cards("edit", deck, "Cinder Whip", "name Ash Whip", "no rules", "dragon", "strength 3, health 3")
    assert card(deck, "Ash Whip")["type"] == "dragon"
    assert 'has no "defense"' in cards("edit", deck, "Ash Whip", "no defense", code=2)
    cards("edit", deck, "Millbrook", "no multi")
    assert not any(rule.startswith("multi") for rule in card(deck, "Millbrook")["rules"])
    assert "Fen Hydra is a card" in cards("edit", deck, "Fen Hydra", "Hut: village; rest: gain 1 crystal", code=2)


@pytest.mark.rule("E-af", "scimitar")
def test_what_the_rulebook_tells_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    cards("add", path, "Scimitar: glory 1", "--game", "enchanters")
    assert card(path, "Scimitar")["rules"] == ["minor: 1 crystal -> attack 3"]
    assert "the rulebook says" in cards("edit", path, "Scimitar", "enchantment", code=2)


def test_comments_of_a_deck_stay(deck: Path) -> None:
    head = deck.read_text(encoding="utf-8").partition("game =")[0]
    cards("edit", deck, "Soot Cloak", "glory 4")
    cards("add", deck, "Boots: item, defence 1")
    text = deck.read_text(encoding="utf-8")
    assert text.startswith(head)
    assert "# ---------------------------------------------------------------- Ashmoor" in text
    assert deck.with_name("box.toml.bak").is_file()


def test_a_card_asked_for_at_a_prompt(tmp_path: Path) -> None:
    path, script = tmp_path / "new.toml", tmp_path / "lines"
    script.write_text("Boots: item, defence 1\n", encoding="utf-8")
    told = cards("add", path, "--game", "enchanters", "--moves", script)
    assert "Scimitar: item, attack 1" in told
    assert card(path, "Boots")["defence"] == 1


# --- spreadsheets -------------------------------------------------------------------------------------


def test_a_deck_goes_to_a_spreadsheet_and_back(tmp_path: Path) -> None:
    sheet, again = tmp_path / "box.csv", tmp_path / "again.toml"
    cards("export", DECK, sheet)
    cards("import", again, sheet, "--game", "enchanters")
    assert load_deck(again) == DeckFile(SAMPLE.card, SAMPLE.village)
    assert "0 added, 0 changed, 45 as they were" in cards("import", again, sheet)


def test_bad_rows_are_named_by_their_line(tmp_path: Path) -> None:
    sheet = tmp_path / "box.csv"
    sheet.write_text("name,type,strength,health\nImp,monster,1,1\nCap,itm,,\nOgre,monster,x,2\n", encoding="utf-8")
    told = cards("import", tmp_path / "new.toml", sheet, "--game", "enchanters", code=2)
    assert 'line 3: Cap: type is "itm"; did you mean item?' in told
    assert 'line 4: Ogre: strength is "x"; it must be a whole number' in told
    assert not (tmp_path / "new.toml").exists()


def test_a_deck_of_another_game_is_named(tmp_path: Path) -> None:
    sample = DECK.parents[1] / "sample-deck.toml"
    with pytest.raises(BadInput, match="is a file of enchanters, not a deck of conjurers"):
        load_conjurers(DECK)
    with pytest.raises(BadInput, match="is a file of conjurers, not a deck of enchanters"):
        load_deck(sample)
    save = tmp_path / "save.toml"
    save.write_text('game = "enchanters"\nkind = "save"\n', encoding="utf-8")
    assert "is the save of a game, not a deck" in cards("list", save, code=2)
    save.write_text('game = ["enchanters"]\n', encoding="utf-8")
    assert "game is a list; it must be a name in quotes" in cards("list", save, code=2)
    with pytest.raises(BadInput, match="is a file of a list, not a deck of enchanters"):
        load_deck(save)


# --- any card -----------------------------------------------------------------------------------------

_NAMES = st.sampled_from(("Boots", "of Echoes", "Grey Owl"))
_POINTS = st.integers(-9, 19)
_RULES = st.lists(
    st.sampled_from(
        (
            "minor: 2 crystals -> attack 1 per 1 defence",
            "turn: gain 1 crystal",
            "after item: take 1 wound",
            "immediate: each other player takes 1 wound per 2 attack",
            "multi: discard 1 monster -> heal all wounds",
            "end: glory 1 per 2 monsters",
            "minor: manual turn a card, any card",
        )
    ),
    unique=True,
    max_size=3,
).map(tuple)


@st.composite
def any_card(draw: st.DrawFn) -> Card:
    """A card of any kind."""
    kind: Any = draw(st.sampled_from(("item", "enchantment", "monster", "dragon")))
    fights = kind in ("monster", "dragon")
    copies = draw(st.integers(1, 9))
    return Card(
        name=draw(_NAMES),
        type=kind,
        kingdom=draw(st.sampled_from(("", "Moor", "Old Keep"))),
        glory=draw(_POINTS),
        attack=draw(_POINTS),
        defence=draw(_POINTS),
        rules=draw(_RULES),
        copies=copies,
        two=draw(st.integers(0, copies)),
        lower=Lower(draw(_POINTS), draw(_POINTS), draw(_RULES)),
        **({"health": draw(st.integers(0, 20)), "strength": draw(st.integers(0, 20))} if fights else {}),
    )


@examples(200)
@given(any_card())
def test_a_card_is_the_same_from_its_line_its_row_and_its_file(one: Card) -> None:
    assert CARDS.read(CARDS.describe(one)) == one
    assert CARDS.from_row({key: str(value) for key, value in CARDS.to_row(one).items() if value != ""}) == one
    assert convert(CARDS.data_of(one), Card, "deck") == one


def test_decks_with_what_is_no_text_below_a_line_are_compared(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    begins = 'game = "enchanters"\nkind = "deck"\n[[card]]\nname = "Rune"\ntype = "item"\n'
    one.write_text(f'{begins}rules = [["x"]]\nlower = {{ rules = [1, {{ a = 2 }}] }}\n', encoding="utf-8")
    other.write_text(f"{begins}rules = [3]\nlower = [4]\n", encoding="utf-8")
    for here, there in (one, other), (other, one):
        assert "Rune" in run("cards", "compare", here, there).stdout


def test_what_the_tab_key_offers_for_a_card_can_be_typed() -> None:
    """What it may have, above the line and below, and "no" before what it has; nothing that it can't be without."""
    cap = CARDS.file_entry("card", CARDS.data_of(CARDS.read("Cap: item, lower attack 1; minor: attack 3")))
    found = CARDS.completions(cap)
    assert {"enchantment", "defence 2", "lower defence 2", "2 copies", "no minor", "no lower attack"} <= set(found)
    assert not {"no item", "no glory"} & set(found)
    for change in found:
        assert change in ("monster", "dragon", "strength 2", "health 2") or CARDS.changed(cap, ["2 copies", change])
