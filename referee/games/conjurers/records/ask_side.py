"""The cards of a side of a battle by questions: creatures, then equipment.

A card that is only named and that the deck lacks is asked for value by value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET

from referee.asking.dice import ask_dice
from referee.asking.question import Option, Procedure, Question, choice, free_text, whole_number
from referee.errors import Unreadable
from referee.games.conjurers.battle.state import NAME as MINION
from referee.games.conjurers.battle.state import Kind as BattleKind
from referee.games.conjurers.battle.state import SideName
from referee.games.conjurers.cards import cards as abilities
from referee.games.conjurers.cards.cards import (
    CreatureEntry,
    Deck,
    ItemEntry,
    creature_of,
    read_abilities,
    read_values,
)
from referee.games.conjurers.cards.language import (
    BETWEEN,
    DONE,
    EXAMPLES,
    NO_MORE,
    Asked,
    Kind,
    Typed,
    TypedCards,
    read,
    read_side,
    write,
)
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.records.record import MinionEntry, RecordFile, SideEntry
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import ELEMENTS, GAME, MYTHOLOGIES, OPTIONAL_RULES
from referee.text.names import fold

# --- sides ----------------------------------------------------------------------------------------


def ask_side(side: SideName, player: str, cards: TypedCards, most: int) -> Procedure[SideEntry]:
    """Ask for the creatures of a side, at `most` so many, and its equipment."""
    creatures: list[CreatureEntry] = []
    pieces: list[ItemEntry] = []
    whole = False
    while not whole and len(creatures) < most:
        typed: Typed = yield _creatures_question(side, player, cards, creatures, most)
        whole = typed.whole
        for asked in typed.cards:
            if asked.kind == "creature":
                creatures.append((yield from _creature(asked, cards, f"{side} creature")))
            else:
                pieces.append((yield from _piece(asked, cards, f"{side} equipment")))
        if not typed.cards:
            break
    while not whole:
        typed = yield _pieces_question(side, player, cards, pieces)
        for asked in typed.cards:
            pieces.append((yield from _piece(asked, cards, f"{side} equipment")))
        whole = typed.whole or not typed.cards
    return SideEntry(player, tuple(creatures), tuple(pieces))


def ask_guarded(player: str, cards: TypedCards) -> Procedure[SideEntry]:
    """Ask for the creature that a minion guards; level 2 or more (A7)."""
    least = min(row.level for row in battle_tables.minions().strengths)
    names = cards.known("creature", least)

    def parse(text: str) -> Typed:
        if fold(text) in NO_MORE:
            raise Unreadable("a creature is needed; it is what the battle is fought for")
        asked = read(text, "creature", cards, names, ())
        if isinstance(asked.card, CreatureEntry) and asked.card.level < least:
            raise Unreadable(f"{asked.name} is of level {asked.card.level}; it must be {least} or more")
        if fold(asked.name) == fold(MINION):
            raise Unreadable(f'"{MINION}" is what the minion is called; its creature needs another name')
        return Typed((asked,))

    typed: Typed = yield Question(
        "guarded creature",
        "The creature that is fought for",
        parse,
        options=lambda: _listed(names, cards),
        who=player,
        hint=_hint("creature", cards),
        write=write,
        open=True,
    )
    card: CreatureEntry = yield from _creature(typed.cards[0], cards, "guarded creature", least)
    assert card.mythology is not UNSET
    return SideEntry(player, (card,), minion=MinionEntry(card.mythology, card.level))


def _creatures_question(
    side: SideName, player: str, cards: TypedCards, creatures: Sequence[CreatureEntry], most: int
) -> Question[Typed]:
    """Ask for a side's next creature; the first is needed."""
    taken = [entry.name for entry in creatures]
    known = cards.known("creature")

    def parse(text: str) -> Typed:
        if fold(text) in NO_MORE:
            if not taken:
                raise Unreadable(f"{player} has no creature yet; a side has 1 to {most}")
            return Typed()
        if BETWEEN not in text:
            return Typed((read(text, "creature", cards, known, taken),))
        found = read_side(text, None, cards, taken)
        many = len(taken) + sum(asked.kind == "creature" for asked in found)
        if not 1 <= many <= most:
            raise Unreadable(f"{many} creatures; a side has 1 to {most}")
        return Typed(found, whole=True)

    return Question(
        f"{side} creature",
        f"{player}'s creature {len(taken) + 1} of up to {most}",
        parse,
        options=lambda: _listed(known, cards, [Option(DONE, "no more")] if taken else []),
        who=player,
        hint=_hint("creature", cards, "enter for no more" if taken else ""),
        write=write,
        default=DONE if taken else None,
        open=True,
    )


def _pieces_question(side: SideName, player: str, cards: TypedCards, pieces: Sequence[ItemEntry]) -> Question[Typed]:
    """Ask for a side's next piece of equipment; there need be none."""
    taken = [entry.name for entry in pieces]
    known = cards.known("piece")
    stop = DONE if taken else "none"

    def parse(text: str) -> Typed:
        if fold(text) in NO_MORE:
            return Typed()
        if BETWEEN in text:
            return Typed(read_side(text, "piece", cards, taken), whole=True)
        return Typed((read(text, "piece", cards, known, taken),))

    return Question(
        f"{side} equipment",
        f"{player}'s equipment, piece {len(taken) + 1}",
        parse,
        options=lambda: _listed(known, cards, [Option(stop, "no more" if taken else stop)]),
        who=player,
        hint=_hint("piece", cards, f"enter for {'no more' if taken else 'none'}"),
        write=write,
        default=stop,
        open=True,
    )


def _hint(kind: Kind, cards: TypedCards, skip: str = "") -> str:
    """What may be typed, in few words."""
    air = cards.elements and kind == "creature"
    example = f"{EXAMPLES[kind]}, {ELEMENTS[2]}" if air else EXAMPLES[kind]
    name = "a name, from the deck or new," if cards.known(kind) else "a name,"
    return f"{f'{skip}; ' if skip else ''}{name} or a whole card: {example}"


def _listed(known: dict[str, str], cards: TypedCards, first: Sequence[Option] = ()) -> Sequence[Option]:
    """The deck's cards to choose from; no list where there are none."""
    if not known:
        return ()
    return [*first, *(Option(name, detail=_card_words(key, cards.deck)) for key, name in known.items())]


def _card_words(name: str, deck: Deck) -> str:
    if name in deck.creatures:
        card = deck.creatures[name]
        kind = f"{card.mythology} {card.level}" if card.mythology else "level 1"
        return f"{kind}, {card.hp}/{card.bd}, {', '.join(abilities.show_all(card.abilities))}"
    return ", ".join(abilities.show_all(deck.equipment[name].abilities))


# --- the rest of a card ---------------------------------------------------------------------------


def _creature(asked: Asked, cards: TypedCards, key: str, least: int = 1) -> Procedure[CreatureEntry]:
    """A creature's entry: typed whole, from the deck, or asked value by value as on the card (p. 17)."""
    name = asked.name
    if isinstance(asked.card, CreatureEntry):
        return asked.card
    if asked.known:
        card = cards.deck.creature(name, "deck")
        found = CreatureEntry(
            name=name,
            level=card.level,
            hp=card.hp,
            bd=card.bd,
            mythology=card.mythology or UNSET,
            element=card.element or UNSET,
            abilities=tuple(abilities.show_all(card.abilities)),
        )
        if card.level >= least:
            return found
    level = yield whole_number(f"{key} level", f"{name}: level", least, 5)
    mythology = UNSET
    if level > 1:
        mythology = yield choice(f"{key} mythology", f"{name}: mythology", [Option(m) for m in MYTHOLOGIES])
    values: tuple[int, int] = yield Question(
        f"{key} values",
        f"{name}: hit points / battle dice",
        read_values,
        hint="as on the card's foot, like 9/3",
        write=lambda pair: f"{pair[0]}/{pair[1]}",
    )
    words = yield _abilities_question(key, name)
    element = UNSET
    if cards.elements:
        element = yield choice(f"{key} element", f"{name}: element", [Option(kind) for kind in ELEMENTS])
    entry = CreatureEntry(
        name=name, level=level, hp=values[0], bd=values[1], mythology=mythology, element=element, abilities=words
    )
    creature_of(entry, "card")
    return entry


def _piece(asked: Asked, cards: TypedCards, key: str) -> Procedure[ItemEntry]:
    """A piece's entry: typed whole, from the deck, or its abilities asked for."""
    if isinstance(asked.card, ItemEntry):
        return asked.card
    if asked.known:
        piece = cards.deck.piece(asked.name, "deck")
        return ItemEntry(name=asked.name, abilities=tuple(abilities.show_all(piece.abilities)))
    words = yield _abilities_question(key, asked.name)
    return ItemEntry(name=asked.name, abilities=words)


def _abilities_question(key: str, name: str) -> Question[tuple[str, ...]]:
    known = battle_tables.numbers().abilities
    return Question(
        f"{key} abilities",
        f"{name}: abilities",
        read_abilities,
        hint="parted by commas, like offensive 2, flying; or none",
        default="none",
        write=lambda words: ", ".join(words) or "none",
        closed=lambda: [Option(show, detail="an ability") for show in known],
    )


# --- Setting a battle up by questions: what kind, which dice, who fights with what ----------------


def ask_battle(deck: Deck, readings: Mapping[str, Any] = MappingProxyType({})) -> Procedure[RecordFile]:
    """Ask for everything that a battle record with these `readings` needs before its first turn."""
    most = BattleReadings(**readings).battle_creatures
    kind: BattleKind = yield choice(
        "kind",
        "What kind of battle",
        [
            Option("duel", detail="two players; the challenger starts"),
            Option("battleground", detail="a player against a minion, which starts"),
        ],
        default="duel",
    )
    dice, seed = yield from ask_dice("no dice: each deals 1 (optional rule, p. 17)")
    optional: str = yield choice("optional rules", "Optional rules (p. 21)", OPTIONAL_RULES, default="none")
    elements = optional in ("elements", "both")
    attacker_name = yield free_text("attacker", "Who attacks", _player_name())
    defender_name = yield free_text("defender", _who_defends(kind), _player_name(attacker_name))
    cards = TypedCards(deck, elements)
    attacker = yield from ask_side("attacker", attacker_name, cards, most)
    if kind == "battleground":
        defender = yield from ask_guarded(defender_name, cards)
    else:
        defender = yield from ask_side("defender", defender_name, cards, most)
    morale = optional in ("morale", "both")
    return RecordFile(
        game=GAME,
        kind=kind,
        dice=dice,
        attacker=attacker,
        defender=defender,
        seed=seed,
        elements=elements,
        morale=morale,
        **readings,
    )


def _who_defends(kind: BattleKind) -> str:
    return "Who defends" if kind == "duel" else "Who plays the minion"


def _player_name(other: str = "") -> Callable[[str], str]:
    def check(text: str) -> str:
        name = text.strip()
        if not name:
            raise Unreadable("a name is needed")
        if len(name) > 60:
            raise Unreadable("that name is too long; 60 letters at most")
        if other and fold(name) == fold(other):
            raise Unreadable(f"the attacker is called {other} already")
        return name

    return check
