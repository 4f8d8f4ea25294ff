"""A deck on the workbench: its cards listed, added, changed, checked, compared, and taken to a spreadsheet and back.

`pieces` knows the file's text, `checks` what may be wrong with a card, `changes` how a card is changed in words,
`spreadsheet` CSV; `bench` puts them together for the commands.
"""
