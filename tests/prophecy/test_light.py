"""Games of Prophecy of which less than everything is tracked: what people forget, and what decides the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from referee.asking.meaning import Suggestion, fit
from referee.asking.moves import Moves
from referee.asking.question import Question, drive
from referee.cli import build
from referee.declaration.tracking import HowMuch, how_much_question
from referee.errors import Illegal, Unreadable, fault
from referee.games.prophecy import GAME as PROPHECY
from referee.games.prophecy.cards.language import read_card
from referee.games.prophecy.rules import catching_up
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import read_sizes
from referee.games.prophecy.rules.ending import NO_ATTACKS
from referee.games.prophecy.rules.light import TOLD, LightAttack, LightFight, lighten
from referee.games.prophecy.rules.state import TRACKING_LEVELS, GameState, Phase
from referee.play.loop import _preferred
from referee.saves.save import OpenSave
from tests.made_up import answered, type_at
from tests.prophecy import light_evening
from tests.prophecy.games import BOARD as SAMPLE
from tests.prophecy.games import EXAMPLES
from tests.prophecy.staged import begun, game, placed


def run(command: str, *arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def begin(path: Path, track: HowMuch = "battles", *more: str, players: int = 3) -> Path:
    names = [word for name in ("Anna", "Bo", "Cleo", "Dai")[:players] for word in ("--player", name)]
    run("new", path, "--game", "prophecy", "--track", track, *names, "--start", "Anna", *more, "--yes")
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begin(tmp_path / "light.toml")


def state(path: Path) -> GameState:
    return OpenSave(PROPHECY, path).state_on_file


def prompt(path: Path) -> str:
    question = OpenSave(PROPHECY, path).session.question
    assert question is not None
    return question.prompt


@pytest.mark.rule("what-is-in-box")
def test_at_a_prompt_enter_leaves_cubes_and_cards_to_the_table() -> None:
    """As a line of players does, which is typed there."""
    asked = how_much_question(TRACKING_LEVELS)
    shown = _preferred(cast("Any", None), asked, {"tracking": TRACKING_LEVELS.advised})
    assert shown.foresees("Anna, Bo") == shown.default == "battles"


@pytest.mark.rule("chance-card", "one-round")
def test_a_round_costs_one_answer(save: Path) -> None:
    """The next player's Chance card ends the round before it."""
    run("do", save, "chance Mountains", "plains", "charity")
    game = state(save)
    assert (game.active, game.round) == (2, 3)
    run("do", save, "end turn")
    assert prompt(save) == "Anna's round: which Chance card"


@pytest.mark.parametrize("line", ["chance forests unless I die", "chance plains or forests", "chance later"])
def test_no_sentence_becomes_a_chance_card(save: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """A card that the rulebook doesn't name is asked about at the prompt first."""
    type_at(save, monkeypatch, line)
    assert prompt(save) == "Anna's round: which Chance card"
    type_at(save, monkeypatch, "chance Red Moon", "")
    assert prompt(save).startswith("Anna's round goes on")


def test_an_unknown_word_is_not_taken_for_the_beginning_of_a_move(save: Path) -> None:
    """A Creature of any name may beat somebody, so "must be followed by beats" said nothing."""
    told = run("do", save, "windfall", code=2).stderr
    assert 'can\'t read "windfall"' in told
    assert "followed" not in told


@pytest.mark.parametrize("said", ["that's it", "all done", "my turn is done", "he's done"])
def test_a_round_is_over_in_plain_words_where_a_new_name_may_be_typed_too(
    save: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    type_at(save, monkeypatch, "chance Mountains", said)
    assert prompt(save) == "Bo's round: which Chance card"


def test_what_fits_several_is_told_so_whatever_stands_around_it(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(save, monkeypatch, "we drew Forest")
    assert '"we drew Forest" fits several' in "".join(capsys.readouterr())


def test_a_long_sentence_is_refused_as_such_and_no_part_of_it_is_tried_twice(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What isn't understood was read as the name of a new Chance card, in thousands of parts."""
    tried = 0
    found = Moves.find_move

    def counting(self: Moves[Any], context: Any, text: str, now: Any = None) -> Any:
        nonlocal tried
        tried += 1
        return found(self, context, text, now)

    monkeypatch.setattr(Moves, "find_move", counting)
    type_at(save, monkeypatch, "mountains", "I walk to the plains and fight a wolf, 4 strength, 3 xp")
    assert "letters" not in "".join(capsys.readouterr())
    assert tried < 300


def test_what_a_hero_does_is_no_part_of_the_name_of_a_card(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training in a guild ended the round, and drew Open Training for the next player."""
    type_at(save, monkeypatch, "mountains", "forest camp, he trains", "no", "he trains", "no")
    assert answered(save)[1:2] == ["chance Forest Camp"]
    assert not any("Training" in text for text in answered(save))


def test_the_dice_are_explained_at_their_first_throw(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(save, monkeypatch, "mountains", "fight 6/4", "3 5", "fight 6/4", "3 5")
    assert "".join(capsys.readouterr()).count("the dice, yours first, like 4 2") == 1


@pytest.mark.rule("P48")
@pytest.mark.parametrize("said", ["Cleo left the game", "Cleo quits the game", "cleo has left", "Cleo went home"])
def test_who_left_is_put_out_in_plain_words(save: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    type_at(save, monkeypatch, "chance Mountains", said)
    assert state(save).players[2].status == "out"


@pytest.mark.rule("P48")
@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("fight ghost with wills 6/4 won", ["fight ghost 6/4 won"]),
        ("attack Bo wills 6/4 lost", ["attack Bo 6/4 lost"]),
        ("the royal cape goes to Cleo", ["artifact Royal Cape to Cleo"]),
        ("Cleo has to leave", ["out Cleo"]),
        ("attack Bo; I have 7, he has 4; won", ["attack Bo", "7/4", "won"]),
        ("fight a wolf", ["fight wolf"]),
    ],
)
def test_what_happened_is_told_in_everyday_words(
    save: Path, monkeypatch: pytest.MonkeyPatch, said: str, recorded: list[str]
) -> None:
    """The type of a fight isn't tracked, and is no part of a Creature's name."""
    type_at(save, monkeypatch, "mountains", said)
    assert answered(save)[1:] == recorded


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("Bo was beaten by me, 7/4", "attack Bo 7/4 won"),
        ("I got beaten by a troll", "fight troll lost"),
        ("I was beaten by Bo because he cheats", "attack Bo lost"),
    ],
)
def test_who_was_beaten_lost(save: Path, monkeypatch: pytest.MonkeyPatch, said: str, recorded: str) -> None:
    type_at(save, monkeypatch, "mountains", said)
    assert answered(save)[1:] == [recorded]


@pytest.mark.parametrize("said", ["no, I'm done", "nothing happened, next"])
def test_who_says_twice_that_the_round_is_over_ends_one(
    save: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    type_at(save, monkeypatch, "chance Mountains", said)
    assert prompt(save) == "Bo's round: which Chance card"


def test_a_light_evening_ends_as_the_full_one(tmp_path: Path) -> None:
    """In one input a round: what happened, and the next player's Chance card."""
    full = light_evening.full_evening(tmp_path)
    light, typed = light_evening.play(tmp_path, full)
    assert light.session.state.won == full.session.state.won
    whole, told = ([hero.artifacts for hero in one.session.state.players] for one in (full, light))
    assert told == whole
    assert len([line for line in typed["evening"] if line]) <= full.session.state.round + 1  # without Enter alone


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("Mountains", "an Adventure card on each Mountains space, clockwise from Anna"),
        ("Fortress", "an open Ability in the Fortress"),
        ("Open Training", "a guild that Anna picks"),
        ("City Merchant", "2 Rare Items"),
        ("Tradesman", "3 Common Items"),
        ("Peaceful Times", "Anna has one more turn"),
        ("Prophetic Dream", "Lesser, then Greater, then Artifact"),
        ("Kindly Wind", "Anna the most of it"),
        ("Charity", "least Gold: 3 Gold; least Health: heal 1; least Magic: recharge 2"),
        ("Economic Crisis", "half the Gold"),
    ],
)
@pytest.mark.rule(
    "terrain-cards",
    "guild-cards",
    "open-training",
    "merchants",
    "peaceful-times",
    "prophetic-dream",
    "winds",
    "charity",
    "crisis",
)
def test_a_chance_card_tells_what_it_does_to_all(save: Path, card: str, told: str) -> None:
    assert told in " ".join(run("do", save, card).stdout.split())


@pytest.mark.rule("P71")
@pytest.mark.parametrize(("answer", "told"), [("nobody", False), ("who stands there", True)])
def test_a_terrain_card_tells_whom_a_creature_laid_open_harms(tmp_path: Path, answer: str, told: bool) -> None:
    save = begin(tmp_path / "harm.toml", "battles", "--laid-open-harm", answer)
    assert ("laid open harms each hero" in " ".join(run("do", save, "mountains").stdout.split())) == told
    assert "harms" not in run("do", save, "charity").stdout


@pytest.mark.rule("end-limits")
def test_the_limits_are_called_when_a_round_ends(save: Path) -> None:
    told = run("do", save, "mountains", "end turn").stdout
    assert "Anna keeps at most 15 Gold, 15 Experience, 7 Items, 7 Abilities." in told


@pytest.mark.rule("roll-of-fight", "fight-values")
def test_a_fight_tells_its_odds_and_its_dice_decide(save: Path) -> None:
    """A lead of 2 wins 26 of 36, draws 4, loses 6; 6 + 5 against 4 + 2 (section 3 of the rulings)."""
    run("do", save, "mountains", "fight 6/4", code=0)
    assert prompt(save) == "Anna 6 : 4 (72% won, 11% drawn, 17% lost)"
    told = run("do", save, "5 2").stdout
    assert "Anna: 6 + 5 = 11 against 4 + 2 = 6: won." in told
    assert "take its Experience and reward" in told


@pytest.mark.rule("three-lives")
def test_every_roll_of_three_lives_must_be_won(save: Path) -> None:
    """Three lives at a lead of 3 are won 125 in 216."""
    run("do", save, "mountains", "fight 7/4 3 lives", "5 2")
    assert prompt(save).startswith("Anna 7 : 4, 2 to win (69% won")
    told = run("do", save, "1 4").stdout
    assert "drawn" in told
    assert prompt(save) == "Anna's round goes on, or Bo's Chance card"


@pytest.mark.rule("loss-ends-turn")
def test_the_better_of_two_own_dice_counts(save: Path) -> None:
    run("do", save, "mountains", "fight 4/4 better")
    assert prompt(save) == "Anna 4 : 4 (58% won, 17% drawn, 25% lost)"
    for said in ("5 6", "2 5 6 1"):
        run("do", save, said, code=2)
    told = run("do", save, "2 5 6").stdout
    assert "Anna: 4 + 5 = 9 against 4 + 6 = 10: lost." in told
    assert "loses: 1 Health, unless the card tells of something else" in told
    run("undo", save)
    run("do", save, "fight 4/4 better")
    assert "Anna: 4 + 6 = 10 against 4 + 5 = 9: won." in run("do", save, "2 6 5").stdout


@pytest.mark.rule("win-hero", "draw-hero")
def test_a_hero_is_attacked_by_both_totals(save: Path) -> None:
    told = run("do", save, "mountains", "attack Bo 6/4 won").stdout
    assert "Anna wins: Bo loses 1 Health, or offers all Items and Anna takes one." in told
    assert "Drawn: nothing happens." in run("do", save, "attack Cleo [5/5 / 3 3]").stdout
    run("do", save, "attack Anna 6/4", code=1)


def test_an_empty_log_has_no_entry(save: Path) -> None:
    assert "there is no entry 1; the log has none yet" in run("judge", save, 1, code=2).stderr


@pytest.mark.rule("roll-of-fight", "attack-heroes")
@pytest.mark.parametrize(
    "fought", ["fight 6/4 [won]", "fight Toll Ogre won", "attack Bo 6/4 lost", "attack Bo", "fight"]
)
def test_a_fight_whose_cards_arent_known_is_no_record(save: Path, tmp_path: Path, fought: str) -> None:
    run("do", save, "mountains", fought)
    assert "Nothing is illegal" in run("judge", save).stdout
    for asked in (("odds", save), ("odds", save, "--move", "fight")):
        assert "this table doesn't track heroes and cards" in run(*asked, code=2).stderr
    assert "there is no entry 9;" in run("judge", save, 9, code=2).stderr
    record = tmp_path / "fight.toml"
    assert "a light table tells only its totals" in run("battle", record, "--from", save, code=2).stderr
    if "[" in fought:
        assert "isn't a fight with its cards" in run("battle", record, 2, "--from", save, code=2).stderr
    assert not record.exists()


@pytest.mark.rule("four-artifacts")
def test_four_artifacts_win(save: Path) -> None:
    """P52."""
    run("do", save, "mountains", "artifact Royal Cape", "artifact Banner of Hope", "artifact Mirrored Shield")
    run("do", save, "Anna takes Sun Crown")
    assert state(save).won == [0]
    found = json.loads(run("score", save, "--json").stdout)
    assert (found["winners"], found["decided_by"]) == (["Anna"], "artifacts")
    assert [player["artifacts"] for player in found["players"]] == ["4", "0", "0"]
    run("verify", save)


@pytest.mark.rule("short-game")
def test_two_win_the_short_game(tmp_path: Path) -> None:
    save = begin(tmp_path / "short.toml", "battles", "--variant", "two artifacts")
    run("do", save, "mountains", "Cleo takes Royal Cape", "Cleo takes Banner of Hope")
    assert state(save).won == [2]


@pytest.mark.rule("final-battle", "P55", "P56", "P65")
def test_the_final_battle_begins_and_ends(save: Path) -> None:
    """Test 25 of the rulings: the collector's left neighbour among the Champions begins; the loser hands over."""
    run(
        "do",
        save,
        "mountains",
        "artifact Royal Cape",
        "artifact Mirrored Shield",
        "Bo takes Banner of Hope",
        "Bo takes Sun Crown",
    )
    told = run("do", save, "Bo takes Moon Ring").stdout
    limits, begins = "Anna keeps at most 15 Gold, 15 Experience, 7 Items, 7 Abilities.", "the Final Battle begins"
    assert 0 < told.index(limits) < told.index(begins)
    assert "picks a space, whose cards go; all Champions come there" in " ".join(told.split())
    assert "Cleo is out of the game" in told
    game = state(save)
    assert (game.phase, game.active) == ("final battle", 0)
    question = OpenSave(PROPHECY, save).session.question
    assert question is not None
    assert [option.text for option in question.options()] == ["attack Bo"]
    for refused, ruling in (("mountains", "final"), ("end turn", "P56"), ("fight 6/4 won", "P55")):
        assert ruling in run("do", save, refused, code=1).stderr
    run("do", save, "attack Bo 9/5 won", "Sun Crown")
    told = run("do", save, "end turn", "attack Anna 3/8 lost", "Banner of Hope").stdout
    assert "Anna wins with 4 Artifacts" in told


@pytest.mark.rule("apocalypse", "end-of-world")
def test_the_countdown_leads_to_the_apocalypse(tmp_path: Path) -> None:
    """The Chance cards are counted where they begin to count down (P59, P60)."""
    save = begin(tmp_path / "late.toml", "battles", "--variant", "apocalypse", players=2)
    run(
        "do",
        save,
        "mountains",
        "artifact royal",
        "artifact Mirrored Shield",
        "Bo takes Banner of Hope",
        "Bo takes Sun Crown",
    )
    assert state(save).players[0].artifacts == ["Royal Cape", "Mirrored Shield"]
    for none_or_too_many in (0, 1000):
        run("do", save, f"Bo takes Moon Ring [{none_or_too_many}]", code=2)
    run("do", save, "Bo takes Moon Ring [999]")
    run("undo", save)
    run("do", save, "Bo takes Moon Ring [2]")
    assert prompt(save) == "Anna's round goes on, or Bo's Chance card"
    told = run("do", save, "plains", "charity").stdout
    assert "(0 to the Apocalypse)" in told
    told = run("do", save, "end turn").stdout
    assert "The Apocalypse begins." in told
    assert "every hero loses 1 Health and 1 Magic" in told
    run("do", save, "out Anna", "out Bo")
    found = json.loads(run("score", save, "--json").stdout)
    assert (found["winners"], found["decided_by"]) == ([], "nobody")


@pytest.mark.rule("death")
def test_artifacts_of_the_dead_lie_on_the_board(save: Path) -> None:
    """P46, P53: what lies there is held by nobody."""
    run("do", save, "mountains")
    assert "Royal Cape" in run("do", save, "artifact Royal Cape").stdout
    run("do", save, "artifact Royal Cape to nobody")
    assert [hero.artifacts for hero in state(save).players] == [[], [], []]
    run("do", save, "Bo takes royal cape", "out Bo")
    game = state(save)
    assert (game.players[1].status, game.players[1].artifacts, game.aside) == ("out", [], ["Royal Cape"])


@pytest.mark.rule("P48", "P57")
def test_a_champion_who_leaves_has_artifacts_for_the_next_one_clockwise(save: Path) -> None:
    run("do", save, "mountains", "artifact Royal Cape", "Bo takes Banner of Hope", "Bo takes Mirrored Shield")
    run("do", save, "Cleo takes Sun Crown", "Cleo takes Moon Ring")
    assert state(save).phase == "final battle"
    assert "Cleo takes Mirrored Shield from Bo." in run("do", save, "out Bo").stdout
    game = state(save)
    assert (game.aside, len(game.players[2].artifacts), game.won) == ([], 4, [2])


@pytest.mark.rule("P62")
def test_at_a_light_table_too_partners_dont_attack_each_other(tmp_path: Path) -> None:
    save = begin(tmp_path / "teams.toml", "battles", "--teams", "yes", players=4)
    run("do", save, "mountains")
    assert "Cleo is your partner" in run("do", save, "attack Cleo 6/4 won", code=1).stderr
    run("do", save, "attack Bo 6/4 won")
    rough = begin(tmp_path / "rough.toml", "battles", "--teams", "yes", "--attack-partner", "yes", players=4)
    run("do", rough, "mountains", "attack Cleo 6/4 won")


@pytest.mark.rule("attack-heroes")
def test_at_a_light_table_too_nobody_attacks_where_that_is_agreed_except_champions(tmp_path: Path) -> None:
    save = begin(tmp_path / "calm.toml", "battles", "--hero-attacks", "0")
    run("do", save, "mountains")
    assert NO_ATTACKS in run("do", save, "attack Bo 6/4 won", code=1).stderr
    kept = OpenSave(PROPHECY, save)
    assert kept.session.question is not None
    assert not [option for option in kept.session.question.options() if option.text.startswith("attack")]
    quest = Quest(kept.session.game.setup, kept.state_on_file, [])  # type: ignore[attr-defined]
    quest.state.phase = "final battle"
    assert LightAttack(whom="Bo", own=6, enemy=4, result="won").why_not(quest) == ""


@pytest.mark.rule("attack-heroes")
@pytest.mark.parametrize(("most", "offered"), [("1", [True, False, False]), ("2", [True, True, False])])
def test_a_light_table_offers_no_more_attacks_than_a_turn_has(tmp_path: Path, most: str, offered: list[bool]) -> None:
    save = begin(tmp_path / "attacks.toml", "battles", "--hero-attacks", most)

    def offers() -> bool:
        question = OpenSave(PROPHECY, save).session.question
        return question is not None and any(option.text.startswith("attack") for option in question.options())

    run("do", save, "mountains")
    found = [offers()]
    for _ in range(2):  # what was fought all the same is taken
        run("do", save, "attack Bo 6/4 won")
        found.append(offers())
    assert found == offered
    run("do", save, "end", "mountains")
    assert offers()


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("fight 6/4 3 lives better drawn", "fight 6/4 3 lives better drawn"),
        ("6 4 won", "fight 6/4 won"),
        ("fight 6 against 4 lost", "fight 6/4 lost"),
        ("fights won", "fight won"),
        ("fight with the Goblin King 6 against 4 won", "fight Goblin King 6/4 won"),
        ("fight a Half-Orc lost", "fight Half-Orc lost"),
        ("fight the goblin, 6 against 4 won", "fight goblin 6/4 won"),
        ("bo takes the royal cape", "artifact Royal Cape to Bo"),
        ("attack bo 6/4 x3 won", "attack Bo 6/4 3 lives won"),
        ("attacks cl 3:5 lose", "attack Cleo 3/5 lost"),
        ("bo takes royal cape", "artifact Royal Cape to Bo"),
        ("takes banner", "artifact Banner of Hope to Anna"),
        ("artifact royal cape to nobody", "artifact Royal Cape to nobody"),
        ("prophetic", "chance Prophetic Dream"),
        ("Anna fights the Ghost 6/4 and wins", "fight Ghost 6/4 won"),
        ("Anna fought a Ghost, 6 against 4, and lost", "fight Ghost 6/4 lost"),
        ("Anna beat the Ghost 6/4", "fight Ghost 6/4 won"),
        ("Anna lost to a Ghost", "fight Ghost lost"),
        ("Anna beats Bo", "attack Bo won"),
        ("Anna attacks Bo 6/4 and wins", "attack Bo 6/4 won"),
        ("Anna fights Bo, 6 to 4, she lost", "attack Bo 6/4 lost"),
        ("drew with Cleo 5/5", "attack Cleo 5/5 drawn"),
        ("Anna challenges Cleo 6/6 and wins", "attack Cleo 6/6 won"),
        ("Cleo stole the Royal Cape", "artifact Royal Cape to Cleo"),
        ("fight a troll, I have 6 it has 4, won", "fight troll 6/4 won"),
        ("Bo beat me", "attack Bo lost"),
        ("Bo draws forests", "chance Forests"),
        ("mountains for Bo", "chance Mountains"),
        ("Anna is done", "end turn"),
        ("Anna won the Royal Cape", "artifact Royal Cape to Anna"),
        ("beat a wolf with 6 to 3", "fight wolf 6/3 won"),
        ("got the royal cape", "artifact Royal Cape to Anna"),
        ("Bo has the Royal Cape artifact", "artifact Royal Cape to Bo"),
        ("end round", "end turn"),
        ("chance Harvest Wind", "chance Harvest Wind"),
        ("done", "end turn"),
        ("out cleo", "out Cleo"),
    ],
)
def test_what_is_told_of_a_round_is_read_and_recorded(save: Path, said: str, recorded: str) -> None:
    run("do", save, "mountains", said)
    assert recorded in run("log", save, "--moves").stdout.splitlines()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("fight 6", 2),
        ("fight 6/4 4 2 x", 2),
        ("mountian goat", 2),
        ("artifact 1", 2),
        ("artifact attack", 2),
        ("chance 7", 2),
        ("walk City", 2),
        ("attack Zoe 5/5", 2),
        ("fight 6/4 0 lives", 2),
        ("fight 6/4 10 lives", 2),
        ("fight 100/4", 2),
        ("fight 6/100", 2),
        ("fight bo 6/4 won", 2),
        ("Anna lost her sword", 2),
        ("Anna won 3 gold", 2),
        ("Bo fights 6/4", 1),
        ("Bo attacks Anna 6/4", 1),
        ("Bo beats Anna", 1),
        ("Anna won't fight", 1),
        ("Anna attacks nobody", 1),
        ("Anna takes nothing", 1),
        ("Bo almost died", 1),
        ("fight the Bo 6/4 won", 2),
        ("fight Goblin 6", 2),
        ("artifact", 2),
        ("artifact undo", 2),
        ("fight 6/4 [6]", 2),
        ("fight 6/4 [=6]", 2),
        ("fight 6/4 better [6 5]", 2),
    ],
)
def test_what_cant_be_read(save: Path, said: str, code: int) -> None:
    run("do", save, "mountains")
    before = save.read_text()
    run("do", save, said, code=code)
    assert save.read_text() == before


@pytest.mark.rule("win-creature", "attack-heroes")
def test_a_creature_that_is_fought_has_the_name_that_the_table_gives_it(save: Path) -> None:
    """A hero is no Creature: the move that attacks one is named."""
    told = run("do", save, "mountains", "fight the Goblin 6/4 won").stdout
    assert "Anna wins: Goblin goes to the discards" in told
    assert "Bo is a hero; write attack Bo" in run("do", save, "fight Bo 6/4", code=2).stderr


@pytest.mark.rule("artifacts")
@pytest.mark.parametrize(
    ("said", "meant"), [("artifact Roial Cape", "Royal Cape"), ("Bo takes Mon Ring", "Moon Ring")]
)
def test_a_name_nearly_that_of_an_artifact_is_no_new_one(said: str, meant: str) -> None:
    """Neither of one that the rulebook names, nor of one that the table has told."""
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    played.state.aside = ["Moon Ring"]
    with pytest.raises(Unreadable, match=f"did you mean {meant}"):
        TOLD.read_move(Quest(played.game.setup, played.state, []), said)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Bo fights 6/4", "it is Anna's round, not Bo's"),
        ("Bo is done", "it is Anna's round, not Bo's"),
        ("Anna attacks nobody", "only what has happened is recorded"),
        ("Anna fought nothing", "only what has happened is recorded"),
        ("Anna won't fight", "only what has happened is recorded"),
    ],
)
def test_nothing_is_recorded_of_what_nobody_did(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, told: str
) -> None:
    run("do", save, "mountains")
    before = prompt(save)
    type_at(save, monkeypatch, said)
    assert told in " ".join(capsys.readouterr().out.split())
    assert prompt(save) == before


@pytest.mark.rule("new-character", "death")
@pytest.mark.parametrize("said", ["Bo died", "bo is dead", "Bo was eliminated"])
def test_a_dead_hero_isnt_put_out_as_a_new_one_may_come(save: Path, said: str) -> None:
    run("do", save, "mountains")
    assert "if Bo is out of the game, write: out Bo" in run("do", save, said, code=1).stderr
    assert state(save).players[1].status == "playing"


@pytest.mark.rule("apocalypse", "P59")
@pytest.mark.parametrize(("phase", "kept"), [("normal", []), ("countdown", ["chance"])])
def test_the_chance_deck_is_counted_on_at_a_light_table_where_it_counts_down(phase: Phase, kept: list[str]) -> None:
    state = game("Bellringer", "Paladin").state
    state.phase = phase
    lighten(state)
    assert list(state.decks) == kept


@pytest.mark.rule("what-is-in-box")
def test_there_are_five_artifacts(tmp_path: Path) -> None:
    save = begin(tmp_path / "five.toml", "battles", players=4)
    names = ("Royal Cape", "Banner of Hope", "Mirrored Shield", "Sun Crown", "Moon Ring")
    run("do", save, "mountains", *(f"artifact {name} to nobody" for name in names))
    assert "all 5 Artifacts are out" in run("do", save, "artifact Star Sceptre", code=1).stderr


@pytest.mark.parametrize("track", ["battles", "score"])
def test_what_isnt_tracked_is_shown_as_such_and_never_as_0(tmp_path: Path, track: HowMuch) -> None:
    save = begin(tmp_path / "light.toml", track)
    told = run("status", save, "--plain").stdout
    assert "not tracked: gold, experience" in told
    assert "gold 0" not in told
    assert ("Anna none" in " ".join(run("status", save).stdout.split())) == (track == "battles")  # no empty cell
    counted = ["gold", "experience", "health", "magic", "strength", "willpower", "items", "damaged", "abilities"]
    only = ["artifacts"] * (track == "score")
    assert json.loads(run("status", save, "--json").stdout)["not_tracked"] == [
        *counted,
        *only,
        *("heroes", "spaces", "planes", "decks"),
    ]
    for said in (
        "adjust Anna gold 3",
        "adjust Anna space City",
        "adjust City gains Rope",
        "adjust rare 7",
        "adjust Anna red 3 of 4",
    ):
        assert "n't tracked: this game tracks" in run("do", save, said, code=2).stderr


def test_artifacts_are_corrected(save: Path) -> None:
    run("do", save, "adjust Anna gains Royal Cape", "adjust Bo gains Royal Cape")
    assert [hero.artifacts for hero in state(save).players] == [[], ["Royal Cape"], []]
    run("do", save, "adjust Bo loses Royal Cape")
    assert state(save).aside == ["Royal Cape"]
    run("verify", save)


def test_of_the_score_alone_the_artifacts_are_counted_at_the_end(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score")
    assert "it can be end turn or game over" in run("do", save, "fight 6/4", code=2).stderr
    assert "The game is over" in run("do", save, "end turn", "end turn", "game over").stdout
    told = run("score", save, code=2)
    assert "Missing: artifacts" in told.stderr
    run("do", save, "none", "Royal Cape, Banner of Hope, Mirrored Shield, Sun Crown", "Royal Cape", code=1)
    counted = run("do", save, "none", "royal, Banner of Hope, Mirrored Shield, Sun Crown", "Moon Ring")
    assert "Everything is counted." in counted.stdout
    found = json.loads(run("score", save, "--json").stdout)
    assert (found["winners"], [player["artifacts"] for player in found["players"]]) == (["Bo"], ["0", "4", "1"])
    assert "Royal Cape" in state(save).players[1].artifacts  # typed by its beginning
    run("verify", save)


BOARD = ("no", "Mountains", "Forest", "Plains", "Mountains", "Plains", "no", "no", "no", "none")
DECKS = (
    "chance 20, adventure 40, common 20, rare 20, Fortress 7, Thieves' Guild 7, Forest Camp 7, Magic Tower 7, "
    "Monastery 7"
)


def answers(path: Path, said: dict[str, str], *, until: Sequence[str] = ("chance", "move")) -> None:
    """Answer what is asked by the beginnings of the prompts, all else with the usual answer, until one of these."""
    for _ in range(200):
        question = OpenSave(PROPHECY, path).session.question
        assert question is not None
        if question.key in until:
            return
        text = next((answer for begins, answer in said.items() if question.prompt.startswith(begins)), None)
        run("do", path, text if text is not None else question.default)
    raise AssertionError("it goes on asking")


def test_more_is_tracked_and_what_is_missing_is_asked_for(save: Path) -> None:
    run("do", save, "mountains", "artifact Royal Cape", "end turn", "adjust tracking everything")
    answers(
        save,
        {
            "Anna's hero": "Bellringer",
            "Bo's hero": "Paladin",
            "Cleo's hero": "Druid",
            "Bellringer: what": "hero, strength 3, willpower 4, Monastery, Fortress, woman",
            "Paladin: what": "hero, strength 4, willpower 3, Fortress, Monastery, man",
            "Druid: what": "hero, strength 3, willpower 5, Forest Camp, Magic Tower, man",
            "Royal Cape: what": "artifact; always: to strength 1",
            "How many cards": DECKS,
            "Anna's red": "2 of 3",
            "Bo's red": "4",
            "Cleo's red": "3",
            "Anna's blue": "4 of 5",
            "Bo's blue": "3",
            "Cleo's blue": "5",
            "Where does Anna": "City",
            "Where does Bo": "Village",
            "Where does Cleo": "Fortress",
            "Bo's whole": "Rope",
            "Rope: what": "item, common, costs 2",
            "Which plane is": "Monastery",
            "Anna's Abilities": "Chant",
            "Chant: what": "ability, Monastery, costs 3",
            "The goods in the Village": "Lamp",
            "Lamp: what": "item, common, costs 2",
            "Space": "Plains",
            "The ring": "no",
        },
    )
    game = state(save)
    assert (game.tracking, game.known, game.players[1].items) == ("everything", "everything", ["Rope"])
    assert (game.players[0].health, game.players[0].red, game.players[0].artifacts) == (2, 3, ["Royal Cape"])
    assert (game.players[0].abilities, [space.goods for space in game.spaces if space.goods]) == (
        ["Chant"],
        [["Lamp"]],
    )
    assert [game.decks[deck].count for deck in ("lesser", "greater", "artifact")] == [0, 0, 0]
    run("verify", save)
    run("do", save, "chance Peaceful Times", "stay")


def test_nobody_has_to_count_the_decks_before_everything_is_tracked() -> None:
    """ "not counted" was taken, but neither listed nor what Enter answers, as it is at set-up."""
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    asked = next(catching_up.ask(Quest(played.game.setup, played.state, [])))  # type: ignore[attr-defined]
    assert (asked.prompt, asked.default) == ("How many cards lie face down in each deck", "not counted")


@pytest.mark.rule("peaceful-times")
def test_the_end_of_a_round_comes_after_its_additional_turn(save: Path) -> None:
    """ "end turn" after the first turn gave what Anna did in her second to Bo."""
    told = " ".join(run("do", save, "peaceful times").stdout.split())
    assert "Anna has one more turn this round; end turn comes after it" in told


@pytest.mark.rule("choosing-heroes")
def test_only_heroes_that_nobody_plays_are_offered_before_everything_is_tracked() -> None:
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]

    def offered() -> list[str]:
        procedure = catching_up.ask(quest)
        return [option.text for option in procedure.send(next(procedure).parse(DECKS)).options()]

    first, *_ = names = offered()
    assert {quest.card(name).kind for name in names} == {"hero"}
    quest.state.players[1].hero = first
    assert first not in offered()


@pytest.mark.rule("attack-on-planes", "prophetic-dream", "P15")
@pytest.mark.parametrize(
    ("lesser", "greater", "artifact"),
    [
        ("beaten Door Warden", "Pale Regent", "Royal Cape"),
        ("beaten Door Warden", "Pale Regent", "?"),
        ("Door Warden", "Pale Regent", "Royal Cape"),
        ("Door Warden", "?", ""),
        ("?", "", ""),
    ],
)
def test_open_cards_of_a_plane_are_asked_for_in_their_order(lesser: str, greater: str, artifact: str) -> None:
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    said = {"decks": DECKS, "lesser": lesser, "greater": greater, "artifact": artifact, "space": "City"}

    def answer(asked: Question[Any]) -> Any:
        if asked.key in ("lesser", "greater", "artifact"):  # of the first plane, then of the others
            return asked.parse(said.pop(asked.key, "?"))
        return asked.parse(said.get(asked.key) or asked.default or next((o.text for o in asked.options()), "3"))

    drive(catching_up.ask(quest), answer)
    plane, *_ = quest.state.planes
    there = (lesser.removeprefix("beaten "), greater, artifact)
    assert (plane.lesser, plane.greater, plane.artifact) == tuple(name.strip("?") for name in there)
    assert plane.beaten == lesser.startswith("beaten ")


@pytest.mark.rule("choosing-heroes", "what-is-in-box")
def test_an_artifact_of_nobody_lies_somewhere_and_its_plane_is_closed() -> None:
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    quest.state.aside, asked = ["Royal Cape", "Odd Crown"], []

    def answer(question: Question[Any]) -> Any:
        asked.append(question.prompt)
        said = {"decks": DECKS, "space": "City", "card": "artifact", "closed planes": "Monastery, Fortress"}.get(
            question.key
        )
        return question.parse(said or question.default or next((o.text for o in question.options()), "3"))

    drive(catching_up.ask(quest), answer)
    assert "Where does Royal Cape lie" in asked
    assert [prompt for prompt in asked if "printed" in prompt] == ["Odd Crown: what is printed on it"]
    assert quest.state.at(SAMPLE.number_of("City")).artifacts == ["Royal Cape", "Odd Crown"]
    assert sum(plane.closed for plane in quest.state.planes) == 2
    played_by = {hero.hero for hero in quest.state.players}
    assert set(quest.state.unused) == {card.name for card in quest.setup.cards if card.kind == "hero"} - played_by


def test_an_artifact_goes_to_nobody_whoever_has_it(save: Path) -> None:
    run("do", save, "mountains", "artifact Royal Cape to Cleo", "artifact Royal Cape to nobody")
    assert (state(save).players[2].artifacts, state(save).aside) == ([], ["Royal Cape"])


def test_less_is_tracked_at_once(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / "short-game.moves")
    run("undo", save, "3")
    run("do", save, "adjust tracking battles", "end turn", "mountains")
    game = state(save)
    assert (game.known, game.spaces, game.players[0].gold) == ("battles", [], 0)
    assert not any(hero.lodging or hero.space for hero in game.players)
    assert game.players[0].artifacts == ["Royal Cape"]
    run("verify", save)
    run("do", save, "adjust tracking score", "end turn")
    assert state(save).players[0].artifacts == []


def test_the_first_line_of_a_script_begins_a_light_game(save: Path, tmp_path: Path) -> None:
    run("do", save, "mountains", "fight 6/4 won", "artifact Royal Cape", "plains")
    script = tmp_path / "again.moves"
    script.write_text(run("log", save, "--moves").stdout)
    run("do", tmp_path / "again.toml", "--from", script)
    assert state(tmp_path / "again.toml") == state(save)


def test_a_new_name_among_those_of_a_pile_is_asked_about_and_a_known_one_is_not(save: Path) -> None:
    """When all is tracked from now on: the Items, by their names."""
    run("do", save, "mountains", "artifact Royal Cape", "end turn", "adjust tracking everything")
    said = {
        "Anna's hero": "Bellringer",
        "Where does Anna": "City",
        "Space": "Plains",
        "The ring": "no",
        "Bellringer: what": "hero, strength 3, willpower 4, Monastery, Fortress, woman",
        "Royal Cape: what": "artifact; always: to strength 1",
        "How many cards": DECKS,
        "Anna's red": "2 of 3",
        "Anna's blue": "4 of 5",
    }
    answers(save, said, until=("cards",))
    question = OpenSave(PROPHECY, save).session.question
    assert question is not None
    assert question.coins is not None
    with pytest.raises(Suggestion, match='"Rope" isn\'t known yet'):
        fit(question, "Rope")
    assert fit(question, "none") == "none"


@pytest.mark.rule("roll-of-fight")
def test_totals_are_told_together_or_asked_for_and_a_fight_ends_by_its_outcome(save: Path) -> None:
    run("do", save, "mountains", "fight 64 won")
    assert "fight 6/4 won" in run("log", save, "--moves").stdout.splitlines()
    run("do", save, "fight [64x]", code=2)
    run("do", save, "fight [6/4 / lose]")
    assert "fight [6/4 / lost]" in run("log", save, "--moves").stdout.splitlines()
    assert "write both totals" in run("do", save, "fight 6", code=2).stderr


def test_no_artifact_is_listed_before_somebody_names_it(save: Path) -> None:
    run("do", save, "mountains")
    question = OpenSave(PROPHECY, save).session.question
    assert question is not None
    assert not [option.text for option in question.options() if option.text.startswith(("artifact", "out"))]


@pytest.mark.parametrize(("track", "kept"), [("battles", ["Royal Cape"]), ("score", [])])
@pytest.mark.parametrize(("before", "after"), [("round", "chance"), ("chance", "chance"), ("movement", "turn")])
def test_what_a_lighter_table_keeps_of_a_whole_game(track: HowMuch, kept: list[str], before: str, after: str) -> None:
    played = placed(game("Bellringer", "Paladin"), step=before, items=["Axe"], artifacts=["Royal Cape"], space="City")
    state = played.state
    state.planes[0].left, state.players[1].status, state.tracking = ["Banner of Hope"], "dead", track
    lighten(state)
    assert (state.step, state.players[0].items, state.players[0].artifacts) == (after, [], kept)
    assert state.aside == (["Banner of Hope"] if kept else [])
    assert (state.spaces, state.planes, state.decks, state.players[1].status) == ([], [], {}, "playing")
    state.over = True
    with pytest.raises(Unreadable, match="the game is over"):
        lighten(state)


@pytest.mark.rule("P60")
def test_no_chance_card_is_asked_for_where_the_apocalypse_has_begun() -> None:
    played = placed(game("Bellringer", "Paladin"), step="round")
    played.state.phase, played.state.tracking = "apocalypse", "battles"
    lighten(played.state)
    assert played.state.step == "turn"


@pytest.mark.rule("what-is-in-box")
def test_what_is_tracked_stays_after_the_end(save: Path) -> None:
    names = ("Royal Cape", "Banner of Hope", "Mirrored Shield", "Sun Crown")
    run("do", save, "mountains", *(f"artifact {name}" for name in names))
    assert "the game is over" in run("do", save, "adjust tracking score", code=2).stderr
    assert "heroes aren't tracked" in run("do", save, "adjust Anna space City", code=2).stderr


@pytest.mark.rule("what-is-in-box")
def test_more_is_announced_for_the_round_that_follows(save: Path) -> None:
    run("do", save, "mountains", "adjust tracking everything")
    assert "everything is tracked from the next round on" in prompt(save)


@pytest.mark.rule("what-is-in-box")
def test_of_the_score_no_more_than_five_artifacts_are_counted(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score", players=2)
    run("adjust", save, "Anna", "gains", "Royal Cape", code=2)
    run("do", save, "game over [Royal Cape, Banner of Hope, Mirrored Shield]")
    too_many = run("do", save, "[Moon Ring, Sun Crown, Star Sceptre]", code=1)
    assert "there are 5 Artifacts in all" in too_many.stderr


@pytest.mark.rule("what-is-in-box")
def test_of_the_score_an_artifact_that_nobody_has_heard_of_is_asked_about(tmp_path: Path) -> None:
    session = OpenSave(PROPHECY, begin(tmp_path / "score.toml", "score", players=2)).session
    session.answer("game over")
    assert session.question is not None
    assert session.question.coins is not None
    said = session.question.parse("royal cape, Odd Crown")
    assert (session.question.coins(said), session.question.default) == ("Odd Crown", "none")
    assert (session.question.parse("0"), session.question.record([], "0")) == ([], "none")


@pytest.mark.rule("what-is-in-box")
def test_what_is_caught_up_is_read_as_what_it_is(save: Path) -> None:
    """Cubes as two numbers, cards of the kind that lies there, Guardians of their own deck."""
    run("do", save, "mountains", "artifact Royal Cape", "end turn", "adjust tracking everything")
    said = {
        "Anna's hero": "Bellringer",
        "Bo's hero": "Paladin",
        "Cleo's hero": "Druid",
        "Bellringer: what": "hero, strength 3, willpower 4, Monastery, Fortress, woman",
        "Paladin: what": "hero, strength 4, willpower 3, Fortress, Monastery, man",
        "Druid: what": "hero, strength 3, willpower 5, Forest Camp, Magic Tower, man",
        "Royal Cape: what": "artifact; always: to strength 1",
        "How many cards": DECKS,
        "Anna's red": "2 of 3",
        "Bo's red": "4",
        "Cleo's red": "3",
        "Anna's blue": "4 of 5",
        "Bo's blue": "3",
        "Cleo's blue": "5",
        "Where does Anna": "City",
        "Where does Bo": "Village",
        "Where does Cleo": "Fortress",
        "Which plane is": "Monastery",
        "Space": "Plains",
        "The ring": "no",
    }

    def unread(key: str, *texts: str) -> None:
        answers(save, said, until=(key,))
        question = OpenSave(PROPHECY, save).session.question
        assert question is not None
        for text in texts:
            with pytest.raises(Unreadable):
                question.parse(text)

    def coined(text: str) -> str:
        question = OpenSave(PROPHECY, save).session.question
        assert question is not None
        assert question.coins is not None
        return question.coins(question.parse(text))

    answers(save, said, until=("hero",))
    assert coined("Bellringer") == "Bellringer"
    unread("red cubes", "many", "4 of 3", "9")
    unread("cards", "Royal Cape", "Bellringer")
    unread("lesser", "Royal Cape", "beaten Druid")
    assert (coined("Night Ghost"), coined("?")) == ("Night Ghost", "")
    run("do", save, "Night Ghost", "lesser, strength 5, 3 experience; won: draw 1 rare", "?")
    assert coined("Night Ghost") == ""


@pytest.fixture(scope="module")
def caught_up() -> dict[str, Question[Any]]:
    """What is asked before everything is tracked, by key, the first of each; one Artifact lies somewhere."""
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    played.state.aside = ["Royal Cape"]
    asked: dict[str, Question[Any]] = {}

    def answer(question: Question[Any]) -> Any:
        asked.setdefault(question.key if question.key != "cards" else question.prompt, question)
        said = {"decks": DECKS, "space": "City", "closed planes": "Monastery", "lesser": "beaten Door Warden"}
        usual = question.default or next((option.text for option in question.options()), "3")
        return question.parse(said.get(question.key, usual))

    drive(catching_up.ask(Quest(played.game.setup, played.state, [])), answer)  # type: ignore[attr-defined]
    return asked


ITEMS, PLAINS = "Anna's whole Items", "The Adventure cards on Plains 6, the upper first"
GUILD, GOODS = "The Abilities in the Monastery, the older first", "The goods in the City"


@pytest.mark.rule("what-is-in-box")
@pytest.mark.parametrize(
    ("key", "typed", "recorded"),
    [
        ("hero", "paladin", "Paladin"),
        ("decks", "NOT counted", "not counted"),
        ("decks", "1 2 3 4 5 6 7 8 9", "chance 1, adventure 2, common 3, rare 4"),
        ("space", "plains 6", "Plains 6"),
        ("red cubes", "3/4", "3 of 4"),
        ("blue cubes", "4", "4 of 4"),
        ("closed planes", "monastery", "Monastery"),
        ("lesser", "Beaten door warden", "beaten Door Warden"),
        ("lesser", "?", "?"),
        ("greater", "pale regent", "Pale Regent"),
        (ITEMS, "rope,AXE", "Rope, Axe"),
        (ITEMS, "-", "none"),
        (ITEMS, "", "none"),
        (ITEMS, "nothing", "none"),
        (GUILD, "prayer", "Prayer"),
        (PLAINS, "? , lone wolf", "?, Lone Wolf"),
        (PLAINS, "none", "none"),
        (GOODS, "rope, rope", "Rope, Rope"),
    ],
)
def test_what_is_caught_up_is_recorded_by_its_names(
    caught_up: dict[str, Question[Any]], key: str, typed: str, recorded: str
) -> None:
    question = caught_up[key]
    assert question.record(question.parse(typed), typed).startswith(recorded)


@pytest.mark.rule("what-is-in-box")
@pytest.mark.parametrize(
    ("key", "typed", "why"),
    [
        ("hero", "walk", "looks like a move"),
        ("hero", "Anna/Bo", "can't be the name of a card"),
        ("decks", "chance 30", "how many cards has the adventure deck"),
        ("decks", "chance many", "can't read"),
        ("decks", "7", "can't read"),
        ("decks", "1 2 3", "no deck is called"),
        ("space", "Nowhere", "no space"),
        ("red cubes", "1 2 3", "write the cubes on the right, of all, like 3 of 4"),
        ("red cubes", "3 of 2", "there are 8 at most in all"),
        ("red cubes", "100", "write the cubes"),
        ("blue cubes", "9 of 11", "there are 10 at most in all"),
        ("gold", "-1", "it must be from 0"),
        ("experience", "1000", "it must be from 0 to 999"),
        ("closed planes", "Monastery, Fortress", "1 Artifacts are out, so 1 planes are closed"),
        ("lesser", "Pale Regent", "is no Lesser Guardian"),
        ("greater", "Door Warden", "is no Greater Guardian"),
        (ITEMS, "Prayer", "Prayer is no Item"),
        (ITEMS, "Royal Cape", "Royal Cape is no Item"),
        (GUILD, "Ambidexterity", "is no Ability"),
        (GUILD, "Prayer, Night Vigil, Prayer", "3 are too many; at most 2 lie there"),
        (PLAINS, "?, ?, ?", "at most 2 Adventure cards lie on a space"),
        (PLAINS, "Door Warden", "is no Adventure card"),
    ],
)
def test_what_cant_be_caught_up_is_refused(
    caught_up: dict[str, Question[Any]], key: str, typed: str, why: str
) -> None:
    with pytest.raises(Unreadable, match=why):
        caught_up[key].parse(typed)


@pytest.mark.rule("what-is-in-box")
@pytest.mark.parametrize(
    ("key", "typed", "new"),
    [
        ("hero", "paladin", ""),
        ("hero", "Baker", "Baker"),
        ("lesser", "?", ""),
        ("lesser", "beaten Door Warden", ""),
        ("lesser", "Fog Beast", "Fog Beast"),
        (ITEMS, "rope, Ladle", "Ladle"),
        (PLAINS, "?, Mist, lone wolf", "Mist"),
    ],
)
def test_a_new_name_is_told_from_known_ones(
    caught_up: dict[str, Question[Any]], key: str, typed: str, new: str
) -> None:
    question = caught_up[key]
    assert question.coins is not None
    if typed.startswith("?, Mist"):
        typed = "?, Mist"
    assert question.coins(question.parse(typed)) == new


@pytest.mark.rule("what-is-in-box")
def test_what_a_deck_file_leaves_out_is_told_by_the_place_or_asked_for() -> None:
    """An Ability has the guild where it lies; for that of a hero, and for an Item, the whole line is asked for."""
    lines = ("Trance: ability, costs 4; roll: in strength 1", "Sprint: ability, costs 4; roll: in strength 1")
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    quest.setup = replace(quest.setup, cards=(*quest.setup.cards, *map(read_card, (*lines, "Ladle: item, costs 2"))))
    said = {
        "Anna's whole": "Ladle",
        "Ladle: what": "item, rare, costs 2",
        "Anna's Abilities": "Trance",
        "Trance: what": "ability, Fortress, costs 4; roll: in strength 1",
        "The Abilities in the Monastery": "Sprint",
    }
    written: list[str] = []

    def answer(asked: Question[Any]) -> Any:
        if asked.prompt.startswith("The Abilities in the Magic Tower"):
            with pytest.raises(Unreadable, match="Trance is no Ability"):
                asked.parse("Trance")
        usual = {"decks": DECKS, "space": "City", "closed planes": "Monastery", "lesser": "?"}
        text = next((one for begins, one in said.items() if asked.prompt.startswith(begins)), usual.get(asked.key))
        text = text or asked.default or next((option.text for option in asked.options()), "3")
        written.append(asked.prompt)
        return asked.parse(text)

    drive(catching_up.ask(quest), answer)
    anna = quest.state.players[0]
    assert (anna.items, anna.abilities) == (["Ladle"], ["Trance"])
    assert [quest.deck_of(name) for name in ("Ladle", "Trance", "Sprint")] == ["rare", "Fortress", "Monastery"]
    assert [prompt for prompt in written if "what is printed" in prompt] == [
        "Ladle: what is printed on it",
        "Trance: what is printed on it",
    ]


@pytest.mark.rule("artifacts")
def test_a_new_artifact_of_a_light_table_is_asked_about_once(save: Path) -> None:
    run("do", save, "mountains")

    def coined(text: str) -> str:
        question = OpenSave(PROPHECY, save).session.question
        assert question is not None
        assert question.coins is not None
        return question.coins(question.parse(text))

    assert (coined("artifact Glass Crown"), coined("end turn"), coined("artifact Royal Cape")) == (
        "Glass Crown",
        "",
        "",
    )
    run("do", save, "artifact Glass Crown")
    assert coined("artifact glass crown to Bo") == ""
    assert "Anna has Glass Crown already" in run("do", save, "artifact Glass Crown", code=1).stderr
    assert "Anna has Glass Crown already" in run("adjust", save, "Anna", "gains", "Glass Crown", code=1).stderr


@pytest.mark.rule("attack-heroes")
def test_each_of_the_others_can_be_attacked(save: Path) -> None:
    run("do", save, "mountains")
    question = OpenSave(PROPHECY, save).session.question
    assert question is not None
    listed = [option.text for option in question.options() if option.text.startswith("attack")]
    assert listed == ["attack Bo", "attack Cleo"]


@pytest.mark.parametrize(("track", "short"), [("battles", ["end turn"]), ("score", [])])
def test_how_a_turn_is_told_in_short_is_said_where_fights_are_told(
    tmp_path: Path, track: HowMuch, short: list[str]
) -> None:
    save = begin(tmp_path / "light.toml", track)
    run("do", save, "mountains" if track == "battles" else "end turn")
    question = OpenSave(PROPHECY, save).session.question
    assert question is not None
    assert [option.text for option in question.grouped()][:1] == short


@pytest.mark.rule("fight-values")
@pytest.mark.parametrize(("typed", "totals"), [(64, (6, 4)), (10, (1, 0)), (99, (9, 9))])
def test_two_digits_are_both_totals_and_one_is_too_few(typed: int, totals: tuple[int, int]) -> None:
    quest = Quest(game("Bellringer", "Paladin").game.setup, game("Bellringer", "Paladin").state, [])  # type: ignore[attr-defined]
    told = LightFight(own=typed).complete(quest)
    assert (told.own, told.enemy) == totals
    for digit in (0, 9):
        with pytest.raises(Unreadable, match="write both totals"):
            LightFight(own=digit).complete(quest)


@pytest.mark.rule("choosing-heroes", "what-is-in-box", "strength-is-health", "no-magic")
def test_all_that_is_asked_for_is_kept_once_everything_is_tracked() -> None:
    played = game("Bellringer", "Paladin")
    lighten(played.state)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    quest.state.learnt += tuple(
        map(read_card, ("Odd Hero: hero, strength 3, willpower 4, Monastery, Fortress, woman", HALF_KNOWN, SPARE))
    )
    quest.setup, quest.state.board = replace(quest.setup, board=None), quest.setup.board
    said = {
        "How many": DECKS,
        "Anna's hero": "Odd Hero",
        "Bo's hero": "Half Hero",
        "Half Hero: what": "hero, strength 4, willpower 3, Fortress, Monastery",
        "Where does Anna": "City",
        "Where does Bo": "Village",
        "Anna's red": "2 of 3",
        "Bo's red": "8",
        "Anna's blue": "0/5",
        "Bo's blue": "3",
        "Anna's Gold": "0",
        "Bo's Gold": "7",
        "Anna's Exp": "0",
        "Bo's Exp": "2",
        "Anna's whole": "Rope, Rope",
        "Anna's damaged": "Axe",
        "Bo's Abilities": "Prayer",
        "The Abilities in the Fortress": "Ambidexterity",
        "The goods in the City": "Ember Sword",
        "The Adventure cards on Forest 4": "Ghost, ?",
        "Where does Royal": "Plains 6",
        "Which plane is closed": "Monastery",
    }
    quest.state.aside = ["Royal Cape"]
    written: dict[str, str] = {}
    heroes: list[str] = []

    def answer(asked: Question[Any]) -> Any:
        coins = asked.coins or str
        if asked.prompt == "Anna's hero":
            heroes.extend(option.text for option in asked.options())
            assert asked.open
        if asked.prompt == "The Abilities in the Fortress, the older first":
            with pytest.raises(Unreadable, match="Prayer is no Ability"):
                asked.parse("Prayer")
        if "Forest 4" in asked.prompt:
            assert [coins([one]) for one in ("Odd Beast", "Ghost", "?")] == ["Odd Beast", "", ""]
        if asked.prompt == "Anna's whole Items":
            assert [coins([one]) for one in ("Odd Thing", "Rope")] == ["Odd Thing", ""]
        text = next((one for begins, one in said.items() if asked.prompt.startswith(begins)), asked.default)
        assert text is not None, asked.prompt
        value = asked.parse(text)
        written[asked.prompt] = asked.record(value, text)
        return value

    drive(catching_up.ask(quest), answer)
    anna, bo = quest.state.players
    assert (anna.hero, anna.sex, anna.space, anna.health, anna.red, anna.magic, anna.blue) == (
        "Odd Hero",
        "woman",
        SAMPLE.number_of("City"),
        2,
        3,
        0,
        5,
    )
    assert (anna.gold, anna.experience, anna.items, anna.damaged) == (0, 0, ["Rope", "Rope #2"], ["Axe"])
    assert (bo.hero, bo.sex, bo.health, bo.red, bo.gold, bo.experience, bo.abilities) == (
        *("Half Hero", "", 8, 8, 7, 2),
        ["Prayer"],
    )
    assert [(one.name, one.open) for one in quest.state.at(4).cards] == [("Ghost", True), ("", False)]
    assert quest.state.at(SAMPLE.number_of("Fortress")).abilities == ["Ambidexterity"]
    assert quest.state.at(SAMPLE.number_of("City")).goods == ["Ember Sword"]
    assert (quest.state.decks["chance"].count, "Spare Hero" in quest.state.unused) == (20, True)
    assert {"Odd Hero", "Spare Hero"} <= set(heroes)
    assert (written["Which plane is closed"], written["How many cards lie face down in each deck"]) == (
        "Monastery",
        ", ".join(f"{deck} {many}" for deck, many in read_sizes(DECKS).items()),
    )
    guardians = [prompt.rpartition(" ")[2] for prompt in written if "Guardian of the plane of the" in prompt]
    assert guardians == [plane.name.rpartition(" ")[2] for plane in SAMPLE.planes if plane.name != "Monastery"]
    terrain = ("The Adventure cards on Forest 4, the upper first", "The Adventure cards on Forest 8, the upper first")
    shown = ("Anna's red cubes, those on the right of all", "Where does Anna stand", "Anna's whole Items", *terrain)
    assert [written[prompt] for prompt in shown] == ["2 of 3", "City", "Rope, Rope", "Ghost, ?", "none"]


HALF_KNOWN = "Half Hero: hero, Fortress, Monastery"
SPARE = "Spare Hero: hero, strength 3, willpower 4, Fortress, Monastery, man"


def test_a_misspelt_chance_card_is_quoted_as_it_was_typed(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(save, monkeypatch, "mountins")
    assert '"mountins" isn\'t an answer. Did you mean chance Mountains?' in capsys.readouterr().out


@pytest.mark.rule("apocalypse", "end-of-world")
@pytest.mark.parametrize(("variant", "fits"), [("apocalypse", False), ("standard", True)])
def test_cards_of_a_countdown_are_counted_when_everything_is_tracked_again(variant: str, fits: bool) -> None:
    played = game("Bellringer", "Paladin", variant=variant)
    lighten(played.state)
    asked = next(catching_up.ask(Quest(played.game.setup, played.state, [])))  # type: ignore[attr-defined]
    assert (fault(asked.parse, "not counted") is None) == fits


@pytest.mark.rule("end-of-world", "P60", "final-battle", "P54")
@pytest.mark.parametrize(("phase", "health"), [("apocalypse", 2), ("final battle", 3)])
def test_where_nobody_draws_everything_is_tracked_from_the_next_round_on(phase: Phase, health: int) -> None:
    """What the Apocalypse takes as that round begins is taken of what was counted before it."""
    played = game("Bellringer", "Paladin", variant="apocalypse" if phase == "apocalypse" else "standard")
    game_state = played.state
    game_state.known = game_state.tracking = "battles"
    game_state.phase, game_state.attacked = phase, 1
    lighten(game_state)
    game_state.players[0].artifacts, game_state.players[1].artifacts = ["Royal Cape"], ["Banner of Hope"]
    game_state.tracking = "everything"
    played = begun(played.game.setup, game_state)  # type: ignore[attr-defined]
    said = {"decks": DECKS, "space": "City", "closed planes": "Fortress, Monastery"}
    played.answer("end turn")
    while (question := played.question) is not None and question.key not in ("move", "reward"):
        usual = question.default or next((option.text for option in question.options()), "3")
        played.answer(said.get(question.key, usual))
    assert (played.present.known, played.present.phase) == ("everything", phase)
    assert [one.health for one in played.present.players] == [health] * 2


@pytest.mark.rule("new-character", "P47")
def test_an_eliminated_hero_comes_no_more_when_everything_is_tracked_again() -> None:
    played = game("Bellringer", "Paladin")
    played.state.eliminated = ["Druid"]
    lighten(played.state)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]

    def answer(question: Question[Any]) -> Any:
        options = [option.text for option in question.options()]
        assert "Druid" not in options
        if question.key == "hero":
            assert fault(question.parse, "Druid") is not None
        said = DECKS if question.key == "decks" else question.default or next(iter(options), "3")
        return question.parse(said)

    drive(catching_up.ask(quest), answer)
    assert "Druid" not in quest.state.unused


@pytest.mark.rule("chance-card", "end-of-world")
def test_no_round_of_a_countdown_ends_without_its_chance_card() -> None:
    played = game("Bellringer", "Paladin", variant="apocalypse")
    played.state.known = played.state.tracking = "battles"
    played.state.phase = "countdown"
    lighten(played.state)
    for seat, name in enumerate(("Royal Cape", "Banner of Hope")):
        played.state.players[seat].artifacts = [name]
    played = begun(played.game.setup, played.state)  # type: ignore[attr-defined]
    with pytest.raises(Illegal) as caught:
        played.answer("end turn")
    assert caught.value.ruling == "chance-card"
    played.answer("mountains")
    played.answer("end turn")
