"""The effects of powers: one function for each kind; effects are carried out in the order of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, field

from referee.asking.question import Option, Procedure, Question, choice
from referee.errors import refusal
from referee.games.mythic import tables
from referee.games.mythic.board import moving
from referee.games.mythic.rules import area_attacks, attacks, cards, endings, fights, manoeuvres, movement, powers
from referee.games.mythic.rules import events as e
from referee.games.mythic.rules.attacks import Manner
from referee.games.mythic.rules.state import Match, Piece, Spot, Token, TurnBonus, Until
from referee.games.mythic.units import active_powers
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.active_powers import FightAtRange, StandingUnit, View, figure
from referee.games.mythic.vocabulary import AttackKind
from referee.text.grammar import agreeing, does, so_many, whose
from referee.text.names import a_or_an, by_key, find, fold, printed

UNTIL: Mapping[p.Lasts | None, Until] = {
    "this attack": "attack",
    "this activation": "activation",
    "this turn": "turn",
    "one round": "round",
    None: "activation",
}
STAY = "stay"


class PowerUse(Struct):
    """A power that is being carried out: its unit as it was at the start; its attack; the unit or area named for it.

    `fitting` are those that can be named: if none was, one of them is picked. `chosen` are the units picked for each
    target: they stay for the effects after it.
    """

    match: Match
    power: p.UnitPower
    owner: StandingUnit
    fight: FightAtRange | None = None
    named: str = ""
    fitting: tuple[str, ...] = ()
    chosen: dict[p.Who, list[Piece]] = field(default_factory=dict)

    @property
    def piece(self) -> Piece:
        """Unit that has the power."""
        return self.match.state.piece(self.owner.name)

    @property
    def seat(self) -> int:
        """Seat of the unit's player."""
        return self.piece.seat

    @property
    def player(self) -> str:
        """Name of the player who decides: the unit's, or an opponent where it attacks an ally (M44)."""
        return self.match.name(self.match.deciders.get(self.owner.name, self.seat))

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules by which it works."""
        return (f"{self.power.kind}-powers",)

    def view(self) -> View:
        """Return the game as it is now."""
        return powers.view(self.match)

    def picked(self, who: p.Who | None) -> list[Piece]:
        """List the units that a target includes: all of them, or those from which one is picked."""
        names = active_powers.picked(self.view(), who or p.ITSELF, self.owner, self.power, self.fight)
        return list(map(self.match.state.piece, names))

    def areas_picked(self, who: p.PlaceCondition) -> list[str]:
        """List the areas from which one is picked."""
        return list(active_powers.areas_picked(self.view(), who, self.owner, self.power))

    def lapse(self, why: str) -> None:
        """Report that an effect does nothing."""
        self.match.say(f"{self.power.name}: nothing happens, {why}.")


def carry_out(use: PowerUse, effects: Sequence[p.PowerEffect]) -> Procedure[None]:
    """Carry effects out one after the other, until the game ends."""
    for effect in effects:
        if use.match.state.over:
            return
        yield from CARRIED_OUT[type(effect)](use, effect)


# --- targets --------------------------------------------------------------------------------------------


def whom(use: PowerUse, who: p.Who | None) -> Procedure[list[Piece]]:
    """Find the targets of an effect; ask the power's player if it is one of several."""
    meant = who or p.ITSELF
    if meant not in use.chosen:
        targets = use.picked(meant)
        if isinstance(meant, p.UnitSelection) and meant.one and targets:
            targets = [(yield from one_of(use, targets, meant.noun))]
        use.chosen[meant] = targets
    return [piece for piece in use.chosen[meant] if piece.in_play]


def one_of(use: PowerUse, found: list[Piece], noun: str) -> Procedure[Piece]:
    """Take the unit that was named, else ask the power's player to pick one."""
    if named := next((piece for piece in found if piece.name == use.named), None):
        return named
    found, use.fitting = [piece for piece in found if piece.name in use.fitting] or found, ()
    picked_name = yield from _pick(
        use,
        f"{noun} for {use.power.name}",
        [Option(piece.name, detail=f"{use.match.name(piece.owner)}'s, in {piece.area}") for piece in found],
    )
    return use.match.state.piece(picked_name)


def _pick(use: PowerUse, what: str, options: Sequence[Option]) -> Procedure[str]:
    """Ask the power's player to pick an option."""
    if len(options) == 1:
        return options[0].text
    picked: str = yield choice("pick", f"{use.player} picks {what}", options, who=use.player)
    return picked


def _areas(use: PowerUse, who: p.Who | None, fitting: Callable[[Spot], bool]) -> Procedure[str]:
    """Find the area that an effect names, among those where it works; ask if there are several. "" for none."""
    if isinstance(who, p.PlaceCondition):
        areas = use.areas_picked(who)
    else:
        areas = list(dict.fromkeys(piece.area for piece in (yield from whom(use, who)) if piece.area))
    found = [name for name in areas if fitting(use.match.spot(name))]
    if not found:
        return ""
    if use.named in found:
        return use.named
    return (yield from _pick(use, f"an area for {use.power.name}", powers.area_options(use.match, found)))


# --- whether effects change anything ---------------------------------------------------------------------


def has_effect(use: PowerUse, effects: Sequence[p.PowerEffect]) -> bool:
    """Return whether effects would change anything once the price is paid (X3)."""
    return any(_changes(use, effect) or _paid_changes(use, effect) for effect in effects)


def _paid_changes(use: PowerUse, effect: p.PowerEffect) -> bool:
    """Return whether what the price takes is what an effect gives back: wounds, cards, miniatures, tokens."""
    prices = use.power.prices
    paid = {"token" if isinstance(price, p.PayToken) else price.what for price in prices}
    match effect:
        case p.HarmEffect(what="heal"):
            return "wounds" in paid and use.piece in targets_of(use, effect.who)
        case p.CardsEffect(player=None, verb="draw"):
            return bool(paid & {"aow", "cards"})
        case p.RecallEffect() | p.Miniatures():
            return "miniatures" in paid
        case p.PutToken(verb="place"):
            return any(isinstance(one, p.PayToken) and fold(one.name) == fold(effect.name) for one in prices)
        case p.Either():
            return any(_paid_changes(use, option) for option in effect.options)
    return False


def _changes(use: PowerUse, effect: p.PowerEffect) -> bool:
    """Return whether an effect would change something now, on any of its possible targets."""
    match, unit = use.match, use.owner.name
    match effect:
        case p.Attacks():
            return any(strikes_of(use, effect))
        case p.RecallEffect():
            return bool(recallable(use, effect.who))
        case p.ElementsEffect():
            return any(
                match.state.board.elements(area) and (effect.by.sign > 0 or match.spot(area).elements)
                for area in _meant_areas(use, effect.who)
            )
        case p.PutToken(verb="remove"):
            return any(_lying(match.spot(area), unit, effect.name) for area in _meant_areas(use, effect.who))
        case p.PutToken():
            return _in_reserve(use, effect.name) is not None and bool(_meant_areas(use, effect.who))
        case p.CardsEffect():
            seats = _opponents(use) if effect.player else [use.seat]
            piles = [match.state.players[seat].cards for seat in seats]
            return any(pile.held if effect.verb == "discard" else pile.deck or pile.discard for pile in piles)
        case p.ActivateEffect():
            return bool(callable_troops(use, effect.who))
        case p.Search(player=None):
            return bool(match.state.players[use.seat].cards.deck)
        case p.Either():
            return any(_changes(use, option) for option in effect.options)
        case p.TargetedEffect() if not isinstance(effect.who, p.PlaceCondition):
            return any(_changes_unit(use, effect, piece) for piece in targets_of(use, effect.who))
    return True


def _changes_unit(use: PowerUse, effect: p.TargetedEffect, piece: Piece) -> bool:
    """Return whether an effect would change something of a unit."""
    full = use.match.unit(piece.name).full
    match effect:
        case p.HarmEffect(what="heal"):
            return piece.vitality < full
        case p.HarmEffect():
            return piece.there
        case p.Miniatures():
            return use.match.unit(piece.name).troop and piece.there and (effect.by.sign < 0 or piece.vitality < full)
        case p.GoEffect():
            if not piece.there or _is_unmovable(use.match, piece):
                return False
            match, number = use.match, figure(effect.number)
            return bool(_jumps(match, piece, number) if effect.how == "jump" else _walks(match, piece, number).ways)
        case p.Stone(what="gives"):
            return bool(piece.stone) and not use.piece.stone and use.piece.there
        case p.Stone():
            return bool(piece.stone)
    return True


def targets_of(use: PowerUse, who: p.Who | None) -> list[Piece]:
    """List the targets of an effect: all of them, the one that was named, or those from which one is picked."""
    found = [piece for piece in use.picked(who) if piece.in_play]
    named = [piece for piece in found if piece.name == use.named]
    return named if named and isinstance(who, p.UnitSelection) and who.one else found


def _meant_areas(use: PowerUse, who: p.Who | None) -> list[str]:
    if isinstance(who, p.PlaceCondition):
        areas = use.areas_picked(who)
        return [use.named] if use.named in areas else areas
    return [piece.area for piece in targets_of(use, who) if piece.area]


def _is_unmovable(match: Match, piece: Piece) -> bool:
    """Return whether no power moves a unit (Huge)."""
    return any(tables.types()[one].unmoved for one in powers.types(match, piece))


# --- values, talents, types -----------------------------------------------------------------------------


def _holds(use: PowerUse, effect: p.Holds | p.RerollEffect) -> Procedure[None]:
    """Add a lasting effect, whose numbers are figures already, to its targets."""
    words, until = p.write_effect(p.bare(effect)), UNTIL[effect.lasts]
    about = [p.write_part(condition) for condition in active_powers.about_target(use.power)]
    for piece in (yield from whom(use, effect.who)):
        only = about if piece.name == use.owner.name else []  # the others were chosen by it
        piece.bonuses.append(
            TurnBonus(effect=words, source=use.power.name, until=until, by=use.match.seat, only=", ".join(only))
        )
        long = f"in this {until}" if until in ("attack", "activation", "turn") else "for one round"
        effect_text = " ".join((words, *only))
        use.match.say(f"{printed(piece.name)}: {effect_text} {long} ({use.power.name}).", *use.rules)


# --- wounds, miniatures ---------------------------------------------------------------------------------


def _harm(use: PowerUse, effect: p.HarmEffect) -> Procedure[None]:
    """Wound or heal; of one moment's wounds those of the active player's enemies come first (X9)."""
    number, match = figure(effect.number), use.match
    found = yield from whom(use, effect.who)
    for piece in sorted(found, key=lambda one: match.setup.are_allied(one.owner, match.seat)):
        if effect.what == "wounds":
            endings.wound(match, piece, number, use.power.name, (*use.rules, "M14"), by=use.owner.name)
        elif not endings.heal(match, piece, number, use.power.name, (*use.rules, "M63")):
            use.lapse(does(printed(piece.name), "has full vitality (M63)"))


def _miniatures(use: PowerUse, effect: p.Miniatures) -> Procedure[None]:
    number = figure(effect.by)
    for piece in (yield from whom(use, effect.who)):
        change_miniatures(use.match, piece, number, use.power.name, use.rules)


def change_miniatures(match: Match, piece: Piece, number: int, source: str, rules: tuple[str, ...]) -> None:
    """Add or remove miniatures, never above the start; a troop without any is destroyed."""
    unit = match.unit(piece.name)
    if not unit.troop or not piece.there:
        return
    before = piece.vitality
    piece.vitality = max(0, min(unit.full, before + number))
    by = piece.vitality - before
    changes = does(printed(piece.name), "gains" if by >= 0 else "loses")
    match.say(f"{changes} {so_many(abs(by), 'miniature')}: {piece.vitality} there now ({source}).", *rules)
    if not piece.vitality:
        endings.destroy(match, piece)


def _recall(use: PowerUse, effect: p.RecallEffect) -> Procedure[None]:
    """Bring miniatures of troops back into play; a destroyed one comes into its zone (M60)."""
    found = recallable(use, effect.who)
    if not found:
        use.lapse("no troop has lost miniatures")
    elif not isinstance(effect.who, p.UnitSelection) or effect.who.one:
        found = [(yield from one_of(use, found, "a troop"))]
    for piece in found:
        area, comes = piece.area, not piece.there
        if comes:
            options = powers.area_options(use.match, powers.open_areas(use.match, piece))
            if not options:  # another one has taken the last room
                continue
            area = yield from _pick(use, f"an area for {printed(piece.name)}", options)
        number = min(figure(effect.number), use.match.unit(piece.name).full - piece.vitality)
        piece.vitality += number
        piece.status, piece.area = "board", area
        use.match.emit(e.Recalled(use.seat, piece.name, number, area, (*use.rules, "M60")))
        if comes:
            yield from movement.resolve_arrival(use.match, piece)


def recallable(use: PowerUse, who: p.Who | None) -> list[Piece]:
    """List the troops that a power could recall: targets on the board, and with "anywhere" destroyed ones too."""
    match = use.match
    seen = use.picked(who)
    fallen = isinstance(who, p.UnitSelection) and who.where == "anywhere" and who.side != "enemy"
    return [
        piece
        for piece in match.state.pieces
        if match.unit(piece.name).troop
        and piece.vitality < match.unit(piece.name).full
        and (
            piece in seen
            or (
                fallen
                and piece.status == "destroyed"
                and match.are_allied(use.piece, piece)
                and powers.open_areas(match, piece)
            )
        )
    ]


# --- moving ---------------------------------------------------------------------------------------------


def _go(use: PowerUse, effect: p.GoEffect) -> Procedure[None]:
    """Move a unit, as a walk or by a jump; no power moves a huge one (Huge)."""
    number = figure(effect.number)
    for piece in (yield from whom(use, effect.who)):
        if not piece.there:
            continue
        if _is_unmovable(use.match, piece):
            use.lapse(does(printed(piece.name), "is huge: nothing moves it"))
        elif effect.how == "jump":
            match = use.match
            area = yield from _pick(
                use,
                f"where {printed(piece.name)} jumps to",
                [*powers.area_options(match, _jumps(match, piece, number)), Option(STAY)],
            )
            if area != STAY:
                yield from movement.land(match, piece, area, "jumps", use.rules)
        else:
            yield from _walk(use, piece, number)


def _jumps(match: Match, piece: Piece, number: int) -> list[str]:
    """List the areas that a unit could jump to."""
    return [
        name
        for name in match.state.board.within(piece.area, number)
        if name != piece.area and not powers.why_no_room(match, piece, name)
    ]


def _walks(match: Match, piece: Piece, number: int) -> moving.Reachable:
    """Find the routes by which a unit could be moved as a walk."""
    return moving.reach(powers.mover(match, piece, movement=number), "walk", piece.area)


def _walk(use: PowerUse, piece: Piece, number: int) -> Procedure[None]:
    match, far = use.match, _walks(use.match, piece, number)
    if far.refused:
        return use.lapse(does(printed(piece.name), f"doesn't move: {far.refused.reason}"))
    every = [way for found in far.ways.values() for way in found]
    own = {text: [way] for text, way in movement.by_areas(every).items()}
    ways = own if piece.seat == use.seat else movement.led_routes(match, every)
    route_text = yield from _pick(
        use,
        f"where {printed(piece.name)} goes",
        [*(Option(text, detail=powers.describe(match, text.split()[-1])) for text in ways), Option(STAY)],
    )
    if route_text == STAY:
        return None
    way = yield from movement.choose_route(match, piece, ways[route_text])
    way = yield from movement.arrive(match, piece, way, "moves", use.rules, action="walk", areas=number)
    if way.over and match.state.acting.unit == piece.name:
        match.state.acting.stopped = True
    return None


# --- stones, elements, tokens ---------------------------------------------------------------------------


def _stone(use: PowerUse, effect: p.Stone) -> Procedure[None]:
    for piece in (yield from whom(use, effect.who)):
        if not piece.stone:
            use.lapse(does(printed(piece.name), "carries no stone"))
        elif effect.what == "drops":
            endings.drop(use.match, piece, use.rules)
        elif use.piece.stone or not use.piece.there:
            use.lapse(f"{printed(use.owner.name)} can't take another stone")
        else:
            use.piece.stone, piece.stone = piece.stone, ""
            gives = f"{does(printed(piece.name), 'gives')} {agreeing('its', printed(piece.name))}"
            stone = use.match.stone_text(use.piece.stone)
            use.match.say(f"{gives} {stone} to {printed(use.owner.name)}.", *use.rules)


def _elements(use: PowerUse, effect: p.ElementsEffect) -> Procedure[None]:
    number = figure(effect.by)
    area = yield from _areas(use, effect.who, lambda spot: number > 0 or spot.elements > 0)
    if not area or not use.match.state.board.elements(area):
        return use.lapse("no 3D element is there")
    spot, ground = use.match.spot(area), use.match.state.board[area].terrain
    by = max(number, -spot.elements)
    spot.elements += by
    what = so_many(abs(by), e.element(ground))
    done = f"Put {what} into" if by > 0 else f"Remove {what} from"
    rest = f"{spot.elements} there" if spot.elements else "it is open ground now"
    use.match.say(f"{done} {area}: {rest} ({use.power.name}).", *use.rules)
    return None


def _token(use: PowerUse, effect: p.PutToken) -> Procedure[None]:
    """Lay a token down from the reserve, or return it (M64)."""
    if effect.verb == "remove":
        area = yield from _areas(use, effect.who, lambda spot: bool(_lying(spot, use.owner.name, effect.name)))
        if not area:
            return use.lapse(f"no {effect.name} lies there")
        token = _lying(use.match.spot(area), use.owner.name, effect.name)[0]
        use.match.spot(area).tokens.remove(token)
        use.match.say(f"Put the {token.name} token of {area} back into its reserve.", *use.rules)
        return None
    kind = _in_reserve(use, effect.name)
    if kind is None:
        return use.lapse(f"no {effect.name} is left in the reserve")
    area = yield from _areas(use, effect.who, lambda spot: True)
    if not area:
        return use.lapse("there is no area for it")
    token = Token(kind.name, use.owner.name, use.piece.owner, kind.vitality or 0)
    use.match.spot(area).tokens.append(token)
    use.match.say(f"Lay {a_or_an(kind.name)} token in {area}.", *use.rules)
    return None


def _in_reserve(use: PowerUse, name: str) -> p.TokenKind | None:
    """Find a kind of token of the power's unit with one left in the reserve; None if there is none."""
    kind = next((one for one in p.tokens_of(use.owner.unit) if fold(one.name) == fold(name)), None)
    return kind if kind is not None and on_board(use.match, use.owner.name, name) < kind.count else None


def on_board(match: Match, unit: str, name: str) -> int:
    """Count the tokens of that name of a unit on the board."""
    return sum(len(_lying(spot, unit, name)) for spot in match.state.spots.values())


def _lying(spot: Spot, unit: str, name: str) -> list[Token]:
    """List the tokens of that name of a unit in an area."""
    return [token for token in spot.tokens if token.unit == unit and fold(token.name) == fold(name)]


# --- activations, attacks, cards ------------------------------------------------------------------------


def _activate(use: PowerUse, effect: p.ActivateEffect) -> Procedure[None]:
    """Call a troop as a leader does: its card comes from the deck, shown, and it may be activated (M68)."""
    match = use.match
    found = callable_troops(use, effect.who)
    if not found:
        return use.lapse(
            "no troop can be called: none is there, no card of it is in the deck, or it isn't its player's turn"
        )
    piece = yield from one_of(use, found, "a troop")
    cards.fetch(match, piece.owner, match.seat, piece.name, (*use.rules, "M68"))
    if piece.owner != match.seat:
        piece.guest = match.seat
    match.state.call(*match.state.called, piece.name)
    called = f"{printed(use.owner.name)} calls {printed(piece.name)}"
    match.say(f"{called}: it may be activated without an AoW card.", *use.rules)
    return None


def callable_troops(use: PowerUse, who: p.Who | None) -> list[Piece]:
    """List the troops that a power could call, in its player's own turn (Leader, M68)."""
    if use.seat != use.match.seat:
        return []
    return [
        piece
        for piece in use.picked(who)
        if use.match.unit(piece.name).troop
        and not piece.activated
        and use.match.state.players[piece.owner].cards.possible_copies(piece.name)
    ]


def _attacks(use: PowerUse, effect: p.Attacks) -> Procedure[None]:
    """Attack a unit or an area with the power's dice and range; what is for one under way isn't for it."""
    match, piece = use.match, use.piece
    if not piece.there:
        return use.lapse(does(printed(piece.name), "isn't on the board"))
    strikes = dict(strikes_of(use, effect))
    if not strikes:
        return use.lapse("nobody can be attacked so")
    meant = [use.named] if use.named in strikes else [*strikes]
    target_text = yield from _pick(use, f"what {use.power.name} attacks", [*map(Option, meant)])
    strike, acting = strikes[target_text], match.state.acting
    if acting.unit == piece.name and "attack" not in acting.done:
        acting.struck = True
    at_moment = use.power.moment not in (None, "start", "end")
    aside = [
        (one, bonus)
        for one in match.state.pieces
        for bonus in one.bonuses
        if at_moment and bonus.until == "attack" and bonus.source != use.power.name
    ]
    for one, bonus in aside:
        one.bonuses.remove(bonus)
    if isinstance(strike, fights.StrikeInGame):
        yield from fights.fight(match, piece, strike, partial(_fits, use))
    else:
        yield from area_attacks.carry_out(match, piece, strike, _manner_of(use.power, effect))
    for one, bonus in aside:
        one.bonuses += [bonus] * one.in_play
    return None


def _manner_of(power: p.UnitPower, effect: p.Attacks) -> Manner:
    """Return the manner of a power's attack, with its dice and range."""
    dice, reach = (None if one is None else figure(one) for one in (effect.dice, effect.range))
    kind: AttackKind = "area" if effect.how == "area attack" else "attack"
    return Manner(kind=kind, source=f"power {power.name}", dice=dice, range=reach)


def strikes_of(use: PowerUse, effect: p.Attacks) -> Iterator[tuple[str, fights.StrikeInGame | str]]:
    """Yield the attacks that a power allows now, by the name of the target: a unit, or an attacked area."""
    match, piece, manner = use.match, use.piece, _manner_of(use.power, effect)
    if not piece.there:
        return
    if manner.kind == "area":
        for area in area_attacks.open_areas(match, piece, manner):
            there = (attacks.AttackTarget(one.name) for one in match.enemies_at(piece, area))
            if any(_fits(use, target, manner) for target in there):
                yield area, area
        return
    match = match.cached()
    for target, how in attacks.candidates(match, piece, manner):
        if not refusal(attacks.check_attack, match, piece, target, how) and _fits(use, target, how):
            yield attacks.write(target, how).removeprefix("attack "), fights.StrikeInGame(target, how)


def _fits(use: PowerUse, target: attacks.AttackTarget, manner: Manner) -> bool:
    """Return whether the conditions of a power that attacks hold for a target."""
    fight = attacks.fight_of(use.match, use.piece, target, manner)
    return active_powers.fits(use.view(), use.power, fight)


def _cards(use: PowerUse, effect: p.CardsEffect) -> Procedure[None]:
    for seat in (yield from _players(use, effect.player)):
        number = figure(effect.number)
        if effect.verb == "draw":
            cards.draw(use.match, seat, number, use.rules)
        else:
            yield from discard_some(use.match, seat, number, use.power.name, use.rules)


def _opponents(use: PowerUse) -> list[int]:
    match = use.match
    return [seat for seat in match.state.playing(use.seat) if not match.setup.are_allied(seat, use.seat)]


def _players(use: PowerUse, who: p.Opponents | None) -> Procedure[list[int]]:
    """Find the players who draw or discard: the power's own, all opponents, or one, which is asked."""
    match = use.match
    if who is None:
        return [use.seat]
    others = _opponents(use)
    if who.players == "each opponent" or len(others) < 2:
        return others
    picked_name = yield from _pick(use, "an opponent", [Option(match.name(seat)) for seat in others])
    return [match.seat_of(picked_name)]


def discard_some(match: Match, seat: int, number: int, source: str, rules: tuple[str, ...]) -> Procedure[None]:
    """Ask a player to discard cards of their choice, at most the whole hand."""
    for _ in range(min(number, match.state.players[seat].cards.held)):
        card: str = yield _discard_question(match, seat, source)
        cards.discard(match, seat, card)
        cards.say_discarded(match, seat, (card,), source, rules)


def _discard_question(match: Match, seat: int, source: str) -> Question[str]:
    """Return the question which card a player discards: any that can be in the hand, by public knowledge (M67)."""
    held, player = match.state.players[seat].cards, match.name(seat)
    can_be = [name for name in dict.fromkeys((*held.sure, *held.pool)) if held.possible(name)]
    names = by_key(can_be, str) | by_key(can_be, printed)

    def parse(text: str) -> str:
        card = find(text, names, "card in hand", listing=8)
        match.refuse(cards.lacks(match, seat, [card]), "M67")
        return card

    return Question(
        "discard",
        f"{player} discards a card for {source}",
        parse,
        who=player,
        write=str,
        options=lambda: [Option(name) for name in can_be],
    )


def _search(use: PowerUse, effect: p.Search) -> Procedure[None]:
    for seat in (yield from _players(use, effect.player)):
        if use.match.state.players[seat].cards.deck:
            yield from manoeuvres.search(use.match, seat)
        else:
            use.lapse(f"{use.match.name(seat)}'s deck is empty (M65)")


# --- else -----------------------------------------------------------------------------------------------


def _either(use: PowerUse, effect: p.Either) -> Procedure[None]:
    texts = {p.write_effect(p.bare(option)): option for option in effect.options}
    text = yield from _pick(use, f"what {use.power.name} does", [*map(Option, texts)])
    yield from carry_out(use, [texts[text]])


def _manual(use: PowerUse, effect: p.ManualPower) -> Procedure[None]:
    """Show the sheet's text, and ask what it changed."""
    from referee.games.mythic.rules.corrections import CORRECTIONS  # loaded only when needed

    use.match.say(f'{whose(printed(use.owner.name))} {use.power.name} says "{effect.text}".', *use.rules)
    hint = "like Storm Warden vitality -1, Anna hand +1"
    yield from CORRECTIONS.holdings.by_hand(use.match, use.power.name, use.rules, use.player, hint)


CARRIED_OUT: Mapping[type[p.PowerEffect], Callable[[PowerUse, Any], Procedure[None]]] = {
    **dict.fromkeys((p.Stat, p.DiceEffect, p.HasTalent, p.LacksTalent, p.HasType, p.Cannot, p.RerollEffect), _holds),
    p.HarmEffect: _harm,
    p.Miniatures: _miniatures,
    p.RecallEffect: _recall,
    p.GoEffect: _go,
    p.Stone: _stone,
    p.ElementsEffect: _elements,
    p.PutToken: _token,
    p.ActivateEffect: _activate,
    p.Attacks: _attacks,
    p.CardsEffect: _cards,
    p.Search: _search,
    p.Either: _either,
    p.ManualPower: _manual,
}
"""The function of each kind of effect."""
