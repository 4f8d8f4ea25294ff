"""Cards that a player uses outside of fights: potions, scrolls, Spells, ways of moving, Opportunities.

A card's rules that a player chooses between are alternatives; those that a die decides between are one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import SpokenMove, forbid
from referee.asking.question import Option, Procedure, pick
from referee.effects.rules import Effect
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import Ability, Card, Opportunity
from referee.games.prophecy.cards.language import OWN_TURN
from referee.games.prophecy.fights import aftermath, powers
from referee.games.prophecy.fights.acts import AFTER, BEFORE, at_work
from referee.games.prophecy.rules import effects, ending, movement, payments, places
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.effects import Source
from referee.games.prophecy.rules.ending import TurnAction
from referee.games.prophecy.rules.events import Rules, Used
from referee.games.prophecy.vocabulary import GUILDS, PAID_IN
from referee.text.names import by_end, find, fold, in_lower_case, printed
from referee.text.pattern import lazy_pattern

TO = " to "
_COSTING = lazy_pattern(r"(?:,? (?:for|paying) |, | \()(\d+) (magic|gold)\)?,?(?= to |$)", re.IGNORECASE)
"""What a use costs, said with it."""
SPELL = "spell"


class Use(TurnAction, SpokenMove[Quest], frozen=True):
    """A card that is used; its rules that go together by number, a space named with it, a card that helps."""

    verbs = ("use", "cast")
    also = tuple((word, "use") for word in ("apply", "drink", "play", "quaff"))
    usage = ("use CARD [to SPACE] [with CARD]", "cast SPELL [to SPACE] [with CARD]")
    listed = False
    name: str
    rules: tuple[int, ...]
    to: int = 0
    card: str = ""

    @classmethod
    def others(cls, quest: Quest, *, closed: bool) -> list[Option]:
        """List what can be used now; if `closed` what can't be in any way, with the reason."""
        found: dict[str, Option] = {}
        every = list(uses(quest))
        opened = {printed(use.name) for use, why in every if not why}
        for use, why in every:
            if closed != bool(why) or (closed and printed(use.name) in opened):
                continue
            does = " or ".join(one.text.partition(":")[2].strip() for one in rules_of(quest, use))
            for text in _texts(quest, use, closed=closed):
                before = found.get(text)
                if closed and before is not None:
                    continue  # the first reason is shown
                detail = why.reason if closed else f"{before.detail}; or {does}" if before is not None else does
                also = f"{text} instead of moving" if rules_of(quest, use)[0].when == "instead of moving" else ""
                found[text] = Option(text, detail=detail, rule=why.ruling, also=(also,) * bool(also))
        return list(found.values())

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> Use:
        """Parse a use: "Potion of Healing", "Stamina to Mountains 10"."""
        if not rest:
            raise Unreadable(f'"{verb}": write what to {verb}, like {verb} NAME')
        held = {fold(printed(use.name)): use.name for use, _ in reversed(list(uses(quest)))}
        said = _COSTING.search(rest)
        words, card = in_lower_case(_COSTING.sub("", rest).strip(), payments.WITH, TO), ""
        if fold(words) not in held and payments.WITH in words:
            head = words.rpartition(payments.WITH)[0]
            spell = (named := held.get(fold(head.partition(TO)[0]))) and quest.card(named).is_spell
            words, card = payments.split_helper(quest, words, SPELL if spell else "payment")
        name, separator, there = (words, "", "") if fold(words) in held else words.partition(TO)
        name = by_end([*map(printed, held.values())]).get(fold(name), name)
        if fold(name) not in held and (seen := quest.in_sight(name)) is not None:
            raise Illegal(*_why_not(quest, *seen))
        if not held:
            raise Illegal(f"{quest.hero.name} has nothing to use now", "card-effects")
        found = held[fold(printed(find(name, {key: printed(one) for key, one in held.items()}, "card to use now")))]
        mine = [(use, why) for use, why in uses(quest) if use.name == found]
        opened = [use for use, why in mine if not why]
        if not opened:
            use, why = mine[0]
            forbid(f"{printed(found)}: {why.reason}", why.ruling)
            opened = [use]
        use = replace(opened[0], rules=tuple(at for one in opened for at in one.rules), card=card)
        cost = [one for one in rules_of(quest, use)[0].cost or () if isinstance(one, w.Pay)]
        if said and not card and not any((said[1], fold(said[2])) == (str(one.number), one.counter) for one in cost):
            raise Unreadable(f"{printed(found)} doesn't cost {said[1]} {said[2]}")
        return replace(use, to=_read_space(quest, use, there)) if separator else use

    def write(self, quest: Quest) -> str:
        """Write a use as it is recorded."""
        to = f"{TO}{quest.board.label(self.to)}" if self.to else ""
        helped = f"{payments.WITH}{printed(self.card)}" if self.card else ""
        return f"{quest.card(self.name).verb} {printed(self.name)}{to}{helped}"

    def do(self, quest: Quest) -> Procedure[None]:
        """Use the card, and settle the consequences for all heroes; who dies of it dies of the card."""
        yield from self.carry_out(quest)
        yield from ending.settle(quest, printed(self.name))

    def carry_out(self, quest: Quest) -> Procedure[None]:
        """Use a card: choose among its rules, pay, apply the effects; potions and scrolls are used up."""
        card, seat = quest.card(self.name), quest.seat
        what, counter = (SPELL, "magic") if card.is_spell else ("payment", "gold")
        less = payments.saving(quest, self.card, what)
        if (yield from effects.ask_sex(quest, seat, self.name)) and (why := why_closed(quest, self, known=True)):
            quest.say(f"{printed(self.name)} isn't used: {why.reason}.", why.ruling)
            return
        use = yield from self._choose(quest, counter, less)
        rules = rules_of(quest, use)
        first, source = rules[0], Source(seat, self.name, to=self.to, rules=_rules_behind(card))
        rules = [rule for rule in rules if effects.holds(quest, _in_reach(quest, rule), source)] or rules
        payments.spend_helper(quest, self.card, what)
        if isinstance(card, Opportunity):
            places.remove_card(quest, self.name)
            quest.state.possible = True
        yield from effects.pay_cost(quest, payments.reduced(first, counter, less), seat, self.name)
        for condition in dict.fromkeys(one for rule in rules for one in rule.conditions):
            if isinstance(condition, w.Least) and condition.what == "wealth":
                yield from effects.give_up_wealth(quest, self.name, condition)
        effects.note_use(quest, first, seat, self.name)
        if card.is_spell:
            quest.hero.cast.append(self.name)
        quest.use_up(self.name)
        if isinstance(card, Opportunity):
            quest.discard(self.name, ("opportunities",))
        if first.when == "instead of moving":
            quest.say_stays(printed(self.name))
        if first.on:
            face: int = yield from effects.reward_roll(quest, seat, self.name)
            rules = [rule for rule in rules if rule.applies(face)]
            if not rules:
                quest.emit(Used(seat, self.name, "nothing comes of it", source.rules))
        for rule in rules:
            yield from effects.carry_out(quest, rule, source)
        if not quest.hero.playing or quest.state.step != "movement":
            return
        if first.when == "instead of moving" or (first.when == "moving" and any(map(leads, rules))):
            yield from movement.finish_movement(quest)

    def _choose(self, quest: Quest, counter: str, less: int) -> Procedure[Use]:
        """Ask which of the card's usable rules to use, of those that can be paid for, if any can."""

        def short(one: Use) -> str:
            rule = payments.reduced(rules_of(quest, one)[0], counter, less)
            return effects.why_not_paid(quest, rule, quest.seat, self.name)

        open_now = [one for one, why in uses(quest) if one.name == self.name and not why]
        if not open_now:
            return self  # the table overrules what forbids it
        picked = open_now[0]
        if len(open_now) > 1:
            payable = [one for one in open_now if not short(one)] or open_now
            words = {" or ".join(rule.does for rule in rules_of(quest, one)): one for one in payable}
            options = [Option(text, also=_as_trade(text)) for text in words]
            asked = f"{printed(self.name)}: which"
            picked = yield pick("rule", asked, words, "way to use it", who=quest.hero.name, options=lambda: options)
        return replace(self, rules=picked.rules)


def _as_trade(text: str) -> tuple[str, str]:
    """Return what a rule does as a trade, and that without its numbers: "1 strength for 3 willpower"."""
    trade = re.sub(r"-> \w+ ", "for ", text)
    return trade, re.sub(r"\d+ ", "", trade)


def uses(quest: Quest) -> Iterator[tuple[Use, Refusal]]:
    """Yield every use of a card in hand or an Opportunity here, with why it is closed."""
    hero = quest.hero
    for name in dict.fromkeys((*hero.items, *hero.artifacts, *hero.abilities)):
        yield from _of_card(quest, name, OWN_TURN)
    for name in places.open_here(quest, Opportunity):
        yield from _of_card(quest, name, ("use",))
    for name in hero.damaged:
        rules = enumerate(quest.card(name).parsed)
        if (mine := next((at for at, rule in rules if rule.when in OWN_TURN), None)) is not None:
            yield Use(name, (mine,)), Refusal(f"{printed(name)} is damaged", "damaged-items")


def _of_card(quest: Quest, name: str, kinds: tuple[w.When, ...]) -> Iterator[tuple[Use, Refusal]]:
    rules = quest.card(name).parsed
    chosen = [at for at, rule in enumerate(rules) if rule.when in kinds]
    by_die = tuple(at for at in chosen if rules[at].on)
    for numbers in [*((at,) for at in chosen if at not in by_die), *([by_die] if by_die else [])]:
        use = Use(name, numbers)
        yield use, why_closed(quest, use)


def rules_of(quest: Quest, use: Use) -> list[w.ProphecyRule]:
    """Return the rules of a use, with the Magic of a Spell among their costs, and with Haggling."""
    card = quest.card(use.name)
    found = [card.parsed[at] for at in use.rules]
    if fold(printed(use.name)) == "black market":
        return [payments.in_black_market(quest, rule) for rule in found]
    if card.is_spell:
        return [replace(rule, cost=(w.Pay(card.magic, "magic"), *(rule.cost or ()))) for rule in found]
    return found


def leads(rule: w.ProphecyRule) -> bool:
    """Return whether a rule moves a hero."""
    return any(isinstance(effect, w.MoveEffect | w.MoveToEffect) for effect in rule.effects)


def why_closed(quest: Quest, use: Use, *, known: bool = False) -> Refusal:
    """Return why a card can't be used now; `known` is whether the hero's sex was asked for."""
    game, seat = quest.state, quest.seat
    rule = rules_of(quest, use)[0]
    joins = w.Do("a second move") in rule.effects
    if rule.when in ("moving", "instead of moving") and game.step != "movement":
        return Refusal("it is used as the movement, or instead of it", "movement")
    if rule.when == "instead of moving" and game.joined:
        return Refusal("with Fleet of Foot you move twice, and do nothing else", "fleet-of-foot")
    if joins and (game.joined or game.step != "movement"):
        return Refusal("it is cast once, before the movement", "P21")
    away = joins or leads(rule)
    if away and game.phase == "final battle":
        return Refusal("nobody leaves the battleground", "final-battle")
    if away and game.attacking >= 0:
        return Refusal("in a plane the Guardian must be fought", "P50")
    if rule.when == "use" and (why := movement.why_no_possibility(quest)):
        return Refusal(why, "possibilities")
    if rule.when == "before battle" and not _can_fight(quest, rule):
        return Refusal("nobody is here to fight that it works against", "announce-first")
    if effects.done_already(quest, rule, seat, use.name):
        return Refusal(f"it was used: {rule.often}", "once-a-round")
    if rule.when in ("any time", "before battle") and at_work(
        quest.card(use.name), rule, use.name, quest.hero.bonuses
    ):
        return Refusal("it is at work already", "P34")
    unknown = () if known or quest.hero.sex else effects.SEXES
    rules = [_in_reach(quest, one, *unknown) for one in rules_of(quest, use)]
    if not any(effects.holds(quest, one, Source(seat, use.name)) for one in rules):
        return Refusal(f"only {rule.text.partition(':')[0].partition(' if ')[2]}", "card-effects")
    return _why_useless(quest, use, rule)


def _in_reach(quest: Quest, rule: w.ProphecyRule, *unknown: w.Is) -> w.ProphecyRule:
    """Return a rule without the least wealth among its conditions if the hero can give up enough for it (Hermit).

    It is without the `unknown` ones too.
    """
    others = [seat for seat in quest.state.playing() if seat != quest.seat]
    poor = any(not effects.wealth(quest, seat) and not effects.items_without_price(quest, seat) for seat in others)
    reached = (w.Least("wealth"), *(() if poor else (w.Least("wealth", "alone"),)), *unknown)
    return replace(rule, conditions=tuple(one for one in rule.conditions if one not in reached))


def _why_useless(quest: Quest, use: Use, rule: w.ProphecyRule) -> Refusal:
    """Return why a card would have no effect or can't be paid for."""
    cheapest = max((number for _, number in payments.helpers(quest).values()), default=0)
    spell = max((number for _, number in payments.helpers(quest, SPELL).values()), default=0)
    spell = spell if quest.card(use.name).is_spell else 0
    helped = payments.reduced(payments.reduced(rule, "gold", cheapest), "magic", spell)
    if why := effects.why_not_paid(quest, helped, quest.seat, use.name):
        return Refusal(f"it costs {why}", "card-costs")
    if rule.when == "use" and not rule.on and not _does_something(quest, rule):
        return Refusal("it would do nothing", "P25")
    every = rules_of(quest, use)
    rules = [one for one in every if effects.holds(quest, one, Source(quest.seat, use.name))] or every
    for_hero = all(
        isinstance(effect, w.ProphecyEffect)
        and effect.instead is None
        and (isinstance(effect, w.StealItem | w.StealGold) or effect.who == "a hero here")
        for one in rules
        for effect in one.effects
    )
    if for_hero and not effects.heroes_beside(quest, quest.seat):
        return Refusal("no other hero is here", "card-effects")
    return ALLOWED


def _can_fight(quest: Quest, rule: w.ProphecyRule) -> bool:
    """Return whether a matching fight is possible now: a Creature, a Guardian, a hero who may be attacked."""
    game = quest.state
    if game.step != "turn":
        return False
    kinds = {condition.kind.name for condition in rule.conditions if isinstance(condition, w.Against)}
    there = [game.planes[game.attacking].guardian] if game.attacking >= 0 else places.creatures_to_fight(quest)
    if any(kinds <= {getattr(quest.card(name), "race", "")} for name in there):
        return True
    heroes = places.heroes_here(quest, quest.seat)
    return not kinds and any(not ending.why_no_attack(quest, seat) for seat in heroes)


def _does_something(quest: Quest, rule: w.ProphecyRule) -> bool:
    """Return whether a rule may change anything besides its cost (P25): healing at full Health doesn't."""
    paid = {cost.counter for cost in rule.cost or () if isinstance(cost, w.Pay)}
    everybody = quest.state.playing()
    others = [seat for seat in everybody if seat != quest.seat]
    whom = {"": [quest.seat], "each player": everybody, "each other player": others}
    for effect in rule.effects:
        if (seats := _concerned(quest, effect, whom)) == []:
            continue
        match effect:
            case w.ProphecyEffect() if effect.instead is not None:  # what comes where it doesn't apply in full
                return True
            case w.HealEffect() | w.Recharge() | w.GainEffect(counter="strength" | "willpower") if seats:
                for seat in seats:
                    what, _ = aftermath.count_effect(quest.setup, quest.state.players[seat], effect)
                    right = PAID_IN.get(what, what)
                    lapses = right != what and quest.setup.at_the_limit == "nothing"
                    pays = paid if seat == quest.seat else set()
                    if quest.gains(seat, what) or pays & ({what} if lapses else {what, right}):
                        return True
            case w.StealGold() | w.StealItem():
                here = [quest.state.players[seat] for seat in effects.heroes_beside(quest, quest.seat)]
                if any(hero.gold if isinstance(effect, w.StealGold) else hero.held for hero in here):
                    return True
            case w.Draw(deck="common" | "rare"):
                pack, gives = (
                    quest.state.decks[effect.deck],
                    any(isinstance(one, w.PayItems) for one in rule.cost or ()),
                )
                if pack.count or pack.discards or gives:  # the Item that is paid may be drawn
                    return True
            case w.Harm(who="") if not _can_harm(quest, effect):
                continue
            case w.Do(what="new ability"):
                if any(quest.state.decks[guild].count for guild in GUILDS):
                    return True
            case w.Do(what="turn up a plane card"):
                if any(places.next_hidden(quest, at) for at in range(len(quest.state.planes))):
                    return True
            case _:
                return True
    return False


def _concerned(quest: Quest, effect: Effect, whom: Mapping[Any, list[int]]) -> list[int] | None:
    """List whom an effect is for, of those who have what it counts if it counts; None if that is told in play."""
    seats, per = whom.get(getattr(effect, "who", "")), getattr(effect, "per", None)
    if per is None or seats is None:
        return seats
    return [seat for seat in seats if powers.multiplier(quest.state.players[seat], per)]


def _can_harm(quest: Quest, effect: w.Harm) -> bool:
    """Return whether the hero has an Item that an effect would damage or discard."""
    there = [*quest.hero.items, *(quest.hero.damaged if effect.verb == "discard" else ())]
    sort = effect.which[2:] if effect.which in ("a weapon", "a shield") else ""
    return any(not sort or getattr(quest.card(one), sort) for one in there)


# --- listing and reading --------------------------------------------------------------------------------


def _texts(quest: Quest, use: Use, *, closed: bool) -> list[str]:
    """List the texts of a use: plain, or with each card that helps enough if it can't be paid for otherwise."""
    card, rule = quest.card(use.name), rules_of(quest, use)[0]
    text = f"{card.verb} {printed(use.name)}"
    if closed or not effects.why_not_paid(quest, rule, quest.seat, use.name):
        return [text]
    what, counter = (SPELL, "magic") if card.is_spell else ("payment", "gold")
    return [
        f"{text}{payments.WITH}{printed(helper)}"
        for helper, (_, number) in payments.helpers(quest, what).items()
        if not effects.why_not_paid(quest, payments.reduced(rule, counter, number), quest.seat, use.name)
    ]


def _why_not(quest: Quest, name: str, where: str) -> Refusal:
    """Return why a card in sight can't be used in a turn."""
    card = printed(name)
    if name not in (*quest.hero.held, *quest.hero.abilities):
        return Refusal(f"{where}; used are own cards, and Opportunities where the hero stands", "card-effects")
    if getattr(quest.card(name), "chosen", False):
        return Refusal(f"{card} is used in a fight that names it: fight NAME with {card}", "hands-and-head")
    if {rule.when for rule in quest.card(name).parsed} & {*BEFORE, *AFTER}:
        return Refusal(f"{card} is announced in a fight", "announce-first")
    return Refusal(f"{card} has nothing to use; what it does comes by itself", "always-on")


def _read_space(quest: Quest, use: Use, there: str) -> int:
    for rule in rules_of(quest, use):
        for effect in rule.effects:
            if isinstance(effect, w.MoveEffect | w.MoveToEffect):
                space = quest.board.find_space(there, places.reach(quest, effect))
                places.refuse_far(quest, space, effect, use.name)
                return space
    raise Unreadable(f"{printed(use.name)} leads nowhere; leave out to {there}")


def _rules_behind(card: Card) -> Rules:
    if isinstance(card, Opportunity):
        return ("opportunities",)
    if isinstance(card, Ability):
        return ("spells",) if card.is_spell else ("always-on",)
    return ("non-battle",)
