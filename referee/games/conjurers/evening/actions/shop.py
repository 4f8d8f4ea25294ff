"""The blacksmith and the artificer: items and artifacts, and the weapon smith's discount (pp. 12, 20; A5)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import UNSET

from referee.ask import Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import abilities
from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.events import Bought
from referee.games.conjurers.evening.outputs import words
from referee.games.conjurers.evening.pool import creature_cards, item_cards, price, stock_of_artifacts, stock_of_items
from referee.games.conjurers.evening.spaces import Space
from referee.games.conjurers.vocabulary import Resource
from referee.names import find, fold, keyed

DONE = "done"
Goods = dict[str, int]
Purchase = tuple[str, Goods]
"""A card's name and the resources that the discount takes off its price."""

_LESS = re.compile(r"(.+?)\s+less\s+(.+)")
_AMOUNT = re.compile(r"(\d{1,4})\s+([a-z]+)")


def shop(evening: Evening, player: int, space: Space) -> Procedure[None]:
    """Buy any number of cards; the discount counts for the first only (p. 20; A5)."""
    discount = best_smith(evening, player)
    while True:
        wanted: Purchase | None = yield _question(evening, player, space, discount)
        if wanted is None:
            return
        name, less = wanted
        full = prices(evening, space)[name]
        paid = {good: amount - less.get(good, 0) for good, amount in full.items() if amount > less.get(good, 0)}
        rules = ("artificer",) if space.sort == "artificer" else ("blacksmith",)
        evening.pay(player, paid, name, (*rules, *(("weapon-smith", "A5") if less else ())))
        owner = evening.player(player)
        (owner.artifacts if space.sort == "artificer" else owner.items).append(name)
        evening.emit(Bought(player, name, full, less, rules))
        discount = 0


def best_smith(evening: Evening, player: int) -> int:
    """The level of a player's best creature with weapon smith, 0 without one; they don't add up (A5)."""
    cards = creature_cards(evening.setup, evening.game)
    levels = [
        card.level
        for name in evening.player(player).creatures
        if (card := cards.get(fold(name))) is not None
        and "weapon smith" in abilities.parse_all(card.abilities, card.name)
    ]
    return max(levels, default=0)


def prices(evening: Evening, space: Space) -> dict[str, Goods]:
    """What is for sale here and its full price, in the resources of this game (E6)."""
    setup, game = evening.setup, evening.game
    if space.sort == "artificer":
        own: dict[str, dict[Resource, int]] = {
            fold(card.name): card.cost for card in setup.artifacts if card.cost is not UNSET
        }
        found: dict[str, dict[Resource, int]] = {
            row.name: own.get(fold(row.name), row.cost) for row in stock_of_artifacts(setup, game)
        }
    else:
        cards = item_cards(setup, game)
        items = [cards[fold(name)] for name in stock_of_items(setup, game)]
        found = {card.name: card.cost for card in items if card.cost is not UNSET}
    return {
        name: {str(good): amount for good, amount in price(cost, evening.instead).items()}
        for name, cost in found.items()
    }


def verify_purchase(
    evening: Evening, player: int, space: Space, full: Goods, less: Mapping[str, int], discount: int
) -> None:
    """Check a purchase and its discount. Raises Illegal with the reason and the rule."""
    if sum(less.values()) > discount:
        raise Illegal(f"the discount is {discount}, not {sum(less.values())}", "A5")
    for good, amount in less.items():
        if amount > full.get(good, 0):
            raise Illegal(f"the price has {full.get(good, 0)} {good}; no more can come off it", "A5")
    paid = {good: amount - less.get(good, 0) for good, amount in full.items()}
    evening.verify_pay(player, paid, space.kind)


def cheapest(evening: Evening, player: int, full: Goods, discount: int) -> Goods:
    """A discount that helps most: first what the player lacks, then what is dearest."""
    owner = evening.player(player)
    less: Goods = {}
    rank = ("diamond", "sapphire", "bronze", "iron", "stone", "wood")
    lacking = {good: max(0, amount - owner.has(good)) for good, amount in full.items()}
    for wanted in (lacking, full):
        for good in sorted(full, key=rank.index):
            off = min(discount - sum(less.values()), wanted[good] - less.get(good, 0))
            if off > 0:
                less[good] = less.get(good, 0) + off
    return less


def _question(evening: Evening, player: int, space: Space, discount: int) -> Question[Purchase | None]:
    owner = evening.player(player)
    full = prices(evening, space)
    named = keyed(full, str)

    def parse(text: str) -> Purchase | None:
        typed = re.sub(r"^\s*buy\s+", "", text.strip(), flags=re.IGNORECASE)
        if fold(typed) in (DONE, "nothing"):
            return None
        match = _LESS.fullmatch(typed)
        name = find(match[1] if match else typed, named, space.kind + " card")
        less = _read_goods(match[2]) if match else cheapest(evening, player, full[name], discount)
        verify_purchase(evening, player, space, full[name], less, discount)
        return name, less

    def cards(legal: bool) -> list[Option]:
        found = []
        for name, cost in full.items():
            less = cheapest(evening, player, cost, discount)
            try:
                verify_purchase(evening, player, space, cost, less, discount)
            except Illegal as error:
                if not legal:
                    found.append(Option(f"buy {name}", detail=str(error)))
            else:
                if legal:
                    found.append(Option(f"buy {name}", detail=f"costs {words(cost)}{_off(less)}"))
        return found

    def write(wanted: Purchase | None) -> str:
        if wanted is None:
            return DONE
        name, less = wanted
        return f"buy {name}" + (f" less {words(less)}" if less else "")

    return Question(
        "buy",
        f"{owner.name} buys" + (f", weapon smith's discount {discount}" if discount else ""),
        parse,
        options=lambda: [*cards(True), Option(DONE)],
        closed=lambda: cards(False),
        who=owner.name,
        hint="another discount: buy Dirk less 1 iron and 1 wood" if discount else "",
        write=write,
        open=True,
    )


def _off(less: Goods) -> str:
    return f", less {words(less)}" if less else ""


def _read_goods(text: str) -> Goods:
    found: Goods = {}
    for part in re.split(r",|\band\b", fold(text)):
        match = _AMOUNT.fullmatch(part.strip())
        if match is None:
            raise Unreadable(f'can\'t read "{part.strip()}"; write like less 1 iron and 1 wood')
        found[match[2]] = found.get(match[2], 0) + int(match[1])
    return found
