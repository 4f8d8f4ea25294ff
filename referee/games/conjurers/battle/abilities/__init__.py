"""The abilities that do something in a battle, and the two optional rules: a section for each."""
