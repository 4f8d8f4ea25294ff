"""Text that is written without rich comes out just as rich writes it."""

from __future__ import annotations

import io

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from referee.text.screen import Screen, Styled, columns
from tests.random_runs import examples

WORDS = (
    "a",
    "bc",
    "rule",
    "longer",
    "  ",
    " ",
    " ",
    "\xa0",
    "·",
    "é",
    ".",
    "(p.\xa08)",
    "\t",
    "\n",
    "界",
    "\u200b",
    "\x1b",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=25).map("".join)
WIDTHS = st.integers(1, 40)


def written(text: str, width: int, by: int | None, dim: str, *, rich: bool) -> str:
    """What a screen writes, `by` so many columns to the right; None for a whole line."""
    file = io.StringIO()
    screen = Screen(file=file, width=width)
    if rich:
        assert screen.console.width == width
    if by is None:
        screen.line(text, style=dim and "dim")
    else:
        screen.print_indented(text, by, dim=dim)
    event(f"without rich: {'console' not in vars(screen)}")
    return file.getvalue()


@examples(600)
@given(TEXTS, WIDTHS, st.sampled_from((None, 0, 2, 4)), st.sampled_from(("", "  (B2)")))
def test_text_is_wrapped_as_rich_wraps_it(text: str, width: int, by: int | None, dim: str) -> None:
    assert written(text, width, by, dim, rich=False) == written(text, width, by, dim, rich=True)


KINDS: st.SearchStrategy[list[str | int]] = st.lists(
    st.sampled_from(("left", "right", "*", 6, 12)), min_size=1, max_size=4
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str | int], list[list[str | Styled]]]:
    """The kinds of some columns, and rows of short texts, most of them plain."""
    kinds = draw(KINDS)
    cell = st.lists(st.sampled_from(WORDS[:12]), max_size=5).map("".join)
    cells = st.one_of(cell, cell, cell.map(lambda text: Styled(text, "bold")))
    return kinds, draw(st.lists(st.lists(cells, min_size=len(kinds), max_size=len(kinds)), max_size=4))


@examples(600)
@given(tables(), st.integers(1, 60), st.sampled_from((0, 2)), st.booleans(), st.integers(1, 2))
def test_a_table_is_set_as_rich_sets_it(
    told: tuple[list[str | int], list[list[str | Styled]]], width: int, by: int, expand: bool, gap: int
) -> None:
    def set_by(*, rich: bool) -> str:
        file = io.StringIO()
        screen = Screen(file=file, width=width)
        if rich:
            assert screen.console.width == width
        table = columns(*told[0], gap=gap, expand=expand)
        for row in told[1]:
            table.add_row(*row)
        screen.print_indented(table, by) if by else screen.print(table)
        event(f"without rich: {'console' not in vars(screen)}")
        return file.getvalue()

    assert set_by(rich=False) == set_by(rich=True)


@pytest.mark.parametrize(("text", "width", "loaded"), [("two words", 9, False), ("", 9, False), ("words", 4, True)])
def test_rich_is_there_only_where_it_is_needed(text: str, width: int, loaded: bool) -> None:
    screen = Screen(file=io.StringIO(), width=width)
    screen.line(text, style="bold")
    assert ("console" in vars(screen)) == loaded


@pytest.mark.parametrize("name", ["FORCE_COLOR", "TTY_COMPATIBLE"])
def test_who_asks_for_colours_gets_them(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(name, "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    file = io.StringIO()
    Screen(file=file, width=20).line("words", style="bold")
    assert file.getvalue() == "\x1b[1mwords\x1b[0m\n"
    file = io.StringIO()
    Screen(plain=True, file=file, width=20).line("words", style="bold")
    assert file.getvalue() == "words\n"


def test_what_is_caught_to_be_redrawn_comes_at_one_stroke() -> None:
    file = io.StringIO()
    screen = Screen(file=file, width=20)
    screen.line("before")
    screen.redraw(lambda: screen.line("within"))
    assert file.getvalue() == "before\n\nwithin\n"


TOLD = "Closed until turn 7 (p. 10), as is the mine (pp. 10-11); see Tavern, p.\xa012, too"


@pytest.mark.parametrize("width", range(14, 40))
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("how", ["line", "indented", "table", "text"])
def test_a_page_stays_on_the_line_of_its_number(width: int, rich: bool, how: str) -> None:
    from rich.text import Text

    file = io.StringIO()
    screen = Screen(file=file, width=width)
    if rich:
        assert screen.console.width == width
    if how == "table":
        table = columns("*")
        table.add_row(TOLD)
        screen.print(table)
    elif how == "text":
        screen.print(Text.assemble((TOLD, "bold"), (" (p. 3)", "dim")))
    elif how == "indented":
        screen.print_indented(TOLD)
    else:
        screen.line(TOLD)
    assert not [line for line in file.getvalue().splitlines() if line.endswith(("p.", "pp."))]
    assert "see Tavern, p. 12, too" in " ".join(file.getvalue().split(" ")).replace("\n", " ").replace("   ", " ")
