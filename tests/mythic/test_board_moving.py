"""Walks, runs and flights: what is reached by which way, what is closed; against a slow twin that tries all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.errors import Illegal
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Area, Board, Boundary
from referee.games.mythic.board.moving import (
    Action,
    Mover,
    Route,
    areas_to_enter,
    as_if_there,
    barrier,
    full_areas,
    landing_routes,
    matching_routes,
    movable,
    no_deploy,
    reach,
)
from referee.games.mythic.vocabulary import Border, Kind, Talent, Terrain
from tests.mythic.test_board import board

ROAD = board(
    "A: open ground 2",
    "B: open ground 2",
    "C: open ground 2",
    "D: open ground 2",
    "E: open ground 2",
    "A-B",
    "B-C",
    "C-D",
    "D-E",
)


def mover(kind: Kind = "hero", movement: int = 2, types: str = "", talents: str = "", **more: Any) -> Mover:
    return Mover(
        kind=kind,
        movement=movement,
        types=frozenset(types.split()),  # type: ignore[arg-type]
        talents=frozenset(talents.split()),  # type: ignore[arg-type]
        **more,
    )


def scene(there: Board, enemies: str = "", full: str = "", **elements: int) -> dict[str, Any]:
    return {"board": there, "enemies": frozenset(enemies), "full": frozenset(full), "elements": elements}


def reached(who: Mover, action: Action, start: str = "A") -> str:
    """The areas reached, in the order of their names."""
    return "".join(sorted(reach(who, action, start).ways))


def why(who: Mover, action: Action, *areas: str, start: str = "A") -> str:
    """Why a way can't be gone."""
    with pytest.raises(Illegal) as error:
        matching_routes(who, action, start, areas)
    return f"{error.value.reason} ({error.value.ruling})"


# --- the worked cases ---------------------------------------------------------------------------------


@pytest.mark.rule("heights", "M34")
def test_case_5_heights_count_for_every_lower_area() -> None:
    tower = board(
        "A: stairs 2, level 3",
        "B: open ground 2, level 2",
        "C: open ground 2, level 1",
        "D: lava 2, level 1",
        "A-B above",
        "B-C above",
        "C-D",
    )
    assert tower.distance("A", "D") == 3
    assert tower.heights("A", "D")


@pytest.mark.rule("huge", "full-area", "as-if-there", "M35", "M57")
def test_case_18_a_huge_unit_fills_its_area_and_may_be_struck_as_if_there() -> None:
    there = board("A: open ground 2", "B: open ground 4", "C: open ground 2", "A-B", "B-C wall")
    full = full_areas(there, [("B", True), ("A", False)])
    assert full == {"B"}
    now = scene(there, full="B")
    assert as_if_there(mover(**now), "A", "B")
    assert not as_if_there(mover(**now), "C", "B")
    assert as_if_there(mover(**now), "C", "B", any_boundary=True)
    assert not as_if_there(mover(**scene(there)), "A", "B")
    assert not as_if_there(mover(**now), "A", "C", any_boundary=True)


@pytest.mark.rule("walk", "run", "fast-flight", "enemies-stop", "normal-boundary", "swamp", "aquatic", "M49")
def test_case_19_how_far_a_unit_goes() -> None:
    assert reached(mover(**scene(ROAD)), "walk") == "BC"
    assert reached(mover(**scene(ROAD)), "run") == "BCD"
    assert reached(mover(types="flying", **scene(ROAD)), "fast flight") == "BCD"
    assert reached(mover(**scene(ROAD, enemies="C")), "run") == "BC"
    assert "enemies stand there (enemies-stop)" in why(mover(**scene(ROAD, enemies="C")), "run", "B", "C", "D")
    swamp = board("A: open ground 2", "B: swamp 2", "C: open ground 2", "A-B", "B-C")
    assert reach(mover(**scene(swamp)), "walk", "A").ways == {"B": (Route(entered=("B",), stop="swamp", over=True),)}
    assert reach(mover(**scene(swamp)), "walk", "B").refused == (
        "nobody walks out of a swamp; a run of 1 area is open",
        "swamp",
    )
    assert reached(mover(**scene(swamp)), "run", "B") == "AC"
    assert areas_to_enter(mover(**scene(swamp)), "run", "B") == (1, 1)
    water = board(*(f"{name}: water 2" for name in "ABCDEF"), "A-B", "B-C", "C-D", "D-E", "E-F")
    assert reached(mover(types="aquatic", **scene(water)), "walk") == "BCD"
    assert reached(mover(types="aquatic", **scene(water)), "run") == "BCDE"
    assert reached(mover(**scene(water)), "run") == "BCD"


@pytest.mark.rule("aquatic")
def test_an_aquatic_unit_gains_nothing_on_a_way_that_leaves_the_water() -> None:
    shore = board("A: water 2", "B: swamp 2", "C: open ground 2", "D: water 2", "A-B", "B-C", "C-D", "B-D")
    assert reached(mover(movement=1, types="aquatic", **scene(shore)), "walk") == "BD"
    assert why(mover(movement=1, types="aquatic", **scene(shore)), "walk", "B", "C") == "it can enter 1 area (walk)"
    isle = board("A: water 2", "B: open ground 2", "C: water 2", "A-B", "B-C")
    assert reached(mover(movement=1, types="aquatic", **scene(isle)), "walk") == "B"


@pytest.mark.rule("chains", "climb", "M52")
def test_case_20_chains_end_a_walk_but_not_for_climbers() -> None:
    chained = board("A: open ground 2", "B: open ground 2", "C: open ground 2", "A-B chains", "B-C")
    assert reach(mover(**scene(chained)), "walk", "A").ways == {"B": (Route(entered=("B",), stop="chains"),)}
    assert reached(mover(talents="climb", **scene(chained)), "walk") == "BC"
    assert reached(mover(types="flying", **scene(chained)), "fast flight") == "B"


# --- terrain and boundaries -----------------------------------------------------------------------------


@pytest.mark.rule("rock", "climb", "escarpment", "M56")
def test_rock_and_cliff_are_climbed_by_walking_only() -> None:
    there = board("A: open ground 2", "B: rock 2", "C: open ground 2", "A-B", "B-C", "A-C escarpment")
    assert reach(mover(**scene(there)), "walk", "A").closed == {
        "B": ("B is rock: no walk leads into it", "rock"),
        "C": ("between A and C lies an escarpment", "escarpment"),
    }
    assert reached(mover(talents="climb", **scene(there)), "walk") == "BC"
    assert reached(mover(talents="climb", **scene(there)), "run") == "C"
    assert reached(mover(**scene(there)), "walk", "B") == "AC"
    assert reached(mover(types="flying", **scene(there)), "fast flight") == "BC"


@pytest.mark.rule("water", "M62")
def test_water_silences_a_climber_that_stands_in_it() -> None:
    there = board("A: water 2", "B: rock 2", "A-B")
    assert reached(mover(talents="climb", **scene(there)), "walk") == ""
    assert reached(mover(talents="climb", types="aquatic", **scene(there)), "walk") == "B"


@pytest.mark.rule("M62", "block")
def test_in_water_nobody_slips_past_block_by_a_block_of_its_own() -> None:
    there = board("A: water 2", "B: water 2", "A-B")
    held = mover(talents="block", blocked="Marsh Serpent", **scene(there))
    assert why(held, "walk", "B") == "Marsh Serpent blocks it: it can't walk or run (block)"
    swims = mover(talents="block", types="aquatic", blocked="Marsh Serpent", **scene(there))
    assert reached(swims, "walk") == "B"


@pytest.mark.rule("cage-walls", "wall", "M52")
@pytest.mark.parametrize(("kind", "walks", "flies"), [("hero", "B", "BC"), ("troop", "B", "BC"), ("god", "", "C")])
def test_cage_walls_let_troops_and_heroes_through(kind: Kind, walks: str, flies: str) -> None:
    there = board("A: open ground 2", "B: open ground 2", "C: open ground 2", "A-B cage wall", "A-C wall")
    assert reached(mover(kind, 1, **scene(there)), "walk") == walks
    assert reached(mover(kind, 1, "flying", **scene(there)), "fast flight") == flies


@pytest.mark.rule("lava", "fireproof", "M50")
def test_lava_wounds_and_its_player_chooses_where_the_unit_is_moved() -> None:
    there = board(
        "A: open ground 2",
        "B: lava 2",
        "C: open ground 2",
        "D: lava 2",
        "E: rock 2",
        "A-B",
        "B-C",
        "B-D",
        "B-E",
        "A-C",
    )
    far = reach(mover(**scene(there)), "walk", "A")
    assert far.ways == {
        "A": (Route(entered=("B", "A"), stop="lava", wounds=1),),
        "C": (Route(entered=("C",)), Route(entered=("B", "C"), stop="lava", wounds=1)),
    }
    assert [way.end for way in matching_routes(mover(**scene(there)), "walk", "A", ["B"])] == ["A", "C"]
    assert matching_routes(mover(**scene(there)), "walk", "A", ["B", "C"]) == (far.ways["C"][1],)
    assert "from there it is moved on to A and C (M50)" in why(mover(**scene(there)), "walk", "B", "D")
    assert reached(mover(types="fireproof", **scene(there)), "walk") == "BCD"
    closed_in = scene(there, full="AC")
    assert matching_routes(mover(**closed_in), "walk", "A", ["B"]) == (Route(entered=("B",), stop="lava", wounds=1),)
    assert [way.end for way in landing_routes(mover(**scene(there)), "B")] == ["A", "C"]
    assert landing_routes(mover(**scene(there)), "C") == (Route(entered=("C",)),)


@pytest.mark.rule("lava", "M50")
def test_a_unit_that_lava_destroys_can_go_into_each_lava_area() -> None:
    """Of two from which it would have been moved on to the same area only one was listed; its stone stays there."""
    there = scene(board("A: open ground 2", "B: lava 2", "C: lava 2", "A-B", "A-C"))
    assert reached(mover(vitality=1, **there), "walk") == "BC"
    assert reached(mover(vitality=2, **there), "walk") == "A"
    assert matching_routes(mover(vitality=1, **there), "walk", "A", ["C", "A"])[0].entered == ("C",)


@pytest.mark.rule("rift", "M51")
def test_gods_titans_and_monsters_only_pass_a_rift_along_the_skulls() -> None:
    there = board(
        "A: open ground 2", "R: rift 3, rift A to C", "C: open ground 2", "D: open ground 2", "A-R", "R-C", "R-D"
    )
    assert reached(mover("god", **scene(there, enemies="R")), "walk") == "C"
    assert reached(mover("hero", **scene(there, enemies="R")), "walk") == "R"
    assert reached(mover("hero", **scene(there)), "walk") == "CDR"
    assert reached(mover("monster", **scene(there)), "walk", "C") == "A"
    assert reached(mover("titan", 1, **scene(there)), "walk") == ""
    assert "no path of skulls leads from A through R to D (M51)" in why(
        mover("god", **scene(there)), "walk", "R", "D"
    )
    assert "no path of skulls leads from D into R (M51)" in why(mover("god", **scene(there)), "run", "R", start="D")
    assert "can't stay in the rift R (M51)" in why(mover("god", **scene(there)), "walk", "R")
    assert reached(mover("god", 1, "flying", **scene(there)), "fast flight") == "CD"
    assert reached(mover("god", **scene(there, full="R")), "walk") == ""
    assert no_deploy(mover("god", **scene(there)), "R") == ("a god can't stay in the rift R", "M51")
    assert not no_deploy(mover("hero", **scene(there)), "R")
    assert no_deploy(mover("god", **scene(there, full="R")), "R") == no_deploy(mover(**scene(there, full="R")), "R")


@pytest.mark.rule("rift", "M51")
def test_two_paths_of_skulls_through_one_rift_lead_on_from_where_each_begins() -> None:
    plain = (f"{name}: open ground 2" for name in "ABCDE")
    there = board(*plain, "R: rift 3, rift B to D, rift C to E", "A-B", "A-C", "B-R", "C-R", "R-D", "R-E")
    assert reached(mover("god", movement=3, **scene(there)), "walk") == "BCDE"


@pytest.mark.rule("rift", "chains", "M51", "M52")
def test_who_would_be_stopped_in_a_rift_doesnt_enter_it() -> None:
    there = board("A: open ground 2", "R: rift 3, rift A to C", "C: open ground 2", "A-R chains", "R-C")
    assert "would have to stay in the rift R (M51)" in why(mover("god", **scene(there)), "walk", "R", "C")
    assert reached(mover("god", **scene(there)), "walk") == ""
    assert reached(mover("hero", **scene(there)), "walk") == "R"


@pytest.mark.rule("full-area", "huge", "block", "M48", "M57")
def test_full_areas_huge_units_and_block() -> None:
    assert full_areas(ROAD, [("B", False), ("B", False), ("C", False)]) == {"B"}
    assert why(mover(**scene(ROAD, full="B")), "walk", "B") == "B is full (M57)"
    assert "it can't reach C" in why(mover(**scene(ROAD, full="B")), "walk", "C")
    assert "holds 2; a huge unit needs 3 (huge)" in why(mover(types="huge", **scene(ROAD)), "walk", "B")
    held = mover(blocked="Marsh Serpent", **scene(ROAD))
    assert why(held, "run", "B") == "Marsh Serpent blocks it: it can't walk or run (block)"
    assert reached(mover(talents="block", blocked="Marsh Serpent", **scene(ROAD)), "walk") == "BC"
    assert reached(mover(types="flying", blocked="Marsh Serpent", **scene(ROAD)), "fast flight") == "BCD"
    assert why(mover(**scene(ROAD)), "fast flight", "B") == "only a flying unit has a fast flight (fast-flight)"
    assert why(mover(forbidden={"run": "Web: it can't run"}, **scene(ROAD)), "run", "B") == "Web: it can't run (M64)"
    assert why(mover(**scene(ROAD)), "walk", "C", "D") == "A and C don't touch (walk)"
    assert why(mover(**scene(ROAD)), "walk", "A", "B") == "A is where it is; name the areas that it enters (walk)"


def test_the_last_area_alone_means_the_shortest_way() -> None:
    assert matching_routes(mover(**scene(ROAD)), "walk", "A", ["C"]) == (Route(entered=("B", "C")),)
    assert "it can't reach E; it can go to B, C or D" in why(mover(**scene(ROAD)), "run", "E")


@pytest.mark.rule("mighty-throw", "M45", "M51")
def test_a_throw_needs_an_area_that_its_target_could_enter() -> None:
    there = board(
        "A: open ground 2", "B: rock 2", "C: swamp 2", "R: rift 3, rift A to B", "A-B", "A-C escarpment", "A-R", "B-R"
    )
    climber = mover(talents="climb", **scene(there))
    assert [not movable(climber, "A", area) for area in "BCR"] == [False, False, True]
    assert movable(mover("titan", **scene(there)), "A", "R") == ("a titan can't stay in the rift R", "M51")
    assert landing_routes(mover(**scene(there)), "C") == (Route(entered=("C",)),)


@pytest.mark.rule("deploy", "flying")
def test_only_flyers_are_deployed_on_rock() -> None:
    there = board("A: open ground 2", "B: rock 2", "A-B")
    assert no_deploy(mover(**scene(there)), "B") == ("B is rock: only flying units deploy there", "flying")
    assert not no_deploy(mover(types="flying", **scene(there)), "B")
    assert no_deploy(mover(**scene(there, full="A")), "A") == ("A is full", "M57")


# --- the slow twin ----------------------------------------------------------------------------------------

AREAS = "ABCDEF"
PAIRS = [(one, other) for at, one in enumerate(AREAS) for other in AREAS[at + 1 :]]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    terrains = st.sampled_from(get_args(Terrain))
    found = Board()
    for name in AREAS:
        terrain = draw(terrains)
        ends = st.tuples(st.sampled_from(AREAS), st.sampled_from(AREAS))
        paths = tuple(draw(st.lists(ends, max_size=3))) if terrain == "rift" else ()
        area = Area(name=name, terrain=terrain, capacity=draw(st.integers(2, 3)), rifts=paths)
        found = words.with_area(found, area)
    for one, other in draw(st.lists(st.sampled_from(PAIRS), unique=True, min_size=4)):
        kind = draw(st.sampled_from((*("normal",) * 4, *get_args(Border))))
        found = words.with_border(found, Boundary(first=one, second=other, kind=kind))
    return found


_MOVERS = st.builds(
    Mover,
    board=st.just(ROAD),
    kind=st.sampled_from(get_args(Kind)),
    movement=st.integers(0, 3),
    types=st.frozensets(st.sampled_from(("flying", "aquatic", "fireproof", "huge")), max_size=2),
    talents=st.frozensets(st.sampled_from(("climb", "block"))),
    blocked=st.sampled_from(("", "", "Somebody")),
)
_SOME = st.frozensets(st.sampled_from(AREAS), max_size=2)


def twin(who: Mover, action: Action, start: str) -> set[tuple[str, int, bool, int]]:
    """All ways as end, wounds, whether the activation is over and length, by trying every sequence of areas."""
    terrain = {area.name: area.terrain for area in who.board.areas}
    beside = {frozenset((one.first, one.second)): one.kind for one in who.board.boundaries}
    big = who.kind in ("god", "titan", "monster")
    flies = action == "fast flight"

    def ignores(area: str) -> bool:
        wet = "aquatic" in who.types and terrain[area] in ("swamp", "water")
        return wet or ("fireproof" in who.types and terrain[area] == "lava")

    def can(talent: Talent, here: str) -> bool:
        return talent in who.talents and not (terrain[here] == "water" and not ignores(here))

    def climbs(here: str) -> bool:
        return can("climb", here)

    def open_to(here: str, to: str, *, walking: bool = True) -> bool:
        border = beside.get(frozenset((here, to)))
        if border is None or to in who.full or ("huge" in who.types and who.board[to].capacity < 3):
            return False
        if border == "cage wall" and who.kind not in ("troop", "hero"):
            return False
        if border == "wall" and not flies:
            return False
        if border == "escarpment" and not flies and not (climbs(here) and walking):
            return False
        rocky = terrain[to] in ("rock", "cliff")
        return flies or not rocky or (walking and action == "walk" and climbs(here))

    def goes_through(before: str, rift: str, after: str) -> bool:
        return any({before, after} == set(path) for path in who.board[rift].rifts)

    def tried(entered: tuple[str, ...]) -> Iterator[tuple[str, int, bool, int]]:
        way = (start, *entered)
        for at, to in enumerate(entered):
            here = way[at]
            if not open_to(here, to):
                return
            if not flies and big and terrain[here] == "rift":
                paths = who.board[here].rifts
                if not (goes_through(way[at - 1], here, to) if at else any(to in path for path in paths)):
                    return
            if not flies and big and terrain[to] == "rift" and not any(here in path for path in who.board[to].rifts):
                return
            if at == len(entered) - 1:
                break
            passing = big and terrain[to] == "rift"
            chained = beside[frozenset((here, to))] == "chains" and not climbs(here)
            halted = terrain[to] in ("swamp", "lava") and not ignores(to)
            if chained or (not flies and (halted or (to in who.enemies and not passing))):
                return
        last = entered[-1]
        if big and terrain[last] == "rift":
            return
        if not flies and terrain[last] == "lava" and not ignores(last):
            onward = [
                to
                for to in AREAS
                if terrain[to] != "lava" and not (big and terrain[to] == "rift") and open_to_moved(last, to)
            ]
            yield from ((to, 1, False, len(entered) + 1) for to in onward)
            if not onward:
                yield last, 1, False, len(entered)
        elif last != start:
            yield last, 0, not flies and terrain[last] == "swamp" and not ignores(last), len(entered)

    def open_to_moved(here: str, to: str) -> bool:
        return open_to(here, to, walking=False)

    if flies and "flying" not in who.types:
        return set()
    if not flies and (
        (who.blocked and not can("block", start))
        or (action == "walk" and terrain[start] == "swamp" and not ignores(start))
    ):
        return set()

    def sequences(length: int) -> Iterator[tuple[str, ...]]:
        ways: list[tuple[str, ...]] = [()]
        for _ in range(length):
            ways = [(*way, to) for way in ways for to in beside_of((way or (start,))[-1])]
            yield from ways

    @cache
    def beside_of(area: str) -> list[str]:
        return [to for to in AREAS if frozenset((area, to)) in beside]

    most = who.movement + (action != "walk")
    if action == "run" and terrain[start] == "swamp" and not ignores(start):
        most = min(most, 1)
        more = 0
    else:
        more = int(not flies and "aquatic" in who.types and terrain[start] in ("swamp", "water"))
    found = set()
    for entered in sequences(most + more):
        if len(entered) <= most or all(terrain[area] in ("swamp", "water") for area in entered):
            found |= set(tried(entered))
    return found


@pytest.mark.rule("walk", "run", "fast-flight", "enemies-stop", "cliff", "M54", "M55", "M82")
@given(boards(), _MOVERS, st.sampled_from(get_args(Action)), _SOME, _SOME)
def test_the_ways_are_those_of_a_twin_that_tries_all(
    there: Board, who: Mover, action: Action, enemies: frozenset[str], full: frozenset[str]
) -> None:
    who = replace(who, board=there, enemies=enemies, full=full - {"A"})
    slow = twin(who, action, "A")
    far = reach(who, action, "A")
    shortest = {(way.end, way.wounds, way.over): len(way.entered) for ways in far.ways.values() for way in ways}
    expected: dict[tuple[str, int, bool], int] = {}
    for end, wounds, over, length in slow:
        expected[end, wounds, over] = min(length, expected.get((end, wounds, over), 99))
    assert shortest == expected
    for ways in far.ways.values():
        for way in ways:
            assert way in matching_routes(who, action, "A", way.entered)
    if not far.refused:
        for area in there.neighbours("A"):
            if barrier(who, action, "A", area):
                assert area in far.ways or area in far.closed
