"""Effects of which nothing could ever come: at their moment, on those they name, or by a token; refused when read.

An attack's values are fixed when its dice are thrown, the attacker has no defence in it and its target nothing else;
what lasts for an attack or an activation is over with it; who is destroyed is no longer there.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.mythic.units import powers as p
from referee.games.mythic.units.in_force import by_itself
from referee.games.mythic.vocabulary import Kind

STRUCK: tuple[p.Moment, ...] = ("when it wounds", "when it destroys", "when wounded", "when destroyed",
                                "when an ally is destroyed")  # fmt: skip
"""The moments that come when the wounds of an attack are taken, or without one."""
FOUGHT: tuple[p.Moment, ...] = (*p.ATTACKS, *STRUCK)
"""The moments that may have an attack, and so a target and an attacker."""
ROLES: dict[p.Moment, bool] = {"when attacking": True, "when attacked": False}
"""The moments before the dice of an attack, and whether the power's own unit attacks."""
_ONLY_OUTSIDE = ("walk", "run", "claim")
"""What nobody does in an attack."""


def wrong_powers(power: p.UnitPower, *, kind: Kind) -> Iterator[str]:
    """Which effects of a power of a unit of a kind come to nothing, and why."""
    for effect in power.told:
        for option in p.options_of(effect):
            if why := _why_nothing(power, option, kind):
                yield f'the power {power.name}: nothing would come of "{p.write_effect(option)}": {why}'


def wrong_tokens(token: p.TokenKind) -> Iterator[str]:
    """Which effects of a token come to nothing: it works on units that it names, as long as it lies."""
    for option in (option for effect in token.told for option in p.options_of(effect)):
        if not isinstance(option, p.Holds):
            why = "a token only changes values, talents and types, or forbids"
        elif not isinstance(option.who, p.UnitsMeant):
            why = "say on whom a token works, like enemies here defence -1"
        else:
            continue
        yield f'the token {token.name}: nothing would come of "{p.write_effect(option)}": {why}'


def _why_nothing(power: p.UnitPower, effect: p.PowerEffect, kind: Kind) -> str:
    """Why nothing can come of an effect of a power as it is told; "" if something can."""
    if isinstance(effect, p.Attacks) and power.moment == "when destroyed":
        return "a destroyed unit doesn't attack"
    if not isinstance(effect, p.Befalls):
        return ""
    return (
        _on_nobody(effect)
        or _on_no_troop(effect, kind)
        or _nobody_left(power, effect)
        or (_over(power, effect, kind) if isinstance(effect, p.Holds | p.RerollEffect) else "")
    )


def _on_nobody(effect: p.Befalls) -> str:
    """Why an effect finds nobody by its kind."""
    if isinstance(effect.who, p.Opponents):
        return "it befalls units, not players"
    if isinstance(effect.who, p.PlaceCondition) and not isinstance(effect, p.ElementsEffect | p.PutToken):
        return "it befalls units, not areas"
    if isinstance(effect, p.Stone) and effect.what == "gives" and effect.who == p.ITSELF:
        return "a stone is given to the unit itself, by another"
    return ""


def _on_no_troop(effect: p.Befalls, of: Kind) -> str:
    """Why an effect on troops finds none."""
    if not isinstance(effect, p.Miniatures | p.RecallEffect | p.ActivateEffect):
        return ""
    kind = effect.who.kind if isinstance(effect.who, p.UnitsMeant) else None
    if (effect.who == p.ITSELF and of != "troop") or kind not in (None, "troop"):
        return "it is for troops, like an allied troop here"
    return ""


def _nobody_left(power: p.UnitPower, effect: p.Befalls) -> str:
    """Why whom an effect names isn't there at its moment."""
    moment, who = power.moment, effect.who
    if isinstance(who, p.NamedUnits) and who != p.ITSELF:
        outside = moment not in FOUGHT and (moment is not None or not by_itself(power, effect))
        if outside:
            return f"without an attack nobody is {who.who}"
        gone = moment == "when it destroys" or (moment == "when an ally is destroyed" and who.who == "the target")
        if gone:
            return f"{who.who} is destroyed"
    takes = isinstance(effect, p.Stone) and effect.what == "gives"
    if moment == "when destroyed" and (who in (None, p.ITSELF) or takes):
        return "the unit is destroyed"
    return ""


def _over(power: p.UnitPower, effect: p.Holds | p.RerollEffect, kind: Kind) -> str:
    """Why what would last is over before it can matter, or has no part in its attack."""
    lasts = effect.lasts if isinstance(effect, p.Holds) else "this attack"
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
        doing in _ONLY_OUTSIDE or (isinstance(effect, p.Stat) and effect.stat == "movement")
        or (by_itself(power, effect) and isinstance(effect, p.HasType))
    ):  # fmt: skip
        return "an attack doesn't ask for it; this activation, this turn and one round last longer"
    if power.moment in ROLES and lasts == "this attack":
        return _no_part(effect, kind, attacks=ROLES[power.moment])
    return ""


def _no_part(effect: p.Holds | p.RerollEffect, kind: Kind, *, attacks: bool) -> str:
    """Why an effect in an attack changes nothing on those it befalls; the power's own unit `attacks`, or not."""
    of_attacker = isinstance(effect, p.DiceEffect | p.RerollEffect) or (
        isinstance(effect, p.Stat) and effect.stat != "defence"
    )
    if not of_attacker and not isinstance(effect, p.Stat):
        return ""
    who = effect.who
    itself = who == p.ITSELF or (isinstance(who, p.UnitsMeant) and not who.side and who.kind == kind)
    other = (isinstance(who, p.NamedUnits) and who != p.ITSELF) or (
        isinstance(who, p.UnitsMeant) and who.side != "ally"
    )
    if itself if of_attacker == attacks else other:
        return ""
    return "only the attacker throws dice and has range" if of_attacker else "only the target has a defence"
