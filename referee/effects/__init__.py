"""What cards do, in words that a game declares: phrases with places, and rules made of them."""
