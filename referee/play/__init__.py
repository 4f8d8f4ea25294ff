"""Play of a game: recorded steps, the session with undo and redo, the main loop, and the answerers."""
