"""The pages about people: who sits here, invitations, handing over, settings, looking from another's seat."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaigns import people
from campaigns.models import Campaign, HeroOwner, Invitation, Seat
from campaigns.seats import add_seat, found
from tests import toy
from tests.conftest import PASSWORD, signed_in
from tests.pages.conftest import forms

HTMX = {"HX-Request": "true"}


@pytest.fixture
def second(group) -> User:
    """A second game master, at seat s3."""
    user = User.objects.create_user("second")
    add_seat(group.campaign, user, "Second", "gm")
    return user


@pytest.fixture
def invited(gm_client, base):
    def invited(**fields) -> str:
        """The path of a new link."""
        sent = {"role": "player", "hero": "", "expires_in": "86400", "uses": "1"} | fields
        page = gm_client.post(f"{base}people/invite/", sent)
        assert page.status_code == 201, page.content.decode()
        return urlsplit(text_between(page, 'id="link" readonly value="', '"')).path

    return invited


def text(page) -> str:
    return page.content.decode()


def text_between(page, start, end) -> str:
    return text(page).split(start, 1)[1].split(end, 1)[0]


# Who sits here


def test_everybody_sees_who_sits_here_with_roles_and_heroes(
    base, hero, gm_client, player_client, spectator_client
):
    for client in (gm_client, player_client, spectator_client):
        page = text(client.get(f"{base}people/"))
        for seen in ("Zargon", "Merin&#x27;s player", "Watcher", "owner", "Game master", "Spectator", hero):
            assert seen in page


def test_the_campaign_links_to_its_people(base, gm_client):
    assert f'href="{base}people/"' in text(gm_client.get(base))


def test_players_are_offered_their_own_seat_only(base, hero, player_client):
    page = player_client.get(f"{base}people/")
    actions = {form for form in forms(page) if form.startswith(base)}
    assert actions == {
        *(f"{base}people/s2/{what}/" for what in ("name", "role", "remove")),
        f"{base}heroes/{hero}/seat/",
    }


def test_whatever_is_offered_is_accepted(base, hero, group, second, gm_client):
    """Every form of the page as it stands, each on a campaign that has not seen the others."""
    page = gm_client.get(f"{base}people/")
    names = [name for name in forms(page) if name.startswith(base) and "/look/" not in name]
    assert len(names) > 8
    for name in names:
        if name.endswith(("/seat/", "/role/")):
            continue  # a select, pressed as it stands, changes nothing
        answer = gm_client.post(name, dict(forms(page)[name].fields) | {"role": "player", "expires_in": 3600})
        assert answer.status_code in (201, 303), (name, text(answer))
        Seat.objects.update(removed_at=None, owner=False)
        Seat.objects.filter(key="s1").update(owner=True)


def test_a_seat_is_renamed(base, group, player_client):
    answer = player_client.post(f"{base}people/s2/name/", {"name": " Bess "})
    assert (answer.status_code, answer["Location"]) == (303, f"{base}people/")
    assert Seat.objects.get(key="s2").name == "Bess"


@pytest.mark.parametrize("name", ["", "x" * 61, "a\x07b"])
def test_a_bad_name_is_422_and_kept_at_its_seat(base, player_client, name):
    answer = player_client.post(f"{base}people/s2/name/", {"name": name})
    assert answer.status_code == 422
    assert "errorlist" in text(answer)
    assert name[:60] in text(answer)
    assert Seat.objects.get(key="s2").name == "Merin's player"


def test_names_of_others_are_refused(base, player_client):
    assert player_client.post(f"{base}people/s1/name/", {"name": "X"}).status_code == 403
    assert player_client.post(f"{base}people/s1/name/", {"name": ""}).status_code == 403
    assert player_client.post(f"{base}people/s9/name/", {"name": "X"}).status_code == 404


def test_a_new_name_shows_on_every_page(base, hero, group, gm_client):
    before = gm_client.get(base)
    gm_client.post(f"{base}people/s2/name/", {"name": "Bess"})
    after = gm_client.get(base, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "Bess" in text(after)


def test_a_role_is_given_and_taken(base, group, gm_client, player_client):
    assert gm_client.post(f"{base}people/s2/role/", {"role": "gm"}).status_code == 303
    assert "Make a link" in text(player_client.get(f"{base}people/"))
    gm_client.post(f"{base}people/s2/role/", {"role": "spectator"})
    assert "Make a link" not in text(player_client.get(f"{base}people/"))


@pytest.mark.parametrize("role", ["", "king", "owner"])
def test_a_role_that_there_is_not_is_422(base, gm_client, role):
    answer = gm_client.post(f"{base}people/s2/role/", {"role": role})
    assert answer.status_code == 422
    assert "There is no such role." in text(answer)


def test_the_last_game_master_is_told_what_to_do(base, gm_client):
    answer = gm_client.post(f"{base}people/s1/role/", {"role": "player"})
    assert answer.status_code == 422
    assert "give the role to somebody else first" in text(answer)


def test_removing_a_player_keeps_the_heroes(base, hero, group, gm_client, player_client):
    gm_client.post(f"{base}people/s2/remove/")
    assert player_client.get(base).status_code == 404
    page = text(gm_client.get(f"{base}people/"))
    assert "Who sat here before" in page
    assert hero in page
    assert HeroOwner.objects.get(hero=hero).seat.key == "s2"


def test_leaving_leads_to_the_own_campaigns(base, player_client):
    answer = player_client.post(f"{base}people/s2/remove/", follow=True)
    assert answer.redirect_chain == [("/campaigns/", 303)]
    assert "You have left" in text(answer)
    assert "No campaign yet." in text(answer)


def test_a_second_game_master_leaves_and_the_campaign_lives(base, second, gm_client):
    client = signed_in(second)
    assert "Delete the campaign" not in text(client.get(f"{base}settings/"))
    assert client.post(f"{base}delete/", {"name": "The cellar gang"}).status_code == 403
    client.post(f"{base}people/s3/remove/")
    assert gm_client.get(base).status_code == 200


def test_a_hero_is_handed_over(base, hero, group, player_client, gm_client):
    answer = player_client.post(f"{base}heroes/{hero}/seat/", {"seat": "s1"})
    assert answer.status_code == 303
    assert group.tries(group.player, "change_spirit", hero=hero, by=-1).status == 403
    assert player_client.post(f"{base}heroes/{hero}/seat/", {"seat": "s2"}).status_code == 403
    assert gm_client.post(f"{base}heroes/{hero}/seat/", {"seat": "s9"}).status_code == 422
    assert gm_client.post(f"{base}heroes/nobody/seat/", {"seat": "s2"}).status_code == 404


def test_the_campaign_is_handed_over(base, second, gm_client):
    assert gm_client.post(f"{base}people/s3/owner/").status_code == 303
    assert gm_client.post(f"{base}people/s1/owner/").status_code == 403
    assert [seat.key for seat in Seat.objects.filter(owner=True)] == ["s3"]


# An old game master with an open page


@pytest.fixture
def opened(base, gm, group, second):
    """The page of a game master as it stood before they lost the role; with it, how."""

    def opened(how):
        client = signed_in(second)
        page = client.get(base)
        assert "do/open_quest/" in text(page)
        entrance = group.enter(gm)
        people.remove(entrance, "s3") if how == "removed" else people.change_role(entrance, "s3", "player")
        return client, page

    return opened


def tap(client, base, headers=None):
    sent = {"tap": "kind=open_quest&quest=cellar", "key": "k", "next": base}
    return client.post(f"{base}acts/", sent, headers=headers or {})


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_tap_of_who_is_no_game_master_any_more_is_403_with_a_sentence(base, group, opened, headers):
    client, _page = opened("lowered")
    answer = tap(client, base, headers)
    assert (answer.status_code, group.length) == (403, 0)
    assert "Your seat at the table does not allow this." in text(answer)
    assert answer["Questkeep-Version"]  # by which the script knows that it may show it


def test_a_tap_of_who_was_removed_is_404_and_shows_a_whole_page(base, group, opened):
    client, _page = opened("removed")
    assert tap(client, base).status_code == 404
    answer = tap(client, base, HTMX)
    assert (answer.status_code, answer["HX-Retarget"], group.length) == (404, "body", 0)
    assert "not open to you" in text(answer)


# Invitations


def test_the_link_is_shown_once_with_a_code(base, gm_client):
    sent = {"role": "player", "hero": "", "expires_in": "86400", "uses": "2"}
    page = gm_client.post(f"{base}people/invite/", sent)
    assert (page.status_code, page["Cache-Control"]) == (201, "no-store")
    assert "ETag" not in page
    token = re.search(r"/invitations/(inv_[\w-]+)/", text(page))[1]
    assert 'class="qr"' in text(page)
    later = text(gm_client.get(f"{base}people/"))
    assert token not in later
    assert "for 2 people" in later


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"uses": "0"}, "uses"),
        ({"uses": "51"}, "uses"),
        ({"uses": "many"}, "uses"),
        ({"role": "king"}, "role"),
        ({"hero": "nobody"}, "hero"),
        ({"expires_in": "5"}, "expires_in"),
        ({"expires_in": ""}, "expires_in"),
    ],
)
def test_what_is_no_invitation_is_422_and_nothing_is_lost(base, gm_client, changed, says):
    sent = {"role": "spectator", "hero": "", "expires_in": "86400", "uses": "7"} | changed
    page = gm_client.post(f"{base}people/invite/", sent)
    assert page.status_code == 422
    field = text(page).split(f'for="id_{says}"', 1)[1].split("</div>", 1)[0]
    assert "errorlist" in field
    if "role" not in changed:
        assert '<option value="spectator" selected>' in text(page)
    assert not Invitation.objects.exists()


def test_a_spectator_is_not_invited_to_a_hero(base, hero, gm_client):
    sent = {"role": "spectator", "hero": hero, "expires_in": "86400", "uses": "1"}
    page = gm_client.post(f"{base}people/invite/", sent)
    assert page.status_code == 422
    assert "A spectator has no hero." in text(page)


def test_players_do_not_invite(base, player_client, spectator_client):
    for client in (player_client, spectator_client):
        assert client.post(f"{base}people/invite/", {"role": "player"}).status_code == 403


def test_an_invitation_says_what_it_is_for(invited, hero, anonymous_client, stranger_client):
    path = invited(hero=hero)
    for client in (anonymous_client, stranger_client):
        page = client.get(path)
        assert page["Referrer-Policy"] == "strict-origin"
        assert page["Cache-Control"] == "no-store"
        assert "noindex" in page["X-Robots-Tag"]
        for seen in ("Zargon invites you", "The cellar gang", "Player", "to play Merin"):
            assert seen in text(page)
    assert "Take my seat" in text(page)


def test_looking_at_an_invitation_uses_nothing(invited, stranger_client):
    path = invited()
    stranger_client.get(path)
    stranger_client.head(path)
    assert Invitation.objects.get().uses_left == 1
    assert Seat.objects.count() == 2


def test_the_seat_is_taken_by_post(invited, base, stranger_client):
    answer = stranger_client.post(invited(), follow=True)
    assert answer.redirect_chain == [(f"{base}start/heroes/", 303)]
    assert "Welcome to the table!" in text(answer)


def test_pressed_twice_it_is_one_seat(invited, base, stranger_client):
    path = invited()
    assert [stranger_client.post(path)["Location"] for _ in range(2)] == [f"{base}start/heroes/"] * 2
    assert Seat.objects.count() == 3


def test_who_sits_here_already_is_led_in(invited, base, player_client):
    page = text(player_client.get(invited()))
    assert "You already sit at this table." in page
    assert f'href="{base}"' in page


@pytest.mark.parametrize("way", ["signup", "login"])
def test_one_signs_in_first_and_comes_back(invited, base, anonymous_client, way):
    path = invited()
    page = anonymous_client.get(path)
    address = re.search(rf'href="(/accounts/{way}/\?next=[^"]+)"', text(page))[1]
    form = forms(anonymous_client.get(address))[f"/accounts/{way}/"]
    if way == "login":
        User.objects.create_user("late", password=PASSWORD)
        sent = {"login": "late", "password": PASSWORD}
    else:
        sent = {"username": "late", "password1": PASSWORD}
    answer = anonymous_client.post(form.action, dict(form.fields) | sent)
    assert answer["Location"] == path
    assert anonymous_client.post(path)["Location"] == f"{base}start/heroes/"


def test_from_the_sign_in_page_to_a_new_account_and_back(invited, anonymous_client):
    path = invited()
    page = anonymous_client.get("/accounts/login/", {"next": path})
    address = re.search(r'href="(/accounts/signup/[^"]*)"', text(page))[1].replace("&amp;", "&")
    assert forms(anonymous_client.get(address))["/accounts/signup/"].value("next") == path


def test_nobody_in_particular_takes_no_seat(invited, anonymous_client):
    path = invited()
    answer = anonymous_client.post(path)
    assert answer["Location"].startswith("/accounts/login/")
    assert Seat.objects.count() == 2


@pytest.mark.parametrize("how", ["used up", "expired", "revoked", "unknown", "deleted"])
def test_a_link_that_does_not_work_looks_like_any_other(
    how, invited, base, group, gm_client, stranger_client
):
    path = invited()
    if how == "used up":
        signed_in(User.objects.create_user("early")).post(path)
    elif how == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "revoked":
        gm_client.post(f"{base}invitations/{Invitation.objects.get().pk}/revoke/")
    elif how == "deleted":
        gm_client.post(f"{base}delete/", {"name": group.campaign.name})
    else:
        path = "/invitations/inv_unknown/"
    for answer in (stranger_client.get(path), stranger_client.post(path)):
        assert answer.status_code == 404
        assert answer["Referrer-Policy"] == "strict-origin"
        never = stranger_client.get("/invitations/inv_never/")
        assert blank(answer, path) == blank(never, "/invitations/inv_never/")


def blank(page, path) -> str:
    """The page without what differs each time."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", text(page)).replace(path, "…")


def test_the_token_is_not_in_the_log(invited, stranger_client, capsys):
    stranger_client.get(invited().replace("inv_", "inv_gone"))
    said = capsys.readouterr()
    assert "inv_gone" not in said.out + said.err


# Settings


def test_name_and_time_zone(base, gm_client, group):
    answer = gm_client.post(f"{base}settings/", {"name": "The attic gang", "timezone": "america/montreal"})
    assert (answer.status_code, answer["Location"]) == (303, f"{base}settings/")
    campaign = Campaign.objects.get()
    assert (campaign.name, campaign.timezone) == ("The attic gang", "America/Montreal")


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ("Tokyo", "Asia/Tokyo"),
        ("new york", "America/New_York"),
        ("", ""),
        ("UTC", "UTC"),
        ("paris", "Europe/Paris"),
    ],
)
def test_a_time_zone_is_found_by_its_city(base, gm_client, sent, found):
    gm_client.post(f"{base}settings/", {"name": "X", "timezone": sent})
    assert Campaign.objects.get().timezone == found


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name": "", "timezone": ""}, "name"),
        ({"name": "x" * 81, "timezone": ""}, "name"),
        ({"name": "a\x07b", "timezone": ""}, "name"),
        ({"name": "X", "timezone": "Atlantis"}, "timezone"),
        ({"name": "X", "timezone": "../../etc/passwd"}, "timezone"),
        ({"name": "X", "timezone": "z" * 200}, "timezone"),
    ],
)
def test_bad_settings_are_422_name_the_field_and_are_kept(base, gm_client, sent, field):
    page = gm_client.post(f"{base}settings/", sent)
    assert page.status_code == 422
    assert "errorlist" in text(page).split(f'for="id_{field}"', 1)[1].split("</div>", 1)[0]
    assert sent[field] in text(page)
    assert Campaign.objects.get().name == "The cellar gang"


def test_times_are_the_campaign_s(base, hero, group, gm_client, settings):
    settings.TIME_ZONE = "Europe/Paris"
    page = text(gm_client.get(f"{base}acts/"))
    shown = re.search(r'<time datetime="([^"]+)">', page)[1]
    people.settle(group.enter(group.gm), None, "Pacific/Kiritimati")
    later = gm_client.get(f"{base}acts/")
    assert re.search(r'<time datetime="([^"]+)">', text(later))[1].endswith("+14:00")
    assert not shown.endswith("+14:00")
    assert timezone.get_current_timezone_name() == "Europe/Paris"  # it holds for that request only


def test_a_day_of_the_history_is_a_day_of_the_campaign(base, hero, group, gm_client):
    people.settle(group.enter(group.gm), None, "Pacific/Kiritimati")
    east = text_between(gm_client.get(f"{base}acts/"), '<h2 class="section-title">', "</h2>")
    people.settle(group.enter(group.gm), None, "Pacific/Niue")
    west = text_between(gm_client.get(f"{base}acts/"), '<h2 class="section-title">', "</h2>")
    assert east != west  # 25 hours apart


def test_settings_are_not_the_players(base, player_client, spectator_client):
    for client in (player_client, spectator_client):
        for path in ("settings/", "public-link/", "delete/"):
            assert client.post(base + path, {"name": "X"}).status_code == 403
        assert client.get(f"{base}settings/").status_code == 403
    assert f'href="{base}settings/"' not in text(player_client.get(f"{base}people/"))


def test_deleting_asks_for_the_name(base, gm_client):
    page = gm_client.post(f"{base}delete/", {"name": "The cellar"})
    assert page.status_code == 422
    assert "Type the campaign’s name to confirm." in text(page)
    assert 'The cellar"' in text(page)
    assert gm_client.post(f"{base}delete/", {"name": ""}).status_code == 422
    assert gm_client.get(base).status_code == 200


def test_what_is_deleted_comes_back(base, group, gm_client, player_client):
    answer = gm_client.post(f"{base}delete/", {"name": "The cellar gang"}, follow=True)
    assert answer.redirect_chain == [("/campaigns/", 303)]
    assert gm_client.get(base).status_code == 404
    assert "Bring back" not in text(player_client.get("/campaigns/"))
    assert player_client.post(f"{base}restore/").status_code == 404
    assert f"{base}restore/" in forms(answer)
    back = gm_client.post(f"{base}restore/", follow=True)
    assert back.redirect_chain == [(base, 303)]
    assert player_client.get(base).status_code == 200


def test_after_30_days_nothing_is_offered(base, group, gm_client):
    gm_client.post(f"{base}delete/", {"name": "The cellar gang"})
    Campaign.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert "Bring back" not in text(gm_client.get("/campaigns/"))
    assert gm_client.post(f"{base}restore/").status_code == 404


# Looking from another's seat


def same(page) -> str:
    """A page without the banner, the name of the account, CSRF tokens and keys."""
    body = re.sub(r'<form class="looking".*?</form>\n?', "", text(page), flags=re.DOTALL)
    body = re.sub(r'(name="(?:csrfmiddlewaretoken|key)" value=)"[^"]*"', r"\1", body)
    return re.sub(r'<span class="own-name">\w+</span>', "", body)


@pytest.fixture
def looking(base, gm_client):
    """The game master, who looks from the player's seat."""
    assert gm_client.post(f"{base}people/look/", {"seat": "s2"})["Location"] == base
    return gm_client


def pages_of(base, hero):
    return [
        base,
        f"{base}people/",
        f"{base}acts/",
        f"{base}acts/?hero={hero}",
        f"{base}heroes/",
        f"{base}heroes/{hero}/",
        f"{base}heroes/{hero}/numbers/gold/",
        f"{base}table/",
        f"{base}do/recruit_hero/",
        f"{base}do/open_quest/",
        f"{base}settings/",
    ]


def test_every_page_is_the_player_s_own(base, hero, group, looking, player_client):
    group.does(group.gm, "open_quest", quest="cellar")
    for path in pages_of(base, hero):
        own, seen = player_client.get(path), looking.get(path)
        assert own.status_code == seen.status_code, path
        assert same(own) == same(seen), path
        if own.status_code == 200:
            assert "Back to my seat" in text(seen)
            assert "Back to my seat" not in text(own)


def test_a_fragment_is_the_player_s_own(base, hero, looking, player_client):
    path = f"{base}heroes/{hero}/"
    assert same(player_client.get(path, headers=HTMX)) == same(looking.get(path, headers=HTMX))


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_nothing_is_done_from_there(base, hero, group, looking, headers):
    before = group.length
    sent = {"tap": f"kind=change_spirit&hero={hero}&by=-1", "key": "k", "next": base}
    for path in ("acts/", "acts/1/undo/", "people/invite/", "people/s2/remove/", "settings/", "delete/"):
        answer = looking.post(base + path, sent | {"name": group.campaign.name}, headers=headers)
        assert answer.status_code == 403, path
        assert "go back to your own to act" in text(answer)
        assert "Back to my seat" in text(answer) or headers
    assert group.length == before
    assert Seat.objects.filter(removed_at=None).count() == 2


def test_the_way_back(base, looking):
    [form] = [form for name, form in forms(looking.get(base)).items() if name.endswith("/look/")]
    assert looking.post(form.action, dict(form.fields))["Location"] == f"{base}people/"
    page = text(looking.get(base))
    assert "Back to my seat" not in page
    assert "open_quest" in page


def test_a_page_kept_by_the_browser_is_not_taken_for_the_other(base, gm_client):
    kept = gm_client.get(base)["ETag"]
    gm_client.post(f"{base}people/look/", {"seat": "s2"})
    assert gm_client.get(base, headers={"if-none-match": kept}).status_code == 200


def test_only_game_masters_look_from_other_seats(base, player_client, spectator_client):
    for client in (player_client, spectator_client):
        assert client.post(f"{base}people/look/", {"seat": "s1"}).status_code == 403
        assert "Back to my seat" not in text(client.get(base))


def test_who_was_a_game_master_looks_from_the_own_seat(base, group, second, gm):
    client = signed_in(second)
    client.post(f"{base}people/look/", {"seat": "s1"})
    assert "You see what" in text(client.get(base))
    people.change_role(group.enter(gm), "s3", "player")
    page = text(client.get(base))
    assert "You see what" not in page
    assert "open_quest" not in page


def test_a_seat_that_nobody_sits_in_is_not_looked_from(base, group, looking):
    people.remove(group.enter(group.gm), "s2")
    assert "You see what" not in text(looking.get(base))
    assert looking.post(f"{base}people/look/", {"seat": "s2"}).status_code == 422
    assert looking.post(f"{base}people/look/", {"seat": "s99"}).status_code == 422


def test_looking_in_one_campaign_is_not_looking_in_another(base, group, gm, looking):
    other = found(gm, "Elsewhere", toy.KEY)
    assert "You see what" not in text(looking.get(f"/campaigns/{other.pk}/"))


# The public link


@pytest.fixture
def public(base, gm_client) -> str:
    page = gm_client.post(f"{base}public-link/", {"public": "on"})
    assert (page.status_code, page["Cache-Control"]) == (201, "no-store")
    return urlsplit(text_between(page, 'id="link" readonly value="', '"')).path


@pytest.fixture(params=["nobody in particular", "signed in"])
def guest(request, public, stranger) -> Client:
    """Who has followed the public link, in a clean browser."""
    client = (
        signed_in(stranger) if request.param == "signed in" else Client(headers={"accept-language": "en"})
    )
    answer = client.get(public)
    assert answer.status_code == 302
    assert answer["Referrer-Policy"] == "strict-origin"
    return client


def test_a_guest_sees_what_a_spectator_sees(base, hero, group, guest, spectator_client):
    group.does(group.gm, "open_quest", quest="cellar")
    for path in (
        base,
        f"{base}acts/",
        f"{base}heroes/",
        f"{base}heroes/{hero}/",
        f"{base}table/",
        f"{base}notes/",
    ):
        page = guest.get(path)
        assert page.status_code == 200, path
        assert page["Cache-Control"] == "private, no-cache"
        assert "noindex" in page["X-Robots-Tag"]
        assert 'content="noindex, nofollow"' in text(page)
        assert "Merin" in text(page) or path.endswith("/notes/")
        assert as_guest(page) == as_guest(spectator_client.get(path)), path


def as_guest(page) -> list[str]:
    """What the page tells, without the links that only members have and the line about the public link."""
    main = text(page).split('<main id="main"', 1)[1]
    without = r'<p class="looking">.*?</p>|<a class="crumb" href="/campaigns/">.*?</a>|<a [^>]*/(?:people|schedules)/">.*?</a>'
    return re.sub(without, "", main, flags=re.DOTALL).split()


def test_a_guest_is_offered_nothing_and_does_nothing(base, hero, group, guest):
    for path in (base, f"{base}heroes/{hero}/", f"{base}acts/"):
        page = guest.get(path)
        posts = [name for name, form in forms(page).items() if name.startswith((base, "taps"))]
        assert posts in ([], [f"{base}acts/"])  # the filters of the history
        assert "hx-post" not in text(page)
    before = group.length
    answer = guest.post(f"{base}acts/", {"tap": f"kind=change_spirit&hero={hero}&by=-1", "key": "k"})
    assert answer.status_code in (302, 404)
    for path in ("people/", "settings/", "documents/", "hidden-rolls/"):
        assert guest.get(base + path).status_code in (302, 404)
        assert "The cellar gang" not in text(guest.get(base + path))
    for path in ("people/invite/", "people/look/", "public-link/", "delete/"):
        assert guest.post(base + path, {"seat": "s1", "name": "The cellar gang"}).status_code in (302, 404)
    assert group.length == before


def test_when_the_link_is_turned_off_the_door_is_shut(base, hero, guest, gm_client):
    assert guest.get(base).status_code == 200
    gm_client.post(f"{base}public-link/", {"public": "off"})
    answer = guest.get(base)
    assert answer.status_code in (302, 404)
    assert "The cellar gang" not in text(answer)


def test_a_new_link_shuts_out_who_came_by_the_old_one(base, public, guest, gm_client):
    gm_client.post(f"{base}public-link/", {"public": "on"})
    assert guest.get(base).status_code in (302, 404)
    assert guest.get(public).status_code == 404


def test_a_deleted_campaign_is_shown_to_nobody(base, public, guest, gm_client):
    gm_client.post(f"{base}delete/", {"name": "The cellar gang"})
    assert guest.get(base).status_code in (302, 404)
    assert guest.get(public).status_code == 404


def test_the_link_of_one_campaign_opens_no_other(guest, gm):
    other = found(gm, "Elsewhere", toy.KEY)
    assert guest.get(f"/campaigns/{other.pk}/").status_code in (302, 404)


def test_who_has_a_seat_keeps_it(base, public, player_client):
    player_client.get(public)
    page = text(player_client.get(base))
    assert "public link" not in page
    assert "recruit_hero" in page


def test_a_public_link_that_does_not_work_is_404(anonymous_client):
    for path in ("/shared/pub_never/", "/shared/x/"):
        page = anonymous_client.get(path)
        assert (page.status_code, page["Referrer-Policy"]) == (404, "strict-origin")


def test_the_api_stays_shut(base, guest):
    assert guest.get(f"/api/v1{base}state/").status_code in (401, 403, 404)


# For an absent player


def test_what_a_game_master_does_for_a_player_names_both(base, hero, sheet, group, gm_client):
    sent = {"tap": f"kind=change_spirit&hero={hero}&by=-1", "key": "k", "next": sheet}
    assert gm_client.post(f"{base}acts/", sent).status_code == 303
    assert "Zargon for Merin&#x27;s player" in text(gm_client.get(f"{base}acts/"))


def test_for_who_has_left_a_game_master_acts_alone(base, hero, sheet, group, gm_client):
    people.remove(group.enter(group.gm), "s2")
    sent = {"tap": f"kind=change_spirit&hero={hero}&by=-1", "key": "k", "next": sheet}
    assert gm_client.post(f"{base}acts/", sent).status_code == 303
    newest = text_between(gm_client.get(f"{base}acts/"), '<p class="by">', "</p>")
    assert "Zargon" in newest
    assert " for " not in newest


def test_one_device_for_the_whole_table(base, gm, gm_client):
    """A game master alone runs all heroes."""
    for name in ("Brom", "Dura"):
        assert (
            gm_client.post(f"{base}acts/", {"kind": "recruit_hero", "name": name, "key": name}).status_code
            == 303
        )
    assert gm_client.get(base).status_code == 200
