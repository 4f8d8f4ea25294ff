"""A battle refereed live: set up by questions, played turn by turn, kept as a battle record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.commands import EVERYWHERE
from referee.cards.remember import Memory
from referee.errors import BadInput, Illegal, RefereeError
from referee.files.files import Data, create_file, expect_place, parse_toml, read_text, replace_file
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.cards.cards import Deck, deck_for
from referee.games.conjurers.records.kinds import expect
from referee.games.conjurers.records.live_battle import LiveBattle, Stage
from referee.games.conjurers.records.record import Turn, TurnEntry, Unfinished, entry_of, read_record, write_record
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import GAME
from referee.play.form import answer_all, resume, unfinished_of, write_unfinished
from referee.play.loop import BareTable
from referee.play.session import Session
from referee.play.step import Step

if TYPE_CHECKING:
    from referee.asking.dice import Mode
    from referee.cards.language import CardLanguage
    from referee.games.conjurers.cards.cards import Card
    from referee.play.loop import Answerer
    from referee.text.screen import Screen


WHAT = "battle record"


def _language() -> CardLanguage[Card]:
    from referee.games.conjurers.cards.language import CARDS  # loaded only when a card was learnt

    return CARDS


class BattleTable(BareTable):
    """A live battle, the record that it is kept in, and the screen that it is shown on."""

    game = GAME
    commands = (*EVERYWHERE, "back")

    def __init__(self, path: Path, screen: Screen, deck: Path | None = None) -> None:
        """Open a record to go on with, or begin a new one. Raises BadInput, or Illegal for an illegal record."""
        self.path = path
        self.screen = screen
        self._deck = deck
        self._kept: tuple[TurnEntry, ...] = ()
        self._told_start = False
        self._memory: Memory[Card] | None = None
        expect_place(path)
        self.reload()

    def reload(self) -> None:
        """Read the record as it is on the disk, or begin it."""
        self._kept = ()
        self._last = read_text(self.path) if self.path.exists() else None
        if self._last is None:
            self.session = self._session(deck_for(self.path, None, self._deck, usual=True), Stage())
        else:
            self._open(parse_toml(self._last, str(self.path)))
        self._asked = not self.set_up  # whether cards may have been typed that aren't remembered yet

    def _session(self, deck: Deck, start: Stage) -> Session[Stage]:
        self._cards = deck
        return Session(LiveBattle(deck, str(self.path)), start)

    def _open(self, data: Data) -> None:
        expect("battle record", {} if unfinished_of(data) == WHAT else data, self.path)
        named = str(data.get("deck") or "") or None
        cards = deck_for(self.path, named, self._deck, usual=unfinished_of(data) == WHAT)
        if unfinished_of(data) == WHAT:
            self.session = self._session(cards, Stage())
            resume(self.session, data, str(self.path))
            return
        record = read_record(self.path, data, self._deck)
        start = Stage(file=replace(record.file, turns=(), unfinished=UNSET), battle=record.start)
        self._kept = record.file.turns
        self.session = self._session(cards, start)
        for played in record.turns:
            self._replay(played)
        if record.file.unfinished is not UNSET:
            answer_all(self.session, record.file.unfinished.turn, str(self.path))

    def _replay(self, played: Turn) -> None:
        """Play a turn of the record, so that it can be taken back and gone on from."""
        session = self.session
        if len(session.steps) >= played.number:  # a forced pass went by itself
            return
        rolls = list(played.rolls or ())
        try:
            while len(session.steps) < played.number and (question := session.question) is not None:
                if question.key == "move":
                    session.answer(played.text)
                elif question.key == "roll":
                    if not rolls:
                        raise BadInput(f"a roll is missing: {question.prompt}")
                    session.answer(rolls.pop(0))
                else:
                    key = question.key.removeprefix("magic ")
                    session.answer(played.magic.get(key, battle_tables.numbers().magician[0]))
        except Illegal as error:
            raise Illegal(
                f"{self.path}: turn {played.number} is illegal: {error} ({error.ruling}); "
                f"see: referee judge {self.path}",
                error.ruling,
            ) from None
        except RefereeError as error:
            raise BadInput(f"{self.path}: turn {played.number}: {error}") from None
        if len(session.steps) < played.number:
            raise BadInput(f"{self.path}: turn {played.number} comes after the end of the battle")

    # --- keeping ----------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the record, if anything was answered since it was read or last written; then remember its cards.

        Raises Overtaken if it has been changed on the disk meanwhile, BadInput if it can't be written or another
        program has begun it.
        """
        text = self._text()
        if text == self._last:
            return
        if self._last is None:
            create_file(self.path, text)
        else:
            replace_file(self.path, text, self._last)
        self._last = text
        self._remember()

    def _remember(self) -> None:
        """Bring cards that were typed in to the group's own deck, once the set-up is whole."""
        if not self.set_up:
            self._asked = True
        elif self._asked and self.session.state.file is not None:
            from referee.games.conjurers.records.live_cards import typed_cards

            typed = typed_cards(self.session.state.file, self._cards)
            self._memory = self._memory or Memory(_language, GAME, str(self._deck or ""), self.path, {}, self.say)
            self._memory.tell_doubts(typed)
            self._memory.remember(typed)
            self._asked = False

    def _text(self) -> str:
        session = self.session
        state = session.state
        if state.file is None:
            return write_unfinished(GAME, WHAT, session)
        turns = [step for step in session.steps if _is_turn(step)]
        entries = tuple(self._entry(number, step) for number, step in enumerate(turns))
        draft = tuple(answer.text for answer in session.draft)
        unfinished = Unfinished(turn=draft) if draft else UNSET
        return write_record(replace(state.file, turns=entries, unfinished=unfinished))

    def _entry(self, number: int, step: Step) -> TurnEntry:
        found = entry_of(step.answers)
        if number < len(self._kept) and self._kept[number].move == found.move:
            return replace(found, claim=self._kept[number].claim)
        return found

    # --- showing ----------------------------------------------------------------------------------

    def show(self, events: Sequence[Any]) -> None:
        """Tell what happened; after a whole turn, the board."""
        from referee.games.conjurers.screens.battle import show_board, show_events, show_start

        state = self.session.present
        if state.battle is None or state.file is None:
            return
        if not self._told_start:
            self._told_start = True
            show_start(state.battle, state.file, self.screen)
        show_events(state.battle, events, self.screen)
        if not any(answer.key != "roll" for answer in self.session.draft):
            show_board(state.battle, self.screen)

    def status(self) -> None:
        """The board as it is now and whose turn it is; in the set-up, what was answered so far."""
        from referee.games.conjurers.screens.battle import show_board, show_whose_turn

        battle = self.session.present.battle
        if battle is None:
            self.screen.line("So far:")
            for step in self.session.steps:
                self.screen.line(f"  {step.key}: {step.do}")
            return
        show_whose_turn(battle, self.screen)
        if self.session.draft:
            self.screen.line(f"  under way: {', '.join(answer.text for answer in self.session.draft)}")
        show_board(battle, self.screen)

    def why(self, number: int | None = None) -> None:
        """Explain a turn, the last one without a number. Raises BadInput where there is none."""
        from referee.games.conjurers.records.live_why import explanation

        explanation(self.session, number).show(self.screen)

    def rules(self, words: str) -> None:
        """Rules and rulings on a word."""
        from referee.games.conjurers.examples import example
        from referee.rulebook.rules import rulebook
        from referee.rulebook.screen import show_rules

        show_rules(rulebook(GAME), words, self.screen, example=example)

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves are listed with their odds."""
        from referee.games.conjurers.odds.advice import Adviser

        return Adviser(answerer, self._present)

    def _present(self) -> tuple[Battle, Mode, tuple[int, ...]] | None:
        """The battle as it is now, and whose dice it has; None in the set-up."""
        state = self.session.present
        return None if state.battle is None or state.file is None else (state.battle, state.file.dice, ())

    def say(self, text: str) -> None:
        """One line."""
        self.screen.line(text)

    def unasked(self) -> Mapping[str, str]:
        """What the rolled dice follow from: any number will do."""
        from referee.games.conjurers.records.ask_battle import any_seed

        return {"seed": any_seed()}

    @property
    def set_up(self) -> bool:
        """Whether the sides are set up, so that options for the set-up come too late."""
        return self.session.state.battle is not None

    @property
    def over(self) -> bool:
        """Whether the battle is over."""
        battle = self.session.state.battle
        return battle is not None and battle.outcome is not None


def _is_turn(step: Step) -> bool:
    """Whether a step is a turn of the battle, and not an answer of its set-up."""
    return any(answer.key == "move" for answer in step.answers)
