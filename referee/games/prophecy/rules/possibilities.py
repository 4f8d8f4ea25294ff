"""The Possibilities of spaces: training, repair, goods, healing, recharging, lodging, Artifacts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import SpokenMove, forbid
from referee.asking.question import Option, Procedure
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import CITY, VILLAGE, WILDERNESS
from referee.games.prophecy.rules import movement, payments
from referee.games.prophecy.rules.context import Quest, take_named
from referee.games.prophecy.rules.effects import price_of
from referee.games.prophecy.rules.ending import TurnAction
from referee.games.prophecy.tables import numbers
from referee.text.names import and_list, fold, names_in, printed
from referee.text.pattern import lazy_pattern

RULES = {
    "learn": "learning",
    "repair": "repair",
    "buy": "buying",
    "sell": "selling",
    "heal": "healing",
    "recharge": "recharging",
    "lodge": "lodging",
    "take": "taking-artifacts",
}
"""The rule of each Possibility."""
NOUNS = RULES | {"learn": "Ability to learn", "repair": "repairing", "take": "Artifact to take"}
"""Noun of each Possibility, for a space without it."""


class Possibility(TurnAction, SpokenMove[Quest], frozen=True):
    """A Possibility of the space; what is done, to which cards, how much of it, and the card that helps to pay."""

    verbs = tuple(RULES)
    also = (
        *((word, "repair") for word in ("fix", "fixes", "mend", "patch")),
        ("study", "learn"),
        ("purchase", "buy"),
        ("cure", "heal"),
        ("refill", "recharge"),
        ("sleep", "lodge"),
        ("grab", "take"),
    )
    usage = ("learn|buy|sell|take CARD [with CARD]", "repair ITEMS", "heal|recharge [NUMBER]", "lodge")

    kind: str
    names: tuple[str, ...] = ()
    number: int = 0
    card: str = ""

    @classmethod
    def with_reasons(cls, quest: Quest) -> Iterator[tuple[Possibility, str | Refusal]]:
        """Yield what can be used now, also with each card that helps to pay, and what can't."""
        for one in offers(quest) if quest.state.step != "movement" else ():
            yield from payments.with_help(quest, one, why_closed(quest, one), price(quest, one))

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> Possibility:
        """Parse a Possibility after its verb: "3 with Counterfeiting". Raises Unreadable or Illegal."""
        plain, said = payments.split_price(rest)
        named = re.sub(r"^(?:an?|my|the) ", "", fold(plain))
        of = [kind for kind in ("buy", "learn", "take") if named in map(fold, map(printed, _known_here(quest, kind)))]
        verb = of[0] if len(of) == 1 and verb in ("buy", "learn", "take") else verb  # "buy Prayer", "take the rope"
        cards, rest = _known_here(quest, verb), named if of else plain
        card = ""
        if not any(fold(printed(name)) == fold(rest) for name in cards):
            rest, card = payments.split_helper(quest, f" {rest}")
        if verb in ("heal", "recharge"):
            many = re.sub(r" (?:health|magic)$", "", fold(rest))
            chosen = cls(verb, number=_read_number(quest, verb, many), card=card)
        elif verb == "lodge":
            if not _OVERNIGHT.fullmatch(fold(rest)):
                raise Unreadable(f'"lodge {printed(rest)}": lodge stands alone, or with a card that helps to pay')
            chosen = cls(verb, card=card)
        else:
            chosen = cls(verb, _read_names(quest, verb, rest, cards), card=card)
        if all(one.kind != verb for one in offers(quest)):
            raise Illegal(f"there is no {NOUNS[verb]} in {quest.board.label(quest.hero.space)}", RULES[verb])
        gold = max(0, price(quest, chosen) - payments.saving(quest, card))
        if verb == "sell":
            gold = payments.selling_price(quest, quest.card(chosen.names[0]).price)
        if gold and verb != "learn":  # "for 3" may be Experience
            payments.expect_price(said, gold)
        why, rule = why_closed(quest, chosen)
        if why:
            forbid(f"{chosen.write(quest)}: {why}", rule)
        return chosen

    def write(self, quest: Quest) -> str:
        """Write a Possibility as it is typed."""
        what = ", ".join(map(printed, self.names)) or (str(self.number) if self.number else "")
        return f"{self.kind} {what}".strip() + (f"{payments.WITH}{printed(self.card)}" if self.card else "")

    def option(self, context: Quest, text: str) -> Option:
        """Return the option under which the Possibility is listed."""
        unit = {"heal": "health", "recharge": "magic"}.get(self.kind, "")
        also = (f"{unit} {self.number}", f"{unit} back {self.number}") if unit else _LODGES * (self.kind == "lodge")
        hero = context.hero
        if self.number and self.number == (hero.red - hero.health if self.kind == "heal" else hero.blue - hero.magic):
            also += (f"all {unit} back", f"full {unit} back")
        return replace(super().option(context, text), also=also)

    def detail(self, quest: Quest) -> str:
        """Describe its cost and its gain."""
        dear = max(0, price(quest, self) - payments.saving(quest, self.card))
        match self.kind:
            case "learn" | "buy" if getattr(quest.card(self.names[0]), "costs", UNSET) is UNSET:
                return "its price is asked for"
            case "learn":
                stranger = f" and {payments.in_gold(dear)}, as a stranger" if price(quest, self) else ""
                return f"{quest.card(self.names[0]).price} Experience{stranger}"
            case "sell":
                return f"brings {payments.selling_price(quest, quest.card(self.names[0]).price)} Gold"
            case "lodge":
                safe = ", safe until the next turn" * (not quest.hero.artifacts)
                return f"{payments.in_gold(dear)}: 1 Health, 1 Magic{safe}"
            case _:
                return payments.in_gold(dear)

    def carry_out(self, quest: Quest) -> Procedure[None]:
        """Pay for a Possibility and apply it. Raises Illegal if a price turns out too high."""
        seat, hero, here, rule = quest.seat, quest.hero, quest.here, RULES[self.kind]
        values, where = numbers().possibilities, quest.board[quest.hero.space].name
        name = self.names[0] if self.names else ""
        if self.kind in ("learn", "buy", "sell"):
            yield from price_of(quest, name)
        quest.state.possible = True
        if self.kind == "learn":
            quest.pay(seat, "experience", quest.card(self.names[0]).price, name, (rule,))
        if price(quest, self) or self.card:
            what = and_list(map(printed, self.names)) if self.names else f"{self.kind} in {where}"
            payments.pay_gold(quest, price(quest, self), what, (rule,), self.card)
        match self.kind:
            case "learn" | "buy":
                learns = self.kind == "learn"
                (here.abilities if learns else here.goods).remove(name)
                quest.take(seat, name, f"{'learnt' if learns else 'bought'} in the {where}", (rule,))
            case "repair":
                for one in self.names:
                    hero.damaged.remove(one)
                    hero.items.append(one)
                    quest.say(f"{hero.name} turns {printed(one)} up: repaired.", "repair")
            case "sell":
                proceeds = payments.selling_price(quest, quest.card(self.names[0]).price)
                quest.lose(seat, name, f"sold in the {where}", (rule,))
                quest.change(seat, "gold", proceeds, name, (rule,))
            case "heal" | "recharge":
                quest.change(seat, "health" if self.kind == "heal" else "magic", self.number, where, (rule,))
                if where in ("Monastery", WILDERNESS):
                    quest.mark(seat, where, "turn")
            case "lodge":
                quest.change(seat, "health", values.lodging_health, where, (rule,))
                quest.change(seat, "magic", values.lodging_magic, where, (rule,))
                hero.lodging = True
                if not quest.is_marked(seat, "lodging"):
                    quest.mark(seat, "lodging", "turn")
                safe = f"{hero.name} stays overnight, safe until the next turn unless an Artifact is held."
                quest.say(safe, "lodging", "P26")
            case "take":
                here.artifacts.remove(name)
                quest.take(seat, name, f"left in {quest.board.label(hero.space)}", (rule,))
                quest.state.collector = seat


def offers(quest: Quest) -> Iterator[Possibility]:
    """Yield all that the space offers this hero, affordable or not."""
    hero, here, place = quest.hero, quest.here, quest.board[quest.hero.space]
    yield from (Possibility("learn", (name,)) for name in here.abilities)
    if place.guild or place.name in (CITY, VILLAGE):
        yield from (Possibility("repair", (name,)) for name in hero.damaged)
        if len(hero.damaged) > 1:
            yield Possibility("repair", tuple(hero.damaged))
    yield from (Possibility("buy", (name,)) for name in here.goods)
    if place.name in (CITY, VILLAGE):
        yield from (Possibility("sell", (name,)) for name in hero.losable)
    if place.name == "Monastery":
        yield Possibility("heal", number=numbers().possibilities.monastery_health)
    if place.name == "Forest Camp":
        yield from (Possibility("heal", number=many) for many in _some(hero.red - hero.health))
    if place.name == WILDERNESS:
        yield Possibility(
            "recharge", number=min(numbers().possibilities.wilderness_magic, max(1, hero.blue - hero.magic))
        )
    if place.name == "Magic Tower":
        yield from (Possibility("recharge", number=many) for many in _some(hero.blue - hero.magic))
    if place.name == VILLAGE:
        yield Possibility("lodge")
    yield from (Possibility("take", (name,)) for name in here.artifacts)


def _some(missing: int) -> range:
    return range(1, max(1, missing) + 1)


def price(quest: Quest, chosen: Possibility) -> int:
    """Return a Possibility's price in Gold; 0 for a card of unknown price."""
    values, place = numbers().possibilities, quest.board[quest.hero.space].name
    match chosen.kind:
        case "learn":
            return quest.card(chosen.names[0]).price if is_stranger(quest, chosen.names[0]) else 0
        case "repair":
            return values.repair_gold * len(chosen.names)
        case "buy":
            return payments.buying_price(quest, quest.card(chosen.names[0]).price)
        case "heal":
            return values.camp_gold * chosen.number if place == "Forest Camp" else 0
        case "recharge":
            return -(-chosen.number // values.tower_magic) * values.tower_gold if place == "Magic Tower" else 0
        case "lodge":
            return values.lodging_gold
        case _:
            return 0


def is_stranger(quest: Quest, name: str) -> bool:
    """Return whether an Ability is of a guild that isn't one of the hero's two."""
    guilds = getattr(quest.card(quest.hero.hero), "guilds", ())
    return quest.deck_of(name) not in guilds


def why_closed(quest: Quest, chosen: Possibility) -> Refusal:
    """Return why a Possibility can't be used now."""
    hero, seat, rule = quest.hero, quest.seat, RULES[chosen.kind]
    if why := movement.why_no_possibility(quest):
        late = (quest.state.phase, quest.state.step) == ("final battle", "turn")
        return Refusal(why, "P56" if late else "possibilities")
    match chosen.kind:
        case "learn" if why := quest.can_pay(seat, "experience", quest.card(chosen.names[0]).price):
            return Refusal(f"it costs {why}", rule)
        case "sell" if chosen.names[0] in hero.damaged:
            return Refusal("it is damaged: repair it first", rule)
        case "heal" if chosen.number > hero.red - hero.health:
            return Refusal("no more Health is missing", "P25")
        case "heal" if quest.board[hero.space].name == "Monastery" and quest.is_marked(seat, "Monastery"):
            return Refusal("it heals once a turn", "P24")
        case "recharge" if chosen.number > hero.blue - hero.magic:
            return Refusal("no more Magic is missing", "P25")
        case "recharge" if quest.board[hero.space].name == WILDERNESS and quest.is_marked(seat, WILDERNESS):
            return Refusal("it recharges once a turn", "P24")
        case "lodge" if quest.setup.lodging_once and quest.is_marked(seat, "lodging"):
            return Refusal("you stay overnight once a turn", "P24")
    cards = [chosen.card] if chosen.card else ["", *payments.helpers(quest)]
    dear = [payments.why_too_dear(quest, price(quest, chosen), card) for card in cards]
    if all(dear):
        stranger = f" for a stranger to the {quest.deck_of(chosen.names[0])}" if chosen.kind == "learn" else ""
        return Refusal(f"it costs {dear[0]}{stranger}", rule)
    return ALLOWED


# --- reading --------------------------------------------------------------------------------


_LODGES = (
    "rest at the inn",
    "stay the night",
    "stay overnight",
    "bed for the night",
    "room for the night",
    "spend the night here",
)
"""Other words for lodging."""
_OVERNIGHT = lazy_pattern(r"(?:(?:(?:at|in) the inn|for the night|here|overnight|the night|tonight)(?: |$))*")
"""Words behind "lodge" that add nothing."""
_ALL = lazy_pattern(
    r"(?:(?:back|her|him|it|me|my|myself|to|up) )*"
    r"(?:all|as much as (?:i can|possible)|both|completely|everything|full|fully|max|maximum)"
    r"(?: (?:back|health|it|items|magic|my|of|the|them|things|up))*"
)
"""Words for as much as there is."""


def _read_number(quest: Quest, kind: str, rest: str) -> int:
    hero = quest.hero
    if not rest or _ALL.fullmatch(fold(rest)):
        fixed = [one.number for one in offers(quest) if one.kind == kind]
        good = [many for many in fixed if not why_closed(quest, Possibility(kind, number=many))]
        return max(good, default=max(fixed, default=1))
    if not rest.isdecimal() or not 1 <= int(rest[:3]) <= 99:
        raise Unreadable(f'"{kind} {rest}": write how much, like {kind} 2')
    number = int(rest[:3])
    place = quest.board[hero.space].name
    values = numbers().possibilities
    free = {"Monastery": values.monastery_health, WILDERNESS: values.wilderness_magic}
    if place in free and number > free[place]:
        raise Illegal(f"the {place} gives {free[place]} at most", RULES[kind])
    return number


def _known_here(quest: Quest, kind: str) -> list[str]:
    hero, here = quest.hero, quest.here
    return {
        "learn": here.abilities,
        "repair": hero.damaged,
        "buy": here.goods,
        "sell": hero.losable,
        "take": here.artifacts,
    }.get(kind, [])


def _read_names(quest: Quest, kind: str, rest: str, cards: list[str]) -> tuple[str, ...]:
    if kind == "repair" and cards and _ALL.fullmatch(fold(rest)):
        return tuple(cards)
    if not rest:
        if not cards:
            raise Illegal(f"there is nothing to {kind} here", RULES[kind])
        raise Unreadable(f'"{kind}": write what to {kind}, like {kind} NAME')
    left, mine = list(cards), {fold(printed(name)) for name in cards}
    found: list[str] = []
    for part in names_in(rest, map(printed, cards)) if kind == "repair" else [rest]:
        if fold(part) not in mine and (seen := quest.in_sight(part)) is not None:
            raise Illegal(*_why_not(quest, kind, *seen))
        if not cards:
            raise Illegal(f"there is nothing to {kind} here", RULES[kind])
        found.append(take_named(left, part, f"card to {kind} here"))
    return tuple(found)


def _why_not(quest: Quest, kind: str, name: str, where: str) -> Refusal:
    """Return why a Possibility doesn't apply to a card in sight."""
    hero = quest.hero
    if name not in (*hero.held, *hero.abilities):
        return Refusal(f"{where}, so there is no way to {kind} it here", RULES[kind])
    card = printed(name)
    match kind:
        case "sell" if name in hero.artifacts:
            return Refusal(f"{card} is an Artifact, and none is ever sold", "P51")
        case "sell":
            return Refusal(f"{card} is an Ability; only Items are sold", RULES[kind])
        case "repair":
            return Refusal(f"{card} isn't damaged", RULES[kind])
        case _:
            return Refusal(f"{hero.name} has {card} already", RULES[kind])
