"""Which tests pin which rules: read from markers in test files and rows of tables, so it is known whatever is run."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

from referee.rulebook.rules import RuleBook
from tests.rows import Row, read, tables

TESTS = Path(__file__).parent


@cache
def pins() -> dict[str, list[str]]:
    """The ids in `@pytest.mark.rule(...)` and in rows, each with its tests as "test_odds.py::test_first_strike"."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        marks = list(_marks(nodes))
        written = sum(map(_is_mark, nodes))
        assert written == len(marks), f"{path}: a rule's marker must stand right above its test"
        for name, call in marks:
            for argument in call.args:
                assert isinstance(argument, ast.Constant), f"{path}: a rule's id must stand there literally"
                found.setdefault(str(argument.value), []).append(f"{path.name}::{name}")
    for path in tables():
        for row in read(path):
            if isinstance(row, Row):
                for rule in row.rules:
                    found.setdefault(rule, []).append(f"{path.name}::{row.id}")
    return found


def _marks(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.Call]]:
    """The markers of the tests of a file."""
    for function in nodes:
        if isinstance(function, ast.FunctionDef):
            yield from ((function.name, part) for part in function.decorator_list if _is_mark(part))


def _is_mark(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether this is `pytest.mark.rule(...)`, told without writing every call of a file anew."""
    match node:
        case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark"))):
            return True
    return False


def coverage(book: RuleBook) -> Iterator[str]:
    """A line for every entry: how it is carried out, its pages, and how many tests of which files pin it."""
    for told in book.explain(book.entries):
        pinned = pins().get(told.id, [])
        files = Counter(Path(test.partition("::")[0]).stem for test in pinned)
        tests = ", ".join(f"{file} {number}" for file, number in files.items()) or "-"
        switch = f" (switch: {told.switch})" if told.switch else ""
        yield f"{told.id:24}{told.status:10}{told.pages:18}{len(pinned):>4}  {tests}{switch}"
