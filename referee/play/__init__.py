"""Playing: recorded steps, the session with undo and redo, the loop, and the answerers."""
