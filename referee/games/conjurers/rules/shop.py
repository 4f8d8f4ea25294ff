"""The blacksmith and the artificer: items and artifacts, and the weapon smith's discount (pp. 12, 20; A5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move, reason
from referee.asking.question import Procedure, Question
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.rules import card_pool
from referee.games.conjurers.rules.actions import Good, NoMore, Visit, fee, output
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.events import Bought
from referee.games.conjurers.rules.spaces import BoardSpace
from referee.games.conjurers.tables import artifacts_by_key, find_artifact
from referee.games.conjurers.vocabulary import RESOURCES, words
from referee.text.grammar import so_many
from referee.text.names import fold

Goods = dict[str, int]


class Shopping(Visit):
    """A visit to a shop: the discount that is left, and the named cards for sale with their prices if known."""

    discount: int
    prices: dict[str, Goods | None]

    @property
    def unnamed(self) -> int:
        """The number of cards for sale that aren't named yet."""
        if self.space.sort != "blacksmith":
            return 0
        return card_pool.unknown_items(self.context.setup, self.context.state)

    def new_card(self, text: str) -> str | None:
        """Parse the name of a card that isn't named yet; None if there is none.

        Raises Illegal if it is sold, in the other shop (p. 12) or of a locked mythology (E6), and Unreadable.
        """
        name, here = fold(text), self.space.kind
        if name in map(fold, self.prices):
            return None
        players = self.context.state.players
        for card, owner in ((card, one.name) for one in players for card in (*one.items, *one.artifacts)):
            if fold(card) == name:
                raise Illegal(f"{card} is sold; it is with {owner}", here)
        artifact = artifacts_by_key().get(name)
        if artifact is not None and self.space.sort == "artificer":
            raise Illegal(f"{artifact.name} is {artifact.mythology}, which is out of this game", "E6")
        if artifact is not None:
            raise Illegal(f"{artifact.name} is an artifact; the artificer sells it", here)
        items = card_pool.known_items(self.context.setup, self.context.state)
        item = next((one for one in items if fold(one) == name), None)
        if item and self.space.sort == "artificer":
            raise Illegal(f"{item} is an item; the blacksmith sells it", here)
        if not self.unnamed or "discount" in name.split():
            return None
        if any(map(str.isdigit, name)) and not {*RESOURCES}.isdisjoint(re.findall(r"\w+", name)):
            raise Unreadable("its price is the next answer, like Dirk; 2 iron (in a script: buy Dirk [2 iron])")
        return card_pool.read_new_item(re.sub("^new ", "", text, flags=re.IGNORECASE))


Ware = Annotated[
    str,
    Names(
        "card for sale",
        lambda shopping: shopping.prices.keys(),
        lambda shopping, text: shopping.new_card(text),
        alike=True,
    ),
]


class AmountBought(Struct, frozen=True):
    """An amount of a resource."""

    says: ClassVar[str] = "{number} {good}"
    number: Annotated[int, Meta(ge=1, le=9_999)]
    good: Good


class Buy(Move[Shopping], frozen=True):
    """Buy a card; `less` comes off its price, the best discount where it isn't said (A5), or `nothing` at all."""

    says = (
        "(buy|) {card}[ less[ (nothing|none|0){nothing}][ {less:and|,}]]",
        "(buy|) {card}(|,) (with|using) (the|a|) discount[ (on|of) {less:and|,}]",
        "(buy|) {card}(|,) discount[ (on|of) {less:and|,}]",
    )
    parts = (AmountBought,)
    card: Ware
    less: tuple[AmountBought, ...] = ()
    nothing: bool = False

    @classmethod
    def candidates(cls, shopping: Shopping) -> Iterator[Self]:
        """Yield each card for sale."""
        return map(cls, shopping.prices)

    def complete(self, shopping: Shopping) -> Self:
        """Fill in the best discount if none is given and the price is known."""
        full = shopping.prices.get(self.card)
        if self.less or self.nothing or full is None:
            return self
        less = tuple(AmountBought(number, good) for good, number in self._less(shopping, full).items())  # type: ignore[arg-type]
        return replace(self, less=less)

    def _less(self, shopping: Shopping, full: Goods) -> Goods:
        if self.less or self.nothing:
            return dict(sum((Counter({str(one.good): one.number}) for one in self.less), Counter()))
        return cheapest(shopping.context, shopping.seat, full, shopping.discount)

    def why_not(self, shopping: Shopping) -> str | Refusal:
        """Check that the discount is kept to, and that the player can pay; an unknown price is asked for later."""
        full = shopping.prices.get(self.card)
        return "" if full is None else self._why_refused(shopping, full)

    def _why_refused(self, shopping: Shopping, full: Goods) -> str | Refusal:
        less = self._less(shopping, full)
        if sum(less.values()) > shopping.discount:
            return Refusal(f"the discount is {shopping.discount}, not {sum(less.values())}", "A5")
        if much := next((good for good, amount in less.items() if amount > full.get(good, 0)), None):
            return Refusal(f"the price has {full.get(much, 0)} {much}; no more can come off it", "A5")
        lacks = shopping.context.cannot_pay(shopping.seat, _less_discount(full, less))
        return Refusal(lacks, shopping.space.kind) if lacks else ""

    def detail(self, shopping: Shopping) -> str:
        """Describe the cost."""
        full = shopping.prices[self.card]
        if full is None:
            return "its price is asked for"
        less = self._less(shopping, full)
        return f"costs {words(full)}" + (f", less {words(less)}" if less else "")

    def do(self, shopping: Shopping) -> Procedure[None]:
        """Ask for its price if unknown, and pay it if the player can."""
        context, seat, here = shopping.context, shopping.seat, shopping.space.kind
        if is_new := shopping.prices.get(self.card) is None:
            hint = "as printed, like 2 iron and 1 wood; what it does is asked when it is worn"
            price = Question("price", f"{self.card} costs", card_pool.read_goods, hint=hint, write=words)
            context.state.prices[self.card] = yield price
        full = price_of(context, shopping.space, self.card) or {}
        if is_new and (why := self._why_refused(shopping, full)):  # else overruled by the table
            context.say(f"{context.name(seat)} doesn't buy {self.card}: {reason(why)}.", here)
            return
        less = self._less(shopping, full)
        context.pay(seat, _less_discount(full, less), self.card, (here, *(("weapon-smith", "A5") if less else ())))
        cards = shopping.owner.artifacts if shopping.space.sort == "artificer" else shopping.owner.items
        cards.append(self.card)
        context.emit(Bought(seat, self.card, full, less, (here,)))
        shopping.discount = 0


def _less_discount(full: Goods, less: Goods) -> dict[str, int]:
    """Return a price less the discount."""
    return {good: amount - less.get(good, 0) for good, amount in full.items() if amount > less.get(good, 0)}


class BuyNoMore(NoMore, frozen=True):
    """Nothing more is bought."""

    says = ("(done|nothing)", "buy (done|nothing)")


SHOPPING: Moves[Any] = Moves(Buy, BuyNoMore)


def shop(context: Context, player: int, space: BoardSpace) -> Procedure[None]:
    """Ask for any number of cards to buy; the discount counts for the first only (p. 20; A5)."""
    yield from card_pool.learn_smiths(context, player)
    shopping, move = Shopping(context, player, space, best_smith(context, player), {}), None
    while not isinstance(move, BuyNoMore):
        shopping.prices = prices(context, space)
        move = yield from ask_move(_question(shopping), shopping)


def _question(shopping: Shopping) -> Question[Any]:
    name, unnamed, discount = shopping.owner.name, shopping.unnamed, shopping.discount
    known = set(map(fold, shopping.prices))
    hints = []
    if unnamed:
        hints.append("or another card with its price, like Dirk 2 iron")
    if discount:
        hints.append("another discount: buy Dirk less 1 iron and 1 wood, or less nothing")
    return SHOPPING.question(
        shopping,
        "buy",
        f"{name} buys" + (f", weapon smith's discount {discount}" if discount else ""),
        who=name,
        hint="; ".join(hints),
        default="done",
        tells_closed=True,
        open=unnamed > 0 or any(not buy.why_not(shopping) for buy in Buy.candidates(shopping)),
        coins=lambda move: move.card if unnamed and isinstance(move, Buy) and fold(move.card) not in known else "",
    )


def best_smith(context: Context, player: int) -> int:
    """Return the level of a player's best creature with weapon smith, 0 without one, or of all together (A5)."""
    found = [0]
    for name in context.player(player).creatures:
        card = card_pool.creature_card(context.setup, context.state, name)
        if card is None:
            smith = context.state.smiths.get(fold(name), False)
        else:
            smith = "weapon smith" in card_pool.fighting_card(context.setup, context.state, name).abilities
        if smith:
            found.append(card_pool.level_of(context.setup, context.state, name))
    return max(found) if context.setup.smiths == "best" else sum(found)


def price_of(context: Context, space: BoardSpace, name: str) -> Goods | None:
    """Return a card's full price in the resources of this game (E6), if it is known."""
    setup, game = context.setup, context.state
    # an artifact's price is that of the printed table, whatever a deck has (p. 8; E7)
    cost = find_artifact(name, "shop").cost if space.sort == "artificer" else card_pool.item_cost(setup, game, name)
    return None if cost is None else context.in_this_game(cost)


def prices(context: Context, space: BoardSpace) -> dict[str, Goods | None]:
    """Return the cards for sale here with their full prices; last those of unknown price."""
    setup, game = context.setup, context.state
    if space.sort == "artificer":
        stock = [row.name for row in card_pool.stock_of_artifacts(setup, game)]
    else:
        stock = card_pool.stock_of_items(setup, game)
    found = [(name, price_of(context, space, name)) for name in stock]
    return dict(sorted(found, key=lambda one: one[1] is None))


def cheapest(context: Context, player: int, full: Goods, discount: int) -> Goods:
    """Return the discount that helps most: first on what the player lacks, then on the dearest goods."""
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


# --- The value of a space to a player now, in a few words (pp. 11-13) -----------------------------


def promise(context: Context, seat: int, space: BoardSpace) -> str:
    """Describe what a space gives or costs a player, and what is missing for it."""
    game = context.state
    match space.sort:
        case "storage" | "food":
            return f"gives {words(output(context, space))}"
        case "mine":
            owner = game.mines.get(space.name)
            now = "" if owner is None else f", now {game.players[owner].name}'s"
            return f"{words(output(context, space))} at each turn's end{now}"
        case "battleground":
            return f"{tables.phases().battlegrounds[space.kind]} creatures to fight for"
        case "tavern":
            return f"the Initiative Button, now {game.players[game.holder].name}'s"
        case "guild house":
            return _hire(context, seat)
        case "market":
            return "trades resources"
        case "pit":
            return "turns creatures into goods"
        case "blacksmith" | "artificer":
            return _cheapest(context, seat, space)
        case "duel":
            creatures = len(game.players[space.opponent or 0].creatures)
            return f"a duel against {so_many(creatures, 'creature')}"


def _hire(context: Context, seat: int) -> str:
    most = context.setup.most_assistants
    if len(context.player(seat).assistants) >= most:
        return f"hires an assistant, but {context.player(seat).name} has {most} already"
    cost = fee(context.player(seat))
    return f"hires an assistant for {words(cost)}{_lacks_suffix(context, seat, cost)}"


def _cheapest(context: Context, seat: int, space: BoardSpace) -> str:
    """Name the card that is nearest to what the player can pay, with the discount."""
    player, discount = context.player(seat), best_smith(context, seat)
    known = {name: full for name, full in prices(context, space).items() if full is not None}
    left = {name: _less_discount(full, cheapest(context, seat, full, discount)) for name, full in known.items()}
    if not left:
        return "buys items (you read the prices)" if space.sort == "blacksmith" else "nothing is left"

    def far(name: str) -> tuple[int, int]:
        cost = left[name]
        return sum(max(0, amount - player.has(good)) for good, amount in cost.items()), sum(cost.values())

    name = min(left, key=far)
    return f"nearest: {name}, {words(left[name])}{_lacks_suffix(context, seat, left[name])}"


def _lacks_suffix(context: Context, seat: int, cost: Mapping[str, int]) -> str:
    """Describe what a player lacks, as the end of a sentence; "" if the cost can be paid."""
    lacks = context.lacks(seat, cost).removeprefix(f"{context.player(seat).name} ")
    return f"; {lacks}".replace(f"lacks {words(cost)}", "has none") if lacks else ""
