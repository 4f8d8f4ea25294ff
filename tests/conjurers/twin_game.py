"""A whole game of Conjurers as the twin plays it: placing, resolving, battles, the end phase, the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from tests.conjurers.twin_battle import Battle, Data, Fighter, Piece, read_abilities
from tests.twins import CORRECTIONS, Ask, Steps, read_reading

RESOURCES = ("wood", "stone", "iron", "bronze", "sapphire", "diamond")
GROUPS = (("wood", "stone"), ("iron", "bronze"), ("sapphire", "diamond"))
RATES = (((3, 2), (3, 1), (6, 1)), ((2, 3), (3, 2), (3, 1)), ((1, 3), (2, 3), (3, 2)))
"""What is paid for what: a row for what is paid, a column for what is gained."""
MINES = {
    "lumber mill": "wood",
    "stone mine": "stone",
    "iron mine": "iron",
    "bronze smelter": "bronze",
    "sapphire mine": "sapphire",
    "diamond mine": "diamond",
}
STORAGES = {f"{good} storage": good for good in RESOURCES}
GROUNDS = {
    "valhalla": "norse",
    "shangri la": "japanese",
    "garden of eden": "biblical",
    "duat": "egyptian",
    "mount olympus": "greek",
}
FOOD = (5, 8, 11, 14)
EVERYBODYS = ("wild animals", "fishing pond")
KINDS = ("worker", "merchant", "warrior", "recruiter")
TWICE = ("blacksmith", "artificer", "sacrificial pit")
SPACES = {
    "worker": [*MINES],
    "merchant": [*STORAGES, "blacksmith", "artificer"],
    "warrior": [*GROUNDS],
    "recruiter": ["tavern", "sacrificial pit", "marketplace", "guild house"],
}
COLUMNS = {
    "stone and wood": (2, 4, 8, 16, 32),
    "iron and bronze": (0, 2, 4, 8, 16),
    "diamond and sapphire": (0, 0, 2, 4, 8),
    "food": (4, 8, 14, 20, 30),
}
ARTIFACTS: dict[str, tuple[str, int, dict[str, int]]] = {
    "The Book of Thoth": ("egyptian", 5, {"sapphire": 3, "diamond": 3}),
    "Mandjet": ("egyptian", 6, {"wood": 30}),
    "The Eye Of Horus": ("egyptian", 7, {"stone": 16, "iron": 4, "diamond": 4}),
    "David's Sling": ("biblical", 5, {"stone": 8, "bronze": 4, "sapphire": 2}),
    "The Holy Grail": ("biblical", 6, {"bronze": 2, "iron": 2, "diamond": 4, "sapphire": 2}),
    "Death's Scythe": ("biblical", 7, {"wood": 20, "iron": 10}),
    "Kusanagi-No-Tsurugi": ("japanese", 5, {"iron": 6, "sapphire": 3}),
    "Ofuda": ("japanese", 6, {"wood": 12, "bronze": 10}),
    "Yasakani No Magatama": ("japanese", 7, {"sapphire": 6, "diamond": 4}),
    "Mjöllnir": ("norse", 5, {"stone": 16, "diamond": 1, "sapphire": 1}),
    "Svalinn": ("norse", 6, {"wood": 8, "iron": 6, "diamond": 3}),
    "Gleipnir": ("norse", 7, {"bronze": 8, "iron": 4, "diamond": 2, "sapphire": 2}),
    "Shield Of Achilles": ("greek", 5, {"bronze": 8, "sapphire": 2}),
    "Talaria": ("greek", 6, {"wood": 8, "bronze": 4, "sapphire": 4}),
    "Cornucopia": ("greek", 7, {"wood": 4, "stone": 4, "iron": 2, "bronze": 2, "sapphire": 2, "diamond": 4}),
}
VARIETY: dict[int, dict[int, tuple[int, ...]]] = {
    4: {2: (4, 7, 10), 3: (7, 12, 18), 4: (10, 17, 25), 5: (15, 24, 40)},
    3: {2: (5, 8), 3: (8, 14), 4: (12, 20), 5: (20, 30)},
    2: {2: (6,), 3: (10,), 4: (15,), 5: (25,)},
}
COMBINED = ((15, 20, 25, 35), (25, 30, 40, 50), (35, 45, 55, 65))
PRIZES = {
    6: ((3, ("iron", "bronze")), (3, ()), (2, ("wood", "stone")), (2, ())),
    12: ((5, ()), (4, ()), (3, ()), (2, ())),
}


@dataclass
class Player:
    """Who plays, with all that is held."""

    name: str
    assistants: list[str]
    creatures: list[str]
    goods: Counter[str] = field(default_factory=Counter)
    food: int = 0
    equipment: list[str] = field(default_factory=list)
    minus: int = 0
    left: bool = False


@dataclass
class Figure:
    """A figure that stands on a space."""

    seat: int
    kind: str
    space: str


class Game:
    """A game from the first placing to the end. `play` yields each decision and is sent its answer."""

    def __init__(
        self, players: list[tuple[str, str, list[str]]], start: int, deck: Data, locked: list[str], settings: Data
    ) -> None:
        self.number = len(players)
        """How many began."""
        goods = dict.fromkeys(RESOURCES, settings.get("start_goods", 0))
        if self.number == 2:
            del goods["sapphire"]
        self.players = [
            Player(name, [kind], list(dealt), Counter(goods), settings.get("start_food", 0))
            for name, kind, dealt in players
        ]
        self.button = start
        self.locked = locked
        self.settings = dict(settings)
        self.cards: dict[str, Data] = {card["name"]: card for card in deck["creature"]}
        self.abilities = {card["name"]: card["abilities"] for card in (*deck["item"], *deck["artifact"])}
        self.costs: dict[str, dict[str, int]] = {card["name"]: card["cost"] for card in deck["item"]}
        self.items = dict(self.costs)
        self.artifacts = {name: cost for name, (kin, _, cost) in ARTIFACTS.items() if kin not in locked}
        self.pile = [
            card["name"] for card in deck["creature"] if card["level"] > 1 and card["mythology"] not in locked
        ]
        self.mines: dict[str, int] = {}
        self.placed: list[Figure] = []
        self.figures: list[Figure] = []
        """Those that aren't resolved yet."""
        self.fighter: Figure | None = None
        """Whose battle is fought now, and for which creature."""
        self.prey = ""
        self.next = start
        self.turn = 1
        self.over = False
        self.battle: Battle | None = None
        self.dead: list[str] = []
        """Who died in the last battle, as far as it was refereed."""
        self.at_home: list[str] = []
        """Who is known not to have been drawn for it."""
        self.told = False
        """Whether the table said who won it."""
        self.mortal: list[str] = []
        self.most_dead = 0
        """Who may be said to have died in a battle of the table, and how many of them."""
        self.tally: Counter[str] = Counter()

    # --- asking -------------------------------------------------------------------------------------------------

    def ask(self, seat: int, key: str, moves: Callable[[], list[str]]) -> Generator[Ask, str, str]:
        """Ask a player until an answer comes that is no correction; "" of one who leaves instead."""
        while not self.players[seat].left:
            if not (said := (yield Ask(self.players[seat].name, key, moves()))).startswith(CORRECTIONS):
                return said
        return ""

    def open(self, who: str, key: str) -> Generator[Ask, str, str]:
        """Ask for something of which not all answers are listed."""
        while (said := (yield Ask(who, key, free=True))).startswith(CORRECTIONS):
            pass
        return said

    @property
    def phase(self) -> int:
        return (self.turn - 1) // 3 + 1

    def goods(self, found: dict[str, int]) -> Counter[str]:
        """Goods as they are in this game: for two, each sapphire is a diamond."""
        counted: Counter[str] = Counter()
        for good, number in found.items():
            counted["diamond" if good == "sapphire" and self.number == 2 else good] += number
        return counted

    # --- the turn -----------------------------------------------------------------------------------------------

    def play(self) -> Steps:
        while not self.over:
            yield from self.place()
            yield from self.resolve()
            yield from self.open("", "end")
            yield from self.end_phase()

    def clockwise(self, first: int) -> list[int]:
        """Who is still there, from a seat on."""
        seats = [(first + at) % self.number for at in range(self.number)]
        return [seat for seat in seats if not self.players[seat].left]

    def place(self) -> Steps:
        self.placed, self.figures, self.next = [], [], self.button
        while (seat := next(filter(self.places, self.clockwise(self.next)), None)) is not None:
            said = yield Ask(self.players[seat].name, "place", self.places(seat))
            if said.startswith(CORRECTIONS):
                continue
            had = ("conjurer", *self.players[seat].assistants)
            kind = max((one for one in had if said.startswith(f"place {one} ")), key=len)
            self.placed.append(Figure(seat, kind, said.removeprefix(f"place {kind} ")))
            self.next = (seat + 1) % self.number

    def places(self, seat: int) -> list[str]:
        """The figures that are left, each with the spaces that it can go to."""
        if self.players[seat].left:
            return []
        used = [one.kind for one in self.placed if one.seat == seat]
        kinds = [kind for kind in ("conjurer", *self.players[seat].assistants) if kind not in used]
        return [f"place {kind} {space}" for kind in kinds for space in self.spaces(seat, kind)]

    def spaces(self, seat: int, kind: str) -> Iterator[str]:
        if kind == "conjurer":
            wanted = [*EVERYBODYS, *(space for kind in KINDS for space in SPACES[kind])]
            others = (player for at, player in enumerate(self.players) if at != seat and not player.left)
            wanted += [f"duel {player.name}" for player in others]
        else:
            wanted = [*EVERYBODYS, *SPACES[kind.partition(" ")[0]]]
        taken = {one.space for one in self.placed} if not self.settings["shared_spaces"] else set()
        for space in wanted:
            if self.is_open(seat, space):
                both = space in TWICE and self.number > 2
                names = [f"{space} {at}" for at in (1, 2)] if both else [space]
                yield from (name for name in names if name not in taken)

    def is_open(self, seat: int, space: str) -> bool:
        good = MINES.get(space) or STORAGES.get(space)
        if self.settings["unlock"].get(space, 1) > self.phase:
            return False
        if good and (self.output(good, 1) == 0 or (good == "sapphire" and self.number == 2)):
            return False
        if space in GROUNDS:
            return bool(self.guarded(space))
        if space == "tavern":
            return seat != self.button
        return not (space == "fishing pond" and self.number == 2)

    def output(self, good: str, start: int) -> int:
        """What a mine or storage gives in this phase."""
        since = self.phase - 1 - RESOURCES.index(good) // 2
        return start * 2**since if since >= 0 else 0

    def guarded(self, space: str) -> list[str]:
        """The creatures of a battleground that are still there."""
        return [name for name in self.pile if self.cards[name]["mythology"] == GROUNDS[space]]

    def resolve(self) -> Steps:
        """Player by player; battles that wait come last, two at a time if they share no player."""
        order = self.clockwise(self.button)
        self.figures = sorted(self.placed, key=lambda one: (order.index(one.seat), one.kind == "conjurer"))
        self.minions: dict[tuple[int, str], int] = {}
        while self.figures:
            late = self.settings["battles_last"]
            wait = late == "always" or (late == "auto" and self.number == 4)
            if now := [one for one in self.figures if not (wait and self.fights(one))]:
                left = [one for one in now if one.seat == now[0].seat]
                said = yield Ask(self.players[left[0].seat].name, "resolve", self.resolving(left))
                if said.startswith(CORRECTIONS):
                    continue
                verb, _, kind = said.partition(" ")
                figure = next(one for one in left if one.kind == kind)
                self.figures.remove(figure)
                if verb == "resolve":
                    yield from self.act(figure)
                continue
            self.figures = [figure for figure in self.figures if self.is_fought(figure)]
            if self.figures:
                yield from self.fight_next()

    def fight_next(self) -> Steps:
        """The next battle that waits; who plays the minions is settled for it and the one fought with it."""
        figure, *others = self.figures
        if (figure.seat, figure.kind) not in self.minions:
            together = [figure, *(others[:1] if others and self.apart(figure, others[0]) else [])]
            self.minions |= self.minion_players(together)
        if len(self.clockwise(0)) < 4:
            self.minions = {}
        del self.figures[0]
        yield from self.fight(figure, self.minions.get((figure.seat, figure.kind), -1))

    def resolving(self, left: list[Figure]) -> list[str]:
        """Assistants in any order, the conjurer last; a battle can't be declined (A15, A20)."""
        now = [one for one in left if one.kind != "conjurer"] or left
        return [f"resolve {one.kind}" for one in now] + [f"decline {one.kind}" for one in now if not self.fights(one)]

    def fights(self, figure: Figure) -> bool:
        """Whether its action is a battle."""
        return figure.space in GROUNDS or figure.space.startswith("duel ")

    def is_fought(self, figure: Figure) -> bool:
        """Whether whom it is to fight is still there (A20, A21)."""
        if self.players[figure.seat].left:
            return False
        if figure.space in GROUNDS:
            return bool(self.guarded(figure.space))
        return not self.players[self.seat(figure.space.removeprefix("duel "))].left

    # --- actions ------------------------------------------------------------------------------------------------

    def act(self, figure: Figure) -> Steps:
        seat, space = figure.seat, figure.space
        player, what = self.players[seat], space.rstrip(" 12")
        if self.fights(figure):
            yield from self.fight(figure, -1)
        elif space in MINES:
            self.mines[space] = seat
        elif space in STORAGES:
            player.goods[STORAGES[space]] += self.output(STORAGES[space], 2)
        elif space in EVERYBODYS:
            player.food += FOOD[self.phase - 1]
        elif what == "tavern":
            self.button = seat
        elif what == "marketplace":
            yield from self.trade(seat)
        elif what == "sacrificial pit":
            yield from self.sacrifice(seat)
        elif what == "guild house":
            yield from self.hire(seat)
        else:
            yield from self.buy(seat, self.items if what == "blacksmith" else self.artifacts)

    def trade(self, seat: int) -> Steps:
        while True:
            said = yield from self.ask(seat, "trade", partial(self.trades, seat))
            if said == "done":
                return
            _, number, pay, gain = said.split()
            least, gets = self.rate(pay, gain)
            self.players[seat].goods[pay] -= int(number)
            self.players[seat].goods[gain] += int(number) // least * gets

    def rate(self, pay: str, gain: str) -> tuple[int, int]:
        return RATES[RESOURCES.index(pay) // 2][RESOURCES.index(gain) // 2]

    def trades(self, seat: int) -> list[str]:
        """The smallest trade of each kind."""
        found = ["done"]
        for gain in RESOURCES:
            group = RESOURCES.index(gain) // 2
            if self.phase > group and not (gain == "sapphire" and self.number == 2):
                found += [
                    f"trade {self.rate(pay, gain)[0]} {pay} {gain}"
                    for pay in RESOURCES
                    if pay != gain and self.players[seat].goods[pay] >= self.rate(pay, gain)[0]
                ]
        return found

    def sacrifice(self, seat: int) -> Steps:
        player = self.players[seat]
        said = yield from self.ask(seat, "sacrifice", partial(self.offers, seat))
        for at, part in enumerate(said.removeprefix("sacrifice ").split(", ") if said != "nothing" else []):
            name, _, column = part.partition(" for ")
            amount = COLUMNS[column][self.cards[name]["level"] - 1] // 2**at
            if column == "food":
                player.food += amount
            else:
                player.goods += self.goods(dict.fromkeys(column.split(" and "), amount))
            player.creatures.remove(name)
            if self.settings["sacrificed_return"] and self.cards[name]["level"] > 1:
                self.pile.append(name)

    def offers(self, seat: int) -> list[str]:
        """Each creature alone, for each column that its level has."""
        return ["nothing"] + [
            f"sacrifice {name} for {column}"
            for name in self.players[seat].creatures
            for column, amounts in COLUMNS.items()
            if amounts[self.cards[name]["level"] - 1]
        ]

    def hire(self, seat: int) -> Steps:
        said = yield from self.ask(seat, "hire", partial(self.hires, seat))
        if said != "nobody":
            player = self.players[seat]
            player.goods.subtract(self.price(player))
            kind = said.removeprefix("hire ")
            player.assistants.append(self.free_name(player, kind))

    def price(self, player: Player) -> dict[str, int]:
        return {"wood": 4, "stone": 4} if len(player.assistants) == 1 else {"iron": 4, "bronze": 4}

    def hires(self, seat: int) -> list[str]:
        player = self.players[seat]
        can = len(player.assistants) < self.settings.get("most_assistants", 3) and all(
            player.goods[good] >= many for good, many in self.price(player).items()
        )
        twice = self.settings.get("assistant_kinds") == "any"
        has = () if twice else {name.split()[0] for name in player.assistants}
        return ["nobody", *(f"hire {kind}" for kind in KINDS if can and kind not in has)]

    def buy(self, seat: int, stock: dict[str, dict[str, int]]) -> Steps:
        """Any number of pieces; the weapon smith's discount is off the first (A5)."""
        player = self.players[seat]
        first = True
        while True:
            said = yield from self.ask(seat, "buy", partial(self.affordable, seat, stock, first=first))
            if said == "done":
                return
            name, _, less = said.removeprefix("buy ").partition(" less ")
            player.goods.subtract(self.goods(stock.pop(name)))
            for part in less.split(" and ") if less and less != "nothing" else []:
                number, good = part.split()
                player.goods[good] += int(number)
            player.equipment.append(name)
            first = False

    def discount(self, seat: int) -> int:
        smiths = [
            self.cards[name]["level"]
            for name in self.players[seat].creatures
            if "weapon smith" in self.cards[name]["abilities"]
        ]
        return sum(smiths) if self.settings.get("smiths") == "sum" else max(smiths, default=0)

    def affordable(self, seat: int, stock: dict[str, dict[str, int]], *, first: bool) -> list[str]:
        """What can be paid with what is missing taken off."""
        goods, discount = self.players[seat].goods, self.discount(seat) * first
        return ["done"] + [
            f"buy {name}"
            for name, cost in stock.items()
            if sum(max(0, many - goods[good]) for good, many in self.goods(cost).items()) <= discount
        ]

    # --- battles ------------------------------------------------------------------------------------------------

    def fighting(self, figure: Figure) -> set[int]:
        """Who fights for their own in the battle of a figure."""
        if figure.space in GROUNDS:
            return {figure.seat}
        return {figure.seat, self.seat(figure.space.removeprefix("duel "))}

    def seat(self, name: str) -> int:
        return next(at for at, player in enumerate(self.players) if player.name == name)

    def apart(self, one: Figure, other: Figure) -> bool:
        return len(self.clockwise(0)) == 4 and not self.fighting(one) & self.fighting(other)

    def minion_players(self, together: list[Figure]) -> dict[tuple[int, str], int]:
        """Who plays the minions: the next to the left who isn't in a battle (A8)."""
        busy = set().union(*map(self.fighting, together))
        found: dict[tuple[int, str], int] = {}
        for figure in together:
            if figure.space in GROUNDS:
                seat = next(seat for seat in self.clockwise(figure.seat + 1) if seat not in busy)
                busy.add(seat)
                found[figure.seat, figure.kind] = seat
            else:
                found[figure.seat, figure.kind] = -1
        return found

    def fight(self, figure: Figure, minions: int) -> Steps:
        self.fighter = figure
        if self.is_fought(figure) and figure.space in GROUNDS:
            yield from self.battleground(figure, minions)
        elif self.is_fought(figure):
            yield from self.duel(figure.seat, self.seat(figure.space.removeprefix("duel ")))
        self.fighter = None

    def battleground(self, figure: Figure, minions: int) -> Steps:
        attacker, said = figure.seat, CORRECTIONS[0]
        while said.startswith(CORRECTIONS):
            if not (left := self.guarded(figure.space)):
                return
            said = yield Ask(self.players[attacker].name, "creature", left)
        self.prey = said
        won = yield from self.fought(
            "battleground", attacker, minions if minions >= 0 else self.left_of(attacker), said
        )
        yield from self.bury([attacker], won)
        self.prey = ""
        if won:
            self.pile.remove(said)
            self.players[attacker].creatures.append(said)

    def left_of(self, seat: int) -> int:
        return self.clockwise(seat + 1)[0]

    def duel(self, challenger: int, defender: int) -> Steps:
        won = yield from self.dueled(challenger, defender, at_home=True)
        if not won:
            self.players[challenger].minus += self.settings.get("beaten_challenger", 10)
            return
        said = "steal "
        loser = self.players[defender]
        if self.settings.get("stolen_kinds", 3) and (loser.food or +loser.goods):
            said = yield from self.open(self.players[challenger].name, "steal")
        for what in filter(None, said.removeprefix("steal ").split(", ")):
            winner = self.players[challenger]
            if what == "food":
                number = (loser.food + 1) // 2
                loser.food -= number
                winner.food += number
            else:
                number = (loser.goods[what] + 1) // 2
                loser.goods[what] -= number
                winner.goods[what] += number
        self.players[defender].minus += self.settings.get("beaten_defender", 6)

    def dueled(self, challenger: int, defender: int, *, at_home: bool = False) -> Generator[Ask, str, bool]:
        """A duel without its spoils, in a tournament or not; whether the challenger has won."""
        aside = ""
        while self.players[challenger].creatures and len(self.players[defender].creatures) >= 4:
            moves = ["nobody", *self.players[defender].creatures]
            said = yield Ask(self.players[defender].name, "set aside", moves)
            if not said.startswith(CORRECTIONS):
                aside = said
                break
        won = yield from self.fought("duel", challenger, defender, "", aside)
        if at_home:
            yield from self.bury([challenger, defender], won, aside)
        return won

    def bury(self, seats: list[int], won: bool, aside: str = "") -> Steps:
        """The dead leave their armies, if the table plays so: to their pile, or out of the game (A22).

        The first attacked; if it won it has one left that fought. Who was set aside didn't fight.
        """
        if self.settings.get("dead_creatures") != "lost":
            return
        for seat in seats:
            player = self.players[seat]
            names = [name for name in self.dead if name in player.creatures]
            if self.told:
                fighting = [name for name in player.creatures if seat == seats[0] or name != aside]
                fought = min(len(fighting), self.settings.get("battle_creatures", 3))
                self.most_dead = max(0, fought - (won and seat == seats[0]) - len(names))
                self.mortal = [name for name in fighting if name not in (*names, *self.at_home)]
                said = yield from self.open(player.name, "died")
                names += said.split(", ") if said != "nobody" else []
            for name in [name for name in names if name in player.creatures]:
                player.creatures.remove(name)
                self.pile += [name] * (self.cards[name]["level"] > 1)

    def fought(
        self, kind: str, attacker: int, defender: int, guarded: str, aside: str = ""
    ) -> Generator[Ask, str, bool]:
        """A battle, refereed or only told; whether the attacker has won."""
        self.dead, self.at_home, self.told = [], [], True
        said = CORRECTIONS[0]
        while said.startswith(CORRECTIONS):
            if not self.players[attacker].creatures or not (guarded or self.players[defender].creatures):
                self.told = False
                return bool(self.players[attacker].creatures)
            said = yield Ask("", "battle", free=True)
        if said != "referee":
            return said == "attacker wins"
        hidden: dict[str, int] = {}
        fighters = self.drawn(attacker, "attacker", "", hidden)
        if guarded:
            card = self.cards[guarded]
            fighters.append(minion(card["mythology"], card["level"]))
            fighters.append(fighter(card, "defender", False))
        else:
            fighters += self.drawn(defender, "defender", aside, hidden)
        stock = {
            side: [Piece(name, read_abilities(self.abilities[name])) for name in self.players[seat].equipment]
            for side, seat in (("attacker", attacker), ("defender", defender))
        }
        if guarded:
            stock["defender"] = []
        names = {"attacker": self.players[attacker].name, "defender": self.players[defender].name}
        self.battle = Battle(
            kind,
            names,
            fighters,
            stock,
            elements=self.settings["elements"],
            morale=self.settings["morale"],
            average=self.settings["average"],
            hidden=hidden,
            readings=self.settings,
        )
        yield from self.battle.play()
        won = self.battle.winner == "attacker"
        self.dead, self.told = [one.name for one in self.battle.fighters if one.dead], self.battle.reason == "told"
        hidden = self.battle.hidden
        self.at_home = [one.name for one in self.battle.fighters if one.maybe and not hidden.get(one.side)]
        self.tally["battles"] += 1
        self.tally["fights"] += self.battle.fights
        self.battle = None
        return won

    def drawn(self, seat: int, side: str, aside: str, hidden: dict[str, int]) -> list[Fighter]:
        """A side's creatures; of more than three nobody but its player knows which were drawn."""
        names = [name for name in self.players[seat].creatures if name != aside]
        found = [fighter(self.cards[name], side) for name in names]
        most = self.settings.get("battle_creatures", 3)
        if len(found) > most:
            hidden[side] = most
            for one in found:
                one.maybe = True
        return found

    # --- the end of a turn ----------------------------------------------------------------------------------------

    def end_phase(self) -> Steps:
        for mine, seat in self.mines.items():
            self.players[seat].goods[MINES[mine]] += self.output(MINES[mine], 1)
        if self.turn % 3 == 0:
            for seat in self.clockwise(0):
                self.feed(self.players[seat])
        if self.settings["tournament"] and len(self.clockwise(0)) == 4 and self.prizes():
            yield from self.tournament()
        if self.turn >= self.settings.get("turns", 12):
            self.over = True
        else:
            self.turn += 1

    def prizes(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """What this turn's tournament gives: the last turn has the final one."""
        last = self.settings.get("turns", 12)
        return PRIZES[12] if self.turn >= last else PRIZES.get(self.turn, ())

    def feed(self, player: Player) -> None:
        needs = sum(self.cards[name]["level"] for name in player.creatures) + (0, 4, 12)[len(player.assistants) - 1]
        paid = min(needs, player.food)
        player.food -= paid
        player.minus += self.settings.get("short_food", 2) * (needs - paid)

    def tournament(self) -> Steps:
        said = yield from self.open("", "pairs")
        one, two, three, four = map(self.seat, said.split(", "))
        winners: list[int] = []
        losers: list[int] = []
        for challenger, defender in ((one, two), (three, four)):
            won = yield from self.dueled(challenger, defender)
            winners.append(challenger if won else defender)
            losers.append(defender if won else challenger)
        places: list[int] = []
        bouts = []
        for pair in (winners, losers):
            said = yield from self.open("", "challenger")
            bouts.append((self.seat(said), next(seat for seat in pair if seat != self.seat(said))))
        for challenger, other in bouts[::-1]:  # at the same time, so the program may begin with either
            won = yield from self.dueled(challenger, other)
            places[:0] = [challenger, other] if won else [other, challenger]
        for seat, (level, goods) in zip(places, self.prizes(), strict=True):
            yield from self.prize(seat, level, goods)

    def prize(self, seat: int, level: int, goods: tuple[str, ...]) -> Steps:
        player = self.players[seat]
        while level > 2 and not self.of_level(level):
            level -= 1
        if found := self.of_level(level):
            name = yield from self.ask(seat, "prize", lambda: found)
            self.pile.remove(name)
            player.creatures.append(name)
        if goods:
            good = yield from self.ask(seat, "goods", lambda: list(goods))
            player.goods[good] += 4

    def of_level(self, level: int) -> list[str]:
        return [name for name in self.pile if self.cards[name]["level"] == level]

    # --- the score ------------------------------------------------------------------------------------------------

    def scores(self) -> list[tuple[int, int, int, int, int]]:
        """Each player's total, and the parts that break ties, in their order; who has left has none."""
        return [self.score(self.players[seat]) for seat in self.clockwise(0)]

    def score(self, player: Player) -> tuple[int, int, int, int, int]:
        cards = [self.cards[name] for name in player.creatures]
        own = [name for name in player.equipment if name in ARTIFACTS]
        combined, artifacts = self.combinations(cards, own), self.of_artifacts(own)
        creatures = self.of_creatures(cards)
        goods = sum(
            (player.goods[one] + player.goods[two]) // part
            for (one, two), part in zip(GROUPS, (12, 6, 3), strict=True)
        )
        total = combined + artifacts + creatures + goods - player.minus
        return total, combined, artifacts, creatures, goods

    def reach(self, seat: int) -> dict[str, int]:
        """What each kind of creature and each artifact that can still be had would add to a player's points."""
        player, found = self.players[seat], {}
        before = self.score(player)[0]
        for name in self.pile:
            one = replace(player, creatures=[*player.creatures, name])
            found[f"{self.cards[name]['mythology']} {self.cards[name]['level']}"] = self.score(one)[0] - before
        for name in self.artifacts:
            found[name] = self.score(replace(player, equipment=[*player.equipment, name]))[0] - before
        return found

    def of_creatures(self, cards: list[Data]) -> int:
        total: int = sum(card["level"] for card in cards)
        higher = [card for card in cards if card["level"] > 1]
        for level in (2, 3, 4, 5):
            kins = {card["mythology"] for card in higher if card["level"] == level}
            if len(kins) >= 3:
                total += VARIETY[self.number][level][len(kins) - 3]
        for kin in {card["mythology"] for card in higher}:
            levels = [card["level"] for card in higher if card["mythology"] == kin]
            total += len(set(levels)) ** 2 if len(set(levels)) > 1 else 0
            total += {6: 15, 7: 20, 8: 30}.get(len(levels), 0)
        return total

    def of_artifacts(self, own: list[str]) -> int:
        kins = Counter(ARTIFACTS[name][0] for name in own)
        sets = sum(many == 3 for many in kins.values())
        return sum(ARTIFACTS[name][1] for name in own) + {3: 15, 4: 20, 5: 30}.get(len(kins), 0) + 20 * sets

    def combinations(self, cards: list[Data], own: list[str]) -> int:
        kins = Counter(ARTIFACTS[name][0] for name in own)
        found = []
        for kin, many in kins.items():
            creatures = sum(card.get("mythology") == kin for card in cards)
            if creatures >= 3:
                found.append(COMBINED[many - 1][min(creatures, 6) - 3])
        return sum(sorted(found)[-2:] if self.settings.get("combinations") == "two" else found)

    # --- corrections, the state -----------------------------------------------------------------------------------

    def adjust(self, text: str) -> None:
        """A correction like `Anna wood 7`, `leave Anna` or `reading overkill lost`."""
        if text.startswith("leave "):
            self.leave(self.seat(text.removeprefix("leave ")))
            return
        if text.startswith("reading "):
            self.settings |= [read_reading(text)]
            self.tally["readings changed"] += 1
            return
        first, what, *rest = text.split(" ", 2)
        if first in ("damage", "slot"):
            assert self.battle
            self.battle.adjust(text)
        elif first == "button":
            self.button = self.seat(what)
            self.next = self.next if self.placed else self.button
        elif first == "mine":
            mine, _, name = text.removeprefix("mine ").rpartition(" ")
            self.mines.pop(mine, None)
            if name != "nobody":
                self.mines[mine] = self.seat(name)
        elif what in ("gains", "loses"):
            self.hand_over(self.players[self.seat(first)], what == "gains", *rest[0].split(" ", 1))
        else:
            self.count(self.players[self.seat(first)], what, int(rest[0].removeprefix("points ")))

    def count(self, player: Player, what: str, number: int) -> None:
        if what == "food":
            player.food = number
        elif what == "minus":
            player.minus = number
        else:
            player.goods[what] = number

    def hand_over(self, player: Player, gains: bool, kind: str, name: str) -> None:
        """A card or an assistant comes or goes by a correction; cards to and from their piles."""
        if kind == "assistant" and gains:
            player.assistants.append(self.free_name(player, name))
        elif kind == "assistant":
            player.assistants.remove(name)
            for figures in (self.placed, self.figures):
                figures[:] = [one for one in figures if (self.players[one.seat], one.kind) != (player, name)]
        elif kind == "creature" and gains:
            if name in self.pile:
                self.pile.remove(name)
            player.creatures.append(name)
        elif kind == "creature":
            player.creatures.remove(name)
            self.pile += [name] * (self.cards[name]["level"] > 1)
        elif gains:
            (self.artifacts if name in ARTIFACTS else self.items).pop(name)
            player.equipment.append(name)
        else:
            player.equipment.remove(name)
            self.put_back(name)

    def free_name(self, player: Player, kind: str) -> str:
        return next(name for name in (kind, f"{kind} 2", f"{kind} 3") if name not in player.assistants)

    def put_back(self, name: str) -> None:
        if name in ARTIFACTS:
            self.artifacts[name] = ARTIFACTS[name][2]
        else:
            self.items[name] = self.costs[name]

    def leave(self, seat: int) -> None:
        """A player leaves; cards go back to their piles (A21)."""
        player = self.players[seat]
        player.left = True
        self.tally["players left"] += 1
        self.pile += [name for name in player.creatures if self.cards[name]["level"] > 1]
        for name in player.equipment:
            self.put_back(name)
        for figures in (self.placed, self.figures):
            figures[:] = [figure for figure in figures if figure.seat != seat]
        self.mines = {mine: owner for mine, owner in self.mines.items() if owner != seat}
        if self.button == seat:
            self.button = self.clockwise(seat)[0]

    def state(self) -> Data:
        found: Data = {
            player.name: (
                player.assistants,
                {good: many for good, many in player.goods.items() if many},
                player.food,
                player.creatures,
                sorted(player.equipment),
                player.minus,
            )
            for player in self.players
            if not player.left
        }
        found |= {"turn": self.turn, "mines": self.mines, "button": self.button}
        if self.battle:
            maybe = {one.name for one in self.battle.fighters if one.maybe}
            found |= {name: one for name, one in self.battle.state().items() if name not in maybe}
        return found


def fighter(card: Data, side: str, may_wear: bool = True) -> Fighter:
    """A creature as it enters a battle."""
    return Fighter(
        card["name"],
        side,
        card["level"],
        card.get("mythology", ""),
        card.get("element", ""),
        card["hp"],
        card["bd"],
        read_abilities(card["abilities"]),
        may_wear,
    )


MINIONS = {
    "biblical": [["defensive 1"], ["defensive 2"], ["defensive 3"], ["defensive 4"]],
    "norse": [["flying"], ["flying"], ["multi attack"], ["multi attack", "offensive 2"]],
    "greek": [["first strike"], ["first strike"], ["flying"], ["flying", "first strike"]],
    "egyptian": [["frost attack"], ["poisonous"], ["poisonous"], ["burning 2"]],
    "japanese": [["offensive 1"], ["offensive 2"], ["offensive 3"], ["offensive 4"]],
}
STRENGTHS = [(7, 2), (9, 3), (12, 3), (14, 4)]


def minion(mythology: str, level: int) -> Fighter:
    """The minion that guards a creature of a level."""
    hp, bd = STRENGTHS[level - 2]
    words = MINIONS[mythology][level - 2]
    return Fighter("Minion", "defender", level, mythology, "", hp, bd, read_abilities(words), False)
