"""Prices in Gold, and the cards that reduce them (Counterfeiting; Haggling)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import Refusal
from referee.effects.rules import Effect
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import CITY, VILLAGE
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.effects import Source, done_already, holds, note_use
from referee.games.prophecy.rules.events import Rules, Used
from referee.text.names import find, fold, in_lower_case, printed
from referee.text.pattern import lazy_pattern

M = TypeVar("M", bound=Struct)
WITH = " with "
_FOR = lazy_pattern(r" for (\d+|an?|one)(?: gold)?$", re.IGNORECASE)
"""Ends what is said with its price in Gold."""


def split_price(text: str) -> tuple[str, int | None]:
    """Split the price in Gold from the end of what is said: "Plains 6 for 1 gold"; None if there is none."""
    said = _FOR.search(text)
    return (text, None) if said is None else (text[: said.start()], int(said[1]) if said[1].isdigit() else 1)


def expect_price(said: int | None, price: int) -> None:
    """Raise Unreadable if a price was said that isn't the right one."""
    if said not in (None, price):
        raise Unreadable(f"the price is {price} Gold, not {said}")


def standing(quest: Quest, kind: type[Effect], what: str = "") -> list[tuple[str, w.ProphecyRule, int]]:
    """List the rules of the active hero's cards with such an effect, each with its card and number.

    `what` is which price it reduces, or which effect without a number it is; any if left out.
    """
    hero = quest.hero
    found = []
    for name in (*hero.items, *hero.artifacts, *hero.abilities):
        for rule in quest.card(name).parsed:
            if not holds(quest, rule, Source(quest.seat, name)):
                continue
            found += [
                (name, rule, getattr(effect, "number", 0))
                for effect in rule.effects
                if isinstance(effect, kind) and what in ("", getattr(effect, "what", ""))
            ]
    return found


def total(quest: Quest, kind: type[Effect], what: str = "") -> int:
    """Return the sum of the numbers of all such effects."""
    return sum(number for _, _, number in standing(quest, kind, what))


def helpers(quest: Quest, what: str = "payment") -> dict[str, tuple[w.ProphecyRule, int]]:
    """Return the cards that can reduce a payment (or a spell's price) now, each with its rule and amount."""
    found = {}
    for name, rule, number in standing(quest, w.PriceEffect, what):
        if not done_already(quest, rule, quest.seat, name):
            found[name] = (rule, number)
    return found


def split_helper(quest: Quest, text: str, what: str = "payment") -> tuple[str, str]:
    """Split a move from the card after "with" that helps to pay for it, "" for none.

    Raises Unreadable or Illegal for a card that doesn't help now.
    """
    move, separator, name = in_lower_case(text, WITH).rpartition(WITH)
    if not separator:
        return text.strip(), ""
    held = {fold(printed(one)): one for one, _, _ in standing(quest, w.PriceEffect, what)}
    card = held[fold(find(name, {key: printed(one) for key, one in held.items()}, "card that helps to pay"))]
    if card not in helpers(quest, what):
        raise Illegal(f"{printed(card)} was used this round", "once-a-round")
    return move.strip(), card


def saving(quest: Quest, card: str, what: str = "payment") -> int:
    """Return how much a card reduces a payment."""
    return helpers(quest, what)[card][1] if card else 0


def reduced(priced: w.ProphecyRule, counter: str, less: int) -> w.ProphecyRule:
    """Return a rule whose first price in a counter is less, a Spell's own Magic; never below 0."""
    cost = list(priced.cost or ())
    for at, one in enumerate(cost):
        if isinstance(one, w.Pay) and one.counter == counter:
            cost[at] = replace(one, number=max(0, one.number - less))
            break
    return replace(priced, cost=tuple(cost))


def spend_helper(quest: Quest, card: str, what: str = "payment") -> None:
    """Mark a card as used for a payment."""
    if not card:
        return
    rule, _ = helpers(quest, what)[card]
    quest.emit(Used(quest.seat, card, rule.does, ("once-a-round",)))
    note_use(quest, rule, quest.seat, card)
    quest.use_up(card)


def why_too_dear(quest: Quest, price: int, card: str = "") -> str:
    """Return why so much Gold can't be paid, "" if it can."""
    return quest.can_pay(quest.seat, "gold", max(0, price - saving(quest, card)))


def with_help(quest: Quest, move: M, why: str | Refusal, price: int) -> Iterator[tuple[M, str | Refusal]]:
    """Yield a move, with why it is closed, unless it is only too dear; then it with each card that helps enough."""
    if why or not why_too_dear(quest, price):
        yield move, why
    for card in helpers(quest) if price and not why else ():
        if not why_too_dear(quest, price, card):
            yield replace(move, card=card), ""


def pay_gold(quest: Quest, price: int, purpose: str, rules: Rules, card: str = "") -> None:
    """Pay Gold with the help of a card, whose surplus is lost. Raises Illegal."""
    less = saving(quest, card)
    if price:
        spend_helper(quest, card)
    elif card:
        raise Illegal(f"{printed(purpose)} costs nothing; {printed(card)} isn't needed", rules[0])
    quest.pay(quest.seat, "gold", max(0, price - less), purpose, rules)


def in_market(quest: Quest) -> bool:
    """Return whether Haggling applies on this space: in City and Village only."""
    return quest.board[quest.hero.space].name in (CITY, VILLAGE)


def buying_price(quest: Quest, price: int) -> int:
    """Return the price of buying an Item here."""
    return max(0, price - total(quest, w.PriceEffect, "buying") * in_market(quest))


def selling_price(quest: Quest, price: int) -> int:
    """Return the price of selling an Item: half its price, rounded up, plus Haggling."""
    return (price + 1) // 2 + total(quest, w.SellFor) * in_market(quest)


def in_black_market(quest: Quest, rule: w.ProphecyRule) -> w.ProphecyRule:
    """Return a rule of the Black Market, where Haggling applies too: Gold for Items drawn, Items for Gold."""
    buys = any(isinstance(one, w.Draw) for one in rule.effects)
    haggled, effects = reduced(rule, "gold", total(quest, w.PriceEffect, "buying") if buys else 0), rule.effects
    if any(isinstance(one, w.PayItems) for one in rule.cost or ()):
        more = total(quest, w.SellFor)
        effects = tuple(
            replace(one, number=one.number + more)
            if isinstance(one, w.GainEffect) and one.counter == "gold" and isinstance(one.number, int)
            else one
            for one in effects
        )
    haggled = replace(haggled, effects=effects)
    return rule if haggled == rule else replace(haggled, text=w.RULES.write(haggled))


def in_gold(price: int) -> str:
    """Format a price."""
    return f"{price} Gold" if price else "free"
