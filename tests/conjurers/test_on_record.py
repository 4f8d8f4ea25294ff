"""Every die and every draw stands in the log: replaying never rolls, and a script of the log gives the same game."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee import judge
from referee.declaration.game import Playing
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules.play import RULES
from referee.games.conjurers.rules.state import GameState, Setup
from referee.play.notation import Answer, Step, read_each, write_step
from referee.play.session import NoFurther, Session
from referee.saves.layout import FORMAT
from referee.saves.save import GameCorrector, OpenSave, read_save
from tests.conjurers.evenings import NAMES, Play, asked, contest, ending, play, set_up
from tests.conjurers.kept import kept_setup, new_game, reopened
from tests.steps import firsts, given, places, untimed

SAVES = Path(__file__).parent / "saves"
BEGINNING = (
    "adjust Anna gains creature Snow Fox",
    "adjust Anna gains creature Golem",
    "place conjurer duel Bo",
    "place conjurer wild animals",
    "place worker stone mine",
    "place merchant wood storage",
    "resolve worker",
    "resolve conjurer [referee]",
)
"""Anna, who has five creatures, challenges Bo, who has three."""


def fought(folder: Path, setup: Setup | None = None, seed: int = 0) -> OpenSave[GameState]:
    """A refereed duel fought to its end with random moves; what follows of the turn too."""
    chance = random.Random(seed)
    open_save = new_game(folder, setup)
    open_save.do(read_each(BEGINNING))
    while open_save.session.question is not None and open_save.session.question.key != "place":
        option = chance.choice(open_save.session.question.options())
        while option.more is not None and (more := option.more()) is not None:
            option = chance.choice(more.options())
        open_save.do(read_each([option.text]))
    open_save.save()
    return open_save


def recorded(open_save: OpenSave[GameState], key: str) -> list[str]:
    """The answers to all questions of a key."""
    return [answer.text for answer in given(open_save.session) if answer.key == key]


# --- dice and draws in the log ------------------------------------------------------------------------


@pytest.mark.rule("battle-dice", "B23")
def test_rolled_dice_stand_in_the_log(tmp_path: Path) -> None:
    """As the faces that were shown, behind the move that they belong to."""
    open_save = fought(tmp_path)
    rolls = recorded(open_save, "roll")
    assert len(rolls) > 3
    assert {face for roll in rolls for face in roll.split()} <= {"0", "1", "2"}
    throwing = [step for step in open_save.session.steps if "roll" in [answer.key for answer in step.answers]]
    assert {step.key for step in throwing} == {"move"}
    texts = [answer.text for answer in given(reopened(open_save).session)]
    assert [text for text in texts if set(text) <= set("012 ")] == rolls


@pytest.mark.rule("random-draw")
def test_a_programs_draw_stands_in_the_log(tmp_path: Path) -> None:
    """P. 15: three of five, by their places."""
    (draw,) = recorded(fought(tmp_path), "draw")
    places = [int(place) for place in draw.split()]
    assert places == sorted(set(places))
    assert (len(places), set(places) <= {1, 2, 3, 4, 5}) == (3, True)


@pytest.mark.rule("B23", "random-draw")
@pytest.mark.parametrize("seed", range(4))
def test_a_replay_with_another_seed_gives_the_same_game(tmp_path: Path, seed: int) -> None:
    """Replaying never rolls."""
    open_save = fought(tmp_path, seed=seed)
    for other in (0, 1, 8):
        again = replayed(open_save, replace(kept_setup(), seed=other))
        assert again.state == open_save.session.state
        assert untimed(again.steps) == untimed(open_save.session.steps)


def replayed(open_save: OpenSave[GameState], setup: Setup) -> Session[GameState]:
    """The log of a game played again with another set-up."""
    return Session(
        Playing(RULES, setup),
        RULES.start(setup),
        list(open_save.session.steps),
        corrector=GameCorrector(RULES, setup),
        label=RULES.label,
    )


@pytest.mark.rule("B23")
def test_another_seed_throws_other_dice(tmp_path: Path) -> None:
    """So that the test above can fail."""
    found = []
    for seed in (7, 8):
        folder = tmp_path / str(seed)
        folder.mkdir()
        open_save = new_game(folder, replace(kept_setup(), seed=seed, draws="table"))
        open_save.do(read_each([*BEGINNING, "summon Wolf 1", "summon Raven 1", "summon Golem 2", "summon Bear 2"]))
        found.append(recorded(open_save, "roll"))
    assert len(found[0]) > 1
    assert found[0] != found[1]


@pytest.mark.rule("B23", "random-draw")
def test_a_save_whose_seed_was_changed_leads_to_the_same_state(tmp_path: Path) -> None:
    """What happened has happened; undo goes back by the log as well."""
    open_save = fought(tmp_path)
    open_save.path.write_text(open_save.path.read_text().replace("seed = 7", "seed = 8", 1))
    again = reopened(open_save)
    assert again.disagreements() == []
    while again.session.undo():
        pass
    while again.session.redo():
        pass
    assert again.session.state == open_save.session.state


@pytest.mark.rule("B23", "random-draw")
@pytest.mark.parametrize("seed", range(4))
def test_a_script_of_the_log_rebuilds_the_game(tmp_path: Path, seed: int) -> None:
    """Step by step as the log writes it, also in a game with another seed."""
    open_save = fought(tmp_path, seed=seed)
    script = [write_step(step) for step in open_save.session.steps]
    for other in (7, 8):
        folder = tmp_path / str(other)
        folder.mkdir()
        again = new_game(folder, replace(kept_setup(), seed=other))
        again.do(read_each(script))
        assert again.session.state == open_save.session.state
        assert untimed(again.session.steps) == untimed(open_save.session.steps)
        assert places(again.session) == places(open_save.session)


@pytest.mark.rule("B23", "random-draw")
def test_a_script_may_leave_out_what_goes_by_itself(tmp_path: Path) -> None:
    """Dice, draws and forced passes: with the same seed they come again."""
    open_save = fought(tmp_path)
    lines = []
    for step in open_save.session.steps:
        kept = [answer.text for answer in step.answers if answer.key not in ("roll", "draw")]
        lines += [text for text in kept if text != "pass"] or [write_step(step)] * (step.kind != "move")
    folder = tmp_path / "again"
    folder.mkdir()
    again = new_game(folder)
    again.do(read_each(lines))
    assert again.session.state == open_save.session.state
    assert untimed(again.session.steps) == untimed(open_save.session.steps)


@pytest.mark.rule("B23")
def test_a_script_may_name_some_of_the_dice(tmp_path: Path) -> None:
    """The first throw as it was, the second by itself."""
    open_save = new_game(tmp_path)
    open_save.do(read_each(["adjust Anna loses creature Imp", *BEGINNING[2:], "summon Wolf 1"]))
    open_save.save()
    whole = reopened(open_save)
    whole.do(read_each(["summon Bear 1"]))
    entry = whole.session.steps[-1]
    assert [answer.key for answer in entry.answers] == ["move", "roll", "roll"]
    for many in (1, 2, 3):
        part = reopened(open_save)
        part.do(read_each([answer.text for answer in entry.answers[:many]]))
        assert part.session.steps[-1].answers == entry.answers
        assert part.session.state == whole.session.state


def test_what_was_forced_in_a_step_is_undone_with_its_move(tmp_path: Path) -> None:
    """No dice are left over, and redo brings the same ones back."""
    open_save = new_game(tmp_path)
    open_save.do(read_each(["adjust Anna loses creature Imp", *BEGINNING[2:], "summon Wolf 1"]))
    before = open_save.session.state.copy()
    open_save.do(read_each(["summon Bear 1"]))
    after, entries = open_save.session.state.copy(), list(open_save.session.steps)
    assert open_save.session.undo()
    assert (open_save.session.state, open_save.session.draft) == (before, [])
    open_save.save()
    again = reopened(open_save)
    assert again.session.redo()
    assert again.session.state == after
    assert untimed(again.session.steps) == untimed(entries)


# --- tournaments --------------------------------------------------------------------------------------


def tourney(seed: int) -> Play:
    """A tournament whose pairs the program drew, up to its first prize."""
    game = play(ending(set_up(4, tournament=True, draws="program", seed=seed), turn=6), "end turn")
    while asked(game)[1] in ("battle", "set aside"):
        play(game, "attacker wins" if asked(game)[1] == "battle" else "nobody")
    assert asked(game)[1] == "prize"
    return game


@pytest.mark.rule("A18", "tournaments")
def test_the_draws_of_a_tournament_are_on_record_too() -> None:
    """A18: who met whom stays, whatever the seed says when the log is played again."""
    game = tourney(3)
    for seed in range(5):
        setup = set_up(4, tournament=True, draws="program", seed=seed)
        again = Session(Playing(RULES, setup), game.start, list(game.steps), list(game.draft))
        assert again.state == game.state


@pytest.mark.rule("A18", "tournaments")
def test_every_order_of_a_tournament_can_be_drawn() -> None:
    """A18: by chance: each of the four is challenger of each other one in some first semifinal."""
    met = set()
    for seed in range(200):
        game = play(ending(set_up(4, tournament=True, draws="program", seed=seed), turn=6), "end turn")
        met.add((NAMES[contest(game).attacker], NAMES[contest(game).defender]))
    assert len(met) == 12


# --- saves of format 1 ----------------------------------------------------------------------------------


def old_save(folder: Path, name: str) -> OpenSave[GameState]:
    """A save as an earlier version wrote it."""
    path = folder / f"{name}.toml"
    shutil.copy(SAVES / path.name, path)
    assert "format = 1\n" in path.read_text()
    return OpenSave(CONJURERS, path)


def test_an_old_save_is_read_with_its_log(tmp_path: Path) -> None:
    """A duel with typed dice, a purchase, corrections, and two placings that were undone."""
    open_save = old_save(tmp_path, "format-1-dice-entered")
    assert (open_save.file.format, open_save.changed, open_save.disagreements()) == (FORMAT, (), [])
    log = open_save.file.history.log
    assert len(log) == 23
    assert log[0] == Step(at="turn 1, placing", correct="adjust Bo wood 8", because="we began late [at nine / ten]")
    assert write_step(log[10]) == "summon Bear 1 [1 0 / 2 1]"
    assert (log[21].at, write_step(log[21])) == ("turn 1, resolving", "resolve conjurer [buy Dirk / done]")
    assert [[step.do for step in steps] for steps in open_save.session.undone] == [
        ["place conjurer tavern"],
        ["place conjurer wild animals"],
    ]
    assert (open_save.session.state.turn, open_save.session.question and open_save.session.question.key) == (
        2,
        "place",
    )
    assert open_save.session.state.players[1].items == ["Dirk"]


def test_an_old_save_goes_back_and_forth(tmp_path: Path) -> None:
    """To its first answer and back, and on with what was undone."""
    open_save = old_save(tmp_path, "format-1-dice-entered")
    state, steps = open_save.session.state.copy(), len(open_save.session.steps)
    for _ in range(steps):
        assert open_save.session.undo()
    assert not open_save.session.undo()
    for _ in range(steps):
        assert open_save.session.redo()
    assert open_save.session.state == state
    assert open_save.session.redo()
    assert open_save.session.redo()
    assert not open_save.session.redo()
    assert [figure.space for figure in open_save.session.state.placed] == ["wild animals", "tavern"]


def test_an_old_save_is_written_in_the_new_format(tmp_path: Path) -> None:
    """Nothing is lost; the version before is the backup."""
    open_save = old_save(tmp_path, "format-1-dice-entered")
    text = open_save.path.read_text()
    open_save.do(read_each(["place conjurer lumber mill"]))
    open_save.save()
    again = reopened(open_save)
    assert read_save(open_save.path).data["format"] == FORMAT
    assert "format = 1\n" not in open_save.path.read_text()
    assert open_save.path.with_name(f"{open_save.path.name}.bak").read_text() == text
    assert [(step.place, write_step(step)) for step in again.session.steps[-2:]] == [
        ("turn 1, ending", "end turn"),
        ("turn 2, placing · Anna", "place conjurer lumber mill"),
    ]
    assert (again.disagreements(), again.session.undone) == ([], [])


def test_an_old_save_can_be_amended(tmp_path: Path) -> None:
    """Entry 7 of 23, Anna's worker: the rest still holds."""
    open_save = old_save(tmp_path, "format-1-dice-entered")
    assert open_save.amend(7, read_each(["decline worker"])) == []
    assert "stone" not in open_save.session.state.players[0].resources
    assert len(open_save.session.steps) == 23


def test_an_old_save_whose_dice_the_program_rolled_can_be_played_on(tmp_path: Path) -> None:
    """Whatever is to be said of its log."""
    open_save = old_save(tmp_path, "format-1-dice-rolled")
    open_save.do(read_each(["resolve merchant"]))
    open_save.save()
    again = reopened(open_save)
    assert again.session.state.players[1].resources == {"wood": 2}
    assert again.session.steps[-1].answers == (Answer("resolve", "resolve merchant"),)
    assert options_of(again) == ["resolve conjurer"]


def test_an_old_battle_under_way_can_be_played_on(tmp_path: Path) -> None:
    """What the program drew is as known as it was then; the battle goes on with dice on record."""
    open_save = old_save(tmp_path, "format-1-battle-under-way")
    assert {text.rsplit(" ", 1)[0] for text in options_of(open_save)} == {
        "summon Viper",
        "summon Raven",
        "summon Kappa",
    }
    open_save.do(read_each(["summon Kappa 1"]))
    open_save.save()
    again = reopened(open_save)
    assert [len(answer.text.split()) for answer in again.session.steps[-1].then] == [3, 2]
    assert (again.session.steps[-1].place, again.session.steps[-1].do) == ("turn 1, battles · Anna", "summon Kappa 1")


def test_an_old_battle_whose_log_lacks_what_was_drawn_counts_as_it_stands(tmp_path: Path) -> None:
    """Its log would draw others: what is undone is what was played since."""
    open_save = old_save(tmp_path, "format-1-battle-under-way")
    before = firsts(open_save.session)
    open_save.do(read_each(["summon Kappa 1"]))
    open_save.save()
    again = reopened(open_save)
    assert again.session.undo()
    assert firsts(again.session) == before
    with pytest.raises(NoFurther, match="no way back beyond entry 9"):
        again.session.undo()
    assert firsts(again.session) == before
    again.save()
    assert again.session.redo()


def options_of(open_save: OpenSave[GameState]) -> list[str]:
    """What can be answered."""
    assert open_save.session.question is not None
    return [option.text for option in open_save.session.question.options()]


@pytest.mark.rule("slots")
def test_creatures_that_corrections_had_change_places_stand_so_in_the_record(tmp_path: Path) -> None:
    """One after the other in the game, by way of a free slot; at once in the record, which names each once."""
    open_save = new_game(tmp_path)
    open_save.do(read_each(BEGINNING[2:]))
    mine, theirs = (list(player.creatures) for player in open_save.session.state.players[:2])
    put = [(mine[0], 3), (mine[1], 1), (mine[0], 2)]
    moves = [f"summon {mine[0]} 1", f"summon {theirs[0]} 3", f"summon {mine[1]} 2"]
    open_save.do(read_each([*moves, *(f"adjust slot {name} {slot}" for name, slot in put)]))
    open_save.save()
    verdict = judge(open_save.path)
    assert not verdict.against, verdict.data()["illegal"]
    assert [one and one["name"] for one in verdict.data()["state"]["attacker"]["slots"][:2]] == [mine[1], mine[0]]


@pytest.mark.rule("random-draw")
def test_in_a_script_a_summon_after_a_draw_of_one_is_no_draw(tmp_path: Path) -> None:
    """Its slot was taken for the place that the program draws."""
    (tmp_path / "again").mkdir()
    open_save = new_game(tmp_path, replace(kept_setup(), battle_creatures=1))
    open_save.do(read_each(BEGINNING[2:]))
    assert open_save.session.state.contest is not None
    (mine,), _ = open_save.session.state.contest.hands
    with_it = new_game(tmp_path / "again", open_save.setup)
    with_it.do(read_each([*BEGINNING[2:], f"summon {mine} 2"]))
    assert recorded(with_it, "draw") == recorded(open_save, "draw")


@pytest.mark.rule("B25")
def test_in_a_script_a_battle_is_ended_after_the_dice_that_the_program_rolls(tmp_path: Path) -> None:
    open_save = new_game(tmp_path)
    open_save.do(read_each(BEGINNING[2:]))
    mine, theirs = (player.creatures[0] for player in open_save.session.state.players[:2])
    open_save.do(read_each([f"summon {mine} 1", f"summon {theirs} 1", "defender wins"]))
    assert {"0", "1", "2"} >= {face for roll in recorded(open_save, "roll") for face in roll.split()} != set()
