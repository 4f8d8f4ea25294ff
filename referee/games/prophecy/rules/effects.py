"""What cards do outside of the dice: each effect in the order printed, as far as it goes.

A fight leaves here what its rules do to things and to other heroes; everything else comes here at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from msgspec import UNSET
from msgspec.structs import replace as structs_replace

from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.effects.rules import Effect as AnyEffect
from referee.errors import Illegal
from referee.games.prophecy.cards.cards import Card, Creature, Item, Printed
from referee.games.prophecy.cards.wording import (
    RULES,
    Against,
    Also,
    Counts,
    Do,
    Draw,
    Effect,
    EnemyLoses,
    Gain,
    Harm,
    Heal,
    InFight,
    Is,
    Lay,
    Least,
    Lose,
    Manual,
    Move,
    MoveTo,
    OfTwo,
    Pay,
    PayItems,
    Recharge,
    Rule,
    SetDie,
    Soften,
    Spend,
    StealGold,
    StealItem,
    ToValue,
)
from referee.games.prophecy.fights.fight import or_no
from referee.games.prophecy.fights.state import Bonus, Until
from referee.games.prophecy.rules import places
from referee.games.prophecy.rules.changes import HOLDINGS, USAGE
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import Named, draw, identify_named, learn, options_of, refill
from referee.games.prophecy.rules.events import (
    Boosted,
    ByHand,
    Handed,
    Lost,
    NotPlaced,
    Placed,
    Rules,
    Shuffled,
    Used,
    What,
)
from referee.games.prophecy.rules.state import DeckName, Lying
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import GUILDS
from referee.text.names import find, fold, printed

DECLINE, NONE = "decline", "none"
CITED: Rules = ("card-effects",)
BONUSES = (InFight, ToValue, OfTwo, SetDie, Soften, EnemyLoses)
"""Effects that are no change at once but hold for some time."""
LASTING_DO = ("two weapons", "possibilities first", "reroll a die", "roll again")
SCOPES = {"once a turn": "turn", "once a round": "round", "once in two rounds": "two rounds"}
"""How often a rule is used, as it is marked; within a battle the fight itself keeps it."""


@dataclass(frozen=True, slots=True)
class Source:
    """Whose card does something: the hero's seat, the card, and who else it is about.

    `other` is the hero that was fought, `to` the space that was named with the move, `given` the cards named with it.
    """

    seat: int
    name: str
    other: int | None = None
    to: int = 0
    rules: Rules = CITED


def carry_out(quest: Quest, rule: Rule, source: Source) -> Procedure[None]:
    """Do what a rule says, its cost paid already."""
    quest.emit(Used(source.seat, source.name, rule.does, source.rules))
    for effect in rule.effects:
        yield from perform(quest, effect, source, rule)


def happen(quest: Quest, name: str, when: str, source: Source, *, new: bool = False) -> Procedure[None]:
    """What a card does by itself when something comes about; a die decides where its rules are of single faces."""
    rules = [rule for rule in quest.card(name).parsed if rule.when == when and holds(quest, rule, source, new=new)]
    rules = [rule for rule in rules if not done_already(quest, rule, source.seat, name)]
    for by_die, some in groupby(rules, lambda rule: rule.on is not None):
        face = 0
        if by_die:
            face = yield from places.reward_roll(quest, source.seat, name)
        for rule in some:
            if by_die and not comes(rule, face):
                continue
            if rule.cost and why_not_paid(quest, rule, source.seat, name):
                continue
            yield from pay_cost(quest, rule, source.seat, name)
            note_use(quest, rule, source.seat, name)
            yield from carry_out(quest, rule, source)


def comes(rule: Rule, face: int) -> bool:
    """Whether a rule comes with a face of the die."""
    return rule.on is None or rule.on.least <= face <= rule.on.most


def done_already(quest: Quest, rule: Rule, seat: int, name: str) -> bool:
    """Whether a rule was used as often as it can be for now."""
    return rule.often in SCOPES and quest.marked(seat, key_of(quest, name, rule))


def note_use(quest: Quest, rule: Rule, seat: int, name: str) -> None:
    """Mark a rule that can't be used again for some time."""
    if rule.often in SCOPES:
        quest.mark(seat, key_of(quest, name, rule), SCOPES[rule.often])


def key_of(quest: Quest, name: str, rule: Rule) -> str:
    """What marks a rule of a card as used."""
    texts = [one.text for one in quest.card(name).parsed]
    return f"{name}/{texts.index(rule.text)}" if rule.text in texts else name


# --- conditions and costs -------------------------------------------------------------------------


def holds(quest: Quest, rule: Rule, source: Source, *, new: bool = False) -> bool:
    """Whether the conditions of a rule hold outside of the dice; those of a fight it has looked at already."""
    hero = quest.game.players[source.seat]
    for condition in rule.conditions:
        match condition:
            case Is("new"):
                true = new
            case Is("man" | "woman" as sex):
                true = hero.sex == sex
            case Is("no spell cast"):
                true = not hero.cast
            case Is("attacker"):
                true = source.seat == quest.seat
            case Least():
                true = source.seat in least(quest, condition)
            case _:
                true = True
        if not true:
            return False
    return True


MEASURES: dict[str, Callable[[Quest, int], int]] = {
    "gold": lambda quest, seat: quest.game.players[seat].gold,
    "experience": lambda quest, seat: quest.game.players[seat].experience,
    "health": lambda quest, seat: quest.game.players[seat].health,
    "magic": lambda quest, seat: quest.game.players[seat].magic,
    "strength": lambda quest, seat: quest.game.players[seat].red,
    "willpower": lambda quest, seat: quest.game.players[seat].blue,
    "rare items": lambda quest, seat: sum(_is_rare(quest, name) for name in quest.game.players[seat].held),
    "wealth": lambda quest, seat: wealth(quest, seat),
}
"""What heroes are compared by: cubes of both sides for Strength and Willpower (P5), Artifacts as Rare Items (P51)."""


def least(quest: Quest, of: Least) -> list[int]:
    """Who has the least of something, all who tie; with "alone" only who has less than all others."""
    has = {seat: MEASURES[of.what](quest, seat) for seat in quest.game.playing(quest.seat)}
    found = [seat for seat, many in has.items() if many == min(has.values())]
    return found if len(found) == 1 or not of.alone else []


def _given_up(given: tuple[int, list[str]]) -> str:
    gold, names = given
    return ", ".join([*map(printed, names), *([f"{gold} gold"] if gold else [])]) or "nothing"


def give_up_wealth(quest: Quest, name: str, of: Least) -> Procedure[None]:
    """Let a hero give up Gold and Items until she has the least wealth (Hermit)."""
    seat, hero = quest.seat, quest.hero

    def parse(text: str) -> tuple[int, list[str]]:
        gold, names, left = 0, [], [*hero.items, *hero.damaged]
        for part in text.strip().removeprefix("give up ").split(","):
            words = fold(part)
            if words.endswith(" gold") and words[:-5].isdecimal():
                gold += int(words[:-5])
            elif words != "nothing":
                shown = {fold(printed(one)): one for one in left}
                names.append(find(words, shown, "Item that you have", listing=8))
                left.remove(names[-1])
        trial = replace(quest, game=quest.game.copy(), events=[])
        trial.hero.gold -= gold
        for one in names:
            trial.drop(seat, one)
        if trial.hero.gold < 0 or seat not in least(trial, of):
            raise Illegal("that isn't enough: the Hermit is for the least wealth", "hermit")
        return gold, names

    enough, everything = seat in least(quest, of), _given_up((hero.gold, [*hero.items, *hero.damaged]))
    others = min((wealth(quest, one) for one in quest.game.playing() if one != seat), default=0)
    least_of_all = f"less than {others}" if of.alone else f"at most {others}"
    asks = f"what does {hero.name} give up to have the least: {least_of_all} ({wealth(quest, seat)} now)"
    gold, names = yield Question(
        "give up", f"{printed(name)}: {asks}", parse, who=hero.name,
        options=lambda: [Option(everything, detail="everything")], open=True, hint="like 3 gold, Rope",
        forced=lambda: "nothing" if enough else None, write=_given_up,
    )  # fmt: skip
    for one in names:
        quest.lose(seat, one, name, ("hermit",))
    quest.change(seat, "gold", -gold, name, ("hermit",))


def _is_rare(quest: Quest, name: str) -> bool:
    card = quest.card(name)
    return card.kind == "artifact" or (isinstance(card, Item) and card.rarity == "rare")


def wealth(quest: Quest, seat: int) -> int:
    """Gold and the prices of Items; Artifacts are 0, damaged Items count in full (Hermit)."""
    hero = quest.game.players[seat]
    cards = [quest.card(name) for name in (*hero.items, *hero.damaged)]
    return hero.gold + sum(card.costs for card in cards if isinstance(card, Item) and card.costs is not UNSET)


def why_not_paid(quest: Quest, rule: Rule, seat: int, name: str, *, less: int = 0, spell_less: int = 0) -> str:
    """Why the cost of a rule can't be paid, "" if it can. `less` comes off the Gold, `spell_less` off the Magic."""
    hero = quest.game.players[seat]
    for cost in rule.cost or ():
        match cost:
            case Spend():
                if name not in (*hero.items, *hero.abilities):
                    return f"{printed(name)} itself, and it isn't there"
            case PayItems(number):
                if len([one for one in (*hero.items, *hero.damaged) if one != name]) < number:
                    return f"{number} Item{'s' * (number > 1)}, {hero.name} has too few"
            case Pay(number, what):
                number = max(0, number - {"gold": less, "magic": spell_less}.get(what, 0))
                if why := quest.can_pay(seat, what, number):
                    return why
    return ""


def pay_cost(
    quest: Quest, rule: Rule, seat: int, name: str, *, less: int = 0, spell_less: int = 0
) -> Procedure[None]:
    """Pay the cost of a rule. Raises Illegal, and then nothing of it counts."""
    if why := why_not_paid(quest, rule, seat, name, less=less, spell_less=spell_less):
        raise Illegal(f"{printed(name)} costs {why}", "card-costs")
    for cost in rule.cost or ():
        match cost:
            case Spend("discard"):
                quest.lose(seat, name, name, ("card-costs",))
            case Spend():
                quest.damage(seat, name, name, ("card-costs",))
            case PayItems(number):
                yield from lose_items(quest, seat, number, printed(name), ("card-costs",))
            case Pay(number, what):
                number = max(0, number - {"gold": less, "magic": spell_less}.get(what, 0))
                quest.pay(seat, what, number, name, ("card-costs",))


# --- effects ------------------------------------------------------------------------------------------


def perform(quest: Quest, effect: AnyEffect, source: Source, rule: Rule | None = None) -> Procedure[None]:
    """One effect on all whom it is about; what comes "or else" where it didn't go in full."""
    if isinstance(effect, Also):
        yield from perform(quest, effect.effect, source, rule)
        return
    if isinstance(effect, Manual):
        quest.emit(ByHand(source.seat, source.name, effect.text))
        name, who = printed(source.name), quest.name(source.seat)
        yield from HOLDINGS.by_hand(quest, name, effect.text, CITED, who, USAGE)
        return
    assert isinstance(effect, Effect)
    for seat in (yield from _whom(quest, effect, source)):
        if not quest.game.players[seat].playing:
            continue
        of_other = isinstance(effect, StealGold | StealItem) and seat != source.seat
        one = replace(source, other=seat) if of_other else source
        whole: bool = yield from _perform_on(quest, rule, effect, one, seat)
        if not whole and effect.instead is not None:
            yield from perform(quest, effect.instead, source, rule)


def _whom(quest: Quest, effect: Effect, source: Source) -> Procedure[list[int]]:
    match effect.who:
        case "":
            return [source.seat]
        case "each player":
            return quest.game.playing(source.seat)
        case "each other player":
            return [seat for seat in quest.game.playing(source.seat) if seat != source.seat]
        case "a hero here":
            here = places.heroes_here(quest, source.seat)
            return [(yield _hero_question(quest, here, source))] if here else []
        case who:
            return least(quest, who)


def _hero_question(quest: Quest, seats: Sequence[int], source: Source) -> Question[int]:
    names = {fold(quest.name(seat)): seat for seat in seats}
    options = [Option(quest.name(seat)) for seat in seats]
    return Question(
        "hero", f"{printed(source.name)}: which hero here", lambda text: find(text, names, "hero here", listing=5),
        options=lambda: options, who=quest.name(source.seat), write=lambda seat: quest.name(seat),
        forced=lambda: options[0].text if len(options) == 1 else None,
    )  # fmt: skip


def _perform_on(quest: Quest, rule: Rule | None, effect: Effect, source: Source, seat: int) -> Procedure[bool]:
    """One effect on one hero; whether it went in full."""
    if isinstance(effect, BONUSES):
        _last(quest, rule, effect, source, seat)
        return True
    match effect:
        case Gain() | Lose() | Heal() | Recharge():
            what, number = counted(quest, effect, seat)
            return quest.change(seat, what, number, source.name, source.rules) == number
        case StealGold(number):
            return _steal_gold(quest, number, source)
        case StealItem():
            return (yield from _steal_item(quest, source))
        case Draw():
            yield from _draw_items(quest, effect, source, seat)
        case Harm("damage"):
            return (yield from _damage(quest, effect, source, seat))
        case Harm():
            return (yield from _discard(quest, effect, source, seat))
        case Lay():
            return (yield from _lay(quest, effect, source, seat))
        case Move() | MoveTo():
            space = source.to or (yield places.space_question(quest, effect, source.name))
            places.place_hero(quest, seat, space, printed(source.name), source.rules)
            if quest.game.step == "turn":
                yield from places.arrive(quest)
        case Do(what):
            if what in LASTING_DO:
                _last(quest, rule, effect, source, seat)
            else:
                yield from _do(quest, what, source)
        case _:
            pass  # looked up where it matters (prices), or of a fight, which has looked already
    return True


def _do(quest: Quest, what: str, source: Source) -> Procedure[None]:
    """What needs no number."""
    game = quest.game
    match what:
        case "new ability":
            guild = yield from choose_guild(quest, source.name)
            yield from new_ability(quest, guild, source.rules)
        case "turn up a plane card":
            yield from turn_up_plane_card(quest, source.name)
        case "find a creature":
            yield from _find_creature(quest, source)
        case "a second move":
            game.moves, game.joined = 2, True
        case "arrive again":
            game.attacked, game.possible = -1, False
            hero = game.players[source.seat]
            hero.marks = [mark for mark in hero.marks if not mark.startswith("turn: ")]
        case "another turn":
            game.extra.append(source.name)


def counted(quest: Quest, effect: Counts, seat: int) -> tuple[What, int]:
    """What an effect counts for a hero, and how much: all or half of what there is, so much for each Artifact."""
    hero = quest.game.players[seat]
    sign, right = (-1, False) if isinstance(effect, Lose) else (1, False)
    what: What
    match effect:
        case Heal():
            what, right = "health", True
        case Recharge():
            what, right = "magic", True
        case Gain() | Lose():
            what = effect.counter
        case _:
            raise AssertionError(f"{effect} counts nothing")
    number = effect.number
    if not isinstance(number, int):
        has: int = getattr(hero, {"strength": "red", "willpower": "blue"}.get(what, what))
        base = (hero.red if what == "health" else hero.blue) - has if right else has
        number = base if number == "all" else base // 2  # a half is rounded down (P31)
    if effect.per is not None:
        number *= len(hero.artifacts if effect.per.of == "artifacts" else hero.held) // effect.per.number
    return what, sign * number


def _last(quest: Quest, rule: Rule | None, effect: Effect, source: Source, seat: int) -> None:
    """A bonus for the turn, the round, or the next battle."""
    when = rule.when if rule is not None else ""
    scope = effect.lasting.removeprefix("for the ")
    until: Until = "next battle" if when in ("use", "before battle") else "turn"
    until = "turn" if scope == "turn" else "round" if scope == "round" else until
    text = RULES.phrases.write(structs_replace(effect, lasting="", who="", later="", instead=None))
    against = [str(one.kind) for one in (rule.conditions if rule is not None else ()) if isinstance(one, Against)]
    text = f"{text} against {against[0]}" if against and isinstance(effect, InFight | ToValue) else text
    quest.game.players[seat].bonuses.append(Bonus(source=source.name, effect=text, until=until))
    quest.emit(Boosted(seat, source.name, text, until, source.rules))


def _steal_gold(quest: Quest, number: int, source: Source) -> bool:
    """Gold from another hero, as much as there is; from a Creature Gold of the bank (Pickpocketing)."""
    if source.other is None:
        return quest.change(source.seat, "gold", number, source.name, source.rules) == number
    many = min(number, quest.game.players[source.other].gold)
    give_gold(quest, source.other, source.seat, many, source.name, source.rules)
    return many == number


def _steal_item(quest: Quest, source: Source) -> Procedure[bool]:
    """An Item of another hero, Artifacts too (P45)."""
    thief, victim = source.seat, source.other
    if victim is None and (here := places.heroes_here(quest, thief)):  # outside of a fight: one who stands here
        victim = yield _hero_question(quest, here, source)
    if victim is None or not quest.game.players[victim].held:
        return False
    other = quest.game.players[victim]
    name: str = yield card_question(quest, "take", f"{quest.name(thief)} takes which Item of {other.name}'s",
                                    other.held, quest.name(thief))  # fmt: skip
    hand_over(quest, victim, thief, name, source.name, (*source.rules, "P45"))
    return True


def give_gold(quest: Quest, giver: int, taker: int, number: int, source: str, rules: Rules) -> None:
    """Gold goes from one hero to another."""
    if number:
        quest.game.players[giver].gold -= number
        quest.game.players[taker].gold += number
        quest.emit(Handed(giver, taker, number, source, rules))


def hand_over(quest: Quest, giver: int, taker: int, name: str, source: str, rules: Rules) -> None:
    """An Item or Artifact goes from one hero to another."""
    damaged = name in quest.game.players[giver].damaged
    quest.drop(giver, name)
    quest.emit(Lost(giver, name, source, f"to {quest.name(taker)}", rules))
    quest.take(taker, name, source, rules, damaged=damaged)


def _draw_items(quest: Quest, effect: Draw, source: Source, seat: int) -> Procedure[None]:
    """Items from a deck; of several that are looked at some are kept."""
    deck: DeckName = "rare" if effect.deck == "rare" else "common"
    keep = effect.keep or effect.number
    drawn: list[str] = []
    for number in range(1, effect.number + 1):
        which = f" {number} of {effect.number}" if effect.number > 1 else ""
        name: str = yield from draw(quest, deck, f"{printed(source.name)}: {quest.name(seat)}'s {deck.capitalize()} "
                                                 f"Item{which}")  # fmt: skip
        if not name:
            quest.emit(NotPlaced(f"no {deck.capitalize()} Item is left", ("P13",)))
            break
        drawn.append(name)
        if keep < effect.number or effect.wanted:
            quest.game.aside.append(name)
        else:
            quest.take(seat, name, source.name, source.rules)
    if effect.wanted and keep >= effect.number:
        yield from _keep_wanted(quest, drawn, source, seat)
        return
    if keep >= effect.number:
        return
    for _ in range(min(keep, len(drawn))):
        kept: str = yield card_question(quest, "keep", f"{quest.name(seat)} keeps which", drawn, quest.name(seat))
        drawn.remove(kept)
        quest.game.aside.remove(kept)
        quest.take(seat, kept, source.name, source.rules)
    for name in drawn:
        quest.game.aside.remove(name)
        quest.discard(name, source.rules)


def _keep_wanted(quest: Quest, drawn: Sequence[str], source: Source, seat: int) -> Procedure[None]:
    """Items that a hero may decline: those go to the discards (Mummy)."""
    for name in drawn:
        called, who = printed(name), quest.name(seat)
        options = [Option(f"keep {called}"), Option(DECLINE, detail=f"{called} goes to the discards")]
        said: str = yield choice("keep", f"{printed(source.name)}: {who} keeps {called}, or not", options, who=who)
        quest.game.aside.remove(name)
        if said == DECLINE:
            quest.discard(name, ("mummy",))
        else:
            quest.take(seat, name, source.name, source.rules)


def _items(quest: Quest, seat: int, thing: str) -> list[str]:
    """The Items of a hero that an effect may be about; never Artifacts (P51)."""
    hero = quest.game.players[seat]
    names = [*hero.items, *hero.damaged]
    for word in ("weapon", "shield"):
        if word in thing:
            return [name for name in names if getattr(quest.card(name), word)]
    return names


def _damage(quest: Quest, effect: Harm, source: Source, seat: int) -> Procedure[bool]:
    names = [name for name in _items(quest, seat, effect.which) if name in quest.game.players[seat].items]
    if effect.which == "this":
        names = [name for name in names if name == source.name]
    if not names:
        return False
    name = names[0]
    if effect.which not in ("this", "all items"):
        name = yield card_question(quest, "damage", f"{quest.name(seat)} damages which", names, quest.name(seat))
    for one in names if effect.which == "all items" else [name]:
        quest.damage(seat, one, source.name, source.rules)
    return True


def _discard(quest: Quest, effect: Harm, source: Source, seat: int) -> Procedure[bool]:
    if effect.which == "this":
        if source.name in (*quest.game.players[seat].items, *quest.game.players[seat].abilities):
            quest.lose(seat, source.name, source.name, source.rules)
        return True
    names = _items(quest, seat, effect.which)
    if effect.which == "all items":
        for name in names:
            quest.lose(seat, name, source.name, source.rules)
        return True
    if effect.which == "the dearest item":
        prices = {}
        for name in names:
            prices[name] = yield from price_of(quest, name)
        names = [name for name in names if prices[name] == max(prices.values())]
    if not names:
        return False
    chosen: str = yield card_question(quest, "discard", f"{quest.name(seat)} discards which", names, quest.name(seat))
    quest.lose(seat, chosen, source.name, source.rules)
    return True


def lose_items(quest: Quest, seat: int, many: int, source: str, rules: Rules) -> Procedure[bool]:
    """A hero discards Items of the own choice; whether there were enough."""
    for _ in range(many):
        names = _items(quest, seat, "")
        if not names:
            return False
        who = quest.name(seat)
        name: str = yield card_question(quest, "discard", f"{who} discards which", names, who)
        quest.lose(seat, name, source, rules)
    return True


def _lay(quest: Quest, effect: Lay, source: Source, seat: int) -> Procedure[bool]:
    """Gold or Items are laid on a Creature, for the one who beats it (P42)."""
    lying = places.lying(quest, source.name)
    if lying is None:
        return True
    if effect.what == "gold":
        return _lay_gold(quest, lying, effect.number, source, seat)
    for _ in range(effect.number):
        names = _items(quest, seat, "")
        if not names:
            return False
        who, to = quest.name(seat), printed(source.name)
        name: str = yield card_question(quest, "give", f"{who} gives which Item to {to}", names, who)
        quest.drop(seat, name)
        lying.items.append(name)
        quest.emit(Lost(seat, name, source.name, f"under {printed(source.name)}", source.rules))
    return True


def _lay_gold(quest: Quest, lying: Lying, number: int, source: Source, seat: int) -> bool:
    gone = -quest.change(seat, "gold", -number, source.name, source.rules)
    lying.gold += gone
    return gone == number


# --- the world ------------------------------------------------------------------------------------------


def choose_guild(quest: Quest, source: str, given: str = "") -> Procedure[str]:
    """A guild of the player's choice (Open Training)."""
    options = [Option(guild, detail=_in_guild(quest, guild)) for guild in GUILDS]
    asked = choice("guild", f"{printed(source)}: a new Ability in which guild", options, who=quest.name(quest.seat))
    chosen: str = asked.parse(given) if given else (yield asked)
    return chosen


def _in_guild(quest: Quest, guild: str) -> str:
    there = quest.game.at(quest.board.named(guild)).abilities
    if len(there) < numbers().possibilities.abilities:
        return ", ".join(map(printed, there))
    return f"{printed(there[0])} goes under the deck, {printed(there[1])} stays"


def new_ability(quest: Quest, guild: str, rules: Rules) -> Procedure[None]:
    """An Ability is turned up in a guild; with two there the older goes under its deck."""
    space = quest.board.named(guild)
    there = quest.game.at(space).abilities
    if not refill(quest, guild):  # type: ignore[arg-type]
        quest.emit(NotPlaced(f"the {guild} deck is empty", ("P13",)))
        return
    name = yield from draw(quest, guild, f"The new Ability in the {guild}")  # type: ignore[arg-type]
    if len(there) >= numbers().possibilities.abilities:
        quest.discard(there.pop(0), rules)
    there.append(name)
    quest.emit(Placed(name, guild, quest.board.called(space), rules))


def turn_up_plane_card(quest: Quest, source: str, given: str = "") -> Procedure[None]:
    """The next card of a plane is turned up: Lesser, Greater, Artifact (Prophetic Dream; P15)."""
    open_to = {plane.name: at for at, plane in enumerate(quest.board.planes) if places.next_hidden(quest, at)}
    if not open_to:
        quest.emit(NotPlaced("all cards of the planes lie open", ("P15",)))
        return
    options = [Option(name, detail=f"the {places.next_hidden(quest, at).capitalize()}")
               for name, at in open_to.items()]  # fmt: skip
    asked = choice("plane", f"{printed(source)}: a card of which plane", options, who=quest.name(quest.seat))
    asked = replace(asked, forced=lambda: options[0].text if len(options) == 1 else None)
    chosen: str = asked.parse(given) if given else (yield asked)
    yield from places.turn_up_plane(quest, open_to[chosen], places.next_hidden(quest, open_to[chosen]))


def _find_creature(quest: Quest, source: Source) -> Procedure[None]:
    """A Creature is looked for in the Adventure deck, which is shuffled then; there may be none (P74, P80)."""
    game, hero = quest.game, quest.game.players[source.seat]
    if not refill(quest, "adventure"):
        quest.emit(NotPlaced("no Adventure card is left", ("P13",)))
        return
    found: Named | None = None
    if quest.setup.draws == "table" or places.creature_in_deck(quest):
        asked = options_of(quest, "adventure", f"{printed(source.name)}: the first Creature in the deck", is_creature)
        found = yield asked if quest.setup.draws == "program" else or_no(asked, NONE, "the deck has no Creature")
    if found is None:
        quest.emit(NotPlaced("no Creature is left in the deck", ("ruin", "P80")))
        return
    game.decks["adventure"].count -= 1
    game.returned = False
    name = yield from identify_named(quest, "adventure", found, is_creature)
    game.at(hero.space).cards.insert(0, Lying(name, game.round))
    quest.emit(Placed(name, "adventure", quest.board.called(hero.space), ("ruin", "P74")))
    quest.emit(Shuffled("adventure", game.decks["adventure"].count))


def is_creature(card: Card) -> bool:
    """Whether a card is a Creature."""
    return isinstance(card, Creature)


# --- asking ---------------------------------------------------------------------------------------------


def card_question(quest: Quest, key: str, prompt: str, names: Sequence[str], who: str) -> Question[str]:
    """A question for one of some cards in hand; copies are alike."""
    shown = {fold(printed(name)): name for name in reversed(names)}
    options = [Option(printed(name)) for name in reversed(shown.values())]

    def parse(text: str) -> str:
        words = text.strip().removeprefix(f"{key} ").strip()
        if words.isdecimal() and 1 <= int(words) <= len(options):
            words = options[int(words) - 1].text
        return shown[fold(find(words, {key: printed(name) for key, name in shown.items()}, "card here", listing=8))]

    return Question(
        key, prompt, parse, options=lambda: options, who=who, write=lambda name: f"{key} {printed(name)}",
        forced=lambda: options[0].text if len(options) == 1 else None,
    )  # fmt: skip


def price_of(quest: Quest, name: str) -> Procedure[int]:
    """What is printed as a card's price; asked for where its line leaves it out."""
    card = quest.card(name)
    costs = getattr(card, "costs", UNSET)
    if costs is UNSET:
        costs = yield whole_number("costs", f"{printed(name)}: what does it cost", 0, 99)
        learn(quest, _with(card, costs=costs))
    found: int = costs
    return found


def _with(card: Card, **values: object) -> Card:
    assert isinstance(card, Printed)
    found: Card = structs_replace(card, **values)
    return found
