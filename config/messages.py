"""Texts to translate, without GNU gettext: finds them, keeps the .po files complete, compiles .mo files.

`python -m config.messages update FILE.po…` and `python -m config.messages compile FILE.po…`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
PYTHON_FOLDERS = ("accounts", "campaigns", "characters", "config", "deliveries", "jobs", "tasks")
TEMPLATE_FOLDERS = ("templates", *PYTHON_FOLDERS, "rules")

# What each function's text arguments are.
CALLS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_lazy": ("msgid",),
    "gettext_noop": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "ngettext_lazy": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "pgettext_lazy": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
    "npgettext_lazy": ("context", "msgid", "plural"),
}
CALL = re.compile(r"\b(?P<name>_|n?p?gettext)\((?=\s*u?['\"])")
LITERAL = re.compile(r"""\s*u?('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),?""", re.DOTALL)

Places = dict["Message", list[str]]


class Message(NamedTuple):
    msgid: str
    plural: str = ""
    context: str = ""


def find_messages(root: Path = ROOT) -> Places:
    """Every text of the Python modules and templates, with the files it stands in."""
    found: Places = {}
    for file in source_files(root):
        texts = in_python if file.suffix == ".py" else in_template
        for message in texts(file.read_text()):
            places = found.setdefault(message, [])
            if (place := file.relative_to(root).as_posix()) not in places:
                places.append(place)
    return found


def source_files(root: Path) -> Iterator[Path]:
    for folder in PYTHON_FOLDERS:
        yield from sorted((root / folder).rglob("*.py"))
    for folder in TEMPLATE_FOLDERS:
        yield from sorted(file for kind in ("*.html", "*.txt") for file in (root / folder).rglob(kind))


def in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (names := CALLS.get(called(node.func))):
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if texts and isinstance(texts[0], str):
                yield Message(**dict(zip(names, map(str, texts), strict=False)))


def called(func: ast.expr) -> str:
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def in_template(source: str) -> Iterator[Message]:
    code = templatize(source)
    for call in CALL.finditer(code):
        names = CALLS[call["name"]]
        yield Message(**dict(zip(names, literals(code, call.end()), strict=False)))


def literals(code: str, start: int) -> Iterator[str]:
    while match := LITERAL.match(code, start):
        yield ast.literal_eval(match[1])
        start = match.end()


def message_of(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def new_entry(message: Message) -> polib.POEntry:
    return polib.POEntry(
        msgid=message.msgid,
        msgid_plural=message.plural,
        msgctxt=message.context or None,
        msgstr_plural={0: "", 1: ""} if message.plural else {},
        flags=["python-format"] if "%(" in message.msgid else [],
    )


def update(file: Path) -> None:
    """Adds what is new, drops what is gone, says what is still to be translated."""
    catalog = polib.pofile(str(file), wrapwidth=110)
    known = {message_of(entry): entry for entry in catalog}
    entries = []
    for message, places in find_messages().items():
        entry = known.get(message) or new_entry(message)
        entry.occurrences = [(place, "") for place in places]
        entries.append(entry)
    catalog[:] = sorted(entries, key=lambda entry: (entry.occurrences[0][0], entry.msgid))
    catalog.save()
    missing = [entry.msgid for entry in catalog if not entry.translated()]
    print(f"{file}: {len(catalog)} texts, {len(missing)} without a translation", *missing, sep="\n  ")


def compile_catalog(file: Path) -> None:
    polib.pofile(str(file)).save_as_mofile(str(file.with_suffix(".mo")))


ACTIONS = {"update": update, "compile": compile_catalog}

if __name__ == "__main__":
    for name in sys.argv[2:]:
        ACTIONS[sys.argv[1]](Path(name))
