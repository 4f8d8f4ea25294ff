"""The page of an evening: players in their own colours, its day, armies and piles, luck with dice, what turned it."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest

from referee import games
from referee.pictures.svg import LINES, NAMED, width_of
from referee.play.notation import Step
from referee.saves.evening import evening_of, when_of
from referee.saves.save import OpenSave, read_save
from referee.scores.evening import ThrowOfEvening, luck_of
from tests.made_up import play_example
from tests.old_saves import run
from tests.recorded_games import folder, names

EXAMPLES = Path(__file__).parents[1] / "examples"
NARROW = 400
"""Pixels of a telephone's page."""


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    save = tmp_path_factory.mktemp("evening") / "friday.toml"
    run("do", save, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    return save


def page(save: Path) -> str:
    """The page of a save, made anew where the save has changed since."""
    return _page(save, save.read_bytes())


@lru_cache(maxsize=4)
def _page(save: Path, content: bytes) -> str:
    made = save.with_suffix(".html")
    run("score", save, "--html", made)
    return made.read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of every row of a page."""
    found = re.findall(r"<tr>(.*?)</tr>", text)
    return [[html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row)] for row in found]


# --- colours --------------------------------------------------------------------------------------


def test_every_line_has_the_colour_of_its_player(friday: Path) -> None:
    setup = OpenSave(games.load("conjurers"), friday).setup
    text = page(friday)
    for seat in setup.players:
        light = NAMED[seat.colour][0]
        assert re.search(rf'<g><title>{seat.name}</title><path [^>]*stroke="{light}"', text), seat
    assert len({seat.colour for seat in setup.players}) == len(setup.players)


def test_a_colour_that_nobody_knows_is_drawn_as_any_other(tmp_path: Path) -> None:
    save = tmp_path / "friday.toml"
    script = tmp_path / "friday.moves"
    text = (EXAMPLES / "two-player-game.moves").read_text(encoding="utf-8")
    (tmp_path / "sample-deck.toml").write_bytes((EXAMPLES / "sample-deck.toml").read_bytes())
    seat = re.sub(r"--player Anna:(\w+)\S*", r"--player Anna:\1:beige", text, count=1)
    script.write_text(seat, encoding="utf-8")
    run("do", save, "--from", script, "--brief")
    assert re.search(rf'<g><title>Anna</title><path [^>]*stroke="{LINES[0][0]}"', page(save))


# --- when -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "told"),
    [
        ((), ""),
        (("",), ""),
        (("2026-11-20T19:58:01+01:00",), "Friday, 20 November 2026."),
        (
            ("", "2026-11-20T19:58:01+01:00", "2026-11-20T22:41:59+01:00"),
            "Friday, 20 November 2026, 19:58 to 22:41.",
        ),
        (
            ("some time", "0001-01-01T00:00:00", "2026-11-20T19:58:01", "2026-11-20T22:41:59", "2026-13-45T00:00Z"),
            "Friday, 20 November 2026, 19:58 to 22:41.",
        ),
        (
            ("2026-11-20T19:58:01+01:00", "2026-11-22T15:00:00+01:00"),
            "Friday, 20 November 2026, 19:58 to Sunday, 22 November 2026, 15:00.",
        ),
    ],
)
def test_the_day_and_the_hours_are_those_at_the_table(times: tuple[str, ...], told: str) -> None:
    assert when_of([Step(key="x", do="x", when=time) for time in times]) == told


# --- luck -----------------------------------------------------------------------------------------


def test_luck_counts_every_way_that_the_dice_may_fall() -> None:
    faces = (0, 1, 2)
    throws = [
        ThrowOfEvening("Anna", faces, (2, 1)),
        ThrowOfEvening("Bo", faces, (0,)),
        ThrowOfEvening("Anna", faces, (2, 0, 1)),
    ]
    found = luck_of(throws)
    ways = [sum(dice) for dice in product(faces, repeat=5)]
    better = sum(way < 6 for way in ways) + sum(way == 6 for way in ways) / 2
    assert (found["Anna"].dice, found["Anna"].shown, found["Anna"].mean) == (5, 6, 5.0)
    assert found["Anna"].better_than == round(100 * better / len(ways))
    assert (found["Bo"].dice, found["Bo"].better_than) == (1, 17)


def test_the_dice_told_are_those_of_the_log(friday: Path) -> None:
    """Every die that was typed in at the table, and no other."""
    open_save = OpenSave(games.load("conjurers"), friday)
    typed = [
        int(die)
        for step in open_save.session.steps
        for answer in step.answers
        if answer.key == "roll"
        for die in answer.text.split()
    ]
    luck = evening_of(open_save).luck
    assert sum(one.dice for one in luck.values()) == len(typed) > 300
    assert sum(one.shown for one in luck.values()) == sum(typed)
    told = [row for row in rows(page(friday)) if len(row) == 5 and row[4].startswith("luckier than ")]
    assert [(row[0], int(row[1]), int(row[2])) for row in told] == sorted(
        ((name, one.dice, one.shown) for name, one in luck.items()), key=lambda each: -luck[each[0]].better_than
    )


def test_of_dice_whose_sum_alone_was_typed_every_die_counts(friday: Path, tmp_path: Path) -> None:
    script = (EXAMPLES / "four-player-game.moves").read_text(encoding="utf-8")
    (tmp_path / "sample-deck.toml").write_bytes((EXAMPLES / "sample-deck.toml").read_bytes())
    summed = re.sub(r"\b[0-2](?: [0-2])+\b(?=[^\[]*\])", lambda dice: total(dice[0]), script)
    assert summed.count("total ") > 100
    (tmp_path / "summed.moves").write_text(summed, encoding="utf-8")
    run("do", tmp_path / "summed.toml", "--from", tmp_path / "summed.moves", "--brief")
    one, other = (evening_of(OpenSave(games.load("conjurers"), save)) for save in (friday, tmp_path / "summed.toml"))
    assert one.luck == other.luck


def total(dice: str) -> str:
    """Dice as somebody types them who counts faster than they are named."""
    return f"total {sum(map(int, dice.split()))}"


@pytest.mark.parametrize(
    ("game", "script", "thrown"),
    [
        ("conjurers", "conjurers/games/three-combinations-hands-drawn.moves", True),  # rolled by the program
        ("conjurers", "conjurers/games/four-one-leaves.moves", False),  # averaged, battles refereed
        ("enchanters", "enchanters/games/two-standard.moves", False),  # no dice
    ],
)
def test_the_dice_of_the_program_count_and_averaged_ones_do_not(
    game: str, script: str, thrown: bool, tmp_path: Path
) -> None:
    save = tmp_path / "evening.toml"
    run("do", save, "--from", Path(__file__).parent / script, "--brief")
    open_save = OpenSave(games.load(game), save)
    luck = evening_of(open_save).luck
    rolled = [answer.text for step in open_save.session.steps for answer in step.answers if answer.key == "roll"]
    assert sum(one.dice for one in luck.values()) == sum(len(text.split()) for text in rolled)
    assert bool(luck) is thrown


def test_nobody_is_luckier_than_all() -> None:
    found = luck_of([ThrowOfEvening("Anna", (0, 1, 2), (2,) * 30), ThrowOfEvening("Bo", (0, 1, 2), (0,) * 30)])
    assert (found["Anna"].better_than, found["Bo"].better_than) == (99, 0)


# --- holdings, and what turned it -----------------------------------------------------------------


def test_armies_and_piles_are_told_by_name(friday: Path, tmp_path: Path) -> None:
    found = rows(page(friday))
    state = OpenSave(games.load("conjurers"), friday).session.state
    for player in state.players:
        assert all(any(name in row[-1] for row in found) for name in (*player.creatures, *player.items))
    save = tmp_path / "quest.toml"
    run("do", save, "--from", EXAMPLES / "enchanters" / "three-players.moves", "--brief")
    told = rows(page(save))
    assert ["artifact", "Stone Sling of Mists"] in told
    assert ["monsters", "2 Slag Brute, 3 Marsh Stalker, Ember Hound, 2 Spark Imp, Ridge Harpy"] in told


def test_what_turned_the_evening_is_what_moved_the_score(friday: Path) -> None:
    evening = evening_of(OpenSave(games.load("conjurers"), friday))
    totals = {at.turn: at.totals for at in evening.turns}
    assert all(when.startswith("turn ") for when, _ in evening.highlights)
    turned = [(int(when.removeprefix("turn ")), told) for when, told in evening.highlights]
    leads = [one for one in turned if "takes the lead" in one[1]]
    assert leads
    for turn, told in leads:
        leader = told.split()[0]
        assert totals[turn][leader] == max(totals[turn].values())
        assert totals[turn - 1][leader] < max(totals[turn - 1].values())
    assert [turn for turn, _ in turned] == sorted(turn for turn, _ in turned)


def test_what_turned_the_evening_is_told_in_the_sentences_of_the_table(friday: Path) -> None:
    turned = evening_of(OpenSave(games.load("conjurers"), friday)).highlights
    assert (
        "turn 10",
        "Cleo +14: Cleo fights for Anubis; Anna plays the minion. Cleo wins the battle for Anubis. "
        "Cleo takes the card Anubis. Cleo challenges Dan to a duel.",
    ) in turned
    told = " ".join(told for _, told in turned)
    assert "Cleo takes 26 in minus tokens: 13 food short." in told  # without the arithmetic behind it
    assert "[" not in told


@pytest.mark.parametrize(
    ("script", "last", "told"),
    [
        (
            "enchanters/three-players.moves",
            "journey 2 Storm Ogress",
            "Anna −1, Bo −1 and Cleo −4: Cleo journeys to Storm Ogress, card 2 of the track. Cleo pays 1 crystal. "
            "Storm Ogress strikes Cleo: strength 6 less defence 2 = 4; Cleo takes 4 wounds. ",
        ),
        (
            "two-player-game.moves",
            "",
            "Anna +1 and Bo −8: Bo takes 8 wood. Bo takes 8 stone. Bo takes 4 iron. Anna takes 4 bronze. ",
        ),
        (  # ten sentences, too many: Cleo's, and the last of the others
            "four-player-game.moves",
            "",
            "Anna +1, Cleo −24 and Dan +1: Cleo takes 8 wood. Cleo takes 4 iron. Cleo takes 4 bronze. "
            "Cleo takes 2 sapphire. Dan pays 12 food. Anna pays 15 food. ",
        ),
    ],
)
def test_the_sentences_told_are_those_of_who_gained_or_lost_most(
    script: str, last: str, told: str, tmp_path: Path
) -> None:
    assert any(found.startswith(told) for _, found in turned_until(script, last, tmp_path))


def turned_until(script: str, last: str, folder: Path) -> Sequence[tuple[str, str]]:
    """What turned an example that ends with the first line that begins so, or isn't cut at all for ""."""
    example = EXAMPLES / script
    lines = example.read_text(encoding="utf-8").splitlines()
    end = next((number for number, line in enumerate(lines, 1) if last and line.startswith(last)), len(lines))
    (folder / "cut.moves").write_text("\n".join(lines[:end]), encoding="utf-8")
    deck = example.parent / "sample-deck.toml"
    (folder / deck.name).write_bytes(deck.read_bytes())
    run("do", folder / "cut.toml", "--from", folder / "cut.moves", "--brief")
    save = read_save(folder / "cut.toml")
    return evening_of(OpenSave(games.of(save.data, script), save)).highlights


@pytest.mark.parametrize(
    ("script", "until", "where", "there"),
    [
        ("prophecy/three-players.moves", "roll 4\n", "Mountains 3", "Toll Ogre"),
        ("mythic/two-players.moves", "5 5 4 3 1 / best", "D", "Storm Warden (Anna)"),
        ("four-player-game.moves", "resolve merchant", "fishing pond", "Cleo's worker"),
    ],
)
def test_a_page_has_the_board_with_what_is_on_it(
    script: str, until: str, where: str, there: str, tmp_path: Path
) -> None:
    found = rows(page(play_example(script, until, tmp_path)))
    assert [there in cells[1] for cells in found if cells[0] == where] == [True]


def test_without_points_the_fights_that_decided_turned_the_evening(tmp_path: Path) -> None:
    save = tmp_path / "quest.toml"
    run("do", save, "--from", EXAMPLES / "prophecy" / "three-players.moves", "--brief")
    turned = evening_of(OpenSave(games.load("prophecy"), save)).highlights
    assert dict(turned)["round 20"] == (
        "Bo's artifacts go from 1 to 0 and Cleo's artifacts go from 2 to 3: Bo loses to Cleo. "
        "Cleo takes Crown of the Ancient Kings. Bo is out of the game."
    )
    assert "Bo beats Shadow of Death." in dict(turned)["round 17"]
    assert dict(turned)["round 19"] == (  # nothing of what the Final Battle moves on the board
        "Anna's artifacts go from 1 to 2: Anna beats Hollow Regent. Anna takes Sceptre of Dawn."
    )
    assert "is dead." in dict(turned)["round 8"]  # who died, though no Artifact changed hands
    assert turned[-1][1].endswith("Cleo takes Sceptre of Dawn. Cleo wins with 4 Artifacts.")


def test_a_page_begins_with_the_story_and_tells_nothing_twice(friday: Path, tmp_path: Path) -> None:
    """Without rows of zeros; where there are no points, what decides is drawn round by round."""
    told = page(friday)
    assert told.index("What turned it") < told.index("Points turn by turn")
    assert "What turned the evening" not in told
    assert told.count(">Luck") == told.count("<caption>Luck with dice")
    save = tmp_path / "duel.toml"
    run("do", save, "--from", EXAMPLES / "mythic" / "short-game.moves", "--brief")
    assert "Stones round by round" in page(save)


def test_units_that_are_destroyed_turn_a_story(tmp_path: Path) -> None:
    save = tmp_path / "duel.toml"
    run("do", save, "--from", EXAMPLES / "mythic" / "two-players.moves", "--brief")
    turned = evening_of(OpenSave(games.load("mythic"), save)).highlights
    assert ("round 14, turn 27", "Bo's Barrow Guard is destroyed.") in turned


def test_what_decided_a_game_is_told_where_nothing_was_counted(tmp_path: Path) -> None:
    save = tmp_path / "duel.toml"
    run("do", save, "--from", EXAMPLES / "mythic" / "short-game.moves", "--brief")
    when, told = evening_of(OpenSave(games.load("mythic"), save)).highlights[-1]
    assert when.startswith("round ")
    assert told.startswith("It is decided: ")
    assert "Anna wins" in told


# --- on a telephone -------------------------------------------------------------------------------

GAMES = [(game, name) for game in games.names() for name in names(game)]


def test_the_turns_are_folded(friday: Path) -> None:
    assert re.search(r"<details><summary>Points turn by turn</summary>", page(friday))
    assert "<details open" not in page(friday)


@pytest.mark.parametrize(("game", "name"), [one for one in GAMES if one[0] == "enchanters"])
def test_no_word_of_a_page_is_broken_on_a_telephone(game: str, name: str, tmp_path: Path) -> None:
    """A column is as wide as its longest word, and all of them together as the page; else the table scrolls."""
    save = tmp_path / "quest.toml"
    run("do", save, "--from", folder(game) / f"{name}.moves", "--brief")
    text = page(save)
    style = re.search(r"<style>\s*:root.*?</style>", text, re.DOTALL)
    assert style is not None
    cells = re.findall(r"[^}]*\b(?:th|td|table|\.number)[^{}]*\{[^}]*overflow-wrap", style[0])
    assert not cells
    assert ".wide{overflow-x:auto" in style[0]
    for table in re.findall(r"<table>.*?</table>", text):
        if "Final score" in table or "category" in table:
            longest = [
                max(width_of(word, 12.8) for word in " ".join(column).split() or [""]) for column in columns(table)
            ]
            wide = [each + 6 for each in longest]
            assert sum(wide) <= NARROW - 24, wide


def columns(table: str) -> list[list[str]]:
    """The cells of a table, by column."""
    found = rows(table)
    wide = max(map(len, found))
    return [[row[at] for row in found if at < len(row)] for at in range(wide)]
