"""Using powers: as a move in their player's turn, or at their moment; the price first, then the effects (M64)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import structs

from referee.asking.interrupts import ALLOWED, NOTHING, Interrupt, Refusal
from referee.asking.moves import SpokenMove, forbid
from referee.asking.question import Option, Procedure, Question, choice, closed_by
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import attacks, cards, effects, endings, fights, powers
from referee.games.mythic.rules.activation import why_not_action, why_passed
from referee.games.mythic.rules.attacks import AS_IF_THERE
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.effects import PowerUse
from referee.games.mythic.rules.state import Match, Piece
from referee.games.mythic.units import active_powers
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.active_powers import Due
from referee.text.grammar import does, so_many, whose
from referee.text.names import and_list, by_key, find, fold, in_lower_case, printed

ON = " on "
USE, NO = "use", "no"


# --- usable powers -------------------------------------------------------------------------------------


def usable(match: Match, seat: int) -> Iterator[tuple[Piece, p.UnitPower]]:
    """Yield a player's powers that are moves: no moment, not by themselves; if not activated: permanent, passive."""
    acting = match.state.acting
    for piece in match.state.pieces:
        if piece.seat != seat or not piece.in_play:
            continue
        for power in p.powers_of(match.unit(piece.name)):
            mine = piece.name == acting.unit or power.kind in ("permanent", "passive")
            if (
                power.moment is None
                and mine
                and not all(active_powers.by_itself(power, effect) for effect in power.resolved)
            ):
                yield piece, power


def why_not(match: Match, piece: Piece, power: p.UnitPower) -> Refusal:
    """Return why a power can't be used as a move now, with the rule; by public knowledge."""
    acting = match.state.acting
    if piece.seat == match.seat and (passed := why_passed(match)):
        return passed
    if power.kind in ("active", "offensive") and acting.stopped:
        return Refusal(f"{whose(printed(piece.name))} activation is over", "activation")
    if power.kind == "offensive" and (why := why_not_action(match, "attack")):
        return why
    seen = powers.view(match)
    if refused := active_powers.why_not_used(seen, seen[piece.name], power):
        return refused
    if unpaid := why_not_pay(match, piece, power):
        return Refusal(f"{power.name}: {unpaid}", "power-price")
    owner = seen[piece.name]
    if effects.has_effect(PowerUse(match, power, owner), active_powers.effects_now(power, owner)):
        return ALLOWED
    if targets(match, piece, power) == []:
        return Refusal(f"{power.name} finds nobody it could be used on", "target-choice")
    return Refusal(f"nothing would come of {power.name} now", "X3")


def targets(match: Match, piece: Piece, power: p.UnitPower) -> list[str] | None:
    """List what can be named after "on" with any effect: the targets of an attack, or units or areas.

    None for a power without a target to name.
    """
    owner = powers.view(match)[piece.name]
    todo = active_powers.effects_now(power, owner)
    found = _fitting(PowerUse(match, power, owner), todo)
    if found is None:
        return None
    return [one for one in found if effects.has_effect(PowerUse(match, power, owner, named=one), todo)]


def _odds(match: Match, piece: Piece, power: p.UnitPower) -> dict[str, str]:
    """Describe dice and odds of a power's normal attack, by its target."""
    match = match.cached()
    owner = powers.view(match)[piece.name]
    use = PowerUse(match, power, owner)
    found = {}
    for effect in active_powers.effects_now(power, owner):
        for text, strike in effects.strikes_of(use, effect) if isinstance(effect, p.Attacks) else ():
            if isinstance(strike, fights.StrikeInGame):
                found[text] = attacks.odds_of(*attacks.check_attack(match, piece, strike.target, strike.manner))
    return found


def _fitting(use: PowerUse, todo: tuple[p.PowerEffect, ...]) -> list[str] | None:
    """List what can be named for the first effect that has a target to name; None if none has."""
    for effect in todo:
        if isinstance(effect, p.Attacks):
            return [text for text, _ in effects.strikes_of(use, effect)]
        who = effect.who if isinstance(effect, p.TargetedEffect) else None
        if isinstance(effect, p.RecallEffect) and isinstance(who, p.UnitSelection) and who.one:
            return [one.name for one in effects.recallable(use, who)]
        if isinstance(who, p.UnitSelection) and who.one:
            return [one.name for one in use.picked(who)]
        if isinstance(who, p.PlaceCondition):
            return use.areas_picked(who)
    return None


# --- paying ---------------------------------------------------------------------------------------------


def aow(power: p.UnitPower) -> int:
    """Return the AoW cards that a power costs."""
    return sum(price.number for price in power.prices if isinstance(price, p.PowerCost) and price.what == "aow")


def why_not_pay(match: Match, piece: Piece, power: p.UnitPower) -> str:
    """Return why a price can't be paid, "" if it could be, by public knowledge."""
    for price in power.prices:
        if isinstance(price, p.PayToken):
            if effects.on_board(match, piece.name, price.name) < price.number:
                return f"fewer than {price.number} {price.name} lie on the board"
        elif price.what == "wounds" and not piece.there:
            return "only a unit on the board takes wounds"
        elif price.what == "miniatures" and not _payers(match, piece, price.number):
            return f"no allied troop here has {so_many(price.number, 'miniature')}"
        elif price.what == "cards" and match.state.players[piece.seat].cards.held < price.number:
            return f"{match.name(piece.seat)} has fewer than {price.number} cards in hand"
    if not aow(power):
        return ""
    more = sum(one.number for one in power.prices if isinstance(one, p.PowerCost) and one.what == "cards")
    least = min(map(len, cards.prices(match, piece.seat, aow(power))), default=0)
    if least and least + more > match.state.players[piece.seat].cards.held:
        return f"{match.name(piece.seat)} has fewer than {least + more} cards in hand"
    return cards.why_not_pay(match, piece.seat, aow(power))


def _payers(match: Match, piece: Piece, number: int) -> list[Piece]:
    """List the troops in a unit's area that can lose `number` miniatures for it."""
    units = match.state.within(piece.area) if piece.there else []
    return [
        one for one in units if match.unit(one.name).troop and not match.enemy(piece, one) and one.vitality >= number
    ]


def pay(use: PowerUse, price: Price) -> Procedure[None]:
    """Pay all that a power costs, with the given payment for AoW cards."""
    match, piece, power = use.match, use.piece, use.power
    cards.spend(match, use.seat, price, power.name, ("power-price", "aow-payment"))
    for one in power.prices:
        if isinstance(one, p.PayToken):
            back = p.PutToken(verb="remove", name=one.name, who=p.PlaceCondition("anywhere"))
            yield from effects.carry_out(use, [back] * one.number)
        elif one.what == "wounds":
            endings.wound(match, piece, one.number, power.name, ("power-price",))
        elif one.what == "cards":
            yield from effects.discard_some(match, use.seat, one.number, power.name, ("power-price",))
        elif one.what == "miniatures":
            found = _payers(match, piece, one.number)
            troop = yield from effects.one_of(use, found, "a troop that pays")
            effects.change_miniatures(match, troop, -one.number, power.name, ("power-price",))


# --- as a move ------------------------------------------------------------------------------------------


def _label(match: Match, piece: Piece, power: p.UnitPower) -> str:
    """Format a power: its name, with its unit's if that isn't the activated one."""
    return power.name if piece.name == match.state.acting.unit else f"{power.name} of {piece.name}"


def _target(match: Match, piece: Piece, power: p.UnitPower, text: str) -> str:
    """Find the unit or area on which a power is used. Raises Unreadable or Illegal."""
    fitting = targets(match, piece, power)
    if fitting is None:
        raise Unreadable(f"{power.name} is used on nobody in particular: write power {power.name}")
    if fold(text) in (by_text := by_key(fitting, str)):
        return by_text[fold(text)]
    if any(one.name == name.removesuffix(AS_IF_THERE) for one in match.state.pieces for name in fitting):
        every = [one for one in match.state.pieces if one.there or one.name in fitting]
        plain = text.removesuffix(AS_IF_THERE)
        found = match.find_piece(plain, every, "unit on the board").name + text[len(plain) :]
    else:
        found = match.find_area(text)
    if found not in fitting:
        raise Illegal(f"{power.name} can't be used on {printed(found)}; it can on {and_list(fitting)}", "power-shows")
    return found


class Power(SpokenMove[Match], frozen=True):
    """A power that is used as a move; whose, on whom or where ("": it is asked), and what pays its AoW cards."""

    verbs = ("power",)
    usage = ("power POWER [on UNIT|AREA] [with PRICE]",)
    listed = False
    unit: str
    power: str
    target: str = ""
    price: Price = ()

    @classmethod
    def read(cls, match: Match, verb: str, rest: str) -> Power:
        """Parse a power: "Bolt on Ash Runner with omphalos". Raises Unreadable or Illegal."""
        return cls.of(match, match.seat, rest)

    @classmethod
    def of(cls, match: Match, seat: int, rest: str) -> Power:
        """Parse a player's power. Raises Unreadable or Illegal."""
        words, paid = cards.split_price(rest)
        name, _, on = in_lower_case(words, ON).partition(ON)
        by_name = {fold(_label(match, piece, power)): (piece, power) for piece, power in usable(match, seat)}
        if not by_name:
            raise Illegal("nobody has a power that could be used now", "power-shows")
        if not on and fold(name) not in by_name:  # "Bolt Ash Runner"
            prefix = next((key for key in by_name if fold(name).startswith(f"{key} ")), "")
            name, on = (name[: len(prefix)], name[len(prefix) :].strip()) if prefix else (name, on)
        piece, power = find(name, by_name, "power")
        why = why_not(match, piece, power)
        if why and (not piece.there or why_not_pay(match, piece, power) or targets(match, piece, power) == []):
            raise Illegal(*why)
        forbid(why)
        target = _target(match, piece, power, on) if on else ""
        price = cards.read_price(match, piece.seat, paid, aow(power)) if aow(power) else ()
        if paid and not aow(power):
            raise Illegal(f"{power.name} costs no AoW card", "power-price")
        return cls(piece.name, power.name, target, price)

    def write(self, match: Match) -> str:
        """Format a power as recorded."""
        on = f"{ON}{self.target}" if self.target else ""
        name = _label(match, match.state.piece(self.unit), self._power(match))
        return f"power {name}{on}{cards.write_price(self.price)}"

    def _power(self, match: Match) -> p.UnitPower:
        return next(one for one in p.powers_of(match.unit(self.unit)) if one.name == self.power)

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Yield the powers that can be used as a move, with each target; if `closed` the others, with the reason."""
        if match.state.phase == "act" or not closed:
            yield from cls.options_of(match, match.seat, closed=closed)

    @classmethod
    def options_of(cls, match: Match, seat: int, *, closed: bool = False) -> Iterator[Option]:
        """Yield a player's powers as `others` does."""
        for piece, power in usable(match, seat):
            name, why = f"power {_label(match, piece, power)}", why_not(match, piece, power)
            if why:
                if closed:
                    yield closed_by(name, why)
                continue
            price, many = next(cards.prices(match, piece.seat, aow(power)), ()), aow(power)
            odds = {} if closed else _odds(match, piece, power)
            found, first = targets(match, piece, power) or [""], power.resolved[0]
            if isinstance(first, p.GoEffect) and first.who == p.ITSELF and found != [""]:
                found.append("")  # it may be picked where the unit has come to
            for target in () if closed else found:
                text = cls(piece.name, power.name, target, price).write(match)
                ways = partial(cards.other_ways, match, piece.seat, text, many) if many else tuple
                about = "; ".join(filter(None, (odds.get(target), p.write_effects(power.effects))))
                yield Option(text, detail=about, group=name, ways=ways, has_odds=target in odds)

    def do(self, match: Match) -> Procedure[None]:
        """Use the power."""
        owner, power = powers.view(match)[self.unit], self._power(match)
        if not (yield from _seen(match, self, power)):
            return
        fitting = tuple(targets(match, match.state.piece(self.unit), power) or ())
        use = PowerUse(match, power, owner, named=self.target, fitting=fitting)
        yield from _use(use, active_powers.effects_now(power, owner), self.price)


# --- out of turn ----------------------------------------------------------------------------------------


def out_of_turn(match: Match) -> list[Interrupt]:
    """Return what players other than the one who moves may say before a decision, if any has such powers (M64)."""
    found: dict[str, list[Refusal]] = {}
    for seat in match.state.playing():
        if seat != match.seat or match.state.phase == "start":  # the others are moves
            for piece, power in usable(match, seat):
                found.setdefault(match.name(seat), []).append(why_not(match, piece, power))
    closed = {name: Refusal(and_list(why for why, _ in no), no[0][1]) for name, no in found.items() if all(no)}
    use = Interrupt(
        option=Option("power", detail="a permanent or passive one that has no moment"),
        who=[name for name in found if name not in closed],
        closed=closed,
        do=partial(_use_out_of_turn, match),
        rest=partial(_which, match),
        at=("draw", "move"),
        ends_step=True,
    )
    return [use] if found else []


def _which(match: Match, who: str) -> Question[Power | None]:
    """Return the question which power a player uses out of turn; None after all."""
    seat = match.seat_of(who)
    return Question(
        "use",
        f"{who} uses",
        lambda text: None if fold(text) == NOTHING else Power.of(match, seat, text),
        who=who,
        options=lambda: [
            *(
                structs.replace(one, text=one.text.removeprefix("power "), group="")
                for one in Power.options_of(match, seat)
            ),
            Option(NOTHING, detail="after all"),
        ],
        write=lambda move: NOTHING if move is None else move.write(match).removeprefix("power "),
    )


def _use_out_of_turn(match: Match, who: str, move: Power | None) -> Procedure[None]:
    if move is not None:
        yield from move.do(match)
        yield from match.settle(match)


def _seen(match: Match, move: Power, power: p.UnitPower) -> Procedure[bool]:
    """Check whether a power's target is seen; ask for a line that the map lacks before anything is paid."""
    piece = match.state.piece(move.unit)
    if not (move.target and any(isinstance(effect, p.Attacks) for effect in power.effects)):
        return True
    unit = next((one for one in match.state.pieces if one.name == move.target.removesuffix(AS_IF_THERE)), None)
    area = move.target.rpartition(" ")[2] if unit is None else unit.area  # else an area, or a token with its area

    def verify() -> None:
        if move.target not in (targets(match, piece, power) or ()):
            raise Illegal(does(printed(move.target), "isn't seen"), "visible")

    return (yield from fights.is_still_allowed(match, piece, area, verify))


def _use(use: PowerUse, todo: tuple[p.PowerEffect, ...], price: Price) -> Procedure[None]:
    """Note a power as used, pay for it, carry out its effects; these don't trigger it again (X4)."""
    under_way = f"now: {use.power.name}"
    uses = f"{use.match.name(use.seat)} uses {whose(printed(use.owner.name))} {use.power.name}"
    use.match.say(f"{uses}: {use.power.text.rpartition(': ')[2]}.", *use.rules)
    if use.power.kind == "offensive":
        use.match.state.acting.done.append("attack")
    often = {"once a round": "round", "once a game": "game"}.get(use.power.often or "")
    if often or use.power.kind in ("active", "offensive"):
        use.piece.marks.append(f"{often or 'turn'}: {use.power.name}")
    use.piece.marks.append(under_way)
    yield from pay(use, price)
    yield from effects.carry_out(use, todo)
    use.piece.marks.remove(under_way)


# --- at a moment ----------------------------------------------------------------------------------------


def settle(match: Match) -> Procedure[None]:
    """Carry out the powers that are due, in the order of the active player, whose own are listed first (M38).

    A unit that one of them has moved is meanwhile where it stands then.
    """
    while match.noted and not match.state.over:
        seats = match.state.clockwise(match.seat)
        now = sorted(match.noted, key=lambda one: seats.index(match.state.piece(one.owner.name).seat))
        stood = {piece.name: piece.area for piece in match.state.pieces}
        match.noted.clear()
        while not match.state.over and (found := [one for one in now if _is_open(match, _moved(match, one, stood))]):
            due = yield from _first(match, found)
            now.remove(due)
            yield from _offer(match, _moved(match, due, stood))
    match.noted.clear()


def _moved(match: Match, due: Due, stood: Mapping[str, str]) -> Due:
    """Return a power that is due with its unit where it stands, if that isn't where it stood."""
    piece = match.state.piece(due.owner.name)
    if not piece.there or piece.area == stood[piece.name]:
        return due
    return structs.replace(due, owner=structs.replace(due.owner, area=piece.area))


def _first(match: Match, found: Sequence[Due]) -> Procedure[Due]:
    """Ask the active player which power comes first, unless all of them only last (M38)."""
    texts: dict[str, Due] = {}
    for due in found:  # one that is due twice is listed once
        texts.setdefault(f"{due.power.name} of {due.owner.name}", due)
    if len(texts) < 2 or all(isinstance(one, p.Holds | p.RerollEffect) for due in found for one in due.effects):
        return found[0]
    player, options = match.player.name, [*map(Option, texts)]
    usual = options[0].text
    asks = f"{player}: which power comes first"
    text = yield choice("order", asks, options, who=player, default=usual, skippable=True)
    return texts[text]


def _is_open(match: Match, due: Due) -> bool:
    """Return whether a power that is due can be used and anything comes of it; an opponent pays no AoW cards (M44).

    One that was carried out before it may have destroyed its unit or moved its slide on.
    """
    power, piece, seen = due.power, match.state.piece(due.owner.name), powers.view(match)
    lives = piece.in_play and not active_powers.why_not_used(seen, seen[piece.name], power)
    if not lives and power.moment != "when destroyed":
        return False
    if why_not_pay(match, piece, power) or any(mark.endswith(f": {power.name}") for mark in piece.marks):
        return False
    if (piece.name in match.deciders and aow(power)) or not effects.has_effect(_use_of(match, due), due.effects):
        return False
    return not (power.kind == "offensive" and why_not_action(match, "attack"))


def _use_of(match: Match, due: Due) -> PowerUse:
    return PowerUse(match, due.power, due.owner, due.fight)


def _offer(match: Match, due: Due) -> Procedure[None]:
    """Ask whether a power that is due is used, if that is a choice, as of an opponent it always is (M44)."""
    power, use, by_opponent = due.power, _use_of(match, due), due.owner.name in match.deciders
    price: Price | None = ()
    if by_opponent or power.prices or any(isinstance(effect, _CHOSEN) for effect in due.effects):
        price = yield _question(use)
    if price is not None:
        yield from _use(use, due.effects, price)


_CHOSEN = p.GoEffect | p.PutToken | p.Attacks | p.ActivateEffect | p.Search | p.Either | p.CardsEffect | p.Stone
"""Free effects that a player might decline: those that move, lay tokens, attack, search or call."""


def _question(use: PowerUse) -> Question[Price | None]:
    """Return the question what a player pays to use a power that is due; None if it isn't used."""
    match, power = use.match, use.power
    many = aow(power)

    def options() -> list[Option]:
        paid = next(cards.prices(match, use.seat, many), None) if many else ()
        return [*([] if paid is None else [Option(f"{USE}{cards.write_price(paid)}")]), Option(NO)]

    def parse(text: str) -> Price | None:
        words, paid = cards.split_price(" ".join(text.split()))
        answer = find(words, {USE: USE, fold(power.name): USE, "yes": USE, NO: NO}, "")
        if paid and (answer == NO or not many):
            raise cards.nothing_paid(words, paid)
        if answer == NO:
            return None
        return cards.read_price(match, use.seat, paid, many) if many else ()

    costs = f" ({and_list(map(p.write_part, power.prices))})" if power.prices else ""
    does = p.write_effects(power.effects).replace('manual "', '"')
    return Question(
        "power",
        f"{use.player}: {whose(printed(use.owner.name))} {power.name}{costs}: {does}",
        parse,
        who=use.player,
        default=NO,
        options=options,
        write=lambda price: NO if price is None else f"{USE}{cards.write_price(price)}",
    )
