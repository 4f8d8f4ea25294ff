"""What devouring does to its victim: the bites of each turn, and breaking free (pp. 19-20; B1, B16)."""

from __future__ import annotations

from referee.asking.question import Procedure
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import devour, elements
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


def bite(play: Play, victim: Fighter) -> Procedure[None]:
    """The devourer's dice at the start of its victim's turn (B1). No power hit (p. 22)."""
    assert victim.devoured_by is not None
    devourer = play.battle.fighters[victim.devoured_by]
    dice = devourer.card.bd + elements.in_every_roll(play, devourer, victim)
    roll = yield from play.roll(dice, devourer, "devours", victim)
    damage.land(play, "devour", devourer, devourer.powers(), victim, roll, (), ("devour", "B1", "B16"))


def break_free(play: Play, victim: Fighter) -> Procedure[None]:
    """Twice the devourer's dice at the victim, and the devourer goes back (p. 20; B16)."""
    assert victim.devoured_by is not None
    devourer = play.battle.fighters[victim.devoured_by]
    dice = battle_tables.numbers().break_free_times * devourer.card.bd
    dice += elements.in_every_roll(play, devourer, victim)
    roll = yield from play.roll(dice, devourer, "is thrown off by", victim)
    damage.land(play, "break free", devourer, devourer.powers(), victim, roll, (), ("break-free", "B16"))
    damage.settle(play, in_fight=False)
    devour.come_back(play, devourer, f"{victim.name} broke free")
