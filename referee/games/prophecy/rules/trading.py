"""Trading: Gold and Items between two heroes on one space, instead of moving (Trading Between Players; P63, P67)."""

from __future__ import annotations

import re

from msgspec import Struct

from referee.asking.question import Option, Procedure, choice
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.rules import effects, movement, places
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.events import Offered, Rules, Stayed
from referee.games.prophecy.rules.state import Hero
from referee.text.names import find, fold, printed

RULE: Rules = ("trading-heroes", "P63")
_GOLD = re.compile(r"(\d{1,4}) gold")
USAGE = "offer PLAYER WHAT for WHAT, like offer Bo Sword for 5 gold"


class Goods(Struct, frozen=True):
    """Things of one hero: Gold and Items, Artifacts too."""

    gold: int = 0
    names: tuple[str, ...] = ()


class Offer(Struct, frozen=True):
    """An offer to another hero: what is given, and for what."""

    to: int
    gives: Goods
    wants: Goods


def why_no_trade(quest: Quest) -> str:
    """Why there is no trading now, "" if there is."""
    game = quest.game
    if not (quest.setup.trading or quest.setup.teams):
        return "trading isn't agreed on at this table"
    if game.step != "movement" or game.joined:
        return "trading is done instead of moving"
    if not places.heroes_here(quest, quest.seat):
        return "no other hero is here"
    return ""


def options(quest: Quest) -> list[Option]:
    """How an offer is begun, for each hero here."""
    if why_no_trade(quest):
        return []
    names = [quest.name(seat) for seat in places.heroes_here(quest, quest.seat)]
    return [Option(f"offer {name} nothing for nothing", label=f"offer {name} WHAT for WHAT",
                   detail="instead of moving, if it is agreed to") for name in names]  # fmt: skip


def read_offer(quest: Quest, text: str) -> Offer:
    """An offer as typed: "Bo Sword, 2 gold for Rope". Raises Unreadable or Illegal."""
    if why := why_no_trade(quest):
        raise Illegal(why, RULE[1])
    names = {fold(quest.name(seat)): seat for seat in range(len(quest.game.players))}
    key = max((key for key in names if fold(text).startswith(f"{key} ")), key=len, default="")
    if not key:
        raise Unreadable(f"write it like this: {USAGE}")
    to = names[key]
    if to not in places.heroes_here(quest, quest.seat):
        raise Illegal(f"{quest.name(to)} isn't here", RULE[1])
    rest = " ".join(text.split())[len(key) :].strip()
    give, parted, want = rest.partition(" for ")
    if not parted:
        raise Unreadable(f"write it like this: {USAGE}")
    return Offer(to, _read_goods(quest.hero, give), _read_goods(quest.game.players[to], want))


def _read_goods(hero: Hero, text: str) -> Goods:
    gold, names, left = 0, [], list(hero.held)
    for part in text.split(","):
        if fold(part) in ("nothing", ""):
            continue
        if match := _GOLD.fullmatch(fold(part)):
            gold += int(match[1])
            continue
        shown = {fold(printed(name)): printed(name) for name in left}
        what = find(part, shown, f"Item of {hero.name}'s", listing=8)
        names.append(next(name for name in left if printed(name) == what))
        left.remove(names[-1])
    if gold > hero.gold:
        raise Illegal(f"{hero.name} has {hero.gold} Gold, not {gold}", RULE[1])
    return Goods(gold, tuple(names))


def write_offer(quest: Quest, offer: Offer) -> str:
    """An offer as it is recorded."""
    return f"offer {quest.name(offer.to)} {_words(offer.gives)} for {_words(offer.wants)}"


def _words(goods: Goods) -> str:
    return ", ".join([*map(printed, goods.names), *([f"{goods.gold} gold"] if goods.gold else [])]) or "nothing"


def trade(quest: Quest, offer: Offer) -> Procedure[None]:
    """Ask the other player; if she agrees, things change hands in place of the movement (P67)."""
    seat, other = quest.seat, quest.name(offer.to)
    answer: str = yield choice("agree", f"{other}: {_words(offer.gives)} for your {_words(offer.wants)}?",
                               [Option("agree"), Option("refuse")], who=other)  # fmt: skip
    if answer == "refuse":
        says = f"refuses {_words(offer.gives)} for {_words(offer.wants)}"
        quest.emit(Offered(offer.to, says, ("trading-heroes", "P67")))
        return
    quest.emit(Offered(offer.to, f"agrees to {_words(offer.gives)} for {_words(offer.wants)}", RULE))
    for giver, taker, goods in ((seat, offer.to, offer.gives), (offer.to, seat, offer.wants)):
        effects.give_gold(quest, giver, taker, goods.gold, "trade", RULE)
        for name in goods.names:
            effects.hand_over(quest, giver, taker, name, "trade", RULE)
    quest.emit(Stayed(seat, quest.board.called(quest.hero.space), "a trade", RULE))
    yield from movement.moved(quest)
