"""Prices in Gold, and the cards that reduce them (Counterfeiting; Haggling)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee.effects.rules import Effect
from referee.errors import Illegal
from referee.games.prophecy.board import CITY, VILLAGE
from referee.games.prophecy.cards.wording import (
    RULES,
    Do,
    Draw,
    GainEffect,
    Pay,
    PayItems,
    PriceEffect,
    ProphecyRule,
    SellFor,
)
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.effects import Source, done_already, holds, note_use
from referee.games.prophecy.rules.events import Rules, Used
from referee.text.names import find, fold, in_lower_case, printed

WITH = " with "
Wanted = Callable[[Effect], bool]
"""A predicate that selects effects."""


def standing(quest: Quest, seat: int, what: Wanted) -> list[tuple[str, ProphecyRule, int]]:
    """List the rules of a hero's cards with such an effect, each with its card and number."""
    hero = quest.state.players[seat]
    found = []
    for name in (*hero.items, *hero.artifacts, *hero.abilities):
        for rule in quest.card(name).parsed:
            if not holds(quest, rule, Source(seat, name)):
                continue
            found += [(name, rule, getattr(effect, "number", 0)) for effect in rule.effects if what(effect)]
    return found


def is_price(what: str) -> Wanted:
    """Return a predicate for effects that reduce such a price."""
    return lambda effect: isinstance(effect, PriceEffect) and effect.what == what


def is_do(what: str) -> Wanted:
    """Return a predicate for this effect without a number."""
    return lambda effect: isinstance(effect, Do) and effect.what == what


def helpers(quest: Quest, what: str = "payment") -> dict[str, tuple[ProphecyRule, int]]:
    """Return the cards that can reduce a payment (or a spell's price) now, each with its rule and amount."""
    found = {}
    for name, rule, number in standing(quest, quest.seat, is_price(what)):
        if not done_already(quest, rule, quest.seat, name):
            found[name] = (rule, number)
    return found


def split_helper(quest: Quest, text: str, what: str = "payment") -> tuple[str, str]:
    """Split a move from the card after "with" that helps to pay for it, "" for none.

    Raises Unreadable or Illegal for a card that doesn't help now.
    """
    move, separator, name = in_lower_case(text, WITH).rpartition(WITH)
    if not separator:
        return text, ""
    held = {fold(printed(one)): one for one, _, _ in standing(quest, quest.seat, is_price(what))}
    card = held[fold(find(name, {key: printed(one) for key, one in held.items()}, "card that helps to pay"))]
    if card not in helpers(quest, what):
        raise Illegal(f"{printed(card)} was used this round", "once-a-round")
    return move.strip(), card


def saving(quest: Quest, card: str, what: str = "payment") -> int:
    """Return how much a card reduces a payment."""
    return helpers(quest, what)[card][1] if card else 0


def reduced(priced: ProphecyRule, counter: str, less: int) -> ProphecyRule:
    """Return a rule that costs less of a counter; never below 0."""
    costs = [
        replace(one, number=max(0, one.number - less)) if isinstance(one, Pay) and one.counter == counter else one
        for one in priced.cost or ()
    ]
    return replace(priced, cost=tuple(costs))


def spend_helper(quest: Quest, card: str, what: str = "payment") -> None:
    """Mark a card as used for a payment."""
    if not card:
        return
    rule, _ = helpers(quest, what)[card]
    quest.emit(Used(quest.seat, card, rule.does, ("once-a-round",)))
    note_use(quest, rule, quest.seat, card)


def why_too_dear(quest: Quest, price: int, card: str = "") -> str:
    """Return why so much Gold can't be paid, "" if it can."""
    return quest.can_pay(quest.seat, "gold", max(0, price - saving(quest, card)))


def pay_gold(quest: Quest, price: int, purpose: str, rules: Rules, card: str = "") -> None:
    """Pay Gold with the help of a card, whose surplus is lost. Raises Illegal."""
    less = saving(quest, card)
    if price:
        spend_helper(quest, card)
    elif card:
        raise Illegal(f"{printed(purpose)} costs nothing; {printed(card)} isn't needed", rules[0])
    quest.pay(quest.seat, "gold", max(0, price - less), purpose, rules)


BLACK_MARKET = "Black Market"
"""The Opportunity where Haggling applies as in City and Village."""


def in_market(quest: Quest) -> bool:
    """Return whether Haggling applies on this space: in City and Village only."""
    return quest.board[quest.hero.space].name in (CITY, VILLAGE)


def _haggling(quest: Quest, what: Wanted) -> int:
    return sum(number for _, _, number in standing(quest, quest.seat, what))


def buying_price(quest: Quest, price: int) -> int:
    """Return the price of buying an Item here."""
    return max(0, price - _haggling(quest, is_price("buying")) * in_market(quest))


def selling_price(quest: Quest, price: int) -> int:
    """Return the price of selling an Item: half its price, rounded up, plus Haggling."""
    return (price + 1) // 2 + _haggling(quest, _is_sale) * in_market(quest)


def _is_sale(effect: Effect) -> bool:
    return isinstance(effect, SellFor)


def in_black_market(quest: Quest, rule: ProphecyRule) -> ProphecyRule:
    """Return a rule of the Black Market with Haggling: Gold for Items drawn, Items for Gold."""
    buys = any(isinstance(one, Draw) for one in rule.effects)
    haggled, effects = reduced(rule, "gold", _haggling(quest, is_price("buying")) if buys else 0), rule.effects
    if any(isinstance(one, PayItems) for one in rule.cost or ()):
        more = _haggling(quest, _is_sale)
        effects = tuple(
            replace(one, number=one.number + more)
            if isinstance(one, GainEffect) and one.counter == "gold" and isinstance(one.number, int)
            else one
            for one in effects
        )
    haggled = replace(haggled, effects=effects)
    return rule if haggled == rule else replace(haggled, text=RULES.write(haggled))


def in_gold(price: int) -> str:
    """Format a price."""
    return f"{price} Gold" if price else "free"
