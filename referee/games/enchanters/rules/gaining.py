"""Sources of cards: onto the track from the adventure deck, named by the table or drawn by the program.

A card gained by hand may come from a player, the track, the graveyard or the deck (refill; E-ak).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards import language
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.cards.language import CARDS, CardNames, NamedCard
from referee.games.enchanters.rules.context import Quest, Revealed
from referee.games.enchanters.rules.state import decks_needed, unseen
from referee.games.enchanters.vocabulary import PILES
from referee.text.grammar import so_many
from referee.text.names import find, fold, or_list, printed

_NAMED = "its name; a new card with what is printed, like Bat: 2/5 3g 1la, or Drake: dragon 6/7 5g"


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
    """Keep the line of a card that was typed when it was named."""
    if named.card is not None and named.new:
        language.keep(quest, named.card)


def names_of(quest: Quest) -> CardNames:
    """Return the possible meanings of a name now."""
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
        lambda text: language.pick_named(names, text),
        options=options,
        open=True,
        hint="" if setup.complete else _NAMED,
        write=lambda named: named.written,
        coins=lambda named: "" if named.card or fold(printed(named.name)) in names.spelt else printed(named.name),
        forced=lambda: printed(names.left[0]) if setup.draws == "program" and names.left else None,
        warns=partial(_too_early, quest, names),
    )


def _too_early(quest: Quest, names: CardNames, named: NamedCard) -> str:
    """Return a warning of a dragon in the upper half, if dragons are in the depths (E-g); else ""."""
    setup, card = quest.setup, named.card or names.card(printed(named.name))
    if not setup.depths or card is None or card.type != "dragon":
        return ""
    dragons = decks_needed(len(setup.players), setup.invasion) * tables.box().kingdom.dragons
    others = setup.size + len(setup.track) + setup.removed - dragons
    above = others - others // 2 - setup.removed - (setup.size - quest.state.deck)
    before = f"with dragons in the depths {so_many(above, 'other')} must come before the first."
    return f"{card.name} is a dragon, and {before}" if above > 0 else ""


# --- gained by hand -----------------------------------------------------------------------------------


class GainSource(Struct, frozen=True):
    """A card and its place, as typed ("track 2") and in words ("from place 2 of the track").

    `line` is the card if it wasn't known and was typed with its name.
    """

    card: str
    place: str
    told: str
    line: Card | None = None


DECK, BOX = "deck", "box"
_FROM_DECK = "from the adventure deck"


def find_source(quest: Quest, seat: int, text: str) -> GainSource:
    """Find the card that a player gains, and its place: "Gnoll", "Gnoll from Anna", "Gnoll: monster, ...".

    Raises Unreadable if it is ambiguous, Illegal if the player has it already.
    """
    names = names_of(quest)
    head, colon, line = text.partition(":")
    lying = [*_visible_sources(quest, seat), *(GainSource(name, DECK, _FROM_DECK) for name in sorted(names.left))]
    what, place = _split_place(quest, names, head)
    if colon:
        typed = language.pick_named(names, f"{what}:{line}")
        name = printed(typed.name)
        found = [source for source in lying if printed(source.card) == name]
    else:
        typed = None
        name, found = _known(quest, seat, names, lying, what, one_more=place == DECK)
    if place == DECK or not found:
        found = [source for source in found if source.place == DECK] or [
            GainSource((typed or language.pick_named(names, name)).name, DECK, _FROM_DECK)
        ]
    elif place is not None:
        found = [source for source in found if place in (fold(source.place), fold(source.place).split()[0])]
    else:  # out of the box only where it lies nowhere else
        found = [source for source in found if source.place != BOX] or found
    source = _only_one(quest, seat, name, found)
    if typed is not None:
        return replace(source, line=typed.card if typed.new else None)
    if names.card(name) is None:
        raise Unreadable(
            f"what is printed on {name} isn't known; write it after the name: {text.strip()}: item, attack 1"
        )
    return source


def _known(
    quest: Quest, seat: int, names: CardNames, lying: list[GainSource], what: str, *, one_more: bool
) -> tuple[str, list[GainSource]]:
    """Find a known card by name or beginning, and all places with such a card. Raises as above.

    With `one_more` it may be another copy of a card that the player has.
    """
    if "#" in what and (exact := [source for source in lying if fold(source.card) == fold(what)]):
        return printed(exact[0].card), exact
    own = set() if one_more else {fold(printed(name)) for pile in quest.player(seat).piles() for name in pile}
    kinds = {fold(printed(source.card)): printed(source.card) for source in lying}
    if not quest.setup.complete:
        kinds |= {key: name for key, name in names.spelt.items() if key not in own and names.card(name) is not None}
    if fold(what) in own and fold(what) not in kinds:
        owner, card = quest.player(seat).name, names.card(what)
        more = ", and no other is left"
        if card is not None and quest.setup.draws == "table":
            more = f"; for one more write its whole line: {owner} gains {CARDS.describe(language.as_printed(card))}"
        raise Illegal(f"{owner} has {what} already{more}", "covering")
    try:
        name = find(what, kinds, "card that is free")
    except Unreadable as error:
        raise Unreadable(f"{error}; a new card is written whole, like {what}: item, attack 1") from None
    return name, [source for source in lying if fold(printed(source.card)) == fold(name)]


def take_from(quest: Quest, source: GainSource) -> None:
    """Remove a card from its place; one from the adventure deck makes the deck smaller."""
    game = quest.state
    if source.place == DECK:
        game.deck = max(0, game.deck - 1)
    for place in (
        game.track,
        game.graveyard,
        game.box,
        *(pile for player in game.players for pile in player.piles()),
    ):
        if source.card in place:
            place.remove(source.card)


def _split_place(quest: Quest, names: CardNames, text: str) -> tuple[str, str | None]:
    """Split a card's name from the place after "from", which is None without a place."""
    what, word, place = text.rpartition(" from ")
    if not word or fold(text) in names.spelt:
        return text.strip(), None
    places = {fold(player.name): fold(player.name) for player in quest.state.players}
    places |= {one: one for one in ("track", "graveyard", DECK, *([BOX] if quest.state.box else []))}
    places |= {f"track {number}": f"track {number}" for number in range(1, len(quest.state.track) + 1)}
    return what.strip(), find(fold(place).removeprefix("the "), places, "place", listing=len(places))


def _visible_sources(quest: Quest, seat: int) -> Iterator[GainSource]:
    """Yield every visible card but the player's own; of a pile the top one first."""
    game = quest.state
    for number, player in enumerate(game.players):
        if number != seat:
            for pile in PILES:
                for name in reversed(player.pile(pile)):
                    yield GainSource(name, player.name, f"from {player.name}'s {pile}")
    for place, name in enumerate(game.track, 1):
        yield GainSource(name, f"track {place}", f"from place {place} of the track")
    for name in reversed(game.graveyard):
        yield GainSource(name, "graveyard", "from the graveyard")
    for name in reversed(game.box):
        yield GainSource(name, BOX, "from the box")


def _only_one(quest: Quest, seat: int, name: str, found: list[GainSource]) -> GainSource:
    """Return the first card of the only place found. Raises Unreadable if there isn't exactly one place."""
    player = quest.player(seat).name
    places = list(dict.fromkeys(source.place for source in found))
    if not places:
        raise Unreadable(f"no {name} lies there")
    if len(places) > 1:
        raise Unreadable(f"{name} lies in several places; write {player} gains {name} from {or_list(places)}")
    return found[0]
