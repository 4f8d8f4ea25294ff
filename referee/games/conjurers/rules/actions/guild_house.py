"""The tavern and the guild house (pp. 12-13; E2, A14, A23)."""

from __future__ import annotations

from referee.asking.question import Option, Procedure, Question, closed_by
from referee.errors import Illegal, refusal
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import ButtonTaken, Hired
from referee.games.conjurers.rules.spaces import Space
from referee.games.conjurers.rules.state import CONJURER
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import Assistant, words
from referee.text.names import find, fold

NOBODY = "nobody"


def take_button(context: Context, player: int, space: Space) -> Procedure[None]:
    """Take the Initiative Button; it counts from the next allocation on (A14)."""
    yield from ()
    before = context.game.holder
    context.game.holder = player
    context.emit(ButtonTaken(player, before))


def hire(context: Context, player: int, space: Space) -> Procedure[None]:
    """Hire one assistant of a kind that the player doesn't have yet (A23)."""
    wanted: Assistant | None = yield _question(context, player)
    if wanted is not None:
        context.pay(player, fee(context, player), f"hiring a {wanted}", ("guild-house", "E2"))
        context.player(player).assistants.append(wanted)
        context.emit(Hired(player, wanted))


def fee(context: Context, player: int) -> dict[str, int]:
    """What the player's next assistant costs (p. 13; E2)."""
    table = board_tables.upkeep().guild_house
    cost = table.second if len(context.player(player).assistants) == 1 else table.third
    return {str(good): amount for good, amount in cost.items()}


def verify_hire(context: Context, player: int, wanted: Assistant) -> None:
    """Check a hire. Raises Illegal with the reason and the rule."""
    owner = context.player(player)
    most = board_tables.upkeep().guild_house.most_assistants
    if len(owner.assistants) >= most:
        raise Illegal(f"{owner.name} has {most} assistants already", "guild-house")
    if wanted in owner.assistants:
        raise Illegal(f"{owner.name} has a {wanted} already", "E2")
    context.verify_pay(player, fee(context, player), "guild-house")


def _question(context: Context, player: int) -> Question[Assistant | None]:
    owner = context.player(player)
    kinds: dict[str, Assistant] = {kind: kind for kind in board_tables.phases().assistants}

    def parse(text: str) -> Assistant | None:
        typed = fold(text).removeprefix("hire ")
        if typed in (NOBODY, "none", "done"):
            return None
        if typed == CONJURER:
            raise Illegal("there is never a second conjurer", "figures")
        wanted = find(typed, kinds, "assistant")
        verify_hire(context, player, wanted)
        return wanted

    def refused() -> list[tuple[str, Illegal | None]]:
        return [(f"hire {kind}", refusal(verify_hire, context, player, kind)) for kind in kinds.values()]

    def options() -> list[Option]:
        costs = f"costs {words(fee(context, player))}"
        return [*(Option(text, detail=costs) for text, error in refused() if error is None), Option(NOBODY)]

    return Question(
        "hire",
        f"{owner.name} hires",
        parse,
        options=options,
        closed=lambda: [closed_by(text, error) for text, error in refused() if error is not None],
        who=owner.name,
        write=lambda kind: NOBODY if kind is None else f"hire {kind}",
        tells_closed=True,
    )
