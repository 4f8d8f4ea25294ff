"""A fight refereed live: set up by questions, fought announcement by announcement, kept as a fight record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.dice import Mode
from referee.asking.question import Option, Procedure, Question
from referee.declaration.game import Battles, part
from referee.declaration.readings import readings_of
from referee.errors import BadInput, Unreadable
from referee.files.files import Data
from referee.games.prophecy.cards.language import CARDS, write_card
from referee.games.prophecy.fights import aftermath, against_hero, fight, opening
from referee.games.prophecy.fights.fight import FightEnd
from referee.games.prophecy.fights.opening import Chosen, Opening, chances
from referee.games.prophecy.fights.state import OWN, Fighter, Scene, fighter_of
from referee.games.prophecy.odds.options import FightOption as Odds
from referee.games.prophecy.odds.options import best_of_each
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.readings import FightReadings, ProphecyReadings
from referee.games.prophecy.records.record import (
    HeroEntry,
    KnownCards,
    Record,
    RecordFile,
    ask_record,
    claimed,
    read_claim,
    read_record,
    record_of,
)
from referee.games.prophecy.records.verdict import Over, RecordPlayer, begin
from referee.games.prophecy.rules import combat, effects
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import GameState, Setup
from referee.games.prophecy.rules.turns import RULES
from referee.games.prophecy.vocabulary import GAME, Result
from referee.play.notation import CLAIM, Answer, Step
from referee.play.session import Session
from referee.saves.battles import expect_entry, record_text
from referee.saves.live_record import AnsweredRecord, Fought
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.declaration.reports import Report

MOVES = ("opening", "defend", "arms", "roll", "answer", "die", "reward", "use", "drawn")
"""The keys of what is answered in a fight."""


class _Ground(RecordPlayer):
    """A record whose answers come one by one; every reward is rolled for."""

    def skips(self, what: str) -> bool:
        return self.dice == "average"


def _to_end(ground: _Ground) -> Procedure[Result]:
    """A fight to its end, which may come before its first roll; how it came out."""
    try:
        ended = yield from _whole(ground)
    except Over as over:
        return over.result or "lost"
    return ended.result


def _whole(ground: _Ground) -> Procedure[FightEnd]:
    """A fight from its first move to all that follows it."""
    record = ground.record
    hero = record.heroes[OWN]
    said: Opening = yield opening_question(record, hero)
    if record.scene.creature is None:
        attacked = yield from against_hero.attack(ground, record.scene, record.heroes, said)
        return (yield from against_hero.settle(ground, attacked))
    while True:
        met = yield from ground.meet(hero)
        if said.type is None and not list(opening.open_types(record.scene, met)):
            raise Over(met, "drawn")
        begun = begin(ground, said, met)
        ground.keep(begun)
        ended = yield from fight.settle(ground, (yield from fight.play(ground, begun)))
        if not ended.again:
            return ended
        hero = ended.fight.own.hero
        again: Opening | None = yield fight.or_no(opening_question(record, hero))  # a new battle (Fanaticism)
        if again is None:
            return ended
        said = again


def opening_question(record: Record, hero: Fighter) -> Question[Opening]:
    """How a fight is opened: the type, the Items; with the best of each type and its odds."""
    scene = record.scene
    verb = "attack" if scene.creature is None else "fight"

    def parse(text: str) -> Opening:
        said = opening.read_opening(text, (verb,), hero, scene)
        if scene.creature is None:
            against_hero.attacked(scene, record.heroes, said)
        else:
            if said.who and said.who.casefold() != scene.creature.name.casefold():
                raise Unreadable(f'it is {scene.creature.name} that is fought, not "{said.who}"')
            met = aftermath.met(scene, hero)
            if met.alive and (said.type is not None or list(opening.open_types(scene, met))):
                begin(_Ground(record), said, met)  # an illegal one is refused here
        return said

    def options() -> list[Option]:
        if scene.creature is None:
            return [Option("attack strength"), Option("attack wills")]
        found = best_of_each(Reckoning(average=record.file.dice == "average"), scene, hero)
        return [Option(one.move, detail=f"{one.own}:{one.enemy}, {_told(one)}") for one in found]

    enemy = scene.creature.name if scene.creature is not None else record.heroes[1].name
    return Question(
        "opening",
        f"{hero.name} against {enemy}: the type of fight and the Items used",
        parse,
        options=options,
        who=hero.name,
        hint=f"like {verb} strength with Axe, Spiked Shield",
        write=opening.write_opening,
        open=True,
    )


def _told(one: Odds) -> str:
    chance = one.chance
    parts = (Fraction(many, chance.ways) for many in (chance.won, chance.drawn, chance.lost, chance.dies))
    return f"{chances(*parts)}{one.counts_on}"


def text(file: RecordFile) -> str:
    """A record as TOML text."""
    first, last = ("creature", "claim", "deck", "note", "moves"), ("hero", "attacker", "defender")
    order = ("game", "kind", "dice", "seed", *readings_of(ProphecyReadings), *first, *last)
    return record_text("fight record", file, order, dice=file.dice)


class FightTable(AnsweredRecord[RecordFile]):
    """A live fight, the record that it is kept in, and the screen that it is shown on."""

    game, what = GAME, "fight record"

    def asking(self) -> Procedure[RecordFile]:
        """Ask for everything before the first move."""
        return ask_record(KnownCards(CARDS.load(self.deck) if self.deck is not None else (), str(self.path)))

    def fought(self, file: RecordFile) -> Fought:
        """The fight before its first move. Raises BadInput."""
        ground = _Ground(record_of(self.path, file, self.deck))
        return Fought(ground.verdict.events, _to_end(ground))

    def read(self, data: Data) -> tuple[RecordFile, Iterable[str]]:
        """A record without its moves and its claim, and these as they are said. Raises BadInput."""
        file = read_record(self.path, data, self.deck).file
        claims = () if file.claim is UNSET else (f"{CLAIM}{file.claim}",)
        return replace(file, moves=(), claim=UNSET), (*file.moves, *claims)

    def text_with(self, file: RecordFile, answers: Sequence[Answer], claims: Sequence[str]) -> str:
        """A record with the answers as its moves."""
        moves = tuple(answer.text for answer in answers if answer.key in MOVES)
        claim = read_claim(claims[-1]) if claims else UNSET
        return text(replace(file, moves=moves, claim=claim))


# --- Fights apart from a whole game, as the commands get them -------------------------------------


def _in_game(
    where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool
) -> Record | Stand:

    if whole or (number is None and fight_under_way(session)):
        return fight_in(where, setup, session, number)
    return stand_of(where, setup, session, number)


def _odds(found: Record | Stand, move: str | None, magic: Iterable[str]) -> Report:
    from referee.games.prophecy.odds.report import report_odds, report_reach

    return report_odds(found, move) if isinstance(found, Record) else report_reach(found.setup, found.state, move)


BATTLES = Battles(
    aims=True,
    readings=FightReadings,
    in_game=_in_game,
    text=lambda record: text(record.file),
    odds=_odds,
    ahead=part("referee.games.prophecy.ahead.report:report_ahead"),
    read=part("referee.games.prophecy.records.record:read_record"),
    judge=part("referee.games.prophecy.records.verdict:judge"),
    claimed=part("referee.games.prophecy.records.record:claimed"),
    write=text,
    said_at_end={"claim": UNSET},
    turn="move",
    kinds=frozenset({"creature", "hero"}),
    live=part("referee.games.prophecy.records.live:FightTable"),
    cost=part("referee.games.prophecy.odds.report:hangs_on"),
)


# --- A fight inside a whole game, as the record that it would be on a file of its own -------------


_FIGHTS = ("fight", "attack")


class Stand(NamedTuple):
    """A game as it stands, of which the fights within reach are told."""

    setup: Setup
    state: GameState
    notes: tuple[str, ...] = ()


def stand_of(where: str, setup: Setup, session: Session[GameState], number: int | None) -> Stand:
    """A game now, or as it stood before an entry. Raises BadInput for an entry that isn't there."""
    if number is not None:
        expect_entry(where, session, number)
    state = session.present if number is None else session.state_before(number)
    return Stand(RULES.in_force(setup, state), state)


def fight_under_way(session: Session[GameState]) -> bool:
    """Whether the step under way is a fight."""
    return bool(session.draft) and _is_fight(Step.of(session.draft))


def fight_in(where: str, setup: Setup, session: Session[GameState], number: int | None) -> Record:
    """The fight that an entry of a log is; without a number the one under way, else the last. Raises BadInput.

    What hangs on the game is taken over: bonuses of the turn, the space, who has least. What is known of its cards
    today counts.
    """
    if number is None and fight_under_way(session):
        return _with_claim(_record(where, setup, session.state, Step.of(session.draft)), session, None)
    if number is None:
        number = next((n for n in range(len(session.steps), 0, -1) if _is_fight(session.steps[n - 1])), None)
        if number is None:
            raise BadInput(f"{where}: there was no fight yet; the fights within reach: referee odds {where}")
    expect_entry(where, session, number)
    step = session.steps[number - 1]
    if not _is_fight(step):
        raise BadInput(
            f'{where}: entry {number} is no fight but "{step.do or step.correct}"; see: referee log {where}'
        )
    return _with_claim(_record(where, setup, session.state_before(number), step), session, number)


def _with_claim(record: Record, session: Session[GameState], number: int | None) -> Record:
    """A fight with the last claim of how it came out."""
    claims = session.claims_about(number, lambda at: _is_fight(session.steps[at - 1]))
    return claimed(record, claims[-1][0]) if claims else record


def _is_fight(step: Step) -> bool:
    return fold(step.do).partition(" ")[0] in _FIGHTS


def _record(where: str, setup: Setup, state: GameState, step: Step) -> Record:
    quest = Quest(RULES.in_force(setup, state), state.copy(), [])
    verb, _, rest = step.do.partition(" ")
    dice: Mode = "average" if quest.setup.dice == "average" else "entered"
    seats: tuple[int, ...] = (quest.seat,)
    if fold(verb) == "fight":
        said = combat.CreatureFight.read(quest, "fight", rest)
        creature = combat.creature_of(quest, said.name)
        scene = effects.scene(quest, creature, first=quest.state.first)
        first = _opening(said.opening.type, said.opening.items, "fight")
    else:
        attack = combat.HeroAttack.read(quest, "attack", rest)
        creature, scene, seats = None, effects.scene(quest), (quest.seat, attack.seat)
        first = _opening(attack.opening.type, attack.opening.items, "attack")
    heroes = tuple(fighter_of(quest.state.players[seat], quest.state.players[seat].sex or None) for seat in seats)
    file = RecordFile(
        "prophecy",
        "hero" if creature is None else "creature",
        dice=dice,
        creature=UNSET if creature is None else write_card(creature),
        moves=(first, *_moves(step.answers[1:])),
        **_entries(quest, heroes, scene),
        **{name: getattr(quest.setup, name) for name in readings_of(ProphecyReadings)},
    )
    return Record(where, file, scene, heroes)


def _opening(kind: Chosen | None, items: tuple[str, ...], verb: str) -> str:
    return opening.write_opening(opening.Opening(verb, "", kind, items))


def _moves(answers: Sequence[Answer]) -> Iterator[str]:
    """The answers within a fight as the moves of a record: what the program threw stands behind "roll"."""
    rolling = ""
    for answer in answers:
        if answer.key not in MOVES:
            continue
        if answer.text[:1].isdigit():
            yield f"roll {answer.text}"
            rolling = ""
            continue
        if rolling:
            yield rolling
        rolling = answer.text if answer.text == "roll" else ""
        if not rolling:
            yield answer.text
    if rolling:
        yield rolling


def _entries(quest: Quest, heroes: Sequence[Fighter], scene: Scene) -> dict[str, Any]:
    """The heroes as a file has them."""
    place = quest.board[quest.hero.space]
    space = ", ".join([place.name, *(word for word in ("port", "gate") if getattr(place, word))])
    keys = ("hero",) if len(heroes) == 1 else ("attacker", "defender")
    return {
        key: HeroEntry(
            hero.health,
            hero.magic,
            name=hero.name,
            red=hero.red,
            blue=hero.blue,
            gold=hero.gold,
            experience=hero.experience,
            items=tuple(write_card(scene.card(name)) for name in hero.held),
            abilities=tuple(write_card(scene.card(name)) for name in hero.abilities),
            space=space,
            sex=hero.sex or UNSET,
        )
        for key, hero in zip(keys, heroes, strict=True)
    }
