"""Corrections as people write them: what can be corrected is said, what can't be is refused at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.asking.question import Question
from referee.errors import BadInput, Illegal, Unreadable
from referee.games.conjurers.rules.corrections import CORRECTIONS
from referee.games.conjurers.rules.state import GameState, Setup
from referee.play.notation import Step, read_script, readings, write_step
from tests.conjurers.evenings import NAMES, army, begin, options, play, player, playing, resolving, set_up
from tests.conjurers.kept import new_game
from tests.conjurers.test_game_commands import run

THREE_HANDS = (("Wolf", "Imp", "Viper"), ("Raven", "Bear", "Boar"), ("Ant", "Owl", "Leech"))


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return new_game(tmp_path).path


def corrected(text: str, players: int = 3, turn: int = 1) -> GameState:
    game = playing(set_up(players), turn=turn)
    game.correct(*readings(text))
    return game.state


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("adjust Bo", "what is wrong with Bo; write it like Bo food 7"),
        ("adjust bo wolf", 'can\'t read "wolf"; write it like Bo food 7'),
        ("adjust turn 5", '"turn 5" begins with no player\'s name; what can be corrected: PLAYER wood\\|stone'),
        ("adjust turn 5", "PLAYER gains\\|loses creature\\|item\\|artifact\\|assistant CARD"),
        ("adjust Cloe food 7", "did you mean Cleo"),
        (
            "adjust Bo gains creature Golem",
            'no creature is called "Golem"; say of a new one what it is: Golem, egyptian 3 \\(or Golem, level 1\\)',
        ),
    ],
)
def test_a_correction_that_cant_be_read_says_how_it_is_written(text: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        corrected(text)


def test_what_the_message_says_to_write_can_be_written() -> None:
    setup = set_up(3, creatures=(), dealt=(("Wolf",), ("Bear",), ("Ant",)))
    game = playing(setup)
    game.correct(*readings("adjust Bo gains creature Golem, egyptian 3"))
    assert "Golem" in army(game, "Bo")


def test_what_a_player_loses_needs_no_kind() -> None:
    game = playing(set_up(3, creatures=(), dealt=(("Wolf",), ("Bear",), ("Ant",))))
    game.correct(*readings("adjust Bo loses bear"))
    assert "Bear" not in army(game, "Bo")
    with pytest.raises(Unreadable, match="write it like"):
        game.correct(*readings("adjust Bo loses Wolf"))


@pytest.mark.parametrize("why", ["two\nlines", "so it is because it is so", "a / b", '"', "[late] # already"])
def test_who_leaves_for_any_reason_does_so_as_it_is_printed(tmp_path: Path, why: str) -> None:
    step = Step(correct="leave Bo", because=why)
    table = new_game(tmp_path, set_up(3, dealt=THREE_HANDS))
    table.do(read_script(write_step(step)))
    assert [(one.correct, one.because) for one in table.session.steps] == [("leave Bo", why)]


@pytest.mark.parametrize("text", ["leave Taking", 'leave "Taking" because "two\nlines"', "leave because of rain"])
def test_leaving_without_a_players_name_is_an_answer(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match="doesn't answer"):
        new_game(tmp_path, set_up(3, dealt=THREE_HANDS)).do(read_script(text))


def test_a_correction_that_changes_nothing_is_not_put_on_record(save: Path) -> None:
    before = save.read_bytes()
    assert "that is so already" in run("adjust", save, "Anna food 0", code=2).stderr
    assert save.read_bytes() == before


# --- assistants -----------------------------------------------------------------------------------


@pytest.mark.rule("E2")
def test_an_assistant_is_gained_and_lost() -> None:
    game = playing(set_up(3))
    game.correct(*readings("adjust Anna gains assistant recruiter"))
    assert player(game.state, "Anna").assistants == ["worker", "recruiter"]
    game.correct(*readings("adjust Anna loses assistant work because it was never hired"))
    assert player(game.state, "Anna").assistants == ["recruiter"]


@pytest.mark.rule("E2", "guild-house")
@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("adjust Anna gains assistant worker", "E2"),
        ("adjust Anna gains assistant recruiter", "guild-house"),
        ("adjust Bo loses assistant warrior", "E2"),
    ],
)
def test_a_player_has_one_to_three_different_assistants(text: str, ruling: str) -> None:
    game = playing(set_up(3))
    game.correct(*readings("adjust Anna gains assistant warrior"))
    game.correct(*readings("adjust Anna gains assistant merchant"))
    with pytest.raises(Illegal) as caught:
        game.correct(*readings(text))
    assert caught.value.ruling == ruling


def test_an_assistant_that_a_player_lacks_cant_be_lost() -> None:
    with pytest.raises(Unreadable, match="Anna has no merchant, but a worker"):
        corrected("adjust Anna loses assistant merchant")


def test_the_figure_of_a_lost_assistant_comes_off_the_board() -> None:
    setup = set_up(3)
    game = resolving(setup, ("Anna", "worker", "lumber mill"), ("Anna", "conjurer", "tavern"))
    game.correct(*readings("adjust Anna gains assistant warrior"))
    game.correct(*readings("adjust Anna loses assistant worker"))
    assert [figure.kind for figure in game.state.figures] == ["conjurer"]
    assert options(game) == ["resolve conjurer", "decline conjurer"]
    placing = playing(setup)
    placing.correct(*readings("adjust Anna gains assistant warrior"))
    play(placing, "place warrior wild animals")
    placing.correct(*readings("adjust Anna loses assistant warrior"))
    assert placing.state.placed == []


def test_an_assistant_that_fights_is_not_lost() -> None:
    game = resolving(set_up(3), ("Bo", "warrior", "duat"))
    game.correct(*readings("adjust Bo gains assistant worker"))
    play(game, "resolve warrior", "Egyptian 2a")
    with pytest.raises(Illegal, match="is fighting"):
        game.correct(*readings("adjust Bo loses assistant warrior"))


# --- mines ----------------------------------------------------------------------------------------


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("mine", "first"), [("iron mine", 4), ("bronze smelter", 4), ("sapphire mine", 7), ("diamond mine", 7)]
)
def test_nobody_controls_a_mine_before_it_opens(mine: str, first: int) -> None:
    """P. 11: iron and bronze open in phase II, sapphire and diamond in phase III."""
    with pytest.raises(Illegal, match=f"closed until turn {first}") as caught:
        corrected(f"adjust mine {mine} Cleo", turn=first - 1)
    assert caught.value.ruling == "E3"
    assert corrected(f"adjust mine {mine} Cleo", turn=first).mines == {mine: NAMES.index("Cleo")}
    with pytest.raises(Unreadable, match="that is so already"):
        corrected(f"adjust mine {mine} nobody", turn=1)


# --- asked step by step ---------------------------------------------------------------------------


def asked(setup: Setup, game: GameState, *answers: str) -> Question[str]:
    """The question that comes after these answers."""
    asking = CORRECTIONS.ask(setup, game)
    question = next(asking)
    for text in answers:
        question = asking.send(question.parse(text))
    return question


@pytest.mark.parametrize(
    ("answers", "last", "told"),
    [
        (("Bo", "gains", "creature"), "Golem", "say of a new one what it is"),
        (("Bo", "gains", "assistant"), "warrior", "has a warrior already"),
        (("Bo", "loses", "assistant"), "warrior", "only assistant"),
        (("Bo", "loses", "creature"), "Ant", "no creature of Bo is called"),
        (("Bo", "food"), "0", "that is so already"),
        (("mine", "iron mine"), "Cleo", "closed until turn 4"),
        (("mine", "stone mine"), "nobody", "that is so already"),
        (("button",), "Anna", "that is so already"),
    ],
)
def test_an_answer_that_cant_be_is_refused_before_the_reason_is_asked(
    answers: tuple[str, ...], last: str, told: str
) -> None:
    setup = set_up(3)
    game = begin(setup)
    question = asked(setup, game, *answers)
    assert question.key != "why"
    with pytest.raises((Unreadable, Illegal), match=told):
        question.parse(last)
    assert game == begin(setup), "trying leaves the game alone"


def test_what_is_asked_step_by_step_is_the_correction_as_it_is_written() -> None:
    setup = set_up(3)
    asking = CORRECTIONS.ask(setup, begin(setup))
    question = next(asking)
    for text in ("bo", "gains", "assistant", "work"):
        question = asking.send(question.parse(text))
    with pytest.raises(StopIteration) as done:
        asking.send(question.parse("we forgot"))
    assert done.value.value == Step(correct="adjust Bo gains assistant worker", because="we forgot")
