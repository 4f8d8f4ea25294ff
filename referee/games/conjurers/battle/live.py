"""A live battle as a session: first the answers of its set-up, then its turns."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from referee.asking.dice import Mode, ask_dice
from referee.asking.question import Command, Option, Procedure, Question, choice, free_text, name_reader, whole_number
from referee.cards.remember import Memory
from referee.declaration.game import Alternative, Happened
from referee.errors import BadInput, Illegal, Unreadable
from referee.files.files import Data
from referee.games.conjurers import tables
from referee.games.conjurers.battle.damage import end
from referee.games.conjurers.battle.in_game import KEPT, claim_step, turns_of
from referee.games.conjurers.battle.moves import after_turn, format_claims
from referee.games.conjurers.battle.outcome import Won, until_decided
from referee.games.conjurers.battle.record import (
    MinionEntry,
    RecordFile,
    SideEntry,
    Unfinished,
    dice_of,
    replay,
    start_of,
)
from referee.games.conjurers.battle.state import MINION, Battle, BattleEnds, Play, SideName, findings
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.cards import language
from referee.games.conjurers.cards.cards import (
    CreatureEntry,
    Deck,
    ItemEntry,
    base_name,
    creature_of,
    deck_for,
    equipment_of,
    read_abilities,
    read_values,
    show_all,
)
from referee.games.conjurers.cards.language import CARDS, Asked, Cards, Kind, Typed, TypedCards
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.vocabulary import ELEMENTS, GAME, MYTHOLOGIES, OPTIONAL_RULES
from referee.play.form import Form, answer_all
from referee.play.notation import Step
from referee.play.session import Session
from referee.saves.battles import effort_for_battle, who_wins
from referee.saves.live_record import LiveRecord, Stage
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.games.conjurers.cards.cards import Card, Creature, Equipment


LiveStage = Stage[RecordFile, Battle]
"""The progress of a live battle: its set-up, which is the record's head, then the battle."""


# --- A turn of a live battle explained ------------------------------------------------------------


def _describe(setup: None, before: LiveStage, events: Sequence[Any]) -> list[Happened]:
    """Describe events, with the steps of their arithmetic."""
    from referee.games.conjurers.explained import describe_battle_events

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

    claimed = "Griffin 4"
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
        if state.battle is not None and state.battle.outcome is None:
            for wrong in findings(state.battle):
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
        head = self.battles.without_parts(record.file)
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
            return super().status()
        show_whose_turn(battle, self.screen)
        if self.session.draft:
            self.screen.line(f"  under way: {', '.join(answer.text for answer in self.session.draft)}")
        return show_board(battle, self.screen)

    def show_events(self, events: Sequence[Any]) -> None:
        """Show events without the list of the sides' cards."""
        self._start_shown = True
        self.show(events)

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

            begun = partial(report_set_up, self.asking, lambda file: self.begun(file, []), form, question)
            who_wins(begun, effort, self.screen)
        else:
            super().of_battle(said)

    def advise(self, question: Question[Any]) -> Question[Any]:
        """Add their odds to the moves."""
        from referee.games.conjurers.odds.advice import advise

        def present() -> tuple[Battle, Mode, tuple[int, ...]] | None:
            battle, file = self.session.present.battle, self.session.present.form.result
            return None if battle is None or file is None else (battle, file.dice, ())

        return advise(question, present)


# --- The cards typed in for a live battle, to be added to the group's own deck --------------------


def typed_cards(file: RecordFile, deck: Deck) -> Cards:
    """Return the cards of a battle's set-up that its deck lacks, or has otherwise."""
    sides = (file.attacker, file.defender)
    creatures = [one for side in sides for one in side.creatures if isinstance(one, CreatureEntry)]
    items = [one for side in sides for one in side.equipment if isinstance(one, ItemEntry)]
    return language.learnt(
        [one for one in creatures if not _has(deck.creatures, deck.creature, creature_of(one, "card"))],
        [one for one in items if not _has(deck.equipment, deck.piece, equipment_of(one, "card"))],
        {base_name(one.name): one.cost for one in items if one.cost is not UNSET},
    )


def _has(there: Container[str], named: Callable[[str, str], object], card: Creature | Equipment) -> bool:
    return fold(base_name(card.name)) in there and named(card.name, "deck") == card


# --- Ask ------------------------------------------------------------------------------------------
# The questions that set a battle up: its kind, the dice, the cards of both sides, creatures, then equipment.
#
# If only the name of a card is typed and the deck lacks it, its values are asked for one by one.


def ask_side(side: SideName, player: str, cards: TypedCards, most: int) -> Procedure[SideEntry]:
    """Ask for the creatures of a side, up to `most`, and its equipment."""
    found: dict[Kind, list[Any]] = {"creature": [], "piece": []}
    called: dict[Kind, str] = {"creature": f"{side} creature", "piece": f"{side} equipment"}
    whole = False
    for kind in called:
        while not whole and (kind == "piece" or len(found[kind]) < most):
            typed: Typed = yield _next_card(called[kind], player, kind, cards, found[kind], most)
            whole = typed.whole
            for asked in typed.cards:
                found[asked.kind].append((yield from _card(asked, cards, called[asked.kind])))
            if not typed.cards:
                break
    return SideEntry(player, tuple(found["creature"]), tuple(found["piece"]))


def ask_guarded(player: str, cards: TypedCards) -> Procedure[SideEntry]:
    """Ask for the creature that a minion guards; level 2 or more (A7)."""
    least = min(row.level for row in tables.minions().strengths)
    names = cards.known_names("creature", least)

    def parse(text: str) -> Typed:
        if fold(text) in language.NO_MORE:
            raise Unreadable("a creature is needed; it is what the battle is fought for")
        asked = language.read(text, "creature", cards, names, ())
        if isinstance(asked.card, CreatureEntry) and asked.card.level < least:
            raise Unreadable(f"{asked.name} is level {asked.card.level}; it must be {least} or more")
        if fold(asked.name) == fold(MINION):
            raise Unreadable(f'"{MINION}" is what the minion is called; its creature needs another name')
        return Typed((asked,))

    asked = _ask_card("guarded creature", "The creature that is fought for", "creature", player, cards, parse, names)
    typed: Typed = yield asked
    card: CreatureEntry = yield from _card(typed.cards[0], cards, "guarded creature", least)
    assert card.mythology is not UNSET
    return SideEntry(player, (card,), minion=MinionEntry(card.mythology, card.level))


def _next_card(
    key: str, player: str, kind: Kind, cards: TypedCards, before: Sequence[Any], most: int
) -> Question[Typed]:
    """Return the question for a side's next creature, the first of which is required, or its next piece."""
    taken = [entry.name for entry in before]
    known = cards.known_names(kind)
    needed = kind == "creature" and not taken

    def parse(text: str) -> Typed:
        if fold(text) in language.NO_MORE:
            if needed:
                raise Unreadable(f"{player} has no creature yet; a side has 1 to {most}")
            return Typed()
        if language.BETWEEN not in text:
            return Typed((language.read(text, kind, cards, known, taken),))
        found = language.read_side(text, None if kind == "creature" else kind, cards, taken)
        many = len(taken) + sum(asked.kind == "creature" for asked in found)
        if kind == "creature" and not 1 <= many <= most:
            raise Unreadable(f"{many} creatures; a side has 1 to {most}")
        return Typed(found, whole=True)

    number = len(taken) + 1
    what = f"equipment, piece {number}" if kind == "piece" else f"creature {number} of up to {most}"
    stop = None if needed else Option(language.DONE, "no more") if taken else Option("none", "none")
    return _ask_card(key, f"{player}'s {what}", kind, player, cards, parse, known, stop)


def _ask_card(
    key: str,
    prompt: str,
    kind: Kind,
    player: str,
    cards: TypedCards,
    parse: Callable[[str], Typed],
    known: dict[str, str],
    stop: Option | None = None,
) -> Question[Typed]:
    """Return the question for a card, with those `known` as options, if any; `stop` is the option for no other."""
    element = f", {ELEMENTS[2]}" if cards.elements and kind == "creature" else ""
    name = "a name, from the deck or new," if cards.known_names(kind) else "a name,"
    hint = f"{name} or a whole card: {language.EXAMPLES[kind]}{element}"

    def options() -> Sequence[Option]:
        listed = [Option(name, detail=_card_words(key, cards.deck)) for key, name in known.items()]
        return [*([stop] if stop else ()), *listed] if known else ()

    return Question(
        key,
        prompt,
        parse,
        options=options,
        who=player,
        hint=hint,
        write=language.write,
        default=stop.text if stop else None,
        open=True,
    )


def _card_words(name: str, deck: Deck) -> str:
    if name in deck.creatures:
        card = deck.creatures[name]
        kind = f"{card.mythology} {card.level}" if card.mythology else "level 1"
        return ", ".join((kind, f"{card.hp}/{card.bd}", *show_all(card.abilities)))
    return ", ".join(show_all(deck.equipment[name].abilities))


# --- the rest of a card ---------------------------------------------------------------------------


def _card(asked: Asked, cards: TypedCards, key: str, least: int = 1) -> Procedure[Any]:
    """Take a card typed whole or from the deck, else ask for it, a creature by values as on the card (p. 17)."""
    name, known = asked.name, asked.known
    if asked.card is not None:
        return asked.card
    if asked.kind == "piece":
        if known:
            return ItemEntry(name=name, abilities=tuple(show_all(cards.deck.piece(name, "deck").abilities)))
        return ItemEntry(name=name, abilities=(yield _abilities_question(key, name)))
    if known and (card := cards.deck.creature(name, "deck")).level >= least:
        fields = {what: value for what, value in asdict(card).items() if value is not None}
        return CreatureEntry(**fields | {"name": name, "abilities": tuple(show_all(card.abilities))})
    hint = f"{name} isn't in the deck: what is printed on it, or undo" if cards.deck.creatures and not known else ""
    level = yield whole_number(f"{key} level", f"{name}: level", least, 5, hint=hint)
    mythology = element = UNSET
    if level > 1:
        mythology = yield choice(f"{key} mythology", f"{name}: mythology", list(map(Option, MYTHOLOGIES)))
    values: tuple[int, int] = yield Question(
        f"{key} values",
        f"{name}: hit points / battle dice",
        read_values,
        hint="as on the card's foot, like 9/3",
        write=lambda pair: f"{pair[0]}/{pair[1]}",
    )
    words = yield _abilities_question(key, name)
    if cards.elements:
        element = yield choice(f"{key} element", f"{name}: element", list(map(Option, ELEMENTS)))
    hp, bd = values
    entry = CreatureEntry(name=name, level=level, hp=hp, bd=bd, mythology=mythology, element=element, abilities=words)
    creature_of(entry, "card")
    return entry


def _abilities_question(key: str, name: str) -> Question[tuple[str, ...]]:
    return Question(
        f"{key} abilities",
        f"{name}: abilities",
        read_abilities,
        hint="commas between, like offensive 2, flying; or none",
        default="none",
        write=lambda words: ", ".join(words) or "none",
        closed=lambda: [Option(show, detail="an ability") for show in tables.battle().abilities],
    )


def ask_battle(deck: Deck, readings: Mapping[str, Any] = MappingProxyType({})) -> Procedure[RecordFile]:
    """Ask for everything that a battle record with these `readings` needs before its first turn."""
    most = BattleReadings(**readings).battle_creatures
    kinds = {"duel": "two players; the challenger starts", "battleground": "a player against a minion, which starts"}
    kind = yield choice("kind", "What kind of battle", kinds, default="duel")
    dice, seed = yield from ask_dice("no dice: each deals 1 (optional rule, p. 17)")
    optional: str = yield choice("optional rules", "Optional rules (p. 21)", OPTIONAL_RULES, default="none")
    elements = optional in ("elements", "both")
    attacker_name = yield free_text("attacker", "Who attacks", name_reader("name", {}))
    defends = "Who defends" if kind == "duel" else "Who plays the minion"
    defender_name = yield free_text("defender", defends, name_reader("name", {attacker_name: attacker_name}))
    cards = TypedCards(deck, elements)
    attacker = yield from ask_side("attacker", attacker_name, cards, most)
    if kind == "battleground":
        defender = yield from ask_guarded(defender_name, cards)
    else:
        defender = yield from ask_side("defender", defender_name, cards, most)
    return RecordFile(
        game=GAME,
        kind=kind,
        dice=dice,
        attacker=attacker,
        defender=defender,
        seed=seed,
        elements=elements,
        morale=optional in ("morale", "both"),
        **readings,
    )
