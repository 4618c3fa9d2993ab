"""What the full stack is held to: `manage.py hammer` and `manage.py load`, in the environment of a running stack.

They come as people do, over HTTP, and look into the database only before and afterwards.
"""
