"""The tables of Mythic Battles against the summary: every number, talent, terrain, boundary and unit type."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
import tomli_w

from referee.errors import BadInput
from referee.games.mythic import tables
from referee.games.mythic.tables import BonusNumbers
from referee.games.mythic.vocabulary import BLANK, FACES, FIVE, GAME, Border, Talent, Terrain, UnitType
from referee.rulebook import rules as files
from referee.rulebook.rules import rulebook

FOLDER = files.folder() / GAME

NUMBERS: dict[str, Any] = {
    "recruiting": {
        "points": {"2": 18, "3": 16, "4": 14},
        "divinities": 1,
        "dear": 5,
        "dear_units": 1,
        "copies": 1,
        "unspent_aow": 1,
    },
    "setup": {"aow_in_hand": 3, "drawn": 3, "teams": 2, "team_size": 2},
    "turn": {
        "units": 2,
        "simple_actions": 2,
        "complex_actions": 1,
        "draw": 1,
        "draw_after_pass": 1,
        "second_unit_aow": 1,
        "recall_aow": 1,
    },
    "deck_out": {"hand": 3},
    "movement": {"run": 1},
    "dice": {"faces": [0, 1, 2, 3, 4, 5], "blank": 0, "again": 5, "per_discarded": 1, "slayer": 2},
    "values": {"least": 0, "most": 10},
    "wounds": {"per_die": 1},
    "retaliation": {"per_turn": 1, "cards": 1},
    "manoeuvres": {"each_per_round": 1, "aow": {"draw": 1, "search": 1, "evade": 1}, "draws": 2, "searched": 1},
    "aow": {"fallen_cards": 2},
    "stones": {"carried": 1, "omphalos_heals": 1},
    "elements": {"part": 2},
    "throw": {"blanks": {"troop": 1, "hero": 1, "monster": 2, "god": 2, "titan": 3}, "areas": 1},
    "victory": {"stones": 4, "divinities": 1},
    "average": {"chance": "1/2", "throw_from": {"1": 4, "2": 10}},
}
"""The numbers as the summary and the rulings have them."""

TALENTS = {
    "archer": "attacker offence+1 at 1+ normal",
    "bolster": "attacker troops offence+1, defender troops defence+1",
    "close combat": "attacker offence+1 at 0 normal",
    "close protection": "defender defence+1 with ally",
    "force of nature": "attacker offence+1 range+1",
    "phalanx": "attacker offence+1 with allied troop, defender defence+1 with allied troop",
    "sneak attack": "attacker offence+1 at 0 normal with ally",
    "torment": "attacker opponent defence-1 at 0 normal",
}
"""What talents do to values; all others do nothing to them."""
MOMENTS = {
    "always": "block",
    "activation": "climb, gem collector, mobility",
    "before the target": "force of nature",
    "after the target": "guard, initiative",
    "first roll": "mighty throw, monster slayer",
    "end": "leader",
}
"""When talents work; the others do at the values."""
HIDING = {"forest", "ruins", "cage", "cliff", "rock", "polar"}
"""Terrain that is an obstacle."""
GROUND = {
    "forest": "defender defence+1 at 1+",
    "ruins": "defender defence+1 at 0",
    "cage": "defender defence+1 at 1+",
    "rock": "attacker range+1, attacker offence+1 at 1+",
    "stairs": "attacker range+1, attacker offence+1 at 1+",
    "swamp": "defender defence-1 at 1+",
}
"""What terrain does to values."""


def raw(subject: str) -> dict[str, Any]:
    """A table file as it stands."""
    return tomllib.loads((FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))


def without_places(value: Any) -> Any:
    """Plain data without the headings that it comes from."""
    if not isinstance(value, dict):
        return value
    return {key: without_places(one) for key, one in value.items() if key != "place"}


def short(bonuses: tuple[BonusNumbers, ...]) -> str:
    """Bonuses in a word each: who, whom, what, where, in which attack, with whom."""
    return ", ".join(map(_one, bonuses))


def _one(bonus: BonusNumbers) -> str:
    values = [f"{key}{getattr(bonus, key):+d}" for key in ("offence", "defence", "range") if getattr(bonus, key)]
    whom = [] if bonus.to == "itself" else [bonus.to.split()[-1]]
    where = [] if bonus.at == "any" else [f"at {bonus.at}"]
    normal = [] if bonus.area else ["normal"]
    company = [f"with {bonus.needs}"] if bonus.needs else []
    return " ".join([bonus.role, *whom, *values, *where, *normal, *company])


# --- numbers ------------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_summary() -> None:
    assert without_places(raw("numbers")) == NUMBERS
    assert tables.numbers().recruiting.points[3] == 16


def test_the_words_of_the_game_and_its_numbers_agree() -> None:
    numbers = tables.numbers()
    assert (numbers.dice.faces, numbers.dice.blank, numbers.dice.again) == (FACES, BLANK, FIVE)
    assert (numbers.values.least, numbers.values.most) == (0, 10)


def test_every_table_names_the_headings_that_it_comes_from() -> None:
    rows: list[tables.MythicRow] = [
        tables.ground().heights,
        *tables.talents().values(),
        *tables.terrain().values(),
        *tables.boundaries().values(),
        *tables.types().values(),
    ]
    parts = [part["place"] for part in raw("numbers").values() if isinstance(part, dict)]
    places = [*parts, *(row.place for row in rows)]
    assert all(re.fullmatch(r"[A-Z][^,]*(, [A-Z][^,]*)*", place) for place in places), places


@pytest.mark.parametrize(
    ("subject", "path", "value", "told"),
    [
        ("numbers", ("recruiting", "dear"), 0, "recruiting.dear is 0"),
        ("numbers", ("turn", "unit"), 2, "unit"),
        ("talents", ("talent", 0, "name"), "archery", "archery"),
        ("terrain", ("terrain", 1, "elements"), "all", "elements"),
        ("terrain", ("boundary", 3, "crossed_by"), ["giant"], "giant"),
        ("types", ("type", 0, "ignores"), ["sea"], "sea"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(
    tmp_path: Path, subject: str, path: tuple[Any, ...], value: Any, told: str
) -> None:
    data = raw(subject)
    part: Any = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / f"{subject}.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
    kinds: dict[str, type[tables.MythicRow]] = {
        "numbers": tables.MythicNumbers,
        "talents": tables.Talents,
        "terrain": tables.TerrainNumbers,
        "types": tables.Types,
    }
    with pytest.raises(BadInput, match=told):
        files.read(GAME, subject, kinds[subject], tmp_path)


# --- talents ------------------------------------------------------------------------------------------


def test_all_talents_are_there_with_what_they_do_to_values() -> None:
    talents = tables.talents()
    assert tuple(talents) == get_args(Talent)
    assert {name: short(row.bonuses) for name, row in talents.items() if row.bonuses} == TALENTS
    assert [name for name, row in talents.items() if row.removes_element] == ["force of nature"]


def test_every_talent_has_its_moment() -> None:
    moments = {name: moment for moment, names in MOMENTS.items() for name in names.split(", ")}
    assert {name: row.when for name, row in tables.talents().items()} == {
        name: moments.get(name, "values") for name in get_args(Talent)
    }


@pytest.mark.rule("M26")
def test_three_talents_last_to_the_end_of_the_activation() -> None:
    lasting = {name for name, row in tables.talents().items() if row.lasts == "activation"}
    assert lasting == {"close combat", "sneak attack", "force of nature"}


@pytest.mark.parametrize(
    ("talent", "distance", "area", "works"),
    [
        ("archer", 1, False, True),
        ("archer", 0, False, False),
        ("archer", 1, True, False),
        ("close combat", 0, False, True),
        ("close combat", 1, False, False),
        ("close combat", 0, True, False),
        ("phalanx", 0, True, True),
        ("phalanx", 3, False, True),
    ],
)
def test_a_bonus_knows_at_which_range_it_works(talent: Talent, distance: int, area: bool, works: bool) -> None:
    assert tables.talents()[talent].bonuses[0].works_at(distance, area_attack=area) is works


# --- terrain, boundaries, types -----------------------------------------------------------------------


def test_all_terrain_is_there_with_what_it_does_to_sight_and_values() -> None:
    terrain = tables.terrain()
    assert tuple(terrain) == get_args(Terrain)
    assert {name for name, row in terrain.items() if row.obstacle} == HIDING
    assert {name: short(row.bonuses) for name, row in terrain.items() if row.bonuses} == GROUND
    assert {name for name, row in terrain.items() if row.sees_over} == {"rock", "stairs"}
    assert [name for name, row in terrain.items() if row.setting] == ["cage"]


def test_what_terrain_does_to_who_moves_and_stands_there() -> None:
    terrain = tables.terrain()
    assert {name for name, row in terrain.items() if row.barred} == {"cliff", "rock"}
    for name in ("cliff", "rock"):
        assert (terrain[name].barred, terrain[name].climbed) == (("walk", "run", "deploy"), ("walk",))
    assert {name for name, row in terrain.items() if row.aquatic} == {"swamp", "water"}
    swamp, lava, polar = terrain["swamp"], terrain["lava"], terrain["polar"]
    assert (swamp.ends_activation, swamp.no_walk, swamp.run) == (True, True, 1)
    assert (lava.entering_wounds, lava.moved_on) == (1, True)
    assert (polar.starting_wounds, polar.actions, polar.no_powers) == (1, 1, True)
    assert terrain["rift"].passed_by == ("god", "titan", "monster")
    assert [name for name, row in terrain.items() if row.silences] == ["water"]
    plain = terrain["open ground"]
    assert without_places(tomllib.loads(tomli_w.dumps(raw("terrain")["terrain"][0]))) == {
        "name": plain.name,
        "obstacle": False,
    }


@pytest.mark.rule("forest", "ruins", "elements")
@pytest.mark.parametrize(("capacity", "trees"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_trees_are_half_the_capacity_rounded_up(capacity: int, trees: int) -> None:
    elements = {name: row.elements_of(capacity) for name, row in tables.terrain().items()}
    assert {name: number for name, number in elements.items() if number} == {"forest": trees, "ruins": 1}


def test_all_boundaries_are_there() -> None:
    boundaries = tables.boundaries()
    assert tuple(boundaries) == get_args(Border)
    assert {name: row.crossed_by for name, row in boundaries.items() if row.crossed_by is not None} == {
        "wall": (),
        "escarpment": (),
        "cage wall": ("troop", "hero"),
    }
    assert [name for name, row in boundaries.items() if row.obstacle] == ["wall"]
    assert [name for name, row in boundaries.items() if row.climbed] == ["escarpment"]
    assert [name for name, row in boundaries.items() if not row.flown] == ["cage wall"]
    assert [name for name, row in boundaries.items() if row.ends] == ["chains"]
    heights = tables.ground().heights
    assert (heights.sees_over, short(heights.bonuses)) == (True, "attacker offence+1 range+1")


def test_all_types_are_there() -> None:
    types = tables.types()
    assert tuple(types) == get_args(UnitType)
    assert {name: row.ignores for name, row in types.items() if row.ignores} == {
        "aquatic": ("swamp", "water"),
        "boreal": ("polar",),
        "fireproof": ("lava",),
    }
    flying, huge = types["flying"], types["huge"]
    assert (flying.deploys_on, flying.fast_flight, short(flying.aerial)) == (("rock", "cliff"), 1, "attacker range+1")
    assert (types["aquatic"].movement, huge.capacity, huge.fills, huge.unmoved) == (1, 3, True, True)
    assert {name: row.movement for name, row in types.items() if row.movement} == {"aquatic": 1}


# --- rules --------------------------------------------------------------------------------------------

RULED: dict[str, str] = {
    "ceiling": "M9",
    "cage_obstacle": "M2",
    "full_area_reach": "M35",
    "area_attacks": "M37",
    "throw_counts": "M46",
    "recall": "M60",
}
"""The settings, and the ruling of each."""


def test_all_rulings_are_there_and_every_text_is_whole() -> None:
    book = rulebook(GAME)
    added = [f"X{number}" for number in range(1, 13)]
    assert [entry.id for entry in book.rulings] == [*(f"M{number}" for number in range(1, 95)), *added]
    for told in book.explain(book.entries):
        assert not {"{", "}"} & set("".join((told.title, told.text))), told.id
        assert len(told.id) < 24, "the list of what tests pin has columns"


def test_every_setting_is_named_by_its_ruling_and_by_nothing_unknown() -> None:
    entries = rulebook(GAME).entries
    assert {entry.switch for entry in entries.values() if entry.switch} == set(RULED)
    assert all(entries[ruling].switch == setting for setting, ruling in RULED.items())


def test_every_talent_terrain_boundary_and_type_is_an_entry_of_its_topic() -> None:
    entries = rulebook(GAME).entries
    called = {"cage wall": "cage-walls", "normal": "normal-boundary"}
    for topic, names in (
        ("talents", get_args(Talent)),
        ("terrain", get_args(Terrain)),
        ("boundaries", get_args(Border)),
        ("types", get_args(UnitType)),
    ):
        for name in names:
            assert entries[called.get(name, name.replace(" ", "-"))].topic == topic


def test_every_heading_of_the_tables_is_one_that_rules_stand_under() -> None:
    """So numbers and rules are cited alike."""
    book = rulebook(GAME)
    headings = {page for entry in book.rules for page in entry.page.split(", ")}
    rows: list[tables.MythicRow] = [
        tables.ground().heights,
        *tables.talents().values(),
        *tables.terrain().values(),
        *tables.boundaries().values(),
        *tables.types().values(),
    ]
    parts = [part["place"] for part in raw("numbers").values() if isinstance(part, dict)]
    for place in (*parts, *(row.place for row in rows)):
        for heading in place.split(", "):
            assert heading in headings or heading in book.entries, heading
