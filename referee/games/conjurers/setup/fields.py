"""Setting a game up by questions (p. 9; E1-E11)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.question import (
    Option,
    Procedure,
    Question,
    choice,
    free_text,
    name_reader,
    player_reader,
    seat_question,
    seats_question,
)
from referee.declaration import setup as fields
from referee.declaration.readings import READINGS
from referee.declaration.setup import NONE, Agreed, Options, SetUp, SetUpField
from referee.declaration.tracking import EVERYTHING, HowMuch
from referee.errors import BadInput, Unreadable
from referee.files.files import convert, path_of, read_toml
from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import MINION
from referee.games.conjurers.cards.cards import (
    CardEntry,
    CreatureEntry,
    DeckFile,
    ItemEntry,
    load_deck,
    read_card_name,
)
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.rules.state import TRACKING_LEVELS, Seat, Setup
from referee.games.conjurers.vocabulary import MYTHOLOGIES, OPTIONAL_RULES, Assistant, Mythology
from referee.text.grammar import so_many
from referee.text.names import and_list, by_key, did_you_mean, find, find_each, fold, is_nothing, names_in, numbered
from referee.text.pattern import lazy_pattern

COLOURS = ("red", "blue", "green", "yellow")
_MORE_COLOURS = (
    "black white orange purple violet pink brown grey gray turquoise teal cyan magenta gold silver beige lilac"
)
COLOUR_WORDS = (*COLOURS, *_MORE_COLOURS.split())
"""Accepted colours of players' pieces; the rulebook names no colours."""
GROUP = (
    "tracking",
    "start",
    "deck",
    "dice",
    "draws",
    "optional rules",
    "tournament",
    "switches",
    "shared spaces",
    "battles last",
    "sacrificed return",
    "unlock",
)
"""Fields that a group keeps from game to game, by question key."""
RULINGS = ("shared-spaces", "battles-last", "sacrificed-return", "unlock")
"""The options for rulings that a table may change."""


class SetUpDeck(NamedTuple):
    """A deck file's name and its cards."""

    file: str
    deck: DeckFile


E = TypeVar("E", CreatureEntry, ItemEntry)
Hand = tuple[str, ...]

_UNLOCK = lazy_pattern(r"(.+?)\s+(iii|ii|i|[123])")
_PHASES = {"i": 1, "ii": 2, "iii": 3, "1": 1, "2": 2, "3": 3}


def set_up() -> SetUp[Setup]:
    """Return the set-up's fields: players, optional rules, switches, the deck, the locked and the dealt cards."""
    setups = tables.players().setups
    return SetUp(
        make=_make,
        notes=_notes,
        group=GROUP,
        readings=ConjurersReadings,
        people=lambda setup: [
            " ".join(filter(None, (seat.name, seat.assistant, seat.colour))) for seat in setup.players
        ],
        fields=[
            fields.how_much(TRACKING_LEVELS),
            replace(
                fields.players(
                    min(setups),
                    max(setups),
                    lambda setup: [_seat_words(seat) for seat in setup.players],
                    form="NAME:ASSISTANT or NAME:ASSISTANT:COLOUR",
                    also=("assistant", "colour"),
                ),
                ask=lambda agreed: _seats(agreed["tracking"]),
            ),
            fields.beyond_score(
                fields.who_starts("Who starts", "the start player's name", called=lambda seat: seat.name)
            ),
            fields.beyond_score(fields.deck_file(_read_deck, SetUpDeck("", DeckFile()))),
            fields.beyond_score(fields.dice("no dice: each deals 1 (optional rule, p. 17)")),
            fields.whole(
                SetUpField(
                    name="draws",
                    takes="table or program",
                    ask=lambda agreed: _draws_question(agreed["deck"].deck),
                    line=fields.value_of("draws"),
                )
            ),
            fields.seed(lambda agreed: agreed.get("draws") == "program" or agreed.get("dice") == "rolled"),
            fields.beyond_score(
                SetUpField(
                    name="optional-rules",
                    takes="none, elements, morale or both",
                    line=_optional_rules,
                    switches={"elements": ("elements", "B20"), "morale": ("morale", "B21")},
                    ask=lambda agreed: choice(
                        "optional rules", "Optional rules (p. 21)", OPTIONAL_RULES, default=NONE
                    ),
                )
            ),
            fields.beyond_score(
                fields.on_or_off(
                    "tournament",
                    "Tournaments after turns 6 and 12 (p. 14)",
                    "yes or no (four players)",
                    hint="the four conjurers duel for prizes then",
                    where=lambda agreed: len(agreed["player"]) == tables.tournaments().players,
                    rules=("tournaments",),
                )
            ),
            *map(
                fields.whole,
                fields.changeable(
                    "switches",
                    Option("usual", detail="one figure a space, creatures of the pit leave the game"),
                    Option("change", detail="go through them"),
                    [
                        fields.on_or_off(
                            "shared-spaces",
                            "May several figures stand on one space",
                            "yes: several figures on one space (E1)",
                        ),
                        fields.one_of(
                            "battles-last",
                            "Are battles fought after all other actions",
                            {"auto": "with four players", "always": "", "never": ""},
                            takes="auto, always or never (A1)",
                        ),
                        fields.on_or_off(
                            "sacrificed-return",
                            "Do sacrificed creatures go back to their pile",
                            "yes: creatures of the pit go back to their pile (A4)",
                        ),
                    ],
                ),
            ),
            fields.whole(
                SetUpField(
                    name="unlock",
                    takes="spaces with another numeral, like 'tavern II, guild house II' (E3)",
                    ask=lambda agreed: _unlock_question(),
                    repeats=True,
                    line=lambda setup: [_write_unlock(setup.unlock)] if setup.unlock else [],
                )
            ),
            SetUpField(
                name="locked",
                takes="the locked mythologies, commas between",
                ask=_locked,
                line=lambda setup: [", ".join(setup.locked)] if setup.locked else [],
            ),
            fields.whole(
                SetUpField(
                    name="dealt",
                    takes="a player's level 1 creatures, like 'Anna: Wolf, Imp, Owl'; repeat it",
                    ask=_dealt,
                    answered=_named_hands,
                    line=lambda setup: [
                        f"{seat.name}: {', '.join(hand)}"
                        for seat, hand in zip(setup.players, setup.dealt, strict=True)
                        if hand
                    ],
                )
            ),
        ],
    )


def _seat_words(seat: Seat) -> str:
    """Format a seat as the value of its option."""
    return f"{seat.name}:{seat.assistant}:{seat.colour}" if seat.assistant else seat.name


def _make(agreed: Agreed) -> Setup:
    """Build the set-up from the answers; none is missing."""
    file, deck = agreed.get("deck") or SetUpDeck("", DeckFile())
    names, optional = [seat.name for seat in agreed["player"]], agreed.get("optional-rules", NONE)
    return Setup(
        players=agreed["player"],
        start=names.index(agreed.get("start", names[0])),
        elements=optional in ("elements", "both"),
        morale=optional in ("morale", "both"),
        dealt=agreed.get("dealt", ((),) * len(names)),
        deck=file,
        creatures=_with_copies(deck.creature),
        items=_with_copies(deck.item),
        artifacts=tuple(ItemEntry(name=c.name, abilities=c.abilities, cost=c.cost) for c in deck.artifact),
        **agreed[READINGS]
        | fields.taken_over(agreed, "tracking", "seed", "dice", "draws", "locked", "tournament", *RULINGS),
    )


def _notes(setup: Setup) -> Iterator[str]:
    """Note which creatures lack values that the game needs."""
    lacking = [card.name for card in setup.creatures if card.element is UNSET] if setup.elements else []
    if lacking:
        example = f'referee cards edit {setup.deck} "{lacking[0]}" earth'
        yield (
            f"note: no element is known of {and_list(lacking)}; they fight without one. Change it before the "
            f"first turn with: {example}, and start again"
        )


def _optional_rules(setup: Setup) -> Sequence[str]:
    on = [rule for rule in ("elements", "morale") if getattr(setup, rule)]
    return ["both"] if len(on) == 2 else on


# --- players --------------------------------------------------------------------------------------


def _seats(tracked: HowMuch) -> Procedure[tuple[Seat, ...]]:
    setups, spaces = tables.players().setups, tables.phases().assistants
    hint = "Mette, Jonas" + ", or Mette worker, Jonas recruiter" * (tracked == EVERYTHING)
    answer: int | list[_NamedPlayers] = yield seats_question(min(setups), max(setups), _read_seats, hint)
    named, number = ([], answer) if isinstance(answer, int) else (answer, len(answer))
    seats: list[Seat] = []
    for seat in range(1, number + 1):
        names = {other.name: other.name for other in seats}
        colours = {other.colour: other.name for other in seats}
        taken = {*colours, *(one.colour for one in named[seat:] if one.colour)}
        free = next(colour for colour in COLOURS if colour not in taken)
        if not named:
            check = partial(_one_seat, names, colours, tracked == EVERYTHING)
            typed: list[_NamedPlayers] = yield seat_question(seat, number, check, _read_seats)
            named = typed if len(typed) > 1 else named
        name, colour, assistant = named[seat - 1] if named else typed[0]
        if tracked != EVERYTHING:
            seats.append(Seat(name, colour or free))
            continue
        if not named and not colour:
            colour = yield free_text(f"colour {seat}", f"{name}'s colour", _colour_reader(colours), default=free)
        if assistant is None:
            first = not any(one.assistant for one in seats)  # their spaces are shown once
            kinds = [Option(kind, detail=", ".join(there) * first) for kind, there in spaces.items()]
            assistant = yield choice(f"assistant {seat}", f"{name} starts with a", kinds)
        colour = colour or free
        seats.append(Seat(name, colour, assistant))
    return tuple(seats)


class _NamedPlayers(NamedTuple):
    """A seat parsed from a line; "" and None for missing parts."""

    name: str
    colour: str
    assistant: Assistant | None


_LIKE = "write a name, an assistant and a colour, like Mette worker red"


def _one_seat(names: Mapping[str, str], colours: Mapping[str, str], tracked: bool, text: str) -> list[_NamedPlayers]:
    """Parse a single seat: a name, maybe with the assistant after it if assistants are `tracked`."""
    check = player_reader(names)
    (seat,) = _read_seats([text]) if tracked else [_NamedPlayers(text, "", None)]
    if seat.assistant is None and not {*":("} & {*text}:
        return [_NamedPlayers(check(text), "", None)]
    return [seat._replace(name=check(seat.name), colour=_colour_reader(colours)(seat.colour) if seat.colour else "")]


def _assistant(word: str, kinds: Mapping[str, Assistant], begun: bool) -> Assistant | None:
    """Return the assistant of this name, or of its beginning if a colon marks it as one (`begun`)."""
    found = [kind for name, kind in kinds.items() if name.startswith(word) and (begun or name == word)]
    return found[0] if len(found) == 1 else None


def _read_seats(parts: Sequence[str]) -> list[_NamedPlayers]:
    """Parse seats: "Mette worker, Jonas recruiter blue"; colours and assistants in any order."""
    kinds = {str(kind): kind for kind in tables.phases().assistants}
    found: list[_NamedPlayers] = []
    for part in parts:
        words = re.sub("[:()]", " ", part).split()
        colour, assistant = "", None
        begun = ":" in part or "(" in part
        while len(words) > 1 and (fold(words[-1]) in COLOUR_WORDS or _assistant(fold(words[-1]), kinds, begun)):
            word = fold(words.pop())
            if assistant is None and (kind := _assistant(word, kinds, begun)):
                assistant = kind
            elif word in COLOUR_WORDS and not colour:
                colour = _colour_reader({one.colour: one.name for one in found if one.colour})(word)
            else:
                raise Unreadable(f'"{part}": {_LIKE}')
        if len(words) > len(re.split("[:(]", part)[0].split()):
            raise Unreadable(f'"{part}": {_LIKE}')
        names = {one.name: one.name for one in found}
        found.append(_NamedPlayers(player_reader(names)(" ".join(words)), colour, assistant))
    return found


def _colour_reader(taken: Mapping[str, str]) -> Callable[[str], str]:
    """Return a parser of a colour word that no other player has. It raises Unreadable."""
    tidied = name_reader("colour", taken)
    known = by_key(COLOUR_WORDS, str)

    def read(text: str) -> str:
        like = f"it is a word like {', '.join(COLOURS)}, black or white"
        if text.strip() == "?":
            raise Unreadable(like)
        word = tidied(text)
        if fold(word) not in known:
            raise Unreadable(f'"{word}" isn\'t a colour{did_you_mean(word, COLOUR_WORDS) or f"; {like}"}')
        return known[fold(word)]

    return read


# --- the deck -------------------------------------------------------------------------------------


def _read_deck(file: str) -> SetUpDeck:
    """Read a deck by its file's name, and check every card. Raises BadInput, and Unreadable for a name."""
    path = path_of(file)
    load_deck(path)
    deck = convert(read_toml(path), DeckFile, str(path))
    for card in (*deck.creature, *deck.item, *deck.artifact):
        read_card_name(card.name)
    if MINION in (card.name for card in deck.creature):
        raise Unreadable(f'"{MINION}" is what the minion is called; that creature needs another name')
    return SetUpDeck(file, deck)


def _draws_question(deck: DeckFile) -> Question[str]:
    """Return the question who draws: by default the program if the deck has all level 1 creatures to be dealt."""
    ones = sum(len(_copies(card)) for card in deck.creature if card.level == 1)
    return choice(
        "draws",
        "Who shuffles and deals",
        {
            "table": "you do, and type in what must be known",
            "program": "locked mythologies, starting creatures, hands",
        },
        default="program" if ones >= tables.players().box.level_1_creatures else "table",
    )


def _with_copies(cards: Sequence[E]) -> tuple[E, ...]:
    """List each copy of a deck's cards, the second of a name as "Wolf #2"."""
    return tuple(replace(card, name=name, copies=UNSET) for card in cards for name in _copies(card))


def _copies(card: CardEntry) -> list[str]:
    many = 1 if card.copies is UNSET else card.copies
    return [numbered(card.name, number) for number in range(1, many + 1)]


# --- switches of the rulings ----------------------------------------------------------------------


def _unlock_question() -> Question[dict[str, int]]:
    known = by_key(tables.phases().unlock, str)

    def parse(text: str) -> dict[str, int]:
        if is_nothing(text) or fold(text) in ("all", "all i", "all 1"):
            return {}
        found = {}
        for part in text.split(","):
            match = _UNLOCK.fullmatch(fold(part))
            if match is None:
                raise Unreadable(f'can\'t read "{part.strip()}"; write it like tavern II, guild house II')
            space = find(match[1], known, "space")
            if (opens := _opens_late(space)) and _PHASES[match[2]] != opens:
                raise Unreadable(f"the {space} opens in phase {'I' * opens}, as the output table shows (p. 11; E3)")
            found[space] = _PHASES[match[2]]
        return found

    return Question(
        "unlock",
        "Which spaces of your board are numbered II or III",
        parse,
        default=NONE,
        skippable=True,
        hint="like tavern II, guild house II; leave out iron, bronze, sapphire and diamond",
        write=lambda value: _write_unlock(value) or NONE,
    )


def _write_unlock(unlock: Mapping[str, int]) -> str:
    return ", ".join(f"{space} {'I' * phase}" for space, phase in unlock.items())


def _opens_late(space: str) -> int:
    """Return the phase in which a mine or storage without output in phase I opens (E3); 0 for other spaces."""
    _, by_phase = tables.phases().output_of(space)
    first = next((phase for phase, output in enumerate(by_phase, 1) if output), 0)
    return first if first > 1 else 0


# --- draws ----------------------------------------------------------------------------------------


_LOCKED = lazy_pattern(r"(?i)^(?:we )?(?:have )?lock(?:ed)? |(?: (?:is|are))? (?:locked|out)\b")
"""Words that say of mythologies what is asked."""


def _locked(agreed: Agreed) -> Procedure[tuple[Mythology, ...]]:
    """Ask for the mythologies that are out of the game (p. 9; E6)."""
    players, draws, seed = len(agreed["player"]), agreed.get("draws"), agreed.get("seed", 0)
    many = tables.players().setups[players].locked
    if not many:
        return ()
    known = by_key(MYTHOLOGIES, str)

    def parse(text: str) -> tuple[Mythology, ...]:
        found = find_each(_LOCKED.sub("", text), known, "mythology")
        if len(set(found)) != many or len(found) != many:
            raise Unreadable(
                f"with {players} players {'one is' if many == 1 else f'{many} different ones are'} locked"
            )
        return found

    def drawn() -> str | None:
        return ", ".join(random.Random(f"{seed}/locked").sample(MYTHOLOGIES, many)) if draws == "program" else None

    locked: tuple[Mythology, ...] = yield Question(
        "locked",
        f"Which {'mythology' if many == 1 else f'{many} mythologies'} did you lock",
        parse,
        forced=drawn,
        write=", ".join,
        hint=f"of {', '.join(MYTHOLOGIES)}",
    )
    return locked


def _named_hands(given: Sequence[str], options: Options) -> dict[str, str]:
    """Parse the hands given by options: "Anna: Wolf, Imp, Owl". Raises BadInput."""
    names = {fold(text.partition(":")[0]): seat for seat, text in enumerate(options.get("player", ()), 1)}
    found = {}
    for text in given:
        name, colon, cards = text.partition(":")
        if not colon or fold(name) not in names:
            raise BadInput(f'--dealt "{text}": write a player\'s name first, like --dealt "Anna: Wolf, Imp, Owl"')
        found[f"dealt {names[fold(name)]}"] = cards.strip()
    return found


def _dealt(agreed: Agreed) -> Procedure[tuple[Hand, ...]]:
    """Ask for each player's random level 1 creatures (p. 9; E8)."""
    names, draws, seed = [seat.name for seat in agreed["player"]], agreed["draws"], agreed.get("seed", 0)
    pile = [card.name for card in _with_copies(agreed["deck"].deck.creature) if card.level == 1]
    many = ConjurersReadings(**agreed[READINGS]).start_creatures
    drawn: list[str] = list(pile)
    random.Random(f"{seed}/dealt").shuffle(drawn)
    by_program = draws == "program" and len(pile) >= many * len(names)
    dealt: list[Hand] = []
    for seat in range(1, len(names) + 1):
        given = [card for hand in dealt for card in hand]
        left = [card for card in drawn if card not in given]
        hand = ", ".join(left[:many]) if by_program else None
        dealt.append((yield _hand(seat, names, many, pile, given, hand)))
    return tuple(dealt)


def _hand(
    seat: int, names: Sequence[str], many: int, pile: Sequence[str], given: Sequence[str], drawn: str | None
) -> Question[Hand]:
    player, known = names[seat - 1], by_key(pile, str)
    most = tables.players().box.level_1_creatures
    complete = len(pile) >= most

    def named(text: str) -> str:
        starting = [name for name in known if name.startswith(fold(text))]
        return find(text, known, "level 1 creature") if complete or starting else read_card_name(text)

    def new(cards: Sequence[str]) -> int:
        return sum(fold(card) not in known for card in cards)

    received = r"(?::|'s(?: cards(?: are)?)?:?| (?:is dealt|was dealt|draws|drew|gets|got|has|have|took):?)"

    def parse(text: str) -> Hand:
        for one in names:  # "Bo got the Viper, ..." and "Bo Viper, ..." name no such creature
            own = "|i|he|she" if one == player else ""
            rest = re.sub(rf"(?i)^(?:(?:{re.escape(one)}{own}){received}|{re.escape(one)}) ", "", text.strip())
            if rest != text.strip() and one != player:
                raise Unreadable(f"{player} is asked about now, not {one}")
            text = rest
        found = tuple(map(named, filter(None, names_in(text, known))))
        if len(found) != many or len({fold(name) for name in found}) != many:
            raise Unreadable(
                f"each player is dealt {'1 card' if many == 1 else f'{many} different cards'}; "
                "name them with commas between, "
                'a second card of one name as "Wolf #2"'
            )
        if twice := [name for name in found if fold(name) in map(fold, given)]:
            raise Unreadable(f'{twice[0]} was dealt to somebody already; a second card is "{twice[0]} #2"')
        if len(pile) + new((*given, *found)) > most:
            raise Unreadable(f"the box has {most} level 1 creatures (p. 6); the deck knows {len(pile)} of them")
        return found

    return Question(
        f"dealt {seat}",
        f"{player}'s {so_many(many, 'level 1 creature')}",
        parse,
        hint="names alone, commas between; their numbers are asked when they first fight",
        write=", ".join,
        forced=lambda: drawn,
    )
