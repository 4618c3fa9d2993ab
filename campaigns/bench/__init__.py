"""What the site costs, measured in one run on a database of its own. `manage.py bench` prints it."""
