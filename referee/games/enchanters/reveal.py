"""The track closing up and its new card: named by the table, or drawn by the program on record (refill; E-ak)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from referee.ask import Option, Procedure, Question
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards import numbered, printed
from referee.games.enchanters.context import Quest
from referee.games.enchanters.events import Revealed
from referee.games.enchanters.learning import read_card_name
from referee.games.enchanters.state import Setup, unseen
from referee.names import find, fold


def reveal(quest: Quest) -> Procedure[None]:
    """Fill the end of the track from the adventure deck, as far as it has cards."""
    game = quest.game
    while len(game.track) < tables.box().track and game.deck:
        name: str = yield _question(quest)
        game.deck -= 1
        game.track.append(name)
        quest.emit(Revealed(name, len(game.track), game.deck))


def _question(quest: Quest) -> Question[str]:
    setup, game = quest.setup, quest.game
    left = unseen(setup, game)
    kinds = Counter(map(printed, left))

    def options() -> list[Option]:
        if setup.draws == "program":
            return []
        return [Option(name, detail=f"{many} left" if many > 1 else "") for name, many in sorted(kinds.items())]

    return Question(
        "reveal", f"Card {len(game.track) + 1} of the track comes from the adventure deck ({game.deck} left)",
        lambda text: pick_named(setup, left, list(game.in_play()), text), options=options, open=True,
        hint="" if setup.complete else "the name of the card that comes, a new one too", write=printed,
        forced=lambda: printed(left[0]) if setup.draws == "program" and left else None,
    )  # fmt: skip


def pick_named(setup: Setup, left: list[str], seen: Sequence[str], text: str) -> str:
    """The card that a table names: one of the known ones left, or a new one. Raises Unreadable."""
    known = {fold(printed(name)): name for name in reversed(left)}
    key = fold(printed(text))
    if key in known:
        return known[key]
    if setup.complete:
        if any(fold(printed(name)) == key for name in setup.names):
            raise Unreadable(f"every {printed(text)} of these kingdoms is out of the deck already")
        names = {key: printed(name) for key, name in known.items()}
        return known[fold(find(text, names, "card left in the deck"))]
    starting = [name for key, name in known.items() if key.startswith(fold(text))]
    if len(starting) == 1:
        return starting[0]
    name = read_card_name(text)
    taken = {fold(other) for other in (*seen, *left)}
    return next(one for number in count(1) if fold(one := numbered(name, number)) not in taken)
