"""Powers in force on units: their effect on values, talents, types, and what they forbid (M64, M84).

Everything is computed from a frozen view. Powers that need a player's decision or change the game don't work by
themselves: `why_not_used` and `due` find those, and the game carries them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.games.mythic import tables
from referee.games.mythic.attack.values import Modifier
from referee.games.mythic.board.board import NOTHING_GONE, Board
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.powers import TokenKind, UnitPower, options_of, powers_of, read_power
from referee.games.mythic.units.unit import StatLine, Stats, Unit
from referee.games.mythic.vocabulary import Kind, Talent, UnitType

E = TypeVar("E", bound=p.PowerEffect)

_NO_STATS = Stats(0, 0, 0, 0)


class ActiveEffect(Struct, frozen=True):
    """An effect that works on a unit, with the power or token that gives it; its numbers are resolved to figures.

    `conditions` are those that a lasting one has on the opponent in an attack.
    """

    power: str
    effect: p.PowerEffect
    conditions: tuple[p.PowerCondition, ...] = ()


class StandingUnit(Struct, frozen=True, kw_only=True):
    """A unit's current state: sheet, side, area ("" off the board), vitality or miniatures left.

    `inactive`: it isn't activated now; `complex`: it is in an activation with a complex action; `frozen`: in one that
    began in a polar area (M53). `used` are the powers that it has used up for now.
    """

    name: str
    unit: Unit
    side: int
    area: str = ""
    vitality: int
    carrying: bool = False
    inactive: bool = False
    complex: bool = False
    frozen: bool = False
    used: frozenset[str] = frozenset()
    bonuses: tuple[ActiveEffect, ...] = ()

    @property
    def line(self) -> StatLine:
        """The line that shows in its window."""
        return self.unit.line(self.vitality)


class LyingToken(Struct, frozen=True, kw_only=True):
    """A power token in an area, with its side."""

    token: TokenKind
    side: int
    area: str


class View(Struct, frozen=True, kw_only=True):
    """The part of a game that powers depend on: the board with the 3D elements left by area, all units, all tokens.

    `round_walls`: areas with a wall between them aren't neighbours for range (M33). `gives_types` is False if no
    power, token or bonus gives a type.
    """

    board: Board
    elements: Mapping[str, int] = NOTHING_GONE
    units: tuple[StandingUnit, ...] = ()
    tokens: tuple[LyingToken, ...] = ()
    round_walls: bool = False
    gives_types: bool = True
    found: dict[tuple[str, FightAtRange | None], tuple[StandingUnit, tuple[ActiveEffect, ...]]] = field(
        default_factory=dict
    )
    """Cache of what works on units, by name and attack."""

    def __getitem__(self, name: str) -> StandingUnit:
        """Return a unit by its name. Raises KeyError."""
        for unit in self.units:
            if unit.name == name:
                return unit
        raise KeyError(name)


class FightAtRange(Struct, frozen=True, kw_only=True):
    """An attack on a unit at a range (in areas; 0 as if there). A token has no powers: then `defender` is ""."""

    attacker: str
    defender: str
    range: int = 0

    def other(self, name: str) -> str:
        """Return the opponent of one of the two units; "" for a third unit."""
        return {self.attacker: self.defender, self.defender: self.attacker}.get(name, "")


# --- targets -----------------------------------------------------------------------------------------------


def lit(standing: StandingUnit, power: UnitPower) -> bool:
    """Return whether a power shows in the window; a troop's always does."""
    return standing.unit.troop or standing.line.lights(power.letter)


def works(standing: StandingUnit, power: UnitPower) -> bool:
    """Return whether a permanent or passive power works in its unit's current state (M64)."""
    if not lit(standing, power):
        return False
    return power.kind == "permanent" or (power.kind == "passive" and bool(standing.area) and not standing.complex)


def applies_to(
    view: View, who: p.Who, target: StandingUnit, owner: StandingUnit | LyingToken, fight: FightAtRange | None = None
) -> bool:
    """Return whether `who` of a unit's power or a token includes a unit; if one is to be picked, whether it can be.

    A unit isn't its own ally, nor part of "everyone" (M29).
    """
    itself = owner.name if isinstance(owner, StandingUnit) else ""
    if isinstance(who, p.NamedUnits):
        if who.who == "itself" or fight is None:
            return who.who == "itself" and target.name == itself
        named = fight.defender if who.who == "the target" else fight.attacker
        return target.name == (fight.other(itself) or named)
    if not isinstance(who, p.UnitSelection) or not target.area:
        return False
    if target.name == itself and (who.side or who.kind is None):
        return False
    ally = target.side == owner.side
    if who.side and ally != (who.side == "ally"):
        return False
    return who.kind in (None, target.unit.kind) and near(view, who.where, owner, target.area)


def near(view: View, where: p.Where, owner: StandingUnit | LyingToken, there: str) -> bool:
    """Return whether `there` is where a power or token says: here, around (M68), or within a range of areas."""
    area = owner.area
    if where == "anywhere":
        return True
    if not area:
        return False
    if isinstance(where, p.WithinRange):
        far = view.board.distance(area, there)
        return far is not None and far <= figure(where.areas, owner if isinstance(owner, StandingUnit) else None)
    return area == there if where == "here" else area == there or there in view.board.neighbours(area)


def holds(
    view: View,
    condition: p.PowerCondition,
    owner: StandingUnit,
    other: StandingUnit | None,
    fight: FightAtRange | None,
    power: str,
) -> bool:
    """Return whether a condition of a power holds; for the other unit if there is one."""
    if isinstance(condition, p.AtMoment):
        if fight and owner.name in (fight.attacker, fight.defender):
            return condition.range.holds(fight.range)
        return condition.range.holds(_distance(view, owner, other.area if other else ""))
    if isinstance(condition, p.AgainstUnits):
        return other is not None and (condition.what == other.unit.kind or condition.what in types(view, other))
    if isinstance(condition, p.In):
        return bool(owner.area) and view.board.terrain(owner.area, view.elements) == condition.terrain
    if isinstance(condition, p.WithUnits):
        return any(applies_to(view, condition.who, one, owner) for one in view.units)
    if isinstance(condition, p.Carrying):
        return owner.carrying
    return power not in owner.used


def _distance(view: View, owner: StandingUnit, area: str) -> int | None:
    """Return how far an area is from a unit; None off the board, or without a path."""
    return view.board.distance(owner.area, area, round_walls=view.round_walls) if owner.area and area else None


def _all_hold(
    view: View, power: UnitPower, owner: StandingUnit, other: StandingUnit | None, fight: FightAtRange | None
) -> bool:
    return all(holds(view, condition, owner, other, fight, power.name) for condition in power.conditions)


# --- numbers --------------------------------------------------------------------------------------------


def figure(
    number: p.Number | p.Window | p.PowerAmount | p.WindowChange, owner: StandingUnit | None = None, letter: str = ""
) -> int:
    """Resolve a number of a power, with its sign: X is the number lit, a stat the one in the unit's window."""
    if isinstance(number, p.PowerAmount):
        return number.sign * figure(number.number, owner, letter)
    if isinstance(number, p.Number) and number.figure is not None:
        return number.figure
    line = owner.line if owner else StatLine(0, 0, _NO_STATS)
    if isinstance(number, p.Number):
        return line.number(letter)
    stat: int = getattr(line.stats, number.stat)
    return -stat if isinstance(number, p.WindowChange) and number.sign == "-X" else stat


def with_figures(effect: E, owner: StandingUnit, letter: str) -> E:
    """Resolve an effect's numbers by what the window shows now; a lasting effect keeps these."""
    if isinstance(effect, p.Either):
        return replace(effect, options=tuple(with_figures(option, owner, letter) for option in options_of(effect)))
    changes: dict[str, object] = {}
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        if isinstance(value, p.Number | p.Window):
            changes[name] = p.Number(figure(value, owner, letter))
        elif isinstance(value, p.PowerAmount | p.WindowChange):
            by = figure(value, owner, letter)
            changes[name] = p.PowerAmount(-1 if by < 0 else 1, p.Number(abs(by)))
    return replace(effect, **changes)


# --- effects in force -----------------------------------------------------------------------------------


Among = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Selects some of a unit's powers."""


def on(view: View, target: StandingUnit, fight: FightAtRange | None = None) -> Iterable[ActiveEffect]:
    """List what works on a unit, in an attack or outside; of one power the most counts, whoever has it (M84, X8)."""
    standing, found = view.found.get((target.name, fight), (None, ()))
    if standing is not target:
        found = tuple(_working_on(view, target, fight, lambda powers: powers))
        view.found[target.name, fight] = target, found
    return found


def _working_on(view: View, target: StandingUnit, fight: FightAtRange | None, among: Among) -> Iterable[ActiveEffect]:
    """List what works on a unit by those powers of each unit that `among` selects."""
    found: dict[object, ActiveEffect] = {}
    for active in (*_continuous(view, target, fight, among), *_lasting(view, target, fight)):
        key = active.power, *_what_changes(active.effect)
        if key not in found or _size(active.effect) > _size(found[key].effect):
            found[key] = active
    return found.values()


def _what_changes(effect: p.PowerEffect) -> tuple[object, ...]:
    """Return what an effect with figures changes of a unit, without how much."""
    if isinstance(effect, p.Stat):
        return effect.stat, figure(effect.by) < 0
    if isinstance(effect, p.DiceEffect | p.RerollEffect):
        return (type(effect),)
    return (p.bare(effect),)


def _size(effect: p.PowerEffect) -> int:
    """Return how much an effect with figures changes."""
    if isinstance(effect, p.Stat):
        return abs(figure(effect.by))
    return figure(effect.number) if isinstance(effect, p.DiceEffect | p.RerollEffect) else 0


def _lasting(view: View, target: StandingUnit, fight: FightAtRange | None) -> Iterator[ActiveEffect]:
    """Yield what lasts on a unit, if it holds against its opponent."""
    for bonus in target.bonuses:
        other = _opponent(view, target, target, fight)
        if all(holds(view, condition, target, other, fight, bonus.power) for condition in bonus.conditions):
            yield bonus


def _continuous(view: View, target: StandingUnit, fight: FightAtRange | None, among: Among) -> Iterator[ActiveEffect]:
    """Yield effects of powers and tokens that work by themselves."""
    for owner in view.units:
        for power, effects in _working(among(owner.unit.powers)):
            if not works(owner, power) or not _takes_part(power, owner, fight):
                continue
            if not _all_hold(view, power, owner, _opponent(view, owner, target, fight), fight):
                continue
            for effect in effects:
                who = effect.who if isinstance(effect, p.TargetedEffect) and effect.who else p.ITSELF
                if isinstance(who, p.NamedUnits) and who != p.ITSELF and not (fight and fight.other(owner.name)):
                    continue  # the target and the attacker are those of the unit's own attacks
                if applies_to(view, who, target, owner, fight):
                    yield ActiveEffect(power.name, with_figures(effect, owner, power.letter))
    for lying in view.tokens:
        for effect in lying.token.resolved:
            if isinstance(effect, p.Holds) and applies_to(view, effect.who or p.ITSELF, target, lying):
                yield ActiveEffect(lying.token.name, effect)


@lru_cache(maxsize=1024)
def _working(texts: tuple[str, ...]) -> tuple[tuple[UnitPower, tuple[p.PowerEffect, ...]], ...]:
    """Return the powers among these texts that work by themselves, with the effects that do."""
    found = []
    for power in map(read_power, texts):
        if effects := tuple(effect for effect in power.resolved if by_itself(power, effect)):
            found.append((power, effects))
    return tuple(found)


def by_itself(power: UnitPower, effect: p.PowerEffect) -> bool:
    """Return whether an effect works without a player's action: free, and always or in its unit's attack."""
    if power.prices or power.often or power.kind not in ("permanent", "passive"):
        return False
    if power.moment not in (None, "when attacking", "when attacked"):
        return False
    return isinstance(effect, p.Holds | p.RerollEffect) and (power.moment is None or effect.lasts == "this attack")


def _takes_part(power: UnitPower, owner: StandingUnit, fight: FightAtRange | None) -> bool:
    """Return whether a power that works in an attack takes part in this one."""
    if power.moment is None:
        return True
    return fight is not None and owner.name == (
        fight.attacker if power.moment == "when attacking" else fight.defender
    )


def _opponent(
    view: View, owner: StandingUnit, target: StandingUnit, fight: FightAtRange | None
) -> StandingUnit | None:
    """Return the unit that a power's conditions refer to: the other one in its attack, else the one it works on."""
    if fight and (name := fight.other(owner.name)):
        return view[name]
    return None if target.name == owner.name else target


def modifiers(view: View, fight: FightAtRange) -> tuple[Modifier, ...]:
    """Return the changes that powers make to the values of an attack: a modifier for each power, of each side."""
    attacker = view[fight.attacker]
    found = [_modifier(name, effects, ("offence", "range")) for name, effects in _by_power(view, attacker, fight)]
    struck = _by_power(view, view[fight.defender], fight) if fight.defender else _on_token(view, attacker, fight)
    found += [_modifier(name, effects, ("defence",)) for name, effects in struck]
    return tuple(modifier for modifier in found if modifier != Modifier(why=modifier.why))


def _by_power(view: View, unit: StandingUnit, fight: FightAtRange) -> Iterable[tuple[str, list[p.PowerEffect]]]:
    by_power: dict[str, list[p.PowerEffect]] = {}
    for found in on(view, unit, fight):
        by_power.setdefault(found.power, []).append(found.effect)
    return by_power.items()


def _on_token(view: View, attacker: StandingUnit, fight: FightAtRange) -> Iterator[tuple[str, list[p.PowerEffect]]]:
    """Yield what the attacker's own powers do to a token that is their target; it has no kind or type (M43)."""
    target = p.NamedUnits("the target")
    for power, effects in _working(attacker.unit.powers):
        takes_part = works(attacker, power) and _takes_part(power, attacker, fight)
        if takes_part and _all_hold(view, power, attacker, None, fight):
            aimed = [one for one in effects if isinstance(one, p.TargetedEffect) and one.who == target]
            yield power.name, [with_figures(one, attacker, power.letter) for one in aimed]


def _modifier(power: str, effects: list[p.PowerEffect], stats: tuple[p.StatName, ...]) -> Modifier:
    """Sum what a power's effects on one unit add to these values; dice apply to an attacker only."""
    attacks = "offence" in stats
    values = {
        stat: sum(figure(one.by) for one in effects if isinstance(one, p.Stat) and one.stat == stat) for stat in stats
    }
    dice = [figure(one.number) for one in effects if isinstance(one, p.DiceEffect) and attacks]
    again = sum(figure(one.number) for one in effects if isinstance(one, p.RerollEffect) and attacks)
    return Modifier(why=f"power {power}", dice=max(dice, default=None), reroll=again, **values)


def talents(view: View, unit: StandingUnit, fight: FightAtRange | None = None) -> tuple[Talent, ...]:
    """Return a unit's talents as powers add and remove them; talents that are silenced now are included."""
    effects = [found.effect for found in on(view, unit, fight)]
    given = [effect.talent for effect in effects if isinstance(effect, p.HasTalent)]
    taken = {effect.talent for effect in effects if isinstance(effect, p.LacksTalent)}
    return tuple(talent for talent in dict.fromkeys((*unit.unit.talents, *given)) if talent not in taken)


def types(view: View, unit: StandingUnit) -> tuple[UnitType, ...]:
    """Return a unit's types, with those that powers give; a power whose condition asks for a type gives none."""
    if not view.gives_types:
        return unit.unit.types
    found = (one.effect for one in _working_on(view, unit, None, giving_types))
    given = [effect.type for effect in found if isinstance(effect, p.HasType)]
    return tuple(dict.fromkeys((*unit.unit.types, *given)))


@lru_cache(maxsize=1024)
def giving_types(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the powers among these texts that give types and don't ask for one."""
    return tuple(
        power.text
        for power in map(read_power, texts)
        if any(isinstance(effect, p.HasType) for effect in power.resolved)
        and not any(isinstance(condition, p.AgainstUnits) for condition in power.conditions)
    )


def movement(view: View, unit: StandingUnit) -> int:
    """Return a unit's movement stat with all that powers change of it, at least 0."""
    changes = (found.effect for found in on(view, unit))
    more = sum(figure(one.by) for one in changes if isinstance(one, p.Stat) and one.stat == "movement")
    return max(0, unit.line.stats.movement + more)


def forbidden(view: View, unit: StandingUnit, doing: p.Doing, fight: FightAtRange | None = None) -> str:
    """Return the power or token that forbids a unit something, or to be attacked; "" if none does."""
    found = (one for one in on(view, unit, fight) if isinstance(one.effect, p.Cannot) and one.effect.doing == doing)
    return next((one.power for one in found), "")


# --- what is used, and what happens at a moment ---------------------------------------------------------


def why_not_used(view: View, owner: StandingUnit, power: UnitPower) -> Refusal:
    """Return why a unit can't use a power in its current state.

    The game checks whether the price can be paid.
    """
    kind = f"{power.kind}-powers"
    if not lit(owner, power):
        return Refusal(f"{power.name} doesn't show in the window", "power-shows")
    if power.kind in ("active", "offensive") and owner.inactive:
        return Refusal(f"{power.name} is {power.kind}: only in its unit's own activation", kind)
    if power.kind != "permanent" and owner.complex:
        return Refusal(f"{power.name} is {power.kind}: not with a complex action", kind)
    if power.kind != "permanent" and not owner.area:
        return Refusal(f"{power.name} is {power.kind}: not off the board", kind)
    if power.kind in ("active", "offensive") and (ground := _silencing(view, owner)):
        return Refusal(f"{power.name} is {power.kind}: not in {ground}", ground)
    if power.name in owner.used:
        return Refusal(f"{power.name} was used already", kind)
    own_conditions = (
        condition for condition in power.conditions if not isinstance(condition, p.AtMoment | p.AgainstUnits)
    )
    if not all(holds(view, condition, owner, None, None, power.name) for condition in own_conditions):
        asks = ", ".join(map(p.write_part, power.whens))
        return Refusal(f"{power.name} asks for what isn't so: {asks}", "power-shows")
    return ALLOWED


def _silencing(view: View, owner: StandingUnit) -> str:
    """Return the terrain that silences a unit's active and offensive powers; "" if none (M53, Water)."""
    if owner.frozen:
        return "polar"
    terrain = tables.terrain()[view.board.terrain(owner.area, view.elements)]
    swims = any(terrain.name in tables.types()[one].ignores for one in types(view, owner))
    return terrain.name if terrain.silences and not swims else ""


class Due(Struct, frozen=True, kw_only=True):
    """A power that may be carried out at a moment, with its unit as it was then, and its attack, if any.

    Its effects are those that don't work by themselves; their numbers are figures, as the window shows then.
    """

    owner: StandingUnit
    power: UnitPower
    effects: tuple[p.PowerEffect, ...]
    fight: FightAtRange | None = None

    @property
    def says_range(self) -> bool:
        """True if the power itself says at what range it works."""
        return any(isinstance(condition, p.AtMoment) for condition in self.power.conditions)


def due(
    view: View, moment: p.Moment, owner: StandingUnit, fight: FightAtRange | None = None, other: str = ""
) -> tuple[Due, ...]:
    """List the powers of a unit that may be carried out at a moment.

    `other` is the unit that entered or was destroyed; else it is the opponent in the attack. For a destroyed unit
    the view is the one before.
    """
    other_name = other or (fight.other(owner.name) if fight else "")
    opponent = next((one for one in view.units if one.name == other_name), None)
    return tuple(
        Due(owner=owner, power=power, effects=effects, fight=fight)
        for power in powers_of(owner.unit)
        if power.moment == moment
        and (effects := effects_now(power, owner))
        and not why_not_used(view, owner, power)
        and (moment in ("start", "end") or _all_hold(view, power, owner, opponent, fight))
    )


def fits(view: View, power: UnitPower, fight: FightAtRange) -> bool:
    """Return whether a power's conditions on the other unit of its own attack hold."""
    about = (one for one in power.conditions if isinstance(one, p.AtMoment | p.AgainstUnits))
    owner, other = view[fight.attacker], view[fight.defender] if fight.defender else None
    return all(holds(view, condition, owner, other, fight, power.name) for condition in about)


def effects_now(power: UnitPower, owner: StandingUnit) -> tuple[p.PowerEffect, ...]:
    """Return a power's effects that don't work by themselves, with their numbers as figures."""
    return tuple(
        with_figures(effect, owner, power.letter) for effect in power.resolved if not by_itself(power, effect)
    )


def picked(
    view: View, who: p.Who, owner: StandingUnit, power: UnitPower, fight: FightAtRange | None = None
) -> tuple[str, ...]:
    """List the units that `who` of a unit's power includes: all of them, or those from which its player picks one.

    Used as a move, a power does nothing to another unit for which its conditions don't hold.
    """
    found = [one for one in view.units if applies_to(view, who, one, owner, fight)]
    about = about_target(power)
    return tuple(
        one.name
        for one in found
        if one.name == owner.name or all(holds(view, condition, owner, one, None, power.name) for condition in about)
    )


def areas_picked(view: View, who: p.PlaceCondition, owner: StandingUnit, power: UnitPower) -> tuple[str, ...]:
    """List the areas from which a power's player picks one, at the range that the power says."""
    found = (name for name in view.board.names if near(view, who.where, owner, name))
    ranges = [condition.range for condition in about_target(power) if isinstance(condition, p.AtMoment)]
    return tuple(name for name in found if all(one.holds(_distance(view, owner, name)) for one in ranges))


def about_target(power: UnitPower) -> list[p.AtMoment | p.AgainstUnits]:
    """List a power's conditions on whoever it is used on; at most moments they are on the other unit there."""
    if power.moment not in (None, "start", "end"):
        return []
    return [condition for condition in power.conditions if isinstance(condition, p.AtMoment | p.AgainstUnits)]


# --- Useless --------------------------------------------------------------------------------------
# Effects that can never do anything: at their moment, on the units they name, or by a token; refused when read.
#
# An attack's values are fixed when its dice are thrown, the attacker has no defence in it and its target nothing
# else; effects of an attack or activation end with it; a destroyed unit is no longer there.


STRUCK: tuple[p.Moment, ...] = (
    "when it wounds",
    "when it destroys",
    "when wounded",
    "when destroyed",
    "when an ally is destroyed",
)
"""The moments when the wounds of an attack are taken, or without an attack."""
FOUGHT: tuple[p.Moment, ...] = (*p.ATTACKS, *STRUCK)
"""The moments that may have an attack, and so a target and an attacker."""
_ONLY_OUTSIDE = ("walk", "run", "claim")
"""Actions that aren't taken in an attack."""


def wrong_powers(power: p.UnitPower, *, kind: Kind) -> Iterator[str]:
    """Describe the effects of a power that can never do anything on a unit of this kind, and why."""
    for effect in power.resolved:
        for option in p.options_of(effect):
            if why := _why_useless(power, option, kind):
                yield f'the power {power.name}: nothing would come of "{p.write_effect(option)}": {why}'


def wrong_tokens(token: p.TokenKind) -> Iterator[str]:
    """Describe the effects of a token that do nothing: a token works on units that it names, as long as it lies."""
    for option in (option for effect in token.resolved for option in p.options_of(effect)):
        if not isinstance(option, p.Holds):
            why = "a token only changes values, talents and types, or forbids"
        elif not isinstance(option.who, p.UnitSelection):
            why = "say on whom a token works, like enemies here defence -1"
        else:
            continue
        yield f'the token {token.name}: nothing would come of "{p.write_effect(option)}": {why}'


def _why_useless(power: p.UnitPower, effect: p.PowerEffect, kind: Kind) -> str:
    """Return why an effect of a power can never do anything; "" if it can."""
    if isinstance(effect, p.Attacks) and power.moment == "when destroyed":
        return "a destroyed unit doesn't attack"
    if not isinstance(effect, p.TargetedEffect):
        return ""
    if isinstance(effect.who, p.Opponents):
        return "it affects units, not players"
    if isinstance(effect.who, p.PlaceCondition) and not isinstance(effect, p.ElementsEffect | p.PutToken):
        return "it affects units, not areas"
    if isinstance(effect, p.Stone) and effect.what == "gives" and effect.who == p.ITSELF:
        return "a stone is given to the unit itself, by another"
    named = kind if effect.who == p.ITSELF else effect.who.kind if isinstance(effect.who, p.UnitSelection) else None
    if isinstance(effect, p.Miniatures | p.RecallEffect | p.ActivateEffect) and named not in (None, "troop"):
        return "it is for troops, like an allied troop here"
    early = _expires_early(power, effect, kind) if isinstance(effect, p.Holds | p.RerollEffect) else ""
    return _target_missing(power, effect) or early


def _target_missing(power: p.UnitPower, effect: p.TargetedEffect) -> str:
    """Return why the unit that an effect names isn't there at its moment; "" if it is."""
    moment, who = power.moment, effect.who
    if isinstance(who, p.NamedUnits) and who != p.ITSELF:
        no_attack = moment not in FOUGHT and (moment is not None or not by_itself(power, effect))
        if no_attack:
            return f"without an attack nobody is {who.who}"
        dead = moment == "when it destroys" or (moment == "when an ally is destroyed" and who.who == "the target")
        if dead:
            return f"{who.who} is destroyed"
    takes = isinstance(effect, p.Stone) and effect.what == "gives"
    if moment == "when destroyed" and (who in (None, p.ITSELF) or takes):
        return "the unit is destroyed"
    return ""


def _expires_early(power: p.UnitPower, effect: p.Holds | p.RerollEffect, kind: Kind) -> str:
    """Return why a lasting effect ends before it can matter, or has no part in its attack; "" if it matters."""
    lasts = effect.lasts
    doing = effect.doing if isinstance(effect, p.Cannot) else None
    if power.moment == "end" and lasts in (None, "this attack", "this activation"):
        return "the activation is over then; this turn and one round last longer"
    if (
        power.moment in STRUCK
        and lasts == "this attack"
        and (doing != "retaliate" or power.moment != "when it wounds")
    ):
        return "the attack's values are past then; this activation, this turn and one round last longer"
    other = isinstance(effect.who, p.NamedUnits) and effect.who != p.ITSELF
    of_attack = lasts == "this attack" or (other and by_itself(power, effect))
    if of_attack and (
        doing in _ONLY_OUTSIDE
        or (isinstance(effect, p.Stat) and effect.stat == "movement")
        or (by_itself(power, effect) and isinstance(effect, p.HasType))
    ):
        return "an attack doesn't ask for it; this activation, this turn and one round last longer"
    if power.moment in ("when attacking", "when attacked") and lasts == "this attack":
        return _irrelevant_in_attack(effect, kind, attacks=power.moment == "when attacking")
    return ""


def _irrelevant_in_attack(effect: p.Holds | p.RerollEffect, kind: Kind, *, attacks: bool) -> str:
    """Return why an effect in an attack changes nothing on its targets; `attacks`: the power's own unit attacks."""
    of_attacker = isinstance(effect, p.DiceEffect | p.RerollEffect) or (
        isinstance(effect, p.Stat) and effect.stat != "defence"
    )
    if not of_attacker and not isinstance(effect, p.Stat):
        return ""
    who = effect.who
    itself = who == p.ITSELF or (isinstance(who, p.UnitSelection) and not who.side and who.kind == kind)
    other = (isinstance(who, p.NamedUnits) and who != p.ITSELF) or (
        isinstance(who, p.UnitSelection) and who.side != "ally"
    )
    if itself if of_attacker == attacks else other:
        return ""
    return "only the attacker throws dice and has range" if of_attacker else "only the target has a defence"
