"""Examples of what the spaces of the board bring and cost (pp. 8-13, 20)."""

from __future__ import annotations

from referee.games.conjurers.examples.playing import ANNA, TINKER, ExampleTurn, goods
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import level_of
from referee.games.conjurers.rules.shop import best_smith, prices
from referee.games.conjurers.rules.spaces import space_named
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import RESOURCES

RICH = dict.fromkeys(RESOURCES, 60)


def mine() -> list[str]:
    """A mine over the change of a phase: the old output at its last turn, the new one a turn later (p. 11; A2)."""
    last = board_tables.phases().phases[0].turns[-1]
    told = []
    for turn in (last, last + 1):
        game = ExampleTurn(turn)
        game.state.mines["stone mine"] = 0
        told += [f"End of turn {turn}: {line}" for line in game.end().told(e.Gained)]
    return told


def mine_and_price() -> list[str]:
    """What the two corrected examples of the book come to (E7)."""
    shield = points_tables.find_artifact("Shield of Achilles", "example")
    return [*mine(), f"{shield.name} costs {goods(shield.cost)}."]


def storage() -> list[str]:
    """A storage in the first and in the last phase (p. 11)."""
    told = []
    for phase in (board_tables.phases().phases[0], board_tables.phases().phases[-1]):
        lines = ExampleTurn(phase.turns[0]).act("wood storage").told(e.Gained)
        told += [f"Phase {phase.name}: {line}" for line in lines]
    return told


def food() -> list[str]:
    """Wild animals in every phase (p. 12)."""
    return [
        f"Phase {phase.name}: {line}"
        for phase in board_tables.phases().phases
        for line in ExampleTurn(phase.turns[0]).act("wild animals").told(e.Gained)
    ]


def market() -> list[str]:
    """Two trades in one action, the second with what the first brought (p. 12; A3)."""
    each, gives = board_tables.market().rate("wood", "iron")
    again, _ = board_tables.market().rate("iron", "stone")
    times = -(-again // gives)  # trades it takes to pay for the next one
    game = ExampleTurn(4).holds(wood=each * times)
    game.act("marketplace", f"trade {each * times} wood iron", f"trade {again} iron stone")
    return game.told(e.Paid, e.Gained)


def hiring() -> list[str]:
    """The second and the third assistant (p. 13; E2)."""
    game = ExampleTurn(7).holds(**RICH).act("guild house", "hire merchant")
    more = ExampleTurn(8, assistants=("worker", "merchant")).holds(**RICH).act("guild house", "hire warrior")
    return [*game.told(e.Paid, e.Hired), *more.told(e.Paid, e.Hired)]


def artifact() -> list[str]:
    """An artifact bought at its listed price (p. 8)."""
    return ExampleTurn().holds(**RICH).act("artificer 1", "buy The Holy Grail").told(e.Paid, e.Bought)


def lost_names() -> list[str]:
    """The four artifacts whose rows lost their names, as the artificer sells them (E9)."""
    game = ExampleTurn(players=4)
    on_sale = prices(game.context, space_named(game.setup, "artificer 1"))
    names = ("The Book of Thoth", "Mandjet", "Kusanagi-No-Tsurugi", "Ofuda")
    return [f"{name}: {goods(on_sale[name])}" for name in names]


def without_sapphires() -> list[str]:
    """With two players, a price with sapphires and diamonds, and a trade (p. 9; E6)."""
    game = ExampleTurn(7, players=2).holds(**RICH)
    listed = points_tables.find_artifact("The Holy Grail", "example").cost
    bought = game.act("artificer", "buy The Holy Grail").told(e.Paid)
    each, _ = board_tables.market().rate("wood", "diamond")
    traded = (
        ExampleTurn(7, players=2).holds(wood=each).act("marketplace", f"trade {each} wood diamond").told(e.Gained)
    )
    return [f"The Holy Grail is listed at {goods(listed)}.", *bought, *traded]


def discount() -> list[str]:
    """Two purchases of one action with a weapon smith in the army: the discount is for the first (p. 20; A5)."""
    game = ExampleTurn(army=[TINKER.name]).holds(**RICH)
    smith = best_smith(game.context, 0)
    game.act("artificer 1", "buy The Holy Grail", "buy David's Sling", "done")
    told = [f"{ANNA}'s weapon smith is of level {smith}."]
    return told + game.told(e.Paid)


def sacrifice() -> list[str]:
    """One creature for each of the columns that its level allows (p. 13)."""
    told = []
    for column in board_tables.pit().columns:
        game = ExampleTurn(army=["Elk"])
        level = level_of(game.setup, game.state, "Elk")
        lines = game.act("sacrificial pit 1", f"sacrifice Elk for {column.name}").told(e.Sacrificed)
        told += [f"Level {level}: {line}" for line in lines]
    return told


def sacrifices() -> list[str]:
    """Three creatures in one action: all, a half and a quarter of their rows (p. 13; A4)."""
    game = ExampleTurn(army=["Wolf", "Bear", "Elk"])
    levels = [level_of(game.setup, game.state, name) for name in game.state.players[0].creatures]
    told = game.act("sacrificial pit 1", "sacrifice Wolf for food, Bear for food, Elk for food").told(e.Sacrificed)
    return [f"Level {level}: {line}" for level, line in zip(levels, told, strict=True)]
