"""The blacksmith and the artificer: items and artifacts, and the weapon smith's discount (pp. 12, 20; A5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from referee.asking.question import Option, Procedure, Question, closed_by
from referee.errors import Illegal, refusal
from referee.games.conjurers.rules import learning
from referee.games.conjurers.rules.card_pool import (
    creature_card,
    fighting_card,
    item_cost,
    known_items,
    level_of,
    price,
    stock_of_artifacts,
    stock_of_items,
    unknown_items,
)
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Bought, NotBought
from referee.games.conjurers.rules.spaces import BoardSpace
from referee.games.conjurers.tables.points import artifacts, find_artifact
from referee.games.conjurers.vocabulary import words
from referee.text.names import fold, keyed

DONE, NOTHING = "done", "nothing"
Goods = dict[str, int]
Purchase = tuple[str, Goods | None]
"""A card's name and the resources that the discount takes off its price; None: the best."""

_LESS = re.compile(r"(.+?)\s+less\s+(.+)")


def shop(context: Context, player: int, space: BoardSpace) -> Procedure[None]:
    """Buy any number of cards; the discount counts for the first only (p. 20; A5)."""
    yield from learning.learn_smiths(context, player)
    discount = best_smith(context, player)
    while True:
        wanted: Purchase | None = yield _question(context, player, space, discount)
        if wanted is None:
            return
        name, less = wanted
        full = price_of(context, space, name)
        if full is None:
            yield from learning.learn_price(context, name)
            full = price_of(context, space, name) or {}
        if _buy(context, player, space, name, full, less, discount):
            discount = 0


def _buy(
    context: Context, player: int, space: BoardSpace, name: str, full: Goods, less: Goods | None, discount: int
) -> bool:
    """Buy a card whose price is known, if the player can; whether it was bought."""
    less = cheapest(context, player, full, discount) if less is None else less
    error = refusal(verify_purchase, context, player, space, full, less, discount)
    if error is not None:  # its price was only learnt just now
        context.emit(NotBought(player, name, full, error.reason, (space.kind,)))
        return False
    paid = {good: amount - less.get(good, 0) for good, amount in full.items() if amount > less.get(good, 0)}
    context.pay(player, paid, name, (space.kind, *(("weapon-smith", "A5") if less else ())))
    owner = context.player(player)
    (owner.artifacts if space.sort == "artificer" else owner.items).append(name)
    context.emit(Bought(player, name, full, less, (space.kind,)))
    return True


def best_smith(context: Context, player: int) -> int:
    """The level of a player's best creature with weapon smith, 0 without one, or of all together (A5)."""
    found = [0]
    for name in context.player(player).creatures:
        card = creature_card(context.setup, context.state, name)
        if card is None:
            smith = context.state.smiths.get(fold(name), False)
        else:
            smith = "weapon smith" in fighting_card(context.setup, context.state, name).abilities
        if smith:
            found.append(level_of(context.setup, context.state, name))
    return max(found) if context.setup.smiths == "best" else sum(found)


def price_of(context: Context, space: BoardSpace, name: str) -> Goods | None:
    """A card's full price in the resources of this game (E6), if it is known."""
    setup, game = context.setup, context.state
    # an artifact costs what the printed table says, whatever a deck has (p. 8; E7)
    cost = find_artifact(name, "shop").cost if space.sort == "artificer" else item_cost(setup, game, name)
    return None if cost is None else {str(good): many for good, many in price(cost, context.instead).items()}


def prices(context: Context, space: BoardSpace) -> dict[str, Goods]:
    """What is for sale here with its full price, where it is known."""
    setup, game = context.setup, context.state
    if space.sort == "artificer":
        stock = [row.name for row in stock_of_artifacts(setup, game)]
    else:
        stock = stock_of_items(setup, game)
    return {name: cost for name in stock if (cost := price_of(context, space, name)) is not None}


def unpriced(context: Context, space: BoardSpace) -> list[str]:
    """The cards for sale here whose price isn't known."""
    if space.sort == "artificer":
        return []
    stock = stock_of_items(context.setup, context.state)
    return [name for name in stock if item_cost(context.setup, context.state, name) is None]


def verify_purchase(
    context: Context, player: int, space: BoardSpace, full: Goods, less: Mapping[str, int], discount: int
) -> None:
    """Check a purchase and its discount. Raises Illegal with the reason and the rule."""
    if sum(less.values()) > discount:
        raise Illegal(f"the discount is {discount}, not {sum(less.values())}", "A5")
    for good, amount in less.items():
        if amount > full.get(good, 0):
            raise Illegal(f"the price has {full.get(good, 0)} {good}; no more can come off it", "A5")
    paid = {good: amount - less.get(good, 0) for good, amount in full.items()}
    context.verify_pay(player, paid, space.kind)


def cheapest(context: Context, player: int, full: Goods, discount: int) -> Goods:
    """A discount that helps most: first what the player lacks, then what is dearest."""
    less: Goods = {}
    if not discount:
        return less
    owner = context.player(player)
    rank = ("diamond", "sapphire", "bronze", "iron", "stone", "wood")
    lacking = {good: max(0, amount - owner.has(good)) for good, amount in full.items()}
    for wanted in (lacking, full):
        for good in sorted(full, key=rank.index):
            off = min(discount - sum(less.values()), wanted[good] - less.get(good, 0))
            if off > 0:
                less[good] = less.get(good, 0) + off
    return less


def _question(context: Context, player: int, space: BoardSpace, discount: int) -> Question[Purchase | None]:
    owner = context.player(player)
    unknown = unknown_items(context.setup, context.state) if space.sort == "blacksmith" else 0

    @cache
    def on_sale() -> dict[str, Goods]:
        return prices(context, space)

    def parse(text: str) -> Purchase | None:
        typed = re.sub(r"^\s*buy\s+", "", text.strip(), flags=re.IGNORECASE)
        if fold(typed) in (DONE, NOTHING):
            return None
        match = _LESS.fullmatch(typed)
        full = on_sale()
        named = keyed([*full, *unpriced(context, space)], str)
        name = _card(context, match[1] if match else typed, named, space, unknown)
        less = _read_less(match[2]) if match else None
        if name in full:
            less = cheapest(context, player, full[name], discount) if less is None else less
            verify_purchase(context, player, space, full[name], less, discount)
        return name, less

    def priced() -> Iterator[tuple[Option, Illegal | None]]:
        for name, cost in on_sale().items():
            less = cheapest(context, player, cost, discount)
            error = refusal(verify_purchase, context, player, space, cost, less, discount)
            yield Option(f"buy {name}", detail=f"costs {words(cost)}{_off(less)}"), error

    def options() -> list[Option]:
        asked = [Option(f"buy {name}", detail="its price is asked for") for name in unpriced(context, space)]
        return [*(option for option, error in priced() if error is None), *asked, Option(DONE)]

    def write(wanted: Purchase | None) -> str:
        if wanted is None:
            return DONE
        name, less = wanted
        told = less or (less is not None and discount > 0)  # also that a discount is left unused
        return f"buy {name}" + (f" less {words(less or {})}" if told else "")

    hints = []
    if unknown:
        hints.append(f"or a card not named yet, {unknown} of them left: buy NAME")
    if discount:
        hints.append("another discount: buy Dirk less 1 iron and 1 wood, or less nothing")
    return Question(
        "buy",
        f"{owner.name} buys" + (f", weapon smith's discount {discount}" if discount else ""),
        parse,
        options=options,
        closed=lambda: [closed_by(option.text, error) for option, error in priced() if error is not None],
        who=owner.name,
        hint="; ".join(hints),
        default=DONE,
        write=write,
        open=unknown > 0 or bool(unpriced(context, space)) or any(error is None for _, error in priced()),
        coins=lambda wanted: _new_name(context, space, wanted) if unknown else "",
        tells_closed=True,
    )


def _new_name(context: Context, space: BoardSpace, wanted: Purchase | None) -> str:
    """The name of a card that was wanted and isn't known yet; "" for any other."""
    known = keyed([*prices(context, space), *unpriced(context, space)], str)
    return wanted[0] if wanted is not None and fold(wanted[0]) not in known else ""


def _read_less(text: str) -> Goods:
    """What a discount takes off a price, as typed: "1 iron and 1 wood", or nothing of it (A5). Raises Unreadable."""
    if fold(text) in (NOTHING, "none", "0"):
        return {}
    return {str(good): amount for good, amount in learning.read_goods(text).items()}


def _card(context: Context, text: str, named: dict[str, str], space: BoardSpace, unknown: int) -> str:
    """A card for sale, or an item not named yet. Raises Unreadable, Ambiguous or Illegal."""
    owned = {fold(card): (card, p.name) for p in context.state.players for card in (*p.items, *p.artifacts)}
    if fold(text) in owned:
        card, owner = owned[fold(text)]
        raise Illegal(f"{card} is sold; it is with {owner}", space.kind)
    if fold(text) not in named:
        _refuse_elsewhere(context, text, space)
    return learning.find_or_new(text, named, f"{space.kind} card", learning.read_new_item if unknown else None)


def _refuse_elsewhere(context: Context, text: str, space: BoardSpace) -> None:
    """Raises Illegal for a card of the other shop (p. 12), or of a mythology that is out of the game (E6)."""
    setup, game = context.setup, context.state
    artifact = next((row for row in artifacts() if fold(row.name) == fold(text)), None)
    if space.sort == "artificer":
        if artifact is not None:
            raise Illegal(f"{artifact.name} is {artifact.mythology}, which is out of this game", "E6")
        item = next((name for name in known_items(setup, game) if fold(name) == fold(text)), None)
        if item is not None:
            raise Illegal(f"{item} is an item; the blacksmith sells it", space.kind)
    elif artifact is not None:
        raise Illegal(f"{artifact.name} is an artifact; the artificer sells it", space.kind)


def _off(less: Goods) -> str:
    return f", less {words(less)}" if less else ""
