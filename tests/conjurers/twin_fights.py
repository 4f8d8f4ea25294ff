"""Random battles of Conjurers, played by program and twin side by side."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from msgspec import convert, to_builtins

from referee.cli.game import _as_json
from referee.games.conjurers.battle.record import RecordFile, dice_of, start_of
from referee.games.conjurers.battle.state import Battle as State
from referee.games.conjurers.battle.turn import BattleGame
from referee.games.conjurers.cards.cards import Deck
from referee.games.conjurers.readings import BattleReadings
from referee.play.session import Session
from tests.conjurers.twin_battle import Battle, Data, Piece, read_abilities
from tests.conjurers.twin_game import fighter, minion
from tests.random_runs import random_readings
from tests.twins import Comparison, Differs, Program

MYTHOLOGIES = ("egyptian", "greek", "japanese", "norse", "biblical")
ELEMENTS = ("fire", "earth", "air", "water")
OF_CREATURES = (
    "offensive 1",
    "offensive 2",
    "offensive 3",
    "defensive 1",
    "defensive 2",
    "defensive 3",
    "flying",
    "flying",
    "frost attack",
    "burning 1",
    "burning 2",
    "burning 3",
    "poisonous",
    "multi attack",
    "multi attack",
    "devour",
    "devour",
    "life steal",
    "weapon smith",
    "resurrection",
    "ranged",
    "first strike",
)
OF_PIECES = (
    "absorption 2",
    "absorption 4",
    "absorption 6",
    "power hit 1",
    "power hit 2",
    "immobility",
    "bind",
    "bind",
    "first strike",
    "ranged",
    "flying",
    "immunity fire",
    "immunity ice",
    "immunity poison",
    "resurrection",
    "magician",
    "life steal",
    "poisonous",
)


def some(luck: Random, words: tuple[str, ...], most: int) -> list[str]:
    """A few abilities, each kind once."""
    found = {word.rstrip(" 0123456789"): word for word in luck.sample(words, luck.randint(1, most))}
    return sorted(found.values())


def creature(luck: Random, name: str, level: int, mythology: str = "") -> Data:
    """A creature's card, made up."""
    found: Data = {
        "name": name,
        "level": level,
        "hp": luck.randint(3, 9) + level,
        "bd": luck.randint(1, 2) + level // 2,
    }
    found |= {"element": luck.choice(ELEMENTS), "abilities": some(luck, OF_CREATURES, 3)}
    return found | ({"mythology": mythology or luck.choice(MYTHOLOGIES)} if level > 1 else {})


class BattleProgram(Program):
    """A battle as a session plays it."""

    def __init__(self, record: Data) -> None:
        file = convert(record, RecordFile)
        self.session: Session[State] = Session(BattleGame(dice_of(file, "random")), start_of(file, Deck(), "random"))

    def next(self) -> Data:
        question = self.session.question
        return _as_json(question, question.options() if question else ())

    def status(self) -> Data:
        found: Data = to_builtins(self.session.present)
        return found

    def do(self, move: str) -> None:
        self.session.answer(move)

    def undo(self) -> bool:
        return self.session.undo()

    def take_back(self) -> None:
        self.session.take_back()

    def redo(self) -> None:
        self.session.redo()

    def where(self) -> tuple[int, int]:
        return len(self.session.steps), len(self.session.draft)

    def save(self) -> None:
        """Nothing is saved."""

    def reload(self) -> None:
        """Nothing is saved."""


class OfBattles(Comparison):
    """What has battles; in a game the table may say who has won one."""

    game = "conjurers"
    may_end = False

    def battle(self) -> Battle | None:
        """The battle that the twin plays now."""
        raise NotImplementedError

    def moves_of(self, question: Data) -> list[str]:
        return sorted({self.whole(move["move"]) for move in question["moves"]})

    def whole(self, move: str) -> str:
        """A move with who binds, where only one can."""
        battle = self.battle()
        if battle and move.startswith("bind ") and " by " not in move:
            return f"{move} by {battle.binders()[0].name}"
        return move.partition(" with ")[0]

    def twins(self, text: str) -> str:
        return text if " with " in text else self.whole(text)

    def picked(self, question: Data) -> str:
        text = super().picked(question)
        battle = self.battle()
        if question["key"] == "move" and self.may_end and self.chance.random() < 0.01:
            return f"{self.chance.choice(('attacker', 'defender'))} wins"
        if question["key"] != "move" or battle is None or not text.startswith("summon") or " with " in text:
            return text
        name = text.removeprefix("summon ").rpartition(" ")[0]
        stock = battle.stock.get(battle.side, [])
        if not battle.mine(name).may_wear or not stock:
            return text
        most = min(battle.readings.get("most_equipment", 2), len(stock))
        worn = self.chance.sample([piece.name for piece in stock], self.chance.randint(0, most))
        return f"{text} with {', '.join(worn)}" if worn else text


class Battles(OfBattles):
    """One random battle: a duel or one at a battleground."""

    twin: Battle

    def begun(self, folder: Path) -> tuple[list[str], Callable[[], Battle]]:
        luck = self.chance
        kind = luck.choice(["duel", "battleground"])
        stock: dict[str, list[Data]] = {
            side: [
                {"name": f"{player}'s {at}", "abilities": some(luck, OF_PIECES, 2)}
                for at in range(luck.randint(0, 5))
            ]
            for side, player in (("attacker", "Anna"), ("defender", "Bo"))
        }
        own = [creature(luck, f"Ant {at}", luck.randint(1, 5)) for at in range(luck.randint(1, 3))]
        defender: Data = {"name": "Bo"}
        if kind == "duel":
            defender["creatures"] = [
                creature(luck, f"Bee {at}", luck.randint(1, 5)) for at in range(luck.randint(1, 3))
            ]
            defender["equipment"] = stock["defender"]
        else:
            level, mythology = luck.randint(2, 5), luck.choice(MYTHOLOGIES)
            stock["defender"] = []
            defender["creatures"] = [creature(luck, "Bee", level, mythology)]
            defender["minion"] = {"mythology": mythology, "level": level}
        switches = {"elements": luck.random() < 0.5, "morale": luck.random() < 0.5}
        readings = battle_readings(luck)
        self.record: Data = {"game": "conjurers", "kind": kind, "dice": "entered", **switches, **readings} | {
            "attacker": {"name": "Anna", "creatures": own, "equipment": stock["attacker"]},
            "defender": defender,
        }

        def made() -> Battle:
            fighters = [fighter(card, "attacker") for card in own]
            if kind == "battleground":
                fighters.append(minion(mythology, level))
            fighters += [fighter(card, "defender", kind == "duel") for card in defender["creatures"]]
            pieces = {
                side: [Piece(one["name"], read_abilities(one["abilities"])) for one in found]
                for side, found in stock.items()
            }
            names = {"attacker": "Anna", "defender": "Bo"}
            return Battle(
                kind,
                names,
                fighters,
                pieces,
                elements=switches["elements"],
                morale=switches["morale"],
                readings=readings,
            )

        return [], made

    def make_program(self, folder: Path) -> Program:
        return BattleProgram(self.record)

    def battle(self) -> Battle | None:
        return self.twin

    def programs_state(self) -> Data:
        return battle_state(self.program.status())

    def compare_end(self) -> None:
        outcome = self.program.status().get("outcome") or {}
        ours = self.twin.winner, self.twin.reason
        if (theirs := (outcome.get("winner"), outcome.get("reason"))) != ours:
            raise Differs(f"the end: twin {ours}; program {theirs}")


def battle_readings(luck: Random) -> Data:
    """Readings of a battle; fewer creatures than the record has aren't drawn."""
    found = random_readings(luck, BattleReadings)
    return {name: answer for name, answer in found.items() if name != "battle_creatures"}


def battle_state(battle: Data) -> Data:
    """The program's battle in the twin's words."""
    names = {one["number"]: one["card"]["name"] for one in battle["fighters"]}
    return {
        one["card"]["name"]: ("dead", one.get("damage", 0))
        if one.get("dead")
        else (
            one.get("slot") or 0,
            one.get("damage", 0),
            one.get("frost", False),
            one.get("poison", 0),
            one.get("bound", False),
            one.get("resurrected", False),
            [(piece["name"], piece.get("absorbed", 0)) for piece in one.get("worn", [])],
            names.get(one.get("devouring"), ""),
            names.get(one.get("devoured_by"), ""),
        )
        for one in battle["fighters"]
    }


def play_battles(number: int, first: int = 0) -> tuple[int, str, Any] | tuple[int, int]:
    """Play so many random battles with both; the first that differs with its moves, or fights and turns."""
    fights = turns = 0
    for seed in range(first, first + number):
        game = Battles(seed, Path())
        try:
            game.run(600)
        except Differs as error:
            return seed, str(error), {**game.record, "moves": game.script[1:]}
        fights += game.twin.fights
        turns += game.twin.turn
    return fights, turns
