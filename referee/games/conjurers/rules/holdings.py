"""Questions for players' holdings that weren't tracked: creatures, items, artifacts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from referee.asking.meaning import Suggestion
from referee.asking.question import Procedure, Question
from referee.asking.words import is_no_name
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.rules import card_pool
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.state import Face, GameState, Setup
from referee.games.conjurers.tables import artifacts_by_key
from referee.games.conjurers.typed_holdings import Kind, parts_of, read_artifact, read_kinds
from referee.games.conjurers.vocabulary import MYTHOLOGIES
from referee.text.names import and_list, by_key, find, fold, is_nothing, names_in, nearest, numbered
from referee.text.pattern import lazy_pattern

_NEW = lazy_pattern(rf"(.+?),? ((?:{'|'.join(MYTHOLOGIES)}) [2-5]|(?:level )?1)", re.IGNORECASE)
"""A creature not named yet, with its kind: "Golem biblical 3", "Imp 1"."""

Army = tuple[Face, ...]


def take_creatures(context: Context, number: int, prompt: str, hint: str = "") -> Procedure[list[str]]:
    """Ask for a player's creatures, with the known ones as the default; keep them and return their names."""
    player = context.player(number)
    army: Army = yield Question(
        "creatures",
        f"{player.name} {prompt}",
        partial(_read_army, context, number),
        default=", ".join(player.creatures) or (None if hint else "none"),
        hint=hint or "like 1 1 b2 n4 (biblical 2, norse 4), or names; a new one as Golem biblical 3",
    )
    known = card_pool.known_creatures(context.setup, context.state)
    context.state.faces += [face for face in army if fold(face.name) not in known]
    names = [face.name for face in army]
    player.creatures += [name for name in names if name not in player.creatures]
    return names


def _read_army(context: Context, number: int, text: str) -> Army:
    """Parse creatures: kinds, known names, new ones with their kind. Raises Unreadable or Illegal."""
    setup, trial = context.setup, context.state.copy()
    mine = {fold(name) for name in trial.players[number].creatures}
    others = {fold(name): trial.players[owner].name for owner, name in trial.owned_creatures() if owner != number}
    if trial.contest is not None and trial.contest.guarded:
        others[fold(trial.contest.guarded)] = "the battleground"
    found: list[Face] = []
    parts = _join_kinds(parts_of(text), card_pool.known_creatures(setup, trial))
    _offer_level_1(setup, trial, parts)
    for part in parts:
        for face in _read_part(setup, trial, part, mine, {*others, *(fold(face.name) for face in found)}):
            key = fold(face.name)
            if key in others:
                raise Illegal(f"{face.name} is {others[key]}'s", "E11")
            if key in (fold(other.name) for other in found):
                raise Unreadable(f'{face.name} is named twice; a second card of one name is "{face.name} #2"')
            if key not in card_pool.known_creatures(setup, trial):
                trial.faces.append(face)
            found.append(face)
    return tuple(found)


def _offer_level_1(setup: Setup, game: GameState, parts: Sequence[str]) -> None:
    """Propose level 1 for new creatures typed without a kind. Raises Meant."""
    known = {key: face.name for key, face in card_pool.known_creatures(setup, game).items()}

    def only_named(part: str) -> bool:
        if re.search(r"\d", part) or is_no_name(part) or any(key.startswith(fold(part)) for key in known):
            return False
        words, known_words = {fold(part), *fold(part).split()}, [*known, *MYTHOLOGIES]
        return not any(nearest(word, known_words, most=1, alike=0.75) for word in words)

    new = [part for part in parts if only_named(part)]
    if new and card_pool.unknown_level_1(setup, game):
        message = f"{and_list(new)} {'are' if len(new) > 1 else 'is'} new. Enter if level 1; else say what it is"
        meant = ", ".join(f"{part} level 1" if part in new else part for part in parts)
        raise Suggestion(f"{message}, like {new[0]} {MYTHOLOGIES[0]} 3.", meant)


def _join_kinds(parts: list[str], known: Mapping[str, Face]) -> list[str]:
    """Join a name and the kind after it, "Golem, biblical 3"; for a known creature only if it is that kind."""
    found: list[str] = []
    for part in parts:
        kind = re.fullmatch(rf"(?:{'|'.join(MYTHOLOGIES)}) [2-5]|level 1", fold(part))
        name = found and read_or_none(found[-1]) is None and _NEW.fullmatch(found[-1]) is None
        there = known.get(fold(found[-1])) if found else None
        if kind and name and (there is None or card_pool.kind_of(there) == fold(part)):
            found[-1] = f"{found[-1]}, {part}"
        else:
            found.append(part)
    return found


def read_or_none(part: str) -> tuple[Kind, ...] | None:
    """Parse the kinds that a part names; None for a name."""
    try:
        return read_kinds(part)
    except Unreadable:
        return None


def _read_part(setup: Setup, game: GameState, part: str, mine: set[str], taken: set[str]) -> list[Face]:
    known = card_pool.known_creatures(setup, game)
    if fold(part) in known:
        return [known[fold(part)]]
    match = _NEW.fullmatch(part)
    if match is not None and not is_no_name(match[1]) and read_or_none(part) is None:
        kind_typed = "level 1" if match[2] == "1" else fold(match[2])
        if (there := known.get(fold(match[1]))) is None:
            return [card_pool.new_face(setup, game, card_pool.card_name(match[1]), kind_typed)]
        if (what := card_pool.kind_of(there)) != kind_typed:
            raise Unreadable(f"{there.name} is {what}, not {kind_typed}")
        return [there]
    starting = [name for name in known if name.startswith(fold(part))]
    if not starting and (kinds := read_kinds(part)) is not None:
        faces: list[Face] = []
        for kind in kinds:
            faces.append(_of_kind(setup, game, kind, mine, taken | {fold(face.name) for face in faces}))
            if fold(faces[-1].name) not in known:
                game.faces.append(faces[-1])
        return faces
    names = {key: face.name for key, face in known.items()}
    try:
        return [known[fold(find(part, names, "creature"))]]
    except Unreadable as error:
        raise Unreadable(f"{error}; write what a new one is: {part} level 1, {part} biblical 3, or only b3") from None


def _of_kind(setup: Setup, game: GameState, kind: Kind, mine: set[str], taken: set[str]) -> Face:
    """Choose a creature of a mythology and level: one that the player has, a nameless one, or one of the pile."""
    mythology, level = kind
    known = card_pool.known_creatures(setup, game)
    owned = {fold(name) for _, name in game.owned_creatures()}

    def fits(face: Face) -> bool:
        return face.level == level and (mythology is None or face.mythology == mythology)

    for key, face in known.items():
        if key in mine and key not in taken and fits(face):
            return face
    word = "level 1" if mythology is None else f"{mythology} {level}"
    if mythology is not None:
        card_pool.verify_open(setup, word, mythology)
    most = tables.players().box.level_1_creatures
    names = (numbered(word, at) for at in range(1, most + 2))
    name = next(name for name in names if fold(name) not in taken and fold(name) not in owned)
    if fold(name) in known:
        return known[fold(name)]
    if mythology is None:
        unknown, piled = card_pool.unknown_level_1(setup, game), [face.name for face in known.values()]
    else:
        unknown = card_pool.unknown_creatures(setup, game, mythology)
        piled = card_pool.pile(setup, game, mythology)
    if unknown:
        return card_pool.new_face(setup, game, name, word)
    left = [known[fold(name)] for name in piled if fold(name) not in taken | owned and fits(known[fold(name)])]
    if not left:
        raise Unreadable(f"no creature is left that is {word}; all in the box are with players or known by name")
    return left[0]


# --- items and artifacts --------------------------------------------------------------------------


def take_pieces(context: Context, number: int) -> Procedure[None]:
    """Ask for a player's items and artifacts, with the known ones as the default, and keep them."""
    player, known = context.player(number), by_key(card_pool.known_items(context.setup, context.state), str)
    pieces: tuple[list[str], list[str]] = yield Question(
        "pieces",
        f"{player.name}'s items and artifacts",
        partial(_read_pieces, context, number),
        default=", ".join([*player.items, *player.artifacts]) or "none",
        hint="names, commas between",
        coins=lambda pieces: ", ".join(one for one in pieces[0] if fold(one) not in known),
        write=lambda pieces: ", ".join([*pieces[0], *pieces[1]]) or "none",
    )
    player.items, player.artifacts = pieces


def take_artifacts(context: Context, number: int) -> Procedure[None]:
    """Ask for a player's artifacts, with the known ones as the default."""
    player = context.player(number)
    player.artifacts = yield Question(
        "artifacts",
        f"{player.name}'s artifacts",
        lambda text: _read_pieces(context, number, text, items=False)[1],
        default=", ".join(player.artifacts) or "none",
        hint="any word of a name, commas between",
    )


def _read_pieces(context: Context, number: int, text: str, *, items: bool = True) -> tuple[list[str], list[str]]:
    """Parse items and artifacts, new items too. Raises Unreadable, or Illegal if another player has one (E11)."""
    setup, game = context.setup, context.state
    known, named = by_key(card_pool.known_items(setup, game), str), artifacts_by_key()
    others = {
        fold(piece): player.name
        for at, player in enumerate(game.players)
        if at != number
        for piece in (*player.items, *player.artifacts)
    }
    found: tuple[list[str], list[str]] = ([], [])
    for part in [] if is_nothing(text) else filter(None, names_in(text, [*known, *named])):
        if items and fold(part) in known:
            name = known[fold(part)]
        elif not items or any(fold(part) in key for key in named):
            name = read_artifact(part)
            card_pool.verify_open(setup, name, named[fold(name)].mythology)
        elif card_pool.unknown_items(setup, game):
            name = card_pool.read_new_item(part)
        else:
            name = find(part, known, "item")
        if fold(name) in others:
            raise Illegal(f"{name} is {others[fold(name)]}'s", "E11")
        piece = found[1] if fold(name) in named else found[0]
        if name in piece:
            raise Unreadable(f"{name} is named twice; there is one")
        piece.append(name)
    return found
