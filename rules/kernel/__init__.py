"""What every ruleset shares. The kernel knows no game."""
