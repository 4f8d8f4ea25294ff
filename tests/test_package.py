"""The package as it is installed: the wheel carries the tables, and the README's commands are what CI runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

import msgspec
import pytest

import referee
from referee.rulebook.indexing import RuleIndex
from referee.rulebook.made import made_of
from referee.rulebook.rules import rulebook
from tests.children import python
from tests.test_imports import imports

ROOT = Path(__file__).parents[1]
RUN = """
from importlib.metadata import entry_points
(command,) = entry_points(group="console_scripts", name="referee")
command.load()()
"""
"""What the launcher does that is installed with a wheel."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a checkout in which nothing was made yet."""
    folder, source = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("checkout") / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.json"))
    python("-m", "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=source)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel brings, as an installation unpacks it."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """What stands in the files of a folder, by their paths in it."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_the_wheel_carries_the_program_and_every_table(installed: Path) -> None:
    """All files as they are here, the JSON of every table, and nothing else."""
    tables = {path.relative_to(ROOT): path.read_bytes() for path in (ROOT / "tables").glob("*/*.toml")}
    assert any(path.name == "rules.toml" for path in tables)
    carried = files(installed / "referee")
    for path, text in tables.items():
        mark, _, made = carried.pop(str(path.with_suffix(".json"))).partition(b"\n")
        assert mark == made_of(ROOT / path)[1]
        assert json.loads(made) == tomllib.loads(text.decode())
    for game in {path.parent for path in tables}:
        _, _, index = carried.pop(str(game / "index.json")).partition(b"\n")
        assert msgspec.json.decode(index, type=RuleIndex) == rulebook(game.name).index
    assert carried == files(ROOT / "referee") | {str(path): text for path, text in tables.items()}
    assert {path.name for path in installed.iterdir()} == {"referee", f"referee-{referee.__version__}.dist-info"}


def test_the_wheel_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    """The command, from what the wheel brings alone, on a record and a sheet."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}

    def run(*words: str | Path) -> str:
        return python("-c", RUN, *words, cwd=tmp_path, env=environment).stdout

    where = python("-c", "import referee; print(referee.__file__)", cwd=tmp_path, env=environment).stdout
    assert Path(where.strip()) == installed / "referee" / "__init__.py"
    assert run("--version") == f"referee {referee.__version__}\n"
    assert '"decided_by":"combinations"' in run("score", ROOT / "examples/four-players.toml", "--json")
    assert "Anna wins" in run("judge", ROOT / "examples/battleground.toml")
    assert "p. 18" in run("rules", "offensive")


def needed(by: Distribution) -> Iterator[str]:
    """What is installed with a distribution: what it needs everywhere, and what that needs."""
    for line in by.requires or ():
        name = re.match(r"[\w.-]+", line)
        assert name is not None
        if ";" not in line:
            yield plain(name[0])
            yield from needed(distribution(name[0]))


def plain(name: str) -> str:
    """A distribution's name as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_the_program_imports_is_installed_with_it(installed: Path) -> None:
    """A fresh environment has nothing but what `dependencies` names, and what that needs; Hatchling only builds."""
    building = ROOT / "referee" / "rulebook" / "build_hook.py"
    run = [path for path in (ROOT / "referee").rglob("*.py") if path != building]
    used = {name.partition(".")[0] for path in run for name in imports(path)}
    foreign = used - sys.stdlib_module_names - {"referee", "__future__"}
    (told,) = installed.glob("*.dist-info")
    brought, homes = set(needed(Distribution.at(told))), packages_distributions()
    assert {"typer", "prompt_toolkit", "msgspec", "openskill", "starlette"} <= foreign
    for module in foreign:
        assert brought.intersection(map(plain, homes[module])), module


def test_ci_runs_the_command_of_the_readme() -> None:
    """`.ci/run` takes its command from the README: with a stand-in for the last step it shows that very line."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    line = readme.split("<!-- test command -->\n```sh\n")[1].split("\n```")[0]
    assert "\n" not in line
    for part in ("ruff check", "ruff format --check", "mypy", "pytest"):
        assert part in line
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace("timeout 150", "true")
    script = script.replace('bash -euo pipefail -c "$command"', "true")
    stand_in = ["bash", "-c", script, str(ROOT / ".ci" / "run")]
    shown = subprocess.run(stand_in, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert shown == f"{line}\n"
