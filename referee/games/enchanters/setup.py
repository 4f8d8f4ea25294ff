"""The set-up, which is agreed before the first turn."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, get_args

from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question, whole_number
from referee.asking.words import is_no_name
from referee.cards.language import beginning
from referee.declaration import setup as fields
from referee.declaration.readings import READINGS
from referee.declaration.setup import TRACKING, Agreed, SetUp, SetUpField
from referee.declaration.tracking import EVERYTHING
from referee.effects.rules import GAP
from referee.errors import Unreadable
from referee.files.files import path_of
from referee.games.enchanters import tables
from referee.games.enchanters.cards import language
from referee.games.enchanters.cards.cards import (
    Card,
    DeckFile,
    Village,
    When,
    load_deck,
    read_card_name,
    refuse_at_start,
)
from referee.games.enchanters.cards.language import CARDS, CardNames
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.rules import state
from referee.games.enchanters.rules.state import TRACKING_LEVELS, Setup
from referee.games.enchanters.vocabulary import FIGHTS
from referee.text.names import a_or_an, by_key, find, find_each, fold, is_nothing, names_in, printed

# --- Ask track ------------------------------------------------------------------------------------
# The end of a set-up: the first track, drawn by the program or named by the table (Game setup).


def laid_out(setup: Setup) -> Setup:
    """Shuffle and lay out as the program: the deck first, then the track from its bottom (E-f).

    The same seed always gives the same layout.
    """
    source = random.Random(f"{setup.seed}/adventure")
    deck = list(setup.names)
    source.shuffle(deck)
    if setup.depths:
        deck = state.dragons_below(deck, setup.known, source)
    track, deck = state.first_track(deck, setup.known, setup.track_cards)
    removed = min(len(deck), state.cards_removed(len(setup.players), setup.invasion, setup.fast_removed))
    for _ in range(removed):
        deck.pop(source.randrange(len(deck)))
    return replace(setup, track=tuple(track), size=len(deck), removed=removed, names=(*track, *deck))


def laid_by_hand(setup: Setup) -> Procedure[Setup]:
    """Ask which cards the table has laid on the track, and how many the deck has."""
    players, invasion = len(setup.players), setup.invasion
    boxed = state.cards_removed(players, invasion, setup.fast_removed)
    in_box = state.decks_needed(players, invasion) * tables.box().kingdom.cards
    usual = None if state.only_marked(players, invasion) else in_box  # how many are marked isn't known
    if not state.lacking(setup.cards, setup.kingdoms, players, invasion):
        usual = len(setup.names) or None  # a whole deck may have no marked cards
    most = max(in_box, len(setup.names))
    least = setup.track_cards + boxed
    total: int = yield whole_number(
        "cards",
        "How many cards has the adventure deck before the track is laid",
        least,
        most,
        default=None if usual is None else str(max(least, usual)),
        hint=f"from {least} to {most}, the {setup.track_cards} of the track among them",
    )
    setup = replace(setup, size=total - setup.track_cards - boxed, removed=boxed)
    track: tuple[str, ...] = yield _track_question(setup)
    return replace(setup, track=track)


def _track_question(setup: Setup) -> Question[tuple[str, ...]]:
    many = setup.track_cards

    def parse(text: str) -> tuple[str, ...]:
        if ":" in text:
            raise Unreadable("only their names, commas between; what is printed on a card is asked for later")
        found: list[str] = []
        for part in names_in(text, map(printed, setup.names)):
            left = [one for one in setup.names if one not in found]
            name = language.pick_named(CardNames(setup, left, found, bare=True), part).name
            key = fold(printed(name))
            card = setup.known.get(key) or tables.printed_cards().get(key)
            if card is not None and card.type in FIGHTS:
                aside = "it is set aside and goes back under the deck (first-track)"
                raise Unreadable(f"{card.name} is {a_or_an(card.type)}; {aside}")
            found.append(name)
        if len(found) != many:
            raise Unreadable(f"the track has {many} cards; name them starting at the village, commas between")
        return tuple(found)

    return Question(
        "track",
        f"The {many} cards on the track, starting at the village",
        parse,
        hint="names of items and enchantments, commas between",
        write=lambda names: ", ".join(map(printed, names)),
        warns=lambda names: language.doubtful(CardNames(setup, setup.names), names),
    )


# --- Setting a game up by questions (Game setup; variants; E-c to E-i) ----------------------------


GROUP = ("tracking", "start", "deck", "invasion", "depths", "kingdoms", "draws", "fist", "enchanting", "tie")
"""Fields that a group keeps from game to game, by question key."""
Load = Callable[[str], DeckFile]


class DeckOfSetUp(NamedTuple):
    """A deck file's name and its cards."""

    file: str
    deck: DeckFile


def set_up(load: Load = lambda name: load_deck(path_of(name))) -> SetUp[Setup]:
    """Return the set-up's fields: players, variants, decks, village, and the first layout.

    `load` reads a deck by the name of its file and raises BadInput.
    """
    limits, box = tables.box().players, tables.box()
    return SetUp(
        make=_make,
        typed=_typed,
        group=GROUP,
        readings=EnchantersReadings,
        people=lambda setup: setup.players,
        fields=[
            fields.how_much(TRACKING_LEVELS),
            fields.players(limits.least, limits.most, lambda setup: setup.players),
            fields.who_starts(
                "Who was underground last and starts",
                "the starting player's name, or random",
                chance="the program draws one",
            ),  # the name drawn is recorded
            fields.whole(fields.deck_file(lambda name: _check_deck(name, load(name)), DeckOfSetUp("", DeckFile()))),
            fields.whole(
                fields.one_of(
                    "invasion",
                    "How long an invasion",
                    {
                        "standard": "",
                        "fast": "shorter: usually 5 cards a player stay in the box",
                        "super-fast": "only cards marked 2",
                    },
                    always=True,
                )
            ),
            fields.whole(
                fields.on_or_off(
                    "depths", "Dragons in the depths (dragons come in the second half)", "yes: dragons in the depths"
                )
            ),
            fields.whole(
                SetUpField(
                    name="kingdoms",
                    takes="the kingdom decks played, commas between",
                    ask=lambda agreed: _kingdoms(
                        agreed["deck"].deck, state.decks_needed(len(agreed["player"]), agreed["invasion"])
                    ),
                    line=lambda setup: [", ".join(setup.kingdoms)] if setup.kingdoms else [],
                )
            ),
            fields.whole(fields.who_draws("the adventure deck and the village", _lacks)),
            fields.seed(lambda agreed: agreed.get("draws") == "program", line=lambda setup: ()),
            fields.whole(
                SetUpField(
                    name="village",
                    takes="NAME, or NAME: RULE; RULE",
                    ask=_village_question,
                    line=lambda setup: [language.write_village(setup.village)],
                )
            ),
            fields.whole(_starting("fist", box.fist, 0, "what is printed on the Fist, like 'item, attack 1'")),
            fields.whole(_starting("enchanting", box.enchanting, 1, "the same of Enchanting")),
            fields.one_of(
                "tie",
                "Who wins a tie",
                {"shared": "", "fewest wounds": ""},
                takes="shared or fewest wounds (E-ab)",
            ),
            SetUpField(
                name="seed",
                takes="",
                ask=lambda agreed: None,  # its place in a script's first line
                line=lambda setup: [str(setup.seed)] if setup.draws == "program" else [],
            ),
            SetUpField(
                name="cards",
                takes="how many cards the adventure deck has before the track is laid",
                ask=lambda agreed: None,  # asked with the track, once the rest is known
                line=_by_hand(lambda setup: str(setup.size + setup.removed + len(setup.track))),
            ),
            SetUpField(
                name="track",
                takes="the first cards on the track, starting at the village, commas between",
                ask=lambda agreed: None,
                line=_by_hand(lambda setup: ", ".join(map(printed, setup.track))),
            ),
        ],
    )


def _light(agreed: Agreed) -> Setup:
    """Build the set-up of a game of which only fights or the score are tracked; a village is asked for later."""
    box, names = tables.box(), agreed["player"]
    cards = (Card(name=box.fist, type="item"), Card(name=box.enchanting, type="enchantment"))
    return Setup(
        players=tuple(names),
        start=names.index(agreed["start"]),
        village=Village(name="not told"),
        track=(),
        size=0,
        cards=cards,
        **fields.taken_over(agreed, "tracking", "tie") | agreed[READINGS],
    )


def _starting(name: str, card: str, at: int, takes: str) -> SetUpField[Setup]:
    """Return the field for one of the two cards that every player starts with."""
    return SetUpField(
        name=name,
        takes=takes,
        ask=partial(_starting_question, name, card),
        line=lambda setup: [language.write_card(setup.cards[at])] if len(setup.cards) > at else [],
    )


def _by_hand(word: Callable[[Setup], str]) -> Callable[[Setup], Sequence[str]]:
    """Limit a word of a script's first line to games in which the table draws."""
    return lambda setup: [word(setup)] if setup.draws == "table" and setup.tracking == EVERYTHING else []


def _make(agreed: Agreed) -> Procedure[Setup]:
    """Build the set-up with the first track, laid out by the program or by the table."""
    if agreed[TRACKING] != EVERYTHING:
        return _light(agreed)
    names, kingdoms, invasion = agreed["player"], agreed["kingdoms"], agreed["invasion"]
    file, deck = agreed["deck"]
    cards = state.adventure_cards(deck.card, kingdoms, len(names), invasion)
    setup = Setup(
        players=tuple(names),
        start=names.index(agreed["start"]),
        deck=file,
        **fields.taken_over(agreed, "village", "seed", "draws", "invasion", "depths", "kingdoms", "tie")
        | agreed[READINGS],
        names=tuple(cards),
        track=(),
        size=0,
        cards=(agreed["fist"], agreed["enchanting"], *_known_of(deck, kingdoms)),
    )
    if setup.draws == "program":
        return laid_out(setup)
    return (yield from laid_by_hand(setup))


def _typed(setup: Setup) -> dict[str, Card | Village]:
    """Return the village and the starting cards if anything is known of them."""
    starting = [card for card in setup.cards[:2] if card != Card(name=card.name, type=card.type)]
    found: list[Card | Village] = [*starting, *([setup.village] if setup.village.rules else [])]
    return {fold(one.name): one for one in found}


def _known_of(deck: DeckFile, kingdoms: Sequence[str]) -> Iterator[Card]:
    """Yield the cards that may come up: those of the kingdoms played, and those without a noted kingdom."""
    starting = [fold(name) for name in (tables.box().fist, tables.box().enchanting)]
    for card in deck.card:
        if card.kingdom in kingdoms or not (card.kingdom or fold(card.name) in starting):
            yield card


# --- players and decks ------------------------------------------------------------------------------


def _check_deck(file: str, deck: DeckFile) -> DeckOfSetUp:
    """Check that a deck file is playable. Raises Unreadable."""
    for card in deck.card:
        read_card_name(card.name)
    return DeckOfSetUp(file, deck)


def _kingdoms(deck: DeckFile, many: int) -> Procedure[tuple[str, ...]]:
    """Ask which kingdom decks are played; take those of the file if it has no more than needed."""
    known = by_key(deck.kingdoms, str)
    if not known:
        return ()
    usual, left = ", ".join(deck.kingdoms[:many]), len(known) > many
    needed = many if len(known) >= many else 0

    def parse(text: str) -> tuple[str, ...]:
        if text == usual:  # a name may have a comma in it
            return tuple(deck.kingdoms[:many])
        found = find_each(text, known, "kingdom", listing=len(known))
        if len(found) != (needed or len(found)) or len(set(found)) != len(found):
            raise Unreadable(f"{many} different kingdoms are played; write them with commas between")
        return found

    kingdoms: tuple[str, ...] = yield Question(
        "kingdoms",
        f"Which {many} kingdoms are played",
        parse,
        default=usual,
        hint=f"of {', '.join(deck.kingdoms)}; commas between",
        write=", ".join,
        forced=lambda: None if left else usual,
    )
    return kingdoms


def _lacks(agreed: Agreed) -> str:
    """Explain why the program can't draw: it must know every card, and have enough of them; "" if it can."""
    names, kingdoms, invasion = len(agreed["player"]), agreed["kingdoms"], agreed["invasion"]
    deck: DeckFile = agreed["deck"].deck
    cards = state.adventure_cards(deck.card, kingdoms, names, invasion)
    lacks = state.lacking(deck.card, kingdoms, names, invasion)
    unnoted = sum(card.copies for card in _known_of(deck, ()))
    ours: EnchantersReadings = EnchantersReadings(**agreed[READINGS])
    # fewer if the marks weren't noted
    enough = ours.track_cards + state.cards_removed(names, invasion, ours.fast_removed)
    why = f"only {len(cards)} cards of these kingdoms are marked 2; it takes {enough}" * (len(cards) < enough)
    if lacks:
        each = ", ".join(f"{kingdom} {many}" for kingdom, many in lacks.items())
        why = f"the program draws where it knows every card; {sum(lacks.values())} are missing ({each})"
        why += f"; cards in the file without a kingdom: {unnoted}" * bool(unnoted)
    return why


def _village_question(agreed: Agreed) -> Question[Village]:
    deck: DeckFile = agreed["deck"].deck
    known = by_key(deck.village, lambda village: village.name)
    names = {key: village.name for key, village in known.items()}
    named: list[str] = []  # typed without its rules, which come on the next line

    def parse(text: str) -> Village:
        name, colon, rules = text.partition(":")
        if colon:
            try:
                action = re.sub(r"(?i)\bwhen(?:ever)? (?:you rest|resting)\b", "rest", rules)
                return language.read_village(_village_name(name), action)
            except Unreadable:
                if _is_rules(text):
                    if named:
                        return language.read_village(named[-1], text)
                    raise Unreadable(f"the village's name comes first, like Millbrook: {text.strip()}") from None
                raise
        if not known or (fold(name) not in known and fold(name) in tables.printed_villages()):
            part_of_rules = (
                any(map(str.isdigit, name)) or is_nothing(name) or is_no_name(name) or fold(name) == "lower"
            )
            if not named or not part_of_rules:
                named.append(read_card_name(name))
            raise Unreadable(f"what are the rules of {named[-1]}? Like {_example_of(named[-1])}")
        return known[fold(find(name, names, "village in the deck"))]

    drawn = None
    if deck.village and agreed["draws"] == "program":
        drawn = random.Random(f"{agreed['seed']}/village").choice(deck.village).name

    def write(village: Village) -> str:
        listed = known.get(fold(village.name)) == village
        return village.name if listed else language.write_village(village)

    which = "one that isn't listed" if names else "its name"
    return Question(
        "village",
        "Which village is it",
        parse,
        options=lambda: [Option(name) for name in names.values()],
        open=True,
        default=drawn,
        hint=f"{which} with its rules, like Millbrook: rest: 3c; multi: 2c -> 1a (crystals, attack)",
        language=lambda: CARDS.help_lines("village"),
        write=write,
    )


def _village_name(text: str) -> str:
    """Return a village's name. Raises Unreadable for a word that begins a rule."""
    if fold(text) in get_args(When):
        raise Unreadable("the village's name comes first, like Millbrook: rest: gain 2 crystals")
    return read_card_name(text)


def _is_rules(text: str) -> bool:
    """Return whether a text is a village's rules without its name."""
    try:
        return bool(language.read_village("Millbrook", text).rules)
    except Unreadable:
        return False


def _example_of(village: str) -> str:
    """Return an example of a village's rules: the rulebook's rules without a price with one, and a rest."""
    entry = tables.printed_villages().get(fold(village))
    untold = [rule.replace(GAP, "2 crystals") for rule in entry.untold] if entry is not None else []
    return "; ".join([*untold, "rest: gain 2 crystals", "rest: heal 2 wounds"][:2])


def _starting_question(key: str, name: str, agreed: Agreed) -> Question[Card]:
    """Return the question for the line of one of the two cards that every player starts with."""
    kind = "item" if key == "fist" else "enchantment"
    shown = f'"{name}"' if fold(name).startswith("of ") else name
    there = next((card for card in agreed["deck"].deck.card if fold(card.name) == fold(name)), None)
    usual = language.write_card(there) if there is not None else kind

    def parse(text: str) -> Card:
        card = beginning(partial(language.read_card, name), text, [f"{kind}; "])
        if card.type != kind:
            raise Unreadable(f"{name} is {a_or_an(kind)}")
        refuse_at_start(name, (*card.rules, *card.lower.rules))
        return card

    def warns(card: Card) -> str:
        nothing = language.write_card(card) == kind
        return f"With nothing printed on it {shown} adds no attack or defence and has no rule." if nothing else ""

    return Question(
        key,
        f'What is printed on "{name}"',
        parse,
        default=usual,
        write=language.write_card,
        warns=warns,
        whole=True,
        hint="like: 1a 1ld (attack, lower defence)",
        language=lambda: CARDS.help_lines("card"),
    )
