"""Campaigns to touch without an account: a played one of one's own, thrown away after a day unless it is kept."""
