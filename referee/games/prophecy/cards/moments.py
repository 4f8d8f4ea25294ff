"""Which effect a card can have at which moment: one that nothing would carry out is refused where the card is read.

What holds as long as a card is held stands behind `always`, what is announced in a fight behind the moments of its
rolls; everything else happens when its moment comes.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.effects import rules
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.vocabulary import Kind
from referee.text.names import a_or_an, or_list

Whens = tuple[w.When, ...]

ALWAYS: Whens = ("always",)
ANNOUNCED: Mapping[w.When, str] = {
    "battle": "for the battle", "roll": "for the roll", "any roll": "for the roll", "after roll": "for the roll",
}  # fmt: skip
"""When something is announced in a fight, and for how long it is."""
RESULTS: Whens = ("won", "drawn", "lost", "after battle")
OWN_TURN: Whens = ("any time", "moving", "instead of moving", "before battle")
"""When something that is held is used in the own turn."""
_HELD: Whens = (*ALWAYS, *OWN_TURN, "round starts", "round ends", *ANNOUNCED, *RESULTS, "hero beaten")
_GUARDIAN: Whens = (*ALWAYS, "met", *RESULTS)
MOMENTS: Mapping[Kind, Whens] = {
    "hero": (), "creature": (*_GUARDIAN, "revealed"), "lesser": _GUARDIAN, "greater": _GUARDIAN, "item": _HELD,
    "artifact": _HELD, "ability": _HELD, "opportunity": ("use", "revealed"), "chance": ("drawn by",),
}  # fmt: skip
"""The moments that come for a card of a kind."""

_CHOSEN: Whens = (*OWN_TURN, "use")
_GOING_ON: Whens = (*_CHOSEN, "round starts", "revealed", "met", "drawn by", "hero beaten", *RESULTS)
_AT_ONCE: Whens = (*_GOING_ON, "round ends")
"""The moments at which effects happen; when the round ends, nothing is left that something could last for."""
_IN_FIGHT: Whens = (*ALWAYS, *ANNOUNCED, *_GOING_ON)
_BEFORE_DICE: Whens = tuple(when for when in _IN_FIGHT if when != "after roll")
COMES: Mapping[type[rules.Effect], Whens | Mapping[str, Whens]] = {
    **dict.fromkeys(
        (w.GainEffect, w.Lose, w.HealEffect, w.Recharge, w.Draw, w.Harm, w.StealGold, w.StealItem, w.Manual), _AT_ONCE
    ),
    **dict.fromkeys((w.InFight, w.ToValue, w.Soften), _IN_FIGHT),
    **dict.fromkeys((w.OfTwo, w.SetDie), _BEFORE_DICE),
    **dict.fromkeys((w.SellFor, w.BoatGains), ALWAYS),
    **dict.fromkeys((w.MoveEffect, w.MoveToEffect), (*_CHOSEN, "drawn by", *RESULTS)),
    w.EnemyLoses: (*ALWAYS, *ANNOUNCED, *_CHOSEN),
    w.Lay: ("met", "revealed", "drawn", "lost"),
    w.AlsoDoes: RESULTS,
    w.PriceEffect: {"wills": (*ALWAYS, *_GOING_ON), "spell": ALWAYS, "payment": ALWAYS, "buying": ALWAYS},
    w.Do: {
        "reroll a die": ("after roll",),
        "roll again": ("after roll",),
        "new ability": _AT_ONCE,
        "turn up a plane card": _AT_ONCE,
        "find a creature": ("use",),
        "boat to any port": ALWAYS,
        "a second move": ("any time", "moving"),
        "arrive again": _CHOSEN,
        "another turn": _GOING_ON,
        "fight again": ("drawn", "lost"),
        "two weapons": ALWAYS,
        "possibilities first": ALWAYS,
    },
}
"""When each effect can come about, of some by what they are about."""

_OF_HERO = (w.EnemyLoses, w.StealGold, w.StealItem, w.PriceEffect, w.SellFor, w.BoatGains)
"""What only a hero's own card can bring; of what `Do` says, that which holds always too."""
_LASTING = (w.InFight, w.ToValue, w.OfTwo, w.SetDie, w.Soften, w.EnemyLoses, w.PriceEffect)
"""What can last for a time."""
_PUT_OFF = (w.GainEffect, w.Lose, w.HealEffect, w.Recharge, w.Draw, w.Harm, w.StealGold, w.StealItem)
"""What can be put off until the battle is over, and what may not go in full, so that something else comes instead."""


def why_not(kind: Kind, rule: w.ProphecyRule) -> str:
    """Why a rule, or something of it, would do nothing on a card of this kind; "" if all of it does something."""
    when, there, card = rule.when, MOMENTS[kind], f"{a_or_an(kind)} card"
    if not there:
        return f"{card} has no rules"
    if when not in there:
        return f"{when} never comes for {card}; begin with {or_list(there)}"
    if when not in RESULTS and w.Is("used") in rule.conditions:
        return f"whether it was used is known only after the battle; begin with {or_list(RESULTS)}"
    if rule.on and (when in ALWAYS or when in ANNOUNCED):
        return f"no die is thrown for it; leave out on {rule.on}"
    prices = all(isinstance(one, w.PriceEffect) and one.what in ("payment", "spell") for one in rule.effects)
    if when in ALWAYS and rule.often and not prices:  # a card that helps to pay is used up
        return f"what holds always isn't used; leave out {rule.often}"
    if when in ALWAYS and rule.cost:
        return f"nobody is asked to pay for what holds always; begin with {or_list((*ANNOUNCED, *OWN_TURN))}"
    for effect in rule.effects:
        if why := _why_no_effect(kind, when, effect):
            return f'"{w.RULES.phrases.write(effect)}" does nothing there on {card}; {why}'
    return ""


def _comes(effect: rules.Effect) -> Whens:
    found = COMES[type(effect)]
    return found if isinstance(found, tuple) else found[effect.what]  # type: ignore[attr-defined]


def _why_no_effect(kind: Kind, when: w.When, effect: rules.Effect) -> str:
    """Why an effect does nothing there, and what would be right; "" if it does something."""
    if isinstance(effect, w.AlsoDoes) and when in RESULTS:
        return _why_no_effect(kind, when, effect.effect)
    later = isinstance(effect, w.ProphecyEffect) and bool(effect.later)
    comes = tuple(ANNOUNCED) if later and isinstance(effect, _PUT_OFF) else () if later else _comes(effect)
    held = kind in ("item", "artifact", "ability")
    if not held and (isinstance(effect, _OF_HERO[3:]) or comes == ALWAYS):
        return "only what a hero holds can have it, behind always"
    if not held and isinstance(effect, _OF_HERO) and kind not in ("opportunity", "chance"):
        return "it is the hero's own effect; write what she loses"
    match effect:
        case w.Lay() if kind != "creature":
            return "nothing can lie there; write what is lost"
        case w.Draw(deck="adventure"):
            return "Adventure cards lie on the board; draw common or rare"
        case w.Harm("damage", "this") if kind != "item":
            return "only an Item can be damaged"
        case w.Harm("discard", "this") if kind not in ("item", "ability"):
            return "only an Item or Ability discards itself"
        case w.StealItem("this"):
            return "nobody else has it; write which Item"
        case w.ProphecyEffect(lasting=lasting) if (
            isinstance(effect, _LASTING) and not held and when in ("drawn", "lost")
        ):
            if lasting != "for the round":
                return "the turn is over then; write for the round behind it"
    if when not in comes:
        fits = [one for one in comes if one in MOMENTS[kind]]
        return f"it can stand behind {or_list(fits)}" if fits else "leave it out"
    return _why_not_so(when, effect) if isinstance(effect, w.ProphecyEffect) else ""


def _why_not_so(when: w.When, effect: w.ProphecyEffect) -> str:
    """Why what is said of an effect besides counts for nothing, "" if it counts."""
    happens = bool(effect.later) or when in _AT_ONCE
    if effect.who and (not happens or isinstance(effect, w.Do)):
        return "it is the own hero's; leave out whose it is"
    if effect.instead is not None and not (happens and isinstance(effect, (*_PUT_OFF, w.Lay))):
        return "nothing can come instead of it; leave out what stands behind or else"
    lasts = ("for the turn", "for the round", "for the battle") if when in _GOING_ON else (ANNOUNCED.get(when),)
    if effect.lasting and not (isinstance(effect, _LASTING) and effect.lasting in lasts):
        return f"leave out {effect.lasting}"
    return ""
