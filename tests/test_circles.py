"""Circles of files that import each other, within functions too: `python -m tests.test_circles [GAME]` lists them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

from tests.test_imports import PACKAGE, imports, module_of


def graph(under: str = "") -> dict[str, set[str]]:
    """The modules of the program, or of one game, with the modules that each imports anywhere."""
    root = PACKAGE / "games" / under if under else PACKAGE
    files = {module_of(path).removesuffix(".__init__"): path for path in root.rglob("*.py")}
    return {name: set(_used(imports(path), files)) - {name} for name, path in files.items()}


def _used(imported: Iterable[str], files: Mapping[str, object]) -> Iterator[str]:
    """The modules of which something is imported; a package only where it is a name of its own."""
    names = set(imported)
    for name in names:
        if name in files and not any(other.rpartition(".")[0] == name and other in files for other in names):
            yield name


def circles(edges: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """The groups of modules of which each leads to every other, the largest first (Tarjan's algorithm)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        path.append(name)
        for other in edges[name]:
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in path:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in edges:
        if name not in number:
            visit(name)
    yield from sorted(found, key=len, reverse=True)


def test_no_files_import_each_other_in_a_circle() -> None:
    """Not within a function either: what can't be read alone can't be changed alone."""
    assert list(circles(graph())) == []


def main() -> None:
    """Print the circles."""
    sys.setrecursionlimit(10_000)
    edges = graph(*sys.argv[1:2])
    for group in circles(edges):
        print(f"{len(group)} files: {', '.join(group)}")
        for name in group:
            print(f"    {name} uses {', '.join(sorted(edges[name] & set(group)))}")


if __name__ == "__main__":
    main()
