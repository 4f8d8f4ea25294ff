"""What lies on the table in the twin's game: map, cards as everybody can know them, units, powers at work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.mythic.twin_sheets import Data, Effect, Line, Power, Sheet, Token, Who

AOW, OMPHALOS = "art of war", "omphalos"
ELEMENTS = ("forest", "ruins")
OBSTACLES = ("forest", "ruins", "cage", "cliff", "rock", "polar")
AQUATIC = ("swamp", "water")
HIGH = ("rock", "cliff")
BIG = ("god", "titan", "monster")
FAR = 99
"""How far apart areas are that no way joins."""
"""Who only passes a rift."""


# --- the map ----------------------------------------------------------------------------------------------


@dataclass
class Area:
    """An area as the map has it."""

    name: str
    terrain: str
    capacity: int
    level: int = 0
    elements: int = 0
    zone: str = ""
    rifts: list[frozenset[str]] = field(default_factory=list)


@dataclass
class Border:
    """What lies between two neighbours."""

    kind: str = "normal"
    above: str = ""
    """The area on the high side of an arrowhead."""
    hides: bool = False


def pair(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


@dataclass
class Map:
    """Areas, borders, and what the lines between centres meet: areas and borders."""

    areas: dict[str, Area] = field(default_factory=dict)
    borders: dict[frozenset[str], Border] = field(default_factory=dict)
    neighbours: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[frozenset[str], tuple[list[str], list[frozenset[str]]]] = field(default_factory=dict)
    hiding: tuple[str, ...] = ("wall",)
    """The borders that hide where nothing is said of it."""
    round_walls: bool = False
    """Whether areas with a wall between them are no neighbours for range."""
    far: dict[tuple[str, str, bool], int] = field(default_factory=dict)
    """How far apart areas are, as far as somebody asked."""

    def learn_area(self, text: str) -> None:
        """Read `A: open ground 4, zone north`."""
        name, _, rest = text.partition(": ")
        ground, *more = rest.split(", ")
        terrain, _, capacity = ground.rpartition(" ")
        area = Area(name, terrain, int(capacity))
        area.elements = {"forest": (area.capacity + 1) // 2, "ruins": 1}.get(terrain, 0)
        for word in more:
            key, *values = word.split()
            if key == "zone":
                area.zone = values[0]
            elif key == "rift":
                area.rifts.append(pair(values[0], values[2]))
            else:
                setattr(area, key, int(values[0]))
        self.areas[name] = area

    def learn_border(self, text: str) -> None:
        """Read `D-E wall above`."""
        ends, *words = text.split()
        first, _, second = ends.partition("-")
        kind = " ".join(word for word in words if word not in ("above", "hides", "open")) or "normal"
        hides = "hides" in words or (kind in self.hiding and "open" not in words)
        self.borders[pair(first, second)] = Border(kind, first if "above" in words else "", hides)
        self.neighbours.setdefault(first, []).append(second)
        self.neighbours.setdefault(second, []).append(first)

    def learn_line(self, text: str) -> None:
        """Read `A-E: C, B-D`."""
        ends, _, met = text.partition(": ")
        things = [] if met == "nothing" else met.split(", ")
        borders = [frozenset(thing.split("-")) for thing in things if "-" in thing]
        self.lines[frozenset(ends.split("-"))] = [thing for thing in things if "-" not in thing], borders

    def beside(self, area: str) -> list[str]:
        return self.neighbours.get(area, [])

    def distance(self, one: str, other: str) -> int:
        """The fewest areas from one to the other, whatever lies between or round walls (M33)."""
        return self.steps(one, other, round_walls=self.round_walls)

    def steps(self, one: str, other: str, *, round_walls: bool = False) -> int:
        """The fewest areas from one to the other, from neighbour to neighbour; kept, as borders stay."""
        key = one, other, round_walls
        if key not in self.far:
            reached, steps = {one}, 0
            while other not in reached and steps < FAR:
                reached |= {area for here in reached for area in self.near(here, round_walls=round_walls)}
                steps += 1
            self.far[key] = steps
        return self.far[key]

    def near(self, area: str, *, round_walls: bool) -> list[str]:
        """The areas that are 1 away."""
        walled = [other for other in self.beside(area) if self.borders[pair(area, other)].kind == "wall"]
        return [other for other in self.beside(area) if not round_walls or other not in walled]

    def above(self, one: str, other: str) -> bool:
        """Whether who stands in one area is behind an arrowhead and higher than the other (M34)."""
        behind = any(border.above == one for border in self.borders.values())
        return behind and self.areas[one].level > self.areas[other].level


def read_map(data: Data, told: Data) -> Map:
    """Read a map file, as the table reads what it doesn't say."""
    hiding = {"wall": ("wall",), "none": (), "wall and cage wall": ("wall", "cage wall")}
    found = Map(hiding=hiding[told.get("hiding", "wall")], round_walls=told.get("distance") == "round walls")
    for text in data["area"]:
        found.learn_area(text)
    for text in data["border"]:
        found.learn_border(text)
    for text in data.get("line", []):
        found.learn_line(text)
    return found


# --- cards --------------------------------------------------------------------------------------------------


@dataclass
class Cards:
    """A player's cards as everybody can know them: those in deck or hand, and which of them surely in the hand."""

    deck: int = 0
    unseen: Counter[str] = field(default_factory=Counter)
    sure: Counter[str] = field(default_factory=Counter)
    discard: list[str] = field(default_factory=list)

    @property
    def hidden(self) -> int:
        """How many cards of the hand nobody else can know."""
        return self.unseen.total() - self.deck

    @property
    def held(self) -> int:
        return self.hidden + self.sure.total()

    def may_hold(self, *cards: str) -> bool:
        """Whether these may all be in the hand."""
        others = Counter(cards) - self.sure
        return others.total() <= self.hidden and not others - self.unseen

    def may_be_in_deck(self, card: str) -> bool:
        return self.deck > 0 and self.unseen[card] > 0

    def play(self, card: str, *, to_box: bool = False, onto: Cards | None = None) -> None:
        """Take a card out of the hand, onto the own discards or its owner's."""
        pile = self.sure if self.sure[card] else self.unseen
        pile[card] -= 1
        if not to_box:
            (onto or self).discard.append(card)
        self.settle()

    def take_from_deck(self, card: str = "") -> None:
        """Take a card of the deck into the hand; one that is named is shown."""
        self.deck -= 1
        if card:
            self.unseen[card] -= 1
            self.sure[card] += 1
        self.settle()

    def settle(self) -> None:
        """Without a deck all that is unseen is in the hand."""
        if not self.deck:
            self.sure, self.unseen = self.sure + self.unseen, Counter()
        self.sure, self.unseen = +self.sure, +self.unseen

    def reform(self, up_to: int) -> None:
        """Take up the deck, shuffle the discards as the new one, draw up to so many (M65)."""
        self.deck = 0
        self.settle()
        self.unseen, self.deck, self.discard = Counter(self.discard), len(self.discard), []
        while self.deck and self.held < up_to:
            self.take_from_deck()

    def payments(self, fallen: set[str]) -> list[list[str]]:
        """The ways to pay one AoW card, the plain one first (M66)."""
        own = [card for card in sorted(self.sure | self.unseen) if card in fallen]
        return [[AOW], [OMPHALOS], *([one, other] for one in own for other in own if one <= other)]


# --- units --------------------------------------------------------------------------------------------------


@dataclass
class Bonus:
    """What a power has given a unit: until the end of this attack, activation, turn, or so many turn starts."""

    power: str
    does: str
    until: str
    seat: int
    """In whose turn it began."""


@dataclass
class Unit:
    """A unit, or a token that can be attacked like one."""

    name: str
    sheet: Sheet
    seat: int
    vitality: int
    status: str = "waiting"
    """Then board, destroyed."""
    area: str = ""
    fell_in: str = ""
    laid: Laid | None = None
    """The token that this stands for."""
    stone: str = ""
    guest: int = -1
    """The teammate who controls it to the end of the turn (M68)."""
    activated: bool = False
    retaliated: bool = False
    bonuses: list[Bonus] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """Powers used this turn, and ("round", "game") with the name."""

    @property
    def kind(self) -> str:
        return self.sheet.kind

    @property
    def player(self) -> int:
        """The seat that decides for it."""
        return self.guest if self.guest >= 0 else self.seat

    @property
    def troop(self) -> bool:
        return self.kind == "troop"

    @property
    def divine(self) -> bool:
        return self.kind in ("god", "titan")

    @property
    def on_board(self) -> bool:
        return self.status == "board"

    @property
    def window(self) -> Line:
        """The line that shows; of what has fallen the last one (X1)."""
        vitality = max(1, self.vitality)
        return next(line for line in self.sheet.lines if line.least <= vitality <= line.most)

    def shows(self, power: Power) -> bool:
        return self.troop or power.letter in self.window.lit


@dataclass
class Laid:
    """A token on an area, or of a scenario's: nobody's."""

    token: Token
    seat: int
    area: str
    vitality: int
    maker: str = ""


@dataclass
class Player:
    """Who plays, with cards and stones."""

    name: str
    points: int = 0
    zone: str = ""
    cards: Cards = field(default_factory=Cards)
    absorbed: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    out: bool = False


@dataclass
class Fight:
    """One attack, as powers see it."""

    attacker: Unit
    defender: Unit
    distance: int
    as_if_there: bool = False
    kind: str = "attack"
    """Or retaliation, or area."""
    aerial: bool = False
    dice: int | None = None
    """So many dice, by a power."""
    reach: int | None = None
    """The range printed on a power."""
    without: frozenset[str] = frozenset()
    by: int = -1
    """The seat that rolls and decides, if it isn't the attacker's."""
    thrown: bool = False
    """Whether the target was thrown somewhere else."""
    stood: tuple[str, str] = ("", "")
    """Where both stood when it was answered."""
    struck: str = ""
    """Where the target stood before powers worked."""


@dataclass
class Acting:
    """The activation under way."""

    unit: Unit
    complex: bool
    limit: int = 2
    done: list[str] = field(default_factory=list)
    over: bool = False
    cold: bool = False
    """Begun in polar ice: no active or offensive powers."""
    struck: bool = False
    """A power has attacked without taking the action."""
    nature: bool = False
    kept: set[str] = field(default_factory=set)
    """Talents that have helped and last to the end (M26)."""


@dataclass
class Due:
    """A power whose moment has come: whose, in which fight, and who else made it."""

    power: Power
    owner: Unit
    fight: Fight | None
    other: Unit | None
    area: str = ""
    """Where its unit stood, or fell."""


class Table:
    """The state, and what can be asked of it."""

    def __init__(self, names: list[str], board: Map, settings: Data) -> None:
        self.players = [Player(name) for name in names]
        self.board = board
        self.settings = settings
        self.teams: bool = settings.get("teams", False)
        self.units: list[Unit] = []
        self.laid: list[Laid] = []
        self.due: list[Due] = []
        self.deciding: dict[str, int] = {}
        """Opponents who decide for units that attack their allies (M44)."""
        self.stones: dict[str, list[str]] = {name: [] for name in board.areas}
        self.elements = {name: area.elements for name, area in board.areas.items()}
        self.things: set[str] = set()
        self.lead = self.active = 0
        self.round, self.turn = 1, 0
        self.activations = 0
        self.acting: Acting | None = None
        self.used_ever: set[tuple[str, str]] = set()
        self.under_way: list[tuple[str, str]] = []
        self.used_round: set[tuple[str, str]] = set()
        self.winners: list[int] | None = None
        self.decided = ""

    @property
    def over(self) -> bool:
        return self.winners is not None

    # --- who is where ---------------------------------------------------------------------------------------

    def side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.units if unit.name == name)

    def of(self, seat: int) -> list[Unit]:
        return [unit for unit in self.units if unit.seat == seat]

    def standing(self, area: str = "") -> list[Unit]:
        """The units on the board, or in one area."""
        return [unit for unit in self.units if unit.on_board and area in ("", unit.area)]

    def allied(self, one: Unit, other: Unit) -> bool:
        """Whether they are allies; nobody is its own (M29)."""
        return one is not other and self.side(one.seat) == self.side(other.seat)

    def enemies(self, one: Unit, other: Unit) -> bool:
        return self.side(one.seat) != self.side(other.seat)

    def enemy_in(self, unit: Unit, area: str) -> bool:
        return any(self.enemies(unit, other) for other in self.standing(area))

    def terrain(self, area: str) -> str:
        """The terrain now: without its last 3D element it is open ground (M58)."""
        printed = self.board.areas[area].terrain
        return "open ground" if printed in ELEMENTS and not self.elements[area] else printed

    def is_full(self, area: str, but: Unit | None = None) -> bool:
        there = [unit for unit in self.standing(area) if unit is not but]
        huge = any("huge" in self.types(unit) for unit in there)
        return huge or len(there) >= self.board.areas[area].capacity

    def fallen(self, seat: int) -> set[str]:
        """The destroyed units whose activation cards pay: no troops (M66)."""
        return {unit.name for unit in self.of(seat) if unit.status == "destroyed" and not unit.troop}

    def discard_card(self, seat: int, card: str) -> None:
        """Discard a card of a hand; a teammate's goes onto its owner's pile (M68)."""
        owner = next((unit.seat for unit in self.units if unit.name == card), seat)
        self.players[seat].cards.play(card, onto=self.players[owner].cards)

    def tokens_left(self, maker: Unit, name: str) -> int:
        laid = sum(one.maker == maker.name and one.token.name == name for one in self.laid)
        return maker.sheet.tokens[name].number - laid

    # --- powers at work -------------------------------------------------------------------------------------

    def in_complex(self, unit: Unit) -> bool:
        return bool(self.acting and self.acting.unit is unit and self.acting.complex)

    def works(self, unit: Unit, power: Power) -> bool:
        """Whether a permanent or passive power works now, its conditions aside (M64)."""
        if power.kind == "permanent":
            return unit.status != "destroyed" and unit.shows(power)
        return power.kind == "passive" and unit.on_board and unit.shows(power) and not self.in_complex(unit)

    def holds(self, owner: Unit, area: str, condition: str, fight: Fight | None, other: Unit | None = None) -> bool:
        """Whether a condition of a power holds, in a fight or against another unit."""
        if fight and owner in (fight.attacker, fight.defender):
            other = fight.defender if owner is fight.attacker else fight.attacker
        word, _, rest = condition.partition(" ")
        if word == "at":
            if other is None:
                return False
            distance = fight.distance if fight else self.board.distance(area, other.area)
            return distance >= int(rest[:-1]) if rest.endswith("+") else distance == int(rest)
        if word == "against":
            return other is not None and (rest == other.kind or rest in self.types(other))
        if word == "in":
            return bool(area) and self.terrain(area) == rest
        if word == "with":
            who = with_whom(rest)
            return any(self.is_meant(who, owner, owner.seat, area, unit) for unit in self.standing())
        if condition == "carrying a stone":
            return bool(owner.stone)
        return True  # once a round, once a game: looked at where it is used

    def is_meant(self, who: Who, owner: Unit | None, seat: int, area: str, unit: Unit) -> bool:
        """Whether the words mean a unit that stands on the board; tokens are none."""
        sides = {"ally": self.side(unit.seat) == self.side(seat), "enemy": self.side(unit.seat) != self.side(seat)}
        if (
            unit is owner
            or unit.laid
            or not unit.on_board
            or not sides.get(who.side, True)
            or who.kind not in ("", unit.kind)
        ):
            return False
        return who.where == "anywhere" or (bool(area) and self.board.steps(area, unit.area) <= reach_of(who, owner))

    def sources(self, fight: Fight | None) -> Iterator[tuple[Power, Unit | None, int, str]]:
        """All powers that work by themselves now: the power, its unit, its seat, where it is."""
        for unit in self.units:
            for power in unit.sheet.powers:
                role = {"when attacking": fight and fight.attacker, "when attacked": fight and fight.defender}
                due = not power.moment or role.get(power.moment) is unit
                due = due and not power.prices and not power.counted and self.works(unit, power)
                if due and all(self.holds(unit, unit.area, one, fight) for one in power.conditions):
                    yield power, unit, unit.seat, unit.area
        for laid in self.laid:
            yield laid.token.power, None, laid.seat, laid.area

    def effects_on(self, unit: Unit, fight: Fight | None = None) -> list[tuple[str, str]]:
        """What powers do to a unit by themselves, with the power's name; the most of each of one name (M84)."""
        every = [(bonus.power, bonus.does) for bonus in unit.bonuses]
        for power, owner, seat, area in self.sources(fight):
            for effect, *_others in power.effects:
                if power.moment and effect.lasts != "this attack":
                    continue  # it is given when its moment comes
                if self.reaches(effect, owner, seat, area, unit, fight):
                    every.append((power.name, resolve(effect.does, power, owner)))
        most: dict[tuple[str, str], int] = {}
        for name, does in every:
            digits = does.lstrip("abcdefghijklmnopqrstuvwxyz'+- ")
            number = int(digits) if digits.isdigit() else 0
            what = does.removesuffix(digits) if number else does
            most[name, what] = max(number, most.get((name, what), 0))
        return [(name, f"{what}{number or ''}") for (name, what), number in most.items()]

    def reaches(
        self, effect: Effect, owner: Unit | None, seat: int, area: str, unit: Unit, fight: Fight | None
    ) -> bool:
        """Whether an effect that works by itself is for this unit."""
        who = effect.who
        if who.named == "itself":
            return unit is owner
        if who.named in ("the target", "the attacker"):
            if fight is None or owner is None:
                return False
            found = fight.defender if who.named == "the target" else fight.attacker
            return unit is found and owner is not unit and owner in (fight.attacker, fight.defender)
        return who.named == "units" and self.is_meant(who, owner, seat, area, unit)

    def changed(self, unit: Unit, value: str, fight: Fight | None = None) -> int:
        """What powers add to a value."""
        words = [does.split() for _, does in self.effects_on(unit, fight)]
        return sum(int(found[1]) for found in words if found[0] == value)

    def forbidden(self, unit: Unit, what: str, fight: Fight | None = None) -> bool:
        return any(does == f"can't {what}" for _, does in self.effects_on(unit, fight))

    def types(self, unit: Unit) -> set[str]:
        given = [does for _, does in self.effects_on_types(unit)]
        return {*unit.sheet.types, *(does.removeprefix("type ") for does in given if does.startswith("type "))}

    def effects_on_types(self, unit: Unit) -> list[tuple[str, str]]:
        """What gives types; looked at without the rest, which may ask for types."""
        if self.asking_types:
            return []
        self.asking_types = True
        try:
            return self.effects_on(unit)
        finally:
            self.asking_types = False

    asking_types = False

    def talents(self, unit: Unit, fight: Fight | None = None) -> set[str]:
        """The talents that it can use: none in water (M62), none of a last miniature (M61)."""
        given = [does for _, does in self.effects_on(unit, fight)]
        found = {*unit.sheet.talents, *(does.removeprefix("talent ") for does in given if does.startswith("talent "))}
        found -= {does.removeprefix("no talent ") for does in given if does.startswith("no talent ")}
        flown = fight is not None and fight.aerial and fight.attacker is unit
        return set() if self.alone(unit) or (self.drowned(unit) and not flown) else found

    def alone(self, unit: Unit) -> bool:
        return unit.troop and unit.vitality == 1 and unit.sheet.full > 1

    def drowned(self, unit: Unit) -> bool:
        return bool(unit.area) and self.terrain(unit.area) == "water" and "aquatic" not in self.types(unit)


def reach_of(who: Who, owner: Unit | None) -> int:
    """How many areas away somebody may be to be meant."""
    if who.where.startswith("within"):
        return int(who.where.split()[1])
    return {"here": 0, "around": 1}[who.where]


def with_whom(text: str) -> Who:
    from tests.mythic.twin_sheets import WHO, read_who

    match = WHO.match(text)
    assert match
    return read_who(match)


def resolve(does: str, power: Power, owner: Unit | None) -> str:
    """An effect with the numbers that the window shows in the place of X."""
    if owner is None:
        return does
    line = owner.window
    does = re.sub(r"X (offence|defence|range|movement)(?! \d)", lambda stat: str(getattr(line, stat[1])), does)
    return re.sub(r"\bX\b", str(line.lit.get(power.letter, 0)), does)
