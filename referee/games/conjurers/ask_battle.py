"""Setting a battle up by questions: what kind, which dice, who fights with what."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from msgspec import UNSET, Struct, UnsetType

from referee.ask import Option, Procedure, Question, choice, free_text, whole_number
from referee.dice import Mode
from referee.errors import Unreadable
from referee.games.conjurers import abilities
from referee.games.conjurers.battle.minion import minion_of
from referee.games.conjurers.battle.state import Kind, SideName
from referee.games.conjurers.cards import (
    CreatureEntry,
    Deck,
    ItemEntry,
    base_name,
    creature_of,
    read_abilities,
    read_card_name,
    read_values,
)
from referee.games.conjurers.record import (
    MinionEntry,
    RecordFile,
    SideEntry,
)
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import ELEMENTS, GAME, MYTHOLOGIES
from referee.names import find, fold

DONE = "done"


class Asked(Struct, frozen=True):
    """A card as it was answered: taken from the deck under this name, or new with this name."""

    name: str
    known: bool


def ask_battle(deck: Deck) -> Procedure[RecordFile]:
    """Ask for everything that a battle record needs before its first turn."""
    kind: Kind = yield choice(
        "kind",
        "What kind of battle",
        [
            Option("duel", detail="two players; the challenger starts"),
            Option("battleground", detail="a player against a minion, which starts"),
        ],
        default="duel",
    )
    dice: Mode = yield choice(
        "dice",
        "Whose dice",
        [
            Option("entered", detail="you throw your own and type them in"),
            Option("rolled", detail="the program throws"),
            Option("average", detail="no dice: each deals 1 (optional rule, p. 17)"),
        ],
        default="entered",
    )
    seed: int | UnsetType = UNSET
    if dice == "rolled":
        drawn = str(random.SystemRandom().randrange(1_000_000))
        seed = yield whole_number("seed", "Seed of the dice", 0, 999_999_999, default=drawn, hint="enter for any")
    optional: str = yield choice(
        "optional rules",
        "Optional rules (p. 21)",
        [Option("none"), Option("elements"), Option("morale"), Option("both", detail="elements and morale")],
        default="none",
    )
    elements = optional in ("elements", "both")
    attacker_name = yield free_text("attacker", "Who attacks", _player_name())
    defender_name = yield free_text("defender", _who_defends(kind), _player_name(attacker_name))
    attacker = yield from _ask_side("attacker", attacker_name, deck, elements)
    if kind == "battleground":
        defender = yield from _ask_guarded(defender_name, deck, elements)
    else:
        defender = yield from _ask_side("defender", defender_name, deck, elements)
    morale = optional in ("morale", "both")
    return RecordFile(GAME, kind, dice, attacker, defender, seed=seed, elements=elements, morale=morale)


def _who_defends(kind: Kind) -> str:
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


def _ask_side(side: SideName, player: str, deck: Deck, elements: bool) -> Procedure[SideEntry]:
    most = battle_tables.numbers().most_creatures
    creatures: list[CreatureEntry] = []
    while len(creatures) < most:
        taken = [entry.name for entry in creatures]
        prompt = f"{player}'s creature {len(creatures) + 1} of up to {most}"
        asked: Asked = yield _card_question(f"{side} creature", prompt, player, list(deck.creatures), deck, taken)
        if asked.name == DONE:
            break
        creatures.append((yield from _creature(asked, deck, elements, f"{side} creature")))
    equipment: list[ItemEntry] = []
    while True:
        taken = [entry.name for entry in equipment]
        prompt = f"{player}'s equipment, piece {len(equipment) + 1}"
        asked = yield _card_question(f"{side} equipment", prompt, player, list(deck.equipment), deck, ["", *taken])
        if asked.name == DONE:
            break
        equipment.append((yield from _piece(asked, deck, f"{side} equipment")))
    return SideEntry(player, tuple(creatures), tuple(equipment))


def _ask_guarded(player: str, deck: Deck, elements: bool) -> Procedure[SideEntry]:
    names = [name for name, card in deck.creatures.items() if card.level > 1]
    asked: Asked = yield _card_question(
        "guarded creature", "The creature that is fought for", player, names, deck, []
    )
    card: CreatureEntry = yield from _creature(asked, deck, elements, "guarded creature", least=2)
    assert card.mythology is not UNSET
    minion_of(card.mythology, card.level)
    return SideEntry(player, (card,), minion=MinionEntry(card.mythology, card.level))


def _card_question(
    key: str, prompt: str, who: str, folded: Sequence[str], deck: Deck, taken: Sequence[str]
) -> Question[Asked]:
    """Ask for a card's name: one of the deck's, a new one, or "done" where some were named (`taken` isn't empty)."""
    known = {name: (deck.creatures.get(name) or deck.equipment[name]).name for name in folded}
    optional = bool(taken)

    def parse(text: str) -> Asked:
        typed = text.strip()
        if optional and fold(typed) in (DONE, "none", ""):
            return Asked(DONE, True)
        base = base_name(read_card_name(typed))
        exact = known.get(fold(base)) or (find(base, known, "card") if _begins_one(base, known) else None)
        name = exact or base
        return Asked(_free_name(name, taken), exact is not None)

    def write(asked: Asked) -> str:
        return asked.name

    def options() -> Sequence[Option]:
        if not known:
            return ()
        stop = [Option(DONE, "no more" if any(taken) else DONE)] if optional else []
        return [*stop, *(Option(name, detail=_card_words(folded_name, deck)) for folded_name, name in known.items())]

    hint = 'a name; "done" for no more' if optional else "a name, from the deck or new"
    return Question(key, prompt, parse, options=options, who=who, hint=hint, write=write,
                    default=DONE if optional else None, open=True)  # fmt: skip


def _begins_one(word: str, known: dict[str, str]) -> bool:
    return sum(1 for name in known if name.startswith(fold(word))) == 1


def _free_name(name: str, taken: Sequence[str]) -> str:
    """A name unique on its side: the second Wolf is "Wolf #2"."""
    used = {fold(other) for other in taken}
    free, copy = name, 1
    while fold(free) in used:
        copy += 1
        free = f"{name} #{copy}"
    return free


def _card_words(name: str, deck: Deck) -> str:
    if name in deck.creatures:
        card = deck.creatures[name]
        kind = f"{card.mythology} {card.level}" if card.mythology else "level 1"
        return f"{kind}, {card.hp}/{card.bd}, {', '.join(abilities.show_all(card.abilities))}"
    return ", ".join(abilities.show_all(deck.equipment[name].abilities))


def _creature(asked: Asked, deck: Deck, elements: bool, key: str, least: int = 1) -> Procedure[CreatureEntry]:
    """A creature's entry: from the deck, or asked value by value as they stand on the card (p. 17)."""
    name = asked.name
    if asked.known:
        card = deck.creature(name, "deck")
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
        f"{key} values", f"{name}: hit points / battle dice", read_values, hint="as on the card's foot, like 9/3",
        write=lambda pair: f"{pair[0]}/{pair[1]}",
    )  # fmt: skip
    words = yield _abilities_question(key, name)
    element = UNSET
    if elements:
        element = yield choice(f"{key} element", f"{name}: element", [Option(kind) for kind in ELEMENTS])
    entry = CreatureEntry(
        name=name, level=level, hp=values[0], bd=values[1], mythology=mythology, element=element, abilities=words
    )
    creature_of(entry, "card")
    return entry


def _piece(asked: Asked, deck: Deck, key: str) -> Procedure[ItemEntry]:
    if asked.known:
        piece = deck.piece(asked.name, "deck")
        return ItemEntry(name=asked.name, abilities=tuple(abilities.show_all(piece.abilities)))
    words = yield _abilities_question(key, asked.name)
    return ItemEntry(name=asked.name, abilities=words)


def _abilities_question(key: str, name: str) -> Question[tuple[str, ...]]:
    known = battle_tables.numbers().abilities
    return Question(
        f"{key} abilities", f"{name}: abilities", read_abilities,
        hint="parted by commas, like offensive 2, flying; or none",
        default="none", write=lambda words: ", ".join(words) or "none",
        closed=lambda: [Option(show, detail="an ability") for show in known],
    )  # fmt: skip
