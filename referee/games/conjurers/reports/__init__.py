"""What the commands report: the fixed JSON of scripts, and the screens of people."""
