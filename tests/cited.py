"""Which rules the code cites: read from the source, so it is known whether or not a test comes by."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

NAMES = {"rule", "rules", "ruling"}
"""What a parameter, a field or a variable is called that holds ids of entries."""
REFUSAL = "Refusal"
"""The type of a pair whose second part is an id."""

Parts = dict[str, list[ast.ClassDef | ast.FunctionDef]]
"""The classes and functions of a program by name."""


class Cited(Struct, frozen=True):
    """An id that stands literally in the code, and where: the file from the folder on, and the line."""

    id: str
    file: str
    line: int


_GIVING = (ast.ClassDef, ast.FunctionDef, ast.Call, ast.Assign, ast.AnnAssign)


@cache
def cited(folder: Path) -> list[Cited]:
    """The ids that a folder's code hands to what is called rule, rules or ruling, by name, place or default."""
    giving = {
        path: [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, _GIVING)]
        for path in sorted(folder.rglob("*.py"))
    }
    parts: dict[str, Parts] = {}
    for game in {_game(path) for path in giving}:
        for path in (path for path in giving if _game(path) in ("", game)):
            for node in giving[path]:
                if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name != "__init__":
                    parts.setdefault(game, {}).setdefault(node.name, []).append(node)
    return [
        Cited(text, str(path.relative_to(folder)), value.lineno)
        for path, nodes in giving.items()
        for node in nodes
        for value in _given(node, parts[_game(path)])
        for text in _texts(value)
    ]


def _game(path: Path) -> str:
    """The game whose file it is, "" for none: what another game calls alike is not meant."""
    _, _, name = path.parent.as_posix().partition("/games/")
    return name.partition("/")[0]


def _texts(value: ast.AST) -> Iterator[str]:
    """The literal texts in a value; what it is compared to and what it is looked up by aren't part of it.

    Nor is the place of a part of a declaration (`part`).
    """
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "part":
        return
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.Dict):
        for looked_up in value.values:
            yield from _texts(looked_up)
    elif not isinstance(value, ast.Compare) and not _names_a_part(value):
        for part in ast.iter_child_nodes(value):
            yield from _texts(part)


def _names_a_part(value: ast.AST) -> bool:
    """Whether it is the place of a part of a game: `part("package.module:NAME")`."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "part"


def _given(node: ast.AST, parts: Parts) -> Iterator[ast.expr]:
    """What a piece of code gives to such a parameter, field or variable."""
    match node:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
            names = [_parameters(part, parts) for part in parts.get(name, ())]
            yield from (value for at, value in enumerate(node.args) if any(NAMES & {*n[at : at + 1]} for n in names))
            yield from (keyword.value for keyword in node.keywords if keyword.arg in NAMES)
        case ast.FunctionDef():
            yield from _defaults(node)
            if node.returns is not None and REFUSAL in ast.unparse(node.returns):
                returned = (part.value for part in ast.walk(node) if isinstance(part, ast.Return))
                yield from (pair.elts[1] for pair in returned if isinstance(pair, ast.Tuple))
        case ast.Assign(targets=[ast.Name(name)], value=value) if name in NAMES:
            yield value
        case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value) if name in NAMES:
            yield value


def _defaults(function: ast.FunctionDef) -> Iterator[ast.expr]:
    last = function.args.args[-len(function.args.defaults) :] if function.args.defaults else []
    pairs = zip(last, function.args.defaults, strict=True)
    yield from (value for parameter, value in pairs if parameter.arg in NAMES)


def _parameters(part: ast.ClassDef | ast.FunctionDef, parts: Parts) -> list[str]:
    """What a function or the making of an object takes by place, in order."""
    if isinstance(part, ast.FunctionDef):
        return [parameter.arg for parameter in part.args.args if parameter.arg != "self"]
    made = next((one for one in part.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    return _fields([part], parts) if made is None else _parameters(made, parts)


def _fields(classes: Iterable[ast.AST], parts: Parts) -> list[str]:
    """The fields of classes, those that they inherit first."""
    found: dict[str, None] = {}
    for one in classes:
        if isinstance(one, ast.ClassDef):
            bases = [base for name in one.bases if isinstance(name, ast.Name) for base in parts.get(name.id, ())]
            own = [line.target for line in one.body if isinstance(line, ast.AnnAssign)]
            names = [target.id for target in own if isinstance(target, ast.Name)]
            found |= dict.fromkeys([*_fields(bases, parts), *names])
    return list(found)
