"""The game as a session plays it: recruiting, setting up, then turns, a decision at a time (Sequence of play)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from referee.asking.interrupts import Interrupt
from referee.asking.interrupts import Refusal as Closed
from referee.asking.question import Option, Procedure, Question, kind_of_move
from referee.declaration.parts import part
from referee.declaration.rules import Rules
from referee.declaration.tracking import EVERYTHING, SCORE, LightPlay
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import (
    activation,
    area_attacks,
    cards,
    fights,
    manoeuvres,
    movement,
    recalls,
    recruiting,
    rounds,
    setting_up,
    stones,
    using,
)
from referee.games.mythic.rules.activation import Activate, Lead
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.counts import COUNTERS, TRACKING_LEVELS
from referee.games.mythic.rules.events import Passed, RecallWaits
from referee.games.mythic.rules.recalls import Recall
from referee.games.mythic.rules.state import NOBODY, UNDER_WAY, Acting, GameState, Player, Setup, Spot, Token
from referee.games.mythic.tables import numbers
from referee.games.mythic.units.powers import read_token
from referee.text.names import fold, printed


class Pass(Struct, frozen=True):
    """Nobody is activated; a second card may be drawn (1c)."""

    draw: bool = False


class End(Struct, frozen=True):
    """The end of the turn."""


Move = (
    Pass | End | Activate | Lead | Recall | movement.Go | movement.Deploy | stones.Claim | stones.Absorb | stones.Drop
    | stones.Heal | fights.Strike | activation.Nature | area_attacks.AreaAttack | using.Power
)  # fmt: skip
VERBS = (
    "activate", "walk", "run", "fly", "deploy", "claim", "drop", "absorb", "attack", "aerial", "area", "nature",
    "power", "heal", "leader", "recall", "pass", "end",
)  # fmt: skip
ALSO = {"move": "walk"}
PASS, PASS_AND_DRAW, END_TURN = "pass", "pass and draw", "end turn"


def start(setup: Setup) -> GameState:
    """Before the first pick."""
    players = [Player(name, points=setup.points) for name in setup.players]
    game = GameState(players, setup.board, active=setup.start, lead=setup.start)
    game.tracking = game.known = setup.tracking
    if setup.tracking == SCORE:
        game.phase = "start"
    game.spots = {name: Spot(setup.board.elements(name)) for name in setup.board.names}
    for area, text in setup.tokens:
        kind = read_token(text)
        game.spots[area].tokens += [Token(kind.name, "", NOBODY, kind.vitality or 0) for _ in range(kind.count)]
    return game


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """The next decision; None when the game is over."""
    return decision(Match(setup, state, events, settle=using.settle))


def decision(match: Match) -> Procedure[None] | None:
    """The next decision of an opened game; None when it is over."""
    state = match.state
    stages = {
        "recruit": recruiting.recruit, "stones": setting_up.lay_stones, "zones": setting_up.agree_zones,
        "place": setting_up.place, "cards": setting_up.form_decks, "start": _start_turn, "choose": _play,
        "act": _play,
    }  # fmt: skip
    if state.over:
        return None
    return _skipped(match) if state.player.out else stages[state.phase](match)


def _skipped(match: Match) -> Procedure[None]:
    """The turn of a player who is out is over."""
    yield from ()
    match.state.acting = Acting()
    rounds.next_turn(match)


# --- a turn -----------------------------------------------------------------------------------------


def _start_turn(match: Match) -> Procedure[None]:
    """The card of the turn is drawn (1b).

    It goes by itself, unless it empties the deck or finds it empty: a manoeuvre makes a difference then.
    """
    waits = match.player.cards.deck <= numbers().turn.draw and any(
        not manoeuvres.why_not_any(match, seat)[0] for seat in match.state.playing()
    )
    yield Question(
        "draw", f"{match.player.name} draws", _read_draw, options=lambda: [Option("draw")], who=match.player.name,
        forced=lambda: None if waits else "draw", default="draw", waits=waits,
    )  # fmt: skip
    cards.draw(match, match.seat, numbers().turn.draw)
    match.state.phase = "choose"


def _read_draw(text: str) -> str:
    if fold(text) not in ("draw", ""):
        raise Unreadable("the turn begins with: draw")
    return "draw"


def _play(match: Match) -> Procedure[None]:
    """One decision of a turn, and what follows from it."""
    game = match.state
    if game.phase == "act" and _nothing_left(match):
        yield from _end_turn(match)
        return
    move: Move = yield _question(match)
    match move:
        case Pass():
            match.emit(Passed(match.seat))
            if move.draw:
                cards.draw(match, match.seat, numbers().turn.draw_after_pass, ("pass",))
            game.passed, game.phase = True, "act"
        case End():
            yield from _end_turn(match)
        case Recall():
            yield from _recall(match, move)
        case Activate():
            yield from activation.activate(match, move)
        case Lead():
            yield from activation.lead(match, move)
        case stones.Heal():
            stones.heal(match, match.seat)
        case using.Power():
            yield from using.carry_out(match, move)
        case _:
            yield from activation.act(match, move)
    yield from match.settle(match)


def _nothing_left(match: Match) -> bool:
    """Whether a turn goes to its end by itself: passed, and nothing to be recalled."""
    return match.state.passed and not recalls.possible(match)


def _end_turn(match: Match) -> Procedure[None]:
    """The turn is over; the next player's begins, or the next round (4b, M70)."""
    if not (yield from _called_at_end(match)) and not match.state.over:
        rounds.next_turn(match)


def _called_at_end(match: Match) -> Procedure[bool]:
    """End the activation; whether a power has called a troop with that, which may be activated yet (2d, M89)."""
    game = match.state
    before = game.led
    yield from activation.close(match)
    return game.led not in ("", before) and game.activated < numbers().turn.units


def _recall(match: Match, move: Recall) -> Procedure[None]:
    """The one recall of a turn, which ends it; it waits where the end of the activation has changed what it needs."""
    called = yield from _called_at_end(match)
    if match.state.over:
        return
    why = f"{printed(match.state.led)} may be activated first" if called else recalls.why_no_more(match, move)
    if why:
        match.emit(RecallWaits(why))
        return
    yield from recalls.recall(match, move)
    rounds.next_turn(match)


# --- moves ------------------------------------------------------------------------------------------


def _question(match: Match) -> Question[Move]:
    """What the player whose turn it is does next."""
    player = match.player.name
    return Question(
        "move", f"{player}: {activation.told(match)}", lambda text: read_move(match.still(), text),
        options=lambda: list(_options(match.still())), closed=lambda: list(_closed(match.still())),
        who=player, open=True, write=lambda move: write_move(match, move),
        default=None if match.state.phase == "choose" else END_TURN,
    )  # fmt: skip


def _options(match: Match) -> Iterator[Option]:
    """The legal moves."""
    yield from activation.action_options(match)
    yield from using.options(match)
    yield from activation.activate_options(match)
    yield from activation.lead_options(match)
    if match.state.phase == "choose":
        yield Option(PASS, detail="activate nobody")
        yield Option(PASS_AND_DRAW, detail="and draw a second card")
    if not stones.why_not_heal(match, match.seat)[0]:
        yield Option("heal", detail="an omphalos card: the divinity regains 1 vitality")
    if match.state.phase == "act":
        yield from recalls.options(match)
        yield Option(END_TURN)


def _closed(match: Match) -> Iterator[Option]:
    """What isn't possible now, with the reason."""
    yield from activation.closed_actions(match)
    if match.state.phase == "act":
        yield from using.options(match, closed=True)
    yield from activation.activate_options(match, closed=True)


def read_move(match: Match, text: str) -> Move:
    """A move as typed. Raises Unreadable or Illegal."""
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    kind = ALSO.get(fold(verb)) or kind_of_move(verb, VERBS, partial(_options, match))
    match kind:
        case "pass":
            if match.state.phase != "choose":
                raise Illegal("a unit was activated in this turn; end it with: end turn", "pass")
            return Pass(draw=_read_and_draw(rest))
        case "end":
            if match.state.phase == "choose":
                raise Illegal("nobody was activated yet: pass, or pass and draw", "pass")
            return End()
        case "activate":
            return activation.read_activate(match, rest)
        case "leader":
            return activation.read_lead(match, rest)
        case "recall":
            return recalls.read(match, rest)
        case "power":
            return using.read(match, rest)
        case "heal":
            match.refuse(*stones.why_not_heal(match, match.seat))
            return stones.Heal()
    return activation.read_action(match, kind, rest)


def _read_and_draw(rest: str) -> bool:
    if fold(rest) not in ("", "and draw"):
        raise Unreadable("write pass, or pass and draw")
    return bool(rest)


def write_move(match: Match, move: Move) -> str:
    """A move as it is recorded."""
    match move:
        case Pass():
            return PASS_AND_DRAW if move.draw else PASS
        case End():
            return END_TURN
        case Activate():
            return activation.write_activate(move)
        case Lead():
            return f"leader {move.unit}"
        case Recall():
            return recalls.write(move)
        case using.Power():
            return using.write(match, move)
        case stones.Heal():
            return "heal"
        case _:
            return activation.write_action(match, move)


# --- the declaration --------------------------------------------------------------------------------


def label(state: GameState) -> str:
    """Where in the game a state is."""
    if state.over:
        return "the end"
    if state.phase == "recruit":
        return "recruiting"
    if state.phase in ("stones", "zones", "place", "cards"):
        return "set-up"
    return f"round {state.round}, turn {state.turn}"


def interrupts(setup: Setup, state: GameState, events: list[Any]) -> list[Interrupt]:
    """What anybody may say at any question: the manoeuvres draw and search."""
    match = Match(setup, state, events)
    if state.over or state.known != EVERYTHING or state.phase not in UNDER_WAY:
        return []
    able = {seat: manoeuvres.why_not_any(match, seat) for seat in state.playing()}
    who = [match.name(seat) for seat, (why, _) in able.items() if not why]
    closed = {match.name(seat): Closed(*why) for seat, why in able.items() if why[0]}
    return [Interrupt(
        option=Option("buy", detail="draw or search, for an AoW card"), who=who, closed=closed,
        do=partial(manoeuvres.buy, match), rest=partial(manoeuvres.question, match), waits=False,
    )]  # fmt: skip


def _light(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """A decision of a table that tracks less than everything; None when the game is over."""
    return light_decision(Match(setup, state, events))


def light_decision(match: Match) -> Procedure[None] | None:
    """The same of an opened game."""
    from referee.games.mythic.rules import light  # only light tables need it

    if match.state.over:
        return None
    return recruiting.recruit(match) if match.state.phase == "recruit" else light.turn(match)


def _count(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None]:
    from referee.games.mythic.rules import catching_up

    return catching_up.count(Match(setup, state, events))


def _lines(setup: Setup, state: GameState) -> Iterator[str]:
    from referee.games.mythic.rules import light

    return light.lines(Match(setup, state, []))


LIGHT = LightPlay(
    next_decision=_light, count=_count, lines=_lines, lighten=part("referee.games.mythic.rules.light:lighten")
)
RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup, state_type=GameState, start=start, next_decision=next_decision, label=label,
    corrections=part("referee.games.mythic.rules.corrections:CORRECTIONS"),
    counters=COUNTERS, tracking_levels=TRACKING_LEVELS, light=LIGHT, interrupts=interrupts,
    close_checks=part("referee.games.mythic.rules.checks:CHECKS"),
    mended={
        # what stood behind a player's name where somebody left was dropped (M79)
        2: ("M79",),
    },
)  # fmt: skip
