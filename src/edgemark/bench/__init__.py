"""Running algorithms on data, and keeping what came out."""
