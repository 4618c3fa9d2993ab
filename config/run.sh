#!/bin/sh
# What `make run` does once everything is installed: the database, the demo, then one server process.
set -eu

PORT="${PORT:-8000}"
HOST="${HOST:-127.0.0.1}"

"$PYTHON" manage.py migrate --no-input --verbosity 0
case "$DEBUG" in
  0 | [Ff]alse | FALSE | [Nn]o | NO | [Oo]ff | OFF)
    "$PYTHON" manage.py collectstatic --no-input --verbosity 0 ;;
  *)
    "$PYTHON" manage.py demo ;;
esac

echo
echo "  Questkeep is at http://localhost:$PORT/ (Ctrl-C stops it)"
echo
exec "$PYTHON" -m uvicorn config.asgi:application --host "$HOST" --port "$PORT" \
  --timeout-graceful-shutdown 3 --log-level warning
