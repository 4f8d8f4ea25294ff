"""Playing: a step as it is recorded, the session that plays and takes back, the loop, and who answers."""
