"""An open game that is asked: what it says, worked out by hand from the save, and what it keeps to itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.cli.common import open_table
from referee.saves.asked import OpenGame
from referee.text.screen import Screen
from tests.made_up import play_example
from tests.old_saves import run, told

EXAMPLES = Path(__file__).parents[1] / "examples"
PLAYED: Mapping[str, tuple[str, int]] = {
    "conjurers": ("four-player-game.moves", 200),
    "enchanters": ("enchanters/three-players.moves", 100),
    "mythic": ("mythic/two-players.moves", 110),
    "prophecy": ("prophecy/three-players.moves", 60),
}
"""The game of each kind that is asked, and so many of its entries."""

ASKED: Mapping[str, Mapping[str, str]] = {
    "conjurers": {
        "how much food has Anna?": "Anna's food: 5.",
        "how much wood do I have": "Cleo's wood: 7.",
        "whose turn is it": "Cleo decides now: Cleo's move (turn 6, battles).",
        "how much gold has Anna": (
            "Anna's wood: 0, stone: 0, iron: 0, bronze: 0, sapphire: 0, diamond: 0, food: 5, minus points: 0."
        ),
        "who has the button": "Initiative Button: Dan.",
        "who has the most food": "Dan's food: 25.",
        "what do I feed next": "Cleo: feeding (9): 7.",
        "when is the next feeding": "next feeding: end of turn 9.",
        "who stands on the guild house": "green · town (recruiter): guild house, Cleo's conjurer stands there.",
        "who holds the iron mine": "iron mine: Cleo.",
        "what does the valkyrie do": "Valkyrie: norse 3, air, 10/3, flying, first strike.",
        "who controls the stone mine": "stone mine: Cleo.",
        "what is the valkyrie's health": "Bo, slot 3: Valkyrie, 7 of 10 hit points, 3 dice.",
        "how many creatures has Dan": "Dan's creatures: 2 (Owl, Tortoise).",
        "can I summon the raven": "Yes: summon Raven 1 and summon Raven 3 can be done now.",
        "why can't I attack": "No: no enemy stands in front of Archer, in slot 2.",
        "how much food do i need for the next feeding": "Cleo: feeding (9): 7.",
        "what does bo need to feed": "Bo: feeding (9): 12.",
        "do i have enough food": "Cleo: feeding (9): 7.",
        "what's dead in this battle": "dead: Snow Fox (Bo).",
        "is the tavern free": "Free: tavern.",
        "which mines do i control": "blue · mines (worker): bronze smelter, gives 1, next phase 2, Cleo's.",
        "does Cleo control the stone mine": "stone mine: Cleo.",
        "is Dan out of wood": "Yes: Dan's wood: 0.",
        "is Anna out of food": "No: Anna's food: 5.",
        "does Dan have a valkyrie": "No: Dan has none.",
        "can I pass": "No: an action is possible: summon Raven 1.",
        "who goes first next turn": "Initiative Button: Dan.",
        "is the tavern taken": "green · town (recruiter): tavern.",
        "how many turns are left": "Turn 6 of 12 · phase II · battles · next feeding: end of turn 9.",
        "how long until the next feeding": "next feeding: end of turn 9.",
        "which creature can I summon": "Cleo: summon Raven 1, summon Raven 3, summon Leech 1, summon Leech 3.",
        "is the valkyrie poisoned": "Bo, slot 3: Valkyrie, 7 of 10 hit points, 3 dice.",
        "how short of food will Anna be": "Anna: food short: 5 (-10).",
        "what happens to Anna if she gets no more food before the feeding": "Anna: food short: 5 (-10).",
        "who is closest to winning": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "how much wood and stone has Cleo": "Cleo's stone: 4.",
        "who holds the bronze smelter and how much does it give": (
            "blue · mines (worker): bronze smelter, gives 1, next phase 2, Cleo's."
        ),
        "why can't Dan go to the tavern": (
            "As long as you hold the Initiative Button, no figure of yours can be placed in the tavern."
        ),
        "who has more creatures, Anna or Bo": (
            "Bo's creatures: 7 (Viper, Bear, Snow Fox, Draugr, Brokkr, Taweret, Valkyrie)."
        ),
        "how many more food does Cleo need": "Cleo: food short: 4 (-8).",
        "is the stone mine taken and what does it give": (
            "blue · mines (worker): stone mine, gives 2, next phase 4, Cleo's."
        ),
        "who is last": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "what would Cleo lose at the next feeding": "Cleo: food short: 4 (-8).",
        "how much stone has Cleo and how much Dan": "Dan's stone: 2.",
        "how far is Bo behind Anna": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "how many more assistants can Cleo hire": "Cleo's assistants: 2 (worker, warrior).",
        "who has most creatures": "Bo's creatures: 7 (Viper, Bear, Snow Fox, Draugr, Brokkr, Taweret, Valkyrie).",
    },
    "enchanters": {
        "how many crystals has Bo": "Bo's crystals: 2.",
        "what have I got": "Anna's crystals: 0, wounds: 0, attack: 7, defence: 6; items: Fist, Cinder Whip, Leech "
        "Jar, Eagle Helm; enchantments: of Enchanting, of Embers, of Ash, of Ash, of the Forge; monsters: "
        "Spark Imp, Spark Imp, Marsh Stalker, Ember Hound, Ridge Harpy, Marsh Stalker.",
        "what has Bo got?": "Bo's crystals: 2, wounds: 3, attack: 7, defence: 6; items: Fist, Leech Jar, Mud "
        "Snare, Reed Spear, Soot Cloak, Eagle Helm; enchantments: of Enchanting, of the Peak, of Leeches, of "
        "Thunder, of the Forge; "
        "monsters: Spark Imp, Rock Ape.",
        "how many cards are left": "21 in the adventure deck.",
        "whose go is it": "Anna decides now: a journey, a rest, or an action (turn 49).",
        "how many wounds does cleo have": "Cleo's wounds: 6.",
        "what is bo's attack": "Bo's attack: 7.",
        "where is the fen hydra": "Fen Hydra lies on the track, 3 of 6.",
        "how strong is the storm ogress": "Storm Ogress lies in the graveyard, 11 of 16.",
        "can I rest": "Yes: rest Lantern Hill 1 can be done now (gain 2 crystals, heal 1 wound).",
        "who has the most glory": "Anna's score if the game ended now: 18 glory.",
        "what's the last card on the track": (
            "6 Cinder Whip, item, 1 glory, attack 1; lower attack 1; minor: 1 crystal -> attack 2."
        ),
        "can i fight the hydra": "No: costs 2 crystals; Anna has 0.",
        "what does the village charge for attack": (
            "Lantern Hill: village; rest: gain 2 crystals, heal 1 wound; "
            "rest: 1 crystal -> journey to the graveyard; minor: 3 crystals -> attack 2."
        ),
        "is there a dragon on the track": "No: none of the 6 in the track.",
        "which hydra is on the track": "Yes: Fen Hydra.",
        "is there a monster on the track": "Yes: Fen Hydra and Ridge Harpy.",
        "has Anna a dragon": "No: Anna has none.",
        "how mnay crystals has Bo": "Bo's crystals: 2.",
        "what can Anna still do": "Anna: journey 1 Tongs of the Smith, rest Lantern Hill 1.",
        "how far is the ridge harpy": "Ridge Harpy lies on the track, 4 of 6.",
        "how many turns until the game is over": "Turn 49 · Anna · 21 in the adventure deck.",
        "what do I get if I rest": ("Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound."),
        "what happens when you take the fen hydra": "Fen Hydra lies on the track, 3 of 6.",
        "about how many turns until the end": "6 on the track, 16 in the graveyard.",
        "what is Cleo's attack and defence": "Cleo's defence: 2.",
        "can Bo beat the fen hydra": "Bo's attack: 7.",
        "can Cleo take the fen hydra": "Not now. Anna decides now: a journey, a rest, or an action (turn 49).",
        "is Cleo losing": "If the game ended now: Anna 18 glory, Bo 7, Cleo 0.",
        "can I take the tongs or the hydra": "Hydra: No: costs 2 crystals; Anna has 0.",
        "how many wounds would I heal with a rest": "Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound.",
        "what is the cheapest card on the track": (
            "1 Tongs of the Smith, item, attack 2; lower attack 1; rest: gain 2 crystals, heal 1 wound."
        ),
        "how many crystals am I short of for the hydra": "No: costs 2 crystals; Anna has 0.",
        "what does the fen hydra cost": "No: costs 2 crystals; Anna has 0.",
        "how many crystals is Bo ahead of Anna": "Anna's crystals: 0.",
        "what cards does bo have": "Bo's monsters: 2 (Spark Imp, Rock Ape).",
    },
    "mythic": {
        "where is the deep queen": "E, open ground 2/4: Bo: Deep Queen 8/8.",
        "how many cards are left in my deck": "Anna's deck: 5 of 7.",
        "how much vitality has the marsh serpent left": "Marsh Serpent's vitality: 3 of 7.",
        "why can't I activate the lantern thief": (
            "No: Anna can't have a Lantern Thief card in hand: all 3 are in the discards."
        ),
        "how much vitality has my storm warden": "Storm Warden's vitality: 9 of 9.",
        "how many cards are in bo's discard pile": "Bo: discards 20.",
        "can i pass": "Yes: pass can be done now (activate nobody).",
        "should I pass": "Pass can be done now (activate nobody).",
        "what is in bo's hand": "Bo's hand: 0 of 4.",
        "which round is it": "Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "how many stones does Anna have": "Anna (lead): stones 2.",
        "how many stones has Anna absorbed": "Anna (lead): stones 2.",
        "which units have been destroyed": "Bo, destroyed: Barrow Guard.",
        "what can Bo do now": "Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "where's the deep queen": "E, open ground 2/4: Bo: Deep Queen 8/8.",
        "where is the deep qeuen": "E, open ground 2/4: Bo: Deep Queen 8/8.",
        "why can't Bo frobnicate": "Not now. Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "why can't Bo attack": "Not now. Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "is the barrow guard dead": "Bo, destroyed: Barrow Guard.",
        "how many hit points has the deep queen": "Deep Queen's vitality: 8 of 8.",
        "which of my units are wounded": "Wall Guard's vitality: 3 of 4.",
        "who carries a stone": "H, water 1/3: Anna: Lantern Thief 4/4 with a norse stone.",
        "who is activated": "Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "who is winning": "Anna leads with 2 stones.",
        "which units has Bo": (
            "Bo's: 4 (Marsh Serpent 3/7 (D), Deep Queen 8/8 (E), Oak Warden 6/6 (F), Twin Blades 2/5 (L))."
        ),
        "how far is the marsh serpent from the swamp": ("2: the shortest way from D to C, whatever lies between."),
        "has Anna absorbed a stone": "Anna (lead): stones 2.",
        "is there a unit in the forest": "B, forest (2 left) 0/3: nobody; beside A, D (chains), H.",
        "is the marsh serpent alive": "Marsh Serpent's vitality: 3 of 7.",
        "where are the divine stones": "C, swamp 0/3: greek stone.",
        "can I recall": "No: a recall belongs to the end of the turn.",
        "how many trees are left in B": "B, forest (2 left) 0/3: nobody; beside A, D (chains), H.",
        "how many divine stones does Anna have": "Anna (lead): stones 2.",
        "how many stones does Bo still need to win": "Bo has 0 of the 4 stones that win: 4 more.",
        "who is closer to winning": "Anna leads with 2 stones.",
        "how strong is the marsh serpent": "Marsh Serpent's vitality: 3 of 7.",
        "how many wounds have the twin blades taken": "Twin Blades's vitality: 2 of 5.",
        "which of Bo's units is closest to dying": "Marsh Serpent's vitality: 3 of 7.",
        "Anna's stones": "Anna (lead): stones 2.",
        "where is the deep queen and how much vitality does she have": "Deep Queen's vitality: 8 of 8.",
        "what range has the wall guard": (
            "Wall Guard: troop 2, greek, 3 cards, art 0, phalanx, guard; 4 x 3/7/0/1; "
            "Shield Oath: permanent, when attacked at 1+: defence +1."
        ),
    },
    "prophecy": {
        "how much gold has Anna": "Anna's gold: 2.",
        "how much money do I have": "Cleo's gold: 7.",
        "where is Bo": "8 Forest: Bo.",
        "where is the toll ogre": "3 Mountains: Toll Ogre.",
        "where am I": "2 City (port, gate): >Cleo.",
        "which abilities lie in the magic tower": "17 Magic Tower (gate): Staff Skill; Mass Decay.",
        "how many chance cards are left": "20 Chance cards.",
        "what does stamina do": "Stamina: ability, Forest Camp, costs 3, spell 1; moving: move 3.",
        "can I throw the cleaver": "Moth Cleaver lies among Anna's damaged.",
        "who has the royal cape": "Anna's artifacts: Royal Cape.",
        "who has the most experience": "Anna's experience: 15.",
        "is the plane of the fortress closed": "Plane of the Fortress (Forest 4 and Plains 6): closed.",
        "how strong is Anna": "Anna: Strength 4 (4 of 6).",
        "what can i buy in the village": "15 Village (port): Tin Cup; Rope.",
        "is there a ghost on the board": "18 Mountains: Ghost.",
        "is Bo out of gold": "No: Bo's gold: 2.",
        "how far am I from the magic tower": (
            "5: the shortest way from 2 City to 17 Magic Tower, whatever lies between."
        ),
        "is there a creature in the forest camp": "No: none at 9 Forest Camp.",
        "is there a creature in the plane of the monastery": (
            "Plane of the Monastery (Forest 20 and City): all three face down."
        ),
        "which planes are still open": (
            "Open: Plane of the Monastery (Forest 20 and City), Plane of the Forest Camp "
            "(Forest 8 and Mountains 10), Plane of the Thieves' Guild (Forest 12 and Plains 14)."
        ),
        "can I buy something in the village": "15 Village (port): Tin Cup; Rope.",
        "how much health is Anna missing": "Anna's health: 4 of 6.",
        "whats lying in the mountains 3": "3 Mountains: Toll Ogre.",
        "where can i learn stealth": "13 Thieves' Guild: Stealth.",
        "what's the strength of the ghost": ("Ghost: creature, undead, willpower 4, 2 experience; won: gain 3 gold."),
        "can I attack Bo": "No: the Chance card comes first, like chance Mountains.",
        "can I buy the tin cup": "No: the Chance card comes first, like chance Mountains.",
        "is anybody in the city": "2 City (port, gate): >Cleo.",
        "what spells has Bo": "Bo's abilities: Stamina.",
        "who is winning": "Anna and Cleo lead with 1 Artifact.",
        "how many artifacts do I still need": "Cleo has 1 of the 4 artifacts that win: 3 more.",
        "which astral planes are closed": "Plane of the Fortress (Forest 4 and Plains 6): closed.",
        "what's for sale in the village": "15 Village (port): Tin Cup; Rope.",
        "what can you learn in the monastery and what does it cost": (
            "Prayer: ability, Monastery, costs 4, spell 1; any roll: better of two."
        ),
        "how much willpower does Bo have and where is he": "8 Forest: Bo.",
        "who has the fewest artifacts": "Anna's artifacts: 1 (Royal Cape).",
        "how many experience points does Anna have": "Anna's experience: 15.",
        "who is strongest": "Cleo's strength: 6 of 15.",
        "who is wounded": "Anna's health: 4 of 6.",
        "is my sword broken": "Cleo's damaged: none.",
    },
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """A save of each game in the middle of it."""
    folder = tmp_path_factory.mktemp("asked")
    for name, (moves, entries) in PLAYED.items():
        save = folder / f"{name}.toml"
        assert run("do", save, "--from", EXAMPLES / moves, "--brief").exit_code == 0
        table = open_table(save, Screen(plain=True))
        table.session.truncate(entries)
        table.save()
    return {name: folder / f"{name}.toml" for name in PLAYED}


@pytest.mark.parametrize("name", ASKED)
def test_an_open_game_knows_how_it_stands(games: Mapping[str, Path], name: str) -> None:
    game = OpenGame(open_table(games[name], Screen(plain=True)))
    for question, answer in ASKED[name].items():
        said = game.says(question)
        assert said is not None, question
        assert answer in (said.answer, *said.lines), question


def test_forty_questions_are_asked() -> None:
    assert sum(map(len, ASKED.values())) >= 40


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("conjurers", "can a flyer be bound"),
        ("conjurers", "how many creatures can I hold"),
        ("conjurers", "how much food do I need for a level 4 creature"),
        ("conjurers", "what does the marketplace do"),
        ("conjurers", "what do the sacrificial pits do"),
        ("conjurers", "what is the guild house for"),
        ("enchanters", "how many wounds can I have"),
        ("enchanters", "who goes first"),
        ("enchanters", "what does a journey cost"),
        ("enchanters", "can Anna still win"),
        ("mythic", "how many art of war cards has Bo"),
        ("mythic", "how many stones does a player need to win"),
        ("prophecy", "how much gold do I start with"),
        ("prophecy", "what does it cost to learn an ability"),
        ("prophecy", "what happens if my hero has no health left"),
    ],
)
def test_a_question_about_the_rules_is_left_to_the_rulebook(
    games: Mapping[str, Path], name: str, question: str
) -> None:
    assert OpenGame(open_table(games[name], Screen(plain=True))).says(question) is None


def test_asking_a_save_tells_the_answer_first_and_the_rule_behind(games: Mapping[str, Path]) -> None:
    said = run("ask", games["mythic"], "why", "can't", "I", "activate", "lantern", "thief", "--plain").stdout
    assert said.splitlines()[0] == "No: Anna can't have a Lantern Thief card in hand: all 3 are in the discards."
    assert "The rule: " in said


@pytest.mark.parametrize(
    ("name", "question", "behind"), [("enchanters", "whose turn is it", ["turn"]), ("prophecy", "where is Anna", [])]
)
def test_the_rule_behind_has_a_word_of_the_question_in_its_title(
    games: Mapping[str, Path], name: str, question: str, behind: list[str]
) -> None:
    assert told("ask", games[name], question)["rules"] == behind


ENCHANTERS, JAR = "enchanters/three-players.moves", "journey 1 Leech Jar"
CONJURERS, PLACED = "four-player-game.moves", "place conjurer"
MYTHIC, SLINGERS = "mythic/two-players.moves", "attack Barrow Guard [5"
PROPHECY, PLAINS = "prophecy/three-players.moves", "walk Plains 14"


@pytest.mark.parametrize(
    ("script", "until", "question", "answer"),
    [
        (ENCHANTERS, JAR, "can I beat the spark imp", "No: Spark Imp can't be beaten: attack 1 against health 3"),
        (ENCHANTERS, JAR, "can I fight the spark imp", "Yes: journey 5 Spark Imp can be done now"),
        (CONJURERS, PLACED, "is valhalla free", "Yes: conjurer to valhalla can be done now"),
        (CONJURERS, PLACED, "is the sapphire mine open yet", "No: closed until turn 7."),
        (CONJURERS, "place warrior valhalla", "can Dan go to the blacksmith", "Not now. "),
        (CONJURERS, "place warrior valhalla", "can Dan go to shangri la", "No: taken by Cleo's conjurer."),
        (MYTHIC, SLINGERS, "why can't the ford slingers go to E", "No: it can't reach E"),
        (CONJURERS, PLACED, "where can I put my merchant", "Anna: merchant to "),
        (CONJURERS, "place warrior valhalla", "where can I put my warrior", "Bo: valhalla, mount olympus."),
        (MYTHIC, SLINGERS, "who can the ford slingers attack", "Anna: attack Barrow Guard."),
        (MYTHIC, SLINGERS, "what can the twin blades attack", "Anna decides now: Ford Slingers in B"),
        (MYTHIC, SLINGERS, "can the ford slingers go to A", "Yes: walk A can be done now"),
        (MYTHIC, SLINGERS, "who can I attack and what are the chances", "Anna: attack Barrow Guard: 4 dice on 7: "),
        (PROPHECY, PLAINS, "can I attack Bo", "No: no move leads to 5 Fortress (Bo, Cleo; Ambidexterity) now."),
        (PROPHECY, PLAINS, "can Anna attack Cleo", "No: no move leads to 5 Fortress (Bo, Cleo; Ambidexterity) now."),
        (PROPHECY, PLAINS, "what does it cost to go to the village", "Yes: horse Village can be done now (1 Gold)."),
        (PROPHECY, PLAINS, "can I get to the village", "Yes: horse Village can be done now"),
    ],
)
def test_what_can_be_done_now_is_answered_by_yes_or_no(
    script: str, until: str, question: str, answer: str, tmp_path: Path
) -> None:
    save = play_example(script, until, tmp_path)
    assert told("ask", save, question)["answer"].startswith(answer)


def test_a_rule_is_told_where_the_game_has_nothing_to_say(games: Mapping[str, Path]) -> None:
    assert told("ask", games["conjurers"], "can a flyer be bound")["rules"][0] == "bound-creature"
    assert told("ask", games["prophecy"], "how much gold has Anna")["answer"] == "Anna's gold: 2."


def test_without_a_game_it_is_said_where_to_ask() -> None:
    result = run("ask", "how much gold has Anna")
    assert result.exit_code == 2
    assert "referee ask FILE" in result.stderr
    assert "frieday.toml: there is no such file" in run("ask", "frieday.toml", "who has the button").stderr


def test_names_of_a_game_are_no_misspelled_words(games: Mapping[str, Path]) -> None:
    table = open_table(games["prophecy"], Screen(plain=True))
    assert {"Moth Cleaver", "Anna", "Toll Ogre"} <= OpenGame(table).names
