"""The marketplace: one resource for another, as often as the player likes (p. 12; A3, A16)."""

from __future__ import annotations

import re

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable, refusal
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.spaces import Space
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import RESOURCES, Resource
from referee.text.names import find, fold

DONE = "done"
Trade = tuple[int, Resource, Resource]
"""How many are paid in all, of what, for what."""

_TRADE = re.compile(r"(?:trade\s+)?(\d{1,6})\s+(\w+)\s+(?:(?:for|to|into)\s+)?(?:(\d{1,6})\s+)?(\w+)")


def trade(context: Context, player: int, space: Space) -> Procedure[None]:
    """Trade until the player is done."""
    while True:
        wanted: Trade | None = yield _question(context, player)
        if wanted is None:
            return
        paid, pay, gain = wanted
        each, gives = board_tables.market().rate(pay, gain)
        context.pay(player, {pay: paid}, f"trade for {gain}", ("marketplace", "A3"))
        gained = {str(gain): paid // each * gives}
        context.gain(player, gained, space.name, ("marketplace", "market-rates", "A3"), {pay: paid})


def verify_trade(context: Context, player: int, paid: int, pay: Resource, gain: Resource) -> None:
    """Check a trade. Raises Illegal with the reason and the rule."""
    market = board_tables.market()
    if pay == gain:
        raise Illegal(f"{pay} isn't traded for itself", "A3")
    for resource in (pay, gain):
        context.verify_in_game(resource)
    first = market.group_of(gain).phase
    if context.game.phase < first:
        raise Illegal(f"{gain} can't be gained before phase {board_tables.phases().phases[first - 1].name}", "A3")
    each, _ = market.rate(pay, gain)
    if paid < each or paid % each:
        raise Illegal(f"{pay} trades for {gain} by {each} at a time, not {paid}", "A3")
    context.verify_pay(player, {pay: paid}, "marketplace")


def _question(context: Context, player: int) -> Question[Trade | None]:
    holdings = context.player(player)
    known: dict[str, Resource] = {resource: resource for resource in RESOURCES}

    def parse(text: str) -> Trade | None:
        words = fold(text)
        if words == DONE:
            return None
        match = _TRADE.fullmatch(words)
        if match is None:
            raise Unreadable(f'can\'t read "{text}"; write trade 3 wood iron, or done')
        if "food" in match.groups():
            raise Illegal("food isn't traded, only resources are", "A3")
        paid, pay, gain = int(match[1]), find(match[2], known, "resource"), find(match[4], known, "resource")
        verify_trade(context, player, paid, pay, gain)
        each, gives = board_tables.market().rate(pay, gain)
        if match[3] and int(match[3]) != paid // each * gives:
            raise Illegal(f"{paid} {pay} are {paid // each * gives} {gain}, not {match[3]}", "A3")
        return paid, pay, gain

    def trades() -> list[Option]:
        found = [Option(DONE, detail="no more trades")]
        for pay in RESOURCES:
            for gain in RESOURCES:
                each, gives = board_tables.market().rate(pay, gain)
                if refusal(verify_trade, context, player, each, pay, gain) is not None:
                    continue
                most = holdings.has(pay) // each
                more = f", up to {most} times" if most > 1 else ""
                found.append(Option(f"trade {each} {pay} {gain}", detail=f"gives {gives} {gain}{more}"))
        return found

    options = trades()
    return Question(
        "trade",
        f"{holdings.name} trades",
        parse,
        options=lambda: options,
        who=holdings.name,
        hint=f"like {options[-1].text}, or a multiple of it" if len(options) > 1 else "",
        default=DONE,
        write=lambda wanted: DONE if wanted is None else f"trade {wanted[0]} {wanted[1]} {wanted[2]}",
        open=len(options) > 1,
    )
