"""Live battles: set up and played by answers, kept answer by answer, gone on with, and judged to the same result."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from referee import games
from referee.cli import build
from referee.errors import BadInput, Illegal, Unreadable
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.live import BattleTable, ask_battle
from referee.games.conjurers.battle.record import replay
from referee.games.conjurers.battle.state import Battle, Lineup, start_battle
from referee.games.conjurers.cards.cards import Equipment, deck_for
from referee.play.notation import read_one
from referee.text.screen import Screen
from tests.conjurers.fights import card
from tests.old_saves import run as cli
from tests.random_runs import examples

DECK = Path(__file__).parents[2] / "examples" / "sample-deck.toml"

DUEL = """\
duel
entered
none
Anna
Bo
Sphinx
wolf
done
Tower Shield
done
Medusa
Wolf
Wolf
done
summon sph 2 with tower
"""


def battle(record: Path, moves: str, *options: str, deck: bool = True) -> Result:
    """Run `referee battle` with a file of moves."""
    script = record.with_suffix(".moves")
    script.write_text(moves, encoding="utf-8")
    more = ["--deck", str(DECK)] if deck else []
    result = CliRunner().invoke(build(["battle"]), ["battle", str(record), "--moves", str(script), *more, *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def table(record: Path) -> BattleTable:
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        return BattleTable(games.load("conjurers"), record, Screen(plain=True, file=nowhere), DECK)


def battle_of(found: BattleTable) -> Battle:
    state = found.session.state.battle
    assert state is not None
    return state


def test_a_card_without_abilities_is_listed_without_a_comma_behind_it(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text('game = "conjurers"\nkind = "deck"\n\n[[creature]]\nname = "Wolf"\nlevel = 1\nhp = 3\nbd = 2\n')
    asking = ask_battle(deck_for(tmp_path / "duel.toml", None, deck), {})
    one = next(asking)
    for answer in ("duel", "entered", "none", "Anna", "Bo"):
        one = asking.send(one.parse(answer))
    assert [option.detail for option in one.options()] == ["level 1, 3/2"]


def test_a_battle_is_set_up_from_a_deck_and_recorded(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    assert battle(record, DUEL).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert [card["name"] for card in data["defender"]["creatures"]] == ["Medusa", "Wolf", "Wolf #2"]
    assert data["turns"] == [{"move": "summon Sphinx 2 with Tower Shield"}]
    assert data["attacker"]["creatures"][0]["abilities"] == ["defensive 2", "first strike"]


def test_a_battle_has_so_many_creatures_as_the_group_has_agreed(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        found = BattleTable(
            games.load("conjurers"),
            record,
            Screen(plain=True, file=nowhere),
            DECK,
            {"battle_creatures": 1, "overkill": "lost"},
        )
    for text in ("duel", "entered", "none", "Anna", "Bo"):
        found.session.answer(text)
    assert found.session.question is not None
    assert found.session.question.prompt == "Anna's creature 1 of up to 1"
    for text in ("Sphinx", "none", "Medusa", "none"):
        found.session.answer(text)
    found.save()
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert (data["battle_creatures"], data["overkill"]) == (1, "lost")
    assert battle_of(found).readings.overkill == "lost"


def test_where_nothing_can_be_put_right_that_is_not_advised(tmp_path: Path) -> None:
    found = table(tmp_path / "duel.toml")
    for text in ("duel", "entered", "none", "Anna", "Bo", "Sphinx", "Wolf", "done", "none", "Medusa", "done", "none"):
        found.session.answer(text)
    for text in ("summon Sphinx 1", "summon Medusa 2"):
        found.session.answer(text)
    with pytest.raises(Illegal, match=r"slot 1 is taken by Sphinx$") as refused:
        found.session.answer("overrule summon Wolf 1 because we like it")
    assert "put right" not in str(refused.value)


@pytest.mark.parametrize("said", ["adjust Anna food 7", "correct Anna wood 3"])
def test_a_correction_in_the_set_up_of_a_battle_is_refused_and_no_card(tmp_path: Path, said: str) -> None:
    found = table(tmp_path / "duel.toml")
    for text in ("duel", "entered", "none", "Anna", "Bo"):
        found.session.answer(text)
    with pytest.raises(Unreadable, match="takes no corrections"):
        found.session.say(read_one(said))
    assert found.session.question is not None
    assert found.session.question.prompt == "Anna's creature 1 of up to 3"


def test_cards_are_typed_in_on_the_spot(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    answers = """
        duel
        average
        elements
        Anna
        Bo
        Grendel      # no deck: level, mythology, values, abilities, element
        4
        norse
        14/4
        ofensive 2
    """
    refused = battle(record, answers, deck=False)
    assert refused.exit_code == 2
    assert "did you mean offensive" in refused.stderr
    rest = "offensive 2, flying\nwater\ndone\nRune\npower hit 1\ndone\nRat\n1\n4/1\nnone\nearth\ndone\ndone\n"
    assert battle(record, rest + "summon Grendel 1 with Rune\nsummon Rat 1", deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["attacker"]["creatures"] == [
        {
            "name": "Grendel",
            "level": 4,
            "hp": 14,
            "bd": 4,
            "mythology": "norse",
            "element": "water",
            "abilities": ["offensive 2", "flying"],
        }
    ]
    assert data["elements"]
    assert data["turns"][-1] == {"move": "summon Rat 1"}


WHOLE = """\
Anna
Bo
Pegasus: greek 3, 9/3, flying
done
Dirk: power hit 1
done
Fenrir: norse 5, 14/4, frost attack
done
none
"""


def test_a_whole_card_is_one_answer(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    assert battle(record, "duel\nentered\nnone\n" + WHOLE + "summon Pegasus 1 with Dirk", deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["attacker"] == {
        "name": "Anna",
        "creatures": [
            {"name": "Pegasus", "level": 3, "hp": 9, "bd": 3, "mythology": "greek", "abilities": ["flying"]}
        ],
        "equipment": [{"name": "Dirk", "abilities": ["power hit 1"]}],
    }
    assert data["turns"] == [{"move": "summon Pegasus 1 with Dirk"}]


def test_a_whole_side_is_one_answer_and_a_duel_seven(tmp_path: Path) -> None:
    """Kind, dice, optional rules, two names, two sides; whole or stopped after any answer it is the same duel."""
    lines = [
        "duel",
        "entered",
        "none",
        "Anna",
        "Bo",
        "Pegasus: greek 3, 9/3, flying; Dirk: power hit 1",
        "Fenrir: norse 5, 14/4, frost attack;",
    ]
    record = tmp_path / "duel.toml"
    for line in lines:
        assert battle(record, line, deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    whole = tmp_path / "whole.toml"
    battle(whole, "duel\nentered\nnone\n" + WHOLE, deck=False)
    assert data == tomllib.loads(whole.read_text(encoding="utf-8"))


def test_a_side_in_one_answer_takes_names_of_the_deck(tmp_path: Path) -> None:
    """The deck is a copy, as the new card is remembered in it."""
    record, deck = tmp_path / "duel.toml", tmp_path / "deck.toml"
    deck.write_bytes(DECK.read_bytes())
    sides = "sph; wolf; Wolf; tower\nDragon: norse 5, 16/4, burning 2; Medusa\nsummon Sphinx 1 with Tower Shield"
    begun = battle(record, "duel\naverage\nnone\nAnna\nBo\n" + sides, "--deck", str(deck), deck=False)
    assert begun.exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert [card["name"] for card in data["attacker"]["creatures"]] == ["Sphinx", "Wolf", "Wolf #2"]
    assert [card["name"] for card in data["defender"]["creatures"]] == ["Dragon", "Medusa"]


def test_a_whole_card_needs_no_colon(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    line = "Dire Wolf 1 earth 5/2; Pegasus greek 3, 9/3, flying"
    begun = f"duel\naverage\nnone\nAnna\nBo\n{line}\nImp: level 1, 4/1;\nsummon Pegasus 1"
    assert battle(record, begun, deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    cards = data["attacker"]["creatures"]
    assert [(card["name"], card["level"], card["hp"]) for card in cards] == [("Dire Wolf", 1, 5), ("Pegasus", 3, 9)]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("done", "Anna has no creature yet; a side has 1 to 3"),
        ("none", "Anna has no creature yet"),
        ("Pegasus glorious/fine", "a whole card has a colon after its name"),
        ("Pegasus 2 9/3", "a level 2 creature needs its mythology"),
        ("Pegasus: greek, 9/3", "its level is missing"),
        ("A: level 1, 1/1; B: level 1, 1/1; C: level 1, 1/1; D: level 1, 1/1", "4 creatures; a side has 1 to 3"),
        ("Dirk: power hit 1;", "0 creatures; a side has 1 to 3"),
        ("Pegasus; Dirk", 'nothing is known of "Pegasus"; write the whole card'),
    ],
)
def test_what_is_no_creature_is_refused_at_once(tmp_path: Path, answer: str, told: str) -> None:
    refused = battle(tmp_path / "duel.toml", f"duel\naverage\nnone\nAnna\nBo\n{answer}\n", deck=False)
    assert refused.exit_code == 2
    assert told in refused.stderr


def test_a_whole_card_has_its_element_where_elements_count(tmp_path: Path) -> None:
    begun = "duel\naverage\nelements\nAnna\nBo\nPegasus: greek 3, 9/3, flying"
    assert "its element is missing" in battle(tmp_path / "duel.toml", begun, deck=False).stderr
    assert battle(tmp_path / "duel.toml", "Pegasus: greek 3, air, 9/3, flying", deck=False).exit_code == 0


@pytest.mark.rule("A7")
def test_a_guarded_creature_is_typed_whole_and_is_of_level_two_or_more(tmp_path: Path) -> None:
    record = tmp_path / "eden.toml"
    begun = "battleground\naverage\nnone\nAnna\nBo\nPegasus: greek 3, 9/3, flying;\n"
    assert "must be 2 or more" in battle(record, begun + "Rat: level 1, 4/1", deck=False).stderr
    assert "what the minion is called" in battle(record, "minion: norse 2, 4/1", deck=False).stderr
    assert "a creature is needed" in battle(record, "done", deck=False).stderr
    assert battle(record, "Draugr: norse 2, 7/2, poisonous", deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["defender"]["minion"] == {"mythology": "norse", "level": 2}


def test_a_hint_speaks_of_a_deck_only_where_there_is_one(tmp_path: Path) -> None:
    begun = "duel\naverage\nnone\nAnna\nBo\n"
    for name, deck in (("with.toml", True), ("without.toml", False)):
        record = tmp_path / name
        battle(record, begun, deck=deck)
        with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
            found = BattleTable(
                games.load("conjurers"), record, Screen(plain=True, file=nowhere), DECK if deck else None
            )
        question = found.session.question
        assert question is not None
        assert ("deck" in question.hint) == deck
        assert "or a whole card: Pegasus: greek 3, 9/3, flying" in question.hint
        found.session.answer("Griffin")
        asked = found.session.question
        assert asked is not None
        assert asked.prompt == "Griffin: level"
        assert ("Griffin isn't in the deck" in asked.hint) == deck


def test_a_person_is_not_asked_for_the_number_that_rolled_dice_follow_from(tmp_path: Path) -> None:
    assert int(table(tmp_path / "duel.toml").default_answers()["seed"]) >= 0
    battle(tmp_path / "duel.toml", "duel\nnone\nAnna", "--dice", "rolled", "--seed", "7")
    assert "7" in tomllib.loads((tmp_path / "duel.toml").read_text(encoding="utf-8"))["unfinished"]["answers"]


def test_a_battleground_brings_its_minion(tmp_path: Path) -> None:
    record = tmp_path / "eden.toml"
    answers = "battleground\nrolled\n7\nnone\nAnna\nBo\nMedusa\ndone\ndone\nGolem\nsummon Minion 1\nsummon Medusa 1"
    assert battle(record, answers).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["defender"]["minion"] == {"mythology": "biblical", "level": 2}
    assert data["seed"] == 7
    verdict = replay(BATTLES.read(record, data))
    assert verdict.battle == battle_of(table(record))


def test_what_was_answered_of_an_unfinished_turn_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    """Sphinx has first strike: its 3 dice, then Medusa's 3. After the first roll the script ends."""
    record = tmp_path / "duel.toml"
    battle(record, DUEL + "summon Medusa 2 [201]")
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["unfinished"] == {"turn": ["summon Medusa 2", "2 0 1"]}
    assert len(data["turns"]) == 1
    assert battle(record, "112").exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert "unfinished" not in data
    assert data["turns"][1] == {"move": "summon Medusa 2", "dice": "2 0 1 / 1 1 2"}


@pytest.mark.parametrize("cut", range(DUEL.count("\n") + 1))
def test_a_set_up_can_be_stopped_after_any_answer(tmp_path: Path, cut: int) -> None:
    lines = DUEL.splitlines(keepends=True)
    record = tmp_path / "duel.toml"
    battle(record, "".join(lines[:cut]) or "# nothing yet\n")
    battle(record, "".join(lines[cut:]) or "# nothing more\n")
    whole = tmp_path / "whole.toml"
    battle(whole, DUEL)
    assert record.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_an_illegal_move_stops_the_script_with_exit_1_and_keeps_the_rest(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    result = battle(record, DUEL + "attack Medusa")
    assert result.exit_code == 1
    assert "still in hand" in result.stderr
    assert len(tomllib.loads(record.read_text(encoding="utf-8"))["turns"]) == 1


def test_undo_takes_a_turn_back_answer_by_answer_and_then_the_set_up(tmp_path: Path) -> None:
    """A die that was read wrongly is typed again, and no more."""
    record = tmp_path / "duel.toml"
    battle(record, DUEL + "summon Medusa 2 [201 / 112]\nundo\n111")
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert [turn.get("dice") for turn in data["turns"]] == [None, "2 0 1 / 1 1 1"]
    battle(record, "undo 2\nundo\nundo\nsummon Wolf 1")
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["turns"] == [{"move": "summon Wolf 1"}]
    again = tmp_path / "again.toml"
    battle(again, DUEL + "undo\nundo\nundo\nKappa\ndone\ndone\nsummon Sphinx 1\nsummon Kappa 3")
    data = tomllib.loads(again.read_text(encoding="utf-8"))
    assert [card["name"] for card in data["defender"]["creatures"]] == ["Medusa", "Wolf", "Kappa"]


def test_undo_with_rolled_dice_gives_the_same_dice_again(tmp_path: Path) -> None:
    answers = DUEL.replace("entered", "rolled\n3") + "summon Medusa 2\n"
    once, twice = tmp_path / "once.toml", tmp_path / "twice.toml"
    battle(once, answers)
    battle(twice, answers + "undo\nsummon Medusa 2\n")
    assert battle_of(table(once)) == battle_of(table(twice))


def test_claims_and_note_of_a_record_stay_when_it_is_played_on(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    battle(record, DUEL + "summon Medusa 2 [201 / 112]")
    text = record.read_text(encoding="utf-8")
    with_claim = text.replace('dice = "2 0 1 / 1 1 2"', 'dice = "2 0 1 / 1 1 2", claim = { Sphinx = 1 }')
    assert with_claim != text
    record.write_text('note = "Friday"\n' + with_claim, encoding="utf-8")
    battle(record, "summon Wolf 1")
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert (data["note"], data["turns"][1]["claim"], len(data["turns"])) == ("Friday", {"Sphinx": 1}, 3)


def test_a_claim_at_a_records_prompt_is_kept_in_the_turn(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"

    def claims() -> list[dict[str, int]]:
        turns = tomllib.loads(record.read_text(encoding="utf-8"))["turns"]
        return [turn.get("claim", {}) for turn in turns]

    battle(record, DUEL + "summon Medusa 2 [201 / 112]\nclaim sph 1")
    assert claims() == [{}, {"Sphinx": 1}]
    told = CliRunner().invoke(build(["judge"]), ["judge", str(record), "--json", "--deck", str(DECK)])
    assert told.exit_code == 1
    assert [one["claimed"] for one in json.loads(told.stdout)["disputes"]] == [1]
    battle(record, "undo")
    assert claims() == [{}, {}]
    battle(record, "claim Sphinx 2, med 3\nsummon attacker.Wolf 1")
    assert claims() == [{}, {"Sphinx": 2, "Medusa": 3}]
    battle(record, "summon Wolf 1\nclaim attacker.Wolf 2")
    assert claims() == [{}, {"Sphinx": 2, "Medusa": 3}, {"attacker.Wolf": 2}]


def test_after_the_last_turn_a_claim_is_kept_too_and_undo_takes_back_it_alone(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"

    def end() -> tuple[object, object]:
        data = tomllib.loads(record.read_text(encoding="utf-8"))
        return data["turns"][-1].get("claim"), data.get("winner")

    over = DUEL + "summon Medusa 2 [201 / 112]\nBo won\nclaim sph 1\n"
    battle(record, over)
    assert end() == ({"Sphinx": 1}, "defender")
    record.unlink()
    battle(record, over + "undo\n")
    assert end() == (None, "defender")


def test_an_illegal_record_is_not_played_on(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    battle(record, DUEL)
    text = (
        record.read_text(encoding="utf-8")
        .replace("summon Sphinx 2", "move Sphinx 2", 1)
        .replace(" with Tower Shield", "", 1)
    )
    record.write_text(text, encoding="utf-8")
    result = battle(record, "summon Wolf 1")
    assert result.exit_code == 1
    assert "turn 1 is illegal" in result.stderr
    assert record.read_text(encoding="utf-8") == text


def test_options_answer_the_set_up(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    rest = "".join(DUEL.splitlines(keepends=True)[5:])
    options = ["--kind", "duel", "--dice", "entered", "--optional", "none", "--attacker", "Anna", "--defender", "Bo"]
    assert battle(record, rest, *options).exit_code == 0
    whole = tmp_path / "whole.toml"
    battle(whole, DUEL)
    assert record.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_without_a_terminal_it_says_what_to_use(tmp_path: Path) -> None:
    result = CliRunner().invoke(build(["battle"]), ["battle", str(tmp_path / "duel.toml")])
    assert result.exit_code == 2
    assert "--moves FILE" in result.stderr
    assert not (tmp_path / "duel.toml").exists()


@examples(15)
@given(st.integers(0, 10**6))
def test_random_live_battles_judge_to_the_same_result(tmp_path_factory: Any, seed: int) -> None:
    """Random answers from what is offered, with stops and undos; the record replays to the very same battle."""
    chooser = random.Random(seed)
    record = tmp_path_factory.mktemp("live") / "battle.toml"
    found = table(record)
    for _ in range(70):
        question = found.session.question
        if question is None:
            break
        if question.key == "roll":
            count = int(question.prompt.rpartition(": ")[2].split()[0])
            found.session.answer("".join(str(chooser.choice((0, 1, 2))) for _ in range(count)))
        elif question.key in ("attacker", "defender", "seed"):
            found.session.answer({"attacker": "Anna", "defender": "Bo", "seed": "5"}[question.key])
        else:
            option = chooser.choice(question.options())
            while option.more is not None and (more := option.more()) is not None:
                option = chooser.choice(more.options())
            found.session.answer(option.text)
        if chooser.random() < 0.1:
            found.session.undo()
        found.save()
        if chooser.random() < 0.1:
            found = table(record)
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    if "attacker" in data:
        verdict = replay(BATTLES.read(record, data))
        assert not verdict.against
        assert verdict.battle == battle_of(table(record))


@pytest.mark.rule("slots")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("s med 2 [201 / 112]", "summon Medusa 2"), ("Su Wolf 3", "summon Wolf 3"), ("summ wolf 3", "summon Wolf 3")],
)
def test_a_moves_words_may_be_shortened_at_the_prompt(tmp_path: Path, typed: str, meant: str) -> None:
    record = tmp_path / "duel.toml"
    battle(record, f"{DUEL}{typed}")
    assert tomllib.loads(record.read_text(encoding="utf-8"))["turns"][-1]["move"] == meant


def test_the_beginning_of_several_kinds_of_move_is_none() -> None:
    """b is bind or break free; br, with or without the second word, is break free."""
    fighting = start_battle("duel", Lineup("Anna", (card("Wolf", 5, 1),)), Lineup("Bo", (card("Fox", 5, 1),)))
    with pytest.raises(Unreadable, match="can't read"):
        moves.MOVES.find_move(fighting, "b wolf")
    for text in ("br wolf", "bre fr wolf", "break f wolf", "break free wolf"):
        assert moves.MOVES.find_move(fighting, text) == moves.BreakFree(0)
    with pytest.raises(Unreadable, match="can't read"):
        moves.MOVES.read(moves.BattleMove, "br wolf", (), moment=fighting, exact=True)


@pytest.mark.rule("summon", "B18")
def test_a_battles_moves_come_as_data_too(tmp_path: Path) -> None:
    """Creatures and pieces are named in them; the binder may be left open."""
    wolf, dirk = card("Wolf", 5, 1), Equipment("Dirk", {"bind": 1})
    fighting = start_battle("duel", Lineup("Anna", (wolf,), (dirk,)), Lineup("Bo", (card("Fox", 5, 1),)))
    for move, data in (
        (moves.Summon(0, 2, (0,)), {"move": "summon", "creature": "Wolf", "slot": 2, "equipment": ["Dirk"]}),
        (moves.Bind(1), {"move": "bind", "target": "Fox", "by": None}),
        (moves.Bind(1, 0), {"move": "bind", "target": "Fox", "by": "Wolf"}),
        (moves.BreakFree(0), {"move": "break free", "creature": "Wolf"}),
    ):
        assert moves.MOVES.as_json(move, fighting) == data
        assert moves.MOVES.of_json(data, fighting) == move
    save = tmp_path / "friday.toml"
    save.write_bytes((DECK.parents[1] / "tests/conjurers/saves/battle-under-way.toml").read_bytes())
    listed = json.loads(cli("next", save, "--json").stdout)["moves"]
    assert listed[0]["as"] == {"move": "move", "creature": "Cyclops", "slot": 1}
    assert cli("do", save, "--json", json.dumps(listed[0]["as"])).exit_code == 0


# --- ended by its outcome ---------------------------------------------------------------------------

FOUGHT = "duel\nentered\nnone\n" + WHOLE.replace(", flying", "") + "summon Pegasus 1\nsummon Fenrir 1\n"


@pytest.mark.rule("A22")
@pytest.mark.parametrize(
    ("said", "turns", "winner"),
    [
        ("1 1 1 1\n1 1 1\ngive up", 2, "defender"),  # it is Anna's move
        ("1 1 1 1\n1 1 1\nanna won", 2, "attacker"),
        ("1 1 1 1\nBo wins", 1, "defender"),  # while dice are thrown: the turn under way doesn't count
        ("attacker wins", 1, "attacker"),
    ],
)
def test_a_battle_of_its_own_may_end_by_its_outcome(tmp_path: Path, said: str, turns: int, winner: str) -> None:
    record = tmp_path / "duel.toml"
    found = battle(record, FOUGHT + said, deck=False)
    assert found.exit_code == 0
    assert "wins: the table said so." in found.stdout
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert (len(data["turns"]), data["winner"], "unfinished" in data) == (turns, winner, False)
    verdict = replay(BATTLES.read(record, data))
    assert verdict.battle.outcome is not None
    assert (verdict.battle.outcome.winner, verdict.battle.outcome.reason) == (winner, "outcome")
    assert battle_of(table(record)).outcome == verdict.battle.outcome


@pytest.mark.rule("A22")
def test_who_is_asked_for_dice_gives_up_for_this_side(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    assert battle(record, FOUGHT + "give up\n", deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert data["winner"] == "attacker"  # Bo summoned Fenrir, and it is his turn


@pytest.mark.rule("A22")
def test_an_end_by_the_outcome_is_taken_back(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    assert battle(record, FOUGHT + "1 1 1 1\n1 1 1\ngive up", deck=False).exit_code == 0
    assert battle(record, "undo", deck=False).exit_code == 0
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert "winner" not in data
    assert battle_of(table(record)).outcome is None


@pytest.mark.rule("A22")
def test_a_winner_beside_a_battle_that_was_fought_out_is_refused(tmp_path: Path) -> None:
    record = DECK.parent / "elements-and-morale.toml"
    data = tomllib.loads(record.read_text(encoding="utf-8"))
    assert replay(BATTLES.read(record, data)).battle.outcome is not None
    with pytest.raises(BadInput, match="a winner is written, but turn"):
        replay(BATTLES.read(record, {**data, "winner": "attacker"}))


# --- cards in a line ----------------------------------------------------------------------------------

TYPED = """
game = "conjurers"
kind = "duel"
dice = "entered"
[attacker]
name = "Anna"
creatures = ["Pegasus: greek 3, 9/3, flying", { name = "Owl", level = 1, hp = 4, bd = 2 }]
equipment = ["Dirk: power hit 1"]
[defender]
name = "Bo"
creatures = ["Imp: level 1, 4/2"]
[[turns]]
move = "summon Pegasus 1 with Dirk"
"""


def test_a_card_of_a_record_may_be_a_line() -> None:
    """As a battle's prompts and decks take it."""
    battle = replay(BATTLES.read(Path("duel.toml"), tomllib.loads(TYPED))).battle
    pegasus = battle.fighters[0]
    assert (pegasus.name, pegasus.card.hp, pegasus.card.bd) == ("Pegasus", 9, 3)
    assert pegasus.has("flying")
    assert [piece.name for piece in pegasus.worn] == ["Dirk"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Pegasus: greek 3, 9/3, flyng", "did you mean flying"),
        ("Pegasus: greek 3", "hit points and battle dice are missing"),
    ],
)
def test_a_line_of_a_record_that_cant_be_read_is_told_with_its_place(line: str, told: str) -> None:
    data = tomllib.loads(TYPED.replace("Pegasus: greek 3, 9/3, flying", line))
    with pytest.raises(BadInput, match=rf"^duel.toml: attacker: .*{told}"):
        replay(BATTLES.read(Path("duel.toml"), data))
