"""The package as it is installed: the wheel carries the tables, and the README's commands are what CI runs."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        ROOT,
        cwd=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_every_table(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    tables = {f"referee/tables/{path.relative_to(ROOT / 'tables')}" for path in (ROOT / "tables").rglob("*.toml")}
    assert tables
    assert tables <= inside
    assert not any(name.startswith(("tests/", "examples/")) for name in inside)


def test_the_wheel_runs_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    """A fresh venv, the wheel with what it needs, and the real commands on a record and a sheet."""
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    run(venv / "bin" / "pip", "install", "-q", wheel, cwd=tmp_path)
    command = venv / "bin" / "referee"
    assert run(command, "--version", cwd=tmp_path) == f"referee {referee.__version__}\n"
    assert '"decided_by":"combinations"' in run(
        command, "score", ROOT / "examples/four-players.toml", "--json", cwd=tmp_path
    )
    assert "Anna wins" in run(command, "judge", ROOT / "examples/battleground.toml", cwd=tmp_path)
    assert "p. 18" in run(command, "rules", "offensive", cwd=tmp_path).replace("\N{NO-BREAK SPACE}", " ")
    assert "Anna would win with 5 victory points" in run(command, "demo", "--no-wait", cwd=tmp_path)


def test_ci_runs_the_command_of_the_readme() -> None:
    """`.ci/run` takes its command from the README: with a stand-in for the last step it shows that very line."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    line = readme.split("<!-- test command -->\n```sh\n")[1].split("\n```")[0]
    assert "\n" not in line
    for part in ("ruff check", "ruff format --check", "mypy", "pytest"):
        assert part in line
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace('bash -euo pipefail -c "$command"', "true")
    stand_in = ["bash", "-c", script, str(ROOT / ".ci" / "run")]
    shown = subprocess.run(stand_in, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert shown == f"{line}\n"
