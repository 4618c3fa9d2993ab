"""Figures and the past, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.access import enter
from campaigns.api import documented
from campaigns.api.past import history_answer
from campaigns.api.reading import whole_number
from campaigns.api.shapes import (
    DayAnswer,
    FacesAnswer,
    FiguresAnswer,
    LuckAnswer,
    MomentAnswer,
    PastAnswer,
    PastHeroAnswer,
    PictureAnswer,
    SeriesAnswer,
)
from campaigns.localising import localised
from campaigns.pictures.dice import Faces, Line
from campaigns.pictures.measures import Picture
from campaigns.pictures.pages import FiguresPage, figures_page, hero_figures_page
from campaigns.pictures.past import Moment, moment
from campaigns.pictures.timeline import Day
from rules.kernel.sections import Change, changes


class Figures(APIView):
    @documented.figures
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        return Response(localised(answer(figures_page(entrance, whole_number(request, "before")))))


class HeroFigures(APIView):
    @documented.hero_figures
    def get(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        entrance = enter(request.user, campaign_id)
        page = hero_figures_page(entrance, hero, whole_number(request, "before"))
        if page is None:
            raise Http404
        return Response(localised(answer(page)))


class Past(APIView):
    @documented.past
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        at, other = whole_number(request, "at"), whole_number(request, "and")
        latest = entrance.campaign.version
        then = moment(entrance, latest if at is None else min(at, latest))
        also = None if other is None else moment(entrance, min(other, latest))
        found = PastAnswer(
            at=_moment(then),
            other=None if also is None else _moment(also),
            changes=tuple(_changes(then, also)) if also else (),
        )
        return Response(localised(found))


def answer(page: FiguresPage) -> FiguresAnswer:
    return FiguresAnswer(
        pictures=tuple(map(_picture, page.pictures)),
        luck_of_heroes=tuple(map(_luck, page.dice.heroes)),
        luck_of_hands=tuple(map(_luck, page.dice.hands)),
        faces=tuple(map(_faces, page.dice.faces)),
        timeline=tuple(map(_day, page.timeline.days)),
    )


def _picture(picture: Picture) -> PictureAnswer:
    measure, grid = picture.measure, picture.chart.grid
    series = tuple(SeriesAnswer(name=one.name, values=one.values) for one in grid.series)
    return PictureAnswer(
        what=measure.what, title=measure.title, drawn=measure.drawn, columns=grid.columns, series=series
    )


def _luck(line: Line) -> LuckAnswer:
    luck = line.luck
    return LuckAnswer(
        name=line.name,
        origin=line.origin,
        throws=luck.throws,
        score=luck.score,
        expected=round(luck.expected, 4),
        beaten=round(luck.beaten, 6),
        verdict=luck.verdict,
    )


def _faces(faces: Faces) -> FacesAnswer:
    fell, fairness = {face.key: face.times for face in faces.faces}, faces.fairness
    return FacesAnswer(
        die=faces.key, origin=faces.origin, faces=fell, throws=fairness.throws, chance=fairness.chance
    )


def _day(day: Day) -> DayAnswer:
    return DayAnswer(seq=day.seq, at=day.at, hero=day.hero, name=day.name, label=day.label, result=day.result)


def _moment(found: Moment) -> MomentAnswer:
    act = None if found.line is None else history_answer(found.line)
    return MomentAnswer(seq=found.seq, act=act, heroes=tuple(_heroes(found)))


def _heroes(found: Moment) -> Iterable[PastHeroAnswer]:
    for sheet in found.sheets.values():
        yield PastHeroAnswer(
            key=sheet.key,
            name=sheet.name,
            subtitle=sheet.subtitle,
            icon=sheet.icon,
            badges=sheet.badges,
            sections=sheet.sections,
        )


def _changes(then: Moment, also: Moment) -> Iterable[Change]:
    for key, sheet in also.sheets.items():
        yield from changes(then.sheets.get(key), sheet)
