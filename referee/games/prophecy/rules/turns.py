"""The game as a session plays it: one step is one decision of the player of the round (One Round of the Game)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from msgspec import Struct

from referee.asking.question import Option, Procedure, Question, kind_of_move, relay
from referee.declaration.parts import part
from referee.declaration.rules import Rules
from referee.declaration.tracking import LightPlay
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.rules import (
    chance,
    combat,
    deaths,
    duels,
    effects,
    ending,
    limits,
    movement,
    places,
    possibilities,
    trading,
    using,
)
from referee.games.prophecy.rules.changes import PILES
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.counters import COUNTERS, TRACKING_LEVELS
from referee.games.prophecy.rules.start import start_game
from referee.games.prophecy.rules.state import GameState, Setup
from referee.text.names import fold, printed


class End(Struct, frozen=True):
    """The end of the turn."""


Move = (
    End | movement.Way | using.Use | possibilities.Chosen | trading.Offer | combat.CreatureFight | combat.HeroAttack
)  # fmt: skip
VERBS = (*movement.WAYS, "use", "cast", *possibilities.KINDS, "fight", "attack", "offer", "end")
_IN_TURNS = frozenset(VERBS) - {"use", "cast", "offer"}
"""What begins a move and no answer to what a move asks."""
_IN_FIGHTS = ("roll", "throw", "pay", "accept", "wills", "stand")
"""What begins an answer in a fight and no move."""
ALSO = {"trade": "offer", "go": "walk", "ride": "horse", "sail": "boat"}


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """The next decision; None when the game is over."""
    return None if state.over else relay(play_step(Quest(setup, state, events)), _comes_first)


def _comes_first(asked: Question[Any]) -> Procedure[Any]:
    """Ask on; a move of the turn that is no answer is read all the same, and refused by the order of the turn."""

    def parse(text: str) -> Any:
        try:
            return asked.parse(text)
        except Unreadable:
            if fold(text).partition(" ")[0] not in _IN_TURNS:
                raise
            raise Illegal(f"{asked.prompt}: that comes first", "order-of-turn") from None

    return (yield asked if asked.key == "move" else replace(asked, parse=parse))


def play_step(quest: Quest) -> Procedure[None]:
    """One step of a round: its start, the Chance card, a move, its end; then what follows from it for all."""
    match quest.state.step:
        case "round":
            yield from _start_round(quest)
            yield from ending.settle(quest, "the Apocalypse")
        case "chance":
            yield from chance.chance(quest)
            yield from ending.settle(quest, "the Chance card")
        case "round end":
            yield from _end_round(quest)
        case _:
            move: Move = yield question(quest)
            yield from _do(quest, move)


def _do(quest: Quest, move: Move) -> Procedure[None]:
    source = ""
    match move:
        case End():
            yield from ending.end_turn(quest)
        case movement.Way(kind="work") if quest.state.step == "turn":
            movement.work(quest)
        case movement.Way():
            yield from movement.go(quest, move)
            source = "what was turned up"
        case using.Use():
            yield from using.use_card(quest, move)
            source = printed(move.name)
        case possibilities.Chosen():
            yield from possibilities.use_possibility(quest, move)
        case trading.Offer():
            yield from trading.trade(quest, move)
        case combat.CreatureFight():
            yield from combat.fight_creature(quest, move)
            return
        case combat.HeroAttack():
            yield from combat.attack_hero(quest, move)
            return
    yield from ending.settle(quest, source)


# --- a round ----------------------------------------------------------------------------------------


def _start_round(quest: Quest) -> Procedure[None]:
    """In the Apocalypse everybody loses; a new hero; what own cards do at the start (Banner of Hope)."""
    game = quest.state
    returns = game.hero.status == "dead"  # who dies of the Apocalypse comes back in the next own round (P47)
    chance.apocalypse(quest)
    yield from ending.settle(quest, "the Apocalypse")
    if game.over:
        return
    if returns and game.hero.status == "dead":
        yield from deaths.new_hero(quest)
    game.step = "chance"
    if not game.hero.playing:
        game.step = "round end"
        return
    yield from _own_cards(quest, "round starts")


def _own_cards(quest: Quest, when: str) -> Procedure[None]:
    """What the cards of the hero of the round do by themselves."""
    hero, seat = quest.hero, quest.seat
    for name in (*hero.items, *hero.artifacts, *hero.abilities):
        if any(rule.when == when for rule in quest.card(name).parsed) and hero.playing:
            yield from effects.happen(quest, name, when, effects.Source(seat, name))


def _end_round(quest: Quest) -> Procedure[None]:
    """Own cards at the end, the limits, then the next player's round."""
    game = quest.state
    if game.hero.playing:
        yield from _own_cards(quest, "round ends")
        yield from ending.settle(quest, "the end of the round")
        if game.over or game.step != "round end":
            return
    if game.hero.playing:
        yield from limits.keep_limits(quest)
    limits.lapse(quest, "round")
    ending.next_round(quest)


# --- moves --------------------------------------------------------------------------------------------


def question(quest: Quest) -> Question[Move]:
    """What the player of the round does next."""
    player, game = quest.hero.name, quest.state
    what = {"movement": "how do you move"}.get(game.step, "what next")
    if game.step == "movement" and game.phase == "final battle":
        what = "what do you do instead of moving"
    if game.step == "movement" and game.joined:
        what = f"move {'twice' if game.moves > 1 else 'once more'} (Fleet of Foot)"
    where = quest.board.called(quest.hero.space)
    if there := places.told_of(quest, quest.hero.space):
        where += f" ({there})"
    if game.attacking >= 0:
        where = f"the plane of the {quest.board.planes[game.attacking].name}"
    listed = cache(lambda: options(quest))
    return Question(
        "move", f"{player} in {where}: {what}", lambda text: read_move(quest, text), options=listed,
        closed=lambda: closed(quest), who=player, open=True, write=lambda move: write_move(quest, move),
        default=None if why_not_end(quest) else "end turn", rather=lambda move: combat.rather(listed(), move),
    )  # fmt: skip


def options(quest: Quest) -> list[Option]:
    """The legal moves, with what they cost and bring."""
    if quest.state.step == "movement":
        return [*movement.options(quest), *using.options(quest), *trading.options(quest)]
    end = [] if why_not_end(quest) else [Option("end turn")]
    work = [option for option in movement.options(quest) if option.text == "work"]  # where that is agreed on (P20)
    return [*combat.options(quest), *possibilities.options(quest), *using.options(quest), *work, *end]


def closed(quest: Quest) -> list[Option]:
    """What isn't possible now, with the reason."""
    if quest.state.step == "movement":
        return [*movement.options(quest, closed=True), *using.options(quest, closed=True)]
    found = [*combat.options(quest, closed=True), *possibilities.options(quest, closed=True),
             *using.options(quest, closed=True)]  # fmt: skip
    why = why_not_end(quest)
    return [*found, Option("end turn", detail=why, rule=_rule_of_end(quest))] if why else found


def _rule_of_end(quest: Quest) -> str:
    """The rule by which a turn can't end yet."""
    late = quest.state.step == "turn" and not places.creatures_to_fight(quest) and duels.must_attack(quest)
    return "P56" if late else "order-of-turn"


def why_not_end(quest: Quest) -> str:
    """Why the turn can't end now, "" if it can."""
    if quest.state.step == "movement":
        return "the movement comes first; to stay where you are: stay"
    if quest.state.attacking >= 0:
        return "the Guardian must be fought"
    if creatures := places.creatures_to_fight(quest):
        return f"{printed(creatures[0])} must be fought"
    if duels.must_attack(quest):
        return "a Champion must be attacked"
    return ""


def read_move(quest: Quest, text: str) -> Move:
    """A move as typed. Raises Unreadable or Illegal."""
    words = " ".join(text.split())
    if words.isdecimal():
        listed = options(quest)
        if len(words) < 4 and 1 <= int(words) <= len(listed):
            raise Unreadable(f"write the move itself, not its number; {words} is: {listed[int(words) - 1].shown}")
        raise Unreadable(f"{words} is not in the list; it has 1 to {len(listed)}")
    verb, _, rest = words.partition(" ")
    if fold(verb) in _IN_FIGHTS:
        raise Illegal("that is said in a fight, and there is none now", "order-of-turn")
    if fold(verb) == "chance":
        raise Illegal("the Chance card comes first in a round, and once", "chance-card")
    kind = ALSO.get(fold(verb)) or kind_of_move(verb, VERBS, partial(options, quest))
    if kind == "end":
        if why := why_not_end(quest):
            raise Illegal(why, _rule_of_end(quest))
        return End()
    if kind in movement.WAYS:
        if quest.state.step != "movement" and kind != "work":
            raise Illegal("you have moved in this turn", "movement")
        return movement.read_way(quest, f"{kind} {rest}")
    if not rest and kind in ("use", "cast", "offer"):
        raise Unreadable(f'"{text}": write what to {kind}, like {kind} NAME')
    readers: dict[str, Callable[[Quest, str], Move]] = {
        "use": using.read_use, "cast": using.read_use, "offer": trading.read_offer, "fight": combat.read_fight,
        "attack": combat.read_attack,
    }  # fmt: skip
    if kind in readers:
        return readers[kind](quest, rest)
    return possibilities.read_chosen(quest, f"{kind} {rest}")


def write_move(quest: Quest, move: Move) -> str:
    """A move as it is recorded."""
    match move:
        case End():
            return "end turn"
        case movement.Way():
            return movement.text_of(quest, move)
        case using.Use():
            return using.write_use(quest, move)
        case possibilities.Chosen():
            return possibilities.text_of(move)
        case trading.Offer():
            return trading.write_offer(quest, move)
        case _:
            return combat.write(quest, move)


def label(state: GameState) -> str:
    """Where in the game a state is."""
    if state.over:
        return "the end"
    return f"round {state.round}{f', turn {state.turn}' if state.turn > 1 else ''}"


def _light_turn(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    from referee.games.prophecy.rules import light  # loaded by those who track less

    return None if state.over else light.turn(Quest(setup, state, events))


def _count(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None]:
    from referee.games.prophecy.rules import light

    return light.count(Quest(setup, state, events))


LIGHT = LightPlay(next_decision=_light_turn, count=_count, lighten=part("referee.games.prophecy.rules.light:lighten"))
RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup, state_type=GameState, start=start_game, next_decision=next_decision, label=label,
    corrections=part("referee.games.prophecy.rules.corrections:CORRECTIONS"),
    counters=COUNTERS, tracking_levels=TRACKING_LEVELS, light=LIGHT, piles=PILES,
    close_checks=part("referee.games.prophecy.rules.checks:CHECKS"),
    mended={2: ("P25", "P30", "P31", "P34", "P49", "P50", "P51", "P59", "P77", "P78", "P81", "P82")},
)  # fmt: skip
