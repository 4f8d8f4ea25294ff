"""The sacrificial pit: creatures for goods, each further one for half (p. 13; A4, A16)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.conjurers.rules import learning
from referee.games.conjurers.rules.card_pool import level_of
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Sacrificed
from referee.games.conjurers.rules.spaces import Space
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables.board import PitColumn
from referee.games.conjurers.vocabulary import words
from referee.text.names import find, fold, keyed

NOTHING = "nothing"
Offering = tuple[str, PitColumn]


def sacrifice(context: Context, player: int, space: Space) -> Procedure[None]:
    """Give any number of creatures, in an order in which their levels don't fall."""
    offered: Sequence[Offering] = yield _question(context, player)
    owner = context.player(player)
    for place, (name, column) in enumerate(offered, 1):
        goods = context.in_this_game(worth(column, level_of(context.setup, context.game, name), place))
        owner.creatures.remove(name)
        if not context.setup.sacrificed_return:
            context.game.gone.append(name)
        context.emit(Sacrificed(player, name, place, goods))
        context.gain(player, goods, space.name, ("sacrificial-pit", "A4"))


def worth(column: PitColumn, level: int, place: int) -> dict[str, int]:
    """What the `place`-th creature of an action brings: its row halved for each one before it, rounded down."""
    amount = column.by_level[level - 1] // 2 ** (place - 1)
    return dict.fromkeys(column.gains, amount)


def verify_offering(context: Context, player: int, offered: Sequence[Offering]) -> None:
    """Check a whole sacrifice. Raises Illegal with the reason and the rule."""
    before = 0
    for at, (name, column) in enumerate(offered):
        if name in [other for other, _ in offered[:at]]:
            raise Illegal(f"{name} can be given only once", "sacrificial-pit")
        level = level_of(context.setup, context.game, name)
        if level < before:
            raise Illegal(f"{name} is of level {level}, below the one before it (level {before})", "A4")
        if not column.by_level[level - 1]:
            raise Illegal(f"a level {level} creature brings no {column.name}", "A4")
        before = level


def _question(context: Context, player: int) -> Question[Sequence[Offering]]:
    owner = context.player(player)
    columns = board_tables.pit().columns
    named = keyed(columns, lambda column: column.name)
    short = {fold(good): column for column in columns for good in column.gains}

    def column_of(text: str) -> PitColumn:
        key = " and ".join(sorted(fold(text).replace(",", " and ").split(" and ")))
        same = {" and ".join(sorted(name.split(" and "))): column for name, column in named.items()}
        return same.get(key) or short.get(fold(text)) or find(text, named, "column of the pit")

    def creature_of(name: str) -> str:
        own = keyed(owner.creatures, str)
        if fold(name) not in own:
            learning.refuse_known(context, name, "sacrificial-pit", f"choose creatures of {owner.name}'s")
        return find(name, own, "creature of yours")

    def parse(text: str) -> Sequence[Offering]:
        typed = re.sub(r"^\s*sacrifice\s+", "", text.strip(), flags=re.IGNORECASE)
        if fold(typed) in (NOTHING, "none", "done"):
            return ()
        found = []
        for part in typed.split(","):
            name, word, goods = part.strip().rpartition(" for ")
            if not word:
                raise Unreadable(
                    f'can\'t read "{part.strip()}"; write sacrifice Wolf for food, Imp for stone and wood'
                )
            found.append((creature_of(name), column_of(goods)))
        verify_offering(context, player, found)
        return tuple(found)

    def options() -> list[Option]:
        found = [Option(NOTHING, detail="no sacrifice")]
        for name in owner.creatures:
            level = level_of(context.setup, context.game, name)
            for column in columns:
                if column.by_level[level - 1]:
                    brings = words(context.in_this_game(worth(column, level, 1)))
                    found.append(Option(f"sacrifice {name} for {column.name}", detail=f"brings {brings}"))
        return found

    def write(offered: Sequence[Offering]) -> str:
        return "sacrifice " + ", ".join(f"{name} for {c.name}" for name, c in offered) if offered else NOTHING

    return Question(
        "sacrifice", f"{owner.name} sacrifices", parse, options=options, who=owner.name, write=write,
        open=bool(owner.creatures),
        hint="several: sacrifice Wolf for food, Imp for stone and wood",
    )  # fmt: skip
