"""The end of a set-up: what lies on the first track, drawn by the program or named by the table (Game setup)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.asking.question import Procedure, Question, whole_number
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.cards.naming import CardNames, doubtful, pick_named
from referee.games.enchanters.rules import first_track
from referee.games.enchanters.rules.state import Setup
from referee.text.names import a_or_an, fold, printed


def laid_out(setup: Setup) -> Setup:
    """The program shuffles: the same seed always lays out the same."""
    layout = first_track.lay_out(
        setup.names,
        setup.known,
        len(setup.players),
        setup.invasion,
        setup.seed,
        depths=setup.depths,
        track_cards=setup.track_cards,
        fast_removed=setup.fast_removed,
    )
    many = len(setup.names) - len(layout.track) - len(layout.deck)
    return replace(setup, track=layout.track, size=len(layout.deck), removed=many,
                   names=(*layout.track, *layout.deck))  # fmt: skip


def laid_by_hand(setup: Setup) -> Procedure[Setup]:
    """The table shuffles, and says which cards lie on the track and how many are left."""
    players, invasion = len(setup.players), setup.invasion
    gone = first_track.removed(players, invasion, setup.fast_removed)
    whole = not first_track.lacking(setup.cards, setup.kingdoms, players, invasion)
    usual = first_track.usual_size(setup.names, players, invasion, whole=whole)
    most = max(first_track.decks_needed(players, invasion) * tables.box().kingdom.cards, len(setup.names))
    least = setup.track_cards + gone
    total: int = yield whole_number(
        "cards", "How many cards the adventure deck has before the track is laid", least, most,
        default=None if usual is None else str(max(least, usual)),
    )  # fmt: skip
    setup = replace(setup, size=total - setup.track_cards - gone, removed=gone)
    track: tuple[str, ...] = yield _track_question(setup)
    return replace(setup, track=track)


def _track_question(setup: Setup) -> Question[tuple[str, ...]]:
    many = setup.track_cards

    def parse(text: str) -> tuple[str, ...]:
        if ":" in text:
            raise Unreadable("only their names, commas between; what is printed on a card is asked for later")
        found: list[str] = []
        for part in (part.strip() for part in text.split(",")):
            left = [one for one in setup.names if one not in found]
            name = pick_named(CardNames(setup, left, found, bare=True), part).name
            _refuse_fights(setup.known, name)
            found.append(name)
        if len(found) != many:
            raise Unreadable(f"the track has {many} cards; name them from the village on, commas between")
        return tuple(found)

    return Question(
        "track", f"The {many} cards on the track, from the village on", parse, hint="items and enchantments only",
        write=lambda names: ", ".join(map(printed, names)),
        warns=lambda names: doubtful(CardNames(setup, setup.names), names),
    )  # fmt: skip


def _refuse_fights(known: Mapping[str, Card], name: str) -> None:
    card = known.get(fold(printed(name)))
    if card is not None and card.fights:
        raise Unreadable(
            f"{card.name} is {a_or_an(card.type)}; it is set aside and goes back under the deck (first-track)"
        )
