"""Reads settings from the environment. Empty means unset; what is malformed stops the start."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
DATABASES = ("sqlite", "postgres", "postgresql")
KEY_LENGTH, KEY_LETTERS = 32, 8
TOKEN_LENGTH = 16
KNOWN_KEYS = ("django-insecure-", "for tests only", "change", "secret", "example")
"""How keys begin that stand in some documentation."""


def refuse(name: str, value: str, expected: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name}={value!r}: expected {expected}")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value and value not in TRUE | FALSE:
        raise refuse(name, value, "one of 1, true, yes, on, 0, false, no, off")
    return value in TRUE if value else default


def number(name: str, default: int, *, least: int = 0) -> int:
    value = text(name)
    if value and not (value.isdecimal() and int(value) >= least):
        raise refuse(name, value, f"a whole number from {least}" if least else "a whole number")
    return int(value) if value else default


def one_of(name: str, values: tuple[str, ...]) -> str:
    """The first is the default."""
    value = text(name, values[0])
    if value not in values:
        raise refuse(name, value, f"one of {', '.join(values)}")
    return value


def names(name: str, default: list[str]) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()] or default


def masked(url: str) -> str:
    """The address without its password, fit for an error message."""
    password = urlsplit(url).password
    return url.replace(f":{password}@", ":…@") if password else url


def address(name: str, schemes: tuple[str, ...]) -> str:
    value = text(name)
    if value and value.partition(":")[0] not in schemes:
        raise refuse(name, masked(value), " or ".join(f"{scheme}://…" for scheme in schemes))
    return value


def site_url(https: bool, hosts: list[str], origins: list[str]) -> str:
    """SITE_URL; else what else is said of the site's own address, else this machine."""
    named = address("SITE_URL", ("http", "https"))
    host = next((name for name in hosts if name.strip(".*") and ":" not in name), "localhost")
    port = "" if https else f":{number('PORT', 8000)}"
    found = named or next(iter(origins), "") or f"{'https' if https else 'http'}://{host.lstrip('.')}{port}"
    return found.rstrip("/")


def secret_key(*, debug: bool, folder: Path) -> str:
    """SECRET_KEY; with DEBUG one is made up and kept in `folder`, so that restarts sign nobody out.

    Without DEBUG it must be one that nobody guesses. The error does not repeat it: such errors are logged.
    """
    key = text("SECRET_KEY")
    if key and not debug and is_guessable(key):
        raise ImproperlyConfigured(
            f"SECRET_KEY can be guessed: set it to a random text of {KEY_LENGTH} characters or more"
        )
    if not key and not debug:
        raise ImproperlyConfigured("SECRET_KEY is not set, and DEBUG is off: set it to a long random text")
    return key or kept_key(folder / "secret_key")


def token(name: str) -> str:
    """A secret, or none. The error does not repeat it."""
    value = text(name)
    if value and len(value) < TOKEN_LENGTH:
        raise ImproperlyConfigured(
            f"{name} can be guessed: set it to a random text of {TOKEN_LENGTH} characters or more"
        )
    return value


def is_guessable(key: str) -> bool:
    is_known = key.lower().startswith(KNOWN_KEYS)
    return is_known or len(key) < KEY_LENGTH or len(set(key)) < KEY_LETTERS


def debug_in_private() -> bool:
    """DEBUG, which shows the inside of the site to whoever makes it fail: never where it is served to the world."""
    debug = flag("DEBUG", default=False)
    served = [name for name in ("HTTPS", "TRUSTED_PROXIES") if text(name).lower() not in {"", *FALSE}]
    if debug and served:
        raise ImproperlyConfigured(
            f"DEBUG is on, and {served[0]} says that the site is public: turn DEBUG off"
        )
    return debug


def kept_key(file: Path) -> str:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(draft, file)  # whoever comes first decides, and nobody reads half a key
        draft.unlink()
    return file.read_text()


def database(url: str, *, base: Path) -> dict[str, Any]:
    """Django's DATABASES entry for an address."""
    config = environ.Env.db_url_config(url)
    return sqlite(config, base) if url.startswith("sqlite") else postgresql(config)


def sqlite(config: dict[str, Any], base: Path) -> dict[str, Any]:
    """Writers queue (IMMEDIATE, 20 s) and what was acknowledged survives a power cut (FULL)."""
    if config["NAME"] != ":memory:":
        config["NAME"] = str(base / config["NAME"])
        Path(config["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    config["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        **config.get("OPTIONS", {}),
    }
    return config


def postgresql(config: dict[str, Any]) -> dict[str, Any]:
    """A connection is looked at before it is used: after a restart of the server the pool is full of dead ones."""
    config["CONN_HEALTH_CHECKS"] = True
    pool = {"min_size": 1, "max_size": number("DATABASE_POOL", 8), "timeout": 10}
    config["OPTIONS"] = {"pool": pool, **config.get("OPTIONS", {})}
    return config
