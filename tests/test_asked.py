"""An open game that is asked: what it says, worked out by hand from the save, and what it keeps to itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from referee.answers.open_game import OpenGame
from referee.cli.common import open_table
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
        "who sits left of Dan": "After Dan: Anna.",
        "what does the winner get": "at stake: semifinal 2.",
        "which creatures does Bo still have in the fight": "Snow Fox (dead), Valkyrie (slot 3).",
        "is Cleo richer than Dan": "Yes.",
        "how far are we": "Turn 6 of 12 · phase II · battles · next feeding: end of turn 9.",
        "can the Valkyrie move to slot 2": "Yes: Valkyrie (Bo, slot 3) can move: slot 2 of Bo.",
        "how do I kill the Valkyrie": "Valkyrie's hit points: 7 of 10.",
        "can I beat the Valkyrie": "summon Raven 3: fights Valkyrie.",
        "did Dan win his battle": "No: Turn 6, battles: Dan loses the battle.",
        "how much wood will Cleo have after this turn": "Cleo's wood with the pay of mines at the turn's end: 9.",
        "what has Bo got left to fight with": "Bo's creatures in the battle: 2.",
        "which part brought Anna the most": "Anna's victory points made of: creatures 17.",
        "what cards has Bo in his hand": "Bo's creatures in hand: 1.",
        "how can I win this battle": "Bo's creatures in the battle: 2.",
        "can Bo use his Club this fight": "No: Bo can use: nothing (all was put on in this battle).",
        "how badly hurt is the Archer": "Archer's damage: 2.",
        "what should Dan get next": "Dan's best next card: Cornucopia (+7), Death's Scythe (+7), Gleipnir (+7).",
        "why is Cleo so far behind": "Cleo's victory points made of: creatures 3.",
        "can I still summon someone": "Cleo: summon Raven 1, summon Raven 3, summon Leech 1, summon Leech 3.",
        "how did the last battle end": "Turn 6, battles: Anna wins the battle (semifinal 1) against Dan.",
        "can I hire somebody": ("Not now. Cleo: summon Raven 1, summon Raven 3, summon Leech 1, summon Leech 3."),
        "which mines are still nobodys": "sapphire mine, diamond mine.",
        "which of Cleo's creatures can attack": "0, from where they are.",
        "who would win right now": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "is the Hydra still to get": "Nobody's: Hydra isn't among the open cards.",
        "is the Club still available": "Club: Bo's; equipped.",
        "when do we feed again": "next feeding: end of turn 9.",
        "which creatures of Bo are not in the battle": "Viper, Bear, Draugr, Brokkr, Taweret.",
        "who is not in the battle": "Anna, Dan.",
        "are any of Bo's creatures not damaged": (
            "Yes: Viper (Bo, Bo's creatures), Bear (Bo, Bo's creatures), Draugr (Bo, Bo's creatures), "
            "Brokkr (Bo, Bo's creatures), Taweret (Bo, Bo's creatures)."
        ),
        "who lost a creature this turn": "Turn 6, battles: Bo's Snow Fox dies.",
        "can the valkyrie fly": "Yes: Valkyrie: flying.",
        "which creatures can fly": "Valkyrie (Bo, slot 3), Raven (Cleo), Owl (Dan).",
        "is nobody standing on the tavern": "Yes: tavern: empty; free.",
        "isn't the tavern free": "Yes: tavern: empty; free.",
        "hasn't Bo got any stone": "No: Bo's stone: 0.",
        "has Bo no stone": "Yes: Bo's stone: 0.",
        "what is Bo's warrior doing": "Bo's warrior's output: 8 food.",
        "what did Bo lose in turn 3": "Turn 3, ending: Bo pays 5 of 9 food (feeding).",
        "which of Anna's creatures are in the battle": "None.",
        "how much would I pay for the Longbow": "Longbow's price: 6 wood.",
        "what did Bo pay for the Club": "Turn 6, resolving: Bo pays 2 wood (Club).",
        "which places are free": (
            "lumber mill (Cleo), stone mine (Cleo), bronze smelter (Cleo), wood storage, stone storage, "
            "iron storage, bronze storage, valhalla, garden of eden, duat, marketplace, tavern, blacksmith 2, "
            "artificer 1, artificer 2, sacrificial pit 2, duel Anna, duel Bo, duel Cleo, duel Dan."
        ),
        "who owns which mines": "Cleo: 4 (lumber mill, stone mine, iron mine, bronze smelter).",
        "how much is the lumber mill worth each turn": "lumber mill's output: 2 wood.",
        "who are my opponents": "Anna, Bo and Dan.",
        "is the tavern used": "No: tavern: empty; free.",
        "which of Bo's items are equipped": "Club.",
        "how much wood does the Longbow cost": "Longbow's price: 6 wood.",
        "which of my slots are free": "slot 1 of Cleo, slot 3 of Cleo.",
        "what is standing opposite my Archer": "Archer's in front of it: nobody.",
        "who has no food left": "Nobody.",
        "how much food has Bo more than Anna": "1 less.",
        "who called the Valkyrie": "Turn 4, battles: Bo fights for Valkyrie.",
        "why does Bo have 8 minus points": "Turn 3, ending: Bo takes 8 in minus tokens: 4 food short.",
        "did Dan win against Yuki Onna": (
            "No: Turn 6, battles: Dan: move Owl 2 [2 1 / 2 2 1]. Dan loses the battle. Yuki Onna goes back to "
            "its pile."
        ),
        "any more battles after this one": "Yes: battles to come: third place, final.",
        "what does Bo's warrior bring": "Bo's warrior's output: 8 food.",
        "how much food does Bo need to feed his creatures": "Bo's feeding: 12 food at the end of turn 9, has 4.",
        "what are Bo's points made of": "Bo's victory points made of: creatures 16, minus points -8.",
        "can the Valkyrie hit the Archer": (
            "No: Valkyrie (Bo, slot 3) can attack: nothing (no enemy stands in front of Valkyrie, in slot 3)."
        ),
        "what equipment is on my Archer": "Archer's equipment: none.",
        "where can the Archer move": (
            "Archer (Cleo, slot 2) can move: nothing (Archer has a frost marker and can't move)."
        ),
        "how much more damage can the Archer take": "Archer's hit points: 2 of 4.",
        "what do I get at the end of the turn": (
            "Cleo's pay of mines at the turn's end: 2 wood, 2 stone, 1 iron, 1 bronze."
        ),
        "does Cleo have more mines than Anna": "Yes.",
        "which of my creatures can still be summoned": (
            "Cleo: summon Raven 1, summon Raven 3, summon Leech 1, summon Leech 3."
        ),
        "how much is an assistant": "Dan's next assistant's price: 4 wood, 4 stone.",
        "why can't I summon the Kappa": "Kappa: nobody's.",
        "how much food has Anna?": "Anna's food: 5.",
        "what did Dan sacrifice": "Turn 6, resolving: Dan sacrifices Crocodile: 4 food.",
        "wich mines are free": "lumber mill (Cleo), stone mine (Cleo), bronze smelter (Cleo).",
        "how much wood do I have": "Cleo's wood: 7.",
        "whose turn is it": "Cleo decides now: Cleo's move (turn 6, battles).",
        "what would you do": "Cleo decides now: Cleo's move (turn 6, battles).",
        "what is the best move for Cleo": "Cleo decides now: Cleo's move (turn 6, battles).",
        "how much gold has Anna": (
            "Anna: more assistants 2; next assistant's price 4 wood, 4 stone; feeding 10 food at the end "
            "of turn 9, has 5; food short 5 (-10 "
            "points), for the feeding at the end of turn 9; food 5; creatures 6 (Wolf, Jackal, Jorogumo, "
            "Tubal-Cain, Troll, Centaur); items 2 (Buckler, Dirk); assistants 1 (merchant); score if the "
            "game ended now 17 victory points."
        ),
        "who has the button": "Initiative Button: Dan.",
        "who has the most food": "Dan's food: 25.",
        "what do I feed next": "Cleo's feeding: 7 food at the end of turn 9, has 3.",
        "when is the next feeding": "next feeding: end of turn 9.",
        "who stands on the guild house": "guild house: Cleo's conjurer; taken.",
        "who holds the iron mine": (
            "iron mine: Cleo's; Cleo's worker; taken; output 1 iron; output in the next phase 2 iron."
        ),
        "what does the valkyrie do": "Valkyrie: norse 3, air, 10/3, flying, first strike.",
        "who controls the stone mine": (
            "stone mine: Cleo's; empty; free; output 2 stone; output in the next phase 4 stone."
        ),
        "what is the valkyrie's health": "Valkyrie's hit points: 7 of 10.",
        "how many creatures has Dan": "Dan's creatures: 2 (Owl, Tortoise).",
        "can I summon the raven": "Yes: summon Raven 1 and summon Raven 3 can be done now.",
        "why can't I attack": "No: no enemy stands in front of Archer, in slot 2.",
        "how much food do i need for the next feeding": "Cleo's feeding: 7 food at the end of turn 9, has 3.",
        "what does bo need to feed": "Bo's feeding: 12 food at the end of turn 9, has 4.",
        "do i have enough food": (
            "No: Cleo's feeding: 7 food at the end of turn 9, has 3. Cleo's food short: 4 (-8 points), for "
            "the feeding at the end of turn 9. Cleo's food: 3."
        ),
        "what's dead in this battle": "Snow Fox (Bo, dead).",
        "is the tavern free": "Yes: tavern: empty; free.",
        "which mines do i control": "lumber mill, stone mine, iron mine, bronze smelter.",
        "does Cleo control the stone mine": (
            "Yes: stone mine: Cleo's; empty; free; output 2 stone; output in the next phase 4 stone."
        ),
        "is Dan out of wood": "Yes: Dan's wood: 0.",
        "is Anna out of food": "No: Anna's food: 5.",
        "does Dan have a valkyrie": (
            "No: Valkyrie: Bo's; slot 3; level 3; mythology norse; hit points 7 of 10; damage 3; dice 3; flying; "
            "first strike; power hit."
        ),
        "can I pass": "No: an action is possible: summon Raven 1.",
        "who goes first next turn": "Initiative Button: Dan.",
        "is the tavern taken": "No: tavern: empty; free.",
        "how many turns are left": "turns left: 6.",
        "how long until the next feeding": "next feeding: end of turn 9.",
        "how many turns till we feed": "turns until feeding: 3.",
        "which battlegrounds can still be taken": "valhalla, garden of eden, duat.",
        "which creature can I summon": "Cleo: summon Raven 1, summon Raven 3, summon Leech 1, summon Leech 3.",
        "is the valkyrie poisoned": "No: Valkyrie: not poisoned.",
        "how short of food will Anna be": "Anna's food short: 5 (-10 points), for the feeding at the end of turn 9.",
        "what happens to Anna if she gets no more food before the feeding": (
            "Anna's food short: 5 (-10 points), for the feeding at the end of turn 9."
        ),
        "who is closest to winning": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "how much wood and stone has Cleo": "Cleo's stone: 4.",
        "who holds the bronze smelter and how much does it give": (
            "bronze smelter: Cleo's; empty; free; output 1 bronze; output in the next phase 2 bronze."
        ),
        "why can't Dan go to the tavern": "Not now. Cleo decides now: Cleo's move (turn 6, battles).",
        "who has more creatures, Anna or Bo": (
            "Bo's creatures: 7 (Viper, Bear, Snow Fox, Draugr, Brokkr, Taweret, Valkyrie)."
        ),
        "how many more food does Cleo need": (
            "Cleo's food short: 4 (-8 points), for the feeding at the end of turn 9."
        ),
        "is the stone mine taken and what does it give": (
            "No: stone mine: Cleo's; empty; free; output 2 stone; output in the next phase 4 stone."
        ),
        "who is last": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "what would Cleo lose at the next feeding": (
            "Cleo's food short: 4 (-8 points), for the feeding at the end of turn 9."
        ),
        "how much stone has Cleo and how much Dan": "Dan's stone: 2.",
        "how far is Bo behind Anna": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "how many more assistants can Cleo hire": "Cleo's more assistants: 1.",
        "who has most creatures": "Bo's creatures: 7 (Viper, Bear, Snow Fox, Draugr, Brokkr, Taweret, Valkyrie).",
        "how many hit points does the Archer have left?": "Archer's hit points: 2 of 4.",
        "who's fighting who?": "battle: Cleo against Bo.",
        "is the Archer frozen?": "Yes: Archer: frozen.",
        "which spaces are taken?": (
            "iron mine (Cleo), wild animals, fishing pond, shangri la, mount olympus, guild house, "
            "blacksmith 1, sacrificial pit 1."
        ),
        "when does the diamond mine open?": "diamond mine's reason: closed until turn 7.",
        "who has no resources at all?": "Anna's resources: nothing.",
        "whose is the bronze smelter?": (
            "bronze smelter: Cleo's; empty; free; output 1 bronze; output in the next phase 2 bronze."
        ),
        "where are Dan's figures?": "Dan's conjurer: shangri la.",
        "whose conjurer is at mount olympus?": "Anna's conjurer (Anna).",
        "how much bronze is there altogether?": "Together: 3.",
        "does anybody have a Club?": "Yes: Club: Bo's; equipped.",
        "who has level 3 creatures?": "Valkyrie (Bo, slot 3).",
        "which mines aren't Cleo's?": "sapphire mine, diamond mine.",
        "does Dan still hold the button?": "Yes: Initiative Button: Dan.",
        "which of Cleo's creatures are level 1?": "Raven, Leech, Archer (slot 2).",
        "do Anna and Bo have the same amount of food?": "No.",
        "which spaces did Bo put figures on?": "fishing pond, blacksmith 1.",
        "has Dan more stone than wood?": "Yes (Dan: 2 against 0).",
        "how many of the mines belong to nobody?": "2: sapphire mine, diamond mine.",
        "how many points would Anna have if the game ended now": (
            "Anna's score if the game ended now: 17 victory points."
        ),
        "who will go hungry at the next feeding": (
            "Anna's food short: 5 (-10 points), for the feeding at the end of turn 9."
        ),
        "can Anna pay for another assistant": "No: next assistant costs 4 wood, 4 stone; Anna has 0 wood, 0 stone.",
        "who can afford another assistant": "Nobody.",
        "how many figures can Dan still place": "0.",
        "what level is Bo's egyptian guy": "Taweret's level: 2.",
        "how much iron would the iron mine give now": "iron mine's output: 1 iron.",
        "what did Anna place on mount olympus": "Anna's conjurer.",
        "which mines give less than the lumber mill": (
            "iron mine (Cleo), bronze smelter (Cleo), sapphire mine, diamond mine."
        ),
        "how much wood would Dan need for another assistant": (
            "No: next assistant costs 4 wood, 4 stone; Dan has 0 wood, 2 stone."
        ),
        "what would Bo lose if he can't feed everybody": (
            "Bo's food short: 8 (-16 points), for the feeding at the end of turn 9."
        ),
        "who has no figures left to place": "Anna, Bo, Cleo, Dan.",
        "what have I still got to place": "None.",
        "whose turn is next": "next to play, after Cleo: Bo.",
        "who is going to lose points at the feeding": (
            "Anna's food short: 5 (-10 points), for the feeding at the end of turn 9."
        ),
        "how much food will we all need at the feeding": "Dan's feeding: 2 food at the end of turn 9, has 25.",
        "what do I need to hire another assistant": "Cleo's next assistant's price: 4 iron, 4 bronze.",
        "can I afford the longbow": "Yes: Longbow costs 6 wood; Cleo has 7.",
        "can I afford a third assistant": "No: next assistant costs 4 iron, 4 bronze; Cleo has 1 iron, 3 bronze.",
        "how many turns before the next phase starts": "turns until the next phase: 1.",
        "who am I fighting": "battle: Cleo against Bo.",
        "what would Anna get if she took the fishing pond": (
            "fishing pond: Bo's warrior; taken; output 8 food; output in the next phase 11 food."
        ),
        "who has the biggest army": "Bo's levels together: 12.",
        "which mythologies does Bo have": "Bo's mythologies: 2 (norse, egyptian).",
        "which mythologies are not in this game": "mythologies out of the game: none.",
        "is greek out of the game": "No: not greek out of the game.",
        "how many greek creatures does Bo have": "Bo's greek creatures: 0.",
        "how much iron does Cleo get this turn": "Cleo's iron from mines at the turn's end: 1.",
        "what will my mines bring at the end of the turn": (
            "Cleo's pay of mines at the turn's end: 2 wood, 2 stone, 1 iron, 1 bronze."
        ),
        "how many points do I get for my creatures": "Cleo's victory points for creatures: 3.",
        "is this the last turn": "No: not last turn.",
        "how much damage has the Valkyrie taken": "Valkyrie's damage: 3.",
        "is the Archer nearly dead": "Archer's hit points: 2 of 4.",
        "which creatures did Bo lose": "Snow Fox (dead).",
        "what do I still have to resolve": "None.",
        "what will I lose if I can't feed": (
            "Cleo's food short: 4 (-8 points), for the feeding at the end of turn 9."
        ),
        "how many creatures has Bo and how many points are they worth": "Bo's victory points for creatures: 16.",
        "who's going to start next turn": "Initiative Button: Dan.",
        "could Dan hire an assistant": "No: next assistant costs 4 wood, 4 stone; Dan has 0 wood, 2 stone.",
        "how much food will be left after the feeding": "Dan's food left after the feeding: 23.",
        "how many creatures did Dan end up with": "Dan's creatures: 2 (Owl, Tortoise).",
        "who's fighting in this battle": "battle: Cleo against Bo.",
        "is Bo fighting": "Yes: battle: Cleo against Bo.",
        "how many victory points would I have now": "Cleo's score if the game ended now: 3 victory points.",
        "which figures still have to be resolved": "None.",
        "how many hit points are left on Bo's side": "Bo's hit points in the slots: 7.",
        "is it the last turn of the phase": "Yes: last turn of the phase.",
        "who has the second most points": "Bo's score if the game ended now: 8 victory points.",
        "is Bo ahead of Cleo": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "what happens next": "next to play, after Cleo: Bo.",
        "does Cleo have enough stone for another assistant": (
            "No: next assistant costs 4 iron, 4 bronze; Cleo has 1 iron, 3 bronze."
        ),
        "can Bo feed all his creatures": (
            "No: Bo's feeding: 12 food at the end of turn 9, has 4. Bo's food short: 8 (-16 points), for the feeding "
            "at the end of turn 9. Bo's creatures: 7 (Viper, Bear, Snow Fox, Draugr, Brokkr, Taweret, Valkyrie)."
        ),
        "does any player have all four mythologies": "Yes.",
        "which shops are taken": "blacksmith 1.",
        "what will the fishing pond give next phase": "fishing pond's output in the next phase: 11 food.",
        "how many creatures has Bo left in the battle": "Bo's creatures in the battle: 2.",
        "which figures of mine are placed": "Cleo's conjurer (guild house), Cleo's worker (iron mine).",
        "how much food is Anna missing for the feeding": (
            "Anna's food short: 5 (-10 points), for the feeding at the end of turn 9."
        ),
        "whose move is it in the battle": "Cleo decides now: Cleo's move (turn 6, battles).",
        "how much would another assistant cost Anna": "Anna's next assistant's price: 4 wood, 4 stone.",
        "is anybody fighting at the duat": "No: duat: empty; free; creatures egyptian.",
        "is the iron mine owned by anyone": (
            "Yes: iron mine: Cleo's; Cleo's worker; taken; output 1 iron; output in the next phase 2 iron."
        ),
        "what would I pay for the next assistant": "Cleo's next assistant's price: 4 iron, 4 bronze.",
        "how much wood does Cleo get at the end of this turn": "Cleo's wood from mines at the turn's end: 2.",
        "how many points did Anna end with": "Anna's score if the game ended now: 17 victory points.",
        "who is the Archer facing": "Archer's in front of it: nobody.",
        "how many artifacts are there in play": "Anna's artifacts: none.",
        "who took the guild house": "guild house: Cleo's conjurer; taken.",
        "will Bo have enough food": (
            "No: Bo's feeding: 12 food at the end of turn 9, has 4. Bo's food short: 8 (-16 points), for the feeding "
            "at the end of turn 9. Bo's food: 4."
        ),
        "can the archer attack": "No: no enemy stands in front of Archer, in slot 2.",
        "can the archer attack Valkyrie": "No: attack Archer (no enemy stands in front of Archer, in slot 2).",
        "how many points do we have": "Dan's score if the game ended now: 2 victory points.",
        "what equipment does Bo have": "Bo's equipment: 1 (Club).",
        "how long has this battle lasted": "round of the battle: 3, turn 5 of the battle.",
        "who decides now and what can he do": "Cleo: summon Raven 1, summon Raven 3, summon Leech 1, summon Leech 3.",
        "who is winning this battle": "Cleo's hit points in the slots: 2.",
        "which of my creatures are still alive": "Archer (slot 2).",
        "how many level 2 creatures are there in play": (
            "7: Jorogumo, Tubal-Cain, Troll, Centaur, Draugr, Brokkr, Taweret."
        ),
        "what does an assistant cost me": "Cleo's next assistant's price: 4 iron, 4 bronze.",
        "are there any mines nobody owns": "Yes: sapphire mine, diamond mine.",
        "can Anna feed everyone": (
            "No: Anna's feeding: 10 food at the end of turn 9, has 5. Anna's food short: 5 (-10 points), for the "
            "feeding at the end of turn 9."
        ),
        "who will win": "If the game ended now: Anna 17 victory points, Bo 8, Cleo 3, Dan 2.",
        "where do Anna's points come from": "Anna's victory points made of: creatures 17.",
        "who has the initiative": "Initiative Button: Dan.",
    },
    "enchanters": {
        "when's my next turn": "order of play: Anna, Bo, Cleo.",
        "who is the richest": "Bo's crystals: 2.",
        "how much is Bo's stuff worth": "Bo's score if the game ended now: 7 glory.",
        "did Anna win her fight": (
            "Yes: Turn 46: Anna attacks Marsh Stalker: attack 7 (of the Forge 2; covered Fist 1, Cinder Whip 1, "
            "of Embers 1, 2 Spark Imp 2) against health 6; beaten."
        ),
        "how much glory is the hydra worth": "Fen Hydra's glory: 7.",
        "how many cards do we still have to play": "cards until the end: 27: 21 in the deck, 6 on the track.",
        "who is hurt the most": "Cleo's wounds: 6.",
        "who will probably win": "If the game ended now: Anna 18 glory, Bo 7, Cleo 0.",
        "can I fight anything": "No: none.",
        "how many cards are left in the draw pile": "adventure deck: 21 cards.",
        "what is the next card to come": (
            "next card of the deck: hidden, face down in the adventure deck (21 cards)."
        ),
        "how many slag brutes are still in the deck": "Slag Brute left in the deck: 2.",
        "can I use the stonesling": "No: Stone Sling: not usable.",
        "how did the last fight go": (
            "Turn 46: Anna attacks Marsh Stalker: attack 7 (of the Forge 2; covered Fist 1, Cinder Whip 1, "
            "of Embers 1, 2 Spark Imp 2) against health 6; beaten."
        ),
        "can I heal myself": ("Yes: rest Lantern Hill 1 can be done now (gain 2 crystals, heal 1 wound)."),
        "why is Cleo below zero": "Cleo's glory made of: items 1, enchantments 4, monsters 1, wounds -6.",
        "can Bo use his Leech Jar": (
            "Leech Jar: Bo's; covered; cards on it 4 (Mud Snare, Reed Spear, Soot Cloak, Eagle Helm); defence 1."
        ),
        "is the top card of the graveyard a monster": "No: Wyrm of Highcrag: graveyard, 16 of 16.",
        "is the second card of the track an item": "No: of Leeches: track, 2 of 6; price 1 crystal.",
        "which cards on the track are not monsters": "Tongs of the Smith, of Leeches, Reed Spear, Cinder Whip.",
        "has anybody taken a dragon yet": "No: none.",
        "is there no monster on the track": "No: Fen Hydra (track, 3 of 6), Ridge Harpy (track, 4 of 6).",
        "has nobody any wounds": "No: Bo's wounds: 3.",
        "what is the cheapest monster I can take": "None.",
        "how high is my defence": "Anna's defence: 6.",
        "where is the Ember Hound": "Ember Hound: Anna's monsters.",
        "who gave Bo the Mud Snare": "Turn 9: Cleo: rest Lantern Hill 2 [Bo]. Mud Snare goes on top of Bo's items.",
        "what does resting do for me here": "Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound.",
        "where did Bo's Reed Spear come from": "Turn 11: Reed Spear goes on top of Bo's items.",
        "who discarded the Eagle Helm": "Nobody, as far as the log tells.",
        "who went to the Storm Ogress first": "Turn 30: Cleo journeys to Storm Ogress, card 2 of the track.",
        "which players can pay for the Fen Hydra": "Bo.",
        "has anybody a dragon": "No: none.",
        "who journeyed last": "Turn 48: Cleo journeys to of the Deep, card 3 of the track.",
        "how many glory does Cleo lose for her wounds": "Cleo's glory for wounds: -6.",
        "what was discarded last": (
            "Turn 47: Bo: end turn [Reed Spear]. Wyrm of Highcrag, the nearest card, goes to the graveyard."
        ),
        "who healed last": (
            "Turn 47: Bo uses Lantern Hill: gain 2 crystals, heal 1 wound. Bo puts back 1 wound (Lantern Hill)."
        ),
        "which card came last onto the track": (
            "Turn 48: Cinder Whip comes to place 6 of the track; 21 left in the deck."
        ),
        "what is at place 3 on the track": "Fen Hydra.",
        "how many times can I use the Cinder Whip": (
            "As many minor actions as wanted, but each only once in a turn. A Multiaction may be taken as "
            "often in one turn as its cost is paid."
        ),
        "where did Bo get the Mud Snare from": (
            "Turn 9: Cleo: rest Lantern Hill 2 [Bo]. Mud Snare goes on top of Bo's items."
        ),
        "why has Cleo only 3 glory": "Cleo's glory made of: items 1, enchantments 4, monsters 1, wounds -6.",
        "what happens if I rest": "Anna takes 2 crystals (Lantern Hill).",
        "whose turn was it before me": "Before Anna: Cleo.",
        "what does the leech jar do when it's on top": "Leech Jar lies among Anna's items.",
        "why is my glory so low": "Anna's glory made of: items 3, enchantments 2, monsters 13.",
        "how often can I use the Eagle Helm": "Eagle Helm lies among Anna's items.",
        "how many crystals has Bo": "Bo's crystals: 2.",
        "hwo has teh most crystals": "Bo's crystals: 2.",
        "when did Anna last rest": "Turn 34: Anna: rest Lantern Hill 1.",
        "what have I got": (
            "Anna: attack 7; defence 6; items 4 (Fist, Cinder Whip, Leech Jar, Eagle Helm); enchantments 5 "
            "(of Enchanting, of Embers, of Ash, of Ash, of the Forge); monsters 6 (Spark Imp, Spark Imp, "
            "Marsh Stalker, Ember Hound, Ridge Harpy, Marsh Stalker); score if the game ended now 18 glory."
        ),
        "what has Bo got?": (
            "Bo: attack 7; defence 6; crystals 2; wounds 3; items 6 (Fist, Leech Jar, Mud Snare, Reed Spear, "
            "Soot Cloak, Eagle Helm); enchantments 5 (of Enchanting, of the Peak, of Leeches, of Thunder, of "
            "the Forge); monsters 2 (Spark Imp, Rock Ape); score if the game ended now 7 glory."
        ),
        "how many cards are left": "adventure deck: 21 cards.",
        "whose go is it": "Anna decides now: a journey, a rest, or an action (turn 49).",
        "how many wounds does cleo have": "Cleo's wounds: 6.",
        "what is bo's attack": "Bo's attack: 7.",
        "where is the fen hydra": "Fen Hydra: track, 3 of 6.",
        "how strong is the storm ogress": "Storm Ogress's strength: 6.",
        "can I rest": "Yes: rest Lantern Hill 1 can be done now (gain 2 crystals, heal 1 wound).",
        "who has the most glory": "Anna's score if the game ended now: 18 glory.",
        "what's the last card on the track": "Cinder Whip.",
        "can i fight the hydra": "No: costs 2 crystals; Anna has 0.",
        "what does the village charge for attack": (
            "Lantern Hill: village; rest: gain 2 crystals, heal 1 wound; rest: 1 crystal -> journey to the "
            "graveyard; minor: 3 crystals -> attack 2."
        ),
        "is there a dragon on the track": "No: none.",
        "which hydra is on the track": "Fen Hydra.",
        "is there a monster on the track": "Yes: Fen Hydra (track, 3 of 6), Ridge Harpy (track, 4 of 6).",
        "has Anna a dragon": "No: none.",
        "how mnay crystals has Bo": "Bo's crystals: 2.",
        "what can Anna still do": "Anna: journey 1 Tongs of the Smith, rest Lantern Hill 1.",
        "how far is the ridge harpy": "Ridge Harpy lies on the track, 4 of 6.",
        "how many turns until the game is over": "Turn 49 · Anna · 21 in the adventure deck.",
        "what do I get if I rest": "Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound.",
        "what happens when you take the fen hydra": (
            "Fen Hydra: track, 3 of 6; price 2 crystals; glory 7; strength 6; wounds Anna 0, Bo 0, Cleo 4."
        ),
        "about how many turns until the end": "6 on the track, 16 in the graveyard.",
        "what is Cleo's attack and defence": "Cleo's defence: 2.",
        "can Bo beat the fen hydra": "No: Fen Hydra can be beaten by Cleo.",
        "can Cleo take the fen hydra": "Not now. Anna decides now: a journey, a rest, or an action (turn 49).",
        "is Cleo losing": "If the game ended now: Anna 18 glory, Bo 7, Cleo 0.",
        "can I take the tongs or the hydra": "Hydra: No: costs 2 crystals; Anna has 0.",
        "how many wounds would I heal with a rest": "Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound.",
        "what is the cheapest card on the track": "Tongs of the Smith's price: 0 crystals.",
        "how many crystals am I short of for the hydra": "No: Fen Hydra costs 2 crystals; Anna has 0.",
        "what does the fen hydra cost": "Fen Hydra's price: 2 crystals.",
        "how many crystals is Bo ahead of Anna": "Anna's crystals: 0.",
        "what cards does bo have": (
            "Fist, Leech Jar, Mud Snare, Reed Spear, Soot Cloak, Eagle Helm, of Enchanting, of the Peak, of "
            "Leeches, of Thunder, of the Forge, Spark Imp, Rock Ape."
        ),
        "who has killed the most monsters?": (
            "Anna's monsters: 6 (Spark Imp, Spark Imp, Marsh Stalker, Ember Hound, Ridge Harpy, Marsh Stalker)."
        ),
        "does anybody have crystals?": "Yes: Bo's crystals: 2.",
        "how many wounds did Cleo take so far?": "Cleo's wounds: 6.",
        "which monsters are on the track?": "Fen Hydra, Ridge Harpy.",
        "what's my top enchantment?": "of the Forge.",
        "which of the players has no crystals?": "Anna's crystals: 0.",
        "who is on 6 wounds?": "Cleo's wounds: 6.",
        "how many cards has Bo covered?": (
            "10: Fist, Leech Jar, Mud Snare, Reed Spear, Soot Cloak, of Enchanting, of the Peak, of Leeches, "
            "of Thunder, Spark Imp."
        ),
        "how many wounds would Cleo get from the Fen Hydra?": "Fen Hydra's wounds: Cleo 4.",
        "does Anna have more glory than everybody else?": "Yes.",
        "which cards on the track cost 3 or more?": (
            "Ridge Harpy (track, 4 of 6), Reed Spear (track, 5 of 6), Cinder Whip (track, 6 of 6)."
        ),
        "are there two monsters on the track?": "Yes: 2 (Fen Hydra, Ridge Harpy).",
        "who has more wounds than crystals?": "Bo, Cleo (Anna: 0 against 0; Bo: 3 against 2; Cleo: 6 against 0).",
        "which monster on the track has the least health?": "Ridge Harpy's health: 4.",
        "which card is next to the village?": "Tongs of the Smith (track, 1 of 6).",
        "who has no crystals?": "Anna's crystals: 0.",
        "how many imps are in the graveyard?": "5: Spark Imp, 4 Bog Imp.",
        "is there a monster with 4 health on the track?": "Yes: Ridge Harpy (track, 4 of 6).",
        "how many crystals do Bo and Cleo have together?": "Together: 2.",
        "can Cleo afford the Fen Hydra": "No: Fen Hydra costs 2 crystals; Cleo has 0.",
        "what does the first card on the track cost": "Tongs of the Smith's price: 0 crystals.",
        "how far is the graveyard from empty, how many cards lie in it": "graveyard's cards: 16.",
        "how many cards cover Bo's fist": (
            "Fist's cards on it: 5 (Leech Jar, Mud Snare, Reed Spear, Soot Cloak, Eagle Helm)."
        ),
        "could Bo pay for the Fen Hydra": "Yes: Fen Hydra costs 2 crystals; Bo has 2.",
        "what's the third card on the track worth": "Fen Hydra's glory: 7.",
        "which monsters on the track are stronger than Anna's attack": "None.",
        "whose turn is next": "next to play: Bo.",
        "when is it Cleo's turn": "order of play: Anna, Bo, Cleo.",
        "what can I afford on the track": "Tongs of the Smith.",
        "which monsters on the track can Cleo beat": "Fen Hydra, Ridge Harpy.",
        "is there anything on the track that Cleo can't beat": "No: none.",
        "who can beat the ridge harpy": "Anna, Bo, Cleo.",
        "what's the most expensive card I can buy": "Tongs of the Smith's price: 0 crystals.",
        "how many cards till the end": "cards until the end: 27: 21 in the deck, 6 on the track.",
        "which card is discarded if I rest": "card that goes after a rest: Tongs of the Smith.",
        "how much glory do Cleo's wounds cost her": "Cleo's glory for wounds: -6.",
        "if I rest how many crystals will I have": "After rest Lantern Hill 1: Anna's crystals: 2.",
        "if I take the tongs, what's my attack then": "After journey 1 Tongs of the Smith: Anna's attack: 10.",
        "how much attack does Bo need for the Fen Hydra": "Fen Hydra's attack needed: Bo 10, has 7.",
        "who has more crystals than me": "Bo's crystals: 2.",
        "how many imps has Anna": "2: 2 Spark Imp.",
        "does Cleo have enough attack for the ridge harpy": (
            "Yes: Ridge Harpy can be beaten without help by Anna, Bo, Cleo."
        ),
        "how many points are Bo's monsters worth": "Bo's glory for monsters: 5.",
        "how much would it cost me to go to the hydra": "journey 3 Fen Hydra: costs 2 crystals; Anna has 0.",
        "which monster is easiest to beat": "Ridge Harpy's health: 4.",
        "does anyone have no wounds": "Yes: Anna's wounds: 0.",
        "what are my options": "Anna: journey 1 Tongs of the Smith, rest Lantern Hill 1.",
        "what would happen if Bo fights the ridge harpy": "No: Ridge Harpy can be fought by nobody.",
        "what is under Bo's eagle helm": (
            "Eagle Helm's cards under it: 5 (Fist, Leech Jar, Mud Snare, Reed Spear, Soot Cloak)."
        ),
        "what if I take the tongs": (
            "Anna: journey 1 Tongs of the Smith: free, item, attack 2, lower attack 1; rest: gain 2 "
            "crystals, heal 1 wound."
        ),
        "what's the most dangerous card on the track": "Fen Hydra's strength: 6.",
        "how much glory is left on the track": "Together: 10.",
        "how many more points does Bo need to overtake Anna": "11 more.",
        "which monsters on the track can nobody beat": "None.",
        "how many cards are in the deck": "adventure deck: 21 cards.",
        "how much is the hydra": "Fen Hydra's price: 2 crystals.",
        "what can Cleo take next turn": "Tongs of the Smith.",
        "how much attack does Cleo have and where does it come from": "Cleo's attack: 11.",
        "what is the next card to be discarded": "card that goes after a rest: Tongs of the Smith.",
        "what's in my monster pile": (
            "Anna's monsters: 6 (Spark Imp, Spark Imp, Marsh Stalker, Ember Hound, Ridge Harpy, Marsh Stalker)."
        ),
        "can the fen hydra hurt Bo": "No: Fen Hydra's wounds: Bo 0.",
        "what happens to my wounds if I rest": "Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound.",
        "why is Bo's attack so high": (
            "Bo's attack made of: of the Forge 2, Rock Ape 1; covered Fist 1, Mud Snare -1, Reed Spear 1, "
            "of Leeches 1, of Thunder 1, Spark Imp 1."
        ),
        "what does a rest give me": "Anna: rest Lantern Hill 1: gain 2 crystals, heal 1 wound.",
        "how many crystals until I can take the hydra": "No: Fen Hydra costs 2 crystals; Anna has 0.",
        "can I still do something": "Anna: journey 1 Tongs of the Smith, rest Lantern Hill 1.",
        "how far behind Anna am I": "If the game ended now: Anna 18 glory, Bo 7, Cleo 0.",
    },
    "mythic": {
        "what can the Standard Bearers do": "Standard Bearers (Anna, D) can retaliate: Marsh Serpent.",
        "is the wall between D and J": "Yes: D and J are 1 apart: wall.",
        "whose turn comes after": "next to play: Bo.",
        "can the Stone Thrower strike back": "Yes: Stone Thrower (Anna, E) can retaliate: Deep Queen.",
        "can Bo's Twin Blades hit back": (
            "No: Twin Blades (Bo, L) can retaliate: nothing (no card of it is in hand)."
        ),
        "can Bo draw cards": "No: Bo can't have an AoW card, or what counts as one.",
        "which way can the Stone Thrower go from E": "Stone Thrower (Anna, E) can walk to: C, F, H, L, K, B, J.",
        "which areas next to E have a stone": "C.",
        "which areas have nobody in them": "B, C, G, I, J, K, M, N.",
        "which of my units are not in D": (
            "Stone Thrower (E, open ground), Lantern Thief (H, water), Ford Slingers (A, open ground)."
        ),
        "is there no wall between B and D": "Yes: B and D are 1 apart: chains.",
        "is there a wall between D and J": "Yes: D and J are 1 apart: wall.",
        "who has the guard talent": "Wall Guard (Anna, D, ruins).",
        "which units can fly": "Storm Warden (Anna, D, ruins).",
        "is there no stone in C": "No: greek stone (C, swamp).",
        "is the deep queen not on the board": "Yes: Deep Queen: deployed.",
        "who went first this round": "Anna.",
        "who is playing against me": "Bo.",
        "how far is the Deep Queen from my Storm Warden": "1: the shortest way from E to D, whatever lies between.",
        "who starts the next round": "first in the next round: Anna.",
        "who claimed the stone in H": "Round 6, turn 11: Lantern Thief claims the norse stone of H.",
        "how healthy is the Marsh Serpent": "Marsh Serpent's vitality: 3 of 7.",
        "who has which units left": "Bo: 4 (Deep Queen, Marsh Serpent, Oak Warden, Twin Blades).",
        "what did the Deep Queen do last turn": (
            "Round 8, turn 16: Deep Queen runs to E by K. Deep Queen stops: enemies stand there."
        ),
        "which stones has nobody picked up": (
            "greek stone (C, swamp), greek stone (E, open ground), norse stone (L, open ground)."
        ),
        "how many units are off the board": "1: Barrow Guard.",
        "how many greek stones are there": (
            "4: 2 greek stone (Anna, absorbed by Anna), greek stone (C, swamp), greek stone (E, open ground)."
        ),
        "did the Deep Queen claim the stone": "No, as far as the log tells.",
        "how many activation cards does the Deep Queen have": "Deep Queen's activation cards: 4 printed.",
        "who is closest to the stone in C": "Deep Queen: 1 away.",
        "does Bo have a divinity on the board": "Yes: Deep Queen (Bo, E, open ground).",
        "does Anna have a flyer": "Yes: Storm Warden (Anna, D, ruins).",
        "why is the Twin Blades wounded": (
            "Round 6, turn 11: Stone Thrower attacks Twin Blades: offence 7; defence 7. Bo's Twin Blades lose "
            "1 vitality (lava), 4 left. Bo's Twin Blades lose 2 vitality, 2 left."
        ),
        "did I already activate the Lantern Thief": "No: Lantern Thief: not activated.",
        "does Bo have the norse stone in L": "No: norse stone: L, open ground; lying.",
        "how many areas are between J and E": "J and E are 2 apart.",
        "when is it Bo's turn": "next to play: Bo.",
        "who deployed last": "Round 6, turn 12: Bo places Deep Queen in L.",
        "when did Anna last claim a stone": "Round 6, turn 11: Lantern Thief claims the norse stone of H.",
        "did Bo attack in his last turn": "No, as far as the log tells.",
        "who attacked the Twin Blades": (
            "Round 6, turn 11: Stone Thrower attacks Twin Blades: offence 7; defence 7."
        ),
        "where is the deep queen": "Deep Queen: E, open ground.",
        "how many cards are left in my deck": "Anna's deck: 5 of 7.",
        "how much vitality has the marsh serpent left": "Marsh Serpent's vitality: 3 of 7.",
        "why can't I activate the lantern thief": (
            "No: Anna can't have a Lantern Thief card in hand: all 3 are in the discards."
        ),
        "how much vitality has my storm warden": "Storm Warden's vitality: 9 of 9.",
        "how many cards are in bo's discard pile": (
            "Bo's discards: 20 cards (2 Barrow Guard, 2 Deep Queen, 3 Marsh Serpent, 3 Oak Warden, 3 Twin Blades, 7 "
            "art of war)."
        ),
        "can i pass": "Yes: pass can be done now (activate nobody).",
        "should I pass": "Pass can be done now (activate nobody).",
        "what is in bo's hand": "Bo's hand: 0 of 4.",
        "which round is it": "round: 9.",
        "how many stones does Anna have": "Anna's stones: 2.",
        "how many stones has Anna absorbed": "Anna's stones: 2.",
        "which units have been destroyed": "Barrow Guard (Bo, destroyed).",
        "what can Bo do now": "Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "where's the deep queen": "Deep Queen: E, open ground.",
        "where is the deep qeuen": "Deep Queen: E, open ground.",
        "why can't Bo frobnicate": "Not now. Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "why can't Bo attack": "Not now. Anna decides now: activate a unit, or pass (round 9, turn 17).",
        "is the barrow guard dead": "Yes: Barrow Guard: destroyed.",
        "how many hit points has the deep queen": "Deep Queen's vitality: 8 of 8.",
        "which of my units are wounded": "Stone Thrower (E, open ground), Wall Guard (D, ruins).",
        "who carries a stone": "norse stone (Anna, with Lantern Thief in H).",
        "who is activated": "Nobody.",
        "who is winning": "Anna leads with 2 stones.",
        "which units has Bo": (
            "Deep Queen (E, open ground), Marsh Serpent (D, ruins), Oak Warden (F, stairs), Twin Blades (L, "
            "open ground)."
        ),
        "how far is the marsh serpent from the swamp": "2: the shortest way from D to C, whatever lies between.",
        "has Anna absorbed a stone": "Yes: Anna's stones: 2.",
        "is there a unit in the forest": "No: none.",
        "is the marsh serpent alive": "Yes: Marsh Serpent: alive.",
        "where are the divine stones": "greek stone: absorbed by Anna.",
        "can I recall": "No: a recall belongs to the end of the turn.",
        "how many trees are left in B": "B's elements: 2.",
        "how many divine stones does Anna have": "Anna's stones: 2.",
        "how many stones does Bo still need to win": "Bo has 0 of the 4 stones that win: 4 more.",
        "who is closer to winning": "Anna leads with 2 stones.",
        "how strong is the marsh serpent": "Marsh Serpent's offence: 6 printed.",
        "how many wounds have the twin blades taken": "Twin Blades's wounds: 3.",
        "which of Bo's units is closest to dying": "Marsh Serpent's vitality: 3 of 7.",
        "Anna's stones": "Anna's stones: 2.",
        "where is the deep queen and how much vitality does she have": "Deep Queen's vitality: 8 of 8.",
        "what range has the wall guard": "Wall Guard's range: 0 printed.",
        "which areas have a stone?": "C, E, L.",
        "how much vitality do Bo's units have in total?": "Together: 19.",
        "which of Bo's units is the weakest?": "Twin Blades's offence: 5 printed.",
        "which areas are full?": "D.",
        "is D full?": (
            "Yes: D: Storm Warden (Anna), Marsh Serpent (Bo), Wall Guard (Anna), Standard Bearers (Anna); "
            "terrain ruins; capacity 4; neighbours A, B, E, J; elements 1; full."
        ),
        "which areas are next to D?": "A, B, E, J.",
        "have the Ford Slingers been activated?": "No: Ford Slingers: not activated.",
        "how many units are in D?": "4: Storm Warden, Marsh Serpent, Wall Guard, Standard Bearers.",
        "is the Marsh Serpent next to the Stone Thrower?": "Yes: D and E are 1 apart.",
        "which units have less than 4 vitality?": (
            "Marsh Serpent (Bo, D, ruins), Twin Blades (Bo, L, open ground), Wall Guard (Anna, D, ruins), "
            "Standard Bearers (Anna, D, ruins), Ford Slingers (Anna, A, open ground)."
        ),
        "which units are not on the board?": "Barrow Guard (Bo, destroyed).",
        "which areas does Anna occupy?": "A, D, E, H.",
        "how many enemies are in D?": "1: Marsh Serpent.",
        "does anybody carry a stone?": "Yes: norse stone (Anna, with Lantern Thief in H).",
        "how many stones are still on the board?": "3: 2 greek stone, norse stone.",
        "which unit carries a stone?": "Lantern Thief's load: norse stone.",
        "how many units are in A and B?": "1: Ford Slingers.",
        "how much vitality has Anna's army in all?": "Together: 27.",
        "which areas border E?": "C, D, F, H, I, K.",
        "which stones lie around free": (
            "greek stone (C, swamp), greek stone (E, open ground), norse stone (L, open ground)."
        ),
        "have the Ford Slingers been activated already this round": "No: Ford Slingers: not activated this round.",
        "what's between A and E": "C: greek stone; terrain swamp; capacity 3; room 3; neighbours A, E; empty.",
        "which unit is hurt the most": "Marsh Serpent's wounds: 4.",
        "is any of Bo's units next to the storm warden": "Yes: Deep Queen (Bo, E, open ground).",
        "which units are faster than the deep queen": "Lantern Thief (Anna, H, water).",
        "how many units has each player lost": "Anna: 0.",
        "how many art of war cards has Bo": ("Bo's AoW cards: 8 in all: 7 in the discards, none in hand."),
        "how far can the lantern thief walk": "Lantern Thief (Anna, H) can walk to: B, E, J, A, M, C.",
        "who can reach L": "Deep Queen (Bo, E) can walk to: L.",
        "which of my units can attack the deep queen": "Storm Warden (Anna, D) can attack: Deep Queen (E).",
        "can the oak warden attack the wall guard": "Yes: Oak Warden (Bo, F) can attack: Wall Guard (D).",
        "which enemy is closest to the storm warden": "Deep Queen: 1 away.",
        "who has more cards, Anna or Bo": "Anna, by 3.",
        "can the deep queen reach the stone thrower": "Yes: Deep Queen (Bo, E) can walk to: E (there already).",
        "which enemies can attack the ford slingers": "Oak Warden (Bo, F) can attack: Ford Slingers (A).",
        "is the Oak Warden in range of the Stone Thrower": (
            "No: Stone Thrower (Anna, E) can attack: Deep Queen (E), Marsh Serpent (D, as if there)."
        ),
        "which area has the most units": ("D: 4 (Storm Warden, Marsh Serpent, Wall Guard, Standard Bearers)."),
        "which of Bo's units haven't acted yet": (
            "Deep Queen (E, open ground), Marsh Serpent (D, ruins), Oak Warden (F, stairs), Twin Blades (L, open "
            "ground)."
        ),
        "who is next to the marsh serpent": (
            "Deep Queen (Bo, E, open ground), Stone Thrower (Anna, E, open ground), Ford Slingers (Anna, A, open "
            "ground)."
        ),
        "why can't the wall guard move": (
            "No: Wall Guard (Anna, D) can walk to: nothing (Marsh Serpent blocks it: it can't walk or run)."
        ),
        "is the lantern thief in danger": "Oak Warden (Bo, F) can attack: Lantern Thief (H).",
        "can bo's serpent attack the storm warden": "Yes: Marsh Serpent (Bo, D) can attack: Storm Warden (D).",
        "which areas are next to my lantern thief": "B, E, J.",
        "are there any stones left on the map": (
            "Yes: greek stone (C, swamp), greek stone (E, open ground), norse stone (L, open ground)."
        ),
        "which enemies can my ford slingers attack": "Ford Slingers (Anna, A) can attack: Marsh Serpent (D).",
        "how many dice does the oak warden roll": "Oak Warden's offence: 6 printed.",
        "is anybody next to the ford slingers": (
            "Yes: Storm Warden (Anna, D, ruins), Marsh Serpent (Bo, D, ruins), Wall Guard (Anna, D, ruins), Standard "
            "Bearers (Anna, D, ruins)."
        ),
        "what is Anna carrying": "norse stone (with Lantern Thief in H).",
        "how many turns are left in this round": "turns left in the round: 1 (Bo).",
        "where can the queen go": "Deep Queen (Bo, E) can walk to: C, F, H, L, A.",
        "is anyone in the swamp": ("No: C: greek stone; terrain swamp; capacity 3; room 3; neighbours A, E; empty."),
        "can the marsh serpent reach L": "No: Marsh Serpent (Bo, D) can walk to: A, B, E.",
        "who can attack the lantern thief": "Oak Warden (Bo, F) can attack: Lantern Thief (H).",
        "how many hits can the marsh serpent still take": "Marsh Serpent's vitality: 3 of 7.",
        "is the deep queen stronger than the marsh serpent": "No.",
        "what did Bo do last turn": (
            "Bo, round 8, turn 16: draw; Bo: buy draw [activate Deep Queen complex]; run K E; activate Oak "
            "Warden simple; walk G F; end turn."
        ),
        "how many wounds do the twin blades have left": "Twin Blades's vitality: 2 of 5.",
        "who is the first player this round": "Anna.",
        "who is the lead player this round": "Anna.",
    },
    "prophecy": {
        "has Bo killed a hero": "No, as far as the log tells.",
        "did Bo lose a fight": (
            "Yes: Round 8: Bo 1 (0 Health + die 1), Cleo 6 (5 Health + die 1): lost. Bo loses to Cleo."
        ),
        "which creature has the most strength": "Sphinx's strength: 6.",
        "has Anna killed a creature": "Yes: Round 13: Anna beats Glass Widow.",
        "where is the next port": "City: 0 away.",
        "Bo can't afford the Rope, can he": "Right: Bo (Forest 8) can pay for: Tin Cup (Village, 2 gold).",
        "does anyone not have gold": "No: Anna's gold: 2.",
        "has Bo no more than 3 gold": "Yes.",
        "who is not in the city": "Anna, Bo.",
        "what is there to buy in the village": (
            "Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "has Anna no items": "No: Anna's items: 2 (Moth Cleaver, Royal Cape).",
        "is nobody in the City": "No: City: Cleo; neighbours Monastery, Mountains 3.",
        "who attacked Bo in round 6": "Round 6: Cleo: attack Bo [accept / roll 6 1].",
        "what did Anna do to the Goat Thief": (
            "Round 7: Anna: fight Goat Thief with Moth Cleaver [roll 4 / roll 6 1]. Anna 12 (5 Health + 1 Moth "
            "Cleaver + die 6), Goat Thief 3 (2 printed + die 1): won. Anna beats Goat Thief. Anna takes 2 Gold (Goat "
            "Thief); 2 now. Anna takes 1 Experience (Goat Thief); 8 now. Goat Thief goes to the discards."
        ),
        "who is nearer to the Village": "Anna: 1 away.",
        "who has fought most": "Cleo: 5.",
        "what did Cleo get from the Pale Regent": "Round 9: Cleo takes 3 Experience (Pale Regent); 9 now.",
        "what is for sale in the City": "None.",
        "what can I buy in the City": "None.",
        "how far is Anna ahead of the others": "Anna and Cleo lead with 1 Artifact.",
        **dict.fromkeys(
            ("can I be attacked by Bo", "can Bo attack me"),
            "No: Bo (Forest 8) can fight: Plane of the Forest Camp (instead of moving), Sphinx (Plane of the Forest "
            "Camp).",
        ),
        "who got Bo's gold": (
            "Round 8: Bo: attack Cleo [accept / roll 1 1]. Bo against Cleo: Strength. Cleo against Bo: Strength. "
            "Bo 1 (0 Health + die 1), Cleo 6 (5 Health + die 1): lost. Bo loses to Cleo. Bo's Paladin is dead (the "
            "fight). Bo pays 11 Gold (death); 0 left. Cleo takes 11 Gold (Paladin); 21 now. Bo pays 7 Experience "
            "(death); 0 left."
        ),
        "what has Anna bought": "Round 4: Anna: buy Moth Cleaver.",
        "which planes are untouched": "Plane of the Monastery, Plane of the Thieves' Guild.",
        "which items can be bought in the Village": (
            "Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "who turned up the Sphinx": (
            "Round 2: Bo: chance Prophetic Dream Forest Camp [Sphinx]. Sphinx is turned up in the plane of the "
            "Forest Camp."
        ),
        "where did Anna find the Royal Cape": "Round 13: Anna takes Royal Cape (the plane of the Magic Tower).",
        "when was Bo's last turn": (
            "Bo, round 14: chance Thieves' Guild [Pickpocketing]; cast Stamina to Forest 8; end turn."
        ),
        "what happened in round 8": "Bo, round 8: chance Good Times; stay; attack Cleo [accept / roll 1 1].",
        "what guilds am I in": "Cleo's guilds: 2 (Fortress, Thieves' Guild).",
        "which plane is closest to me": "Plane of the Monastery: 0 away.",
        "is Bo out of the game": "No: Bo: not out of the game.",
        "why is Anna wounded": "Round 10: Anna: 2 red cubes to the left (Vampire Lord).",
        "how many more planes are open": (
            "3: Plane of the Monastery, Plane of the Forest Camp, Plane of the Thieves' Guild."
        ),
        "what is there to buy": "Tin Cup (Village), Rope (Village).",
        "why has Bo so little gold": (
            "Round 12: Cleo: chance Economic Crisis. Bo pays 1 Gold (Economic Crisis); 2 left."
        ),
        "what killed Bo": (
            "Round 8: Bo 1 (0 Health + die 1), Cleo 6 (5 Health + die 1): lost. Bo loses to Cleo. Bo's Paladin "
            "is dead (the fight)."
        ),
        "how do I get to the Fortress": "City and Fortress are 3 apart.",
        "how many turns to the village": "7: the shortest way from Village to City, whatever lies between.",
        "is Bo still in the game": "Yes: Bo: alive.",
        "when did Cleo get the Banner of Hope": "Round 9: Cleo takes Banner of Hope (the plane of the Fortress).",
        "what is waiting for me in Mountains 18": "Mountains 18: Ghost; neighbours Magic Tower, Plains 19.",
        "what is the price of the rope and can I afford it": "Yes: Rope costs 3 gold; Cleo has 7.",
        "which guilds can I fight": "Cleo (City) can fight: nothing.",
        "did Anna attack Cleo": "No, as far as the log tells.",
        "how much gold am I missing for the rope": "Yes: Rope costs 3 gold; Cleo has 7.",
        "which abilities can I learn without gold": (
            "Cleo (City) can pay to learn: Ambidexterity (Fortress, 5 experience), "
            "Slow Hammer (Fortress, 3 experience), Stealth (Thieves' Guild, 2 experience), "
            "Pickpocketing (Thieves' Guild, 3 experience)."
        ),
        "how much gold has Anna": "Anna's gold: 2.",
        "how much money do I have": "Cleo's gold: 7.",
        "where is Bo": "Bo: Forest 8.",
        "where is the toll ogre": "Toll Ogre: Mountains 3.",
        "where am I": "Cleo: City.",
        "which abilities lie in the magic tower": "Staff Skill, Mass Decay.",
        "how many chance cards are left": "chance cards: 20 in the deck.",
        "what does stamina do": "Stamina: ability, Forest Camp, costs 3, spell 1; moving: move 3.",
        "can I throw the cleaver": "Moth Cleaver lies among Anna's damaged.",
        "who has the royal cape": "Royal Cape: Anna's.",
        "who has the most experience": "Anna's experience: 15.",
        "is the plane of the fortress closed": (
            "Yes: Plane of the Fortress: empty; closed; between Forest 4, Plains 6."
        ),
        "how strong is Anna": "Anna's strength: 4 (4 of 6).",
        "what can i buy in the village": (
            "Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "is there a ghost on the board": "Yes: Ghost: Mountains 18.",
        "is Bo out of gold": "No: Bo's gold: 2.",
        "how far am I from the magic tower": "5: the shortest way from City to Magic Tower, whatever lies between.",
        "is there a creature in the forest camp": "No: none.",
        "is there a creature in the plane of the monastery": (
            "Plane of the Monastery: face-down Lesser Guardian of the Monastery, face-down Greater Guardian "
            "of the Monastery, face-down Artifact of the Monastery; open; between Forest 20, City."
        ),
        "which planes are still open": (
            "Plane of the Monastery, Plane of the Forest Camp, Plane of the Thieves' Guild."
        ),
        "can I buy something in the village": (
            "Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "how much health is Anna missing": "Anna's health: 4 of 6; 2 missing.",
        "whats lying in the mountains 3": "Mountains 3: Toll Ogre; neighbours City, Forest 4.",
        "where can i learn stealth": "Stealth: Thieves' Guild.",
        "what's the strength of the ghost": "Ghost: creature, undead, willpower 4, 2 experience; won: gain 3 gold.",
        "can I attack Bo": "No: the Chance card comes first, like chance Mountains.",
        "can I buy the tin cup": "No: the Chance card comes first, like chance Mountains.",
        "is anybody in the city": "Yes: City: Cleo; neighbours Monastery, Mountains 3.",
        "what spells has Bo": "Stamina.",
        "who is winning": "Anna and Cleo lead with 1 Artifact.",
        "how many artifacts do I still need": "Cleo has 1 of the 4 artifacts that win: 3 more.",
        "which astral planes are closed": "Plane of the Fortress, Plane of the Magic Tower.",
        "what's for sale in the village": (
            "Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "what can you learn in the monastery and what does it cost": (
            "Prayer: ability, Monastery, costs 4, spell 1; any roll: better of two."
        ),
        "how much willpower does Bo have and where is he": "Bo's willpower: 3 (3 of 6).",
        "who has the fewest artifacts": "Anna's artifacts: 1 (Royal Cape).",
        "how many experience points does Anna have": "Anna's experience: 15.",
        "who is strongest": "Cleo's strength: 6 (6 of 6).",
        "who is wounded": "Anna (Mountains 16), Bo (Forest 8).",
        "is my sword broken": "No: none.",
        "which gates are there?": "City, Enchanted Wilderness, Magic Tower.",
        "does anyone have 4 artifacts?": "No.",
        "which plane is between Forest 12 and Plains 14?": (
            "Plane of the Thieves' Guild's between: Forest 12, Plains 14."
        ),
        "how much experience do we have together?": "Together: 24.",
        "where's the nearest port to me?": "City: 0 away.",
        "who is closest to the forest camp": "Bo: 1 away.",
        "who has a damaged item?": "Moth Cleaver (Anna).",
        "how much more gold has Cleo than Anna?": "5 more.",
        "which guardians are face up?": "Sphinx (Plane of the Forest Camp).",
        "who is on the same space as Bo?": "Forest 8: Bo; neighbours Enchanted Wilderness, Forest Camp.",
        "what is Bo's max willpower?": "Bo's maximum willpower: 6.",
        "how many more items can Anna carry?": "Anna's more items: 5.",
        "which spaces are next to Bo?": "Enchanted Wilderness, Forest Camp.",
        "does anyone have Stealth?": "No: Stealth: Thieves' Guild; price 2 experience, a stranger also 2 gold.",
        "does Cleo have the most gold?": "Yes.",
        "how many guardians have been turned up?": "1: Sphinx.",
        "where are all the heroes?": "Anna: Mountains 16.",
        "which hero has most artifacts?": "Anna's artifacts: 1 (Royal Cape).",
        "what abilities does the Monastery offer?": "Prayer, Night Vigil.",
        "which creature is the strongest?": "Sphinx's strength: 6.",
        "does Bo know any ability?": "Yes: Bo's abilities: 1 (Stamina).",
        "where are the gates?": "City, Enchanted Wilderness, Magic Tower.",
        "is there anyone in the Village?": (
            "No: Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "is the Village a port?": (
            "Yes: Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "is Anna's cleaver still good": "No: Moth Cleaver: not whole.",
        "what can be bought in the Village": (
            "Village: Tin Cup (2 gold), Rope (3 gold); neighbours Plains 14, Mountains 16."
        ),
        "can Bo pay for the rope": "No: Rope costs 3 gold; Bo has 2.",
        "what's between the City and the Fortress": "Mountains 3: Toll Ogre; neighbours City, Forest 4.",
        "what's the dearest thing in the Village": "Rope's price: 3 gold.",
        "which creatures are stronger than Anna": "Toll Ogre (Mountains 3), Sphinx (Plane of the Forest Camp).",
        "what does Stealth cost, and where can one learn it": "Stealth: Thieves' Guild.",
        "where can Bo go": (
            "Bo (Forest 8) can go to: Forest Camp (walk), Enchanted Wilderness (walk), Mountains 10 (horse, 1 gold), "
            "Plains 6 (horse, 1 gold), Plane of the Forest Camp (plane)."
        ),
        "can Anna learn Stealth": (
            "Yes: Anna (Mountains 16) can pay to learn: Stealth (Thieves' Guild, 2 experience)."
        ),
        "can Bo learn Stealth": "No: Bo (Forest 8) can pay to learn: nothing.",
        "who can reach the village": "Anna (Mountains 16) can go to: Village (walk).",
        "what did Bo just do": (
            "Bo, round 14: chance Thieves' Guild [Pickpocketing]; cast Stamina to Forest 8; end turn."
        ),
        "what did I do last turn": "Cleo, round 12: roll 4; chance Economic Crisis; boat City; end turn.",
        "which guilds do I belong to": "Cleo's guilds: 2 (Fortress, Thieves' Guild).",
        "how many cards are left in the chance deck": "chance cards: 20 in the deck.",
        "how long does it take me to get to the forest camp": (
            "7: the shortest way from Forest Camp to City, whatever lies between."
        ),
        "can I afford Night Vigil": (
            "Yes: Cleo (City) can pay to learn: Night Vigil (Monastery, 3 experience, 3 gold)."
        ),
        "what's the fastest way to the magic tower": (
            "5: the shortest way from Magic Tower to City, whatever lies between."
        ),
        "what's for sale": "Tin Cup (Village), Rope (Village).",
        "what do I have to beat in the plane of the forest camp": (
            "Plane of the Forest Camp: Sphinx, face-down Greater Guardian of the Forest Camp, face-down Artifact of "
            "the Forest Camp; open; between Forest 8, Mountains 10."
        ),
        "does Bo know power drain": "No: Power Drain isn't among the open cards.",
        "how many spaces apart are Anna and Bo": (
            "8: the shortest way from Mountains 16 to Forest 8, whatever lies between."
        ),
        "which planes are next to me": "Plane of the Monastery.",
        "does Anna have enough artifacts to win": "Anna has 1 of the 4 artifacts that win: 3 more.",
        "are we in the final battle": "No: not final battle.",
        "where is my hero": "Cleo: City.",
        "how many hit points have I lost": "Cleo's wounds: 0.",
        "where can Bo go by horse": (
            "Bo (Forest 8) can go to: Mountains 10 (horse, 1 gold), Plains 6 (horse, 1 gold)."
        ),
        "is Bo in a safe place": "No: Bo: not safe.",
        "which creatures have no strength": "Ghost (Mountains 18).",
        "who is next to the toll ogre": "Cleo (City).",
        "what was the last chance card": "last chance card: Thieves' Guild.",
        "how many spaces to the nearest creature": "Toll Ogre: 1 away.",
        "which planes can Bo attack": "Bo (Forest 8) can fight: Plane of the Forest Camp (instead of moving).",
        "is Anna a stranger in the forest camp": "Anna's guilds: 2 (Thieves' Guild, Forest Camp).",
        "where did Bo move": "Round 14: Bo goes to Forest 8 (Stamina).",
        "who attacked Cleo": "Round 8: Bo: attack Cleo [accept / roll 1 1].",
        "who killed the Goat Thief": "Round 7: Anna beats Goat Thief.",
        "how did Bo's Paladin die": (
            "Round 8: Bo: attack Cleo [accept / roll 1 1]. Cleo against Bo: Strength. Bo 1 (0 Health + die 1), "
            "Cleo 6 (5 Health + die 1): lost. Bo loses to Cleo. Bo's Paladin is dead (the fight)."
        ),
        "which ability did Bo learn": "Round 11: Bo: learn Stamina.",
        "what do I get if I beat the Sphinx": (
            "Sphinx: lesser, strength 6, willpower 5, 3 experience; lost: lose half health; won: gain 2 willpower."
        ),
        "why did Anna lose experience": (
            "Round 13: Anna: end turn. Anna's turn is over. Anna pays 1 Experience (the limit); 15 left."
        ),
        "how often did Cleo attack Bo": "2.",
        "what's Anna carrying": "Moth Cleaver, Royal Cape.",
        "can someone attack me": "Nobody.",
        "does anyone have full health": "Yes: Cleo.",
        "how many artifacts are left": "artifacts left: 3.",
        "where can Bo go for free": (
            "Bo (Forest 8) can go to: Forest Camp (walk), Enchanted Wilderness (walk), Plane of the Forest Camp "
            "(plane)."
        ),
        "whose turn is it next": "next to play: Anna.",
        "how many artifacts does Anna have and how many does she need": (
            "Anna has 1 of the 4 artifacts that win: 3 more."
        ),
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


@pytest.mark.parametrize(
    ("name", "claim", "answer"),
    [
        ("conjurers", "Cleo says she gets the wood this turn too, does she?", "Yes: Cleo's wood from mines"),
        ("conjurers", "Bo says his Valkyrie has first strike, no?", "Yes: Valkyrie: first strike."),
        ("conjurers", "he says blacksmith 2 is taken, right?", "No: blacksmith 2: "),
        ("enchanters", "Cleo thinks her axe gives 2 attack, is that so?", "No."),
        ("mythic", "Anna claims her Wall Guard is hurt, its not?", "Yes: Wall Guard: wounded."),
        (
            "mythic",
            "the wall guard wants to attack the deep queen, allowed?",
            "No: Wall Guard (Anna, D) can attack: ",
        ),
        ("prophecy", "Anna says she isn't wounded, right?", "Wrong: Anna's wounds: 2."),
        ("prophecy", "Bo is not wounded", "Wrong: Bo's wounds: 1."),
        ("prophecy", "Anna doesn't have 2 gold", "Wrong."),
        ("prophecy", "Bo doesn't have more gold than Anna", "Right."),
    ],
)
def test_a_claim_is_answered_as_whether_it_is_so(
    games: Mapping[str, Path], name: str, claim: str, answer: str
) -> None:
    said = OpenGame(open_table(games[name], Screen(plain=True))).says(claim)
    assert said is not None
    assert said.answer.startswith(answer)


def test_forty_questions_are_asked() -> None:
    assert sum(map(len, ASKED.values())) >= 40


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("conjurers", "can a flyer be bound"),
        ("conjurers", "how many creatures can I hold"),
        ("conjurers", "how much food do I need for a level 4 creature"),
        ("conjurers", "what does the marketplace do"),
        ("conjurers", "feeding"),
        ("conjurers", "?!"),
        ("mythic", "Bo says I can't claim and attack in one activation"),
        ("conjurers", "Bo says the Archer can't be burned"),
        ("conjurers", "what do I pay if I can't feed everybody"),
        ("conjurers", "turn"),
        ("conjurers", "what do the sacrificial pits do"),
        ("conjurers", "what is the guild house for"),
        ("conjurers", "i have five creatures, who fights"),
        ("conjurers", "what do i do at valhalla"),
        ("conjurers", "who can use the yellow actions"),
        ("enchanters", "how many wounds can I have"),
        ("enchanters", "who goes first"),
        ("enchanters", "what does a journey cost"),
        ("enchanters", "can Anna still win"),
        ("mythic", "how many stones does a player need to win"),
        ("prophecy", "how much gold do I start with"),
        ("prophecy", "what does it cost to learn an ability"),
        ("prophecy", "what happens if my hero has no health left"),
        ("prophecy", "does the next hero find the sword of my dead one"),
        ("prophecy", "when do i use strength and when willpower"),
        ("prophecy", "can I use two weapons"),
        ("prophecy", "when does the final battle begin"),
        ("prophecy", "what is the order of a turn"),
    ],
)
def test_a_question_about_the_rules_is_left_to_the_rulebook(
    games: Mapping[str, Path], name: str, question: str
) -> None:
    assert OpenGame(open_table(games[name], Screen(plain=True))).says(question) is None


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("conjurers", "who do I have to beat to get the button"),
        ("enchanters", "how many wounds do I take"),
        ("enchanters", "what's Bo's attack without the Eagle Helm"),
        ("enchanters", "what's my best item"),
        ("enchanters", "how many crystals would I have after the Fen Hydra"),
        ("prophecy", "are there still artifacts to win"),
        ("prophecy", "what can I do in the city"),
        ("prophecy", "by how much am I ahead of the Ghost"),
        ("enchanters", "when can I take the Fen Hydra"),
        ("conjurers", "can I summon the Valkyrie"),
        ("conjurers", "what did Cleo get at the guild house"),
        ("mythic", "who will go first"),
        ("mythic", "where does Bo deploy"),
        ("enchanters", "does the Fen Hydra hit everybody"),
        ("prophecy", "has Anna beaten a creature yet"),
        ("prophecy", "how many dice do I roll"),
        ("prophecy", "who was at the Fortress"),
        ("conjurers", "who got Anna's food"),
        ("conjurers", "who sold the Club"),
        ("conjurers", "who has lost the most creatures"),
        ("prophecy", "who sold something"),
    ],
)
def test_a_question_that_is_only_half_understood_is_not_answered(
    games: Mapping[str, Path], name: str, question: str
) -> None:
    assert OpenGame(open_table(games[name], Screen(plain=True))).says(question) is None


def test_asking_a_save_tells_the_answer_first_and_the_rule_behind(games: Mapping[str, Path]) -> None:
    said = run("ask", games["mythic"], "why", "can't", "I", "activate", "lantern", "thief", "--plain").stdout
    assert said.splitlines()[0] == "No: Anna can't have a Lantern Thief card in hand: all 3 are in the discards."
    assert "The rule: " in said


@pytest.mark.parametrize(
    ("name", "question", "behind"),
    [
        ("enchanters", "whose turn is it", ["turn"]),
        ("prophecy", "where is Anna", []),
        ("mythic", "is the barrow guard dead", []),
        ("mythic", "is anybody next to the ford slingers", []),
        ("mythic", "how fast is the wall gaurd", []),
    ],
)
def test_the_rule_behind_has_a_word_of_the_question_in_its_title(
    games: Mapping[str, Path], name: str, question: str, behind: list[str]
) -> None:
    assert told("ask", games[name], question)["rules"] == behind


CLAIMED = "end turn\ndraw\nactivate Twin Blades complex"
ENCHANTERS, JAR = "enchanters/three-players.moves", "journey 1 Leech Jar"
CONJURERS, PLACED = "four-player-game.moves", "place conjurer"
MYTHIC, SLINGERS = "mythic/two-players.moves", "attack Barrow Guard [5"
PROPHECY, PLAINS = "prophecy/three-players.moves", "walk Plains 14"


@pytest.mark.parametrize(
    ("script", "until", "question", "answer"),
    [
        (PROPHECY, " / roll 1 6]\nend turn\nchance Peaceful", "who attacked Cleo", "Round 5: Bo: attack Cleo"),
        (
            MYTHIC,
            " / 5 5 4 2 1 0",
            "has Twin Blades attacked",
            "Yes: Round 6, turn 11: Twin Blades answer Stone Thrower",
        ),
        (
            PROPHECY,
            " / roll 6 1]\nend turn\nchance Good",
            "can I add something to my roll",
            "Anna: throw Moth Cleaver",
        ),
        (PROPHECY, " / roll 6 1]\nend turn\nchance Good", "is my cleaver edged", "Moth Cleaver: item"),
        (MYTHIC, SLINGERS, "has the deep queen attacked already", "No, as far as the log tells."),
        (MYTHIC, SLINGERS, "did Bo attack yet", "No, as far as the log tells."),
        (
            MYTHIC,
            "draw\nbuy draw\nactivate Deep Queen complex\nrun K E",
            "has Anna attacked me",
            "Yes: Round 8, turn 15",
        ),
        (PROPHECY, "end turn\nstay\nattack Bo", "did Cleo lose a battle yet", "No, as far"),
        (MYTHIC, CLAIMED, "who went first", "Anna began."),
        (MYTHIC, CLAIMED, "is it Bo's turn after me", "next to play: Bo."),
        (MYTHIC, SLINGERS, "is the attack over", "Anna decides now: "),
        (MYTHIC, SLINGERS, "can bo's god get killed this turn", "Not now."),
        (PROPHECY, "end turn\nstay\nattack Bo", "has Anna beaten Cleo", "No, as far as the log tells."),
        (PROPHECY, PLAINS, "how far is it to the monastry for me", "8: the shortest way"),
        (PROPHECY, PLAINS, "what do I need to learn power drain", "No: Power Drain costs 5 experience"),
        (PROPHECY, PLAINS, "can I buy a horse", "horse "),
        (PROPHECY, PLAINS, "what's the reward for the ghost", "Ghost: creature"),
        (
            "mythic/four-players.moves",
            "recruit Ember Drake",
            "which gods are taken",
            "Storm Warden (Anna), Deep Queen",
        ),
        (MYTHIC, CLAIMED, "which unit did Anna use last", "Anna, round "),
        (PROPHECY, PLAINS, "my turn?", "Anna decides now: "),
        (PROPHECY, PLAINS, "hw much gold has cleo", "Cleo's gold: "),
        (PROPHECY, PLAINS, "what must I pay to ride to the village", "horse Village: 1 Gold."),
        (
            PROPHECY,
            " / roll 6 1]\nend turn\nchance Good",
            "how do I win this fight",
            "Anna 6 : 2 Goat Thief (Strength) (",
        ),
        (PROPHECY, "chance Magic Tower [M", "where did Cleo leave her figure", "Cleo: "),
        ("mythic/four-players.moves", "recruit Sun Archer", "who picks next", "next to play: Dai."),
        ("mythic/four-players.moves", "recruit Ember Drake", "who picks after me", "next to play: Cleo."),
        ("mythic/four-players.moves", "recruit Marsh Serpent", "who picks next", "next to play: Anna."),
        (
            "mythic/four-players.moves",
            "activate Reed Mother",
            "can I bring in the ember drake",
            "No: Ember Drake: Dai's",
        ),
        (ENCHANTERS, JAR, "can I beat the spark imp", "No: Spark Imp can't be beaten: attack 1 against health 3"),
        (ENCHANTERS, JAR, "can I fight the spark imp", "Yes: journey 5 Spark Imp can be done now"),
        (CONJURERS, PLACED, "is valhalla free", "Yes: valhalla: empty; free"),
        (
            CONJURERS,
            PLACED,
            "is the sapphire mine open yet",
            "No: sapphire mine: empty; closed; reason closed until turn 7",
        ),
        (CONJURERS, "place warrior valhalla", "can Dan go to the blacksmith", "Not now. "),
        (CONJURERS, "place warrior valhalla", "can Dan go to shangri la", "No: taken by Cleo's conjurer."),
        (MYTHIC, SLINGERS, "why can't the ford slingers go to E", "No: it can't reach E"),
        (CONJURERS, PLACED, "where can I put my merchant", "Anna: merchant to "),
        (CONJURERS, "place warrior valhalla", "where can I put my warrior", "Bo: valhalla, mount olympus."),
        (CONJURERS, PLACED, "how many figures do I place", "2: Anna's conjurer, Anna's merchant."),
        (CONJURERS, PLACED, "which mines can I take", "lumber mill, stone mine."),
        (CONJURERS, PLACED, "where can my merchant go", "Anna: merchant to "),
        (MYTHIC, SLINGERS, "who can the ford slingers attack", "Anna: attack Barrow Guard."),
        (MYTHIC, SLINGERS, "what can the twin blades attack", "Twin Blades (Bo, M) can attack: nothing."),
        (MYTHIC, SLINGERS, "is it worth attacking the barrow guard", "Attack Barrow Guard can be done now (4 dice "),
        (ENCHANTERS, "rest Lantern Hill 1", "what can I do if I rest", "Bo: rest Lantern Hill 1: "),
        (MYTHIC, "claim\nattack Deep Queen [", "if I walk to I how many wounds do I take", "Anna: walk I E: "),
        (CONJURERS, "place conjurer", "what can my merchant do", "Anna: merchant to "),
        (
            CONJURERS,
            "place recruiter marketplace\nplace worker iron",
            "who comes after me",
            "next to play, after Dan: Cleo.",
        ),
        (MYTHIC, SLINGERS, "can the ford slingers go to A", "Yes: walk A can be done now"),
        (MYTHIC, SLINGERS, "can Bo search his deck now", "Yes: Bo: buy search."),
        (MYTHIC, SLINGERS, "who can I attack and what are the chances", "Anna: attack Barrow Guard: 4 dice on 7: "),
        (PROPHECY, PLAINS, "can I attack Bo", "No: no move leads to Fortress (Bo, Cleo, Ambidexterity) now."),
        (PROPHECY, PLAINS, "can Anna attack Cleo", "No: no move leads to Fortress (Bo, Cleo, Ambidexterity) now."),
        (PROPHECY, PLAINS, "what does it cost to go to the village", "horse Village: 1 Gold."),
        (PROPHECY, PLAINS, "what happens if I go to the village", "Anna: horse Village: 1 Gold."),
        (PROPHECY, "roll 4 / roll 6 1", "what do I need to roll", "Anna rolls for Goat Thief: 1 die with 1 to 6."),
        (PROPHECY, "roll 4 / roll 6 1", "who am I fighting", "Anna rolls for Goat Thief (fight Goat Thief with "),
        (PROPHECY, "roll 4 / roll 6 1", "what happens if I lose", "Anna rolls for Goat Thief (fight Goat Thief "),
        (MYTHIC, "5 4 2 1 0 0", "who is attacking", "Twin Blades attack Stone Thrower: 6 dice (attack Twin Blades "),
        (MYTHIC, "5 4 2 1 0 0", "how many dice do I throw", "Twin Blades attack Stone Thrower: 6 dice."),
        (MYTHIC, "recruit Twin Blades", "which heroes are left", "Titan Hunter, Ash Runner, Frost Singer, "),
        (MYTHIC, "recruit Twin Blades", "what has Anna picked so far", "Storm Warden, Stone Thrower, Lantern Thief."),
        (MYTHIC, SLINGERS, "what are the odds against the barrow guard", "Yes: attack Barrow Guard can be done now"),
        (MYTHIC, "recruit Twin Blades", "whose pick is it", "Bo decides now: "),
        (MYTHIC, "recruit Twin Blades", "can Anna recruit the titan hunter", "Yes: Anna can recruit: Titan Hunter"),
        (MYTHIC, "recruit Twin Blades", "how many points have I got left", "Bo's RP left: 4."),
        (PROPHECY, PLAINS, "how do I get to the village", "Yes: horse Village can be done now"),
        (MYTHIC, CLAIMED, "where can the deep queen be deployed", "Deep Queen (Bo, not deployed) can deploy: L, M."),
        (
            MYTHIC,
            CLAIMED,
            "why did Anna get an omphalos card",
            "Round 2, turn 3: Anna: absorb. Storm Warden absorbs the greek stone: 1 stone on the dashboard. ",
        ),
        (MYTHIC, CLAIMED, "where can bo put the deep queen", "Deep Queen (Bo, not deployed) can deploy: L, M."),
        (MYTHIC, CLAIMED, "can bo deploy the deep queen in N", "No: Deep Queen (Bo, not deployed) can deploy: L, M."),
        (
            MYTHIC,
            CLAIMED,
            "can the barrow guard absorb a stone",
            "No: Barrow Guard (Bo, J) can absorb: nothing (only ",
        ),
        (
            MYTHIC,
            CLAIMED,
            "can the storm warden absorb the stone the wall guard is carrying",
            "No: Storm Warden (Anna, B) can absorb: nothing.",
        ),
        (
            MYTHIC,
            CLAIMED,
            "why did the barrow guard stop in J",
            "Round 1, turn 2: Bo: walk J. Barrow Guard walks to J. Barrow Guard stops: chains.",
        ),
        (
            ENCHANTERS,
            "rest Lantern Hill 1",
            "how many crystals will I have after a rest",
            "After rest Lantern Hill 1: Bo's crystals: 3.",
        ),
        (PROPHECY, PLAINS, "can I get to the village", "Yes: horse Village can be done now"),
        (MYTHIC, CLAIMED, "can Bo bring in the deep queen", "Yes: Deep Queen (Bo, not deployed) can deploy: L, M."),
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


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("enchanters", "what does it cost to attack the ridge harpy"),
        ("mythic", "what does it cost to attack the deep queen"),
        ("mythic", "what does it cost to fight the deep queen"),
    ],
)
def test_the_cost_of_an_attack_is_no_value_of_the_target(games: Mapping[str, Path], name: str, question: str) -> None:
    said = OpenGame(open_table(games[name], Screen(plain=True))).says(question)
    lines = (said.answer, *said.lines) if said is not None else ()
    assert not any("attack: " in line or "offence: " in line or "cost: " in line for line in lines), lines


@pytest.mark.parametrize(
    ("game", "question", "answer"),
    [
        ("mythic", "how many cards are left in Bo's hand", "Bo's hand: 0 of 4."),
        ("mythic", "how many cards are left in my deck", "Anna's deck: 5 of 7."),
        ("mythic", "how many cards has Bo left", "Bo's cards: 4: hand 0, deck 4."),
        ("enchanters", "how strong is the spark imp", "Spark Imp's strength: 2."),
        ("enchanters", "how much health has the spark imp", "Spark Imp's health: 3."),
    ],
)
def test_cards_are_counted_where_they_lie_and_what_is_printed_on_two_of_one_name_is_not_summed(
    games: Mapping[str, Path], game: str, question: str, answer: str
) -> None:
    said = OpenGame(open_table(games[game], Screen(plain=True))).says(question)
    assert said is not None
    assert (said.answer, *said.lines) == (answer,)


def test_without_a_game_it_is_said_where_to_ask() -> None:
    result = run("ask", "how much gold has Anna")
    assert result.exit_code == 2
    assert "referee ask FILE" in result.stderr
    assert "frieday.toml: there is no such file" in run("ask", "frieday.toml", "who has the button").stderr


def test_of_a_players_units_the_one_attacked_is_meant_that_may_strike_back(
    games: Mapping[str, Path], tmp_path: Path
) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(games["mythic"].read_bytes())
    run("do", save, "activate Stone Thrower simple", "attack Deep Queen")
    answer = told("ask", save, "can Bo hit back after this")["answer"]
    assert answer == "No: Deep Queen (Bo, E) can retaliate: nothing (no card of it is in hand)."


def test_names_of_a_game_are_no_misspelled_words(games: Mapping[str, Path]) -> None:
    table = open_table(games["prophecy"], Screen(plain=True))
    assert {"Moth Cleaver", "Anna", "Toll Ogre"} <= OpenGame(table).names


@pytest.mark.parametrize("seed", ["1", "2"])
def test_an_answer_is_the_same_in_each_process(games: Mapping[str, Path], seed: str) -> None:
    """Words that fit several facts were matched in the order of a set."""
    question = "How many cards are left in the adventure deck?"
    asked = [sys.executable, "-m", "referee", "ask", str(games["enchanters"]), question]
    seeded = os.environ | {"PYTHONHASHSEED": seed}
    told = subprocess.run(asked, env=seeded, capture_output=True, text=True, check=True)
    assert told.stdout.startswith("adventure deck: ")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("has Anna killed a unit", "Yes: Round 8, turn 15: Lantern Thief attacks Barrow Guard"),
        ("has Bo killed any of my units", "No, as far as the log tells."),
        ("which units has Bo killed", "Nobody, as far as the log tells."),
        ("how many units has Anna killed", "1, as far as the log tells."),
        ("has Anna killed the barrow guard", "Yes: Round 8, turn 15"),
        ("has Anna killed a god", "No, as far as the log tells."),
        ("which units have been destroyed", "Barrow Guard (Bo, destroyed)."),
        ("where's Bo's god", "Deep Queen: "),
    ],
)
def test_who_killed_is_told_by_the_log_and_not_by_whose_the_dead_are(
    tmp_path: Path, question: str, answer: str
) -> None:
    save = play_example("mythic/two-players.moves", "draw\nbuy draw\nactivate Deep Queen complex\nrun K E", tmp_path)
    said = OpenGame(open_table(save, Screen(plain=True))).says(question)
    assert said is not None
    assert said.answer.startswith(answer)


def test_what_is_recruited_with_is_known_where_less_is_tracked(tmp_path: Path) -> None:
    """Units are recruited at every level; what else one could take, only a deck can tell."""
    save = tmp_path / "game.toml"
    run("new", save, "--game", "mythic", "--track", "battles", "--player", "Anna", "--player", "Bo", "--yes")
    run("do", save, "Storm Giantess: god 6, 4 cards, art 2; 9-1 7/9/1/2")
    assert run("ask", save, "how many points does Anna have").stdout.startswith("Anna's RP left: 12.")
    assert "can recruit: nothing" not in run("ask", save, "what can Bo afford").stdout


def test_who_is_next_and_what_is_left_is_known_in_light_prophecy(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    players = [word for name in ("Anna", "Bo", "Cleo") for word in ("--player", name)]
    run("new", save, "--game", "prophecy", "--track", "battles", *players, "--yes")
    run("do", save, "mountains", "artifact Royal Cape")
    assert run("ask", save, "how many artifacts are left").stdout.startswith("artifacts left: 4.")
    assert run("ask", save, "whose turn is next").stdout.startswith("next to play: Bo.")


WON = "Anna won Golem, biblical 3"
GODS = tuple(f"{name}: god 6, 4 cards, art 2; 9-1 7/9/1/2" for name in ("Oak Father", "Tide Mother", "Storm Son"))


@pytest.mark.parametrize(
    ("game", "options", "said", "question", "answer"),
    [
        ("conjurers", "--locked norse", ("button Bo",), "who has the button", "Initiative Button: Bo."),
        ("conjurers", "--locked norse", (), "when do we feed next", "next feeding: end of turn 3."),
        ("conjurers", "--locked norse", (), "has Anna any food", "Anna's food: not tracked."),
        ("conjurers", "--locked norse", (), "who has no creatures", "Anna's creatures: not tracked."),
        ("enchanters", "", (), "who is next", "next to play: Bo."),
        ("enchanters", "", (), "has Bo no crystals", "Bo's crystals: not tracked."),
        ("prophecy", "", (), "who isn't wounded", "Anna's health: not tracked."),
        ("mythic", "--points 6", GODS, "how many stones has Bo", "Bo's stones: 0."),
        ("conjurers", "--locked norse", (), "can Bo take the button", "Yes: button Bo can be done now"),
        ("conjurers", "--locked norse", (), "can Cleo duel Bo", "Yes: that can be told now."),
        ("conjurers", "--locked norse", (), "can Cleo challenge Bo", "Yes: that can be told now."),
        ("conjurers", "--locked norse", (), "can Bo duel Bo", "No: nobody challenges themselves."),
        (
            "conjurers",
            "--locked norse",
            (WON,),
            "how many creatures has Anna",
            "Anna's creatures: not tracked in full; ",
        ),
        ("conjurers", "--locked norse", (WON, "end turn"), "who beat who last turn", "Turn 1: Anna wins the battle"),
        ("conjurers", "--locked norse", (WON,), "who is winning", "That isn't known; not tracked: wood, stone,"),
        ("enchanters", "", ("fight 4/3 2/3",), "how much glory has Anna", "Not tracked: glory."),
        ("enchanters", "", ("fight 4/3 2/3",), "did Anna win her fight", "Yes: Turn 1: Anna attacks the monster"),
        (
            "conjurers",
            "--locked norse",
            (),
            "how much food does Bo need to feed his creatures",
            "1 food for each level",
        ),
        ("enchanters", "", ("fight 4/3 2/3",), "what happened in Anna's fight", "Turn 1: Anna takes 2 wounds."),
        ("prophecy", "", ("mountains",), "can I attack Bo", "Yes: attack Bo can be done now"),
        ("prophecy", "", ("mountains",), "where is Bo", "Where things are isn't tracked."),
        ("mythic", "--points 6", GODS, "where is Oak Father", "Where things are isn't tracked."),
        ("mythic", "--points 6", GODS, "is Oak Father dead", "No: Oak Father: not destroyed."),
        ("prophecy", "", ("mountains",), "can I attack Bo, he isn't safe there", "Yes: attack Bo can be done now"),
        ("mythic", "--points 6", GODS, "how many cards has Bo", "Bo's cards: not tracked."),
    ],
)
def test_what_a_light_table_keeps_of_turns_is_known(
    tmp_path: Path, game: str, options: str, said: Sequence[str], question: str, answer: str
) -> None:
    save, seats = tmp_path / "game.toml", ["--player", "Anna", "--player", "Bo", "--player", "Cleo"]
    run("new", save, "--game", game, "--track", "battles", *seats, *options.split(), "--yes")
    if said:
        run("do", save, *said)
    assert run("ask", save, question).stdout.startswith(answer)
