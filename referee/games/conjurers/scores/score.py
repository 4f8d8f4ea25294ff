"""Score sheets, which have each player's holdings at the end, and their scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from referee.errors import BadInput
from referee.files.files import Data, convert, describe_place
from referee.games.conjurers import tables
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.tables import find_artifact
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Amount, Level, Mythology, Name, Resource
from referee.scores.score import Outcome, PlayerScore, ScoreLine
from referee.text.grammar import so_many
from referee.text.names import check_name, fold, or_list

if TYPE_CHECKING:
    from referee.games.conjurers.cards.cards import Deck
    from referee.games.conjurers.rules.state import GameState, Player, Setup


class HeldCreature(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A creature in a score sheet: its level and, from level 2 on, its mythology; optionally a name."""

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
    """A score sheet's layout. `left` are those who began and left the game (A21)."""

    game: str
    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=2, max_length=4)]
    left: tuple[Name, ...] = ()
    deck: str = ""
    note: str = ""


class SheetHoldings(Struct, frozen=True):
    """A player's holdings when the game ends.

    `creatures` are (mythology, level) pairs, the mythology None at level 1; `minus_points` is the tokens'
    sum as a positive number of victory points.
    """

    name: str
    creatures: tuple[tuple[Mythology | None, int], ...] = ()
    artifacts: tuple[tables.ArtifactPoints, ...] = ()
    resources: dict[Resource, int] = {}
    minus_points: int = 0


class Sheet(Struct, frozen=True):
    """A score sheet that fits the box, and remarks about oddities in it; who `left` holds nothing."""

    players: tuple[SheetHoldings, ...]
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    readings: ConjurersReadings = ConjurersReadings()


def read_sheet(path: Path, data: Data, deck: Path | None = None) -> Sheet:
    """Read a score sheet from a file's data; look names up in `deck` or in the deck the file names.

    Raises BadInput that names file, player and key.
    """
    players = data.get("players")
    if isinstance(players, list) and not 2 <= len(players) <= 4:
        raise BadInput(f"{path}: {len(players)} [[players]]; Conjurers is played by 2 to 4")
    for number, player in enumerate(players if isinstance(players, list) else ()):
        resources = player.get("resources") if isinstance(player, dict) else None
        if isinstance(resources, dict) and "food" in resources:
            place = describe_place(data, ["players", number, "resources"])
            raise BadInput(f"{path}: {place}: food scores nothing (S4); leave it out")
    file = convert(data, SheetFile, str(path))
    everybody = (*file.players, *map(SheetPlayer, file.left))
    if len(everybody) > 4:
        raise BadInput(f"{path}: {len(everybody)} players with those who left; Conjurers is played by 2 to 4")
    names = any(isinstance(card, str) for player in file.players for card in player.creatures)
    cards = None
    if file.deck or deck or names:
        from referee.games.conjurers.cards.cards import deck_for  # loaded only if a deck is named or needed

        cards = deck_for(path, file.deck, deck, usual=names)
    found = check(everybody, cards, str(path))
    return replace(found, players=found.players[: len(file.players)], left=file.left, readings=file)


def check(players: tuple[SheetPlayer, ...], deck: Deck | None, where: str) -> Sheet:
    """Build a sheet from entries if names are known and the box can hold it all (pp. 5-9). Raises BadInput."""
    seen: dict[str, str] = {}
    for player in players:
        check_name(player.name, where, "a player's name")
        if fold(player.name) in seen:
            raise BadInput(f"{where}: two players are called {player.name.strip()}; names must differ")
        seen[fold(player.name)] = player.name
    held = tuple(_holdings(player, deck, f"{where}: {player.name}") for player in players)
    _check_box(held, where)
    instead = tables.players().setups[len(held)].instead
    replaced = (
        f"{player.name} holds {resource}; with {len(held)} players it is {other} (p. 9, E6)"
        for player in held
        for resource, other in instead.items()
        if player.resources.get(resource)
    )
    return Sheet(held, (*_copies_held(players, deck, where), *replaced))


def _holdings(player: SheetPlayer, deck: Deck | None, where: str) -> SheetHoldings:
    creatures = tuple(
        _look_up(entry, deck, where) if isinstance(entry, str) else _kind_of_entry(entry, where)
        for entry in player.creatures
    )
    artifacts = tuple(tables.find_artifact(name, where) for name in player.artifacts)
    resources = dict(player.resources)
    return SheetHoldings(player.name.strip(), creatures, artifacts, resources, player.minus_points)


def _look_up(name: str, deck: Deck | None, where: str) -> tuple[Mythology | None, int]:
    from referee.games.conjurers.cards.cards import Deck  # loaded only if there are names to look up

    card = (deck or Deck()).creature(name, where)
    return card.mythology, card.level


def _kind_of_entry(entry: HeldCreature, where: str) -> tuple[Mythology | None, int]:
    if entry.level == 1:
        return None, 1  # level 1 creatures have no mythology, whatever is written there (S1)
    if entry.mythology is None:
        named = entry.name or f"a level {entry.level} creature"
        raise BadInput(f'{where}: {named} needs its "mythology": {or_list(tables.players().box.mythologies)}')
    return entry.mythology, entry.level


def _check_box(held: tuple[SheetHoldings, ...], where: str) -> None:
    box = tables.players().box
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
    most = len(box.mythologies) - tables.players().setups[len(held)].locked
    if len(seen) > most:
        raise BadInput(
            f"{where}: {len(seen)} mythologies are held ({', '.join(sorted(seen))}); "
            f"with {len(held)} players {most} are in the game (p. 9)"
        )


def _copies_held(players: tuple[SheetPlayer, ...], deck: Deck | None, where: str) -> list[str]:
    """Refuse more cards of a name than the deck states; remark on several if it states no number."""
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


# --- Victory points at the end of the game, line by line, and who wins (pp. 24-26; S1-S5) ---------


Category = Literal["creatures", "artifacts", "combinations", "resources", "minus points"]


TIE_BREAKS = ("total", "combinations", "artifacts", "creatures", "resources")
"""The criteria that decide who wins, in this order (p. 26; S5)."""


def points_by(player: PlayerScore, criterion: str) -> int:
    """Return a player's points by a criterion of the tie-break (p. 26; S5)."""
    return player.total if criterion == "total" else player.points(criterion)


def score(
    players: Sequence[SheetHoldings],
    number_of_players: int | None = None,
    readings: ConjurersReadings = ConjurersReadings(),  # noqa: B008
) -> Outcome:
    """Score a finished game; the number of players who began (2 to 4) picks the tables (p. 24; A21)."""
    began = len(players) if number_of_players is None else number_of_players
    scores = tuple(PlayerScore(p.name, tuple(_lines(p, began, readings))) for p in players)
    winners, reason = _winners(scores)
    return Outcome(reason, tuple(w.name for w in winners), scores)


def _winners(scores: Sequence[PlayerScore]) -> tuple[Sequence[PlayerScore], str]:
    leading = scores
    for criterion in TIE_BREAKS:
        best = max(points_by(s, criterion) for s in leading)
        leading = [s for s in leading if points_by(s, criterion) == best]
        if len(leading) == 1:
            return leading, criterion
    return leading, "shared"


def _lines(player: SheetHoldings, number_of_players: int, readings: ConjurersReadings) -> Iterable[ScoreLine]:
    bonuses = tables.bonuses()
    at_level = Counter(level for _, level in player.creatures)
    if at_level:
        words = ", ".join(f"{count} of level {level}" for level, count in sorted(at_level.items()))
        points = sum(level * count for level, count in at_level.items())
        yield ScoreLine("creatures", "levels", words, points, ("level-points", "S1"))

    of_level: defaultdict[int, set[Mythology]] = defaultdict(set)
    levels_of: defaultdict[Mythology, list[int]] = defaultdict(list)
    for mythology, level in player.creatures:
        if mythology is not None:
            of_level[level].add(mythology)
            levels_of[mythology].append(level)

    variety = bonuses.variety[number_of_players]
    for level, mythologies in sorted(of_level.items()):
        if len(mythologies) in variety:
            points = variety[len(mythologies)][level - 2]
            words = f"level {level}: {', '.join(sorted(mythologies))}"
            yield ScoreLine("creatures", "variety", words, points, ("creature-variety", "S2"))

    for mythology in MYTHOLOGIES:
        different = sorted(set(levels_of[mythology]))
        if len(different) in bonuses.consistency:
            points = bonuses.consistency[len(different)]
            words = f"{mythology}: levels {' '.join(map(str, different))}"
            yield ScoreLine("creatures", "consistency", words, points, ("consistency", "S2"))

    for mythology in MYTHOLOGIES:
        count = len(levels_of[mythology])
        if points := _at_most(bonuses.abundance, count):
            words = f"{count} {mythology} creatures"
            yield ScoreLine("creatures", "abundance", words, points, ("abundance", "S2"))
    yield from _artifact_lines(player)
    combined = list(_combination_lines(player))
    if readings.combinations == "two":
        combined = sorted(combined, key=lambda line: -line.points)[:2]
    yield from combined
    yield from _resource_lines(player)
    if player.minus_points:
        text = f"tokens of {player.minus_points} in all"
        yield ScoreLine("minus points", "", text, -player.minus_points, ("minus-points", "S5"))


def _artifact_lines(player: SheetHoldings) -> Iterable[ScoreLine]:
    bonuses = tables.bonuses()
    for artifact in player.artifacts:
        yield ScoreLine("artifacts", "points", artifact.name, artifact.points, ("artifact-points",))
    count_of = Counter(artifact.mythology for artifact in player.artifacts)
    if points := _at_most(bonuses.artifact_variety, len(count_of)):
        text = f"artifacts of {', '.join(sorted(count_of))}"
        yield ScoreLine("artifacts", "variety", text, points, ("artifact-variety",))
    whole = bonuses.artifact_set
    for mythology in MYTHOLOGIES:
        if count_of[mythology] == whole.size:
            text = f"all {whole.size} {mythology} artifacts"
            yield ScoreLine("artifacts", "consistency", text, whole.points, ("artifact-set", "S2"))


def _combination_lines(player: SheetHoldings) -> Iterable[ScoreLine]:
    table = tables.bonuses().combinations
    artifacts = Counter(artifact.mythology for artifact in player.artifacts)
    creatures = Counter(mythology for mythology, _ in player.creatures)
    for mythology in MYTHOLOGIES:
        if artifacts[mythology] and creatures[mythology] >= 3:
            points = table[artifacts[mythology]][min(creatures[mythology], 6) - 3]
            text = f"{mythology}: {so_many(artifacts[mythology], 'artifact')} with {creatures[mythology]} creatures"
            yield ScoreLine("combinations", "", text, points, ("combinations", "S3"))


def _resource_lines(player: SheetHoldings) -> Iterable[ScoreLine]:
    for rate in tables.bonuses().resources:
        held = sum(player.resources.get(resource, 0) for resource in rate.of)
        if points := held // rate.for_one_point:
            text = f"{held} {' and '.join(rate.of)}, one for each {rate.for_one_point}"
            yield ScoreLine("resources", rate.name, text, points, ("resource-points", "S4"))


def _at_most(table: dict[int, int], count: int) -> int:
    """Return the points of the highest row that `count` reaches; 0 below the first."""
    return max((points for row, points in table.items() if row <= count), default=0)


# --- The score of a game under way, as if it ended now (pp. 24-26) --------------------------------


def score_now(setup: Setup, game: GameState) -> Outcome:
    """Compute the score if the game ended now; players who left have no rank (A21)."""
    held = [holdings(setup, game, player) for player in game.players if not player.left]
    left = tuple(player.name for player in game.players if player.left)
    return replace(score(held, len(setup.players), setup), left=left, over=game.stage == "over")


def holdings(setup: Setup, game: GameState, player: Player) -> SheetHoldings:
    """Return a player's holdings to be scored."""
    from referee.games.conjurers.rules.card_pool import face_of  # a sheet is scored without the rules

    faces = [face_of(setup, game, name) for name in player.creatures]
    return SheetHoldings(
        player.name,
        tuple((None if face.mythology is UNSET else face.mythology, face.level) for face in faces),
        tuple(find_artifact(name, "save") for name in player.artifacts),
        dict(player.resources),
        player.minus_points,
    )


# --- The single card that would raise a player's score most (pp. 24-26) ---------------------------
# Each card that is still available is added to the player's holdings, and the whole is scored.


OWN = ("levels", "points")
"""The parts of the score that count a card by itself."""


class CardInReach(Struct, frozen=True):
    """A card that is still available, and what it would add to a player's score, in victory points.

    `gains` are by part of the score: "variety", "combinations".
    A creature is any of its mythology and level ("norse 4"); `cards` are those known by name. One that isn't `sure`
    is only possible: no card of that level is known to be left, but some of the mythology have no name yet.
    """

    kind: Literal["creature", "artifact"]
    mythology: Mythology
    what: str
    points: int
    gains: dict[str, int]
    cards: tuple[str, ...] = ()
    sure: bool = True

    @property
    def bonus(self) -> int:
        """The points beyond its own level or points."""
        return sum(points for part, points in self.gains.items() if part not in OWN)


def in_reach(setup: Setup, game: GameState, player: Player) -> list[CardInReach]:
    """List every single available card, the one that adds most first; a sure one before a possible one."""
    held = holdings(setup, game, player)
    agreed = len(setup.players), setup.combinations
    before = _parts(held.creatures, tuple(one.name for one in held.artifacts), *agreed)
    found = []
    for card, with_it in (*_creatures(setup, game, held), *_artifacts(setup, game, held)):
        after = _parts(with_it.creatures, tuple(one.name for one in with_it.artifacts), *agreed)
        gains = {part: after[part] - before[part] for part in after if after[part] != before[part]}
        found.append(replace(card, points=after.total() - before.total(), gains=gains))
    return sorted(found, key=lambda reach: (-reach.points, not reach.sure, reach.kind, reach.what))


def best_of_each(found: Iterable[CardInReach]) -> list[CardInReach]:
    """List the cards in reach that bring a bonus: the best creature and artifact of each mythology."""
    best: dict[tuple[str, str], CardInReach] = {}
    for reach in found:
        if reach.bonus:
            best.setdefault((reach.kind, reach.mythology), reach)
    return list(best.values())


Card = tuple[CardInReach, SheetHoldings]
"""A card, not scored yet, and the holdings with it."""


def _creatures(setup: Setup, game: GameState, held: SheetHoldings) -> Iterator[Card]:
    """Yield the creatures of level 2 and more that are left (A7); those of level 1 are only dealt (p. 9)."""
    from referee.games.conjurers.rules.card_pool import level_of, pile, unknown_creatures
    from referee.games.conjurers.rules.state import open_mythologies

    for mythology in open_mythologies(setup):
        left = pile(setup, game, mythology)
        for level in tables.players().box.levels[1:]:
            cards = tuple(name for name in left if level_of(setup, game, name) == level)
            if cards or unknown_creatures(setup, game, mythology):
                with_it = replace(held, creatures=(*held.creatures, (mythology, level)))
                yield CardInReach("creature", mythology, f"{mythology} {level}", 0, {}, cards, bool(cards)), with_it


def _artifacts(setup: Setup, game: GameState, held: SheetHoldings) -> Iterator[Card]:
    from referee.games.conjurers.rules.card_pool import stock_of_artifacts

    for artifact in stock_of_artifacts(setup, game):
        with_it = replace(held, artifacts=(*held.artifacts, artifact))
        yield CardInReach("artifact", artifact.mythology, artifact.name, 0, {}, (artifact.name,)), with_it


@lru_cache(maxsize=2000)
def _parts(
    creatures: tuple[tuple[Mythology | None, int], ...],
    artifacts: tuple[str, ...],
    players: int,
    combinations: Literal["all", "two"],
) -> Counter[str]:
    """Sum victory points of cards by part of the score; cached, for boards are drawn often."""
    found: Counter[str] = Counter()
    held = SheetHoldings("", creatures, tuple(find_artifact(name, name) for name in artifacts))
    for line in score([held], players, ConjurersReadings(combinations=combinations)).standing[0].lines:
        name = line.part or line.category
        found[f"artifact {name}" if line.category == "artifacts" and name != "points" else name] += line.points
    return found
