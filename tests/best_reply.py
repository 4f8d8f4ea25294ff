"""How much dice leave to whoever plays best: `python -m tests.best_reply [ARMIES]`, some ten minutes for 50.

Against random play each move that looks well is tried again and again, the random player's moves drawn as that player
draws them. Who knows so much of the enemy wins more often than anybody who only chooses well; what isn't won then,
the dice have taken.
"""

from __future__ import annotations

import sys
from random import Random

from referee.games.conjurers.battle.moves import BattleMove
from referee.games.conjurers.battle.state import Battle, SideName
from referee.games.conjurers.winning.choosing import best_looking
from referee.games.conjurers.winning.solving import after_move
from tests.conjurers.test_winning import Thrown, at_random, choosing, share_won

TRIES = 120
"""So often each move is tried."""
LIKELY = 8
"""So many of the moves that look best are."""


def replying(battle: Battle, luck: Random) -> BattleMove:
    """The move that wins most often against random play, as far as trying tells."""
    moves = list(dict.fromkeys(one.move for one in best_looking(battle, luck)))[:LIKELY]
    return max(moves, key=lambda move: sum(_won(battle, move, luck) for _ in range(TRIES)) if moves[1:] else 0)


def _won(battle: Battle, move: BattleMove, luck: Random) -> bool:
    side: SideName = battle.side_to_move
    while battle.outcome is None:
        battle = after_move(battle, move, Thrown(luck), {})
        if battle.outcome is None:
            own = battle.side_to_move == side
            move = best_looking(battle, luck)[0].move if own else at_random(battle, luck)
    return battle.outcome.winner == side


if __name__ == "__main__":
    armies = int(sys.argv[1]) if sys.argv[1:] else 50
    for name, player in (("choosing", choosing), ("the best reply", replying)):
        won = share_won(player, at_random, armies, 0, Thrown)
        print(f"{name} against random play: {won:.1%} of {2 * armies} battles with equal armies and dice")
