"""The reference: every name leads to its page, every source to the rule, sets to their members, in both languages."""

import re
import uuid
from urllib.parse import urlsplit

import pytest
from django.test import Client

from campaigns.access import enter
from campaigns.acts import Accepted, Envelope, perform
from campaigns.rulebook.books import book
from campaigns.rulebook.citing import cited
from campaigns.rulebook.searching import find
from campaigns.seats import found
from config.settings import BASE_DIR
from rules.heroquest_evolution.book import BOOK

GAME = "heroquest_evolution"
CATALOG = f"/rulesets/{GAME}/catalog"
LINK = re.compile(r'href="([^"#]+)"')


def page(client: Client, path: str, language: str = "en", **query: str) -> str:
    response = client.get(path, query, headers={"accept-language": language})
    assert response.status_code == 200, path
    return response.content.decode()


def addresses(html: str) -> set[str]:
    return {urlsplit(found).path for found in LINK.findall(html)}


def as_read(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def at(section: str, key: str = "") -> str:
    return f"{CATALOG}/{section}/{key}/" if key else f"{CATALOG}/{section}/"


# Places of the rules


@pytest.mark.parametrize(
    ("source", "places"), [("§8.1, R20", ("§8.1", "R20")), ("§VII, §3.1, §VII", ("§VII", "§3.1")), ("", ())]
)
def test_a_source_is_read_place_by_place(source, places):
    assert cited(source) == places


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ("R20", at("rulings", "r20")),
        ("R44", at("rulings", "r44")),
        ("§I", at("rules", "round")),
        ("§2.2", at("rules", "stun-and-sleep")),
        ("§4.1", at("hero-classes", "barbarian")),
        ("§VII", at("hero-classes", "amazon")),
        ("§5.2", at("spells")),
        ("§6.2", at("monsters")),
        ("§8.3", at("rules", "mercenary-experience")),
    ],
)
def test_a_place_of_the_rules_has_a_page(place, where):
    assert book(GAME).places[place].url == where


def test_every_place_that_a_refusal_may_name_has_a_page():
    """What the rules cite in code, in texts and beside numbers."""
    code = "".join(file.read_text() for file in (BASE_DIR / "rules" / GAME).glob("*.py"))
    named = {place for literal in re.findall(r'"((?:§|R\d)[^"]{0,40})"', code) for place in cited(literal)}
    written = set(cited((BASE_DIR / "rules" / GAME / "rulings.md").read_text())) | {
        f"R{n}" for n in range(1, 61)
    }
    assert len(named) > 40
    assert (
        sorted(place for place in named - set(book(GAME).places) if place[0] == "§" or place in written) == []
    )


def test_the_source_of_a_thing_leads_to_its_rule(client):
    links = addresses(page(client, at("items", "shield")))
    assert {at("rulings", "r20"), at("rulings", "r21")} <= links


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rulings_are_read_where_they_apply(client, language):
    html = page(client, at("skills", "barbarian-berserk"), language)
    for key in ("r33", "r40"):
        assert BOOK.rulings[key].text.in_(language) in html
        assert at("rulings", key) in addresses(html)


def test_a_ruling_says_what_it_applies_to(client):
    links = addresses(page(client, at("rulings", "r44")))
    assert {at("spells", "haste"), at("rules", "movement"), at("skills", "elf-sprint")} <= links


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("superiorite numerique", "Outnumbering"),
        ("Supériorité", "Outnumbering"),
        ("outnumbering", "Outnumbering"),
        ("ouvrir porte", "Opening a door"),
        ("opening a door", "Opening a door"),
        ("desamorçage pièges", "Traps and disarming"),
        ("légende vivante", "Living legend"),
        ("legende vivante", "Living legend"),
        ("necromancien", "Necromancer’s spells"),
        ("R57", "Stunning blow of the frail"),
    ],
)
def test_rules_and_rulings_are_found_with_and_without_accents(query, name):
    assert name in [thing.name.en for thing in find(GAME, query)][:6]


# References of the bestiary


@pytest.mark.parametrize(
    "monster", [row for row in BOOK.monsters.values() if row.skills or row.spells], ids=lambda row: row.key
)
def test_a_monster_links_each_skill_and_spell(client, monster):
    links = addresses(page(client, at("monsters", monster.key)))
    for key in monster.skills:
        assert at("monster-skills" if key in BOOK.monster_skills else "skills", key) in links
    for key in monster.spells:
        section = "dark-spells" if key in BOOK.dark_spells else "spell-sets" if ":" in key else "spells"
        assert at(section, key.partition(":")[2] or key) in links


def test_a_set_lists_its_members(client):
    links = addresses(page(client, at("spell-sets", "all-below-6")))
    expected = [spell.key for spell in BOOK.spells.values() if spell.level < 6]
    assert {at("spells", key) for key in expected} | {
        at("dark-spells", key) for key in BOOK.dark_spells
    } <= links
    assert at("spells", "armageddon") not in links
    assert at("monsters", "demon") in links


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Les sorciers de Morcar"), ("en", "Wizards of Morcar")]
)
def test_what_we_do_not_have_says_which_book_it_is_in(client, language, words):
    assert words in page(client, at("spell-sets", "necromancer"), language)


@pytest.mark.parametrize(("language", "words"), [("fr", "est perdu"), ("en", "is lost")])
def test_the_cone_of_flame_says_that_its_drawing_is_lost(client, language, words):
    assert words in page(client, at("spells", "cone-of-flame"), language)


# Sections


@pytest.mark.parametrize(
    ("section", "by", "first"),
    [
        ("spells", "", "Level 1"),
        ("spells", "sphere_name", "Air"),
        ("monsters", "", "Goblins"),
        ("monsters", "group", "Base monsters"),
        ("skills", "use_name", "Permanent"),
        ("spells", "nonsense", "Level 1"),
    ],
)
def test_a_section_is_grouped_as_asked(client, section, by, first):
    titles = re.findall(r'id="group-\d+">([^<]+)<', page(client, at(section), by=by))
    assert first in titles
    assert len(titles) == len(set(titles))


def test_spells_by_sphere_stay_in_the_order_of_levels(client):
    html = page(client, at("spells"), by="sphere_name")
    keys = re.findall(r'<li id="at-([a-z-]+)"', html)
    levels = [BOOK.spells[key].level for key in keys]
    assert levels == [level for _ in range(4) for level in range(1, 7) for _ in range(3)]


def test_an_index_leads_to_everything_in_the_section(client):
    html = page(client, at("monsters"))
    assert set(re.findall(r'href="#at-([a-z-]+)"', html)) == set(BOOK.monsters)
    assert set(re.findall(r'id="at-([a-z-]+)"', html)) == set(BOOK.monsters)


# Both figures, and which one counts


@pytest.fixture
def campaign(gm):
    campaign = found(gm, "The cellar gang", GAME)
    plain = {"kind": "set_house_rule", "rule": "monster_xp_source", "value": "section_3_1"}
    assert isinstance(perform(enter(gm, campaign.id), plain, Envelope(key=str(uuid.uuid4()))), Accepted)
    return campaign


@pytest.mark.parametrize(("monster", "both"), [("goblin-champion", ("2", "1")), ("orc-hero", ("9", "7"))])
def test_a_monster_of_two_figures_shows_both(client, monster, both):
    figures = re.findall(
        r"<dt>(XP[^<]*)</dt><dd>(.*?)</dd>", page(client, at("monsters", monster)), re.DOTALL
    )
    assert [(label, as_read(value)) for label, value in figures] == [
        ("XP", both[0]),
        ("XP by §3.1", both[1]),
    ]


def test_a_monster_of_one_figure_shows_one(client):
    assert "XP by §3.1" not in page(client, at("monsters", "goblin-hero"))


def test_a_campaign_says_which_figure_it_counts(gm_client, campaign):
    def read(monster: str) -> str:
        return as_read(page(gm_client, at("monsters", monster), campaign=str(campaign.id)))

    assert "here: 1 (book: 2)" in read("goblin-champion")
    assert "XP counted at your table by §3.1" in read("goblin-champion")
    assert "here:" not in read("goblin-hero")
    assert "XP counted at your table by §6.1" in read("goblin-hero")
    assert "here: 1 (book: 2)" in as_read(page(gm_client, at("monsters"), campaign=str(campaign.id)))


# From the campaign to the rulebook


def test_a_number_links_what_it_comes_from_and_the_rule(gm_client, gm, campaign):
    plain = {"kind": "recruit_hero", "hero_class": "barbarian", "name": "Brom"}
    done = perform(enter(gm, campaign.id), plain, Envelope(key=str(uuid.uuid4())))
    assert isinstance(done, Accepted)
    campaign_page = page(gm_client, f"/campaigns/{campaign.id}/")
    hero = re.findall(rf"/campaigns/{campaign.id}/heroes/([a-z0-9]+)/", campaign_page)[0]
    links = addresses(page(gm_client, f"/campaigns/{campaign.id}/heroes/{hero}/"))
    assert {at("items", "broadsword"), at("rulings", "r20"), at("rulings", "r1")} <= links


def test_a_refusal_links_its_rule(gm_client, gm, campaign):
    html = page(gm_client, f"/campaigns/{campaign.id}/do/close_quest/")
    assert at("rulings", "r9") in addresses(html)


@pytest.mark.parametrize("kind", ["recruit_hero", "open_quest"])
def test_what_may_be_chosen_can_be_looked_up(gm_client, gm, campaign, kind):
    plain = {"kind": "recruit_hero", "hero_class": "barbarian", "name": "Brom"}
    perform(enter(gm, campaign.id), plain, Envelope(key=str(uuid.uuid4())))
    section = {"recruit_hero": "hero-classes", "open_quest": "quests"}[kind]
    links = addresses(page(gm_client, f"/campaigns/{campaign.id}/do/{kind}/"))
    assert {thing.url for thing in book(GAME).shelves[section].things} <= links


@pytest.fixture
def party(gm, campaign):
    """An enchanter in an open quest, with a victim."""
    entrance = enter(gm, campaign.id)
    spheres = ["air", "earth", "fire"]
    for plain in (
        {"kind": "recruit_hero", "hero_class": "enchanter", "name": "Merin", "spheres": spheres},
        {"kind": "recruit_hero", "hero_class": "barbarian", "name": "Brom"},
    ):
        assert isinstance(perform(entrance, plain, Envelope(key=str(uuid.uuid4()))), Accepted)
    heroes = [hero.key for hero in entrance.ruleset.heroes(enter(gm, campaign.id).state())]
    for plain in (
        {"kind": "open_quest", "quest": "melars-maze", "heroes": heroes},
        {"kind": "record_kill", "hero": heroes[0], "monster": "goblin"},
    ):
        assert isinstance(perform(enter(gm, campaign.id), plain, Envelope(key=str(uuid.uuid4()))), Accepted)
    return heroes


def test_at_the_table_every_monster_can_be_looked_up(gm_client, campaign, party):
    links = addresses(page(gm_client, f"/campaigns/{campaign.id}/table/"))
    assert {at("monsters", key) for key in BOOK.monsters} <= links


def test_a_spell_that_can_be_cast_can_be_looked_up(gm_client, campaign, party):
    links = addresses(page(gm_client, f"/campaigns/{campaign.id}/heroes/{party[0]}/", tab="spells"))
    assert {at("spells", key) for key in ("djinn", "rock-skin", "courage")} <= links


def test_a_receipt_links_victims_and_rules_beside_the_form(gm_client, campaign, party):
    html = page(gm_client, f"/campaigns/{campaign.id}/do/close_quest/")
    assert {at("monsters", "goblin"), at("rulings", "r32")} <= addresses(html)
    receipt = html.partition('class="receipt')[2].partition("</article>")[0]
    assert receipt.count("<a ") == receipt.count('target="_blank"') > 0
