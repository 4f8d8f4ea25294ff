"""What Enchanters says of its cards in a deck: `language` for the workbench of all games.

`checks` knows what may be wrong with a card, `changes` how it is changed in words and by a row of a spreadsheet.
"""
