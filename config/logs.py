"""Log lines that both people and programs can read: key=value. What opens something is masked in them."""

import json
import logging
import re
from typing import Any

MASK = "…"
SECRETS = re.compile(
    r"\b(?P<prefix>qk_|inv_|pub_)[\w-]+"  # tokens of programs, invitations and public links, wherever they stand
    r"|(?P<path>/(?:invitations|shared|unsubscribe|password/reset/key|confirm-email)/)[^/\s?\"']+"
    r"|(?P<scheme>\b(?:Bearer|Basic)\s+)[^\s\"',;]+"
    r"|(?P<name>\b(?:(?:old)?password\d?|sessionid|csrf(?:middleware)?token|credential|secret(?:_key)?)[\"']?\s*[=:]\s*)"
    r"(?:\"[^\"]*\"|'[^']*'|[^\s&\"',;]+)",
    re.IGNORECASE,
)
SERVERS = ("uvicorn.access", "uvicorn.error", "granian.access", "_granian")
"""Loggers that have handlers of their own."""


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
        message = json.dumps(masked(record.getMessage()), ensure_ascii=False)
        line = (
            f"time={self.formatTime(record)} level={record.levelname} logger={record.name} message={message}"
        )
        return f"{line}\n{masked(self.formatException(record.exc_info))}" if record.exc_info else line
