"""Maps: read, written back, refused in one message, learnt; distance, heights and what hides on a line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import get_args

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput, Unreadable
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Board, hidden_by, sees_over
from referee.games.mythic.board.map_file import load_map
from referee.games.mythic.vocabulary import Border, Terrain

SAMPLE = Path(__file__).parents[2] / "examples" / "mythic" / "two-fords.toml"
DATA = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))
FORDS = load_map(SAMPLE)


def board(*lines: str) -> Board:
    """A board of areas, borders and lines in any order: what has a colon and a hyphen before it is a line."""
    found = Board()
    for line in lines:
        head, colon, _ = line.partition(":")
        found = words.grown(found, "border" if not colon else "line" if "-" in head else "area", line)
    return words.check_board(found)


# --- files --------------------------------------------------------------------------------------------


def test_a_map_is_read_and_written_back_unchanged() -> None:
    assert list(map(words.write_area, FORDS.areas)) == DATA["area"]
    assert list(map(words.write_border, FORDS.boundaries)) == DATA["border"]
    assert list(map(words.write_line, FORDS.lines)) == DATA["line"]
    assert FORDS["B"].zone == "north"
    assert FORDS.zone("south") == ("H",)
    assert [FORDS.elements(name) for name in "ABE"] == [0, 2, 1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"area": ["A: open grund 4"]}, 'area "A: open grund 4": A: can\'t read "open grund 4"; did you mean open'),
        ({"area": ["A: open ground 0"]}, "capacity is 0; it must be 1 or more"),
        ({"area": ["A: open ground"]}, "area A needs its terrain"),
        ({"area": ["A: level 1"]}, "area A needs its terrain and how many units it holds"),
        ({"area": ["A-B: open ground 4"]}, "one word without a hyphen"),
        ({"area": ["A: open ground 4", "a: forest 3"]}, "two areas are called a"),
        ({"area": ["A: open ground 4, elements 2"]}, "open ground has no 3D elements"),
        ({"area": ["A: forest 4, rift A to B"]}, "only a rift has paths of skulls"),
        ({"area": [], "border": [], "line": []}, "a map needs areas"),
        ({"border": ["A-Z"], "line": []}, 'border "A-Z": there is no area "Z"'),
        ({"border": ["A-A"], "line": []}, "not from A to itself"),
        ({"border": ["A-B", "B-A"], "line": []}, "two borders B-A; write it once"),
        ({"border": ["A-B wal"], "line": []}, "did you mean wall"),
        ({"border": ["A-B wall chains"], "line": []}, "a border has one kind"),
        ({"border": ["A"], "line": []}, "two areas with a hyphen between"),
        ({"border": ["E-D above"], "line": []}, "points from level 0 up to level 1"),
        ({"border": ["A-B"], "line": []}, "area C has no border; write where it lies, like C-A"),
        ({"line": ["A-Q: C"]}, 'there is no area "Q"'),
        ({"line": ["A-E"]}, "two areas, a colon and what it meets"),
        ({"line": ["A-E: A"]}, "leave it out (M31)"),
        ({"line": ["A-E: C-D"]}, "there is no border C-D"),
        ({"line": ["A-B: C"]}, "neighbours: only their border lies between them (M30)"),
        ({"line": ["A-E: C", "E-A: D"]}, "two lines E-A"),
        ({"areas": []}, 'unknown key "areas"; did you mean area?'),
        ({"kind": "deck"}, "is a deck, not a map"),
        ({"game": "prophecy"}, "is a file of prophecy, not a map of mythic"),
    ],
    ids=str,
)
def test_a_map_that_cannot_be_is_refused_with_its_line(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    path = tmp_path / "map.toml"
    path.write_text(tomli_w.dumps({**DATA, **changes}), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        load_map(path)
    assert str(path) in str(error.value)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


_KINDS = st.sampled_from(get_args(Border))
_SEEN = st.sampled_from(("", "hides", "open"))


@given(
    st.sampled_from(get_args(Terrain)),
    st.integers(1, 20),
    st.integers(0, 3),
    st.sampled_from(("", "north")),
    st.booleans(),
    _KINDS,
    st.booleans(),
    _SEEN,
    st.sets(st.sampled_from(("C", "A-B"))),
)
def test_every_area_border_and_line_is_read_as_it_is_written(
    terrain: Terrain,
    capacity: int,
    level: int,
    zone: str,
    bare: bool,
    kind: str,
    above: bool,
    seen: str,
    met: set[str],
) -> None:
    elements = ", elements 0" if bare and terrain in ("forest", "ruins") else ""
    text = f"A: {terrain} {capacity}" + f", level {level}" * bool(level) + elements + f", zone {zone}" * bool(zone)
    text += ", rift B to C, rift B to B" * (terrain == "rift")
    assert words.write_area(words.read_area(text)) == text
    border = " ".join(filter(None, ["A-B", kind if kind != "normal" else "", "above" * above, seen]))
    assert words.write_border(words.read_border(border, "AB")) == border
    there = board("A: lava 2", "B: lava 2", "C: lava 2", "D: cage 1", "A-B", "B-C", "C-D")
    line = f"A-D: {', '.join(sorted(met, key=len)) or 'nothing'}"
    assert words.write_line(words.read_line(line, there)) == line


# --- learnt -------------------------------------------------------------------------------------------


def test_a_map_grows_by_what_is_told_at_the_table() -> None:
    grown = words.with_area(FORDS, words.read_area("K: cage 2"))
    grown = words.with_border(grown, words.read_border("h-k", grown.names))
    assert grown.neighbours("K") == ("H",)
    assert grown.line("A", "K") is None
    grown = words.with_line(grown, words.read_met("A", "K", "C, E, E-H", grown))
    assert words.write_line(grown.lines[-1]) == "A-K: C, E, E-H"
    for what, again in (("area", "k: lava 2"), ("border", "K-H wall"), ("line", "K-A: C")):
        with pytest.raises(Unreadable, match=r"two|write it once"):
            words.grown(grown, what, again)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "area"),
    [
        ("water, 3 units", "water 3"),
        ("open, room for 4 units, north zone", "open ground 4, zone north"),
        ("3 units, forest, level 1", "forest 3, level 1"),
    ],
)
def test_an_areas_room_is_said_beside_its_terrain(said: str, area: str) -> None:
    assert words.write_area(words.read_area(f"K: {said}")) == f"K: {area}"


@pytest.mark.parametrize(
    ("said", "met"), [("none", "nothing"), ("no", "nothing"), ("Nothing", "nothing"), ("c and e", "C, E")]
)
def test_what_a_line_meets_is_said_in_words(said: str, met: str) -> None:
    there = board("A: lava 2", "B: lava 2", "C: lava 2", "E: lava 2", "A-C", "B-C", "E-B")
    assert words.write_met(words.read_met("A", "B", said, there)) == met


# --- distance, heights, sight -------------------------------------------------------------------------


@pytest.mark.rule("range", "M33", "M68")
def test_distance_is_the_fewest_areas_whatever_the_boundary() -> None:
    assert [FORDS.distance("A", name) for name in "ABCDEFGH"] == [0, 1, 1, 2, 2, 3, 2, 3]
    assert FORDS.neighbours("D") == ("B", "E", "G")
    assert FORDS.within("F", 1) == ("F", "E")
    apart = board("A: lava 2", "B: lava 2", "C: lava 2", "D: cage 1", "A-B", "C-D")
    assert apart.distance("A", "C") is None


@pytest.mark.rule("visible", "obstacles", "M30", "M31", "M32")
def test_a_line_hides_by_areas_units_and_borders() -> None:
    line = FORDS.line("B", "E")
    assert line is not None
    assert list(hidden_by(FORDS, line)) == ["B-D: wall"]
    assert list(hidden_by(FORDS, line, occupied={"B", "D", "E"})) == ["D: a unit stands there", "B-D: wall"]
    hall = FORDS.line("D", "H")
    assert hall is not None
    assert list(hidden_by(FORDS, hall)) == ["E: ruins"]
    assert not list(hidden_by(FORDS, hall, elements={"E": 0}))
    assert list(hidden_by(FORDS, hall, elements={"E": 0}, occupied={"E"})) == ["E: a unit stands there"]
    assert FORDS.line("A", "D") is None


@pytest.mark.rule("visible", "wall", "M30", "M32")
def test_between_neighbours_only_their_border_hides() -> None:
    there = board(
        "A: open ground 2",
        "B: forest 2",
        "C: cage 2",
        "D: lava 1",
        "A-B",
        "A-C wall open",
        "B-D chains hides",
        "A-D wall",
    )
    seen = {}
    for pair in ("A-B", "A-C", "B-D", "A-D"):
        line = there.line(*pair.split("-"))
        assert line is not None
        seen[pair] = [one.partition(": ")[2] for one in hidden_by(there, line, occupied="ABCD")]
    assert seen == {"A-B": [], "A-C": [], "B-D": ["the map says so"], "A-D": ["wall"]}
    same = there.line("B", "B")
    assert same is not None
    assert not list(hidden_by(there, same, occupied="B"))


@pytest.mark.rule("cage", "obstacles", "M2")
def test_cages_hide_by_a_setting() -> None:
    row = board("A: open ground 2", "B: cage 2", "C: lava 1", "A-B", "B-C", "A-C: B")
    line = row.line("A", "C")
    assert line is not None
    assert list(hidden_by(row, line)) == ["B: cage"]
    assert not list(hidden_by(row, line, cages_hide=False))


@pytest.mark.rule("rock", "stairs", "heights", "M34")
def test_rock_stairs_and_heights_see_over_obstacles() -> None:
    there = board(
        "A: stairs 2, level 2",
        "B: open ground 2, level 1",
        "C: open ground 2",
        "D: rock 2, level 1",
        "E: open ground 2, level 2",
        "A-B above",
        "B-C above",
        "C-D",
        "D-E",
    )
    assert [sees_over(there, one, "C") for one in "ABCDE"] == ["stairs", "heights", "", "rock", ""]
    assert [there.heights(*pair) for pair in ("AB", "AC", "AD", "AE", "BC", "BD", "CB", "EC")] == [
        True,
        True,
        True,
        False,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.rule("heights", "M34")
def test_an_arrowhead_says_which_of_two_areas_is_lower_where_no_levels_are_told() -> None:
    there = board("A: open ground 2", "B: open ground 2", "C: open ground 2", "A-B above", "A-C")
    assert [there.heights(*pair) for pair in ("AB", "BA", "AC")] == [True, False, False]


@pytest.mark.rule("elements", "forest", "open-ground", "M58")
def test_case_21_a_forest_whose_trees_are_gone_is_open_ground() -> None:
    assert FORDS.elements("B") == 2
    assert [FORDS.terrain("B", {"B": left}) for left in (2, 1, 0)] == ["forest", "forest", "open ground"]
    bare = board("A: forest 3, elements 0", "B: ruins 2, elements 0", "C: cage 2", "A-B", "B-C")
    for left in ({}, dict.fromkeys("ABC", 0)):
        assert [bare.terrain(name, left) for name in "ABC"] == ["open ground", "open ground", "cage"]
    assert FORDS.terrain("A", {"A": 0}) == "open ground"
