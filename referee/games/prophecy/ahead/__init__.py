"""What lies ahead of heroes: the exact chance to take each plane, and, played out, when they are ready for one."""
