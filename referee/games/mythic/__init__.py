"""Mythic Battles: Pantheon: everything that is about this game and no other."""
