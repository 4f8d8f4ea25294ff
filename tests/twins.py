"""Twins: a game's rules a second time, slow and plain, played side by side with the program.

A twin is written from rulebook and rulings alone. Its `play` yields each decision as an `Ask` and is sent the
answer; a `Comparison` plays it beside the program as other programs use it, and compares at every decision who
decides, what is legal, and the state; now and then it corrects, takes back, or opens the save anew.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from referee.cli.common import open_table
from referee.cli.game import _as_json
from referee.cli.new import begin
from referee.declaration.readings import Readings, readings_of
from referee.errors import RefereeError
from referee.play.notation import TypedStep
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.random_runs import random_readings

Data = dict[str, Any]
ADJUST = "adjust "
CORRECTIONS = (ADJUST, "leave ", "reading ")
"""How what is said between two actions begins."""


class Differs(Exception):
    """Twin and program differ."""


@dataclass
class Ask:
    """A decision: whose, of which kind, and all legal answers; none listed where they are without number."""

    who: str
    key: str
    moves: list[str] = field(default_factory=list)
    free: bool = False
    """Whether anything else may be answered, as a card that is turned over."""
    dice: int = 0
    """So many to be thrown."""
    told: str = ""
    """What the program's question must say, where two of a kind could be taken for each other."""

    def __str__(self) -> str:
        return f"{self.key} of {self.who or 'the table'} ({', '.join(self.moves)})"


Steps = Generator[Ask, str, None]


class Twin(Protocol):
    """A game as its twin plays it."""

    tally: Counter[str]

    def play(self) -> Steps: ...
    def adjust(self, text: str) -> None: ...
    def state(self) -> Data: ...


class Program:
    """A game in a save, in this process, as other programs use it: `new`, `next --json`, `do`, `status --json`."""

    def __init__(self, save: Path, words: Sequence[str], game: str) -> None:
        self.path = save
        begin(save, list(words), yes=True, game=game, beside=save.parent)
        self.reload()

    def reload(self) -> None:
        """Open the save as the next command would."""
        self.table: SavedTable = open_table(self.path, Screen(plain=True))

    def save(self) -> None:
        self.table.save()

    def next(self) -> Data:
        """`referee next --json`, but for the parts of each move, which take long and aren't compared."""
        question = self.table.session.question
        options = question.options() if question and not question.private else ()
        return _as_json(question, ()) | {"moves": [{"move": one.text, "detail": one.detail} for one in options]}

    def status(self) -> Data:
        """`referee status --json`."""
        return self.table.public_state()

    def points(self) -> tuple[list[int], list[str]]:
        """`referee score`: the totals in the order of the players, and who wins."""
        outcome = self.table.game.scores().outcome(self.table.setup, self.table.session.present)
        return [one.total for one in outcome.standing], list(outcome.winners)

    def do(self, move: str) -> None:
        """`referee do MOVE`. Raises RefereeError, and then nothing has changed."""
        self.table.open_save.do([TypedStep(move)])

    def undo(self) -> bool:
        """Take back the last answer of a step, or the last step; whether there was one."""
        return self.table.session.undo()

    def take_back(self) -> None:
        """Take back the last answer, of a whole step too."""
        self.table.session.take_back()

    def redo(self) -> None:
        self.table.session.redo()

    def where(self) -> tuple[int, int]:
        """How many steps are on the log, and how many answers of the one under way."""
        return len(self.table.session.steps), len(self.table.session.draft)


class Comparison:
    """One game, played twice; `words` are the options of `new`."""

    game = ""
    twin: Any
    turn_keys: tuple[str, ...] = ("move",)
    """The kinds of questions at which somebody may correct, take back or leave."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.words, self.fresh = self.begun(folder)
        self.script = [" ".join([f"new --game {self.game}", *(f"'{w}'" if " " in w else w for w in self.words)])]
        self.program = self.make_program(folder)
        self.given: list[str] = []
        """What the twin was told, corrections too."""
        self.marks: dict[tuple[int, int], int] = {}
        """How much of it had been told when the program stood there."""
        self.undone = 0
        self.restart()

    def make_program(self, folder: Path) -> Program:
        """The same game as the program plays it."""
        return Program(folder / "game.toml", self.words, self.game)

    def begun(self, folder: Path) -> tuple[list[str], Callable[[], Twin]]:
        """The options of `new`, and how the twin of that game is made."""
        raise NotImplementedError

    # --- one decision ---------------------------------------------------------------------------------------

    def run(self, most: int = 4000) -> int:
        """Play so many decisions, or to the end. Raises Differs."""
        for done in range(most):
            if not self.step():
                return done
        return most

    def step(self) -> bool:
        """Compare what is asked and what is so, and answer; False at the end."""
        question = self.aligned()
        self.compare_state()
        if question is None:
            self.compare_end()
            return False
        self.compare_moves(question)
        if question["key"] in self.turn_keys:
            self.interfere()
            return True
        self.answer(self.picked(question))
        return True

    def interfere(self) -> None:
        """Now and then correct, take back or open the save anew; else answer."""
        luck = self.chance.random()
        if luck < 0.02 and (text := self.correction()):
            self.mark()
            if self.is_taken(text):
                self.give(text)
        elif luck < 0.04 and self.program.where() != (0, 0):
            self.take_back()
        elif luck < 0.06:
            self.program.save()
            self.program.reload()
        else:
            self.answer(self.picked(self.program.next()))

    def is_taken(self, text: str) -> bool:
        """Tell the program a correction; within a step it may be refused, where what was answered doesn't fit it."""
        try:
            self.tell_program(text)
        except Differs:
            if not self.within():
                raise
            self.script[-1] = f"# refused: {text}"
            return False
        return True

    def within(self) -> bool:
        """Whether a step is under way."""
        return bool(self.program.where()[1])

    def take_back(self) -> None:
        """Undo answers of the program's, and see that both come to the same; redo some."""
        before = self.program.status()
        self.undone += 1
        if self.chance.random() < 0.5:
            self.program.take_back()
        else:
            self.program.undo()
            if self.chance.random() < 0.3:
                self.program.redo()
                if self.program.status() != before:
                    raise Differs("undo and redo don't lead back")
                self.program.undo()
        while (where := self.program.where()) not in self.marks and self.program.undo():
            pass  # only the program asked there
        del self.given[self.marks[where] :]
        self.marks = {place: told for place, told in self.marks.items() if told <= len(self.given)}
        self.script.append("# undo")
        self.restart()

    def aligned(self) -> Data | None:
        """The question that both ask; what has only one answer is answered where one of them doesn't ask it."""
        for _ in range(50):
            question, asked = self.program.next(), self.asked
            if question["over"] and asked is None:
                return None
            if asked is not None and not question["over"] and self.same(question, asked):
                return question
            if asked is not None and len(asked.moves) == 1:
                self.give(asked.moves[0])
            elif not question["over"] and len(question["moves"]) == 1 and not question["dice"]:
                self.mark()
                self.tell_program(question["moves"][0]["move"])
            else:
                raise Differs(f"the program: {question['question'] or 'over'}; the twin: {asked or 'over'}")
        raise Differs("no end of questions with one answer")

    def same(self, question: Data, asked: Ask) -> bool:
        """Whether both ask the same of the same."""
        if asked.dice:
            dice = question["dice"] or {}
            return (dice.get("count"), dice.get("who")) == (asked.dice, asked.who)
        same = question["key"] == asked.key and question["who"] == asked.who
        return same and asked.told in question["question"]

    def compare_moves(self, question: Data) -> None:
        """Compare the legal answers."""
        assert self.asked
        if self.asked.free or self.asked.dice:
            return
        ours, theirs = self.twins_moves(), self.moves_of(question)
        if ours != theirs:
            more, less = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
            raise Differs(f"{question['question']}: only the twin: {more}; only the program: {less}")

    def moves_of(self, question: Data) -> list[str]:
        """The legal answers of the program, as they are compared, sorted."""
        return sorted(move["move"] for move in question["moves"])

    def twins_moves(self) -> list[str]:
        """The legal answers of the twin, as they are compared, sorted."""
        return sorted(self.asked.moves) if self.asked else []

    def compare_state(self) -> None:
        """Compare what is so."""
        ours, theirs = self.twin.state(), self.programs_state()
        for what, found in ours.items():
            if theirs[what] != found:
                raise Differs(f"{what}: twin {found}; program {theirs[what]}")

    def programs_state(self) -> Data:
        """The program's state, in the twin's words."""
        raise NotImplementedError

    def compare_end(self) -> None:
        """Compare who has won."""

    # --- answering ------------------------------------------------------------------------------------------

    def picked(self, question: Data) -> str:
        """A random answer, in the program's words."""
        if dice := question["dice"]:
            return " ".join(str(self.chance.choice(dice["faces"])) for _ in range(dice["count"]))
        return str(self.chance.choice(question["moves"])["move"])

    def correction(self) -> str:
        """A correction that can be made now; "" for none."""
        return ""

    def twins(self, text: str) -> str:
        """An answer as the twin calls it."""
        return text

    def answer(self, text: str) -> None:
        """Give both the same answer."""
        self.mark()
        ours = self.twins(text)
        self.tell_program(text)
        self.give(ours)

    def mark(self) -> None:
        """Remember how much the twin had been told when the program stood here."""
        self.marks[self.program.where()] = len(self.given)

    def tell_program(self, text: str) -> None:
        """Give the program an answer. Raises Differs where it refuses."""
        self.script.append(text)
        try:
            self.program.do(text)
        except RefereeError as error:
            raise Differs(f"the program refuses {text}: {error}") from None

    # --- the twin -------------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Make the twin anew, and tell it everything again."""
        told, self.given = self.given, []
        self.twin = self.fresh()
        self.playing = self.twin.play()
        self.asked: Ask | None = next(self.playing)
        for text in told:
            self.give(text)

    def give(self, text: str) -> None:
        """Tell the twin an answer or a correction; after a correction it asks anew what it asked."""
        self.given.append(text)
        if text.startswith(CORRECTIONS):
            self.twin.adjust(text.removeprefix(ADJUST))
        try:
            self.asked = self.playing.send(text)
        except StopIteration:
            self.asked = None


def other_reading(chance: random.Random, declared: type[Readings], now: Data, but: Collection[str] = ()) -> str:
    """A correction like `reading overkill lost` to another than holds `now`, but not of these; "" if none came."""
    known = readings_of(declared)
    found = [
        (name, answer)
        for name, answer in random_readings(chance, declared).items()
        if name not in but and answer != now.get(name, known[name].usual)
    ]
    name, answer = chance.choice(found or [("", "")])
    return f"reading {name} {known[name].write(answer)}" if name else ""


def read_reading(text: str) -> tuple[str, Any]:
    """The name and the answer of such a correction."""
    _, name, answer = text.split(" ", 2)
    return name, {"yes": True, "no": False}.get(answer, int(answer) if answer.isdigit() else answer)


def play_games(
    compare: Callable[[int, Path], Comparison], number: int, first: int = 0
) -> tuple[int, str, list[str]] | Counter[str]:
    """Play so many random games with both; the first that differs with its script, or a tally of what was played."""
    tally: Counter[str] = Counter()
    for seed in range(first, first + number):
        with tempfile.TemporaryDirectory() as folder:
            game = compare(seed, Path(folder))
            try:
                tally["decisions"] += game.run()
            except Differs as error:
                return seed, str(error), game.script
            tally["taken back"] += game.undone
            tally += game.twin.tally
    return tally


def report_games(compare: Callable[[int, Path], Comparison], number: int, first: int, script: Path) -> None:
    """Play games, and print how they came out; the script of one that differs goes into a file."""
    played = play_games(compare, number, first)
    if isinstance(played, tuple):
        seed, found, lines = played
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.exit(f"game {seed}: {found}\nIts moves are in {script}.")
    print(f"{number} games agree:", ", ".join(f"{many} {what}" for what, many in played.items()))
