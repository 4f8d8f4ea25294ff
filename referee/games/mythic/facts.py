"""Facts of the map that questions to an open game are answered from: areas, units, stones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import get_args

from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import NOT_TRACKED
from referee.errors import Illegal
from referee.games.mythic.rules import attacks, movement, powers, recalls, recruiting, stones
from referee.games.mythic.rules.state import AOW, GREEK, Acting, Cards, GameState, Match, Piece, Setup
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import Talent, UnitType
from referee.text.names import printed

_NEXT = "next to play/turn next/next/next turn/next player/next go"
_ABSORBED = "stones/absorbed/divine stones/stones absorbed"
_OF_LIGHT_UNITS = {"vitality", "wounds", "load", "destroyed", "alive", "wounded", "unhurt"}
"""What each player has absorbed; what is known of units where less than everything is tracked."""


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield everything that stands or lies open where everything is tracked; else recruiting and the turns."""
    if game.phase == "recruit":
        yield from _recruiting(Match(setup, game, []).cached())
        return
    match = Match(setup, game, []).cached()
    *order, first = map(match.name, recalls.turns_ahead(match))
    table: dict[str, Value] = {
        "round": game.round,
        "turn": game.turn,
        _NEXT: [*order, first][0],
        "first in the next round/first next round/starts next round/begins next round": first,
        "turns left in the round/turns left round/left play round/play round/turns round": order,
    }
    yield Thing("", facts=table)
    if game.light:
        for player in game.players:
            yield Thing(player.name, facts={_ABSORBED: len(player.absorbed), "cards": NOT_TRACKED})
        for piece in game.pieces:
            unit = _unit(match, piece, {})
            its = {key: fact for key, fact in unit.facts.items() if key.partition("/")[0] in _OF_LIGHT_UNITS}
            yield Thing(piece.name, unit.kinds, unit.owner, unit.place, its, unit.printed)
        return
    for seat, player in enumerate(game.players):
        divinity = match.divinity(seat)
        yield Thing(
            player.name,
            facts={
                _ABSORBED: len(player.absorbed),
                **_aow(player.cards),
                "discards/discard pile/cards discard pile": (
                    f"{len(player.cards.discard)} cards{_counted(player.cards.discard, ' ({})')}"
                ),
                "cards": (
                    f"{player.cards.held + player.cards.deck}: hand {player.cards.held}, deck {player.cards.deck}"
                ),
                "divinity": printed(divinity.name) if divinity is not None else "none",
                "lead/lead round/first round/went first round/started round/began round": seat == game.lead,
                **(_actions(game.acting) if seat == game.active and game.acting.unit else {}),
                **_team(match, seat),
            },
        )
    for area in game.board.names:
        yield _area(match, area)
    named = {f"{match.stone_text(one[0])} #{number}": one for number, one in enumerate(_stones(game), 1)}
    yield from (_unit(match, piece, named) for piece in game.pieces)
    for text, (stone, owner, at) in named.items():
        yield Thing(
            text,
            "stone divine omphalos" if stone == GREEK else "stone divine",
            owner,
            at,
            {
                "absorbed": at.startswith("absorbed"),
                "taken/claimed/picked up": at not in game.spots,
                "carried": at.startswith("with "),
                "lying/board/free/loose/unclaimed": at in game.spots,
            },
        )
    tokens = [(token.name, area) for area, spot in game.spots.items() for token in spot.tokens]
    yield from (Thing(f"{name} #{number}", "token", "", area) for number, (name, area) in enumerate(tokens, 1))


def _counted(cards: Sequence[str], form: str) -> str:
    many = Counter(map(printed, cards))
    return form.format(", ".join(f"{number} {name}" for name, number in sorted(many.items()))) if many else ""


def _actions(acting: Acting) -> dict[str, Value]:
    """Return which actions the unit that is activated has left."""
    done = f"{', '.join(acting.done)} done" if acting.done else "none done"
    left = 0 if acting.stopped else acting.limit - len(acting.done)
    kind = "complex declared" if acting.complex else f"{left} simple of {acting.limit}"
    return {"actions left/actions/actions done": f"{kind}, {done}"}


def _team(match: Match, seat: int) -> dict[str, Value]:
    """Return the other players of a player's side, and the stones that it has absorbed; nothing in a game for two."""
    allied = [other for other in range(len(match.state.players)) if match.setup.are_allied(seat, other)]
    stones = sum(len(match.state.players[other].absorbed) for other in allied)
    others = [match.name(other) for other in allied if other != seat]
    key = "team/allies/side/partner/team mates"
    return {key: others, "team's stones/stones team/stones side": stones} if others else {}


def _aow(cards: Cards) -> dict[str, Value]:
    """Return how many art of war cards are in the discards; where the others are, only their owner sees (M67)."""
    discarded, every = cards.discard.count(AOW), cards.all()[AOW]
    most = cards.possible(AOW)
    hand = f"at most {most} of the {cards.held} cards in hand" if most else "none in hand"
    return {"AoW cards/art of war cards/AoW/art of war": f"{every} in all: {discarded} in the discards, {hand}"}


def _recruiting(match: Match) -> Iterator[Thing]:
    """Yield what each player has recruited, has left to recruit with, and can recruit."""
    game, left = match.state, dict[str, Unit]()
    yield Thing("", facts={_NEXT: match.name(recruiting.follows(match))})
    for seat, player in enumerate(game.players):
        units = [printed(piece.name) for piece in game.pieces if piece.owner == seat]
        can = {unit.name: f"{unit.kind} {unit.cost} RP" for unit in recruiting.affordable(match, seat)}
        left |= {unit.name: unit for unit in recruiting.affordable(match, seat)}
        facts: dict[str, Value] = {
            "RP left/points/RP/recruitment points/points left/budget/points to spend": player.points,
            "units": units,
        }
        known = {"recruit/afford/buy/pick/take/choose/get": can} if match.setup.deck else {}  # else the table knows
        yield Thing(player.name, facts=facts, can=known)
    for piece in game.pieces:
        kind, owner = match.unit(piece.name).kind, game.players[piece.owner].name
        yield Thing(piece.name, f"{_UNIT} {kind}", owner, facts={_FREE: False, _TAKEN: True})
    for unit in left.values():
        price: dict[str, Value] = {_FREE: True, _TAKEN: False, "price/cost/expensive": f"{unit.cost} RP"}
        yield Thing(unit.name, f"{_UNIT} {unit.kind}", facts=price)


_FREE, _TAKEN = "left/available/free/on offer", "taken/recruited/chosen"
_UNIT = "unit army figure model miniature"
"""Words for any unit."""


def _stones(game: GameState) -> Iterator[tuple[str, str, str]]:
    """Yield each stone that isn't in the box, with its owner, and its place."""
    for player in game.players:
        yield from ((stone, player.name, f"absorbed by {player.name}") for stone in player.absorbed)
    for piece in game.pieces:
        if piece.stone:
            yield (
                piece.stone,
                game.players[piece.owner].name,
                f"with {printed(piece.name)}{f' in {piece.area}' if piece.area else ''}",
            )
    yield from ((stone, "", area) for area, spot in game.spots.items() for stone in spot.stones)


def _area(match: Match, name: str) -> Thing:
    board, spot = match.state.board, match.spot(name)
    units, capacity = len(match.state.within(name)), board[name].capacity
    terrain = powers.terrain(match, name)
    room = "room/space/free space/free room/room left"
    here: dict[str, Value] = {
        "terrain": terrain,
        "capacity": capacity,
        "zone": board[name].zone or "none",
        f"{room}/more units/more units fit/units can enter": max(0, capacity - units),
        "neighbours/next to/beside/adjacent/border": board.neighbours(name),
        "elements/trees/columns": spot.elements,
        "empty/free": not units,
        "full": units >= capacity,
    }
    borders = {
        there: kind for there in board.neighbours(name) if (kind := getattr(board.between(name, there), "kind", ""))
    }
    return Thing(name, f"area {terrain} terrain", facts=here, can={"border on": borders})


def _unit(match: Match, piece: Piece, named: Mapping[str, tuple[str, str, str]]) -> Thing:
    unit = match.unit(piece.name)
    stats = unit.line(piece.vitality).stats
    dead = piece.status == "destroyed"
    place = piece.area if piece.there else {"waiting": "not deployed"}.get(piece.status, piece.status)
    now: dict[str, Value] = {
        "vitality/health/life/hit points/wounds left": f"{piece.vitality} of {piece.full}",
        "wounds/wounds taken/damage/missing vitality": piece.lost,
        "load/stone/stones/carrying/carries/carry": match.stone_text(piece.stone) if piece.stone else "nothing",
        "destroyed/dead/killed/lost": dead,
        "alive": not dead,
        "waiting/waiting deployed/left deploy/not deployed": piece.status == "waiting",
        "wounded/hurt/injured": not dead and piece.vitality < piece.full,
        "unhurt/full vitality": piece.vitality == piece.full,
        "deployed/board": piece.there,
        "offence/attack/strong": f"{stats.offence} printed",
        "defence": f"{stats.defence} printed",
        "range": f"{stats.range} printed",
        "movement/speed/fast": f"{stats.movement} printed",
    }
    if unit.cards:
        now["activation cards/activation"] = f"{unit.cards} printed"
    if not dead:
        now["activated/acted/activated this turn/gone this turn/moved this turn/used this turn"] = piece.activated
    own, two = piece.owner == match.state.active, len(match.state.players) == 2
    if own or (two and match.state.active == match.state.lead):  # else its turn of this round may be over
        verbs = ("activated", "acted", "gone", "moved", "used")
        now["/".join(f"{one} this round" for one in verbs)] = piece.activated
    owner = match.state.players[piece.owner].name
    can = _can(match, piece, named) if piece.there and piece.area else {}
    if piece.status == "waiting":
        can["deploy/place/put/set/appear/enter/bring"] = dict.fromkeys(powers.open_areas(match, piece), "")
    kinds = (_UNIT, unit.kind, *unit.types, *["divinity"] * unit.divinity)
    traits: dict[str, Value] = {one: one in unit.types for one in get_args(UnitType)}
    traits |= {f"{one} talent": one in unit.talents for one in get_args(Talent)}
    return Thing(piece.name, " ".join(kinds), owner, place, now, traits, can)


def _can(match: Match, piece: Piece, named: Mapping[str, tuple[str, str, str]]) -> dict[str, dict[str, str]]:
    """Return where a unit can walk, what it can attack, claim and absorb, if it were activated now where it is."""
    walks: dict[str, str] = {}
    for area, ways in movement.reach(match, piece, "walk").ways.items():
        if area != piece.area:
            walks[area] = f"{ways[0].wounds} wound" if ways[0].wounds else ""
    if not walks and (why := movement.why_not(match, piece, "walk")):
        walks[""] = why.reason
    attacked: dict[str, str] = {}
    for target, manner in attacks.candidates(match, piece, attacks.Manner()):
        with suppress(Illegal):
            attacks.check_attack(match, piece, target, manner)
            at = attacks.area_of(match, target)
            attacked.setdefault(target.unit or target.label(), f"{at}, as if there" if manner.as_if_there else at)
    foes = [one for one in match.state.pieces if one.there and not match.setup.are_allied(one.owner, piece.owner)]
    foes = [one for one in foes if one.area == piece.area] or foes
    answered = [one.name for one in foes if attacks.may_answer(match, piece, one)]
    claims = {name: at for name, (_, _, at) in named.items() if at in match.state.spots}
    here = {
        (one.stone, f"with {printed(one.bearer)} in {piece.area}" if one.bearer else piece.area)
        for one in stones.absorbable(match, piece)
    }
    absorbs = {name: at for name, (stone, _, at) in named.items() if (stone, at) in here}
    return {
        "walk to/walk/go/move/reach/get/come": walks,
        "attack/hit/shoot/fight/strike/wound/kill/target": attacked,
        "claim/take/grab/collect/pick/get": {
            name: at for name, at in claims.items() if not stones.why_not_claim(match, piece, at)
        },
        "retaliate/answer": dict.fromkeys(answered, "") if answered else {"": _why_no_answer(match, piece)},
        "absorb": absorbs if match.unit(piece.name).divinity else {"": "only divinities absorb"},
    }


def _why_no_answer(match: Match, piece: Piece) -> str:
    if piece.retaliated:
        return "it has struck back this turn"
    return "" if attacks.answer_cards(match, piece) else "no card of it is in hand"
