"""Changes that the table makes by hand, in words: "Anna crystals 7", "Bo wounds +2, Bo loses Goblin"."""

from __future__ import annotations

from collections.abc import Sequence

from referee.declaration.changes import LOSES, Change, Holdings, put_and_tell
from referee.declaration.counts import Counter
from referee.declaration.tracking import EVERYTHING
from referee.errors import Unreadable
from referee.games.enchanters.cards.line import as_printed, write_card
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Boosted, Learnt, Taken
from referee.games.enchanters.rules.gaining import GainSource, find_source, take_from
from referee.games.enchanters.rules.state import COUNTERS, Boost, GameState
from referee.games.enchanters.vocabulary import PILES, pile_for
from referee.text.names import find, fold, printed

_BOOSTS: Sequence[Counter[GameState]] = (
    Counter("attack", rule="action-effect"), Counter("defence", rule="action-effect"),
)  # fmt: skip
_NAMES = "|".join(counter.name for counter in COUNTERS)
USAGE = (
    f"PLAYER {_NAMES} NUMBER, PLAYER {_NAMES}|attack|defence +NUMBER or -NUMBER, "
    "PLAYER gains CARD [from track|graveyard|deck|PLAYER], PLAYER loses CARD"
)


def _put(quest: Quest, counter: Counter[GameState], change: Change, source: str, rules: Sequence[str]) -> None:
    """Change crystals or wounds, which never fall below zero, or attack or defence until the end of the turn."""
    match counter.name:
        case "attack" | "defence" as what:
            quest.state.boosts.append(Boost(what, change.number, source))
            quest.emit(Boosted(change.player, what, change.number, source, tuple(rules)))
        case _:
            put_and_tell(quest, counter, change, source, rules)


def _read_card(quest: Quest, seat: int, verb: str, text: str) -> GainSource | str:
    """Which card is meant: where it lies that a player gains, its name for one that is lost."""
    if quest.state.known != EVERYTHING:
        raise Unreadable("cards aren't tracked in this game; to track them: adjust tracking everything")
    if verb != LOSES:
        return find_source(quest, seat, text)
    player = quest.player(seat)
    names = [name for pile in player.piles() for name in pile]
    held = {fold(printed(name)): name for name in names} | {fold(name): name for name in names}
    return find(text, held, f"card of {player.name}")


def _move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    """Put a card on top of the pile that it belongs to, or what is lost where such cards go."""
    card, player = change.card, quest.player(change.player)
    if isinstance(card, GainSource):
        if card.line is not None:
            quest.state.learnt.append(card.line)
            quest.emit(Learnt(card.line.name, write_card(as_printed(card.line))))
        take_from(quest, card)
        pile = pile_for(quest.card(card.card).type)
        player.pile(pile).append(card.card)
        quest.emit(Taken(change.player, card.card, pile, tuple(rules), origin=card.told))
        return
    for held in map(player.pile, PILES):
        if card in held:
            held.remove(card)
    quest.lose(change.player, card, source, *rules)


HOLDINGS: Holdings[Quest] = Holdings(
    counters=(*COUNTERS, *_BOOSTS), only_by=("attack", "defence"), words={"defense": "defence"},
    put=_put, read_card=_read_card, move_card=_move_card,
    example=lambda quest: "crystals 7, wounds +2, gains CARD from PLACE, or loses CARD",
)  # fmt: skip
