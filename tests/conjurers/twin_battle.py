"""A battle of Conjurers as the twin plays it, from rulebook and rulings alone: slow, plain, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.twins import CORRECTIONS, Ask, Steps

Data = dict[str, Any]
BEATS = {"fire": "earth", "earth": "air", "air": "water", "water": "fire"}
MATRIX = ((1, 1, 2, 3, 4), (1, 1, 1, 2, 3), (2, 2, 2, 2, 3), (2, 2, 2, 2, 2), (3, 3, 3, 3, 3))
"""More dice of a superior element: a row for its level, a column for the other's."""
IDLE = 20
"""Rounds in which nothing but places changes that end a battle (X12)."""
MAGIC = {"frost attack": ("frost attack", 1), "burning 2": ("burning", 2), "poisonous": ("poisonous", 1)}


LASTING = ("frost attack", "poisonous", "immunity ice", "immunity poison")


def read_abilities(words: list[str]) -> dict[str, int]:
    """Abilities with their numbers; those without one are 1."""
    found = {}
    for word in words:
        name, _, number = word.rpartition(" ")
        found[name if number.isdigit() else word] = int(number) if number.isdigit() else 1
    return found


@dataclass
class Piece:
    """An item or artifact."""

    name: str
    abilities: dict[str, int]
    absorbed: int = 0
    bind_used: bool = False


@dataclass(eq=False)
class Fighter:
    """A creature in a battle."""

    name: str
    side: str
    level: int
    mythology: str
    element: str
    hp: int
    bd: int
    own: dict[str, int]
    may_wear: bool = True
    maybe: bool = False
    """Whether it is one of those that may have been drawn."""
    worn: list[Piece] = field(default_factory=list)
    slot: int = 0
    damage: int = 0
    frost: bool = False
    poison: int = 0
    bound: bool = False
    dead: bool = False
    risen: bool = False
    victim: Fighter | None = None
    devourer: Fighter | None = None
    rests_until: int = 0
    """The last turn in which it can't devour."""
    moved: list[int] = field(default_factory=list)
    magic: tuple[str, int] | None = None
    begun: dict[str, int] | None = None
    """What it had when the fight began, which counts to its end when it burns or is burnt (B14)."""

    @property
    def stands(self) -> bool:
        return self.slot > 0 and not self.dead

    def gear(self, ability: str) -> int:
        """What equipment gives, with what magic is chosen."""
        found = sum(piece.abilities.get(ability, 0) for piece in self.worn)
        return found + (self.magic[1] if self.magic and self.magic[0] == ability else 0)

    def has(self, ability: str, defending: bool = False) -> int:
        """An ability with its number; a bound creature and a devourer that is attacked have only the equipment's."""
        if self.begun is not None and ability in self.begun:
            return self.begun[ability]
        silent = self.bound or (defending and "devour" in self.own)
        return self.gear(ability) + (0 if silent else self.own.get(ability, 0))


class Battle:
    """A battle; `play` yields each decision and throw."""

    def __init__(
        self,
        kind: str,
        players: dict[str, str],
        fighters: list[Fighter],
        stock: dict[str, list[Piece]],
        *,
        elements: bool,
        morale: bool,
        average: bool = False,
        hidden: dict[str, int] | None = None,
        readings: Data | None = None,
    ) -> None:
        self.readings = readings or {}
        """What the table has decided that isn't usual."""
        self.kind = kind
        self.players = players
        self.fighters = fighters
        self.stock = stock
        self.elements, self.morale, self.average = elements, morale, average
        self.hidden = hidden or {}
        """Of how many creatures of a side's hand only the owner knows which they are."""
        self.turn = 0
        self.side = "attacker" if kind == "duel" else "defender"
        self.acting = False
        self.rolled_in: set[int] = set()
        """The rounds in which dice were thrown."""
        self.looks: list[Any] = []
        """What the creatures were like, wherever they stood, at the end of each round."""
        self.fights = 0
        self.tally: Counter[str] = Counter()
        self.winner = ""
        self.reason = ""

    # --- who is where -------------------------------------------------------------------------------------------

    def of(self, side: str) -> list[Fighter]:
        """The living creatures of a side."""
        return [one for one in self.fighters if one.side == side and not one.dead]

    def at(self, side: str, slot: int) -> Fighter | None:
        return next((one for one in self.of(side) if one.slot == slot), None)

    def row(self, side: str) -> list[Fighter]:
        """The creatures in slots, by slot; one that devours is still of its own slot."""
        return sorted((one for one in self.of(side) if one.slot), key=lambda one: one.slot)

    def enemy_side(self, side: str) -> str:
        return "defender" if side == "attacker" else "attacker"

    def facing(self, one: Fighter) -> Fighter | None:
        return self.at(self.enemy_side(one.side), one.slot)

    def neighbours(self, one: Fighter) -> list[Fighter]:
        """Those beside it that can be harmed: one that devours sits elsewhere."""
        return [other for other in self.row(one.side) if abs(other.slot - one.slot) == 1 and not other.victim]

    def left(self, side: str) -> int:
        """How many creatures a side has."""
        sure = [one for one in self.of(side) if not one.maybe]
        return len(sure) + self.hidden.get(side, 0)

    @property
    def round(self) -> int:
        return (self.turn + 1) // 2

    # --- playing ------------------------------------------------------------------------------------------------

    def play(self) -> Steps:
        self.settle()
        while not self.winner:
            self.turn += 1
            self.acting = False
            yield from self.before_acting()
            if not self.winner:
                self.acting = True
                yield from self.act()
            many = self.readings.get("quiet_rounds", 3)
            if not self.winner and self.turn % 2 == 0:
                self.looks.append({(one.side, one.name): self.look(one) for one in self.fighters})
                quiet = self.round >= many and not self.rolled_in & {self.round - back for back in range(many)}
                idle = len(self.looks) > IDLE and all(look == self.looks[-1] for look in self.looks[-IDLE - 1 :])
                if quiet or idle:
                    yield from self.stalemate()
            self.side = self.enemy_side(self.side)

    def settle(self) -> bool:
        """Whether it is over, as a side has no creature left; if both, the defender has won (B4)."""
        for loser, winner in (("attacker", "defender"), ("defender", "attacker")):
            if not self.winner and not self.left(loser):
                self.winner, self.reason = winner, "eliminated" if self.left(winner) else "simultaneous"
        return bool(self.winner)

    def stalemate(self) -> Steps:
        """Hit points and absorption that are left (B3)."""
        for side in ("attacker", "defender"):
            if self.hidden.get(side):
                said = yield Ask(self.players[side], "hand", free=True)
                shown = said.split(", ")
                self.fighters = [
                    one for one in self.fighters if one.side != side or not one.maybe or one.name in shown
                ]
        left = {side: sum(map(self.staying, self.of(side))) for side in ("attacker", "defender")}
        self.winner = "attacker" if left["attacker"] > left["defender"] else "defender"
        self.reason = "stalemate"

    def look(self, one: Fighter) -> Any:
        """All that can change of a creature, but where it is and whom it devours (X12)."""
        worn = [(piece.name, piece.absorbed, piece.bind_used) for piece in one.worn]
        return (one.damage, one.frost, one.poison, one.bound, one.risen, one.dead, one.maybe, not one.slot, worn)

    def staying(self, one: Fighter) -> int:
        """The hit points and the absorption left of a creature."""
        whole = sum(max(0, piece.abilities.get("absorption", 0) - piece.absorbed) for piece in one.worn)
        return one.hp - one.damage + whole

    def throw(self, side: str, number: int) -> Generator[Ask, str, int]:
        """The sum of so many dice."""
        if number == 0:
            return 0
        self.rolled_in.add(self.round)
        if self.average:
            return number
        said = yield Ask(self.players[side], "roll", dice=number)
        return sum(map(int, said.split()))

    def before_acting(self) -> Steps:
        """Poison, then devouring, slot by slot (B1)."""
        for slot in (1, 2, 3):
            one = self.at(self.side, slot)
            if one is None:
                continue
            one.damage += one.poison
            self.bury(fight=False)
            if self.settle():
                return
            if one.stands and one.devourer:
                devourer = one.devourer
                dealt = yield from self.throw(devourer.side, devourer.bd + self.everywhere(devourer, one))
                self.harm(one, dealt, devourer, held=True)
                self.bury(fight=False)
                if self.settle():
                    return

    # --- damage and death -----------------------------------------------------------------------------------------

    def harm(
        self,
        one: Fighter,
        dealt: int,
        by: Fighter,
        defending: bool = False,
        *,
        struck: bool = False,
        held: bool = False,
    ) -> int:
        """Lay damage down, on what absorbs first, with the markers of who dealt it (B9, B11); what was received.

        `struck` is a strike at the opponent, `held` what devouring and breaking free deal.
        """
        left = dealt
        for piece in one.worn if not held or self.readings.get("devoured_absorption") != "open" else []:
            room = max(0, piece.abilities.get("absorption", 0) - piece.absorbed)
            piece.absorbed += min(room, left)
            left -= min(room, left)
        one.damage += left
        if not struck and self.readings.get("markers") == "strikes":
            return left
        if dealt and by.has("frost attack", defending) and not one.has("immunity ice"):
            one.frost = True
        if left and by.has("poisonous", defending) and not one.has("immunity poison"):
            one.poison += 1
        return left

    def bury(self, *, fight: bool = True) -> list[Fighter]:
        """Take out who has died; some rise again (B17). Those who died."""
        died = [one for one in self.fighters if not one.dead and one.slot and one.damage >= one.hp]
        rises = fight or self.readings.get("resurrection") != "fights"
        rising = [one for one in died if rises and one.has("resurrection") and not one.risen]
        for one in died:
            self.set_free(one)
            if one not in rising and self.readings.get("dead_equipment") == "free":
                self.stock.setdefault(one.side, []).extend(one.worn)
            one.worn = []
            if one in rising:
                one.risen, one.damage, one.frost, one.poison = True, 0, False, 0
            else:
                one.dead = True
        return died

    def set_free(self, one: Fighter) -> None:
        """Whoever devours it, or it if it devours, goes back."""
        if one.devourer:
            self.go_back(one.devourer)
        if one.victim:
            self.go_back(one)

    def go_back(self, devourer: Fighter) -> None:
        """A devourer returns, and rests in its player's next turn (B16)."""
        assert devourer.victim
        devourer.victim.devourer = None
        devourer.victim = None
        own = self.side == devourer.side
        devourer.rests_until = self.turn + (0 if own and not self.acting else 2 if own else 1)

    # --- moves --------------------------------------------------------------------------------------------------

    def act(self) -> Steps:
        said = CORRECTIONS[0]
        while said.startswith(CORRECTIONS):
            if not (moves := self.moves()):
                return  # passed (B2)
            said = yield Ask(self.players[self.side], "move", moves)
        if said.endswith(" wins"):
            self.winner, self.reason = said.removesuffix(" wins"), "told"
            return
        verb, _, rest = said.partition(" ")
        if verb == "summon":
            what, _, worn = rest.partition(" with ")
            name, _, slot = what.rpartition(" ")
            yield from self.summon(self.mine(name), int(slot), worn.split(", ") if worn else [])
        elif verb == "move":
            name, _, slot = rest.rpartition(" ")
            one = self.mine(name)
            one.slot = int(slot)
            one.moved.append(self.turn)
            enemy = self.facing(one)
            above = bool(enemy and enemy.has("flying") and not one.has("flying"))
            if not above or self.readings.get("ranged_moves") != "none":
                yield from self.meet(one, bool(one.has("ranged")))
        elif verb == "attack":
            yield from self.fight(self.mine(rest), bool(self.mine(rest).has("ranged")))
        elif verb == "devour":
            one = self.mine(rest)
            one.victim = self.facing(one)
            assert one.victim
            one.victim.devourer = one
        elif verb == "break":
            yield from self.break_free(self.mine(rest.removeprefix("free ")))
        elif verb == "bind":
            target, _, by = rest.partition(" by ")
            self.bind(target, by)

    def mine(self, name: str) -> Fighter:
        return next(one for one in self.of(self.side) if one.name == name)

    def moves(self) -> list[str]:
        """All actions, of summoning without what is put on."""
        found = []
        free = [slot for slot in (1, 2, 3) if self.at(self.side, slot) is None]
        for one in self.of(self.side):
            if not one.slot:
                found += [f"summon {one.name} {slot}" for slot in free]
                continue
            if one.devourer:
                found.append(f"break free {one.name}")
                continue
            if one.victim:
                continue
            if self.can_move(one):
                found += [f"move {one.name} {slot}" for slot in free if abs(slot - one.slot) == 1]
            enemy = self.facing(one)
            if enemy and not one.bound:
                below = enemy.has("flying") and not one.has("flying")
                if one.has("devour"):
                    if not one.frost and not one.has("immobility") and not below and self.turn > one.rests_until:
                        found.append(f"devour {one.name}")
                elif not below or one.has("ranged"):
                    found.append(f"attack {one.name}")
        return found + self.binds()

    def can_move(self, one: Fighter) -> bool:
        twice = {self.turn - 2, self.turn - 4} <= set(one.moved)
        return not (one.bound or one.frost or one.has("immobility") or twice)

    def binders(self) -> list[Fighter]:
        return [
            one
            for one in self.row(self.side)
            if not one.devourer
            and not one.victim
            and any("bind" in piece.abilities and not piece.bind_used for piece in one.worn)
        ]

    def binds(self) -> list[str]:
        """Who can be bound, and by whom where several can bind."""
        binders, targets = self.binders(), self.row(self.enemy_side(self.side))
        return [f"bind {target.name} by {one.name}" for one in binders for target in targets]

    def bind(self, name: str, by: str) -> None:
        wearer = self.mine(by)
        piece = next(piece for piece in wearer.worn if "bind" in piece.abilities and not piece.bind_used)
        piece.bind_used = True
        target = next(one for one in self.row(self.enemy_side(self.side)) if one.name == name)
        target.bound = True
        if target.victim:
            self.go_back(target)

    def summon(self, one: Fighter, slot: int, worn: list[str]) -> Steps:
        if one.maybe:
            one.maybe = False
            self.hidden[self.side] -= 1
            if not self.hidden[self.side]:
                self.fighters = [other for other in self.fighters if other.side != self.side or not other.maybe]
        one.slot = slot
        for name in worn:
            piece = next(piece for piece in self.stock[self.side] if piece.name == name)
            self.stock[self.side].remove(piece)
            one.worn.append(piece)
        if self.morale and one.mythology:
            kin = sum(other.mythology == one.mythology for other in self.row(self.side) if other is not one)
            for other in self.row(self.side):
                other.damage -= min(other.damage, (0, 2, 4)[min(kin, 2)])
        yield from self.meet(one, False)

    def break_free(self, one: Fighter) -> Steps:
        devourer = one.devourer
        assert devourer
        dealt = yield from self.throw(devourer.side, 2 * devourer.bd + self.everywhere(devourer, one))
        self.harm(one, dealt, devourer, held=True)
        self.go_back(devourer)
        self.bury(fight=False)
        self.settle()

    # --- fights -------------------------------------------------------------------------------------------------

    def meet(self, one: Fighter, ranged: bool) -> Steps:
        """A creature has come to a slot: it fights who stands in front, with the exceptions of B6 and B16."""
        enemy = self.facing(one)
        if enemy and not one.has("devour") and (not enemy.has("flying") or one.has("flying") or ranged):
            yield from self.fight(one, ranged)

    def pool(self, one: Fighter, other: Fighter, defending: bool) -> int:
        """How many dice it throws."""
        more = 0 if defending and one.has("devour") else self.superior(one, other)
        return one.bd + one.has("power hit", defending) + more

    def superior(self, one: Fighter, other: Fighter) -> int:
        """The dice of a superior element."""
        if self.elements and one.element and other.element and BEATS[one.element] == other.element:
            return MATRIX[one.level - 1][other.level - 1]
        return 0

    def everywhere(self, one: Fighter, other: Fighter) -> int:
        """Those dice where they come to rolls that are no strikes."""
        return self.superior(one, other) if self.readings.get("element_dice") == "every roll" else 0

    def dealt(self, one: Fighter, other: Fighter, thrown: int, defending: bool) -> int:
        """What a strike deals (B9)."""
        total = thrown + (0 if defending else one.has("offensive"))
        less = 0 if defending else other.has("defensive", True)
        if self.readings.get("frost_order") == "defensive":
            total = max(0, total - less)
            return total - total // 3 if one.frost else total
        if one.frost:
            total -= total // 3
        return max(0, total - less)

    def fight(self, first: Fighter, ranged: bool) -> Steps:
        second = self.facing(first)
        assert second
        self.fights += 1
        pair = [first, second]
        for one in pair:
            if one.gear("magician"):
                said = yield Ask(self.players[one.side], f"magic {one.side}.{one.name}", list(MAGIC))
                one.magic = MAGIC[said]
        strikes_back = not ranged or bool(second.has("ranged", True))
        burning = {first: first.has("burning"), second: second.has("burning", True) if strikes_back else 0}
        fireproof = {one: bool(one.has("immunity fire")) for one in pair}
        begun = {one: {word: one.has(word, one is second) for word in LASTING} for one in pair}
        striking = [first, second] if strikes_back else [first]
        quick = [one for one in striking if one.has("first strike", one is second)]
        silent = None
        if len(striking) == 2 and len(quick) == 1:
            slow = second if quick[0] is first else first
            yield from self.strike([quick[0]], first, second)
            died = slow in self.bury()
            silent = slow if died and self.readings.get("killed_burners") == "silent" else None
            if not self.settle() and not died:
                yield from self.strike([slow], first, second)
                self.bury()
        else:
            yield from self.strike(striking, first, second)
            self.bury()
        for one in pair:
            one.begun = begun[one]
        if not self.settle():
            frosted = {one: one.frost for one in pair}
            for one in pair:
                if (
                    burning[one]
                    and one is not silent
                    and not self.winner
                    and not fireproof[second if one is first else first]
                ):
                    yield from self.burn(
                        one, second if one is first else first, burning[one], frosted[one], one is second
                    )
        for one in pair:
            one.magic = one.begun = None

    def strike(self, striking: list[Fighter], first: Fighter, second: Fighter) -> Steps:
        """The strikes made together: all is thrown and fixed before any of it is laid down (B10)."""
        blows = []
        for one in striking:
            other, defending = (second, False) if one is first else (first, True)
            thrown = yield from self.throw(one.side, self.pool(one, other, defending))
            whole = thrown + (0 if defending else one.has("offensive"))
            bare = whole - (whole // 3 if one.frost else 0)
            blows.append((one, other, defending, self.dealt(one, other, thrown, defending), bare))
        shared = {}
        for one, other, _, dealt, bare in blows:
            absorbed = sum(max(0, piece.abilities.get("absorption", 0) - piece.absorbed) for piece in other.worn)
            kinds = {"dealt": dealt, "rolled": bare, "received": max(0, dealt - absorbed)}
            shared[one] = kinds[self.readings.get("multi_attack_of", "dealt")]
        always = self.readings.get("neighbours_defensive") == "always"
        beside = [
            (one, near, defending, max(0, shared[one] // 3 - near.has("defensive") * (always or not defending)))
            for one, other, defending, _, _ in blows
            if one.has("multi attack", defending)
            for near in self.neighbours(other)
        ]
        received = []
        for one, other, defending, dealt, _ in blows:
            whole = other.hp - other.damage
            number = self.harm(other, dealt, one, defending, struck=True)
            lost = self.readings.get("overkill") == "lost"
            received.append((one, min(number, whole) if lost else number, defending))
        for one, near, defending, dealt in beside:
            self.harm(near, dealt, one, defending)
        for one, number, defending in received:
            if one.has("life steal", defending) and one.damage < one.hp:
                one.damage -= min(one.damage, number // 2)

    def burn(self, one: Fighter, other: Fighter, number: int, frosted: bool, defending: bool) -> Steps:
        """Burning: the opponent if it still stands, then those beside it that aren't fireproof (B14, B15)."""
        for target in [*([other] if other.stands else []), *self.burnt_beside(other)]:
            if not target.stands:
                continue
            # an attacked devourer only strikes without those dice (`element_dice`)
            thrown = yield from self.throw(one.side, number + self.everywhere(one, target))
            self.harm(target, thrown - (thrown // 3 if frosted else 0), one, defending)
            self.bury()
            if self.settle():
                return

    def burnt_beside(self, other: Fighter) -> Iterator[Fighter]:
        """Those beside the opponent, the lower slot first."""
        for near in self.row(other.side):
            if abs(near.slot - other.slot) == 1 and not near.victim and not near.has("immunity fire"):
                yield near

    # --- the state ------------------------------------------------------------------------------------------------

    def adjust(self, text: str) -> None:
        """A correction like `damage Wolf 3` or `slot Wolf 2`."""
        what, _, rest = text.partition(" ")
        name, _, number = rest.rpartition(" ")
        one = next(one for one in self.fighters if one.name == name and not one.dead)
        setattr(one, what, int(number))

    def corrections(self, luck: Random) -> list[str]:
        """Corrections that can be made between two turns."""
        found = []
        for one in [one for one in self.fighters if self.turn > 1 and one.slot and not one.dead]:
            if (damage := luck.randrange(one.hp)) != one.damage:
                found.append(f"damage {one.name} {damage}")
            if not one.victim and not one.devourer:
                free = [slot for slot in (1, 2, 3) if self.at(one.side, slot) is None]
                found += [f"slot {one.name} {slot}" for slot in free]
        return found

    def state(self) -> Data:
        return {
            one.name: ("dead", one.damage)
            if one.dead
            else (
                one.slot,
                one.damage,
                one.frost,
                one.poison,
                one.bound,
                one.risen,
                [(piece.name, piece.absorbed) for piece in one.worn],
                one.victim.name if one.victim else "",
                one.devourer.name if one.devourer else "",
            )
            for one in self.fighters
        }
