"""The end of a set-up: what lies on the first track, drawn by the program or named by the table (Game setup)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.ask import Procedure, Question, whole_number
from referee.errors import Unreadable
from referee.games.enchanters import laying, tables
from referee.games.enchanters.cards import Card, printed
from referee.games.enchanters.reveal import pick_named
from referee.games.enchanters.state import Setup
from referee.names import fold


def laid_out(setup: Setup) -> Setup:
    """The program shuffles: the same seed always lays out the same."""
    layout = laying.lay_out(
        setup.names, setup.known, len(setup.players), setup.invasion, setup.seed, depths=setup.depths
    )
    many = len(setup.names) - len(layout.track) - len(layout.deck)
    return replace(setup, track=layout.track, size=len(layout.deck), removed=many,
                   names=(*layout.track, *layout.deck))  # fmt: skip


def laid_by_hand(setup: Setup) -> Procedure[Setup]:
    """The table shuffles, and says which cards lie on the track and how many are left."""
    players, invasion = len(setup.players), setup.invasion
    gone = laying.removed(players, invasion)
    marked = laying.only_marked(players, invasion)
    usual = len(setup.names) or (0 if marked else players * tables.box().kingdom.cards)
    most = laying.decks_needed(players, invasion) * tables.box().kingdom.cards
    least = tables.box().track + gone
    total: int = yield whole_number(
        "cards", "How many cards the adventure deck has before the track is laid", least, max(most, usual),
        default=str(usual) if usual else None,
    )  # fmt: skip
    setup = replace(setup, size=total - tables.box().track - gone, removed=gone)
    track: tuple[str, ...] = yield _track_question(setup)
    return replace(setup, track=track)


def _track_question(setup: Setup) -> Question[tuple[str, ...]]:
    many = tables.box().track

    def parse(text: str) -> tuple[str, ...]:
        found: list[str] = []
        for part in (part.strip() for part in text.split(",")):
            name = pick_named(setup, [one for one in setup.names if one not in found], found, part)
            _refuse_fights(setup.known, name)
            found.append(name)
        if len(found) != many:
            raise Unreadable(f"the track has {many} cards; name them from the village on, commas between")
        return tuple(found)

    return Question(
        "track", f"The {many} cards on the track, from the village on", parse, hint="items and enchantments only",
        write=lambda names: ", ".join(map(printed, names)),
    )  # fmt: skip


def _refuse_fights(known: Mapping[str, Card], name: str) -> None:
    card = known.get(fold(printed(name)))
    if card is not None and card.fights:
        raise Unreadable(f"{card.name} is a {card.type}; it is set aside and goes back under the deck (first-track)")
