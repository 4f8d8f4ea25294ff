"""The opening of fights: which Items go together (Weapons and Shields; Crowns and Circlets; P37), types, notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking import dice
from referee.asking.dice import Die
from referee.effects.rules import Term, format_sum
from referee.errors import Illegal, Unreadable, naming_place, refusal
from referee.games.prophecy.cards.cards import Creature, Item
from referee.games.prophecy.cards.wording import Do, Pay
from referee.games.prophecy.fights import acts, powers
from referee.games.prophecy.fights.acts import When
from referee.games.prophecy.fights.state import OWN, AnnouncedAct, Fight, Fighter, Scene, Side
from referee.games.prophecy.vocabulary import FACES, Battle, Result
from referee.play.event import Event, Names, ShownBy
from referee.text.names import and_list, by_end, did_you_mean, find, fold, names_in, or_list, printed
from referee.text.pattern import lazy_pattern


def verify(items: Sequence[Item], *, two_weapons: bool) -> None:
    """Check that Items may be used together; those for neither hand nor head always may. Raises Illegal (P37)."""
    hands = [item for item in items if item.in_hand]
    heads = [item for item in items if item.head]
    weapons = [item for item in hands if item.weapon]
    names = and_list(item.name for item in hands)
    big = next((item for item in hands if item.two_handed), None)
    if big is not None and len(hands) > 1:
        raise Illegal(f"{big.name} is two-handed and fills both hands: {names}", "P37")
    if len(hands) > 2:
        raise Illegal(f"there are two hands, not {len(hands)}: {names}", "P37")
    if len(weapons) > (2 if two_weapons else 1):
        raise Illegal(f"only one weapon can be used at a time: {names}", "P37")
    if sum(item.shield for item in hands) > 1:
        raise Illegal(f"only one shield can be used at a time: {names}", "P37")
    if len(heads) > 1:
        raise Illegal(f"only one Item can be worn on the head: {and_list(item.name for item in heads)}", "P37")


def two_weapons(scene: Scene, hero: Fighter) -> bool:
    """Return whether a hero may use two one-handed weapons (Ambidexterity)."""
    cards = [scene.card(name) for name in (*hero.abilities, *hero.held)]
    alone = Fight(scene, (Side(hero),), "strength")
    return any(
        effect == Do("two weapons")
        for one in cards
        if not (isinstance(one, Item) and one.chosen)
        for rule in one.parsed
        for effect in rule.effects
        if all(powers.holds(alone, OWN, condition) for condition in rule.conditions)
    )


def legal_sets(scene: Scene, hero: Fighter) -> Iterator[tuple[str, ...]]:
    """Yield every set of hand and head Items that a hero may use, the empty one first."""
    names = [name for name in hero.held if scene.item(name).chosen]
    both = two_weapons(scene, hero)
    for many in range(4):  # two hands and one head
        for some in combinations(names, many):
            if refusal(verify, [scene.item(name) for name in some], two_weapons=both) is None:
                yield some


# --- Opening --------------------------------------------------------------------------------------
# How a fight begins: its type and price, the Items in use (Battles of Strength & Wills).


Price = dict[str, int]
Chosen = Literal["strength", "wills"]


def types(creature: Creature) -> tuple[Battle, ...]:
    """List the types of fight that a Creature allows; the first is how it attacks."""
    if creature.way != "usual":
        of_way: dict[str, Battle] = {"both parts": "both", "all values": "all", "willpower for strength": "strength"}
        return (of_way[creature.way],)
    found: list[Battle] = ["strength"] if creature.strength is not UNSET else []
    if creature.willpower is not UNSET:
        found.append("wills")
    priced = UNSET not in (creature.strength_costs_magic, creature.wills_costs_health)
    return ("wills",) if creature.willpower_first and not priced else tuple(found)


def price(scene: Scene, side: Side, kind: Battle, opponent: Fighter | None = None) -> Price:
    """Return the price of a type of fight for the side that chooses it, reduced by the Items in use.

    A Wills fight costs Magic, against a hero 1 more for each of his Artifacts; there is no price against a Creature
    that begins with Willpower (P29); a price on its card replaces the usual one (P39).
    """
    creature = scene.creature
    if creature is not None:
        if kind == "strength" and creature.strength_costs_magic is not UNSET:
            return {"magic": creature.strength_costs_magic}
        if kind == "wills" and creature.wills_costs_health is not UNSET:
            return {"health": creature.wills_costs_health}
        if kind != "wills" or creature.strength is UNSET or creature.willpower_first:
            return {}
    elif kind != "wills":
        return {}
    usual = scene.readings.wills_magic + (len(opponent.artifacts) if opponent is not None else 0)
    return {"magic": max(0, usual - powers.wills_less(scene, side))}


def verify_type(creature: Creature, kind: Battle) -> None:
    """Check that a Creature allows a type of fight. Raises Illegal."""
    known = types(creature)
    if kind in known:
        return
    if "both" in known:
        raise Illegal(f"{creature.name} is fought with Wills, then with Strength; just: fight", "P29")
    if "all" in known:
        raise Illegal(f"{creature.name} is fought with all values at once; just: fight", "P38")
    if kind == "wills":
        raise Illegal(f"{creature.name} has no Willpower, so it can't be fought with Wills", "strength-only")
    raise Illegal(f"{creature.name} begins a Wills fight; it can't be fought with Strength", "willpower-only")


def verify_items(scene: Scene, hero: Fighter, used: Sequence[str]) -> None:
    """Check that Items can be used in a fight, and together. Raises Illegal."""
    for name in used:
        if name in hero.damaged:
            raise Illegal(f"{name} is damaged; it can't be used until it is repaired", "damaged-items")
    verify([scene.item(name) for name in used], two_weapons=two_weapons(scene, hero))


def items_still_held(hero: Fighter, used: Sequence[str]) -> tuple[str, ...]:
    """Return the Items in use that the hero still holds after meeting the Creature."""
    return tuple(name for name in used if name in hero.held)


def begin(scene: Scene, hero: Fighter, kind: Battle, used: Sequence[str]) -> Fight:
    """Begin a fight against a Creature, its price paid. Raises Illegal."""
    creature = scene.enemy
    verify_type(creature, kind)
    verify_items(scene, hero, used)
    side = Side(hero, tuple(used))
    side = Side(replace(paid(scene, side, kind), hurt=0), tuple(used), lost=hero.hurt)
    return Fight(scene, (side,), kind, lives=creature.lives)


def paid(scene: Scene, side: Side, kind: Battle, opponent: Fighter | None = None) -> Fighter:
    """Return the hero of a side after paying the price of a type of fight in full. Raises Illegal."""
    hero, creature, prices = side.hero, scene.creature, price(scene, side, kind, opponent)
    for token, many in prices.items():
        if (has := getattr(hero, token)) < many:
            text = "Wills" if kind == "wills" else "Strength"
            special = creature is not None and UNSET in (creature.strength_costs_magic, creature.wills_costs_health)
            rule = "wills-price" if creature is None or (special and token == "magic" and kind == "wills") else "P39"
            first = f"{hero.name} {token} {many}"
            raise Illegal(f"a {text} fight costs {many} {token.capitalize()}; {hero.name} has {has}", rule, first)
    return acts.pay(hero, prices)


def can_fight(scene: Scene, hero: Fighter) -> bool:
    """Return whether a hero can pay for any type of fight, with any Items; otherwise it is a draw (P39)."""
    return any(
        all(getattr(hero, token) >= many for token, many in price(scene, Side(hero, used), kind).items())
        for kind in types(scene.enemy)
        for used in legal_sets(scene, hero)
    )


# --- Moves ----------------------------------------------------------------------------------------
# The notation of fights: "fight Ghost wills with Axe, Spiked Shield", "cast Prayer", "roll 3+5 2".


STAND, DONE = "stand", "done"
VERBS = ("cast", "throw", "pay", "use")
_OPENING = lazy_pattern(
    r"(?P<verb>\w+)(?: (?P<who>.+?))??(?: (?:(?:by|with) )?(?P<type>strength|will(?:s|power)))?"
    r"(?:(?:,? and|,)?(?: i| he| she)? (?:with|us(?:e|es|ing)|wear(?:s|ing)?|wield(?:s|ing)?) (?P<items>.+))?",
    re.IGNORECASE,
)

_BARE = lazy_pattern(
    r",? (?:unarmed|bare[- ]?handed|(?:with )?(?:bare hands|nothing)|(?:with )?no (?:item|weapon)s?"
    r"|without (?:(?:an?y?|my|the) )?(?:item|weapon)s?)$",
    re.IGNORECASE,
)
"""Words which say that no Item is used."""


class Opening(NamedTuple):
    """The opening of a fight, or the answer to it: verb, opponent, type if given, Items in use; `bare` says none."""

    verb: str
    who: str
    type: Chosen | None
    items: tuple[str, ...]
    bare: bool = False


class Thrown(NamedTuple):
    """The dice of both sides as typed; empty where the program throws them."""

    own: Die = ()
    enemy: Die = ()


def read_opening(text: str, verbs: Sequence[str], hero: Fighter, scene: Scene) -> Opening:
    """Parse the opening of a fight, with Items among the hero's own. Raises Unreadable or Illegal."""
    typed = " ".join(text.split())
    bare = _BARE.sub("", typed)
    match = _OPENING.fullmatch(bare)
    if match is None or fold(match["verb"]) not in verbs:
        like = "accept, wills, or accept" if verbs[0] == "accept" else f"{verbs[0]} wills"
        raise Unreadable(f'can\'t read "{text}"; write it like {like} with Axe, Spiked Shield')
    named = names_in(re.sub(r"\s(?:plus\s|\+)", ", ", match["items"] or ""), (*hero.held, *hero.damaged))
    items = [read_item(one, hero, scene) for one in named if one]
    if twice := next((name for name in items if items.count(name) > 1), None):
        raise Unreadable(f"{twice} is named twice")
    kind: Chosen | None = fold(match["type"] or "").replace("power", "s") or None  # type: ignore[assignment]
    return Opening(fold(match["verb"]), match["who"] or "", kind, tuple(items), bare != typed)


def read_item(text: str, hero: Fighter, scene: Scene) -> str:
    """Parse one of a hero's hand and head Items, by its name or its beginning. Raises Unreadable or Illegal."""
    names = (*hero.held, *hero.damaged)
    with naming_place(hero.name, raised=Unreadable):
        plain = re.sub(r"(?i)^(?:(?:the|my|her|his|just|only) )+| (?:alone|only)$", "", text)
        name = find(plain, by_end(names), "Item", listing=7)
    if not scene.item(name).chosen:
        sentence = f"{name} isn't held in a hand or worn on the head; it always works and isn't named"
        raise Illegal(sentence, "hands-and-head")
    return name


def write_opening(opening: Opening) -> str:
    """Write the opening of a fight as it is typed."""
    items = f"with {', '.join(opening.items)}" if opening.items else ""
    return " ".join(filter(None, (opening.verb, opening.who, opening.type or "", items)))


def write_act(scene: Scene, act: AnnouncedAct) -> str:
    """Write an announcement as it is typed."""
    pays = act.verb == "pay"
    on = acts.AND.join(filter(None, (act.target, *(() if pays else act.items))))
    goal = f" on {on}" if on else ""
    if not pays:
        return f"{act.verb} {act.card}{goal}"
    cost = powers.rule_of(scene, act).cost or ()
    paid = (f"{one.number} {one.counter}" for one in cost if isinstance(one, Pay))
    return f"pay {acts.AND.join((*paid, *act.items))} for {act.card}{goal}"


def read_act(fight: Fight, speakers: Sequence[int], when: When, text: str) -> AnnouncedAct:
    """Parse an announcement, by the first of the speakers who may make it. Raises Illegal and Unreadable."""
    typed = re.sub(r" on (own|enemy) die$", r" on \1", re.sub(r"^(pay \d+ \w+) on ", r"\1 for ", fold(text)))
    refused: Illegal | None = None
    texts: list[str] = []
    for who in speakers:
        there = [(fold(write_act(fight.scene, act)), act) for act in acts.thinkable(fight, who, when)]
        if fight.dice is not None:  # a single die may be called by its face too
            dies = [(key, act) for key, act in there if act.target in ("own", "enemy")]
            there += [(f"{key} {fight.dice[acts.die_of(fight, act)[0]][0]}", act) for key, act in dies]
        found = [(key, act) for key, act in reversed(there) if key == typed]
        found = found or [(key, act) for key, act in there if printed(key) == typed or key.startswith(f"{typed} ")]
        paid = [(key, act) for key, act in there if act.verb == "pay" and typed == f"use {fold(act.card)}"]
        for key, act in found or (paid if len(dict(paid)) == 1 else []):
            texts.append(key)
            why = refusal(acts.verify, fight, act)
            if why is None:
                return act
            refused = refused or why
    if refused is not None:
        raise refused
    raise _unfit(fight, speakers, typed, when)


def _unfit(fight: Fight, speakers: Sequence[int], typed: str, when: When) -> Exception:
    """Return the error for a text that is no announcement: Illegal for cards the hero has, else Unreadable."""
    verb, _, rest = typed.partition(" ")
    if verb == "arms":
        return Illegal("the Items stay as they were named", "P72")
    offered = [write_act(fight.scene, act) for who in speakers for act in acts.acts(fight, who, when)]
    known = or_list([*offered, "roll 4 2"])
    if verb not in VERBS or not rest:
        return Unreadable(f'can\'t read "{typed}"{did_you_mean(typed, offered) or "; it can be " + known}')
    name = fold(re.sub(r"^\d+ \w+(?: and \d+ \w+)* (?:for|on) ", "", rest).partition(" on ")[0])
    if alike := [one for one in offered if name and fold(one).startswith(f"{verb} {name} on ")]:
        goal = rest.partition(" on ")[2]
        held = [one for who in speakers for one in fight.sides[who].hero.held if fold(one) == goal]
        if held:
            return Illegal(f"{held[0]} is not in hand as a weapon in this fight; it can be {or_list(alike)}", "P37")
        return Unreadable(f'can\'t read "{typed}"; it can be {or_list(alike)}')
    for who in speakers:
        hero, side = fight.sides[who].hero, fight.sides[who]
        for has in (*hero.abilities, *hero.held, *hero.damaged, *side.discarded):
            if fold(printed(has)) == name or fold(has) == name:
                return _why_closed(fight, who, has, verb, when)
    every = [name for who in speakers for name in (*fight.sides[who].hero.abilities, *fight.sides[who].hero.held)]
    who_has = or_list(fight.sides[who].hero.name for who in speakers)
    return Unreadable(f'{who_has} has no "{name}"{did_you_mean(name, every)}')


def _why_closed(fight: Fight, who: int, name: str, verb: str, when: When) -> Illegal:
    """Return why a card that a hero has can't be used now."""
    side, card = fight.sides[who], fight.scene.card(name)
    if name in side.hero.damaged:
        return Illegal(f"{name} is damaged; it can't be used until it is repaired", "damaged-items")
    if name in side.discarded:
        return Illegal(f"{name} was used up", "P34")
    whens = {rule.when for rule in card.parsed}
    if (isinstance(card, Item) and card.potion) or whens & {"any time", "before battle"}:
        return Illegal(f"{name} can't be used during a battle", "P30")
    if verb == "throw":
        return Illegal(
            f"{name} {'is not used in this fight' if isinstance(card, Item) else 'is no weapon'}", "throwing"
        )
    if isinstance(card, Item) and card.chosen and name not in side.hand:
        return Illegal(f"{name} is not in hand in this fight", "P37")
    if when == "after" and whens & set(acts.BEFORE):
        return Illegal(f"{name}: announce it before the dice are thrown", "announce-first")
    if when == "before" and whens & set(acts.AFTER):
        return Illegal(f"{name} answers dice that were thrown", "announce-first")
    prices = [write_act(fight.scene, act) for act in acts.thinkable(fight, who, when) if act.card == name]
    if verb in ("pay", "use") and prices:
        return Illegal(f"{name} is called upon by its price: {or_list(prices)}", "paid-weapons")
    if any("on a weapon" in getattr(effect, "limits", ()) for rule in card.parsed for effect in rule.effects):
        return Illegal(f"{name} is for a weapon, and no weapon is in hand", "weapon-abilities")
    what = "Spell" if card.magic else "card"
    return Illegal(f"{name} is no {what} that is announced in a fight", "announce-first")


# --- dice ---------------------------------------------------------------------------------------------


def read_dice(text: str, *how: dice.Changes) -> list[Die]:
    """Parse dice in groups, one for each side's changes: "roll 4 2", "roll 3+5 2"; a die that is set may be left out.

    Raises Unreadable.
    """
    typed = fold(text).removeprefix("roll").replace(",", " ").strip()
    counts = [dice.many(changes) for changes in how]
    needed = [count for count in counts if count]
    if typed.isdecimal() and len(typed) == sum(needed):  # typed together
        typed = " ".join(typed)
    groups = [[_face(face) for face in group.split("+")] for group in typed.split()]
    if len(needed) < len(counts) and [len(group) for group in groups] == [count or 1 for count in counts]:
        # a set die was written too
        for count, group, changes in zip(counts, groups, how, strict=True):
            if not count and tuple(group) != dice.side_dice(changes, ()):
                raise Unreadable(
                    f"that die is set to {dice.side_dice(changes, ())[0]}, not {'+'.join(map(str, group))}"
                )
        groups = [group for group, count in zip(groups, counts, strict=True) if count]
    if [len(group) for group in groups] != needed:
        flat = [face for group in groups for face in group]
        if len(flat) != sum(needed) or any(len(group) > 1 for group in groups):
            example = f"roll {' '.join('+'.join('3524'[:count]) for count in needed)}"
            has = "1 die" if len(flat) == 1 else f"{len(flat)} dice"
            right = and_list(map(str, needed)) if max(needed) > 1 else len(needed)
            raise Unreadable(f'"{text.strip()}" has {has}; {right} are thrown, like {example}')
        groups = [[flat.pop(0) for _ in range(count)] for count in needed]
    left = iter(groups)
    return [dice.side_dice(changes, next(left) if count else ()) for count, changes in zip(counts, how, strict=True)]


def _face(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise Unreadable(f'can\'t read the die "{text}"; write the dice like roll 4 2, a doubled one like roll 3+5 2')
    face = int(text.lstrip("0")[:6] or 0)
    if face not in FACES:
        raise Unreadable(f"a die can't show {face}; it shows {or_list(map(str, FACES))}")
    return face


def write_throw(thrown: Thrown) -> str:
    """Write a throw as it is typed."""
    return " ".join(filter(None, ("roll", *("+".join(map(str, die)) for die in thrown))))


# --- Text: prices and changes as they are carried out at the table ----------------------------


KINDS: Mapping[Battle, str] = {
    "strength": "Strength",
    "wills": "Wills",
    "both": "Wills, then Strength",
    "all": "all values at once",
}
"""Names of the types of fight."""
_MOVED = {"health": "red", "magic": "blue"}
_TAKEN = {"red": "red", "blue": "blue", "strength": "red", "willpower": "blue"}


def price_text(paid: Mapping[str, int]) -> str:
    """Describe a payment as it is done at the table: "2 blue cubes to the left"; "" for nothing."""
    found = [describe_change(what, -many) for what, many in paid.items() if many]
    return and_list(found) if found else ""


def describe_change(what: str, many: int) -> str:
    """Describe the change of a count as it is done at the table: "1 red cube to the left", "3 Gold from the bank"."""
    number, more = abs(many), many > 0
    if colour := _MOVED.get(what):
        return f"{number} {colour} cube{'s' * (number > 1)} to the {'right' if more else 'left'}"
    bank = "from the bank" if more else "to the bank"
    if colour := _TAKEN.get(what):
        return f"{number} {colour} cube{'s' * (number > 1)} {bank}"
    return f"{number} {what.capitalize()} {bank}"


def number(text: str) -> str:
    """Format a sum, averages with two decimals."""
    value = Fraction(text)
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


# --- Events ---------------------------------------------------------------------------------------
# The events of fights; they have the names of heroes and Creatures, because a record has no players.


_RESULTS: dict[Result, str] = {"won": "won", "drawn": "a draw", "lost": "lost"}
_ENDS: dict[Result, str] = {"won": "beats", "drawn": "draws with", "lost": "loses to"}
Rules = tuple[str, ...]


class FightBegun(Event, frozen=True, tag=True):
    """A fight's type, its price, and the Items used."""

    hero: str
    enemy: str
    kind: Battle
    price: dict[str, int]
    used: tuple[str, ...] = ()
    rules: Rules = ("wills-price", "hands-and-head")

    def describe(self, name: Names) -> str:
        """Say who fights whom, how, and with which Items."""
        used = f" with {and_list(self.used)}" if self.used else ""
        cost = f"; {paid}" if (paid := price_text(self.price)) else ""
        return f"{self.hero} against {self.enemy}: {KINDS[self.kind]}{used}{cost}."


class Announced(Event, frozen=True, tag=True):
    """An announcement: its notation, its cost, whether the card was used up."""

    hero: str
    text: str
    price: dict[str, int]
    discarded: bool = False
    rules: Rules = ("announce-first",)

    def describe(self, name: Names) -> str:
        """Say what was announced, and what to do at the table."""
        does = [*filter(None, (price_text(self.price), "discard it" if self.discarded else ""))]
        return f"{self.hero}: {self.text}{f' ({and_list(does)})' if does else ''}."


class Rolled(Event, frozen=True, tag=True):
    """A final throw: the terms of each total, the dice ("3+5") and the value of each side's.

    `thrown` are each side's dice that were really thrown: none where a card sets the die, or it is averaged.
    """

    hero: str
    enemy: str
    own_terms: tuple[Term, ...]
    enemy_terms: tuple[Term, ...]
    own: int
    against: int
    faces: tuple[str, str]
    dice: tuple[str, str]
    totals: tuple[str, str]
    result: Result
    saved: bool = False
    thrown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    rules: Rules = ("roll-of-fight", "fight-values")

    def describe(self, name: Names) -> str:
        """Say both sums with the source of each point, and the result."""
        own, enemy = (f"{number(self.totals[side])} ({self._sum(side)})" for side in (0, 1))
        saved = ", which a card turns into a draw" if self.saved else ""
        result = "lost" if self.saved else _RESULTS[self.result]
        return f"{self.hero} {own}, {self.enemy} {enemy}: {result}{saved}."

    def steps(self) -> tuple[str, ...]:
        """Return both totals before the dice, with their sources."""
        return f"{self.hero}: {format_sum(self.own_terms)}", f"{self.enemy}: {format_sum(self.enemy_terms)}"

    def _sum(self, side: int) -> str:
        terms = (self.own_terms, self.enemy_terms)[side]
        lying, face = self.dice[side], number(self.faces[side])
        die = f"die {face} of {lying.replace('+', ' and ')}" if "+" in lying else f"die {face}"
        parts = "".join(f" {'-' if term.amount < 0 else '+'} {abs(term.amount)} {term.name}" for term in terms)
        return f"{parts.removeprefix(' + ') or '0'} + {die}"


class Suffered(Event, frozen=True, tag=True):
    """A change of a hero's count after a fight; `now` is the new value, if known."""

    hero: str
    what: str
    number: int
    source: str
    rules: Rules = ("loss-creature", "P31")
    now: int | None = None

    def describe(self, name: Names) -> str:
        """Say what to do at the table."""
        if self.what in ("gold", "experience"):
            verb, rest = ("takes", "now") if self.number > 0 else ("pays", "left")
            total = "" if self.now is None else f"; {self.now} {rest}"
            return f"{self.hero} {verb} {abs(self.number)} {self.what.capitalize()} ({self.source}){total}."
        return f"{self.hero}: {describe_change(self.what, self.number)} ({self.source})."


class Died(Event, frozen=True, tag=True):
    """A hero lost more Health than there was."""

    says = "{hero} dies ({source})."
    hero: str
    source: str
    rules: Rules = ("death",)


class FightEnded(Event, frozen=True, tag=True):
    """A fight ended."""

    weighty = True
    says = "{hero} {result} {enemy}."
    hero: str
    enemy: str
    result: Annotated[Result, ShownBy(_ENDS.__getitem__)]
    rules: Rules = ("win-creature", "loss-creature", "draw")
