"""The party, the order of the turn, the monsters and the rooms."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.heroquest_annexes import chests, crediting, monster_blows, monsters, turns
from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.findings import PLACEABLE, thing_text
from rules.heroquest_annexes.harm import in_order
from rules.heroquest_annexes.house import HOUSE_RULES, xp_of
from rules.heroquest_annexes.icons import icon_of
from rules.heroquest_annexes.market import exchangeable
from rules.heroquest_annexes.numbers import body
from rules.heroquest_annexes.state import Figure, Hero, Places, Quest, State, of
from rules.heroquest_annexes.words import BODY, EFFECTS, HALL, figure_name, room_name, signed
from rules.kernel import sections
from rules.kernel.house_rules import shown
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import AnySection, Board, Card, Cards, Figures, Line, Listing, Prose, Table, Track
from rules.kernel.tapping import as_tap, card, card_of, tap, taps
from rules.kernel.text import Text, listed, same

ORDER, MONSTERS = Text("Ordre du tour", "Order of the turn"), Text("Monstres", "Monsters")
PLACE_MONSTERS = Text("Placer un monstre", "Place a monster")
ROOMS, LYING = Text("Lieux", "Places"), Text("Sur le plateau", "On the board")
ROUND, OF_MONSTERS = Text("Tour {n}", "Round {n}"), Text("Tour {n} · aux monstres", "Round {n} · monsters")
UP = Text("Tour {n} · {h}", "Round {n} · {h}")
NOW, DEAD, WAITING = Text("joue", "plays"), Text("mort", "dead"), Text("corps {n} sur {m}", "body {n} of {m}")
PROFILE = Text(
    "attaque {a} · défense {d} · mouvement {m} · {x} XP", "attack {a} · defence {d} · movement {m} · {x} XP"
)
STRIKES = Text("sur {h}", "on {h}")
NAME, KIND, STATE = Text("Lieu", "Place"), Text("Nature", "Kind"), Text("État", "State")
SEARCHED, SAFE = Text("trésor cherché", "treasure searched"), Text("pièges cherchés", "traps searched")
NONE = Text("—", "—")
FIRST = Text("Pour commencer", "To begin")
RECRUIT = Text("Recrutez les héros, puis ouvrez une quête.", "Recruit the heroes, then open a quest.")
READY = Text("Le groupe est prêt : ouvrez une quête.", "The party is ready: open a quest.")
OPEN = Text("La boutique est ouverte", "The shop is open")
MARKET = Text(
    "Sur chaque feuille : achetez, échangez XP et équipement, jusqu’à la prochaine quête.",
    "On each sheet: buy, exchange XP and trade gear, until the next quest.",
)
HOUSE = Text("Règles maison", "House rules")
INSTEAD = Text("{value} au lieu de {default}", "{value} instead of {default}")
AT_HAND = Text("Au maître du jeu", "For the game master")
MARKS_MOST = 6
WHO_FELLED = Text("à terre : qui l’a abattu ?", "down: who brought it down?")
AWAY = Text("{m} : retirer", "{m}: take away")
TO_EXCHANGE = Text("XP à échanger", "XP to exchange")
STEP = Text("{m} : corps {by}", "{m}: body {by}")


def scope(state: State) -> str:
    """The key of the quest that goes on; empty where none does."""
    return f"quest-{state.quests}" if state.quest else ""


def heroes(state: State) -> tuple[HeroSummary, ...]:
    on_quest = state.quest.heroes if state.quest else ()
    return tuple(
        HeroSummary(
            key=hero.key,
            name=hero.name,
            title=BOOK.heroes[hero.hero_class].name,
            icon=icon_of(hero),
            xp=hero.xp,
            gold=hero.gold,
            in_play=hero.key in on_quest,
            is_down=hero.is_dead,
            due=due(state, hero),
        )
        for hero in state.heroes.values()
    )


def due(state: State, hero: Hero) -> tuple[Text, ...]:
    """Experience that suffices for more than gold, while the market is open."""
    if not hero.market or state.quest or set(exchangeable(state, hero)) <= {"gold"}:
        return ()
    return (TO_EXCHANGE,)


def board(state: State, viewer: Viewer) -> Board:
    """The same for everybody but for what the game master may tap: what is hidden is not in the app."""
    quest = state.quest
    return Board(
        scope=same(quest.name) if quest else None,
        status=status(state, quest) if quest else None,
        sections=(*(of_quest(state, quest, viewer) if quest else (first_steps(state),)), *house_lines(state)),
        facts=facts(state),
    )


def status(state: State, quest: Quest) -> Text:
    if quest.turn.hero:
        return UP(n=quest.round, h=state.heroes[quest.turn.hero].name)
    return OF_MONSTERS(n=quest.round)


def first_steps(state: State) -> Prose:
    if any(hero.market for hero in state.heroes.values()):
        return Prose(key="first", title=OPEN, place="head", text=MARKET, mood="good")
    text = READY if state.heroes else RECRUIT
    return Prose(key="first", title=FIRST, place="head", text=text, mood="good" if state.heroes else "")


def of_quest(state: State, quest: Quest, viewer: Viewer) -> tuple[AnySection, ...]:
    figures = tuple(_figure(state, one, viewer) for one in state.places.figures)
    found: list[AnySection] = [*at_hand(state, viewer)]
    found.append(Listing(key="order", title=ORDER, place="head", lines=order_lines(state, quest)))
    if figures:
        found.append(Figures(key="monsters", title=MONSTERS, place="head", figures=figures))
    if viewer.role == "gm":
        found.append(picker(state))
    if state.places.rooms:
        found.append(room_table(state.places))
    if state.places.things:
        found.append(things_list(state))
    return tuple(found)


def at_hand(state: State, viewer: Viewer) -> tuple[Cards, ...]:
    """The game master ends the monsters' turn, throws for those who sleep, puts down what was found."""
    if viewer.role != "gm":
        return ()
    wakes = ((monsters.WakeMonster(figure=one.key), figure_name(one)) for one in monsters.upright(state))
    found = (
        card_of("wake_monster", monsters.WakeMonster.label, taps(state, monsters.wake_monster, wakes), "sun"),
        card(state, turns.end_round, turns.EndRound(), "hourglass"),
        _put_down(state),
    )
    cards = tuple(one for one in found if one)
    return (Cards(key="at_hand", title=AT_HAND, place="head", cards=cards),) if cards else ()


def _put_down(state: State) -> Card | None:
    """Where the hero of the turn stands by one tap, elsewhere by the form."""
    up = of(state).turn.hero
    room = (state.heroes[up].room if up else "") or HALL
    found = ((chests.PlaceThing(what=what, room=room), name) for what, name in PLACEABLE.items())
    choices = taps(state, chests.place_thing, found)
    return card_of("place_thing", chests.PlaceThing.label, choices, "chest", ask="place_thing")


def order_lines(state: State, quest: Quest) -> tuple[Line, ...]:
    return tuple(
        Line(label=same(hero.name), detail=standing(hero, quest), hero=hero.key, icon=icon_of(hero))
        for hero in in_order(state)
    )


def standing(hero: Hero, quest: Quest) -> Text:
    """Dead, or how much is left; who plays is said."""
    if hero.is_dead:
        return DEAD
    left = WAITING(n=hero.body, m=body(hero).value)
    return left + Text(" · ", " · ") + NOW if quest.turn.hero == hero.key else left


def _figure(state: State, one: Figure, viewer: Viewer) -> sections.Figure:
    name, gm = figure_name(one), viewer.role == "gm"
    return sections.Figure(
        key=one.key,
        title=name,
        text=WHO_FELLED if one.is_down else profile(state, one),
        icon=one.monster or "monster",
        opponent=one.monster,
        is_down=one.is_down,
        link=f"monsters/{one.monster}" if one.monster else None,
        track=_track(state, one, name, gm=gm),
        taps=_fellers(state, one, viewer) if one.is_down else _strikes(state, one) if gm else (),
        away=as_tap(monsters.RemoveMonster(figure=one.key), AWAY(m=name)) if gm else None,
    )


def profile(state: State, one: Figure) -> Text:
    said = PROFILE(
        a=monsters.dice_of(one, "attack"),
        d=monsters.dice_of(one, "defence"),
        m=monsters.dice_of(one, "movement"),
        x=xp_of(state, one),
    )
    more = (*((same(one.ability),) if one.ability else ()), *(EFFECTS[effect] for effect in one.effects))
    for text in more:
        said = said + Text(" · ", " · ") + text
    return said


def _track(state: State, one: Figure, name: Text, *, gm: bool) -> Track:
    def to(now: int) -> Any:
        by = now - one.body
        label = STEP(m=name, by=signed(by))
        return tap(state, monsters.change_monster, monsters.ChangeMonster(figure=one.key, by=by), label)

    most = monsters.body_of(one)
    few = most <= MARKS_MOST
    points = (to(at if at < one.body else at + 1) for at in range(most))
    return Track(
        key=f"monster.{one.key}",
        label=BODY,
        now=one.body,
        most=most,
        icon="body",
        tone="body",
        points=tuple(filter(None, points)) if gm and few else (),
        down=to(one.body - 1) if gm and not few else None,
        up=to(one.body + 1) if gm and not few else None,
    )


def _fellers(state: State, one: Figure, viewer: Viewer) -> tuple[Any, ...]:
    """One tap for each hero who may have brought it down."""
    found = (
        tap(
            state,
            crediting.slay,
            crediting.SlayMonster(hero=hero.key, figure=one.key),
            same(hero.name),
            icon=icon_of(hero),
        )
        for hero in in_order(state)
        if viewer.may_act_for(hero.key)
    )
    return tuple(one for one in found if one)


def _strikes(state: State, one: Figure) -> tuple[Any, ...]:
    """One tap for each hero it may attack."""
    found = (
        tap(
            state,
            monster_blows.monster_attack,
            monster_blows.MonsterAttack(figure=one.key, target=hero.key),
            STRIKES(h=hero.name),
            icon=icon_of(hero),
        )
        for hero in in_order(state)
    )
    return tuple(one for one in found if one)


def picker(state: State) -> Cards:
    cards = tuple(
        Card(
            key=row.key,
            title=row.name,
            state="ready",
            icon=row.key,
            link=f"monsters/{row.key}",
            tap=tap(state, monsters.place_monsters, monsters.PlaceMonsters(monster=row.key), row.name),
        )
        for row in BOOK.monsters.values()
    )
    return Cards(key="place", title=PLACE_MONSTERS, cards=cards, picker=True)


def room_table(places: Places) -> Table:
    kinds = {True: Text("couloir", "corridor"), False: Text("salle", "room")}
    rows = tuple(
        (same(room.name), kinds[room.corridor], _room_state(room.searched, room.safe))
        for room in places.rooms.values()
    )
    return Table(key="rooms", title=ROOMS, columns=(NAME, KIND, STATE), rows=rows)


def _room_state(searched: bool, safe: bool) -> Text:
    found = tuple(text for is_so, text in ((searched, SEARCHED), (safe, SAFE)) if is_so)
    return listed(found) if found else NONE


def things_list(state: State) -> Listing:
    lines = tuple(
        Line(
            label=thing_text(one),
            detail=room_name(state, one.room),
            icon="chest" if one.what in ("chest", "loot") else "trap",
        )
        for one in state.places.things
    )
    return Listing(key="things", title=LYING, lines=lines)


def house_lines(state: State) -> tuple[Listing, ...]:
    """The house rules that differ from the book."""
    if not state.house:
        return ()
    lines = tuple(
        Line(
            label=HOUSE_RULES[key].label,
            detail=INSTEAD(
                value=shown(HOUSE_RULES[key], value),
                default=shown(HOUSE_RULES[key], HOUSE_RULES[key].default),
            ),
        )
        for key, value in state.house.items()
    )
    return (Listing(key="house_rules", title=HOUSE, place="more", lines=lines),)


def facts(state: State) -> dict[str, Any]:
    """Plain values for programs."""
    quest = state.quest
    return {
        "is_open": quest is not None,
        "quests": state.quests,
        "quest": {
            "name": quest.name,
            "round": quest.round,
            "turn": quest.turn.hero,
            "acted": quest.turn.acted,
            "moved": quest.turn.moved,
            "heroes": list(quest.heroes),
        }
        if quest
        else None,
        "rooms": [{"key": key, **msgspec.to_builtins(room)} for key, room in state.places.rooms.items()],
        "things": [msgspec.to_builtins(one) for one in state.places.things],
        "monsters": [
            {
                "key": one.key,
                "monster": one.monster,
                "name": msgspec.to_builtins(figure_name(one)),
                "body": one.body,
                "effects": list(one.effects),
                "ability": one.ability,
            }
            for one in state.places.figures
        ],
        "house_rules": dict(state.house),
    }
