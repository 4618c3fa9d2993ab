"""The rulebook for everybody: books, sections, things, one search. Nothing of it is secret, nothing is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.look import look_of
from campaigns.rulebook import pages
from campaigns.rulebook.books import Book, book
from campaigns.rulebook.fights import against
from campaigns.rulebook.folding import words_of
from campaigns.rulebook.here import Here, Reader, here
from campaigns.rulebook.thing_page import thing_page
from campaigns.showing import is_fragment, release, says_once
from rules.kernel.registry import rulesets

LONGEST_QUERY = 80
A_WHILE = 300
Context = dict[str, Any]


@require_safe
def list_books(request: HttpRequest) -> HttpResponse:
    return answer(
        request, Here(), "rulebook/books.html", lambda: {"books": [book(key) for key in rulesets()]}
    )


@require_safe
def open_book(request: HttpRequest, key: str) -> HttpResponse:
    """The sections, or what a search over all of them finds."""
    opened, table, query = known(key), here(request, key), query_of(request)

    def build() -> Context:
        found = pages.search(opened, query, reader(table)) if words_of(query) else None
        return {"book": opened, "found": found, "query": query}

    return answer(request, table, "rulebook/book.html", build, fragment="rulebook/_found.html")


@require_safe
def open_section(request: HttpRequest, key: str, section: str) -> HttpResponse:
    opened, table, query = known(key), here(request, key), query_of(request)
    shelf = opened.shelves.get(section)
    if shelf is None:
        raise Http404("no such section")

    def build() -> Context:
        page = pages.section_page(shelf, query, reader(table), request.GET.get("by", ""))
        return {"book": opened, "page": page, "query": query}

    return answer(request, table, "rulebook/section.html", build, fragment="rulebook/_rows.html")


@require_safe
def open_thing(request: HttpRequest, key: str, section: str, row: str) -> HttpResponse:
    opened, table = known(key), here(request, key)
    thing = opened.things.get(f"{section}/{row}")
    if thing is None:
        raise Http404("no such thing")

    def build() -> Context:
        return {"book": opened, "page": thing_page(thing, reader(table)), "against": against(thing, table)}

    return answer(request, table, "rulebook/thing.html", build)


def known(key: str) -> Book:
    if key not in rulesets():
        raise Http404("no such rulebook")
    return book(key)


def query_of(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST_QUERY].strip()


def reader(table: Here) -> Reader:
    return Reader("fr" if (get_language() or "en").startswith("fr") else "en", table)


def answer(
    request: HttpRequest, table: Here, template: str, build: Callable[[], Context], *, fragment: str = ""
) -> HttpResponse:
    """304 where the browser has it; else the page, or the part of it that htmx asked for."""
    is_part = bool(fragment) and is_fragment(request)
    etag = etag_of(request, table, is_part)
    once = says_once(request)
    same = None if once else get_conditional_response(request, etag=etag)
    if same is not None:
        return same
    response = render(request, fragment if is_part else template, {"here": table} | build())
    if not once:
        response["ETag"] = etag
    response["Cache-Control"] = "no-store" if once else cache_control(request, table, is_part)
    patch_vary_headers(response, ("Cookie", "Accept-Language", "HX-Request"))
    return response


def etag_of(request: HttpRequest, table: Here, is_part: bool) -> str:
    """Release and language; the form that changes the language ties a page to a browser, house rules to a campaign."""
    get_token(request)
    entrance = table.entrance
    parts = (
        release(),
        get_language(),
        look_of(request),
        request.user.get_username(),
        request.META["CSRF_COOKIE"],
        is_part,
        entrance and (entrance.campaign.id, entrance.campaign.name, entrance.campaign.version),
    )
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def cache_control(request: HttpRequest, table: Here, is_part: bool) -> str:
    """A part is never kept, lest going back shows it as a page. An account's language is in no cookie: ask again."""
    if is_part:
        return "no-store"
    is_anybody = table.entrance is None and not request.user.is_authenticated
    return f"private, max-age={A_WHILE}" if is_anybody else "private, no-cache"
