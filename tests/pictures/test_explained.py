"""Every number says where it comes from, every choice what it would change, every refusal where to get what is missing."""

import re
from random import Random

import msgspec
import pytest

from campaigns.acts import differences
from config.settings import BASE_DIR
from rules.kernel.history import undone_in
from rules.kernel.messages import field_names, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.registry import rulesets
from rules.kernel.sections import Numbers, Receipt, Tracks, changes
from tests.laws.drawing import draw
from tests.laws.preludes import preludes
from tests.laws.walking import Walk

GM = Viewer("gm", "the-gm")
KEY = "heroquest_evolution"
"""The rulebook whose refusals are sorted one by one."""
RULESETS = tuple(rulesets())
PART = 2
"""So many tests share the scenarios of a rulebook."""
AT_ONCE = 100
"""So many of its share does each test begin from."""
LEAST_SEEN = 12
"""Different commands."""


def sheets(rules, state):
    return {hero.key: rules.sheet(state, hero.key, GM) for hero in rules.heroes(state)}


def parts(sheet):
    for section in sheet.sections:
        if isinstance(section, Numbers):
            yield from (part for number in section.numbers for part in number.parts)
        elif isinstance(section, Tracks):
            yield from (part for track in section.tracks for part in track.parts)
        elif isinstance(section, Receipt):
            yield from section.lines


def brought(rules, walk):
    taken = undone_in(walk.entries)
    return {
        (one.hero, one.thing)
        for entry in walk.entries
        if entry.seq not in taken
        for event in entry.events
        for one in rules.brought(event)
    }


def unexplained(rules, walk):
    """Parts with neither rule nor page nor act, and those whose act is not to be found."""
    known, found = brought(rules, walk), []
    for hero, sheet in sheets(rules, walk.state).items():
        for part in parts(sheet):
            if not (part.source or part.link or part.thing):
                found.append(("no source", part.label.en))
            if part.thing and not {(hero, part.thing), ("", part.thing)} & known:
                found.append(("no act", part.thing))
    return found


def hidden(rules, before, events, after):
    """Numbers of heroes which an act changes and its preview does not say."""
    said = set(differences(rules, GM, before, after, events))
    old = sheets(rules, before)
    return [
        change
        for key, sheet in sheets(rules, after).items()
        if key in old
        for change in changes(old[key], sheet)
        if change not in said
    ]


@pytest.mark.parametrize("part", range(PART))
@pytest.mark.parametrize("key", RULESETS)
def test_every_offer_shows_what_it_changes_and_every_number_its_origin(key, part):
    rules, random, seen = rulesets()[key], Random(part), set()
    found = preludes(key)[part::PART]
    for kind, steps in random.sample(found, min(AT_ONCE, len(found))):
        walk = Walk(rules, part, steps)
        heroes = [hero.key for hero in rules.heroes(walk.state)] or [None]
        hero = random.choice(heroes) if "hero" in field_names(walk.kinds[kind]) else None
        command = draw(rules, walk.state, kind, hero, random)
        assert unexplained(rules, walk) == []
        if command is not None:
            before, events = walk.state, walk.send(command)
            assert hidden(rules, before, events, walk.state) == [], command
            assert unexplained(rules, walk) == []
            seen.add(kind_of(command))
    assert len(seen) >= min(LEAST_SEEN, len(found) // 2)


@pytest.mark.parametrize("key", RULESETS)
def test_what_would_help_after_a_refusal_exists(key):
    rules, folder = rulesets()[key], BASE_DIR / "rules" / key
    sources = "".join(file.read_text() for file in folder.glob("*.py"))
    codes = set(re.findall(r"\(\s*\"([a-z_]+)\"", sources))
    assert rules.ways
    assert set(rules.ways) <= codes
    assert {kind for kinds in rules.ways.values() for kind in kinds} <= set(rules.codec.commands)


IN_ITS_FIELD = {
    "above_maximum", "already_in", "base_with_evolution", "batch_too_small", "body_not_chosen", "by_lots", "choice_missing",
    "choose_item", "choose_monster", "choose_spell", "counts_no_rolls", "does_not_melt", "elsewhere", "for_monsters",
    "heir_at_closing", "highest_level", "immune", "lasts_exactly", "length_fixed", "mod_not_theirs",
    "mod_not_theirs_now", "mods_exclude", "name_missing", "named_monster", "never_enchanter", "never_stunned", "no_change",
    "no_evolution", "no_gold_on_failure", "no_magnus_gold", "no_profile", "no_spell_lost", "no_such_find", "no_trial", "nobody_enters", "other_monster",
    "not_a_pupil", "not_a_survivor", "not_asked", "not_basic", "not_for_sale", "not_recallable", "not_taught", "not_used_up",
    "nothing_given", "nothing_taught", "nothing_to_bargain", "one_at_a_time", "one_bearer", "one_target", "other_shape",
    "other_species", "out_of_bounds", "quantity_of_nothing", "quest_or_custom", "resells_for_nothing", "reveal_used",
    "same_class", "shops_empty", "skill_excluded", "skill_owned", "skill_permanent", "spell_forgotten", "spell_known",
    "spell_lost", "spell_twice", "spells_gone", "spheres_unclear", "target_not_there", "thresholds_cross", "to_oneself",
    "too_few_dice", "too_many", "too_many_kinds", "too_many_skills", "two_spells_lost", "unknown_key", "unknown_mod",
    "unknown_side", "wandering_monster", "warded", "wrong_class", "wrong_sphere", "wrong_spheres",
}  # fmt: skip
"""What was typed is set right where it was typed, or can never be."""


def test_every_refusal_says_where_to_get_what_is_missing():
    """Or is about what was typed: a new code has to be put on one side or the other."""
    rules, folder = rulesets()[KEY], BASE_DIR / "rules" / KEY
    sources = "".join(file.read_text() for file in folder.glob("*.py"))
    codes = set(re.findall(r"(?:refuse|Violation)\(\s*\"([a-z_]+)\"", sources))
    assert len(codes) > 100
    assert codes == set(rules.ways) | IN_ITS_FIELD
    assert not set(rules.ways) & IN_ITS_FIELD
    assert {kind for kinds in rules.ways.values() for kind in kinds} <= set(rules.codec.commands)


def test_what_a_part_leads_to_survives_the_wire():
    rules = rulesets()[KEY]
    walk = Walk(rules, 1, preludes(KEY)[0][1])
    for sheet in sheets(rules, walk.state).values():
        for part in parts(sheet):
            assert msgspec.convert(msgspec.to_builtins(part), type(part)) == part
