"""The twin of Enchanters against the program.

`python -m tests.enchanters.twin 300` plays so many whole random games with both, with the sample's cards and with
made-up ones, and stops at the first thing that they see otherwise; a second number is the first game.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import tomli_w

from referee.games.enchanters.readings import EnchantersReadings
from tests.enchanters.twin_cards import Card, Data, random_deck, read_card
from tests.enchanters.twin_game import USUAL, Game, Player, plain
from tests.random_runs import random_readings
from tests.twins import ADJUST, Comparison, Differs, other_reading, report_games

SAMPLE = Path(__file__).parents[2] / "examples" / "enchanters" / "sample-deck.toml"
MOST = 100_000
NAMES = ["Anna", "Bo", "Cleo", "Dan", "Eve", "Finn"]


SETTLED = ("start_crystals", "fast_removed")
"""The readings that count at the set-up only."""


class EnchantersGames(Comparison):
    """One game of Enchanters."""

    game = "enchanters"
    twin: Game
    turn_keys = ("move", "strike", "attack")

    def begun(self, folder: Path) -> tuple[list[str], Callable[[], Game]]:
        """Seat the players, shuffle the deck and lay the track out."""
        chance = self.chance
        made_up = chance.random() < 0.6
        path = SAMPLE
        deck = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))
        if made_up:
            deck, path = random_deck(chance), folder / "deck.toml"
            path.write_text(tomli_w.dumps(deck), encoding="utf-8")
        kingdoms = list(dict.fromkeys(card["kingdom"] for card in deck["card"] if "kingdom" in card))
        number = chance.randint(2, len(kingdoms))
        invasion = chance.choice(["standard", "fast", "super-fast"])
        depths = chance.random() < 0.3
        needed = 4 if number == 2 and invasion != "super-fast" else number
        chosen = chance.sample(kingdoms, needed)
        small = number == 2 or invasion == "super-fast"
        names = [
            card["name"]
            for card in deck["card"]
            if card.get("kingdom") in chosen
            for _ in range(card.get("two", 0) if small else card.get("copies", 1))
        ]
        self.cards: dict[str, Card] = {card["name"]: read_card(card) for card in deck["card"]}
        readings = random_readings(chance, EnchantersReadings)
        holding = USUAL | readings
        size = len(names)
        names = self.shuffled(names, depths)
        track = self.laid(names, holding["track_cards"])
        if invasion == "fast":
            del names[: holding["fast_removed"] * number]
        self.pile = names
        village = chance.choice(deck["village"])
        start = chance.randrange(number)
        words = []
        for name in NAMES[:number]:
            words += ["--player", name]
        words += [
            "--start",
            NAMES[start],
            "--deck",
            str(path),
            "--kingdoms",
            ", ".join(chosen),
            "--invasion",
            invasion,
        ]
        words += ["--depths", "yes" if depths else "no", "--draws", "table"]
        for name, answer in readings.items():
            words += [f"--{name.replace('_', '-')}", str(answer)]
        words += ["--village", village["name"], "--cards", str(size), "--track", ", ".join(track)]
        seats, village = NAMES[:number], read_card(village)
        return words, lambda: Game(seats, start, village, self.cards, track, len(self.pile), readings)

    def shuffled(self, names: list[str], depths: bool) -> list[str]:
        """The adventure deck from the top; with dragons in the depths they are in the smaller lower half (E-g)."""
        self.chance.shuffle(names)
        if not depths:
            return names
        dragons = [name for name in names if self.cards[name].type == "dragon"]
        others = [name for name in names if self.cards[name].type != "dragon"]
        half = len(others) - len(others) // 2
        lower = others[half:] + dragons
        self.chance.shuffle(lower)
        return others[:half] + lower

    def laid(self, names: list[str], number: int) -> list[str]:
        """Take the first items and enchantments from the bottom; what is put aside goes back in its order (E-h)."""
        track: list[str] = []
        aside: list[str] = []
        while len(track) < number:
            name = names.pop()
            (aside if self.cards[name].type in ("monster", "dragon") else track).append(name)
        names += aside[::-1]
        return track

    def step(self) -> bool:
        """Stop where made-up cards that feed each other have made more than a save holds."""
        return max(player.crystals + player.wounds for player in self.twin.players) < MOST and super().step()

    # --- comparing ------------------------------------------------------------------------------------------

    def moves_of(self, question: Data) -> list[str]:
        moves = {self.plain(self.twins(move["move"])) for move in question["moves"]}
        return sorted(moves - self.doubted())

    def twins_moves(self) -> list[str]:
        assert self.asked
        return sorted(set(map(self.plain, self.asked.moves)) - self.doubted())

    def doubted(self) -> set[str]:
        """The journeys of which the twin can't say whether they are refused."""
        return self.twin.doubted if self.asked and self.asked.key == "move" else set()

    def plain(self, move: str) -> str:
        """A move without what tells cards alike apart; of a monster that goes, the pile that stays."""
        if not self.asked or self.asked.key != "monster" or move not in self.asked.moves:
            return re.sub(r" #\d+", "", move)
        pile = next(player.monsters for player in self.twin.players if move in player.monsters)
        return " ".join(re.sub(r" #\d+", "", name) for name in pile if name != move)

    def compare_moves(self, question: Data) -> None:
        super().compare_moves(question)
        game = self.twin
        for move in question["moves"]:
            if found := re.match(r"(?:strength|attack) (\d+) against (defence|health) (\d+)", move["detail"]):
                ours = game.total(game.me, "defence" if found[2] == "defence" else "attack")
                theirs = int(found[3] if found[2] == "defence" else found[1])
                if ours != theirs:
                    raise Differs(f"{question['question']}: twin {ours}; program {move['detail']}")

    def programs_state(self) -> Data:
        status = self.program.status()
        found: Data = {
            player["name"]: (
                player.get("crystals", 0),
                player.get("wounds", 0),
                player.get("items", []),
                player.get("enchantments", []),
                player.get("monsters", []),
            )
            for player in status["players"]
        }
        return found | {
            "track": status.get("track", []),
            "deck": status.get("deck", 0),
            "graveyard": status.get("graveyard", []),
            "turn": status.get("turn", 1),
            "active": status.get("active", 0),
        }

    def compare_end(self) -> None:
        ours = self.twin.points(), self.twin.winners()
        if (theirs := self.program.points()) != ours:
            raise Differs(f"points and winners: twin {ours}; program {theirs}")

    # --- answering ------------------------------------------------------------------------------------------

    def twins(self, text: str) -> str:
        """A journey by its place alone; of cards alike the lowest, or the one in the place that is said."""
        text = re.sub(r"^(journey \d+) .*", r"\1", text)
        found = re.search(r" x\d$", text)
        times = found[0] if found else ""
        text = text.removesuffix(times)
        moves = self.asked.moves if self.asked else []
        name, on_top, under = text.removesuffix(" on top"), text.endswith(" on top"), 0
        if found := re.fullmatch(r"(.*) under (\d+)", text):
            name, under = found[1], int(found[2])
        alike = [move for move in moves if re.sub(r" #\d+", "", move) == name]
        if not alike or (text in moves and " #" in text):
            return text + times
        if under or on_top:
            pile = next(player.monsters for player in self.twin.players if alike[0] in player.monsters)
            return pile[-1 - under]
        return alike[0] + times

    def picked(self, question: Data) -> str:
        if question["key"] == "reveal":
            name = self.pile[max(0, len(self.pile) - self.twin.deck)]
            listed = [str(move["move"]) for move in question["moves"]]  # corrections may have turned it over
            return name if name in listed else str(self.chance.choice(listed))
        if question["key"] == "by hand":
            return "done"
        moves = question["moves"]
        if question["key"] == "move" and self.chance.random() < 0.7:  # mostly as somebody who wants to win
            moves = [move for move in moves if "can't be won" not in move["detail"]] or moves
            journeys = [move for move in moves if move["move"].startswith("journey")]
            moves = journeys if journeys and self.chance.random() < 0.6 else moves
        move = str(self.chance.choice(moves)["move"])
        often = any(one["move"] == move and "any number of times" in one["detail"] for one in moves)
        return f"{move} x{self.chance.randint(1, 2)}" if often and self.chance.random() < 0.1 else move

    def correction(self) -> str:
        if self.chance.random() < 0.4:
            return other_reading(self.chance, EnchantersReadings, self.twin.readings, SETTLED)
        if self.chance.random() < 0.7 and (found := list(self.put_right(self.chance.choice(self.twin.players)))):
            return ADJUST + self.chance.choice(found)
        player, what = self.chance.choice(self.twin.players), self.chance.choice(["crystals", "wounds"])
        number = self.chance.choice(["0", "3", "9", "+2"])
        return "" if str(getattr(player, what)) == number else f"{ADJUST}{player.name} {what} {number}"

    def put_right(self, player: Player) -> Iterator[str]:
        """Corrections of cards, one of each kind; of cards that aren't called as others."""
        chance, game, name = self.chance, self.twin, player.name
        yield f"{game.me.name} {chance.choice(('attack', 'defence'))} {chance.choice(('+1', '-1', '+3'))}"
        if game.deck > 3:
            yield f"deck {game.deck - chance.randint(1, 3)}"
        single = [one for one in game.in_play() if [*map(plain, game.in_play())].count(plain(one)) == 1]
        own = [one for pile in player.piles() for one in pile if one in single]
        yield from (f"{name} loses {one}" for one in chance.sample(own, min(1, len(own))))
        places = {"track": game.track, "graveyard": game.graveyard}
        places |= {
            one.name: [*one.items, *one.enchantments, *one.monsters] for one in game.players if one is not player
        }
        for place, lying in places.items():
            if there := [one for one in lying if one in single]:
                yield f"{name} gains {chance.choice(there)} from {place}"
        if hidden := [one for one in self.pile if one not in map(plain, game.in_play())] if game.deck else []:
            yield f"{name} gains {chance.choice(hidden)} from deck"
            if game.track:
                yield f"track {chance.randint(1, len(game.track))} {chance.choice(hidden)}"


if __name__ == "__main__":
    number, first, *_ = [*([int(text) for text in sys.argv[1:]] or [300]), 0]
    report_games(EnchantersGames, number, first, Path("game.moves"))
