"""The invented box and maps: labelled so, without fault, enough for a draft of four, with all that there is."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

from referee.files.files import read_toml
from referee.games.mythic.board.map_file import load_map
from referee.games.mythic.tables import numbers
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.language import UNITS
from referee.games.mythic.units.powers import PowerKind
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import Border, Kind, Talent, Terrain, UnitType

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
DECK = EXAMPLES / "sample-units.toml"


def units() -> list[Unit]:
    """The units of the file, which are all without fault."""
    written = UNITS.cards_of(read_toml(DECK), str(DECK))
    assert [one.problem for one in written if one.entry is None] == []
    assert list(UNITS.twice(written)) == []
    return [one.entry for one in written if one.entry is not None]


def test_the_invented_box_is_labelled_so() -> None:
    text = DECK.read_text(encoding="utf-8")
    assert "INVENTED" in text.splitlines()[0]
    assert "invented" in tomllib.loads(text)["name"]


def test_nothing_is_left_open_or_doubtful_in_it() -> None:
    for unit in units():
        assert None not in (unit.cost, unit.cards, unit.art), unit.name
        assert unit.mythology, unit.name
        assert list(UNITS.doubts(unit)) == [], unit.name


def test_it_is_enough_for_a_draft_of_four() -> None:
    points = numbers().recruiting.points
    kinds = Counter(unit.kind for unit in units())
    assert set(kinds) == set(get_args(Kind))
    assert min(kinds["god"], kinds["titan"]) >= max(points)
    costs = [unit.cost or 0 for unit in units() if not unit.divinity]
    assert sum(costs) >= max(players * each for players, each in points.items())
    assert {1, 2} <= set(costs)


def test_it_has_every_talent_every_type_and_every_kind_of_power() -> None:
    found = units()
    assert {talent for unit in found for talent in unit.talents} == set(get_args(Talent))
    assert {one for unit in found for one in unit.types} == set(get_args(UnitType))
    powers = " ".join(power for unit in found for power in unit.powers)
    assert all(f": {kind}" in powers for kind in get_args(PowerKind))
    assert any(unit.tokens for unit in found)
    shown = [power for unit in found for power in unit.line(unit.full).powers]
    assert any(number for _, number in shown), "a power whose number shows"


def test_its_powers_use_every_word_that_a_power_can_have() -> None:
    powers = [power for unit in units() for power in p.powers_of(unit)]
    tokens = [token for unit in units() for token in p.tokens_of(unit)]
    told = [effect for one in powers for effect in one.effects] + [effect for one in tokens for effect in one.effects]
    effects = [one for effect in told for one in p.options_of(effect)]
    assert {type(effect) for effect in effects} == {*p.EFFECTS.values(), p.ManualPower}
    assert any(isinstance(effect, p.Either) for power in powers for effect in power.effects)
    assert {power.moment for power in powers} - {None} == set(get_args(p.Moment))
    assert {type(one) for power in powers for one in power.conditions} == {
        p.AtMoment,
        p.AgainstUnits,
        p.In,
        p.WithUnits,
        p.Carrying,
        p.Once,
    }
    prices = [price for power in powers for price in power.prices]
    assert {price.what for price in prices if isinstance(price, p.PowerCost)} == {
        "aow",
        "wounds",
        "cards",
        "miniatures",
    }
    assert any(isinstance(price, p.PayToken) for price in prices)


def test_the_invented_maps_are_labelled_so_and_the_larger_has_every_terrain_and_border() -> None:
    for name in ("two-fords", "wide-valley"):
        path = EXAMPLES / f"{name}.toml"
        assert "invented" in path.read_text(encoding="utf-8").splitlines()[0]
        board = load_map(path)
        assert all(board.distance(board.names[0], other) is not None for other in board.names)
        assert {len(board.zone(zone)) > 0 for zone in ("north", "south")} == {True}
    assert {area.terrain for area in board.areas} == set(get_args(Terrain))
    assert {boundary.kind for boundary in board.boundaries} == set(get_args(Border))
    assert any(boundary.above for boundary in board.boundaries)
