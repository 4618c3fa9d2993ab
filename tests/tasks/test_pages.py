"""The pages of long work: asked for by a button, followed with or without script, fetched, cancelled and removed."""

from __future__ import annotations

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns import people
from campaigns.models import Campaign
from campaigns.transfer.exporting import pieces
from jobs import running
from jobs.models import Job
from tasks import asking, pdf
from tasks.models import Task
from tests.tasks.doing import ask, done, now

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(evening) -> str:
    return f"/campaigns/{evening.campaign.pk}/"


def page(client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def test_a_long_campaign_is_exported_as_a_task_and_a_short_one_at_once(base, evening, gm_client, monkeypatch):
    settings = f"{base}settings/"
    assert f'href="{base}export/"' in gm_client.get(settings).content.decode()
    monkeypatch.setattr(asking, "LONG_ENTRIES", 4)
    shown = gm_client.get(settings).content.decode()
    assert f'href="{base}export/"' not in shown
    assert f'action="{base}exports/"' in shown


def test_a_task_is_followed_to_its_end_and_its_file_fetched(base, evening, gm_client):
    answer = gm_client.post(f"{base}exports/", {"key": str(uuid.uuid4())})
    assert answer.status_code == 303
    address = answer["Location"]
    shown = page(gm_client, address)
    assert 'hx-trigger="every 2s"' in shown
    assert f'action="{address}cancel/"' in shown
    fragment = gm_client.get(address, headers={"HX-Request": "true"})
    assert fragment.content.decode().startswith('<div class="stack tight" id="task-state"')
    assert "HX-Refresh" not in fragment
    running.run_due()
    assert gm_client.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    shown = page(gm_client, address)
    assert "hx-trigger" not in shown
    assert f'href="{address}result/"' in shown
    file = gm_client.get(f"{address}result/")
    assert b"".join(file.streaming_content) == b"".join(pieces(evening.campaign.pk))
    headers = {
        name: file[name] for name in ("Content-Disposition", "Cache-Control", "X-Content-Type-Options")
    }
    assert headers == {
        "Content-Disposition": 'attachment; filename="the-cellar-gang.questkeep.jsonl"',
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    assert "Campaign as a file" in page(gm_client, "/tasks/")


def test_how_far_it_is_is_shown(evening, gm_client):
    task = ask(evening, "export")
    Job.objects.filter(pk=task.pk).update(progress=3, whole=10)
    shown = page(gm_client, f"/tasks/{task.pk}/")
    assert '<progress max="10" value="3"' in shown
    assert "3 of 10" in shown


def test_a_task_is_cancelled_and_removed(evening, gm_client):
    address = f"/tasks/{ask(evening, 'export').pk}/"
    assert gm_client.post(f"{address}cancel/").status_code == 303
    assert "cancelled" in page(gm_client, address)
    again = gm_client.post(f"{address}cancel/", follow=True)
    assert "It was over already." in again.content.decode()
    assert gm_client.post(f"{address}remove/").status_code == 303
    assert gm_client.get(address).status_code == 404
    assert "Nothing asked for" in page(gm_client, "/tasks/")


def test_strangers_and_others_at_the_table_get_404(evening, player_client, stranger_client, anonymous_client):
    task = done(ask(evening, "export"))
    for client in (player_client, stranger_client):
        for path in ("", "result/"):
            assert client.get(f"/tasks/{task.pk}/{path}").status_code == 404
        for path in ("cancel/", "remove/"):
            assert client.post(f"/tasks/{task.pk}/{path}").status_code == 404
        assert str(task.pk) not in page(client, "/tasks/")
    assert anonymous_client.get(f"/tasks/{task.pk}/").status_code == 302


def test_who_lost_the_role_is_told_so_and_who_lost_the_seat_is_told_nothing(base, evening, player_client):
    entrance, seat = evening.enter(evening.gm), evening.seat(evening.player).key
    people.change_role(entrance, seat, "gm")
    address = f"/tasks/{done(ask(evening, 'export', evening.player)).pk}/"
    people.change_role(entrance, seat, "player")
    assert "Your seat at the table does not give you this any more." in page(player_client, address)
    assert player_client.get(f"{address}result/").status_code == 404
    assert player_client.post(f"{base}exports/").status_code == 403
    people.remove(entrance, seat)
    assert player_client.get(address).status_code == 404
    assert "Campaign as a file" not in page(player_client, "/tasks/")


def test_a_large_file_is_brought_in_as_a_task_and_a_small_one_at_once(evening, player_client, monkeypatch):
    content = b"".join(pieces(evening.campaign.pk))

    def sent():
        file = SimpleUploadedFile("evening.jsonl", content)
        return player_client.post("/campaigns/imports/", {"file": file, "key": str(uuid.uuid4())})

    small = sent()
    assert small.status_code == 303
    assert Campaign.objects.count() == 2
    monkeypatch.setattr(asking, "LONG_FILE", 100)
    large = sent()
    assert large["Location"].startswith("/tasks/")
    assert "evening.jsonl" in page(player_client, large["Location"])
    running.run_due()
    founded = Task.objects.get().founded
    assert f'href="/campaigns/{founded}/"' in page(player_client, large["Location"])


def test_a_fourth_task_is_refused_on_the_page_it_was_asked_for_on(base, evening, gm_client, player_client):
    for _ in range(3):
        ask(evening, "audit")
    answer = gm_client.post(f"{base}audits/", {"next": f"{base}settings/"})
    assert answer.status_code == 409
    assert "Three tasks are waiting or running" in answer.content.decode()
    file = SimpleUploadedFile("a.jsonl", b"x" * (asking.LONG_FILE + 1))
    answer = gm_client.post("/campaigns/imports/", {"file": file})
    assert answer.status_code == 409
    assert "Three tasks are waiting or running" in answer.content.decode()


def test_a_file_that_is_none_is_asked_for_again(player_client):
    answer = player_client.post("/campaigns/imports/")
    assert answer.status_code == 422
    assert "Choose a file." in answer.content.decode()


def test_a_report_tells_an_owner_who_runs_no_table_where_and_not_what(evening, gm_client, player_client):
    people.hand_over_campaign(evening.enter(evening.gm), evening.seat(evening.player).key)
    Campaign.objects.filter(pk=evening.campaign.pk).update(head_hash="0" * 64)
    secret = "the campaign is at 5"
    for client, user, knows in ((gm_client, evening.gm, True), (player_client, evening.player, False)):
        task = done(ask(evening, "audit", user))
        shown = page(client, f"/tasks/{task.pk}/")
        assert "the campaign is not where its ledger ends" in shown
        assert (secret in shown) is knows


def test_the_way_to_paper_is_for_who_has_a_seat_and_leads_on_where_pdfs_are_made(
    base, evening, player_client, monkeypatch
):
    hero = evening.enter(evening.player).ruleset.heroes(evening.state)[0].key
    for address, way in (
        (f"{base}heroes/", ""),
        (f"{base}heroes/{hero}/?tab=more", f"?hero={hero}"),
        (base, ""),
    ):
        assert f'href="{base}papers/{way}"' in player_client.get(address).content.decode()
    link = people.open_to_public(evening.enter(evening.gm))
    assert isinstance(link, str)
    guest = type(player_client)(headers={"accept-language": "en"})
    guest.get(f"/shared/{link}/")
    seen = guest.get(f"{base}heroes/").content.decode()
    assert "Merin" in seen
    assert "papers/" not in seen
    monkeypatch.setattr(pdf, "find_spec", lambda _name: None)
    shown = player_client.get(f"{base}papers/").content.decode()
    assert "This server cannot make PDFs." in shown
    assert "Make the PDF" not in shown
    refused = player_client.post(f"{base}papers/", {"paper": "sheets"})
    assert refused.status_code == 422
    assert "This server cannot make PDFs." in refused.content.decode()


def test_a_hero_of_elsewhere_is_refused(base, evening, player_client):
    answer = player_client.post(f"{base}papers/", {"paper": "sheets", "hero": "nobody"})
    assert answer.status_code == 422
    assert "This hero is not of this campaign." in answer.content.decode()


def test_in_french_all_of_it_is(evening, gm_client, gm):
    gm.language = "fr"
    gm.save()
    task = done(ask(evening, "audit"))
    assert "Chaque acte suit du précédent" in page(gm_client, f"/tasks/{task.pk}/")
    assert "Contrôle du journal" in page(gm_client, "/tasks/")
    assert now(task).state == "done"


def test_the_page_of_papers_has_each_kind_with_what_may_be_chosen(base, evening, gm_client, player_client):
    shown = gm_client.get(f"{base}papers/?hero=nobody").content.decode()
    for kind in ("sheets", "quarters", "chronicle"):
        assert f'name="paper" value="{kind}"' in shown
    assert 'id="blanks"' not in shown
    assert 'name="secrets"' in shown
    assert 'name="secrets"' not in player_client.get(f"{base}papers/").content.decode()


def test_what_was_chosen_stays_where_it_is_refused(base, evening, player_client):
    sent = {"paper": "chronicle", "page_size": "letter", "language": "fr", "secrets": "1"}
    answer = player_client.post(f"{base}papers/", sent)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "Only a game master may put secrets into a chronicle." in shown
    assert '<option value="letter" selected>' in shown
    assert '<option value="fr" lang="fr" selected>' in shown


@pytest.mark.parametrize(
    ("field", "value"), [("paper", "confetti"), ("paper", ""), ("page_size", "a0"), ("language", "de")]
)
def test_a_choice_that_does_not_exist_is_refused(base, evening, player_client, field, value):
    answer = player_client.post(f"{base}papers/", {"paper": "sheets", field: value})
    assert answer.status_code == 422
    assert "There is no such choice." in answer.content.decode()


def test_a_paper_is_asked_for_in_another_language_and_size(base, evening, player_client):
    sent = {"paper": "chronicle", "page_size": "letter", "language": "fr", "key": str(uuid.uuid4())}
    assert player_client.post(f"{base}papers/", sent)["Location"].startswith("/tasks/")
    task = Task.objects.get()
    assert (task.kind, task.page_size, task.language, task.secrets) == ("chronicle", "letter", "fr", False)
    assert player_client.post(f"{base}papers/", sent).status_code == 303
    assert Task.objects.count() == 1
