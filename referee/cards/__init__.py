"""A deck of any game on the workbench: its cards listed, added, changed, checked, compared, taken to a spreadsheet.

A game's cards are a table of `fields`, from which their `language` follows: lines, changes in words, rows.
`toml_source` knows the file's text, `spreadsheet` CSV; `deck_editor` puts them together for the commands, and
`remember` keeps what was learnt at the table.
"""
