"""Trading: Gold and Items between two heroes on one space, instead of moving (Trading Between Players; P63, P67)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from referee.asking.moves import SpokenMove
from referee.asking.question import Option, Procedure, Question, choice
from referee.effects.phrases import Misread
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.rules import effects, movement, places
from referee.games.prophecy.rules.context import Quest, take_named
from referee.games.prophecy.rules.effects import Goods
from referee.games.prophecy.rules.ending import TurnAction
from referee.games.prophecy.rules.events import Rules
from referee.games.prophecy.rules.state import Hero
from referee.text.grammar import FIGURES
from referee.text.names import fold, in_lower_case, names_in, printed
from referee.text.pattern import lazy_pattern

RULE: Rules = ("trading-heroes", "P63")
_GOLD = lazy_pattern(r"(\d{1,4}) gold")
FEW, NOTHING, SEVERAL = 12, "nothing", "several things"
USAGE = "offer PLAYER WHAT for WHAT, like offer Bo Sword for 5 gold"


class Offer(TurnAction, SpokenMove[Quest], frozen=True):
    """An offer to another hero: what is given, and for what."""

    verbs = ("offer",)
    also = (("trade", "offer"), ("give", "offer"))
    usage = ("offer PLAYER WHAT for WHAT",)
    listed = False

    to: int
    gives: Goods
    wants: Goods

    @classmethod
    def others(cls, quest: Quest, *, closed: bool) -> list[Option]:
        """List the beginning of an offer for each hero here, if one of the two has something to give."""
        if closed or why_no_trade(quest):
            return []
        players = quest.state.players
        return [
            Option(
                f"offer {quest.name(seat)}",
                label=f"offer {quest.name(seat)} WHAT for WHAT",
                detail="instead of moving, if it is agreed to",
                more=partial(_what_for_what, quest, seat),
                example=_example(quest, seat),
            )
            for seat in places.heroes_here(quest, quest.seat)
            if any(hero.gold or hero.held for hero in (quest.hero, players[seat]))
        ]

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> Offer:
        """Parse an offer: "Bo Sword, 2 gold for Rope"."""
        if not rest:
            raise Unreadable(f'"{verb}": write what to {verb}, like {verb} NAME')
        if why := why_no_trade(quest):
            raise Illegal(why, RULE[1])
        rest = re.sub(r"(?i)^with (\w+),? ", r"\1 ", rest)
        names = {fold(quest.name(seat)): seat for seat in range(len(quest.state.players))}
        key = max((key for key in names if fold(rest).startswith(f"{key} ")), key=len, default="")
        if not key:
            raise Unreadable(f"write it like this: {USAGE}")
        to = names[key]
        if to == quest.seat:
            raise Illegal("nobody trades with themselves", RULE[1])
        if to not in places.heroes_here(quest, quest.seat):
            raise Illegal(f"{quest.name(to)} isn't here", RULE[1])
        goods = " ".join(rest.split())[len(key) :].strip()
        give, separator, want = in_lower_case(goods, " for ").partition(" for ")
        if not separator:
            gift = _read_goods(quest, quest.hero, give)
            meant = f"offer {quest.name(to)} {gift} for nothing"
            raise Misread(f"write it like this: {USAGE}; did you mean {meant}?", meant=meant)
        want = f"{FIGURES.get(fold(want), want)} gold" if FIGURES.get(fold(want), want).isdecimal() else want
        offer = cls(to, _read_goods(quest, quest.hero, give), _read_goods(quest, quest.state.players[to], want))
        if offer.gives == offer.wants == Goods():
            raise Unreadable(f"something must change hands; write it like this: {USAGE}")
        return offer

    def write(self, quest: Quest) -> str:
        """Write an offer as it is recorded."""
        return f"offer {quest.name(self.to)} {self.gives} for {self.wants}"

    def carry_out(self, quest: Quest) -> Procedure[None]:
        """Ask the other player; if she agrees, exchange the goods in place of the movement (P67)."""
        seat, other = quest.seat, quest.name(self.to)
        answers = [
            Option("agree", also=("yes", "take it", "takes it", "take them", "accept the offer", "accept the gift")),
            Option("refuse", also=("no",)),
        ]
        price = "as a gift" if self.wants == Goods() else f"for your {self.wants}"
        answer: str = yield choice("agree", f"{other}: {self.gives} {price}, agreed", answers, who=other)
        if answer == "refuse":
            quest.say(f"{other}: refuses {self.gives} for {self.wants}.", "trading-heroes", "P67")
            return
        quest.say(f"{other}: agrees to {self.gives} for {self.wants}.", *RULE)
        for giver, taker, goods in ((seat, self.to, self.gives), (self.to, seat, self.wants)):
            effects.give_gold(quest, giver, taker, goods.gold, "trade", RULE)
            for name in goods.names:
                effects.hand_over(quest, giver, taker, name, "trade", RULE)
        quest.say_stays("a trade", RULE)
        yield from movement.finish_movement(quest)


def why_no_trade(quest: Quest) -> str:
    """Return why trading isn't possible now, "" if it is."""
    game = quest.state
    if not (quest.setup.trading or quest.setup.teams):
        return "trading isn't agreed on at this table"
    if game.step != "movement" or game.joined:
        return "trading is done instead of moving"
    if not places.heroes_here(quest, quest.seat):
        return "no other hero is here"
    return ""


def _what_for_what(quest: Quest, to: int) -> Question[str]:
    """Return the question what is offered to a hero, and for what; the answer is the whole move."""
    name, hero, other = quest.name(to), quest.hero, quest.state.players[to]

    def whole(text: str) -> str:
        typed = text.strip().removeprefix("offer ")
        named = typed if fold(typed).startswith(f"{fold(name)} ") else f"{name} {typed}"
        return Offer.read(quest, "offer", named).write(quest)

    def asked(prompt: str, options: Sequence[Option], hint: str = "") -> Question[str]:
        """Return the question for the rest; with a `hint` all of it can be typed too."""
        asks = f"{hero.name} offers {name} {prompt}"
        return Question("offer", asks, whole, who=hero.name, options=lambda: options, hint=hint, open=bool(hint))

    def given(gives: Goods) -> Option:
        return Option(str(gives), more=lambda: asked(*side(other, partial(wanted, gives), f"{gives} for ")))

    def wanted(gives: Goods, wants: Goods) -> Option:
        return Option(f"offer {name} {gives} for {wants}", label=str(wants))

    def side(owner: Hero, then: Callable[[Goods], Option], before: str = "") -> tuple[str, list[Option]]:
        """Return the prompt and options for one hero's goods: one of them, nothing, or several."""
        alone = [*_things(owner, Goods(), FEW), *([Goods()] if before != f"{NOTHING} for " else [])]
        found = [then(one) for one in alone]
        if len(owner.held) + bool(owner.gold) > 1 or owner.gold > FEW:
            more = partial(several, owner, then, before, Goods())
            found.append(Option(SEVERAL, detail="one after the other, and any Gold", more=more))
        return f"{before}what", found

    def several(owner: Hero, then: Callable[[Goods], Option], before: str, goods: Goods) -> Question[str]:
        """Return the question for several goods of a hero, one after the other."""
        before_next, found = (
            (f"{goods} and ", [replace(then(goods), detail="that is all")]) if goods != Goods() else ("", [])
        )
        for one in _things(owner, goods, owner.gold):
            both = Goods(goods.gold + one.gold, (*goods.names, *one.names))
            text = f"{'and ' if before_next else ''}{one}"
            found.append(Option(text, more=partial(several, owner, then, before, both)))
        return asked(f"{before}{before_next}what{' else' if before_next else ''}", found)

    prompt, options = side(hero, given)
    has, there = (Goods(owner.gold, tuple(owner.held)) for owner in (hero, other))
    hint = f"like 2 gold for nothing; {hero.name}: {has}; {name}: {there}"
    return asked(f"{prompt} for what", options, hint)


def _example(quest: Quest, other: int) -> str:
    """Return the least possible offer: one thing of one of the two for nothing."""
    own, theirs = (_things(hero, Goods(), 1) for hero in (quest.hero, quest.state.players[other]))
    gives, wants = (own[-1], Goods()) if own else (Goods(), theirs[-1])
    return f"offer {quest.name(other)} {gives} for {wants}"


def _things(hero: Hero, taken: Goods, most: int) -> list[Goods]:
    """List a hero's goods without those `taken`: each Item, and Gold up to `most` if none is taken."""
    items = [Goods(names=(name,)) for name in hero.held if name not in taken.names]
    return items + [Goods(many) for many in range(1, min(hero.gold, most) + 1) if not taken.gold]


def _read_goods(quest: Quest, hero: Hero, text: str) -> Goods:
    gold, names, left = 0, [], list(hero.held)
    for part in names_in(text, (*map(printed, left), *re.findall(r"\d+ gold", text, re.IGNORECASE))):
        if fold(part) in (NOTHING, "free", ""):
            continue
        if match := _GOLD.fullmatch(fold(part)):
            gold += int(match[1])
            continue
        known = {fold(printed(name)) for name in left}
        if fold(part) not in known and (seen := quest.in_sight(part)) is not None and seen[0] not in names:
            raise Illegal(f"{printed(seen[0])} isn't one of {hero.name}'s Items; Gold and Items are traded", RULE[1])
        names.append(take_named(left, part, f"Item of {hero.name}'s"))
    if gold > hero.gold:
        raise Illegal(f"{hero.name} has {hero.gold} Gold, not {gold}", RULE[1])
    return Goods(gold, tuple(names))
