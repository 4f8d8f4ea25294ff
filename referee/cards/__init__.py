"""A deck of any game on the workbench: its cards listed, added, changed, checked, compared, taken to a spreadsheet.

`language` is what a game says of its cards; `pieces` knows the file's text, `written` the cards in it, `spreadsheet`
CSV; `bench` puts them together for the commands, and `remember` keeps what was learnt at the table.
"""
