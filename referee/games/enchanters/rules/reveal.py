"""The track closing up and its new card: named by the table, or drawn by the program on record (refill; E-ak)."""

from __future__ import annotations

from collections import Counter

from referee.asking.question import Option, Procedure, Question
from referee.games.enchanters.cards.language import CardNames, NamedCard, as_printed, pick_named, write_card
from referee.games.enchanters.rules.context import Learnt, Quest, Revealed
from referee.games.enchanters.rules.state import unseen
from referee.text.names import fold, printed

_NAMED = "its name; of a new one what is printed too, like Bat: 2/5 3g 1la, or Drake: dragon 6/7 5g"


def reveal(quest: Quest) -> Procedure[None]:
    """Fill the end of the track from the adventure deck, as far as it has cards."""
    game = quest.state
    while len(game.track) < quest.setup.track_cards and game.deck:
        named: NamedCard = yield _question(quest)
        game.deck -= 1
        game.track.append(named.name)
        quest.emit(Revealed(named.name, len(game.track), game.deck))
        note(quest, named)


def note(quest: Quest, named: NamedCard) -> None:
    """Keep what was typed in of a card as it was named."""
    if named.card is not None and named.new:
        quest.state.learnt += (named.card,)
        quest.emit(Learnt(named.card.name, write_card(as_printed(named.card))))


def names_of(quest: Quest) -> CardNames:
    """What a name may mean now."""
    return CardNames(quest.setup, unseen(quest.setup, quest.state), list(quest.state.in_play()), quest.state.learnt)


def _question(quest: Quest) -> Question[NamedCard]:
    setup, game = quest.setup, quest.state
    names = names_of(quest)
    kinds = Counter(map(printed, names.left))

    def options() -> list[Option]:
        if setup.draws == "program":
            return []
        return [Option(name, detail=f"{many} left" if many > 1 else "") for name, many in sorted(kinds.items())]

    return Question(
        "reveal",
        f"Card {len(game.track) + 1} of the track comes from the adventure deck ({game.deck} left)",
        lambda text: pick_named(names, text),
        options=options,
        open=True,
        hint="" if setup.complete else _NAMED,
        write=lambda named: named.written,
        coins=lambda named: "" if named.card or fold(printed(named.name)) in names.spelt else printed(named.name),
        forced=lambda: printed(names.left[0]) if setup.draws == "program" and names.left else None,
    )
