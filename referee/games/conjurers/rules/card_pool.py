"""The cards of a game: the known cards, and those still available (pp. 6-9; E11).

A game may begin with a whole deck, a part of one, or none: missing values of a card are asked for when they first
matter, and kept in the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec import UNSET

from referee.asking.dice import Dice, dice_of
from referee.asking.question import Option, Procedure, Question, but_not, choice, whole_number
from referee.asking.words import is_no_name
from referee.declaration.corrections import Opened
from referee.declaration.tracking import EVERYTHING
from referee.errors import Ambiguous, BadInput, Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import MINION
from referee.games.conjurers.cards.cards import (
    Card,
    Creature,
    CreatureEntry,
    Equipment,
    ItemEntry,
    creature_of,
    equipment_of,
    read_abilities,
    read_card_name,
)
from referee.games.conjurers.cards.language import CARDS
from referee.games.conjurers.rules.events import Gained, Goods, Paid, Penalty, Rules
from referee.games.conjurers.rules.state import Face, GameState, Player, Setup, open_mythologies
from referee.games.conjurers.vocabulary import ELEMENTS, MYTHOLOGIES, RESOURCES, Mythology, Resource
from referee.text.names import and_list, by_key, did_you_mean, find, find_each, fold, is_nothing
from referee.text.pattern import lazy_pattern

Cost = dict[Resource, int]


# --- creatures ------------------------------------------------------------------------------------


def creature_card(setup: Setup, game: GameState, name: str) -> CreatureEntry | None:
    """Return a creature's whole card, if it is known: the deck's, or one learnt at the table."""
    key = fold(name)
    return setup.creature_cards.get(key) or next((c for c in game.learnt_creatures if fold(c.name) == key), None)


def known_face(setup: Setup, game: GameState, name: str) -> Face | None:
    """Return a creature's name, level and mythology; None if nothing is known of it."""
    key = fold(name)
    if (card := setup.creature_cards.get(key)) is not None:
        return Face(card.name, card.level, card.mythology if card.level > 1 else UNSET)  # level 1 has none (S1)
    if (face := next((face for face in game.faces if fold(face.name) == key), None)) is not None:
        return face
    return Face(setup.dealt_names[key], 1) if key in setup.dealt_names else None


def face_of(setup: Setup, game: GameState, name: str) -> Face:
    """Return a creature's name, level and mythology. Raises BadInput with the nearest names if it isn't known."""
    face = known_face(setup, game, name)
    if face is None:
        known = [card.name for card in setup.creatures] + [face.name for face in game.faces]
        raise BadInput(f'nothing is known of a creature "{name}"{did_you_mean(name, known)}')
    return face


def level_of(setup: Setup, game: GameState, name: str) -> int:
    """Return a creature's level. Raises BadInput if nothing is known of it."""
    return face_of(setup, game, name).level


def known_creatures(setup: Setup, game: GameState) -> dict[str, Face]:
    """Return the faces of all creatures of which anything is known, by folded name."""
    dealt = (name for hand in setup.dealt for name in hand)
    names = chain((card.name for card in setup.creatures), (face.name for face in game.faces), dealt)
    return {fold(name): face_of(setup, game, name) for name in names}


def pile(setup: Setup, game: GameState, mythology: Mythology) -> list[str]:
    """List the known creatures of a mythology that no player has and that aren't out of the game (A7)."""
    out = {fold(name) for player in game.players for name in player.creatures} | set(map(fold, game.gone))
    return [name for key, name in _known_of(setup, game, mythology).items() if key not in out]


def unknown_creatures(setup: Setup, game: GameState, mythology: Mythology) -> int:
    """Count the creatures of a mythology in the box besides the known ones (p. 6)."""
    return max(0, tables.players().box.creatures_per_mythology - len(_known_of(setup, game, mythology)))


def unknown_level_1(setup: Setup, game: GameState) -> int:
    """Count the level 1 creatures in the box besides the known ones (p. 6)."""
    known = sum(1 for face in known_creatures(setup, game).values() if face.level == 1)
    return max(0, tables.players().box.level_1_creatures - known)


def _known_of(setup: Setup, game: GameState, mythology: Mythology) -> dict[str, str]:
    """Return a mythology's known creatures by folded name; level 1 has no mythology, whatever a card says (S1)."""
    found = setup.ranked_names.get(mythology, {})
    return found | {fold(face.name): face.name for face in game.faces if face.mythology == mythology}


def is_left(setup: Setup, game: GameState, mythology: Mythology) -> bool:
    """Return whether a creature of a mythology can still be had."""
    return bool(pile(setup, game, mythology) or unknown_creatures(setup, game, mythology))


def fighting_card(setup: Setup, game: GameState, name: str) -> Creature:
    """Return a creature as it fights; if its card isn't known yet, only the face, without strength."""
    card = creature_card(setup, game, name)
    if card is None:
        face = face_of(setup, game, name)
        mythology = None if face.mythology is UNSET else face.mythology
        return Creature(name=face.name, level=face.level, mythology=mythology, hp=1, bd=0, abilities={})
    return _fighting(card)


@lru_cache(maxsize=256)
def _fighting(card: CreatureEntry) -> Creature:
    return creature_of(card, "card")


# --- items and artifacts --------------------------------------------------------------------------


def piece_card(setup: Setup, game: GameState, name: str) -> ItemEntry | None:
    """Return an item's or artifact's card, if its abilities are known."""
    key = fold(name)
    return setup.piece_cards.get(key) or next((card for card in game.learnt_items if fold(card.name) == key), None)


def worn_piece(setup: Setup, game: GameState, name: str) -> Equipment:
    """Return an item or artifact as it is worn; one whose card isn't known yet does nothing."""
    card = piece_card(setup, game, name)
    return Equipment(name, {}) if card is None else equipment_of(card, "card")


def known_items(setup: Setup, game: GameState) -> list[str]:
    """List the items of which anything is known, without the artifacts."""
    bought = (name for player in game.players for name in player.items)
    learnt = (card.name for card in game.learnt_items if fold(card.name) not in tables.artifacts_by_key())
    names = chain((card.name for card in setup.items), game.prices, learnt, bought)
    return list({fold(name): name for name in names}.values())


def stock_of_items(setup: Setup, game: GameState) -> list[str]:
    """List the known items still at the blacksmith."""
    sold = {fold(name) for player in game.players for name in player.items}
    return [name for name in known_items(setup, game) if fold(name) not in sold]


def unknown_items(setup: Setup, game: GameState) -> int:
    """Count the items in the box besides the known ones (p. 6)."""
    return max(0, tables.players().box.items - len(known_items(setup, game)))


def stock_of_artifacts(setup: Setup, game: GameState) -> list[tables.ArtifactPoints]:
    """List the artifacts still at the artificer, of mythologies that are in the game (p. 9)."""
    sold = {fold(name) for player in game.players for name in player.artifacts}
    open_ones = open_mythologies(setup)
    return [row for row in tables.artifacts() if row.mythology in open_ones and fold(row.name) not in sold]


def item_cost(setup: Setup, game: GameState, name: str) -> Cost | None:
    """Return an item's printed price, if it is known."""
    price = next((cost for known, cost in game.prices.items() if fold(known) == fold(name)), None)
    card = setup.piece_cards.get(fold(name))
    return price if price is not None else None if card is None or card.cost is UNSET else card.cost


# --- Context --------------------------------------------------------------------------------------
# Shared by the steps of a game: the set-up, the state, the events, the dice, and payments.


class Context(Opened[Setup, GameState]):
    """A game while a step is played."""

    @property
    def dice(self) -> Dice:
        """The dice that were agreed on; those of the program depend on the seed, the turn and the battle."""
        now, battle = self.state.contest, ""
        if now is not None:
            battle = f"{now.attacker}/{now.figure}/{now.space}/{now.tournament}"
            if self.state.known != EVERYTHING:  # a light table's battles have no figure and no space
                battle += f"{now.defender}/{now.guarded}"
        return dice_of(self.setup.dice, tables.battle().die, f"{self.setup.seed}/{self.state.turn}/{battle}")

    def player(self, number: int) -> Player:
        """Return a player by number."""
        return self.state.players[number]

    @property
    def instead(self) -> Mapping[Resource, Resource]:
        """The resources missing with this number of players, each with its substitute (p. 9; E6)."""
        return tables.players().setups[len(self.setup.players)].instead

    def verify_in_game(self, good: str) -> None:
        """Raise Illegal for a resource that isn't used with this number of players (p. 9; E6)."""
        if good in self.instead:
            other = self.instead[good]  # type: ignore[index]
            raise Illegal(f"there is no {good} in this game; it is {other}", "E6")

    def in_this_game(self, goods: Mapping[Any, int]) -> dict[str, int]:
        """Replace resources that aren't in the game by their substitutes (E6), and drop empty ones."""
        found: dict[str, int] = {}
        for good, amount in goods.items():
            name = str(self.instead.get(good, good))
            if amount:
                found[name] = found.get(name, 0) + amount
        return found

    def gain(
        self, number: int, goods: Mapping[str, int], source: str, rules: Rules, paid: Goods | None = None
    ) -> None:
        """Give goods from the supply, substitutes for resources that aren't in the game (E6).

        `paid` is the price in a trade.
        """
        found = self.in_this_game(goods)
        for name, amount in found.items():
            self.player(number).gain(name, amount)
        if found:
            self.emit(Gained(number, found, source, rules, paid or {}))

    def penalize(self, number: int, points: int, why: str, *rules: str) -> None:
        """Give minus point tokens, if there are any for it."""
        if points:
            self.player(number).minus_points += points
            self.emit(Penalty(number, points, why, rules))

    def lacks(self, number: int, goods: Mapping[str, int]) -> str:
        """Describe what a player lacks to pay; "" if nothing."""
        player = self.player(number)
        missing = [
            f"{amount - player.has(good)} {good}" for good, amount in goods.items() if player.has(good) < amount
        ]
        return f"{player.name} lacks {and_list(missing)}" if missing else ""

    def cannot_pay(self, number: int, goods: Mapping[str, int]) -> str:
        """Describe the cost and what a player lacks to pay it; "" if nothing."""
        if not (lacks := self.lacks(number, goods)):
            return ""
        return f"it costs {and_list(f'{amount} {good}' for good, amount in goods.items())}; {lacks}"

    def pay(self, number: int, goods: Mapping[str, int], purpose: str, rules: Rules) -> None:
        """Pay goods. Raises Illegal with what is missing."""
        if lacks := self.cannot_pay(number, goods):
            player = self.player(number)
            short = [f"{good} {amount}" for good, amount in goods.items() if player.has(good) < amount]
            raise Illegal(lacks, rules[0], f"{player.name} {', '.join(short)}")
        for good, amount in goods.items():
            if amount:
                self.player(number).gain(good, -amount)
        if any(goods.values()):
            self.emit(Paid(number, {good: amount for good, amount in goods.items() if amount}, purpose, rules))


# --- Learning -------------------------------------------------------------------------------------
# Cards learnt at the table: missing values are asked for when they first matter, and kept in the game.


NOBODY = "nobody"
VERBS = ("resolve", "decline", "place", "summon", "trade", "buy", "hire", "sacrifice", "steal", "adjust", "leave")

_SENTENCE = lazy_pattern(r"\S+ (?:(?:beats|loses to|takes) .+|(?:won|wins)\b.*)|let's .+|.+ [a-z]\d")
"""Matches the outcome of a battle, a proposal, or a creature with its kind; none is a card's name."""
_AMOUNT = lazy_pattern(r"(\d{1,4})\s+([a-z]+)")


# --- names and faces ------------------------------------------------------------------------------


def find_or_new(text: str, known: Mapping[str, str], what: str, read_new: Callable[[str], str] | None) -> str:
    """Find a known card by its name or its beginning, else a new one; "new Hydra" if Hydra Queen is known.

    Without `read_new` new ones are refused. Raises Unreadable, Ambiguous or Illegal.
    """
    words = text.strip()
    if read_new is not None and fold(words).startswith("new ") and fold(words) not in known:
        return read_new(words[4:])
    try:
        return find(words, known, what)
    except Ambiguous:
        raise
    except Unreadable:
        if read_new is None:
            raise
    return read_new(words)


def kind_of(face: Face) -> str:
    """Format a creature's kind as it is typed: "norse 3", "level 1"."""
    return f"{face.mythology} {face.level}" if face.mythology is not UNSET else "level 1"


_NO_NAMES = ("referee", "attacker wins", "defender wins", "end turn", "cost", "costs", "price")


def card_name(text: str) -> str:
    """Parse a card's name: no word of the game, number or sentence. Raises Unreadable."""
    name = read_card_name(text)
    if is_no_name(name) or _SENTENCE.fullmatch(fold(name)):
        raise Unreadable(f"\"{name}\" isn't a card's name")
    first, *rest = fold(name).split()
    if (first in VERBS and rest) or fold(name) in _NO_NAMES:
        raise Unreadable(f'"{name}" reads like a move, not like a card\'s name')
    return name


def read_new_name(context: Context, text: str) -> str:
    """Parse the name of a creature of which nothing is known yet. Raises Unreadable or Illegal."""
    name = card_name(text)
    if fold(name) == fold(MINION):
        raise Unreadable(f'"{name}" is what the minion is called; the creature beside it needs another name')
    refuse_known(context, name, "A7")
    return name


def refuse_known(context: Context, name: str, rule: str, wanted: str = "") -> None:
    """Raise Illegal, by a rule, for a known creature that isn't a valid answer: its kind, and its owner.

    `wanted` says which answer would be right.
    """
    known = known_face(context.setup, context.state, name)
    if known is None:
        return
    kind = f"{'of ' * (known.mythology is UNSET)}{kind_of(known)}"
    where = ""
    owners = {fold(held): number for number, held in context.state.owned_creatures()}
    if (owner := owners.get(fold(known.name))) is not None:
        where = f" and with {context.name(owner)}"
    elif fold(known.name) in map(fold, context.state.gone):
        where = " and out of the game"
        rule = rule if known.mythology is UNSET else "A4"  # one with a pile is out by a sacrifice alone
    elif known.mythology in context.setup.locked:
        raise Illegal(f"{known.name} is {known.mythology}, which is out of this game", "E6")
    raise Illegal(f"{known.name} is {kind}{where}" + (f"; {wanted}" if wanted else ""), rule)


def read_new_item(text: str) -> str:
    """Parse the name of an item of which nothing is known yet. Raises Unreadable."""
    name = card_name(text)
    if fold(name) in tables.artifacts_by_key():
        raise Unreadable(f"{name} is an artifact; the artificer sells it")
    return name


def learn_level(context: Context, name: str, mythology: Mythology) -> Procedure[None]:
    """Ask for the level of a creature that was named for the first time, unless it is known."""
    if known_face(context.setup, context.state, name) is not None:
        return
    found: Face | CreatureEntry = yield _level_question(name, mythology, elements=context.setup.elements)
    context.state.faces.append(Face(name, found.level, mythology))
    if isinstance(found, CreatureEntry):
        context.state.learnt_creatures.append(found)


def _level_question(name: str, mythology: Mythology, *, elements: bool) -> Question[Face | CreatureEntry]:
    """Return the question for a new creature's level, "3" or "egyptian 3", or its whole card: "3, 5/2, flying"."""
    most = max(tables.players().box.levels)
    prompt = f"{name}: which level"
    number = whole_number("level", prompt, 2, most)
    written = re.compile(rf"\s*(?:{mythology}\s+)?(?:(?:level|lvl)\s+)?(\w+)[\s,]*(.*)", re.IGNORECASE)

    def parse(text: str) -> Face | CreatureEntry:
        name_typed, colon, printed = text.partition(":")
        match = written.fullmatch(printed if colon and fold(name_typed) == fold(name) else text)
        level, rest = match.groups() if match is not None else (text, "")
        face = Face(name, number.parse(level), mythology)
        return read_card(face, rest, elements=elements) if rest else face

    def write(found: Face | CreatureEntry) -> str:
        if isinstance(found, Face):
            return str(found.level)
        face = Face(name, found.level, mythology)
        return f"{found.level}, {_creature_question(face, elements=elements).record(found, '')}"

    return Question(
        "level",
        prompt,
        parse,
        write=write,
        hint="alone, or with its numbers: 3, 9/3, flying; undo if misspelt",
    )


def read_card(face: Face, text: str, *, elements: bool) -> CreatureEntry:
    """Parse a creature's card after its mythology and level: "5/2, flying". Raises Unreadable."""
    card = _creature_question(face, elements=elements).parse(text)
    assert isinstance(card, CreatureEntry)
    return card


def learn_mythology(context: Context, name: str, level: int) -> Procedure[None]:
    """Ask for the mythology of a creature that was named for the first time, unless it is known."""
    if known_face(context.setup, context.state, name) is not None:
        return
    setup, game = context.setup, context.state
    left = [m for m in open_mythologies(setup) if unknown_creatures(setup, game, m)]
    question = choice("mythology", f"{name}: which mythology", [Option(m) for m in left])
    mythology = yield but_not(question, map(str, setup.locked), "that mythology is out of this game", "E6")
    game.faces.append(Face(name, level, mythology))


def verify_open(setup: Setup, card: str, mythology: Mythology) -> None:
    """Raise Illegal for a card of a mythology that is out of the game (p. 9; E6)."""
    if mythology not in open_mythologies(setup):
        raise Illegal(f"{card} is {mythology}, which is out of this game", "E6")


def new_face(setup: Setup, game: GameState, name: str, what: str) -> Face:
    """Parse the kind of a creature not named yet: "norse 3", "level 1". Raises Unreadable or Illegal."""
    if what in ("level 1", "1"):
        if not unknown_level_1(setup, game):
            most = tables.players().box.level_1_creatures
            raise Illegal(f"the box has {most} level 1 creatures, and all are known", "level-1-cards")
        return Face(name, 1)
    mythology, _, level = what.rpartition(" ")
    example = open_mythologies(setup)[0]
    if mythology in ("", "level") and level.isdigit():
        raise Unreadable(f"from level 2 on a creature has a mythology; write it too, like {example} {level}")
    if not mythology:
        raise Unreadable(f'can\'t read "{what}"; write it like {example} 3, or level 1')
    found = find(mythology, by_key(MYTHOLOGIES, str), "mythology")
    verify_open(setup, name, found)
    if level not in ("2", "3", "4", "5"):
        raise Unreadable(f'can\'t read "{what}"; write it like norse 3, or level 1')
    if not unknown_creatures(setup, game, found):
        raise Illegal(f"every {found} creature is known", "E11")
    return Face(name, int(level), found)


# --- whole cards ----------------------------------------------------------------------------------


def learn_creature(context: Context, name: str) -> Procedure[None]:
    """Ask for a creature's strength and abilities, unless its card is known."""
    if creature_card(context.setup, context.state, name) is not None:
        return
    face = face_of(context.setup, context.state, name)
    entry: CreatureEntry = yield _creature_question(face, elements=context.setup.elements)
    context.state.learnt_creatures.append(entry)


def _creature_question(face: Face, *, elements: bool) -> Question[Card]:
    first = f"9/3 {f'{ELEMENTS[0]} ' if elements else ''}"
    return CARDS.question(
        face.name,
        "creature",
        f"{face.name} ({kind_of(face)}): hit points/dice, abilities",
        f"like {first}flying offensive 2, in short {first}fl of2",
        given=kind_of(face),
        needs=("element",) if elements else (),
    )


def learn_piece(context: Context, name: str) -> Procedure[None]:
    """Ask for the abilities of an item or artifact, unless its card is known."""
    if piece_card(context.setup, context.state, name) is not None:
        return
    words = yield Question(
        "abilities",
        f"{name}: its abilities",
        read_abilities,
        hint="like power hit 1, immobility; or none",
        write=lambda words: ", ".join(words) or "none",
    )
    context.state.learnt_items.append(ItemEntry(name=name, abilities=words))


def read_goods(text: str) -> Cost:
    """Parse resources: "2 iron and 1 wood", "costs 2 iron 1 wood". Raises Unreadable."""
    known: dict[str, Resource] = {resource: resource for resource in RESOURCES}
    found: Cost = {}
    price = re.sub(r"^(?:it )?(?:costs?|price) ", "", fold(text))
    for part in re.split(r",|\band\b *|(?<=[a-z]) (?=\d)", price):
        match = _AMOUNT.fullmatch(part.strip())
        if match is None or not int(match[1]):
            raise Unreadable(f'can\'t read "{part.strip()}"; write it like 2 iron and 1 wood')
        good = find(match[2], known, "resource")
        found[good] = found.get(good, 0) + int(match[1])
    return found


def learn_smiths(context: Context, player: int) -> Procedure[None]:
    """Ask which of a player's creatures are weapon smiths, if that isn't known (p. 20; A5)."""
    owner, smiths = context.player(player), context.state.smiths
    unread = [
        name
        for name in owner.creatures
        if fold(name) not in smiths and creature_card(context.setup, context.state, name) is None
    ]
    if not unread:
        return
    found: Collection[str] = yield _smiths_question(owner.name, unread)
    smiths.update({fold(name): name in found for name in unread})


def _smiths_question(player: str, unread: Sequence[str]) -> Question[tuple[str, ...]]:
    known = by_key(unread, str)

    def parse(text: str) -> tuple[str, ...]:
        if is_nothing(text) or fold(text) == "done":
            return ()
        return find_each(text, known, "creature asked about")

    return Question(
        "smiths",
        f"Which of {player}'s creatures are weapon smiths",
        parse,
        hint="names, commas between, or nobody",
        options=lambda: [Option(NOBODY), *(Option(name) for name in unread)],
        default=NOBODY,
        write=lambda found: ", ".join(found) or NOBODY,
        open=True,
    )
