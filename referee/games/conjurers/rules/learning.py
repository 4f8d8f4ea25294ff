"""Cards learnt at the table: what isn't known of one is asked for when it first matters, and kept in the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import UNSET

from referee.asking.meaning import is_no_name
from referee.asking.question import Option, Procedure, Question, but_not, choice, whole_number
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.conjurers.battle.minion import NAME as MINION
from referee.games.conjurers.cards.cards import Card, CreatureEntry, ItemEntry, read_abilities, read_card_name
from referee.games.conjurers.cards.language import CARDS
from referee.games.conjurers.rules.card_pool import (
    Cost,
    creature_card,
    face_of,
    known_face,
    piece_card,
    unknown_creatures,
    unknown_level_1,
)
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.state import Face, GameState, Setup, open_mythologies
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import ELEMENTS, MYTHOLOGIES, RESOURCES, Mythology, Resource
from referee.text.names import find, fold, keyed

NOBODY = "nobody"
RESERVED = (NOBODY, "none", "none left", "nothing", "done")
"""Answers that a card's name mustn't be taken for."""

VERBS = ("resolve", "decline", "place", "summon", "trade", "buy", "hire", "sacrifice", "steal", "adjust", "leave")

_SENTENCE = re.compile(r"\S+ (?:won|wins|beats|loses to|takes) .+|.+ [a-z]\d")
"""What is told of a battle, or a creature with its kind."""
_AMOUNT = re.compile(r"(\d{1,4})\s+([a-z]+)")


# --- names and faces ------------------------------------------------------------------------------


def find_or_new(text: str, known: Mapping[str, str], what: str, read_new: Callable[[str], str] | None) -> str:
    """A known card by its name or its beginning, else a new one; "new Hydra" where Hydra Queen is known.

    Without `read_new` there are no new ones. Raises Unreadable, Ambiguous or Illegal.
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
    """What a creature is, as it is typed: "norse 3", "level 1"."""
    return f"{face.mythology} {face.level}" if face.mythology is not UNSET else "level 1"


def creature_name(text: str) -> str:
    """What can be the name of a creature. Raises Unreadable."""
    name = read_card_name(text)
    _refuse_odd(name)
    return name


def read_new_name(context: Context, text: str) -> str:
    """The name of a creature of which nothing is known yet. Raises Unreadable or Illegal."""
    name = creature_name(text)
    if fold(name) == fold(MINION):
        raise Unreadable(f'"{name}" is what the minion is called; the creature beside it needs another name')
    refuse_known(context, name, "A7")
    return name


def refuse_known(context: Context, name: str, rule: str, wanted: str = "") -> None:
    """Raises Illegal, by a rule, for a known creature, which is none of those asked for: what it is, and whose.

    `wanted` says what would be right.
    """
    known = known_face(context.setup, context.state, name)
    if known is None:
        return
    kind = f"{'of ' * (known.mythology is UNSET)}{kind_of(known)}"
    where = ""
    if (owner := owner_of(context.state, known.name)) is not None:
        where = f" and with {owner}"
    elif fold(known.name) in map(fold, context.state.gone):
        where = " and out of the game"
    elif known.mythology in context.setup.locked:
        raise Illegal(f"{known.name} is {known.mythology}, which is out of this game", "E6")
    raise Illegal(f"{known.name} is {kind}{where}" + (f"; {wanted}" if wanted else ""), rule)


def owner_of(game: GameState, creature: str) -> str | None:
    """Who has a creature, by name; None if nobody has it."""
    return next((game.players[number].name for number, held in game.held() if fold(held) == fold(creature)), None)


def read_new_item(text: str) -> str:
    """The name of an item of which nothing is known yet. Raises Unreadable."""
    name = read_card_name(text)
    _refuse_odd(name)
    if fold(name) in (fold(row.name) for row in points_tables.artifacts()):
        raise Unreadable(f"{name} is an artifact; the artificer sells it")
    return name


def _refuse_odd(name: str) -> None:
    """Raises Unreadable for what can't well be a card's name: a word of the game, a number, a sentence."""
    if fold(name) in RESERVED or is_no_name(name) or _SENTENCE.fullmatch(fold(name)):
        raise Unreadable(f'"{name}" is no card\'s name')
    _refuse_moves(name)


def _refuse_moves(name: str) -> None:
    """Raises Unreadable for what reads like another answer than a card's name."""
    first, *rest = fold(name).split()
    if (first in VERBS and rest) or fold(name) in ("referee", "attacker wins", "defender wins", "end turn"):
        raise Unreadable(f'"{name}" reads like a move, not like a card\'s name')


def learn_level(context: Context, name: str, mythology: Mythology) -> Procedure[None]:
    """Ask for the level of a creature that was named for the first time, unless it is known."""
    if known_face(context.setup, context.state, name) is not None:
        return
    found: Face | CreatureEntry = yield _level_question(name, mythology, elements=context.setup.elements)
    context.state.faces.append(Face(name, found.level, mythology))
    if isinstance(found, CreatureEntry):
        context.state.learnt_creatures.append(found)


def _level_question(name: str, mythology: Mythology, *, elements: bool) -> Question[Face | CreatureEntry]:
    """A new creature's level, "3", "level 3" or "egyptian 3"; its whole card if more follows: "3, 5/2, flying"."""
    most = max(box_tables.players().box.levels)
    prompt = f"{name} is new here: its level"
    number = whole_number("level", prompt, 2, most)

    def parse(text: str) -> Face | CreatureEntry:
        level, _, rest = text.partition(",")
        face = Face(name, number.parse(fold(level).removeprefix(mythology).strip().removeprefix("level")), mythology)
        return read_card(face, rest, elements=elements) if rest.strip() else face

    def write(found: Face | CreatureEntry) -> str:
        if isinstance(found, Face):
            return str(found.level)
        face = Face(name, found.level, mythology)
        return f"{found.level}, {_creature_question(face, elements=elements).record(found, '')}"

    return Question(
        "level", prompt, parse, write=write, hint="like 3, or 3, 9/3, flying; undo if the name is misspelt"
    )


def read_card(face: Face, text: str, *, elements: bool) -> CreatureEntry:
    """A creature's card from what follows its mythology and level: "5/2, flying". Raises Unreadable."""
    card = _creature_question(face, elements=elements).parse(text)
    assert isinstance(card, CreatureEntry)
    return card


def learn_mythology(context: Context, name: str, level: int) -> Procedure[None]:
    """Ask for the mythology of a creature that was named for the first time, unless it is known."""
    if known_face(context.setup, context.state, name) is not None:
        return
    setup, game = context.setup, context.state
    left = [m for m in open_mythologies(setup) if unknown_creatures(setup, game, m)]
    asked = choice("mythology", f"{name} is new here: its mythology", [Option(m) for m in left])
    mythology = yield but_not(asked, map(str, setup.locked), "that mythology is out of this game", "E6")
    game.faces.append(Face(name, level, mythology))


def verify_open(setup: Setup, card: str, mythology: Mythology) -> None:
    """Raises Illegal for a card of a mythology that is out of the game (p. 9; E6)."""
    if mythology not in open_mythologies(setup):
        raise Illegal(f"{card} is {mythology}, which is out of this game", "E6")


def new_face(setup: Setup, game: GameState, name: str, what: str) -> Face:
    """A creature not named yet by what it is: "norse 3", "level 1". Raises Unreadable or Illegal."""
    if what in ("level 1", "1"):
        if not unknown_level_1(setup, game):
            most = box_tables.players().box.level_1_creatures
            raise Illegal(f"the box has {most} level 1 creatures, and all are known", "level-1-cards")
        return Face(name, 1)
    mythology, _, level = what.rpartition(" ")
    example = open_mythologies(setup)[0]
    if mythology in ("", "level") and level.isdigit():
        raise Unreadable(f"from level 2 on a creature has a mythology; write it too, like {example} {level}")
    if not mythology:
        raise Unreadable(f'can\'t read "{what}"; write like {example} 3, or level 1')
    found = find(mythology, keyed(MYTHOLOGIES, str), "mythology")
    verify_open(setup, name, found)
    if level not in ("2", "3", "4", "5"):
        raise Unreadable(f'can\'t read "{what}"; write like norse 3, or level 1')
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
    kind = f"{face.mythology} {face.level}" if face.mythology is not UNSET else "level 1"
    example = f"9/3, {ELEMENTS[0]}, flying, offensive 2" if elements else "9/3, flying, offensive 2"
    return CARDS.question(
        face.name, "creature", f"{face.name} ({kind}): hit points/dice, abilities", f"like {example}",
        given=kind, needs=("element",) if elements else (),
    )  # fmt: skip


def learn_piece(context: Context, name: str) -> Procedure[None]:
    """Ask for the abilities of an item or artifact, unless its card is known."""
    if piece_card(context.setup, context.state, name) is not None:
        return
    words = yield Question(
        "abilities", f"{name}: its abilities", read_abilities, hint="like power hit 1, immobility; or none",
        write=lambda words: ", ".join(words) or "none",
    )  # fmt: skip
    context.state.learnt_items.append(ItemEntry(name=name, abilities=words))


def learn_price(context: Context, name: str) -> Procedure[None]:
    """Ask for an item's printed price, and keep it."""

    def write(cost: Cost) -> str:
        return " and ".join(f"{amount} {good}" for good, amount in cost.items())

    cost = yield Question(
        "price", f"{name} costs", read_goods, hint="as printed, like 2 iron and 1 wood", write=write
    )
    context.state.prices[name] = cost


def read_goods(text: str) -> Cost:
    """Resources as typed: "2 iron and 1 wood". Raises Unreadable."""
    known: dict[str, Resource] = {resource: resource for resource in RESOURCES}
    found: Cost = {}
    for part in re.split(r",|\band\b", fold(text)):
        match = _AMOUNT.fullmatch(part.strip())
        if match is None or not int(match[1]):
            raise Unreadable(f'can\'t read "{part.strip()}"; write like 2 iron and 1 wood')
        good = find(match[2], known, "resource")
        found[good] = found.get(good, 0) + int(match[1])
    return found


def learn_smiths(context: Context, player: int) -> Procedure[None]:
    """Ask which of a player's creatures are weapon smiths, as far as it isn't known (p. 20; A5)."""
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
    known = keyed(unread, str)

    def parse(text: str) -> tuple[str, ...]:
        if fold(text) in ("", *RESERVED):
            return ()
        return tuple(find(part.strip(), known, "creature asked about") for part in text.split(","))

    return Question(
        "smiths", f"{player}'s weapon smiths among {', '.join(unread)}", parse,
        hint="names, commas between, or nobody",
        options=lambda: [Option(NOBODY), *(Option(name) for name in unread)], default=NOBODY,
        write=lambda found: ", ".join(found) or NOBODY, open=True,
    )  # fmt: skip
