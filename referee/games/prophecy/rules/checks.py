"""What a set-up and a state that were read can be; each check yields what can't, in the table's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import UNSET

from referee.cards.known import find_card
from referee.declaration.checks import Findings, twice
from referee.declaration.rules import Checks
from referee.declaration.tracking import EVERYTHING
from referee.games.prophecy.board import CITY, GUILDS, PLANES, SPACES, VILLAGE
from referee.games.prophecy.cards.cards import Ability
from referee.games.prophecy.rules.context import deck_of
from referee.games.prophecy.rules.deaths import complete_hero
from referee.games.prophecy.rules.ending import winners
from referee.games.prophecy.rules.state import UNSEEN, GameState, Setup, board_of
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import ARTIFACTS
from referee.text.names import and_list, fold


def _players(setup: Setup) -> Findings:
    if setup.tracking == EVERYTHING:
        yield from _laid_out(setup)
    if setup.teams and len(setup.players) != 4:
        yield f"teams are for four players; there are {len(setup.players)} (P61)"


def _laid_out(setup: Setup) -> Findings:
    """What a set-up has where everything is tracked."""
    if setup.board is None:
        yield "the board is missing; it is a ring of 20 spaces (Game Board)"
    if len(setup.heroes) != len(setup.players):
        yield f"{len(setup.heroes)} heroes for {len(setup.players)} players"
    if name := twice(setup.heroes):
        yield f"{name} is played twice"
    for name in setup.heroes:
        card = setup.known.get(fold(name))
        if card is None or not complete_hero(card):
            yield f"{name}: strength, willpower and two guilds of this hero aren't known"


def _decks(setup: Setup) -> Findings:
    if name := twice(card.name for card in setup.cards):
        yield f"{name} stands twice among the cards"
    if len(setup.abilities) > len(GUILDS):
        yield f"{len(setup.abilities)} Abilities lie in five guilds"
    for what in ("lesser", "greater", "artifact"):
        if setup.sizes.get(what, PLANES) < PLANES:
            yield f"{setup.sizes.get(what)} cards of kind {what}; five are needed"


def _board(setup: Setup, game: GameState) -> Findings:
    if len(game.spaces) != SPACES:
        yield f"{len(game.spaces)} spaces; the ring has {SPACES} (Game Board)"
        return
    if len(game.planes) != PLANES:
        yield f"{len(game.planes)} planes; there are {PLANES} (Game Board)"
    limits, board = numbers().possibilities, board_of(setup, game)
    for number in board.numbers():
        there, place, called = game.at(number), board[number], board.called(number)
        if len(there.cards) > limits.adventures:
            yield f"{called}: {len(there.cards)} Adventure cards; there are two at most"
        if there.cards and not place.terrain:
            yield f"{called}: Adventure cards lie on terrain only"
        if len(there.abilities) > limits.abilities:
            yield f"{called}: {len(there.abilities)} Abilities; there are two at most"
        if there.abilities and not place.guild:
            yield f"{called}: Abilities lie in guilds only"
        if there.goods and place.name not in (CITY, VILLAGE):
            yield f"{called}: goods lie in City and Village only"
        for lying in there.cards:
            if (lying.gold or lying.items or lying.damaged) and not lying.open:
                yield f"{called}: Gold or Items lie on a face-down card"


def _heroes(setup: Setup, game: GameState) -> Findings:
    for hero in game.players:
        if hero.playing and not hero.space:
            yield f"{hero.name}'s hero stands on no space"
        if hero.playing and not hero.hero:
            yield f"{hero.name} plays without a hero"
        if not hero.playing and (hero.space or hero.held or hero.abilities or hero.gold or hero.experience):
            yield f"{hero.name} is {hero.status} and has things"
    if name := twice([*(hero.hero for hero in game.players if hero.hero), *game.unused, *game.eliminated]):
        yield f"the hero {name} stands there twice"


def _places(setup: Setup, game: GameState) -> Findings:
    where: dict[str, str] = {}
    for name, place in game.known_places():
        if fold(name) in where:
            both = f"{where[fold(name)]} and {place}"
            yield f'{name} lies in two places: {both}; a second card of one name is "{name} #2"'
        where[fold(name)] = place


def _known(setup: Setup, game: GameState) -> Findings:
    """Each card is known, and lies where cards of its kind do."""
    for name, place in game.known_places():
        if find_card(setup, game, name) is None:
            yield f"{place}: {name} is no card that is known"
    for hero in game.players:
        if hero.playing and (card := find_card(setup, game, hero.hero)) is not None and card.kind != "hero":
            yield f"{hero.name} plays {hero.hero}, which is no hero"
        kinds = (("Items", (*hero.items, *hero.damaged), "item"), ("Abilities", hero.abilities, "ability"),
                 ("Artifacts", hero.artifacts, "artifact"))  # fmt: skip
        for what, names, kind in kinds:
            for name in names:
                if (card := find_card(setup, game, name)) is not None and card.kind != kind:
                    yield f"{name} lies among {hero.name}'s {what}; it is of kind {card.kind}"
    for number, there in enumerate(game.spaces, 1):
        wanted: list[tuple[str, tuple[str, ...]]]
        wanted = [(one.name, ("creature", "opportunity")) for one in there.cards if one.open]
        wanted += [(name, ("ability",)) for name in there.abilities]
        wanted += [(name, ("item",)) for name in there.goods] + [(name, ("artifact",)) for name in there.artifacts]
        for name, allowed in wanted:
            if (card := find_card(setup, game, name)) is not None and card.kind not in allowed:
                yield f"space {number}: {name} is of kind {card.kind}, and lies among those of kind {allowed[0]}"
            elif isinstance(card, Ability) and card.guild not in (UNSET, board_of(setup, game)[number].name):
                yield f"space {number}: {name} is an Ability of the {card.guild}"
    for at, plane in enumerate(game.planes):
        for what in ("lesser", "greater", "artifact"):
            name = getattr(plane, what)
            if name != UNSEEN and (card := find_card(setup, game, name)) is not None and card.kind != what:
                yield f"plane {at}: {name} is of kind {card.kind}, not {what}"


def _artifacts(setup: Setup, game: GameState) -> Findings:
    """There are five Artifacts, each in one place: a plane that is open still has its own."""
    out = sum(len(hero.artifacts) for hero in game.players) + sum(len(space.artifacts) for space in game.spaces)
    out += sum(len(plane.left) for plane in game.planes)
    shut = sum(plane.closed for plane in game.planes)
    if out != shut:
        yield f"{out} Artifacts are out of their planes, and {shut} planes are closed: there are {ARTIFACTS} in all"
    for at, plane in enumerate(game.planes):
        if plane.closed and (plane.artifact != UNSEEN or plane.left):
            yield f"plane {at} is closed and has an Artifact"
        if plane.beaten and plane.lesser == UNSEEN:
            yield f"plane {at}: its Lesser Guardian is beaten and face down"


def _counts(setup: Setup, game: GameState) -> Findings:
    """No deck has more cards than it began with, those in sight counted too."""
    seen: Counter[str] = Counter()
    for name, _ in game.known_places():
        card = find_card(setup, game, name)
        if card is not None and card.kind != "hero" and getattr(card, "guild", "") is not UNSET:
            seen[deck_of(card)] += 1
    hidden = sum(not one.open for space in game.spaces for one in space.cards)
    for deck, size in setup.sizes.items():
        pack = game.decks.get(deck)
        if pack is None:
            yield f"the {deck} deck is missing"
        elif deck not in ("lesser", "greater", "artifact"):
            elsewhere = seen[deck] - len(pack.bottom) + pack.discards.count(UNSEEN) + hidden * (deck == "adventure")
            if pack.count + elsewhere > size:
                yield f"the {deck} deck has {pack.count} cards, {elsewhere} lie elsewhere; there are {size} in all"


def _held(setup: Setup, game: GameState) -> Findings:
    """Heroes hold no more Artifacts than there are, whatever is tracked."""
    if (out := sum(len(hero.artifacts) for hero in game.players)) > ARTIFACTS:
        yield f"{out} Artifacts are held; there are {ARTIFACTS}"


def _end(setup: Setup, game: GameState) -> Findings:
    if not game.over and (found := winners(setup, game)):
        yield f"{and_list(setup.players[seat] for seat in found)} won already"
    if game.over and sorted(game.won) != winners(setup, game):
        yield "the game is over, and nobody has won it by the Artifacts held"


def _whole(check: Callable[[Setup, GameState], Findings]) -> Callable[[Setup, GameState], Findings]:
    """A check of what only a game has of which everything is tracked."""
    return lambda setup, game: iter(()) if game.light else check(setup, game)


CHECKS: Checks[Setup, GameState] = Checks(
    (_players, _decks), (_places, _held, _end, *map(_whole, (_board, _heroes, _known, _artifacts, _counts)))
)
