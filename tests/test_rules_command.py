"""`referee rules`: topics, entries, answers, examples, coverage, and what scripts get."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee import games
from referee.cli import build
from referee.rulebook.answering import kind_of
from referee.rulebook.rules import rulebook
from referee.rulebook.screen import show_rules
from referee.text.screen import Screen

BOOK = rulebook("conjurers")


def run(*words: str, code: int = 0, columns: int = 80) -> str:
    result = CliRunner().invoke(build(["rules"]), ["rules", *words], env={"COLUMNS": str(columns)})
    assert result.exit_code == code, result.output
    text = result.stdout if code == 0 else result.stderr
    return "\n".join(line.rstrip() for line in text.splitlines())


def as_json(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


def titles(text: str) -> list[str]:
    """The ids in the heading lines, in order."""
    return re.findall(r"^\S.*\((?:ruling )?(\S+), pp?\. [\d, -]+\)$", text, re.MULTILINE)


# --- topics -------------------------------------------------------------------------------------------


def test_without_words_the_topics_are_listed() -> None:
    text = run()
    assert [line.split()[0] for line in text.splitlines()[1:-1] if line[0] != " "] == BOOK.topics
    assert f"{len(BOOK.rules)} rules and {len(BOOK.rulings)} rulings" in text
    assert run(" ") == text


def test_a_topic_is_a_list_of_titles_with_ids_and_pages() -> None:
    text = run("feeding")
    assert "Feeding" in text  # the rule of that id goes before its topic
    lines = run("scoring").splitlines()
    assert re.fullmatch(r"Creature variety +creature-variety +p\. 24", lines[3])
    assert len(lines) == len(BOOK.of_topic("scoring")) + 1
    assert lines[-1] == "In full: referee rules scoring --all"


@pytest.mark.parametrize("asked", ["readings", "house rules"])
def test_what_a_table_decides_is_listed(asked: str) -> None:
    told = run("--game", "enchanters", asked, columns=120)
    assert "failed first: what a lost fight" in told
    assert "(goes or stays; E-l)" in told
    assert "start crystals: crystals that everybody starts with  (a number; starting-crystals)" in told


def test_a_whole_topic_is_shown_in_full() -> None:
    assert titles(run("scoring", "--all")) == [entry.id for entry in BOOK.of_topic("scoring")]


# --- entries ------------------------------------------------------------------------------------------


def test_an_entry_has_its_page_its_text_and_what_is_related() -> None:
    lines = run("flying").splitlines()
    assert lines[0] == "Flying  (flying, pp. 16, 18)"
    assert "  Rulings: B6 Flying" in lines
    assert lines[-1].startswith("  See also: ranged, arrival-fight")


def test_a_rulings_switch_is_named() -> None:
    assert "  Tables differ: whether battles wait with fewer than four players" in run("A1").splitlines()


def test_an_entry_that_computes_has_an_example_from_the_engine() -> None:
    text = run("how much food it takes")
    assert "For example:\n" in text
    assert "Anna pays 26 food (feeding)." in text
    assert "For example" not in run("flying")


def test_a_table_is_told_line_by_line() -> None:
    text = run("artifact-prices")
    assert "\n    Mandjet (egyptian): 30 wood; 6 points\n" in text
    assert text.count(" points\n") >= 13


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_line_is_wider_than_the_screen(columns: int) -> None:
    for words in ((), ("scoring",), ("scoring", "--all"), ("who wins a tie",), ("B16",), ("--coverage",)):
        assert max(map(len, run(*words, columns=columns).splitlines())) <= columns


@pytest.mark.parametrize("words", [(), ("scoring",), ("who wins a tie",), ("--coverage",)])
def test_what_goes_to_a_file_has_no_spaces_at_the_ends_of_lines(words: tuple[str, ...]) -> None:
    told = CliRunner().invoke(build(["rules"]), ["rules", *words], env={"COLUMNS": "80"}).stdout
    assert told.splitlines() == [line.rstrip() for line in told.splitlines()]


# --- questions ----------------------------------------------------------------------------------------


def test_a_question_gets_its_three_best_answers_the_best_in_full() -> None:
    text = run("can", "a", "flyer", "be", "bound")
    assert titles(text)[0] == "bound-creature"
    assert "bind" in titles(text)
    assert len(titles(text)) == 3
    assert text.count("See also:") == 1
    more = re.search(r"^Also: .*; (\d+) more: add --all", text, re.MULTILINE)
    assert more is not None
    assert len(titles(run("can a flyer be bound", "--all"))) == 5 + int(more[1])


def test_the_answer_stands_first_and_only_once() -> None:
    """The others are titles only where the first is clearly ahead."""
    text = run("how much food does my third assistant eat")
    assert text.startswith("8 food for the third assistant.\nHow much food it takes  (food-needed, p. 14)")
    assert len(titles(text)) == 1
    first = as_json("how many initiative buttons are there")
    assert first["answer"] == first["entries"][0]["text"]  # a short one is told whole
    assert run("how many initiative buttons are there").replace("\n", " ").count(first["answer"]) == 1


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("how much is it", "how many"),
        ("what does an assistant cost", "how many"),
        ("who starts", "who"),
        ("can I look", "may"),
        ("he says I may not look, is that so", "may"),
        ("do I have to feed", "must"),
        ("what happens if I lose", "what if"),
        ("is it over", "whether"),
        ("when do we feed", "when"),
        ("flying", ""),
        ("when do I pay", "when"),
        ("when I rest do I pay", "whether"),
        ("whos first", "who"),
        ("he feeds when I rest, where does the food go", "where"),
        ("to whom does it go", "who"),
    ],
)
def test_the_kind_of_a_question(question: str, kind: str) -> None:
    assert kind_of(question.replace(",", ""), question) == kind


def test_a_question_behind_the_name_of_a_game_is_one_to_its_rules() -> None:
    assert run("enchanters", "how many crystals do I start with") == run(
        "--game", "enchanters", "how many crystals do I start with"
    )


def test_few_answers_have_no_rest() -> None:
    assert "--all" not in run("weirdest elbows")


def test_what_was_misspelled_is_said_last() -> None:
    assert run("wepon", "smith").splitlines()[-1] == '"wepon" was read as "weapon".'


def test_what_fits_nothing_is_one_message_and_exit_code_two() -> None:
    assert (
        run("qqqq", code=2)
        == 'nothing is known of "qqqq" in the rules of Conjurers; list the topics with: referee rules'
    )
    assert run("--game", "chess", code=2).startswith('there is no game "chess"')


# --- coverage and scripts -----------------------------------------------------------------------------


def test_coverage_is_a_table_of_all_entries_and_how_each_is_carried_out() -> None:
    lines = run("--coverage", columns=120).splitlines()
    found = {line.split()[0]: line.split()[-1] for line in lines[:-1]}
    assert found == {entry.id: entry.status for entry in BOOK.entries.values()}
    assert re.search(
        r"^E1 +One figure per space \(switch: shared_spaces\) +pp\. 9-10 +enforced$", "\n".join(lines), re.M
    )
    assert lines[-1].startswith(f"{len(BOOK.entries)} entries: ")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("game", games.names())
def test_words_stay_whole_beside_long_headings(game: str, columns: int) -> None:
    """Prophecy's and Mythic Battles' places are headings, some of them longer than half a line."""
    book = rulebook(game)
    for entries, words in ((book.entries.values(), "--coverage"), (book.of_topic(book.topics[2]), book.topics[2])):
        lines = run("--game", game, words, columns=columns).splitlines()
        shown = set(" ".join(lines).split())
        assert {word for entry in entries for word in entry.title.split()} <= shown
        assert len(lines) < 5 * len(list(entries))


def test_coverage_of_what_was_asked_for() -> None:
    lines = run("tournament", "--coverage").splitlines()
    assert len(lines) == len(BOOK.of_topic("tournament")) + 1


def test_coverage_for_scripts() -> None:
    data = as_json("--coverage")
    assert data["game"] == "conjurers"
    assert {entry["id"]: entry["status"] for entry in data["entries"]} == {
        e.id: e.status for e in BOOK.entries.values()
    }
    assert [e["id"] for e in data["entries"] if e["switch"]] == ["E1", "A1", "A4"]


def test_an_answer_for_scripts() -> None:
    data = as_json("how meny pionts for abundence")
    assert data["found_by"] == "question"
    assert data["read_as"] == {"pionts": "points", "abundence": "abundance"}  # one says nothing
    assert data["kind"] == "how many"
    assert data["answer"]
    best = data["entries"][0]
    assert 0 < data["entries"][1]["score"] <= best["score"] <= 1
    assert (best["id"], best["page"], best["ruling"], best["status"]) == ("abundance", "25", False, "computed")
    assert best["lines"] == ["6 creatures: 15 points", "7 creatures: 20 points", "8 creatures: 30 points"]
    assert best["example"] == ["creatures, abundance: 7 norse creatures: 20"]


def test_topics_for_scripts() -> None:
    assert as_json()["topics"]["tournament"][0] == "tournaments"


# --- at the prompts of a game ---------------------------------------------------------------------------


def test_the_prompts_answer_questions_too(tmp_path: Path) -> None:
    path = tmp_path / "screen.txt"
    with path.open("w", encoding="utf-8") as file:
        screen = Screen(plain=True, file=file, width=80)
        show_rules(BOOK, "can a flyer be bound", screen)
        show_rules(BOOK, "qqqq", screen)
    told = path.read_text(encoding="utf-8")
    assert "Bind  (bind, p. 23)" in told
    said = " ".join(told.split())
    assert said.endswith('nothing is known of "qqqq" in the rules of Conjurers; list the topics with: rules')


def test_what_a_game_doesnt_know_is_said() -> None:
    """There are no dragons in Conjurers; they were read as "drawn" once."""
    assert "drawn" not in run("dragon", code=2)
    assert run("dragon", code=2).startswith('nothing is known of "dragon" in the rules of Conjurers')
    assert run("what about dragons", code=2).startswith('nothing is known of "dragons" in the rules of Conjurers')
    assert titles(run("can a dragon fly"))[0] == "flying"


# --- on a screen of 80 x 24 ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["conjurers", "enchanters", "prophecy"])
def test_an_answer_at_a_prompt_fits_the_screen(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The best one is told in full, and others by their ids where there is no room for them."""
    monkeypatch.setattr(Screen, "height", property(lambda screen: 24))
    questions = tomllib.loads((Path(__file__).parent / game / "questions.toml").read_text(encoding="utf-8"))
    book, short = rulebook(game), 0
    long = ["what is Mjollnir worth", "what if the devourer dies"] if game == "conjurers" else []
    for asked in [*[question for topic in questions.values() for question in topic][::25], *long]:
        show_rules(book, asked, Screen(plain=True, width=80), example=games.load(game).example)
        told = capsys.readouterr().out
        entry = book.entries[book.look_up(asked).entries[0].id]
        assert entry.title in told
        assert len(told.splitlines()) <= 24 - 3, asked
        short += "\nAlso: " in told
    assert short


def test_a_refusal_says_the_rule_in_words_before_its_id() -> None:
    assert BOOK.in_words("E1").endswith(", E1")
    assert BOOK.in_words("duel") == "Dueling conjurer, p. 13"
    assert BOOK.in_words("nothing") == "nothing"


def test_an_answer_at_a_prompt_leaves_the_board_in_sight(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "height", 24)
    show_rules(BOOK, "can I use two figures on one space", Screen(width=80))
    told = capsys.readouterr().out
    assert told.startswith("No: ")
    assert "In full: rules E1" in told
    assert told.count("\n") <= 10
