"""The chance to win a battle in words."""

from __future__ import annotations

from referee.games.conjurers.battle.state import enemy_of
from referee.games.conjurers.winning.cost import MistakeCost
from referee.games.conjurers.winning.solving import Result
from referee.games.conjurers.winning.winning import MoveChance, WinningChances
from referee.sampling.race import WITHIN
from referee.text.grammar import so_many


def in_a_line(chances: WinningChances) -> str:
    """Who wins how likely: "Anna wins 62% (±5), Bo 38%, with attack Sphinx.", or what is certain."""
    battle, side, best = chances.battle, chances.side, chances.best
    player, other = battle.sides[side].player, battle.sides[enemy_of(side)].player
    if (solved := chances.solved) is not None:
        turns = so_many(solved.turns, "turn")
        match solved.result:
            case Result.WON:
                return f"{player} wins with best play, in {turns} at most: {best.text}."
            case Result.LOST:
                return f"{other} wins with best play, in {turns} at most, whatever {player} does."
        return "Nobody can force a win: with best play the battle goes on without end."
    if (estimate := chances.estimate) is None:
        return "The battle wasn't solved in the time given."
    chance = int(estimate.chance * 100 + 0.5)
    with_what = f"over all hands; best is {best.text}, if it is in hand" if chances.by_hand else f"with {best.text}"
    return f"{player} wins {estimate.told()}, {other} {100 - chance}%, {with_what}."


def in_a_sentence(cost: MistakeCost) -> str:
    """What a mistake cost: "With the best legal move (attack Sphinx) Anna wins 62% (±5), as played 48% (±5)." """
    best, right = cost.kept.text, _stands(cost.kept)
    begun = {
        "illegal": f"With the best legal move ({best})", "choice": f"With the best move ({best})",
        "claim": "As it is",
    }[cost.sort]  # fmt: skip
    if cost.played is None:
        why = " it says that a creature lives that died before" if cost.sort == "claim" else ""
        return f"{begun} {cost.player} {right}. What was {_done(cost)} can't be played on{why and f':{why}'}."
    if cost.played == cost.kept:
        return f"{cost.player} {right}: that was the best move."
    wrong = _stands(cost.played)
    if cost.sort == "choice" and not cost.clear:
        return f"{cost.player} {wrong} with it: no other move is clearly better ({best}: {cost.kept.told()})."
    if wrong == right or _alike(cost.kept, cost.played):
        return f"{begun} {cost.player} {right}, as {_done(cost)} as well: nothing hangs on it."
    estimated = cost.kept.solved is None and cost.played.solved is None
    common = "wins " if estimated and right.startswith("wins ") else ""
    unsure = "" if cost.clear else f" The two chances are too close to be told apart{_for_longer(cost)}."
    return f"{begun} {cost.player} {right}, as {_done(cost)} {wrong.removeprefix(common)}.{unsure}"


def _for_longer(cost: MistakeCost) -> str:
    """What gives an estimate more time; nothing where it ended before the time was up."""
    found = [one.estimate for one in (cost.kept, cost.played) if one is not None and one.estimate is not None]
    return "; for longer: --seconds 60" if any(one.half_width > WITHIN for one in found) else ""


def _alike(one: MoveChance, other: MoveChance) -> bool:
    """Whether two estimates are the same in whole percents."""
    if one.estimate is None or other.estimate is None:
        return False
    return round(one.estimate.chance * 100) == round(other.estimate.chance * 100)


def _done(cost: MistakeCost) -> str:
    return "claimed" if cost.sort == "claim" else "played"


def _stands(found: MoveChance) -> str:
    """ "wins 62% (±5)", or what is certain."""
    if found.solved is None:
        return "isn't known to win or to lose" if found.estimate is None else f"wins {found.estimate.told()}"
    if found.is_over:
        return f"has {found.solved.result.value}"
    turns = so_many(found.solved.turns, "turn")
    match found.solved.result:
        case Result.WON:
            return f"wins with best play in {turns} at most"
        case Result.LOST:
            return f"loses against best play in {turns} at most"
    return "can't be beaten and can't win"
