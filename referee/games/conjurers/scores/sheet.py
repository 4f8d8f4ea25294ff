"""Score sheets: what each player holds at the end, as a TOML file or as a table's answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.errors import BadInput
from referee.files.files import Data, convert
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import Amount, Level, Mythology, Name, Resource
from referee.text.names import fold, or_list

if TYPE_CHECKING:
    from referee.games.conjurers.cards.cards import Deck


class HeldCreature(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature in a score sheet: its level and, from level 2 on, its mythology; a name if one likes."""

    level: Level
    mythology: Mythology | None = None
    name: str = ""


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's entry in a score sheet."""

    name: Name
    creatures: tuple[str | HeldCreature, ...] = ()
    artifacts: tuple[str, ...] = ()
    resources: dict[Resource, Amount] = {}
    minus_points: Amount = 0


class SheetFile(ConjurersReadings, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """A score sheet's layout."""

    game: str
    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=2, max_length=4)]
    deck: str = ""
    note: str = ""


class SheetHoldings(Struct, frozen=True):
    """What a player holds when the game ends.

    `creatures` are (mythology, level) pairs, the mythology None at level 1; `minus_points` is the tokens'
    sum as a positive number of victory points.
    """

    name: str
    creatures: tuple[tuple[Mythology | None, int], ...] = ()
    artifacts: tuple[points_tables.ArtifactPoints, ...] = ()
    resources: dict[Resource, int] = {}
    minus_points: int = 0


class Sheet(Struct, frozen=True):
    """A score sheet that the box can hold, and remarks about what looks odd in it."""

    players: tuple[SheetHoldings, ...]
    notes: tuple[str, ...] = ()
    readings: ConjurersReadings = ConjurersReadings()


def read_sheet(path: Path, data: Data, deck: Path | None = None) -> Sheet:
    """A score sheet from a file's data; names are looked up in `deck` or in the deck the file names.

    Raises BadInput that names file, player and key.
    """
    players = data.get("players")
    if isinstance(players, list) and not 2 <= len(players) <= 4:
        raise BadInput(f"{path}: {len(players)} [[players]]; Conjurers is played by 2 to 4")
    _no_food(players, str(path))
    file = convert(data, SheetFile, str(path))
    names = any(isinstance(card, str) for player in file.players for card in player.creatures)
    if not (file.deck or deck or names):
        return replace(check(file.players, None, str(path)), readings=file)
    from referee.games.conjurers.cards.cards import deck_for  # loaded only where a deck is named or needed

    found = check(file.players, deck_for(path, file.deck, deck, usual=names), str(path))
    return replace(found, readings=file)


def _no_food(players: object, where: str) -> None:
    """Food is a holding that people write down, and scores nothing."""
    for player in players if isinstance(players, list) else ():
        resources = player.get("resources") if isinstance(player, dict) else None
        if isinstance(resources, dict) and "food" in resources:
            raise BadInput(f"{where}: {player.get('name')}'s resources: food scores nothing (S4); leave it out")


def check(players: tuple[SheetPlayer, ...], deck: Deck | None, where: str) -> Sheet:
    """Entries as a sheet, if names are known and the box can hold it all (pp. 5-9). Raises BadInput."""
    _names_differ(players, where)
    held = tuple(_holdings(player, deck, f"{where}: {player.name}") for player in players)
    _box_holds(held, where)
    notes = [*_copies_held(players, deck, where), *_replaced_resources(held)]
    return Sheet(held, tuple(notes))


def _names_differ(players: tuple[SheetPlayer, ...], where: str) -> None:
    seen: dict[str, str] = {}
    for player in players:
        if not player.name.strip():
            raise BadInput(f"{where}: a player's name is empty")
        if fold(player.name) in seen:
            raise BadInput(f"{where}: two players are called {player.name.strip()}; names must differ")
        seen[fold(player.name)] = player.name


def _holdings(player: SheetPlayer, deck: Deck | None, where: str) -> SheetHoldings:
    creatures = tuple(
        _looked_up(entry, deck, where) if isinstance(entry, str) else _described(entry, where)
        for entry in player.creatures
    )
    artifacts = tuple(points_tables.find_artifact(name, where) for name in player.artifacts)
    resources = dict(player.resources)
    return SheetHoldings(player.name.strip(), creatures, artifacts, resources, player.minus_points)


def _looked_up(name: str, deck: Deck | None, where: str) -> tuple[Mythology | None, int]:
    from referee.games.conjurers.cards.cards import Deck  # loaded only where there are names to look up

    card = (deck or Deck()).creature(name, where)
    return card.mythology, card.level


def _described(entry: HeldCreature, where: str) -> tuple[Mythology | None, int]:
    if entry.level == 1:
        return None, 1  # level 1 creatures have no mythology, whatever is written there (S1)
    if entry.mythology is None:
        named = entry.name or f"a level {entry.level} creature"
        raise BadInput(f'{where}: {named} needs its "mythology": {or_list(box_tables.players().box.mythologies)}')
    return entry.mythology, entry.level


def _box_holds(held: tuple[SheetHoldings, ...], where: str) -> None:
    box = box_tables.players().box
    creatures = Counter(mythology for player in held for mythology, _ in player.creatures)
    for mythology, count in creatures.items():
        most = box.creatures_per_mythology if mythology else box.level_1_creatures
        if count > most:
            kind = mythology or "level 1"
            raise BadInput(f"{where}: {count} {kind} creatures among the players; the box has {most}")
    owner: dict[str, str] = {}
    for player in held:
        for artifact in player.artifacts:
            if artifact.name in owner:
                first = owner[artifact.name]
                also = "twice with" if first == player.name else f"with {first} and"
                raise BadInput(f"{where}: {artifact.name} is {also} {player.name}; there is one")
            owner[artifact.name] = player.name
    seen = {mythology for mythology in creatures if mythology}
    seen |= {artifact.mythology for player in held for artifact in player.artifacts}
    most = len(box.mythologies) - box_tables.players().setups[len(held)].locked
    if len(seen) > most:
        raise BadInput(
            f"{where}: {len(seen)} mythologies are held ({', '.join(sorted(seen))}); "
            f"with {len(held)} players {most} are in the game (p. 9)"
        )


def _copies_held(players: tuple[SheetPlayer, ...], deck: Deck | None, where: str) -> list[str]:
    """More cards of one name than the deck states are refused; than the one it leaves unsaid, remarked."""
    names = [entry for player in players for entry in player.creatures if isinstance(entry, str)]
    if deck is None:
        return []
    held = Counter(deck.creature(name, where).name.partition(" #")[0] for name in names)
    notes = []
    for card, count in held.items():
        stated = deck.stated_copies(card)
        if stated is not None and count > stated:
            raise BadInput(f"{where}: {card} is held {count} times; {deck.where} has {stated}")
        if stated is None and count > 1:
            notes.append(f"{where}: {card} is held {count} times; is that right?")
    return notes


def _replaced_resources(held: tuple[SheetHoldings, ...]) -> list[str]:
    instead = box_tables.players().setups[len(held)].instead
    return [
        f"{player.name} holds {resource}; with {len(held)} players it is {other} (p. 9, E6)"
        for player in held
        for resource, other in instead.items()
        if player.resources.get(resource)
    ]
