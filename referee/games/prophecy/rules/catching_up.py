"""Questions for all that a light table hasn't tracked, before it tracks everything: board, heroes, cards, decks."""

from __future__ import annotations

from itertools import count, pairwise

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question, whole_number
from referee.errors import Unreadable
from referee.games.prophecy.board import CITY, PLANES, SPACES, VILLAGE
from referee.games.prophecy.board_file import ask_board
from referee.games.prophecy.cards.cards import Card
from referee.games.prophecy.cards.language import CARDS
from referee.games.prophecy.rules import decks
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.ending import complete_hero, hero_line
from referee.games.prophecy.rules.state import PLANE_CARDS, UNSEEN, DeckName, Hero, Lying, Pack, Plane, Space
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import GUILDS, Guild
from referee.text.names import a_or_an, by_key, find, fold, is_nothing, names_in, numbered

NONE, FACE_DOWN, BEATEN = "none", "?", "beaten"
MOST = 999


class _Kind(Struct, frozen=True):
    """A class of cards by where they lie: the decks that they are of, their name, and the line of an example."""

    decks: tuple[DeckName, ...]
    what: str
    example: str

    def has(self, card: Card) -> bool:
        """Return whether a card is of the kind, as far as its line tells."""
        return any(decks.belongs(card, deck) for deck in self.decks)

    def fits(self, card: Card) -> bool:
        """Return whether a card is of the kind, and its line leaves out neither guild nor rarity."""
        return self.has(card) and not decks.left_open(card)


ITEM = _Kind(("common", "rare"), "Item", "item, common, costs 3")
ARTIFACT = _Kind(("artifact",), "Artifact", "artifact; always: to strength 1")
ADVENTURE = _Kind(("adventure",), "Adventure card", "creature, strength 4, 2 experience; won: gain 2 gold")


def ask(quest: Quest) -> Procedure[None]:
    """Ask for all that is needed to track everything; what a light table has tracked is kept."""
    game = quest.state
    if quest.setup.board is None and game.board is None:
        game.board = yield from ask_board()
    lying, game.aside = game.aside, []
    game.spaces, game.planes = [Space() for _ in range(SPACES)], [Plane() for _ in range(PLANES)]
    left: dict[DeckName, int] = yield Question(
        "decks",
        "How many cards lie face down in each deck",
        lambda text: decks.read_sizes(text, quest.setup.variant),
        hint=", ".join(decks.COUNTED),
        write=decks.write_sizes,
        default=None if quest.setup.variant == "apocalypse" else decks.NOT_COUNTED,
    )
    game.decks = {deck: Pack(many) for deck, many in left.items()}
    game.decks |= {deck: Pack(0) for deck in PLANE_CARDS}
    for seat in game.playing():
        yield from _hero(quest, game.players[seat])
    for name in lying:
        yield from _learn(quest, name, ARTIFACT)
        game.at((yield _space_question(quest, f"Where does {name} lie"))).artifacts.append(name)
    yield from _planes(quest)
    yield from _spaces(quest)
    used = {*game.eliminated, *(hero.hero for hero in game.players)}
    game.unused = [
        card.name for card in (*quest.setup.cards, *game.learnt) if card.kind == "hero" and card.name not in used
    ]


# --- heroes -----------------------------------------------------------------------------------------


def _hero(quest: Quest, hero: Hero) -> Procedure[None]:
    """Ask which hero a player has, where it stands, and what it has."""
    name: str = yield _hero_question(quest, hero)
    if not complete_hero(quest.known(name)):
        decks.learn(quest, (yield hero_line(name)))
    hero.hero = name
    hero.sex = getattr(quest.card(name), "sex", "") or ""
    hero.space = yield _space_question(quest, f"Where does {hero.name} stand")
    hero.health, hero.red = yield _cubes_question(hero, "red", quest.setup.red_cubes)
    hero.magic, hero.blue = yield _cubes_question(hero, "blue", quest.setup.blue_cubes)
    hero.gold = yield whole_number("gold", f"{hero.name}'s Gold", 0, MOST, default=str(quest.setup.start_gold))
    hero.experience = yield whole_number(
        "experience", f"{hero.name}'s Experience", 0, MOST, default=str(quest.setup.start_experience)
    )
    for artifact in hero.artifacts:
        yield from _learn(quest, artifact, ARTIFACT)
    for pile, what in ((hero.items, "whole Items"), (hero.damaged, "damaged Items")):
        yield from _lay(quest, pile, f"{hero.name}'s {what}", ITEM)
    yield from _lay(quest, hero.abilities, f"{hero.name}'s Abilities", _ability(*GUILDS))


def _hero_question(quest: Quest, hero: Hero) -> Question[str]:
    taken = [*quest.state.eliminated, *(one.hero for one in quest.state.players if one.hero)]
    known = [
        card.name
        for card in (*quest.setup.cards, *quest.state.learnt)
        if card.kind == "hero" and card.name not in taken
    ]

    def parse(text: str) -> str:
        if fold(text) in map(fold, taken):
            raise Unreadable(f"{text.strip()} is played already, or out of the game")
        return _name(text, by_key(known, str))

    return Question(
        "hero",
        f"{hero.name}'s hero",
        parse,
        options=lambda: [Option(name) for name in known],
        open=True,
        write=str,
        coins=lambda name: "" if name in known else name,
    )


def _cubes_question(hero: Hero, colour: str, most: int) -> Question[tuple[int, int]]:
    """Return the question for the cubes on the right and all cubes: "3 of 4"; one number if all are on the right."""

    def parse(text: str) -> tuple[int, int]:
        words = fold(text).replace("/", " ").replace(" of ", " ").split()
        if not 1 <= len(words) <= 2 or not all(word.isdecimal() and len(word) < 3 for word in words):
            raise Unreadable(f'can\'t read "{text}"; write the cubes on the right, of all, like 3 of 4')
        right, total = int(words[0]), int(words[-1])
        if not right <= total <= most:
            raise Unreadable(f"{right} of {total} {colour} cubes can't be; there are {most} at most in all")
        return right, total

    return Question(
        f"{colour} cubes",
        f"{hero.name}'s {colour} cubes, those on the right of all",
        parse,
        hint="like 3 of 4",
        write=lambda cubes: f"{cubes[0]} of {cubes[1]}",
    )


def _space_question(quest: Quest, prompt: str) -> Question[int]:
    called = quest.board.label
    return Question(
        "space",
        prompt,
        quest.board.find_space,
        write=called,
        options=lambda: [Option(called(space)) for space in quest.board.numbers()],
    )


# --- cards --------------------------------------------------------------------------------------------


def _ability(*guilds: Guild) -> _Kind:
    return _Kind(guilds, "Ability", f"ability, {guilds[-1]}, costs 4; roll: in strength 1")


def _lay(quest: Quest, pile: list[str], prompt: str, kind: _Kind, most: int = MOST) -> Procedure[None]:
    """Ask for the names of cards on a pile, and for the lines of unknown ones; put them there."""
    names: list[str] = yield _cards_question(quest, prompt, kind, most)
    for name in names:
        pile.append((yield from _next_copy(quest, name, kind)))


def _next_copy(quest: Quest, name: str, kind: _Kind) -> Procedure[str]:
    """Return the identifier of the next card of a name; ask for the card's line if it is unknown."""
    yield from _learn(quest, name, kind)
    seen = quest.state.known_names()
    return next(one for number in count(1) if (one := numbered(name, number)) not in seen)


def _learn(quest: Quest, name: str, kind: _Kind) -> Procedure[None]:
    """Ask for a card's line if it is unknown, or leaves out what the place doesn't tell."""

    def wrong(card: Card) -> str:
        right = f"{name} is {a_or_an(kind.what)}; this line says {card.kind}; write it like: {kind.example}"
        return "" if kind.fits(card) else right

    known, place = quest.known(name), kind.decks[0] if len(kind.decks) == 1 else ""
    if known is not None and kind.fits(whole := decks.of_deck(known, place)):
        if whole != known:
            decks.learn(quest, whole)
    elif known is None or kind.has(known):
        deck = kind.example.partition(",")[0].partition(";")[0]
        decks.learn(quest, (yield from CARDS.settle((yield decks.printed_question(name, wrong, kind.example, deck)))))


def _known(quest: Quest, kind: _Kind) -> dict[str, str]:
    """Return the known cards of a kind by folded name."""
    names = dict.fromkeys(card.name for card in (*quest.setup.cards, *quest.state.learnt))
    found = (quest.card(name) for name in names)
    return {fold(card.name): card.name for card in found if kind.has(card)}


def _name(text: str, known: dict[str, str]) -> str:
    """Parse the name of a known card, or its beginning, or a new name. Raises Unreadable."""
    typed = " ".join(text.split())
    if any(name.startswith(fold(typed)) for name in known) and typed:
        return find(typed, known, "card")
    decks.refuse_odd(typed)
    return typed


def _of_kind(quest: Quest, text: str, kind: _Kind, known: dict[str, str]) -> str:
    """Parse the name of a card of a kind, or a new name. Raises Unreadable for a card of another kind."""
    name = _name(text, known)
    if fold(name) not in known and quest.known(name) is not None:
        raise Unreadable(f"{name} is no {kind.what}")
    return name


def _cards_question(quest: Quest, prompt: str, kind: _Kind, most: int) -> Question[list[str]]:
    """Return the question for some cards of a kind; an Adventure card may lie face down ("?")."""
    known = _known(quest, kind)
    hidden = FACE_DOWN if kind is ADVENTURE else ""

    def parse(text: str) -> list[str]:
        parts = [] if is_nothing(text) else names_in(text, known)
        if hidden and len(parts) > most:
            raise Unreadable(f"at most {most} Adventure cards lie on a space")
        found = [part if part == hidden else _of_kind(quest, part, kind, known) for part in parts]
        if len(found) > most:
            raise Unreadable(f"{len(found)} are too many; at most {most} lie there")
        return found

    return Question(
        "cards",
        prompt,
        parse,
        default=NONE,
        hint=f"like Ghost, {hidden} ({hidden}: face down)" if hidden else "names, commas between",
        write=lambda names: ", ".join(names) or NONE,
        coins=lambda names: ", ".join(name for name in names if name != hidden and fold(name) not in known),
    )


def _spaces(quest: Quest) -> Procedure[None]:
    """Ask for the cards on the ring: Adventure cards, Abilities, goods."""
    limits = numbers().possibilities
    for space in quest.board.numbers():
        there, place, called = quest.state.at(space), quest.board[space], quest.board.label(space)
        if place.terrain:
            yield from _adventures(quest, space)
        elif place.guild:
            yield from _lay(
                quest,
                there.abilities,
                f"The Abilities in the {called}, the older first",
                _ability(place.name),  # type: ignore[arg-type]
                limits.abilities,
            )
        elif place.name in (CITY, VILLAGE):
            yield from _lay(quest, there.goods, f"The goods in the {called}", ITEM)


def _adventures(quest: Quest, space: int) -> Procedure[None]:
    """Ask for the Adventure cards on a space, the upper first; "?" is a face-down one."""
    game, prompt = quest.state, f"The Adventure cards on {quest.board.label(space)}, the upper first"
    names: list[str] = yield _cards_question(quest, prompt, ADVENTURE, numbers().possibilities.adventures)
    for name in names:
        called = UNSEEN if name == FACE_DOWN else (yield from _next_copy(quest, name, ADVENTURE))
        game.at(space).cards.append(Lying(called))


# --- planes and decks -----------------------------------------------------------------------------------


def _planes(quest: Quest) -> Procedure[None]:
    """Ask which planes are closed, as many as Artifacts are out, and for the open cards of the others (P15)."""
    game = quest.state
    out = sum(len(hero.artifacts) for hero in game.players) + sum(len(space.artifacts) for space in game.spaces)
    closed: list[int] = (yield _closed_question(quest, out)) if out else []
    for at, plane in enumerate(game.planes):
        if at in closed:
            plane.closed = True
            continue
        name = quest.board.planes[at].name
        answer: str = yield _guardian_question(quest, "lesser", name)
        plane.beaten = answer.startswith(f"{BEATEN} ")
        plane.lesser = yield from _guardian(quest, "lesser", answer.removeprefix(f"{BEATEN} "))
        for above, what in pairwise(PLANE_CARDS):
            if getattr(plane, above) != UNSEEN:  # turned up in this order; not asked in old logs without a fight
                asked = _guardian_question(quest, what, name)
                asked = replace(asked, skippable=what == "artifact" or not plane.beaten)
                setattr(plane, what, (yield from _guardian(quest, what, (yield asked))))


def _closed_question(quest: Quest, many: int) -> Question[list[int]]:
    names = {fold(plane.name): at for at, plane in enumerate(quest.board.planes)}

    def parse(text: str) -> list[int]:
        found = sorted({find(part, names, "plane", listing=PLANES) for part in names_in(text, names)})
        if len(found) != many:
            raise Unreadable(f"{many} Artifacts are out, so {many} planes are closed; this line has {len(found)}")
        return found

    return Question(
        "closed planes",
        f"Which {many} planes are closed" if many > 1 else "Which plane is closed",
        parse,
        hint=f"{', '.join(plane.name for plane in quest.board.planes)}; commas between",
        write=lambda found: ", ".join(quest.board.planes[at].name for at in found),
    )


def _kind_of(what: DeckName) -> _Kind:
    if what == "artifact":
        return ARTIFACT
    called = decks.KIND_WORDS[what]
    return _Kind((what,), called, f"{what}, strength 5, 3 experience; won: draw 1 rare")


def _guardian_question(quest: Quest, what: DeckName, plane: str) -> Question[str]:
    kind = _kind_of(what)
    known = _known(quest, kind)

    def parse(text: str) -> str:
        words = " ".join(text.split())
        if words == FACE_DOWN:
            return FACE_DOWN
        verb, _, rest = words.partition(" ")
        if what == "lesser" and fold(verb) == BEATEN:
            return f"{BEATEN} {_of_kind(quest, rest, kind, known)}"
        return _of_kind(quest, words, kind, known)

    return Question(
        what,
        f"The {decks.KIND_WORDS[what]} of the plane of the {plane}",
        parse,
        default=FACE_DOWN,
        write=str,
        hint=f"{FACE_DOWN}: face down; its name" + (f"; {BEATEN} and its name" if what == "lesser" else ""),
        coins=lambda said: "" if said == FACE_DOWN or fold(said.removeprefix(f"{BEATEN} ")) in known else said,
    )


def _guardian(quest: Quest, what: DeckName, name: str) -> Procedure[str]:
    return UNSEEN if name == FACE_DOWN else (yield from _next_copy(quest, name, _kind_of(what)))
