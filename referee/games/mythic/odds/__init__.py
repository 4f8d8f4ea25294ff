"""The odds of an attack: exact chances of so many wounds, before it and from any dice on the table."""
