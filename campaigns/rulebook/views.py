"""The rulebook for everybody: books, sections, things, one search. Nothing of it is secret, nothing is written."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from campaigns.rulebook import pages
from campaigns.rulebook.books import Book, book
from campaigns.rulebook.here import Here, here
from campaigns.showing import is_fragment, release
from rules.kernel.registry import rulesets

LONGEST_QUERY = 80
A_WHILE = 300


@require_safe
def list_books(request: HttpRequest) -> HttpResponse:
    books = [book(key) for key in rulesets()]
    return answer(request, Here(), "rulebook/books.html", {"books": books})


@require_safe
def open_book(request: HttpRequest, key: str) -> HttpResponse:
    """The sections, or what a search over all of them finds."""
    opened, table = open_at(request, key)
    query = query_of(request)
    found = pages.search(opened, query, reader(request, table)) if query else None
    return answer(request, table, "rulebook/book.html", {"book": opened, "found": found}, fragment="rulebook/_found.html")


@require_safe
def open_section(request: HttpRequest, key: str, section: str) -> HttpResponse:
    opened, table = open_at(request, key)
    shelf = opened.shelves.get(section)
    if shelf is None:
        raise Http404("no such section")
    page = pages.section_page(shelf, query_of(request), reader(request, table))
    return answer(request, table, "rulebook/section.html", {"book": opened, "page": page}, fragment="rulebook/_rows.html")


@require_safe
def open_thing(request: HttpRequest, key: str, section: str, row: str) -> HttpResponse:
    opened, table = open_at(request, key)
    thing = opened.things.get(f"{section}/{row}")
    if thing is None:
        raise Http404("no such thing")
    page = pages.thing_page(thing, reader(request, table))
    return answer(request, table, "rulebook/thing.html", {"book": opened, "page": page})
