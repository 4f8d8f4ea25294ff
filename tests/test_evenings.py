"""Many games together: found in folders, standings, ratings, luck, for others' apps; and the story of one."""

from __future__ import annotations

import io
import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import games, recent
from referee.asking.dice import Seeded
from referee.asking.question import finish
from referee.cli import evenings as commands
from referee.errors import BadInput, Unreadable
from referee.evenings import index
from referee.evenings.bgstats import export
from referee.evenings.index import gather
from referee.evenings.page import page_of
from referee.evenings.screen import luck_cells, result_of, show_evenings, show_standings, standing_data
from referee.evenings.standings import People, Placing, PlayedGame, ratings_by_game, tables
from referee.evenings.story import as_markdown, leads, story_of
from referee.files.files import Data
from referee.play import loop
from referee.play.notation import Step, read_script
from referee.play.script import Script
from referee.preferences import VARIABLE, load, with_alias
from referee.saves import save as saves
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable, describe_time_left, ends, read_time, time_report
from referee.scores.evening import DiceThrown, ThrowOfEvening, luck_of, luck_with
from referee.scores.score import TurnPoints
from referee.text.screen import Screen
from tests.children import referee
from tests.made_up import made_up, run
from tests.race import GAME, Setup
from tests.steps import begin_save
from tests.terminal import close_all, ended, start

EXAMPLES = Path(__file__).parents[1] / "examples"
EVENING = datetime(2026, 11, 20, 19, 0).astimezone()


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Preferences and index of this test alone."""
    path = tmp_path / "home" / "config.toml"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry is made five minutes after the one before."""
    times = iter(EVENING + timedelta(minutes=5 * number) for number in range(1000))
    monkeypatch.setattr(saves, "now", lambda: next(times).isoformat())


def race(data: Data, where: str) -> Any:
    return GAME


def raced(path: Path, *runs: int, players: tuple[str, ...] = ("Anna", "Bo")) -> Path:
    """A save of a race in which each runs so far in turn."""
    save = begin_save(GAME, path, Setup(players))
    for far in runs:
        for text in ("run", str(far)):
            save.session.answer(text)
    save.save()
    return path


# --- what is found --------------------------------------------------------------------------------


def test_games_of_a_folder_are_found_with_day_length_and_winner(tmp_path: Path, clock: None) -> None:
    raced(tmp_path / "one.toml", 6, 1, 6)
    (tmp_path / "sub").mkdir()
    raced(tmp_path / "sub" / "two.toml", 1, 2)
    found = gather([tmp_path], race).played
    assert [(one.day, one.minutes, one.finished, one.winners) for one in found] == [
        ("2026-11-20", 10, True, ("Anna",)),
        ("2026-11-20", 5, False, ()),
    ]


def test_a_break_is_not_counted_as_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([EVENING, EVENING + timedelta(minutes=30), EVENING + timedelta(days=1), EVENING + timedelta(days=1)])
    monkeypatch.setattr(saves, "now", lambda: next(times).isoformat())
    raced(tmp_path / "one.toml", 1, 1, 1)
    assert gather([tmp_path], race).played[0].minutes == 30


def test_what_was_read_is_kept_and_read_anew_only_where_it_changed(tmp_path: Path) -> None:
    one, two = raced(tmp_path / "one.toml", 1), raced(tmp_path / "two.toml", 1)
    asked = list[str]()

    def counting(data: Data, where: str) -> Any:
        asked.append(Path(where).name)
        return GAME

    gather([tmp_path], counting)
    gather([tmp_path], counting)
    assert sorted(asked) == ["one.toml", "two.toml"]
    table = OpenSave(GAME, two)
    for text in ("run", "2"):
        table.session.answer(text)
    table.save()
    one.unlink()
    assert [Path(played.path).name for played in gather([tmp_path], counting).played] == ["two.toml"]
    assert asked[2:] == ["two.toml"]


@pytest.mark.parametrize(
    "broken",
    [
        b"{",
        b"[]",
        b'{"version": 1}',
        b"\0",
        b'{"version": "\xff"}',
        b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
    ids=range(6),
)
def test_an_index_that_cannot_be_read_is_made_anew(tmp_path: Path, broken: bytes) -> None:
    raced(tmp_path / "one.toml", 1)
    index.place().parent.mkdir(parents=True)
    index.place().write_bytes(broken)
    assert index.known_games() == []
    assert len(gather([tmp_path / "one.toml"], race).played) == 1
    assert json.loads(index.place().read_text())["files"]


def test_many_files_are_read_on_all_cores_as_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for number, script in enumerate(("three-creatures", "two-artifacts", "two-total-battles-refereed")):
        moves = Path(__file__).parent / "conjurers" / "games" / f"{script}.moves"
        run("do", folder / f"{number}.toml", "--from", moves, "--brief")
    (folder / "broken.toml").write_text("game = ")
    alone = gather([folder], games.of, luck=True)
    index.place().unlink()
    monkeypatch.setattr(index, "MANY", 2)
    assert gather([folder], games.of, luck=True) == alone
    assert any(one.luck for one in alone.played)
    assert len(alone.notes) == 1


def test_of_two_saves_of_one_evening_the_longer_one_counts_and_that_is_said(tmp_path: Path) -> None:
    longer = raced(tmp_path / "b.toml", 1, 2)
    text = longer.read_text()
    shorter = tmp_path / "a.toml"
    shorter.write_text(text)
    table = OpenSave(GAME, shorter)
    table.session.undo()
    table.save()
    found = gather([tmp_path], race)
    assert [Path(played.path).name for played in found.played] == ["b.toml"]
    assert found.notes == [f"{shorter}: is the same evening as {longer}, which is longer and counts"]


def test_of_two_copies_of_one_evening_one_counts(tmp_path: Path) -> None:
    one = raced(tmp_path / "a.toml", 1, 2)
    (tmp_path / "b.toml").write_bytes(one.read_bytes())
    found = gather([tmp_path], race)
    assert [Path(played.path).name for played in found.played] == ["a.toml"]
    assert found.notes == [f"{tmp_path / 'b.toml'}: is the same evening as {one}, of which one counts"]


def test_an_older_copy_that_replaces_a_save_is_read_anew(tmp_path: Path) -> None:
    save = raced(tmp_path / "one.toml", 1, 2)
    text, stat = save.read_bytes(), save.stat()
    table = OpenSave(GAME, save)
    for said in ("run", "3"):
        table.session.answer(said)
    table.save()
    assert gather([save], race).played[0].entries == 3
    save.write_bytes(text)
    os.utime(save, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert gather([save], race).played[0].entries == 2


def test_evenings_are_in_the_order_in_which_they_began_wherever_that_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the hour in which clocks go back, and on a journey, their time isn't the order."""
    times = iter(["2026-10-25T02:40:00+02:00", "2026-10-25T02:10:00+01:00", ""])
    monkeypatch.setattr(saves, "now", lambda: next(times))
    for name in ("first", "second", "undated"):
        raced(tmp_path / f"{name}.toml", 1)
    found = gather([tmp_path], race).played
    assert [Path(one.path).stem for one in found] == ["undated", "first", "second"]


@pytest.mark.parametrize("command", ["evenings", "standings"])
def test_a_file_whose_name_is_no_text_is_a_game_like_others(tmp_path: Path, command: str) -> None:
    """It has no place in the index, and is read each time."""
    folder = tmp_path / "games"
    folder.mkdir()
    run("do", folder / "one.toml", "--from", EXAMPLES / "prophecy" / "short-game.moves")
    odd = os.fsdecode(os.fsencode(folder) + b"/\xfcller.toml")
    try:
        os.rename(folder / "one.toml", odd)
    except OSError:
        pytest.skip("every name is text here")
    for _ in range(2):
        assert "Anna" in referee(command, folder).stdout
    assert not index.known_games()
    assert "Anna" in referee(command, folder, "--json").stdout
    referee(command, folder, tmp_path / "table.csv", "--csv")
    assert "Anna" in (tmp_path / "table.csv").read_text(encoding="utf-8")


def test_an_index_that_never_ends_or_never_begins_is_none(tmp_path: Path) -> None:
    raced(tmp_path / "one.toml", 1)
    place = index.place()
    place.parent.mkdir(parents=True)
    os.mkfifo(place)
    assert len(gather([tmp_path], race).played) == 1
    assert index.known_games() == []
    place.unlink()
    place.symlink_to("/dev/zero")
    assert len(gather([tmp_path], race).played) == 1
    assert index.known_games() == []


def test_without_room_for_the_index_everything_is_read_each_time(tmp_path: Path, config: Path) -> None:
    save = raced(tmp_path / "one.toml", 1)
    config.parent.write_text("a file where the folder would be")
    for _ in range(2):
        assert len(gather([save], race).played) == 1
    assert config.parent.is_file()


def test_broken_files_and_newer_saves_are_named_in_a_line_and_the_rest_is_counted(tmp_path: Path) -> None:
    raced(tmp_path / "good.toml", 1)
    (tmp_path / "broken.toml").write_text("game = ")
    (tmp_path / "deck.toml").write_text('game = "race"\nkind = "deck"\n')
    newer = raced(tmp_path / "newer.toml", 1)
    newer.write_text(newer.read_text().replace("format = 3", "format = 99"))
    found = gather([tmp_path], race)
    assert [Path(played.path).name for played in found.played] == ["good.toml"]
    assert len(found.notes) == 3
    assert found.notes[0] == (
        f"{tmp_path / 'broken.toml'}: is not valid TOML, invalid value (at end of document); left out"
    )
    assert "was written by a newer referee" in found.notes[1]
    assert found.notes[2] == "left out, as they are no saves of games: deck.toml"
    for number in range(4):
        (tmp_path / f"z{number}.toml").write_text("[project]\n")
    assert (
        gather([tmp_path], race).notes[2]
        == "left out, as they are no saves of games: deck.toml, z0.toml, z1.toml and 2 more"
    )


def test_a_game_whose_log_cannot_be_played_counts_without_its_dice(tmp_path: Path) -> None:
    save = tmp_path / "duel.toml"
    run("do", save, "--from", Path(__file__).parent / "conjurers" / "games" / "two-artifacts.moves", "--brief")
    text = save.read_text(encoding="utf-8")
    save.write_text(re.sub(r'do = "place [^"]*"', 'do = "place nothing nowhere"', text, count=1), encoding="utf-8")
    for _ in range(2):  # from the index too
        found = gather([save], games.of, luck=True)
        assert [(one.winners, one.luck) for one in found.played] == [(("Anna",), {})]
        assert len(found.notes) == 1
        assert found.notes[0].startswith(f"{save}: its log can't be replayed")
        assert found.notes[0].endswith("; its dice aren't counted")
    assert gather([save], games.of).notes == []


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: None])
def test_a_place_without_games_is_refused(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "there")
    with pytest.raises(BadInput, match="there is no"):
        gather([tmp_path / "there"], race)


# --- standings ------------------------------------------------------------------------------------


def played(*seats: Placing, day: int = 1, game: str = "race", finished: bool = True, **more: Any) -> PlayedGame:
    began = f"2026-11-{day:02}T19:00:00+00:00"
    return PlayedGame(
        f"{game}{day}",
        game,
        "The Race",
        f"{day}.toml",
        began,
        began.replace("19", "21", 1),
        120,
        50,
        finished,
        seats,
        **more,
    )


ANNA_WINS = (Placing("Anna", 1, 30, True), Placing("Bo", 2, 20))
BO_WINS = (Placing("anna", 2, 10), Placing("Bo", 1, 12, True))


def test_standings_count_wins_places_and_points() -> None:
    games = [played(*ANNA_WINS), played(*ANNA_WINS, day=2), played(*BO_WINS, day=3)]
    games.append(played(*BO_WINS, day=4, finished=False))
    [table] = tables(games, People(games, {}))
    anna, bo = table.rows
    assert (table.evenings, anna.player, anna.evenings, anna.wins, anna.best) == (3, "Anna", 3, 2, 30)
    assert (anna.mean, bo.mean, anna.place, bo.place) == (23.33, 17.33, 1.33, 1.67)
    assert [(met.ahead, met.level, met.behind) for met in table.meetings] == [(2, 0, 1)]


def test_who_wins_more_is_rated_higher_and_more_games_make_it_surer() -> None:
    few = [played(*ANNA_WINS, day=day) for day in range(1, 3)]
    many = [played(*ANNA_WINS, day=day) for day in range(1, 15)]
    [after_few], [after_many] = tables(few, People(few, {})), tables(many, People(many, {}))
    for table in (after_few, after_many):
        assert table.rows[0].rating.mu > table.rows[1].rating.mu
    assert after_many.rows[0].rating.sigma < after_few.rows[0].rating.sigma


def test_the_order_of_standings_is_by_rating_less_what_is_unsure_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who won one game of one is not above who won 19 of 20; page, rows and data keep the order of the table."""
    games = [played(*(BO_WINS if day == 9 else ANNA_WINS), day=day) for day in range(1, 21)]
    games.append(played(Placing("Cleo", 1, 40, True), Placing("Bo", 2, 30), day=21))
    people = People(games, {})
    [table] = made = tables(games, people)
    assert [row.player for row in table.rows] == ["Anna", "Cleo", "Bo"]
    least = [row.rating.mu - row.rating.unsure for row in table.rows]
    assert least == sorted(least, reverse=True)
    assert [row["player"] for row in standing_data(table)["players"]] == ["Anna", "Cleo", "Bo"]
    page = page_of(games, made, people)
    assert re.findall(r'<th scope="row">(\w+)</th><td class="number">\d+</td>', page)[:3] == ["Anna", "Cleo", "Bo"]
    assert "The order is by rating less ±." in page


def test_ratings_are_the_same_again_and_grow_in_the_order_of_the_evenings() -> None:
    games = [played(*ANNA_WINS), played(*BO_WINS, day=2), played(*BO_WINS, day=3)]
    again = [ratings_by_game(games, People(games, {}))[-1] for _ in range(2)]
    assert again[0] == again[1]
    assert (
        ratings_by_game(games[::-1], People(games, {}))[-1] != again[0]
    )  # who won last is rated by what was known by then


def test_ratings_on_the_way_are_those_of_the_evenings_until_then() -> None:
    games = [played(*ANNA_WINS), played(*BO_WINS, day=2), played(Placing("Cleo", 1), Placing("Bo", 2), day=3)]
    people = People(games, {})
    course = ratings_by_game(games, people)
    assert [set(now) for now in course] == [{"Anna", "Bo"}, {"Anna", "Bo"}, {"Anna", "Bo", "Cleo"}]
    assert course[:2] == ratings_by_game(games[:2], people)
    page = page_of(games, tables(games, people), people)
    drawn = page.partition("Ratings, evening by evening")[2]
    assert f"Cleo: -, -, 25.0, {course[2]['Cleo'].mu:.1f}." in drawn
    assert f"Anna: 25.0, {course[0]['Anna'].mu:.1f}, {course[1]['Anna'].mu:.1f}, {course[2]['Anna'].mu:.1f}." in drawn


def test_who_shares_a_place_is_rated_alike() -> None:
    level = [played(Placing("Anna", 1, 30, True), Placing("Bo", 1, 30, True), Placing("Cleo", 3, 9))]
    [now] = ratings_by_game(level, People(level, {}))
    assert now["Anna"] == now["Bo"]
    assert now["Bo"].mu > 25 > now["Cleo"].mu


TEAMS = (
    Placing("Anna", 1, won=True, team=1),
    Placing("Bo", 2, team=2),
    Placing("Cleo", 1, won=True, team=1),
    Placing("Dan", 2, team=2),
)


def test_a_team_is_rated_together_and_nobody_is_ahead_of_a_team_mate() -> None:
    games = [played(*TEAMS), played(*TEAMS, day=2)]
    people = People(games, {})
    now = ratings_by_game(games, people)[-1]
    assert now["Anna"] == now["Cleo"]
    assert now["Bo"] == now["Dan"]
    assert now["Anna"].mu > now["Bo"].mu
    [table] = tables(games, people)
    assert {(met.one, met.other) for met in table.meetings} == {
        ("Anna", "Bo"),
        ("Anna", "Dan"),
        ("Cleo", "Bo"),
        ("Cleo", "Dan"),
    }
    assert [row.place for row in table.rows] == [1, 1, 2, 2]


def test_a_team_that_won_is_told_with_the_teams() -> None:
    people = People([played(*TEAMS)], {})
    assert result_of(played(*TEAMS), people) == "Anna and Cleo win as a team: Anna and Cleo against Bo and Dan"
    assert result_of(played(*TEAMS, finished=False), people) == "not finished: Anna and Cleo against Bo and Dan"
    shared = played(Placing("Anna", 1, 3, True), Placing("Bo", 1, 3, True))
    assert result_of(shared, People([shared], {})) == "Anna and Bo share the win: Anna 3, Bo 3"


@pytest.mark.rule("team-win")
def test_two_who_play_as_a_team_share_a_place(tmp_path: Path) -> None:
    save = tmp_path / "four.toml"
    run("do", save, "--from", EXAMPLES / "mythic" / "four-players.moves", "--brief")
    [one] = gather([save], games.of).played
    assert [(seat.name, seat.place, seat.team, seat.won) for seat in one.seats] == [
        ("Anna", 1, 1, True),
        ("Bo", 2, 2, False),
        ("Cleo", 1, 1, True),
        ("Dai", 2, 2, False),
    ]


def test_an_alias_joins_two_spellings(config: Path) -> None:
    games = [played(*ANNA_WINS), played(Placing("Anna B.", 1, 9, True), Placing("Bo", 2, 8), day=2)]
    [table] = tables(games, People(games, {"Anna B.": "Anna"}))
    assert [(row.player, row.wins) for row in table.rows] == [("Anna", 2), ("Bo", 0)]


def test_an_alias_that_joins_two_of_one_game_is_refused(config: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Anna and Bo played one game together"):
        People([played(*ANNA_WINS)], {"Bo": "Anna"})


def test_aliases_that_lead_round_in_a_circle_still_make_one_person() -> None:
    aliases: dict[str, str] = {}
    for change in (("Jo", "Joanna"), ("Joanna", "Hanna"), ("Hanna", "Jo")):
        aliases = with_alias(aliases, change)
    games = [played(Placing(name, 1, 9, True), Placing("Bo", 2, 8), day=1) for name in ("Jo", "Joanna", "Hanna")]
    assert len({People(games, aliases).of(name) for name in ("Jo", "Joanna", "Hanna")}) == 1
    assert with_alias({"Jo": "Joanna"}, ("Joanna", "jo")) == {"Joanna": "jo"}


def test_config_alias_keeps_forgets_and_refuses(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Go on with: referee standings\n" in run("config", "alias", "Jo=Joanna").stderr
    assert load().alias == {"Jo": "Joanna"}
    raced(tmp_path / "one.toml", 1)
    monkeypatch.chdir(tmp_path)
    gather([Path("one.toml")], race)
    refused = run("config", "alias", "Bo=Anna", code=2)
    assert f"played one game together ({tmp_path / 'one.toml'})" in refused.stderr
    assert load().alias == {"Jo": "Joanna"}
    assert "Replaced: Jo=Joanna\n" in run("config", "alias", "Joanna=Jo").stderr
    assert load().alias == {"Joanna": "Jo"}
    assert "Replaced" not in run("config", "alias", "joanna=").stderr
    assert load().alias == {}
    assert "write the other spelling" in run("config", "alias", "Jo", code=2).stderr


# --- luck -----------------------------------------------------------------------------------------


def test_luck_with_few_dice_is_as_all_throws_say() -> None:
    faces = (0, 0, 1, 1, 2, 2)
    every = [sum(throw) for throw in product(faces, repeat=4)]
    luck = luck_with([DiceThrown(faces, 1, 2), DiceThrown(faces, 3, 3)])
    assert luck.chance == pytest.approx(sum(total >= 5 for total in every) / len(every))
    assert luck.better_than == round(
        100 * (sum(total < 5 for total in every) + sum(total == 5 for total in every) / 2) / len(every)
    )


def test_many_dice_are_as_lucky_as_reckoned_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [DiceThrown((1, 2, 3, 4, 5, 6), 250, 900)]
    near = luck_with(dice).chance
    monkeypatch.setattr("referee.scores.evening.EXACT", 250)
    assert near == pytest.approx(luck_with(dice).chance, abs=0.001)


@pytest.mark.parametrize(("faces", "each"), [((0, 0, 1, 1, 2, 2), 10), ((1, 2, 3, 4, 5, 6), 80)])
def test_luck_of_ten_thousand_games_is_spread_as_theory_says(faces: tuple[int, ...], each: int) -> None:
    """With the program's own dice, a seed for each game, reckoned exactly and by the normal curve.

    How many games in a hundred are worse is then as likely to be any number: each tenth has 1,000 of the games,
    within four standard deviations. Of games just as lucky each counts as a little luckier or less by lot.
    """
    lots = random.Random(8)
    chance = cache(lambda shown: luck_with([DiceThrown(faces, 3 * each, shown)]).chance)
    tenths = [0] * 10
    for seed in range(10_000):
        dice = Seeded(faces, seed)
        shown = sum(finish(dice.roll(each, number, "")).total for number in range(3))
        worse, alike = 1 - chance(shown), chance(shown) - chance(shown + 1)
        tenths[min(9, int(10 * (worse + lots.random() * alike)))] += 1
    assert all(abs(many - 1000) < 4 * 30 for many in tenths), tenths


@pytest.mark.parametrize(
    ("faces", "many"), [((0, 0, 1, 1, 2, 2), 5), ((1, 2, 3, 4, 5, 6), 4), ((0, 1), 6), ((0, 9), 1)]
)
def test_what_is_usual_leaves_out_at_most_25_of_1000_on_each_side(faces: tuple[int, ...], many: int) -> None:
    least, most = luck_with([DiceThrown(faces, many, 0)]).usual
    totals = [sum(thrown) for thrown in product(faces, repeat=many)]
    for below, and_with in (
        (sum(total < least for total in totals), sum(total <= least for total in totals)),
        (sum(total > most for total in totals), sum(total >= most for total in totals)),
    ):
        assert below / len(totals) <= 0.025 < and_with / len(totals)


def test_what_is_usual_of_many_dice_is_as_reckoned_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [DiceThrown((0, 0, 1, 1, 1, 2), 150, 0), DiceThrown((0, 1, 1, 2), 60, 0)]
    nearly = luck_with(dice).usual
    monkeypatch.setattr("referee.scores.evening.EXACT", 300)
    assert luck_with(dice).usual == pytest.approx(nearly, abs=1)


def test_luck_is_told_with_its_chance() -> None:
    faces = (1, 2, 3, 4, 5, 6)
    assert luck_cells(luck_of([ThrowOfEvening("Anna", faces, (6, 6))])["Anna"]) == ("2", "12", "7", "99 of 100")
    assert luck_cells(luck_of([ThrowOfEvening("Anna", faces, (6, 6, 6, 6))])["Anna"])[-1] == "99 of 100"
    assert luck_cells(luck_of([ThrowOfEvening("Anna", faces, (1, 1, 1, 2))])["Anna"])[-1] == "none of 100"


def test_luck_is_told_in_the_same_words_by_standings_and_story(tmp_path: Path) -> None:
    save = tmp_path / "duel.toml"
    moves = Path(__file__).parent / "conjurers" / "games" / "two-total-battles-refereed.moves"
    run("do", save, "--from", moves, "--brief")
    told = run("standings", save, "--plain").stdout
    [(dice, total, average, better)] = re.findall(r"^Anna +(\d+) +(\d+) +([\d.]+) +(\d+) of 100$", told, re.MULTILINE)
    assert re.search(r"^ +dice +in all +on average +luckier than$", told, re.MULTILINE)
    threw = f"Anna threw {dice} dice for {total} in all, {average} on average: luckier than {better} in 100 who"
    assert threw in run("story", save, "--markdown").stdout


# --- for others -----------------------------------------------------------------------------------

PLAYER = {"uuid": str, "id": int, "name": str, "isAnonymous": bool, "modificationDate": str, "bggUsername": str}
LOCATION = {"uuid": str, "id": int, "name": str, "modificationDate": str}
GAME_PARTS = {
    "uuid": str,
    "id": int,
    "name": str,
    "modificationDate": str,
    "cooperative": bool,
    "highestWins": bool,
    "noPoints": bool,
    "usesTeams": bool,
    "bggName": str,
    "bggYear": int,
    "bggId": int,
}
PLAY = {
    "uuid": str,
    "modificationDate": str,
    "entryDate": str,
    "playDate": str,
    "usesTeams": bool,
    "durationMin": int,
    "ignored": bool,
    "manualWinner": bool,
    "rounds": int,
    "bggId": int,
    "locationRefId": int,
    "gameRefId": int,
    "rating": int,
    "scoringSetting": int,
    "playerScores": list,
}
SCORE = {
    "score": str,
    "winner": bool,
    "newPlayer": bool,
    "startPlayer": bool,
    "playerRefId": int,
    "role": str,
    "rank": int,
    "seatOrder": int,
}
"""The parts of files that the app exported, as others have published them, with the types of their values."""


def test_plays_for_bg_stats_have_the_parts_of_its_own_exports_and_refer_to_each_other() -> None:
    games = [played(*ANNA_WINS), played(*BO_WINS, day=2), played(*BO_WINS, day=3, finished=False)]
    data = export(games, People(games, {}), "At home")
    for part, kinds in (("players", PLAYER), ("locations", LOCATION), ("games", GAME_PARTS), ("plays", PLAY)):
        for one in data[part]:
            assert {key: type(value) for key, value in one.items()} == kinds
    ids = {part: {one["id"] for one in data[part]} for part in ("players", "locations", "games")}
    for play in data["plays"]:
        assert play["gameRefId"] in ids["games"]
        assert play["locationRefId"] in ids["locations"]
        for score in play["playerScores"]:
            assert {key: type(value) for key, value in score.items()} == SCORE
            assert score["playerRefId"] in ids["players"]
    assert data["userInfo"]["meRefId"] in ids["players"]
    assert [play["playDate"] for play in data["plays"]] == ["2026-11-01 19:00:00", "2026-11-02 19:00:00"]
    first, second = (play["playerScores"] for play in data["plays"])
    assert [(one["score"], one["winner"], one["rank"], one["newPlayer"]) for one in first] == [
        ("30", True, 1, True),
        ("20", False, 2, True),
    ]
    assert [one["newPlayer"] for one in second] == [False, False]


def test_what_was_exported_stays_the_same_from_export_to_export() -> None:
    """Nothing is doubled, and nothing is newer than what somebody changed in the app since."""
    one = [played(*ANNA_WINS)]
    more = [*one, played(*BO_WINS, day=2), played(*ANNA_WINS, day=3, game="chase")]
    first, second = (export(games, People(games, {}), "At home") for games in (one, more))
    for part in ("players", "locations", "games", "plays"):
        assert second[part][: len(first[part])] == first[part]
        ids = [entry["uuid"] for entry in second[part]]
        assert len({*ids}) == len(ids)


def test_an_export_read_by_its_ids_is_what_was_played() -> None:
    games = [played(*ANNA_WINS), played(*BO_WINS, day=2), played(*TEAMS, day=3, game="clash")]
    data = json.loads(json.dumps(export(games, People(games, {}), "At home")))
    players, titles, places = (
        {one["id"]: one["name"] for one in data[part]} for part in ("players", "games", "locations")
    )
    read = [
        (
            titles[play["gameRefId"]],
            play["playDate"],
            play["durationMin"],
            places[play["locationRefId"]],
            [(players[one["playerRefId"]], one["score"], one["winner"], one["rank"]) for one in play["playerScores"]],
        )
        for play in data["plays"]
    ]
    assert read == [
        ("The Race", "2026-11-01 19:00:00", 120, "At home", [("Anna", "30", True, 1), ("Bo", "20", False, 2)]),
        ("The Race", "2026-11-02 19:00:00", 120, "At home", [("Anna", "10", False, 2), ("Bo", "12", True, 1)]),
        (
            "The Race",
            "2026-11-03 19:00:00",
            120,
            "At home",
            [("Anna", "", True, 1), ("Bo", "", False, 2), ("Cleo", "", True, 1), ("Dan", "", False, 2)],
        ),
    ]


def test_teams_and_winners_that_points_do_not_tell_are_exported_as_such() -> None:
    tied = (Placing("Anna", 1, 5, True), Placing("Bo", 2, 5))
    games = [played(*ANNA_WINS), played(*tied, day=2), played(*TEAMS, day=3, game="clash")]
    data = export(games, People(games, {}), "At home")
    assert [play["manualWinner"] for play in data["plays"]] == [False, True, True]
    assert [play["usesTeams"] for play in data["plays"]] == [False, False, True]
    assert [one.get("team") for one in data["plays"][2]["playerScores"]] == ["0", "1", "0", "1"]
    assert all("team" not in one for one in data["plays"][0]["playerScores"])
    assert [(game["noPoints"], game["usesTeams"]) for game in data["games"]] == [(False, False), (True, True)]


def test_plays_are_dated_by_the_clock_of_the_table() -> None:
    late = msgspec.structs.replace(played(*ANNA_WINS), began="2026-07-03T23:30:00+02:00")
    [play] = export([late], People([late], {}), "At home")["plays"]
    assert play["playDate"] == "2026-07-03 23:30:00"


def test_the_page_has_the_standings_and_nothing_from_elsewhere() -> None:
    games = [played(*ANNA_WINS, luck={"Anna": (DiceThrown((1, 2), 4, 8),)}), played(*BO_WINS, day=2)]
    people = People(games, {})
    page = page_of(games, tables(games, people), people)
    assert page.index("<h2>The Race</h2>") < page.index("Places") < page.index("How often each was ahead")
    assert "Anna wins: Anna 30, Bo 20" in page
    assert "Anna: +2.0 compared to the average, the band from −2.0 to +2.0 (4 dice showed 8, 6 on average)." in page
    assert '<th scope="row">Bo</th><td class="number"></td><td class="number">1 of 2</td>' in page  # ahead of Anna
    assert "everybody begins at 25" in page
    assert "2 evenings from 2026-11-01 to 2026-11-02." in page
    games.append(played(*BO_WINS, day=3, finished=False))
    assert "to 2026-11-03, 2 of them finished; only these count." in page_of(games, tables(games, people), people)
    assert f"1 evening on {games[0].day}." in page_of(games[:1], tables(games[:1], people), people)
    assert '<th scope="col" class="number">mean</th>' in page  # numbers stand below each other
    assert re.search(r'<td class="number">\d+\.\d</td>', page)
    assert f'<th scope="row" class="whole">{games[0].day}</th>' in page  # a date isn't broken over lines
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")


def test_results_are_told_by_place() -> None:
    people = People([], {})
    assert result_of(played(*BO_WINS), people) == "Bo wins: Bo 12, anna 10"
    assert result_of(played(*BO_WINS, finished=False), people) == "not finished: Bo 12, anna 10"
    both = (Placing("Anna", 1, None, True), Placing("Bo", 1, None, True), Placing("Cleo", 3))
    assert result_of(played(*both), people) == "Anna and Bo share the win: Anna, Bo, Cleo"
    gone = (*ANNA_WINS, Placing("Dan", 3, left=True))
    assert result_of(played(*gone), people) == "Anna wins: Anna 30, Bo 20, Dan (left)"


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The race among the games, with its rules."""
    with made_up("race", tmp_path / "tables", monkeypatch):
        yield


@pytest.mark.usefixtures("known")
def test_the_commands_tell_a_folder_to_people_scripts_and_spreadsheets(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    raced(folder / "one.toml", 6, 1, 6)
    assert "The Race  Anna wins: Anna, Bo" in run("evenings", folder, "--plain").stdout
    data = json.loads(run("evenings", folder, "--json").stdout)
    assert [player["won"] for player in data["evenings"][0]["players"]] == [True, False]
    raced(tmp_path / "two.toml", 1)
    unfinished = json.loads(run("evenings", tmp_path / "two.toml", "--json").stdout)["evenings"][0]["players"]
    assert [(player["place"], player["won"]) for player in unfinished] == [(None, False), (None, False)]
    assert run("evenings", folder, "--csv").stdout.startswith("date,game,file,minutes,finished,player,place")
    for command in "evenings", "standings":  # into a file where one is named, beside the folder or alone
        table = tmp_path / f"{command}.csv"
        written = run(command, folder, "--csv", table)
        assert (written.stdout, "Written: " in written.stderr) == ("", True)
        assert table.read_bytes().decode() == run(command, "--csv", folder).stdout
        assert f"standings {folder}" in written.stderr
    assert "--csv takes one file" in run("standings", folder, "--csv", "a.csv", "b.csv", code=2).stderr
    assert "there is no such file" in run("evenings", tmp_path / "a.csv", code=2).stderr
    assert "there is no such file" in run("evenings", tmp_path / "nothing", code=2).stderr
    assert "Anna was ahead of Bo 1 of 1" in run("standings", folder).stdout
    assert json.loads(run("standings", folder, "--json").stdout)["standings"][0]["players"][0]["wins"] == 1
    assert "Go on with" not in run("standings", folder, "--html", folder / "standings.html").stderr
    assert (folder / "standings.html").read_text().startswith("<!DOCTYPE html>")
    assert "must end in .html" in run("standings", folder, "--html", folder / "one.toml", code=2).stderr
    run("evenings", folder, "--bgstats", folder / "plays.bgsplay")
    assert len(json.loads((folder / "plays.bgsplay").read_text())["plays"]) == 1
    run("evenings", folder, "--bgstats", folder / "plays.bgsplay")  # its own may be written again
    for kept in (b'{"plays": [], "players": [{"id": 1, "name": "Anna"}]}', b'{"plays": ' + b"[" * 50_000):
        (folder / "phone.json").write_bytes(kept)
        refused = run("evenings", folder, "--bgstats", folder / "phone.json", code=2).stderr
        assert "already exists and wasn't written by referee; choose another file" in refused
        assert (folder / "phone.json").read_bytes() == kept
    kept = (folder / "one.toml").read_bytes()
    assert "must end in .bgsplay or .json" in run("evenings", folder, "--bgstats", folder / "one.toml", code=2).stderr
    assert (folder / "one.toml").read_bytes() == kept
    assert "Anna has arrived and wins." in run("story", folder / "one.toml").stdout
    run("score", folder / "one.toml", "--html", folder / "one.html")
    page = (folder / "one.html").read_text()
    assert "<section><h2>An evening of The Race</h2><h3>The evening</h3><ul><li>Anna and Bo" in page
    run("story", folder / "one.toml", "--html", folder / "story.html")
    assert "<h1>An evening of The Race</h1>" in (folder / "story.html").read_text()
    assert "must end in .html" in run("story", folder / "one.toml", "--html", folder / "one.toml", code=2).stderr
    assert run("story", folder / "one.toml", "--markdown").stdout.startswith("# An evening of The Race")


def test_a_spreadsheet_and_a_terminal_get_lines_as_they_are(tmp_path: Path) -> None:
    """What goes to standard output ends each row in a line's end alone; reading many counts up on one line."""
    config = {**os.environ, VARIABLE: str(tmp_path / "config.toml")}
    first = tmp_path / "friday.toml"
    referee(
        "new",
        first,
        "--game",
        "mythic",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--draws",
        "table",
        "--yes",
        env=config,
    )
    for number in range(20):
        (tmp_path / f"{number}.toml").write_bytes(first.read_bytes())
    rows = referee("evenings", first, "--csv", env=config).stdout
    assert [row.rpartition(",")[2] for row in rows.split("\n")] == ["won", "False", "False", ""]
    child = start("evenings", tmp_path, env=config)
    try:
        child.expect("Reading 1 of 21\rReading 2 of 21\r")
        assert ended(child) == 0
    finally:
        close_all()


@pytest.mark.usefixtures("known")
def test_who_waits_for_the_story_of_a_long_game_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = raced(tmp_path / "long.toml", *[1] * 6)
    monkeypatch.setattr(commands, "LONG_LOG", 4)
    assert "Reading" not in run("story", save).stderr
    monkeypatch.setattr(commands, "is_watched", lambda: True)
    many = len(OpenSave(GAME, save).session.steps)
    assert f"Reading the {many} entries of {save} ...\n" in run("story", save).stderr
    monkeypatch.setattr(commands, "LONG_LOG", many + 1)
    assert "Reading" not in run("story", save).stderr


@pytest.mark.usefixtures("known")
def test_standings_of_unfinished_games_alone_are_refused(tmp_path: Path) -> None:
    save = raced(tmp_path / "one.toml", 1)
    assert "no game is finished yet" in run("standings", save, code=2).stderr
    plays = tmp_path / "plays.json"
    assert "no game here is finished and has a date" in run("evenings", save, "--bgstats", plays, code=2).stderr
    assert not plays.exists()


@pytest.mark.parametrize(("width", "below"), [(90, False), (65, True), (40, True)])
def test_evenings_are_listed_with_their_files_beside_or_below(
    width: int, below: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at(one: PlayedGame, *path: str) -> PlayedGame:
        return msgspec.structs.replace(one, path=str(tmp_path.joinpath(*path)))

    def listed(*games: PlayedGame) -> list[str]:
        file = io.StringIO()
        show_evenings(games, People(games, {}), Screen(plain=True, file=file, width=width))
        return [re.sub(r"\s+", " ", line) for line in file.getvalue().splitlines()]

    first, second = at(played(*ANNA_WINS), "1.toml"), at(played(*BO_WINS, day=2, finished=False), "sub", "2.toml")
    found = listed(first, second)
    if width == 40:
        assert found[:4] == ["2026-11-01 The Race", " Anna wins: Anna 30, Bo 20", " 2 h 0 min", " 1.toml"]
    elif below:
        assert found[:4] == [
            "2026-11-01 The Race Anna wins: Anna 30, Bo 20 2 h 0 min",
            " 1.toml",
            "2026-11-02 The Race not finished: Bo 12, Anna 10 2 h 0 min",
            " sub/2.toml",
        ]
    else:
        assert found[:2] == [
            "2026-11-01 The Race Anna wins: Anna 30, Bo 20 2 h 0 min 1.toml",
            "2026-11-02 The Race not finished: Bo 12, Anna 10 2 h 0 min sub/2.toml",
        ]
    assert "".join(found).replace(" ", "").endswith(f"finished.In{tmp_path}.")
    monkeypatch.chdir(tmp_path)
    assert listed(first, second)[-1] == "2 evenings, 1 of them finished."
    assert "sub/2.toml" not in " ".join(listed(second))  # the folder is told below


# --- clock ----------------------------------------------------------------------------------------


def steps(*minutes: int) -> list[Step]:
    """An entry for each turn's end, so many minutes after the one before."""
    at, found = EVENING, [Step(at="turn 1", do="run", key="move", when=EVENING.isoformat())]
    for turn, many in enumerate(minutes, 1):
        at += timedelta(minutes=many)
        found.append(Step(at=f"turn {turn}, moving", do="run", key="move", when=at.isoformat()))
    return found


@pytest.mark.parametrize(
    ("until", "minutes", "said"),
    [
        ("20:00", (10, 20), "Turn 2 took 20 min. 2 more fit before 20:00, at 15 min each."),
        ("19:50", (10, 20), "Turn 2 took 20 min. One more fits before 19:50, at 15 min each."),
        ("19:40", (10, 20), "Turn 2 took 20 min. No other fits before 19:40, at 15 min each."),
        ("19:20", (10, 20), "Turn 2 took 20 min. It is past 19:20."),
        ("20:00", (0, 0), "Turn 2 took under 1 min. 1 h 0 min are left until 20:00."),
        ("18:00", (10,), "Turn 1 took 10 min. It is past 18:00."),
        ("07:00", (60,), "Turn 1 took 1 h 0 min. 11 more fit before 07:00, at 1 h 0 min each."),
        ("20:00", (10, 10, 100), "Turn 3 took 1 h 40 min. It is past 20:00."),
        ("22:00", (10, 10, 100), "Turn 3 took 1 h 40 min. 6 more fit before 22:00, at 10 min each."),
        ("01:00", (60,), "Turn 1 took 1 h 0 min. 5 more fit before 01:00, at 1 h 0 min each."),
    ],
)
def test_the_clock_tells_how_long_a_turn_took_and_how_many_fit(
    until: str, minutes: tuple[int, ...], said: str
) -> None:
    now = EVENING + timedelta(minutes=sum(minutes))
    assert time_report(steps(*minutes), until, now) == said


def test_the_clock_promises_no_more_turns_than_the_game_has() -> None:
    found = time_report(steps(10, 10), "23:00", EVENING + timedelta(minutes=20), turns=5)
    assert found == "Turn 2 took 10 min. All 3 turns left fit (about 30 min)."


@pytest.mark.usefixtures("known")
def test_the_clock_speaks_at_each_turns_end_and_says_once_that_it_is_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "now", lambda: datetime.now().astimezone().isoformat())
    save, said = raced(tmp_path / "one.toml"), list[str]()
    table = SavedTable(GAME, read_save(save), Screen(plain=True))
    monkeypatch.setattr(table, "say", said.append)
    table.until = (datetime.now() - timedelta(minutes=5)).strftime("%H:%M")
    for _ in range(3):
        for text in ("run", "1"):
            table.session.answer(text)
        table.show(table.session.take_events())
    assert said[0].endswith(f"It is past {table.until}.")
    assert [told.partition(" ")[2] for told in said[1:]] == ["2 took under 1 min.", "3 took under 1 min."]


@pytest.mark.parametrize(
    ("until", "said"),
    [
        ("", "The evening has no end. Set one like this: until 23:00."),
        ("20:00", "30 min are left until 20:00."),
        ("19:30", "It is past 19:30."),
    ],
)
def test_how_much_time_is_left_is_told(until: str, said: str) -> None:
    assert describe_time_left(steps(10, 20), until, EVENING + timedelta(minutes=30)) == said


@pytest.mark.usefixtures("known")
def test_the_end_is_changed_at_the_prompt_and_kept_beside_the_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = raced(tmp_path / "one.toml", 1)
    table = SavedTable(GAME, read_save(save), Screen(plain=True))
    later, past = ((datetime.now() + timedelta(hours=hours)).strftime("%H:%M") for hours in (2, -1))

    def says(typed: str) -> str:
        loop.play(table, Script(read_script(typed), "moves"))
        return capsys.readouterr().out.splitlines()[-1].strip()

    assert says("until") == "The evening has no end. Set one like this: until 23:00."
    assert re.fullmatch(f"(2 h 0|1 h 59) min are left until {later}.", says(f"until {later}"))
    says("undo")  # takes back the move, not the end
    assert recent.end_of(save) == table.until == later
    assert says(f"until {past}") == f"It is past {past}."
    assert says("until 25:00") == '"25:00" isn\'t a time of day; write it like 23:00, or none'
    assert recent.end_of(save) == past
    written = save.read_bytes()
    says("until off")
    assert (recent.end_of(save), table.until, save.read_bytes()) == ("", "", written)


def test_a_pause_is_no_long_turn() -> None:
    """Over night nobody plays, nor while the program is closed."""
    night = timedelta(hours=20)
    log = steps(10, 10)
    later = [Step(at="turn 2", do="run", key="move", when=(EVENING + night).isoformat())]
    later.append(Step(at="turn 3", do="run", key="move", when=(EVENING + night + timedelta(minutes=30)).isoformat()))
    now = EVENING + night + timedelta(minutes=30)
    assert time_report([*log, *later], "16:00", now).startswith(
        "Turn 3 took 30 min. 3 more fit before 16:00, at 10 min each."
    )
    opened = EVENING + night + timedelta(minutes=25)  # closed after the first entry of that day
    assert time_report([*log, *later], "16:00", now, opened).startswith("Turn 3 took 5 min.")


def test_midnight_is_passed_within_one_evening() -> None:
    log = steps(100, 100, 100)  # from 19:00 to 0:00
    now = EVENING + timedelta(minutes=300)
    assert time_report(log, "01:00", now) == "Turn 3 took 1 h 40 min. No other fits before 01:00, at 1 h 40 min each."
    assert time_report(log, "23:30", now) == "Turn 3 took 1 h 40 min. It is past 23:30."
    late = [Step(at="turn 1", do="run", key="move", when=(EVENING + timedelta(hours=4, minutes=30)).isoformat())]
    assert "It is past 23:00" in time_report(late, "23:00", EVENING + timedelta(hours=5))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="no other zone can be set here")
def test_the_night_in_which_clocks_change_is_an_hour_longer_or_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        autumn = datetime.fromisoformat("2026-10-24T22:00:00+02:00")
        assert ends("04:00", autumn) - autumn == timedelta(hours=7)
        spring = datetime.fromisoformat("2026-03-28T22:00:00+01:00")
        assert ends("04:00", spring) - spring == timedelta(hours=5)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_an_older_save_has_no_times_and_nothing_is_said() -> None:
    assert time_report([Step(do="run", key="move")], "23:00", EVENING) == ""


@pytest.mark.parametrize(
    ("text", "kept"), [("23:00", "23:00"), ("9", "09:00"), ("1.30", "01:30"), ("none", ""), ("off", "")]
)
def test_times_are_read_as_people_write_them(text: str, kept: str) -> None:
    assert read_time(text) == kept


@pytest.mark.parametrize("text", ["24:00", "7:5", "noon", "", "12:60"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="isn't a time of day"):
        read_time(text)


# --- story ----------------------------------------------------------------------------------------


def test_the_story_tells_who_when_and_how_it_ended(tmp_path: Path, clock: None) -> None:
    save = OpenSave(GAME, raced(tmp_path / "one.toml", 6, 1, 6))
    text = as_markdown(story_of(save))
    assert "Anna and Bo played The Race." in text
    assert any("10\N{NO-BREAK SPACE}min of play." in told for told in story_of(save).chapters[0][1])  # on one line
    assert "Friday, 20 November 2026, 19:00 to 19:10, 10 min of play." in text
    assert "Turn 1: Anna's steps go from 0 of 12 to 6 of 12: Anna runs" in text
    assert text.rstrip().endswith("Anna has arrived and wins.")


def test_the_story_tells_the_scores_by_place_with_a_true_minus_sign(tmp_path: Path) -> None:
    save = tmp_path / "quest.toml"
    run("do", save, "--from", EXAMPLES / "enchanters" / "three-players.moves", "--brief")
    text = as_markdown(story_of(OpenSave(games.load("enchanters"), save)))
    places = ["- Anna: 27 glory.", "- Bo: 13 glory.", "- Cleo: −9 glory.", "- Anna wins with 27 glory."]
    assert text.splitlines()[-4:] == places
    assert not re.search(r"(?<!\w)-\d", text)
    run("do", tmp_path / "four.toml", "--from", EXAMPLES / "four-player-game.moves", "--brief")
    told = dict(story_of(OpenSave(games.load("conjurers"), tmp_path / "four.toml")).chapters)
    points = [int(re.sub(r"\D", "", one)) for one in told["Final score"][:4]]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ([(0, 0), (2, 1), (3, 1)], ["Anna led from turn 2 to turn 3."]),
        (
            [(2, 1), (2, 2), (3, 2)],
            ["Anna led after turn 1.", "All were level after turn 2.", "Anna led after turn 3."],
        ),
        ([(1, 2), (2, 2), (4, 4)], ["Bo led after turn 1.", "All were level from turn 2 to turn 3."]),
    ],
)
def test_a_stretch_in_the_lead_ends_where_all_are_level(totals: list[tuple[int, int]], told: list[str]) -> None:
    turns = [TurnPoints(turn, {"Anna": one, "Bo": other}) for turn, (one, other) in enumerate(totals, 1)]
    assert list(leads(turns)) == told


def test_a_story_without_a_log_that_can_be_played_says_so_and_tells_the_rest() -> None:
    save = Path(__file__).parent / "conjurers" / "saves" / "changed-by-hand.toml"
    told = dict(story_of(OpenSave(games.load("conjurers"), save)).chapters)
    assert "what turned it, and the luck can't be told: its log can't be replayed" in told["What can't be told"][0]
    assert "Anna: 3 victory points." in told["The score if the game ended now"]


def test_a_story_keeps_what_is_hidden_while_the_game_runs() -> None:
    save = Path(__file__).parent / "conjurers" / "saves" / "battle-with-hidden-hands.toml"
    told = run("story", save).stdout
    assert "It has come to turn 9, battles" in told
    assert not re.search("Fenrir|Tortoise|Jackal", told)  # in Bo's hand, which Anna doesn't see


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("width", [30, 40, 50, 60, 80])
def test_standings_fit_a_narrow_window_with_all_names_and_numbers(width: int, tmp_path: Path) -> None:
    one = played(Placing("Anna", 1, 77, True), Placing("Bartholomew", 2, -9))
    file = io.StringIO()
    made = tables([one], People([one], {}))
    show_standings(made, Screen(plain=True, file=file, width=width))
    lines = file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    told = " ".join(" ".join(lines).split())
    ratings = [f"{row.rating.mu:.1f} ±{row.rating.unsure:.1f}" for row in made[0].rows]
    assert len(ratings) == 2
    for text in ("Anna", "Bartholomew", "evenings", "rating", "77.0", "\u22129.0", *ratings):
        assert text in told
    assert "-9" not in told


def test_scores_below_zero_have_a_true_minus_among_the_evenings() -> None:
    one = played(Placing("Anna", 1, -9, True), Placing("Bo", 2, -12))
    assert result_of(one, People([one], {})) == "Anna wins: Anna \u22129, Bo \u221212"


def test_at_a_terminal_no_file_of_somebody_else_is_replaced_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script's way stays as it was; an earlier page of ours is replaced by the new one."""
    monkeypatch.chdir(tmp_path)
    sheet = EXAMPLES / "four-players.toml"
    notes = tmp_path / "notes.html"
    notes.write_text("<!DOCTYPE html><p>My notes")
    asked: list[str] = []
    answers = ["", "yes"]

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return answers.pop(0)

    with monkeypatch.context() as at_a_terminal:
        at_a_terminal.setattr("referee.play.line.has_terminal", lambda: True)
        at_a_terminal.setattr("builtins.input", answer)
        refused = run("score", sheet, "--html", notes, code=2).stderr
        assert "notes.html stays as it was; choose another file" in refused.replace("\n", " ")
        assert notes.read_text() == "<!DOCTYPE html><p>My notes"
        run("score", sheet, "--html", notes)
        run("score", sheet, "--html", notes)
        run("score", sheet, "--svg", "new.svg")
        run("score", sheet, "--svg", "new.svg")
    assert len(asked) == 2
    notes.write_text("<p>My notes")
    run("score", sheet, "--html", notes)
    assert "My notes" not in notes.read_text()
