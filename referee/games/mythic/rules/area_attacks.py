"""Area attacks: every unit in an area but the attacker, each once, in the attacker's order (M36, M44)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Self

from msgspec.structs import replace

from referee.asking.interrupts import Refusal
from referee.asking.question import Option, Procedure, choice
from referee.effects.phrases import Names
from referee.games.mythic.rules import attacks, fights
from referee.games.mythic.rules.activation import Act, reason_of
from referee.games.mythic.rules.attacks import AttackTarget, Manner
from referee.games.mythic.rules.state import Match, Piece
from referee.text.names import printed

AREA = Manner(kind="area")


def open_areas(match: Match, attacker: Piece, manner: Manner = AREA) -> list[str]:
    """List the areas that a unit can attack: in range, seen, and with an enemy in them; its own too."""
    areas = {piece.area: None for piece in match.state.standing if match.enemy(attacker, piece)}
    return [area for area in areas if not why_not_there(match, attacker, area, manner)]


def why_not_there(match: Match, attacker: Piece, area: str, manner: Manner = AREA) -> Refusal:
    """Return why a unit can't attack an area: no enemy that it could attack, out of range, unseen (M36)."""
    match, why = match.cached(), Refusal(f"no enemy stands in {area}", "M36")
    for piece in match.enemies_at(attacker, area):
        why = reason_of(attacks.check_attack, match, attacker, AttackTarget(piece.name), manner)
        if not why:
            break
    return why


def carry_out(match: Match, attacker: Piece, area: str, manner: Manner = AREA) -> Procedure[None]:
    """Attack the units of the area one after the other; there are no answers (area-no-answer).

    Units that a power shields (M93), or that have left the area, are skipped.
    """
    struck: list[str] = []
    meant = [piece.name for piece in match.state.within(area) if piece is not attacker]
    while attacker.there and not match.state.over:
        left = [
            piece.name
            for piece in match.state.within(area)
            if piece.name in meant and not attacks.why_shielded(match, attacker, piece, manner)
        ]
        if not left:
            break
        name = left[0]
        if len(left) > 1:
            player = match.name(attacker.seat)
            asks = f"{player}: the area attack goes on with"
            name = yield choice("next", asks, list(map(Option, left)), who=player)
        struck.append((yield from _one(match, attacker, name, manner, struck)))
        done = (name, *(struck if match.setup.area_guard == "once" else ()))
        meant = [one for one in meant if one not in done]
    fights.end_bonuses(match)


def _one(match: Match, attacker: Piece, name: str, manner: Manner, struck: Sequence[str]) -> Procedure[str]:
    """Attack one target: enemies may be guarded; against an ally the opponent decides for the attacker (M39, M44).

    Return the unit that was attacked in the end; guards among the `struck` may be excluded.
    """
    piece = match.state.piece(name)
    target, who = AttackTarget(name), attacker.seat
    if match.enemy(attacker, piece):
        target = yield from fights.choose_guard(match, attacker, target, manner, struck)
    else:
        who = match.deciders[attacker.name] = match.opponent(attacker.seat)
        manner = replace(manner, unused=())
    yield from fights.resolve(match, attacker, target, replace(manner, kind="area"), who=who)
    match.deciders.pop(attacker.name, None)
    return target.unit


# --- without a power --------------------------------------------------------------------------------


class AreaAttack(Act, frozen=True):
    """An area attack that a unit makes of its own, in place of its attack; talents that aren't used."""

    says = "area (attack|) {area}[ without {unused:,}]"
    action = "attack"
    area: Annotated[str, Names("area", lambda match: match.state.board.names)]
    unused: tuple[attacks.Unused, ...] = ()

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why it can't be made: without a power only if the group agreed so (M37), with an attack open."""
        if match.setup.area_attacks == "everyone":
            return super().why_none(match)
        return Refusal("only powers that say so make area attacks, unless the table agreed otherwise", "M37")

    @classmethod
    def candidates(cls, match: Match) -> Iterable[Self]:
        """List the areas that can be attacked."""
        return map(cls, open_areas(match, match.actor))

    def detail(self, match: Match) -> str:
        """Describe the units there."""
        return ", ".join(printed(piece.name) for piece in match.state.within(self.area))

    def why_not(self, match: Match) -> Refusal:
        """Return why the area can't be attacked."""
        return why_not_there(match, match.actor, self.area)

    def do(self, match: Match) -> Procedure[None]:
        """Attack one unit after the other; if the area turns out to be hidden, nothing is spent."""
        attacker = match.actor
        if (
            yield from fights.is_still_allowed(
                match, attacker, self.area, lambda: match.refuse(*why_not_there(match, attacker, self.area))
            )
        ):
            match.state.acting.done.append("attack")
            yield from carry_out(match, attacker, self.area, replace(AREA, unused=self.unused))
