"""A fight refereed live: set up by questions, played announcement by announcement, saved as a fight record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.dice import ask_dice
from referee.asking.question import Option, Procedure, Question, choice, free_text, name_reader, whole_number
from referee.errors import Unreadable, fault
from referee.games.prophecy.cards.cards import Ability, Card, Creature, Item
from referee.games.prophecy.cards.language import CARDS, write_card
from referee.games.prophecy.fights import aftermath, against_hero, fight, opening
from referee.games.prophecy.fights.opening import Opening
from referee.games.prophecy.fights.record import HeroEntry, KnownCards, Record, RecordFile, read_claim
from referee.games.prophecy.fights.state import OWN, Fighter
from referee.games.prophecy.fights.verdict import Over, RecordPlayer, begin
from referee.games.prophecy.odds.options import best_of_each
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.rules.decks import printed_question, read_begun, refuse_odd
from referee.games.prophecy.vocabulary import MOST_BLUE, MOST_RED, Result
from referee.saves.live_record import AnsweredRecord, Fought
from referee.text.names import a_or_an, fold

MOVES = ("opening", "defend", "arms", "roll", "answer", "die", "reward", "use", "again", "drawn", "discard", "damage")
"""Keys of the questions within a fight."""


class _Arena(RecordPlayer):
    """Environment of a live record, with answers one by one; every reward is rolled for."""

    def skips(self, what: str) -> bool:
        return self.dice == "average"

    def again(self, hero: Fighter) -> Procedure[tuple[Fighter, Opening | None]]:
        return (yield from _opened(self, hero, fight.or_no))


def _opened(
    arena: _Arena, hero: Fighter, asking: Callable[[Question[Any]], Question[Any]] = lambda asked: asked
) -> Procedure[tuple[Fighter, Any]]:
    """Ask how to open a fight, before it for cards that are used; return the hero after these, and the opening."""
    while isinstance(said := (yield asking(opening_question(arena.record, hero))), str):
        hero = arena.use_before(hero, said)
    return hero, said


def _play_to_end(arena: _Arena) -> Procedure[Result]:
    """Play a fight to its end, perhaps before its first roll; return its result."""
    record = arena.record
    hero, opening_ = yield from _opened(arena, record.heroes[OWN])
    if record.scene.creature is None:
        attacked = yield from against_hero.attack(arena, record.scene, (hero, *record.heroes[1:]), opening_)
        return (yield from against_hero.settle(arena, attacked)).result
    try:
        return (yield from arena.fight_through(opening_, hero)).result
    except Over as over:
        return over.result or "lost"


def opening_question(record: Record, hero: Fighter) -> Question[Opening | str]:
    """Return the question how to open a fight, or what is used before it.

    The options are the best of each type with its Items and odds, and the cards that can be used.
    """
    scene = record.scene
    verb = "attack" if scene.creature is None else "fight"

    def parse(text: str) -> Opening | str:
        if fold(text).partition(" ")[0] in ("use", "cast", "pay"):
            aftermath.use(scene, hero, text)  # what can't be used is refused here
            return " ".join(text.split())
        parsed = record.read_opening(text, hero)
        if scene.creature is None:
            against_hero.begin_attack(scene, (hero, *record.heroes[1:]), parsed)
        else:
            met = aftermath.after_meeting(scene, hero)
            if met.alive and (parsed.type is not None or opening.can_fight(scene, met)):
                still = opening.items_still_held(met, parsed.items)
                begin(_Arena(record), parsed._replace(items=still), met)  # an illegal one is refused here
        return parsed

    def options() -> list[Option]:
        cards = [f"{verb} {name}" for verb in ("use", "cast") for name in (*hero.held, *hero.abilities)]
        uses = [Option(text) for text in cards if fault(parse, text) is None]
        if scene.creature is None:
            return [Option("attack strength"), Option("attack wills"), *uses]
        found = best_of_each(Reckoning(average=record.file.dice == "average"), scene, hero)
        fights = (
            Option(one.move, detail=f"{one.own}:{one.enemy}, {one.chance.line}{one.counts_on}") for one in found
        )
        return [*fights, *uses]

    enemy = scene.creature.name if scene.creature is not None else record.heroes[1].name
    return Question(
        "opening",
        f"{hero.name} against {enemy}: the type of fight and the Items used",
        parse,
        options=options,
        who=hero.name,
        hint=f"like {verb} strength with Axe, Spiked Shield",
        write=lambda said: said if isinstance(said, str) else opening.write_opening(said),
        open=True,
    )


class FightTable(AnsweredRecord[RecordFile]):
    """A live fight and the file of its record."""

    claimed = "won"

    def asking(self) -> Procedure[RecordFile]:
        """Ask for everything before the first move."""
        return ask_record(KnownCards(CARDS.load(self.deck) if self.deck is not None else (), str(self.path)))

    def start_fight(self, record: Record) -> Fought:
        """Return the fight before its first move."""
        arena = _Arena(record)
        return Fought(arena.verdict.events, _play_to_end(arena))

    def said(self, file: RecordFile) -> tuple[Sequence[str], Iterable[str]]:
        """Return the moves of a record, and its claim."""
        return file.moves, () if file.claim is UNSET else (file.claim,)

    def filled(self, file: RecordFile) -> RecordFile:
        """Return the record with the answers as its moves."""
        moves = tuple(answer.text for answer in self.session.answers if answer.key in MOVES)
        claims = self.session.state.claims
        return replace(file, moves=moves, claim=read_claim(claims[-1]) if claims else UNSET)


# --- Ask ------------------------------------------------------------------------------------------
# The questions that set a fight up: its kind, the Creature, the heroes with their cubes and cards.


_DONE = "done"


def ask_record(cards: KnownCards) -> Procedure[RecordFile]:
    """Ask for the set-up of a fight; `cards` are those known by name."""
    kind = yield choice("kind", "What is fought?", (Option("creature"), Option("hero")), default="creature")
    dice, seed = yield from ask_dice("no dice: the higher sum wins (P44)")
    if kind == "creature":
        creature = yield from _ask_card("The Creature", cards, "creature", lambda card: isinstance(card, Creature))
        hero = yield from _ask_hero("hero", "Hero", cards)
        return RecordFile("prophecy", kind, dice=dice, seed=seed, creature=creature, hero=hero)
    attacker = yield from _ask_hero("attacker", "The attacker", cards)
    defender = yield from _ask_hero("defender", "The defender", cards, attacker.name)
    return RecordFile("prophecy", kind, dice=dice, seed=seed, attacker=attacker, defender=defender)


def _ask_hero(key: str, called: str, cards: KnownCards, *taken: str) -> Procedure[HeroEntry]:
    read = name_reader("name", {name: name for name in taken})
    name = yield free_text(key, f"{called}: name", read, default=called if key == "hero" else None)
    health = yield whole_number("health", f"{name}: Health (red cubes on the right)", 0, MOST_RED)
    magic = yield whole_number("magic", f"{name}: Magic (blue cubes on the right)", 0, MOST_BLUE)
    items: list[str] = []
    abilities: list[str] = []
    held = partial(_ask_card, f"{name}: an Item or Ability, or {_DONE}", cards, "held")
    while (card := (yield from held(lambda card: isinstance(card, Item | Ability)))) != _DONE:
        (items if isinstance(cards.parse(card), Item) else abilities).append(card)
    return HeroEntry(health, magic, name=name, items=tuple(items), abilities=tuple(abilities))


def _ask_card(prompt: str, cards: KnownCards, deck: str, fits: Callable[[Card], bool]) -> Procedure[str]:
    """Ask for a card by its name or its line, of one that isn't known also for what is printed on it.

    Return its whole line, as the record stands alone; of a hero's cards `_DONE` for no more.
    """
    optional = deck == "held"

    def whole(card: Card) -> str:
        if why := wrong(card):
            raise Unreadable(why)
        line = write_card(card)
        cards.parse(line)  # by its name it is known from now on
        return line

    def wrong(card: Card) -> str:
        what = "a hero has Items and Abilities" if optional else "a Creature is fought"
        return "" if fits(card) else f"{card.name} is {a_or_an(card.kind)}; {what}"

    def parse(text: str) -> str:
        if optional and fold(text) == _DONE:
            return _DONE
        if ":" in text:
            return whole(read_begun(*CARDS.cut(text), deck))
        if (known := cards.known(text)) is not None:
            return whole(known)
        refuse_odd(text)
        return " ".join(text.split())

    named: str = yield Question(
        "card name",
        prompt,
        parse,
        hint=f"a name, or like {'Prayer: spell 1; any roll: better of two' if optional else 'Bear: 4s 3w'}",
        default=_DONE if optional else None,
        write=str,
        open=True,
        coins=lambda answer: "" if answer == _DONE or ":" in answer else answer,
        language=lambda: CARDS.help_lines("item" if optional else "creature"),
    )
    if named == _DONE or ":" in named:
        return named
    example = "weapon, throwing; always: in strength 1" if optional else "4s 3w (Strength, Willpower)"
    return whole((yield printed_question(named, wrong, example, deck)))
