"""What happens in a round, and how it is told (§7)."""

from __future__ import annotations

from rules.kernel.messages import Event
from rules.kernel.text import Text, counted
from rules.six_elements.state import Counts, Place
from rules.six_elements.state import Side as Camp

DAMAGE = Text("dégât", "damage"), Text("dégâts", "damage")


class BlowThrown(Event, frozen=True, tag="blow_thrown"):
    """A hero's dice for an attack or a defence; in defence `against` is the monster's total, from `foe_faces`."""

    hero: str
    hero_name: str
    use: str
    faces: tuple[int, ...]
    foe: str
    monster: str
    monster_name: Text
    skill: str = ""
    skill_name: Text | None = None
    mana: int = 0
    free: int = 0
    tokens: Counts = {}
    against: int = 0
    foe_faces: tuple[int, ...] = ()
    foe_mana: int = 0
    foe_tokens: Counts = {}


class RoundFought(Event, frozen=True, tag="round_fought"):
    """The two totals and what they led to, as differences; `idle`: the attacker was stunned. `burnt` went to fire and poison."""

    hero: str
    hero_name: str
    foe: str
    monster: str
    monster_name: Text
    attacker: Camp
    attack: int
    defence: int
    damage: int
    idle: bool = False
    foe_faces: tuple[int, ...] = ()
    body: int = 0
    mana: int = 0
    tokens: Counts = {}
    burnt: int = 0
    wounds: int = 0
    foe_mana: int = 0
    foe_tokens: Counts = {}
    foe_burnt: int = 0


class FightEnded(Event, frozen=True, tag="fight_ended"):
    """What fire was left burns out (§8); who fled stands elsewhere."""

    hero: str
    hero_name: str
    foe: str
    monster: str
    monster_name: Text
    burnt: int = 0
    tokens: Counts = {}
    foe_burnt: int = 0
    foe_tokens: Counts = {}
    fled: bool = False
    place: Place | None = None
    where: Text | None = None


def faces_text(faces: tuple[int, ...]) -> str:
    return " + ".join(map(str, faces)) or "0"


def tell_thrown(event: BlowThrown) -> Text:
    card = event.skill_name or Text("sans carte", "without a card")
    if event.use == "attack":
        return Text(
            "{hero} attaque {monster} ({card}) : {faces}.", "{hero} attacks {monster} ({card}): {faces}."
        )(hero=event.hero_name, monster=event.monster_name, card=card, faces=faces_text(event.faces))
    return Text(
        "{monster} attaque à {n} ; {hero} se défend ({card}) : {faces}.",
        "{monster} attacks for {n}; {hero} defends ({card}): {faces}.",
    )(
        hero=event.hero_name,
        monster=event.monster_name,
        card=card,
        n=event.against,
        faces=faces_text(event.faces),
    )


def tell_round(event: RoundFought) -> Text:
    one, other = Text(event.hero_name, event.hero_name), event.monster_name
    if event.attacker == "foe":
        one, other = other, one
    stop = _stop(event.hero_name, event.burnt, event.monster_name, event.foe_burnt)
    if event.idle:
        sentence = Text("{one}, étourdi, n’attaque pas", "{one}, stunned, does not attack")(one=one)
    else:
        sentence = Text(
            "{one} frappe {other} : {a} contre {d}, {n}",
            "{one} strikes {other}: {a} against {d}, {n}",
        )(one=one, other=other, a=event.attack, d=event.defence, n=counted(event.damage, *DAMAGE))
    return sentence + stop


def tell_ended(event: FightEnded) -> Text:
    stop = _stop(event.hero_name, event.burnt, event.monster_name, event.foe_burnt)
    if event.fled and event.where:
        return (
            Text("{hero} fuit vers {place}", "{hero} flees to {place}")(
                hero=event.hero_name, place=event.where
            )
            + stop
        )
    over = Text("Le combat contre {monster} prend fin", "The fight with {monster} is over")
    return over(monster=event.monster_name) + stop


def _stop(hero: str, burnt: int, monster: Text, foe_burnt: int) -> Text:
    """The end of a sentence: what fire and poison took, and the full stop."""
    end = Text(".", ".")
    for who, number in ((monster, foe_burnt), (Text(hero, hero), burnt)):
        if number:
            end = Text(" ; {who} −{n} (jetons)", "; {who} −{n} (tokens)")(who=who, n=number) + end
    return end
