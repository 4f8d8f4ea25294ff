"""The questions that set a fight up: what it is, the Creature, the heroes with their cubes and cards."""

from __future__ import annotations

from msgspec import UNSET

from referee.asking.question import Option, Procedure, Question, choice, free_text, whole_number
from referee.errors import BadInput, Unreadable
from referee.games.prophecy.cards.cards import Ability, Item
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.records.record import HeroEntry, KnownCards, RecordFile
from referee.games.prophecy.vocabulary import MOST_BLUE, MOST_RED

_DONE = "done"


def ask_record(cards: KnownCards) -> Procedure[RecordFile]:
    """Ask for everything before the first move of a fight; `cards` are those known by name."""
    kind = yield choice("kind", "What is fought?", (Option("creature"), Option("hero")), default="creature")
    sources = (
        Option("entered", detail="thrown at the table"), Option("rolled", detail="by the program"),
        Option("average", detail="nothing is left to chance"),
    )  # fmt: skip
    dice = yield choice("dice", "The dice", sources, default="entered")
    seed = UNSET
    if dice == "rolled":
        seed = yield whole_number("seed", "Where the dice come from: the same number throws the same", 0, 999_999_999)
    if kind == "creature":
        creature = yield _card("creature", "The Creature, as on its card", cards)
        hero = yield from _ask_hero("hero", "Hero", cards)
        return RecordFile("prophecy", kind, dice=dice, seed=seed, creature=creature, hero=hero)
    attacker = yield from _ask_hero("attacker", "The attacker", cards)
    defender = yield from _ask_hero("defender", "The defender", cards)
    return RecordFile("prophecy", kind, dice=dice, seed=seed, attacker=attacker, defender=defender)


def _ask_hero(key: str, called: str, cards: KnownCards) -> Procedure[HeroEntry]:
    name = yield free_text(key, f"{called}: name", default=called if key == "hero" else None)
    health = yield whole_number("health", f"{name}: Health (red cubes on the right)", 0, MOST_RED)
    magic = yield whole_number("magic", f"{name}: Magic (blue cubes on the right)", 0, MOST_BLUE)
    items: list[str] = []
    abilities: list[str] = []
    while (card := (yield _card("card", f"{name}: an Item or Ability, or {_DONE}", cards, optional=True))) != _DONE:
        kind = cards.read(card, "card")
        if isinstance(kind, Item):
            items.append(card)
        elif isinstance(kind, Ability):
            abilities.append(card)
    return HeroEntry(health, magic, name=name, items=tuple(items), abilities=tuple(abilities))


def _card(key: str, prompt: str, cards: KnownCards, *, optional: bool = False) -> Question[str]:
    """A card's line or name; the whole line is kept, so that the record stands alone."""

    def parse(text: str) -> str:
        if optional and text.strip() == _DONE:
            return _DONE
        try:
            card = cards.read(text, key)
            if optional and not isinstance(card, Item | Ability):
                raise Unreadable(f"{card.name} is of kind {card.kind}; a hero has Items and Abilities")
            if not optional:
                cards.creature(text)
        except BadInput as error:
            raise Unreadable(str(error).partition(f"{key}: ")[2] or str(error)) from None
        return write_card(card)

    example = "Bear: creature, strength 4"
    if optional:
        example = "Axe: item, weapon, throwing; always: in strength 1 thrown"
    usual = _DONE if optional else None
    return Question(key, prompt, parse, hint=f"like {example}", default=usual, write=str, open=True)
