"""A correction asked for step by step; what can't be is refused when it is answered."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from referee.asking.question import Option, Procedure, Question, choice, free_text, whole_number
from referee.errors import Unreadable
from referee.games.conjurers.rules.corrections import CARDS, correct
from referee.games.conjurers.rules.state import GameState, Setup, open_mythologies
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import RESOURCES
from referee.play.step import Step

T = TypeVar("T")

_NO_REASON = "no reason"


def ask_correction(setup: Setup, game: GameState) -> Procedure[Step]:
    """Ask for a correction: whom or what, how much, and why."""
    names = [Option(player.name) for player in game.players if not player.left]
    what: str = yield choice(
        "adjust", "What has the program wrong",
        [*names, Option("button", detail="who has the Initiative Button"), Option("mine", detail="whose a mine is"),
         Option("leave", detail="a player leaves (A21)")],
    )  # fmt: skip
    if what == "leave":
        text = yield from _last(setup, game, "leave", choice("leave", "Who leaves", names))
    elif what == "button":
        text = yield from _last(setup, game, "adjust button", choice("holder", "Who has it", names))
    elif what == "mine":
        mine = yield choice("mine", "Which mine", [Option(name) for name in board_tables.phases().mines])
        whose = choice("owner", "Whose is it", [*names, Option("nobody")])
        text = yield from _last(setup, game, f"adjust mine {mine}", whose)
    else:
        text = yield from _of_player(setup, game, what)
    why = yield free_text("why", "Why", str.strip, hint="enter for no reason", default=_NO_REASON)
    return Step(correct=text, because="" if why == _NO_REASON else why)


def _of_player(setup: Setup, game: GameState, player: str) -> Procedure[str]:
    """Ask what of a player's holdings is wrong."""
    kinds = [*(Option(good) for good in (*RESOURCES, "food", "minus points")), Option("gains"), Option("loses")]
    kind = yield choice("kind", f"What of {player}", kinds)
    if kind not in ("gains", "loses"):
        amount = whole_number("amount", f"{player} has how many {kind}", 0, 999_999)
        return (yield from _last(setup, game, f"adjust {player} {kind}", amount))
    card = yield choice("card kind", f"{player} {kind} a", [*(Option(name) for name in CARDS), Option("assistant")])
    begun = f"adjust {player} {kind} {card}"
    if card == "assistant":
        assistants = [Option(name) for name in board_tables.phases().assistants]
        return (yield from _last(setup, game, begun, choice("assistant", "Which", assistants)))
    new = card == "creature" and kind == "gains"
    hint = f"a new one as Golem, {open_mythologies(setup)[0]} 3" if new else ""
    return (yield from _last(setup, game, begun, free_text("card", "Its name", _some_text, hint=hint)))


def _last(setup: Setup, game: GameState, begun: str, question: Question[T]) -> Procedure[str]:
    """Ask for what completes a correction that has `begun`; its whole text.

    An answer is refused that the correction can't be carried out with, or that changes nothing.
    """

    def parse(text: str) -> T:
        value = question.parse(text)
        if correct(setup, game.copy(), f"{begun} {value}", []) == game:
            raise Unreadable("that is so already; nothing would change")
        return value

    return f"{begun} {(yield replace(question, parse=parse))}"


def _some_text(text: str) -> str:
    if not text.strip():
        raise Unreadable("a name is needed")
    return text.strip()
