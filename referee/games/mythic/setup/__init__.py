"""What is agreed before the first pick."""
