"""Fight records: a hero's fight with a Creature or another hero as a TOML file, strictly validated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.asking.dice import Mode
from referee.declaration.judged import Layout, OnRecord
from referee.errors import BadInput, Unreadable, naming_place
from referee.files.files import path_of
from referee.games.prophecy import board
from referee.games.prophecy.board_file import NAMED
from referee.games.prophecy.cards.cards import Ability, Artifact, Card, Creature, Item
from referee.games.prophecy.cards.language import CARDS, faults, printed_card, read_whole
from referee.games.prophecy.cards.wording import RULES
from referee.games.prophecy.fights import opening
from referee.games.prophecy.fights.opening import Opening
from referee.games.prophecy.fights.state import Bonus, Fighter, Scene
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.vocabulary import ARTIFACTS, MOST_CUBES, CardName, Few, Result, Sex
from referee.text.names import check_name, did_you_mean, fold, numbered, or_list, printable, printed

_AFTER_ROLLS = ("discard", "give", "damage", "draw", "yes", "no", "arms")
VERBS = ("fight", "attack", "accept", "wills", *opening.VERBS, "roll", "stand", "done", *_AFTER_ROLLS)
"""First words of a record's moves."""
UNNAMED = "Artifact"
"""Name of Artifacts that a record only counts."""


class HeroEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hero in a record: cubes on the right, all cubes if there are more, cards, and what lasts of the round so far.

    `bonuses` count already, `marks` are uses that can't be repeated, `cast` the Spells of the round.
    """

    health: Annotated[int, Meta(ge=0, le=MOST_CUBES)]
    magic: Annotated[int, Meta(ge=0, le=MOST_CUBES)]
    name: CardName = "Hero"
    red: Annotated[int, Meta(ge=0, le=MOST_CUBES)] | UnsetType = UNSET
    blue: Annotated[int, Meta(ge=0, le=MOST_CUBES)] | UnsetType = UNSET
    artifacts: Annotated[int, Meta(ge=0, le=ARTIFACTS)] | UnsetType = UNSET
    gold: Few = 0
    experience: Few = 0
    items: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    marks: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    space: str = ""
    sex: Sex | None = None


class RecordFile(ProphecyReadings, Layout, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Layout of a fight record's file."""

    part, readings_after, written, at_end = "move", "seed", ("dice",), ("claim",)
    game: Literal["prophecy"]
    kind: Literal["creature", "hero"]
    dice: Mode = "entered"
    seed: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    creature: str | UnsetType = UNSET
    new: bool = False
    claim: Result | UnsetType = UNSET
    deck: str = ""
    note: str = ""
    moves: tuple[str, ...] = ()
    hero: HeroEntry | UnsetType = UNSET
    attacker: HeroEntry | UnsetType = UNSET
    defender: HeroEntry | UnsetType = UNSET


class Record(OnRecord[RecordFile], frozen=True):
    """A playable record: the scene and its heroes, the one who fights or attacks first."""

    scene: Scene
    heroes: tuple[Fighter, ...]

    def read_opening(self, text: str, hero: Fighter) -> Opening:
        """Parse the opening of the fight, which may name the opponent. Raises Unreadable or Illegal."""
        creature = self.scene.creature
        verb, enemy = ("attack", self.heroes[1].name) if creature is None else ("fight", creature.name)
        parsed = opening.read_opening(text, (verb,), hero, self.scene)
        if parsed.who and fold(parsed.who) != fold(enemy):
            what = "an attack on" if creature is None else "a fight with"
            raise Unreadable(f'this is {what} {enemy}, not "{parsed.who}"')
        return parsed


def record_of(path: Path, file: RecordFile, deck: Path | None = None) -> Record:
    """Build a fight record from the contents of its file, without playing it. Raises BadInput with file and place."""
    where = str(path)
    deck = path.parent / path_of(file.deck) if deck is None and file.deck else deck
    cards = KnownCards(() if deck is None else CARDS.load(deck), where)
    both, alone, duel = ("attacker", "defender"), ("creature", "hero"), file.kind == "hero"
    _expect(file, *((both, alone) if duel else (alone, both)), where)
    with naming_place(f"{where}: creature"):
        creature = None if file.creature is UNSET else cards.creature(file.creature)
    entries: dict[str, HeroEntry] = {key: getattr(file, key) for key in (both if duel else alone[1:])}
    heroes = tuple(_fighter(file, entry, key, cards) for key, entry in entries.items())
    space, *others = (entry.space for entry in entries.values())
    if duel:
        _expect_apart(heroes, where)
        if others[0] not in ("", space):
            raise BadInput(f"{where}: attacker and defender stand on different spaces; a fight is on one")
    plane = creature is not None and creature.kind != "creature"
    scene = Scene(cards, creature, _words_of(space, where), plane, file.new, readings=file)
    record = Record(where, file, scene, heroes)
    expect_moves(record)
    return record


_CLAIMS: Mapping[str, Result] = {
    **dict.fromkeys(("won", "win", "wins"), "won"),
    **dict.fromkeys(("drawn", "draw", "tie", "tied"), "drawn"),
    **dict.fromkeys(("lost", "lose", "loses"), "lost"),
}


def with_claim(record: Record, text: str) -> Record:
    """Return the record with the claimed result of the hero who fights or attacks. Raises Unreadable."""
    result = read_claim(text, record.heroes[0].name)
    return replace(record, file=replace(record.file, claim=result))


def read_claim(text: str, who: str = "the hero") -> Result:
    """Parse a claimed result. Raises Unreadable."""
    if fold(text) in _CLAIMS:
        return _CLAIMS[fold(text)]
    raise Unreadable(f'"{printable(text)}" isn\'t a claim; say how {who} fares: claim won, claim drawn or claim lost')


def _expect(file: RecordFile, needed: Sequence[str], others: Sequence[str], where: str) -> None:
    """Check that a record has what its kind needs, and nothing of the other kind. Raises BadInput."""
    for key in needed:
        if getattr(file, key) is UNSET:
            example = 'creature = "Ghost: creature, willpower 4"' if key == "creature" else f"[{key}]"
            raise BadInput(f'{where}: kind = "{file.kind}" needs {key}, like {example}')
    for key in others:
        if getattr(file, key) is not UNSET:
            raise BadInput(f'{where}: {key} doesn\'t go with kind = "{file.kind}"')
    if file.dice != "rolled" and file.seed is not UNSET:
        raise BadInput(f'{where}: seed goes with dice = "rolled"; here dice = "{file.dice}"')


class KnownCards:
    """The cards of a record by name: those in it, in its deck, and those complete in the rulebook."""

    def __init__(self, deck: Sequence[Card], where: str) -> None:
        self._where = where
        self._deck = {fold(card.name): card for card in deck}
        self._written: dict[str, Card] = {fold(UNNAMED): Artifact(name=UNNAMED)}

    def __call__(self, name: str) -> Card:
        """Return a card of the record."""
        return self._written[fold(name)]

    def parse(self, text: str) -> Card:
        """Parse a card's line or name. Raises Unreadable."""
        card = read_whole(text) if ":" in text else self._find(text)
        if (before := self._written.setdefault(fold(card.name), card)) != card:
            raise Unreadable(f"{before.name} is written in two ways")
        return card

    def known(self, name: str) -> Card | None:
        """Return the card of a name, None if nothing is known of it."""
        return self._written.get(fold(name)) or self._deck.get(fold(name)) or printed_card(name)

    def _find(self, name: str) -> Card:
        if (card := self.known(name)) is None:
            hint = did_you_mean(name, (one.name for one in self._deck.values()))
            hint = hint or "; write its whole line, like Axe: item, weapon, throwing"
            raise Unreadable(f'no card is called "{printable(name)}"{hint}')
        if fault := next(faults(card), None):
            raise Unreadable(f"{card.name}: {fault}")
        return card

    def creature(self, text: str) -> Creature:
        """Parse the Creature of the fight. Raises Unreadable."""
        card = self.parse(text)
        if not isinstance(card, Creature):
            raise Unreadable(f"{card.name} is of kind {card.kind}, and nothing to be fought")
        return card

    def names(self, texts: Sequence[str], kind: type[Item | Ability], place: str) -> Iterator[str]:
        """Yield the identifiers of a hero's cards, a second copy as "Prayer #2". Raises BadInput."""
        seen: dict[str, int] = {}
        for text in texts:
            with naming_place(f"{self._where}: {place}"):
                card = self.parse(text)
            if not isinstance(card, kind):
                raise BadInput(f"{self._where}: {place}: {card.name} is of kind {card.kind}")
            seen[card.name] = seen.get(card.name, 0) + 1
            yield numbered(card.name, seen[card.name])


def _fighter(ours: ProphecyReadings, entry: HeroEntry, key: str, cards: KnownCards) -> Fighter:
    place = f"{cards._where}: {key}"
    check_name(entry.name, place)
    most = {"health": ours.red_cubes, "magic": ours.blue_cubes, "red": ours.red_cubes, "blue": ours.blue_cubes}
    for what, many in most.items():
        if (has := getattr(entry, what)) is not UNSET and has > many:
            raise BadInput(f"{place}.{what} is {has}; it must be {many} or less")
    for right, every, colour in ((entry.health, entry.red, "red"), (entry.magic, entry.blue, "blue")):
        if every is not UNSET and every < right:
            raise BadInput(f"{place}: {colour} = {every} are all cubes; on the right side alone are {right}")
    held = list(cards.names((*entry.items, *entry.damaged), Item, f"{key}.items"))
    damaged = tuple(held[len(entry.items) :])
    artifacts = [name for name in held if isinstance(cards(printed(name)), Artifact)]
    many = len(artifacts) if entry.artifacts is UNSET else entry.artifacts
    if many < len(artifacts) or many > ARTIFACTS:
        raise BadInput(f"{place}: artifacts = {many}, but among the items are {len(artifacts)}")
    if twice := next((name for name in artifacts if name != printed(name)), None):
        raise BadInput(f"{place}: there is only one {printed(twice)}; it is named twice")
    artifacts += [numbered(UNNAMED, number) for number in range(1, many - len(artifacts) + 1)]
    with naming_place(f"{place}.bonuses"):
        for bonus in entry.bonuses:
            RULES.read_effects(bonus.effect)
    same = ("name", "health", "magic", "gold", "experience", "bonuses", "marks", "cast", "sex")
    return Fighter(
        **{what: getattr(entry, what) for what in same},
        red=entry.health if entry.red is UNSET else entry.red,
        blue=entry.magic if entry.blue is UNSET else entry.blue,
        items=tuple(name for name in held if name not in (*artifacts, *damaged)),
        damaged=damaged,
        abilities=tuple(cards.names(entry.abilities, Ability, f"{key}.abilities")),
        artifacts=tuple(artifacts),
    )


def _expect_apart(heroes: Sequence[Fighter], where: str) -> None:
    one, other = heroes
    if fold(one.name) == fold(other.name):
        raise BadInput(f"{where}: attacker and defender are both called {one.name}; give each a name")
    if both := {name for name in one.artifacts if not name.startswith(UNNAMED)} & set(other.artifacts):
        raise BadInput(f"{where}: {min(both)} is in two hands; there is one of each Artifact")
    if (many := len(one.artifacts) + len(other.artifacts)) > ARTIFACTS:
        raise BadInput(f"{where}: {many} Artifacts in both hands together; there are {ARTIFACTS}")


def _words_of(space: str, where: str) -> frozenset[str]:
    """Return the words by which `at` may name a space: terrain or name, port, gate, guild. Raises BadInput."""
    name, *more = (part.strip() for part in space.split(","))
    if not name:
        return frozenset()
    known = {fold(one): one for one in (*board.TERRAINS, *NAMED)}
    known |= {key: str(one) for key, one in board.ALIASES.items()}
    base, _, number = name.rpartition(" ")
    found = known.get(fold(name)) or (known.get(fold(base)) if number.isdigit() else None)
    if found is None:
        hint = did_you_mean(name, known.values()) or f"; it is {or_list(dict.fromkeys(known.values()))}"
        raise BadInput(f'{where}: there is no space "{name}"{hint}')
    if odd := next((one for one in more if fold(one) not in ("port", "gate")), None):
        raise BadInput(f'{where}: space: "{odd}" can\'t stand there; only port and gate may come after the name')
    words = {fold(found), *map(fold, more)}
    words |= {"port"} if found in (board.CITY, board.VILLAGE) else set()
    words |= {"gate"} if found in (board.CITY, board.WILDERNESS) else set()
    return frozenset(words | ({"guild"} if board.PrintedSpace(found).guild else set()))


def expect_moves(record: Record) -> None:
    """Check that all moves can be read, before any is played. Raises BadInput."""
    held = [name for hero in record.heroes for name in (*hero.held, *hero.abilities, *hero.damaged)]
    for number, move in enumerate(record.file.moves, 1):
        verb, _, rest = fold(move).partition(" ")
        if verb not in VERBS:
            hint = did_you_mean(verb, VERBS) or f"; a move begins with {or_list(VERBS)}"
            raise BadInput(f'{record.place(number)}: "{verb}" isn\'t a move{hint}')
        if verb not in opening.VERBS:
            continue
        if not rest:
            raise BadInput(f"{record.place(number)}: say what, like {verb} Axe")
        typed = " ".join(move.split()[1:]).partition(" on ")[0]
        if verb == "pay":
            typed = re.split(r" (?:for|on) ", typed, maxsplit=1)[-1]
        if not any(fold(name).startswith(fold(typed)) for name in held):
            who = or_list(hero.name for hero in record.heroes)
            raise BadInput(f'{record.place(number)}: {who} has no "{typed}"{did_you_mean(typed, held)}')
