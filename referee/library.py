"""The referee as a library, for other programs: `import referee` has these names.

Nothing here prints or prompts. Wrong input raises an error of `referee.errors`: `Illegal` for a move that the rules
forbid, with the ruling; `Unreadable` and `BadInput` for input that can't be used; `Overtaken` if another program has
written the save meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import games
from referee.errors import Illegal
from referee.files.files import read_toml
from referee.files.kinds import is_save
from referee.play.notation import TypedStep, read_each
from referee.saves import battles
from referee.saves.save import OpenSave, read_save

if TYPE_CHECKING:
    from referee.asking.question import Option, Question
    from referee.declaration.reports import Report
    from referee.saves.live_record import OpenRecord
    from referee.scores.report import ScoreReport
    from referee.scores.score import Outcome

FilePath = str | os.PathLike[str]
"""Path of a file."""


class Save:
    """A game, or a battle record, that is kept in a file: who decides, what is legal, moves, undo and redo.

    `file` is the open save itself, with its session and state, for callers that need more. A battle record offers
    the same, except for the score.
    """

    def __init__(self, file: OpenSave[Any] | OpenRecord) -> None:
        """Wrap an open save or record."""
        self.file = file

    @property
    def question(self) -> Question[Any] | None:
        """The current question, as prompts show it; None when the game is over."""
        return self.file.session.question

    @property
    def who(self) -> str:
        """The player who decides now; "" for the table, and when the game is over."""
        return self.question.who if self.question is not None else ""

    @property
    def legal(self) -> list[str]:
        """Legal moves, as `play` takes them; none for a question that only its player may see.

        If the question is `open`, other answers can be typed too: dice, names of new cards.
        """
        return [option.playable for option in self._options()]

    @property
    def closed(self) -> dict[str, Illegal]:
        """Moves that can't be made now, each with the reason and the ruling."""
        if self.question is None or self.question.private:
            return {}
        return {option.text: Illegal(option.detail, option.rule) for option in self.question.closed()}

    def _options(self) -> Iterable[Option]:
        return () if self.question is None or self.question.private else self.question.options()

    def play(self, *moves: str | Mapping[str, Any]) -> list[str]:
        """Make moves or corrections, all of them or none, save, and return in words what happened.

        A move is a text, with the answers to follow-up questions in brackets ("resolve recruiter [done]"), or its
        parts, as `next --json` gives them ({"move": "learn", "ability": "Prayer"}). Raises Illegal, BadInput or
        Overtaken.
        """
        steps: list[TypedStep] = []
        for move in moves:
            steps += [TypedStep(_as_text(move), quoted=True)] if isinstance(move, Mapping) else read_each([move])
        self.file.session.take_events()
        self.file.do(steps)
        self.file.save()
        return self.file.describe(self.file.session.take_events())

    def undo(self) -> bool:
        """Take back the last answer and save; return False if there is none. Raises Overtaken."""
        return self._saved(self.file.session.undo())

    def redo(self) -> bool:
        """Make again what was taken back last and save; return False if there is nothing. Raises Overtaken."""
        return self._saved(bool(self.file.session.redo()))

    def _saved(self, changed: bool) -> bool:
        self.file.save()
        return changed

    @property
    def log(self) -> list[str]:
        """Log entries as they can be played again; secret answers in the form that everybody may read."""
        return self.file.public_texts()

    @property
    def state(self) -> dict[str, Any]:
        """Public state of the table: what `status --json` prints."""
        return self.file.public_state()

    @property
    def outcome(self) -> Outcome:
        """Final result, or the current standing while the game isn't `over`. Raises BadInput for a battle."""
        return self.file.outcome()


def _as_text(parts: Mapping[str, Any]) -> str:
    from msgspec import json

    return json.encode(parts).decode()


def open(path: FilePath) -> Save:
    """Open the save of a game, or the record of a battle. Raises BadInput if it can't be used."""
    found = read_save(Path(path))
    game = games.of(found.data, str(found.path))
    if not is_save(found.data) and (record := battles.open_record(game, found.path, found.data)) is not None:
        return Save(record)
    return Save(OpenSave(game, found))


def judge(path: FilePath, entry: int | None = None) -> Report:
    """Judge a battle record, the battle of a save that `entry` belongs to, or a whole log; return the verdict.

    Its `data()` is what `judge --json` prints; `against` is whether anything is illegal or claimed wrongly. Raises
    BadInput.
    """
    found = Path(path)
    data = read_toml(found)
    file = battles.BattleFile(games.of(data, str(found)), found, data, None, entry)
    return file.verdict(file.judged(), brief=False, filed=True)


def score(path: FilePath) -> ScoreReport:
    """Score a save or a score sheet; the report's `outcome` has the score lines. Raises BadInput."""
    from referee.saves import scoring  # loaded only where something is scored

    found = Path(path)
    data = read_toml(found)
    return scoring.score_file(games.of(data, str(found)), found, data, None)


def odds(path: FilePath, move: str | None = None, entry: int | None = None) -> Report:
    """Compute the exact chances of the next possible moves in a battle record or save, or of one `move`.

    The report's `data()` is what `odds --json` prints. Raises BadInput, and Illegal for a move that isn't legal.
    """
    found = Path(path)
    data = read_toml(found)
    return battles.BattleFile(games.of(data, str(found)), found, data, None, entry).odds(move, ())


__all__ = ["Save", "judge", "odds", "open", "score"]
