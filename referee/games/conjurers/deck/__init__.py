"""What Conjurers says of its cards in a deck: `language` for the workbench of all games.

`checks` knows what may be wrong with a card, `changes` how it is changed in words, `spreadsheet` its row.
"""
