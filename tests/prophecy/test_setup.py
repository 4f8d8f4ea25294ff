"""Setting a game up: a board asked for and remembered, heroes and cards that nobody knows, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.asking.meaning import fit, fit_plainer
from referee.asking.question import Question, drive
from referee.errors import Unreadable
from referee.games.prophecy import setup
from referee.games.prophecy.board_file import ask_board, load_board
from referee.games.prophecy.cards.cards import Ability
from referee.games.prophecy.rules.decks import read_sizes, write_sizes
from referee.games.prophecy.rules.state import Setup
from referee.games.prophecy.screens.game import SCREENS
from referee.games.prophecy.setup import set_up
from referee.games.prophecy.vocabulary import GUILDS
from referee.saves.new import SetupForm
from referee.text.names import fold
from tests.made_up import run
from tests.prophecy.games import BOARD, EXAMPLES, make_setup, say, session

SIZES = (
    "chance 30, adventure 40, common 20, rare 20, Fortress 8, Thieves' Guild 8, Forest Camp 8, Magic Tower 8, "
    "Monastery 8"
)
TOLD = {
    "players": "2",
    "player 1": "Anna",
    "player 2": "Bo",
    "start": "Bo",
    "hero 1": "Bellringer",
    "hero 2": "Paladin",
    "deck": str(EXAMPLES / "sample-deck.toml"),
    "board": str(EXAMPLES / "sample-board.toml"),
    "draws": "table",
    "abilities": "Ambidexterity, Stealth, Stamina, Staff Skill, Prayer",
    "first": "Forests",
    "laid": "Gem Mine, Ghost, Ruin, Imp",
}


def asked(**answers: str) -> Setup:
    """A set-up from its answers; what isn't told is as usual."""
    told = TOLD | {key.replace("_", " "): text for key, text in answers.items()}
    return answered(told)


def answered(told: dict[str, str]) -> Setup:
    def answer(question: Question[Any]) -> Any:
        return question.parse(told.get(question.key, question.default or question.forced() or ""))

    return drive(set_up().ask(), answer)


def test_a_card_is_named_by_any_word_of_it_that_no_other_has() -> None:
    set_up_so = asked(abilities="Ambidexterity, Stealth, Stamina, staff, Prayer", laid="Mine, Ghost, Ruin, Imp")
    assert set_up_so == asked()


LOOSE = """
[[ability]]
name = "Turning"
costs = 4

[[item]]
name = "Odd Cup"
costs = 4
"""


def with_loose_cards(folder: Path) -> str:
    """A deck with an Ability whose line doesn't say its guild, and an Item that may be common or rare."""
    deck = folder / "deck.toml"
    deck.write_text((EXAMPLES / "sample-deck.toml").read_text(encoding="utf-8") + LOOSE, encoding="utf-8")
    return str(deck)


@pytest.mark.rule("decks", "first-cards")
def test_an_ability_lies_in_one_guild_at_the_start(tmp_path: Path) -> None:
    deck = with_loose_cards(tmp_path)
    set_up_so = asked(deck=deck, abilities="Turning, Stealth, Stamina, Staff Skill, Prayer")
    guilds = [card.guild for card in set_up_so.cards if isinstance(card, Ability) and card.name == "Turning"]
    assert guilds == ["Fortress"]
    for names in ("Turning, Turning, Stamina, Staff Skill, Prayer", "Zeal, Zeal, Stamina, Staff Skill, Prayer"):
        with pytest.raises(Unreadable, match=names.partition(",")[0]):
            asked(deck=deck, abilities=names)
    told = {key: text for key, text in TOLD.items() if key != "abilities"} | {"deck": deck, "draws": "program"}
    drawn = [answered(told | {"seed": str(seed)}).abilities for seed in range(200)]
    assert any("Turning" in names for names in drawn)
    assert all(len(set(names)) == len(GUILDS) for names in drawn)
    loose = tmp_path / "loose.toml"
    known = (EXAMPLES / "sample-deck.toml").read_text(encoding="utf-8").replace('guilds = ["Monastery"]\n', "")
    for printed in ("Prayer", "Blessed Weapon", "Nautical Rites", "Fanaticism"):  # whose guild the rulebook tells
        known = known.replace(f'name = "{printed}"', f'name = "Own {printed}"')
    loose.write_text(known, encoding="utf-8")
    with pytest.raises(Unreadable, match="the deck file has too few cards: Monastery"):
        answered(told | {"deck": str(loose), "seed": "1"})


@pytest.mark.rule("decks", "discarded-cards")
def test_a_card_is_of_the_deck_that_it_is_drawn_from_if_its_line_leaves_that_out(tmp_path: Path) -> None:
    setup_so = asked(
        deck=with_loose_cards(tmp_path),
        start="Anna",
        abilities="Ambidexterity, Stealth, Stamina, Staff Skill, Prayer",
    )
    played = session(setup_so)
    say(played, "chance Fortress [Turning]", "stay", "end turn", "chance City Merchant [Odd Cup / Great Sword]")
    assert [(card.name, card.guild) for card in played.state.learnt if isinstance(card, Ability)] == [
        ("Turning", "Fortress")
    ]
    say(played, "stay", "end turn", "chance City Merchant [Ruby Circlet / Crown of Power]")
    assert (played.state.decks["rare"].discards, played.state.decks["common"].discards) == (
        ["Odd Cup", "Great Sword"],
        [],
    )


@pytest.mark.rule("P58", "choosing-heroes")
def test_a_set_up_and_the_line_that_begins_it_again() -> None:
    setup = asked(variant="apocalypse", readings="work after moving yes")
    assert (setup.players[setup.start], setup.heroes, setup.board) == ("Bo", ("Bellringer", "Paladin"), BOARD)
    assert (setup.variant, setup.work_after_moving, setup.surplus_discarded) == ("apocalypse", True, True)
    line = set_up().begin_line("prophecy", setup)
    assert "--variant apocalypse" in line
    assert "--work-after-moving yes" in line
    assert "--first 'Forests: Gem Mine, Ghost, Ruin, Imp'" in line


def test_what_lies_at_the_start_is_told_once(tmp_path: Path) -> None:
    """Neither line is dropped without a word."""
    first = "--first", "Forests: Gem Mine, Ghost, Ruin, Imp", "--first", "Plains: Old Stair, Lone Wolf, Salt Lick"
    heroes = "--player", "Anna:Bellringer", "--player", "Bo:Paladin", "--abilities", TOLD["abilities"]
    cards = "--board", TOLD["board"], "--deck", TOLD["deck"], "--draws", "table"
    said = run("new", tmp_path / "two.toml", "--game", "prophecy", "--yes", *heroes, *cards, *first, code=2)
    assert "Plains: Old Stair" in said.stderr


@pytest.mark.parametrize(
    ("line", "warning"),
    [
        ("Anna Bellringer, Bo Reed Piper", "Anna Bellringer is one name here; with a hero, write Anna:Bellringer."),
        ("Anna, Bo Reed Piper", "Bo Reed Piper is one name here; with a hero, write Bo:Reed Piper."),
        ("Anna:Bellringer, Bo:Reed Piper", ""),
        ("Anna:Bellringer, Bo", ""),
        ("Anna, Bo", ""),
        ("3", ""),
    ],
)
def test_names_that_may_have_a_hero_in_them_are_asked_about(line: str, warning: str) -> None:
    question = players_question()
    assert question.warns is not None
    assert question.warns(question.parse(line)) == warning


@pytest.mark.rule("choosing-heroes")
@pytest.mark.parametrize(
    ("line", "names", "said"),
    [
        ("Anna Druid, Bo Lee wandering monk", ["Anna", "Bo Lee"], ["Druid", "Wandering Monk"]),  # of the rulebook
        ("Anna Bellringer, Bo Reed Piper", ["Anna", "Bo"], ["Bellringer", "Reed Piper"]),  # of the group
        ("Anna Druid, Bo Druid", ["Anna Druid", "Bo Druid"], []),
        ("Anna, Bo Druid", ["Anna", "Bo Druid"], []),
        ("Druid, Bo Scout", ["Druid", "Bo Scout"], []),
        ("Anna:Druid, Bo Scout", ["Anna", "Bo Scout"], ["Druid"]),
    ],
)
def test_known_heroes_behind_all_names_need_no_colons(
    line: str, names: list[str], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "usual_deck", lambda game: Path(TOLD["deck"]))
    question = players_question()
    seats = question.parse(line)
    assert (list(seats), list(seats.said.values())) == (names, said)
    recorded = question.record(seats, line)
    monkeypatch.setattr(setup, "usual_deck", lambda game: None)
    assert players_question().parse(recorded).said == seats.said  # whatever is known later


def players_question() -> Question[Any]:
    asking = set_up().ask()
    question = next(asking)
    while question.key != "players":
        question = asking.send(question.parse(question.default or ""))
    return question


@pytest.mark.rule("choosing-heroes", "P10")
def test_the_program_deals_heroes_and_everybody_picks_alone() -> None:
    """Two each; one is kept and one goes to the left, twice; then one of the two in hand is played."""
    told = {**TOLD, "players": "3", "player 3": "Cleo", "draws": "program", "seed": "4", "hero 1": "draft"}
    seen: list[tuple[str, list[str]]] = []

    def answer(question: Question[Any]) -> Any:
        if question.key != "keep":
            return question.parse(told.get(question.key, question.default or ""))
        assert question.private
        seen.append((question.who, [option.text for option in question.options()]))
        return question.parse("1" if len(seen) % 2 else "2")

    setup = drive(set_up().ask(), answer)
    assert [who for who, _ in seen] == ["Anna", "Bo", "Cleo"] * 3
    first, second, last = ([hand for _, hand in seen[at : at + 3]] for at in (0, 3, 6))
    assert len({name for hand in first for name in hand}) == 6
    # Anna keeps her first, Bo his second, Cleo her first; what isn't kept goes on to the left
    assert second == [[first[0][0], first[2][1]], [first[1][1], first[0][1]], [first[2][0], first[1][0]]]
    # Anna keeps her second, Bo his first, Cleo her second
    assert last == [[second[0][1], second[2][0]], [second[1][0], second[0][0]], [second[2][1], second[1][1]]]
    assert setup.heroes == (last[0][0], last[1][1], last[2][0])
    assert list(set_up().notes(setup)) == [
        f"Anna plays {last[0][0]}, Bo plays {last[1][1]} and Cleo plays {last[2][0]}."
    ]
    assert f"Anna:{setup.heroes[0]}" in set_up().begin_line("prophecy", setup)  # a script names the results


@pytest.mark.rule("choosing-heroes")
@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"draws": "table"}, "the table draws the cards"),
        ({"draws": "program", "players": "5"}, "is named already"),
    ],
)
def test_a_draft_that_cannot_be_says_why(answers: dict[str, str], says: str) -> None:
    more = {"player 3": "Cleo", "player 4": "Dai", "player 5": "Eve"}
    seat = "hero 1" if answers["draws"] == "table" else "hero 2"
    with pytest.raises(Unreadable, match=says):
        answered(TOLD | more | answers | {seat: "draft", "seed": "4"})


def test_what_somebody_drafts_is_never_repeated_on_the_screen(tmp_path: Path) -> None:
    said: list[str] = []
    form = SetupForm(games.load("prophecy"), tmp_path / "game.toml", said.append)
    told = {**TOLD, "draws": "program", "seed": "4", "hero 1": "draft"}
    while (question := form.session.question) is not None and question.key != "keep":
        form.session.answer(told.get(question.key, question.default or ""))
    assert question is not None
    hand = [option.text for option in question.options()]
    form.session.answer("1")
    form.save()
    form.show(())
    form.status()
    assert "  keep: (secret)" in said
    assert not any(name in line for line in said for name in hand)
    assert form.session.take_back() == "(secret)"


@pytest.mark.rule("P3", "planes-of-board")
def test_a_board_that_is_asked_for_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    terrain = {
        "space_3": "Mountains",
        "space_4": "Forest",
        "space_11": "Plains",
        "space_12": "Forest",
        "space_18": "Mountains",
    }
    setup = asked(
        board="ask",
        clockwise="no",
        gates="Magic Tower",
        swap_14="no",
        swap_18="no",
        swap_2="no",
        swap_20="no",
        **terrain,
    )
    said: list[str] = []
    set_up().remember(setup, said.append)
    assert load_board(tmp_path / "prophecy-board.toml") == setup.board == BOARD
    assert "referee config board" in said[0]


@pytest.mark.rule("ports-and-gates")
@pytest.mark.parametrize(
    ("said", "also"),
    [("Plains 6, fortress", {"Plains 6", "Fortress"}), ("8", {"Forest 8"}), ("none", set()), ("plains", None)],
)
def test_more_gates_are_said_by_number_or_name_and_never_guessed(said: str, also: set[str] | None) -> None:
    answers = {"space": "Mountains", "clockwise": "no", "swap": "no", "gates": said}

    def answer(question: Question[Any]) -> Any:
        return question.parse(answers[question.key.partition(" ")[0]])

    if also is None:
        with pytest.raises(Unreadable, match="fits several: Plains 6"):
            drive(ask_board(), answer)
        return
    board = drive(ask_board(), answer)
    gates = {board.label(number) for number in board.numbers() if board[number].gate}
    assert gates == {"City", "Enchanted Wilderness"} | also


@pytest.mark.rule("ports-and-gates")
def test_the_questions_on_the_ring_tell_apart_what_they_ask() -> None:
    """The guilds tell which way it runs: City and Forest beside the Monastery may be swapped in either (P3)."""
    answers = {"space": "Plains", "clockwise": "Fortress", "swap": "no", "gates": "none"}
    prompts: list[str] = []

    def answer(question: Question[Any]) -> Any:
        prompts.append(question.prompt)
        said = answers[question.key.partition(" ")[0]]
        return question.parse(next((one.text for one in question.options() if one.shown == said), said))

    drive(ask_board(), answer)
    assert prompts[0] == "Walk clockwise from the Monastery: which guild comes first"
    assert "Are Plains (18) and Plains (19, with the port) the other way round" in prompts


def test_a_game_without_a_deck_asks_for_what_it_needs() -> None:
    line = "hero, strength 3, willpower 4, Monastery, Fortress, woman"
    cards = {"card bellringer": line, "card paladin": line}
    abilities_named = TOLD["abilities"].split(", ")
    abilities = {f"card {fold(name)}": "ability, costs 3; roll: in strength 1" for name in abilities_named}
    laid = {f"card {name}": "opportunity; use: gain 1 gold" for name in ("gem mine", "ruin")}
    laid |= {f"card {name}": "creature, strength 3, 1 experience" for name in ("ghost", "imp")}
    told = TOLD | cards | abilities | laid | {"deck": "none", "decks": SIZES}
    setup = answered(told)
    assert len(setup.typed) == len(setup.cards) == 11
    guilds = {card.name: card.guild for card in setup.cards if isinstance(card, Ability)}
    assert guilds == dict(zip(abilities_named, GUILDS, strict=True)), "each is of the guild in which it lies"
    assert set_up().begin_line("prophecy", setup).count("--card") == 11


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"hero_2": "Bellringer"}, "is played already"),
        ({"abilities": "Prayer"}, "5 Abilities"),
        ({"abilities": "Ambidexterity, Berserker Rage, Stamina, Staff Skill, Prayer"}, "Ability of the Fortress"),
        ({"laid": "Gem Mine"}, "4 cards"),
        ({"decks": "chance 3"}, "adventure deck"),
        ({"laid": "Gem Mien, a, b, c"}, "Gem Mine"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(answers: dict[str, str], says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        asked(**answers)


@pytest.mark.rule("first-cards", "start-of-hero", "starting-space", "planes-of-board", "choosing-heroes")
def test_the_checklist_lays_out_this_very_game() -> None:
    """Anna's Bellringer: 3 red and 4 blue cubes in the Monastery; a card on each Forest of the sample board."""
    setup = make_setup(2, heroes=("Bellringer", "Paladin"), first="Forests")
    steps = SCREENS.layout(setup)
    assert any(step.startswith("Anna: Bellringer, in the Monastery; on the right 3 red and 4 blue") for step in steps)
    laid = next(step for step in steps if step.startswith("Open Adventure cards: Forest "))
    assert all(name in laid for name in setup.laid)
    assert steps[-1] == "Anna begins."
    light = SCREENS.layout(Setup(players=("Anna", "Bo"), tracking="battles"))
    assert any("two cards each (Anna, Bo)" in step for step in light)


def test_the_sizes_of_the_decks_may_be_numbers_alone() -> None:
    sizes = read_sizes("29 60 30 25 10 10 11 10 12")
    assert sizes == read_sizes(write_sizes(sizes))
    assert (sizes["chance"], sizes["Monastery"]) == (29, 12)


@pytest.mark.parametrize("typed", ["Hidden Vein 5 gold", "Hidden Vein: gain 5 gold"])
def test_what_is_printed_on_a_card_is_no_part_of_its_name(typed: str) -> None:
    with pytest.raises(Unreadable, match=f'"{typed}": only its name'):
        asked(laid=f"Gem Mine, Ghost, Ruin, {typed}")


@pytest.mark.rule("first-cards")
def test_no_word_of_a_card_s_name_is_left_out_for_the_cards_to_be_as_many_as_the_spaces() -> None:
    """ "Well" says little in a sentence, and is a card's name here."""
    questions: list[Question[Any]] = []

    def answer(question: Question[Any]) -> Any:
        questions.append(question)
        return question.parse(TOLD.get(question.key, question.default or ""))

    drive(set_up().ask(), answer)
    laid = next(question for question in questions if question.key == "laid")
    for read in (fit, fit_plainer):
        with pytest.raises(Unreadable):
            read(laid, "Bandit, Old Well, Wolf, Ogre, Hawk")
