from django.urls import URLPattern, URLResolver, path

from campaigns.api import (
    acts,
    campaigns,
    documents,
    fights,
    people,
    pictures,
    rulebooks,
    stream,
    table,
    transfer,
)

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
DOCUMENT = f"{CAMPAIGN}documents/<uuid:document>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("rulesets/", rulebooks.Rulebooks.as_view(), name="api-rulesets"),
    path("rulesets/<slug:key>/", rulebooks.Rulebook.as_view(), name="api-ruleset"),
    path("rulesets/<slug:key>/odds/", rulebooks.Odds.as_view(), name="api-odds"),
    path("rulesets/<slug:key>/catalog/<slug:section>/", rulebooks.Section.as_view(), name="api-section"),
    path("campaigns/", campaigns.Campaigns.as_view(), name="api-campaigns"),
    path("campaigns/import/", transfer.Import.as_view(), name="api-import"),
    path("campaigns/deleted/", people.Deleted.as_view(), name="api-deleted"),
    path("invitations/<slug:token>/", people.Invited.as_view(), name="api-invited"),
    path("invitations/<slug:token>/accept/", people.Acceptance.as_view(), name="api-accept"),
    path(CAMPAIGN, campaigns.OneCampaign.as_view(), name="api-campaign"),
    path(f"{CAMPAIGN}seats/", campaigns.Seats.as_view(), name="api-seats"),
    path(f"{CAMPAIGN}seats/<slug:seat>/", people.OneSeat.as_view(), name="api-seat"),
    path(f"{CAMPAIGN}heroes/<str:hero>/seat/", people.HeroOwner.as_view(), name="api-hero-seat"),
    path(f"{CAMPAIGN}invitations/", people.Invitations.as_view(), name="api-invitations"),
    path(f"{CAMPAIGN}invitations/<uuid:invitation>/", people.OneInvitation.as_view(), name="api-invitation"),
    path(f"{CAMPAIGN}public-link/", people.PublicLink.as_view(), name="api-public-link"),
    path(f"{CAMPAIGN}restore/", people.Restoring.as_view(), name="api-restore"),
    path(f"{CAMPAIGN}documents/", documents.Documents.as_view(), name="api-documents"),
    path(DOCUMENT, documents.OneDocument.as_view(), name="api-document"),
    path(f"{DOCUMENT}restore/", documents.RestoreDocument.as_view(), name="api-document-restore"),
    path(f"{DOCUMENT}versions/", documents.Versions.as_view(), name="api-versions"),
    path(
        f"{DOCUMENT}versions/<int:number>/restore/",
        documents.RestoreVersion.as_view(),
        name="api-version-restore",
    ),
    path(f"{CAMPAIGN}hidden-rolls/", documents.HiddenRolls.as_view(), name="api-hidden-rolls"),
    path(f"{CAMPAIGN}notes/", documents.Notes.as_view(), name="api-notes"),
    path(f"{CAMPAIGN}export/", transfer.Export.as_view(), name="api-export"),
    path(f"{CAMPAIGN}stream/", stream.Stream.as_view(), name="api-stream"),
    path(f"{CAMPAIGN}figures/", pictures.Figures.as_view(), name="api-figures"),
    path(f"{CAMPAIGN}past/", pictures.Past.as_view(), name="api-past"),
    path(f"{CAMPAIGN}state/", table.State.as_view(), name="api-state"),
    path(f"{CAMPAIGN}odds/", fights.Room.as_view(), name="api-fights"),
    path(f"{CAMPAIGN}offers/", table.Offers.as_view(), name="api-offers"),
    path(f"{CAMPAIGN}acts/", acts.Acts.as_view(), name="api-acts"),
    path(f"{CAMPAIGN}acts/preview/", acts.PreviewOfAct.as_view(), name="api-preview"),
    path(f"{CAMPAIGN}acts/<int:seq>/", acts.OneAct.as_view(), name="api-act"),
    path(f"{CAMPAIGN}acts/<int:seq>/undo/", acts.UndoOfAct.as_view(), name="api-undo"),
]
