"""How the game goes to its end: four Artifacts, Final Battle, countdown and Apocalypse, nobody left."""

from __future__ import annotations

from collections.abc import Iterable

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, SpokenMove
from referee.asking.question import Option, Procedure, Question, carried_out, whole_number
from referee.games.prophecy.rules import duels, limits, places
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.deaths import hands_over, may_return, put_out, settle_deaths
from referee.games.prophecy.rules.events import Ended, PhaseBegan, Repaired, RoundBegan, TurnBegan, TurnEnded
from referee.games.prophecy.rules.state import GameState, Pack, Setup
from referee.games.prophecy.vocabulary import ARTIFACTS
from referee.text.names import and_list, fold, printed

CAPE = "Royal Cape"


def winners(setup: Setup, game: GameState) -> list[int]:
    """Who has won, with the partner; nobody while it isn't decided (P52, P58, P61, P62)."""
    for seat, hero in enumerate(game.players):
        partner = setup.partner(seat)
        together = len(hero.artifacts) + (len(game.players[partner].artifacts) if partner is not None else 0)
        if len(hero.artifacts) >= setup.needed or together == ARTIFACTS:
            return sorted({seat, seat if partner is None else partner})
    return []


def all_held(game: GameState) -> bool:
    """Whether heroes hold all five Artifacts."""
    return sum(len(hero.artifacts) for hero in game.players) == ARTIFACTS


def settle(quest: Quest, source: str = "", killer: int | None = None) -> Procedure[None]:
    """After each step: bury the dead, look who has won, and whether the Final Battle or the countdown begins."""
    game = quest.state
    settle_deaths(quest, source, killer)
    if game.over or decide(quest):
        return
    if game.phase == "normal" and quest.setup.variant != "two artifacts" and all_held(game):
        if quest.setup.variant == "standard":
            yield from _final_battle(quest)
        else:
            yield from _countdown(quest)
    if hands_over(quest.setup, game):
        _without(quest, (seat for seat, hero in enumerate(game.players) if not hero.artifacts))
    if not decide(quest) and not game.hero.playing and game.step not in ("round", "round end"):
        game.step, game.extra, game.attacking = "round end", [], -1  # the dead hero's round is over (P47)


def decide(quest: Quest) -> bool:
    """Look whether somebody has won, or nobody is left; whether the game is over."""
    game = quest.state
    if found := winners(quest.setup, game):
        game.over, game.won = True, found
        many = max(len(game.players[seat].artifacts) for seat in found)
        short = quest.setup.variant == "two artifacts"
        quest.emit(Ended(tuple(found), many, ("short-game", "P58") if short else ("four-artifacts", "P52")))
    elif not game.playing() and not (
        may_return(quest.setup, game) and any(hero.status == "dead" for hero in game.players)
    ):
        game.over = True
        quest.emit(Ended((), 0, ("end-of-world", "P48")))
    return game.over


def _without(quest: Quest, seats: Iterable[int]) -> None:
    """Who has no Artifact is out (Champions; P54, P59)."""
    for seat in list(seats):
        if quest.state.players[seat].status != "out":
            put_out(quest, seat, "no Artifact", ("final-battle", "P54"))


def _countdown(quest: Quest) -> Procedure[None]:
    """All Chance cards are shuffled, and count down to the Apocalypse (Apocalypse Variant).

    How many there are is asked for where the deck isn't tracked.
    """
    game = quest.state
    if "chance" not in game.decks:
        many: int = yield whole_number("chance cards", "How many Chance cards are there, discards too", 1, 999)
        game.decks["chance"] = Pack(many)
    pack = game.decks["chance"]
    game.phase = "countdown"
    pack.count, pack.discards = pack.count + len(pack.discards), []
    quest.emit(PhaseBegan(
        f"All Artifacts are out: shuffle all {pack.count} Chance cards; the Apocalypse begins when they are used up.",
        ("apocalypse", "P59"),
    ))  # fmt: skip


def _final_battle(quest: Quest) -> Procedure[None]:
    """The Final Battle begins at once: limits first, then the battleground, and all Champions come there whole."""
    game = quest.state
    if game.hero.playing:
        yield from limits.keep_limits(quest)  # P65
    quest.emit(PhaseBegan("All Artifacts are held by heroes: the Final Battle begins.", ("final-battle", "P54")))
    game.attacking = -1
    _without(quest, [seat for seat, hero in enumerate(game.players) if not hero.artifacts])
    owner = next((seat for seat, hero in enumerate(game.players) if CAPE in hero.artifacts), game.collector)
    if game.spaces:
        yield from _gather(quest, owner)
    else:
        quest.emit(PhaseBegan(
            f"{quest.name(owner)} picks a space, whose cards go; all Champions come there, heal, recharge, repair.",
            ("battleground", "P55"),
        ))  # fmt: skip
    game.phase = "final battle"
    limits.lapse(quest, "round")
    game.active = game.playing(game.collector)[1 if game.players[game.collector].playing else 0]
    begin_round(quest)


def _gather(quest: Quest, owner: int) -> Procedure[None]:
    """The battleground is picked, and all Champions come there whole (The Battleground; P55)."""
    game = quest.state
    space: int = yield _battleground(quest, owner)
    there = game.at(space)
    for one in there.cards:
        for name in (*one.items, *one.damaged):
            quest.discard(name, ("battleground", "P55"))
        if one.open:
            quest.discard(one.name, ("battleground", "P55"))
        else:
            game.decks["adventure"].discards.append("")
    for name in (*there.abilities, *there.goods):
        quest.discard(name, ("battleground", "P55"))
    there.cards, there.abilities, there.goods = [], [], []
    champions = and_list(quest.name(seat) for seat in game.playing(game.collector))
    where = quest.board.called(space)
    come = f"The pieces of {champions} go to {where}; all heal, recharge and repair."
    quest.emit(PhaseBegan(come, ("battleground", "final-battle")))
    for seat in game.playing(game.collector):
        hero = game.players[seat]
        hero.space, hero.lodging = space, False
        quest.change(seat, "health", hero.red - hero.health, "the Final Battle", ("battleground",))
        quest.change(seat, "magic", hero.blue - hero.magic, "the Final Battle", ("battleground",))
        for name in list(hero.damaged):
            hero.damaged.remove(name)
            hero.items.append(name)
            quest.emit(Repaired(seat, name, ("battleground",)))


def following(game: GameState) -> int:
    """Whose round comes next: clockwise, the active player again if nobody else is in the game."""
    return next((seat for seat in game.clockwise(game.active)[1:] if game.players[seat].status != "out"), game.active)


def next_round(quest: Quest) -> None:
    """The next player's round begins; who has no hero and can take none is out (P78)."""
    game = quest.state
    for seat in game.clockwise(game.active):
        if game.players[seat].status == "dead" and not may_return(quest.setup, game):
            put_out(quest, seat, "no new hero", ("new-character", "P78"))
    game.active = following(game)
    begin_round(quest)


def begin_round(quest: Quest) -> None:
    """The next round begins, that of the active player."""
    game = quest.state
    game.round += 1
    game.turn, game.moves, game.extra, game.step = 1, 1, [], "round"
    game.attacked, game.attacking, game.possible, game.joined, game.returned = -1, -1, False, False, False
    game.hero.rounds += 1
    game.hero.lodging = False
    quest.emit(RoundBegan(game.active, game.round))


def _battleground(quest: Quest, owner: int) -> Question[int]:
    board, player = quest.board, quest.name(owner)

    def parse(text: str) -> int:
        words = text.strip()
        return board.find_space(words[len("battleground") :] if fold(words).startswith("battleground ") else words)

    return Question(
        "battleground", f"{player} picks the space of the Final Battle", parse, who=player,
        options=lambda: [Option(f"battleground {board.called(space)}") for space in board.numbers()],
        write=lambda space: f"battleground {board.called(space)}",
    )  # fmt: skip


def end_turn(quest: Quest, why: str = "") -> None:
    """A turn is over: what holds for it lapses; the next one of this round, or the round's end (P14, P22)."""
    game = quest.state
    quest.emit(TurnEnded(quest.seat, why, ("loss-ends-turn",) if why else ("players-turns",)))
    limits.lapse(quest, "turn")
    game.attacked, game.attacking, game.possible, game.joined, game.moves = -1, -1, False, False, 1
    game.returned = False
    if not game.extra:
        game.step = "round end"
        return
    source = game.extra.pop(0)
    game.turn += 1
    game.step = "movement"
    game.hero.lodging = False
    quest.emit(TurnBegan(quest.seat, game.turn, source))


class TurnAction(Move[Quest], frozen=True):
    """A move of a turn, after which the dead are buried and it is looked who has won.

    `source` is what a death is laid to that comes of it.
    """

    @property
    def source(self) -> str:
        """Nothing that would be named."""
        return ""

    def carry_out(self, quest: Quest) -> Procedure[None] | None:
        """What the move does."""
        raise NotImplementedError

    def do(self, quest: Quest) -> Procedure[None]:
        """Carry it out, and all that follows for everybody."""
        yield from carried_out(self.carry_out(quest))
        yield from settle(quest, self.source)


class EndOfTurn(TurnAction, SpokenMove[Quest], frozen=True):
    """The end of the turn (P14, P22)."""

    verbs = ("end",)

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> EndOfTurn:
        """Whatever stands behind it."""
        return cls()

    def write(self, quest: Quest) -> str:
        """Two words."""
        return "end turn"

    @classmethod
    def candidates(cls, quest: Quest) -> Iterable[EndOfTurn]:
        """Once the hero has moved."""
        return () if quest.state.step == "movement" else (cls(),)

    def why_not(self, quest: Quest) -> str | Refusal:
        """Nobody leaves before the movement, nor from who must be fought (P56)."""
        if quest.state.step == "movement":
            return Refusal("the movement comes first; to stay where you are: stay", "order-of-turn")
        if quest.state.attacking >= 0:
            return Refusal("the Guardian must be fought", "order-of-turn")
        if creatures := places.creatures_to_fight(quest):
            return Refusal(f"{printed(creatures[0])} must be fought", "order-of-turn")
        return Refusal("a Champion must be attacked", "P56") if duels.must_attack(quest) else ""

    def carry_out(self, quest: Quest) -> None:
        """The next turn of this round, or the round's end."""
        end_turn(quest)
