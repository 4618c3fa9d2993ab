"""The calls of `/api/v1/` that are about rulebooks, campaigns and their acts. Views are thin: who, what, answer."""
