"""Log lines: key=value for people, JSON for programs. Each says what it is about; what opens something is masked in it."""

import json
import logging
import re
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from jobs import about

MASK = "…"
SECRETS = re.compile(
    r"\b(?P<prefix>qk_|inv_|pub_|whsec_)[\w-]+"  # of programs, invitations, links and webhooks, wherever they stand
    r"|(?P<user>\b[a-z][\w+.-]*://[^\s:/@\"']*:)[^\s/\"']+(?=@)"  # the password of an address
    r"|(?P<hook>/api/webhooks/\d+/)[\w-]+"  # Discord's, which whoever has it may write to
    r"|(?P<path>/(?:invitations|shared|unsubscribe|password/reset/key|confirm-email)/)[^/\s?\"']+"
    r"|(?P<scheme>\b(?:Bearer|Basic)\s+)[^\s\"',;]+"
    r"|(?P<name>\b(?:(?:old)?password\d?|sessionid|csrf(?:middleware)?token|credential|secret(?:_key)?)[\"']?\s*[=:]\s*)"
    r"(?:\"[^\"]*\"|'[^']*'|[^\s&\"',;]+)",
    re.IGNORECASE,
)
SERVERS = ("uvicorn", "uvicorn.access", "uvicorn.error", "granian.access", "_granian")
"""Loggers that have handlers of their own until the settings give their lines to ours."""
LEVELS = ("INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")
FORMATS = {"text": "config.logs.KeyValue", "json": "config.logs.Lines"}


def masked(text: str) -> str:
    """The text without what would open something."""
    return SECRETS.sub(lambda found: next(filter(None, found.groups()), "") + MASK, text)


class Masked(logging.Filter):
    """For loggers whose lines somebody else formats: the arguments stay as many as they were."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = masked_value(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(masked_value(one) for one in record.args)
        elif isinstance(record.args, dict):
            record.args = {name: masked_value(one) for name, one in record.args.items()}
        return True


def logging_config(form: str, level: str) -> dict[str, Any]:
    """Django's LOGGING. Each request and each job leaves a line where programs read the log."""
    each = {"level": "INFO" if form == "json" else "WARNING"}
    ours = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": FORMATS[form]}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"level": "INFO"},
            "django.server": {"handlers": ["console"], "propagate": False},
            "celery": {"level": "WARNING"},
            "weasyprint": {"level": "WARNING"},  # a line for each step, and several for each font
            "fontTools": {"level": "WARNING"},
            "questkeep": each,
            **dict.fromkeys(SERVERS, ours),
        },
    }


def masked_value(value: Any) -> Any:
    return masked(value) if isinstance(value, str) else value


def mask_servers() -> None:
    """Access logs tell paths, and some paths open something."""
    for name in SERVERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, Masked) for one in logger.filters):
            logger.addFilter(Masked())


class KeyValue(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = "".join(f" {name}={value}" for name, value in about.known().items())
        message = json.dumps(masked(record.getMessage()), ensure_ascii=False)
        line = f"time={self.formatTime(record)} level={record.levelname} logger={record.name}{masked(said)} message={message}"
        return f"{line}\n{masked(self.formatException(record.exc_info))}" if record.exc_info else line


class Lines(JsonFormatter):
    """A line of JSON. Objects that a library leaves in its record, as Django does its request, are left out."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            timestamp="time",
            rename_fields={"levelname": "level", "name": "logger", "status_code": "status"},
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        time = log_data.pop("time").isoformat(timespec="milliseconds")
        told = {**log_data, **about.known()}
        plain = {name: value for name, value in told.items() if isinstance(value, str | int | float)}
        return {
            "time": time,
            **{name: masked_value(value) for name, value in plain.items()},
        }
