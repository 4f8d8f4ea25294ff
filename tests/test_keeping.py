"""Games that are kept: playing on, reopening, other programs, mended states and amended logs."""

from __future__ import annotations

import random
import tomllib
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from referee.errors import BadInput, Illegal, Overtaken
from referee.games.conjurers.cards import CreatureEntry
from referee.games.conjurers.evening.kept import KeptConjurers
from referee.games.conjurers.evening.play import Conjuring
from referee.games.conjurers.evening.state import Game
from referee.keeping import Amendment, Keeper
from referee.notation import read_each, read_script, written
from referee.save import FORMAT
from referee.step import Answer, Change
from tests.conjurers.kept import PLACED, TURN, kept_setup, new_game, reopened
from tests.steps import firsts, places, untimed


def played(folder: Path, *texts: str) -> Keeper[Game]:
    """A new game with answers, saved."""
    keeper = new_game(folder)
    keeper.do(read_each(texts))
    keeper.save()
    return keeper


PLACING = [("turn 1, placing", who, text) for who, text in zip(("Anna", "Bo", "Anna", "Bo"), PLACED, strict=True)]
"""The first entries of a log, with where they were given and whose they are."""


def replace(keeper: Keeper[Game], text: str, by: str, count: int = 1) -> None:
    """Change the file by hand."""
    there = keeper.path.read_text()
    assert text in there, there
    keeper.path.write_text(there.replace(text, by, count))


def asked(keeper: Keeper[Game]) -> str:
    """The key of the question that is open."""
    return keeper.question.key if keeper.question else ""


# --- beginning and going on -----------------------------------------------------------------------


def test_a_new_game_is_on_the_disk(tmp_path: Path) -> None:
    keeper = new_game(tmp_path)
    again = reopened(keeper)
    assert (again.setup, again.session.state) == (kept_setup(), KeptConjurers().start(kept_setup()))
    assert (again.file.revision, again.changed, asked(again)) == (1, (), "place")
    with pytest.raises(BadInput, match="already exists"):
        new_game(tmp_path)


def test_answers_are_kept_with_where_they_were_given(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN, PLACED[0])
    assert [(step.at, step.who, written(step)) for step in reopened(keeper).session.steps] == [
        *PLACING,
        ("turn 1, resolving", "Anna", "resolve worker"),
        ("turn 1, resolving", "Anna", "resolve conjurer [done]"),
        ("turn 1, resolving", "Bo", "resolve merchant"),
        ("turn 1, resolving", "Bo", "resolve conjurer"),
        ("turn 1, ending", "", "end turn"),
        ("turn 2, placing", "Bo", PLACED[0]),
    ]


def test_steps_are_kept_with_their_keys_and_the_time_they_were_made(tmp_path: Path) -> None:
    """Undone and redone, replayed and amended they keep the time."""
    keeper = played(tmp_path, *TURN)
    steps = reopened(keeper).session.steps
    assert [step.key for step in steps[4:7]] == ["resolve", "resolve", "resolve"]
    assert all(datetime.fromisoformat(step.when).utcoffset() is not None for step in steps)
    again = reopened(keeper)
    again.session.clock = lambda: "later"
    assert again.session.undo()
    assert again.session.redo()
    assert again.amend(1, read_each([TURN[0]])) == []
    assert [step.when for step in again.session.steps[1:]] == [step.when for step in steps[1:]]


def test_a_turn_and_the_same_game_after_it(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    again = reopened(keeper)
    assert again.session.state == keeper.session.state == again.replayed()
    assert again.session.state.turn == 2
    assert (again.file.revision, again.disagreements()) == (2, [])
    assert [written(step) for step in again.session.steps] == list(TURN)
    assert again.session.steps[5].then == (Answer("trade", "done"),)


def test_all_answers_or_none(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED, "resolve worker", "resolve conjurer")
    before = keeper.path.read_text()
    state, draft = keeper.session.state, list(keeper.session.draft)
    with pytest.raises(BadInput, match=r'^moves, line 3: "resolve nobody" doesn\'t answer \(Bo resolves\)'):
        keeper.do(read_each(["done", "resolve merchant", "resolve nobody"]))
    assert (keeper.session.state, [a.text for a in keeper.session.draft]) == (state, [a.text for a in draft])
    assert asked(keeper) == "trade"
    keeper.save()
    assert keeper.path.read_text() == before


def test_an_illegal_answer_cites_its_rule(tmp_path: Path) -> None:
    keeper = new_game(tmp_path)
    with pytest.raises(Illegal, match=r"^turn 1, line 2: .*taken by Anna's conjurer") as refusal:
        keeper.do(read_each([PLACED[0], "place conjurer marketplace"]), "turn 1")
    assert refusal.value.ruling == "E1"
    assert keeper.session.steps == []


def test_what_was_undone_is_given_back_when_an_answer_fails(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED)
    keeper.session.undo()
    with pytest.raises(BadInput):
        keeper.do(read_each(["place conjurer tavern", "sing"]))
    assert keeper.session.redo()
    assert keeper.session.state.stage == "resolving"


def test_nothing_new_is_not_written(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED)
    keeper.save()
    assert reopened(keeper).file.revision == 2


def test_opening_plays_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = played(tmp_path, *TURN)
    steps: list[int] = []
    step = Conjuring.step

    def counted(self: Conjuring, state: Game, events: list[object]) -> object:
        steps.append(state.turn)
        return step(self, state, events)

    monkeypatch.setattr(Conjuring, "step", counted)
    assert reopened(keeper).session.state.turn == 2
    assert steps == [2]


def test_undo_and_redo_survive_reopening(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    end = keeper.session.state.copy()
    for _ in range(3):
        assert keeper.session.undo()
    keeper.save()
    again = reopened(keeper)
    assert again.session.state == keeper.session.state != end
    assert len(again.session.undone) == 3
    while again.session.redo():
        pass
    assert again.session.state == end
    again.save()
    assert reopened(keeper).session.undone == []
    for _ in TURN:
        assert again.session.undo()
    assert not again.session.undo()
    assert again.session.state == KeptConjurers().start(kept_setup())


def test_an_undone_correction_survives_reopening(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED, "adjust Anna food 7")
    keeper.session.undo()
    keeper.save()
    again = reopened(keeper)
    assert again.session.state.players[0].food == 0
    assert again.session.redo()
    assert again.session.state.players[0].food == 7


def test_a_step_under_way_survives_reopening(tmp_path: Path) -> None:
    keeper = played(
        tmp_path, *PLACED, "adjust Anna wood 6", "resolve worker", "resolve conjurer", "trade 3 wood stone"
    )
    again = reopened(keeper)
    assert ([answer.text for answer in again.session.draft], asked(again)) == (
        ["resolve conjurer", "trade 3 wood stone"],
        "trade",
    )
    assert again.session.present.players[0].resources["wood"] == 3
    assert again.session.state.players[0].resources["wood"] == 6
    again.do(read_each(["done"]))
    again.save()
    assert reopened(keeper).session.state.players[0].resources["wood"] == 3


def test_another_program_isnt_overwritten(tmp_path: Path) -> None:
    keeper = new_game(tmp_path)
    other = reopened(keeper)
    other.do(read_each([PLACED[0]]))
    other.save()
    keeper.do(read_each(["place worker stone mine"]))
    for _ in range(2):
        with pytest.raises(Overtaken):
            keeper.save()
    keeper.reload()
    assert keeper.session.state == other.session.state
    keeper.do(read_each([PLACED[1]]))
    keeper.save()
    assert reopened(keeper).file.revision == 3


def test_the_version_before_is_kept(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED)
    keeper.do(read_each(["resolve worker"]))
    keeper.save()
    backup = tomllib.loads((tmp_path / "evening.toml.bak").read_text())
    assert [(step["at"], step["who"], step["do"]) for step in backup["history"]["log"]] == PLACING


# --- what can be wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "by", "message"),
    [
        ('stage = "resolving"', 'stage = "resolvin"', "state.stage"),
        ('colour = "red"', 'color = "red"', "setup"),
        ("seed = 7", 'seed = "seven"', "setup.seed"),
        (f"format = {FORMAT}", f"format = {FORMAT + 1}", "newer referee"),
    ],
)
def test_a_broken_save_names_the_place(tmp_path: Path, text: str, by: str, message: str) -> None:
    keeper = played(tmp_path, *PLACED)
    replace(keeper, text, by)
    with pytest.raises(BadInput) as refusal:
        reopened(keeper)
    assert str(refusal.value).startswith(f"{keeper.path}: ")
    assert message in str(refusal.value).replace(": ", ".")


def test_a_log_that_cant_be_replayed_is_told(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    replace(keeper, "resolve worker", "resolve recruiter")
    again = reopened(keeper)
    assert again.session.state.turn == 2, "the state is good all the same"
    with pytest.raises(BadInput, match=r"evening\.toml: its log can't be replayed: .*recruiter"):
        again.replayed()


# --- mended by hand -------------------------------------------------------------------------------


def mended(folder: Path) -> Keeper[Game]:
    """A game in which Anna's stone was changed by hand."""
    keeper = played(folder, *TURN)
    replace(keeper, "[state.players.resources]\nstone = 1", "[state.players.resources]\nstone = 9")
    return reopened(keeper)


NINE = Change(("players", 0, "resources", "stone"), 9)
"""What was changed."""


def stone(keeper: Keeper[Game]) -> int:
    """Anna's stone."""
    return keeper.session.state.players[0].resources["stone"]


def test_a_mended_state_is_noticed(tmp_path: Path) -> None:
    keeper = mended(tmp_path)
    assert keeper.changed
    assert keeper.disagreements() == [NINE]


def test_a_mended_state_is_accepted_as_a_correction(tmp_path: Path) -> None:
    keeper = mended(tmp_path)
    assert keeper.accept_mended("we forgot; really because of rain") == [NINE]
    keeper.save()
    again = reopened(keeper)
    assert (stone(again), again.changed, again.disagreements()) == (9, (), [])
    step = again.session.steps[-1]
    assert (step.at, step.kind, step.edit) == ("turn 2, placing", "edit", (NINE,))
    assert step.because == "we forgot; really because of rain"
    assert again.session.undo()
    assert stone(again) == 1
    assert again.session.redo()
    assert stone(again) == 9


def test_a_mended_state_that_says_the_same_is_accepted(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    replace(keeper, "[state]\n", "[state]\ndraws = 0\n")
    again = reopened(keeper)
    assert again.changed
    assert again.accept_mended() == []
    again.save()
    assert not reopened(keeper).changed
    assert len(reopened(keeper).file.history.log) == len(TURN)


def test_a_mended_state_is_dropped(tmp_path: Path) -> None:
    keeper = mended(tmp_path)
    keeper.drop_mended()
    again = reopened(keeper)
    assert (stone(keeper), stone(again), again.changed) == (1, 1, ())
    assert again.file.revision == keeper.file.revision == 3


def test_a_mended_state_isnt_written_without_being_asked_about(tmp_path: Path) -> None:
    keeper = mended(tmp_path)
    keeper.save()
    assert reopened(keeper).changed


def test_a_correction_that_leads_nowhere_changes_nothing(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED)
    state = keeper.session.state
    for text in ("mend players.7.food = 1", 'mend players.0.food = "much"', "mend x", "adjust Zoe food 1"):
        with pytest.raises(BadInput):
            keeper.do(read_each([text]))
        assert keeper.session.state == state
    assert len(keeper.session.steps) == len(PLACED)


def test_a_correction_comes_before_the_step_under_way(tmp_path: Path) -> None:
    """Its answers are given again; a correction that they don't hold after is refused, and nothing has changed."""
    keeper = played(tmp_path, *PLACED, "resolve worker", "resolve conjurer")
    keeper.do(read_each(["adjust Anna wood 7"]))
    keeper.do(read_each(["trade 3 wood stone"]))
    assert firsts(keeper.session)[-2:] == ["resolve worker", "adjust Anna wood 7"]
    assert [answer.text for answer in keeper.session.draft] == ["resolve conjurer", "trade 3 wood stone"]
    state, draft = keeper.session.state.copy(), list(keeper.session.draft)
    with pytest.raises(Illegal):
        keeper.do(read_each(["adjust Anna wood 1"]))
    assert (keeper.session.state, keeper.session.draft) == (state, draft)
    keeper.do(read_each(["done"]))
    assert keeper.session.state.players[0].resources == {"wood": 4, "stone": 2}


# --- amending -------------------------------------------------------------------------------------


def test_an_entry_is_replaced_and_the_rest_played_again(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    before = [written(step) for step in keeper.session.steps]
    assert keeper.amend(3, read_each(["place worker wild animals"])) == []
    keeper.save()
    again = reopened(keeper)
    assert (again.session.state.players[0].food, again.session.state.players[0].resources) == (5, {})
    assert [written(step) for step in again.session.steps] == [
        text.replace("stone mine", "wild animals") for text in before
    ]
    assert again.disagreements() == []


def test_an_entry_is_removed(tmp_path: Path) -> None:
    keeper = played(tmp_path, *PLACED, "adjust Anna food 7", *TURN[4:])
    assert keeper.amend(5, []) == []
    keeper.save()
    again = reopened(keeper)
    assert (again.session.state.players[0].food, len(again.file.history.log)) == (0, len(TURN))


@pytest.mark.parametrize("number", [0, -1, 10])
def test_an_entry_that_isnt_there(tmp_path: Path, number: int) -> None:
    with pytest.raises(BadInput, match=f"there is no entry {number}; the log has 9"):
        played(tmp_path, *TURN).amend(number, [])


def test_a_later_entry_that_doesnt_hold_is_named(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    before, state = keeper.path.read_text(), keeper.session.state
    with pytest.raises(
        Amendment, match=r"^entry 4 \(turn 1, placing · Bo: place conjurer tavern\) doesn't hold any more"
    ) as refusal:
        keeper.amend(3, read_script("place worker wild animals\nplace conjurer sacrificial"))
    assert refusal.value.number == 4
    assert (keeper.session.state, keeper.path.read_text()) == (state, before)
    keeper.save()
    assert keeper.path.read_text() == before


def test_a_bad_amendment_changes_nothing(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    state = keeper.session.state
    with pytest.raises(Illegal, match=r"^entry 3, line 1"):
        keeper.amend(3, read_each(["place worker marketplace"]))
    assert keeper.session.state == state


def test_what_was_undone_before_an_entry_was_taken_out_isnt_given_back(tmp_path: Path) -> None:
    keeper = played(tmp_path, "adjust Anna food 7", *TURN)
    keeper.session.undo()
    assert keeper.amend(1, []) == []
    assert (keeper.session.undone, keeper.session.redo()) == ([], False)


def test_a_refused_amendment_leaves_what_was_undone(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    keeper.session.undo()
    with pytest.raises(Amendment):
        keeper.amend(3, [])
    assert keeper.session.redo()


def test_a_correction_that_changes_nothing_any_more_goes_with_the_mistake(tmp_path: Path) -> None:
    """What is left can be said again in a new game."""
    keeper = played(tmp_path, *TURN, "adjust Anna food 7", "adjust Anna food 5 because seven is wrong", *PLACED[:1])
    (gone,) = keeper.amend(10, read_each(["adjust Anna food 5 because five it is"]))
    assert written(gone) == "adjust Anna food 5 because seven is wrong"
    texts = [written(step) for step in keeper.session.steps]
    assert texts[9:] == ["adjust Anna food 5 because five it is", PLACED[0]]
    (tmp_path / "again").mkdir()
    again = new_game(tmp_path / "again")
    again.do(read_script("\n".join(texts)))
    assert again.session.state == keeper.session.state


def test_the_log_is_cut_where_it_doesnt_hold(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    assert len(keeper.amend(1, read_each(["place conjurer wood storage"]), cut=True)) == 8
    keeper.save()
    again = reopened(keeper)
    assert (places(again.session), firsts(again.session)) == (
        ["turn 1, placing · Anna"],
        ["place conjurer wood storage"],
    )
    assert (again.session.draft, again.session.undone, asked(again)) == ([], [], "place")


def test_an_entry_that_lacks_an_answer_now_doesnt_hold(tmp_path: Path) -> None:
    texts = [text.replace("marketplace", "lumber mill").replace(" [done]", "") for text in TURN]
    keeper = played(tmp_path, *texts)
    with pytest.raises(Amendment, match=r"^entry 6 .*it lacks an answer now: Anna trades") as refusal:
        keeper.amend(1, read_each(["place conjurer marketplace"]))
    assert refusal.value.number == 6
    assert len(keeper.amend(1, read_each(["place conjurer marketplace"]), cut=True)) == 4
    keeper.save()
    assert (len(reopened(keeper).file.history.log), reopened(keeper).session.draft) == (5, [])


def fought(folder: Path, seed: int) -> Keeper[Game]:
    """Anna's Snow Fox has fought Bo's Bear; all creatures else were put away."""
    chance = random.Random(seed)
    keeper = played(
        folder, "adjust Anna food 3", *(f"adjust Anna loses creature {name}" for name in ("Wolf", "Imp", "Viper")),
        "adjust Anna gains creature Snow Fox", "adjust Bo loses creature Raven", "adjust Bo loses creature Boar",
        "place conjurer duel Bo", "place conjurer wild animals", "place worker stone mine",
        "place merchant wood storage", "resolve worker", "resolve conjurer",
    )  # fmt: skip
    keeper.do(read_each(["referee"]))
    while keeper.question is not None and asked(keeper) in ("move", "steal"):
        options = [option.text for option in keeper.question.options()]
        keeper.do(read_each([next((text for text in options if "attack" in text), chance.choice(options))]))
    return keeper


def frozen(folder: Path) -> Keeper[Game]:
    """Anna's flyer has put a frost marker on Bo's only creature, which can't do anything: Bo's pass is forced."""
    cards = (
        CreatureEntry(name="Snow Owl", level=1, hp=9, bd=2, abilities=("flying", "frost attack")),
        CreatureEntry(name="Rock", level=1, hp=90, bd=0, abilities=()),
    )
    setup = msgspec.structs.replace(kept_setup(), creatures=cards, dealt=(("Snow Owl",), ("Rock",)))
    keeper = new_game(folder, setup)
    keeper.do(read_each([
        "place conjurer duel Bo", "place conjurer wild animals", "place worker stone mine",
        "place merchant wood storage", "resolve worker", "resolve conjurer [referee]", "summon Snow Owl 1",
        "summon Rock 1", "attack Snow Owl [1 1]", "attack Snow Owl [2 1]",
    ]))  # fmt: skip
    keeper.save()
    return keeper


def test_what_went_by_itself_stands_in_the_log(tmp_path: Path) -> None:
    keeper = frozen(tmp_path)
    texts = ["attack Snow Owl [1 1]", "pass", "attack Snow Owl [2 1]", "pass"]
    assert [written(step) for step in keeper.session.steps][-4:] == texts
    assert (reopened(keeper).disagreements(), asked(reopened(keeper))) == ([], "move")


def test_what_went_by_itself_is_undone_with_what_led_to_it(tmp_path: Path) -> None:
    keeper = frozen(tmp_path)
    state, labels = keeper.session.state.copy(), list(places(keeper.session))
    assert keeper.session.undo()
    assert firsts(keeper.session)[-2:] == ["attack Snow Owl", "pass"]
    keeper.save()
    again = reopened(keeper)
    assert [[written(step) for step in steps] for steps in again.session.undone] == [
        ["attack Snow Owl [2 1]", "pass"]
    ]
    assert again.session.redo()
    assert (again.session.state, places(again.session)) == (state, labels)


def test_a_script_may_name_what_goes_by_itself_or_not(tmp_path: Path) -> None:
    keeper = frozen(tmp_path)
    for number, passes in enumerate(((), ("pass",))):
        folder = tmp_path / str(number)
        folder.mkdir()
        again = frozen(folder)
        again.session.rewind(9)
        again.do(read_each(["attack Snow Owl [1 1]", *passes, "attack Snow Owl [2 1]", *passes]))
        assert again.session.state == keeper.session.state
        assert untimed(again.session.steps) == untimed(keeper.session.steps)


@pytest.mark.parametrize("number", [10, 12])
def test_an_entry_is_amended_before_one_that_went_by_itself(tmp_path: Path, number: int) -> None:
    """The pass that follows is in the log already; it isn't made twice."""
    keeper = frozen(tmp_path)
    assert keeper.amend(number, read_each(["attack Snow Owl [2 2]"])) == []
    texts = [written(step) for step in keeper.session.steps]
    expected = ["attack Snow Owl [1 1]", "pass", "attack Snow Owl [2 1]", "pass"]
    expected[number - 10] = "attack Snow Owl [2 2]"
    assert texts[-4:] == expected


def test_a_script_may_name_what_goes_by_itself_after_a_correction(tmp_path: Path) -> None:
    """So an amended log has it: a correction was put between an attack and the pass that follows."""
    keeper = frozen(tmp_path)
    number = len(keeper.session.steps)
    passing = written(keeper.session.steps[-1])
    assert passing == "pass"
    keeper.amend(number, read_each(["adjust Anna food 4", passing]))
    (tmp_path / "again").mkdir()
    again = new_game(tmp_path / "again", keeper.setup)
    again.do(read_script("\n".join(written(step) for step in keeper.session.steps)))
    assert [written(step) for step in again.session.steps] == [written(step) for step in keeper.session.steps]
    assert again.session.state == keeper.session.state


def test_labels_are_given_back_when_an_answer_fails(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN)
    labels = list(places(keeper.session))
    with pytest.raises(BadInput):
        keeper.do(read_each([PLACED[0], "sing"]))
    assert places(keeper.session) == labels
    keeper.do(read_each([PLACED[0]]))
    keeper.save()
    assert places(reopened(keeper).session) == [*labels, "turn 2, placing · Bo"]


def test_labels_survive_undo_and_redo_and_reopening(tmp_path: Path) -> None:
    keeper = played(tmp_path, *TURN, "adjust Anna food 3")
    labels = list(places(keeper.session))
    assert labels[-2:] == ["turn 1, ending", "turn 2, placing"]
    again = reopened(keeper)
    for _ in range(3):
        assert again.session.undo()
    assert places(again.session) == labels[:-3]
    again.save()
    again = reopened(again)
    for _ in range(3):
        assert again.session.redo()
    assert places(again.session) == labels


def test_a_battle_survives_an_amendment_before_it(tmp_path: Path) -> None:
    for seed in range(5):
        folder = tmp_path / str(seed)
        folder.mkdir()
        keeper = fought(folder, seed)
        keeper.save()
        before = keeper.session.state.copy()
        assert keeper.amend(1, read_each(["adjust Anna food 5"])) == []
        assert keeper.session.state.players[0].food == before.players[0].food + 2
        keeper.session.state.players[0].food -= 2
        assert keeper.session.state == before
