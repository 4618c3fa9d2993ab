"""Notices: what one person should know of their campaigns, in the app and, where they want it, by mail once a day."""
