"""The game as a session plays it: recruiting, setting up, then turns, a decision at a time (Sequence of play)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, get_args

from msgspec import structs

from referee.asking.interrupts import ALLOWED, Interrupt, Refusal
from referee.asking.meaning import fit
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question, but_not
from referee.asking.words import tokens_of
from referee.declaration.game import Rules, part
from referee.declaration.tracking import EVERYTHING, SCORE, LightPlay
from referee.errors import Illegal, RefereeError, Unreadable, refusal
from referee.games.mythic.readings import MythicReadings
from referee.games.mythic.rules import activation, cards, light, manoeuvres, recalls, recruiting, setting_up, using
from referee.games.mythic.rules.activation import Activate, Lead, Nature
from referee.games.mythic.rules.area_attacks import AreaAttack
from referee.games.mythic.rules.endings import COUNTERS, TRACKING_LEVELS, places
from referee.games.mythic.rules.fights import AerialAttack, NormalAttack
from referee.games.mythic.rules.movement import Deploy, Fly, Run, Walk
from referee.games.mythic.rules.recalls import Recall
from referee.games.mythic.rules.state import NOBODY, UNDER_WAY, GameState, Match, Player, Setup, Spot, Token
from referee.games.mythic.rules.stones import Absorb, Claim, Drop, Heal
from referee.games.mythic.rules.using import Power
from referee.games.mythic.tables import numbers
from referee.games.mythic.units.powers import read_token
from referee.games.mythic.vocabulary import Terrain
from referee.text.names import fold, printed
from referee.text.pattern import lazy_pattern

END_TURN = "end turn"
_TERRAIN = lazy_pattern(
    rf"(?<=\s)(?:the )?(?:area|{'|'.join(get_args(Terrain))}) (?=[b-hj-z]\b|[ai](?:,|$))", re.IGNORECASE
)
"""A terrain, or the word area, behind a verb and before the letter of its area: "the ruins D"."""


def _plain(text: str) -> str:
    """Return a typed move with its price as it is written, and areas by their names alone."""
    return _TERRAIN.sub("", cards.in_words_of_price(text))


MOVING = ("walk", "run", "fly", "deploy")
"""The verbs of moves to another area."""


def start(setup: Setup) -> GameState:
    """Return the state before the first pick."""
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
    """Return the procedure of the next decision; None when the game is over."""
    return decision(Match(setup, state, events, settle=using.settle))


def decision(match: Match) -> Procedure[None] | None:
    """Return the procedure of the next decision of an opened game; None when it is over."""
    state = match.state
    stages = {
        "recruit": recruiting.recruit,
        "stones": setting_up.lay_stones,
        "zones": setting_up.agree_zones,
        "place": setting_up.place,
        "cards": setting_up.form_decks,
        "start": _start_turn,
        "choose": _play,
        "act": _play,
    }
    if state.over:
        return None
    return _skip_turn(match) if state.player.out else stages[state.phase](match)


def _skip_turn(match: Match) -> Procedure[None]:
    """Skip the turn of a player who is out."""
    yield from ()
    recalls.next_turn(match)


# --- a turn -----------------------------------------------------------------------------------------


def _start_turn(match: Match) -> Procedure[None]:
    """Draw the card of the turn (1b).

    This isn't asked, unless it empties the deck or finds it empty: a manoeuvre makes a difference then.
    """
    waits = match.player.cards.deck <= match.setup.cards_a_turn and any(
        not manoeuvres.why_not_any(match, seat) for seat in match.state.playing()
    )
    yield Question(
        "draw",
        f"{match.player.name} draws",
        _read_draw,
        options=lambda: [Option("draw")],
        who=match.player.name,
        forced=lambda: None if waits else "draw",
        default="draw",
        write=str,
        waits=waits,
    )
    cards.draw(match, match.seat, match.setup.cards_a_turn)
    match.state.phase = "choose"


def _read_draw(text: str) -> str:
    if fold(text) not in ("draw", ""):
        raise Unreadable("the turn begins with: draw")
    return "draw"


def _play(match: Match) -> Procedure[None]:
    """Ask for one decision of a turn, and settle what follows from it."""
    game = match.state
    if game.phase == "act" and game.passed and not recalls.possible(match):
        yield from _end_turn(match)
        return
    yield from ask_move(_question(match), match)
    yield from match.settle(match)


def _end_turn(match: Match) -> Procedure[None]:
    """End the turn; begin the next player's, or the next round (4b, M70)."""
    if not (yield from activation.called_at_end(match)) and not match.state.over:
        recalls.next_turn(match)


# --- moves ------------------------------------------------------------------------------------------


class Pass(Move[Match], frozen=True):
    """Nobody is activated."""

    says: ClassVar[tuple[str, ...]] = (
        "pass[ without (drawing|a card|drawing a card)]",
        "skip (|the turn|my turn)",
        "(activate nobody|nobody)",
    )
    leads_to = "activate nobody"

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why it can't be passed: a pass is the first action of a turn."""
        begun = match.state.phase != "choose"
        return Refusal("a unit was activated this turn; end it with: end turn", "pass") if begun else ALLOWED

    def option(self, context: Match, text: str) -> Option:
        """Return the option, which is meant by words that end a turn later."""
        also = ("do nothing", "no activation", "no one activates") if type(self) is Pass else ()
        return structs.replace(super().option(context, text), also=also)

    def do(self, match: Match) -> None:
        """Pass."""
        match.say(f"{match.player.name} passes.", "pass")
        match.state.passed, match.state.phase = True, "act"


_DRAW = Option("draw", detail="this turn's card is drawn; for more: buy draw, or pass and draw", rule="pass")
"""A text that isn't understood as passing."""


class PassAndDraw(Pass, frozen=True):
    """Nobody is activated, and a second card is drawn (1c)."""

    says = (
        "pass and draw",
        *(
            f"(pass|nobody) (and|,|, and) (draw|draws|take|takes){cards}"
            for cards in ("", " (a|one|another|a second) card", " (two|2) (|cards)")
        ),
    )
    leads_to = "and draw a second card"

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Yield "draw" as closed: it isn't understood as passing."""
        if closed and match.state.phase == "choose":
            yield _DRAW

    def do(self, match: Match) -> None:
        """Pass, and draw."""
        super().do(match)
        cards.draw(match, match.seat, numbers().turn.draw_after_pass, ("pass",))


class End(Move[Match], frozen=True):
    """The end of the turn."""

    says = ("end turn[ (no|without|without a) recall]", "end activation", "end[ (no|without|without a) recall]")

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why the turn can't end: one without any action is passed."""
        choosing = match.state.phase == "choose"
        return Refusal("nobody was activated yet: pass, or pass and draw", "pass") if choosing else ALLOWED

    def do(self, match: Match) -> Procedure[None]:
        """End the turn."""
        yield from _end_turn(match)


MOVES = Moves(
    Walk,
    Run,
    Fly,
    Deploy,
    Claim,
    Absorb,
    NormalAttack,
    AerialAttack,
    AreaAttack,
    Nature,
    Drop,
    Power,
    Activate,
    Lead,
    Pass,
    PassAndDraw,
    Heal,
    Recall,
    End,
    typed=_plain,
)
"""The moves of the current player."""


def _question(match: Match) -> Question[Move[Match]]:
    """Return the question what the current player does next."""
    player, default = match.player.name, None if match.state.phase == "choose" else END_TURN
    prompt = f"{player}: {activation.describe(match)}"
    base = MOVES.question(match.cached(), "move", prompt, who=player, open=True, default=default)
    if match.state.phase == "choose":
        beginnings = [
            _DRAW.text[:end] for end in range(1, len(_DRAW.text) + 1)
        ]  # "d" is rather an area, and doesn't pass
        base = structs.replace(but_not(base, beginnings, _DRAW.detail, _DRAW.rule), passed=(_DRAW.text,))
    return structs.replace(
        base,
        parse=lambda text: _read(match, text, base),
        by_enter=lambda: all(option.text in (END_TURN, "drop") for option in base.options()),
        example=lambda: _example(base, choosing=match.state.phase == "choose"),
        subject=printed(match.actor.name) if match.state.phase == "act" and match.state.acting.unit else "",
    )


def _read(match: Match, text: str, asked: Question[Move[Match]]) -> Move[Match]:
    """Parse a move; an area's letter doesn't end a turn.

    Raises Illegal for one that the unit can't go to, and for what is said in attacks.
    """
    area = next((name for name in match.state.board.names if fold(name) == fold(text)), "")
    options = asked.options() if match.state.phase == "act" and area else ()
    if options and all(fold(area) not in tokens_of(option.text) for option in options):
        verbs = dict.fromkeys(option.text.partition(" ")[0] for option in options)
        errors = (refusal(asked.parse, f"{verb} {area}") for verb in MOVING if verb in verbs)
        raise next(filter(None, errors), Illegal(f"nothing can be done with {area} now", "activation"))
    word = fold(text).partition(" ")[0]
    if word in _SAID_IN_ATTACKS and not any(word in tokens_of(option.text) for option in asked.options()):
        raise Illegal(*_SAID_IN_ATTACKS[word])
    return asked.parse(text)


_ONCE = "it is asked after an attack at range 0, of a target that isn't destroyed, once a turn, for a card of its own"
_SAID_IN_ATTACKS = {
    "retaliate": (_ONCE, "M42"),
    "evade": ("it is asked of a flying unit, no troop, when it is attacked at range 0, for an AoW card", "evade"),
    "initiative": (
        "it is asked of a unit with initiative when it is attacked at range 0, before the dice",
        "initiative",
    ),
}
"""Answers in attacks, with what is said of them between attacks."""


def _example(question: Question[Move[Match]], *, choosing: bool) -> str:
    """Return a short example: a unit, "storm"; while one acts, a route and its follow-up, "d; end"."""
    for option in question.options():
        verb, *rest = option.text.lower().split()
        moves = verb == "activate" if choosing else verb in MOVING and len(rest) == 1
        moves = moves and rest[0] not in ("c", "s")  # behind a unit they may be "complex" and "simple"
        with suppress(RefereeError):
            if moves and fit(question, rest[0]) == option.text:
                return rest[0] if choosing else f"{rest[0]}; end"
    return ""


# --- the declaration --------------------------------------------------------------------------------


def label(state: GameState) -> str:
    """Describe the point of the game that a state is at."""
    if state.over:
        return "the end"
    if state.phase == "recruit":
        return "recruiting"
    if state.phase in ("stones", "zones", "place", "cards"):
        return "set-up"
    return f"round {state.round}, turn {state.turn}"


def _settled_readings(state: GameState) -> Sequence[str]:
    """List the readings that have no effect any more: those of recruiting, those of the first hands."""
    recruited = () if state.phase == "recruit" else ("constructed_from", "dear_units")
    return recruited if label(state) in ("recruiting", "set-up") else (*recruited, "first_aow", "first_cards")


def interrupts(setup: Setup, state: GameState, events: list[Any]) -> list[Interrupt]:
    """List what can be typed besides answers: draw, search and powers by any player, heal by the current player."""
    match = Match(setup, state, events, settle=using.settle)
    if state.over or state.known != EVERYTHING or state.phase not in UNDER_WAY:
        return []
    able = {seat: manoeuvres.why_not_any(match, seat) for seat in state.playing()}
    who = [match.name(seat) for seat, why in able.items() if not why]
    closed = {match.name(seat): why for seat, why in able.items() if why}
    buy = Interrupt(
        option=Option("buy", detail=f"draw or search, {manoeuvres.cost(match)}"),
        who=who,
        closed=closed,
        do=partial(manoeuvres.buy, match),
        rest=partial(manoeuvres.question, match),
        typed=manoeuvres.bought,
    )
    heal = Interrupt(
        option=Option("heal", detail=Heal.leads_to),
        who=[match.player.name],
        do=lambda who, _: Heal().do(match),
    )
    return [buy, *([] if Heal.why_none(match) else [heal]), *using.out_of_turn(match)]


LIGHT: LightPlay[Setup, GameState] = LightPlay(
    next_decision=lambda setup, state, events: light.decision(Match(setup, state, events)),
    count=setting_up.count,
    lines=light.lines,
    lighten=light.lighten,
)
RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup,
    state_type=GameState,
    start=start,
    next_decision=next_decision,
    label=label,
    corrections=part("referee.games.mythic.rules.corrections:CORRECTIONS"),
    first=lambda setup: setup.start,
    seats=lambda state: [("active", state.active)],
    counters=COUNTERS,
    places=places,
    readings=MythicReadings,
    settled=_settled_readings,
    tracking_levels=TRACKING_LEVELS,
    light=LIGHT,
    interrupts=interrupts,
    claims=part("referee.games.mythic.attack.record:read_claim"),
    close_checks=part("referee.games.mythic.rules.state:CHECKS"),
    mended={
        # text after the name of a leaving player was dropped (M79)
        2: ("M79",),
        # a player who moved another's unit into lava by a power also chose where it moved on to; an area attack in
        # light mode was noted as any attack
        3: ("M50", "area-targets"),
        # an overruled attack was dropped if its line of sight was asked for first
        4: ("M30",),
        # the first of several numbers of dice counted; a unit that came into the game in lava took no wound; one that
        # had attacked by a power without an action could walk; an attacker's initiative was silent in flight over
        # water; a target struck as if there and thrown answered at range 0 from afar
        5: ("X5", "X6", "walk-after-attack", "initiative", "M45"),
        # what a talent had added to the end of an activation was added to attacks of other units too, against tokens
        # and in water, but not to area attacks; against an ally the attacker's own player decided on its powers; "at"
        # and "against" of a power that is used didn't choose its units and areas, nor its target after Evade,
        # and were lost to what lasts on its own unit, and never held at the start or the end of an activation;
        # different numbers of one power were added up
        6: ("M26", "M40", "M44", "M64", "M84"),
        # of divinities that one effect destroyed the first by number fell first; what was given for an attack was
        # used up by a first strike or the first target of an area attack, and outlasted a spent attack or an
        # activation without one; nobody could pay for a draw with the last card; an attack as if there was spent
        # where its target had come near, an answer as if there went on from afar; a token set off no power of its
        # attacker; a power for when its unit is wounded worked as the unit was destroyed
        7: ("X9", "X10", "M38", "M41", "M43", "M64", "M80", "as-if-there", "manoeuvres"),
        # a power for when an enemy enters worked only when that enemy's whole movement was over; a power with a price
        # besides AoW cards was paid for nothing; one card was enough for an AoW card and another card
        8: ("X11", "X3", "power-price"),
        # a unit that was to be deployed stayed out where another player went out of the game meanwhile
        9: ("M77",),
        # an active power with a moment worked in other units' activations; an offensive one took no attack; values
        # that a power changes once a round or game were always changed; a unit that can't be attacked was answered;
        # an own token was struck for an enemy's of the same name; a lasting power on the attacker or the target
        # worked in the attacks of all units; types that a power gives counted where a movement began
        10: ("M25", "M43", "M64"),
        # powers that change talents in an attack left guards, allies with bolster and a first strike as they were;
        # what was given for an attack was used up by one that a power made meanwhile; of troops called at once only
        # the last was free; a power that recalls all recalled one; an attack after a first strike needed sight
        # again; at a light table the turn of a teammate who plays next didn't begin with a unit; climb that a power
        # gives counted where a movement began
        11: ("leader", "teams", "M38", "M41", "M60", "M64"),
        # a power that was due was used though one before it had destroyed its unit, or taken what it asks for; of one
        # moment the active player's came first, and the active player wasn't asked for another order
        12: ("M38", "power-shows"),
        # a forest or ruins without any 3D element on the map worked all the same; who is out of range by an own power
        # could guard
        13: ("M58", "guard"),
        # at a light table a guard had nothing of the ally beside it that it guards
        14: ("close-protection", "phalanx", "bolster"),
    },
)
