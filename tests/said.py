"""Every text that the program can say, read from its source: `python -m tests.said [PATH ...]` lists them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import referee

WORDS = 3
"""What has fewer words of its own is a name or a key, and no sentence."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines, what is filled in between braces; no docstrings and no patterns."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            left_out |= {part for part in node.values if isinstance(part, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            said = "".join(
                f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else ast.literal_eval(part)
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            said = node.value
        else:
            continue
        if (
            len(re.findall(r"[a-z']{2,}", re.sub(r"\{[^}]*\}", "", said), re.IGNORECASE)) >= WORDS
            and "(?" not in said
        ):
            yield node.lineno, said


def main(places: list[Path]) -> None:
    """List the texts of files and folders."""
    for place in places or [Path(referee.__file__).parent]:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            for line, said in texts(path):
                print(f"{path}:{line}: {said}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
