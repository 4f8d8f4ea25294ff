"""Decks at random for whole games of the twin: part of the sample's cards make way for others with odd rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from referee.games.prophecy.cards.language import CARDS
from tests.prophecy import twin_random
from tests.prophecy.twin_cards import GUILDS

WORDS = ("Ash", "Bone", "Coal", "Dusk", "Elm", "Fen", "Gorse", "Hail", "Iron", "Jet", "Kelp", "Loam")
"""They begin the names of new cards."""
GRAMMAR = """
n = 1 | 2 | 3
sex = man | woman
cubes = strength | willpower
right = health | magic
token = gold | experience
least = gold | health | magic | strength | experience
gain = gain <n> <token> | gain 1 <cubes> | heal <n> health | recharge <n> magic | heal all health | gain half gold
lose = lose <n> <token> | lose 1 <cubes> | lose 1 <right> | lose 2 health | lose half gold | lose half <right> |
    lose all magic
both = <gain> | <gain> | <lose> | <gain> per 1 item | lose 1 <token> per 2 items
who = each player | each other player | least <least> | least <least>
world = draw 1 common | draw 1 rare | draw 2 common keep 1 | draw 1 rare if wanted | new ability | turn up a plane
    card | <who> <both> | <who> <both>
harm = damage an item | discard an item or else lose 1 health | discard the dearest item | damage a weapon |
    discard all items
bonus = in strength <n> for the turn | to willpower 1 for the turn | in strength 1 for the round
place = any space | a forest | a guild | Village | a port | a mountains | a gate
cost = - | - | <n> gold -> | 1 experience -> | 1 magic -> | 2 magic -> | 1 health -> | 1 item -> | 1 strength -> |
    1 willpower -> | 2 gold and 1 magic ->
good = <gain> | <gain>, <both> | <world> | <bonus> | steal 2 gold
useful = <good> | <gain>, <who> <both> | <harm>, <gain> | find a creature | another turn | move <n>, arrive again |
    move to <place>, arrive again | steal an item
if = - | - | - | if alone least <least> | if least <least> | if <sex>
opportunity = use <if>: <cost> <useful> | use: <cost> <useful> | use on 4-6: <useful> | use on 1-2: <lose>; use on
    3-6: <good> | use on 1-3 if <sex>: <gain>, <both>; use on 2-6 if least <least>: <gain>
chance = drawn by: <both>, <who> <both> | drawn by: <world> | drawn by: <who> <both>, <both> | drawn by on 1-3:
    <both> | drawn by if <sex>: <both> | drawn by: <gain>, another turn | drawn by: <who> <lose>, <who> <gain>
often = - | - | once a turn | once a round | once in two rounds
own = <good> | steal an item | a hero here damage an item | another turn
called = <often> any time: <cost> <own> | <often> moving: <cost> move to <place> | <often> moving: <cost> move <n> |
    <often> instead of moving: <cost> <own>
held = <called> | <called> | round starts on 1-3: <both> | round starts: <both> | round ends: <both> | round ends if
    no spell cast: <gain> | won: draw 1 common | won: <who> gain 1 gold | won: steal 1 gold | hero beaten: steal <n>
    gold | hero beaten: <gain> | <often> any time: discard this -> <own> | always if <alone> least <least>: in
    either 1 | won if least <least>: <gain>
alone = - | alone
revealed = revealed: <both> | revealed: <lose> | revealed: <harm>
"""
WORLD = twin_random.alternatives(GRAMMAR)
LATER = ("; won", "; drawn", "; lost", "; after battle", "; hero beaten")


def odd_deck(seed: int, data: dict[str, Any]) -> dict[str, Any]:
    """A deck with many of its cards replaced by such as nobody has printed."""
    chance = random.Random(f"{seed}/odd")

    def replaced(kind: str, many: int, line: Callable[[str], str], gone: Callable[[Any], bool]) -> None:
        """Cards of a kind by as many new ones, each by the word that begins its name."""
        there = [one for one in data[kind] if gone(one)]
        for one in chance.sample(there, min(len(there), many)):
            data[kind].remove(one)
        data[kind] += [CARDS.data_of(CARDS.read(line(word))) for word in WORDS[:many]]

    def world(what: str) -> str:
        return twin_random.write(chance, what, WORLD)

    def item(word: str) -> str:
        line = twin_random.item(chance, f"{word} {rarity}").replace(": artifact", ": item")
        return line.replace(": item", f": item, {rarity}, costs {chance.randint(1, 12)}", 1)

    def ability(word: str) -> str:
        line = f", spell{LATER[0]}"
        while ", spell" in line and any(when in line for when in LATER):
            line = twin_random.ability(chance, f"{word} of {guild}")
        return line.replace("ability, Fortress", f"ability, {guild}, costs {chance.randint(1, 6)}", 1)

    def foe(word: str) -> str:
        line = ""
        while f": {foes}," not in line:
            line = twin_random.creature(chance, faces=True).replace("Foe:", f"{word} {foes}:", 1)
        if foes == "creature":
            line = line.replace(": creature", f": creature, {chance.randint(1, 4)} experience", 1)
            line += f"; {world('revealed')}" * (chance.random() < 0.2)
        line += f"; won if {world('alone')} least {world('least')}: {world('gain')}".replace("  ", " ") * (
            chance.random() < 0.2
        )
        return line

    for rarity in ("common", "rare"):
        replaced("item", 6, item, lambda one: one.get("rarity", "common") == rarity)  # noqa: B023
    for guild in GUILDS:
        replaced("ability", 3, ability, lambda one: guild in one["guilds"])  # noqa: B023
    for foes, many in (("creature", 8), ("lesser", 2), ("greater", 2)):
        replaced(foes, many, foe, lambda one: foes != "creature")  # noqa: B023
    replaced(
        "opportunity", 12, lambda word: f"{word} pool: opportunity; {world('opportunity')}", lambda one: "name" in one
    )
    replaced("chance", 6, lambda word: f"{word} day: chance; {world('chance')}", lambda one: False)
    for n, (kind, value) in enumerate([("item", "common"), ("item", "rare"), *(("ability", one) for one in GUILDS)]):
        spell = chance.choice(["", ", spell 1", ", spell 2"]) if kind == "ability" else ""
        rule = world("called" if spell else "held")
        line = f"{WORDS[n]} art: {kind}, {value}, costs {chance.randint(1, 6)}{spell}; {rule}"
        if kind == "item" or "discard this" not in rule:
            data[kind].append(CARDS.data_of(CARDS.read(line)))
    return data
