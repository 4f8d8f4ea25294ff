"""The set-up: everything agreed before the first round."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import get_args

from msgspec import UNSET, Struct, structs

from referee.asking.meaning import AmbiguousText, best
from referee.asking.question import Option, Procedure, Question, choice, name_reader
from referee.asking.words import tokens_of
from referee.declaration import setup as fields
from referee.declaration.readings import READINGS
from referee.declaration.setup import TRACKING, Agreed, Options, SetUp, SetUpField
from referee.declaration.tracking import EVERYTHING
from referee.errors import BadInput, Unreadable
from referee.files.files import create_file, path_of
from referee.games.prophecy.board import Board
from referee.games.prophecy.board_file import ask_board, data_of, load_board
from referee.games.prophecy.cards.cards import Card, Creature
from referee.games.prophecy.cards.language import CARDS, printed_spelling, write_card
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.rules import decks
from referee.games.prophecy.rules.ending import complete_hero, hero_line
from referee.games.prophecy.rules.state import PLANE_CARDS, TRACKING_LEVELS, DeckName, Setup
from referee.games.prophecy.rules.turns import TERRAIN_OF
from referee.games.prophecy.tables import numbers, printed_cards
from referee.games.prophecy.vocabulary import GAME, GUILDS
from referee.preferences import group_file, usual_deck
from referee.text.names import and_list, by_key, did_you_mean, find, fold, names_in, numbered, printed

# --- Draft ----------------------------------------------------------------------------------------
# The draft of heroes where the program deals them: each player picks in secret (Choosing Your Character; P10).


DRAFT = "draft"
"""Answer in place of a hero's name, for the program to deal heroes."""

KEEP = "keep"
"""Key of the questions that only one player sees and answers."""


def draft(players: Sequence[str], heroes: Sequence[Card], seed: int) -> Procedure[list[str]]:
    """Play the draft: deal, let each player keep one and pass one to the left for some rounds, then choose.

    `heroes` are all that may be dealt, `seed` decides which are; returns the players' heroes, in their order.
    """
    of = numbers().draft
    cards = {card.name: card for card in heroes}
    dealt = iter(random.Random(f"{seed}/heroes").sample(sorted(cards), of.heroes * len(players)))
    hands = [[next(dealt) for _ in range(of.heroes)] for _ in players]
    for round_ in range(1, of.passes + 1):
        passed: list[str] = []
        for seat, player in enumerate(players):
            left = players[(seat + 1) % len(players)]
            what = f"which hero to keep (the other goes to {left}; pass {round_} of {of.passes})"
            kept: str = yield _pick(player, what, [cards[name] for name in hands[seat]])
            passed += (name for name in hands[seat] if name != kept)
            hands[seat] = [kept]
        for seat, name in enumerate(passed):
            hands[(seat + 1) % len(players)].append(name)
    chosen: list[str] = []
    for player, hand in zip(players, hands, strict=True):
        chosen.append((yield _pick(player, "which hero to play", [cards[name] for name in hand])))
    return chosen


def _pick(player: str, what: str, hand: Sequence[Card]) -> Question[str]:
    options = [Option(card.name, detail=write_card(card).partition(": hero, ")[2]) for card in hand]
    asked = choice(KEEP, f"{player}: {what}", options, who=player)
    asked.private = True
    return asked


# --- Fields ---------------------------------------------------------------------------------------
# Setting a game up by questions (Game Set Up; Beginning the Game).


NAMED = "a hero is named already, so name the others too; back goes to an earlier answer"
GROUP = (READINGS, "tracking", "deck", "board", "variant", "teams", "trading", "dice", "draws")
"""Keys of the questions whose answers a group keeps from game to game."""


class CardsKnown(Struct, frozen=True, dict=True):
    """The cards known during the set-up: those of the deck file, and those typed in since."""

    file: str = ""
    cards: tuple[Card, ...] = ()

    @cached_property
    def of(self) -> Mapping[DeckName, Sequence[Card]]:
        """The cards of each deck; each answer of the set-up asks for them again."""
        return {deck: [card for card in self.cards if decks.belongs(card, deck)] for deck in get_args(DeckName)}

    def names(self, deck: DeckName) -> list[str]:
        """List the identifiers of all cards of a deck, copies included."""
        return [numbered(card.name, one) for card in self.of[deck] for one in range(1, card.copies + 1)]


class Laid(Struct, frozen=True):
    """Cards named at the set-up, and those of them that were typed in."""

    names: tuple[str, ...]
    typed: tuple[Card, ...] = ()
    word: str = ""


def set_up() -> SetUp[Setup]:
    """Declare the set-up: players, deck, heroes, board, variant, dice, draws, and the cards laid out at the start."""
    limits = numbers().players
    return SetUp(
        make=_make_setup,
        remember=_remember,
        typed=lambda setup: {fold(name): setup.known[fold(name)] for name in setup.typed},
        group=GROUP,
        people=lambda setup: setup.players,  # heroes are chosen anew
        notes=_who_is_who,
        secret={KEEP},
        readings=ProphecyReadings,
        fields=[
            fields.how_much(TRACKING_LEVELS),
            fields.players(
                limits.least, limits.most, form="NAME:HERO", also=("hero",), known=_known_heroes, line=_player_words
            ),
            fields.who_starts(
                "Who rolled highest and begins", "who begins (the highest die), or random", chance="the program rolls"
            ),
            fields.whole(fields.deck_file(lambda name: CardsKnown(name, CARDS.load(path_of(name))), CardsKnown())),
            SetUpField(
                name="card",
                takes="the line of a card that the deck lacks; repeat it",
                ask=lambda agreed: None,
                answered=_lines,
                line=lambda setup: [write_card(setup.known[fold(name)]) for name in setup.typed],
            ),
            fields.whole(
                SetUpField(
                    name="board",
                    takes="a file with your board, or ask",
                    ask=lambda agreed: _board(),
                    file=True,
                    line=lambda setup: [setup.board_file] if setup.board_file else [],
                )
            ),
            fields.one_of(
                "variant",
                "Which game",
                {
                    "standard": "four of the five Artifacts win; all taken and nobody has four: the Final Battle",
                    "two artifacts": "shorter: the first to hold two wins, without a Final Battle",
                    "apocalypse": "longer: no Final Battle but a countdown; "
                    "after it all lose Health and Magic each round",
                },
                rules=("P58",),
            ),
            fields.on_or_off(
                "teams",
                fields.which_teams,
                "yes: teams of two, for four players",
                where=lambda agreed: len(agreed["player"]) == 4,
            ),
            *map(
                fields.whole,
                [
                    fields.on_or_off(
                        "trading",
                        "May players trade Gold and Items, on one space, instead of moving",
                        "yes: players may trade (P63)",
                        rules=("P63",),
                        where=lambda agreed: not agreed.get("teams"),
                    ),
                    fields.dice("no dice in fights: the higher sum wins (P44)"),
                    fields.who_draws("all decks", _lacks),
                    fields.seed(lambda agreed: agreed["draws"] == "program" or agreed["dice"] != "entered"),
                    SetUpField(name="hero", takes="", ask=_heroes),
                    SetUpField(
                        name="decks",
                        takes="how many cards the decks have, like 'chance 30, adventure 70, ...'",
                        ask=_sizes,
                        line=lambda setup: [decks.write_sizes(setup.sizes)],
                    ),
                    SetUpField(
                        name="abilities",
                        takes="the first Ability of each guild, from the Fortress to the Monastery",
                        ask=_abilities,
                        line=lambda setup: [", ".join(setup.abilities)],
                    ),
                    SetUpField(
                        name="first",
                        ask=_first,
                        takes="the first terrain card and what comes on its spaces, like 'Forests: Ghost, Ruin'",
                        answered=_split_first,
                        line=lambda setup: [f"{setup.first}: {', '.join(setup.laid)}"],
                    ),
                ],
            ),
        ],
    )


def _player_words(setup: Setup) -> list[str]:
    """List the players as typed for the option, with their heroes where these are tracked."""
    return [":".join(filter(None, pair)) for pair in zip_longest(setup.players, setup.heroes)]


def _known_heroes() -> Iterator[str]:
    """Yield the heroes named in the rulebook, and those of the group's own deck, if it can be read."""
    yield from (card.name for card in printed_cards().values() if card.kind == "hero")
    try:
        deck = usual_deck(GAME)
        yield from (card.name for card in (CARDS.load(deck) if deck else ()) if card.kind == "hero")
    except BadInput:
        return  # the error is reported where the deck is used


def _make_setup(agreed: Agreed) -> Setup:
    names: list[str] = agreed["player"]
    common: Agreed = {
        "players": tuple(names),
        "start": names.index(agreed["start"]),
        **fields.taken_over(agreed, "tracking", "variant", "teams", "trading", "draws", "dice", "seed"),
        **agreed[READINGS],
    }
    if agreed[TRACKING] != EVERYTHING:
        return Setup(**common)
    known: CardsKnown = agreed["deck"]
    heroes, abilities, first = agreed["hero"], agreed["abilities"], agreed["first"]
    typed = {fold(card.name): card for laid in (heroes, abilities, first) for card in laid.typed}
    board, file = agreed["board"]
    return Setup(
        heroes=heroes.names,
        board=board,
        sizes=agreed["decks"],
        abilities=abilities.names,
        first=first.word,
        laid=first.names,
        deck=known.file,
        board_file=file,
        cards=(*(card for card in known.cards if fold(card.name) not in typed), *typed.values()),
        typed=tuple(card.name for card in typed.values()),
        **common,
    )


# --- players and heroes ---------------------------------------------------------------------------------


def _lines(values: Sequence[str], options: Options) -> dict[str, str]:
    """Map the lines of cards missing from the deck to the questions they answer."""
    return {f"card {fold(value.partition(':')[0])}": value for value in values}


def _who_is_who(setup: Setup) -> Iterator[str]:
    """Say which hero each player has (Choosing Your Character)."""
    if setup.heroes:
        yield f"{and_list(f'{name} plays {hero}' for name, hero in zip(setup.players, setup.heroes, strict=True))}."


def _heroes(agreed: Agreed) -> Procedure[Laid]:
    """Ask for each player's hero, or draft them; also ask for the cards of unknown heroes."""
    known: CardsKnown = agreed["deck"]
    box = [card for card in known.cards if card.kind == "hero"]
    players: Sequence[str] = agreed["player"]
    names: list[str] = []
    typed: list[Card] = []
    for seat, player in enumerate(players, 1):
        left = [card.name for card in box if card.name not in names]
        asked = _hero_question(f"hero {seat}", player, left, names, _why_no_draft(agreed) if not names else NAMED)
        name: str = yield fields.with_typed_players(asked, players)
        if name == DRAFT:
            names = yield from draft(players, [card for card in box if complete_hero(card)], agreed["seed"])
            break
        card = next((card for card in box if card.name == name), None)
        if card is None or not complete_hero(card):
            typed.append((yield structs.replace(hero_line(name), key=f"card {fold(name)}")))
        names.append(name)
    return Laid(tuple(names), tuple(typed))


def _why_no_draft(agreed: Agreed) -> str:
    """Return why the program can't deal the heroes, "" if it can."""
    known: CardsKnown = agreed["deck"]
    if agreed["draws"] != "program":
        return "the table draws the cards, so it deals the heroes too: say which hero each player has chosen"
    if sum(complete_hero(card) for card in known.cards) < (needed := len(agreed["player"]) * numbers().draft.heroes):
        return f"the deck file must know {needed} heroes for it: say which hero each player has chosen"
    return ""


def _hero_question(key: str, player: str, left: Sequence[str], taken: Sequence[str], no_draft: str) -> Question[str]:
    """Return the question for a player's hero by name, or the draft unless `no_draft` gives a reason against it."""
    by_name = by_key(left, str)
    how = "two cards each, face down: keep one, pass the other to the left; once more; then choose one of your two"
    dealt = [] if no_draft else [Option(DRAFT, detail="the program deals; each player picks alone")]
    options = [*dealt, *map(Option, left)]

    def parse(text: str) -> str:
        if fold(text) in map(fold, taken):
            raise Unreadable(f"{text.strip()} is played already")
        if text.strip().isdecimal() and 1 <= int(text) <= len(options):
            return options[int(text) - 1].text
        if fold(text) == DRAFT:
            if no_draft:
                raise Unreadable(no_draft)
            return DRAFT
        if any(name.startswith(fold(text)) for name in by_name):
            return find(text, by_name, "hero")
        if found := best(options, tokens_of(text), {}):
            if len(found) > 1:
                raise AmbiguousText(text, found)
            return found[0].text
        if hint := did_you_mean(text, left):
            raise Unreadable(f'no hero is called "{text.strip()}"{hint}')
        if fold(text) in ("default", "random", "skip"):
            raise Unreadable("name the hero that is played")
        return name_reader("hero", {})(text)

    return Question(
        key,
        f"{player}'s hero",
        parse,
        options=lambda: options,
        open=True,
        write=str,
        closed=lambda: [Option(DRAFT, detail=no_draft)] if no_draft else [],
        hint="" if taken else how,
    )


# --- the board --------------------------------------------------------------------------------------------


def _board() -> Procedure[tuple[Board, str]]:
    """Load the board from its file, or ask for it: only what the rulebook leaves open (P3)."""
    board, file = yield fields.file_question(
        "board",
        lambda file: (load_board(path_of(file)), file),
        (None, ""),
        lambda found: found[1],
        word="ask",
        hint="ask: what the rulebook leaves open is asked for",
    )
    return (board, file) if board is not None else ((yield from ask_board()), "")


def _remember(setup: Setup, say: Callable[[str], None]) -> None:
    """Save a board that was asked for, so that the next game needn't ask again."""
    place = group_file(GAME, "board")
    if setup.board is None or setup.board_file or place is None or place.exists():
        return
    import tomli_w  # loaded only by what writes

    place.parent.mkdir(parents=True, exist_ok=True)
    create_file(place, tomli_w.dumps(data_of(setup.board)))
    say("Your board is remembered for later games; another one: referee config board FILE")


# --- decks ------------------------------------------------------------------------------------------------


def _lacks(agreed: Agreed) -> str:
    """Return why the program can't draw (it must know every card that it may draw), "" if it can."""
    known: CardsKnown = agreed["deck"]
    needed = dict.fromkeys(decks.COUNTED, 1) | {"lesser": 5, "greater": 5, "artifact": 5, "adventure": 5}
    lacks = [
        deck
        for deck, many in needed.items()
        if len(known.names(deck)) < many or all(getattr(card, "guild", deck) is UNSET for card in known.of[deck])
    ]
    terrains = [name for name in TERRAIN_OF if any(card.name == name for card in known.of["chance"])]
    if not lacks and terrains:
        return ""
    return f"the deck file has too few cards: {', '.join(lacks) or 'Mountains, Forests or Plains'}"


def _sizes(agreed: Agreed) -> Question[dict[DeckName, int]]:
    """Return the question for the size of each deck; a deck file, if it is complete, gives the default."""
    known: CardsKnown = agreed["deck"]
    there = {deck: len(known.names(deck)) for deck in decks.COUNTED}
    known_all = all(there.values()) and sum(there.values()) >= 100  # a file with fewer is likely incomplete
    usual = ", ".join(f"{deck} {many}" for deck, many in there.items()) if known_all else decks.NOT_COUNTED
    counts = agreed["variant"] == "apocalypse"  # the Chance cards are its countdown

    def parse(text: str) -> dict[DeckName, int]:
        found = {deck: max(5, len(known.names(deck))) for deck in PLANE_CARDS}
        found |= decks.read_sizes(text, agreed["variant"])
        if empty := next((deck for deck in decks.COUNTED if not found[deck]), None):
            raise Unreadable(f"how many cards has the {empty} deck? All of them: {', '.join(decks.COUNTED)}")
        if short := next((deck for deck in decks.COUNTED if found[deck] < there[deck]), None):
            raise Unreadable(f"the {short} deck has at least the {there[short]} cards that the file knows")
        return found

    program = agreed["draws"] == "program"
    return Question(
        "decks",
        "How many cards has each deck",
        parse,
        default=None if counts and usual == decks.NOT_COUNTED else usual,
        hint=f"or {len(decks.COUNTED)} numbers: {', '.join(decks.COUNTED)}; then you are told when one is shuffled",
        forced=lambda: usual if program else None,
        write=decks.write_sizes,
    )


def _abilities(agreed: Agreed) -> Procedure[Laid]:
    """Ask for the first Ability in each guild, or draw them."""
    known: CardsKnown = agreed["deck"]
    drawn = None
    if agreed["draws"] == "program":
        chance = random.Random(f"{agreed['seed']}/abilities")
        found: list[str] = []
        for guild in GUILDS:
            left = [name for name in known.names(guild) if printed(name) not in map(printed, found)]
            found.append(chance.choice(left))
        drawn = ", ".join(found)

    def parse(text: str) -> tuple[str, ...]:
        parts = names_in(text, (printed(name) for guild in GUILDS for name in known.names(guild)))
        if len(parts) != len(GUILDS):
            raise Unreadable(f"{len(GUILDS)} Abilities, one for each of {', '.join(GUILDS)}; commas between")
        found: list[str] = []
        for guild, part in zip(GUILDS, parts, strict=True):
            found.append(_read(known, guild, part, found))
        return tuple(found)

    names: tuple[str, ...] = yield Question(
        "abilities",
        "The first Ability of each guild",
        parse,
        hint=f"in this order: {', '.join(GUILDS)}",
        write=", ".join,
        forced=lambda: drawn,
        rather=lambda names: decks.respelt(names, GUILDS),
    )
    return (yield from _ask_cards(known, GUILDS, names))


def _first(agreed: Agreed) -> Procedure[Laid]:
    """Ask for the first terrain card and the open Adventure cards on its spaces, or draw them (Initial Situation)."""
    known: CardsKnown = agreed["deck"]
    board, _ = agreed["board"]
    program, chance = agreed["draws"] == "program", random.Random(f"{agreed.get('seed')}/first")
    there = [name for name in known.names("chance") if printed(name) in TERRAIN_OF]
    drawn = printed(chance.choice(there)) if program else None
    asked = choice("first", "The first terrain card in the Chance deck", [Option(name) for name in TERRAIN_OF])
    word: str = yield structs.replace(asked, forced=lambda: drawn)
    spaces = board.of_terrain(TERRAIN_OF[word])
    cards = ", ".join(chance.sample(known.names("adventure"), len(spaces))) if program else None

    def parse(text: str) -> tuple[str, ...]:
        found: list[str] = []
        for part in names_in(text, map(printed, known.names("adventure"))):
            found.append(_read(known, "adventure", part, found))
        if len(found) != len(spaces):
            raise Unreadable(f"{len(spaces)} cards: one for each of {', '.join(map(board.label, spaces))}")
        return tuple(found)

    names: tuple[str, ...] = yield Question(
        "laid",
        f"The Adventure cards on {', '.join([board.label(spaces[0]), *map(str, spaces[1:])])}",
        parse,
        hint="names, commas between",
        write=", ".join,
        forced=lambda: cards,
        rather=lambda names: decks.respelt(names, ["adventure"] * len(names)),
    )
    return (yield from _ask_cards(known, ["adventure"] * len(names), names, word))


def _split_first(values: Sequence[str], options: Options) -> dict[str, str]:
    first, colon, laid = ", ".join(values).partition(":")
    return {"first": first.strip(), **({"laid": laid.strip()} if colon else {})}


def _read(known: CardsKnown, deck: DeckName, text: str, taken: Sequence[str] = ()) -> str:
    """Parse the name of a card of a deck: a known one that isn't taken, or a new one. Raises Unreadable."""
    left = {fold(name): name for name in known.names(deck) if name not in taken}
    bare = {fold(printed(name)): name for name in reversed(left.values())}
    if fold(text) in left | bare:
        return (left | bare)[fold(text)]
    if fold(text) in {fold(printed(name)) for name in taken}:
        raise Unreadable(f"{text.strip()} is named already")
    if any(name.startswith(fold(text)) for name in bare) and text.strip():
        return bare[fold(printed(find(text, bare, decks.KIND_WORDS[deck])))]
    if len(within := [name for name in bare if fold(text) in name.split()]) == 1:
        return bare[within[0]]
    if hint := did_you_mean(text, left.values()):
        raise Unreadable(f'no {decks.KIND_WORDS[deck]} is called "{text.strip()}"{hint}')
    if re.search(r"[a-z],? \+?\d|\w: ", text):
        raise Unreadable(f'"{text.strip()}": only its name; what is printed on a card is asked for next')
    decks.check_printed_deck(text, deck)
    return name_reader(decks.KIND_WORDS[deck], {})(printed_spelling(text))


def _ask_cards(known: CardsKnown, of: Sequence[DeckName], names: tuple[str, ...], word: str = "") -> Procedure[Laid]:
    """Ask for the lines of the named cards that are unknown or lack what a fight needs; add what their decks tell."""
    typed: list[Card] = []
    for deck, name in zip(of, map(printed, names), strict=True):
        card = next((card for card in known.cards if card.name == name), None)
        if card is None or (isinstance(card, Creature) and card.strength is UNSET and card.willpower is UNSET):
            found: Card = yield structs.replace(decks.line_question(name, deck), key=f"card {fold(name)}")
            typed.append(decks.of_deck((yield from CARDS.settle(found, f"holds {fold(name)}")), deck))
        elif (whole := decks.of_deck(card, deck)) != card:
            typed.append(whole)
    return Laid(names, tuple(typed), word)
