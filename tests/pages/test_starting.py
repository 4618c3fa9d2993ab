"""From an empty account to a table that plays: three steps, each of which may be left and come back to."""

from __future__ import annotations

import re
import uuid

import pytest

from campaigns import inviting, people
from campaigns.inviting import LENGTH, LETTERS
from campaigns.models import Campaign, HeroOwner, HeroRow, Invitation, QuestRun, Seat
from campaigns.samples.playing import story
from campaigns.seats import found
from tests import toy
from tests.pages.conftest import FORM, forms

GAME = "heroquest_evolution"
CLASSES = ("barbarian", "dwarf", "elf", "enchanter", "amazon")


def text(page) -> str:
    return page.content.decode()


@pytest.fixture
def new(gm):
    """A campaign of a game with classes that has a name and nothing else."""
    return found(gm, "The caves", GAME, "Zargon")


@pytest.fixture
def at(new) -> str:
    return f"/campaigns/{new.pk}/"


def send(client, page, action, **changed):
    """The form of a page as it stands, with some fields filled in otherwise."""
    form = next(one for one in forms(page).values() if one.action == action)
    return client.post(action, form.sends(**changed), content_type=FORM)


def test_an_empty_account_is_led_to_the_first_step(gm_client):
    page = text(gm_client.get("/campaigns/"))
    assert 'class="button main" href="/start/"' in page
    assert 'href="/join/"' in page


def test_the_rulebook_of_the_sample_is_offered_first(gm_client):
    """Whoever has no wish begins with the one that the front page shows."""
    options = re.findall(r'<option value="([a-z_]+)"', text(gm_client.get("/start/")))
    assert options[0] == story().header.ruleset
    assert len(options) == len(set(options)) >= 4


def test_three_plain_forms_lead_to_an_open_quest(gm_client):
    answer = gm_client.post("/start/", {"name": "The caves", "ruleset": GAME, "key": str(uuid.uuid4())})
    assert answer.status_code == 303
    answer = send(gm_client, gm_client.get(answer["Location"]), answer["Location"])
    assert HeroRow.objects.count() == 4
    begin = text(gm_client.get(answer["Location"]))
    address = re.search(r'class="button main wide" href="([^"]+)"', begin)[1].replace("&amp;", "&")
    offer = forms(gm_client.get(address))["offer"]
    assert gm_client.post(offer.action, offer.sends(), content_type=FORM).status_code == 303
    assert QuestRun.objects.get().result == "open"


def test_each_step_shows_how_far_one_is(gm_client, new, at):
    for step, page in ((1, "/start/"), (2, f"{at}start/heroes/"), (3, f"{at}start/")):
        shown = text(gm_client.get(page))
        current = re.findall(r'aria-current="step"[^>]*>.*?<b class="num">(\d)</b>', shown, re.DOTALL)
        assert current == [str(step)], page


def test_a_whole_party_is_ticked_with_names_and_what_its_classes_need(gm_client, new, at):
    page = gm_client.get(f"{at}start/heroes/")
    [rows] = [page.context["rows"]]
    assert [row.key for row in rows] == list(CLASSES)
    assert [row.is_taken for row in rows] == [True] * 4 + [False]
    assert all(ask.values for row in rows for ask in row.asks)
    assert len({row.asks[0].value for row in rows}) == len(rows)


def test_names_are_one_s_own_to_choose(gm_client, new, at):
    page = gm_client.get(f"{at}start/heroes/")
    send(gm_client, page, f"{at}start/heroes/", barbarian__name="Conan the Librarian")
    assert "Conan the Librarian" in HeroRow.objects.values_list("name", flat=True)


def test_pressed_twice_it_is_one_party(gm_client, new, at):
    page = gm_client.get(f"{at}start/heroes/")
    for _ in range(2):
        assert send(gm_client, page, f"{at}start/heroes/")["Location"] == f"{at}start/"
    assert HeroRow.objects.count() == 4


def test_who_is_refused_stays_on_the_form_and_the_others_are_in(gm_client, new, at):
    page = gm_client.get(f"{at}start/heroes/")
    answer = send(gm_client, page, f"{at}start/heroes/", elf__name="")
    assert answer.status_code == 422
    assert HeroRow.objects.count() == 3
    taken = [row for row in answer.context["rows"] if row.is_taken]
    assert [row.key for row in taken] == ["elf"]
    assert taken[0].error is not None
    assert send(gm_client, answer, f"{at}start/heroes/", elf__name="Ilyra").status_code == 303
    assert HeroRow.objects.count() == 4


def test_nobody_ticked_is_422_with_a_sentence_until_somebody_is_there(gm_client, new, at):
    answer = gm_client.post(f"{at}start/heroes/", {"key": str(uuid.uuid4())})
    assert answer.status_code == 422
    assert "Tick at least one hero." in text(answer)
    send(gm_client, gm_client.get(f"{at}start/heroes/"), f"{at}start/heroes/")
    assert gm_client.post(f"{at}start/heroes/", {})["Location"] == f"{at}start/"


@pytest.mark.parametrize("take", ["dragon", "\0", "a" * 5000, "barbarian.name"])
def test_rows_that_are_not_there_bring_nobody_in(gm_client, new, at, take):
    answer = gm_client.post(f"{at}start/heroes/", {"take": take, "key": "no uuid"})
    assert answer.status_code in (303, 400, 422)
    assert not HeroRow.objects.exists()


def test_going_back_loses_nothing(gm_client, new, at):
    send(gm_client, gm_client.get(f"{at}start/heroes/"), f"{at}start/heroes/")
    again = text(gm_client.get(f"{at}start/heroes/"))
    assert all(hero.name in again for hero in HeroRow.objects.all())
    name = gm_client.get(f"{at}start/name/")
    assert 'value="The caves"' in text(name)
    assert gm_client.post(f"{at}start/name/", {"name": "The deep caves"}).status_code == 303
    assert Campaign.objects.get().name == "The deep caves"
    assert HeroRow.objects.count() == 4


@pytest.mark.parametrize("name", ["", "x" * 81, "two\nlines"])
def test_a_bad_name_is_422_and_kept_on_the_form(gm_client, new, at, name):
    assert gm_client.post(f"{at}start/name/", {"name": name}).status_code == 422
    assert Campaign.objects.get().name == "The caves"


def test_what_was_left_is_gone_on_with_from_the_campaign(gm_client, new, at):
    assert f'href="{at}start/heroes/"' in text(gm_client.get(at))
    send(gm_client, gm_client.get(f"{at}start/heroes/"), f"{at}start/heroes/")
    assert f'href="{at}start/"' in text(gm_client.get(at))


def test_a_table_that_plays_is_led_no_further(gm_client, group, hero, base):
    assert f'href="{base}start/"' in text(gm_client.get(base))
    group.does(group.gm, "open_quest", quest="cellar")
    assert f'href="{base}start/"' not in text(gm_client.get(base))


def test_a_rulebook_without_classes_has_rows_for_a_few_heroes(gm_client, gm):
    campaign = found(gm, "Another", toy.KEY, "Zargon")
    address = f"/campaigns/{campaign.pk}/start/heroes/"
    page = gm_client.get(address)
    assert [row.key for row in page.context["rows"]] == ["1", "2", "3", "4"]
    assert gm_client.post(address, {"take": ["1", "2"], "1.name": "Ulf", "2.name": "Ola"}).status_code == 303
    assert set(HeroRow.objects.values_list("name", flat=True)) == {"Ulf", "Ola"}


# Joining


@pytest.fixture
def code(group) -> str:
    return inviting.invite(group.enter(group.gm), "player", uses=3).code


def test_a_code_is_eight_letters_that_nobody_takes_for_others(code):
    letters = code.replace("-", "")
    assert len(letters) == LENGTH
    assert set(letters) <= set(LETTERS)
    assert not set("IOLU01") & set(LETTERS) - {"L"}


@pytest.mark.parametrize("typed", ["{}", " {} ", "{lower}", "{plain}", "{spaced}"])
def test_it_is_typed_as_one_likes(code, typed, stranger_client, base):
    plain = code.replace("-", "")
    sent = typed.format(code, lower=code.lower(), plain=plain, spaced=" ".join(plain))
    answer = stranger_client.post("/join/", {"code": sent})
    assert answer["Location"] == f"/invitations/{plain}/"
    assert "The cellar gang" in text(stranger_client.get(answer["Location"]))


@pytest.mark.parametrize("typed", ["", "ABC", "ABCDEFGHJ", "ABCD-EFG1", "a" * 41, "ÄÖÜÄ-ÄÖÜÄ"])
def test_what_is_no_code_is_422_and_says_what_one_is(db, anonymous_client, typed):
    answer = anonymous_client.post("/join/", {"code": typed})
    assert answer.status_code == 422
    assert "errorlist" in text(answer)


def test_it_works_as_long_as_its_link(code, stranger_client, base, gm_client):
    path = f"/invitations/{code.replace('-', '')}/"
    gm_client.post(f"{base}invitations/{Invitation.objects.get().pk}/revoke/")
    assert stranger_client.get(path).status_code == 404
    assert text(stranger_client.get(path)).count("does not work") == text(
        stranger_client.get("/invitations/KXPDRMWA/")
    ).count("does not work")


def test_a_use_of_the_code_is_a_use_of_the_link(code, stranger_client):
    stranger_client.post(f"/invitations/{code}/")
    assert Invitation.objects.get().uses_left == 2


def test_codes_are_not_tried_one_after_the_other(settings, code, stranger_client):
    settings.GUESSES = (3, 600)
    answers = [stranger_client.post("/join/", {"code": "KXPDRMWA"}, follow=True) for _ in range(4)]
    assert [one.status_code for one in answers] == [404, 404, 404, 429]
    assert stranger_client.get(f"/invitations/{code}/").status_code == 429


def test_the_rows_do_not_tell_the_code(code):
    row = Invitation.objects.values().get()
    assert not [one for one in row.values() if code.replace("-", "") in str(one)]
    assert row["code_hash"] != people.hashed(code.replace("-", ""))


def test_the_page_shows_it_once_beside_the_link(gm_client, base):
    sent = {"role": "player", "hero": "", "expires_in": "86400", "uses": "2"}
    made = text(gm_client.post(f"{base}people/invite/", sent))
    code = re.search(r"[A-Z]{4}-[A-Z]{4}", made)[0]
    assert code not in text(gm_client.get(f"{base}people/"))


# The first hero of a player


@pytest.fixture
def waiting(group) -> str:
    """A hero whom the game master has made for whoever comes."""
    return group.recruits(group.gm, "Ola")


@pytest.fixture
def joined(code, waiting, stranger, stranger_client):
    stranger_client.post(f"/invitations/{code}/")
    return stranger_client


def test_who_joins_is_led_to_a_hero(joined, code, base, waiting):
    assert joined.post(f"/invitations/{code}/")["Location"] == f"{base}start/heroes/"
    page = text(joined.get(f"{base}start/heroes/"))
    assert f'name="hero" value="{waiting}"' in page
    assert "Or make your own" in page


def test_a_hero_who_waits_is_taken(joined, base, waiting, stranger):
    answer = joined.post(f"{base}start/heroes/take/", {"hero": waiting})
    assert answer["Location"] == f"{base}heroes/{waiting}/"
    assert HeroOwner.objects.get(hero=waiting).seat.user == stranger


def test_two_who_want_the_same_hero_are_one_who_has_it(joined, base, waiting, player_client, group):
    joined.post(f"{base}start/heroes/take/", {"hero": waiting})
    answer = player_client.post(f"{base}start/heroes/take/", {"hero": waiting})
    assert answer.status_code == 422
    assert "waits for nobody" in text(answer)


def test_a_player_s_hero_waits_for_nobody(joined, base, hero):
    assert hero not in text(joined.get(f"{base}start/heroes/"))
    assert joined.post(f"{base}start/heroes/take/", {"hero": hero}).status_code == 422


def test_one_is_enough(joined, base, waiting, group):
    other = group.recruits(group.gm, "Ulf")
    joined.post(f"{base}start/heroes/take/", {"hero": waiting})
    assert joined.post(f"{base}start/heroes/take/", {"hero": other}).status_code == 422
    assert HeroOwner.objects.get(hero=other).seat.role == "gm"


def test_a_hero_of_who_went_waits_for_the_next(joined, base, hero, group):
    people.remove(group.enter(group.gm), Seat.objects.get(user=group.player).key)
    assert joined.post(f"{base}start/heroes/take/", {"hero": hero}).status_code == 303


def test_a_spectator_takes_nobody(base, waiting, spectator_client):
    assert spectator_client.get(f"{base}start/heroes/").status_code == 403
    assert spectator_client.post(f"{base}start/heroes/take/", {"hero": waiting}).status_code == 403


def test_a_player_makes_one_of_their_own(joined, base, stranger):
    page = joined.get(f"{base}start/heroes/")
    assert [row.is_taken for row in page.context["rows"]] == [False] * 4
    answer = joined.post(f"{base}start/heroes/", {"take": "1", "1.name": "Mine"})
    assert answer["Location"] == base
    assert HeroOwner.objects.get(seat__user=stranger).hero == HeroRow.objects.get(name="Mine").key


# Empty pages


EMPTY = ("", "heroes/", "table/", "acts/", "schedules/", "documents/", "notes/", "webhooks/")


@pytest.mark.parametrize("page", EMPTY)
def test_an_empty_page_of_a_new_campaign_says_what_to_do(gm_client, gm, page):
    campaign = found(gm, "Empty", toy.KEY, "Zargon")
    shown = text(gm_client.get(f"/campaigns/{campaign.pk}/{page}"))
    main = shown[shown.index("<main") : shown.index("</main>")]
    empty = main[main.index('class="empty') :]
    assert re.search(r'<a class="button( main)?" href="|<button', empty), page


@pytest.mark.parametrize("page", ["/campaigns/", "/notices/", "/tasks/"])
def test_an_empty_page_of_one_s_own_says_what_to_do(gm_client, page):
    shown = text(gm_client.get(page))
    empty = shown[shown.index('class="empty') :]
    assert re.search(r'<a class="button( main)?" href="', empty), page


def test_who_only_watches_is_told_to_wait_and_offered_nothing(gm, spectator_client, group, base):
    shown = text(spectator_client.get(base))
    assert "They appear here as they are recruited." in shown
    assert f"{base}start/" not in shown


def test_nobody_has_two_seats_by_joining_twice(joined, code, group):
    joined.post(f"/invitations/{code}/")
    assert Seat.objects.filter(campaign=group.campaign).count() == 3


def test_who_sits_here_with_a_hero_is_led_into_the_campaign(group, base, player_client):
    group.recruits(group.player)
    made = inviting.invite(group.enter(group.gm), "player")
    assert player_client.post(f"/invitations/{made.token}/")["Location"] == base
