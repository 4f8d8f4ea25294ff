"""A telephone as an answerer: what is typed or tapped on it is read as at the prompt, for its own players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import structs

from referee.asking.interrupts import Interruption, is_interruption
from referee.asking.meaning import Suggestion
from referee.asking.question import Command, CommandName, Option, Question, read_command
from referee.asking.words import asks, misspelt_command
from referee.errors import Illegal, RefereeError, Unreadable
from referee.phones.screen import PageScreen
from referee.play.notation import as_answer, looks_like_correction
from referee.play.person import Fitting, LineToEdit, Person, Proposed, Said, TypedLine, taken
from referee.text.names import and_list, fold, printable

AT_THE_LAPTOP: frozenset[CommandName] = frozenset(("redo", "back", "amend", "until"))
"""Commands that are only accepted at the terminal, where everybody notices them."""


class _Silent(Exception):
    """All lines are used up."""


class Voice(Person):
    """A telephone as an answerer: `names` are its players, `question` is the last one asked.

    Its output goes to its own page; there the options that it `fits`, or the correction `meant`, can be tapped.
    """

    def __init__(self, names: Collection[str]) -> None:
        super().__init__(PageScreen())
        self.names = names
        self.question: Question[Any] | None = None
        self.asked = False
        self._lines: list[str] = []
        self._tapped = False
        self._deep = 0  # nesting of questions, for the rest of an answer

    def hear(self, lines: Sequence[str], *, tapped: bool) -> None:
        """Set the lines to say next; if `tapped` they are the texts of options."""
        self._lines, self._tapped, self.asked = list(lines), tapped, False
        self._typed, self._begun = TypedLine(), None
        self._after = None if isinstance(self._after, LineToEdit) else self._after

    @property
    def offered_correction(self) -> str:
        """The correction offered for a refused answer; "" for none."""
        return self._after.answers[0] if isinstance(self._after, Proposed) else ""

    @property
    def fits(self) -> Sequence[Option]:
        """The options that the ambiguous answer fits."""
        return self._after.options if isinstance(self._after, Fitting) else ()

    def greet(self, commands: Sequence[CommandName], cite: Any, vocabulary: Any = None) -> None:
        """Keep how to cite rules, and the vocabulary."""
        self._cite, self._vocabulary = cite, vocabulary

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Return the telephone's answer to a question; None when all lines are used up."""
        self.question = question if not self.asked else self.question
        if self.asked and self._tapped and not self._deep:
            self._lines.clear()  # all that was tapped was one answer
        self.asked = True
        self._deep += 1
        try:
            if question.private:
                question = (
                    structs.replace(question, private=False) if self.may_answer(question) else _closed(question)
                )
            return super().ask(question)
        except _Silent:
            return None
        finally:
            self._deep -= 1

    def _read(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        own = self.may_answer(question)
        if self._tapped and own:
            exact = next((option for option in options if option.text == part), None)
            if exact is not None:
                return exact if self._lines else taken(exact)
        if (command := read_command(part)) is not None:
            self._expect_sayable(command, own)
            return command
        if is_interruption(question, part):
            return self._interrupt(question, part)
        if self.names and looks_like_correction(part):
            return part
        if own:
            return super()._read(question, options, part)
        if asks(part):  # no other parsing: its error could reveal another's cards
            return Command("rules", part)
        if meant := misspelt_command(part):
            raise Suggestion(f'"{printable(part)}" isn\'t an answer. Did you mean {meant}?', meant)
        if not self.names:
            raise Unreadable("this telephone only watches")
        raise Unreadable(f"{question.who} answers that; this telephone is {and_list(self.names)}'s")

    def _expect_sayable(self, command: Command, own: bool) -> None:
        """Refuse what only the laptop may say, or what would reveal another's hand. Raises Unreadable."""
        if command.name in AT_THE_LAPTOP or (command.argument and command.name == "undo"):
            raise Unreadable(f"{command.name} is typed at the laptop")
        if command.name == "adjust":
            raise Unreadable("say all of it: adjust, whose, what, and what it is; or correct it at Me")
        if command.name == "odds" and fold(command.argument).startswith("battle"):
            raise Unreadable("to find out who wins takes a while; type it at the laptop")
        if command.name == "look" and not self._owns(command.argument):
            raise Unreadable("that hand isn't yours to see")
        if command.argument and command.name in ("why not", "odds") and not own:
            raise Unreadable("that is for who is asked to know")

    def _interrupt(self, question: Question[Any], part: str) -> str:
        """Return what is said out of turn, as said by one of this telephone's players. Raises RefereeError."""
        named, colon, _ = part.partition(":")
        if colon and not self._owns(named.strip()):
            raise Unreadable("that is another player's to say")
        refused: RefereeError | None = None
        for way in [part] if colon else [*(f"{name}: {part}" for name in self.names), part]:
            try:
                value = question.parse(way)
            except RefereeError as error:
                refused = error if refused is None or isinstance(error, Illegal) else refused
                continue
            if isinstance(value, Interruption) and value.who in ("", *self.names):
                return as_answer(way)
        raise refused or Unreadable("that is another player's to say")

    def _owns(self, name: str) -> bool:
        return bool(name) and any(fold(one).startswith(fold(name)) for one in self.names)

    def may_answer(self, question: Question[Any]) -> bool:
        """Return whether a question is for one of this telephone's players, or for anybody."""
        thrower = question.throw.who if question.throw is not None else ""
        return bool(self.names) and (not question.who or question.who in self.names or thrower in self.names)

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        if not self._lines:
            raise _Silent
        return self._lines.pop(0)

    def _list_once(
        self, question: Question[Any], options: Sequence[Option], *, again: bool = False, below: int = 0
    ) -> None:
        """Do nothing, as the page lists the answers."""

    def _list_options(self, options: Sequence[Option], below: int = 0) -> None:
        """Do nothing, as the page lists the options."""

    def at_end(self) -> Command | None:
        """Return the next line as a command; at the end of a game nothing else can be said."""
        self.question = None
        return read_command(self._lines.pop(0)) if self._lines else None


def _closed(question: Question[Any]) -> Question[Any]:
    """Return a private question as others see it: without its options, answerable only by interruptions."""

    def parse(text: str) -> Any:
        value = question.parse(text)
        if not isinstance(value, Interruption):
            raise Unreadable(f"only {question.who} can answer that")
        return value

    return Question(
        question.key, question.prompt, parse, who=question.who, interrupts=question.interrupts, private=True
    )
