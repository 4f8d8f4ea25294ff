"""Possible targets, manners and values of attacks, as they are when a target is chosen (Target choice)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Annotated, Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import Refusal
from referee.asking.question import Option, closed_by
from referee.effects.phrases import Names
from referee.errors import Illegal
from referee.games.mythic.attack.advice import odds_text
from referee.games.mythic.attack.dice import dice_for
from referee.games.mythic.attack.values import (
    NO_WAY,
    Attack,
    Modifier,
    Side,
    Values,
    at_range_0,
    attackers_talents,
    compute,
    defenders_talents,
    values_of,
)
from referee.games.mythic.board import board, moving
from referee.games.mythic.odds.reckoning import chances_of
from referee.games.mythic.readings import in_attack
from referee.games.mythic.rules import manoeuvres, powers
from referee.games.mythic.rules.state import AOW, NOBODY, OMPHALOS, Match, Piece, Token
from referee.games.mythic.units import active_powers
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.active_powers import FightAtRange
from referee.games.mythic.vocabulary import AttackKind, Talent
from referee.text.grammar import so_many
from referee.text.names import printed

NATURE = "force of nature"
AS_IF_THERE = " as if there"
LASTING: tuple[Talent, ...] = ("close combat", "sneak attack")
"""Talents whose bonus holds to the end of the activation, at any range (M26)."""

Unused = Annotated[Talent, Names("talent", lambda match: get_args(Talent))]


class Manner(Struct, frozen=True, kw_only=True):
    """The manner of an attack: its kind, as if there, from the air; talents that aren't used.

    `dice` and `range` are those of a power, `source` is its name.
    """

    kind: AttackKind = "attack"
    as_if_there: bool = False
    aerial: bool = False
    unused: tuple[Talent, ...] = ()
    source: str = ""
    dice: int | None = None
    range: int | None = None


class AttackTarget(Struct, frozen=True):
    """A target: a unit by its name, or a token by its name and area."""

    unit: str = ""
    token: str = ""
    area: str = ""

    @property
    def to_text(self) -> str:
        """Its recorded form."""
        return self.unit or f"{self.token} {self.area}"

    def label(self) -> str:
        """Return its name for messages."""
        return printed(self.unit) if self.unit else f"{self.token} in {self.area}"


# --- the two sides ----------------------------------------------------------------------------------


def attack_on(match: Match, attacker: Piece, target: AttackTarget, manner: Manner) -> Attack:
    """Build an attack with all that decides its values; `values_of` checks whether it is allowed."""
    match = match.cached()
    board, there = match.state.board, area_of(match, target)
    distance = 1 if manner.as_if_there else board.distance(attacker.area, there, round_walls=match.round_walls)
    near = manner.as_if_there or attacker.area == there
    defender = match.state.piece(target.unit) if target.unit else None
    fought = fight_of(match, attacker, target, manner)
    answers = manner.kind == "retaliation"
    struck = attacker.area if answers else there  # both sides look at the struck area (M24, M80)
    allies_there = match.setup.as_if_there == "target's area"
    own = _side(match, attacker, fought, struck if manner.as_if_there and allies_there else attacker.area)
    own = replace(
        own,
        range=own.range if manner.range is None else manner.range,
        unused=tuple(talent for talent in manner.unused if talent in own.talents),
    )
    beside = struck if answers and manner.as_if_there and allies_there else there
    other = _side(match, defender, fought, beside) if defender else _token_side(match, attacker, target)
    given = () if manner.dice is None else (Modifier(why=manner.source, dice=manner.dice),)
    used = used_before(match, attacker, manner.kind)
    attack = Attack(
        attacker=own,
        defender=other,
        kind=manner.kind,
        distance=NO_WAY if distance is None else distance,
        as_if_there=manner.as_if_there,
        heights=attacker.area != there and board.heights(attacker.area, there),
        aerial=manner.aerial,
        nature=NATURE in used,
        visible=near or not why_hidden(match, attacker.area, there),
        **in_attack(match.setup),
        modifiers=(*active_powers.modifiers(powers.view(match), fought), *given),
    )
    return replace(attack, modifiers=(*attack.modifiers, *_lasting_bonuses(attack, used)))


def fight_of(match: Match, attacker: Piece, target: AttackTarget, manner: Manner) -> FightAtRange:
    """Return an attack as powers see it, as if there at range 0 (M24); an attacked token has no powers."""
    board, there = match.state.board, area_of(match, target)
    far = 0 if manner.as_if_there else board.distance(attacker.area, there, round_walls=match.round_walls) or 0
    return FightAtRange(attacker=attacker.name, defender=target.unit, range=far)


def area_of(match: Match, target: AttackTarget) -> str:
    """Return the area of a target."""
    return match.state.piece(target.unit).area if target.unit else target.area


def _side(match: Match, piece: Piece, fought: FightAtRange, company_at: str) -> Side:
    """Build a side of the attack from a unit; its allies are those in its area, or in the one it strikes into."""
    allies = [one for one in match.state.within(company_at) if match.are_allied(piece, one)]
    troop = match.unit(piece.name).troop
    bolstered = troop and any("bolster" in powers.talents(match, one, fought) for one in allies)
    return side_of(
        match,
        piece,
        talents=powers.effective_talents(match, piece, fought),
        types=tuple(powers.types(match, piece)),
        terrain=powers.terrain(match, piece.area),
        company=tuple(match.unit(one.name).kind for one in allies),
        helped=("bolster",) if bolstered else (),
    )


def side_of(match: Match, piece: Piece, **more: Any) -> Side:
    """Build a side of the attack from a unit's sheet; `more` overrides fields that depend on its place."""
    unit = match.unit(piece.name)
    stats = unit.line(piece.vitality).stats
    return Side(
        name=printed(piece.name),
        kind=unit.kind,
        offence=stats.offence,
        defence=stats.defence,
        range=stats.range,
        full=unit.full if unit.troop else None,
        vitality=piece.vitality,
        **{"talents": unit.talents, "types": unit.types, **more},
    )


def is_there(match: Match, attacker: Piece, target: AttackTarget) -> bool:
    """Return whether a target is on the board."""
    if target.unit:
        return match.state.piece(target.unit).there
    return any(one.name == target.token for one in _tokens_against(match, attacker, target.area))


def token_at(match: Match, attacker: Piece, target: AttackTarget) -> Token:
    """Return the token that is attacked."""
    return next(one for one in _tokens_against(match, attacker, target.area) if one.name == target.token)


def _tokens_against(match: Match, attacker: Piece, area: str) -> Iterator[Token]:
    """Yield the tokens in an area that a unit can attack: with vitality, and not of its own side."""
    for token in match.spot(area).tokens:
        if token.vitality and (token.owner == NOBODY or not match.setup.are_allied(token.owner, attacker.seat)):
            yield token


def _token_side(match: Match, attacker: Piece, target: AttackTarget) -> Side:
    token = token_at(match, attacker, target)
    return Side(
        name=token.name,
        kind="token",
        defence=match.token_kind(token).defence or 0,
        vitality=token.vitality,
        terrain=powers.terrain(match, target.area),
    )


def used_before(match: Match, attacker: Piece, kind: AttackKind) -> list[str]:
    """Return the talents that the attacker has used in its own activation; for an answer none count (M26, M47)."""
    acting = match.state.acting
    return acting.used if acting.unit == attacker.name and kind != "retaliation" else []


def _lasting_bonuses(attack: Attack, used: Collection[str]) -> Iterator[Modifier]:
    """Yield the bonuses of active talents that helped earlier and don't help this attack anyway (M26)."""
    lasting = [talent for talent in LASTING if talent in used and talent in attackers_talents(attack)]
    over = helping(attack, lasting) if lasting else ()
    for talent in lasting:
        if talent not in over:
            yield Modifier(why=f"{talent} (to the end of the activation)", offence=1)


def helping(attack: Attack, talents: Sequence[Talent]) -> list[Talent]:
    """Return those of some talents that add to the offence of an attack."""
    added = {term.name for term in compute(attack).offence_terms}
    return [talent for talent in talents if talent in added]


def why_hidden(match: Match, here: str, there: str) -> str:
    """Describe what hides one area from another; "" if nothing does."""
    line = match.state.board.line(here, there)
    if line is None:
        return ""  # it is asked before the attack (M30)
    occupied = {piece.area for piece in match.state.standing}
    found = board.hidden_by(
        match.state.board,
        line,
        occupied=occupied,
        elements=powers.elements(match),
        cages_hide=match.setup.cage_obstacle,
        hiding=match.setup.hiding,
    )
    return "; ".join(found)


# --- what can be attacked ---------------------------------------------------------------------------


def check_attack(
    match: Match, attacker: Piece, target: AttackTarget, manner: Manner, *, seen: bool = False
) -> tuple[Attack, Values]:
    """Return an attack with its values if it is allowed, even unseen if `seen`. Raises Illegal if not."""
    attack, there = attack_on(match, attacker, target, manner), area_of(match, target)
    attack = replace(attack, visible=attack.visible or seen)
    if manner.as_if_there and not may_strike_into(match, attacker, there):
        raise Illegal(f"{there} isn't a full neighbouring area that can be struck into", "as-if-there")
    if target.unit:
        match.refuse(*why_shielded(match, attacker, match.state.piece(target.unit), manner))
    return attack, values_of(attack)


def why_shielded(match: Match, attacker: Piece, piece: Piece, manner: Manner) -> Refusal:
    """Return why a power forbids attacking a unit in this manner."""
    return powers.forbidden(match, piece, "be attacked", fight_of(match, attacker, AttackTarget(piece.name), manner))


def may_strike_into(match: Match, attacker: Piece, area: str) -> bool:
    """Return whether a full neighbouring area can be struck as if there (M24, M35)."""
    if match.state.board.between(attacker.area, area) is None:
        return False
    any_boundary = match.setup.full_area_reach == "any"
    return moving.as_if_there(powers.mover(match, attacker), attacker.area, area, any_boundary=any_boundary)


def candidates(match: Match, attacker: Piece, manner: Manner) -> Iterator[tuple[AttackTarget, Manner]]:
    """Yield every enemy on the board with each manner in which it might be attacked, allowed or not."""
    units = (AttackTarget(piece.name) for piece in match.state.standing if match.enemy(attacker, piece))
    tokens = (
        AttackTarget(token=token.name, area=name)
        for name in match.state.spots
        for token in _tokens_against(match, attacker, name)
    )
    for target in chain(units, tokens):
        yield target, manner
        there = area_of(match, target)
        if manner.kind == "attack" and attacker.area != there and may_strike_into(match, attacker, there):
            yield target, replace(manner, as_if_there=True)


def target_options(match: Match, manner: Manner, *, closed: bool = False) -> Iterator[Option]:
    """Yield the activated unit's allowed targets with values and odds; with `closed` the others, with the reason."""
    match = match.cached()
    attacker = match.actor
    for target, how in candidates(match, attacker, manner):
        text = write(target, how)
        try:
            attack, values = check_attack(match, attacker, target, how)
        except Illegal as error:
            if closed and not how.as_if_there:
                yield closed_by(text, error)
            continue
        if not closed:
            detail = describe(match, attacker, target, attack, values)
            yield Option(text, detail=detail, also=(target.label(),), has_odds=True)


def describe(match: Match, attacker: Piece, target: AttackTarget, attack: Attack, values: Values) -> str:
    """Describe a target with its odds and range, and whether it may strike first; its values are told with it."""
    far = "" if at_range_0(attack) else f" (range {attack.distance})"
    warned = "; it may strike first (initiative)" if strikes_first(match, attacker, target, attack) else ""
    has_manual = any(
        isinstance(effect, p.ManualPower) and power.moment in p.ATTACKS
        for name in (attacker.name, target.unit)
        if name
        for power in p.powers_of(match.unit(name))
        for effect in power.effects
    )
    manual = "; what a manual power does isn't in the odds" * has_manual
    return f"{odds_of(attack, values)}{warned}{manual}{far}"


def odds_of(attack: Attack, values: Values) -> str:
    """Describe an attack's dice and odds."""
    dice = dice_for(attack, values)
    return f"{so_many(dice.count, 'die')} on {dice.defence}: {odds_text(chances_of(dice), attack.defender.vitality)}"


def strikes_first(match: Match, attacker: Piece, target: AttackTarget, attack: Attack) -> bool:
    """Return whether a target has initiative against this attack (M41, M83), cards aside."""
    if not target.unit or attack.kind != "attack" or not at_range_0(attack):
        return False
    defender = match.state.piece(target.unit)
    return (
        "initiative" in defenders_talents(attack)
        and "initiative" not in attackers_talents(attack)  # from the air its own water silences nothing
        and may_answer(match, defender, attacker, as_if_there=attack.as_if_there)
    )


def may_answer(match: Match, piece: Piece, against: Piece, *, as_if_there: bool = False) -> bool:
    """Return whether a unit may answer, whatever the dice: it hasn't yet, can get a card, and no power forbids it.

    An answer is an attack, so a unit that can't be attacked isn't answered (X12).
    """
    fought = FightAtRange(attacker=against.name, defender=piece.name)
    if piece.retaliated or powers.forbidden(match, piece, "retaliate", fought):
        return False
    if why_shielded(match, piece, against, Manner(kind="retaliation", as_if_there=as_if_there)):
        return False
    hand = match.state.players[piece.seat].cards
    wanted = {piece.name, *(hand.all() if match.setup.answer_card == "any" else ())} - {AOW, OMPHALOS}
    return bool(answer_cards(match, piece)) or any(manoeuvres.may_bring(match, piece.seat, card) for card in wanted)


def answer_cards(match: Match, piece: Piece) -> list[str]:
    """List the activation cards that may pay for a unit's answer, its own first, by public knowledge (M42)."""
    hand = match.state.players[piece.seat].cards
    others = {*hand.sure, *hand.pool} - {AOW, OMPHALOS, piece.name} if match.setup.answer_card == "any" else ()
    return [card for card in (piece.name, *sorted(others)) if hand.possible(card)]


# --- words ------------------------------------------------------------------------------------------


def targets(match: Match) -> dict[str, str]:
    """Return the possible targets of the activated unit by all their names."""
    if not match.state.acting.unit:
        return {}
    found = [target for target, _ in candidates(match, match.actor, Manner())]
    named = dict.fromkeys(target.unit for target in found if target.unit)
    units = match.short_names(map(match.state.piece, named))
    return units | {target.to_text: target.to_text for target in found if not target.unit}


def whole_names(match: Match) -> Collection[str]:
    """Return the targets' full names: the start of one takes precedence over a later word of another."""
    return targets(match).values()


def read_target(match: Match, said: str) -> AttackTarget:
    """Parse a target from its recorded form."""
    if any(piece.name == said for piece in match.state.pieces):
        return AttackTarget(said)
    token, _, area = said.rpartition(" ")
    return AttackTarget(token=token, area=area)


def write(target: AttackTarget, manner: Manner) -> str:
    """Format an attack as recorded."""
    verb = "aerial attack" if manner.aerial else "attack"
    suffix = AS_IF_THERE if manner.as_if_there else ""
    without = f" without {', '.join(manner.unused)}" if manner.unused else ""
    return f"{verb} {target.to_text}{suffix}{without}"
