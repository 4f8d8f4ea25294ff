"""Typing during the game: units, areas, boundaries and lines of sight that aren't known yet (M1, M30)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.meaning import ALIKE, Suggestion
from referee.asking.moves import Moves
from referee.asking.question import Option, Procedure, Question, closed_by
from referee.asking.words import FILLERS, IDLE, asks, is_no_name, says_over, tokens_of
from referee.cards.language import beginning
from referee.errors import Ambiguous, Illegal, Incomplete, Unreadable
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Area, Boundary, Sightline
from referee.games.mythic.rules.events import Recruited
from referee.games.mythic.rules.state import Match, Piece, Spot
from referee.games.mythic.tables import numbers
from referee.games.mythic.units.language import UNITS, read_unit, write_unit
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import Terrain
from referee.text.grammar import so_many
from referee.text.names import and_list, by_key, find, fold, nearest, numbered, or_list, printable, printed, word_set

NONE = "none"
SHORTEST = 2
"""A word of at most this length doesn't identify a known unit."""


def unknown(unit: Unit) -> list[str]:
    """List what an army needs to know of a unit and isn't known, as it is typed."""
    needed = {
        "its cost": unit.cost,
        "its cards, like 3 cards": unit.cards,
        "its strategic value, like art 1": unit.art,
    }
    return [what for what, value in needed.items() if value is None]


def find_known(text: str, known: Mapping[str, Unit]) -> Unit | None:
    """Find the known unit that is meant, by any word of its name; None for the name of another.

    Raises Ambiguous.
    """
    key = fold(text)
    if key in known or any(name.startswith(key) for name in known):
        return find(text, known, "unit")
    by_later_word = {name: unit for name, unit in known.items() if f" {key}" in name} if len(key) > SHORTEST else {}
    if len(by_later_word) > 1:
        raise Ambiguous(f'"{printable(text)}" fits several: {or_list(unit.name for unit in by_later_word.values())}')
    return next(iter(by_later_word.values()), None)


def _expect_complete(unit: Unit) -> None:
    """Check that a sheet is complete. Raises Incomplete."""
    if missing := unknown(unit):
        raise Incomplete(f"{unit.name} needs {and_list(missing)} too")


def unit_line(name: str, kind: str) -> Question[Unit]:
    """Return the question for what is printed on a unit's dashboard or card, with an example of a kind."""

    def parse(text: str) -> Unit:
        named = fold(text.partition(":")[0]) == fold(name)
        rest = (text.partition(":")[2] if named else text).strip()
        begins = [f"{kind} "] if rest[:1].isdigit() else []
        unit = beginning(lambda rest: read_unit(f"{name}: {rest}"), rest, begins)
        _expect_complete(unit)
        return unit

    example = UNITS.examples[kind].partition(": ")[2]
    return Question(
        f"card {fold(name)}",
        f"What is printed on {name}",
        parse,
        hint=f"bit by bit, or as in: {example}",
        write=write_unit,
        whole=True,
        language=lambda: UNITS.help_lines(kind),
    )


def whole_unit(match: Match, name: str, typed: Unit | None = None, *, kind: str = "hero") -> Procedure[Unit]:
    """Find the sheet of a unit; ask for it, with `kind` as the likely one, if it is unknown or incomplete."""
    unit = typed or match.known(name)
    if unit is None or unknown(unit):
        unit = yield unit_line(name, kind)
        typed = unit
    if typed is not None:
        learn(match, typed)
    return unit


def learn(match: Match, unit: Unit) -> None:
    """Store a unit's sheet."""
    match.state.learnt = (*(one for one in match.state.learnt if fold(one.name) != fold(unit.name)), unit)
    match.say(f"Noted: {write_unit(unit)}.", "M1")


# --- the map ----------------------------------------------------------------------------------------


def area_named(match: Match, text: str) -> str:
    """Find an area by its name, or parse the name of a new one. Raises Unreadable."""
    known = {fold(name): name for name in match.state.board.names}
    if fold(text) not in known and len(text) > 1 and fold(text) in FILLERS:
        raise Unreadable(f'"{text}" isn\'t an area')
    return known.get(fold(text)) or words.AREAS.read_name(text)


WhyNot = Callable[..., Refusal]
"""Check why nothing can be set down in the area of a `name`, in a game that has that area."""


def known_area(match: Match, name: str, why_not: WhyNot = lambda match, name: ALLOWED) -> Procedure[str]:
    """Ask for an area, and its borders to known areas, if the map lacks it; return its name.

    A new area is refused by `why_not`, if it can't be used for the purpose.
    """
    game = match.state
    if name in game.board:
        return name
    area: Area = yield _area_question(match, name, why_not)
    _add_area(match, area)
    match.say(f"Noted: area {words.write_area(area)}.", "M1")
    others = game.board.names[:-1]
    if others:
        board = match.state.board

        def parse(text: str) -> tuple[Boundary, ...]:
            if fold(text) in (NONE, ""):
                return ()
            found, grown = [], board
            for part in filter(None, map(str.strip, text.split(","))):
                whole = part if "-" in part.partition(" ")[0] else f"{name}-{part}"
                found.append(words.read_border(whole, board.names))
                if name not in (found[-1].first, found[-1].second):
                    raise Unreadable(f"these are the borders of {name}; {part} isn't one")
                grown = words.with_border(grown, found[-1])
            return tuple(found)

        borders: tuple[Boundary, ...] = yield Question(
            f"borders {fold(name)}",
            f"Which areas border {name} (of {', '.join(others)})",
            parse,
            default=NONE,
            hint=f"like {others[-1]} wall; {name}-{others[-1]} above where an arrowhead points down to {others[-1]}",
            write=lambda borders: ", ".join(map(words.write_border, borders)) or NONE,
        )
        for border in borders:
            game.board = words.with_border(game.board, border)
            match.say(f"Noted: border {words.write_border(border)}.", "M1")
    return name


def _add_area(match: Match, area: Area) -> None:
    match.state.board = words.with_area(match.state.board, area)
    match.state.spots[area.name] = Spot(match.state.board.elements(area.name))


def new_area(match: Match, seat: int, begun: str, moves: Moves[Match]) -> Iterator[Option]:
    """Offer a player a new area of their own zone, if the map is typed in as the game goes and the zone is known.

    `begun` is one of the `moves`, without its area.
    """
    zone = match.state.players[seat].zone
    if match.setup.board_file or not zone:
        return

    prompt = f"The name of a new area of zone {zone}"
    question = moves.rest_of(match, begun, "new area", prompt, hint="like Camp")
    yield Option(begun, label=f"{begun} AREA", detail=f"a new area of zone {zone}", more=lambda: question)


_AREA = f"terrain ({', '.join(get_args(Terrain))}), room for how many units, zone if any: "
"""What an area is described by."""


def _area_question(match: Match, name: str, why_not: WhyNot) -> Question[Area]:
    def parse(text: str) -> Area:
        mapped = fold(text.partition(":")[0]) == fold(name)
        area = words.read_area(text if mapped else f"{name}: {text.strip()}")
        trial = replace(match, state=match.state.copy())
        _add_area(trial, area)
        trial.refuse(*why_not(trial, name=name))
        return area

    return Question(
        f"area {fold(name)}",
        f"What is area {name}",
        parse,
        write=words.write_area,
        hint=f"{'' if match.state.board.names else _AREA}like forest 3, zone north",
    )


def known_line(match: Match, one: str, other: str) -> Procedure[None]:
    """Ask what the line between two centres meets, unless it is known (M30)."""
    game = match.state
    if game.board.line(one, other) is not None:
        return

    line: Sightline = yield Question(
        f"line {fold(one)}-{fold(other)}",
        f"What does the straight line from the centre of {one} to that of {other} meet",
        lambda text: words.read_met(one, other, text, game.board),
        default=words.NOTHING,
        write=words.write_met,
        hint="areas, and borders that hide, like C, B-D; nothing",
    )
    game.board = words.with_line(game.board, line)
    match.say(f"Noted: line {words.write_line(line)}.", "M1")


# --- Recruiting -----------------------------------------------------------------------------------
# Recruiting an army: order of picks, affordable units, AoW cards for points that buy nothing (Draft, M71).


NOTHING = "nothing left"
RECRUIT = "recruit"
_NO_MORE = ("done", "finished", "no more", "nobody", "nothing more", "that is all", "that's all")
"""Everyday phrases for it."""


class Pick(Struct, frozen=True):
    """A unit that is recruited, by its printed name, with its sheet if that was typed; "" for nothing left."""

    name: str = ""
    unit: Unit | None = None


def recruit(match: Match) -> Procedure[None]:
    """Ask for one pick; when all armies are complete, go on to the set-up of the board."""
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
    """Return the seat that picks next; None when all armies are complete."""
    game = match.state
    order = game.clockwise(game.lead)
    without = [seat for seat in order if not game.players[seat].recruited and owes_divinity(match, seat)]
    if match.setup.mode == "constructed":
        return next((seat for seat in order if not game.players[seat].recruited), None)
    if without:
        return without[0]
    first = all(sum(1 for _ in game.of(seat)) == 1 for seat in order)
    if first and not game.players[order[-1]].recruited:
        return order[-1]  # the last player to pick a divinity goes on first
    back = [(game.active - step) % len(order) for step in range(1, len(order) + 1)]
    return next((seat for seat in back if not game.players[seat].recruited), None)


def follows(match: Match) -> int:
    """Return the seat that picks after the one that picks now, if all go on picking."""
    game = match.state
    order = game.clockwise(game.lead)
    owing = [seat for seat in order if seat != game.active and owes_divinity(match, seat)]
    if match.setup.mode == "constructed" or owing:
        return next((seat for seat in owing or order if seat != game.active and not game.players[seat].recruited), 0)
    if owes_divinity(match, game.active):
        return order[-1]
    back = [(game.active - step) % len(order) for step in range(1, len(order) + 1)]
    return next(seat for seat in back if not game.players[seat].recruited)


def owes_divinity(match: Match, seat: int) -> bool:
    """Return whether a player must still take a god or titan; False if a scenario has none left."""
    if match.divinity(seat) is not None:
        return False
    units = [match.known(name) for name in match.setup.limited]
    return not units or any(
        unit is None or (unit.kind == match.setup.divinity and not _taken(match, seat, unit)) for unit in units
    )


def army(match: Match, seat: int) -> list[Unit]:
    """Return the sheets of a player's units."""
    return [match.unit(piece.name) for piece in match.state.of(seat)]


def why_not(match: Match, seat: int, unit: Unit) -> Refusal:
    """Return why a player can't recruit a unit, with the rule; two empty texts if nothing forbids it."""
    setup, player, mine = match.setup, match.state.players[seat], army(match, seat)
    has_divinity = any(one.divinity for one in mine)
    if unit.divinity and has_divinity:
        return Refusal(f"{player.name} has a divinity already; an army has one", "army-limits")
    if unit.divinity and unit.kind != setup.divinity:
        return Refusal(f"{unit.name} is a {unit.kind}; this game is played with {setup.divinity}s", "gods-or-titans")
    if not unit.divinity and owes_divinity(match, seat):
        return Refusal(f"the first pick is a {setup.divinity}; {unit.name} is a {unit.kind}", "draft")
    if setup.limited and fold(unit.name) not in map(fold, setup.limited):
        return Refusal(f"{unit.name} isn't among the units of the scenario", "limited")
    if owner := _taken(match, seat, unit):
        return Refusal(f"{owner} has {unit.name} already", "army-limits")
    cost, dear = unit.cost or 0, numbers().recruiting.dear
    if not unit.divinity and cost >= dear:
        others = [one.name for one in mine if not one.divinity and (one.cost or 0) >= dear]
        if len(others) >= setup.dear_units:
            many = "one unit" if setup.dear_units == 1 else f"{setup.dear_units or 'no'} units"
            which = f", and that is {others[0]}" if len(others) == 1 else ""
            return Refusal(f"{many} of {dear} RP or more besides the {setup.divinity}{which}", "army-limits")
    if setup.points and cost > player.points:
        return Refusal(f"{unit.name} costs {cost} RP; {player.name} has {player.points}", "recruiting-points")
    return ALLOWED


def _taken(match: Match, seat: int, unit: Unit) -> str:
    """Return the player who has a unit that can't be taken again: on the same side, or from a shared box (M72)."""
    for piece in match.state.pieces:
        setup = match.setup
        one_box = (
            setup.mode != "constructed" or setup.constructed_from == "pool" or setup.are_allied(piece.owner, seat)
        )
        if fold(printed(piece.name)) == fold(unit.name) and one_box:
            return match.name(piece.owner)
    return ""


def affordable(match: Match, seat: int) -> list[Unit]:
    """List the known units that a player can recruit now, divinities first, then by cost."""
    units = {fold(unit.name): unit for unit in (*match.setup.units, *match.state.learnt)}
    found = [unit for unit in units.values() if unit.cost is not None and not why_not(match, seat, unit)]
    if match.setup.mode == "constructed" and match.setup.deck:
        found = [unit for unit in found if _comes_out_even(match, seat, unit, list(units.values()))]
    return sorted(found, key=lambda unit: (not unit.divinity, -(unit.cost or 0), unit.name))


def _comes_out_even(match: Match, seat: int, unit: Unit, box: list[Unit]) -> bool:
    """Return whether the points left after a unit can be spent exactly on known units (Constructed)."""
    recruiting, mine = numbers().recruiting, [*army(match, seat), unit]
    dear = sum((one.cost or 0) >= recruiting.dear for one in mine if not one.divinity)
    spent = {(0, dear)}
    for other in box:
        cost = other.cost or 0
        if other.divinity or other in mine or not cost or _taken(match, seat, other):
            continue
        more = {(points + cost, many + (cost >= recruiting.dear)) for points, many in spent}
        spent |= {one for one in more if one[1] <= match.setup.dear_units}
    return any(points == match.state.players[seat].points - (unit.cost or 0) for points, _ in spent)


def _question(match: Match) -> Question[Pick]:
    seat, player = match.seat, match.player
    what = f"which {match.setup.divinity}" if owes_divinity(match, seat) else "which unit"
    left = f" ({player.points} RP left)" if match.setup.points else ""
    return Question(
        RECRUIT,
        f"{player.name} recruits {what}{left}",
        lambda text: _read(match, text),
        options=lambda: list(_options(match)),
        closed=lambda: list(_closed(match)),
        who=player.name,
        open=True,
        coins=lambda pick: pick.name if pick.name and pick.unit is None and match.known(pick.name) is None else "",
        hint="or type the name of a new unit",
        write=_write,
    )


def _write(pick: Pick) -> str:
    """Format a pick as recorded, with the unit's whole line if that was typed."""
    if not pick.name:
        return NOTHING
    return f"{RECRUIT} {write_unit(pick.unit) if pick.unit is not None else pick.name}"


def _options(match: Match) -> Iterator[Option]:
    for unit in affordable(match, match.seat):
        cost = f"{unit.cost} RP" if match.setup.points else ""
        yield Option(f"{RECRUIT} {unit.name}", detail=describe(unit), group=cost, also=(unit.name,))
    if not _why_not_nothing(match):
        left = match.player.points
        unspent = f"only if no unit can be paid: {so_many(left, 'AoW card')} for {left} RP"
        yield Option(NOTHING, detail=unspent if match.setup.points else "the army is complete")


def _closed(match: Match) -> Iterator[Option]:
    for unit in match.setup.units:
        if why := why_not(match, match.seat, unit):
            yield closed_by(f"{RECRUIT} {unit.name}", why)
    if reason := _why_not_nothing(match):
        yield Option(NOTHING, detail=reason, rule="draft")


def describe(unit: Unit) -> str:
    """Describe a unit: "hero 3, greek"."""
    return f"{unit.kind} {unit.cost} RP" + (f", {unit.mythology}" if unit.mythology else "")


def _why_not_nothing(match: Match) -> str:
    """Return why a player can't stop recruiting, "" if it is possible (M71, M72)."""
    if owes_divinity(match, match.seat):
        return f"every army has a {match.setup.divinity}"
    if match.setup.mode == "constructed":
        return f"all points must be spent; {match.player.points} RP left"
    if match.setup.points and match.setup.deck and (left := affordable(match, match.seat)):
        return f"{left[-1].name} can still be recruited for {left[-1].cost} RP"
    return ""


def _read(match: Match, text: str) -> Pick:
    words = " ".join(text.split())
    if fold(words).rstrip(".!") in (NOTHING, *_NO_MORE) or says_over(words):
        match.refuse(_why_not_nothing(match), "draft")
        return Pick()
    first, _, rest = words.partition(" ")
    name = rest if fold(first) == RECRUIT else words
    if name.isdecimal() or not name:
        raise Unreadable("write the name of the unit, like recruit Storm Warden")
    if ":" in name:
        unit = read_unit(name)
        _expect_complete(unit)
        _expect(match, unit)
        return Pick(unit.name, unit)
    known = by_key([*match.setup.units, *match.state.learnt], lambda unit: unit.name)
    unit_known = find_known(name, known)
    if unit_known is not None:
        _expect(match, unit_known)
        return Pick(unit_known.name)
    if asks(name):
        raise Unreadable(f"\"{printable(name)}\" isn't a unit's name")
    within = [unit for message, unit in known.items() if re.search(rf"\b{re.escape(message)}\b", fold(name))]
    others = set(tokens_of(name)) - IDLE - set(tokens_of(match.player.name)) - _OF_UNITS
    if len(within) == 1 and others <= {*tokens_of(within[0].name), str(within[0].cost)}:
        _expect(match, within[0])
        return Pick(within[0].name)
    if within:
        one = f"{match.player.name} recruits one unit now, of a new one write its whole line"
        raise Unreadable(f'can\'t read "{printable(name)}"; {one}')
    if match.setup.limited and fold(name) not in map(fold, match.setup.limited):
        raise Illegal(f'"{name}" isn\'t among the units of the scenario', "limited")
    if is_no_name(name) or name[0].isdigit():  # "6 points" is printed on one
        raise Unreadable(f"\"{printable(name)}\" isn't a unit's name")
    named = [unit.name for unit in known.values() if others and others <= {*tokens_of(unit.name)}]
    if len(named) == 1 and len(others) < len(tokens_of(name)):
        _expect(match, known[fold(named[0])])
        return Pick(named[0])
    content = " ".join(token for token in tokens_of(name) if token in others) or name
    if near := nearest(content, [unit.name for unit in known.values()], most=1, alike=ALIKE):
        text = f'No unit is called "{printable(name)}". Did you mean {near[0]}? Of a new unit write its whole line.'
        raise Suggestion(text, f"{RECRUIT} {near[0]}")
    if not _OF_SENTENCES.union(tokens_of(match.player.name)).isdisjoint(tokens_of(name)):
        raise Unreadable(f"\"{printable(name)}\" isn't a unit's name")
    return Pick(UNITS.read_name(name))


_OF_UNITS = word_set(
    """add adds army buy buys choose chooses draft drafts grab grabs hire hires last point points
    recruits rp takes unit"""
)
"""Other words in an answer that recruits a unit."""

_OF_SENTENCES = word_set("choose costs don't dont get gets i i'd i'll not or pick picks recruits take takes want we")
"""Words that don't occur in a unit's name: "ogre costs 5", "get the wolves"."""


def _expect(match: Match, unit: Unit) -> None:
    """Check that a unit can be recruited. Raises Illegal."""
    match.refuse(*why_not(match, match.seat, unit))


def _pick(match: Match, pick: Pick) -> Procedure[None]:
    """Carry out a pick; ask for what isn't known of the unit."""
    seat = match.seat
    likely = "hero" if match.divinity(seat) is not None else match.setup.divinity
    unit = yield from whole_unit(match, pick.name, pick.unit, kind=likely)
    _expect(match, unit)
    take(match, seat, unit)
    if match.setup.points and not match.player.points:
        _close(match, seat)


def take(match: Match, seat: int, unit: Unit) -> None:
    """Add a unit to an army and pay for it at once."""
    player, game = match.state.players[seat], match.state
    copies = sum(fold(printed(piece.name)) == fold(unit.name) for piece in game.pieces)
    paid = (unit.cost or 0) if match.setup.points else 0
    player.points -= paid
    game.pieces.append(Piece(numbered(unit.name, copies + 1), seat, unit.full, unit.full))
    mode = match.setup.mode
    match.emit(Recruited(seat, unit.name, paid, player.points, (mode, "army-limits")))


def _close(match: Match, seat: int) -> None:
    """Complete an army; the points left become AoW cards."""
    player = match.state.players[seat]
    player.recruited, player.points, unspent = True, 0, player.points
    player.reserve = unspent * numbers().recruiting.unspent_aow
    taken = f" takes {so_many(player.reserve, 'AoW card')} for the starting hand" if player.reserve else ""
    whole = "'s army is complete"
    match.say(f"{player.name}{taken or whole}.", "draft", "M71")
