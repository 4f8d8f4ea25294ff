"""The whole game for a session: one step is one decision with its consequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from referee.asking.question import Procedure
from referee.declaration.game import Rules, Secrets, part
from referee.declaration.tracking import EVERYTHING, LightPlay, Pile
from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import SIDES
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.rules import checks
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.state import COUNTERS, TRACKING_LEVELS, GameState, Player, Setup, Stage
from referee.games.conjurers.vocabulary import RESOURCES
from referee.play.notation import Answer, Step, in_brackets, write_step


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """Return the procedure of the next decision; None if the game is over."""
    if state.stage == "over":
        return None
    return _step(Context(setup, state, events))


_RULES = "referee.games.conjurers.rules"
STAGES: Mapping[Stage, Callable[[Context], Procedure[None]]] = {
    "placing": part(f"{_RULES}.placing:place"),
    "light": part(f"{_RULES}.light:turn"),
    "resolving": part(f"{_RULES}.placing:resolve"),
    "battles": part(f"{_RULES}.contests:contest"),
    "ending": part(f"{_RULES}.ending:end_turn"),
    "tournament": part(f"{_RULES}.ending:tournament"),
}
"""The procedure of each stage."""
LIGHT_BATTLE: Callable[[Context], Procedure[None]] = part(f"{_RULES}.light:contest")


def _step(context: Context) -> Procedure[None]:
    game, stage = context.state, context.state.stage
    light_battle = stage == "battles" and game.known != EVERYTHING
    yield from (LIGHT_BATTLE if light_battle else STAGES[stage])(context)
    if game.contest is not None:
        game.stage = "battles"
    elif stage == "battles" and (game.bouts or game.finished):
        game.stage = "tournament"
    elif stage in ("resolving", "battles"):
        from referee.games.conjurers.rules import placing  # loaded with its stage

        placing.go_on(context)


def start_game(setup: Setup) -> GameState:
    """Create a game before its first turn, with what was dealt to each player (p. 9; E8)."""
    instead = tables.players().setups[len(setup.players)].instead
    goods = {good: setup.start_goods for good in RESOURCES if setup.start_goods and good not in instead}
    players = [
        Player(
            seat.name,
            [seat.assistant] if seat.assistant else [],
            creatures=list(cards),
            food=setup.start_food,
            resources=dict(goods),
        )
        for seat, cards in zip(setup.players, setup.dealt, strict=True)
    ]
    stage: Stage = "placing" if setup.tracking == EVERYTHING else "light"
    return GameState(
        players, holder=setup.start, next_seat=setup.start, stage=stage, tracking=setup.tracking, known=setup.tracking
    )


RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup,
    state_type=GameState,
    start=start_game,
    next_decision=next_decision,
    corrections=part(f"{_RULES}.corrections:CORRECTIONS"),
    label=lambda state: f"turn {state.turn}" + (f", {state.stage}" if state.stage != "light" else ""),
    first=lambda setup: setup.start,
    turns=lambda setup: setup.turns,
    seats=checks.seats,
    tracking_levels=TRACKING_LEVELS,
    light=LightPlay(
        next_decision=next_decision,
        count=part(f"{_RULES}.ending:count"),
        lighten=part(f"{_RULES}.light:lighten"),
        counted=("winning",),
    ),
    counters=COUNTERS,
    readings=ConjurersReadings,
    settled=lambda state: ("start_creatures", "start_goods", "start_food"),
    in_battle=lambda state: state.battle is not None,
    piles=[Pile("creatures"), Pile("items"), Pile("artifacts"), Pile("assistants", one_place=False)],
    checks=checks.CHECKS,
    close_checks=part(f"{_RULES}.close_checks:CHECKS"),
    mended={
        # life steal happens also on the blow that ends the battle (B13, B25); with fewer than four players present
        # the left neighbour always plays the minions (A19); against a challenger without creatures no creature is set
        # aside (A17); the box limits the level 1 creatures that players are given (p. 6)
        2: ("A17", "A19", "B13", "B25", "level-1-cards"),
        # players can't leave between a figure and its battle, which are one action
        3: ("A21",),
        # rounds of dice that change nothing end a battle
        4: ("X12",),
        # a light table's conjurers challenge once a turn, and not at a house that is taken
        5: ("duel",),
        # resurrection takes off what a creature's own absorption has taken (p. 20; X3)
        6: ("B17",),
        # a light table fights at each battleground once a turn
        7: ("E1",),
        # a battle that took the last creature of its battleground still counts as one of the two fought at once
        # a light table's tavern takes one figure a turn
        8: ("A8", "tavern"),
        # a player's second figure at a battleground fights as itself, with dice of its own
        # where battles wait may change within a turn
        9: ("A15", "A1"),
        # where the dead are lost, those of a light table's refereed battles are, too
        10: ("A22",),
        # a light table's lost battle takes its battleground's figure, too, where its creature is told; what figures
        # have done in a turn is done, where less is tracked from its middle on
        11: ("E1", "duel"),
        # a light table is warned of more fights in a turn than a player has figures that fight; of a battle that was
        # given up only those are said to have died who were drawn for it
        12: ("figures", "warrior", "random-draw"),
    },
)


# --- Secrets --------------------------------------------------------------------------------------
# Hidden information: the hands that the program drew, and the answers that drew them.


BEGUN = "referee"
"""The answer that starts a refereed battle: in logs without the keys of questions, the draws follow it."""

DRAWN = "(drawn)"
"""Public text of a draw."""


def _without_draws(step: Step) -> list[Answer]:
    """Return a step's answers without what the program drew for a hand."""
    begun = next((at for at, answer in enumerate(step.answers) if answer.text == BEGUN), len(step.answers))
    return [one for at, one in enumerate(step.answers) if one.key != "draw" and (one.key or at <= begun)]


def _text(step: Step) -> str:
    """Write a step without secrets."""
    public = _without_draws(step)
    if len(public) == len(step.answers):
        return write_step(step)
    return in_brackets([*(answer.text for answer in public), *[DRAWN] * (len(step.answers) - len(public))])


def _log(steps: Sequence[Step], state: GameState) -> list[Step]:
    """Return the log without draws for hands that are still secret; the seed repeats them."""
    log = list(steps)
    if state.contest is None or not any(state.contest.hands):
        return log
    begun = max((at for at, step in enumerate(log) if len(_without_draws(step)) < len(step.answers)), default=None)
    if begun is None:  # a log without draws
        return log
    step = log[begun]
    public = Step.of(_without_draws(step), step.at, step.who, step.when)
    log[begun] = replace(public, was=step.was, removed=step.removed)
    return log


def _state(state: GameState) -> dict[str, Any]:
    """Return the state as plain data; only the number of cards in hands that the program drew."""
    state = state.copy()
    if state.contest is not None:
        state.contest.hands = ((), ())
    plain: dict[str, Any] = to_builtins(state)
    return {"turn": state.turn, "phase": state.phase, "stage": state.stage, **plain}


def _hand(state: GameState, name: str) -> list[str]:
    """List the cards that the program drew for a player and that are still in the hand."""
    from referee.games.conjurers.rules.contests import drawn_hand  # this import loads the whole battle

    for side in SIDES:
        if state.contest is not None and state.battle is not None and state.battle.sides[side].player == name:
            return drawn_hand(state.contest, side)
    return []


SECRETS = Secrets(keys=frozenset({"draw"}), text=_text, log=_log, state=_state, hand=_hand)
