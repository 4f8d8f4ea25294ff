"""The actions of spaces without shops and battles: mines, storages, food, tavern, guild house, market, pit
(pp. 11-13; E2, A2-A4, A14, A16, A23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure
from referee.effects.phrases import Also, Names
from referee.errors import Illegal, refusal
from referee.games.conjurers import tables
from referee.games.conjurers.rules import card_pool
from referee.games.conjurers.rules.card_pool import Context, known_creatures, level_of
from referee.games.conjurers.rules.events import ButtonTaken, Sacrificed
from referee.games.conjurers.rules.spaces import BoardSpace
from referee.games.conjurers.rules.state import CONJURER, Player
from referee.games.conjurers.tables import PitColumn
from referee.games.conjurers.vocabulary import RESOURCES, Assistant, Resource, words
from referee.text.names import fold


class Visit(Struct):
    """The action of a player's figure on a space."""

    context: Context
    seat: int
    space: BoardSpace

    @property
    def owner(self) -> Player:
        """The figure's player."""
        return self.context.player(self.seat)


class NoMore(Move[Visit], frozen=True):
    """The figure does nothing more."""

    def do(self, visit: Visit) -> None:
        """Change nothing."""


# --- mines, storages, food ------------------------------------------------------------------------


def output(context: Context, space: BoardSpace) -> dict[str, int]:
    """Return the output of a mine, storage or food space in the present phase (pp. 11-12)."""
    good, by_phase = tables.phases().output_of(space.kind)
    return {good: by_phase[context.state.phase - 1]}


def take_mine(context: Context, player: int, space: BoardSpace) -> None:
    """Put the player's control marker on a mine; it pays at the end of every turn (p. 11)."""
    before = context.state.mines.get(space.name)
    context.state.mines[space.name] = player
    off = "" if before is None else f", {context.name(before)}'s comes off"
    goes = "stays on" if before == player else "goes on"
    context.say(f"{context.name(player)}'s marker {goes} the {space.name}{'' if before == player else off}.", "mines")


def take_output(context: Context, player: int, space: BoardSpace) -> None:
    """Gain the output of a storage or a food space at once (pp. 11-12)."""
    rules = ("food-spaces",) if space.sort == "food" else ("storages",)
    context.gain(player, output(context, space), space.name, rules)


def pay_mines(context: Context) -> None:
    """Pay every mine's owner at the start of the end phase, at the output of the phase that ends (A2)."""
    game = context.state
    for name, source in tables.phases().mines.items():
        if name in game.mines:
            goods: dict[str, int] = {source.resource: source.output[game.phase - 1]}
            context.gain(game.mines[name], goods, name, ("mines", "A2"))


# --- the tavern and the guild house ---------------------------------------------------------------


def take_button(context: Context, player: int, space: BoardSpace) -> None:
    """Take the Initiative Button; it counts from the next allocation on (A14)."""
    before = context.state.holder
    context.state.holder = player
    context.emit(ButtonTaken(player, before))


def fee(player: Player) -> dict[str, int]:
    """Return the cost of the player's next assistant (p. 13; E2)."""
    table = tables.upkeep().guild_house
    cost = table.second if len(player.assistants) == 1 else table.third
    return {str(good): amount for good, amount in cost.items()}


Kind = Annotated[
    Assistant,
    Names(
        "assistant",
        lambda visit: tables.phases().assistants.keys(),
        others=lambda visit: {CONJURER: Illegal("there is never a second conjurer", "figures")},
    ),
]


class Hire(Move[Visit], frozen=True):
    """One assistant is hired; of a kind that the player doesn't have yet unless a table allows any (E2, A23)."""

    says = "(hire|recruit|) {kind}"
    rule = "guild-house"
    kind: Kind

    def why_not(self, visit: Visit) -> str | Refusal:
        """Return why it is illegal: too many assistants, one of the kind already, or the cost; "" if legal."""
        owner, most = visit.owner, visit.context.setup.most_assistants
        if len(owner.assistants) >= most:
            return f"{owner.name} has {most} assistants already"
        if owner.has_kind(self.kind) and visit.context.setup.assistant_kinds == "different":
            return Refusal(f"{owner.name} has a {self.kind} already", "E2")
        return visit.context.cannot_pay(visit.seat, fee(visit.owner))

    def detail(self, visit: Visit) -> str:
        """Describe the cost."""
        return f"costs {words(fee(visit.owner))}"

    def do(self, visit: Visit) -> None:
        """Pay, and add the assistant."""
        visit.context.pay(visit.seat, fee(visit.owner), f"hiring a {self.kind}", ("guild-house", "E2"))
        hires = f"{visit.owner.name} hires a {visit.owner.add_assistant(self.kind)}"
        visit.context.say(f"{hires}, to be placed from the next turn on.", "guild-house", "E2", "A23")


class HireNobody(NoMore, frozen=True):
    """No assistant is hired."""

    says = ("(nobody|none|done)", "hire (nobody|none|done)")


HIRING = Moves(Hire, HireNobody)


def hire(context: Context, player: int, space: BoardSpace) -> Procedure[None]:
    """Ask to hire one assistant, or none."""
    visit = Visit(context, player, space)
    name = visit.owner.name
    asked = HIRING.question(visit, "hire", f"{name} hires", who=name, tells_closed=True)
    yield from ask_move(asked, visit)


# --- the marketplace ------------------------------------------------------------------------------

Good = Annotated[
    Resource,
    Names(
        "resource",
        lambda visit: RESOURCES,
        others=lambda visit: {"food": Illegal("food isn't traded, only resources are", "A3")},
    ),
]
Many = Annotated[int, Meta(ge=0, le=999_999)]


class Trade(Move[Visit], frozen=True, kw_only=True):
    """One resource is traded for another; how many are paid in all, and how many it `gets`, if that is said."""

    says = "(trade|) {paid} {pay} (|for|to|into|becomes|become)[ {gets}] {gain}"
    rule = "A3"
    paid: Many
    pay: Good
    gets: Many = 0
    gain: Good

    @property
    def _rate(self) -> tuple[int, int]:
        return tables.market().rate(self.pay, self.gain)

    @property
    def _gained(self) -> int:
        each, gives = self._rate
        return self.paid // each * gives

    @classmethod
    def candidates(cls, visit: Visit) -> Iterator[Self]:
        """Yield each resource once for each other one, if that is legal."""
        market, owner = tables.market(), visit.owner
        for pay in RESOURCES:
            for gain in RESOURCES:
                paid, _ = market.rate(pay, gain)
                if owner.has(pay) >= paid and not (one := cls(paid=paid, pay=pay, gain=gain)).why_not(visit):
                    yield one

    def complete(self, visit: Visit) -> Self:
        """Fill in what it gets, which follows from the rate. Raises Illegal for another number.

        A resource that isn't in the game is replaced by its substitute (p. 9; E6).
        """
        alone = replace(self, gets=0, gain=visit.context.instead.get(self.gain, self.gain))
        if self.gets not in (0, self._gained) and not alone.why_not(visit):
            raise Illegal(f"{self.paid} {self.pay} are {self._gained} {alone.gain}, not {self.gets}", "A3")
        return alone

    def why_not(self, visit: Visit) -> str | Refusal:
        """Check that the resources are traded, in this phase, by that many, and that the player has them."""
        if self.pay == self.gain:
            return f"{self.pay} isn't traded for itself"
        for resource in (self.pay, self.gain):
            if (error := refusal(visit.context.verify_in_game, resource)) is not None:
                return Refusal(error.reason, error.ruling)
        first = next(group.phase for group in tables.market().groups if self.gain in group.resources)
        if visit.context.state.phase < first:
            return f"{self.gain} can't be gained before phase {tables.phases().phases[first - 1].name}"
        each, _ = self._rate
        if self.paid < each or self.paid % each:
            return f"{self.pay} trades for {self.gain} by {each} at a time, not {self.paid}"
        lacks = visit.context.cannot_pay(visit.seat, {self.pay: self.paid})
        return Refusal(lacks, "marketplace") if lacks else ""

    def detail(self, visit: Visit) -> str:
        """Describe what it brings, and how often it can be made."""
        most = visit.owner.has(self.pay) // self.paid
        return f"gives {self._gained} {self.gain}" + (f", up to {most} times" if most > 1 else "")

    def option(self, visit: Visit, text: str) -> Option:
        """Return its option, with the ways to make it several times at once."""
        return replace(super().option(visit, text), ways=partial(self._several, visit, text))

    def _several(self, visit: Visit, text: str) -> list[str]:
        many = range(2, visit.owner.has(self.pay) // self.paid + 1)
        return [text.replace(f" {self.paid} ", f" {self.paid * times} ", 1) for times in many]

    def do(self, visit: Visit) -> None:
        """Pay, and gain what it brings."""
        paid = {str(self.pay): self.paid}
        visit.context.pay(visit.seat, paid, f"trade for {self.gain}", ("marketplace", "A3"))
        rules = ("marketplace", "market-rates", "A3")
        visit.context.gain(visit.seat, {self.gain: self._gained}, visit.space.name, rules, paid)


class TradeSentence(Move[Visit], frozen=True, kw_only=True):
    """A trade of all of a resource that can be traded, several times, or for what it `gets`."""

    says = (
        "(trade|) (all|all my|all the){every} {pay} (|for|to|into|becomes|become) {gain}",
        "(trade|) {pay} (|for|to|into|becomes|become) {gain}[ {times!}]",
        "(trade|) {paid} {pay} (|for|to|into|becomes|become) {gain} {times!}",
        "(trade|swap|exchange|) {pay} (for|to|into) {gets} {gain}",
    )
    listed = False
    paid: Many = 0
    pay: Good
    gain: Good
    gets: Many = 0
    times: Annotated[int, Meta(ge=1), Also({"twice": 2, "thrice": 3})] = 1
    every: bool = False

    def complete(self, visit: Visit) -> Any:
        """Return the `Trade` that it means. Raises Illegal for another number than the rate gives."""
        each, gives = tables.market().rate(self.pay, visit.context.instead.get(self.gain, self.gain))
        if self.gets % gives:
            raise Illegal(f"{each} {self.pay} are {gives} {self.gain}, or a multiple of that", "A3")
        times = max(1, visit.owner.has(self.pay) // each) if self.every else self.gets // gives or self.times
        return Trade(paid=(self.paid or each) * times, pay=self.pay, gain=self.gain)


class TradeNoMore(NoMore, frozen=True):
    """The last trade is made."""

    says = "done"
    leads_to = "no more trades"


TRADING = Moves(TradeNoMore, Trade, TradeSentence)


def trade(context: Context, player: int, space: BoardSpace) -> Procedure[None]:
    """Ask for trades of one resource for another until the player is done (p. 12; A3, A16)."""
    visit = Visit(context, player, space)
    move: Move[Visit] | None = None
    while not isinstance(move, TradeNoMore):
        *_, last = (None, *Trade.candidates(visit))
        asked = TRADING.question(
            visit,
            "trade",
            f"{visit.owner.name} trades",
            who=visit.owner.name,
            default="done",
            open=last is not None,
            hint="" if last is None else f"like {TRADING.write(last, visit)}, or a multiple of it",
        )
        move = yield from ask_move(asked, visit)


# --- the sacrificial pit --------------------------------------------------------------------------


def worth(column: PitColumn, level: int, place: int) -> dict[str, int]:
    """Return the goods for the `place`-th creature of an action: its row halved for each before it, rounded down."""
    amount = column.by_level[level - 1] // 2 ** (place - 1)
    return dict.fromkeys(column.gains, amount)


def _columns(visit: Visit) -> Mapping[str, str]:
    """Return the columns of the pit by their names, by their goods in reverse order, and by each good."""
    by_name: dict[str, str] = {}
    for column in tables.pit().columns:
        ways = (column.name, " and ".join(reversed(column.name.split(" and "))), *column.gains)
        by_name |= dict.fromkeys(ways, column.name)
    return by_name


def _why_not_given(visit: Visit) -> dict[str, str | Illegal]:
    """Return why each known creature that isn't the player's can't be given."""
    context, own = visit.context, set(map(fold, visit.owner.creatures))
    wanted = f"choose creatures of {visit.owner.name}'s"
    others = (face.name for key, face in known_creatures(context.setup, context.state).items() if key not in own)
    refused = {name: refusal(card_pool.refuse_known, context, name, "sacrificial-pit", wanted) for name in others}
    return {name: error for name, error in refused.items() if error is not None}


Given = Annotated[str, Names("creature of yours", lambda visit: visit.owner.creatures, others=_why_not_given)]
Column = Annotated[str, Names("column of the pit", _columns)]


class Offering(Struct, frozen=True):
    """A creature that is given, and the column by which it is paid for."""

    says: ClassVar[str] = "{creature} (for|) {column}"
    creature: Given
    column: Column

    @property
    def row(self) -> PitColumn:
        """The values of its column."""
        return next(column for column in tables.pit().columns if column.name == self.column)


class Sacrifice(Move[Visit], frozen=True):
    """Any number of creatures are given; in an order in which their levels don't fall."""

    says = "(sacrifice|slaughter|kill|) {offered:,|and}"
    rule = "A4"
    parts = (Offering,)
    offered: tuple[Offering, ...]

    @classmethod
    def candidates(cls, visit: Visit) -> Iterable[Self]:
        """Yield each creature alone, for each column that pays for it."""
        for name in visit.owner.creatures:
            for column in tables.pit().columns:
                if column.by_level[level_of(visit.context.setup, visit.context.state, name) - 1]:
                    yield cls((Offering(name, column.name),))

    def why_not(self, visit: Visit) -> str | Refusal:
        """Check that each is given once, by levels, for goods that it brings."""
        before = 0
        for at, one in enumerate(self.offered):
            if one.creature in [other.creature for other in self.offered[:at]]:
                return Refusal(f"{one.creature} can be given only once", "sacrificial-pit")
            level = level_of(visit.context.setup, visit.context.state, one.creature)
            if level < before:
                return f"{one.creature} is level {level}, below the one before it (level {before})"
            if not one.row.by_level[level - 1]:
                return f"a level {level} creature brings no {one.column}"
            before = level
        return ""

    def _brings(self, visit: Visit) -> Iterator[tuple[int, str, dict[str, int]]]:
        for place, one in enumerate(self.offered, 1):
            level = level_of(visit.context.setup, visit.context.state, one.creature)
            yield place, one.creature, visit.context.in_this_game(worth(one.row, level, place))

    def detail(self, visit: Visit) -> str:
        """Describe what the first one brings."""
        return f"brings {words(next(self._brings(visit))[2])}"

    def do(self, visit: Visit) -> None:
        """Sacrifice them one after the other."""
        context = visit.context
        for place, name, goods in self._brings(visit):
            visit.owner.creatures.remove(name)
            if not context.setup.sacrificed_return:
                context.state.gone.append(name)
            context.emit(Sacrificed(visit.seat, name, place, goods))
            context.gain(visit.seat, goods, visit.space.name, ("sacrificial-pit", "A4"))


class SacrificeAlike(Move[Visit], frozen=True):
    """Several creatures, or all, are given for the same goods."""

    says = (
        "(sacrifice|slaughter|kill|) {creatures:,|and} (for|) {column}",
        "(sacrifice|slaughter|kill|) (all|everything|all three|all of them) (for|) {column}",
    )
    listed = False
    creatures: tuple[Given, ...] = ()
    column: Column = ""

    def complete(self, visit: Visit) -> Any:
        """Return the `Sacrifice` that it means, by rising levels."""
        known = partial(level_of, visit.context.setup, visit.context.state)
        every = self.creatures or tuple(sorted(visit.owner.creatures, key=known))
        return Sacrifice(tuple(Offering(name, self.column) for name in every))


class SacrificeNothing(NoMore, frozen=True):
    """No creature is given."""

    says = (
        "(nothing|none|done)",
        "sacrifice (nothing|none|done)",
        "keep (them|all|everybody|everyone|everything|them all|all of them)",
    )
    leads_to = "no sacrifice"


OFFERING = Moves(SacrificeNothing, Sacrifice, SacrificeAlike)


def sacrifice(context: Context, player: int, space: BoardSpace) -> Procedure[None]:
    """Ask for creatures to sacrifice for goods, each further one for half (p. 13; A4, A16)."""
    visit = Visit(context, player, space)
    name, own = visit.owner.name, visit.owner.creatures
    asked = OFFERING.question(
        visit,
        "sacrifice",
        f"{name} sacrifices",
        who=name,
        open=bool(own),
        hint=f"several: {own[0]} for food, {own[1]} for stone and wood; each next one brings half" if own[1:] else "",
    )
    yield from ask_move(asked, visit)
