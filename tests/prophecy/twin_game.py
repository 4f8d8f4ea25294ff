"""A whole game of Prophecy played by the program and by the twin, compared at every decision."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli_w

from referee.errors import RefereeError
from referee.games.prophecy.readings import ProphecyReadings
from tests.mythic.twin_program import Program
from tests.prophecy.twin_battles import Game
from tests.prophecy.twin_board import Layout, Lying, Traveller, deck_of
from tests.prophecy.twin_cards import GUILDS, Card, printed, read_deck
from tests.prophecy.twin_decks import odd_deck
from tests.prophecy.twin_effects import MOST, Ask
from tests.prophecy.twin_fights import Fight, Side
from tests.prophecy.twin_rounds import AGAIN, TERRAIN
from tests.random_runs import random_readings
from tests.twins import CORRECTIONS, other_reading, read_reading

EXAMPLES = Path(__file__).parents[2] / "examples" / "prophecy"
BOARD, DECK = EXAMPLES / "sample-board.toml", EXAMPLES / "sample-deck.toml"
NAMES = ("Anna", "Bo", "Cleo", "Dai", "Eve")
LEFT_OUT = """
Hermit, Clover Meadow
""".replace("\n", " ")
"""Cards whose effects the twin doesn't know."""
Data = dict[str, Any]
SELDOM = 400
"""Answers after which undo comes the more seldom the longer a game is: the twin plays all again for it."""


class Differs(Exception):
    """Program and twin see something otherwise."""


CORRECTED = tuple(
    re.split(" ", "health magic gold experience gains space damages card loses repairs by by artifact leaves goes")
)
"""What is corrected."""
AT_SET_UP = ("red_cubes", "blue_cubes", "artifacts_to_win", "short_artifacts")
"""The readings that aren't changed in the middle of a game: what has come before might be against them."""


class Comparison:
    """One game, played twice."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.seed = seed
        self.strong = seed % 3 == 1
        """Whether heroes begin as they are late in a game, so that planes are won."""
        self.script: list[str] = []
        self.at: list[tuple[int, int]] = []
        """How many steps, and answers of the one under way, lay before each entry of the script."""
        self.deck = folder / "deck.toml"
        deck = odd_deck(seed, plain_deck()) if seed % 2 else plain_deck()
        self.deck.write_text(tomli_w.dumps(deck), encoding="utf-8")
        self.cards = read_deck(self.deck)
        self.words = self.begun()
        self.program = Program(folder / "game.toml", self.words, "prophecy")
        self.playing = self.game.play()
        self.asked: Ask | None = next(self.playing)

    def begun(self) -> list[str]:
        """The options of `new`, and the twin's game with the same."""
        chance = random.Random(f"{self.seed}/set-up")
        number = chance.choice([2, 2, 3, 4])
        cards = self.cards
        layout = Layout(BOARD, cards)
        heroes = chance.sample([card for card in cards if card.kind == "hero"], number)
        start = chance.randrange(number)
        first = chance.choice(list(TERRAIN))
        spaces = layout.of_terrain(TERRAIN[first])
        laid = chance.sample(sorted(layout.decks["adventure"].names), len(spaces))
        abilities = {guild: chance.choice(sorted(layout.decks[guild].names)) for guild in GUILDS}
        words = ["--start", NAMES[start], "--deck", str(self.deck), "--board", str(BOARD), "--dice", "entered"]
        words += ["--draws", "table", "--first", f"{first}: {', '.join(laid)}"]
        words += ["--abilities", ", ".join(abilities.values())]
        settings = random_readings(chance, ProphecyReadings)
        if number == 4 and chance.random() < 0.5:
            settings["teams"] = True
        for name, value in settings.items():
            said = ("no", "yes")[value] if isinstance(value, bool) else str(value)
            words += [f"--{name.replace('_', '-')}", said]
        variant = chance.choice(["standard", "standard", "two artifacts", "apocalypse"])
        words += ["--variant", variant]
        for name, card in zip(NAMES, heroes, strict=False):
            words += ["--player", f"{name}:{card.name}"]
        for name, card in zip(NAMES, heroes, strict=False):
            layout.heroes.append(traveller(name, card, layout, settings))
        for guild, ability in abilities.items():
            layout.named(guild).abilities.append(ability)
            layout.decks[guild].count -= 1
        for space, name in zip(spaces, laid, strict=True):
            space.cards.append(Lying(name))
            layout.decks["adventure"].count -= 1
        layout.decks["chance"].count -= 1
        layout.decks["chance"].discards.append(first)
        self.game = Game(layout, {**settings, "variant": variant})
        self.game.active = start
        return words

    # --- one decision ---------------------------------------------------------------------------------

    def run(self, most: int) -> int:
        """Play so many decisions, or to the end. Raises Differs."""
        for done in range(most):
            if not self.step():
                return done
        return most

    def step(self) -> bool:
        """Compare what is asked and what is so, and answer; False at the end."""
        question = self.program.next()
        self.compare_state()
        asked = self.asked
        if question["over"] or asked is None:
            if question["over"] and asked is None:
                self.compare_end()
                return False
            raise Differs(f"the program: {question['question'] or 'over'}; the twin: {told(asked)}")
        if (question["key"], question["who"]) != (asked.key, asked.who):
            raise Differs(
                f"the program asks {question['who']}, {question['key']}: {question['question']}; "
                f"the twin: {told(asked)}"
            )
        self.compare_moves(question)
        done = self.chance.random()
        if self.strong and (text := next(self.strengthened(), "")):
            self.answer(text)
        elif done < 0.01 * min(1.0, SELDOM / (len(self.script) + 1)):
            self.undo()
        elif done < 0.02:
            self.program.save()
            self.program.reload()
        elif done < 0.05 and asked.key == "move":
            self.answer(self.correction())
        else:
            self.answer(self.picked(question))
        return True

    # --- corrections, undo ----------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last answer back, or the last whole step; the twin plays the rest again from the start."""
        session = self.program.table.session
        if not session.undo():
            return
        there = (len(session.steps), len(session.draft))
        while (len(self.script) and self.at[-1] > there) or len(self.at) > len(self.script):
            self.at.pop()
            self.script.pop()
        if self.at and self.at[-1] == there:
            self.at.pop()
            self.script.pop()
        self.begun()
        self.playing = self.game.play()
        self.asked = next(self.playing)
        for text in self.script:
            self.give(text)

    def strengthened(self) -> Iterator[str]:
        """The corrections that make heroes as they are late in a game, in the first round."""
        for hero in self.game.table.heroes if len(self.script) < 2 * len(self.game.table.heroes) else ():
            for colour, most in MOST.items():
                most = min(self.game.most(colour), most)
                if getattr(hero, colour) < most:
                    yield f"adjust {hero.name} {colour} {most} of {most}"

    def correction(self) -> str:
        """A correction at random."""
        chance, table = self.chance, self.game.table
        decides = self.game.in_plane is None and chance.random() < 0.2  # an attack on a plane is one battle
        if decides and (text := other_reading(chance, ProphecyReadings, self.game.settings, AT_SET_UP)):
            return text
        hero = chance.choice(self.game.living)
        kind = chance.choice(CORRECTED)
        if kind == "by" and not self.game.handing_over:
            what = chance.choice(["health", "health", "magic", "gold", "experience", "strength", "willpower"])
            has = getattr(hero, {"strength": "red", "willpower": "blue"}.get(what, what))
            most = {"health": hero.red, "magic": hero.blue, "gold": 30, "experience": 30}.get(what, 0)
            most = most or self.game.most("red" if what == "strength" else "blue")
            by = chance.choice([1, 3, -1, -2])
            if has + by <= most and (has + by >= 0 or what == "health"):
                return f"adjust {hero.name} {what} {by:+}"
        if kind == "loses" and (held := [*hero.items, *hero.damaged, *hero.abilities]):
            return f"adjust {hero.name} loses {chance.choice(held)}"
        if kind == "repairs" and hero.damaged:
            return f"adjust {hero.name} repairs {chance.choice(hero.damaged)}"
        if kind == "artifact" and self.game.in_plane is None:
            there = [*(name for space in table.spaces for name in space.artifacts)]
            there += [name for one in self.game.living if one is not hero for name in one.artifacts]
            held_now = sum(len(one.artifacts) for one in self.game.living)
            if there and not self.game.handing_over and held_now < 4:
                return f"adjust {hero.name} gains {chance.choice(there)}"
        if kind == "leaves" and len(self.game.living) > 1 and chance.random() < 0.3 and not self.game.handing_over:
            return f"adjust {hero.name} leaves"
        if kind == "goes":
            space = chance.choice([one for one in table.spaces if one is not self.game.here])
            lying = [one.name for one in space.cards if one.name]
            if lying or space.abilities or space.goods:
                return f"adjust {space.words} loses {chance.choice([*lying, *space.abilities, *space.goods])}"
        if kind in ("health", "magic"):
            most = hero.red if kind == "health" else hero.blue
            if most:
                return f"adjust {hero.name} {kind} {other_than(chance, getattr(hero, kind), most)}"
        if kind == "gains":
            deck = chance.choice(["common", "rare", *GUILDS])
            if table.decks[deck].count > len(table.decks[deck].bottom) and (free := table.out_of_sight(deck)):
                return f"adjust {hero.name} gains {chance.choice(free)}"
        apart = not self.game.final  # Champions stay together (P54)
        if kind == "space" and hero is not self.game.hero and apart:
            return f"adjust {hero.name} space {table.space(other_than(chance, hero.space - 1, 19) + 1).words}"
        if kind == "damages" and hero.items:
            return f"adjust {hero.name} damages {chance.choice(hero.items)}"
        if kind == "card":
            space = chance.choice(table.spaces)
            free = table.out_of_sight("adventure")
            free = free if table.decks["adventure"].count else []
            if space.terrain and len(space.cards) < 2 and space is not self.game.here and free:
                return f"adjust {space.words} gains {chance.choice(free)}"
        kind = chance.choice(["gold", "experience"])
        return f"adjust {hero.name} {kind} {other_than(chance, getattr(hero, kind), 20)}"

    def correct(self, text: str) -> None:
        """Make a correction in the twin's game."""
        if text.startswith("reading "):
            self.game.settings.update([read_reading(text)])
            return
        table = self.game.table
        name, _, rest = text.removeprefix("adjust ").partition(" ")
        hero = next((one for one in table.heroes if one.name == name), None)
        if " loses " in text and hero is None:
            words, _, card = text.removeprefix("adjust ").partition(" loses ")
            space = table.named(words)
            for lying in [one for one in space.cards if one.name == card]:
                space.cards.remove(lying)
                for name in (*lying.items, *lying.damaged):
                    self.game.put_away(name)
                self.game.put_away(card)
                return
            (space.abilities if card in space.abilities else space.goods).remove(card)
            self.game.put_away(card)
            return
        if hero is None:
            words, _, card = text.removeprefix("adjust ").partition(" gains ")
            table.named(words).cards.append(Lying(card))
            table.decks["adventure"].count -= 1
            return
        kind, _, value = rest.partition(" ")
        if kind == "leaves" or value[:1] in ("+", "-"):
            self.game.put_right(hero, kind, int(value or 0))
        elif kind == "loses":
            next(pile for pile in (hero.items, hero.damaged, hero.abilities) if value in pile).remove(value)
            self.game.put_away(value)
        elif kind == "repairs":
            hero.damaged.remove(value)
            hero.items.append(value)
        elif kind == "gains" and deck_of(table.find(value)) == "artifact":
            piles = [*(one.artifacts for one in table.heroes), *(one.artifacts for one in table.spaces)]
            pile = next(pile for pile in piles if value in pile)
            pile.remove(value)
            hero.artifacts.append(value)
            if not any(pile is one.artifacts for one in table.heroes):
                self.game.collector = table.heroes.index(hero)
            self.game.look_whether_won()
        elif kind in MOST:
            right, every = ("health", "red") if kind == "red" else ("magic", "blue")
            for one in (right, every):
                setattr(hero, one, int(value.split()[0]))
        elif kind == "space":
            hero.space, hero.lodging = table.named(value).number, False
        elif kind == "damages":
            hero.items.remove(value)
            hero.damaged.append(value)
        elif kind == "gains":
            deck = deck_of(table.find(value))
            (hero.abilities if deck in GUILDS else hero.items).append(value)
            if value in table.decks[deck].discards:  # the copy that lies open
                table.decks[deck].discards.remove(value)
            else:
                table.decks[deck].count -= 1
        else:
            setattr(hero, kind, int(value))

    def compare_moves(self, question: Data) -> None:
        asked = self.asked
        assert asked is not None
        if asked.told and asked.key == "roll" and asked.told not in question["question"]:
            raise Differs(f"{question['question']}: the twin {asked.told}")
        ours = {usual(text) for text in asked.options}
        theirs = {usual(move["move"]) for move in question["moves"]}
        ours, theirs = (
            {
                text
                for text in said
                if not (text.startswith(("cast ", "use ")) and text.partition(" with ")[0] in said - {text})
            }
            for said in (ours, theirs)
        )
        more, less = sorted(ours - theirs), sorted(theirs - ours)
        if more or less:
            raise Differs(f"{question['question']}: only the twin: {more}; only the program: {less}")

    def picked(self, question: Data) -> str:
        """A move at random."""
        asked = self.asked
        assert asked is not None
        options = sorted(asked.options)
        if question["dice"]:
            return (
                f"roll {' '.join(str(self.chance.randint(1, 6)) for _ in range(question['dice']['count']))}".strip()
            )
        if asked.key == "discard" and not options:
            many, _, names = asked.told.partition(" ")
            return "discard " + ", ".join(self.chance.sample(names.split(", "), int(many)))
        if asked.key == "move":
            traded = [text for text in options if text.startswith("offer ")]
            options = [text for text in options if text not in traded]
            if traded and self.chance.random() < 0.3:
                return self.offer(self.chance.choice(traded))
            planes = [text for text in options if text.startswith("plane")]
            if planes and self.chance.random() < (0.2 if self.strong else 0.6):
                options = [text for text in options if text not in planes]
            elif planes and self.strong:
                options = planes
            busy = [text for text in options if text not in ("end turn", "stay")]
            if busy and self.chance.random() < 0.85:
                options = busy
        return self.with_items(self.chance.choice(options), [move["move"] for move in question["moves"]])

    def offer(self, text: str) -> str:
        """What is offered for what: a few things of each hero, at least one in all."""
        other = next(one for one in self.game.living if one.name == text.removeprefix("offer "))
        while True:
            sides = [self.some_goods(hero) for hero in (self.game.hero, other)]
            if set(sides) != {"nothing"}:
                return f"{text} {sides[0]} for {sides[1]}"

    def some_goods(self, hero: Traveller) -> str:
        """Up to two Items of a hero, damaged ones and Artifacts too, and some Gold."""
        held = list(dict.fromkeys([*hero.items, *hero.damaged, *hero.artifacts]))
        some = self.chance.sample(held, min(len(held), self.chance.choice([0, 1, 1, 2])))
        gold = self.chance.randint(0, hero.gold)
        return ", ".join([*some, *[f"{gold} gold"] * bool(gold)]) or "nothing"

    def with_items(self, text: str, listed: list[str]) -> str:
        """A fight or a defence with some Items that may be held together; as `listed` where one must help to pay."""
        game, asked = self.game, self.asked
        assert asked is not None
        helped = [move for move in listed if move.startswith(f"{text} with ")]
        if helped and text not in listed:
            return self.chance.choice(helped)
        fights = text.startswith(("fight ", "attack ")) or asked.key == "defend"
        if not fights or " with " in text or self.chance.random() < 0.2:
            return text
        hero = next(one for one in game.table.heroes if one.name == asked.who)
        sides = (Side(hero=hero), Side(hero=hero))
        sets = list(Fight(game.find, sides, readings=game.settings).hand_sets(0))
        some = self.chance.choice(sets)
        return f"{text} with {', '.join(some)}" if some else text

    def answer(self, text: str) -> None:
        """Give both the same answer."""
        session = self.program.table.session
        self.at.append((len(session.steps), len(session.draft)))
        self.script.append(text)
        try:
            self.program.do(text)
        except RefereeError as error:
            raise Differs(f"the program refuses {text}: {error}") from None
        self.give(text)

    def give(self, text: str) -> None:
        """Give the twin an answer, or make a correction in its game."""
        if text.startswith(CORRECTIONS):
            self.correct(text)
            text = AGAIN
        try:
            self.asked = self.playing.send(text)
        except StopIteration:
            self.asked = None
        self.game.tidy()

    # --- the state ------------------------------------------------------------------------------------

    def compare_state(self) -> None:
        ours, theirs = self.twins_state(), self.programs_state()
        for hero in self.game.table.heroes if self.game.over else ():
            ours[hero.name]["status"] = theirs[hero.name]["status"]  # who died at last could take no other hero
        for what, found in ours.items():
            if theirs[what] != found:
                raise Differs(f"{what}: twin {found}; program {theirs[what]}")

    def compare_end(self) -> None:
        names = [hero.name for hero in self.game.table.heroes]
        theirs = [names[seat] for seat in self.program.status().get("won", [])]
        if theirs != self.game.winners:
            raise Differs(f"the end: twin {self.game.winners}, program {theirs}")

    def twins_state(self) -> Data:
        game, table = self.game, self.game.table
        found: Data = {"active": game.active, "round": game.round, "turn": game.turn}
        for hero in table.heroes:
            found[hero.name] = {
                "hero": hero.card,
                "space": hero.space,
                "cubes": (hero.health, hero.red, hero.magic, hero.blue),
                "gold": hero.gold,
                "experience": hero.experience,
                "items": alike(hero.items),
                "damaged": alike(hero.damaged),
                "artifacts": alike(hero.artifacts),
                "abilities": alike(hero.abilities),
                "lodging": hero.lodging,
                "status": hero.status,
                "rounds": hero.rounds,
            }
        for space in table.spaces:
            cards = [(one.name, one.gold, alike(one.items), alike(one.damaged)) for one in space.cards]
            found[space.words] = (cards, space.abilities, alike(space.goods), alike(space.artifacts))
        for plane in table.planes:
            found[f"plane {plane.name}"] = (
                plane.lesser,
                plane.greater,
                plane.artifact,
                plane.beaten,
                plane.closed,
                alike(plane.left),
            )
        for name, deck in table.decks.items():
            found[f"deck {name}"] = (deck.count, alike([*deck.discards, *[""] * deck.unseen]), alike(deck.bottom))
        return found

    def programs_state(self) -> Data:
        status = self.program.status()
        found: Data = {
            "active": status.get("active", 0),
            "round": status.get("round", 1),
            "turn": status.get("turn", 1),
        }
        for hero in status["players"]:
            found[hero["name"]] = {
                "hero": hero.get("hero", ""),
                "space": hero["space"],
                "cubes": (hero.get("health", 0), hero.get("red", 0), hero.get("magic", 0), hero.get("blue", 0)),
                "gold": hero.get("gold", 0),
                "experience": hero.get("experience", 0),
                "items": alike(hero.get("items", ())),
                "damaged": alike(hero.get("damaged", ())),
                "artifacts": alike(hero.get("artifacts", ())),
                "abilities": alike(hero.get("abilities", ())),
                "lodging": hero.get("lodging", False),
                "status": ""
                if hero["space"] and hero.get("status") == "dead"
                else hero.get("status", ""),  # not buried
                "rounds": hero.get("rounds", 0),
            }
        for space, there in zip(self.game.table.spaces, status["spaces"], strict=True):
            cards = [
                (one.get("name", ""), one.get("gold", 0), alike(one.get("items", ())), alike(one.get("damaged", ())))
                for one in there.get("cards", ())
            ]
            found[space.words] = (
                cards,
                there.get("abilities", []),
                alike(there.get("goods", ())),
                alike(there.get("artifacts", ())),
            )
        for plane, there in zip(self.game.table.planes, status["planes"], strict=True):
            found[f"plane {plane.name}"] = (
                there.get("lesser", ""),
                there.get("greater", ""),
                there.get("artifact", ""),
                there.get("beaten", False),
                there.get("closed", False),
                alike(there.get("left", ())),
            )
        for name, deck in status["decks"].items():
            found[f"deck {name}"] = (
                deck.get("count", 0),
                alike(deck.get("discards", ())),
                alike(deck.get("bottom", ())),
            )
        return found


def plain_deck() -> Data:
    """The sample deck without what the twin doesn't know."""
    data = tomllib.loads(DECK.read_text(encoding="utf-8"))
    return {
        kind: [one for one in cards if known(kind, one)] if isinstance(cards, list) else cards
        for kind, cards in data.items()
    }


def known(kind: str, card: Data) -> bool:
    """Whether the twin knows all that a card does."""
    return card["name"] not in LEFT_OUT.strip().split(", ")


def traveller(name: str, card: Card, layout: Layout, settings: Data) -> Traveller:
    """A hero as at the beginning."""
    health, magic = int(card.strength), int(card.willpower)
    space = layout.named(card.guilds[0]).number
    sex = next((one for one in ("man", "woman") if card.has(one)), "")
    gold, experience = (settings.get(f"start_{what}", 3) for what in ("gold", "experience"))
    return Traveller(
        name, health, magic, health, magic, gold, experience, sex=sex, card=card.name, guilds=card.guilds, space=space
    )


def other_than(chance: random.Random, value: int, most: int) -> int:
    """A number up to so much that isn't this one."""
    return chance.choice([number for number in range(most + 1) if number != value])


def usual(text: str) -> str:
    """A move without what is only proposed: Items behind `with`, dice behind `roll`."""
    if text.startswith(("fight ", "attack ", "accept", "wills", "arms")):
        text = text.partition(" with ")[0]
    return "roll" if text.startswith("roll") else re.sub(r" #\d+", "", text)


def alike(names: Any) -> Counter[str]:
    """Cards whatever their order and the number of a copy."""
    return Counter(map(printed, names))


def told(asked: Ask | None) -> str:
    return f"{asked.key} of {asked.who} ({', '.join(asked.options)})" if asked else "over"
