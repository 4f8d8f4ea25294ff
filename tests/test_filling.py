"""Numbers of the tables in the texts of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.errors import BadInput
from referee.rulebook import rules
from referee.rulebook.rules import TableValues, write

TABLE = """
page = "1"
few = 2
many = 9
names = ["a", "b", "c"]
sets = [["one"], ["two", "three"]]
goods = { wood = 4, stone = 3 }
[rows]
first = { cost = { iron = 2 }, by = [5, 6] }
second = { cost = { iron = 1 }, by = [7, 8] }
[[named]]
name = "Ann"
age = 30
[[named]]
name = "Bo"
age = 40
"""


@pytest.fixture
def values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableValues:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "things.toml").write_text(TABLE, encoding="utf-8")
    monkeypatch.setattr(rules, "folder", lambda: tmp_path)
    return TableValues("toy")


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("no place", "no place"),
        ("{things.few} and {things.many}", "2 and 9"),
        ("{things.names}", "a, b, c"),
        ("{things.names:and}; {things.names:or}", "a, b and c; a, b or c"),
        ("{things.names.2}", "b"),
        ("{things.sets}", "one, two and three"),
        ("{things.goods}", "4 wood and 3 stone"),
        ("a {things.few:part}", "a half"),
        ("{things.few:times}, {things.many:times}", "twice, 9 times"),
        ("{things.rows.second.by.1}", "7"),
        ("{things.named.Bo.age}", "40"),
        ("{things.named.1.name}", "Ann"),
    ],
)
def test_a_place_is_filled(values: TableValues, text: str, filled: str) -> None:
    assert values.fill(text, "here") == filled


@pytest.mark.parametrize(
    ("of", "each", "lines"),
    [
        ("things.rows", "{number}. {key}: {cost}, {by.2}", ["1. first: 2 iron, 6", "2. second: 1 iron, 8"]),
        ("things.named", "{name} is {age}", ["Ann is 30", "Bo is 40"]),
        ("things.names", "{number} {value}", ["1 a", "2 b", "3 c"]),
        ("things.goods", "{key} {value}", ["wood 4", "stone 3"]),
    ],
)
def test_a_table_gives_a_line_for_each_row(values: TableValues, of: str, each: str, lines: list[str]) -> None:
    assert values.rows(of, each, "here") == lines


@pytest.mark.parametrize(
    "text",
    [
        "{things.fewer}",
        "{things.names.4}",
        "{things.names.0}",
        "{things.named.Cleo.age}",
        "{things.few.more}",
        "{things.rows.first.by.x}",
    ],
)
def test_a_path_that_leads_nowhere_is_named_with_its_entry(values: TableValues, text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        values.fill(f"says {text}", "some-rule")
    assert str(refusal.value) == f'toy rules: some-rule: the tables have no "{text[1:-1]}"'


def test_a_table_that_is_missing_is_named(values: TableValues) -> None:
    with pytest.raises(BadInput, match=r"nothing\.toml"):
        values.fill("{nothing.at.all}", "some-rule")


@pytest.mark.parametrize(
    "text", ["{things.many:part}", "{things.few:and}", "{things.names:part}", "{things.few:odd}"]
)
def test_a_value_that_cant_be_written_so_is_named(values: TableValues, text: str) -> None:
    with pytest.raises(BadInput, match=r"^toy rules: some-rule: .* can't be written as"):
        values.fill(text, "some-rule")


def test_nested_values_are_written_in_one_line() -> None:
    assert write([{"wood": 1}, {"iron": 2, "stone": 3}]) == "1 wood, 2 iron and 3 stone"
