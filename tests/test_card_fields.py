"""A new game's cards need only a table of their fields: lines, changes, rows, checks and comparison follow from it.

Two made-up games, as unlike as the cards of real ones are: one kind with a dashboard and powers of its own, and two
kinds that stand in the line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType

from referee.cards import deck_editor, language
from referee.cards.deck_editor import DeckEditor
from referee.cards.fields import FLAG, CardField, FieldTable, Value, Written, one_of, rule
from referee.cards.language import CardLanguage
from referee.errors import BadInput, Unreadable
from referee.games.conjurers.cards.language import CARDS as CONJURERS
from referee.text.names import fold
from referee.text.screen import Screen

# --- boats: a word with a number, a flag, a dashboard between semicolons, powers with names -----------------

Hull = Literal["sloop", "barge", "raft"]
Talent = Literal["ram", "grapple", "tow line"]


class Boat(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    hull: Hull
    price: Annotated[int, Meta(ge=1, le=9)]
    cards: int = 1
    leaky: bool = False
    talents: tuple[Talent, ...] = ()
    lines: tuple[str, ...]
    powers: tuple[str, ...] = ()
    draught: int | UnsetType = UNSET


class Boats(CardLanguage[Boat]):
    game = "boats"
    types: Mapping[str, type[Boat]] = {"boat": Boat}
    table = FieldTable(
        CardField(
            "hull", ("# {price}", "#"), one_of(get_args(Hull)), must='{name}: its hull is missing, as in "sloop 3"'
        ),
        CardField("price", ("{hull} #",), usual=8),
        CardField("cards", ("# (card|cards)",), printed=False),
        CardField("draught", open=True),
        CardField("leaky", ("leaky",), FLAG),
        CardField("talents", ("#",), one_of(get_args(Talent)), called="talent", several=True),
        CardField(
            "lines", ("#",), Value("[0-9]+-[0-9]+ [0-9]+/[0-9]+", str.strip), called="line", several=True, apart=True
        ),
        CardField("powers", ("#",), Value("[a-z] [^:]+:.+", str.strip, words=lambda: (), rule=True), several=True),
    )
    examples: Mapping[str, str] = {"boat": "Red Kite: sloop 3, ram, 2 cards; 9-7 5/2, 6-1 4/2; a Lunge: ram twice"}


BOATS = Boats()
KITE = Boat(
    name="Red Kite",
    hull="sloop",
    price=3,
    cards=2,
    leaky=True,
    talents=("ram", "tow line"),
    lines=("9-7 5/2", "6-1 4/2"),
    powers=("a Lunge: ram twice, then stop", "b Calm: active: no wind"),
)
LINE = (
    "Red Kite: sloop 3, 2 cards, leaky, ram, tow line; 9-7 5/2, 6-1 4/2; "
    "a Lunge: ram twice, then stop; b Calm: active: no wind"
)

# --- sailors and storms: kinds that stand in the line, rules that begin with a word -------------------------


class Sailor(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    name: str
    strength: int
    ports: tuple[str, ...] = ()
    copies: Annotated[int, Meta(ge=1)] = 1


class Storm(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    name: str
    lives: int = 1
    rules: tuple[str, ...] = ()


class Voyage(CardLanguage[Sailor | Storm]):
    game = "voyage"
    types: Mapping[str, type[Sailor | Storm]] = {"sailor": Sailor, "storm": Storm}
    said = ("sailor", "storm")
    table = FieldTable(
        CardField("strength", must="{name}: its strength is missing"),
        CardField("lives", ("# (life|lives)",)),
        CardField("ports", ("#",), one_of(("Dover", "Cadiz")), called="port", several=True),
        CardField("copies", ("# (copy|copies)",), printed=False),
        CardField("rules", ("#",), rule(("drawn by", "won")), several=True),
    )
    examples: Mapping[str, str] = {"sailor": "Ann: sailor, strength 3", "storm": "Gale: storm, 2 lives; won: gain 1"}


VOYAGE = Voyage()


# --- lines ----------------------------------------------------------------------------------------


def test_a_line_is_read_and_written_as_the_table_says() -> None:
    assert BOATS.read(LINE) == KITE
    assert BOATS.write(KITE) == LINE
    mixed = "Red Kite: Tow Line; 9-7 5/2; LEAKY, SLOOP 3, 6-1 4/2, 2 cards; a Lunge: ram twice, then stop"
    assert BOATS.read(mixed).talents == ("tow line",)
    assert BOATS.read(mixed).lines == KITE.lines


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("Ann: sailor, strength 3, Cadiz, 2 copies", Sailor(name="Ann", strength=3, ports=("cadiz",), copies=2)),
        ("Gale: storm, 1 life; won: a; drawn by: b", Storm(name="Gale", rules=("won: a", "drawn by: b"))),
        ("Gale: storm", Storm(name="Gale")),
    ],
)
def test_a_kind_that_stands_in_the_line_is_told_by_it(line: str, card: Sailor | Storm) -> None:
    assert VOYAGE.read(line) == card
    assert VOYAGE.read(VOYAGE.write(card)) == card


@pytest.mark.parametrize(
    ("language", "line", "says"),
    [
        (BOATS, "Kite", "a card is its name, a colon and the rest, like Red Kite: sloop 3"),
        (BOATS, "Kite: ram; 3-1 2/2", 'Kite: its hull is missing, as in "sloop 3"'),
        (BOATS, "Kite: slop 3; 3-1 2/2", 'can\'t read "slop 3"; did you mean sloop 3?'),
        (BOATS, "Kite: sloop 3, graple; 3-1 2/2", "did you mean grapple?"),
        (BOATS, "Kite: sloop 3, barge 2; 3-1 2/2", '"barge 2": it has its hull already'),
        (BOATS, "Kite: sloop 30; 3-1 2/2", "price is 30; it must be 9 or less"),
        (BOATS, "Kite: sloop 3", 'the key "lines" is missing'),
        (BOATS, "Kite: sloop 3 -> raft 2; 3-1 2/2", 'can\'t read "sloop 3 -> raft 2"'),
        (VOYAGE, "Ann: strength 3", "start with the type of Ann: sailor or storm"),
        (VOYAGE, "Ann: storm, strength 3", "isn't part of a storm, which is written like Gale: storm"),
        (VOYAGE, "Gale: storm, 2 lives won: gain 1", "write 2 lives; won: gain 1"),
        (VOYAGE, "Gale: storm, won gain 1", "like ; won: gain 1"),
    ],
)
def test_what_cant_be_read_is_told_with_what_would_be_right(
    language: CardLanguage[Any], line: str, says: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        language.read(line)
    assert says in str(caught.value)


boats = st.builds(
    Boat,
    name=st.just("Red Kite"),
    hull=st.sampled_from(get_args(Hull)),
    price=st.integers(1, 9),
    cards=st.integers(1, 9),
    leaky=st.booleans(),
    draught=st.integers(0, 9) | st.just(UNSET),
    talents=st.lists(st.sampled_from(get_args(Talent)), unique=True).map(tuple),
    lines=st.lists(st.builds("{}-1 {}/2".format, st.integers(1, 99), st.integers(0, 9)), min_size=1).map(tuple),
    powers=st.lists(st.sampled_from(KITE.powers)).map(tuple),
)


@given(boats)
def test_a_card_is_the_same_from_its_line_and_its_row(boat: Boat) -> None:
    assert BOATS.read(BOATS.write(boat)) == boat
    cells = {key: str(cell) for key, cell in BOATS.to_row(boat).items() if cell != ""}
    assert BOATS.from_row(cells) == boat


# --- what comes into play -------------------------------------------------------------------------


def test_what_is_missing_is_asked_for_when_it_matters() -> None:
    asked = BOATS.question("Red Kite", "boat", "Red Kite", "its line", given="sloop 3", needs=("draught",))
    with pytest.raises(Unreadable, match=r"^its draught is missing, as in draught 2"):
        asked.parse("ram; 9-7 5/2")
    assert asked.record(asked.parse("Red Kite: draught 4, ram; 9-7 5/2"), "") == "draught 4, ram; 9-7 5/2"
    with pytest.raises(Unreadable, match='expected a line for Red Kite; this one starts with "Blue Kite"'):
        asked.parse("Blue Kite: draught 4")


def test_a_deck_learns_what_it_leaves_open_and_keeps_what_it_says() -> None:
    there, learnt = BOATS.read("Kite: raft 1; 3-1 2/2"), BOATS.read("Kite: raft 1, draught 2, 3 cards; 3-1 2/2")
    filled = BOATS.filled(there, learnt)
    assert BOATS.write(filled) == "Kite: raft 1, draught 2; 3-1 2/2"
    assert not BOATS.contradicts(filled, learnt)
    assert BOATS.contradicts(there, BOATS.read("Kite: raft 2; 3-1 2/2"))
    assert BOATS.contradicts(BOATS.read("Kite: raft 1, leaky; 3-1 2/2"), there)


# --- a deck on file -------------------------------------------------------------------------------


@pytest.fixture
def deck(tmp_path: Path) -> DeckEditor[Boat]:
    editor = DeckEditor(BOATS, tmp_path / "boats.toml", new=True)
    editor.add([LINE, "Grey Tub: barge 9; 3-1 2/2"])
    editor.save()
    return editor


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (["barge 4", "no tow line"], "barge 4, 2 cards, leaky, ram; 9-7 5/2, 6-1 4/2"),
        (["grapple, draught 2", "no leaky"], "sloop 3, 2 cards, draught 2, ram, tow line, grapple; 9-7 5/2, 6-1 4/2"),
        (["name Old Kite", "no talents", "no cards"], "sloop 3, leaky; 9-7 5/2, 6-1 4/2"),
        (["raft", "no 6-1 4/2"], "raft 3, 2 cards, leaky, ram, tow line; 9-7 5/2"),
        (["Red Kite: raft 1; 2-1 1/1"], "raft 1; 2-1 1/1"),
    ],
)
def test_a_card_is_changed_in_words(deck: DeckEditor[Boat], changes: list[str], line: str) -> None:
    _, after = deck.edit("kite", changes, None)
    assert after.partition(": ")[2].partition(": ")[2].partition("; a Lunge")[0] == line


def test_powers_are_added_and_taken_away_by_their_beginning(deck: DeckEditor[Boat]) -> None:
    deck.edit("kite", ["no a Lunge", "a Drift: float on"], None)
    assert deck.cards[0].data["powers"] == ["b Calm: active: no wind", "a Drift: float on"]
    with pytest.raises(BadInput, match='Red Kite: has no "grapple"'):
        deck.edit("kite", ["no grapple"], None)


def test_a_deck_goes_to_a_spreadsheet_and_back(deck: DeckEditor[Boat], tmp_path: Path) -> None:
    sheet = tmp_path / "boats.csv"
    sheet.write_text(deck.export_csv(), encoding="utf-8")
    head, kite, _ = csv.reader(io.StringIO(deck.export_csv()))
    assert head == ["kind", "name", *BOATS.table.fields]
    assert dict(zip(head, kite, strict=True))["leaky"] == "yes"
    again = DeckEditor(BOATS, tmp_path / "again.toml", new=True)
    assert again.import_csv(sheet) == ["2 added, 0 changed, 0 as they were"]
    assert [card.entry for card in again.cards] == [card.entry for card in deck.cards]


def test_decks_are_checked_and_compared_listed_and_drawn(
    deck: DeckEditor[Boat], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deck.findings().data()["doubts"] == ["Grey Tub: price 9? Usual is up to 8"]
    other = DeckEditor(BOATS, tmp_path / "boats.toml")
    other.path = tmp_path / "other.toml"
    other.edit("Grey Tub", ["barge 8", "ram"], None)
    other.path.write_text(other.text, encoding="utf-8")
    told = [(one["key"], one["here"], one["there"]) for one in deck.comparison(other.path).data()["differences"]]
    assert told == [("price", "9", "8"), ("talents", "", "ram")]
    for report in (deck.listing(["ram"]), deck.drawing(["kite"], None)):
        report.show(Screen(plain=True))
    assert "  sloop 3\n  2 cards\n  leaky\n" in capsys.readouterr().out


def test_what_can_be_typed_for_a_card_is_offered(deck: DeckEditor[Boat]) -> None:
    found = deck.completions("kite")
    assert {"sloop 2", "2 cards", "draught 2", "leaky", "grapple", "no leaky", "no ram", "no a Lunge"} <= set(found)
    assert not {"no draught", "no grapple", "no hull"} & set(found)
    for change in found:
        if not change.startswith("no "):
            deck.language.changed(deck.cards[0], [change])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('kind = "save"\n', "is the save of a game, not a deck"),
        ('kind = "attack"\n', "is an attack record, not a deck; judge it with"),
        ('kind = "boats"\n', 'its kind is "boats"; a deck was expected'),
        ('game = "chess"\n', "is a file of chess"),
        ("[[boats]]\n", 'unknown key "boats"; did you mean boat?'),
    ],
)
def test_another_file_is_no_deck(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "boats.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        DeckEditor(BOATS, tmp_path / "boats.toml")


def test_cards_that_come_twice_are_found_without_comparing_all_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of 57,000 cards takes seconds."""
    folded = list[str]()

    def counting(text: str) -> str:
        folded.append(text)
        return fold(text)

    for module in (language, deck_editor):
        monkeypatch.setattr(module, "fold", counting)
    cards: list[Written[Any]] = [Written("creature", {"name": f"Imp {number}"}, None) for number in (*range(200), 7)]
    assert [again.name for again, _ in CONJURERS.duplicates(cards)] == ["Imp 7"]
    assert deck_editor.compare(CONJURERS, cards, cards[:-1]).same == 201
    assert len(folded) < 20 * len(cards)
