"""Pages are compressed on their way; nothing else is."""

import gzip

import pytest

pytestmark = pytest.mark.django_db
ASKS = {"accept-encoding": "gzip"}


def test_a_page_is_compressed_for_who_takes_it_so(anonymous_client):
    plain = anonymous_client.get("/style/")
    small = anonymous_client.get("/style/", headers=ASKS)
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert len(small.content) < len(plain.content) / 4
    assert b"<h1>" in gzip.decompress(small.content)


def test_who_does_not_ask_for_it_gets_it_plain(anonymous_client):
    assert "Content-Encoding" not in anonymous_client.get("/style/").headers


def test_how_long_a_page_is_does_not_tell_what_is_in_it(anonymous_client):
    lengths = {len(anonymous_client.get("/accounts/login/", headers=ASKS).content) for _ in range(8)}
    assert len(lengths) > 1


def test_answers_to_programs_stay_as_they_are(anonymous_client):
    assert "Content-Encoding" not in anonymous_client.get("/api/v1/schema/", headers=ASKS).headers
