"""Words: names as people type them, text from outside made safe, the screen."""
