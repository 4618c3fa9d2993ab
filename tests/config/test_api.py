import pytest
from django.core.cache import cache
from django.urls import include, path
from rest_framework import generics, serializers

from accounts.models import User
from config.cache import ForgivingRedisCache, count

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class UserRow(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = ["username"]


class People(generics.ListAPIView):
    queryset = User.objects.order_by("id")
    serializer_class = UserRow


urlpatterns = [path("api/v1/people/", People.as_view()), path("", include("config.urls"))]


@pytest.fixture
def crowd(db):
    User.objects.bulk_create(User(username=f"u{number}") for number in range(250))


def get(client, **query):
    return client.get("/api/v1/people/", query)


@pytest.mark.parametrize(("asked", "length"), [({}, 50), ({"page_size": 7}, 7), ({"page_size": 9999}, 200)])
def test_pages_have_the_size_that_was_asked_up_to_200(gm_program, crowd, asked, length):
    body = get(gm_program, **asked).json()
    assert set(body) == {"results", "next", "previous"}
    assert len(body["results"]) == length


def test_pages_lead_to_each_other(gm_program, crowd):
    first = get(gm_program, page_size=200).json()
    second = gm_program.get(first["next"]).json()
    assert first["previous"] is None
    assert second["next"] is None
    assert len(second["results"]) == 51
    assert gm_program.get(second["previous"]).json() == first


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5", "²", ""])
def test_a_page_size_that_is_none_is_400(gm_program, crowd, size):
    response = get(gm_program, page_size=size)
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "page_size"


@pytest.mark.parametrize("page", ["0", "x", "99"])
def test_a_page_that_is_not_there_is_404(gm_program, crowd, page):
    assert get(gm_program, page=page).status_code == 404


def test_the_schema_is_public_json_and_declares_problems(client):
    schema = client.get("/api/v1/schema/").json()
    assert schema["openapi"].startswith("3.")
    answers = schema["paths"]["/api/v1/people/"]["get"]["responses"]
    assert {"400", "401", "404", "429"} <= set(answers)
    assert {"bearer", "cookieAuth"} <= set(schema["components"]["securitySchemes"])


def test_the_schema_comes_as_yaml_when_asked(client):
    response = client.get("/api/v1/schema/", headers={"accept": "application/yaml"})
    assert response.content.startswith(b"openapi:")


def test_the_documentation_page_loads_nothing_from_elsewhere(client):
    page = client.get("/api/v1/docs/").content.decode()
    assert "swagger-ui" in page
    assert "//" not in page.replace("<!doctype", "")


def test_without_redis_the_throttle_lets_people_work():
    cache = ForgivingRedisCache("redis://127.0.0.1:1/0", {})
    assert cache.get("x", 7) == 7
    assert cache.incr("x") == 1
    assert cache.add("x", 1)
    cache.set("x", 1)
    cache.delete("x")


def test_with_redis_the_cache_keeps(redis_url):
    cache = ForgivingRedisCache(redis_url, {})
    cache.set("x", 1)
    assert cache.incr("x") == 2
    assert cache.get("x") == 2


def test_a_counter_whose_cache_is_emptied_meanwhile_begins_anew(monkeypatch):
    assert [count("x", 60), count("x", 60)] == [1, 2]
    monkeypatch.setattr(cache, "add", lambda *args, **kwargs: cache.delete("x"))
    assert count("x", 60) == 1
