"""The board of Prophecy: the ring as the rulebook says it, a table's own, and the facts that none may contradict."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.errors import BadInput, Unreadable
from referee.games.prophecy.board import SPACES, Board, Terrain
from referee.games.prophecy.board_file import complete, data_of, load_board, printed_board
from tests.prophecy.games import BOARD

SAMPLE = Path(__file__).parents[2] / "examples" / "prophecy" / "sample-board.toml"
DATA = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))
ANSWERS: dict[int, Terrain] = {3: "Mountains", 4: "Forest", 11: "Plains", 12: "Forest", 18: "Mountains"}
"""What the sample board answers to the open spaces."""


def changed(*changes: tuple[int, dict[str, Any]]) -> dict[str, Any]:
    """The sample board's data with other spaces in some places, by number."""
    data = copy.deepcopy(DATA)
    for number, space in changes:
        data["space"][number - 1] = {"number": number, **space}
    return data


def refused(tmp_path: Path, data: dict[str, Any], *told: str) -> None:
    """A board's file is refused with its name and these words."""
    path = tmp_path / "board.toml"
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        load_board(path)
    for words in (str(path), *told):
        assert words in str(error.value)


# --- the ring as told ---------------------------------------------------------------------------------


@pytest.mark.rule("spaces-of-board", "P1", "P3")
def test_the_told_ring_has_twenty_spaces_and_leaves_five_open() -> None:
    told = printed_board()
    assert [space.number for space in told.space] == list(range(1, SPACES + 1))
    assert [space.number for space in told.space if space.open] == [3, 4, 11, 12, 18]
    assert all(space.place for space in told.space if not space.open)
    assert all("number" in space.inferred for space in told.space if not space.open and space.number > 2)
    assert [plane.inferred for plane in told.plane] == [(), *[("spaces",)] * 4]
    assert all(fact.place and fact.text for fact in told.fact)


@pytest.mark.rule("P3")
def test_the_sample_board_is_the_told_ring_with_its_answers() -> None:
    board = load_board(SAMPLE)
    assert board == complete(ANSWERS, gates=[17])
    assert [board.label(number) for number in (2, 6, 7, 10, 14, 16, 20)] == [
        "City",
        "Plains 6",
        "Enchanted Wilderness",
        "Mountains 10",
        "Plains 14",
        "Mountains 16",
        "Forest 20",
    ]
    assert [number for number in board.numbers() if board[number].gate] == [2, 7, 17]
    assert [number for number in board.numbers() if board[number].port] == [2, 6, 10, 15, 19]
    assert [board.of_terrain(terrain) for terrain in ("Mountains", "Forest", "Plains")] == [
        [3, 10, 16, 18],
        [4, 8, 12, 20],
        [6, 11, 14, 19],
    ]
    assert {plane.name: plane.spaces for plane in board.planes} == {
        "Monastery": (20, 2),
        "Fortress": (4, 6),
        "Forest Camp": (8, 10),
        "Thieves' Guild": (12, 14),
        "Magic Tower": (16, 18),
    }
    assert "INVENTED" in SAMPLE.read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.rule("P3", "P4")
def test_the_ring_may_run_the_other_way() -> None:
    board, other = complete(ANSWERS), complete(ANSWERS, reverse=True)
    assert [place.name for place in other.spaces] == [place.name for place in (board.spaces[0], *board.spaces[:0:-1])]
    assert [plane.name for plane in other.planes] == [plane.name for plane in board.planes]
    assert [other.label(space) for space in other.planes[0].spaces] == ["Forest 2", "City"]
    assert other.ports_beside(other.number_of("Village")) == [3, 12]


@pytest.mark.rule("P3")
@pytest.mark.parametrize("swapped", [[(14, 16)], [(18, 19)], [(14, 16), (18, 19)], [(2, 20)]])
def test_what_may_be_the_other_way_round_may_be(swapped: list[tuple[int, int]]) -> None:
    answers = ANSWERS | ({18: "Forest"} if (2, 20) in swapped else {})
    if (18, 19) in swapped:
        answers = {(19 if number == 18 else number): terrain for number, terrain in answers.items()}
    board = complete(answers, swapped=swapped)
    plain = complete(ANSWERS)
    for one, other in swapped:
        assert [board[one].name, board[one].port] == [plain[other].name, plain[other].port]


@pytest.mark.rule("P3")
def test_swapping_the_city_needs_a_forest_by_the_village_port() -> None:
    with pytest.raises(BadInput, match="the Village's next ports is on Plains near a Forest"):
        complete(ANSWERS, swapped=[(2, 20)])


def test_an_open_space_without_answer_is_named() -> None:
    with pytest.raises(
        BadInput, match="the terrain of space 3 and 18 isn't given; it is Mountains, Forest or Plains"
    ):
        complete({4: "Forest", 11: "Plains", 12: "Forest"})


@pytest.mark.rule("P3")
def test_a_table_may_have_more_ports_and_gates_and_other_planes(tmp_path: Path) -> None:
    data = data_of(complete(ANSWERS, gates=[5]))
    data["space"][7]["port"] = True
    data["plane"] = [{"spaces": pair} for pair in ([20, 2], [3, 4], [7, 9], [11, 12], [17, 18])]
    path = tmp_path / "board.toml"
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    board = load_board(path)
    assert board[8].port
    assert board[5].gate
    assert [plane.name for plane in board.planes] == [
        "Monastery",
        "Fortress",
        "Forest Camp",
        "Thieves' Guild",
        "Magic Tower",
    ]


# --- files --------------------------------------------------------------------------------------------


def test_a_board_that_is_written_is_read_again(tmp_path: Path) -> None:
    for board in (complete(ANSWERS, gates=[17]), complete(ANSWERS, reverse=True)):
        path = tmp_path / "board.toml"
        path.write_text(tomli_w.dumps(data_of(board)), encoding="utf-8")
        assert load_board(path) == board


def test_spaces_may_stand_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(tomli_w.dumps({**DATA, "space": DATA["space"][::-1]}), encoding="utf-8")
    assert load_board(path) == load_board(SAMPLE)


def test_what_is_no_board_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, {**DATA, "kind": "deck"}, "is a deck, not a board")
    refused(tmp_path, {**DATA, "game": "enchanters"}, "is a file of enchanters, not a board of prophecy")
    refused(tmp_path, changed((3, {"terrain": "Mountain"})), "space", "Mountains")
    refused(tmp_path, changed((3, {"terrain": "Mountains", "harbour": True})), "harbour")


@pytest.mark.rule("spaces-of-board", "P1")
def test_the_ring_has_twenty_spaces(tmp_path: Path) -> None:
    refused(tmp_path, {**DATA, "space": DATA["space"][:19]}, "the spaces 1 to 20, each once; 20 is missing")
    refused(
        tmp_path, {**DATA, "space": [*DATA["space"], {"number": 21, "terrain": "Plains"}]}, "there is no space 21"
    )
    refused(tmp_path, changed((4, {"number": 3, "terrain": "Forest"})), "space 3 is listed twice")


@pytest.mark.rule("spaces-of-board")
@pytest.mark.parametrize(
    ("number", "space", "told"),
    [
        (2, {"terrain": "Plains", "port": True}, "City is missing"),
        (3, {"name": "City"}, "City is there more than once"),
        (3, {"name": "Forrest"}, 'space 3: no space is called "Forrest"; did you mean Forest, Fortress'),
        (3, {"name": "Forest"}, 'space 3: Forest is a terrain: write terrain = "Forest"'),
        (3, {}, "space 3 has no name or terrain"),
        (3, {"name": "City", "terrain": "Plains"}, "space 3 has both name and terrain"),
        (5, {"name": "Fortress"}, "space 5: Fortress is a guild: write guild = true (Game Board)"),
        (3, {"terrain": "Plains", "guild": True}, "space 3: Plains is no guild (Game Board)"),
    ],
)
def test_a_space_that_cannot_be_is_named(tmp_path: Path, number: int, space: dict[str, Any], told: str) -> None:
    refused(tmp_path, changed((number, space)), told)


@pytest.mark.rule("planes-of-board", "attack-on-planes")
def test_a_plane_lies_beside_two_spaces_of_the_ring(tmp_path: Path) -> None:
    refused(tmp_path, {**DATA, "plane": DATA["plane"][:4]}, "there are 5 planes, not 4")
    refused(tmp_path, {**DATA, "plane": [*DATA["plane"][:4], {"spaces": [16, 16]}]}, "not from 16 and 16")
    refused(tmp_path, {**DATA, "plane": [*DATA["plane"][:4], {"spaces": [16, 21]}]}, "not from 16 and 21")
    refused(tmp_path, {**DATA, "plane": [*DATA["plane"][:4], {"spaces": [1, 3]}]}, "two planes are called after")


CITY, WILDERNESS = {"name": "City", "port": True, "gate": True}, {"name": "Enchanted Wilderness", "gate": True}
AGAINST: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "the City and the Village have ports": [(15, {"name": "Village"})],
    "the City and the Enchanted Wilderness have Magic Gates": [(7, {"name": "Enchanted Wilderness"})],
    "the City lies beside the Monastery": [(2, {"terrain": "Mountains"}), (3, CITY)],
    "from the Village a walk leads to Mountains or Plains": [(14, {"terrain": "Mountains"})],
    "from the Enchanted Wilderness the way leads through a Forest": [(8, {"terrain": "Plains"})],
    "the City's next port on one side": [(3, {"terrain": "Mountains", "port": True})],
    "one of the Village's next ports is on Mountains": [(12, {"terrain": "Forest", "port": True})],
    "one of the Village's next ports is on Plains": [(19, {"terrain": "Forest", "port": True})],
    "the plane nearest to the Monastery": [],
}
"""For each fact changes of the sample board that contradict it and no fact before it."""


@pytest.mark.rule("ports-and-gates", "P3")
@pytest.mark.parametrize("fact", AGAINST)
def test_what_contradicts_a_told_fact_is_refused_with_the_fact(tmp_path: Path, fact: str) -> None:
    data = changed(*AGAINST[fact])
    if not AGAINST[fact]:
        data["plane"][0]["spaces"] = [19, 2]
    where = next(one.place for one in printed_board().fact if one.text.startswith(fact))
    refused(tmp_path, data, f"this contradicts the rulebook, where {fact}", f"({where})")


def test_every_fact_has_a_board_that_contradicts_it() -> None:
    assert len(AGAINST) == len(printed_board().fact)
    assert all(any(fact.text.startswith(words) for words in AGAINST) for fact in printed_board().fact)


@pytest.mark.rule("P3")
def test_a_board_is_refused_whichever_way_the_ring_runs(tmp_path: Path) -> None:
    """The same contradiction, found from the other direction."""
    data = data_of(complete(ANSWERS, reverse=True))
    data["space"][13] = {"number": 14, "terrain": "Mountains"}
    refused(tmp_path, data, "from the Enchanted Wilderness the way leads through a Forest")


@pytest.mark.rule("around-village", "walk", "horse", "boat", "P4")
def test_the_ways_out_of_the_village_are_those_of_the_example() -> None:
    """On foot Mountains or Plains, by horse Magic Tower or Thieves' Guild, by boat the two ports told of."""
    board = load_board(SAMPLE)
    village = board.number_of("Village")

    def around(steps: int) -> set[str]:
        return {board.label(Board.step(village, way * steps)) for way in (1, -1)}

    assert around(1) == {"Mountains 16", "Plains 14"}
    assert around(2) == {"Magic Tower", "Thieves' Guild"}
    assert {board.label(port) for port in board.ports_beside(village)} == {"Plains 19", "Mountains 10"}


@pytest.mark.rule("attack-on-planes")
def test_the_plane_nearest_to_the_monastery_is_attacked_from_the_forest_and_the_city() -> None:
    board = load_board(SAMPLE)
    plane = board.find_plane("Monastery")
    assert [board.label(space) for space in board.numbers() if plane in board.planes_at(space)] == [
        "City",
        "Forest 20",
    ]


@pytest.mark.rule("spaces-of-board")
def test_a_name_that_several_spaces_have_is_asked_about() -> None:
    board = load_board(SAMPLE)
    with pytest.raises(Unreadable, match=r'"Plains" fits several: Plains [0-9]+ or Plains'):
        board.find_space("Plains")
    with pytest.raises(Unreadable, match="there is no Plains 16 on this board"):
        board.find_space("Plains 16")
    for number in ("0", "21", "Forest 21"):
        with pytest.raises(Unreadable):
            board.find_space(number)
    assert [board.find_space(str(number)) for number in board.numbers()] == list(board.numbers())
    assert [board.find_space(board.label(number)) for number in board.numbers()] == list(board.numbers())
    assert [board.find_space(f"{board[number].name} {number}") for number in (1, 20)] == [1, 20]
    first, second, *_ = (number for number in board.numbers() if board[number].name == "Plains")
    assert board.find_space("Plains", [first]) == first
    with pytest.raises(Unreadable, match=f"fits several: {board.label(first)} or {board.label(second)}$"):
        board.find_space("Plains", [first, second])


@pytest.mark.rule("boat", "gate-travel")
def test_a_space_has_the_port_and_the_gate_that_its_line_says() -> None:
    gates = [BOARD.label(number) for number in BOARD.numbers() if BOARD[number].gate]
    ports = [BOARD.label(number) for number in BOARD.numbers() if BOARD[number].port]
    assert gates == ["City", "Enchanted Wilderness", "Magic Tower"]
    assert ports == ["City", "Plains 6", "Mountains 10", "Village", "Plains 19"]
