"""The door: what is let in, what is refused and how, and that nothing is done twice."""

import uuid

import pytest

from campaigns.acts import Accepted, Envelope, Preview, Refusal, perform
from campaigns.door import BrokenInvariantError
from campaigns.models import Campaign, CurrentState, Entry, HeroOwner
from campaigns.seats import delete_campaign, found, remove_seat
from rules.kernel.dice import Thrown
from tests import toy
from tests.campaigns.group import envelope


def refused(answer, status, code=None):
    assert isinstance(answer, Refusal), answer
    assert answer.status == status, answer
    assert code is None or answer.code == code, answer
    assert answer.message.fr
    assert answer.message.en
    return answer


def test_an_act_answers_with_what_happened(group):
    answer = group.does(group.player, "recruit_hero", name="Merin")
    assert (answer.entry_seq, answer.version, answer.created, answer.undone) == (1, 1, True, False)
    assert answer.command == {"kind": "recruit_hero", "name": "Merin"}
    assert answer.events == ({"kind": "hero_recruited", "hero": answer.act_id[:12], "hero_name": "Merin"},)
    assert answer.sentence.en == "Merin joins the party."
    group.is_sound()


def test_an_act_moves_version_and_state(group):
    hero = group.recruits(group.player)
    group.does(group.player, "change_spirit", hero=hero, by=-2)
    assert group.state.hero(hero).spirit == 1
    assert Campaign.objects.get().version == 2
    assert CurrentState.objects.get().seq == 2


def test_the_same_request_gets_its_first_answer(group):
    around = envelope()
    first = group.does(group.player, "recruit_hero", around=around, name="Merin")
    again = group.does(group.player, "recruit_hero", around=around, name="Merin")
    assert not again.created
    assert (again.act_id, again.events, again.version) == (first.act_id, first.events, first.version)
    assert group.length == 1


def test_the_same_request_is_answered_even_when_it_would_be_refused_now(group):
    around = envelope()
    hero = group.recruits(group.player)
    group.does(group.player, "retire_hero", around=around, hero=hero)
    assert not group.does(group.player, "retire_hero", around=around, hero=hero).created


def test_a_repeated_request_says_that_it_was_undone(group):
    around = envelope()
    group.does(group.player, "recruit_hero", around=around, name="Merin")
    group.undoes(group.player, 1)
    assert group.does(group.player, "recruit_hero", around=around, name="Merin").undone


def test_a_key_used_for_something_else_is_409(group):
    around = envelope()
    group.does(group.player, "recruit_hero", around=around, name="Merin")
    refused(group.tries(group.player, "recruit_hero", around=around, name="Durgin"), 409, "key_reused")
    refused(group.tries_undo(group.player, 1, around=around), 409, "key_reused")
    assert group.length == 1


def test_two_people_may_use_the_same_key(group):
    around = envelope()
    assert group.does(group.player, "recruit_hero", around=around, name="Merin").created
    assert group.does(group.gm, "recruit_hero", around=around, name="Merin").created


def test_a_refused_act_is_not_remembered(group):
    around = envelope()
    refused(group.tries(group.gm, "open_quest", around=around, quest="moon"), 422, "no_such_quest")
    assert group.does(group.gm, "open_quest", around=around, quest="attic").created


@pytest.mark.parametrize("key", ["", " ", "é", "k" * 65, "a b", "a\x00"])
def test_a_key_that_cannot_be_kept_is_400(group, key):
    around = Envelope(key=key)
    refused(group.tries(group.gm, "open_quest", around=around, quest="attic"), 400, "idempotency_key")
    refused(group.tries_undo(group.gm, 1, around=around), 400, "idempotency_key")


def test_a_version_that_moved_on_is_412(group):
    group.recruits(group.player)
    answer = refused(group.tries(group.gm, "open_quest", around=envelope(if_match=0), quest="attic"), 412)
    assert answer.params == {"version": 1}
    assert group.does(group.gm, "open_quest", around=envelope(if_match=1), quest="attic").created
    refused(group.tries_undo(group.gm, 1, around=envelope(if_match=1)), 412)


def test_a_refusal_changes_nothing(group):
    hero = group.recruits(group.player)
    before = (Campaign.objects.get().head_hash, CurrentState.objects.get().state)
    answer = refused(group.tries(group.player, "change_spirit", hero=hero, by=1), 422, "out_of_range")
    assert (answer.rule, answer.errors[0][0]) == ("§1", "by")
    assert (Campaign.objects.get().head_hash, CurrentState.objects.get().state) == before
    assert group.length == 1


MALFORMED = [
    ({"kind": "fly"}, "kind"),
    ({"kind": None}, "kind"),
    ({"kind": ["change_spirit"]}, "kind"),
    ({}, "kind"),
    ({"kind": "undo", "seq": 1}, "kind"),
    ({"kind": "recruit_hero"}, "name"),
    ({"kind": "recruit_hero", "name": 3}, "name"),
    ({"kind": "recruit_hero", "name": ""}, "name"),
    ({"kind": "recruit_hero", "name": "   "}, "name"),
    ({"kind": "recruit_hero", "name": "M" * 10_000}, "name"),
    ({"kind": "recruit_hero", "name": "Mer\nin"}, "name"),
    ({"kind": "recruit_hero", "name": "Mer\x00in"}, "name"),
    ({"kind": "recruit_hero", "name": "Mer\ud800in"}, "name"),
    ({"kind": "recruit_hero", "name": "Merin", "gold": 5}, "gold"),
    ({"kind": "recruit_hero", "name": "Merin", "on_behalf_of": "s1"}, "on_behalf_of"),
    ({"kind": "recruit_hero", "name": {"a": {"b": {"c": {"d": {}}}}}}, "name.a.b.c"),
    ({"kind": "change_spirit", "hero": "h", "by": "1"}, "by"),
    ({"kind": "change_spirit", "hero": "h", "by": 1.5}, "by"),
    ({"kind": "change_spirit", "hero": "h", "by": True}, "by"),
    ({"kind": "change_spirit", "hero": "h", "by": 10**30}, "by"),
    ({"kind": "change_spirit", "hero": "h", "by": -(10**7)}, "by"),
    ({"kind": "change_spirit", "hero": "a hero", "by": 1}, "hero"),
    ({"kind": "close_quest", "success": "yes"}, "success"),
    ({"kind": "stock_store", "by": -1}, "by"),
]


@pytest.mark.parametrize(("plain", "field"), MALFORMED)
def test_what_is_malformed_is_400_and_names_the_field(group, plain, field):
    answer = refused(group.tries(group.gm, **{"kind": None, **plain}), 400)
    assert [name for name, _ in answer.errors] == [field]
    assert all(text.fr and text.en for _, text in answer.errors)
    assert group.length == 0


def test_a_field_whose_name_cannot_be_kept_is_400(group):
    refused(group.tries(group.gm, "recruit_hero", **{"name": "Merin", "na\ud800me": 1}), 400)


def test_reasons_are_given_in_both_languages(group):
    answer = refused(group.tries(group.gm, "recruit_hero", name=3), 400)
    assert answer.errors[0][1].fr == "Attendu : un texte."
    assert answer.errors[0][1].en == "Expected text."


def test_html_in_a_name_is_kept_as_it_was_written(group):
    name = '<b>Merin</b> & "co"'
    assert group.does(group.player, "recruit_hero", name=name).sentence.en == f"{name} joins the party."


@pytest.mark.parametrize(
    "rolls",
    [
        (Thrown("gold", (10**40,)),),
        (Thrown("gold", ("\ud800",)),),
        (Thrown("go\x00ld", (1,)),),
        (Thrown("gold", (1,)), Thrown("gold", (2,))),
        (Thrown("gold", (1,) * 101),),
        tuple(Thrown(str(number), (1,)) for number in range(41)),
    ],
)
def test_rolls_that_are_malformed_are_400(group, rolls):
    hero = group.recruits(group.player)
    around = Envelope(str(uuid.uuid4()), rolls=rolls)
    refused(group.tries(group.player, "throw_for_gold", around=around, hero=hero), 400)


def test_a_player_may_not_send_what_is_the_game_masters(group):
    refused(group.tries(group.player, "open_quest", quest="attic"), 403, "forbidden")


def test_a_player_acts_for_the_own_heroes_only(group, other_player):
    hero = group.recruits(group.player)
    assert group.does(group.player, "change_spirit", hero=hero, by=-1).created
    refused(group.tries(other_player, "change_spirit", hero=hero, by=-1), 403, "not_your_hero")
    refused(group.previews(other_player, "change_spirit", hero=hero, by=-1), 403, "not_your_hero")


def test_a_spectator_may_send_nothing(group, spectator):
    refused(group.tries(spectator, "recruit_hero", name="Merin"), 403, "forbidden")


def test_an_unknown_hero_is_for_the_rules_to_refuse(group):
    for user in (group.gm, group.player):
        refused(group.tries(user, "change_spirit", hero="nobody", by=0), 422, "no_such_hero")


def test_a_hero_of_another_campaign_is_unknown_here(group):
    other = found(group.gm, "Another", toy.KEY)
    hero = group.recruits(group.player)
    elsewhere = type(group)(other, group.gm, group.gm)
    refused(elsewhere.tries(group.gm, "change_spirit", hero=hero, by=0), 422, "no_such_hero")


def test_in_a_game_without_a_game_master_players_send_everything(group, bend):
    bend("needs_gm", False)
    assert group.does(group.player, "open_quest", quest="attic").created
    group.does(group.gm, "recruit_hero", name="Merin")
    assert group.undoes(group.player, 2).created


def test_a_game_master_acts_for_an_absent_player(group):
    seat = group.seat(group.player)
    hero = group.does(group.gm, "recruit_hero", around=envelope(behalf=seat.key), name="Merin").events[0][
        "hero"
    ]
    assert HeroOwner.objects.get(hero=hero).seat == seat
    assert Entry.objects.get().on_behalf_of == seat.key
    assert group.does(group.player, "change_spirit", hero=hero, by=-1).created


def test_a_game_master_who_touches_a_players_hero_acts_for_that_player(group):
    hero = group.recruits(group.player)
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    assert Entry.objects.get(seq=2).on_behalf_of == group.seat(group.player).key


def test_a_game_masters_own_hero_is_nobody_elses(group):
    hero = group.recruits(group.gm)
    group.does(group.gm, "change_spirit", around=envelope(behalf="s1"), hero=hero, by=-1)
    assert [entry.on_behalf_of for entry in Entry.objects.all()] == ["", ""]


def test_only_a_game_master_acts_for_others(group):
    around = envelope(behalf=group.seat(group.gm).key)
    refused(group.tries(group.player, "recruit_hero", around=around, name="Merin"), 403)


@pytest.mark.parametrize("seat", ["s99", "s\x00", "watcher"])
def test_nobody_acts_for_an_empty_seat(group, spectator, seat):
    key = group.seat(spectator).key if seat == "watcher" else seat
    answer = group.tries(group.gm, "recruit_hero", around=envelope(behalf=key), name="Merin")
    refused(answer, 400 if "\x00" in seat else 422)


def test_whoever_was_removed_meanwhile_gets_404(group):
    entrance = group.enter(group.player)
    remove_seat(group.seat(group.player))
    refused(perform(entrance, {"kind": "recruit_hero", "name": "Merin"}, envelope()), 404)


def test_a_campaign_deleted_meanwhile_is_404(group):
    entrance = group.enter(group.player)
    delete_campaign(group.enter(group.gm))
    refused(perform(entrance, {"kind": "recruit_hero", "name": "Merin"}, envelope()), 404)


def test_a_state_that_breaks_an_invariant_is_never_written(group, bend):
    with bend("audit", lambda state: ("broken",)), pytest.raises(BrokenInvariantError):
        group.recruits(group.player)
    assert group.length == 0
    group.is_sound()


def test_secret_events_are_not_told_to_players(group):
    group.does(group.gm, "open_quest", quest="attic")
    answer = group.does(group.gm, "close_quest")
    assert [event["kind"] for event in answer.events] == ["quest_closed", "store_stocked"]


def test_warnings_come_with_the_answer(group):
    hero = group.recruits(group.player)
    shown = group.previews(group.player, "retire_hero", hero=hero)
    assert isinstance(shown, Preview)
    assert shown.warnings[0].en == "This is for good."
    assert group.does(group.player, "retire_hero", hero=hero).warnings == shown.warnings


def test_a_preview_shows_receipts_and_changes_and_writes_nothing(group):
    hero = group.recruits(group.player)
    group.does(group.gm, "open_quest", quest="attic")
    shown = group.previews(group.gm, "close_quest")
    assert isinstance(shown, Preview)
    assert shown.sections[0].total == 10
    assert [(change.hero, change.before, change.after) for change in shown.changes] == [(hero, 0, 10)]
    assert (shown.version, group.length) == (2, 2)


def test_a_preview_hides_what_the_viewer_may_not_know(group):
    shown = group.previews(group.gm, "stock_store", by=2)
    assert isinstance(shown, Preview)
    assert [event["kind"] for event in shown.events] == ["store_stocked"]
    refused(group.previews(group.player, "stock_store", by=2), 403)


def test_a_preview_is_stale_like_the_act_itself(group):
    group.recruits(group.player)
    refused(group.previews(group.gm, "open_quest", around=Envelope(if_match=0), quest="attic"), 412)


@pytest.fixture
def long_campaign(group):
    """A campaign with eight heroes and fifty acts, just before a checkpoint."""
    heroes = [group.recruits(group.player, f"Hero {number}") for number in range(8)]
    for number in range(42):
        group.does(group.player, "change_spirit", hero=heroes[number % 8], by=(-1) ** (number // 8 + 1))
    return group


def test_no_act_costs_more_than_fifteen_queries(long_campaign, django_assert_max_num_queries):
    """Entering (2) is not counted; opening and closing the transaction (2) are."""
    group = long_campaign
    entrance = group.enter(group.gm)
    for plain in (
        {"kind": "recruit_hero", "name": "Merin"},
        {"kind": "open_quest", "quest": "attic"},
        {"kind": "close_quest", "success": True},
        {"kind": "stock_store", "by": 1},
    ):
        with django_assert_max_num_queries(15):
            assert isinstance(perform(entrance, plain, envelope()), Accepted)


def test_an_act_costs_the_same_in_a_long_campaign(group, django_assert_max_num_queries):
    def cost(hero):
        entrance = group.enter(group.player)
        plain = {"kind": "change_spirit", "hero": hero, "by": 0}
        with django_assert_max_num_queries(15) as captured:
            assert isinstance(perform(entrance, plain, envelope()), Accepted)
        return len(captured)

    hero = group.recruits(group.player)
    early = cost(hero)
    for number in range(30):
        group.recruits(group.player, f"Hero {number}")
    assert cost(hero) == early
