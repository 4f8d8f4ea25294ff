"""Recruiting an army: who picks, what each can still afford, AoW cards for points that buy nothing (Draft, M71)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import learning
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import Recruited, Reserved
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.tables import numbers
from referee.games.mythic.units.language import UNITS, read_unit, write_unit
from referee.games.mythic.units.unit import Unit
from referee.text.names import fold, keyed, numbered, printed

NOTHING = "nothing left"
RECRUIT = "recruit"


class Pick(Struct, frozen=True):
    """A unit that is recruited, by its printed name, with its sheet where that was typed; "" for nothing left."""

    name: str = ""
    unit: Unit | None = None


def recruit(match: Match) -> Procedure[None]:
    """One pick; when all armies are complete, the board is set up."""
    if match.setup.picks:
        for seat, names in enumerate(match.setup.picks):
            for name in names:
                take(match, seat, match.unit(name))
            _close(match, seat)
    else:
        pick: Pick = yield _question(match)
        if pick.name:
            yield from _pick(match, pick)
        else:
            _close(match, match.seat)
    following = next_to_pick(match)
    if following is None:
        match.state.phase, match.state.active = "stones", match.state.lead
    else:
        match.state.active = following


def next_to_pick(match: Match) -> int | None:
    """Who picks next; None when all armies are complete."""
    game = match.state
    order = game.clockwise(game.lead)
    without = [seat for seat in order if not game.players[seat].recruited and owes_divinity(match, seat)]
    if match.setup.mode == "constructed":
        return next((seat for seat in order if not game.players[seat].recruited), None)
    if without:
        return without[0]
    first = all(sum(1 for _ in game.of(seat)) == 1 for seat in order)
    if first and not game.players[order[-1]].recruited:
        return order[-1]  # the last who picked a divinity begins the rest
    back = [(game.active - step) % len(order) for step in range(1, len(order) + 1)]
    return next((seat for seat in back if not game.players[seat].recruited), None)


def owes_divinity(match: Match, seat: int) -> bool:
    """Whether a player has a god or titan to take yet; nobody, where none is left among a scenario's units."""
    if match.divinity(seat) is not None:
        return False
    units = [match.known(name) for name in match.setup.limited]
    return not units or any(
        unit is None or (unit.kind == match.setup.divinity and not _taken(match, seat, unit)) for unit in units
    )


def army(match: Match, seat: int) -> list[Unit]:
    """The sheets of a player's units."""
    return [match.unit(piece.name) for piece in match.state.of(seat)]


def why_not(match: Match, seat: int, unit: Unit) -> Refusal:
    """Why a player can't recruit a unit, with the rule; two empty texts if nothing forbids it."""
    setup, player, mine = match.setup, match.state.players[seat], army(match, seat)
    has_divinity = any(one.divinity for one in mine)
    if unit.divinity and has_divinity:
        return f"{player.name} has a divinity already; an army has one", "army-limits"
    if unit.divinity and unit.kind != setup.divinity:
        return f"{unit.name} is a {unit.kind}; this game is played with {setup.divinity}s", "gods-or-titans"
    if not unit.divinity and owes_divinity(match, seat):
        return f"the first pick is a {setup.divinity}; {unit.name} is a {unit.kind}", "draft"
    if setup.limited and fold(unit.name) not in map(fold, setup.limited):
        return f"{unit.name} isn't among the units of the scenario", "limited"
    if owner := _taken(match, seat, unit):
        return f"{owner} has {unit.name} already", "army-limits"
    cost, dear = unit.cost or 0, numbers().recruiting.dear
    if not unit.divinity and cost >= dear:
        others = [one.name for one in mine if not one.divinity and (one.cost or 0) >= dear]
        if len(others) >= numbers().recruiting.dear_units:
            return (
                f"one unit of {dear} RP or more besides the {setup.divinity}, and that is {others[0]}",
                "army-limits",
            )
    if setup.counts_points and cost > player.points:
        return f"{unit.name} costs {cost} RP; {player.name} has {player.points}", "recruiting-points"
    return FREE


def _taken(match: Match, seat: int, unit: Unit) -> str:
    """Who has a unit that can't be taken again: of the own side, or of one box anybody (M72)."""
    for piece in match.state.pieces:
        one_box = match.setup.mode != "constructed" or match.setup.allied(piece.owner, seat)
        if fold(printed(piece.name)) == fold(unit.name) and one_box:
            return match.name(piece.owner)
    return ""


def affordable(match: Match, seat: int) -> list[Unit]:
    """The known units that a player can recruit now, divinities first, then by cost."""
    units = {fold(unit.name): unit for unit in (*match.setup.units, *match.state.learnt)}
    found = [unit for unit in units.values() if unit.cost is not None and not why_not(match, seat, unit)[0]]
    if match.setup.mode == "constructed" and match.setup.deck:
        found = [unit for unit in found if _comes_out_even(match, seat, unit, list(units.values()))]
    return sorted(found, key=lambda unit: (not unit.divinity, -(unit.cost or 0), unit.name))


def _comes_out_even(match: Match, seat: int, unit: Unit, box: list[Unit]) -> bool:
    """Whether the points that are left after a unit can be spent exactly on known units (Constructed)."""
    recruiting, mine = numbers().recruiting, [*army(match, seat), unit]
    dear = sum((one.cost or 0) >= recruiting.dear for one in mine if not one.divinity)
    spent = {(0, dear)}
    for other in box:
        cost = other.cost or 0
        if other.divinity or other in mine or not cost or _taken(match, seat, other):
            continue
        more = {(points + cost, many + (cost >= recruiting.dear)) for points, many in spent}
        spent |= {one for one in more if one[1] <= recruiting.dear_units}
    return any(points == match.state.players[seat].points - (unit.cost or 0) for points, _ in spent)


def _question(match: Match) -> Question[Pick]:
    seat, player = match.seat, match.player
    what = f"which {match.setup.divinity}" if owes_divinity(match, seat) else "which unit"
    return Question(
        RECRUIT, f"{player.name} recruits {what}{_left(match)}", lambda text: _read(match, text),
        options=lambda: list(_options(match)), closed=lambda: list(_closed(match)), who=player.name, open=True,
        hint="a unit that isn't known yet is typed by its name, or with its whole line",
        write=_write,
    )  # fmt: skip


def _left(match: Match) -> str:
    return f" ({match.player.points} RP left)" if match.setup.counts_points else ""


def _write(pick: Pick) -> str:
    """A pick as it is recorded, with the unit's whole line where that was typed."""
    if not pick.name:
        return NOTHING
    return f"{RECRUIT} {write_unit(pick.unit) if pick.unit is not None else pick.name}"


def _options(match: Match) -> Iterator[Option]:
    for unit in affordable(match, match.seat):
        yield Option(f"{RECRUIT} {unit.name}", detail=told(unit), also=(unit.name,))
    if not _why_not_nothing(match):
        unspent = f"{match.player.points} AoW cards for the unspent RP"
        yield Option(NOTHING, detail=unspent if match.setup.counts_points else "the army is complete")


def _closed(match: Match) -> Iterator[Option]:
    for unit in match.setup.units:
        reason, rule = why_not(match, match.seat, unit)
        if reason:
            yield Option(f"{RECRUIT} {unit.name}", detail=reason, rule=rule)
    if reason := _why_not_nothing(match):
        yield Option(NOTHING, detail=reason, rule="draft")


def told(unit: Unit) -> str:
    """A unit in a few words: "hero 3, greek"."""
    return f"{unit.kind} {unit.cost} RP" + (f", {unit.mythology}" if unit.mythology else "")


def _why_not_nothing(match: Match) -> str:
    """Why a player can't stop recruiting, "" if that can be (M71, M72)."""
    if owes_divinity(match, match.seat):
        return f"every army has a {match.setup.divinity}"
    if match.setup.mode == "constructed":
        return f"the points are spent exactly; {match.player.points} are left"
    if match.setup.counts_points and match.setup.deck and (left := affordable(match, match.seat)):
        return f"{left[-1].name} can still be had for {left[-1].cost} RP"
    return ""


def _read(match: Match, text: str) -> Pick:
    words = " ".join(text.split())
    if fold(words) == NOTHING:
        match.refuse(_why_not_nothing(match), "draft")
        return Pick()
    first, _, rest = words.partition(" ")
    name = rest if fold(first) == RECRUIT else words
    if name.isdecimal() or not name:
        raise Unreadable("write the name of the unit, like recruit Storm Warden")
    if ":" in name:
        unit = read_unit(name)
        _expect(match, unit)
        return Pick(unit.name, unit)
    known = keyed([*match.setup.units, *match.state.learnt], lambda unit: unit.name)
    unit_known = learning.find_known(name, known)
    if unit_known is not None:
        _expect(match, unit_known)
        return Pick(unit_known.name)
    if match.setup.limited and fold(name) not in map(fold, match.setup.limited):
        raise Illegal(f'"{name}" isn\'t among the units of the scenario', "limited")
    return Pick(UNITS.read_name(name))


def _likely(match: Match) -> str:
    """The kind of what is recruited now, as far as it is sure: a divinity first, then most likely a hero."""
    return "hero" if match.divinity(match.seat) is not None else match.setup.divinity


def _expect(match: Match, unit: Unit) -> None:
    """Raise Illegal for a unit that can't be recruited."""
    match.refuse(*why_not(match, match.seat, unit))


def _pick(match: Match, pick: Pick) -> Procedure[None]:
    """A pick is carried out; what isn't known of the unit is asked for."""
    seat = match.seat
    unit = yield from learning.whole_unit(match, pick.name, pick.unit, kind=_likely(match))
    _expect(match, unit)
    take(match, seat, unit)
    if match.setup.counts_points and not match.player.points:
        _close(match, seat)


def take(match: Match, seat: int, unit: Unit) -> None:
    """A unit joins an army, and is paid for at once."""
    player, game = match.state.players[seat], match.state
    copies = sum(fold(printed(piece.name)) == fold(unit.name) for piece in game.pieces)
    paid = (unit.cost or 0) if match.setup.counts_points else 0
    player.points -= paid
    game.pieces.append(Piece(numbered(unit.name, copies + 1), seat, unit.full, unit.full))
    mode = match.setup.mode
    match.emit(Recruited(seat, unit.name, paid, player.points, (mode, "army-limits")))


def _close(match: Match, seat: int) -> None:
    """An army is complete; what is left of the points becomes AoW cards."""
    player = match.state.players[seat]
    player.recruited, player.points, unspent = True, 0, player.points
    player.reserve = unspent * numbers().recruiting.unspent_aow
    match.emit(Reserved(seat, player.reserve))
