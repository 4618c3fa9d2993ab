# One image for every process of docker-compose.yml; the command says which it is.
FROM python:3.12-slim AS build
WORKDIR /app
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements/base.txt requirements/pdf.txt requirements/
RUN python -m venv /venv && /venv/bin/pip install --require-hashes -r requirements/base.txt -r requirements/pdf.txt
COPY . .
RUN for file in locale/*/LC_MESSAGES/*.po; do /venv/bin/python -m config.messages compile "$file"; done \
  && SECRET_KEY="$(/venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(48))')" \
     /venv/bin/python manage.py collectstatic --no-input --verbosity 0

FROM python:3.12-slim
# ca-certificates: webhooks and mail go out over TLS; pango and harfbuzz: PDFs
RUN apt-get update && apt-get install --yes --no-install-recommends \
      ca-certificates libpangoft2-1.0-0 libharfbuzz-subset0 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --home-dir /app/var questkeep \
  && mkdir -p /app/var /metrics && chown questkeep /app/var /metrics
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build --chown=root:root /app /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER questkeep
VOLUME /app/var
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--blocking-threads", "4", "--workers-kill-timeout", "5", "--respawn-failed-workers", "--no-access-log", "--log-level", "warning", "config.wsgi:application"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz/', timeout=4)"]
