"""Games that are kept: playing on, reopening, other programs, mended states and amended logs."""

from __future__ import annotations

import random
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.declaration.game import Playing
from referee.errors import BadInput, Illegal, Overtaken, RefereeError
from referee.files.files import backup_of
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.cards.cards import CreatureEntry
from referee.games.conjurers.rules.state import GameState
from referee.play.notation import Answer, StateChange, read_each, read_script, write_step
from referee.play.session import NoFurther, Session
from referee.saves.evening import play_again
from referee.saves.layout import FORMAT, Writer, marks_of
from referee.saves.open_session import Amendment
from referee.saves.save import OpenSave, read_save
from tests.conjurers.kept import PLACED, TURN, kept_setup, new_game, reopened
from tests.steps import firsts, places, untimed


def played(folder: Path, *texts: str) -> OpenSave[GameState]:
    """A new game with answers, saved."""
    open_save = new_game(folder)
    open_save.do(read_each(texts))
    open_save.save()
    return open_save


PLACING = [("turn 1, placing", who, text) for who, text in zip(("Anna", "Bo", "Anna", "Bo"), PLACED, strict=True)]
"""The first entries of a log, with where they were given and whose they are."""


def replace(open_save: OpenSave[GameState], text: str, by: str, count: int = 1) -> None:
    """Change the file by hand."""
    there = open_save.path.read_text()
    assert text in there, there
    open_save.path.write_text(there.replace(text, by, count))


def asked(open_save: OpenSave[GameState]) -> str:
    """The key of the question that is open."""
    return open_save.session.question.key if open_save.session.question else ""


# --- beginning and going on -----------------------------------------------------------------------


def test_a_new_game_is_on_the_disk(tmp_path: Path) -> None:
    open_save = new_game(tmp_path)
    again = reopened(open_save)
    assert (again.setup, again.session.state) == (kept_setup(), CONJURERS.rules().start(kept_setup()))
    assert (again.file.revision, again.changed, asked(again)) == (1, (), "place")
    with pytest.raises(BadInput, match="already exists"):
        new_game(tmp_path)


def test_answers_are_kept_with_where_they_were_given(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN, PLACED[0])
    assert [(step.at, step.who, write_step(step)) for step in reopened(open_save).session.steps] == [
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
    open_save = played(tmp_path, *TURN)
    steps = reopened(open_save).session.steps
    assert [step.key for step in steps[4:7]] == ["resolve", "resolve", "resolve"]
    assert all(datetime.fromisoformat(step.when).utcoffset() is not None for step in steps)
    again = reopened(open_save)
    again.session.clock = lambda: "later"
    assert again.session.undo()
    assert again.session.redo()
    assert again.amend(1, read_each([TURN[0]])) == []
    assert [step.when for step in again.session.steps[1:]] == [step.when for step in steps[1:]]


def test_a_turn_and_the_same_game_after_it(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    again = reopened(open_save)
    assert again.session.state == open_save.session.state == again.replay()
    assert again.session.state.turn == 2
    assert (again.file.revision, again.disagreements()) == (2, [])
    assert [write_step(step) for step in again.session.steps] == list(TURN)
    assert again.session.steps[5].then == (Answer("trade", "done"),)


def test_all_answers_or_none(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED, "resolve worker", "resolve conjurer")
    before = open_save.path.read_text()
    state, draft = open_save.session.state, list(open_save.session.draft)
    with pytest.raises(BadInput, match=r'^moves, line 3: "resolve nobody" doesn\'t answer \(Bo resolves\)'):
        open_save.do(read_each(["done", "resolve merchant", "resolve nobody"]))
    assert (open_save.session.state, [a.text for a in open_save.session.draft]) == (state, [a.text for a in draft])
    assert asked(open_save) == "trade"
    open_save.save()
    assert open_save.path.read_text() == before


def test_an_illegal_answer_cites_its_rule(tmp_path: Path) -> None:
    open_save = new_game(tmp_path)
    with pytest.raises(Illegal, match=r"^turn 1, line 2: .*taken by Anna's conjurer") as refusal:
        open_save.do(read_each([PLACED[0], "place conjurer marketplace"]), "turn 1")
    assert refusal.value.ruling == "E1"
    assert open_save.session.steps == []


def test_what_was_undone_is_given_back_when_an_answer_fails(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED)
    open_save.session.undo()
    with pytest.raises(BadInput):
        open_save.do(read_each(["place conjurer tavern", "sing"]))
    assert open_save.session.redo()
    assert open_save.session.state.stage == "resolving"


def test_nothing_new_is_not_written(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED)
    open_save.save()
    assert reopened(open_save).file.revision == 2


def test_opening_plays_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_save = played(tmp_path, *TURN)
    steps: list[int] = []
    step = Playing.next_decision

    def counted(self: Playing[Any, Any], state: GameState, events: list[object]) -> object:
        steps.append(state.turn)
        return step(self, state, events)

    monkeypatch.setattr(Playing, "next_decision", counted)
    assert reopened(open_save).session.state.turn == 2
    assert steps == [2]


@pytest.mark.parametrize("part", ["nothing", "setup", "state", "log", "id", "rules"])
def test_the_last_step_is_taken_back_without_playing_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """The version before knows the state before it, unless it was changed by hand or is another game's."""
    open_save, played_again = played(tmp_path, *TURN[:-1]), list[str]()
    open_save.do(read_each(TURN[-1:]))
    open_save.save()
    recall = Session._recall

    def counted(session: Session[GameState]) -> object:
        played_again.append(part)
        return recall(session)

    monkeypatch.setattr(Session, "_recall", counted)
    backup = backup_of(open_save.path)
    text = backup.read_text()
    by_hand = {
        "setup": ("seed = ", "seed = 1"),
        "state": ("wood = ", "wood = 1"),
        "log": ('who = "Bo"', 'who = "Anna"'),
        "id": ('id = "', 'id = "0'),
        "rules": ("rules = ", "rules = 0 # "),
        "nothing": ("", ""),
    }
    assert by_hand[part][0] in text
    backup.write_text(text.replace(*by_hand[part], 1))
    again = reopened(open_save)
    assert again.session.undo()
    assert bool(played_again) == (part != "nothing")
    assert again.session.state == open_save.session.state_before(len(open_save.session.steps))
    assert again.session.undo()  # the version before knows nothing of what lies before
    assert played_again == [part]
    assert again.session.state == open_save.session.state_before(len(open_save.session.steps) - 1)


def test_undo_and_redo_survive_reopening(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    end = open_save.session.state.copy()
    for _ in range(3):
        assert open_save.session.undo()
    open_save.save()
    again = reopened(open_save)
    assert again.session.state == open_save.session.state != end
    assert len(again.session.undone) == 3
    while again.session.redo():
        pass
    assert again.session.state == end
    again.save()
    assert reopened(open_save).session.undone == []
    for _ in TURN:
        assert again.session.undo()
    assert not again.session.undo()
    assert again.session.state == CONJURERS.rules().start(kept_setup())


def test_an_undone_correction_survives_reopening(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED, "adjust Anna food 7")
    open_save.session.undo()
    open_save.save()
    again = reopened(open_save)
    assert again.session.state.players[0].food == 0
    assert again.session.redo()
    assert again.session.state.players[0].food == 7


def test_a_step_under_way_survives_reopening(tmp_path: Path) -> None:
    open_save = played(
        tmp_path, *PLACED, "adjust Anna wood 6", "resolve worker", "resolve conjurer", "trade 3 wood stone"
    )
    again = reopened(open_save)
    assert ([answer.text for answer in again.session.draft], asked(again)) == (
        ["resolve conjurer", "trade 3 wood stone"],
        "trade",
    )
    assert again.session.present.players[0].resources["wood"] == 3
    assert again.session.state.players[0].resources["wood"] == 6
    again.do(read_each(["done"]))
    again.save()
    assert reopened(open_save).session.state.players[0].resources["wood"] == 3


def test_another_program_isnt_overwritten(tmp_path: Path) -> None:
    open_save = new_game(tmp_path)
    other = reopened(open_save)
    other.do(read_each([PLACED[0]]))
    other.save()
    open_save.do(read_each(["place worker stone mine"]))
    for _ in range(2):
        with pytest.raises(Overtaken):
            open_save.save()
    open_save.reload()
    assert open_save.session.state == other.session.state
    open_save.do(read_each([PLACED[1]]))
    open_save.save()
    assert reopened(open_save).file.revision == 3


def test_the_version_before_is_kept(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED)
    open_save.do(read_each(["resolve worker"]))
    open_save.save()
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
    open_save = played(tmp_path, *PLACED)
    replace(open_save, text, by)
    with pytest.raises(BadInput) as refusal:
        reopened(open_save)
    assert str(refusal.value).startswith(f"{open_save.path}: ")
    assert message in str(refusal.value).replace(": ", ".")


@pytest.mark.parametrize("version", [-1, CONJURERS.rules().version + 1, 99])
def test_rules_that_this_program_doesnt_know_are_refused(tmp_path: Path, version: int) -> None:
    """It would play the log by others."""
    open_save = played(tmp_path, *PLACED)
    replace(open_save, f"rules = {open_save.rules.version}\n", f"rules = {version}\n")
    before = open_save.path.read_text()
    with pytest.raises(
        BadInput, match=f"rules is {version}; this referee knows the rules of conjurers up to version"
    ):
        reopened(open_save)
    assert open_save.path.read_text() == before


def test_a_log_that_cant_be_replayed_is_told(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    replace(open_save, "resolve worker", "resolve recruiter")
    again = reopened(open_save)
    assert again.session.state.turn == 2, "the state is good all the same"
    with pytest.raises(BadInput, match=r"evening\.toml: its log can't be replayed: .*recruiter"):
        again.replay()
    with pytest.raises(RefereeError, match=r"evening\.toml: its log can't be replayed: entry \d+: .*recruiter"):
        list(play_again(again))


# --- mended by hand -------------------------------------------------------------------------------


def mended(folder: Path) -> OpenSave[GameState]:
    """A game in which Anna's stone was changed by hand."""
    open_save = played(folder, *TURN)
    replace(open_save, "[state.players.resources]\nstone = 1", "[state.players.resources]\nstone = 9")
    return reopened(open_save)


NINE = StateChange(("players", 0, "resources", "stone"), 9)
"""What was changed."""


def stone(open_save: OpenSave[GameState]) -> int:
    """Anna's stone."""
    return open_save.session.state.players[0].resources["stone"]


def test_a_mended_state_is_noticed(tmp_path: Path) -> None:
    open_save = mended(tmp_path)
    assert open_save.changed
    assert open_save.disagreements() == [NINE]


def test_a_mended_state_is_accepted_as_a_correction(tmp_path: Path) -> None:
    open_save = mended(tmp_path)
    assert open_save.accept_mended("we forgot; really because of rain") == [NINE]
    open_save.save()
    again = reopened(open_save)
    assert (stone(again), again.changed, again.disagreements()) == (9, (), [])
    step = again.session.steps[-1]
    assert (step.at, step.kind, step.edit) == ("turn 2, placing", "edit", (NINE,))
    assert step.because == "we forgot; really because of rain"
    assert again.session.undo()
    assert stone(again) == 1
    assert again.session.redo()
    assert stone(again) == 9


def test_a_mended_state_that_says_the_same_is_accepted(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    replace(open_save, "[state]\n", "[state]\ndraws = 0\n")
    again = reopened(open_save)
    assert again.changed
    assert again.accept_mended() == []
    again.save()
    assert not reopened(open_save).changed
    assert len(reopened(open_save).file.history.log) == len(TURN)


def test_a_mended_state_is_dropped(tmp_path: Path) -> None:
    open_save = mended(tmp_path)
    open_save.drop_mended()
    again = reopened(open_save)
    assert (stone(open_save), stone(again), again.changed) == (1, 1, ())
    assert again.file.revision == open_save.file.revision == 3


def test_a_mended_state_isnt_written_without_being_asked_about(tmp_path: Path) -> None:
    open_save = mended(tmp_path)
    open_save.save()
    assert reopened(open_save).changed


def test_a_correction_that_leads_nowhere_changes_nothing(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED)
    state = open_save.session.state
    for text in ("mend players.7.food = 1", 'mend players.0.food = "much"', "mend x", "adjust Zoe food 1"):
        with pytest.raises(BadInput):
            open_save.do(read_each([text]))
        assert open_save.session.state == state
    assert len(open_save.session.steps) == len(PLACED)


def test_an_edit_is_one_however_its_words_are_parted(tmp_path: Path) -> None:
    open_save = played(tmp_path)
    open_save.do(read_each(["mend\tplayers.0.food = 7"]))
    assert open_save.session.steps[-1].edit == (StateChange(("players", 0, "food"), 7),)


def test_a_correction_comes_before_the_step_under_way(tmp_path: Path) -> None:
    """Its answers are given again; a correction that they don't hold after is refused, and nothing has changed."""
    open_save = played(tmp_path, *PLACED, "resolve worker", "resolve conjurer")
    open_save.do(read_each(["adjust Anna wood 7"]))
    open_save.do(read_each(["trade 3 wood stone"]))
    assert firsts(open_save.session)[-2:] == ["resolve worker", "adjust Anna wood 7"]
    assert [answer.text for answer in open_save.session.draft] == ["resolve conjurer", "trade 3 wood stone"]
    state, draft = open_save.session.state.copy(), list(open_save.session.draft)
    with pytest.raises(Illegal, match=r'^"resolve conjurer" is under way and .* or undo it first$'):
        open_save.do(read_each(["mend players.0.resources.wood = 1"]))
    assert (open_save.session.state, open_save.session.draft) == (state, draft)
    open_save.do(read_each(["done"]))
    assert open_save.session.state.players[0].resources == {"wood": 4, "stone": 2}


def without_marks(path: Path) -> None:
    """Take the table of marks out of a save."""
    head, _, rest = path.read_text().partition("[marks]")
    path.write_text(head + rest[rest.index("\n[setup]") :])


def test_a_state_is_looked_at_closely_where_nobody_says_what_it_was(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    without_marks(open_save.path)
    replace(open_save, "[state.mines]\n", "[state.mines]\nmoon = 1\n")
    with pytest.raises(BadInput, match='there is no "moon" in this game'):
        reopened(open_save)


def drifted(folder: Path) -> OpenSave[GameState]:
    """A game that was played under older rules, which led elsewhere, and went on under those of today."""
    open_save = mended(folder)
    file = msgspec.structs.replace(open_save.file, rules=0)
    open_save.path.write_text(
        Writer().text_of(msgspec.structs.replace(file, marks=marks_of(file.setup, file.state, file.history)))
    )
    again = reopened(open_save)
    again.do(read_each([PLACED[0].replace("lumber mill", "duat")]))
    again.save()
    return reopened(again)


def test_a_change_by_hand_of_where_the_log_begins_is_noticed(tmp_path: Path) -> None:
    open_save = drifted(tmp_path)
    assert (open_save.file.checkpoint is not None, open_save.changed) == (True, ())
    replace(
        open_save,
        "[checkpoint.state.players.resources]\nstone = 9",
        "[checkpoint.state.players.resources]\nstone = 8",
    )
    assert reopened(open_save).changed == ("history",)


def test_the_version_before_comes_back_with_the_rules_it_was_written_under(tmp_path: Path) -> None:
    """Its state counts as it stands, as it did before."""
    open_save = drifted(tmp_path)
    older = (stone(open_save), open_save.session.steps[:-1])
    replace(open_save, "resolve merchant", "resolve worker")
    again = reopened(open_save)
    again.drop_mended()
    back = reopened(again)
    assert ((stone(back), back.session.steps), back.changed, back.older_rules) == (older, (), True)
    assert (back.file.checkpoint, back.file.revision) == (None, again.file.revision)
    with pytest.raises(NoFurther):
        back.session.undo()


@pytest.mark.parametrize("part", ["setup", "history"])
def test_what_cant_be_used_any_more_is_put_back_from_the_version_before(tmp_path: Path, part: str) -> None:
    open_save = played(tmp_path, *TURN)
    open_save.do(read_each([PLACED[0]]))
    open_save.save()
    if part == "setup":
        replace(open_save, "seed = 7", "seed = -7")
    else:
        replace(open_save, "resolve merchant", "resolve the merchant")
        replace(open_save, "turn = 2", "turn = 99")
    with pytest.raises(BadInput):
        reopened(open_save)
    open_save = OpenSave.restore(CONJURERS, read_save(open_save.path))
    assert [write_step(step) for step in open_save.session.steps] == list(TURN)
    assert reopened(open_save).changed == ()


# --- amending -------------------------------------------------------------------------------------


def test_an_entry_is_replaced_and_the_rest_played_again(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    before = [write_step(step) for step in open_save.session.steps]
    assert open_save.amend(3, read_each(["place worker wild animals"])) == []
    open_save.save()
    again = reopened(open_save)
    assert (again.session.state.players[0].food, again.session.state.players[0].resources) == (5, {})
    assert [write_step(step) for step in again.session.steps] == [
        text.replace("stone mine", "wild animals") for text in before
    ]
    assert again.disagreements() == []


def test_an_entry_is_removed(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED, "adjust Anna food 7", *TURN[4:])
    assert open_save.amend(5, []) == []
    open_save.save()
    again = reopened(open_save)
    assert (again.session.state.players[0].food, len(again.file.history.log)) == (0, len(TURN))


@pytest.mark.parametrize("number", [0, -1, 10])
def test_an_entry_that_isnt_there(tmp_path: Path, number: int) -> None:
    with pytest.raises(BadInput, match=f"there is no entry {number}; the log has 9"):
        played(tmp_path, *TURN).amend(number, [])


def test_a_later_entry_that_doesnt_hold_is_named(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    before, state = open_save.path.read_text(), open_save.session.state
    with pytest.raises(
        Amendment, match=r"^entry 4 \(turn 1, placing · Bo: place conjurer tavern\) doesn't hold any more"
    ) as refusal:
        open_save.amend(3, read_script("place worker wild animals\nplace conjurer sacrificial"))
    assert refusal.value.number == 4
    assert (open_save.session.state, open_save.path.read_text()) == (state, before)
    open_save.save()
    assert open_save.path.read_text() == before


def test_a_bad_amendment_changes_nothing(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    state = open_save.session.state
    with pytest.raises(Illegal, match=r"^entry 3, line 1"):
        open_save.amend(3, read_each(["place worker marketplace"]))
    assert open_save.session.state == state


def test_what_was_undone_before_an_entry_was_taken_out_isnt_given_back(tmp_path: Path) -> None:
    open_save = played(tmp_path, "adjust Anna food 7", *TURN)
    open_save.session.undo()
    assert open_save.amend(1, []) == []
    assert (open_save.session.undone, open_save.session.redo()) == ([], False)


def test_a_refused_amendment_leaves_what_was_undone(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    open_save.session.undo()
    with pytest.raises(Amendment):
        open_save.amend(3, [])
    assert open_save.session.redo()


def test_a_correction_that_changes_nothing_any_more_goes_with_the_mistake(tmp_path: Path) -> None:
    """What is left can be said again in a new game."""
    open_save = played(
        tmp_path, *TURN, "adjust Anna food 7", "adjust Anna food 5 because seven is wrong", *PLACED[:1]
    )
    (gone,) = open_save.amend(10, read_each(["adjust Anna food 5 because five it is"]))
    assert write_step(gone) == "adjust Anna food 5 because seven is wrong"
    texts = [write_step(step) for step in open_save.session.steps]
    assert texts[9:] == ["adjust Anna food 5 because five it is", PLACED[0]]
    (tmp_path / "again").mkdir()
    again = new_game(tmp_path / "again")
    again.do(read_script("\n".join(texts)))
    assert again.session.state == open_save.session.state


def test_the_log_is_cut_where_it_doesnt_hold(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    assert (
        len(open_save.amend(1, read_each(["place conjurer wood storage"]), choose=lambda amendment: "cut off")) == 8
    )
    open_save.save()
    again = reopened(open_save)
    assert (places(again.session), firsts(again.session)) == (
        ["turn 1, placing · Anna"],
        ["place conjurer wood storage"],
    )
    assert (again.session.draft, again.session.undone, asked(again)) == ([], [], "place")


@pytest.mark.parametrize("cut", [False, True])
def test_a_new_entry_is_a_whole_one_where_others_follow(tmp_path: Path, cut: bool) -> None:
    """What follows it would be taken for its missing answer, or the entry would go with what is cut off."""
    open_save = played(tmp_path, *TURN)
    before = open_save.path.read_text()
    with pytest.raises(BadInput, match=r"^entry 6: resolve conjurer lacks an answer: Anna trades"):
        open_save.amend(6, read_each(["resolve conjurer"]), choose=lambda amendment: "cut off" if cut else "keep")
    open_save.save()
    assert open_save.path.read_text() == before


def test_the_last_entry_may_be_left_open(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN[:6])
    assert open_save.amend(6, read_each(["resolve conjurer"])) == []
    assert asked(open_save) == "trade"


def test_what_was_undone_before_an_entry_was_removed_isnt_given_back(tmp_path: Path) -> None:
    open_save = played(tmp_path, *PLACED, "adjust Anna food 7", *TURN[4:])
    assert open_save.session.undo()
    assert open_save.amend(5, []) == []
    assert not open_save.session.redo()


def test_an_entry_that_lacks_an_answer_now_doesnt_hold(tmp_path: Path) -> None:
    texts = [text.replace("marketplace", "lumber mill").replace(" [done]", "") for text in TURN]
    open_save = played(tmp_path, *texts)
    with pytest.raises(Amendment, match=r"^entry 6 .*it lacks an answer now: Anna trades") as refusal:
        open_save.amend(1, read_each(["place conjurer marketplace"]))
    assert refusal.value.number == 6
    assert len(open_save.amend(1, read_each(["place conjurer marketplace"]), choose=lambda amendment: "cut off")) == 4
    open_save.save()
    assert (len(reopened(open_save).file.history.log), reopened(open_save).session.draft) == (5, [])


def fought(folder: Path, seed: int) -> OpenSave[GameState]:
    """Anna's Snow Fox has fought Bo's Bear; all creatures else were put away."""
    chance = random.Random(seed)
    open_save = played(
        folder,
        "adjust Anna food 3",
        *(f"adjust Anna loses creature {name}" for name in ("Wolf", "Imp", "Viper")),
        "adjust Anna gains creature Snow Fox",
        "adjust Bo loses creature Raven",
        "adjust Bo loses creature Boar",
        "place conjurer duel Bo",
        "place conjurer wild animals",
        "place worker stone mine",
        "place merchant wood storage",
        "resolve worker",
        "resolve conjurer",
    )
    open_save.do(read_each(["referee"]))
    while open_save.session.question is not None and asked(open_save) in ("move", "steal"):
        options = [option.text for option in open_save.session.question.options()]
        open_save.do(read_each([next((text for text in options if "attack" in text), chance.choice(options))]))
    return open_save


def frozen(folder: Path) -> OpenSave[GameState]:
    """Anna's flyer has put a frost marker on Bo's only creature, which can't do anything: Bo's pass is forced."""
    cards = (
        CreatureEntry(name="Snow Owl", level=1, hp=9, bd=2, abilities=("flying", "frost attack")),
        CreatureEntry(name="Rock", level=1, hp=90, bd=0, abilities=()),
    )
    setup = msgspec.structs.replace(kept_setup(), creatures=cards, dealt=(("Snow Owl",), ("Rock",)))
    open_save = new_game(folder, setup)
    open_save.do(
        read_each(
            [
                "place conjurer duel Bo",
                "place conjurer wild animals",
                "place worker stone mine",
                "place merchant wood storage",
                "resolve worker",
                "resolve conjurer [referee]",
                "summon Snow Owl 1",
                "summon Rock 1",
                "attack Snow Owl [1 1]",
                "attack Snow Owl [2 1]",
            ]
        )
    )
    open_save.save()
    return open_save


def test_what_went_by_itself_stands_in_the_log(tmp_path: Path) -> None:
    open_save = frozen(tmp_path)
    texts = ["attack Snow Owl [1 1]", "pass", "attack Snow Owl [2 1]", "pass"]
    assert [write_step(step) for step in open_save.session.steps][-4:] == texts
    assert (reopened(open_save).disagreements(), asked(reopened(open_save))) == ([], "move")


def test_what_went_by_itself_is_undone_with_what_led_to_it(tmp_path: Path) -> None:
    open_save = frozen(tmp_path)
    state, labels = open_save.session.state.copy(), list(places(open_save.session))
    assert open_save.session.undo()
    assert firsts(open_save.session)[-2:] == ["attack Snow Owl", "pass"]
    open_save.save()
    again = reopened(open_save)
    assert [[write_step(step) for step in steps] for steps in again.session.undone] == [
        ["attack Snow Owl [2 1]", "pass"]
    ]
    assert again.session.redo()
    assert (again.session.state, places(again.session)) == (state, labels)


def test_a_script_may_name_what_goes_by_itself_or_not(tmp_path: Path) -> None:
    open_save = frozen(tmp_path)
    for number, passes in enumerate(((), ("pass",))):
        folder = tmp_path / str(number)
        folder.mkdir()
        again = frozen(folder)
        again.session.rewind(9)
        again.do(read_each(["attack Snow Owl [1 1]", *passes, "attack Snow Owl [2 1]", *passes]))
        assert again.session.state == open_save.session.state
        assert untimed(again.session.steps) == untimed(open_save.session.steps)


@pytest.mark.parametrize("number", [10, 12])
def test_an_entry_is_amended_before_one_that_went_by_itself(tmp_path: Path, number: int) -> None:
    """The pass that follows is in the log already; it isn't made twice."""
    open_save = frozen(tmp_path)
    assert open_save.amend(number, read_each(["attack Snow Owl [2 2]"])) == []
    texts = [write_step(step) for step in open_save.session.steps]
    expected = ["attack Snow Owl [1 1]", "pass", "attack Snow Owl [2 1]", "pass"]
    expected[number - 10] = "attack Snow Owl [2 2]"
    assert texts[-4:] == expected


def test_a_script_may_name_what_goes_by_itself_after_a_correction(tmp_path: Path) -> None:
    """So an amended log has it: a correction was put between an attack and the pass that follows."""
    open_save = frozen(tmp_path)
    number = len(open_save.session.steps)
    passing = write_step(open_save.session.steps[-1])
    assert passing == "pass"
    open_save.amend(number, read_each(["adjust Anna food 4", passing]))
    (tmp_path / "again").mkdir()
    again = new_game(tmp_path / "again", open_save.setup)
    again.do(read_script("\n".join(write_step(step) for step in open_save.session.steps)))
    assert [write_step(step) for step in again.session.steps] == [
        write_step(step) for step in open_save.session.steps
    ]
    assert again.session.state == open_save.session.state


@pytest.mark.parametrize("lines", [("attack Snow Owl [1 1]", "adjust Anna food 4"), ("attack Snow Owl [1 1]",)])
def test_a_correction_in_a_script_comes_after_what_goes_by_itself(lines: tuple[str, ...], tmp_path: Path) -> None:
    """As it does where each line is given alone: it was put before the pass."""
    open_save = frozen(tmp_path)
    open_save.session.rewind(9)
    open_save.do(read_each([*lines, "adjust Anna food 5", "attack Snow Owl [2 1]"]))
    texts = [write_step(step) for step in open_save.session.steps[9:]]
    assert texts == [
        "attack Snow Owl [1 1]",
        "pass",
        *lines[1:],
        "adjust Anna food 5",
        "attack Snow Owl [2 1]",
        "pass",
    ]


def test_labels_are_given_back_when_an_answer_fails(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN)
    labels = list(places(open_save.session))
    with pytest.raises(BadInput):
        open_save.do(read_each([PLACED[0], "sing"]))
    assert places(open_save.session) == labels
    open_save.do(read_each([PLACED[0]]))
    open_save.save()
    assert places(reopened(open_save).session) == [*labels, "turn 2, placing · Bo"]


def test_labels_survive_undo_and_redo_and_reopening(tmp_path: Path) -> None:
    open_save = played(tmp_path, *TURN, "adjust Anna food 3")
    labels = list(places(open_save.session))
    assert labels[-2:] == ["turn 1, ending", "turn 2, placing"]
    again = reopened(open_save)
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
        open_save = fought(folder, seed)
        open_save.save()
        before = open_save.session.state.copy()
        assert open_save.amend(1, read_each(["adjust Anna food 5"])) == []
        assert open_save.session.state.players[0].food == before.players[0].food + 2
        open_save.session.state.players[0].food -= 2
        assert open_save.session.state == before
