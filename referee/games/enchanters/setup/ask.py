"""Setting a game up by questions (Game setup; variants; E-c to E-i)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.asking.players import name_reader
from referee.asking.question import (
    Option,
    Procedure,
    Question,
    choice,
    free_text,
    whole_number,
    with_default,
    yes_or_no,
)
from referee.errors import BadInput, Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import PRICE, Card, DeckFile, Village, refuse_asking
from referee.games.enchanters.cards.learning import read_card_name
from referee.games.enchanters.cards.line import read_card, read_village, without_name, write_card, write_village
from referee.games.enchanters.rules import first_track
from referee.games.enchanters.rules.state import Draws, Setup, Tie
from referee.games.enchanters.setup.ask_track import laid_by_hand, laid_out
from referee.games.enchanters.vocabulary import Invasion
from referee.text.names import find, fold, keyed

NONE = "none"
RANDOM = "random"
Load = Callable[[str], DeckFile]


class Deck(NamedTuple):
    """A deck file's name and what it holds."""

    file: str
    deck: DeckFile


def ask_setup(load: Load) -> Procedure[Setup]:
    """Ask for players, variants, decks, village, and what was laid out.

    `load` reads a deck by the name of its file and raises BadInput.
    """
    names: list[str] = yield from _players()
    start = yield _start_question(names)
    file, deck = yield _deck_question(load)
    invasion: Invasion = yield with_default(choice("invasion", "How long an invasion", [
        Option("standard"), Option("fast", detail="5 cards for each player stay in the box"),
        Option("super-fast", detail="only cards marked 2"),
    ]), "standard")  # fmt: skip
    depths: bool = yield yes_or_no("depths", "Dragons in the depths (dragons come in the second half)")
    kingdoms: tuple[str, ...] = yield from _kingdoms(deck, first_track.decks_needed(len(names), invasion))
    cards = first_track.adventure_cards(deck.card, kingdoms, len(names), invasion)
    lacks = first_track.lacking(deck.card, kingdoms, len(names), invasion)
    enough = tables.box().track + first_track.removed(len(names), invasion)  # fewer if nobody noted the marks
    few = f"only {len(cards)} cards of these kingdoms are marked 2; it takes {enough}" * (len(cards) < enough)
    draws: Draws = yield _draws_question(lacks, _unnoted(deck), few)
    seed = 0
    if draws == "program":
        any_seed = str(random.SystemRandom().randrange(1_000_000))
        seed = yield whole_number("seed", "Seed of what the program draws", 0, 999_999_999, default=any_seed,
                                  hint="enter for any")  # fmt: skip
    village: Village = yield _village_question(deck, draws, seed)
    starting: list[Card] = yield from _starting_cards(deck)
    tie: Tie = yield with_default(choice("tie", "Who wins of players who are level (E-ab)", [
        Option("shared"), Option("fewest wounds"),
    ]), "shared")  # fmt: skip
    setup = Setup(
        players=tuple(names), start=names.index(start), village=village, seed=seed, draws=draws, invasion=invasion,
        depths=depths, tie=tie, deck=file, kingdoms=kingdoms, names=tuple(cards), track=(), size=0,
        cards=(*starting, *_known_of(deck, kingdoms)),
    )  # fmt: skip
    if draws == "program":
        return laid_out(setup)
    return (yield from laid_by_hand(setup))


def _known_of(deck: DeckFile, kingdoms: Sequence[str]) -> Iterator[Card]:
    """The cards that may come up: those of the kingdoms played, and those whose kingdom nobody has noted."""
    starting = [fold(name) for name in (tables.box().fist, tables.box().enchanting)]
    for card in deck.card:
        if card.kingdom in kingdoms or not (card.kingdom or fold(card.name) in starting):
            yield card


def _unnoted(deck: DeckFile) -> int:
    """How many cards of a deck, besides the starting ones, belong to no kingdom that is noted."""
    return sum(card.copies for card in _known_of(deck, ()))


# --- players and decks ------------------------------------------------------------------------------


def _players() -> Procedure[list[str]]:
    limits = tables.box().players
    number: int = yield whole_number("players", "How many players", limits.least, limits.most)
    names: list[str] = []
    for seat in range(1, number + 1):
        taken = {name: name for name in names}
        names.append((yield free_text(f"player {seat}", f"Player {seat}, clockwise", name_reader("name", taken))))
    return names


def _start_question(names: Sequence[str]) -> Question[str]:
    """Who starts: as the table says, or anybody by chance (E-ai); who it is is written down."""
    by_chance = [] if fold(RANDOM) in map(fold, names) else [Option(RANDOM, detail="the program draws one")]
    asked = choice("start", "Who was underground last and starts (E-ai)", [*map(Option, names), *by_chance])

    def parse(text: str) -> str:
        name = asked.parse(text)
        return name if name in names else random.SystemRandom().choice(names)

    return replace(with_default(asked, names[0]), parse=parse)


def _deck_question(load: Load) -> Question[Deck]:
    def parse(text: str) -> Deck:
        if fold(text) in ("", NONE):
            return Deck("", DeckFile())
        try:
            deck = load(text.strip())
            for card in deck.card:
                read_card_name(card.name)
        except BadInput as error:
            raise Unreadable(str(error)) from None
        return Deck(text.strip(), deck)

    return Question(
        "deck", "File with your cards", parse, default=NONE, hint="none: cards are asked for as they come up",
        write=lambda value: value.file or NONE,
    )  # fmt: skip


def _kingdoms(deck: DeckFile, many: int) -> Procedure[tuple[str, ...]]:
    """Which kingdom decks are played; those of the file, without a question, if it has no more than are needed."""
    known = keyed(deck.kingdoms, str)
    if not known:
        return ()
    usual, left = ", ".join(deck.kingdoms[:many]), len(known) > many
    needed = many if len(known) >= many else 0

    def parse(text: str) -> tuple[str, ...]:
        if text == usual:  # a name may have a comma in it
            return tuple(deck.kingdoms[:many])
        found = tuple(find(part.strip(), known, "kingdom", listing=len(known)) for part in text.split(","))
        if len(found) != (needed or len(found)) or len(set(found)) != len(found):
            raise Unreadable(f"{many} different kingdoms are played; write them with commas between")
        return found

    kingdoms: tuple[str, ...] = yield Question(
        "kingdoms", f"Which {many} kingdoms are played", parse, default=usual,
        hint=f"of {', '.join(deck.kingdoms)}; commas between", write=", ".join,
        forced=lambda: None if left else usual,
    )  # fmt: skip
    return kingdoms


def _draws_question(lacks: Mapping[str, int], unnoted: int, few: str) -> Question[Draws]:
    """Who shuffles; the program can only if it knows every card, and there aren't too few, which `few` says."""
    table = Option("table", detail="you shuffle, and say which card comes")
    program = Option("program", detail="the adventure deck and the village")
    why = few
    if lacks:
        each = ", ".join(f"{kingdom} {many}" for kingdom, many in lacks.items())
        why = f"the program draws where it knows every card; {sum(lacks.values())} are missing ({each})"
        why += f"; cards in the file without a kingdom: {unnoted}" * bool(unnoted)
    asked = choice("draws", "Who draws", [table, program], default="table" if why else "program")

    def parse(text: str) -> Draws:
        found: Draws = asked.parse(text)  # type: ignore[assignment]
        if why and found == "program":
            raise Unreadable(why)
        return found

    return Question(
        "draws", asked.prompt, parse, options=lambda: [table] if why else [table, program], default=asked.default,
        closed=lambda: [Option("program", detail=why)] if why else [], write=str,
        forced=lambda: "table" if why else None,
    )  # fmt: skip


def _village_question(deck: DeckFile, draws: Draws, seed: int) -> Question[Village]:
    known = keyed(deck.village, lambda village: village.name)
    names = {key: village.name for key, village in known.items()}

    def parse(text: str) -> Village:
        name, colon, rules = text.partition(":")
        if colon:
            return read_village(read_card_name(name), rules)
        if not known or (fold(name) not in known and fold(name) in tables.told_villages()):
            raise Unreadable(f"write its rules too: {name.strip()}: {_example_of(name)}")
        return known[fold(find(name, names, "village in the deck"))]

    drawn = (
        random.Random(f"{seed}/village").choice(deck.village).name if deck.village and draws == "program" else None
    )
    which = "one that isn't listed" if names else "its name"
    return Question(
        "village", "Which village is it", parse, options=lambda: [Option(name) for name in names.values()], open=True,
        default=drawn, hint=f"{which} with its rules, like Millbrook: rest: gain 3 crystals; multi: 2 crystals -> "
        "attack 1",
        write=lambda village: village.name if known.get(fold(village.name)) == village else write_village(village),
    )  # fmt: skip


def _example_of(village: str) -> str:
    """Rules of a village as they could be typed in: what the rulebook tells without a price with one, and a rest."""
    told = tables.told_villages().get(fold(village))
    untold = [rule.replace(PRICE, "2 crystals") for rule in told.untold] if told is not None else []
    return "; ".join([*untold, "rest: gain 2 crystals", "rest: heal 2 wounds"][:2])


def _starting_cards(deck: DeckFile) -> Procedure[list[Card]]:
    """What is printed on the two cards that everybody starts with."""
    found: list[Card] = []
    for key, name in (("fist", tables.box().fist), ("enchanting", tables.box().enchanting)):
        card = next((card for card in deck.card if fold(card.name) == fold(name)), None)
        usual = write_card(card) if card is not None else "item" if key == "fist" else "enchantment"
        found.append((yield _starting_question(key, name, usual)))
    return found


def _starting_question(key: str, name: str, usual: str) -> Question[Card]:
    kind = "item" if key == "fist" else "enchantment"

    def parse(text: str) -> Card:
        card = read_card(name, without_name(name, text))
        if card.type != kind:
            raise Unreadable(f"{name} is an {kind}")
        refuse_asking(name, (*card.rules, *card.lower.rules))
        return card

    return Question(key, f'What is printed on "{name}"', parse, default=usual, write=write_card,
                    hint="enter, or like: item, attack 1, lower defence 1")  # fmt: skip
