"""The draft of heroes where the program deals them: everybody picks alone (Choosing Your Character; P10)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from referee.asking.question import Option, Procedure, Question, choice
from referee.games.prophecy.cards.cards import Card
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.tables import numbers

DRAFT = "draft"
"""What is said instead of a hero's name where the program is to deal."""

WITH_CARDS = "two cards each, face down: keep one, pass the other to the left; once more; then choose one of your two"
"""How heroes are drafted at the table."""

KEEP = "keep"
"""The key of the questions that one player alone sees and answers."""


def draft(players: Sequence[str], heroes: Sequence[Card], seed: int) -> Procedure[list[str]]:
    """Deal, let everybody keep one and pass one to the left until all have passed often enough, then choose.

    `heroes` are all that may be dealt, `seed` decides which come; the result are the players' heroes, in their order.
    """
    of = numbers().draft
    cards = {card.name: card for card in heroes}
    dealt = iter(random.Random(f"{seed}/heroes").sample(sorted(cards), of.heroes * len(players)))
    hands = [[next(dealt) for _ in range(of.heroes)] for _ in players]
    for round_ in range(1, of.passes + 1):
        passed: list[str] = []
        for seat, player in enumerate(players):
            left = players[(seat + 1) % len(players)]
            what = f"keeps which hero (the other goes to {left}; pass {round_} of {of.passes})"
            kept: str = yield _pick(player, what, [cards[name] for name in hands[seat]])
            passed += (name for name in hands[seat] if name != kept)
            hands[seat] = [kept]
        for seat, name in enumerate(passed):
            hands[(seat + 1) % len(players)].append(name)
    chosen: list[str] = []
    for player, hand in zip(players, hands, strict=True):
        chosen.append((yield _pick(player, "plays which hero", [cards[name] for name in hand])))
    return chosen


def _pick(player: str, what: str, hand: Sequence[Card]) -> Question[str]:
    options = [Option(card.name, detail=write_card(card).partition(": hero, ")[2]) for card in hand]
    asked = choice(KEEP, f"{player} {what}", options, who=player)
    asked.private = True
    return asked
