"""What isn't everybody's to see of a game that says it by its piles: their cards, and the answers that name them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from referee.declaration.counts import PLAYERS, hidden_of
from referee.declaration.game import Game, Secrets
from referee.declaration.rules import Rules
from referee.play.notation import written
from referee.play.step import Answer, Step

SECRET = "(secret)"
"""What everybody hears of an answer that isn't theirs to hear."""


def secrets_of(game: Game[Any, Any]) -> Secrets[Any]:
    """What isn't everybody's to see of a game: as it says itself, or as its piles do."""
    return game.secrets() if game.secrets is not None else _of_piles(game.rules())


def _of_piles(rules: Rules[Any, Any]) -> Secrets[Any]:
    drawn = frozenset(key for pile in rules.piles for key in pile.drawn)
    chosen = frozenset(key for pile in rules.piles for key in pile.chosen)
    found = Secrets[Any](
        keys=drawn | chosen, text=lambda step: written(veiled(step, drawn | chosen)),
        log=lambda steps, state: [veiled(step, chosen, drawn) for step in steps],
    )  # fmt: skip
    if not any(pile.seen_by == "owner" and pile.owners is PLAYERS for pile in rules.piles):
        return found
    return replace(found, hand=lambda state, name: hidden_of(rules, state, name))


def veiled(step: Step, secret: frozenset[str], left_out: frozenset[str] = frozenset()) -> Step:
    """A step without the answers that are secret; some are left out, as they follow from the rest."""
    answers = [Answer(key, SECRET if key in secret else text) for key, text in step.answers if key not in left_out]
    if step.kind != "move" or not answers or tuple(answers) == step.answers:
        return step
    return replace(step, key=answers[0].key, do=answers[0].text, then=tuple(answers[1:]), by=())


def public_log(game: Game[Any, Any], steps: Sequence[Step], state: Any, over: Callable[[], bool]) -> list[Step]:
    """The log as far as it is everybody's to see; what lies in piles is no secret when all is `over`."""
    secrets = secrets_of(game)
    if game.secrets is None and (not secrets.keys or over()):
        return list(steps)
    return secrets.log(steps, state)
