"""`referee cards`: decks listed, drawn, typed in, changed, checked, counted, compared, and as CSV."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from referee.cards.deck_editor import cut, join
from referee.cli import build
from referee.errors import BadInput
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.cards.cards import load_deck
from tests.random_runs import examples
from tests.terminal import CTRL_C, answer, ended, start

SAMPLE = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
DECK = """\
# Ours. Typed in on a Friday.
game = "conjurers" # the game
note = '''
[[creature]] is how a card begins
'''

# --- creatures ---
[[creature]]
name = "Wolf" # the grey one
level = 1
hp = 5
bd = 2
abilities = ["poisonous"] # checked
# its picture is torn

# from the second printing
[[creature]]
name = "Harpy"
mythology = "greek"
level = 2
hp = 7
bd = 2
abilities = ["flying"]

# --- items ---
[[item]]
name = "Dirk"
abilities = ["first strike"]
[item.cost] # as printed
wood = 2
# the end
"""
COMMENTS = [line.partition("#")[2] for line in DECK.splitlines() if "#" in line]


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build(["cards"]), ["cards", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def as_json(*arguments: object, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code).stdout)


def data(deck: Path) -> dict[str, Any]:
    return tomllib.loads(deck.read_text(encoding="utf-8"))


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "box.toml"
    path.write_text(DECK, encoding="utf-8")
    return path


# --- looking --------------------------------------------------------------------------------------


def test_the_list_has_every_card_under_its_part_of_the_box() -> None:
    shown = run("list", SAMPLE).stdout
    lines = [line.rstrip() for line in shown.splitlines()]
    headings = [line for line in lines if not line.startswith(" ")]
    assert headings == ["level 1", "biblical", "egyptian", "greek", "japanese", "norse", "items", "artifacts"]
    for name in (*load_deck(SAMPLE).creatures, *load_deck(SAMPLE).equipment):
        assert name in shown.casefold().replace("ö", "o")
    assert max(map(len, lines)) <= 80


def test_words_pick_cards_out_of_the_list(deck: Path) -> None:
    assert [card["name"] for card in as_json("list", SAMPLE, "greek", "first strike")["cards"]] == ["Harpy"]
    assert run("list", deck, "dragon").stdout == "No card.\n"


def test_a_card_is_drawn_like_the_one_in_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pp. 17, 22: name above, abilities in the middle, hit points left and battle dice right at the foot."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    monkeypatch.setenv("TERM", "xterm")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", run("show", SAMPLE, "sphinx").stdout).splitlines()
    assert lines[0].startswith("╭─ Sphinx ─")
    assert "egyptian · level 3 · earth" in lines[1]
    assert ["defensive 2" in lines[3], "first strike" in lines[4]] == [True, True]
    assert lines[-2].split() == ["│", "11", "hit", "points", "3", "battle", "dice", "│"]
    grail = run("show", SAMPLE, "grail").stdout
    for words in ("The Holy Grail", "artifact", "resurrection", "4 diamond", "biblical", "6 points"):
        assert words in grail


@pytest.mark.parametrize("options", [("--plain",), ()])
def test_plain_cards_have_no_frame_nor_those_that_another_program_reads(options: tuple[str, ...]) -> None:
    assert run("show", SAMPLE, "sphinx", "Dirk", *options).stdout.splitlines() == [
        "Sphinx",
        "  egyptian, level 3, earth",
        "  defensive 2 (p. 18)",
        "  first strike (p. 23)",
        "  11 hit points, 3 battle dice",
        "Dirk",
        "  item",
        "  first strike (p. 23)",
        "  2 wood and 1 iron",
    ]


def test_a_name_of_two_kinds_needs_its_kind(deck: Path) -> None:
    run("add", deck, "Phoenix: level 1, 4/1, flying", "Phoenix: flying, costs 1 wood")
    assert "creature Phoenix or item Phoenix? Say which with --kind" in run("show", deck, "phoenix", code=2).stderr
    assert as_json("show", deck, "phoenix", "--kind", "item")["cards"][0]["cost"] == {"wood": 1}


# --- adding, changing, removing -------------------------------------------------------------------


def test_a_new_deck_is_begun_and_fit_to_be_played_with(tmp_path: Path) -> None:
    deck = tmp_path / "new.toml"
    run(
        "add",
        deck,
        "Wolf: level 1, earth, 5/2, poisonous",
        "Dirk: power hit 1, costs 2 iron and 1 wood",
        "Mjöllnir: power hit 3",
        "Imp: level 1, 4/2, burning 1",
    )
    found = load_deck(deck)
    assert list(found.creatures) == ["wolf", "imp"]
    assert list(found.equipment) == ["dirk", "mjollnir"]
    assert data(deck)["item"] == [{"name": "Dirk", "abilities": ["power hit 1"], "cost": {"iron": 2, "wood": 1}}]


def test_adding_keeps_every_comment_and_every_other_card(deck: Path) -> None:
    run("add", deck, "Imp: level 1, 4/2, burning 1", "Club: power hit 1, costs 4 wood", "Ofuda: bind")
    text = deck.read_text(encoding="utf-8")
    assert text.startswith(DECK[: DECK.index("\n# --- items")])
    assert all(comment in text for comment in COMMENTS)
    assert text.index('"Harpy"') < text.index('"Imp"') < text.index("# --- items") < text.index('"Club"')
    before, after = tomllib.loads(DECK), data(deck)
    assert after["creature"] == [
        *before["creature"],
        {"name": "Imp", "level": 1, "hp": 4, "bd": 2, "abilities": ["burning 1"]},
    ]
    assert [card["name"] for card in after["item"]] == ["Dirk", "Club"]
    assert deck.with_name("box.toml.bak").read_text(encoding="utf-8") == DECK


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("Imp: level 1, 4/2", "Bear: level 1, 5"), "can't read"),
        (("Imp: level 1, 4/2", "Imp: level 1, 4/1"), "creature Imp already exists"),
        (("wolf: level 1, 4/2",), 'change it with: referee cards edit {deck} "Wolf"'),
        (("Imp #2: level 1, 4/2",), "write the card once, with copies = 2"),
        (("The Holy Grial: absorption 2", "--kind", "artifact"), "did you mean"),
        (("The Holy Grail: absorption 2, 9 points",), "is worth 6 points in the rulebook (p. 8), not 9"),
    ],
)
def test_all_cards_or_none_are_added(deck: Path, lines: tuple[str, ...], says: str) -> None:
    assert says.format(deck=deck) in run("add", deck, *lines, code=2).stderr
    assert deck.read_text(encoding="utf-8") == DECK


def test_changes_take_the_place_of_what_was_there(deck: Path) -> None:
    said = run("edit", deck, "wolf", "6/2", "flying, earth", "name Dire Wolf", "no poisonous", "2 copies").stdout
    assert said.splitlines() == [
        "was: creature Wolf: level 1, 5/2, poisonous",
        "is:  creature Dire Wolf: level 1, earth, 6/2, flying, 2 copies",
    ]
    assert data(deck)["creature"][0] == {
        "name": "Dire Wolf",
        "level": 1,
        "hp": 6,
        "bd": 2,
        "abilities": ["flying"],
        "element": "earth",
        "copies": 2,
    }
    text = deck.read_text(encoding="utf-8")
    assert all(comment in text for comment in COMMENTS)


@pytest.mark.parametrize(
    ("name", "changes", "line"),
    [
        ("harpy", ["greek 3"], "Harpy: greek 3, 7/2, flying"),
        ("harpy", ["norse"], "Harpy: norse 2, 7/2, flying"),
        ("harpy", ["level 1"], "Harpy: level 1, 7/2, flying"),
        ("harpy", ["offensive 1", "offensive 3"], "Harpy: greek 2, 7/2, flying, offensive 3"),
        ("harpy", ["no abilities"], "Harpy: greek 2, 7/2"),
        ("harpy", ["fire", "no fire"], "Harpy: greek 2, 7/2, flying"),
        ("harpy", ["Hag: japanese 3, water, 9/3"], "Hag: japanese 3, water, 9/3"),
        ("dirk", ["costs 3 wood and 1 iron"], "Dirk: first strike, costs 3 wood and 1 iron"),
        ("dirk", ["no price"], "Dirk: first strike"),
    ],
)
def test_every_part_can_be_changed(deck: Path, name: str, changes: list[str], line: str) -> None:
    assert run("edit", deck, name, *changes).stdout.splitlines()[1].partition(": ")[2].endswith(line)
    kept = COMMENTS if changes != ["no price"] else COMMENTS[:-2]  # its own go with it
    assert all(comment in deck.read_text(encoding="utf-8") for comment in kept)
    load_deck(deck)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("wolf", "name Harpy"), "creature Harpy already exists"),
        (("wolf", "no flying"), 'Wolf: has no "flying"'),
        (("wolf", "6"), "can't read"),
        (("wolf", "level 2"), "needs its mythology"),
        (("wolf", "6/2", "Wolf: level 1, 5/2"), "is a whole card; give it alone"),
        (("wolf", "name Wolf/Bear"), 'leave out "/"'),
        (("wolve", "6/2"), "did you mean Wolf?"),
        (("wolf", ","), "say what changes"),
    ],
)
def test_all_changes_or_none_are_made(deck: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in run("edit", deck, *arguments, code=2).stderr
    assert deck.read_text(encoding="utf-8") == DECK


def test_removing_keeps_the_rest_as_it_was(deck: Path) -> None:
    assert "did you mean Wolf?" in run("remove", deck, "wol", code=2).stderr
    assert run("remove", deck, "wolf", "dirk").stdout.splitlines() == [
        "removed creature Wolf: level 1, 5/2, poisonous",
        "removed item Dirk: first strike, costs 2 wood",
    ]
    text = deck.read_text(encoding="utf-8")
    assert [card["name"] for card in data(deck)["creature"]] == ["Harpy"]
    assert "item" not in data(deck)
    assert "# --- creatures ---\n\n# from the second printing\n[[creature]]" in text
    assert "its picture" not in text
    assert "# --- items ---" in text


def test_a_broken_card_is_put_right_in_words(deck: Path) -> None:
    deck.write_text(DECK.replace("hp = 5", "hp = 0").replace('"flying"', '"flyng"'), encoding="utf-8")
    faults = as_json("check", deck, code=1)["faults"]
    assert faults == [
        "Wolf: hp is 0; it must be 1 or more",
        'Harpy: there is no ability "flyng"; did you mean flying?',
    ]
    assert "hp is 0" in run("show", deck, "wolf", code=2).stderr
    assert "can't be read" in run("list", deck).stdout
    run("edit", deck, "wolf", "5/2")
    run("edit", deck, "harpy", "no flyng", "flying")
    assert data(deck) == tomllib.loads(DECK)
    run("check", deck)


WOLF = 'name = "Wolf", level = 1, hp = 5, bd = 2, abilities = ["flying"]'


@pytest.mark.parametrize(
    "text",
    [
        f"creature = [{{ {WOLF} }}]\n",
        "note = '''\n[[creature]]\n'''\n[[creature]]\n" + WOLF.replace(", ", "\n") + "\n",
        "note = '''\n[[creature]]\nname = 1\n'''\n[[creature]]\n" + WOLF.replace(", ", "\n") + "\n",
    ],
)
def test_a_deck_in_another_layout_is_not_harmed(tmp_path: Path, text: str) -> None:
    deck = tmp_path / "box.toml"
    deck.write_text(text, encoding="utf-8")
    assert as_json("list", deck)["cards"][0]["name"] == "Wolf"
    assert "change it by hand" in run("add", deck, "Imp: level 1, 4/2", code=2).stderr
    assert deck.read_text(encoding="utf-8") == text


def test_windows_line_ends_are_kept(deck: Path) -> None:
    deck.write_bytes(DECK.replace("\n", "\r\n").encode())
    run("add", deck, "Imp: level 1, 4/2, burning 1")
    run("edit", deck, "wolf", "earth")
    run("remove", deck, "Dirk")
    text = deck.read_bytes().decode()
    assert text.count("\n") == text.count("\r\n")
    assert [card["name"] for card in data(deck)["creature"]] == ["Wolf", "Harpy", "Imp"]


def test_what_another_program_wrote_meanwhile_is_not_written_over(deck: Path) -> None:
    bench = CONJURERS.deck(deck)
    bench.add(["Imp: level 1, 4/2"])
    run("add", deck, "Bear: level 1, 6/2, flying")
    there = deck.read_text(encoding="utf-8")
    with pytest.raises(Exception, match="was changed meanwhile"):
        bench.save()
    assert deck.read_text(encoding="utf-8") == there


NAMES = ("Wolf", "Harpy", "Imp", "Bear", "Dirk", "Club", "Ofuda", "Talaria")
LINES = {
    "Wolf": "level 1, 5/2",
    "Harpy": "greek 2, 7/2, flying",
    "Imp": "level 1, 4/2",
    "Bear": "norse 3, 9/3",
    "Dirk": "flying, costs 1 wood",
    "Club": "power hit 1",
    "Ofuda": "bind",
    "Talaria": "flying",
}
CHANGES = {"creature": ("6/3", "fire", "no element", "ranged"), "other": ("flying", "no flying", "2 copies")}


@examples(60)
@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "edit", "remove"]), st.sampled_from(NAMES), st.integers(0, 3)), max_size=8
    )
)
def test_any_changes_keep_what_they_dont_touch(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int]]
) -> None:
    """A twin keeps the cards' data in a dictionary; comments between the cards are never lost."""
    path = tmp_path_factory.mktemp("deck") / "box.toml"
    path.write_text(DECK, encoding="utf-8")
    bench = CONJURERS.deck(path)
    twin = {card.name: card.data for card in bench.cards}
    for verb, name, number in steps:
        try:
            if verb == "add":
                bench.add([f"{name}: {LINES[name]}"])
            elif verb == "remove":
                bench.remove([name], None)
            else:
                kind = "creature" if "/" in LINES[name] else "other"
                bench.edit(name, [CHANGES[kind][number % len(CHANGES[kind])]], None)
        except BadInput:
            assert {card.name: card.data for card in bench.cards} == twin
            continue
        now = {card.name: card.data for card in bench.cards}
        assert {n for n in now if now[n] != twin.get(n)} <= {name}
        assert set(twin) - set(now) <= {name}
        twin = now
    assert join(cut(bench.text, "")) == bench.text
    assert all(
        comment in bench.text for comment in (" --- creatures ---", " from the second printing", " --- items ---")
    )
    assert tomllib.loads(bench.text)["note"] == tomllib.loads(DECK)["note"]


# --- asking at the terminal -----------------------------------------------------------------------


def test_cards_are_asked_for_one_by_one_and_kept_at_once(tmp_path: Path) -> None:
    deck = tmp_path / "box.toml"
    child = start("cards", "add", deck, columns=80)
    mended = "\b" * len("sionous") + "iso"
    for keys, told in (
        ("Wolf: level 1, 5/2, posionous\r", "did you mean poisonous"),
        (f"{mended}nous\r", "1 of 90 cards"),  # the refused line stands there, to be mended
        ("Imp: level 1, 4/2, burning 1\r", "2 of 90 cards"),
        ("undo\r", "Undid"),
        ("Dirk: flying\r", "has no price yet"),
    ):
        answer(child, "Card:", keys)
        child.expect(told)
    answer(child, "Card:", CTRL_C)
    assert ended(child) == 130
    assert [card["name"] for kind in ("creature", "item") for card in data(deck)[kind]] == ["Wolf", "Dirk"]


def test_cards_come_from_a_file_too(deck: Path, tmp_path: Path) -> None:
    moves = tmp_path / "cards.txt"
    moves.write_text("# level 1\nImp: level 1, 4/2, burning 1\nOwl: level 1, 4/2\nundo\nstatus\n", encoding="utf-8")
    assert "85 of 90 cards are missing" not in run("add", deck, "--moves", moves).stdout
    assert [card["name"] for card in data(deck)["creature"]] == ["Wolf", "Harpy", "Imp"]
    moves.write_text("Wolf: level 1, 4/2\n", encoding="utf-8")
    assert "already exists" in run("add", deck, "--moves", moves, code=2).stderr


# --- checking, counting, comparing ----------------------------------------------------------------


def test_the_sample_deck_has_no_fault_and_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")  # room for any path on one line
    assert as_json("check", SAMPLE) == {"deck": str(SAMPLE), "faults": [], "doubts": []}
    assert as_json("missing", SAMPLE)["missing"] == 0
    assert "all 90 cards are there" in run("missing", SAMPLE).stdout


FAULTY = """
game = "conjurers"
[[creature]]
name = "Minotaur"
level = 3
hp = 11
bd = 3
abilities = ["ofensive 2", "flying 1"]
[[creature]]
name = "minotaur"
level = 1
hp = 5
bd = "2"
[[creature]]
name = "Ox"
level = 1
copies = 16
hp = 5
bd = 2
abilities = ["ranged"]
[[item]]
name = "Cloak #2"
abilities = ["flying"]
cost = { wood = 1 }
[[artifact]]
name = "The Holy Grial"
[[artifact]]
name = "Ofuda"
mythology = "norse"
points = 5
copies = 2
abilities = ["bind"]
cost = { wood = 1 }
"""


def test_every_fault_is_told_at_once(deck: Path) -> None:
    deck.write_text(FAULTY, encoding="utf-8")
    assert as_json("check", deck, code=1)["faults"] == [
        'Minotaur: there is no ability "ofensive 2"; did you mean offensive 2 or defensive 2?',
        'Minotaur: "flying 1" takes no number; write "flying"',
        "Minotaur: a level 3 creature needs its mythology (p. 6)",
        'minotaur: bd is "2"; it must be a whole number',
        'Cloak #2: "#2" names a second copy; write the card once, with copies = 2',
        'The Holy Grial: there is no artifact "The Holy Grial"; did you mean The Holy Grail?',
        "Ofuda: is japanese in the rulebook (p. 8), not norse",
        "Ofuda: is worth 6 points in the rulebook (p. 8), not 5",
        "Ofuda: costs 12 wood and 10 bronze in the rulebook (p. 8), not 1 wood",
        "minotaur: is listed twice; write it once, with the number of cards as copies = 2",
        "level 1 creatures: 16 cards; the box has 15 (pp. 5-8)",
        "Ofuda: 2 copies; there is one of each artifact (p. 8)",
    ]
    with pytest.raises(BadInput):
        load_deck(deck)


@pytest.mark.parametrize(
    ("line", "doubts"),
    [
        ("Wolf: level 1, 5/2, poisonous", []),
        ("Wolf: level 1, 2/5, poisonous", ["2/5 is 2 hit points and 5 battle dice; swapped?"]),
        ("Ox: greek 3, 3/3, ranged", ["3 hit points? Usual at level 3 is 4 to 18"]),
        (
            "Ox: greek 5, 29/9, ranged",
            ["29 hit points? Usual at level 5 is 7 to 28", "9 battle dice? Usual at level 5 is 2 to 8"],
        ),
        ("Ox: greek 5, 28/8, ranged", []),
        ("Ox: level 1, 5/0, ranged", []),
        ("Ox: level 1, 5/2", ["has no ability; every creature has one or more (p. 17)"]),
        ("Ox: greek 1, 5/2, ranged", ["a level 1 creature has no mythology; greek doesn't count (p. 6)"]),
        ("Ox: level 1, 5/2, offensive 11", ["offensive 11? Usual is 1 to 10"]),
        ("Ox: level 1, 5/2, offensive 1, offensive 1", ["offensive 1 is listed 2 times"]),
        ("Dirk: flying", ["has no price yet; the blacksmith can't sell it"]),
        ("Dirk: costs 1 wood", ["has no ability yet"]),
        ("Ofuda: bind", []),
    ],
)
def test_unusual_cards_are_taken_and_told(tmp_path: Path, line: str, doubts: list[str]) -> None:
    deck = tmp_path / "box.toml"
    name = line.partition(":")[0]
    *told, _ = run("add", deck, line).stderr.splitlines()  # the last line names the next command
    assert told == [f"note: {name}: {doubt}" for doubt in doubts]
    assert as_json("check", deck)["doubts"] == [f"{name}: {doubt}" for doubt in doubts]


def test_a_card_without_a_name_or_with_an_unprintable_one_is_told_of(deck: Path) -> None:
    deck.write_text('[[creature]]\nlevel = 1\n[[item]]\nname = "Dirk\\u001b[31m"\n', encoding="utf-8")
    faults = as_json("check", deck, code=1)["faults"]
    assert faults == [
        'a nameless creature: the key "name" is missing, like name = "..."',
        'Dirk?[31m: name is "Dirk?[31m"; it must be plain text on one line',
    ]
    assert "\x1b" not in run("list", deck).stdout + run("check", deck, code=1).stdout
    run("remove", deck, "Dirk?[31m", "a nameless creature")
    assert data(deck) == {}


def test_names_that_cant_be_told_in_a_line_are_doubted(deck: Path) -> None:
    deck.write_text(DECK.replace('"Wolf"', '"Wolf, grey"'), encoding="utf-8")
    assert 'Wolf, grey: a name with ","' in as_json("check", deck)["doubts"][0]
    run("edit", deck, "Wolf, grey", "name Wolf")
    assert data(deck)["creature"][0]["name"] == "Wolf"


def test_missing_counts_copies_and_names_artifacts(deck: Path) -> None:
    run("add", deck, "Imp: level 1, 4/2, burning 1, 3 copies", "Ofuda: bind", "Goat: greek 3, 9/3, flying, 9 copies")
    found = as_json("missing", deck)
    parts = {part["name"]: (part["have"], part["box"], part["missing"]) for part in found["parts"]}
    assert parts["level 1 creatures"] == (4, 15, 11)
    assert parts["greek creatures"] == (10, 8, 0)
    assert parts["norse creatures"] == (0, 8, 8)
    assert parts["items"] == (1, 20, 19)
    assert parts["japanese artifacts"] == (1, 3, 2)
    assert sum(box for _, box, _ in parts.values()) == 90
    assert found["missing"] == 11 + 4 * 8 + 19 + 14
    names = {part["name"]: part["names"] for part in found["parts"]}
    assert names["japanese artifacts"] == ["Kusanagi-No-Tsurugi", "Yasakani No Magatama"]
    assert "greek creatures: 10 cards; the box has 8 (pp. 5-8)" in as_json("check", deck, code=1)["faults"]


def test_comparing_tells_what_only_one_has_and_what_differs(deck: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(DECK, encoding="utf-8")
    run("edit", other, "wolf", "6/2", "earth", "flying")
    run("remove", other, "Dirk")
    run("add", other, "Imp: level 1, 4/2, burning 1")
    assert as_json("compare", deck, other) == {
        "here": str(deck),
        "there": str(other),
        "only_here": ["Dirk"],
        "only_there": ["Imp"],
        "same": 1,
        "differences": [
            {"name": "Wolf", "key": "hp", "here": "5", "there": "6"},
            {"name": "Wolf", "key": "abilities", "here": "poisonous", "there": "flying, poisonous"},
            {"name": "Wolf", "key": "element", "here": "", "there": "earth"},
        ],
    }
    shown = run("compare", deck, other).stdout
    assert "5 → 6" in shown
    assert "none → earth" in shown
    assert "90 cards are the same" in run("compare", SAMPLE, SAMPLE).stdout


# --- spreadsheets ---------------------------------------------------------------------------------


def test_a_deck_comes_back_from_a_spreadsheet_as_it_was(tmp_path: Path) -> None:
    sheet, deck = tmp_path / "cards.csv", tmp_path / "box.toml"
    run("export", SAMPLE, sheet)
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbfkind,name,level")
    assert run("import", deck, sheet).stdout == "90 added, 0 changed, 0 as they were\n"
    kinds = ("creature", "item", "artifact")
    assert [data(deck)[kind] for kind in kinds] == [data(SAMPLE)[kind] for kind in kinds]
    assert run("import", deck, sheet).stdout == "0 added, 0 changed, 90 as they were\n"


def test_importing_changes_known_cards_and_keeps_the_rest(deck: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("name,hp,bd,level,abilities\nwolf,6,2,1,poisonous\nImp,4,2,1,burning 1\n", encoding="utf-8")
    assert "1 added, 1 changed" in run("import", deck, sheet, "--dry-run").stdout
    assert deck.read_text(encoding="utf-8") == DECK
    run("import", deck, sheet)
    assert [(card["name"], card["hp"]) for card in data(deck)["creature"]] == [("wolf", 6), ("Harpy", 7), ("Imp", 4)]
    assert all(comment in deck.read_text(encoding="utf-8") for comment in COMMENTS)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_spreadsheets_write_is_read(tmp_path: Path, delimiter: str, ends: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=ends)
    writer.writerows(
        [
            ["Name", "Kind", "HP", "bd", "Level", "Mythology", "abilities", "cost", ""],
            ["Sphinx", "Creature", "9", "3", "3", "Egyptian", "offensive 2, flying", "", ""],
            [],
            ["", "", "", "", "", "", "", "", ""],
            ["Dirk", "item", "", "", "", "", "first strike", "2 wood and 1 iron", ""],
            ["Mjollnir", "", "", "", "", "", "", "", ""],
        ]
    )
    sheet, deck = tmp_path / "cards.csv", tmp_path / "box.toml"
    sheet.write_bytes(b"\xef\xbb\xbf" + out.getvalue().encode())
    run("import", deck, sheet)
    assert data(deck)["creature"] == [
        {
            "name": "Sphinx",
            "mythology": "egyptian",
            "level": 3,
            "hp": 9,
            "bd": 3,
            "abilities": ["offensive 2", "flying"],
        }
    ]
    assert data(deck)["item"][0]["cost"] == {"wood": 2, "iron": 1}
    assert data(deck)["artifact"] == [{"name": "Mjollnir"}]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("nam,hp\nWolf,5\n", 'there is no column "nam"; did you mean name?'),
        ("hp,bd\n5,2\n", "its first row must have the headings"),
        ("name,hp,hp\nWolf,5,5\n", 'the column "hp" is there twice'),
        ("name,hp,bd,level\n", "has no cards"),
        ("", "has no cards"),
        ('name,hp\n"Wolf,5\n', "line 2: isn't CSV"),
        ("name,hp,bd,level\nWolf,5,2,1,9\n", "line 2: has 5 cells; there are 4 headings"),
        ("name,hp,bd,level\n\nWolf,5,x,1\n", 'line 3: Wolf: bd is "x"; it must be a whole number'),
        ("name,hp,bd,level\nWolf,5,,1\n", "line 2: Wolf: its hit points and battle dice are missing"),
        ("name,hp,bd,level\nWolf,5,2,2\n", "line 2: Wolf: a level 2 creature needs its mythology"),
        ("name,hp,bd,level,mythology\nWolf,5,2,2,grek\n", 'mythology is "grek"; did you mean greek?'),
        ("name,hp,bd,level,abilities\nWolf,5,2,1,flyng\n", "did you mean flying?"),
        ("name,hp,bd,level,abilities\nWolf,5,2,1,earth\n", '"earth" isn\'t an ability'),
        ("name,kind\nWolf,beast\n", 'no kind of card is called "beast"'),
        ("name,cost\nDirk,2 wod\n", "did you mean wood?"),
        ('name,cost\n"Dirk, sharp",2 wood\n', 'leave out ","'),
        (",cost\n", "its first row must have the headings"),
        ("name,cost\n,2 wood\n", "a card needs a name"),
        ("name,hp,bd,level\nImp,5,2,1\nImp,5,2,1\nImp,6,2,1\nThe Holy Grial,x,,\n", "line 5"),
    ],
)
def test_bad_rows_are_named_and_nothing_is_imported(deck: Path, tmp_path: Path, rows: str, says: str) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text(rows, encoding="utf-8")
    assert says in run("import", deck, sheet, code=2).stderr
    assert deck.read_text(encoding="utf-8") == DECK


def test_every_bad_row_is_named(deck: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    rows = "".join(f"Wolf {n},x,2,1\n" for n in range(20))
    sheet.write_text(f"name,hp,bd,level\n{rows}", encoding="utf-8")
    lines = run("import", deck, sheet, code=2).stderr.splitlines()
    assert len(lines) == 13
    assert lines[0].startswith(f"{sheet}: line 2: Wolf 0: hp")
    assert lines[-1] == f"{sheet}: and 8 more bad rows"


def test_export_writes_over_nothing_by_mistake(deck: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("mine", encoding="utf-8")
    assert "already exists" in run("export", deck, sheet, code=2).stderr
    assert "must end in .csv" in run("export", deck, deck, "--replace", code=2).stderr
    assert (sheet.read_text(encoding="utf-8"), deck.read_text(encoding="utf-8")) == ("mine", DECK)
    run("export", deck, sheet, "--replace")
    assert run("export", deck).stdout == sheet.read_text(encoding="utf-8-sig")


# --- files that are no decks ----------------------------------------------------------------------


@pytest.mark.parametrize("command", ["list", "check", "missing", "export"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", None),
        ("[[creatures]]\nname = 'Wolf'\n", 'unknown key "creatures"; did you mean creature'),
        ("creature = 5\n", "creature must be a list of cards"),
        ("creature = [5]\n", ""),
        ("game = 'go'\n", 'there is no game "go"'),
        ("name = \n", "is not valid TOML"),
        ("kind = 'save'\n", "is the save of a game, not a deck"),
        ("[[players]]\nname = 'Anna'\n", "is a score sheet, not a deck"),
        ("attacker = 1\n", "is a battle record, not a deck"),
    ],
)
def test_other_files_are_refused_in_a_line(tmp_path: Path, command: str, text: str, says: str | None) -> None:
    deck = tmp_path / "box.toml"
    deck.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(build(["cards"]), ["cards", command, str(deck)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    if says is None:
        assert result.exit_code == 0
    elif says:
        assert result.exit_code == 2
        assert says in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert deck.read_text(encoding="utf-8") == text


def test_a_deck_that_isnt_there_is_begun_only_by_adding(tmp_path: Path) -> None:
    deck = tmp_path / "box.toml"
    for command in (
        ("list",),
        ("show", "Wolf"),
        ("edit", "Wolf", "5/2"),
        ("remove", "Wolf"),
        ("missing",),
        ("export",),
    ):
        assert "there is no such file" in run(command[0], deck, *command[1:], code=2).stderr
    assert not deck.exists()


FORMULAS = ["=cmd()", "+1", "-1+1", "@sum", "'=quoted", "''=twice", "'Tis", "''", "=1'='1", "＝wide"]
"""Names that a spreadsheet takes for a formula, or that look like what keeps it from doing so."""


def test_no_name_is_a_formula_in_a_spreadsheet_and_each_comes_back_as_it_was(tmp_path: Path) -> None:
    deck, sheet, back = tmp_path / "box.toml", tmp_path / "cards.csv", tmp_path / "back.toml"
    deck.write_text("".join(f'[[item]]\nname = "{name}"\n' for name in FORMULAS), encoding="utf-8")
    run("export", deck, sheet)
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝"))] == []
    assert "'=cmd()" in cells
    assert "'Tis" in cells
    run("import", back, sheet)
    assert [item["name"] for item in data(back)["item"]] == FORMULAS
    assert run("import", deck, sheet).stdout == f"0 added, 0 changed, {len(FORMULAS)} as they were\n"
