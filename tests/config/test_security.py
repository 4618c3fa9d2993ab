import json
import os
import re
import subprocess
import sys

import pytest

from config import settings
from tests.config.test_settings import RANDOM

pytestmark = pytest.mark.django_db

PRODUCTION = """
import django, json; django.setup()
from django.conf import settings
names = ["SECURE_SSL_REDIRECT", "GUESSES", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_HSTS_SECONDS",
         "PASSWORD_HASHERS", "ALLOWED_HOSTS", "DEBUG", "CELERY_TASK_ALWAYS_EAGER", "ACCOUNT_RATE_LIMITS"]
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


def production() -> dict:
    env = {
        "PATH": os.environ["PATH"],
        "DEBUG": "0",
        "SECRET_KEY": RANDOM,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-c", PRODUCTION]
    return json.loads(subprocess.check_output(command, env=env, cwd=settings.BASE_DIR))


def test_production_is_strict():
    values = production()
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE"):
        assert values[name] is True
    assert values["SECURE_SSL_REDIRECT"] is True
    assert values["GUESSES"][0] <= 100
    assert values["SECURE_HSTS_SECONDS"] > 0
    assert values["PASSWORD_HASHERS"] == ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert "*" not in values["ALLOWED_HOSTS"]
    assert values["DEBUG"] is False
    assert values["CELERY_TASK_ALWAYS_EAGER"] is False
    assert values["ACCOUNT_RATE_LIMITS"] == {"sample": "6/h/ip"}


def test_no_inline_script_or_style_is_allowed(client):
    policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_pages_carry_the_usual_guards(client):
    headers = client.get("/accounts/login/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_htmx_swaps_refusals_and_evaluates_nothing(client):
    page = client.get("/accounts/login/").content.decode()
    config = json.loads(re.search(r"name=\"htmx-config\" content='([^']*)'", page)[1])
    swapped = {rule["code"] for rule in config["responseHandling"] if rule["swap"]}
    assert "409|412|422" in swapped
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False


def test_every_template_keeps_to_the_policy():
    files = [*settings.BASE_DIR.glob("*/**/*.html")]
    files = [file for file in files if "templates" in file.parts and ".venv" not in file.parts]
    assert files
    tags = re.compile(r"{%.*?%}|{{.*?}}")
    inline = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)|javascript:")
    assert [file.name for file in files if inline.search(tags.sub("", file.read_text()))] == []
