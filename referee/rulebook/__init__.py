"""The rulebook as data: numbers, rules, rulings, and questions in plain words."""
