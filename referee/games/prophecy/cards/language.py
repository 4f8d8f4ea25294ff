"""The language of cards, and which effects can come at which moments: an effect without one is refused.

Rules that hold as long as a card is held begin with `always`, those announced in a fight with the moments of its
rolls; all others apply when their moment comes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any, get_args

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.question import Procedure, choice
from referee.cards.fields import FLAG, LEAST_BEGUN, CardField, FieldTable, Parts, Value, Written, one_of, own_word
from referee.cards.language import CardLanguage, Group
from referee.effects import rules
from referee.effects.rules import GAP
from referee.errors import Unreadable
from referee.games.prophecy import tables
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import KINDS, Ability, Card, Creature, HeroCard, Item, rules_of
from referee.games.prophecy.cards.wording import Often, When, read_rule
from referee.games.prophecy.vocabulary import GAME, GUILDS, RACES, TYPES, CardName, Kind
from referee.text.names import a_or_an, by_key, fold, nearest, or_list
from referee.text.pattern import lazy_pattern

Whens = tuple[w.When, ...]

ALWAYS: Whens = ("always",)
ANNOUNCED: Mapping[w.When, str] = {
    "battle": "for the battle",
    "roll": "for the roll",
    "any roll": "for the roll",
    "after roll": "for the roll",
}
"""Moments of announcements in a fight, and how long each lasts."""
RESULTS: Whens = ("won", "drawn", "lost", "after battle")
OWN_TURN: Whens = ("any time", "moving", "instead of moving", "before battle")
"""Moments of one's own turn at which a held card is used."""
_HELD: Whens = (*ALWAYS, *OWN_TURN, "round starts", "round ends", *ANNOUNCED, *RESULTS, "hero beaten")
_GUARDIAN: Whens = (*ALWAYS, "met", *RESULTS)
MOMENTS: Mapping[Kind, Whens] = {
    "hero": (),
    "creature": (*_GUARDIAN, "revealed"),
    "lesser": _GUARDIAN,
    "greater": _GUARDIAN,
    "item": _HELD,
    "artifact": _HELD,
    "ability": _HELD,
    "opportunity": ("use", "revealed"),
    "chance": ("drawn by",),
}
"""Possible moments for each kind of card."""
_LIKE_CREATURES = ("met: lose 2 gold", "lost: lose 1 health, discard an item", "won: draw 1 common")
_LIKE_HELD = ("always: in strength 1", "battle: 1 magic -> in wills 2", "won: gain 1 gold")
RULES_LIKE: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("creature", "lesser", "greater"), _LIKE_CREATURES),
    **dict.fromkeys(("item", "artifact", "ability"), _LIKE_HELD),
    "opportunity": ("use: 3 gold -> draw 1 rare", "use: gain 2 experience, lose 1 health"),
    "chance": ("drawn by: gain 3 gold, each other player lose 1 health",),
}
"""Rules as they may stand on each kind of card."""

_CHOSEN: Whens = (*OWN_TURN, "use")
_GOING_ON: Whens = (*_CHOSEN, "round starts", "revealed", "met", "drawn by", "hero beaten", *RESULTS)
_AT_ONCE: Whens = (*_GOING_ON, "round ends")
"""Moments at which effects apply once; no effect can last beyond the end of the round."""
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
"""Possible moments of each effect; for some, by their `what`."""

_OF_HERO = (w.EnemyLoses, w.StealGold, w.StealItem, w.PriceEffect, w.SellFor, w.BoatGains)
"""Effects of a hero's own cards only; so are those of `Do` that always hold."""
_PUT_OFF = (w.GainEffect, w.Lose, w.HealEffect, w.Recharge, w.Draw, w.Harm, w.StealGold, w.StealItem)
"""Effects that can be put off until after the battle, or that have an alternative if they can't apply in full."""


def why_not(kind: Kind, rule: w.ProphecyRule) -> str:
    """Return why a rule, or a part of it, would do nothing on a card of this kind; "" if all of it has an effect."""
    when, there, card = rule.when, MOMENTS[kind], f"{a_or_an(kind)} card"
    if not there:
        return f"{card} has no rules"
    if when not in there:
        return f"{when} never comes for {card}; begin with {or_list(there)}"
    if when not in RESULTS and w.Is("used") in rule.conditions:
        return f"whether it was used is known only after the battle; begin with {or_list(RESULTS)}"
    if rule.on and (when in ALWAYS or when in ANNOUNCED):
        return f"no die is thrown for it; leave out on {rule.on}"
    if rule.often and _lasts(rule):
        return f"what holds always isn't used; leave out {rule.often}"
    for cost in rule.cost or ():
        if isinstance(cost, w.Spend) and (why := _why_not_spent(kind, cost)):
            return why
    if when in ALWAYS and rule.cost:
        return f"nobody is asked to pay for what holds always; begin with {or_list((*ANNOUNCED, *OWN_TURN))}"
    for effect in rule.effects:
        if why := _why_no_effect(kind, when, effect):
            return f'"{w.RULES.phrases.write(effect)}" does nothing there on {card}; {why}'
    return ""


def _lasts(rule: w.ProphecyRule) -> bool:
    """Return whether a rule holds always without being used; help with a payment, or a Spell, is used."""
    helps = (isinstance(one, w.PriceEffect) and one.what in ("payment", "spell") for one in rule.effects)
    return rule.when in ALWAYS and not all(helps)


def _why_not_spent(kind: Kind, cost: w.Spend) -> str:
    """Return why a card of this kind can't be the price of its own rule; "" if it can, or if that is told in play."""
    if kind == "opportunity":
        return f"an Opportunity is discarded once it is used; leave out {cost.verb} this"
    if kind not in ("item", "artifact", "ability"):
        return f"only what a hero holds pays for its own rule; leave out {cost.verb} this"
    return f"only an Item can be damaged; leave out {cost.verb} this" * (cost.verb == "damage" and kind == "ability")


def _moments(effect: rules.Effect) -> Whens:
    found = COMES[type(effect)]
    return found if isinstance(found, tuple) else found[effect.what]  # type: ignore[attr-defined]


def _why_no_effect(kind: Kind, when: w.When, effect: rules.Effect) -> str:
    """Return why an effect does nothing there, and what to write instead; "" if it does something."""
    if isinstance(effect, w.AlsoDoes) and when in RESULTS:
        return _why_no_effect(kind, when, effect.effect)
    later = isinstance(effect, w.ProphecyEffect) and bool(effect.later)
    comes = tuple(ANNOUNCED) if later and isinstance(effect, _PUT_OFF) else () if later else _moments(effect)
    held = kind in ("item", "artifact", "ability")
    if not held and (isinstance(effect, _OF_HERO[3:]) or comes == ALWAYS):
        return "only what a hero holds can have it, after always"
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
            isinstance(effect, w.Lasting) and not held and when in ("drawn", "lost")
        ):
            if lasting != "for the round":
                return "the turn is over then; write for the round after it"
    if when not in comes:
        fits = [one for one in comes if one in MOMENTS[kind]]
        return f"it can come after {or_list(fits)}" if fits else "leave it out"
    return _why_no_modifier(when, effect) if isinstance(effect, w.ProphecyEffect) else ""


def _why_no_modifier(when: w.When, effect: w.ProphecyEffect) -> str:
    """Return why a modifier of an effect has no meaning there, "" if all have one."""
    happens = bool(effect.later) or when in _AT_ONCE
    if effect.who and (not happens or isinstance(effect, w.Do)):
        return "it is the hero's own; leave out whose it is"
    if effect.instead is not None and not (happens and isinstance(effect, (*_PUT_OFF, w.Lay))):
        return "nothing can come instead of it; leave out what comes after or else"
    lasts = ("for the turn", "for the round", "for the battle") if when in _GOING_ON else (ANNOUNCED.get(when),)
    if effect.lasting and not (isinstance(effect, w.Lasting) and effect.lasting in lasts):
        return f"leave out {effect.lasting}"
    return ""


# --- The fields of cards, and the rulebook's values of single cards --------------------------------
#     Toll Ogre: creature, humanoid, strength 5, 2 experience; lost: lose 2 health; won on 4-6: draw 1 common
#
# A card's first part is its kind. Values are separated by commas, rules by semicolons.


UNTOLD = "?"
"""Placeholder for a number that is printed on a card but missing in the rulebook."""
MISSPELT = 0.88
"""Similarity to a name in the rulebook from which on a new name is likely a slip."""
_MOST = 20
"""Highest value or price without a warning."""
TYPED, TOLD = "typed", "rulebook"
"""Answers to which of two rules for one WHEN holds: the typed one, or that of the rulebook."""


def _read_value(text: str) -> int | str:
    typed = fold(text)
    return int(typed) if typed.isdigit() else re.sub(r" ?([+x]) ?", r" \1", typed)


_VALUE = Value(rf"[0-9]{{1,2}}|\{UNTOLD}|as yours(?: ?[+x] ?[0-9])?", _read_value, str, lambda: ("2", "as yours"))
_GUILD = Value("|".join(GUILDS), lambda text: by_key(GUILDS, str)[fold(text)], words=lambda: GUILDS)
_WHENS = tuple(get_args(When))
_RULE = Value(
    rf"(?:(?:{'|'.join(filter(None, get_args(Often)))}) )?(?:{'|'.join(sorted(_WHENS, key=len, reverse=True))})"
    r"(?: on [^:]*)?(?: if [^:]*)? ?:.*",
    str.strip,
    words=lambda: (),
    rule=True,
    begins=_WHENS,
)


_MOMENT_PATTERNS: Mapping[str, str] = {
    r"(?:in|during) (?:an? |the |every |each )?(?:battle|fight)s?": "battle",
    r"(?:(?:if|when(?:ever)?) )?(?:you|he|she|the hero) wins?|rewards?|wins?|(?:when )?beaten": "won",
    r"(?:(?:if|when(?:ever)?) )?(?:you|he|she|the hero) loses?|(?:when )?beaten by it|loss": "lost",
    r"when(?: it is)? (?:revealed|turned up)": "revealed",
    r"once per (turn|round|battle)": r"once a \1",
}
"""Patterns of moments as players type them, before the colon of a rule."""
_EFFECTS: Mapping[str, str] = {
    r"(?:you )?(?:get |take |win |reward |\+)?(\d+) (gold|experience)": r"gain \1 \2",
    r"-(\d+) (gold|experience|health|magic|strength|willpower)": r"lose \1 \2",
    r"(?:get |take |draw |gain )?(?:an? )?(common|rare)(?: items?)?": r"draw 1 \1",
    r"(?:get |take |draw )?(\d+) (common|rare)(?: items?)?": r"draw \1 \2",
    r"(?:get |take |gain )?gold (\d+)": r"gain \1 gold",
    r"heals? (?:up to )?(\d+)(?: health)?": r"heal \1 health",
    r"recharges? (?:up to )?(\d+)(?: magic)?": r"recharge \1 magic",
    r"loses? (all|half)(?: of)? (?:(?:your|his|her|the) )?(gold|experience|health|magic)": r"lose \1 \2",
    r"(discard|damage|steal)s? (?:your|his|her|one|1) (weapon|shield)": r"\1 a \2",
    r"(discard|damage|steal)s? (?:your|his|her|one|1) item": r"\1 an item",
    r"move (?:up to )?(\d+) spaces?": r"move \1",
}
"""Patterns of effects as players type them, with their written form."""
_GAINED: Mapping[str, str] = {r"\+(\d+) (strength|willpower)": r"gain \1 \2", **_EFFECTS}
"""The same for gains from a Creature, an Opportunity or a Chance card: permanent cubes."""
_IN_FIGHTS: Mapping[str, str] = {
    r"\+(\d+) (strength|wills)(?: (?:with|on|for) (?:an? |the )?(weapon))?": r"in \2 \1 on a \3",
    r"\+(\d+) willpower": r"in wills \1",
    r"\+(\d+) in (?:battles? of )?(strength|wills)(?: (?:battle|fight)s?)?": r"in \2 \1",
    **_EFFECTS,
}
"""The same for held cards, which help in fights."""
_LOSSES: Mapping[str, str] = {r"(\d+) (gold|experience|health|magic)": r"lose \1 \2", **_GAINED}
"""The same for the effects of a lost fight."""
_TWO = lazy_pattern(r"\b(gain |lose |get |take |)(\d+ \w+) and (\d+ \w+)\b", re.IGNORECASE)
"""Two effects with one verb: "lose 1 health and 2 gold"."""
_FIGHTS: Mapping[str, str] = {
    r"([1-9]\d?)/[-0]": r"strength \1",
    r"[-0]/([1-9]\d?)": r"willpower \1",
    r"(\d+)/(\d+)": r"strength \1, willpower \2",
    r"(\d+) (strength|willpower)": r"\2 \1",
}
_BONUS: Mapping[str, str] = {
    r"\+(\d+) (strength|wills)(?: in (?:an? |the |every )?(?:battle|fight)s?)?( against .+)?": r"always: in \2 \1\3",
    r"\+(\d+) (strength|wills) (?:with|on|for) (?:an? |the )?weapon": r"always: in \2 \1 on a weapon",
    r"\+(\d+) in (?:an? |the )(strength|wills) (?:battle|fight)": r"always: in \2 \1",
    r"\+(\d+) willpower( against .+)?": r"always: in wills \1\2",
    r"\+(\d+) in (?:battles? of )?(strength|wills)(?: (?:battle|fight)s?)?( against .+)?": r"always: in \2 \1\3",
    r"(strength|wills) \+(\d+)": r"always: in \1 \2",
    r"(?:(?:price|(?:it )?costs?|for) )?(\d+)(?: gold)?": r"costs \1",
}
_VALUES: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(("creature", "lesser", "greater"), _FIGHTS),
    "hero": {**_FIGHTS, r"(?:a )?(?:man|male)": "man", r"(?:a )?(?:female|woman)": "woman"},
    **dict.fromkeys(("item", "artifact"), _BONUS),
    "ability": {
        **_BONUS,
        r"(\d+) magic": r"spell \1",
        r"(?:(?:it )?costs? )?(\d+) (?:experience|exp|xp)(?: points?)?": r"costs \1",
    },
}
"""Patterns of values as players type them, by kind of card."""
_USUALLY = {**dict.fromkeys(("creature", "lesser", "greater"), "won"), "opportunity": "use", "chance": "drawn by"}
"""Default moment of effects, by kind of card."""
_PRICE = r"\d+ (?:gold|experience|magic|health)"
_PAID = lazy_pattern(rf"\s*(?:pay )?({_PRICE})\s*", re.IGNORECASE)
"""A cost before its effect."""
_PAID_FOR = lazy_pattern(
    rf"(?:pay )?(?P<cost>{_PRICE}) to (?P<gain>.+)|(?P<gain2>.+) for (?P<cost2>{_PRICE})", re.IGNORECASE
)
"""An effect with its cost in a sentence: "heal 2 for 1 gold", "pay 1 gold to heal 2"."""
_ON_ROLL = lazy_pattern(
    r"on (?:an? )?(?P<on>\d-\d): *(?P<gain>.+)|(?P<gain2>[^:]+) on (?:an? )?(?P<on2>\d-\d)", re.IGNORECASE
)
"""A reward with the throw that brings it: "common item on 5-6"."""
_TARGETS: Mapping[str, str] = {
    r"(?:all |the )?others?|(?:each|every) other(?: player)?|every(?:body|one) else": "each other player ",
    r"all(?: players)?|every(?:body|one)|each player": "each player ",
    r"me|(?:the )?drawer|who(?:ever)? dr(?:aw|ew)s?(?: it)?": "",
}
"""Patterns of whom an effect is for, as players type it, with what is written before the effect."""


_LETTERS: Mapping[str, str] = {
    "s": "strength",
    "w": "willpower",
    "l": "lives",
    "e": "experience",
    "g": "gold",
    "h": "health",
    "m": "magic",
}
"""Abbreviations after a number, as in "4s 2e 3g"."""
_LETTERED = lazy_pattern(
    rf"\b(\d+)([{''.join(_LETTERS)}])\b(?: +(?=[-+]?\d|[a-z]+(?: items?)?(?:[,;]|$)))?", re.IGNORECASE
)
_VALUE_WORD = r"(?:str(?:ength)?|will(?:power)?)\b"
_SHORT_WORDS = lazy_pattern(
    rf"(?<![a-z] )\b(\d+) ({_VALUE_WORD})(?:,? (\d+) ({_VALUE_WORD}))?(?! ?\d)", re.IGNORECASE
)
"""Values with their numbers in front, in short: "4 str 3 will"; no "strength 4 will 3"."""

_NUMBERED = r"(?:\d+ (?:strength|willpower|experience|exp|xp)|\d+/\d+)"
_SORTS = "|".join(("common", "rare", "weapon", "shield", "hand", "head", "two-handed", "throwing", "potion", *TYPES))
_BESIDE_NUMBERS = lazy_pattern(rf"^(\d+)(?: gold)? (?=(?:{_SORTS})\b)|\b({_SORTS}) (?=[+\d]|costs )", re.IGNORECASE)
"""What sort of Item a card is, right beside its price or what it adds: "8 weapon +1 strength"."""

_NUMBERS_FIRST = lazy_pattern(
    rf"((?:^|[,;])\s*(?:{_NUMBERED}[ ,]+)*{_NUMBERED}) +(?!(?:with|on|for|in|against|points?)\b)(?=[a-z\d])",
    re.IGNORECASE,
)
"""Values with their numbers at the beginning of a part, with a word after them that begins another part."""


def expand_letters(text: str) -> str:
    """Expand letters and short words behind numbers, with commas between, except in a card's `manual` words."""
    own_part, manual, own = text.partition("manual ")
    own_part = _SHORT_WORDS.sub(
        lambda of: ", ".join(
            f"{n} {_LETTERS[word[0].lower()]}" for n, word in (of.groups()[:2], of.groups()[2:]) if n
        ),
        own_part,
    )
    words = _LETTERED.sub(lambda of: f"{of[1]} {_LETTERS[of[2].lower()]}{', ' * of[0].endswith(' ')}", own_part)
    return re.sub(r"(?:^|(?<=[,;\d] ))(\d+) +(?=\+?\d)", r"\1, ", words) + manual + own


def _expand(text: str, short: Mapping[str, str]) -> str:
    """Expand an abbreviated part of a line; return other parts as they are."""
    typed = fold(text)
    found = next(
        (re.sub(how, means, typed) for how, means in short.items() if re.fullmatch(how, typed)), text.strip()
    )
    return found.removesuffix(" on a ")  # left over from an optional group


def _expand_effect(text: str, short: Mapping[str, str]) -> str:
    """Expand an abbreviated effect, with whom it is for before or behind it."""
    for who, written in _TARGETS.items():
        if of := re.fullmatch(rf"(?:{who}):? (?:gets? )?(.+)|(.+) (?:for|to) (?:{who})", fold(text)):
            return written + _expand_effect(of[1] or of[2], short)
    return _expand(text, short)


def _expand_rule(text: str, short: Mapping[str, str]) -> str:
    """Expand an abbreviated rule after its colon, its cost included."""
    cost, arrow, effects = text.rpartition("->")
    paid = _PAID.fullmatch(cost)
    cost = f"{paid[1] if paid else cost.strip()} -> " if arrow else ""
    return cost + ", ".join(_expand_effect(one, short) for one in _TWO.sub(r"\1\2, \1\3", effects).split(","))


def _with_throw_first(part: str) -> str:
    """Write a Creature's reward, or its harm, behind the throw that brings it; other parts as they are."""
    if (rolled := _ON_ROLL.fullmatch(part.strip())) is None:
        return part
    on, gain = rolled["on"] or rolled["on2"], rolled["gain"] or rolled["gain2"]
    return f"{'lost' if fold(gain).startswith('lose') else 'won'} on {on}: {gain}"


def _held_moment(when: str) -> str:
    """Return the moment of a held card's rule as it is written: "use", or "once a round" alone, is any time."""
    if fold(when) == "use":
        return "any time"
    return f"{when} any time" if when and fold(when) in get_args(Often) else when


def _is_rule(text: str) -> bool:
    with suppress(Unreadable):
        return bool(read_rule(text))
    return False


def _implied(values: Sequence[str]) -> list[str]:
    """Return what the values of a line imply: only weapons have a type, and are thrown."""
    sorts = {fold(one) for one in values}
    weapon = not sorts.isdisjoint((*TYPES, "throwing")) and sorts.isdisjoint(("weapon", "shield", "hand", "head"))
    return ["weapon"] * weapon


def is_moment(text: str) -> bool:
    """Return whether a text is only the beginning of a rule, before its colon: "won on 4-6"."""
    return re.fullmatch(str(_RULE.pattern), f"{text}:", re.IGNORECASE) is not None


class ProphecyCards(CardLanguage[Card]):
    """Language of the nine kinds of cards."""

    game = GAME
    types: Mapping[str, type[Any]] = KINDS
    said = tuple(KINDS)
    table = FieldTable(
        CardField("rarity", ("#",), one_of(("common", "rare")), open=True),
        CardField("race", ("#",), own_word(RACES, "kind"), called="kind", open=True),
        CardField("strength", value=_VALUE, open=True),
        CardField("willpower", value=_VALUE, open=True),
        CardField("willpower_first", ("willpower first",), FLAG),
        CardField("lives", ("# (life|lives)",), usual=3),
        CardField("experience", ("# experience", "# exp", "# xp"), open=True, usual=_MOST),
        CardField("no_spells", ("no spells",), FLAG),
        CardField("way", ("#",), one_of(("both parts", "willpower for strength", "all values"))),
        CardField("strength_costs_magic", ("strength costs # magic",)),
        CardField("wills_costs_health", ("wills costs # health", "will costs # health")),
        CardField("guilds", ("#",), _GUILD, called="guild", several=True),
        CardField("sex", ("#",), one_of(("woman", "man")), open=True),
        CardField("costs", ("costs #", "cost #"), open=True, usual=_MOST),
        CardField("spell", ("spell #", "spell # magic"), open=True),
        *(CardField(word, (word,), FLAG) for word in ("weapon", "shield", "hand", "head")),
        CardField("two_handed", ("two-handed",), FLAG),
        CardField("types", ("#",), own_word(TYPES, "type"), called="type", several=True),
        *(CardField(word, (word,), FLAG) for word in ("throwing", "potion", "scroll")),
        CardField("copies", ("# (copy|copies)",), printed=False),
        CardField("rules", ("#",), _RULE, several=True),
    )
    examples: Mapping[str, str] = {
        "hero": "Bellringer: hero, strength 3, willpower 4, Monastery, Fortress, woman",
        "creature": "Toll Ogre: creature, humanoid, strength 5, 2 experience; lost: lose 1 health, lose 2 gold",
        "lesser": "Door Warden: lesser, strength 3, 2 experience; won: draw 1 rare",
        "greater": "Hollow Regent: greater, undead, willpower 6, strength 7, both parts; lost: lose 2 health",
        "item": "Moth Cleaver: item, common, costs 6, weapon, edged, throwing; always: in strength 1",
        "artifact": "Mirrored Shield: artifact, shield; always: lost by 1 is drawn",
        "ability": "Prayer: ability, Monastery, costs 4, spell 1; any roll: better of two",
        "opportunity": "Whispering Well: opportunity; use: 1 experience -> recharge 4 magic",
        "chance": "Harvest Wind: chance; drawn by: heal 2 health, each other player heal 1 health",
    }
    names = (CardName, 'a card\'s name: 1 to 80 letters, without commas, colons or "/"')
    how = "A card in a line; its kind comes first, rules come after semicolons:"
    box = "Guardians and Artifacts"

    def kind_of(self, card: Card) -> str:
        """Return the kind of a card."""
        return card.kind

    def words(self, kind: str) -> list[str]:
        """List the words that can be typed for a kind of card, and its possible moments."""
        values = [word for word in super().words(kind) if not word.endswith(":")]
        return [*values, *(f"{when}:" for when in MOMENTS[kind])]  # type: ignore[index]

    def help_lines(self, kind: str) -> list[str]:
        """Teach how a card of a kind is typed: by an example, its values, and examples of its rules."""
        *values, example = super().help_lines(kind)
        if kind not in RULES_LIKE:
            return [example, *values]
        whens = MOMENTS[kind]  # type: ignore[index]
        return [
            example,
            *values[:-1],
            "After semicolons, its rules: when, maybe a price, and what happens, like",
            f"  {' · '.join(RULES_LIKE[kind])}",
            *([f"When: {', '.join(whens)}"] if len(whens) > 1 else []),
            "What: gain, lose, heal, recharge, draw, steal, damage, discard, reroll ...",
            "What no words say: manual and its text. All words: referee guide prophecy",
        ]

    def in_own_words(self, text: str) -> str:
        """Translate a line that a player typed freely to the words of the language; "" if it lacks the kind."""
        text = _NUMBERS_FIRST.sub(r"\1, ", expand_letters(text))
        for pattern, moment in _MOMENT_PATTERNS.items():
            text = re.sub(rf"(^|[;,])\s*(?:{pattern})\s*:", rf"\1 {moment}:", text, flags=re.IGNORECASE)
        kind, *parts = self.table.split(re.sub(r"(\d/\d+) (?=\w)", r"\1, ", text)) or [""]
        rarity, _, item = fold(kind).partition(" ")
        if item == "item" and rarity in ("common", "rare"):
            kind, parts = item, [rarity, *parts]
        elif item and rarity in KINDS:  # no comma after the kind
            kind, parts = rarity, [*self.table.split(kind.strip()[len(rarity) :]), *parts]
        if (kind := fold(kind)) not in KINDS:
            return ""
        values, effects, rules, usual = [kind], [], [], _USUALLY.get(kind, "")
        short = _GAINED if usual else _IN_FIGHTS
        if kind == "hero":
            parts = [one for part in parts for one in re.split(r"\s+and\s+", part)]
        if any(re.fullmatch(r"\d+ magic", fold(part)) for part in parts):
            parts = [part for part in parts if fold(part) != "spell"]  # implied by its Magic
        apart = ([part] if ":" in part else self.table.split(_BESIDE_NUMBERS.sub(r"\1\2, ", part)) for part in parts)
        for part in chain.from_iterable(apart):
            part = _with_throw_first(part) if usual == "won" else part
            when, colon, rest = part.partition(":")
            if colon and any(re.fullmatch(who, fold(when)) for who in _TARGETS):  # a target, not a moment
                part, colon = f"{when} {rest.strip()}", ""
            if usual == "use" and "manual" not in part and (sold := _PAID_FOR.fullmatch(part.strip())):
                part = f"{sold['cost'] or sold['cost2']} -> {sold['gain'] or sold['gain2']}"
            when = when if usual else _held_moment(when)
            if usual and (paid := _PAID.fullmatch(when)):
                when, rest = usual, f"{paid[1]} -> {rest}"
            if colon:
                rules.append(f"{when}: {_expand_rule(rest, _LOSSES if fold(when) == 'lost' else short)}")
            elif usual == "use" and "->" in part:
                rules.append(f"{usual}: {_expand_rule(part, short)}")
            elif (
                usual
                and not self._is_value(part, kind)
                and _is_rule(f"any time: {(effect := _expand_effect(part, short))}")
            ):
                if usual == "won" and effect.startswith("lose "):
                    rules.append(f"lost: {effect}")
                else:
                    effects.append(effect)
            else:
                values.append(_expand(part, _VALUES.get(kind, {})))
        if effects:
            rules.append(f"{usual}: {', '.join(effects)}")
        values += _implied(values)
        cast = any(one.startswith("spell") for one in values)
        bonuses = [one.replace("always:", "roll:") if cast else one for one in values if ":" in one]
        return "; ".join([", ".join(one for one in values if ":" not in one), *bonuses, *rules])

    def _is_value(self, part: str, kind: str) -> bool:
        typed = self.table.understood(part)
        return bool(typed) and typed.keys() <= {field.key for field in self.fields(kind)}

    def has_rules(self, kind: str) -> bool:
        """Return whether cards of a kind have rules: all but heroes."""
        return kind != "hero"

    def printed_kind(self, name: str, keys: Collection[str]) -> str:
        """Return the rulebook's kind of a card. Raises Unreadable."""
        entry = tables.printed_cards().get(fold(name))
        return entry.kind if entry else super().printed_kind(name, keys)

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """Complete a card's parts from the rulebook, except for rules of a WHEN that was typed too (P82).

        Raises Unreadable for another kind of card, and for a printed number that the rulebook leaves out.
        """
        printed = self.printed_parts(name, kind)
        if lacking := next((key for key, value in printed.items() if value == UNTOLD and key not in said), None):
            raise Unreadable(f"the rulebook says that it has {lacking}; write the number too, like {lacking} 4")
        whole = {**said, **{key: value for key, value in printed.items() if key not in said}}
        if mine := said.get("rules"):
            whens = set(map(_when, mine))
            whole["rules"] = [*mine, *(text for text in printed.get("rules", ()) if _when(text) not in whens)]
        both = [key for key in whole if key in ("strength", "willpower")]
        if both == ["willpower", "strength"]:
            whole.setdefault("willpower_first", True)
        return {key: value for key, value in whole.items() if value != UNTOLD}

    def printed_parts(self, name: str, kind: str) -> Parts:
        """Return the rulebook's parts of a card; {} if it has none. Raises Unreadable if that is of another kind."""
        if (found := tables.printed_cards().get(fold(name))) is None:
            return {}
        told_kind, *parts = self.table.split(found.line.partition(":")[2])
        if told_kind != kind and (told_kind, kind) != ("item", "artifact"):
            raise Unreadable(f"it is {a_or_an(told_kind)}, the rulebook says, not {a_or_an(kind)}")
        printed: Parts = {}
        for part in parts:
            for key, value in self._read_part(part, told_kind).items():
                printed[key] = [*printed.get(key, ()), *value] if self.table.fields[key].several else value
        return printed

    def overridden_rules(self, card: Card) -> list[str]:
        """List the rulebook's rules of a card that are replaced by others of the same WHEN on it (P82)."""
        mine = [replace(rule, text="") for rule in card.parsed]
        whens = {rule.when for rule in mine}
        printed = rules_of(tuple(self.printed_parts(card.name, card.kind).get("rules", ())))
        return [rule.text for rule in printed if rule.when in whens and replace(rule, text="") not in mine]

    def settle(self, card: Card, key: str = "holds") -> Procedure[Card]:
        """Ask which rules of a typed card hold where they differ from the rulebook's (P82); return the card."""
        whens = set(map(_when, self.overridden_rules(card)))
        mine = [text for text in card.rules if _when(text) in whens]
        answers = {TYPED: "; ".join(mine), TOLD: "; ".join(self.overridden_rules(card))}
        which = f"{card.name} is in the rulebook too; which rules hold"
        asked = choice(key, which, answers, default=TYPED, skippable=True)
        if not whens or (yield asked) == TYPED:
            return card
        printed = [text for text in self.printed_parts(card.name, card.kind)["rules"] if _when(text) in whens]
        whole: Card = replace(card, rules=(*(text for text in card.rules if text not in mine), *printed))
        return whole

    def validated(self, card: Card) -> Card:
        """Check that a card's rules can be read, and have an effect on it. Raises Unreadable."""
        for text in card.rules:
            if why := why_not(card.kind, read_rule(text)):
                raise Unreadable(f'"{text}": {why}')
        if isinstance(card, Ability) and card.guilds[1:]:
            raise Unreadable(f"{card.name}: an Ability is of one guild, not of the {' and the '.join(card.guilds)}")
        return card

    def write_rest(self, card: Card) -> str:
        """Write a card's line without its name; the value printed first comes first."""
        text = super().write_rest(card)
        if not isinstance(card, Creature) or not card.willpower_first:
            return text
        text = text.replace(", willpower first", "")
        return re.sub(r"(strength [^,;]+), (willpower [^,;]+)", r"\2, \1", text, count=1)

    def whole(self, card: Card) -> Card:
        """Return a card completed from the rulebook, as far as possible."""
        try:
            return _read_again(write_card(card))
        except Unreadable:
            return card

    # --- checks -------------------------------------------------------------------------------------

    def faults(self, card: Card) -> Iterator[str]:
        """Yield the faults that make a card unfit for play."""
        try:
            yield from (f"{card.name}: {fault}" for fault in faults(_read_again(write_card(card))))
        except Unreadable as error:
            yield str(error)

    def doubts(self, card: Card) -> Iterator[str]:
        """Yield warnings about what is possible on a card that is fit for play, but unusual."""
        yield from super().doubts(card)
        if any(self.faults(card)):
            return
        for rule in self.overridden_rules(card):
            yield f'{card.name}: the rulebook says "{rule}"; what was typed counts instead'
        lacking = [*_incomplete_rules(card)]
        if lacking:
            line = "; ".join((self.write_rest(card), *lacking))
            yield f"the rulebook tells more; fill in ... and type: correct card {card.name}: {line}"
        if isinstance(card, HeroCard) and len(card.guilds) != 2:
            yield f"{card.name}: a hero belongs to two guilds, and this one to {len(card.guilds) or 'none'}"
        if (
            isinstance(card, Item)
            and not (lacking or card.rules or card.potion or card.scroll)
            and card.kind == "item"
        ):
            yield f"you gave {card.name} no effect"
        if isinstance(card, Item) and (card.potion or card.scroll) and any(map(_lasts, card.parsed)):
            yield f"{card.name} is used up, but you gave it what holds always; begin with any time, battle or roll"
        if isinstance(card, Ability) and len(card.guilds) > 1:
            yield f"{card.name}: an Ability is of one guild"
        if isinstance(card, Item) and card.shield and card.weapon:
            yield f"{card.name}: a weapon and a shield at once?"

    def faults_together(self, cards: Sequence[Written[Card]]) -> Iterator[str]:
        """Yield nothing: a table may have more heroes and Guardians than the rulebook's box."""
        yield from ()

    def groups(self, cards: Sequence[Written[Card]]) -> list[Group]:
        """List the known contents of the box: heroes, Guardians, Artifacts; other decks are asked for."""
        box = tables.numbers().box
        parts = {
            "hero": ("heroes", box.heroes),
            "lesser": ("Lesser Guardians", box.lesser),
            "greater": ("Greater Guardians", box.greater),
            "artifact": ("Artifacts", box.artifacts),
        }
        found = []
        for kind, (called, many) in parts.items():
            there = [card for card in cards if card.kind == kind]
            names = {fold(card.name) for card in there}
            names_printed = {one.name for one in tables.printed_cards().values() if one.kind == kind}
            missing = tuple(name for name in sorted(names_printed) if fold(name) not in names)
            found.append(Group(called, sum(card.copies for card in there), many, missing))
        return found


CARDS = ProphecyCards()
read_card, write_card = CARDS.read, CARDS.write
"""Parse a card's whole line, completed from the rulebook (raises Unreadable), and write it."""
_read_again = lru_cache(maxsize=1024)(read_card)
"""Parses the line of a deck file's card once: to complete it, and to check it."""


def faults(card: Card) -> Iterator[str]:
    """Yield the faults that make a card unfit for play, whatever the rulebook says of it."""
    if isinstance(card, Creature):
        lacks = [what for what in ("strength", "willpower") if getattr(card, what) is UNSET]
        if len(lacks) == 2:
            yield "a Creature needs its Strength, its Willpower or both, like strength 4, willpower 3"
        elif card.way == "both parts" and lacks:
            yield f"it is fought in both parts, so it needs its {lacks[0].capitalize()} too, like {lacks[0]} 4"
        elif card.way == "willpower for strength" and card.strength is UNSET:
            yield "its Strength is fought against, so it needs that, like strength 4"
        elif card.way == "all values" and card.strength is UNSET:
            yield "it is fought with all values at once; write its number as Strength, like strength 14"


def describe_printed(name: str) -> str:
    """Say what the rulebook has about a card, and which numbers must still be typed; "" if nothing."""
    entry = tables.printed_cards().get(fold(name))
    if entry is None:
        return ""
    line = "; ".join((entry.line.partition(":")[2].strip(), *entry.untold))
    asked = ["its price"] * _lacks_price(entry) + ["the ..."] * bool(gaps := _gaps(entry))
    like = ["4"] * _lacks_price(entry) + ["2"] * sum(one.count(GAP) for one in gaps)
    typed = f"; type {', then '.join(asked)}, like {' '.join(like)}" if asked else ""
    return f"the rulebook says: {line}{entry.note and f' ({entry.note})'}{typed}"


def usual_line(name: str) -> str | None:
    """Return the rulebook's line of a card if it is complete, else None."""
    entry = tables.printed_cards().get(fold(name))
    if entry is None or entry.untold or UNTOLD in entry.line or _lacks_price(entry):
        return None
    kind, line = entry.kind, entry.line.partition(":")[2].strip()
    ends = {"creature": " experience", "opportunity": "use:", "item": "always:"}.get(kind)
    return line if ends and ends in line else None


def numbers_filled(name: str, text: str) -> str:
    """Fill bare numbers of a line into the gaps ("...") of the rulebook's rules of a card.

    Where the rulebook only tells when something comes, all that is typed is what comes.
    """
    entry = tables.printed_cards().get(fold(name))
    whens = [one.removesuffix(GAP) for one in entry.untold if one.endswith(f": {GAP}")] if entry is not None else []
    if whens and ":" not in text:
        return whens[0] + text
    if entry is None:
        return text
    values, semicolon, rest = text.partition(";")
    parts = [part.strip() for part in values.split(",")]
    gaps, printed_parts = _gaps(entry), CARDS.printed_parts(name, entry.kind)
    if parts[0] == str(printed_parts.get("costs")):  # the price, which the rulebook has too
        text = ", ".join(parts := parts[1:]) + semicolon + rest
    first = int(_lacks_price(entry) or entry.kind == "creature")  # the price, or the value to fight with
    found = [at for at, part in enumerate(parts) if part.isdecimal() and at >= first]
    wanted = sum(one.count(GAP) for one in gaps)
    if len(found) == wanted + 1 and parts[found[0]] == str(printed_parts.get("spell")):  # its Magic too
        del parts[found.pop(0)]
        text, found = ", ".join(parts) + semicolon + rest, [at - 1 for at in found]
    if not found or len(found) != wanted:
        return text
    numbers = iter(parts[at] for at in found)
    printed = [re.sub(re.escape(GAP), lambda _: next(numbers), one) for one in gaps]
    whens = [*map(_when, printed)]
    printed += [one for one in printed_parts.get("rules", ()) if _when(one) in whens]  # else these replaced it (P82)
    kept = ", ".join(part for at, part in enumerate(parts) if at not in found)
    return "; ".join([kept, *printed]) + semicolon + rest


def _lacks_price(entry: tables.PrintedProphecyCard) -> bool:
    return entry.kind in ("item", "ability") and "costs" not in entry.line


def _gaps(entry: tables.PrintedProphecyCard) -> list[str]:
    """List the rulebook's rules of a card that lack nothing but numbers."""
    return [rule for rule in entry.untold if _is_rule(rule.replace(GAP, "2"))]


def printed_deck(name: str) -> str:
    """Return the rulebook's deck of a card: a kind, a rarity, a guild or "adventure"; "" if unknown."""
    entry = tables.printed_cards().get(fold(name))
    if entry is None:
        return ""
    parts = CARDS.printed_parts(name, kind := entry.kind)
    if kind in ("creature", "opportunity"):
        return "adventure"
    if kind in ("item", "ability"):
        return next(iter(parts.get("guilds", ())), "") or str(parts.get("rarity", ""))
    return kind


def _printed_names(deck: str) -> list[str]:
    """List the cards of the rulebook that are of a deck by it, or may be."""
    entries = tables.printed_cards()
    kind = "ability" if deck in GUILDS else "item" if deck in ("common", "rare") else deck
    named = {entry.name: entry for entry in entries.values()}
    return [name for name, one in named.items() if (printed_deck(name) or one.kind) in (deck, kind)]


def printed_begun(name: str, deck: str) -> str:
    """Return the only card of a deck in the rulebook whose name begins so, else the name itself."""
    found = [one for one in _printed_names(deck) if fold(one).startswith(fold(name)) and len(name) >= LEAST_BEGUN]
    return found[0] if len(found) == 1 and fold(name) not in tables.printed_cards() else name


def printed_near(name: str, deck: str) -> str:
    """Return the card of a deck in the rulebook that a name likely misspells; "" if there is none."""
    if not name or fold(name) in tables.printed_cards():
        return ""
    return next(iter(nearest(name, _printed_names(deck), 1, alike=MISSPELT)), "")


def printed_spelling(name: str) -> str:
    """Return a card's name as the rulebook spells it."""
    entry = tables.printed_cards().get(fold(name))
    return next((one for one in (entry.name, *entry.also) if fold(one) == fold(name)), name) if entry else name


def _incomplete_rules(card: Card) -> Iterator[str]:
    """Yield the rules known in part from the rulebook ("..." for the rest) that the card hasn't got yet (P82)."""
    entry = tables.printed_cards().get(fold(card.name))
    for part in entry.untold if entry is not None else ():
        effect = ".+".join(map(re.escape, part.partition(": ")[2].split("...")))
        if not any(re.search(effect, rule) for rule in card.rules):
            yield part


def _when(text: str) -> str:
    try:
        return read_rule(text).when
    except Unreadable:
        return ""


# --- Cards completed from the rulebook -------------------------------------------------------------


def read_whole(line: str) -> Card:
    """Parse a card's line, completed from the rulebook and fit for play. Raises Unreadable."""
    card = read_card(line)
    if fault := next(faults(card), None):
        raise Unreadable(f"{card.name}: {fault}")
    return card


def printed_card(name: str) -> Card | None:
    """Return the rulebook's card if it has everything that a fight needs, else None."""
    entry = tables.printed_cards().get(fold(name))
    if entry is None or entry.untold or "?" in entry.line:
        return None
    card = read_card(entry.line)
    return None if next(faults(card), None) else card
