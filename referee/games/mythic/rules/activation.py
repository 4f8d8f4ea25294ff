"""Actions of the activated unit: which are left, and the base of their moves (2b, 2c)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args

from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move, Moves
from referee.asking.question import Option, Procedure, carried_out, choice, closed_by
from referee.asking.words import FILLERS, tokens_of
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable, refusal
from referee.games.mythic.rules import attacks, cards, endings, powers, recruiting
from referee.games.mythic.rules.events import Activated, element
from referee.games.mythic.rules.state import Acting, Action, Match, Piece, unit_names
from referee.games.mythic.tables import numbers
from referee.games.mythic.units import active_powers
from referee.games.mythic.units import powers as p
from referee.text.grammar import does, so_many, whose
from referee.text.names import a_or_an, printable, printed

SIMPLE: Final = "simple"
COMPLEX: Final = "complex"
COMPLEX_ACTIONS: tuple[Action, ...] = ("run", "deploy", "absorb", "fly", "aerial attack")
OF_FLYERS: tuple[Action, ...] = ("fly", "aerial attack")

Area = Annotated[
    str,
    Names(
        "area",
        lambda match: () if powers.learns(match) else match.state.board.names,
        lambda match, text: recruiting.area_named(match, text) if powers.learns(match) else None,
    ),
]
"""An area of the map; any area if the map is typed in during the game."""


def reason_of(verify: Callable[..., object], *about: Any) -> Refusal:
    """Call `verify` and return the reason of its Illegal; ALLOWED if it raises none."""
    error = refusal(verify, *about)
    return ALLOWED if error is None else Refusal(error.reason, error.ruling)


def why_passed(match: Match) -> Refusal:
    """Return why a player who has passed can only recall in this turn (M89)."""
    passed = f"{match.player.name} has passed: only a recall can follow"
    return Refusal(passed, "M89") if match.state.passed else ALLOWED


def why_not_action(match: Match, action: Action) -> Refusal:
    """Return why the activated unit can't take an action now, wherever it leads."""
    acting = match.state.acting
    if not acting.unit:
        return why_passed(match) or Refusal("no unit is activated now", "activation")
    piece, name = match.actor, printed(acting.unit)
    if not piece.in_play:
        return Refusal(does(name, "is destroyed"), "destroyed")
    if acting.stopped:
        return Refusal(f"{whose(name)} activation is over", "activation")
    if action in OF_FLYERS and "flying" not in powers.types(match, piece):
        return Refusal(does(name, "doesn't fly"), "flying")
    if (piece.status == "waiting") != (action == "deploy"):
        why = "is on the board already" if piece.there else "isn't on the board: only deploying is open"
        return Refusal(does(name, why), "deploy" if piece.there else "M59")
    if acting.complex != (action in COMPLEX_ACTIONS):
        declared, kind = (COMPLEX, SIMPLE) if acting.complex else (SIMPLE, COMPLEX)
        return Refusal(f"{action} is {a_or_an(kind)} action; {declared} was declared", "activation")
    if acting.complex and acting.done:
        return Refusal(does(name, "has taken a complex action, the only one of an activation"), "complex-actions")
    if action in acting.done:
        return Refusal(does(name, "has taken this action; two simple actions are different"), "simple-actions")
    if len(acting.done) >= acting.limit:
        why = "polar: one action this turn" if acting.frozen else "it has taken all its actions"
        return Refusal(f"{name}: {why}", "polar" if acting.frozen else "simple-actions")
    attacked = "attack" in acting.done or acting.struck
    if action == "walk" and attacked and "mobility" not in powers.talents(match, piece):
        return Refusal(does(name, "has attacked: no walk after it without mobility"), "walk-after-attack")
    return ALLOWED


class Act(Move[Match], frozen=True):
    """What the unit that is activated does, and the action that it takes."""

    action: ClassVar[Action]

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why the action can't be taken now, wherever it leads."""
        return why_not_action(match, cls.action)

    @classmethod
    def nothing(cls, match: Match) -> Refusal:
        """Return why an action that could be taken would do nothing."""
        return ALLOWED

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """List the action itself if it isn't open."""
        if not closed or not match.state.acting.unit or cls.action == "deploy":
            return
        why = why_not_action(match, cls.action) or cls.nothing(match)
        if why and (cls.action not in OF_FLYERS or "flying" in powers.types(match, match.actor)):
            yield closed_by(cls.action, why)

    def do(self, match: Match) -> Procedure[None]:
        """Take the action."""
        match.state.acting.done.append(self.action)
        yield from carried_out(self.act(match, match.actor))

    def act(self, match: Match, piece: Piece) -> Procedure[None] | None:
        """Carry out what the unit does."""
        raise NotImplementedError


# --- Activation -----------------------------------------------------------------------------------
# A unit is activated: its card, simple or complex actions, its end; force of nature, leaders (2a to 3).


# --- possible activations -------------------------------------------------------------------------


def why_turn_is_full(match: Match) -> Refusal:
    """Return why no further unit can be activated in this turn."""
    number = match.state.activated
    activated = f"{so_many(number, 'unit')} {'was' if number == 1 else 'were'} activated this turn"
    return Refusal(activated * (number >= match.setup.units_a_turn), "two-units")


def why_not_activate(match: Match, piece: Piece) -> Refusal:
    """Return why a unit can't be activated now, by public knowledge."""
    game, name = match.state, printed(piece.name)
    if over := why_passed(match) or why_turn_is_full(match):
        return over
    if piece.activated:
        return Refusal(does(name, "was activated this turn"), "two-units")
    if not piece.in_play:
        return Refusal(does(name, "is destroyed"), "destroyed")
    if not (own := game.players[match.seat].cards).possible(piece.name):
        why = f"can't have {a_or_an(name)} card in hand{cards.where_copies_are(own, piece.name)}"
        return Refusal(f"{match.player.name} {why}", "activation")
    if (due := aow_due(match, piece)) and (why := cards.why_not_pay(match, match.seat, due, [piece.name])):
        cost = "an AoW card" if due == 1 else so_many(due, "AoW card")
        return Refusal(f"a second unit costs {cost}, and {why}", "second-unit")
    return ALLOWED


def aow_due(match: Match, piece: Piece) -> int:
    """Return the AoW cards that activating a unit costs besides its card; none for a troop called by a leader."""
    return match.setup.second_unit_aow if match.state.activated and piece.name not in match.state.called else 0


def mine(match: Match) -> list[Piece]:
    """List the units that the current player controls."""
    return [piece for piece in match.state.pieces if piece.seat == match.seat and piece.status != "away"]


def _others_units(match: Match) -> dict[str, str | Illegal]:
    others = (piece for piece in match.state.pieces if piece.seat != match.seat)
    return {
        printed(piece.name): f"{does(printed(piece.name), 'is')} {whose(match.name(piece.seat))}" for piece in others
    }


Mine = Annotated[str, unit_names("unit of the player's", mine, _others_units)]


class Activate(Move[Match], frozen=True):
    """A unit that is activated; how ("": it is asked), and what is discarded where it is the second."""

    says = (
        "activate {unit}[ {how}][ with {paid}]",
        "(activate|play|second|second unit|second activation) (|is|:) {unit}[ (|,) {how}]",
        "activate {unit} (with|for|as|) (a|one|an|two|) {how} (action|actions)",
    )
    unit: Mine
    how: Literal["", "simple", "complex"] = ""
    paid: str = ""

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """Yield each unit with simple and with complex actions; one that can't be activated once."""
        for piece in mine(match):
            if why_not_activate(match, piece):
                yield cls(piece.name)
                continue
            price = next(cards.prices(match, match.seat, aow_due(match, piece), [piece.name]))
            if piece.there:
                yield cls(piece.name, SIMPLE, cards.price_text(price))
            yield cls(piece.name, COMPLEX, cards.price_text(price))

    def complete(self, match: Match) -> Self:
        """Fill in the only possible kind of actions, and the payment as written. Raises Illegal and Unreadable."""
        piece = match.state.piece(self.unit)
        name, many = printed(piece.name), aow_due(match, piece)
        match.refuse(*why_not_activate(match, piece))
        if self.how == SIMPLE and not piece.there:
            raise Illegal(does(name, "isn't on the board: only deploying is open, a complex action"), "M59")
        if self.paid and "action" in tokens_of(self.paid):
            raise Unreadable(f'no card is called "{printable(self.paid)}"')
        if self.paid and not many:
            raise Illegal(f"activating {name} costs no AoW card", "second-unit")
        match.refuse(cards.lacks(match, match.seat, [piece.name]), "activation")
        price = cards.read_price(match, match.seat, self.paid, many, [piece.name])
        return replace(self, how=self.how if piece.there else COMPLEX, paid=cards.price_text(price))

    def why_not(self, match: Match) -> Refusal:
        """Return why the unit can't be activated."""
        return why_not_activate(match, match.state.piece(self.unit))

    def option(self, match: Match, text: str) -> Option:
        """Format the option, with the unit's state."""
        piece = match.state.piece(self.unit)
        where = f"in {piece.area}" if piece.there else "off the board: deploy"
        price = f"for {so_many(due, 'AoW card')}" if (due := aow_due(match, piece)) else ""
        about = f"{piece.vitality} of {piece.full}, {where}{price and f'; {price}'}"
        ways = partial(cards.other_ways, match, match.seat, text, due, [piece.name]) if due else tuple
        unit = match.unit(piece.name)
        also = (text.replace(self.unit, unit.kind),) * unit.divinity  # "the god"
        # the name alone: simple actions
        return Option(text, detail=about, group=price, alike=piece.name, ways=ways, also=also)

    def do(self, match: Match) -> Procedure[None]:
        """Discard the card, ask for the kind of actions, begin (2a, 2b); an overruled one waits for cards only."""
        game, piece, turn = match.state, match.state.piece(self.unit), numbers().turn
        overruled = why_not_activate(match, piece)
        price = cards.price_of(self.paid, aow_due(match, piece))
        match.refuse(cards.lacks(match, match.seat, [*price, piece.name]), "activation")  # this can't be overruled
        yield from close(match)
        if game.over:
            return
        price = price if aow_due(match, piece) else ()  # a power that has just called it spares the card

        def waits() -> bool:
            lacking = cards.lacks(match, match.seat, [*price, piece.name])
            if why := lacking if overruled else why_not_activate(match, piece).reason or lacking:
                why = f"{printed(piece.name)} can't be activated any more: {why}. Nothing is spent."
                match.say(why, "activation", "second-unit")
            return bool(why)

        if waits():
            return
        how: str = self.how
        if not how:
            how = yield choice(
                "actions",
                f"{printed(piece.name)}: simple actions or a complex one",
                {
                    SIMPLE: "two of walk, attack, claim",
                    COMPLEX: "one of run, absorb, and for flyers flight and aerial attack",
                },
                who=match.player.name,
                foresees=_foreseen,
            )
            if waits():  # a manoeuvre has taken a card meanwhile
                return
        cards.spend(match, match.seat, price, "a second unit", ("second-unit", "aow-payment"))
        cards.discard(match, match.seat, piece.name)
        declared = how == COMPLEX
        game.acting = Acting(piece.name, declared, limit=turn.complex_actions if declared else turn.simple_actions)
        game.phase, piece.activated = "act", True
        game.call(*(one for one in game.called if one != piece.name and piece.name in game.called))
        game.activated += 1
        match.emit(Activated(match.seat, piece.name, declared, game.activated))
        _begin(match, piece)
        endings.note(match, "start", piece)


@cache
def _acts() -> Moves[Match]:
    """Return the moves that take an action."""
    kinds = [Act]
    for kind in kinds:  # it grows
        kinds += kind.__subclasses__()
    return Moves(*(kind for kind in kinds if "says" in vars(kind)))


def _foreseen(text: str) -> str:
    """Return the kind of the action with which a text begins: "absorb, then end" is a complex one."""
    words = (word for word in tokens_of(text) if word not in FILLERS or word.startswith("go"))
    first = next(words, "")
    verbs = [
        _acts().written_verb(word) or word for word in (first, first.removesuffix("s"), first.removesuffix("es"))
    ]
    found = (COMPLEX if verb in COMPLEX_ACTIONS else SIMPLE for verb in verbs if verb in get_args(Action))
    return next(found, "")


def _begin(match: Match, piece: Piece) -> None:
    """Apply the terrain's effects on a unit that begins its activation there (Polar, M53)."""
    acting = match.state.acting
    if not piece.there:
        return
    row = powers.row(match, piece.area)
    if powers.mover(match, piece).ignores(row.name, piece.area):
        return
    if row.actions is not None:
        acting.limit, acting.frozen = min(acting.limit, row.actions), row.no_powers
    endings.wound(match, piece, row.starting_wounds, row.name, (row.name, "M53"))


def close(match: Match) -> Procedure[None]:
    """End an activation: resolve powers at its end, then drop what lasted for it or for an attack of it (2d)."""
    game = match.state
    if not game.acting.unit:
        return
    endings.note(match, "end", match.actor)
    yield from match.settle(match)
    for piece in game.pieces:
        piece.bonuses = [one for one in piece.bonuses if one.until not in ("activation", "attack")]
    game.acting = Acting()


def called_at_end(match: Match) -> Procedure[bool]:
    """End the activation; return whether a power has called a troop that may still be activated (2d, M89)."""
    game = match.state
    before = game.called
    yield from close(match)
    return game.called != before and game.activated < match.setup.units_a_turn


def describe(match: Match) -> str:
    """Describe the current decision for the prompt."""
    game = match.state
    if game.phase == "choose":
        return "activate a unit, or pass"
    if game.passed:
        return "recall a troop, or end the turn"
    if not game.acting.unit:
        return "end the turn, or activate another unit"
    piece = match.actor
    where = f" in {piece.area}" if piece.there else ""
    return f"{printed(piece.name)}{where} ({piece.vitality} of {piece.full})"


# --- force of nature --------------------------------------------------------------------------------


def _strikes_by_power(match: Match) -> bool:
    """Return whether the activated unit may still attack by a power that takes no action."""
    acting = match.state.acting
    if not acting.unit or not match.actor.there or acting.stopped:
        return False
    seen = powers.view(match)
    return any(
        isinstance(option, p.Attacks)
        for power in p.powers_of(match.unit(acting.unit))
        if not (power.moment or power.kind == "offensive")
        and not active_powers.why_not_used(seen, seen[acting.unit], power)
        for effect in power.effects
        for option in p.options_of(effect)
    )


class Nature(Move[Match], frozen=True):
    """Force of nature; a 3D element of the own area is removed before a target is chosen (M47)."""

    says = ("(nature|force of nature)", "(break|remove|smash|tear down) (|a|one|the) (column|element|ruins|tree)")
    leads_to = "force of nature: a 3D element goes, offence +1 and range +1"

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why the activated unit can't use it now."""
        why = why_not_action(match, "attack")
        if why and why_not_action(match, "aerial attack") and not _strikes_by_power(match):
            return why
        piece = match.actor
        if attacks.NATURE not in powers.talents(match, piece):
            return Refusal(does(printed(piece.name), "has no force of nature, or it is silent"), "force-of-nature")
        if attacks.NATURE in match.state.acting.used:
            return Refusal("force of nature was used in this activation", "talents-add-up")
        if not match.spot(piece.area).elements:
            return Refusal(f"no 3D element is left in {piece.area}", "force-of-nature")
        return ALLOWED

    def do(self, match: Match) -> None:
        """Remove the element."""
        area = match.actor.area
        spot, ground = match.spot(area), powers.terrain(match, area)
        spot.elements -= 1
        match.state.acting.used.append(attacks.NATURE)
        rest = f"{spot.elements} left" if spot.elements else "it is open ground now"
        match.say(f"Remove {a_or_an(element(ground))} from {area}: {rest}.", "force-of-nature", "M58")


# --- leader -----------------------------------------------------------------------------------------


def led_by(match: Match) -> Iterator[tuple[Piece, Refusal]]:
    """Yield the allied troops that the activated unit could call as a leader, each with why it can't be called."""
    acting = match.state.acting
    if not acting.unit or not match.actor.there or "leader" not in powers.talents(match, match.actor):
        return
    leader = match.actor
    around = [leader.area, *powers.seen_around(match, leader.area)]
    for piece in match.state.pieces:
        if not (match.are_allied(leader, piece) and match.unit(piece.name).troop and piece.area in around):
            continue
        if piece.activated:
            yield piece, Refusal(does(printed(piece.name), "was activated this turn"), "M68")
        elif not match.state.players[piece.owner].cards.possible_copies(piece.name):
            none = f"no {printed(piece.name)} card can be in {match.name(piece.owner)}'s deck"
            yield piece, Refusal(none, "leader")
        else:
            yield piece, ALLOWED


Led = Annotated[str, unit_names("troop to lead", lambda match: (piece for piece, _ in led_by(match)))]


class Lead(Move[Match], frozen=True):
    """A troop that a leader calls; its activation ends, and the troop's card is searched for and shown (M68)."""

    says = (
        "leader {unit}",
        "(leader calls|leader fetches|leader gets|leader :|leader : call|leader on|leader for|leader to call"
        "|leader to fetch|leader to get|call|fetch) (|the) {unit} (|card)",
    )
    leads_to = "its card comes from the deck, shown; it can be activated"
    unit: Led

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why no leader has a troop around."""
        none = "" if any(led_by(match)) else "no leader is activated with an allied troop in sight around it"
        return Refusal(none, "leader")

    @classmethod
    def candidates(cls, match: Match) -> Iterable[Self]:
        """List the troops around."""
        return (cls(piece.name) for piece, _ in led_by(match))

    def why_not(self, match: Match) -> Refusal:
        """Return why the troop can't be called."""
        return next(why for piece, why in led_by(match) if piece.name == self.unit)

    def do(self, match: Match) -> Procedure[None]:
        """Call the troop."""
        piece, leader = match.state.piece(self.unit), match.state.acting.unit
        cards.fetch(match, piece.owner, match.seat, piece.name, ("leader", "M68"))
        yield from close(match)
        if piece.owner != match.seat:
            piece.guest = match.seat
        match.state.call(*match.state.called, piece.name)
        match.say(f"{whose(printed(leader))} activation is over (it has called a troop).", "leader")
