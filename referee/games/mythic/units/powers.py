"""The text form of powers, "a Bolt: offensive, 1 aow: attack dice 7 range 3", and of their tokens.

    LETTER NAME: KIND[, PRICE][, WHEN]...: EFFECT[, EFFECT]...      a troop's power has no letter
    token NAME xN[, DEFENCE/VITALITY][: EFFECT...]

Before an effect stands its target, after it its duration; an effect that no phrase covers is `manual "..."`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.effects import rules
from referee.effects.phrases import Misread, Phrases
from referee.errors import Unreadable, join_errors
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import Few, Kind, Talent, Terrain, UnitType
from referee.text.grammar import split_outside_quotes
from referee.text.names import did_you_mean, fold, or_list
from referee.text.pattern import lazy_pattern

E = TypeVar("E", bound=rules.Effect)
R = TypeVar("R", bound=Struct)

PowerKind = Literal["permanent", "passive", "active", "offensive"]
KINDS: tuple[PowerKind, ...] = get_args(PowerKind)
Moment = Literal[
    "start",
    "end",
    "when attacking",
    "when attacked",
    "when it wounds",
    "when wounded",
    "when it destroys",
    "when destroyed",
    "when an enemy enters",
    "when an ally is destroyed",
]
"""When a power works or may be used; without a moment: always, or at any time in its unit's activation."""
ATTACKS: tuple[Moment, ...] = ("when attacking", "when attacked", "when it wounds", "when it destroys")
"""The moments that have an attack."""
Often = Literal["once a round", "once a game"]
StatName = Literal["offence", "defence", "range", "movement"]
Lasts = Literal["this attack", "this activation", "this turn", "one round"]
Side = Literal["", "ally", "enemy"]
_BEGINS: Mapping[str, Side] = {
    "a ": "",
    "": "",
    "an allied ": "ally",
    "allied ": "ally",
    "an enemy ": "enemy",
    "enemy ": "enemy",
}
NOUNS: Mapping[str, tuple[Side, Kind | None]] = {
    "an ally": ("ally", None),
    "allies": ("ally", None),
    "an enemy": ("enemy", None),
    "enemies": ("enemy", None),
    "everyone": ("", None),
    **{
        f"{begins}{kind}{'' if begins[:2] in ('a ', 'an') else 'es' if kind == 'hero' else 's'}": (side, kind)
        for begins, side in _BEGINS.items()
        for kind in get_args(Kind)
    },
}
"""Units by side and kind: one that the player picks ("an ally"), or all of them ("allies")."""
if TYPE_CHECKING:
    Noun = str
else:
    Noun = Literal[tuple(NOUNS)]
Doing = Literal["walk", "run", "claim", "retaliate", "be attacked"]


# --- numbers --------------------------------------------------------------------------------------------


class Number(Struct, frozen=True):
    """A number; None is the X that is lit beside the letter."""

    figure: int | None

    example = "2"

    @classmethod
    def from_word(cls, word: str) -> Number | None:
        """Parse a number: "2", "X"; return None for another word."""
        return cls(None) if word == "x" else cls(int(word)) if re.fullmatch(r"\d{1,2}", word) else None

    def __str__(self) -> str:
        return "X" if self.figure is None else str(self.figure)


class PowerAmount(Struct, frozen=True):
    """A change by a number: "+1", "-X"."""

    sign: int
    number: Number

    example = "+1"

    @classmethod
    def from_word(cls, word: str) -> PowerAmount | None:
        """Parse a change; return None for another word."""
        number = Number.from_word(word[1:]) if word[:1] in ("+", "-") else None
        return None if number is None else cls(-1 if word[0] == "-" else 1, number)

    def __str__(self) -> str:
        return f"{'-' if self.sign < 0 else '+'}{self.number}"


class Window(Struct, frozen=True):
    """The value of a stat that shows in the window: "X offence"."""

    x: Literal["X"]
    stat: StatName


class WindowChange(Struct, frozen=True):
    """A change by the stat that shows in the window: "+X movement"."""

    sign: Literal["+X", "-X"]
    stat: StatName


# --- where, who -----------------------------------------------------------------------------------------


class WithinRange(Struct, frozen=True):
    """At most this number of areas away."""

    areas: Number


Where = Literal["here", "around", "anywhere"] | WithinRange


class Who(Struct, frozen=True):
    """The target of an effect."""


class NamedUnits(Who, frozen=True):
    """The power's own unit, or the other one in an attack."""

    who: Literal["itself", "the target", "the attacker"]


class UnitSelection(Who, frozen=True):
    """Units by side, kind and place; "around" is M68, and "everyone" excludes the unit itself."""

    noun: Noun
    where: Where

    @property
    def side(self) -> Side:
        """Their side, seen from the power's own."""
        return NOUNS[self.noun][0]

    @property
    def kind(self) -> Kind | None:
        """Their kind; None for any."""
        return NOUNS[self.noun][1]

    @property
    def one(self) -> bool:
        """True if the player picks one of them, False if all are meant."""
        return self.noun.startswith(("a ", "an "))


class PlaceCondition(Who, frozen=True):
    """An area that the player picks, for elements and tokens."""

    where: Where


class Opponents(Who, frozen=True):
    """Players, for effects on cards."""

    players: Literal["an opponent", "each opponent"]


ITSELF = NamedUnits("itself")

WHO: Mapping[str, type[Struct]] = {
    "{who}": NamedUnits,
    "an area {where}": PlaceCondition,
    "{noun} {where}": UnitSelection,
    "within {areas}": WithinRange,
    "{x} {stat}": Window,
    "{sign} {stat}": WindowChange,
    "{players}": Opponents,
}


# --- before the second colon ----------------------------------------------------------------------------


class HeadPart(Struct, frozen=True):
    """A part after a power's kind: a price, or when it works."""


class PowerCost(HeadPart, frozen=True):
    """AoW cards; wounds to itself; any cards from the hand; miniatures of an allied troop here: paid first."""

    number: Annotated[int, Meta(ge=1, le=20)]
    what: Literal["aow", "wounds", "cards", "miniatures"]


class PayToken(HeadPart, frozen=True):
    """Tokens that lie on the board."""

    number: Annotated[int, Meta(ge=1, le=20)]
    name: str


class PowerCondition(rules.Condition, frozen=True):
    """A condition that must hold."""


class Range(Struct, frozen=True):
    """A distance in areas, exact or a minimum."""

    least: int
    more: bool = False

    example = "1+"

    @classmethod
    def from_word(cls, word: str) -> Range | None:
        """Parse a distance: "0", "1+"; return None for another word."""
        match = re.fullmatch(r"(\d)(\+?)", word)
        return cls(int(match[1]), bool(match[2])) if match else None

    def __str__(self) -> str:
        return f"{self.least}{'+' * self.more}"

    def holds(self, distance: int | None) -> bool:
        """Return whether a distance (in areas, None: no path) is within it."""
        return distance is not None and (distance >= self.least if self.more else distance == self.least)


class AtMoment(PowerCondition, frozen=True):
    """The range of the attack, or the distance of the other unit."""

    range: Range


class AgainstUnits(PowerCondition, frozen=True):
    """The kind or the type of the other unit."""

    what: Kind | UnitType


class In(PowerCondition, frozen=True):
    """The terrain of the unit's area."""

    terrain: Terrain


class WithUnits(PowerCondition, frozen=True):
    """A unit of this description is there."""

    who: UnitSelection


class Carrying(PowerCondition, frozen=True):
    """The unit carries a stone."""


class Once(PowerCondition, frozen=True):
    """The power wasn't used yet in the round or game."""

    often: Often


class When(HeadPart, frozen=True):
    """A moment, a condition, or one of each: "when attacked at 0"."""

    moment: Moment | None = None
    condition: PowerCondition | None = None


HEAD: Mapping[str, type[Struct]] = {
    "{number} token {name}": PayToken,
    "{number} {what}(s)": PowerCost,
    "{moment} {condition}": When,
    "{moment}": When,
    "{condition}": When,
    "at {range}": AtMoment,
    "against {what}": AgainstUnits,
    "in {terrain}": In,
    "with {who}": WithUnits,
    "carrying a stone": Carrying,
    "{often}": Once,
}


# --- effects --------------------------------------------------------------------------------------------


class PowerEffect(rules.Effect, frozen=True):
    """An event, or a lasting change."""


class TargetedEffect(PowerEffect, frozen=True, kw_only=True):
    """An effect on units or areas: `who` is its target (None: as for the effect before it)."""

    who: Who | None = None


class Holds(TargetedEffect, frozen=True, kw_only=True):
    """An effect that lasts; None: as long as the power's kind says."""

    lasts: Lasts | None = None


class Stat(Holds, frozen=True, kw_only=True):
    """Change of a stat."""

    stat: StatName
    by: PowerAmount | WindowChange


class DiceEffect(Holds, frozen=True, kw_only=True):
    """Number of dice that replaces the offence (M22)."""

    number: Number | Window


class HasTalent(Holds, frozen=True, kw_only=True):
    """Gain of a talent."""

    talent: Talent


class LacksTalent(Holds, frozen=True, kw_only=True):
    """Loss of a talent."""

    talent: Talent


class HasType(Holds, frozen=True, kw_only=True):
    """Gain of a type."""

    type: UnitType


class Cannot(Holds, frozen=True, kw_only=True):
    """Ban on an action."""

    doing: Doing


class RerollEffect(TargetedEffect, frozen=True, kw_only=True):
    """Reroll of dice after the first roll (M17)."""

    lasts: ClassVar[Lasts] = "this attack"
    number: Number | Window


class HarmEffect(TargetedEffect, frozen=True, kw_only=True):
    """Wounds, or restored vitality."""

    what: Literal["wounds", "heal"]
    number: Number | Window


class Miniatures(TargetedEffect, frozen=True, kw_only=True):
    """Gain or loss of miniatures of a troop."""

    by: PowerAmount


class RecallEffect(TargetedEffect, frozen=True, kw_only=True):
    """Return of miniatures of a troop to play (M60)."""

    number: Number | Window


class GoEffect(TargetedEffect, frozen=True, kw_only=True):
    """Movement of a unit: "move" as a walk, "jump" to any area within that distance that isn't full."""

    how: Literal["move", "jump"]
    number: Number | Window


class Stone(TargetedEffect, frozen=True, kw_only=True):
    """Drop of a stone, or its transfer to the power's unit."""

    what: Literal["drops", "gives"]


class ElementsEffect(TargetedEffect, frozen=True, kw_only=True):
    """Removal or addition of 3D elements of an area."""

    by: PowerAmount


class PutToken(TargetedEffect, frozen=True, kw_only=True):
    """Placing or removal of a token."""

    verb: Literal["place", "remove"]
    name: str


class ActivateEffect(TargetedEffect, frozen=True, kw_only=True):
    """Activation of a troop, as by a leader (M68)."""


class Attacks(PowerEffect, frozen=True, kw_only=True):
    """Attack or area attack by the unit, with other dice or another range."""

    how: Literal["attack", "area attack"]
    dice: Number | Window | None = None
    range: Number | Window | None = None


class CardsEffect(PowerEffect, frozen=True, kw_only=True):
    """Cards that are drawn, or discarded by their owner's choice; `player` None: the power's player."""

    player: Opponents | None = None
    verb: Literal["draw", "discard"]
    number: Number | Window


class Search(PowerEffect, frozen=True, kw_only=True):
    """Search of the deck for a card."""

    player: Opponents | None = None


class Either(PowerEffect, frozen=True):
    """One of several effects, of which the power's player picks one."""

    options: tuple[PowerEffect, ...]


class ManualPower(PowerEffect, frozen=True):
    """The sheet's text, shown at its moment; players apply it themselves and type what changed."""

    text: str


EFFECTS: Mapping[str, type[Struct]] = {
    "[{who} ]{stat} {by}[ {lasts}]": Stat,
    "[{who} ]dice {number}[ {lasts}]": DiceEffect,
    "[{who} ]talent {talent}[ {lasts}]": HasTalent,
    "[{who} ]no talent {talent}[ {lasts}]": LacksTalent,
    "[{who} ]type {type}[ {lasts}]": HasType,
    "[{who} ]can't {doing}[ {lasts}]": Cannot,
    "[{who} ]reroll {number}": RerollEffect,
    "[{who} ]{what} {number}": HarmEffect,
    "[{who} ]miniatures {by}": Miniatures,
    "[{who} ]recall {number}": RecallEffect,
    "[{who} ]{how} {number}": GoEffect,
    "[{who} ]{what} its stone": Stone,
    "[{who} ]elements {by}": ElementsEffect,
    "[{who} ]{verb} {name}": PutToken,
    "[{who} ]activate": ActivateEffect,
    "{how}[ dice {dice}][ range {range}]": Attacks,
    "[{player} ]{verb} {number}": CardsEffect,
    "[{player} ]search": Search,
}
_PHRASES = Phrases({**WHO, **HEAD, **EFFECTS}, spellings={"offense": "offence", "defense": "defence"})
EXAMPLES = (
    "offence +1",
    "enemies here defence -1",
    "talent guard",
    "no talent guard",
    "type flying",
    "can't walk",
    "dice 6",
    "reroll 1",
    "heal 1",
    "the attacker wounds 1",
    "miniatures +1",
    "recall 2",
    "move 1",
    "jump 2",
    "drops its stone",
    "gives its stone",
    "elements -1",
    "place NAME",
    "remove NAME",
    "activate",
    "attack dice 7 range 3",
    "area attack range 2",
    "draw 1",
    "discard 1",
    "search",
    'manual "what the sheet says"',
)
PRICES = ("1 aow", "1 wound", "1 card", "1 miniature", "1 token NAME")
WHENS = (
    *get_args(Moment),
    "at 0",
    "at 1+",
    "against monster",
    "in forest",
    "with an ally here",
    "carrying a stone",
    *get_args(Often),
)


# --- powers ---------------------------------------------------------------------------------------------


class UnitPower(Struct, frozen=True, kw_only=True):
    """A power as printed on its sheet. `text` is how it was typed; a troop's power has no letter.

    `resolved` are its effects, each with its target and duration filled in.
    """

    letter: str = ""
    name: str
    kind: PowerKind
    prices: tuple[PowerCost | PayToken, ...] = ()
    whens: tuple[When, ...] = ()
    effects: tuple[PowerEffect, ...]
    resolved: tuple[PowerEffect, ...] = ()
    text: str

    @property
    def moment(self) -> Moment | None:
        """The moment when it works or may be used; None if it has none."""
        return next((when.moment for when in self.whens if when.moment), None)

    @property
    def conditions(self) -> tuple[PowerCondition, ...]:
        """All conditions that must hold."""
        return tuple(when.condition for when in self.whens if when.condition)

    @property
    def often(self) -> Often | None:
        """How often it may be used, where the power says so; an active one also once a turn (M64)."""
        return next((one.often for one in self.conditions if isinstance(one, Once)), None)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Names of the tokens that it lays down."""
        options = (one for effect in self.effects for one in options_of(effect))
        return tuple(one.name for one in options if isinstance(one, PutToken) and one.verb == "place")

    @property
    def by_number(self) -> bool:
        """True if an effect uses X, the number lit beside its letter."""
        return any(_uses_x(one) for effect in self.effects for one in options_of(effect))

    @property
    def lasts(self) -> Lasts | Literal["works"]:
        """Default duration of its effects: "works" is as long as the power works."""
        if self.moment in ATTACKS:
            return "this attack"
        return "works" if self.kind in ("permanent", "passive") and not self.moment else "this activation"


class TokenKind(Struct, frozen=True, kw_only=True):
    """Power tokens of one name: their count, their defence and vitality if they have them, their effects.

    `resolved` are its effects, each with its target; they work as long as the token lies.
    """

    name: str
    count: Few
    defence: Few | None = None
    vitality: Few | None = None
    effects: tuple[PowerEffect, ...]
    resolved: tuple[PowerEffect, ...]
    text: str


def options_of(effect: PowerEffect) -> tuple[PowerEffect, ...]:
    """Return the effects that can be picked of one: itself, or those between "or"."""
    return effect.options if isinstance(effect, Either) else (effect,)


def _uses_x(effect: PowerEffect) -> bool:
    values = [getattr(effect, name) for name in effect.__struct_fields__]
    numbers = [value.number if isinstance(value, PowerAmount) else value for value in values]
    return Number(None) in [number for number in numbers if isinstance(number, Number)]


def powers_of(unit: Unit) -> tuple[UnitPower, ...]:
    """Parse a unit's powers. Raises Unreadable."""
    return tuple(map(read_power, unit.powers))


def tokens_of(unit: Unit) -> tuple[TokenKind, ...]:
    """Parse the kinds of tokens of a unit. Raises Unreadable."""
    return tuple(map(read_token, unit.tokens))


def _resolved(effects: Sequence[PowerEffect], usual: Lasts | Literal["works"]) -> Iterator[PowerEffect]:
    """Fill in targets (each stays until another is named) and durations; the duration "works" stays None."""
    who: Who = ITSELF
    player: Opponents | None = None
    for effect in effects:
        options = []
        for option in options_of(effect):
            if isinstance(option, TargetedEffect):
                who = option.who or who
                option = replace(option, who=who)
            if isinstance(option, CardsEffect | Search):
                player = option.player or player
                option = replace(option, player=player)
            if isinstance(option, Holds) and option.lasts is None and usual != "works":
                option = replace(option, lasts=usual)
            options.append(option)
        yield Either(tuple(options)) if isinstance(effect, Either) else options[0]


# --- reading --------------------------------------------------------------------------------------------

_MANUAL = lazy_pattern(r'manual ?"([^"]*)"', re.IGNORECASE)
_POWER = lazy_pattern(r"(?:([a-z]) )?([^:]*?) ?:([^:]*):(.*)")
_TOKEN = lazy_pattern(r"token ([^:,]+?) x ?(\d{1,2})(?: ?, ?(\d{1,2}) ?/ ?(\d{1,2}))?(?: ?:(.*))?", re.IGNORECASE)


@lru_cache(maxsize=1024)
def read_power(text: str) -> UnitPower:
    """Parse a power. Raises Unreadable that lists everything that can't be read in it."""
    spaced = " ".join(text.split())
    if not (match := _POWER.fullmatch(spaced)):
        raise Unreadable(
            f'can\'t read the power "{spaced}"; it is its letter and name, a colon, its kind (and price, when), a '
            "colon and its effects, like a Bolt: offensive, 1 aow: attack dice 7 range 3"
        )
    letter, name, head, does = match.groups()
    kind, *parts = (part.strip() for part in head.split(","))
    wrong: list[str] = []
    if fold(kind) not in KINDS:
        wrong.append(f'"{kind}" isn\'t a kind of power{did_you_mean(kind, KINDS) or f"; it is {or_list(KINDS)}"}')
    if not name.strip():
        wrong.append(f'"{spaced}": the power needs a name')
    heads = [_read_or_collect(_read_head, part, wrong) for part in parts]
    effects = [_read_or_collect(_read_effect, part, wrong) for part in split_outside_quotes(does, ",")]
    if wrong:
        raise Unreadable(f"power {name.strip() or letter}: {join_errors(wrong)}")
    power = UnitPower(
        letter=letter or "",
        name=name.strip(),
        kind=fold(kind),  # type: ignore[arg-type]
        prices=tuple(part for part in heads if isinstance(part, PowerCost | PayToken)),
        whens=tuple(part for part in heads if isinstance(part, When)),
        effects=tuple(filter(None, effects)),
        text=spaced,
    )
    return replace(power, resolved=tuple(_resolved(power.effects, power.lasts)))


@lru_cache(maxsize=1024)
def read_token(text: str) -> TokenKind:
    """Parse a token's description. Raises Unreadable."""
    line = " ".join(text.split())
    if not (match := _TOKEN.fullmatch(line)):
        raise Unreadable(
            f'can\'t read the token "{line}"; it is its name, how many there are, its defence and vitality if it has '
            "them, and what it does, like token Web x2, 4/1: enemies here can't run"
        )
    name, count, defence, vitality, does = match.groups()
    wrong: list[str] = []
    parts = split_outside_quotes(does, ",") if does else []
    effects = tuple(filter(None, (_read_or_collect(_read_effect, part, wrong) for part in parts)))
    if wrong:
        raise Unreadable(f"token {name}: {join_errors(wrong)}")
    return TokenKind(
        name=name,
        count=int(count),
        defence=int(defence) if defence else None,
        vitality=int(vitality) if vitality else None,
        effects=effects,
        resolved=tuple(_resolved(effects, "works")),
        text=line,
    )


def read_effects(text: str) -> tuple[PowerEffect, ...]:
    """Parse effects separated by commas. Raises Unreadable."""
    return tuple(map(_read_effect, split_outside_quotes(text, ",")))


def _read_or_collect(read: Callable[[str], R], text: str, wrong: list[str]) -> R | None:
    """Parse a part; return None if it can't be read, and append the error to `wrong`."""
    try:
        return read(text)
    except Unreadable as error:
        wrong.append(str(error))
        return None


def _read_head(text: str) -> HeadPart:
    return _read(HeadPart, text, (*PRICES, *WHENS), "no price, and no word when it works")


@lru_cache(maxsize=1024)
def read_conditions(text: str) -> tuple[PowerCondition, ...]:
    """Parse conditions separated by commas; "" has none. Raises Unreadable."""
    parts = [_read_head(part) for part in text.split(",")] if text else []
    return tuple(part.condition for part in parts if isinstance(part, When) and part.condition)


def _read_effect(text: str) -> PowerEffect:
    options = [_read_option(part) for part in split_outside_quotes(text, " or ")]
    return options[0] if len(options) == 1 else Either(tuple(options))


def _read_option(text: str) -> PowerEffect:
    if manual := _MANUAL.fullmatch(text.strip()):
        return ManualPower(manual[1])
    if fold(text).startswith("manual"):
        raise Unreadable(f'"{text.strip()}": what the sheet says stands between quotation marks, like {EXAMPLES[-1]}')
    return _read(PowerEffect, text, EXAMPLES, "no effect")


def _read(type: type[R], text: str, examples: Sequence[str], otherwise: str) -> R:
    """Parse one record. Raises Unreadable that suggests the nearest example."""
    if not text.strip():
        raise Unreadable(f"something is missing between the commas, like {examples[0]}")
    try:
        (found,) = _PHRASES.read(type, text, ())
        return found
    except Misread as error:
        hint = error.hint or did_you_mean(text, examples) or f"; known are: {or_list(examples)}"
        raise Unreadable(error.message or f'"{text.strip()}" is {otherwise}{hint}') from None


# --- writing --------------------------------------------------------------------------------------------


def bare(effect: E) -> E:
    """Return an effect without its target and duration."""
    if isinstance(effect, Holds):
        return replace(effect, who=None, lasts=None)
    return replace(effect, who=None) if isinstance(effect, TargetedEffect) else effect


write_part = _PHRASES.write
"""Format a price, or when a power works, in its normal form."""


def write_effects(effects: Sequence[PowerEffect]) -> str:
    """Format effects in their normal form."""
    return ", ".join(map(write_effect, effects))


def write_effect(effect: PowerEffect) -> str:
    """Format an effect in its normal form."""
    if isinstance(effect, Either):
        return " or ".join(map(write_effect, effect.options))
    return f'manual "{effect.text}"' if isinstance(effect, ManualPower) else _PHRASES.write(effect)
