"""What the table makes against the rules is played and marked, and refused where the game can't hold it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
import tomli_w

from referee.errors import Ambiguous, Illegal, RefereeError, Unreadable
from referee.files.files import read_toml
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.mythic.rules.turns import RULES
from referee.play.event import Overruled
from referee.play.notation import TypedStep
from referee.play.session import Session
from tests.conjurers.evenings import acting, duel, happened, play, question, set_up
from tests.made_up import type_at
from tests.mythic.games import refusal, say, staged
from tests.old_saves import TWO_BEGIN, run
from tests.shipped import EXAMPLES, shipped

SAID = "overrule place conjurer tavern because the card says so"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game of Conjurers in which Anna, who holds the button, can't go to the tavern."""
    path = tmp_path / "begun.toml"
    run(
        "new",
        path,
        *TWO_BEGIN,
    )
    return path


def test_a_move_that_is_refused_is_made_on_the_record(begun: Path) -> None:
    assert run("do", begun, "place conjurer tavern").exit_code == 1
    done = run("do", begun, SAID)
    assert done.exit_code == 0
    assert "The table overrules: place conjurer tavern, because the card says so." in done.stdout
    assert SAID in run("log", begun).stdout
    assert run("verify", begun).exit_code == 0
    assert "overrules" in run("story", begun).stdout
    assert "because the card says so. By the rules: Anna holds the" in " ".join(run("why", begun).stdout.split())
    assert run("undo", begun).exit_code == 0
    assert run("redo", begun).exit_code == 0
    assert SAID in run("log", begun, "--moves").stdout


def test_how_a_table_overrules_and_decides_is_told_where_it_asks(
    begun: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(begun, monkeypatch, "why not", "help all")
    blocked, _, helped = capsys.readouterr().out.partition("Answer in words or by number")
    assert "To make one of them all the same: overrule MOVE because REASON" in blocked
    assert "reading: a house rule from now on" in helped
    assert "overrule: make a refused move all the same" in helped


def test_an_entry_is_judged_where_it_is_played_in_a_game_without_battles_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = shipped(tmp_path, "enchanters", 7).path
    type_at(save, monkeypatch, "judge 3", "judge", "claim Anna crystals 50", "judge", "judge 99")
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("Nothing is illegal or claimed wrongly.") == 2
    assert "disputed: Anna crystals is" in told
    assert "go by what was said: adjust Anna crystals 50" in told
    assert "there is no entry 99" in told
    judged = run("judge", save).stdout.splitlines()
    assert judged[0].startswith("enchanters.toml · ")
    assert [line for line in judged if line.startswith("entry ")] == [judged[1]]
    assert "The table can:" in judged


def test_why_is_said_and_only_what_is_illegal_is_overruled(begun: Path) -> None:
    unsaid = run("do", begun, "overrule place conjurer tavern")
    assert (unsaid.exit_code, "say why" in unsaid.stderr) == (2, True)
    legal = run("do", begun, "overrule place conjurer wood storage because we want it")
    assert (legal.exit_code, "is legal; say it without overrule" in legal.stderr) == (2, True)
    assert run("do", begun, "overrule place conjurer nowhere because we want it").exit_code == 2


def test_the_rule_that_it_breaks_is_cited_and_its_questions_follow() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "area A").ruling == "M37"
    played.answer("overrule area A because the scenario says so")
    played.answer("0 0 0 0 0 0")
    (told,) = (event for event in played.events if isinstance(event, Overruled))
    assert told.reason
    assert told == Overruled("area attack A", "the scenario says so", ("M37",), told.reason)
    assert played.steps[-1].do == "overrule area attack A because the scenario says so"
    again = Session(played.game, played.start, list(played.steps))
    assert again.state == played.state
    with pytest.raises(Unreadable, match="is legal"):
        played.answer("overrule end turn because it is late")


def test_a_move_that_lacks_only_its_verb_is_overruled_in_full() -> None:
    game = duel(set_up(), "referee", armies={"Anna": ("Wolf", "Imp"), "Bo": ("Owl",)})
    play(game, "summon Wolf 1", "summon Owl 3")
    with pytest.raises(Ambiguous, match="move imp 1 or summon imp 1"):
        game.answer("overrule imp 1 because the card says so")
    played = staged("Anna: Ash Runner A", "Anna: Storm Warden B", "Bo: Stone Thrower A")
    played.present.piece("Ash Runner").activated = True
    say(played, "overrule ash runner because it is a holiday [simple]")
    assert played.steps[-1].do == "overrule activate Ash Runner because it is a holiday"
    assert played.state.acting.unit == "Ash Runner"


@pytest.mark.rule("M30", "range")
def test_an_attack_that_the_table_wants_is_made_whatever_the_line_meets_that_the_map_lacks() -> None:
    """From A to D the map has no line; D is out of range, and stays so when the line is known."""
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower D")
    say(played, "activate Ash Runner simple", "overrule attack Stone Thrower because the scenario says so")
    assert played.question is not None
    assert played.question.key == "roll"


@pytest.mark.parametrize("said", ["walk G", "leader Reed Archers", "absorb", "attack Stone Thrower", "deploy A"])
def test_what_needs_a_unit_that_is_activated_cannot_be_held_without_one(said: str) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A", "Anna: Reed Archers B")
    before = played.state
    with pytest.raises(RefereeError):
        played.answer(f"overrule {said} because we like it")
    assert (played.state, played.question is not None) == (before, True)


def test_what_the_game_cannot_hold_is_refused_with_what_to_do_first() -> None:
    """And that can be said as it stands there."""
    game = acting("guild house")
    before = game.state
    with pytest.raises(Illegal) as refused:
        game.answer("overrule hire merchant because Bo allows it")
    assert game.state == before
    assert question(game).key == "hire"
    first, then = re.findall(r'"(adjust [^"]*)", (.*)', str(refused.value))[0]
    assert (first, then) == ("adjust Anna wood 4, stone 4", "then make it")
    game.say(TypedStep(first))
    game.answer("hire merchant")
    assert "merchant" in game.present.players[0].assistants


@pytest.mark.rule("full-area", "wall", "walk", "huge", "flying", "M55", "M57")
@pytest.mark.parametrize(
    ("placed", "how", "move"),
    [
        (("Ash Runner H", "Reed Archers G", "Hedge Knight G"), "simple", "walk G"),
        (("Old Furnace H", "Reed Archers E", "Hedge Knight E", "Wall Guard E", "Sling Boys E"), "simple", "walk E"),
        (("Old Furnace H",), "simple", "walk G"),
        (("Ash Runner B",), "simple", "walk D"),
        (("Ash Runner B",), "simple", "walk H"),
        (("Ash Runner H",), "complex", "fly B"),
    ],
)
def test_a_unit_goes_where_the_table_wants_it(placed: tuple[str, ...], how: str, move: str) -> None:
    """Into a full area, huge or not, through a wall, or to one that it doesn't reach; lava moves it on as ever."""
    unit, area = placed[0].rsplit(" ", 1)[0], move[-1]
    played = say(staged(*(f"Anna: {one}" for one in placed), "Bo: Stone Thrower A"), f"activate {unit} {how}")
    assert refusal(played, move)
    played.answer(f"overrule {move} because the scenario says so")
    if played.question is not None and played.question.key == "way":
        played.answer(played.question.options()[0].text)
    assert played.present.piece(unit).area in (("H", "C") if "Ash Runner H" in placed and area == "G" else area)
    RULES.check(played.game.setup, played.state)  # type: ignore[attr-defined]
    assert Session(played.game, played.start, list(played.steps)).state == played.state


@pytest.mark.rule("deploy", "full-area", "M90")
def test_a_unit_comes_into_the_game_where_the_table_wants_it() -> None:
    played = staged("Anna: Reed Archers", "Anna: Ash Runner D", "Anna: Hedge Knight D", "Bo: Stone Thrower A")
    say(played, "activate Reed Archers complex", "overrule deploy D because the scenario says so")
    assert played.state.piece("Reed Archers").area == "D"


@pytest.mark.rule("walk")
def test_a_unit_goes_too_far_on_a_map_that_is_learnt_where_the_table_wants_it() -> None:
    """It seemed legal until it was made, so it couldn't be overruled either."""
    played = say(staged("Anna: Ash Runner H", "Bo: Stone Thrower A", board_file=""), "activate Ash Runner simple")
    assert refusal(played, "walk A").ruling == "walk"
    played.answer("overrule walk A because the scenario says so")
    assert played.present.piece("Ash Runner").area == "A"


@pytest.mark.rule("recall", "M90")
@pytest.mark.parametrize(
    ("stands", "left", "move", "now"),
    [("", 0, "recall Reed Archers 4 E", ("E", 4)), ("D", 2, "recall Reed Archers 2 A", ("A", 4))],
)
def test_a_troop_is_recalled_where_the_table_wants_it(
    stands: str, left: int, move: str, now: tuple[str, int]
) -> None:
    """It was told, and waited."""
    played = staged("Anna: Ash Runner A", f"Anna: Reed Archers {stands}".rstrip(), "Bo: Deep Queen H")
    troop = played.present.piece("Reed Archers")
    troop.status, troop.vitality = "board" if stands else "destroyed", left
    say(played, "activate Ash Runner simple")
    assert refusal(played, move)
    say(played, f"overrule {move} because the scenario says so")
    troop = played.state.piece("Reed Archers")
    assert ((troop.area, troop.vitality), played.state.active) == (now, 1)
    assert played.state.players[0].cards.sure["art of war"] == 4


@pytest.mark.rule("active-powers")
def test_a_power_is_used_with_a_complex_action_where_the_table_wants_it() -> None:
    played = staged("Anna: Storm Warden B", "Bo: Stone Thrower A", "Bo: Hedge Knight H")
    say(played, "activate Storm Warden complex")
    say(played, "overrule power Tailwind because the scenario says so")
    assert played.steps[-1].do == "overrule power Tailwind because the scenario says so"
    waits = say(staged("Anna: Storm Warden", "Bo: Stone Thrower A"), "activate Storm Warden complex")
    for said in ("power Bolt", "overrule power Bolt because the scenario says so"):
        assert "isn't on the board" in refusal(waits, said).reason


def test_what_begins_like_a_move_and_cannot_be_read_is_no_move_without_its_verb() -> None:
    """It was asked whether "absorb recall ..." was meant."""
    played = say(staged("Anna: Ash Runner H", "Bo: Stone Thrower A"), "activate Ash Runner simple")
    with pytest.raises(Unreadable, match='"recall" is followed by a troop to recall or a number, not by "Reed"'):
        played.answer("overrule recall Reed Archers 4 A because the scenario says so")


@pytest.mark.rule("M59", "claim")
@pytest.mark.parametrize(
    ("unit", "said", "why"),
    [
        ("Reed Archers", "walk D", "Reed Archers aren't on the board"),
        ("Ash Runner", "claim", "no stone lies in H"),
    ],
)
def test_what_no_state_can_be_is_refused_with_what_forbids_it(unit: str, said: str, why: str) -> None:
    played = staged("Anna: Reed Archers", "Anna: Ash Runner H", "Bo: Stone Thrower A")
    say(played, f"activate {unit} {'complex' if unit == 'Reed Archers' else 'simple'}")
    with pytest.raises(Illegal, match=f"the game can't hold .* as it stands: {why}"):
        played.answer(f"overrule {said} because we like it")


@pytest.mark.rule("E1", "assistants")
def test_a_figure_stands_where_the_table_wants_it_for_that_turn(begun: Path) -> None:
    """On a taken space, on one that isn't for it, and on one that opens later; each is resolved as ever."""
    moves = ("worker marketplace", "conjurer marketplace", "conjurer iron mine", "warrior iron mine")
    done = run("do", begun, *(f"overrule place {one} because we like it" for one in moves))
    assert done.exit_code == 0, done.output
    assert run("verify", begun).exit_code == 0
    state = read_toml(begun)["state"]
    assert [one["space"] for one in state["agreed"]] == [one.split(" ", 1)[1] for one in moves]
    acts = ("decline worker", "resolve conjurer", "decline warrior", "resolve conjurer", "done", "end turn")
    finished = run("do", begun, *acts)
    assert finished.exit_code == 0, finished.output
    assert "agreed" not in read_toml(begun)["state"]


def test_which_figure_is_meant_is_asked_where_a_table_overrules_too(begun: Path) -> None:
    refused = run("do", begun, "overrule iron mine because we like it")
    assert (refused.exit_code, "say which figure: place conjurer or worker" in refused.stderr) == (2, True)


def test_a_move_into_a_fight_is_overruled_before_the_dice_in_the_first_turns_too() -> None:
    """It was counted among the last moves while its turn wasn't."""
    game = duel(set_up(dice="entered"), "referee", armies={"Anna": ("Wolf", "Bear"), "Bo": ("Owl", "Imp")})
    play(game, "summon Wolf 1", "summon Owl 3", "overrule move Wolf 3 because Bo allows it")
    assert question(game).key != "move"


def test_two_in_a_slot_are_refused_before_anybody_throws_dice() -> None:
    game = duel(set_up(dice="entered"), "referee", armies={"Anna": ("Wolf", "Bear"), "Bo": ("Owl", "Imp")})
    play(game, "summon Wolf 1", "summon Owl 1", "0", "0", "summon Bear 3")
    before = game.state
    with pytest.raises(Illegal, match='slot 1 is taken by Owl; first say "adjust slot Owl 2", then make it'):
        game.answer("overrule summon Imp 1 because Anna allows it")
    assert (game.state, game.draft, question(game).who) == (before, [], "Bo")
    game.say(TypedStep("adjust slot Owl 2"))
    game.answer("summon Imp 1")


def test_a_record_has_what_the_table_put_right_after_a_turn(tmp_path: Path) -> None:
    setup = set_up()
    game = duel(setup, "referee", armies={"Anna": ("Wolf", "Imp"), "Bo": ("Owl",)})
    play(game, "summon Wolf 1", "summon Owl 2")
    path = tmp_path / "duel.toml"
    path.write_text(BATTLES.text(BATTLES.in_game("game.toml", setup, game, None, True)))
    data = tomllib.loads(path.read_text())
    data["turns"][1] |= {"damage": {"Owl": 1}, "slot": {"Wolf": 3}, "claim": {"Owl": 1}}
    path.write_text(tomli_w.dumps(data))
    told = json.loads(run("judge", path, "--json").stdout)
    assert told["turns"][1]["damage"]["defender.Owl"] == 1
    assert told["disputes"] == []
    assert told["state"]["attacker"]["slots"][2]["name"] == "Wolf"


def test_a_battle_with_such_a_move_is_judged_as_agreed(tmp_path: Path) -> None:
    setup = set_up()
    game = duel(setup, "referee", armies={"Anna": ("Wolf", "Imp"), "Bo": ("Owl",)})
    play(game, "summon Wolf 1", "summon Owl 1", "overrule move Wolf 3 because the card says so")
    assert happened(game, Overruled)[0].rules == ("move",)
    assert question(game).who == "Bo"
    record = BATTLES.in_game("game.toml", setup, game, None, True)
    path = tmp_path / "duel.toml"
    path.write_text(BATTLES.text(record))
    told = json.loads(run("judge", path, "--json").stdout)
    assert (told["legal"], told["agreed"]) == (True, [{"turn": 3, "because": "the card says so"}])
    assert "agreed against the rules" in run("judge", path, "--brief").stdout


def test_a_verdict_on_an_attack_lists_what_was_overruled_and_no_reading_that_would_forbid_it(tmp_path: Path) -> None:
    """It is forbidden by all of them: a record of its own couldn't say that the table overrules that."""
    script = EXAMPLES / "mythic" / "short-game.moves"
    begun, _, _ = script.read_text(encoding="utf-8").partition("run C E")
    said, moves, save = "overrule attack Reed Mother because we play on", tmp_path / "a.moves", tmp_path / "a.toml"
    played = ("end turn", "draw", "activate Bog Imps simple", "walk E", "end turn", "draw")
    shot = ("activate Sun Archer simple [no]", f"{said} [1 1 1 0 0 0 0 / done]")
    moves.write_text("\n".join((begun, *played, *shot)))
    for beside in script.parent.glob("*.toml"):
        (tmp_path / beside.name).write_bytes(beside.read_bytes())
    assert run("do", save, "--from", moves, "--brief").exit_code == 0
    told = run("judge", save, "--readings", "--no-cost").stdout
    assert f"agreed against the rules: {said}" in " ".join(told.split())
    assert json.loads(run("judge", save, "--json").stdout)["agreed"][0]["because"] == "we play on"
    assert "is illegal" not in told
    assert "can't be played" not in told
    under_way = tmp_path / "b.toml"
    moves.write_text("\n".join((begun, *played, shot[0], said)))
    assert run("do", under_way, "--from", moves, "--brief").exit_code == 0
    assert json.loads(run("judge", under_way, "--json").stdout)["agreed"] == [
        {"entry": len(read_toml(save)["history"]["log"]), "because": "we play on"}
    ]
