"""Log lines that both people and programs can read: key=value."""

import json
import logging


class KeyValue(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        message = json.dumps(record.getMessage(), ensure_ascii=False)
        line = (
            f"time={self.formatTime(record)} level={record.levelname} logger={record.name} message={message}"
        )
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
