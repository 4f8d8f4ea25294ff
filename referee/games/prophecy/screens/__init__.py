"""How Prophecy looks on the screen."""
