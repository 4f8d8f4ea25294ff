"""The tavern and the guild house (pp. 12-13; E2, A14, A23)."""

from __future__ import annotations

from referee.ask import Option, Procedure, Question
from referee.errors import Illegal
from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.events import ButtonTaken, Hired
from referee.games.conjurers.evening.outputs import words
from referee.games.conjurers.evening.spaces import Space
from referee.games.conjurers.evening.state import CONJURER
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import Assistant
from referee.names import find, fold

NOBODY = "nobody"


def take_button(evening: Evening, player: int, space: Space) -> Procedure[None]:
    """Take the Initiative Button; it counts from the next allocation on (A14)."""
    yield from ()
    before = evening.game.holder
    evening.game.holder = player
    evening.emit(ButtonTaken(player, before))


def hire(evening: Evening, player: int, space: Space) -> Procedure[None]:
    """Hire one assistant of a kind that the player doesn't have yet (A23)."""
    wanted: Assistant | None = yield _question(evening, player)
    if wanted is not None:
        evening.pay(player, fee(evening, player), f"hiring a {wanted}", ("guild-house", "E2"))
        evening.player(player).assistants.append(wanted)
        evening.emit(Hired(player, wanted))


def fee(evening: Evening, player: int) -> dict[str, int]:
    """What the player's next assistant costs (p. 13; E2)."""
    table = board_tables.upkeep().guild_house
    cost = table.second if len(evening.player(player).assistants) == 1 else table.third
    return {str(good): amount for good, amount in cost.items()}


def verify_hire(evening: Evening, player: int, wanted: Assistant) -> None:
    """Check a hire. Raises Illegal with the reason and the rule."""
    owner = evening.player(player)
    most = board_tables.upkeep().guild_house.most_assistants
    if len(owner.assistants) >= most:
        raise Illegal(f"{owner.name} has {most} assistants already", "guild-house")
    if wanted in owner.assistants:
        raise Illegal(f"{owner.name} has a {wanted} already", "E2")
    evening.verify_pay(player, fee(evening, player), "guild-house")


def _question(evening: Evening, player: int) -> Question[Assistant | None]:
    owner = evening.player(player)
    kinds: dict[str, Assistant] = {kind: kind for kind in board_tables.phases().assistants}

    def parse(text: str) -> Assistant | None:
        typed = fold(text).removeprefix("hire ")
        if typed in (NOBODY, "none", "done"):
            return None
        if typed == CONJURER:
            raise Illegal("there is never a second conjurer", "figures")
        wanted = find(typed, kinds, "assistant")
        verify_hire(evening, player, wanted)
        return wanted

    def hires(legal: bool) -> list[Option]:
        found = []
        for kind in kinds.values():
            try:
                verify_hire(evening, player, kind)
            except Illegal as error:
                if not legal:
                    found.append(Option(f"hire {kind}", detail=str(error), rule=error.ruling))
            else:
                if legal:
                    found.append(Option(f"hire {kind}", detail=f"costs {words(fee(evening, player))}"))
        return found

    return Question(
        "hire",
        f"{owner.name} hires",
        parse,
        options=lambda: [*hires(True), Option(NOBODY)],
        closed=lambda: hires(False),
        who=owner.name,
        write=lambda kind: NOBODY if kind is None else f"hire {kind}",
        tells_closed=True,
    )
