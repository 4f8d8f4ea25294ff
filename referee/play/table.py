"""Base classes of answerers, and of the tables that the loop plays at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.asking.meaning import QUIET, Vocabulary
from referee.asking.question import EVERYWHERE, Command, CommandName, Procedure, Question
from referee.errors import BadInput, RefereeError
from referee.play.notation import Step

if TYPE_CHECKING:
    from referee.play.session import Session
    from referee.text.screen import Screen

Cite = Callable[[str], str]
"""Returns the name of a rule or ruling by its id, as people look it up: "Tavern, p. 12"."""


class Answerer:
    """Source of answers. A `patient` one is asked again after a refusal; one that was `greeted` isn't again.

    An `advised` one gets questions with the table's advice.
    """

    patient = False
    greeted = False
    advised = False

    def greet(self, commands: Sequence[CommandName], cite: Cite, vocabulary: Vocabulary = QUIET) -> None:
        """Take note of the commands, the function that names rules, and the table's vocabulary."""

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Return an answer or a command, or None if there are no more answers."""
        return None

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Show why an answer was refused. Raises the error if there can be no other answer."""
        raise error

    def types_ahead(self) -> bool:
        """Return whether further answers are typed already."""
        return False

    def drop_line(self) -> None:
        """Drop these answers, and say so."""

    def at_end(self) -> Command | None:
        """Return the command at the end of the game: `undo` goes back; None quits."""
        return None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """Ask for a file to write to; None for none."""
        return None


class Table:
    """Game or form that the loop plays: its session, where it is saved, and how it looks on the `screen`.

    This base class has no score, no corrections, and nothing to explain. `game` is the name of the game; subclasses
    that have the game itself override `cite` and `vocabulary`. `commands` can be typed at its prompts.
    """

    game: Any
    session: Session[Any]
    screen: Screen
    commands: Sequence[CommandName] = EVERYWHERE

    @property
    def is_set_up(self) -> bool:
        """Whether the set-up is complete."""
        return True

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return False

    def save(self) -> None:
        """Write all answers, durably. Raises Overtaken if another program was faster."""

    def reload(self) -> None:
        """Load what another program has written."""

    def refresh(self) -> bool:
        """Load what another program has written since, and return whether it has."""
        return False

    def show(self, events: Sequence[Any]) -> None:
        """Show what happened, and where things stand."""

    def show_boards_unless(self, more: Callable[[], bool]) -> None:
        """Don't show the board after an answer while there are `more`; it is shown before the next question."""

    def status(self) -> None:
        """Show where things stand, as after each turn: the answers so far, one a line."""
        self.say("So far:")
        for step in self.session.steps:
            self.say(f"  {step.key and f'{step.key}: '}{self.session.public_text(step)}")

    def asked_status(self) -> None:
        """Show where things stand to a player who asks."""
        self.status()

    def score(self) -> None:
        """Show the score if the game ended now, if it has one."""

    def why(self, number: int | None = None) -> None:
        """Explain an entry, by default the last one. Raises BadInput if there is none."""
        raise BadInput("there is nothing to explain here")

    def example(self, rule: str) -> Sequence[str]:
        """Return the worked example of a rule, by id; here none."""
        return ()

    def rules(self, words: str) -> None:
        """Show the rules and rulings about a word."""
        from referee.rulebook.rules import rulebook
        from referee.rulebook.screen import show_rules

        show_rules(rulebook(self.game), words, self.screen, example=self.example)

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the battle under way, or whether a claim holds. Raises BadInput, Illegal."""
        raise BadInput("no battle is refereed here")

    def claim(self, said: str) -> str:
        """Return the correction that records a claim about the current battle; "" if it is only judged.

        Raises BadInput for a text that isn't a claim.
        """
        return ""

    def log(self, words: str) -> None:
        """List what happened so far: all entries with these words; without words, the last ones."""
        self.status()

    def look(self, name: str) -> None:
        """Show a player the hand that the program drew. Raises Unreadable or Ambiguous for the name."""

    def end_at(self, said: str) -> str:
        """Set the evening's end if one is `said`; return a sentence about it.

        Raises Unreadable for a text that isn't a time.
        """
        return ""

    def amend(self, number: int, said: str, ask: Callable[[Question[Any]], Any]) -> Sequence[str]:
        """Replace an entry of the log and save; return lines for the table.

        `ask` answers the questions on the way; it returns None if there is no answer. Raises RefereeError.
        """
        raise BadInput("go back to it with back")

    def cite(self, rule: str) -> str:
        """Return the title and page of a rule; of a ruling the title and id."""
        from referee.rulebook.rules import rulebook

        return rulebook(self.game).in_words(rule)

    @property
    def vocabulary(self) -> Vocabulary:
        """The players' names (here none) and the table's words for those of the rulebook."""
        from referee.rulebook.rules import table_words

        return Vocabulary(words=partial(table_words, self.game))

    def correction(self) -> Procedure[Step | None]:
        """Ask for a correction. Raises BadInput if this table takes none."""
        yield from ()
        raise BadInput("go back with undo")

    def advise(self, question: Question[Any]) -> Question[Any]:
        """Return a question with advice, as the odds of its moves, perhaps computed while a player thinks."""
        return question

    def hands(self, before: Any) -> Sequence[str]:
        """List the changes to make on the table to get from the state `before` to the current one."""
        return ()

    def heading(self, question: Question[Any]) -> Callable[[], None] | None:
        """Return a function that shows, above a question, what the deciding player has; None for nothing."""
        return None

    def say(self, text: str) -> None:
        """Print a line for the table."""
        self.screen.line(text)
