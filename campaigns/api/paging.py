"""Lists: `{results, next, previous}`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.utils.urls import remove_query_param, replace_query_param

LONG = 200
"""A page of what is short by nature and read as a whole."""


def page(
    request: Request, rows: Any, as_plain: Callable[[Any], Any], default_size: int | None = None
) -> Response:
    """One page of rows, a QuerySet or a sequence, each made plain."""
    paginator = _paginator()
    paginator.page_size = default_size or paginator.page_size
    found = paginator.paginate_queryset(rows, request)
    response: Response = paginator.get_paginated_response([as_plain(row) for row in found])
    return response


def page_size(request: Request) -> int:
    """How many rows are wanted, for a list that is not read by page numbers."""
    size: int = _paginator().get_page_size(request)
    return size


def _paginator() -> Any:
    """The one the settings name; importing it would go against the layers."""
    paginator: Any = api_settings.DEFAULT_PAGINATION_CLASS
    return paginator()


def linked(results: Sequence[Any], next_: str | None, previous: str | None) -> Response:
    return Response({"results": results, "next": next_, "previous": previous})


def link(request: Request, **changes: int | None) -> str:
    """This call's own address with other parameters; None takes one away."""
    url = request.build_absolute_uri()
    for name, value in changes.items():
        url = remove_query_param(url, name) if value is None else replace_query_param(url, name, value)
    return str(url)
