"""The odds of an attack: exact chances of each number of wounds, before it and from any dice on the table."""
