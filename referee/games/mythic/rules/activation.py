"""A unit is activated: its card, simple or complex actions, what it may still do, its end (2a to 3)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.asking.question import Option, Procedure, choice
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import (
    area_attacks,
    attacks,
    cards,
    fights,
    harm,
    moments,
    movement,
    places,
    powers,
    stones,
)
from referee.games.mythic.rules.attacks import Manner
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import Activated, ActivationEnded, ActivationWaits, ElementRemoved
from referee.games.mythic.rules.state import Acting, Action, Piece
from referee.games.mythic.tables import numbers
from referee.text.grammar import does
from referee.text.names import a_or_an, fold, printed

SIMPLE, COMPLEX = "simple", "complex"
SIMPLE_ACTIONS: tuple[Action, ...] = ("walk", "attack", "claim")
COMPLEX_ACTIONS: tuple[Action, ...] = ("run", "deploy", "absorb", "fly", "aerial attack")
OF_FLYERS: tuple[Action, ...] = ("fly", "aerial attack")


class Activate(Struct, frozen=True):
    """A unit to be activated, how (None: it is asked), and what is discarded where it is the second."""

    unit: str
    complex: bool | None = None
    price: Price = Price()


class Lead(Struct, frozen=True):
    """A troop that a leader calls."""

    unit: str


class Nature(Struct, frozen=True):
    """Force of nature: a 3D element of the own area is removed before a target is chosen."""


Act = (
    movement.Go | movement.Deploy | stones.Claim | stones.Absorb | stones.Drop | fights.Strike | Nature
    | area_attacks.AreaAttack
)  # fmt: skip


# --- who can be activated ---------------------------------------------------------------------------


def why_passed(match: Match) -> Refusal:
    """Why a player who has passed does nothing more in this turn, but for a recall (M89)."""
    return (f"{match.player.name} has passed: only a recall can follow", "M89") if match.state.passed else FREE


def why_not_activate(match: Match, piece: Piece) -> Refusal:
    """Why a unit can't be activated now, by what everybody knows."""
    game, name = match.state, printed(piece.name)
    if (passed := why_passed(match))[0]:
        return passed
    if game.activated >= numbers().turn.units:
        return f"{game.activated} units were activated in this turn", "two-units"
    if piece.activated:
        return does(name, "was activated in this turn"), "two-units"
    if piece.status in ("destroyed", "away"):
        return does(name, "is destroyed"), "destroyed"
    if not game.players[match.seat].cards.possible(piece.name):
        return f"{match.player.name} can't have {a_or_an(name)} card in hand", "activation"
    if aow_due(match, piece) and (why := cards.why_not_pay(match, match.seat, aow_due(match, piece), [piece.name])):
        return f"a second unit costs an AoW card, and {why}", "second-unit"
    return "", ""


def aow_due(match: Match, piece: Piece) -> int:
    """The AoW cards that activating a unit costs besides its card; a troop that a leader called costs none."""
    return numbers().turn.second_unit_aow if match.state.activated and match.state.led != piece.name else 0


def mine(match: Match) -> list[Piece]:
    """The units that the player of the turn controls."""
    return [piece for piece in match.state.pieces if piece.seat == match.seat and piece.status != "away"]


def activate_options(match: Match, *, closed: bool = False) -> Iterator[Option]:
    """The units that can be activated, simple or complex; with `closed` the others with the reason."""
    for piece in mine(match):
        why, rule = why_not_activate(match, piece)
        if closed != bool(why):
            continue
        if closed:
            yield Option(f"activate {piece.name}", detail=why, rule=rule)
            continue
        price = "; 1 AoW card" if aow_due(match, piece) else ""
        paid = cards.write_price(next(cards.prices(match, match.seat, aow_due(match, piece), [piece.name])))
        for how in [SIMPLE, COMPLEX] if piece.there else [COMPLEX]:
            does = "deploy" if not piece.there else "one action" if how == COMPLEX else "up to two actions"
            yield Option(f"activate {piece.name} {how}{paid}", detail=f"{_told_piece(match, piece)}: {does}{price}",
                         group=piece.name)  # fmt: skip


def _told_piece(match: Match, piece: Piece) -> str:
    where = f"in {piece.area}" if piece.there else "off the board"
    return f"{piece.vitality} of {piece.full}, {where}"


def read_activate(match: Match, text: str) -> Activate:
    """An activation as typed: "Ash Runner simple with omphalos". Raises Unreadable or Illegal."""
    words, paid = cards.split_price(text)
    name, _, how = words.rpartition(" ")
    if fold(how) not in (SIMPLE, COMPLEX):
        name, how = words, ""
    piece = match.find_piece(name, mine(match), f"unit of {match.player.name}'s")
    match.refuse(*why_not_activate(match, piece))
    if fold(how) == SIMPLE and not piece.there:
        raise Illegal(
            does(printed(piece.name), "isn't on the board: only deploying is open, a complex action"), "M59"
        )
    many = aow_due(match, piece)
    if paid and not many:
        raise Illegal(f"activating {printed(piece.name)} costs no AoW card", "second-unit")
    match.refuse(cards.lacks(match, match.seat, [piece.name]), "activation")
    complex_ = None if not how and piece.there else fold(how) != SIMPLE
    return Activate(piece.name, complex_, cards.read_price(match, match.seat, paid, many, [piece.name]))


def write_activate(move: Activate) -> str:
    """An activation as it is recorded."""
    how = "" if move.complex is None else f" {COMPLEX if move.complex else SIMPLE}"
    return f"activate {move.unit}{how}{cards.write_price(move.price)}"


def activate(match: Match, move: Activate) -> Procedure[None]:
    """Discard the card, say what kind of actions, and begin (2a, 2b)."""
    yield from close(match)
    game, piece = match.state, match.state.piece(move.unit)
    if game.over:
        return
    price = move.price if aow_due(match, piece) else Price()  # a power that has just called it spares the card
    why = why_not_activate(match, piece)[0] or cards.lacks(match, match.seat, [*price.cards, piece.name])
    if why:
        match.emit(ActivationWaits(piece.name, why))
        return
    declared = move.complex
    if declared is None:
        said: str = yield choice(
            "actions", f"{printed(piece.name)}: simple actions or a complex one", [
                Option(SIMPLE, detail="two of walk, attack, claim"),
                Option(COMPLEX, detail="one of run, absorb, and for flyers flight and aerial attack"),
            ], who=match.player.name,
        )  # fmt: skip
        declared = said == COMPLEX
    cards.spend(match, match.seat, price, "a second unit", ("second-unit", "aow-payment"))
    cards.discard(match, match.seat, piece.name, piece.owner)
    turn = numbers().turn
    game.acting = Acting(piece.name, declared, limit=turn.complex_actions if declared else turn.simple_actions)
    game.phase, game.led, piece.activated = "act", "", True
    game.activated += 1
    match.emit(Activated(match.seat, piece.name, declared, game.activated))
    _begin(match, piece)
    moments.note(match, "start", piece)
    yield from match.settle(match)


def _begin(match: Match, piece: Piece) -> None:
    """What the terrain does to a unit that begins its activation there (Polar, M53)."""
    acting = match.state.acting
    if not piece.there:
        return
    row = places.row(match, piece.area)
    if places.mover(match, piece).ignores(row.name):
        return
    if row.actions is not None:
        acting.limit, acting.frozen = min(acting.limit, row.actions), row.no_powers
    harm.wound(match, piece, row.starting_wounds, row.name, (row.name, "M53"))


def close(match: Match) -> Procedure[None]:
    """An activation is over: powers at its end, then what lasted for it ends (2d)."""
    game = match.state
    if not game.acting.unit:
        return
    moments.note(match, "end", match.actor)
    yield from match.settle(match)
    for piece in game.pieces:
        piece.bonuses = [one for one in piece.bonuses if one.until != "activation"]
    game.acting = Acting()


# --- what it may still do ---------------------------------------------------------------------------


def why_not_action(match: Match, action: Action) -> Refusal:
    """Why the unit that is activated can't take an action now, wherever it leads."""
    acting = match.state.acting
    if not acting.unit:
        return why_passed(match) if match.state.passed else ("no unit is activated now", "activation")
    piece, name = match.actor, printed(acting.unit)
    if piece.status not in ("board", "waiting"):
        return does(name, "is destroyed"), "destroyed"
    if acting.stopped:
        return f"{name}'s activation is over", "activation"
    if action in OF_FLYERS and "flying" not in powers.types(match, piece):
        return does(name, "doesn't fly"), "flying"
    if (piece.status == "waiting") != (action == "deploy"):
        why = "is on the board already" if piece.there else "isn't on the board: only deploying is open"
        return f"{name} {why}", "deploy" if piece.there else "M59"
    if acting.complex != (action in COMPLEX_ACTIONS):
        said, kind = (COMPLEX, SIMPLE) if acting.complex else (SIMPLE, COMPLEX)
        return f"{action} is {a_or_an(kind)} action; {said} was declared", "activation"
    if action in acting.done:
        return does(name, "has taken this action; two simple actions are different"), "simple-actions"
    if len(acting.done) >= acting.limit:
        why = "polar: one action in this turn" if acting.frozen else "it has taken all its actions"
        return f"{name}: {why}", "polar" if acting.frozen else "simple-actions"
    if action == "walk" and "attack" in acting.done and "mobility" not in powers.talents(match, piece):
        return does(name, "has attacked: no walk after it without mobility"), "walk-after-attack"
    return "", ""


def _why_not(match: Match, action: Action) -> Refusal:
    """Why an action isn't open, also because there is nothing that it could do."""
    why = why_not_action(match, action)
    if why[0]:
        return why
    piece = match.actor
    match action:
        case "walk" | "run" | "fly":
            return movement.why_not(match, piece, action)
        case "claim":
            return next(
                (FREE for _ in stones.claim_options(match, piece)), stones.why_not_claim(match, piece, piece.area)
            )
        case "absorb":
            return stones.why_not_absorb(match, piece)
        case "attack" | "aerial attack":
            return _why_no_target(match, piece, action)
    return why


def _why_no_target(match: Match, piece: Piece, action: Action) -> Refusal:
    manner = Manner(aerial=action == "aerial attack")
    free = any(True for _ in attacks.listed(match, piece, manner))
    return FREE if free or places.learns(match) else ("no enemy can be attacked from here", "target-choice")


def why_no_nature(match: Match) -> Refusal:
    """Why the activated unit can't use force of nature now."""
    why = min(why_not_action(match, "attack"), why_not_action(match, "aerial attack"))
    if why[0]:
        return why
    piece = match.actor
    if attacks.NATURE not in powers.talents(match, piece):
        return does(printed(piece.name), "hasn't force of nature, or it is silent"), "force-of-nature"
    if attacks.NATURE in match.state.acting.used:
        return "force of nature was used in this activation", "talents-add-up"
    if not match.spot(piece.area).elements:
        return f"no 3D element is left in {piece.area}", "force-of-nature"
    return FREE


def action_options(match: Match) -> Iterator[Option]:
    """All that the activated unit can do now."""
    if not match.state.acting.unit:
        return
    piece = match.actor
    for how in ("walk", "run", "fly"):
        if not _why_not(match, how)[0]:
            yield from movement.options(match, piece, how)
    if not why_not_action(match, "deploy")[0]:
        yield from movement.deploy_options(match, piece)
    if not _why_not(match, "claim")[0]:
        yield from stones.claim_options(match, piece)
    if not _why_not(match, "absorb")[0]:
        for one in stones.absorbable(match, piece):
            yield Option(stones.write_absorb(match, piece, one), detail=f"the {match.stone_told(one.stone)}")
    for action in ("attack", "aerial attack"):
        if not why_not_action(match, action)[0]:
            yield from attacks.listed(match, piece, Manner(aerial=action == "aerial attack"))
    if not why_not_action(match, "attack")[0]:
        yield from area_attacks.options(match, piece)
    if not why_no_nature(match)[0]:
        yield Option("nature", detail="force of nature: a 3D element goes, offence +1 and range +1")
    if not why_not_drop(match)[0]:
        yield Option("drop", detail=f"the {match.stone_told(piece.stone)}, in {piece.area}")


def closed_actions(match: Match) -> Iterator[Option]:
    """What the activated unit can't do now, with the reason."""
    if not match.state.acting.unit:
        return
    flies = "flying" in powers.types(match, match.actor)
    for action in (*SIMPLE_ACTIONS, *COMPLEX_ACTIONS):
        why, rule = _why_not(match, action)
        if why and action != "deploy" and (flies or action not in OF_FLYERS):
            yield Option(action, detail=why, rule=rule)
    if not why_not_action(match, "attack")[0]:
        yield from attacks.listed(match, match.actor, closed=True)


def why_not_drop(match: Match) -> Refusal:
    """Why the activated unit can't put down a stone: it has none, or it isn't its activation."""
    if not match.state.acting.unit or not match.actor.there:
        return "no unit is activated now", "drop"
    if match.state.acting.stopped:
        return f"{printed(match.actor.name)}'s activation is over", "drop"
    return FREE if match.actor.stone else (does(printed(match.actor.name), "carries no stone"), "drop")


def told(match: Match) -> str:
    """What is decided now, in the prompt."""
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


def read_action(match: Match, kind: str, text: str) -> Act:
    """An action as typed. Raises Unreadable or Illegal."""
    if kind in ("drop", "nature"):
        match.refuse(*(why_not_drop(match) if kind == "drop" else why_no_nature(match)))
        return stones.Drop() if kind == "drop" else Nature()
    if kind == "area":
        match.refuse(*area_attacks.why_not(match))
        match.refuse(*why_not_action(match, "attack"))
        return area_attacks.read(match, match.actor, text)
    if kind == "aerial":
        kind, text = "aerial attack", text.removeprefix("attack ")
    action: Action = kind  # type: ignore[assignment]
    match.refuse(*why_not_action(match, action))
    piece = match.actor
    match kind:
        case "walk" | "run" | "fly":
            return movement.read_go(match, piece, kind, text)
        case "deploy":
            return movement.read_deploy(match, piece, text)
        case "claim":
            return stones.read_claim(match, piece, text)
        case "absorb":
            return stones.read_absorb(match, piece, text)
        case "attack" | "aerial attack":
            return fights.Strike(*attacks.read(match, piece, text, Manner(aerial=kind == "aerial attack")))
    raise Unreadable(f'can\'t read "{kind} {text}"')


def write_action(match: Match, move: Act) -> str:
    """An action as it is recorded."""
    match move:
        case movement.Go():
            return f"{move.how} {' '.join(move.areas)}"
        case movement.Deploy():
            return f"deploy {move.area}"
        case stones.Claim():
            return stones.write_claim(match, match.actor, move)
        case stones.Absorb():
            return stones.write_absorb(match, match.actor, move)
        case fights.Strike():
            return attacks.write(move.target, move.manner)
        case Nature():
            return "nature"
        case area_attacks.AreaAttack():
            return area_attacks.write(move)
    return "drop"


def act(match: Match, move: Act) -> Procedure[None]:
    """Carry an action out."""
    piece, done = match.actor, match.state.acting.done
    match move:
        case movement.Go():
            done.append(move.how)  # type: ignore[arg-type]
            yield from movement.go(match, piece, move)
        case movement.Deploy():
            done.append("deploy")
            yield from movement.deploy(match, piece, move)
        case stones.Claim():
            done.append("claim")
            stones.claim(match, piece, move)
        case stones.Absorb():
            done.append("absorb")
            stones.absorb(match, piece, move)
        case stones.Drop():
            harm.drop(match, piece)
        case Nature():
            _use_nature(match, piece)
        case area_attacks.AreaAttack():
            yield from area_attacks.attack(match, piece, move)
        case fights.Strike():
            if not (yield from fights.sees(match, piece, move)):
                return
            done.append("aerial attack" if move.manner.aerial else "attack")
            yield from fights.fight(match, piece, move)


def _use_nature(match: Match, piece: Piece) -> None:
    """A 3D element leaves the area (M47)."""
    spot, ground = match.spot(piece.area), places.terrain(match, piece.area)
    spot.elements -= 1
    match.state.acting.used.append(attacks.NATURE)
    match.emit(ElementRemoved(piece.area, spot.elements, ground, ("force-of-nature", "M58")))


# --- leader -----------------------------------------------------------------------------------------


def led_by(match: Match) -> Iterator[tuple[Piece, Refusal]]:
    """The allied troops that the activated unit could call as a leader, each with why it can't be."""
    acting = match.state.acting
    if not acting.unit or not match.actor.there or "leader" not in powers.talents(match, match.actor):
        return
    leader = match.actor
    around = [leader.area, *places.seen_around(match, leader.area)]
    for piece in match.state.pieces:
        if not (match.allied(leader, piece) and match.unit(piece.name).troop and piece.area in around):
            continue
        if piece.activated:
            yield piece, (does(printed(piece.name), "was activated in this turn"), "M68")
        elif not min(
            match.state.players[piece.owner].cards.pool.get(piece.name, 0),
            match.state.players[piece.owner].cards.deck,
        ):
            yield piece, (f"no {printed(piece.name)} card can be in {match.name(piece.owner)}'s deck", "leader")
        else:
            yield piece, FREE


def lead_options(match: Match) -> Iterator[Option]:
    """The troops that a leader can call now."""
    for piece, (why, _) in led_by(match):
        if not why:
            yield Option(f"leader {piece.name}", detail="its card comes from the deck, shown; it can be activated")


def read_lead(match: Match, text: str) -> Lead:
    """A troop called by a leader, as typed. Raises Unreadable or Illegal."""
    found = {piece.name: why for piece, why in led_by(match)}
    if not found:
        raise Illegal("no leader is activated with an allied troop in sight around it", "leader")
    piece = match.find_piece(text, [match.state.piece(name) for name in found], "troop to lead")
    match.refuse(*found[piece.name])
    return Lead(piece.name)


def lead(match: Match, move: Lead) -> Procedure[None]:
    """The leader's activation ends; the troop's card is searched for and shown (M68)."""
    piece, leader = match.state.piece(move.unit), match.state.acting.unit
    cards.fetch(match, piece.owner, match.seat, piece.name, ("leader", "M68"))
    yield from close(match)
    if piece.owner != match.seat:
        piece.guest = match.seat
    match.state.led = piece.name
    match.emit(ActivationEnded(leader, "it has called a troop", ("leader",)))
