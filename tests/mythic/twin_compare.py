"""Whole games at random, played by program and twin side by side: who decides, what is legal, what is so."""

from __future__ import annotations

import random
import re
import shlex
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import tomli_w

from referee.declaration.readings import readings_of
from referee.errors import RefereeError
from referee.games.mythic.odds.reckoning import WoundChances
from referee.games.mythic.readings import MythicReadings
from referee.games.mythic.rules import attacks
from tests.mythic.twin_boxes import mixed_box, mixed_map
from tests.mythic.twin_fights import Ask
from tests.mythic.twin_game import Game
from tests.mythic.twin_program import Program
from tests.mythic.twin_sheets import Data, sheets
from tests.mythic.twin_table import read_map
from tests.random_runs import random_readings
from tests.twins import other_reading

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
READINGS = (
    "dear_units",
    "first_aow",
    "first_cards",
    "cards_a_turn",
    "units_a_turn",
    "deck_out_hand",
    "second_unit_aow",
    "recall_aow",
    "manoeuvre_aow",
    "manoeuvres",
    "stones_to_win",
    "huge_entry",
    "flight_borders",
    "fallen_stones",
    "hiding",
    "distance",
    "as_if_there",
    "answer_card",
    "given_dice",
    "area_guard",
    "area_attacks",
    "answer_after_throw",
    "recall",
    "constructed_from",
)
"""The readings that are drawn besides those of old."""
AT_SET_UP = {"dear_units", "first_aow", "first_cards", "constructed_from", "stones_to_win", "hiding"}
"""Those of them that aren't changed in the middle of a game."""
NAMES = ["Anna", "Bo", "Cleo", "Dai"]
MOVING = ("walk", "run", "fly")
NO_ODDS = WoundChances((Fraction(1), Fraction(0)), Fraction(0))


class Differs(Exception):
    """Twin and program differ."""


class Comparison:
    """One game, played twice."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.looking_back = random.Random(seed)
        self.script: list[str] = []
        words, self.game = self.begun(seed, folder)
        self.script.append(shlex.join(["new", "--game", "mythic", *words]))
        self.program = Program(folder / "game.toml", words)
        self.playing = self.game.play()
        self.asked: Ask | None = next(self.playing)

    def begun(self, seed: int, folder: Path) -> tuple[list[str], Game]:
        """The options of `new`, and the twin's game with the same; every second with a box and map of its own."""
        chance = self.chance
        number = chance.choice([2, 2, 3, 4])
        names = NAMES[:number]
        path = EXAMPLES / "sample-units.toml"
        deck = tomllib.loads(path.read_text(encoding="utf-8"))
        map_path = EXAMPLES / f"{chance.choice(['two-fords', 'wide-valley'])}.toml"
        if seed % 2:
            path, map_path = folder / "units.toml", folder / "map.toml"
            deck = mixed_box(random.Random(seed), deck)
            path.write_text(tomli_w.dumps(deck), encoding="utf-8")
            map_path.write_text(tomli_w.dumps(mixed_map(random.Random(seed))), encoding="utf-8")
        told: Data = {
            "divinity": chance.choice(["god", "titan"]),
            "mode": "draft",
            "ceiling": chance.choice(["none", "five"]),
            "cage_obstacle": chance.random() < 0.5,
            "full_area_reach": chance.choice(["passable", "any"]),
            "throw_counts": chance.choice(["any order", "after slayer"]),
        }
        mine = random_readings(chance, MythicReadings)
        told |= {name: mine[name] for name in READINGS if name in mine}
        if chance.random() < 0.3:
            told["mode"] = "constructed"
        if self.looking_back.random() < 0.3:
            told["points"] = self.looking_back.randint(9, 22)
        words = ["--start", names[0], "--deck", str(path), "--map", str(map_path)]
        words += ["--dice", "entered", "--draws", "table"]
        for name in names:
            words += ["--player", name]
        for key, value in told.items():
            words += [
                f"--{key.replace('_', '-')}",
                {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value),
            ]
        if number == 4:
            told["teams"] = True
            words += ["--teams", "yes"]
        board = read_map(tomllib.loads(map_path.read_text(encoding="utf-8")), told)
        return words, Game(names, board, sheets(deck), told)

    # --- one decision ---------------------------------------------------------------------------------------

    def run(self, most: int) -> int:
        """Play so many decisions, or to the end. Raises Differs.

        The odds that stand beside attacks aren't compared, and take a fifth of the time: they are left out.
        """
        with patch.object(attacks, "chances_of", lambda dice: NO_ODDS):
            return next((done for done in range(most) if not self.step()), most)

    def step(self) -> bool:
        """Compare what is asked and what is so, and answer; False at the end."""
        question = self.aligned()
        self.compare_state()
        if question is None:
            self.compare_end()
            return False
        assert self.asked
        self.compare_moves(question)
        self.look_back()
        between = self.asked.key == "move" and not self.program.where()[1]
        self.answer((between and self.correction()) or self.picked(question))
        return True

    def correction(self) -> str:
        """Now and then somebody leaves, or the table reads the book otherwise; else ""."""
        luck = self.looking_back.random()
        if luck < (0.015 if len(self.game.players) == 3 else 0.001):
            present = [player.name for player in self.game.players if not player.out]
            return f"leave {self.looking_back.choice(present)}"
        fixed = set(readings_of(MythicReadings)) - set(READINGS) | AT_SET_UP
        return other_reading(self.looking_back, MythicReadings, self.game.settings, fixed) if luck > 0.98 else ""

    def look_back(self) -> None:
        """Now and then undo some and redo it, or open the save anew: all must be as it was."""
        luck = self.looking_back.random()
        if luck > 0.02:
            return
        before = self.program.status(), self.program.next()
        if luck < 0.01:
            self.program.save()
            self.program.reload()
        else:
            times = self.looking_back.randint(1, 4)
            done = [self.program.undo() for _ in range(times)]
            for _ in filter(None, done):
                self.program.redo()
        if (self.program.status(), self.program.next()) != before:
            raise Differs("undo and redo, or opening the save anew, don't lead back")

    def aligned(self) -> Data | None:
        """The question that both ask; what has only one answer is answered where one of them doesn't ask it."""
        for _ in range(50):
            question = self.program.next()
            asked = self.asked
            if question["over"] and asked is not None and asked.usual == "use":
                self.give("use")  # what costs nothing the program has done, and that ended the game
                continue
            if question["over"] or asked is None:
                if not question["over"] or asked is not None:
                    raise Differs(f"the program: {question['question'] or 'over'}; the twin: {told(asked)}")
                return None
            key = question["key"]
            if key.startswith("line "):
                self.line(question)
            elif self.same(question, asked):
                return question
            elif key in ("initiative", "retaliate") and [one["move"] for one in question["moves"]] == ["no"]:
                self.program.do("no")  # no card is left for it, but one could be drawn
                self.script.append("no")
            elif asked.usual == "use":
                self.give("use")  # it costs nothing and harms nobody
            elif len(asked.moves()) == 1 and not asked.dice:
                self.give(asked.moves()[0])
            elif len(question["moves"]) == 1 and not question["dice"]:
                self.program.do(question["moves"][0]["move"])
                self.script.append(question["moves"][0]["move"])
            else:
                raise Differs(f"the program asks {question['who']}: {question['question']}; the twin: {told(asked)}")
        raise Differs("no end of questions with one answer")

    def same(self, question: Data, asked: Ask) -> bool:
        drawing = [move["move"] for move in question["moves"]] == ["draw"]
        key = "draw" if drawing else question["key"]
        return key == asked.key and (question["who"] == asked.who or bool(question["dice"]))

    def line(self, question: Data) -> None:
        """A line of sight that the map lacks: learnt by both."""
        ends = re.findall(r"of (\w+) to that of (\w+)", question["question"])[0]
        self.program.do("nothing")
        self.script.append("nothing")
        self.game.board.learn_line(f"{ends[0]}-{ends[1]}: nothing")

    def compare_moves(self, question: Data) -> None:
        asked = self.asked
        assert asked
        if asked.dice:
            if question["dice"]["count"] != asked.dice or question["dice"]["who"] != asked.who:
                raise Differs(f"dice: twin {asked.dice} of {asked.who}, program {question['dice']}")
            return
        if asked.told and asked.told not in question["question"]:
            raise Differs(f"twin: {asked.told}; program: {question['question']}")
        if asked.key in ("stones", "assault"):
            return
        ours, theirs = map(sorted_payments, (asked.moves(), [move["move"] for move in question["moves"]]))
        if asked.key == "move":
            ours, theirs = self.way_ends(ours), self.way_ends(theirs, ours)
        self.compare_values(question)
        if wrong := [move for move in theirs if " with " in move and move not in ours]:
            raise Differs(f"the twin forbids {wrong}")
        ours, theirs = ([move.partition(" with ")[0] for move in moves] for moves in (ours, theirs))
        more, less = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
        if more or less:
            raise Differs(f"{question['question']}: only the twin: {more}; only the program: {less}")
        buyers = [self.game.players.index(player) for player in self.game.players]
        may = [self.game.players[seat].name for seat in buyers if self.game.may_buy(seat)]
        theirs = [name for one in question.get("interrupts", []) if one["say"] == "buy" for name in one["who"]]
        if set(may) != set(theirs) and self.game.turn:
            raise Differs(f"{question['question']}: who may buy: twin {may}, program {theirs}")
        others = [seat for seat in buyers if self.game.players[seat].name != asked.who or asked.key == "draw"]
        may = [self.game.players[seat].name for seat in others if self.game.powers_of(seat)]
        theirs = [name for one in question.get("interrupts", []) if one["say"] == "power" for name in one["who"]]
        if set(may) != set(theirs) and asked.key in ("draw", "move"):
            raise Differs(f"{question['question']}: who may use powers: twin {may}, program {theirs}")

    def compare_values(self, question: Data) -> None:
        """Range, offence and defence that stand beside an attack."""
        for move in question["moves"]:
            if found := re.search(r"\(range (\d+), (.*), (defence .*)\)$", move["detail"]):
                values = tuple(int(re.findall(r"\d+", text)[-1]) for text in found.groups())
                acting = self.game.acting
                assert acting
                aerial, _, name = move["move"].partition("attack ")
                there = name.endswith(" as if there")
                target = self.game.target(name.removesuffix(" as if there"))
                fight = self.game.fight_of(acting.unit, target, as_if_there=there, aerial=bool(aerial))
                attack = self.game.attack_of(fight)
                if values != (ours := (fight.distance, self.game.offence_of(fight, attack), attack.defence())):
                    raise Differs(f"{move['move']}: twin {ours}; program {move['detail']}")

    def way_ends(self, moves: list[str], legal: list[str] | None = None) -> list[str]:
        """The moves, of ways only where they end; each way that is listed must be legal."""
        if legal is not None and (wrong := [m for m in moves if m.split()[0] in MOVING and m not in legal]):
            raise Differs(f"the twin forbids {wrong}")
        ends = {f"{words[0]} {words[-1]}" for words in map(str.split, moves) if words[0] in MOVING}
        return [*(move for move in moves if move.split()[0] not in MOVING), *sorted(ends)]

    # --- answering ------------------------------------------------------------------------------------------

    def picked(self, question: Data) -> str:
        asked, chance = self.asked, self.chance
        assert asked
        if asked.dice:
            return " ".join(str(chance.choice([0, 1, 2, 3, 4, 5, 5])) for _ in range(asked.dice))
        if asked.key == "stones":
            areas = list(self.game.board.areas)
            return ", ".join(
                f"{kind} {chance.choice(areas)}" for kind in ("greek", "norse", "egyptian", "greek", "celtic")
            )
        if asked.key == "assault":
            return self.dice_move(question)
        moves: list[str] = [move["move"] for move in question["moves"]]
        if asked.key == "move":
            if chance.random() < 0.08:
                seats = range(len(self.game.players))
                buys = [
                    f"{NAMES[seat]}: {move}"
                    for seat in seats
                    for what in self.game.may_buy(seat)
                    for move in self.game.paying(seat, f"buy {what}", self.game.settings.get("manoeuvre_aow", 1))
                ]
                if buys:
                    return chance.choice(buys)
            if chance.random() < 0.2:
                others = [seat for seat, name in enumerate(NAMES[: len(self.game.players)]) if name != asked.who]
                uses = [f"{NAMES[seat]}: {move}" for seat in others for move in self.game.powers_of(seat)]
                if uses:
                    return chance.choice(uses)
            busy = [move for move in moves if not move.startswith(("end turn", "pass"))]
            recalls = [move for move in moves if move.startswith("recall")]
            if recalls and chance.random() < 0.3:
                return self.fewer(chance.choice(recalls))
            if busy and chance.random() < 0.85:
                sharp = [m for m in busy if m.startswith(("attack", "absorb", "claim", "aerial", "power", "nature"))]
                return chance.choice(sharp if sharp and chance.random() < 0.6 else busy)
        return chance.choice(moves)

    def fewer(self, recall: str) -> str:
        """A recall of fewer miniatures now and then, where the first answer doesn't hold."""
        text, paid, cards = recall.partition(" with ")
        start, number, area = text.rsplit(" ", 2)
        most = int(number) if not self.game.kept_number else 1
        return f"{start} {self.chance.randint(1, most) if most > 1 else number} {area}{paid}{cards}"

    def dice_move(self, question: Data) -> str:
        moves: list[str] = [move["move"] for move in question["moves"]]
        throws = [move for move in moves if move.startswith("throw")]
        return self.chance.choice(throws if throws and self.chance.random() < 0.5 else moves)

    def answer(self, text: str) -> None:
        """Give both the same answer."""
        try:
            self.program.do(text)
        except RefereeError as error:
            raise Differs(f"the program refuses {text}: {error}") from None
        self.script.append(text)
        self.give(text)

    def give(self, text: str) -> None:
        """Give the twin an answer."""
        try:
            self.asked = self.playing.send(text)
        except StopIteration:
            self.asked = None

    # --- the state ------------------------------------------------------------------------------------------

    def compare_state(self) -> None:
        if self.asked and self.asked.key == "way":
            return  # the program asks where lava moves a unit before it takes the wound
        ours, theirs = self.twins_state(), self.programs_state()
        for what, found in ours.items():
            if theirs[what] != found:
                raise Differs(f"{what}: twin {found}; program {theirs[what]}")

    def compare_end(self) -> None:
        status, game = self.program.status(), self.game
        if (status.get("won", []), status.get("decided", "")) != (ours := (game.winners, game.decided)):
            raise Differs(f"the end: twin {ours}; program {status.get('won')}, {status.get('decided')}")

    def twins_state(self) -> Data:
        game = self.game
        found: Data = {"turn": game.turn, "round": game.round, "active": game.active} if game.turn else {}
        for player in game.players:
            cards = player.cards
            found[f"{player.name}'s cards"] = (
                cards.deck,
                cards.held,
                sorted((cards.unseen + cards.sure).items()),
                cards.discard,
            )
            found[player.name] = (player.zone, player.absorbed, sorted(player.bought), player.out)
        for unit in game.units:
            bonuses = sorted({(one.power, one.does) for one in unit.bonuses})
            found[unit.name] = (
                unit.seat,
                unit.vitality,
                unit.status,
                unit.area,
                unit.stone,
                unit.activated,
                unit.retaliated,
                bonuses,
            )
        for area in game.board.areas:
            found[f"area {area}"] = (sorted(game.stones[area]), game.elements[area])
        return found

    def programs_state(self) -> Data:
        status = self.program.status()
        found: Data = {
            "turn": status.get("turn", 1),
            "round": status.get("round", 1),
            "active": status.get("active", 0),
        }
        for player in status["players"]:
            cards = player.get("cards", {})
            pool, sure = Counter(cards.get("pool", {})), Counter(cards.get("sure", {}))
            deck = cards.get("deck", 0)
            found[f"{player['name']}'s cards"] = (
                deck,
                pool.total() + sure.total() - deck,
                sorted((pool + sure).items()),
                cards.get("discard", []),
            )
            found[player["name"]] = (
                player.get("zone", ""),
                player.get("absorbed", []),
                sorted(player.get("bought", [])),
                player.get("out", False),
            )
        for piece in status.get("pieces", []):
            bonuses = sorted({(one["source"], one["effect"]) for one in piece.get("bonuses", [])})
            found[piece["name"]] = (
                piece["owner"],
                piece["vitality"],
                piece.get("status", "waiting"),
                piece.get("area", ""),
                piece.get("stone", ""),
                piece.get("activated", False),
                piece.get("retaliated", False),
                bonuses,
            )
        for area, spot in status.get("spots", {}).items():
            found[f"area {area}"] = (sorted(spot.get("stones", [])), spot.get("elements", 0))
        return found


def sorted_payments(moves: list[str]) -> list[str]:
    """The moves, with the cards that pay for them in one order."""
    found = []
    for move in moves:
        text, _, paid = move.partition(" with ")
        found.append(f"{text} with {', '.join(sorted(paid.split(', ')))}" if paid else text)
    return found


def told(asked: Ask | None) -> str:
    return f"{asked.key} of {asked.who} ({', '.join(asked.moves())})" if asked else "over"
