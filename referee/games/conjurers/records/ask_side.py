"""Questions for the cards of a side of a battle: creatures, then equipment.

If only the name of a card is typed and the deck lacks it, its values are asked for one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from referee.asking.dice import ask_dice
from referee.asking.question import Option, Procedure, Question, choice, free_text, name_reader, whole_number
from referee.errors import Unreadable
from referee.games.conjurers.battle.state import NAME as MINION
from referee.games.conjurers.battle.state import Kind as BattleKind
from referee.games.conjurers.battle.state import SideName
from referee.games.conjurers.cards.cards import (
    CreatureEntry,
    Deck,
    ItemEntry,
    creature_of,
    read_abilities,
    read_values,
    show_all,
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

KINDS: tuple[Kind, ...] = ("creature", "piece")

# --- sides ----------------------------------------------------------------------------------------


def ask_side(side: SideName, player: str, cards: TypedCards, most: int) -> Procedure[SideEntry]:
    """Ask for the creatures of a side, up to `most`, and its equipment."""
    found: dict[Kind, list[Any]] = {"creature": [], "piece": []}
    called: dict[Kind, str] = {"creature": f"{side} creature", "piece": f"{side} equipment"}
    whole = False
    for kind in KINDS:
        while not whole and (kind == "piece" or len(found[kind]) < most):
            typed: Typed = yield _next_card(called[kind], player, kind, cards, found[kind], most)
            whole = typed.whole
            for asked in typed.cards:
                found[asked.kind].append((yield from _card(asked, cards, called[asked.kind])))
            if not typed.cards:
                break
    return SideEntry(player, tuple(found["creature"]), tuple(found["piece"]))


def ask_guarded(player: str, cards: TypedCards) -> Procedure[SideEntry]:
    """Ask for the creature that a minion guards; level 2 or more (A7)."""
    least = min(row.level for row in battle_tables.minions().strengths)
    names = cards.known_names("creature", least)

    def parse(text: str) -> Typed:
        if fold(text) in NO_MORE:
            raise Unreadable("a creature is needed; it is what the battle is fought for")
        asked = read(text, "creature", cards, names, ())
        if isinstance(asked.card, CreatureEntry) and asked.card.level < least:
            raise Unreadable(f"{asked.name} is level {asked.card.level}; it must be {least} or more")
        if fold(asked.name) == fold(MINION):
            raise Unreadable(f'"{MINION}" is what the minion is called; its creature needs another name')
        return Typed((asked,))

    asked = _ask_card("guarded creature", "The creature that is fought for", "creature", player, cards, parse, names)
    typed: Typed = yield asked
    card: CreatureEntry = yield from _card(typed.cards[0], cards, "guarded creature", least)
    assert card.mythology is not UNSET
    return SideEntry(player, (card,), minion=MinionEntry(card.mythology, card.level))


def _next_card(
    key: str, player: str, kind: Kind, cards: TypedCards, before: Sequence[Any], most: int
) -> Question[Typed]:
    """Return the question for a side's next creature, the first of which is required, or its next piece."""
    taken = [entry.name for entry in before]
    known = cards.known_names(kind)
    needed = kind == "creature" and not taken

    def parse(text: str) -> Typed:
        if fold(text) in NO_MORE:
            if needed:
                raise Unreadable(f"{player} has no creature yet; a side has 1 to {most}")
            return Typed()
        if BETWEEN not in text:
            return Typed((read(text, kind, cards, known, taken),))
        found = read_side(text, None if kind == "creature" else kind, cards, taken)
        many = len(taken) + sum(asked.kind == "creature" for asked in found)
        if kind == "creature" and not 1 <= many <= most:
            raise Unreadable(f"{many} creatures; a side has 1 to {most}")
        return Typed(found, whole=True)

    number = len(taken) + 1
    prompt = f"{player}'s creature {number} of up to {most}"
    if kind == "piece":
        prompt = f"{player}'s equipment, piece {number}"
    stop = None if needed else Option(DONE, "no more") if taken else Option("none", "none")
    return _ask_card(key, prompt, kind, player, cards, parse, known, stop)


def _ask_card(
    key: str,
    prompt: str,
    kind: Kind,
    player: str,
    cards: TypedCards,
    parse: Callable[[str], Typed],
    known: dict[str, str],
    stop: Option | None = None,
) -> Question[Typed]:
    """Return the question for a card, with those `known` as options, if any; `stop` is the option for no other."""
    example = f"{EXAMPLES[kind]}, {ELEMENTS[2]}" if cards.elements and kind == "creature" else EXAMPLES[kind]
    name = "a name, from the deck or new," if cards.known_names(kind) else "a name,"

    def options() -> Sequence[Option]:
        listed = [Option(name, detail=_card_words(key, cards.deck)) for key, name in known.items()]
        return [*([stop] if stop else ()), *listed] if known else ()

    return Question(
        key,
        prompt,
        parse,
        options=options,
        who=player,
        hint=f"{f'enter for {stop.label}; ' if stop else ''}{name} or a whole card: {example}",
        write=write,
        default=stop.text if stop else None,
        open=True,
    )


def _card_words(name: str, deck: Deck) -> str:
    if name in deck.creatures:
        card = deck.creatures[name]
        kind = f"{card.mythology} {card.level}" if card.mythology else "level 1"
        return ", ".join((kind, f"{card.hp}/{card.bd}", *show_all(card.abilities)))
    return ", ".join(show_all(deck.equipment[name].abilities))


# --- the rest of a card ---------------------------------------------------------------------------


def _card(asked: Asked, cards: TypedCards, key: str, least: int = 1) -> Procedure[Any]:
    """Take a card typed whole or from the deck, else ask for it, a creature by values as on the card (p. 17)."""
    name, known = asked.name, asked.known
    if asked.card is not None:
        return asked.card
    if asked.kind == "piece":
        words = (
            show_all(cards.deck.piece(name, "deck").abilities) if known else (yield _abilities_question(key, name))
        )
        return ItemEntry(name=name, abilities=tuple(words))
    if known and (card := cards.deck.creature(name, "deck")).level >= least:
        fields = {what: value for what, value in asdict(card).items() if value is not None}
        return CreatureEntry(**fields | {"name": name, "abilities": tuple(show_all(card.abilities))})
    hint = f"{name} isn't in the deck: what is printed on it, or undo" if cards.deck.creatures and not known else ""
    level = yield whole_number(f"{key} level", f"{name}: level", least, 5, hint=hint)
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


# --- The set-up of a battle by questions: its kind, the dice, the sides ---------------------------


def ask_battle(deck: Deck, readings: Mapping[str, Any] = MappingProxyType({})) -> Procedure[RecordFile]:
    """Ask for everything that a battle record with these `readings` needs before its first turn."""
    most = BattleReadings(**readings).battle_creatures
    kind: BattleKind = yield choice(
        "kind",
        "What kind of battle",
        {"duel": "two players; the challenger starts", "battleground": "a player against a minion, which starts"},
        default="duel",
    )
    dice, seed = yield from ask_dice("no dice: each deals 1 (optional rule, p. 17)")
    optional: str = yield choice("optional rules", "Optional rules (p. 21)", OPTIONAL_RULES, default="none")
    elements = optional in ("elements", "both")
    attacker_name = yield free_text("attacker", "Who attacks", name_reader("name", {}))
    defends = "Who defends" if kind == "duel" else "Who plays the minion"
    defender_name = yield free_text("defender", defends, name_reader("name", {attacker_name: attacker_name}))
    cards = TypedCards(deck, elements)
    attacker = yield from ask_side("attacker", attacker_name, cards, most)
    if kind == "battleground":
        defender = yield from ask_guarded(defender_name, cards)
    else:
        defender = yield from ask_side("defender", defender_name, cards, most)
    return RecordFile(
        game=GAME,
        kind=kind,
        dice=dice,
        attacker=attacker,
        defender=defender,
        seed=seed,
        elements=elements,
        morale=optional in ("morale", "both"),
        **readings,
    )
