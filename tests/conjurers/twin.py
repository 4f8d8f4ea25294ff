"""The twin of Conjurers against the program.

`python -m tests.conjurers.twin 5000 300` plays so many random battles and so many whole random games with both, and
stops at the first thing that they see otherwise; a third number is the first game or battle.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import tomli_w

from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.scores.score import in_reach
from tests.conjurers.twin_battle import Battle, Data
from tests.conjurers.twin_fights import (
    MYTHOLOGIES,
    OF_PIECES,
    OfBattles,
    battle_readings,
    battle_state,
    creature,
    play_battles,
    some,
)
from tests.conjurers.twin_game import ARTIFACTS, GROUNDS, KINDS, MINES, RESOURCES, SPACES, Game, Player
from tests.random_runs import random_readings
from tests.twins import ADJUST, Differs, other_reading, report_games

SAMPLE = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
NAMES = ["Anna", "Bo", "Cleo", "Dan"]


def made_up(deck: Data, luck: Random) -> Data:
    """The sample's cards with other values and abilities."""
    cards = [
        {**creature(luck, card["name"], card["level"], card.get("mythology", "")), "element": card["element"]}
        for card in deck["creature"]
    ]
    pieces = {
        kind: [{**card, "abilities": some(luck, OF_PIECES, 2)} for card in deck[kind]]
        for kind in ("item", "artifact")
    }
    return {**deck, "creature": cards, **pieces}


OF_GAMES = (
    "assistant_kinds",
    "most_assistants",
    "short_food",
    "beaten_challenger",
    "beaten_defender",
    "smiths",
    "combinations",
    "start_food",
    "start_goods",
    "start_creatures",
    "stolen_kinds",
    "battle_creatures",
    "turns",
    "dead_creatures",
)
"""The readings of whole games that the twin knows, besides those of battles and of the set-up above."""


SETTLED = ("start_creatures", "start_goods", "start_food")
"""The readings that don't change in the middle of a game."""
NUMBERED = ["wild animals", "wood storage", "lumber mill", "blacksmith", "artificer", *GROUNDS, *SPACES["recruiter"]]
"""Spaces with a numeral on the board (E3)."""


class Games(OfBattles):
    """One whole game of Conjurers."""

    between = ("place", "resolve", "end")
    turn_keys = (
        *between,
        "move",
        "trade",
        "buy",
        "sacrifice",
        "hire",
        "creature",
        "set aside",
        "battle",
        "steal",
        "died",
    )
    may_end = True
    twin: Game

    def begun(self, folder: Path) -> tuple[list[str], Callable[[], Game]]:
        luck = self.chance
        deck, path = tomllib.loads(SAMPLE.read_text(encoding="utf-8")), SAMPLE
        if luck.random() < 0.5:
            deck, path = made_up(deck, luck), folder / "deck.toml"
            path.write_text(tomli_w.dumps(deck), encoding="utf-8")
        number = luck.randint(2, 4)
        ones = [card["name"] for card in deck["creature"] if card["level"] == 1]
        luck.shuffle(ones)
        mine = random_readings(luck, ConjurersReadings)
        dealt = mine.get("start_creatures", 3)
        seats = [(name, luck.choice(KINDS), ones[3 * at : 3 * at + dealt]) for at, name in enumerate(NAMES[:number])]
        locked = luck.sample(MYTHOLOGIES, {2: 2, 3: 1, 4: 0}[number])
        settings: Data = {
            "shared_spaces": luck.random() < 0.3,
            "battles_last": luck.choice(["auto", "always", "never"]),
            "sacrificed_return": luck.random() < 0.4,
            "elements": luck.random() < 0.4,
            "morale": luck.random() < 0.4,
            "tournament": number == 4 and luck.random() < 0.5,
            "average": luck.random() < 0.2,
            "unlock": {space: luck.randint(1, 3) for space in luck.sample(NUMBERED, luck.choice((0, 0, 4)))},
        }
        start = luck.randrange(number)
        words = ["--start", NAMES[start], "--deck", str(path), "--draws", "table"]
        words += ["--dice", "average" if settings["average"] else "entered"]
        for name, kind, dealt in seats:
            words += ["--player", f"{name}:{kind}", "--dealt", f"{name}: {', '.join(dealt)}"]
        rules = [rule for rule in ("elements", "morale") if settings[rule]]
        words += ["--optional-rules", "both" if len(rules) == 2 else rules[0] if rules else "none"]
        if number == 4:
            words += ["--tournament", "yes" if settings["tournament"] else "no"]
        words += ["--battles-last", settings["battles_last"]]
        for key in ("shared_spaces", "sacrificed_return"):
            words += [f"--{key.replace('_', '-')}", "yes" if settings[key] else "no"]
        readings = battle_readings(luck)
        readings |= {name: mine[name] for name in OF_GAMES if name in mine}
        settings |= readings
        for key, answer in readings.items():
            words += [f"--{key.replace('_', '-')}", str(answer)]
        if unlock := settings["unlock"]:
            words += ["--unlock", ", ".join(f"{space} {phase}" for space, phase in unlock.items())]
        if locked:
            words += ["--locked", ",".join(locked)]
        return words, lambda: Game(seats, start, deck, locked, settings)

    def battle(self) -> Battle | None:
        return self.twin.battle

    def programs_state(self) -> Data:
        status = self.program.status()
        found: Data = {}
        for player in (one for one in status["players"] if not one.get("left")):
            goods = {good: many for good, many in player.get("resources", {}).items() if many}
            equipment = sorted([*player.get("items", []), *player.get("artifacts", [])])
            found[player["name"]] = (
                player.get("assistants", []),
                goods,
                player.get("food", 0),
                player.get("creatures", []),
                equipment,
                player.get("minus_points", 0),
            )
        found |= {"turn": status["turn"], "mines": status.get("mines", {}), "button": status.get("holder", 0)}
        battle = status.get("contest", {}).get("battle")
        return found | (battle_state(battle) if battle else {})

    def compare_end(self) -> None:
        scores = self.twin.scores()
        names = [player.name for player in self.twin.players if not player.left]
        winners = [name for name, has in zip(names, scores, strict=True) if has == max(scores)]
        ours = [one[0] for one in scores], winners
        if (theirs := self.program.points()) != ours:
            raise Differs(f"points and winners: twin {ours}; program {theirs}")

    def compare_moves(self, question: Data) -> None:
        super().compare_moves(question)
        if question["key"] == "end":
            self.compare_reach()

    def compare_reach(self) -> None:
        """Compare what each card that is left would add to each player's points."""
        setup, state = self.program.table.setup, self.program.table.session.present
        for seat in self.twin.clockwise(0):
            theirs = {one.what: one.points for one in in_reach(setup, state, state.players[seat])}
            if (ours := self.twin.reach(seat)) != theirs:
                raise Differs(f"in reach of {self.twin.players[seat].name}: twin {ours}; program {theirs}")

    # --- answering ------------------------------------------------------------------------------------------

    def picked(self, question: Data) -> str:
        luck, key, moves = self.chance, question["key"], question["moves"]
        if key == "battle":
            return str(luck.choice(["referee", "referee", "attacker wins", "defender wins"]))
        if key == "pairs":
            return ", ".join(luck.sample(NAMES, 4))
        if key == "died":
            most = min(self.twin.most_dead, len(self.twin.mortal))
            return ", ".join(luck.sample(self.twin.mortal, luck.randint(0, most))) or "nobody"
        if key == "hand":
            battle = self.battle()
            assert battle
            side = next(side for side, player in battle.players.items() if player == question["who"])
            maybe = [one.name for one in battle.of(side) if one.maybe]
            return ", ".join(luck.sample(maybe, battle.hidden[side]))
        if key == "steal":
            goods = [good for good in (*RESOURCES, "food") if good != "sapphire" or self.twin.number > 2]
            many = min(len(goods), self.twin.settings.get("stolen_kinds", 3))
            return f"steal {', '.join(luck.sample(goods, many))}"
        if key == "buy":
            move = luck.choice(moves)
            _, _, less = move["detail"].partition(", less ")
            return f"{move['move']} less {less}" if less else str(move["move"])
        if key == "trade":
            return self.trade(str(luck.choice(moves)["move"]))
        if key == "sacrifice" and luck.random() < 0.4:
            return self.sacrifice([str(move["move"]) for move in moves if move["move"] != "nothing"])
        if key == "resolve" and luck.random() < 0.8:
            moves = [move for move in moves if move["move"].startswith("resolve")]
            return str(luck.choice(moves)["move"])
        return super().picked(question)

    def trade(self, move: str) -> str:
        """A trade, sometimes as often as it can be paid; or none."""
        if move == "done" or self.chance.random() < 0.3:
            return "done"
        verb, number, pay, gain = move.split()
        assert self.asked
        player = next(one for one in self.twin.players if one.name == self.asked.who)
        times = self.chance.randint(1, player.goods[pay] // int(number))
        return f"{verb} {times * int(number)} {pay} {gain}"

    def sacrifice(self, moves: list[str]) -> str:
        """Several creatures at once, the higher levels last."""
        if not moves:
            return "nothing"
        offers = [move.removeprefix("sacrifice ").partition(" for ") for move in moves]
        chosen = {name: column for name, _, column in self.chance.sample(offers, min(3, len(offers)))}
        names = sorted(chosen, key=lambda name: int(self.twin.cards[name]["level"]))
        return f"sacrifice {', '.join(f'{name} for {chosen[name]}' for name in names)}"

    def correction(self) -> str:
        luck, present = self.chance, [player for player in self.twin.players if not player.left]
        assert self.asked
        key, part = self.asked.key, luck.random()
        if part < 0.1 and len(present) > 2 and key in self.between:
            return f"leave {luck.choice(present).name}"
        if part < 0.3 and key in self.between:
            return other_reading(luck, ConjurersReadings, self.twin.settings, SETTLED)
        if part < 0.6:
            found = [one for one in self.put_right(luck.choice(present)) if one]
            return ADJUST + luck.choice(found) if found else ""
        player, what = luck.choice(present), luck.choice([*RESOURCES, "food", "minus points"])
        number = luck.choice([0, 2, 9, 30])
        has = {"food": player.food, "minus points": player.minus}.get(what, player.goods[what])
        if has == number or (what == "sapphire" and self.twin.number == 2):
            return ""
        return f"{ADJUST}{player.name} {what} {number}"

    def within(self) -> bool:
        """Whether a step is under way: poison at the beginning of a turn of a battle begins one."""
        return super().within() or (self.asked is not None and self.asked.key == "move")

    def put_right(self, player: Player) -> Iterator[str]:
        """Corrections of what a player has, of the board and of the battle, one of each kind."""
        luck, game, name = self.chance, self.twin, player.name
        assert self.asked
        if (battle := game.battle) and self.asked.key == "move":
            yield from battle.corrections(luck)
        if game.button != game.seat(name):
            yield f"button {name}"
        mines = [mine for mine in MINES if game.is_open(0, mine)]
        yield from (
            f"mine {mine} {name}" for mine in luck.sample(mines, 1) if game.mines.get(mine) != game.seat(name)
        )
        owned = [one for other in game.players for one in other.creatures]
        free = [
            one
            for one, card in game.cards.items()
            if one not in (*owned, game.prey) and card.get("mythology") not in game.locked
        ]
        yield from (f"{name} gains creature {one}" for one in luck.sample(free, min(2, len(free))))
        yield from (
            f"{name} loses creature {one}" for one in luck.sample(player.creatures, min(2, len(player.creatures)))
        )
        yield from (f"{name} gains item {one}" for one in [*game.items][:1])
        yield from (f"{name} gains artifact {one}" for one in [*game.artifacts][:1])
        for one in player.equipment[:1]:
            yield f"{name} loses {'artifact' if one in ARTIFACTS else 'item'} {one}"
        most, twice = game.settings.get("most_assistants", 3), game.settings.get("assistant_kinds") == "any"
        kind = luck.choice(KINDS)
        if len(player.assistants) < most and (twice or kind not in {one.split()[0] for one in player.assistants}):
            yield f"{name} gains assistant {kind}"
        for one in player.assistants[1:]:
            now = game.fighter
            if now is None or (game.players[now.seat], now.kind) != (player, one):
                yield f"{name} loses assistant {one}"


def main() -> None:
    """Run both comparisons."""
    battles, number, first, *_ = [*([int(text) for text in sys.argv[1:]] or [5000, 300]), 0, 0]
    found = play_battles(battles, first)
    if len(found) == 3:
        seed, why, record = found
        sys.exit(f"battle {seed}: {why}\n{record}")
    print(f"{battles} battles agree, {found[0]} fights, {found[1]} turns.")
    report_games(Games, number, first, Path("game.moves"))


if __name__ == "__main__":
    main()
