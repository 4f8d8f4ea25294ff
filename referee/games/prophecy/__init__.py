"""Prophecy: everything that is about this game and no other."""
