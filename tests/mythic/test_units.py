"""Units in lines, files and spreadsheets: read, written back, changed, refused in one message."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError, convert

from referee.errors import Unreadable
from referee.games.mythic.units.language import KINDS, UNITS, read_unit, write_unit
from referee.games.mythic.units.unit import Stats, Unit
from referee.games.mythic.vocabulary import MYTHOLOGIES
from tests.old_saves import run

TEN = tuple((Path(__file__).parent / "ten-units.txt").read_text(encoding="utf-8").splitlines())
"""Ten invented units, as they are typed."""


@pytest.mark.parametrize("line", TEN, ids=lambda line: line.partition(":")[0])
def test_a_line_is_read_and_written_back_unchanged(line: str) -> None:
    unit = read_unit(line)
    assert write_unit(unit) == line
    assert UNITS.file_entry(unit.kind, UNITS.data_of(unit)).entry == unit
    assert UNITS.from_row({key: str(cell) for key, cell in UNITS.to_row(unit).items() if cell != ""}) == unit


@pytest.mark.rule("wounds", "power-shows")
def test_a_dashboard_tells_what_the_window_shows() -> None:
    titan = read_unit("Old Furnace: titan 7, huge; 12-8 9/9/0/1 a3b, 7-1 8/8/0/1")
    assert (titan.full, titan.divinity, titan.troop) == (12, True, False)
    assert titan.line(8).stats == Stats(9, 9, 0, 1)
    assert (titan.line(8).number("a"), titan.line(8).number("b"), titan.line(8).lights("b")) == (3, 0, True)
    assert (titan.line(8).number("z"), titan.line(8).lights("z")) == (0, False)
    assert titan.line(7).stats == titan.line(0).stats == Stats(8, 8, 0, 1)
    assert not titan.line(7).lights("a")
    troop = read_unit("Reed Archers: troop 1; 4 x 4/6/2/1")
    assert (troop.full, troop.line(1).stats, troop.line(4).stats) == (4, Stats(4, 6, 2, 1), Stats(4, 6, 2, 1))


def test_what_a_fight_does_not_ask_may_be_told_later() -> None:
    met = read_unit("Marsh Serpent: monster; 5-1 7/7/0/2")
    assert (met.cost, met.cards, met.art, met.mythology) == (None, None, None, "")
    assert UNITS.lacking(met, ("cost", "cards")) == "its cost is missing, as in cost 2"
    later = UNITS.changed(UNITS.file_entry("monster", UNITS.data_of(met)), ["monster 4", "norse, 3 cards, aquatic"])
    assert write_unit(later) == "Marsh Serpent: monster 4, norse, 3 cards, aquatic; 5-1 7/7/0/2"
    assert UNITS.filled(met, later).cost == 4


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (["5-3 7/7/0/2 a"], ("5-3 7/7/0/2 a", "2-1 5/7/0/2")),
        (["5-4 7/7/0/2", "3 6/6/0/2"], ("5-4 7/7/0/2", "3 6/6/0/2", "2-1 5/7/0/2")),
        (["5-1 7/7/0/2"], ("5-1 7/7/0/2",)),
        (["6 8/8/0/2"], ("6 8/8/0/2", "5-3 6/7/0/2", "2-1 5/7/0/2")),
    ],
)
def test_a_line_of_a_dashboard_takes_the_place_of_those_with_its_vitality(
    change: list[str], lines: tuple[str, ...]
) -> None:
    unit = read_unit("Ash Runner: hero 3; 5-3 6/7/0/2, 2-1 5/7/0/2")
    assert UNITS.changed(UNITS.file_entry("hero", UNITS.data_of(unit)), change).lines == lines


@pytest.mark.parametrize("said", ["2 aow", "2 AoW", "strategic value 2", "2 art of war", "2 art of war cards"])
def test_the_strategic_value_is_read_as_people_say_it(said: str) -> None:
    assert read_unit(f"Warden: god, 6 points, greek, 4 cards, {said}; 9-1 7/9/1/2").art == 2


def test_a_line_is_read_as_people_type_it() -> None:
    typed = "  ash  runner : Close Combat mobility, HERO 3,3 card ; 5-3 6/7/0/2 a b, 2-1 5/7/0/2"
    read = write_unit(read_unit(typed))
    assert read == "ash runner: hero 3, 3 cards, close combat, mobility; 5-3 6/7/0/2 ab, 2-1 5/7/0/2"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Gull: gid 3; 5-1 5/7/0/3", "did you mean god"),
        ("Gull: flying; 5-1 5/7/0/3", "start with the type of Gull"),
        ("Gull: ", "start with the type of Gull: god, titan, hero, monster or troop"),
        ("Gull: hero 3, fliyng; 5-1 5/7/0/3", "did you mean flying"),
        ("Gull: hero 3, sneek attack; 5-1 5/7/0/3", "did you mean sneak attack"),
        ("Gull: hero 3; 5-4 5/7/0/3, 2-1 5/7/0/3", "no line has vitality 3"),
        ("Gull: hero 3; 5-2 5/7/0/3", "no line has vitality 1"),
        ("Gull: hero 3; 5-3 5/7/0/3, 3-1 5/7/0/3", "vitality 3 is in two lines"),
        ("Gull: hero 3; 2-1 5/7/0/3, 5-3 5/7/0/3", "stand from full vitality down"),
        ("Gull: hero 3; 3-5 5/7/0/3", "from more vitality to less"),
        ("Gull: hero 3", "Gull needs its dashboard"),
        ("Gull: hero 3; 5-1 5/7/0", 'can\'t read "5-1 5/7/0"; a line of a dashboard is vitality'),
        ("Gull: troop 3; 4 x 5/7/0", "a troop has miniatures x offence/defence/range/movement"),
        ("Gull: hero 3; 4 x 5/7/0/3", "isn't part of a hero"),
        ("Gull: troop 3; 5-1 5/7/0/3", "isn't part of a troop"),
        ("Gull: troop 3", "Gull needs its miniatures"),
        ("Gull: troop 3; 0 x 5/7/0/3", "1 miniature or more"),
        ("Gull: hero 3, hero 4; 5-1 5/7/0/3", "it has its cost already"),
        ("Gull", "a card is its name, a colon and the rest"),
        ("Gu/ll: hero 3; 5-1 5/7/0/3", 'leave out "/"'),
    ],
)
def test_what_is_wrong_is_told_in_one_message(line: str, message: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_unit(line)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_sheet_that_cannot_be_read_in_a_file_says_why() -> None:
    for data, told in (
        ({"name": "Gull", "lines": ["5-1 5/7/0"]}, 'Gull: can\'t read "5-1 5/7/0"; a line of a dashboard'),
        ({"name": "Gull", "lines": "5-1 5/7/0/1"}, "lines"),
        ({"name": "Gull", "lines": ["5-1 5/7/0/1"], "wings": 2}, "wings"),
    ):
        written = UNITS.file_entry("hero", data)
        assert written.entry is None
        assert told in written.problem
    assert (
        'can\'t read "4/6/2"'
        in UNITS.file_entry("troop", {"name": "Gull", "miniatures": 4, "stats": "4/6/2"}).problem
    )
    broken = UNITS.file_entry("god", {"name": "Gull", "lines": ["5-2 5/7/0/1"], "powers": ["a B: activ: heal 1"]})
    assert broken.entry is not None
    assert len(list(UNITS.faults(broken.entry))) == 1
    assert list(UNITS.doubts(broken.entry)) == []


DECK = """game = "mythic"
kind = "deck"
[[god]]
name = "Sun Lord"
cost = 6
mythology = "greek"
cards = 4
art = 2
lines = ["9-1 7/9/1/2"]
[[troop]]
name = "Bow Men"
cost = 1
mythology = "greek"
cards = 3
art = 1
miniatures = 4
stats = "4/6/2/1"
"""


@pytest.mark.parametrize(
    ("left_out", "unit", "says", "mended"),
    [
        ("stats", "Bow Men", "needs its stats", "4/6/2/1"),
        ("miniatures", "Bow Men", "1 miniature", "4 x 4/6/2/1"),
        ("lines", "Sun Lord", "needs its dashboard", "9-1 7/9/1/2"),
    ],
)
def test_a_sheet_in_a_file_that_lacks_a_line_is_said_to(
    tmp_path: Path, left_out: str, unit: str, says: str, mended: str
) -> None:
    deck = tmp_path / "units.toml"
    lines = (line for line in DECK.splitlines(keepends=True) if not line.startswith(left_out))
    deck.write_text("".join(lines), encoding="utf-8")
    checked = " ".join(run("cards", "check", deck).stdout.split())
    assert f"wrong {unit}: " in checked
    assert says in checked
    assert run("cards", "show", deck, unit).exit_code == 0
    names = ("--player", "Anna", "--player", "Bo")
    refused = run("new", tmp_path / "a.toml", "--game", "mythic", *names, "--deck", deck, "--yes")
    assert (refused.exit_code, says in " ".join(refused.stderr.split())) == (2, True)
    assert run("cards", "edit", deck, unit, mended).exit_code == 0
    assert "nothing wrong" in " ".join(run("cards", "check", deck).stdout.split())


@pytest.mark.parametrize("stats", ["4/6/2", "4/6/2/1/1", "100/6/2/1", "much"])
def test_a_unit_of_a_save_has_four_stats_of_two_digits(stats: str) -> None:
    told = {"name": "Bow Men", "kind": "troop", "miniatures": 4}
    assert convert(told | {"stats": "14/6/2/1"}, Unit).line(4).stats == Stats(14, 6, 2, 1)
    with pytest.raises(ValidationError, match="stats"):
        convert(told | {"stats": stats}, Unit)


def test_two_units_that_share_a_name_are_told_apart() -> None:
    one, other = read_unit("Gull: hero 3; 5-1 5/7/0/3"), read_unit("GULL: god 3; 5-1 5/7/0/3")
    written = [UNITS.file_entry(unit.kind, UNITS.data_of(unit)) for unit in (one, other, one)]
    assert list(UNITS.twice(written)) == [
        "GULL: two units are called so, a hero and a god; give one another name",
        "Gull: is listed twice; write it once",
    ]


_FEW = st.integers(0, 99)
_STATS = st.builds(lambda *stats: "/".join(map(str, stats)), _FEW, _FEW, _FEW, _FEW)
_LIT = st.lists(st.tuples(st.sampled_from("abcd"), st.one_of(st.just(""), st.integers(1, 9).map(str))), max_size=3)


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """Any unit without powers."""
    kind = draw(st.sampled_from(KINDS))
    printed: dict[str, object] = {}
    if kind == "troop":
        printed = {"miniatures": draw(st.integers(1, 20)), "stats": draw(_STATS)}
    else:
        ends = sorted(draw(st.sets(st.integers(1, 99), min_size=1, max_size=5)), reverse=True)
        lines = []
        for most, least in zip(ends, [*(end + 1 for end in ends[1:]), 1], strict=True):
            lit = "".join(letter + number for letter, number in draw(_LIT))
            span = f"{most}-{least}" if most > least else str(most)
            lines.append(" ".join(filter(None, [span, draw(_STATS), lit])))
        printed = {"lines": tuple(lines)}
    few = st.one_of(st.none(), st.integers(0, 9))
    types = st.lists(st.sampled_from(("flying", "aquatic", "huge")), unique=True).map(tuple)
    talents = st.lists(st.sampled_from(("archer", "close combat", "guard")), unique=True).map(tuple)
    return Unit(
        name="Any One",
        kind=kind,
        cost=draw(few),
        mythology=draw(st.sampled_from(("", "thracian", *MYTHOLOGIES))),
        cards=draw(few),
        art=draw(few),
        types=draw(types),  # type: ignore[arg-type]
        talents=draw(talents),  # type: ignore[arg-type]
        **printed,  # type: ignore[arg-type]
    )


@given(units())
def test_every_unit_goes_through_line_file_and_row(unit: Unit) -> None:
    assert read_unit(write_unit(unit)) == unit
    assert UNITS.file_entry(unit.kind, UNITS.data_of(unit)).entry == unit
    row = {key: str(cell) for key, cell in UNITS.to_row(unit).items() if cell not in ("", None)}
    assert UNITS.from_row(row) == unit


def test_the_commands_for_decks_work_on_units(tmp_path: Path) -> None:
    """A unit is added, changed, exported and taken over again; what the box has is nowhere printed."""
    deck, table = tmp_path / "units.toml", tmp_path / "units.csv"
    deck.write_text('game = "mythic"\nkind = "deck"\n', encoding="utf-8")
    assert run("cards", "add", deck, *TEN).exit_code == 0
    assert "10 entries, nothing wrong" in " ".join(run("cards", "check", deck).stdout.split())
    assert run("cards", "export", deck, table).exit_code == 0
    assert run("cards", "edit", deck, "Ash Runner", "hero 4", "no mobility").exit_code == 0
    assert run("cards", "import", deck, table).exit_code == 0
    assert UNITS.load(deck) == tuple(sorted(map(read_unit, TEN), key=lambda unit: KINDS.index(unit.kind)))
    assert "nothing can be missing" in " ".join(run("cards", "missing", deck).stdout.split())


@pytest.mark.rule("wounds")
def test_the_line_of_a_troop_is_that_of_each_of_its_miniatures() -> None:
    (line,) = read_unit("Bowmen: troop 1, 3 cards, art 1; 4 x 3/6/2/1").dashboard
    assert (line.least, line.most) == (1, 4)
