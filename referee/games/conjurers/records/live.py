"""A live battle as a session: first the answers of its set-up, then its turns."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.dice import Mode
from referee.asking.question import Command, Procedure, Question
from referee.cards.remember import Memory
from referee.declaration.game import Alternative, Happened
from referee.errors import BadInput, Illegal
from referee.files.files import Data
from referee.games.conjurers.battle.damage import end
from referee.games.conjurers.battle.moves import after_turn, format_claims
from referee.games.conjurers.battle.outcome import Won, until_decided
from referee.games.conjurers.battle.state import Battle, BattleEnds, Play, findings
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.cards.cards import (
    CreatureEntry,
    Deck,
    ItemEntry,
    base_name,
    creature_of,
    deck_for,
    equipment_of,
)
from referee.games.conjurers.cards.language import CARDS, Cards, learnt
from referee.games.conjurers.records.ask_side import ask_battle
from referee.games.conjurers.records.from_game import KEPT, claim_step, turns_of
from referee.games.conjurers.records.record import (
    RecordFile,
    Unfinished,
    dice_of,
    start_of,
)
from referee.games.conjurers.records.verdict import replay
from referee.games.conjurers.vocabulary import GAME
from referee.play.form import Form, answer_all
from referee.play.notation import Step
from referee.play.session import Session
from referee.saves.battles import effort_for_battle, who_wins
from referee.saves.live_record import LiveRecord, Stage
from referee.text.names import and_list, fold

if TYPE_CHECKING:
    from referee.explain.screen import WhyReport
    from referee.games.conjurers.cards.cards import Card, Creature, Equipment


LiveStage = Stage[RecordFile, Battle]
"""The progress of a live battle: its set-up, which is the record's head, then the battle."""


# --- A turn of a live battle explained ------------------------------------------------------------


def _describe(setup: None, before: LiveStage, events: Sequence[Any]) -> list[Happened]:
    """Describe events, with the steps of their arithmetic."""
    from referee.games.conjurers.screens.game import describe_battle_events

    return [] if before.battle is None else describe_battle_events(before.battle, events)


def _alternatives(setup: None, state: LiveStage) -> Iterator[Alternative]:
    """Yield the optional rules with their other values (pp. 17, 20)."""
    file = state.form.result
    if file is None or state.battle is None:
        return
    for switch, rules in (("elements", ("elements", "B20")), ("morale", ("morale", "B21"))):
        other = state.copy()
        now = bool(getattr(state.battle, switch))
        setattr(other.battle, switch, not now)
        yield Alternative(switch, ("no", "yes")[now], ("yes", "no")[now], None, other, rules)
    dice: Mode = "entered" if file.dice == "average" else "average"
    other = state.copy()
    other.form = Form(result=replace(file, dice=dice, seed=UNSET))  # a seed goes with rolled dice only
    yield Alternative("dice", file.dice, dice, None, other, ("average-dice", "B22"))


# --- A battle refereed live: set up by questions, played turn by turn, saved as a battle record


class BattleTable(LiveRecord[RecordFile, Battle]):
    """A live battle, the record that it is saved in, and its screen."""

    what, claimed = "battle record", "Griffin 4"
    explaining = replace(LiveRecord.explaining, describe=_describe, alternatives=_alternatives)
    _start_shown = False
    _memory: Memory[Card] | None = None

    def reload(self) -> None:
        """Read the record from the disk, or begin it."""
        super().reload()
        self._asked = not self.is_set_up  # whether typed cards may have to be remembered

    def asking(self) -> Procedure[RecordFile]:
        """Ask for everything before the first turn."""
        return ask_battle(self._cards, self.readings)

    def begun(self, file: RecordFile, events: list[Any]) -> Battle:
        """Return the battle of a record before its first turn. Raises BadInput."""
        return start_of(file, self._cards, str(self.path))

    def ended(self, battle: Battle) -> bool:
        """Return whether the battle is over."""
        return battle.outcome is not None

    def verify(self, state: LiveStage) -> None:
        """Raise BadInput for an impossible battle, as with two creatures in one slot."""
        if (
            state.battle is not None
            and state.battle.outcome is None
            and (wrong := next(iter(findings(state.battle)), ""))
        ):
            raise BadInput(wrong)

    def next_step(self, file: RecordFile, battle: Battle, events: list[Any]) -> Procedure[None]:
        """Play a turn, or end the battle by its outcome."""
        play = Play(battle, dice_of(file, str(self.path)), events)
        winner = yield from until_decided(turn(play), lambda: play.battle)
        if winner is not None:
            with suppress(BattleEnds):
                end(play, winner, "outcome", ("A22",))

    def label(self, state: LiveStage) -> str:
        """Return the place in the battle: "set-up" or the turn."""
        return "set-up" if state.battle is None else f"turn {state.battle.turn + (state.battle.outcome is None)}"

    def start_session(self) -> Session[LiveStage]:
        """Begin a battle that isn't set up. Raises BadInput."""
        self._cards = deck_for(self.path, None, self.deck, usual=True)
        return super().start_session()

    def resume_session(self, data: Data) -> Session[LiveStage]:
        """Resume a battle from its record. Raises BadInput, or Illegal for an illegal one."""
        verdict = replay(record := self.fought(data))
        self._cards = deck_for(self.path, record.file.deck, self.deck)
        if (found := verdict.illegal) is not None:
            text = f"turn {found.number} is illegal: {found.reason} ({found.ruling})"
            raise Illegal(f"{self.path}: {text}; see: referee judge {shlex.quote(str(self.path))}", found.ruling)
        head = self.battles.without_turns(record.file)
        session = self.begin(Stage(Form(result=head), record.start), forcing=False)
        for played in verdict.played:
            session.repeat(Step.of(played.answers))
            if claims := played.turn.claims:
                session.put_right(Step(correct=KEPT + format_claims(claims, record.start)))
        session.force()
        if record.file.winner is not UNSET:
            answer_all(session, (Won(record.file.winner).text,), str(self.path))
        elif record.file.unfinished is not UNSET:
            answer_all(session, record.file.unfinished.turn, str(self.path))
        return session

    # --- keeping ----------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the record, then remember its cards. Raises Overtaken and BadInput as any record."""
        before = self._last
        super().save()
        if self._last != before:
            self._remember()

    def _remember(self) -> None:
        """Add cards that were typed in to the group's own deck, once the set-up is whole."""
        if not self.is_set_up:
            self._asked = True
        elif self._asked and (file := self.session.state.form.result) is not None:
            typed = typed_cards(file, self._cards)
            self._memory = self._memory or Memory(lambda: CARDS, GAME, str(self.deck or ""), self.path, {}, self.say)
            self._memory.print_doubts(typed)
            self._memory.remember(typed)
            self._asked = False

    def filled(self, file: RecordFile) -> RecordFile:
        """Return the record with its turns, the claims after them, and the turn under way."""
        session = self.session
        assert session.state.battle is not None
        entries, winner = turns_of(session.steps, session.state.battle)
        draft = tuple(answer.text for answer in session.draft)
        unfinished = Unfinished(turn=draft) if draft else UNSET
        return replace(file, turns=tuple(entries), winner=winner or UNSET, unfinished=unfinished)

    # --- showing ----------------------------------------------------------------------------------

    def show(self, events: Sequence[Any]) -> None:
        """Show the events; after a whole turn, the board."""
        from referee.games.conjurers.screens.battle import show_board, show_events, show_start

        state = self.session.present
        if state.battle is None or state.form.result is None:
            return
        if not self._start_shown:
            self._start_shown = True
            show_start(state.battle, state.form.result, self.screen)
        show_events(state.battle, events, self.screen)
        if not any(answer.key != "roll" for answer in self.session.draft):
            show_board(state.battle, self.screen)

    def status(self) -> None:
        """Show the present board and whose turn it is; in the set-up, the answers so far."""
        from referee.games.conjurers.screens.battle import show_board, show_whose_turn

        battle = self.session.present.battle
        if battle is None:
            super().status()
            return
        show_whose_turn(battle, self.screen)
        if self.session.draft:
            self.screen.line(f"  under way: {', '.join(answer.text for answer in self.session.draft)}")
        show_board(battle, self.screen)

    def explanation(self, number: int | None = None) -> WhyReport:
        """Explain a turn (the last one without a number). Raises BadInput if there is none."""
        turns = self._entries_of_turns()
        if not turns:
            raise BadInput("no turn has been played yet")
        number = len(turns) if number is None else number
        if not 1 <= number <= len(turns):
            raise BadInput(f"there is no turn {number}; the last was {len(turns)}")
        report = super().explanation(turns[number - 1])
        return replace(report, found=replace(report.found, number=number), by_place=True)  # the turn, as in the log

    def why(self, number: int | None = None) -> None:
        """Show the explanation of an entry by its number in `log`, which counts the set-up and claims too."""
        turns = self._entries_of_turns()
        if number is not None and turns and number not in turns:
            raise BadInput(f"entry {number} of the log is no turn; the turns are {and_list(map(str, turns))}")
        super().why(None if number is None or not turns else turns.index(number) + 1)

    def _entries_of_turns(self) -> list[int]:
        steps = enumerate(self.session.steps, 1)
        return [at for at, step in steps if any(answer.key == "move" for answer in step.answers)]

    def show_events(self, events: Sequence[Any]) -> None:
        """Show events without the list of the sides' cards."""
        self._start_shown = True
        self.show(events)

    def example(self, rule: str) -> Sequence[str]:
        """Return a worked example of a rule by its id."""
        from referee.games.conjurers.examples import example

        return example(rule)

    def correct(self, state: LiveStage, step: Step, events: list[Any]) -> LiveStage:
        """Add claims after the last turn to the state. Raises BadInput."""
        after_turn(step.claim, state.battle)
        return state if step.claim in state.claims else super().correct(state, step, events)

    def claim(self, said: str) -> str:
        """Return the step that records a claim with the last turn. Raises BadInput."""
        battle = self.session.present.battle
        return "" if battle is None else claim_step(said, battle)

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the record, or whether a claim holds. Raises BadInput, or Illegal."""
        form, question = self.session.state.form, self.session.question
        if not self.is_set_up and question is not None and (effort := effort_for_battle(said)) is not None:
            from referee.games.conjurers.winning.ahead import report_set_up

            who_wins(
                partial(report_set_up, self._cards, str(self.path), form, question, readings=self.readings),
                effort,
                self.screen,
            )
            return
        super().of_battle(said)

    def advise(self, question: Question[Any]) -> Question[Any]:
        """Add their odds to the moves."""
        from referee.games.conjurers.odds.advice import advise

        return advise(question, self._present)

    def _present(self) -> tuple[Battle, Mode, tuple[int, ...]] | None:
        """Return the present battle and its dice mode; None in the set-up."""
        state = self.session.present
        file = state.form.result
        return None if state.battle is None or file is None else (state.battle, file.dice, ())


# --- The cards typed in for a live battle, to be added to the group's own deck --------------------


def typed_cards(file: RecordFile, deck: Deck) -> Cards:
    """Return the cards of a battle's set-up that its deck lacks, or has otherwise."""
    sides = (file.attacker, file.defender)
    creatures = [one for side in sides for one in side.creatures if isinstance(one, CreatureEntry)]
    items = [one for side in sides for one in side.equipment if isinstance(one, ItemEntry)]
    return learnt(
        [one for one in creatures if not _has(deck.creatures, deck.creature, creature_of(one, "card"))],
        [one for one in items if not _has(deck.equipment, deck.piece, equipment_of(one, "card"))],
        {base_name(one.name): one.cost for one in items if one.cost is not UNSET},
    )


def _has(there: Container[str], named: Callable[[str, str], object], card: Creature | Equipment) -> bool:
    return fold(base_name(card.name)) in there and named(card.name, "deck") == card
