"""What a group likes: plain screens, colours, the usual dice, its own deck. One small file in the platform's place.

What is said on the command line comes first, then the environment (NO_COLOR), then this file, then what is usual.
`REFEREE_CONFIG` names another file; the group's deck then lies beside it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.asking.dice import Mode
from referee.asking.question import name_reader
from referee.errors import BadInput, Held, Overtaken, Unreadable, naming_place
from referee.files.files import convert, parse_toml, path_of, read_text, read_toml, replace_file, retire_file
from referee.text.names import did_you_mean, fold, or_list, printable

APP = "referee"
VARIABLE = "REFEREE_CONFIG"
NONE = "none"
TRIES = 9
"""How often the file is read anew where another program writes it too."""

_FIRST_LINE = "# What referee is to do unless it is told otherwise; see: referee config\n"

MEANINGS: Mapping[str, str] = {
    "plain": "no drawing and numbered questions, as with --plain: on or off",
    "colours": "colours on the screen: on or off",
    "dice": "the usual answer to whose dice: entered, rolled or average",
    "deck": "the file with your cards, where new ones are remembered; none keeps them in the game only",
    "board": "the file with your board, for a game whose map is not in its rulebook",
    "cost": "whether judge tells by itself what a mistake cost: on or off",
    "readings": "our readings and house numbers of a game: conjurers dead creatures lost, turns 9",
    "alias": "one person under several spellings, for the standings: Jo=Joanna, or Jo= to forget it",
}
"""Every preference and what it is for."""

WORDS: Mapping[str, Mapping[str, Any]] = {
    **{key: {"on": True, "off": False, "yes": True, "no": False} for key in ("plain", "colours", "cost")},
    "dice": {"entered": "entered", "rolled": "rolled", "average": "average"},
}
"""What each preference may be set to, and how that is kept; `deck` and `board` take any file."""


class Preferences(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is preferred. `dice` is empty where nothing is; an empty `deck` or `board` lies in the usual place.

    `alias` has other spellings of people with whom they mean, `readings` what the group plays in each game.
    """

    plain: bool = False
    colours: bool = True
    dice: Mode | None = None
    deck: str = ""
    board: str = ""
    cost: bool = True
    alias: dict[str, str] = {}
    readings: dict[str, dict[str, str]] = {}


def config_path() -> Path:
    """Where the preferences are kept."""
    if named := os.environ.get(VARIABLE):
        return path_of(named)
    import platformdirs  # loaded only where the place isn't named

    return platformdirs.user_config_path(APP, appauthor=False) / "config.toml"


def load() -> Preferences:
    """The preferences of this machine. Raises BadInput that says how to put a bad file right."""
    path = config_path()
    if not path.exists():
        return Preferences()
    try:
        return convert(read_toml(path), Preferences, str(path))
    except BadInput as error:
        raise BadInput(f"{error}\nCorrect it there, or start afresh with: referee config --reset") from None


def describe(preferences: Preferences, name: str) -> str:
    """How a preference is set, in the words that set it."""
    value = getattr(preferences, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    if name == "readings":
        ours = [
            ", ".join(f"{one.replace('_', ' ')} {said}" for one, said in found.items()) for found in value.values()
        ]
        return "; ".join(f"{game}: {found}" for game, found in zip(value, ours, strict=True) if found) or "not set"
    if isinstance(value, dict):
        return ", ".join(f"{other}={person}" for other, person in value.items()) or "not set"
    return str(value or "not set")


def change(name: str, value: str | None) -> Preferences:
    """Set a preference, or forget it (None), and write the file; comments in it stay.

    Where another program changes it too, both changes are in it. Raises Unreadable for a name or a value that can't
    be, with the nearest, BadInput if it can't be written, and Overtaken if others never leave it alone.
    """
    key = setting(name)
    return put(key, None if value is None else _read(key, value))


def put(key: str, kept: Any) -> Preferences:
    """Write a preference as it is kept, or forget it (None). Raises as `change` does."""
    left = TRIES
    while True:
        try:
            return _change(config_path(), key, kept)
        except Held:
            raise
        except Overtaken:
            left -= 1
            if not left:
                raise


def _change(path: Path, key: str, kept: Any) -> Preferences:
    import tomlkit  # loaded only by what writes

    before = read_text(path) if path.exists() else None
    text = _FIRST_LINE if before is None else before
    parse_toml(text, str(path))
    document = tomlkit.parse(text)
    if key == "alias" and kept is not None:
        document[key] = with_alias(dict(document.unwrap().get(key, {})), kept)
    elif key == "readings" and kept is not None:
        document[key] = document.unwrap().get(key, {}) | kept
    elif kept is not None:
        document[key] = kept
    elif key in document:
        del document[key]
    changed = convert(document.unwrap(), Preferences, str(path))
    _make_folder(path.parent)
    replace_file(path, tomlkit.dumps(document), before)
    return changed


def reset() -> None:
    """Forget all preferences; the file before stays as a backup. Raises BadInput if it can't be written."""
    path = config_path()
    if path.exists():
        retire_file(path)


def setting(name: str) -> str:
    """A preference's name as it is spelled. Raises Unreadable with the nearest."""
    key = fold(name)
    key = "colours" if key in ("colors", "color", "colour") else key
    if key not in MEANINGS:
        hint = did_you_mean(name, MEANINGS) or f"; known are {', '.join(MEANINGS)}"
        raise Unreadable(f'there is no preference "{name}"{hint}')
    return key


def _read(name: str, value: str) -> Any:
    """A value as it is kept. Raises Unreadable with the nearest."""
    if name in ("deck", "board"):
        return NONE if fold(value) in (NONE, "off") else str(path_of(value).absolute())
    if name == "alias":
        return alias_of(value)
    words = WORDS[name]
    if fold(value) not in words:
        shown = [word for word in words if word not in ("yes", "no")]
        hint = did_you_mean(value, shown) or f"; it is {or_list(shown)}"
        raise Unreadable(f'{name} can\'t be "{value}"{hint}')
    return words[fold(value)]


def alias_of(text: str) -> tuple[str, str]:
    """A spelling and whom it means, "" for nobody any more, from "Jo=Joanna". Raises Unreadable."""
    other, sign, person = (" ".join(part.split()) for part in text.partition("="))
    if not (other and sign) or "=" in person or fold(other) == fold(person):
        hint = "write the other spelling and the name: Jo=Joanna, or Jo= to forget it"
        raise Unreadable(f'alias can\'t be "{printable(text)}"; {hint}')
    for name in (other, person) if person else ():  # what is kept already can be forgotten, whatever it is
        with naming_place(f"\"{printable(name)}\" isn't a player's name", raised=Unreadable):
            name_reader("name", {})(name)
    return other, person


def with_alias(aliases: Mapping[str, str], change: tuple[str, str]) -> dict[str, str]:
    """Aliases with one more, or less if it means nobody; one that led the other way round is gone."""
    other, person = change
    rest = {name: means for name, means in aliases.items() if fold(name) != fold(other)}
    if not person:
        return rest
    name: str | None = person
    while name is not None:
        key = next((one for one in rest if fold(one) == fold(name)), None)
        name = rest[key] if key is not None else None
        if name is not None and fold(name) == fold(other):
            rest = {one: means for one, means in rest.items() if one != key}
            name = None
    return rest | {other: person}


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: can't be made: {error.strerror}") from None


def as_data(preferences: Preferences) -> dict[str, Any]:
    """All preferences as plain data, those too that are as usual."""
    return {name: getattr(preferences, name) for name in MEANINGS}


# --- deck and board -------------------------------------------------------------------------------------


def deck_place(game: str) -> Path | None:
    """Where the group's own deck for a game is or will be; None if it wants none. Raises BadInput.

    A deck of another game that is preferred is left alone.
    """
    named = load().deck
    if named == NONE:
        return None
    if named and _may_be_of(game, Path(named)):
        return Path(named)
    return _own_place(f"{game}-cards.toml")


def board_place(game: str) -> Path | None:
    """Where the group's own board for a game is or will be; None if it wants none. Raises BadInput."""
    named = load().board
    if named == NONE:
        return None
    return Path(named) if named and _may_be_of(game, Path(named)) else _own_place(f"{game}-board.toml")


def _own_place(name: str) -> Path:
    if os.environ.get(VARIABLE):
        return config_path().with_name(name)
    import platformdirs

    return platformdirs.user_data_path(APP, appauthor=False) / name


def is_shipped(path: Path) -> bool:
    """Whether a deck is one of the program's examples: in the folder `examples` beside a folder with the program.

    Its place tells, and no mark in it: a copy of it elsewhere is somebody's own.
    """
    folders = (folder for folder in path.resolve().parents if folder.name == "examples")
    return any((folder.parent / APP / "__init__.py").is_file() for folder in folders)


def _may_be_of(game: str, path: Path) -> bool:
    """Whether a file that is or will be a deck doesn't say that it belongs to another game."""
    try:
        return not path.is_file() or read_toml(path).get("game") in (None, game)
    except BadInput:
        return True  # whoever uses it says what is wrong with it


def usual_deck(game: str) -> Path | None:
    """The group's own deck for a game, if it is there. Raises BadInput."""
    place = deck_place(game)
    return place if place is not None and place.is_file() else None


def usual_answers(game: str) -> dict[str, str]:
    """The usual answers by question key, as far as there are any. Raises BadInput."""
    dice, deck, board = load().dice, usual_deck(game), board_place(game)
    files = {"deck": deck, "board": board if board is not None and board.is_file() else None}
    return ({"dice": dice} if dice else {}) | {key: str(file) for key, file in files.items() if file is not None}


def preferred_readings(game: str) -> dict[str, list[str]]:
    """What the group plays in a game, as options of a new one. Raises BadInput."""
    return {name.replace("_", "-"): [word] for name, word in load().readings.get(game, {}).items()}
