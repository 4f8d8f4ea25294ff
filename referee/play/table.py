"""Who answers, and the table that the loop plays at: what each must be able to do."""

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
"""Names a rule or ruling, by its id, as people look it up: "Tavern, p. 12"."""


class Answerer:
    """Who answers. One that is `patient` is asked again after a refusal; one that was `greeted` isn't again."""

    patient = False
    greeted = False

    def greet(self, commands: Sequence[CommandName], cite: Cite, vocabulary: Vocabulary = QUIET) -> None:
        """Hear what can be said instead of an answer, how rules are named, and how the table talks."""

    def ask(self, question: Question[Any]) -> str | Command | None:
        """An answer, a command, or None if there is nobody left to answer."""
        return None

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Tell why an answer was refused. Raises it where nobody can try again."""
        raise error

    def types_ahead(self) -> bool:
        """Whether there are more answers ready than what is asked."""
        return False

    def drop_line(self) -> None:
        """Forget these, and say so."""

    def at_end(self) -> Command | None:
        """What is said when all is over: `undo` goes back; None leaves."""
        return None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""
        return None


class Table:
    """What the loop plays at: the session, where it is kept, and how it looks on the `screen`.

    As it stands here it has neither a score nor corrections, nor anything to explain. `game` is what is played, by
    its name; who has the game itself names its rules and words in its own way. `commands` can be said at its prompts.
    """

    game: Any
    session: Session[Any]
    screen: Screen
    commands: Sequence[CommandName] = EVERYWHERE

    @property
    def is_set_up(self) -> bool:
        """Whether what is asked before the first turn is answered."""
        return True

    @property
    def over(self) -> bool:
        """Whether all is over."""
        return False

    def save(self) -> None:
        """Write everything that was answered, durably. Raises Overtaken if another program was faster."""

    def reload(self) -> None:
        """Take over what another program has written."""

    def refresh(self) -> bool:
        """Take over what another program has written since, and tell whether it has: it is looked at when written."""
        return False

    def show(self, events: Sequence[Any]) -> None:
        """Show what happened, and where things stand."""

    def show_boards_unless(self, more: Callable[[], bool]) -> None:
        """Show no board after an answer as long as there are `more`; it is owed until something is asked."""

    def status(self) -> None:
        """Show where things stand, as after each turn: the answers so far, a line each."""
        self.say("So far:")
        for step in self.session.steps:
            self.say(f"  {step.key and f'{step.key}: '}{self.session.public_text(step)}")

    def asked_status(self) -> None:
        """Show where things stand to somebody who asks."""
        self.status()

    def score(self) -> None:
        """Show the score if the game ended now, where it has one."""

    def why(self, number: int | None = None) -> None:
        """Explain an entry, the last one without a number. Raises BadInput if there is none."""
        raise BadInput("there is nothing to explain here")

    def example(self, rule: str) -> Sequence[str]:
        """A worked example of a rule by its id; there is none."""
        return ()

    def rules(self, words: str) -> None:
        """Show rules and rulings on a word."""
        from referee.rulebook.rules import rulebook
        from referee.rulebook.screen import show_rules

        show_rules(rulebook(self.game), words, self.screen, example=self.example)

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the battle under way, or whether a claim holds. Raises BadInput, Illegal."""
        raise BadInput("no battle is refereed here")

    def claim(self, said: str) -> str:
        """The correction by which what is claimed of the battle under way is kept, "" where it is only judged.

        Raises BadInput for what is no claim.
        """
        return ""

    def log(self, words: str) -> None:
        """List what happened so far: all that has these words, the last entries without them."""
        self.status()

    def look(self, name: str) -> None:
        """Show a player what the program drew for the hand. Raises Unreadable or Ambiguous for the name."""

    def end_at(self, said: str) -> str:
        """What is told of the evening's end, which is from now on what was `said`, if anything was.

        Raises Unreadable for what is no time.
        """
        return ""

    def amend(self, number: int, said: str, ask: Callable[[Question[Any]], Any]) -> Sequence[str]:
        """Replace an entry of the log and write it down; what to tell the table.

        `ask` is asked what is decided on the way; it returns None where nobody decides. Raises RefereeError.
        """
        raise BadInput("go back to it with back")

    def cite(self, rule: str) -> str:
        """A rule as people look it up, by its title and page; a ruling by its title and id."""
        from referee.rulebook.rules import rulebook

        return rulebook(self.game).in_words(rule)

    @property
    def vocabulary(self) -> Vocabulary:
        """Who sits at the table, and its words for the rulebook's; nobody is known by name."""
        from referee.rulebook.rules import table_words

        return Vocabulary(words=partial(table_words, self.game))

    def correction(self) -> Procedure[Step | None]:
        """Ask for a correction of what is wrong, where it takes any. Raises BadInput where it doesn't."""
        yield from ()
        raise BadInput("go back with undo")

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves are listed with their odds where the questions don't tell them."""
        return answerer

    def hands(self, before: Any) -> Sequence[str]:
        """What hands must move so that the table is as the state says now, and not as `before`."""
        return ()

    def heading(self, question: Question[Any]) -> Callable[[], None] | None:
        """What shows, above a question, what the one who decides has."""
        return None

    def say(self, text: str) -> None:
        """Tell the table something, in a line."""
        self.screen.line(text)
