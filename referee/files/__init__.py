"""Files: read with messages for people, written atomically, locked, on any system."""
