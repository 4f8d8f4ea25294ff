"""Effects of cards apart from the dice: each one in the order printed, as far as it goes.

Fights delegate effects on Items, the board and other heroes to this module; all other effects are handled here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, get_args

from msgspec import UNSET, Struct, field
from msgspec.structs import replace

from referee.asking.dice import Mode, OnRecord
from referee.asking.question import Option, Procedure, Question, carried_out, choice, pick, whole_number, yes_or_no
from referee.effects.rules import Effect as AnyEffect
from referee.errors import Illegal
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import Artifact, Card, Creature
from referee.games.prophecy.fights import acts, aftermath, fight, powers
from referee.games.prophecy.fights.fight import or_no
from referee.games.prophecy.fights.state import OWN, Fight, Scene, Side, fighter_of, keep
from referee.games.prophecy.rules import decks, places
from referee.games.prophecy.rules import events as e
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import Lying
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import FACES, GUILDS, PAID_IN
from referee.play.event import Event
from referee.text.names import find, fold, names_in, printed

DECLINE, NONE, UNKNOWN = "decline", "none", "not known"
SEXES = (w.Is("woman"), w.Is("man"))
CITED: e.Rules = ("card-effects",)


class Source(Struct, frozen=True):
    """The source of an effect: the hero's seat, the card, and the other hero concerned.

    `other` is the hero that was fought, `to` the space that was named with the move. `fought` is whether it comes
    after a fight; `rule` is the rule that it is a part of.
    """

    seat: int
    name: str
    other: int | None = None
    to: int = 0
    rules: e.Rules = CITED
    fought: bool = False
    rule: w.ProphecyRule | None = None


def carry_out(quest: Quest, rule: w.ProphecyRule, source: Source) -> Procedure[None]:
    """Carry out a rule whose cost has been paid."""
    quest.emit(e.Used(source.seat, source.name, rule.does, source.rules))
    for effect in rule.effects:
        yield from perform(quest, effect, replace(source, rule=rule))


def happen(quest: Quest, name: str, when: str, source: Source, *, new: bool = False) -> Procedure[None]:
    """Apply a card's rules at a moment; roll one die for all that depend on it.

    What a card asks for is paid only if its player likes; what a Creature asks for wherever it can be (X8).
    """
    asks = not isinstance(quest.card(name), Creature)
    if when not in ("met", "hero beaten"):  # a fight has asked already
        yield from ask_sex(quest, source.seat, name, when=when)
    rules = [rule for rule in quest.card(name).parsed if rule.when == when]
    if when == "met":  # as in the fight that follows
        meeting = Fight(scene(quest, name), (Side(fighter_of(quest.hero)),), "strength")
        rules = [rule for rule in rules if all(powers.holds(meeting, OWN, one) for one in rule.conditions)]
    else:
        rules = [rule for rule in rules if holds(quest, rule, source, new=new)]
    rules = [rule for rule in rules if not done_already(quest, rule, source.seat, name)]
    face = 0
    for rule in rules:
        if rule.on is not None and not face:
            face = yield from reward_roll(quest, source.seat, name, name if when == "met" else "")
        if not rule.applies(face):
            continue
        mark, priced = _with_magic(quest, rule, source.seat, name)
        if priced is not rule or rule.cost:
            player = quest.name(source.seat)
            asked = yes_or_no("use", f"{player}: {printed(name)} ({priced.does})?")
            if not quest.state.players[source.seat].playing or why_not_paid(quest, priced, source.seat, name):
                continue
            if asks and not (yield replace(asked, who=player)):
                continue
            yield from pay_cost(quest, priced, source.seat, name)
            if priced is not rule:
                quest.state.players[source.seat].cast.append(name)
                quest.state.players[source.seat].marks += [mark] if mark else []
        note_use(quest, rule, source.seat, name)
        yield from carry_out(quest, rule, source)


def ask_sex(quest: Quest, seat: int, *names: str, when: str = "") -> Procedure[bool]:
    """Ask whether a hero is a woman or a man if that isn't known and a card's rules ask for it (Succubus, Incubus).

    `when` is their moment, any if left out. Return whether it was asked for.
    """
    hero = quest.state.players[seat]
    rules = (rule for name in names for rule in quest.card(name).parsed if when in ("", rule.when))
    if hero.sex or not hero.playing or not any(one in rule.conditions for rule in rules for one in SEXES):
        return False
    asked = f"{hero.name}: is {printed(hero.hero)} a woman or a man"
    options = {"woman": "", "man": "", UNKNOWN: "what is for one of them does nothing"}
    answer: Any = yield choice("sex", asked, options, default=UNKNOWN, skippable=True, who=hero.name)
    if answer != UNKNOWN:
        hero.sex = answer
        decks.learn(quest, replace(quest.card(hero.hero), sex=answer))
    return True


def _with_magic(quest: Quest, rule: w.ProphecyRule, seat: int, name: str) -> tuple[str, w.ProphecyRule]:
    """Return a rule with the Magic of its card among the costs if that is a Spell, and the mark of its discount.

    Such a Spell is cast as the rule's moment comes.
    """
    card, hero = quest.card(name), quest.state.players[seat]
    if not card.magic or name not in hero.abilities:
        return "", rule
    apart = Fight(scene(quest, seat=seat), (Side(fighter_of(hero)),), "strength")
    mark, magic = acts.spell_price(apart, OWN, card.magic)
    return mark, replace(rule, cost=(*([w.Pay(magic, "magic")] if magic else []), *(rule.cost or ())))


def done_already(quest: Quest, rule: w.ProphecyRule, seat: int, name: str) -> bool:
    """Return whether a rule was used as often as possible for now."""
    return rule.often in acts.SCOPES and quest.is_marked(seat, acts.key_of(quest.card(name), rule, name))


def note_use(quest: Quest, rule: w.ProphecyRule, seat: int, name: str) -> None:
    """Mark a rule as used, if it can't be used again for some time."""
    if rule.often in acts.SCOPES:
        quest.mark(seat, acts.key_of(quest.card(name), rule, name), acts.SCOPES[rule.often])


# --- conditions and costs -------------------------------------------------------------------------


def holds(quest: Quest, rule: w.ProphecyRule, source: Source, *, new: bool = False) -> bool:
    """Return whether the conditions of a rule hold, apart from the dice; a fight has checked its own already."""
    hero = quest.state.players[source.seat]
    for condition in rule.conditions:
        match condition:
            case w.Is("new"):
                true = new
            case w.Is("man" | "woman" as sex):
                true = hero.sex == sex
            case w.Is("no spell cast"):
                true = not hero.cast
            case w.Is("attacker"):
                true = source.seat == quest.seat
            case w.Least():
                true = source.seat in least(quest, condition)
            case _:
                true = True
        if not true:
            return False
    return True


def least(quest: Quest, of: w.Least) -> list[int]:
    """List the heroes with least of something, all who tie; with "alone" only one with less than all others."""
    has = {
        seat: powers.measure(quest.state.players[seat], of.what, quest.card)
        for seat in quest.state.playing(quest.seat)
    }
    low = min(has.values(), default=0)
    found = [seat for seat, many in has.items() if many == low]
    return found if len(found) == 1 or not of.alone else []


class Goods(Struct, frozen=True):
    """Things of one hero: Gold and Items, Artifacts too."""

    gold: int = 0
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join([*map(printed, self.names), *([f"{self.gold} gold"] if self.gold else [])]) or "nothing"


def give_up_wealth(quest: Quest, name: str, of: w.Least) -> Procedure[None]:
    """Ask what a hero gives up to have the least wealth (Hermit), after asking for unknown prices."""
    seat, hero = quest.seat, quest.hero
    for one in quest.state.playing(seat):
        for item in items_without_price(quest, one):
            yield from price_of(quest, item)

    def parse(text: str) -> Goods:
        gold, names, left = 0, [], hero.losable
        given = text.strip().removeprefix("give up ")
        for part in names_in(given, (*map(printed, left), *re.findall(r"\d+ gold", given, re.IGNORECASE))):
            words = fold(part)
            if words.endswith(" gold") and words[:-5].isdecimal():
                gold += int(words[:-5])
            elif words != "nothing":
                by_name = {fold(printed(one)): one for one in left}
                names.append(find(words, by_name, "Item that you have", listing=8))
                left.remove(names[-1])
        trial = replace(quest, state=quest.state.copy())
        trial.hero.gold -= gold
        for one in names:
            trial.drop(seat, one)
        if trial.hero.gold < 0 or seat not in least(trial, of):
            raise Illegal("that isn't enough: the Hermit is for the least wealth", "hermit")
        return Goods(gold, tuple(names))

    enough, everything = seat in least(quest, of), Goods(hero.gold, tuple(hero.losable))
    others = min((wealth(quest, one) for one in quest.state.playing() if one != seat), default=0)
    if of.alone and not others and not enough:
        raise Illegal("another hero has nothing; nobody can have less", "hermit")
    least_of_all = f"less than {others}" if of.alone else f"at most {others}"
    asks = f"what does {hero.name} give up to have the least: {least_of_all} ({wealth(quest, seat)} now)"
    given: Goods = yield Question(
        "give up",
        f"{printed(name)}: {asks}",
        parse,
        who=hero.name,
        options=lambda: [Option(str(everything), detail="everything")],
        open=True,
        hint="like 3 gold, Rope",
        forced=lambda: "nothing" if enough else None,
        write=str,
    )
    for thing in given.names:
        quest.lose(seat, thing, name, ("hermit",))
    quest.change(seat, "gold", -given.gold, name, ("hermit",))


def items_without_price(quest: Quest, seat: int) -> list[str]:
    """List a hero's Items whose price is unknown."""
    return [name for name in quest.state.players[seat].losable if getattr(quest.card(name), "costs", 0) is UNSET]


def wealth(quest: Quest, seat: int) -> int:
    """Return a hero's Gold plus the prices of the Items (Hermit)."""
    return powers.measure(quest.state.players[seat], "wealth", quest.card)


def why_not_paid(quest: Quest, rule: w.ProphecyRule, seat: int, name: str) -> str:
    """Return why the cost of a rule can't be paid, "" if it can."""
    hero = quest.state.players[seat]
    for cost in rule.cost or ():
        match cost:
            case w.Spend():
                if name not in (*hero.items, *hero.abilities):
                    return f"{printed(name)} itself, and it isn't there"
            case w.PayItems(number):
                if len([one for one in hero.losable if one != name]) < number:
                    return f"{number} Item{'s' * (number > 1)}, {hero.name} has too few"
    for what, number in _prices(rule).items():
        if why := quest.can_pay(seat, what, number):
            return why
    return ""


def _prices(rule: w.ProphecyRule) -> Mapping[Any, int]:
    """Return the counters that a rule costs in all; cubes for good come off the same side as the others (P7)."""
    found: Counter[Any] = Counter()
    for cost in rule.cost or ():
        if isinstance(cost, w.Pay):
            found[cost.counter] += cost.number
    for good, right in PAID_IN.items():
        if found[good] and found[right]:
            found[right] += found[good]
    return +found


def _first(quest: Quest, rule: w.ProphecyRule, seat: int) -> str:
    """Return the correction that makes the counters in a rule's cost sufficient."""
    short = [
        f"{PAID_IN.get(what, what)} {many}" for what, many in _prices(rule).items() if quest.can_pay(seat, what, many)
    ]
    return f"{quest.state.players[seat].name} {', '.join(short)}" if short else ""


def pay_cost(quest: Quest, rule: w.ProphecyRule, seat: int, name: str) -> Procedure[None]:
    """Pay the cost of a rule. Raises Illegal, with nothing paid."""
    if why := why_not_paid(quest, rule, seat, name):
        raise Illegal(f"{printed(name)} costs {why}", "card-costs", _first(quest, rule, seat))
    hero = quest.state.players[seat]
    for cost in rule.cost or ():
        match cost:
            case w.Spend("discard"):
                quest.lose(seat, name, name, ("card-costs",))
            case w.Spend():
                quest.damage(seat, name, name, ("card-costs",))
            case w.PayItems(number):
                for _ in range(number):
                    there = [one for one in hero.losable if one != name]
                    given: str = yield card_question("discard", f"{hero.name} discards which", there, hero.name)
                    quest.lose(seat, given, printed(name), ("card-costs",))
            case w.Pay(number, what):
                quest.pay(seat, what, number, name, ("card-costs",))


# --- effects ------------------------------------------------------------------------------------------


def perform(quest: Quest, effect: AnyEffect, source: Source) -> Procedure[None]:
    """Apply one effect to all its targets; or its alternative ("or else") where it didn't apply in full."""
    if not isinstance(effect, w.ProphecyEffect):
        yield from carried_out(CARRIED_OUT[type(effect)](quest, effect, source, source.seat))
        return
    for seat in (yield from _whom(quest, effect, source)):
        if not quest.state.players[seat].playing:
            continue
        of_other = isinstance(effect, w.StealGold | w.StealItem) and seat != source.seat
        one = replace(source, other=seat) if of_other else source
        whole = yield from carried_out(CARRIED_OUT[type(effect)](quest, effect, one, seat))
        if not whole and effect.instead is not None:
            yield from perform(quest, effect.instead, source)


def _whom(quest: Quest, effect: w.ProphecyEffect, source: Source) -> Procedure[list[int]]:
    match effect.who:
        case "":
            return [source.seat]
        case "each player":
            return quest.state.playing(source.seat)
        case "each other player":
            return [seat for seat in quest.state.playing(source.seat) if seat != source.seat]
        case "a hero here":
            here = heroes_beside(quest, source.seat)
            return [(yield _hero_question(quest, here, source))] if here else []
        case who:
            return least(quest, who)


def heroes_beside(quest: Quest, seat: int) -> list[int]:
    """List the other heroes on a hero's space; nobody is with who attacks a plane."""
    there = places.heroes_here(quest, seat)
    return [one for one in there if quest.state.attacking < 0 or quest.seat not in (seat, one)]


def _hero_question(quest: Quest, seats: Sequence[int], source: Source) -> Question[int]:
    names = {quest.name(seat): seat for seat in seats}
    return pick("hero", f"{printed(source.name)}: which hero here", names, "hero here", who=quest.name(source.seat))


def _by_hand(quest: Quest, effect: AnyEffect, source: Source, seat: int) -> Procedure[bool]:
    """Ask the players for the changes by a card's own words, or by an effect that isn't automated at this moment."""
    text = effect.text if isinstance(effect, w.Manual) else w.RULES.phrases.write(effect)
    quest.say(f'{printed(source.name)} says "{text}".', "card-effects")
    yield from decks.HOLDINGS.by_hand(quest, printed(source.name), CITED, quest.name(source.seat), decks.USAGE)
    return True


def _also(quest: Quest, effect: w.AlsoDoes, source: Source, seat: int) -> Procedure[bool]:
    yield from perform(quest, effect.effect, source)
    return True


def _count(quest: Quest, effect: aftermath.Count, source: Source, seat: int) -> bool:
    what, number = aftermath.count_effect(quest.setup, quest.state.players[seat], effect)
    return quest.change(seat, what, number, source.name, source.rules) == number


def _move(quest: Quest, effect: w.MoveEffect | w.MoveToEffect, source: Source, seat: int) -> Procedure[bool]:
    to = source.to if seat == source.seat else 0
    if quest.state.phase == "final battle" and not to:  # a space is named only if the table overrules that
        quest.say("nobody leaves the battleground.", "final-battle")
        return False
    if quest.state.attacking >= 0 and seat == quest.seat and not to:
        quest.say("no card moves a hero in a plane.", "X10")
        return False
    if not to and not places.reach(quest, effect, seat):
        return False
    space = to or (yield places.space_question(quest, effect, source.name, seat))
    places.place_hero(quest, seat, space, printed(source.name), source.rules)
    if quest.state.step == "turn" and seat == quest.seat:
        yield from arrive(quest)
    return True


def _do(quest: Quest, effect: w.Do, source: Source, seat: int) -> Procedure[bool]:
    if effect.what not in DONE:
        return (yield from _by_hand(quest, effect, source, seat))
    yield from carried_out(DONE[effect.what](quest, source))
    return True


def _second_move(quest: Quest, source: Source) -> None:
    quest.state.moves, quest.state.joined = 2, True


def _arrive_again(quest: Quest, source: Source) -> None:
    quest.state.possible = False
    if quest.setup.wizards_turn == "same":
        return
    hero, quest.state.attacked, quest.state.further = quest.state.players[source.seat], -1, 0
    hero.marks = [mark for mark in hero.marks if not mark.startswith("turn: ")]


def _another_turn(quest: Quest, source: Source) -> None:
    """Add one more turn to the hero's own round; no effect in another's."""
    if source.seat == quest.seat:
        quest.state.extra.append(source.name)


def _add_bonus(quest: Quest, effect: w.ProphecyEffect, source: Source, seat: int) -> Procedure[bool]:
    """Add a bonus for the turn, the round, or the next battle; of price effects only that on Wills can last."""
    if not powers.is_bonus(effect):
        return (yield from _by_hand(quest, effect, source, seat))
    bonus = powers.bonus_of(effect, source.name, source.rule)
    quest.state.players[seat].bonuses.append(bonus)
    lasts = f"{bonus.effect} until the {bonus.until} is over ({printed(source.name)})"
    quest.say(f"{quest.name(seat)} has {lasts}.", *source.rules)
    return True


def _victim(quest: Quest, source: Source) -> Procedure[int | None]:
    """Return whom a hero steals from: the one fought; outside of a fight ask for one on the same space."""
    if source.other is None and not source.fought and (here := heroes_beside(quest, source.seat)):
        victim: int = yield _hero_question(quest, here, source)
        return victim
    return source.other


def _steal_gold(quest: Quest, effect: w.StealGold, source: Source, seat: int) -> Procedure[bool]:
    """Take Gold from another hero, as much as there is; from a beaten Creature, Gold of the bank (Pickpocketing)."""
    if source.fought and source.other is None:
        return quest.change(source.seat, "gold", effect.number, source.name, source.rules) == effect.number
    if (victim := (yield from _victim(quest, source))) is None:
        return False
    many = min(effect.number, quest.state.players[victim].gold)
    give_gold(quest, victim, source.seat, many, source.name, source.rules)
    return many == effect.number


def _steal_item(quest: Quest, effect: w.StealItem, source: Source, seat: int) -> Procedure[bool]:
    """Take an Item of another hero, Artifacts too (P45)."""
    if (victim := (yield from _victim(quest, source))) is None:
        return False
    other, thief = quest.state.players[victim], source.seat
    asked = f"Which Item of {other.name}'s does {quest.name(thief)} take"
    names = yield from _pick_items(quest, other.held, effect.which, source, "take", asked, quest.name(thief))
    for name in names:
        hand_over(quest, victim, thief, name, source.name, (*source.rules, "P45"))
    return bool(names)


def give_gold(quest: Quest, giver: int, taker: int, number: int, source: str, rules: e.Rules) -> None:
    """Move Gold from one hero to another."""
    if number:
        quest.state.players[giver].gold -= number
        quest.state.players[taker].gold += number
        gives = f"{quest.name(giver)} gives {quest.name(taker)} {number} Gold ({printed(source)})"
        quest.say(f"{gives}.", *rules)


def hand_over(quest: Quest, giver: int, taker: int, name: str, source: str, rules: e.Rules) -> None:
    """Move an Item or Artifact from one hero to another."""
    damaged = name in quest.state.players[giver].damaged
    quest.drop(giver, name)
    quest.say_lost(giver, name, source, f"to {quest.name(taker)}", rules)
    quest.take(taker, name, source, rules, damaged=damaged)


def _draw_items(quest: Quest, effect: w.Draw, source: Source, seat: int) -> Procedure[bool]:
    """Draw Items from a deck, and keep some of them; return whether there were enough."""
    if effect.deck == "adventure":  # these lie on the board
        return (yield from _by_hand(quest, effect, source, seat))
    deck, keep = effect.deck, effect.keep or effect.number
    drawn: list[str] = []
    for number in range(1, effect.number + 1):
        which = f" {number} of {effect.number}" if effect.number > 1 else ""
        name: str = yield from decks.draw(
            quest, deck, f"{printed(source.name)}: {quest.name(seat)}'s {deck.capitalize()} Item{which}"
        )
        if not name:
            quest.say(f"no {deck.capitalize()} Item is left.", "P13")
            break
        drawn.append(name)
        if keep < effect.number or effect.wanted:
            quest.state.aside.append(name)
        else:
            quest.take(seat, name, source.name, source.rules)
    whole, who = len(drawn) == effect.number, quest.name(seat)
    if keep < effect.number:
        for _ in range(min(keep, len(drawn))):
            kept: str = yield card_question("keep", f"{who} keeps which", drawn, who)
            drawn.remove(kept)
            quest.state.aside.remove(kept)
            quest.take(seat, kept, source.name, source.rules)
        for name in drawn:
            quest.state.aside.remove(name)
            quest.discard(name, source.rules)
    elif effect.wanted:
        for item in drawn:
            called = printed(item)
            options = [Option(f"keep {called}"), Option(DECLINE, detail=f"{called} goes to the discards")]
            answer: str = yield choice("keep", f"{printed(source.name)}: does {who} keep {called}", options, who=who)
            quest.state.aside.remove(item)
            if answer == DECLINE:
                quest.discard(item, ("mummy",))
            else:
                quest.take(seat, item, source.name, source.rules)
    return whole


def _pick_items(
    quest: Quest, names: list[str], which: w.Which, source: Source, verb: str, asked: str, who: str
) -> Procedure[list[str]]:
    """List the Items that an effect applies to, the one picked if not to all; ask for prices where these decide."""
    match which:
        case "all items":
            return names
        case "this":
            names = [name for name in names if name == source.name]
        case "a weapon" | "a shield":
            names = [name for name in names if getattr(quest.card(name), which[2:])]
        case "the dearest item":
            prices = {}
            for name in names:
                prices[name] = yield from price_of(quest, name)
            names = [name for name in names if prices[name] == max(prices.values())]
    return [(yield card_question(verb, asked, names, who))] if names else []


def _harm(quest: Quest, effect: w.Harm, source: Source, seat: int) -> Procedure[bool]:
    """Damage or discard Items; an Ability can discard itself too."""
    hero, damages = quest.state.players[seat], effect.verb == "damage"
    there = list(hero.items) if damages else hero.losable
    there += hero.abilities if effect.which == "this" and not damages else ()
    asked = f"{hero.name} {effect.verb}s which"
    names = yield from _pick_items(quest, there, effect.which, source, effect.verb, asked, hero.name)
    for name in names:
        (quest.damage if damages else quest.lose)(seat, name, source.name, source.rules)
    return bool(names)


def _lay(quest: Quest, effect: w.Lay, source: Source, seat: int) -> Procedure[bool]:
    """Lay Gold or Items on a Creature, for the hero who beats it (P42)."""
    lying = places.open_card(quest, source.name)
    if lying is None:
        return False
    if effect.what == "gold":
        lost = -quest.change(seat, "gold", -effect.number, source.name, source.rules)
        lying.gold += lost
        return lost == effect.number
    for _ in range(effect.number):
        names = quest.state.players[seat].losable
        if not names:
            return False
        who, to = quest.name(seat), printed(source.name)
        name: str = yield card_question("give", f"Which Item does {who} give to {to}", names, who)
        damaged = name in quest.state.players[seat].damaged
        quest.drop(seat, name)
        (lying.damaged if damaged else lying.items).append(name)
        quest.say_lost(seat, name, source.name, f"under {printed(source.name)}", source.rules)
    return True


# --- the world ------------------------------------------------------------------------------------------


CARRIED_OUT: Mapping[type[AnyEffect], Callable[[Quest, Any, Source, int], Procedure[bool] | bool]] = {
    **dict.fromkeys(get_args(aftermath.Count), _count),
    **dict.fromkeys(get_args(w.Lasting), _add_bonus),
    w.StealGold: _steal_gold,
    w.StealItem: _steal_item,
    w.Draw: _draw_items,
    w.Harm: _harm,
    w.Lay: _lay,
    **dict.fromkeys((w.MoveEffect, w.MoveToEffect), _move),
    w.Do: _do,
    **dict.fromkeys((w.SellFor, w.BoatGains, w.Manual), _by_hand),
    w.AlsoDoes: _also,
}
"""Handlers of immediate effects on a hero; they return whether the effect applied in full.

Permanent and announced effects are looked up where they matter: in `payments`, `movement`, `fights`.
"""


def _in_guild(quest: Quest, guild: str) -> str:
    there = quest.state.at(quest.board.number_of(guild)).abilities
    if not quest.state.decks[guild].count:  # type: ignore[index]
        return "its deck is empty"
    if len(there) < numbers().possibilities.abilities:
        return ", ".join(map(printed, there))
    return f"{printed(there[0])} goes under the deck, {printed(there[1])} stays"


def new_ability(quest: Quest, source: str, rules: e.Rules, guild: str = "", given: str = "") -> Procedure[None]:
    """Turn up an Ability in a guild; with two there the older goes under its deck.

    If no guild is named, it is the player's choice (Open Training), which may be `given`.
    """
    if not guild:
        options = [Option(one, detail=_in_guild(quest, one)) for one in GUILDS]
        asked = choice("guild", f"{printed(source)}: a new Ability in which guild", options, who=quest.hero.name)
        guild = asked.parse(given) if given else (yield asked)
    space = quest.board.number_of(guild)
    there = quest.state.at(space).abilities
    if not decks.refill(quest, guild):  # type: ignore[arg-type]
        quest.say(f"the {guild} deck is empty.", "P13")
        return
    name = yield from decks.draw(quest, guild, f"The new Ability in the {guild}")  # type: ignore[arg-type]
    if len(there) >= numbers().possibilities.abilities:
        quest.discard(there.pop(0), rules)
    there.append(name)
    quest.emit(e.Placed(name, guild, quest.board.label(space), rules))


def turn_up_plane_card(quest: Quest, source: str, given: str = "") -> Procedure[None]:
    """Turn up the next card of a plane: Lesser, Greater, Artifact (Prophetic Dream; P15)."""
    open_to = {plane.name: at for at, plane in enumerate(quest.board.planes) if places.next_hidden(quest, at)}
    if not open_to:
        quest.say("all cards of the planes lie open.", "P15")
        return
    options = [
        Option(name, detail=f"its {decks.KIND_WORDS[places.next_hidden(quest, at)]}") for name, at in open_to.items()
    ]
    asked = choice("plane", f"{printed(source)}: a card of which plane", options, who=quest.name(quest.seat))
    asked = replace(asked, forced=lambda: options[0].text if len(options) == 1 else None)
    chosen: str = asked.parse(given) if given else (yield asked)
    yield from places.turn_up_plane(quest, open_to[chosen], places.next_hidden(quest, open_to[chosen]))


def _find_creature(quest: Quest, source: Source) -> Procedure[None]:
    """Search the Adventure deck for a Creature, and shuffle it; there may be none (P74, P80)."""
    game, hero = quest.state, quest.state.players[source.seat]
    decks.refill(quest, "adventure")
    found: decks.NamedDraw | None = None
    if quest.setup.draws == "table" or places.creature_in_deck(quest):
        asked = decks.options_of(
            quest, "adventure", f"{printed(source.name)}: the first Creature in the deck", Creature
        )
        found = yield asked if quest.setup.draws == "program" else or_no(asked, NONE, "the deck has no Creature")
    if found is None:
        quest.say("no Creature is left in the deck.", "ruin", "P80")
        return
    game.decks["adventure"].count -= 1
    game.returned = False
    name = yield from decks.identify_named(quest, "adventure", found, Creature)
    game.at(hero.space).cards.insert(0, Lying(name, game.round))
    quest.emit(e.Placed(name, "adventure", quest.board.label(hero.space), ("ruin", "P74")))
    decks.say_shuffled(quest, "adventure")


DONE: Mapping[str, Callable[[Quest, Source], Procedure[None] | None]] = {
    "new ability": lambda quest, source: new_ability(quest, source.name, source.rules),
    "turn up a plane card": lambda quest, source: turn_up_plane_card(quest, source.name),
    "find a creature": _find_creature,
    "a second move": _second_move,
    "arrive again": _arrive_again,
    "another turn": _another_turn,
}
"""Handlers of immediate effects without a number; the others are permanent or belong to fights."""


# --- asking ---------------------------------------------------------------------------------------------


def card_question(key: str, prompt: str, names: Sequence[str], who: str) -> Question[str]:
    """Return the question for one of some cards; copies count as the same."""
    by_name = {printed(name): name for name in reversed(names)}
    return pick(key, prompt, dict(reversed(by_name.items())), "card here", verb=key, who=who)


def price_of(quest: Quest, name: str) -> Procedure[int]:
    """Return a card's price, of an Artifact 0 (P51); ask for it if its line leaves it out."""
    card = quest.card(name)
    costs = 0 if isinstance(card, Artifact) else getattr(card, "costs", UNSET)
    if costs is UNSET:
        costs = yield whole_number("costs", f"{printed(name)}: what does it cost", 0, 99)
        decks.learn(quest, replace(card, costs=costs))
    found: int = costs
    return found


# --- the environment of fights and rolls ----------------------------------------------------------------


class GameField(Struct):
    """A game as the environment of a fight: the heroes' seats by side, and how many used-up cards were put away."""

    quest: Quest
    seats: tuple[int, ...]
    dice: Mode
    gone: list[int] = field(default_factory=lambda: [0, 0])

    def emit(self, event: Event) -> None:
        """Emit an event."""
        self.quest.emit(event)

    def keep(self, fought: Fight) -> None:
        """Copy the fighters' state back to the heroes; cards used up go to the discards."""
        for who, seat in enumerate(self.seats):
            hero, side = self.quest.state.players[seat], fought.sides[who]
            keep(side.hero, hero)
            for name in side.discarded[self.gone[who] :]:
                self.quest.away(name)
            self.gone[who] = len(side.discarded)
            if not side.hero.alive:
                hero.status = "dead"

    def throw(self, number: int, what: str) -> Procedure[tuple[int, ...]]:
        """Let the program throw dice, as answers on record; return their values."""
        setup, state = self.quest.setup, self.quest.state
        state.thrown += 1
        roll = yield from OnRecord(FACES, f"{setup.seed}/dice").roll(number, state.thrown, what)
        return roll.values

    def skips(self, what: str) -> bool:
        """Return False: every reward is rolled for."""
        return False

    def carry_out(self, fought: Fight, who: int, todo: Sequence[AnyEffect], source: str) -> Procedure[Fight]:
        """Apply effects on the board and on other heroes; return the fight with its heroes updated."""
        self.keep(fought)
        other = self.seats[1 - who] if len(self.seats) > 1 else None
        for effect in todo:
            by = Source(self.seats[who], source, other, fought=True)
            yield from perform(self.quest, effect, by)
        return self.now(fought)

    def now(self, fought: Fight) -> Fight:
        """Return the fight with its heroes as they are in the game."""
        for who, seat in enumerate(self.seats):
            fought = fought.changed(who, hero=fighter_of(self.quest.state.players[seat]))
        others = _others(self.quest, self.seats)  # they may have lost something too
        return (
            fought
            if others == fought.scene.others
            else replace(fought, scene=replace(fought.scene, others=others, cache={}))
        )


def creature_of(quest: Quest, name: str) -> Creature:
    """Return the card of a Creature or Guardian."""
    card: Card = quest.card(name)
    assert isinstance(card, Creature)
    return card


def scene(
    quest: Quest, name: str = "", *, first: bool = True, foe: int | None = None, seat: int | None = None
) -> Scene:
    """Return the constant facts of a fight, with a Creature or Guardian if one is named, or the hero `foe`.

    `seat` is the hero's, the active player's if left out. A Creature is fought where it lies.
    """
    seat = quest.seat if seat is None else seat
    place = quest.board[places.space_of(quest, name) or quest.state.players[seat].space]
    words = {fold(place.name), *(sort for sort in ("port", "gate", "guild") if getattr(place, sort))}
    creature = creature_of(quest, name) if name else None
    new = creature is not None and places.is_new(quest, name)
    in_plane = quest.state.attacking >= 0
    here = frozenset(words if first or not in_plane else ())
    return Scene(quest.card, creature, here, in_plane, new, _others(quest, (seat, foe)), quest.setup)


def _others(quest: Quest, fighting: Collection[int | None]) -> dict[str, int]:
    """Return the least of each count that the heroes have who aren't among the `fighting`."""
    heroes = [quest.state.players[seat] for seat in quest.state.playing() if seat not in fighting]
    counts: tuple[w.Counted, ...] = get_args(w.Counted) if heroes else ()
    return {what: min(powers.measure(one, what, quest.card) for one in heroes) for what in counts}


def reward_roll(quest: Quest, seat: int, what: str, met: str = "") -> Procedure[int]:
    """Roll one die for a reward, or as a Creature is met, with effects on any roll (P41)."""
    hero = quest.state.players[seat]
    ground = GameField(quest, (seat,), quest.setup.dice)
    begun = Fight(scene(quest, met, seat=seat), (Side(fighter_of(hero)),), "strength")
    value, after = yield from fight.reward_roll(ground, begun, OWN, printed(what))
    keep(after.own.hero, hero)
    return value


def arrive(quest: Quest) -> Procedure[None]:
    """Turn up the face-down cards on the active hero's space, and apply their effects (P71)."""
    quest.state.returned = False
    seat, where = quest.seat, quest.board.label(quest.hero.space)
    for card in list(quest.here.cards):
        if card.open:
            continue
        card.name = yield from decks.identify(quest, "adventure", f"The face-down card in {where}")
        card.round = quest.state.round
        quest.say(f"{printed(card.name)} is turned up in {where}.", "arrival")
        source = Source(seat, card.name, rules=("special-rules", "P71"))
        yield from happen(quest, card.name, "revealed", source, new=True)
        if not quest.hero.playing:
            return
