"""An attack from its target to the answer: guard, evade, initiative, values, dice, wounds, retaliation (M38)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Annotated, ClassVar, Self, get_args

from msgspec import Struct, structs
from msgspec.structs import replace as with_

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.question import Option, Procedure, Question
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable, refusal
from referee.games.mythic.attack.assault import assault, attack_event, no_answer, roll_question
from referee.games.mythic.attack.values import Attack, at_range_0, compute, values_of
from referee.games.mythic.board import moving
from referee.games.mythic.rules import attacks, cards, endings, manoeuvres, movement, powers, recruiting
from referee.games.mythic.rules.activation import Act, reason_of
from referee.games.mythic.rules.attacks import AttackTarget, Manner
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.state import Action, Match, Piece, TurnBonus
from referee.games.mythic.units.active_powers import FightAtRange
from referee.games.mythic.vocabulary import Talent
from referee.play.event import Event
from referee.text.grammar import does, is_many, whose
from referee.text.names import a_or_an, find, fold, printed

NO = "no"
NONE = "none"


Fits = Callable[[AttackTarget, Manner], bool]
"""Whether the conditions of a power that attacks hold for a target."""


class StrikeInGame(Struct, frozen=True):
    """An attack of a unit: its target and manner."""

    target: AttackTarget
    manner: Manner


class Arena(Struct):
    """The surroundings of an attack's dice: the game, the attacker and the target."""

    match: Match
    attacker: Piece
    target: AttackTarget
    who: str
    thrown: bool = False

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.match.emit(event)

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw `count` dice, typed in or by the program."""
        game, setup = self.match.state, self.match.setup
        game.thrown += 1
        asked = roll_question(count, what, self.who, setup.dice, f"{setup.seed}/dice", game.thrown)
        faces: tuple[int, ...] = yield asked
        return faces

    def places(self) -> Sequence[Option]:
        """List the areas that the target may be thrown into; none where no areas are tracked."""
        piece = self.match.state.piece(self.target.unit) if self.target.unit else None
        if piece is None or not piece.area:
            return ()
        mover = powers.mover(self.match, piece)
        beside = self.match.state.board.neighbours(piece.area)
        open_ones = (area for area in beside if not moving.movable(mover, piece.area, area))
        return powers.area_options(self.match, open_ones)

    def throw(self, area: str) -> Procedure[bool]:
        """Throw the target there, after it drops its stone; return whether the attack goes on."""
        piece = self.match.state.piece(self.target.unit)
        endings.drop(self.match, piece, ("mighty-throw",))
        yield from movement.land(self.match, piece, area, "is thrown", ("mighty-throw", "M45"))
        self.thrown = True
        return piece.there and not self.match.state.over


# --- sight ---------------------------------------------------------------------------------------------


def sees(match: Match, attacker: Piece, strike: StrikeInGame) -> Procedure[bool]:
    """Check whether a target is seen; ask what the line to it meets if the map lacks it (M30)."""
    area = attacks.area_of(match, strike.target)
    if strike.manner.aerial:
        return True
    allowed = partial(attacks.check_attack, match, attacker, strike.target, strike.manner)
    return (yield from is_still_allowed(match, attacker, area, allowed))


def is_still_allowed(match: Match, attacker: Piece, there: str, verify: Callable[[], object]) -> Procedure[bool]:
    """Check whether what `verify` allows is still allowed once the line to an area is known; ask for the line.

    An overruled attack is made whatever the line meets, so the line isn't asked for.
    """
    if match.state.board.line(attacker.area, there) is not None or refusal(verify) is not None:
        return True
    yield from recruiting.known_line(match, attacker.area, there)
    if (error := refusal(verify)) is not None:
        why = f"{printed(attacker.name)} can't attack it: {error.reason}. Nothing is spent."
        match.say(why, "visible", "M30")
    return error is None


_USED = f"(|{'|'.join(f'{how} {talent}' for how in ('with', 'with the', 'using') for talent in get_args(Talent))})"
"""Talents that work whether they are said or not."""


class NormalAttack(Act, frozen=True):
    """An attack on a unit, or on a token in an area; talents that aren't used."""

    says = (
        "(attack|hit|shoot|strike|fight|punch|assault|swing|charge|bite|stab|smash|engage|fire) (|at|against)"
        f" {{target}}[ as if there{{as_if_there}}][ without {{unused:,}}] {_USED}"
    )
    action: ClassVar[Action] = "attack"
    aerial: ClassVar[bool] = False
    listed = False
    target: Annotated[str, Names("enemy on the board", attacks.targets, rather=attacks.whole_names)]
    as_if_there: bool = False
    unused: tuple[attacks.Unused, ...] = ()

    @classmethod
    def of(cls, strike: StrikeInGame) -> NormalAttack:
        """Return the move for a strike."""
        how = strike.manner
        return (AerialAttack if how.aerial else NormalAttack)(strike.target.to_text, how.as_if_there, how.unused)

    @classmethod
    def nothing(cls, match: Match) -> Refusal:
        """Return why no enemy can be attacked."""
        if powers.learns(match) or any(attacks.target_options(match, Manner(aerial=cls.aerial))):
            return ALLOWED
        return Refusal("no enemy can be attacked from here", "target-choice")

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Yield the targets with values and odds, computed together; for closed ones the reason."""
        if closed:
            yield from super().others(match, closed=closed)
        if not cls.why_none(match) and not (closed and cls.aerial):
            yield from attacks.target_options(match, Manner(aerial=cls.aerial), closed=closed)

    def complete(self, match: Match) -> Self:
        """Use the attack as if there, if that is the only possible one."""
        as_if = with_(self, as_if_there=True)
        return as_if if not self.as_if_there and self.why_not(match) and not as_if.why_not(match) else self

    def strike(self, match: Match) -> StrikeInGame:
        """Return the target and manner."""
        manner = Manner(aerial=self.aerial, as_if_there=self.as_if_there, unused=self.unused)
        return StrikeInGame(attacks.read_target(match, self.target), manner)

    def why_not(self, match: Match) -> Refusal:
        """Return why the target can't be attacked in this manner."""
        strike = self.strike(match)
        return reason_of(attacks.check_attack, match, match.actor, strike.target, strike.manner)

    def do(self, match: Match) -> Procedure[None]:
        """Attack a visible target; if it turns out to be hidden, nothing is spent."""
        strike = self.strike(match)
        if (yield from sees(match, match.actor, strike)):
            match.state.acting.done.append(self.action)
            yield from fight(match, match.actor, strike)


class AerialAttack(NormalAttack, frozen=True):
    """An attack from the air."""

    says = "aerial (attack|) {target}[ as if there{as_if_there}][ without {unused:,}]"
    action = "aerial attack"
    aerial = True


# --- a normal attack --------------------------------------------------------------------------------


def fight(match: Match, attacker: Piece, strike: StrikeInGame, fits: Fits | None = None) -> Procedure[None]:
    """Play a normal attack with all reactions to it, in the order of M38; after Evade on whom it `fits`."""
    yield from _fight(match, attacker, strike, fits)
    end_bonuses(match)


def _fight(match: Match, attacker: Piece, strike: StrikeInGame, fits: Fits | None) -> Procedure[None]:
    target, manner = strike.target, strike.manner
    while True:
        target = yield from choose_guard(match, attacker, target, manner)
        evaded = yield from _ask_evade(match, attacker, target, manner)
        if not evaded:
            break
        other = yield from _ask_redirect(match, attacker, target, manner, fits)
        if other is None:
            say_spent(match, attacker.name, "evaded", "evade", "M40")
            return
        target, manner = other.target, other.manner
    attack = attacks.attack_on(match, attacker, target, manner)
    first = attacks.strikes_first(match, attacker, target, attack) and (
        yield from _answer(match, match.state.piece(target.unit), attacker, manner, "initiative")
    )
    if first:
        manner = _as_they_stand(match, attacker, target, manner)
        if why := _why_spent(match, attacker, target, manner, seen=True):
            if not match.state.over:
                say_spent(match, attacker.name, why, "initiative", "M41")
            return
    yield from resolve(match, attacker, target, manner, answered=first)


def _as_they_stand(
    match: Match, attacker: Piece, target: AttackTarget, manner: Manner, stood: tuple[str, str] = ("", "")
) -> Manner:
    """Return how an attack goes on after the units may have moved: as if there only where it still can be so (M24).

    An answer can while both are where they `stood` (M80).
    """
    areas = attacker.area, attacks.area_of(match, target)
    if not manner.as_if_there or not all(areas):
        return manner
    still = areas == stood if manner.kind == "retaliation" else attacks.may_strike_into(match, attacker, areas[1])
    return with_(manner, as_if_there=still)


def _why_spent(match: Match, attacker: Piece, target: AttackTarget, manner: Manner, *, seen: bool = False) -> str:
    """Return why an attack isn't made any more after the reactions, "" if it is; it may be `seen` anyhow (M41)."""
    if not attacker.there or match.state.over:
        return does(printed(attacker.name), "is destroyed")
    if target.unit and not match.state.piece(target.unit).there:  # destroyed by a power, as it struck first
        return does(printed(target.unit), "is destroyed")
    try:
        if manner.kind == "attack":
            attacks.check_attack(match, attacker, target, manner, seen=seen)
        else:  # the target isn't chosen, but may have become one that can't be attacked
            match.refuse(*attacks.why_shielded(match, attacker, match.state.piece(target.unit), manner))
        if manner.kind == "retaliation":
            values_of(attacks.attack_on(match, attacker, target, manner))
    except Illegal as error:
        return error.reason
    return ""


def resolve(
    match: Match,
    attacker: Piece,
    target: AttackTarget,
    manner: Manner,
    *,
    answered: bool = True,
    who: int | None = None,
) -> Procedure[None]:
    """Play values, dice, wounds and the answer, with both units' powers; `who` decides for the attacker if given.

    What units were given for this attack before it holds for all targets of an area attack, and isn't used up by a
    first strike.
    """
    given = {} if manner.kind == "attack" else {piece.name: [*piece.bonuses] for piece in match.state.pieces}
    begun = yield from _powers_begin(match, attacker, target, manner)
    if begun is None:
        end_bonuses(match, given)
        return
    manner = begun
    attack = attacks.attack_on(match, attacker, target, manner)
    arena = Arena(match, attacker, target, match.name(attacker.seat if who is None else who))
    stood = attacker.area, attacks.area_of(match, target)
    match.fought.append(attack)
    values = compute(attack)  # checked when its target or area was chosen
    match.emit(attack_event(attack, values))
    dice = yield from assault(arena, attack, values, who=arena.who, average=match.setup.dice == "average")
    wounds = dice.placed
    reaches = arena.thrown and (yield from _reaches(match, match.state.piece(target.unit), attacker))
    if arena.thrown:
        match.fought[-1] = _after_throw(attack, match.state.piece(target.unit), attacker, reaches=reaches)
    _use(match, attacker, attack)
    _wound(match, attacker, target, attack, wounds)
    end_bonuses(match, given)
    yield from match.settle(match)
    if match.state.over or answered or not target.unit:
        return
    piece = match.state.piece(target.unit)
    near = reaches or piece.area == attacker.area or (manner.as_if_there and (attacker.area, piece.area) == stood)
    after = _after_throw(attack, piece, attacker, reaches=reaches)
    if near and not no_answer(after, wounds, thrown=arena.thrown):
        there = manner.as_if_there and not reaches  # a thrown unit answers from where it lies
        yield from _answer(match, piece, attacker, with_(manner, as_if_there=there), "retaliate")


def end_bonuses(match: Match, given: Mapping[str, Sequence[TurnBonus]] = MappingProxyType({})) -> None:
    """End what units have for this attack, except what they were `given` before, by their names."""
    for piece in match.state.pieces:
        kept = given.get(piece.name, ())
        piece.bonuses = [one for one in piece.bonuses if one.until != "attack" or one in kept]


def _after_throw(attack: Attack, target: Piece, attacker: Piece, *, reaches: bool) -> Attack:
    """Update an attack with its target's place: in the attacker's own area, or where it reaches it (M45)."""
    return with_(attack, still_reaches=target.there and (reaches or target.area == attacker.area))


def _reaches(match: Match, thrown: Piece, attacker: Piece) -> Procedure[bool]:
    """Check whether a thrown unit reaches its attacker from where it lies, if that allows an answer (M45)."""
    if match.setup.answer_after_throw == "range 0" or not (thrown.there and attacker.there):
        return False
    target, back = AttackTarget(attacker.name), Manner(kind="retaliation")

    def can() -> bool:
        return not reason_of(values_of, attacks.attack_on(match, thrown, target, back))

    if can() and thrown.area != attacker.area:
        yield from recruiting.known_line(match, thrown.area, attacker.area)
    return can()


def _powers_begin(match: Match, attacker: Piece, target: AttackTarget, manner: Manner) -> Procedure[Manner | None]:
    """Resolve both units' powers before the values of an attack; return how it goes on, None if it is spent."""
    defender = match.state.piece(target.unit) if target.unit else None  # a token has no powers of its own
    stood = attacker.area, attacks.area_of(match, target)
    fought = attacks.fight_of(match, attacker, target, manner)
    endings.note(match, "when attacking", attacker, fought)
    if defender is not None:
        endings.note(match, "when attacked", defender, fought)
    if not match.noted:
        return manner
    yield from match.settle(match)
    if match.state.over:
        return None
    lasts = attacks.is_there(match, attacker, target)
    manner = _as_they_stand(match, attacker, target, manner, stood)
    if not (attacker.there and lasts):
        why = does(printed(attacker.name) if lasts else target.label(), "is destroyed")
    elif manner.kind == "area" and attacks.area_of(match, target) != stood[1]:
        why = does(target.label(), f"is in {stood[1]} no more")
    else:
        stayed = (attacker.area, attacks.area_of(match, target)) == stood
        why = _why_spent(match, attacker, target, manner, seen=stayed)
    if why:
        say_spent(match, attacker.name, why, "M38")
        return None
    return manner


def _use(match: Match, attacker: Piece, attack: Attack) -> None:
    """Note the talents that have helped and whose bonus lasts to the end of the activation (M26)."""
    used = attacks.used_before(match, attacker, attack.kind)
    if attack.kind == "attack":
        used.extend(talent for talent in attacks.helping(attack, attacks.LASTING) if talent not in used)


def _wound(match: Match, attacker: Piece, target: AttackTarget, attack: Attack, wounds: int) -> None:
    """Inflict all wounds together (M18), on a unit or a token."""
    if target.unit:
        piece = match.state.piece(target.unit)
        far = 0 if at_range_0(attack) else attack.distance
        fought = FightAtRange(attacker=attacker.name, defender=piece.name, range=far)
        if wounds and piece.there:
            endings.note(match, "when it wounds", attacker, fought)
            if wounds >= piece.vitality:
                endings.note(match, "when it destroys", attacker, fought)
        endings.wound(match, piece, wounds, fight=fought)
        return
    token = attacks.token_at(match, attacker, target)
    token.vitality = max(0, token.vitality - wounds)
    if not token.vitality:
        match.spot(target.area).tokens.remove(token)
    left = f"{token.vitality} vitality left" if token.vitality else "put it back into the reserve"
    match.say(f"The token {token.name} in {target.area}: {left}.", "token-targets", "M43")


# --- reactions -------------------------------------------------------------------------------------


def say_spent(match: Match, unit: str, why: str, *rules: str) -> None:
    """Report that an attack comes to nothing."""
    match.say(f"{whose(printed(unit))} attack is spent: {why}.", *rules)


def say_guarded(match: Match, guard: str, unit: str) -> None:
    """Report that a guard becomes the target."""
    now = "they are" if is_many(printed(guard)) else "it is"
    match.say(f"{does(printed(guard), 'guards')} {printed(unit)}: {now} the target now.", "guard", "M39")


def choose_guard(
    match: Match, attacker: Piece, target: AttackTarget, manner: Manner, struck: Sequence[str] = ()
) -> Procedure[AttackTarget]:
    """Ask for guards of the target that could be one (Guard, M39), none `struck` already if each is attacked once."""
    if not target.unit:
        return target

    def is_open(name: str) -> bool:
        return refusal(attacks.check_attack, match, attacker, AttackTarget(name), manner) is None

    needs_range = manner.kind == "attack" and is_open(target.unit)
    piece = match.state.piece(target.unit)
    fought = attacks.fight_of(match, attacker, target, manner)
    guards = [
        one
        for one in match.state.within(piece.area)
        if match.are_allied(piece, one)
        and not (one.name in struck and match.setup.area_guard == "once")
        and "guard" in powers.talents(match, one, fought)
        and not attacks.why_shielded(match, attacker, one, manner)
        and (not needs_range or is_open(one.name))
    ]
    for seat in sorted({one.seat for one in guards}):  # M92
        mine = [one for one in guards if one.seat == seat]
        answer = yield _answers(
            match,
            "guard",
            seat,
            f"{does(printed(attacker.name), 'attacks')} {printed(piece.name)}: who guards",
            partial(_guards, mine),
            ("guard", "guards"),
        )
        if answer != NO:
            guard = match.find_piece(answer.removeprefix("guard "), mine)
            say_guarded(match, guard.name, piece.name)
            return AttackTarget(guard.name)
    return target


def _guards(guards: Sequence[Piece]) -> list[Option]:
    ways = ("steps in", "jumps in front", "takes it", "takes the hit")
    return [
        Option(f"guard {one.name}", detail="becomes the target", also=tuple(f"{one.name} {way}" for way in ways))
        for one in guards
    ]


def _ask_evade(match: Match, attacker: Piece, target: AttackTarget, manner: Manner) -> Procedure[bool]:
    """Ask whether the target evades, for an AoW card: only a flying unit at range 0, and no troop (M40)."""
    if not target.unit or not at_range_0(attacks.attack_on(match, attacker, target, manner)):
        return False
    piece = match.state.piece(target.unit)
    if "flying" not in powers.types(match, piece) or match.unit(piece.name).troop:
        return False
    if manoeuvres.why_not(match, piece.seat, manoeuvres.EVADE):
        return False

    def price_of(text: str) -> Price:
        return cards.read_price(match, piece.seat, cards.split_price(text)[1], match.setup.manoeuvre_aow)

    asks = f"{does(printed(attacker.name), 'attacks')} {printed(piece.name)}: does it evade"
    answer = yield _answers(
        match, "evade", piece.seat, asks, partial(_evasions, match, piece.seat), ("evade", "evades"), verify=price_of
    )
    if answer == NO:
        return False
    price = price_of(answer)
    match.state.players[piece.seat].bought.append(manoeuvres.EVADE)
    cards.spend(match, piece.seat, price, "the manoeuvre evade", ("manoeuvres", "evade"))
    match.say(f"{printed(piece.name)} evades.", "evade", "M40")
    return True


def _evasions(match: Match, seat: int) -> list[Option]:
    """List the ways to evade with the current hand: cards may be spent otherwise while the question is open."""
    if manoeuvres.why_not(match, seat, manoeuvres.EVADE):
        return []
    return [manoeuvres.priced_option(match, seat, manoeuvres.EVADE, manoeuvres.cost(match))]


def _ask_redirect(
    match: Match, attacker: Piece, gone: AttackTarget, manner: Manner, fits: Fits | None
) -> Procedure[StrikeInGame | None]:
    """Ask for another target, visible and in range, that a power's attack fits; None: it is spent (M40)."""
    if manner.kind == "retaliation" or not attacker.there:
        return None
    plain = with_(manner, as_if_there=False)
    strikes = {}
    for target, how in attacks.candidates(match, attacker, plain):
        if target == gone or refusal(attacks.check_attack, match, attacker, target, how):
            continue
        if fits is None or fits(target, how):
            strikes[attacks.write(target, how)] = StrikeInGame(target, how)
    asks = f"{gone.label()} has evaded: {does(printed(attacker.name), 'attacks')} whom instead"
    while strikes:
        answer = yield _answers(match, "redirect", attacker.seat, asks, lambda: [*map(Option, strikes)], (), NONE)
        if answer == NONE:
            break
        strike = strikes.pop(answer)
        if (yield from sees(match, attacker, strike)):
            return strike
    return None


_ALSO = {
    "retaliate": ("strike back", "hit back", "fight back", "answer"),
    "initiative": ("strike first", "strikes first"),
}
"""Everyday phrases for answers."""


def _answer(match: Match, piece: Piece, attacker: Piece, manner: Manner, word: str) -> Procedure[bool]:
    """Ask whether a unit answers, for a card of its own or any; carry it out, return whether it did (M42, M80)."""
    back = Manner(kind="retaliation", as_if_there=manner.as_if_there and piece.area != attacker.area)
    if not (piece.there and attacker.there):
        return False
    if not attacks.may_answer(match, piece, attacker, as_if_there=back.as_if_there):
        return False
    they = "do they" if is_many(printed(piece.name)) else "does it"
    asks = f"{they} strike first" if word == "initiative" else f"{they} retaliate"

    def offered(odds: str = "") -> list[Option]:
        return [
            Option(
                word if card == piece.name else f"{word}{cards.WITH}{card}",
                detail=f"for {a_or_an(printed(card))} card{odds}",
                also=_ALSO.get(word, ()) if card == piece.name else (),
            )
            for card in attacks.answer_cards(match, piece)
        ]

    def options_with_odds() -> list[Option]:
        found = attacks.attack_on(match, piece, AttackTarget(attacker.name), back)
        return [*offered(f"; {attacks.odds_of(found, compute(found))}" if offered() else ""), Option(NO)]

    def card_of(text: str) -> str:
        named, known = cards.split_price(text)[1], attacks.answer_cards(match, piece)
        names = {fold(text): card for card in known for text in (card, printed(card))}
        return find(named, names, "card for it", listing=8) if named else piece.name

    question = _answers(
        match,
        word,
        piece.seat,
        does(printed(piece.name), f"is attacked: {asks}"),
        offered,
        (word, "yes"),
        verify=lambda text: match.refuse(cards.lacks(match, piece.seat, [card_of(text)]), "M67"),
    )
    question = structs.replace(question, options=options_with_odds)
    answer = (
        yield question if offered() else structs.replace(question, waits=True, skippable=True)
    )  # a manoeuvre may bring the card
    if answer == NO:
        return False
    piece.retaliated = True
    card = card_of(answer)
    cards.discard(match, piece.seat, card)
    strikes = does(printed(piece.name), "strikes first" if word == "initiative" else "retaliates")
    discards = f"{match.name(piece.seat)} discards {a_or_an(printed(card))} card"
    match.say(f"{discards}: {strikes}.", "retaliation", "M42")
    if (yield from _ask_evade(match, piece, AttackTarget(attacker.name), back)):
        say_spent(match, piece.name, "evaded", "evade", "M40")
        return True
    yield from resolve(match, piece, AttackTarget(attacker.name), back)
    return True


def _answers(
    match: Match,
    key: str,
    seat: int,
    prompt: str,
    offered: Callable[[], Sequence[Option]],
    words: tuple[str, ...],
    decline: str = NO,
    verify: Callable[[str], object] | None = None,
) -> Question[str]:
    """Return the question for a player out of turn: an answer, or no, which is the default.

    The `offered` options may change while the question is open, when cards are spent on a manoeuvre. `verify` raises
    Illegal for an answer that the hand doesn't allow; without it the answer costs nothing.
    """
    player = match.name(seat)

    def parse(text: str) -> str:
        now = offered()
        texts = {fold(option.text): option.text for option in now} | {fold(decline): decline}
        if not now:
            texts |= dict.fromkeys(words[:1], key)
        words_said, price = cards.split_price(text)
        declined = fold(words_said) in (fold(decline), "nobody", "n", "")
        if price and (declined or verify is None):
            raise cards.nothing_paid(words_said, price)
        if declined:
            return decline
        if (
            words
            and fold(words_said) in map(fold, (*words, "y"))
            and len({cards.split_price(one.text)[0] for one in now}) < 2
        ):
            words_said = cards.split_price(now[0].text)[0] if now else key
        found = _match_answer(words_said, texts)
        if not found:
            raise Unreadable(f'"{text.strip()}": write {" or ".join(texts.values())}')
        plain = cards.split_price(found)[0]
        whole = texts.get(fold(text)) or (f"{plain}{cards.WITH}{price}" if price else found)
        if verify is not None:
            verify(whole)
        return whole

    return Question(
        key,
        f"{player}: {prompt}",
        parse,
        options=lambda: [*offered(), Option(decline, also=_LETS_IT)],
        who=player,
        default=decline,
        write=str,
    )


_LETS_IT = (
    "let it happen",
    "let it be",
    "let it hit",
    "let them",
    "leave it",
    "leave it be",
    "not needed",
    "not now",
    "no other target",
    "stay and take it",
    "stay put",
)
"""Other words for an answer that declines."""


def _match_answer(text: str, texts: dict[str, str]) -> str:
    """Find the answer by its name, with or without its verb; "" for none."""
    plain = {fold(cards.split_price(one)[0]): one for one in reversed(texts.values())}
    short = {key.removeprefix("aerial ").partition(" ")[2]: one for key, one in plain.items() if " " in key}
    try:
        return find(text, plain | short, "")
    except Unreadable:
        return ""
