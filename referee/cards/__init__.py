"""Editing decks of any game: cards listed, added, changed, checked, compared, exported to a spreadsheet.

A game's cards are a table of `fields`, from which their `language` follows: lines, changes in words, rows.
`deck_editor` knows the file's text and CSV, and serves the commands; `remember` keeps what was learnt at the table.
"""
