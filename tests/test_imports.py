"""Imports run one way, and heavy libraries load only in the commands that use them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from referee import games
from referee.cards.language import CardLanguage
from referee.declaration.game import Battles, Explaining, Rules, Scores, Screens, Secrets
from referee.declaration.setup import SetUp
from tests.children import python

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "referee"


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a file imports, at its top or inside functions, but for types only."""
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif (place := part_of(node)) is not None:
            yield place.partition(":")[0]


def part_of(node: ast.AST) -> str | None:
    """The place that a `part("package.module:name")` of a declaration names."""
    match node:
        case ast.Call(func=ast.Name("part"), args=[ast.Constant(place), *_]):
            return str(place)
    return None


@cache
def parts() -> list[str]:
    """The places of all parts that are loaded where they are used."""
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return sorted({place for text in texts for place in re.findall(r'\bpart\(\s*"([\w.]+:\w+)"', text)})


FLOORS = [
    {"errors", "pictures"},
    {"text"},
    {"files", "effects", "sampling"},
    {"asking"},
    {"preferences", "rulebook"},
    {"play", "scores", "recent"},
    {"cards"},
    {"declaration"},
    {"game", "explain", "answers"},
    {"saves"},
    {"evenings"},
    {"games"},
    {"library"},
    {"phones"},
    {"cli"},
    {"__main__"},
]
"""The rooms of the house, from the ground up: each may use those below it, and none beside or above."""


def room_of(module: str) -> str:
    """The room that a module of the program stands in; "" for none of them."""
    return module.removeprefix("referee").removeprefix(".").partition(".")[0] if module.startswith("referee") else ""


def floor_of(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def is_core(path: Path) -> bool:
    return room_of(module_of(path)) not in ("games", "cli", "__main__")


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_each_room_uses_only_those_below_it(path: Path) -> None:
    room = room_of(module_of(path))
    used = {room_of(name) for name in imports(path)} - {"", room, "__init__", "__version__"}
    for other in used if room != "__init__" else ():
        assert floor_of(other) < floor_of(room), f"{room} uses {other}"


@pytest.mark.parametrize("place", parts())
def test_every_part_that_is_loaded_later_is_there(place: str) -> None:
    module, _, name = place.partition(":")
    assert hasattr(import_module(module), name)


@pytest.mark.parametrize("name", games.names())
def test_the_parts_of_a_game_are_what_it_declares(name: str) -> None:
    game = games.load(name)
    kinds = {
        game.rules: Rules,
        game.setup: SetUp,
        game.scores: Scores,
        game.screens: Screens,
        game.explaining: Explaining,
        game.secrets: Secrets,
        game.battles: Battles,
        game.cards: CardLanguage,
    }
    for part, kind in kinds.items():
        assert part is None or isinstance(part(), kind)


def test_every_room_has_its_floor() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.name not in ("__pycache__", "__init__.py", "tables")}
    assert there - {"py", "README"} == set().union(*FLOORS)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_from_commands_to_games_to_the_core(path: Path) -> None:
    found = imports(path)
    if is_core(path) and room_of(module_of(path)) not in ("__main__", "library"):
        assert not any(name.startswith(("referee.cli", "referee.games")) for name in found)
    if path.is_relative_to(PACKAGE / "games"):
        assert not any(name.startswith("referee.cli") for name in found)
    if path.is_relative_to(PACKAGE / "cli"):
        assert not any(name.startswith("referee.games.") for name in found)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_never_import_what_draws_or_asks(path: Path) -> None:
    heavy = {name.partition(".")[0] for name in imports(path)} & {"rich", "typer", "questionary", "prompt_toolkit"}
    allowed: set[str] = set()
    if {"screens", "screen"} & {path.parent.name, path.stem}:
        allowed = {"rich"}
    elif path.is_relative_to(PACKAGE / "cli"):
        allowed = {"typer"}
    elif path == PACKAGE / "text" / "keyboard.py":
        allowed = {"questionary", "prompt_toolkit"}
    assert heavy <= allowed


def loaded_by(*arguments: str) -> set[str]:
    """The modules that are loaded when a command ends."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: sys.stderr.write('\\n'.join(sys.modules)))\n"
        f"sys.argv = ['referee', *{arguments!r}]\n"
        "from referee.__main__ import main\n"
        "main()\n"
    )
    return set(python("-c", code, code=None, cwd=ROOT).stderr.splitlines())


def test_scoring_for_scripts_loads_no_screens_and_no_prompts() -> None:
    loaded = loaded_by("score", "examples/two-players-shared.toml", "--json")
    assert "referee.games.conjurers.scores.score" in loaded
    assert not loaded & {
        "typer",
        "rich",
        "prompt_toolkit",
        "referee.rulebook.indexing",
        "referee.text.screen",
        "referee.play.form",
        "referee.pictures",
    }


def test_a_score_into_a_file_loads_nothing_that_draws() -> None:
    loaded = loaded_by("score", "examples/four-players.toml")
    assert "referee.scores.screen" in loaded
    assert not loaded & {"typer", "rich"}


LOOKED_INTO = {"inspect", "dataclasses", "typing_extensions"}
"""What looks into code loads a tenth of all that a short command needs."""


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "flying"),
        ("rules", "can a flyer be bound"),
        ("next", "{save}"),
        ("do", "{save}", "end"),
        ("undo", "{save}"),
    ],
    ids=" ".join,
)
def test_a_short_command_loads_nothing_that_looks_into_code(command: tuple[str, ...], tmp_path: Path) -> None:
    save = tmp_path / "save.toml"
    begun = ROOT / "examples" / "four-player-game.moves"
    python("-m", "referee", "do", str(save), "--from", str(begun), code=None, cwd=ROOT)
    loaded = loaded_by(*(word.format(save=save) for word in command))
    assert "msgspec" in loaded
    assert not loaded & (LOOKED_INTO | {"typer", "hashlib"})


def test_the_version_is_answered_before_anything_heavy_is_loaded() -> None:
    loaded = loaded_by("--version")
    assert "referee" in loaded
    assert not loaded & {"typing", "typer", "msgspec", "rich"}


def test_python_does_not_look_for_garbage_when_a_command_ends() -> None:
    code = (
        "import atexit, gc\n"
        "atexit.register(lambda: print(gc.get_freeze_count()))\n"  # what is registered first comes last
        "import sys\n"
        "sys.argv = ['referee', 'rules', 'flying']\n"
        "from referee.__main__ import main\n"
        "main()\n"
    )
    assert int(python("-c", code, cwd=ROOT).stdout.split()[-1]) > 0


def test_looking_at_a_deck_loads_nothing_that_asks_or_writes() -> None:
    loaded = loaded_by("cards", "list", "examples/sample-deck.toml", "--json")
    assert "referee.cards.deck_editor" in loaded
    assert not loaded & {"rich", "questionary", "prompt_toolkit", "tomlkit"}


def test_few_names_stand_for_several_classes() -> None:
    """Who reads one game meets a name in its one meaning; games may share the plainest."""
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    names = Counter(name for text in texts for name in re.findall(r"^class (\w+)", text, re.MULTILINE))
    assert len([name for name, many in names.items() if many > 1]) < 60
