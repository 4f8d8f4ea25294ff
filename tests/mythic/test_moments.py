"""Every moment with every effect that a power can have: something comes of it, or the power is refused when read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest

from referee.asking.question import Question, drive
from referee.errors import Unreadable
from referee.games.mythic.rules import activation, endings, powers, using
from referee.games.mythic.rules.state import GameState, Match, Spot, Token
from referee.games.mythic.units import active_powers
from referee.games.mythic.units.active_powers import FightAtRange
from referee.games.mythic.units.language import read_unit
from referee.games.mythic.units.powers import ATTACKS, Moment
from tests.mythic.test_game_powers import AOW, field

WHO = (
    "",
    "the target ",
    "the attacker ",
    "enemies here ",
    "an enemy around ",
    "allies here ",
    "an allied troop here ",
    "heroes here ",
    "everyone within 1 ",
)
LASTS = ("", " this attack", " this activation", " this turn", " one round")
HOLDING = (
    *(f"{stat} {by}" for stat, by in product(("offence", "defence", "range", "movement"), ("+1", "-1"))),
    "dice 2",
    "talent initiative",
    "no talent mobility",
    "type flying",
    "can't walk",
    "can't retaliate",
    "can't be attacked",
)
ON_UNITS = (
    "wounds 1",
    "heal 1",
    "miniatures +1",
    "recall 2",
    "move 1",
    "jump 2",
    "drops its stone",
    "gives its stone",
    "reroll 1",
    "activate",
)
ON_AREAS = tuple(
    f"{where}{what}"
    for where in ("", "an area here ", "an area around ")
    for what in ("elements -1", "place Web", "remove Web")
)
ELSE = (
    "attack dice 3",
    "area attack range 1",
    "draw 1",
    "discard 1",
    "an opponent discard 1",
    "search",
    "heal 1 or draw 1",
)
FORMS = (
    *([f"{who}{one}{lasts}" for who, lasts in product(WHO, LASTS)] for one in HOLDING),
    *([f"{who}{one}" for who in WHO] for one in ON_UNITS),
    *([one] for one in (*ON_AREAS, *ELSE)),
)
"""Every effect, each in all its forms."""
MOMENTS: tuple[Moment | None, ...] = (None, *get_args(Moment))
TURNS: dict[Moment, tuple[int, ...]] = dict.fromkeys(
    ("when attacked", "when wounded", "when destroyed", "when an enemy enters", "when an ally is destroyed"), (1, 0)
)
"""The moments that come in somebody else's turn, and sometimes in the own one."""
HEADS = (("permanent", "hero"), ("active, 1 aow", "hero"), ("permanent", "troop"))
"""A power that works by itself where it can, one that never does, and a troop's."""
Power = tuple[str, Moment | None, str, str]


def line(head: str, moment: Moment | None, effect: str, kind: str = "hero") -> str:
    """The power as it is typed; a troop's is permanent and has no letter."""
    troop = kind == "troop"
    head = head.replace("active", "permanent") if troop else head
    return f"{'' if troop else 'a '}Any: {head}{f', {moment}' if moment else ''}: {effect}"


def stage(power: str, kind: str, foe: str = "scout", *, settled: bool = True) -> Match:
    """Anna's unit with a power in its activation, among friends and enemies who have lost something."""
    mine = "scout" if kind == "hero" else "riders"
    played = field(
        f"Anna B: Runner: {mine}; {power}; token Web x3",
        "Anna B: Guards: riders",
        "Anna B: Mate: scout",
        f"Bo B: Foe: {foe}",
        "Bo B: Pikes: riders",
        "Bo A: Other: riders",
    )
    state = played.present
    for piece in state.pieces:
        piece.vitality -= 1
    for name in ("Foe", "Guards", "Pikes", "Other", "Mate", *["Runner"] * power.endswith(": drops its stone")):
        state.piece(name).stone = "greek"
    for area in ("A", "B"):
        state.spots[area].tokens.append(Token("Web", "Runner", 0))
    state.players[0].cards.pool = {AOW: 9, "Guards": 1, "Runner": 1}
    state.players[1].cards.pool = {AOW: 9, "Foe": 1, "Pikes": 1, "Other": 1}
    match = Match(played.game.setup, state, [])  # type: ignore[attr-defined]
    if settled:
        match.settle = using.settle
    state.phase, state.acting.unit = "act", "Runner"
    return match


def answer(question: Question[object]) -> object:
    """The first thing offered; a power that is due is used."""
    if question.throw is not None:
        return question.parse(" ".join(["5"] * question.throw.count))
    return question.parse(question.options()[0].text)


def known(state: GameState) -> object:
    """What matters of a game, without what was paid for the power or says that it was used."""
    hands = [{card: many for card, many in player.cards.sure.items() if card != AOW} for player in state.players]
    return (
        [(one.name, one.vitality, one.area, one.stone, one.status, one.bonuses) for one in state.pieces],
        {area: spot for area, spot in state.spots.items() if spot != Spot()},
        hands,
        state.led,
        [(player.cards.deck, player.cards.held - player.cards.sure.get(AOW, 0)) for player in state.players],
    )


def come(match: Match, moment: Moment, turn: int) -> None:
    """Let a moment come for the unit that has the power, in a player's turn, and what follows from it."""
    match.state.active, match.state.acting.unit = turn, ("Runner", "Foe")[turn]
    runner, foe = match.state.piece("Runner"), match.state.piece("Foe")
    strikes, struck = FightAtRange(attacker="Runner", defender="Foe"), FightAtRange(attacker="Foe", defender="Runner")
    match moment:
        case "when wounded":
            endings.wound(match, runner, 1, fight=struck)
        case "when destroyed":
            endings.destroy(match, runner, struck)
        case "when attacked":
            endings.note(match, moment, runner, struck)
        case "when an enemy enters":
            endings.on_enter(match, foe)
        case "when an ally is destroyed":
            endings.destroy(match, match.state.piece("Mate"), FightAtRange(attacker="Foe", defender="Mate"))
        case "when it destroys":
            endings.note(match, moment, runner, strikes)
            endings.destroy(match, foe, strikes)
        case "end":
            drive(activation.close(match), answer)
        case _:
            endings.note(match, moment, runner, strikes if moment in ATTACKS else None)
    drive(match.settle(match), answer)


def computed(match: Match) -> object:
    """All that powers which work by themselves can change, in and outside of an attack."""
    view = powers.view(match)
    pairs = (
        ("Runner", "Foe"),
        ("Foe", "Runner"),
        ("Mate", "Foe"),
        ("Foe", "Mate"),
        ("Foe", "Guards"),
        ("Guards", "Foe"),
    )
    fights = [None, *(FightAtRange(attacker=one, defender=other) for one, other in pairs)]
    return (
        [active_powers.modifiers(view, fight) for fight in fights if fight],
        [
            (
                active_powers.movement(view, unit),
                active_powers.types(view, unit),
                [active_powers.talents(view, unit, fight) for fight in fights],
                [
                    bool(active_powers.forbidden(view, unit, doing, fight))
                    for fight in fights
                    for doing in ("walk", "retaliate", "be attacked")
                ],
            )
            for unit in view.units
        ],
    )


def happens(head: str, moment: Moment | None, effect: str, kind: str) -> bool:
    """Whether something comes of a power: a value by itself, or the game when it is used or its moment comes."""
    power = line(head, moment, effect, kind)
    match = stage(power, kind)
    if computed(match) != computed(stage(line(head, moment, 'manual "x"', kind), kind)):
        return True
    if moment is not None:
        return any(
            comes(power, moment, kind, *more) for more in product(("scout", "riders"), TURNS.get(moment, (0,)))
        )
    for option in using.Power.others(match, closed=False):
        before = known(match.state.copy())
        drive(using.Power.read(match, "power", option.text.removeprefix("power ")).do(match), answer)
        return known(match.state) != before
    return False


def comes(power: str, moment: Moment, kind: str, foe: str, turn: int) -> bool:
    """Whether a power changes the game at its moment in a player's turn, beside what is paid for it."""
    nothing, match = stage(power, kind, foe, settled=False), stage(power, kind, foe)
    for one in (nothing, match):
        come(one, moment, turn)
    return known(nothing.state) != known(match.state)


def refused(power: str, kind: str) -> str:
    """Why a unit with a power can't be read; "" if it can."""
    start = "4 x 4/6/2/1" if kind == "troop" else "5-1 6/7/0/2 a"
    try:
        read_unit(f"Runner: {kind} 3, 3 cards, art 1; {start}; {power}; token Web x3")
    except Unreadable as error:
        return str(error)
    return ""


def every() -> Iterator[Power]:
    """Every power of one effect."""
    for moment, forms in product(MOMENTS, FORMS):
        for (head, kind), effect in product(HEADS, forms):
            yield head, moment, effect, kind


def some() -> Iterator[Power]:
    """Each moment with each effect, in one of its forms."""
    for number, (moment, forms) in enumerate(product(MOMENTS, FORMS)):
        head, kind = HEADS[number % len(HEADS)]
        yield head, moment, forms[number * 7 % len(forms)], kind


def unlike(powers: Iterator[Power]) -> Iterator[str]:
    """The powers that can be read, and of which nothing comes."""
    for head, moment, effect, kind in powers:
        power = line(head, moment, effect, kind)
        if not refused(power, kind) and not happens(head, moment, effect, kind):
            yield f"{kind}: {power}"


@pytest.mark.rule("permanent-powers", "passive-powers", "active-powers", "M64", "M84", "M68")
def test_something_comes_of_every_effect_at_every_moment_or_it_is_refused() -> None:
    assert list(unlike(some())) == []


@pytest.mark.rule("M64", "M84")
@pytest.mark.parametrize(
    ("power", "why"),
    [
        ("permanent, when it wounds: offence +1", "the attack's values are past then"),
        ("permanent, end: defence +1", "the activation is over then"),
        ("permanent, when attacking: defence +1", "only the target has a defence"),
        ("passive, when attacked: reroll 1", "only the attacker throws dice"),
        ("passive, when attacking: movement +1", "an attack doesn't ask for it"),
        ("active: the target wounds 1", "without an attack nobody is the target"),
        ("permanent, when it destroys: the target wounds 1", "the target is destroyed"),
        ("permanent, when destroyed: heal 1", "the unit is destroyed"),
        ("permanent, when destroyed: attack", "a destroyed unit doesn't attack"),
        ("active: an area here heal 1", "it affects units, not areas"),
        ("active: gives its stone", "by another"),
        ("active: miniatures +1", "it is for troops"),
    ],
)
def test_a_power_of_which_nothing_could_come_is_refused_when_it_is_read(power: str, why: str) -> None:
    told = refused(f"a Any: {power}", "hero")
    assert told.startswith("Runner: the power Any: nothing would come of ")
    assert why in told


@pytest.mark.rule("power-tokens")
@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("enemies here wounds 1", "a token only changes values"),
        ("defence -1", "say on whom a token works"),
        ("flies off", "token Web: "),
    ],
)
def test_a_token_that_could_do_nothing_is_refused_when_it_is_read(does: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_unit(f"Runner: hero 3, 3 cards, art 1; 5-1 6/7/0/2; token Web x2: {does}")


@pytest.mark.rule("X4")
def test_a_power_isnt_set_off_by_the_attack_that_it_makes() -> None:
    match = stage(line("permanent", "when attacking", "attack dice 3"), "hero")
    come(match, "when attacking", 0)
    assert [one.attacker.name for one in match.fought].count("Runner") == 1
    assert match.state.piece("Runner").marks == []


@pytest.mark.rule("M68", "leader")
def test_a_power_calls_troops_alone_and_only_in_its_players_turn() -> None:
    match = stage(line("permanent", "when wounded", "allies here activate"), "hero")
    come(match, "when wounded", 1)
    assert match.state.led == ""
    match = stage(line("permanent", "start", "an ally here activate"), "hero")
    come(match, "start", 0)
    assert match.state.led == "Guards"


if __name__ == "__main__":
    print(*unlike(every()), sep="\n")
