"""A whole game of Enchanters as the twin plays it: turns, journeys, fights, effects, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tests.enchanters.twin_cards import Card, Data, Effect, Rule
from tests.twins import CORRECTIONS, Ask, Steps, read_reading

PILES = {"item": "items", "enchantment": "enchantments", "monster": "monsters", "dragon": "monsters"}
UNCOUNTED = ("discard", "give", "graveyard", "manual")
"""Help by these, or paid with monsters, needn't be counted (E-m)."""
MOST_TRIED = 400
"""So many moments of a fight are imagined."""
USUAL: Data = {
    "failed_first": "goes",
    "covered_glory": "all",
    "tie": "shared",
    "last_turns": "at once",
    "targets": "with monsters",
    "hopeless": "warned",
    "lost_cards": "graveyard",
    "start_crystals": 5,
    "track_cards": 6,
    "passed_crystals": 1,
    "wound_glory": 1,
    "fast_removed": 5,
}
"""What holds where a table has decided nothing."""


@dataclass
class Player:
    """Who plays, with what lies there; piles from the bottom on."""

    name: str
    crystals: int
    wounds: int = 0
    items: list[str] = field(default_factory=list)
    enchantments: list[str] = field(default_factory=list)
    monsters: list[str] = field(default_factory=list)

    def piles(self) -> tuple[list[str], list[str], list[str]]:
        return self.items, self.enchantments, self.monsters


@dataclass(frozen=True)
class Fighting:
    """A moment of a fight that is only imagined; boosts are those of the turn."""

    stage: str
    """way, strike, attack: what comes next."""
    crystals: int
    wounds: int
    attack: int
    defence: int
    used: frozenset[tuple[str, int]] = frozenset()

    def to(self, stage: str, crystals: int | None = None, **other: Any) -> Fighting:
        return replace(self, stage=stage, crystals=self.crystals if crystals is None else crystals, **other)


def plain(name: str) -> str:
    """The name of a card without the number of its copy."""
    return name.partition(" #")[0]


class Game:
    """A game from the first turn to the end. `play` yields each decision and is sent its answer."""

    def __init__(
        self,
        names: list[str],
        start: int,
        village: Card,
        cards: dict[str, Card],
        track: list[str],
        size: int,
        readings: Data,
    ) -> None:
        self.readings = USUAL | readings
        self.cards = cards
        self.village = village
        self.players = [Player(name, self.readings["start_crystals"]) for name in names]
        self.track: list[str] = []
        self.graveyard: list[str] = []
        self.box: list[str] = []
        for player in self.players:
            player.items.append(self.named("Fist"))
            player.enchantments.append(self.named("of Enchanting"))
        for name in track:
            self.track.append(self.named(name))
        self.deck = size
        self.start = self.active = start
        self.turn = 1
        self.used: set[tuple[str, int]] = set()
        self.boosts: Counter[str] = Counter()
        self.burying = False
        """Whether the first card of the track goes at the end of the turn."""
        self.spared = ""
        """The first card of the track, which has won its fight and is to stay."""
        self.taking = False
        """Whether an immediate effect is carried out, in which nothing is used (E-n)."""
        self.tally: Counter[str] = Counter()
        """What has been played, to be told at the end."""

    def named(self, name: str) -> str:
        """A copy of a card, called as the first, the second ... of its name that isn't in play."""
        copies = (name, *(f"{name} #{number}" for number in range(2, MOST_TRIED)))
        return next(copy for copy in copies if copy not in self.in_play())

    def in_play(self) -> list[str]:
        piles = [name for player in self.players for pile in player.piles() for name in pile]
        return [*self.track, *self.graveyard, *self.box, *piles]

    def card(self, name: str) -> Card:
        return self.cards[plain(name)]

    @property
    def me(self) -> Player:
        return self.players[self.active]

    def choice(self, player: Player, key: str, options: list[str]) -> Generator[Ask, str, str]:
        """Ask for one of several; who has no choice isn't asked."""
        if len(options) == 1:
            return options[0]
        return (yield Ask(player.name, key, options))

    def move(self, key: str, moves: Callable[[], list[str]], told: str = "") -> Generator[Ask, str, str]:
        """Ask the active player until an answer comes that is no correction."""
        while (said := (yield Ask(self.me.name, key, moves(), told=told))).startswith(CORRECTIONS):
            if not self.track and key == "move":
                yield from self.refill()  # only a correction leads here
        return said

    # --- values ---------------------------------------------------------------------------------------------

    def total(self, player: Player, what: str, boosted: bool = True) -> int:
        """Attack or defence, never below zero; what was given for the turn counts for the active player."""
        found = self.boosts[what] if player is self.me and boosted else 0
        return max(0, found + self.printed(player, what))

    def printed(self, player: Player, what: str) -> int:
        """What a player's cards give, which may be below zero."""
        found = 0
        for pile in player.piles():
            for name in pile:
                card = self.card(name)
                found += card.lower_attack if what == "attack" else card.lower_defence
            if pile:
                found += self.card(pile[-1]).attack if what == "attack" else self.card(pile[-1]).defence
        return found

    def beasts(self, player: Player) -> list[str]:
        """A player's monsters; dragons are none."""
        return [name for name in player.monsters if self.card(name).type == "monster"]

    def count(self, player: Player, of: str, boosted: bool = True) -> int:
        if of in ("attack", "defence"):
            return self.total(player, of, boosted)
        if of == "monsters":
            return len(self.beasts(player))
        if of == "dragons":
            return len(player.monsters) - len(self.beasts(player))
        found = getattr(player, of)
        return len(found) if isinstance(found, list) else int(found)

    def amount(self, effect: Effect, boosted: bool = True, owner: Player | None = None) -> int:
        """How much an effect does; what is counted is its owner's."""
        by = int(effect.by)
        return by * (self.count(owner or self.me, effect.of, boosted) // effect.per) if effect.per else by

    # --- whose rules work -------------------------------------------------------------------------------------

    def sources(self, player: Player) -> Iterator[tuple[str, list[Rule]]]:
        """Village and cards with the rules that work: of covered cards what stands below the line."""
        yield self.village.name, list(self.village.rules)
        for pile in player.piles():
            for name in pile:
                yield name, [rule for rule in self.card(name).rules if rule.lower or name == pile[-1]]

    def open(self, *whens: str) -> list[tuple[str, str, int, Rule]]:
        """The actions that can be paid: how they are called, a card that has them, the number of its rule, the rule.

        Copies of a card are called as one; each may be used for itself (E-b).
        """
        called: dict[str, dict[Rule, list[tuple[str, int]]]] = {}
        for source, rules in self.sources(self.me):
            printed = self.village.rules if source == self.village.name else self.card(source).rules
            for rule in rules:
                if rule.when in whens:
                    actions = called.setdefault(plain(source), {})
                    actions.setdefault(rule, []).append((source, printed.index(rule)))
        found = []
        for name, actions in called.items():
            for number, (rule, places) in enumerate(actions.items(), 1):
                text = f"{'rest' if rule.when == 'rest' else 'use'} {name}" + (
                    f" {number}" if len(actions) > 1 else ""
                )
                left = [place for place in places if rule.when == "multi" or place not in self.used]
                if left and self.can_pay(rule):
                    found.append((text, *left[0], rule))
        return found

    def can_pay(self, rule: Rule) -> bool:
        own = {"crystal": self.me.crystals, "monster": len(self.beasts(self.me))}
        return all(number <= own.get(what, number) for what, number in rule.cost)

    # --- a turn -----------------------------------------------------------------------------------------------

    def play(self) -> Steps:
        while True:
            yield from self.take_turn()
            after = (self.active + 1) % len(self.players)
            level = self.readings["last_turns"] == "level" and after != self.start
            if not (self.track or self.deck or level):
                return
            self.active = after
            self.turn += 1

    def take_turn(self) -> Steps:
        self.used.clear()
        self.boosts.clear()
        self.burying, self.spared = False, ""
        yield from self.trigger("turn")
        major = False
        while True:
            self.doubted: set[str] = set()
            if not self.track:
                yield from self.refill()  # only a correction leads here
            said = yield from self.move("move", partial(self.moves, major))
            verb, _, rest = said.partition(" ")
            if said == "end turn":
                break
            if verb == "use":
                yield from self.use(said, "minor", "multi")
                continue
            major = True
            if verb == "journey":
                yield from self.journey(int(rest) - 1)
            else:
                self.burying = True
                yield from self.use(said, "rest")
                yield from self.trigger("after rest")
        if self.burying and self.track:
            yield from self.bury()

    def bury(self) -> Steps:
        """The first card of the track goes; a monster there that is to stay sends the second (E-l)."""
        at = 0
        if self.track[0] == self.spared:
            if len(self.track) == 1 and self.deck:
                return
            at = min(1, len(self.track) - 1)
        self.graveyard.append(self.track.pop(at))
        yield from self.refill()

    def moves(self, major: bool) -> list[str]:
        """What the active player may do before or after the major action."""
        found = ["end turn"]
        if not major:
            price = self.readings["passed_crystals"]
            found = [
                f"journey {at + 1}"
                for at in range(len(self.track))
                if price * at <= self.me.crystals and not self.is_refused(at)
            ]
            found += [text for text, *_ in self.open("rest")]
            if not found or not self.track:
                found.append("end turn")  # who can't or won't rest passes
        return found + self.actions()

    def is_refused(self, place: int) -> bool:
        """Whether the table refuses a journey because its fight can't be won; `doubted` is kept for comparing."""
        if self.readings["hopeless"] != "refused":
            return False
        hope = self.hope(place)
        if hope is None:
            self.doubted.add(f"journey {place + 1}")
        self.tally["fights refused"] += hope is False
        return hope is False

    def actions(self) -> list[str]:
        return [text for text, *_ in self.open("minor", "multi")]

    def refill(self) -> Steps:
        """A card of the deck comes to the track's end."""
        while self.deck and len(self.track) < self.readings["track_cards"]:
            name = yield Ask("", "reveal", free=True)
            self.deck -= 1
            self.track.append(self.named(name))

    def use(self, said: str, *whens: str) -> Steps:
        """Pay for an action, then carry it out; several times as often as it can be paid."""
        said, _, times = said.partition(" x")
        for _ in range(int(times or 1)):
            if found := [one for one in self.open(*whens) if one[0] == said]:
                yield from self.use_once(*found[0][1:])

    def use_once(self, source: str, at: int, rule: Rule) -> Steps:
        self.used.add((source, at))
        for what, number in rule.cost:
            if what == "crystal":
                self.me.crystals -= number
            elif what == "wound":
                self.me.wounds += number
            else:
                yield from self.discard(self.me, number)
        yield from self.carry_out(rule.effects)

    def trigger(self, when: str) -> Steps:
        """What happens by itself at a moment: the village's, then items', enchantments', monsters' from below."""
        due = [rule for _, rules in self.sources(self.me) for rule in rules if rule.when == when]
        for rule in due:
            yield from self.carry_out(rule.effects)

    # --- journeys and fights ----------------------------------------------------------------------------------

    def journey(self, place: int) -> Steps:
        self.me.crystals -= self.readings["passed_crystals"] * place
        name = self.track[place]
        if self.card(name).type in ("monster", "dragon"):
            won = yield from self.fight(name)
            if not won:
                self.burying = True
                if not place and self.readings["failed_first"] == "stays":
                    self.spared = name
                return
        self.track.remove(name)
        yield from self.take(name)
        yield from self.refill()

    def to_graveyard(self) -> Steps:
        """A journey to the card on top of the graveyard."""
        if not self.graveyard:
            return
        name = self.graveyard[-1]
        if self.card(name).type in ("monster", "dragon"):
            won = yield from self.fight(name)
            if not won:
                self.burying = True
                return
        if name in self.graveyard:  # else another journey there, before a stroke of this fight, has taken it
            self.graveyard.remove(name)
            yield from self.take(name)

    def take(self, name: str) -> Steps:
        """Immediate effects first, then the card lies on its pile, then what comes after taking it."""
        card, taker = self.card(name), self.me
        receiver = taker
        for rule in card.rules:
            if rule.when == "immediate":
                if any(effect.does == "away" for effect in rule.effects):
                    others = [player.name for player in self.others()]
                    said = yield from self.choice(taker, "target", others)
                    receiver = self.player(said)
                outer, self.taking = self.taking, True
                yield from self.carry_out(tuple(effect for effect in rule.effects if effect.does != "away"))
                self.taking = outer
        getattr(receiver, PILES[card.type]).append(name)
        yield from self.trigger(f"after {card.type}")

    def fight(self, name: str) -> Generator[Ask, str, bool]:
        """The monster strikes, then the player attacks; whether it was won."""
        card = self.card(name)
        ways = {effect.does for rule in card.rules if rule.when == "fight" for effect in rule.effects}
        yield from self.help("strike", card.name)
        struck = self.clockwise() if "everyone" in ways else [self.me]
        for player in struck:
            wounds = max(0, card.strength - self.total(player, "defence"))
            player.wounds += wounds * (2 if "double" in ways else 1)
        yield from self.help("attack", card.name)
        won = self.total(self.me, "attack") >= card.health
        self.tally["fights won" if won else "fights lost"] += 1
        return won

    # --- fights without hope (E-m) ----------------------------------------------------------------------------

    def hope(self, place: int) -> bool | None:
        """Whether the fight at a place can be won with all that can be paid; None where that can't be counted."""
        card = self.card(self.track[place])
        if card.type not in ("monster", "dragon"):
            return True
        double = any(
            effect.does == "double" for rule in card.rules if rule.when == "fight" for effect in rule.effects
        )
        mine = [
            (source, at, rule)
            for source, rules in self.sources(self.me)
            for at, rule in enumerate(rules)
            if rule.when in ("minor", "multi") and (rule.when == "multi" or not self.has_used(source, rule))
        ]
        first = Fighting("way", self.me.crystals, self.me.wounds, self.boosts["attack"], self.boosts["defence"])
        seen, left, counted = {first}, [first], True
        while left:
            now = left.pop()
            if now.stage == "attack" and self.printed(self.me, "attack") + now.attack >= card.health:
                return True
            if len(seen) > MOST_TRIED:
                return None
            after = []
            price = self.readings["passed_crystals"] * place
            if now.stage == "way" and now.crystals >= price:
                after.append(now.to("strike", crystals=now.crystals - price))
            if now.stage == "strike":
                hurt = max(0, card.strength - max(0, self.printed(self.me, "defence") + now.defence))
                after.append(now.to("attack", wounds=now.wounds + hurt * (1 + double)))
            for source, at, rule in mine:
                cost = Counter(dict(rule.cost))
                if (source, at) in now.used or cost["crystal"] > now.crystals:
                    continue
                if cost["monster"] or any(effect.does in UNCOUNTED for effect in rule.effects):
                    counted = counted and cost["monster"] > len(self.beasts(self.me))
                    continue
                used = now.used if rule.when == "multi" else now.used | {(source, at)}
                paid = now.to(now.stage, now.crystals - cost["crystal"], wounds=now.wounds + cost["wound"], used=used)
                after += self.imagined(rule.effects, paid)
            left += {one for one in after if one not in seen}
            seen.update(after)
        return False if counted else None

    def imagined(self, effects: tuple[Effect, ...], now: Fighting) -> list[Fighting]:
        """What may be after an action's effects; one that is for a player may be for another."""
        found = [now]
        for effect in effects:
            if effect.who not in ("each other player", "another player"):
                missed = found if effect.who == "a player" else []
                found = [*missed, *(self.after(effect, one) for one in found)]
        return found

    def after(self, effect: Effect, now: Fighting) -> Fighting:
        """What is so after an effect on the active player."""
        counts = {
            "crystals": now.crystals,
            "wounds": now.wounds,
            "attack": max(0, self.printed(self.me, "attack") + now.attack),
            "defence": max(0, self.printed(self.me, "defence") + now.defence),
        }
        by = now.crystals + now.wounds if effect.by == "all" else int(effect.by)
        if effect.per:
            by *= (counts[effect.of] if effect.of in counts else self.count(self.me, effect.of)) // effect.per
        match effect.does:
            case "attack":
                return now.to(now.stage, attack=now.attack + by)
            case "defence":
                return now.to(now.stage, defence=now.defence + by)
            case "gain" | "lose":
                more = by if effect.does == "gain" else -by
                return now.to(now.stage, max(0, now.crystals + more))
            case "take" | "heal":
                more = by if effect.does == "take" else -by
                return now.to(now.stage, wounds=max(0, now.wounds + more))
        raise AssertionError(effect)

    def has_used(self, source: str, rule: Rule) -> bool:
        printed = self.village.rules if source == self.village.name else self.card(source).rules
        return (source, printed.index(rule)) in self.used

    def help(self, stroke: str, foe: str) -> Steps:
        """Actions before a stroke."""
        while not self.taking:
            said = yield from self.move(stroke, lambda: [stroke, *self.actions()], foe)
            if said == stroke:
                return
            yield from self.use(said, "minor", "multi")

    # --- effects ----------------------------------------------------------------------------------------------

    def clockwise(self) -> list[Player]:
        return [*self.players[self.active :], *self.players[: self.active]]

    def others(self) -> list[Player]:
        return self.clockwise()[1:]

    def player(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def carry_out(self, effects: tuple[Effect, ...]) -> Steps:
        for effect in effects:
            if effect.does == "manual":
                yield Ask(self.me.name, "by hand", free=True)
                continue
            if effect.does == "graveyard":
                yield from self.to_graveyard()
                continue
            whom = yield from self.whom(effect)
            by = 0 if effect.by == "all" else self.amount(effect)
            for player in whom:
                yield from self.do(effect.does, player, by, effect.by == "all")

    def whom(self, effect: Effect) -> Generator[Ask, str, list[Player]]:
        """Those whom an effect is for; one is chosen with monsters if somebody has some (E-u)."""
        if not effect.who:
            return [self.me]
        if effect.who.startswith("each"):
            return self.clockwise() if effect.who == "each player" else self.others()
        found = self.clockwise() if effect.who == "a player" else self.others()
        losing = effect.does in ("discard", "give") and self.readings["targets"] != "anyone"
        if losing and any(self.beasts(player) for player in found):
            found = [player for player in found if self.beasts(player) or player is self.me]
        said = yield from self.choice(self.me, "target", [player.name for player in found])
        return [self.player(said)]

    def do(self, what: str, player: Player, by: int, everything: bool) -> Steps:
        """One effect on one player."""
        if what in ("attack", "defence"):
            self.boosts[what] += by
        elif what == "gain":
            player.crystals += by
        elif what == "lose":
            player.crystals -= player.crystals if everything else min(by, player.crystals)
        elif what == "take":
            player.wounds += by
        elif what == "heal":
            player.wounds -= player.wounds if everything else min(by, player.wounds)
        elif what == "discard":
            yield from self.discard(player, len(self.beasts(player)) if everything else by)
        elif what == "give":
            if player is not self.me:
                yield from self.part_with(player, by, self.me.monsters)
        else:
            raise AssertionError(what)

    def discard(self, player: Player, number: int) -> Steps:
        yield from self.part_with(player, number, self.lost)

    @property
    def lost(self) -> list[str]:
        """Where cards go that players lose."""
        return self.box if self.readings["lost_cards"] == "box" else self.graveyard

    def part_with(self, player: Player, number: int, onto: list[str]) -> Steps:
        """So many monsters of a player's own choice go somewhere."""
        for _ in range(number):
            if beasts := self.beasts(player):
                alike = len({tuple(plain(one) for one in player.monsters if one != name) for name in beasts}) == 1
                name = yield from self.choice(player, "monster", beasts[:1] if alike else beasts)
                player.monsters.remove(name)
                onto.append(name)

    # --- the end, corrections, the state ------------------------------------------------------------------------

    def points(self) -> list[int]:
        """Each player's glory at the end: of cards, of what stands under end, less the wounds."""
        found = []
        for player in self.players:
            glory = sum(self.card(name).lower_glory for pile in player.piles() for name in pile)
            for pile in player.piles():
                top = self.readings["covered_glory"] == "visible" and pile is not player.monsters
                glory += sum(self.card(name).glory for name in (pile[-1:] if top else pile))
            for _, rules in self.sources(player):
                for rule in rules:
                    if rule.when == "end":
                        glory += sum(self.amount(effect, False, player) for effect in rule.effects)
            found.append(glory - self.readings["wound_glory"] * player.wounds)
        return found

    def winners(self) -> list[str]:
        """Who has most; of them, if the table says so, who has the fewest wounds (E-ab)."""
        points = self.points()
        first = [player for player, has in zip(self.players, points, strict=True) if has == max(points)]
        if self.readings["tie"] == "fewest wounds":
            first = [player for player in first if player.wounds == min(one.wounds for one in first)]
        return [player.name for player in first]

    def adjust(self, text: str) -> None:
        """A correction like `Anna crystals 7`, `Bo wounds +2` or `reading tie shared`."""
        if text.startswith("reading "):
            self.readings |= [read_reading(text)]
            self.tally["readings changed"] += 1
            return
        first, what, *more = text.split(" ", 2)
        rest = "".join(more)
        if first == "deck":
            self.deck = int(what)
        elif first == "track":
            self.put_on_track(int(what) - 1, rest)
        elif what in ("attack", "defence"):
            self.boosts[what] += int(rest)
        elif what == "gains":
            self.gain(self.player(first), *rest.split(" from "))
        elif what == "loses":
            for pile in self.player(first).piles():
                if rest in pile:
                    pile.remove(rest)
                    self.lost.append(rest)
        else:
            player = self.player(first)
            setattr(player, what, int(rest) + (getattr(player, what) if rest[0] in "+-" else 0))

    def put_on_track(self, place: int, name: str) -> None:
        """Another card lies there; the one that was named is in the deck."""
        named = self.named(name)
        if self.spared == self.track[place]:
            self.spared = named
        self.track[place] = named

    def gain(self, player: Player, name: str, place: str) -> None:
        """A card comes to its pile from a place."""
        if place == "deck":
            name = self.named(name)
            self.deck -= 1
        for lying in (self.track, self.graveyard, *(pile for other in self.players for pile in other.piles())):
            if name in lying:
                lying.remove(name)
        getattr(player, PILES[self.card(name).type]).append(name)

    def state(self) -> Data:
        found: Data = {player.name: (player.crystals, player.wounds, *player.piles()) for player in self.players}
        return found | {
            "track": self.track,
            "deck": self.deck,
            "graveyard": self.graveyard,
            "turn": self.turn,
            "active": self.active,
        }
