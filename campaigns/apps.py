from django.apps import AppConfig
from django.core import checks

from campaigns.checks import ledger_is_guarded


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns.rebuilding import offer_rebuilds  # noqa: PLC0415  (models are ready only now)

        checks.register(ledger_is_guarded, checks.Tags.database)
        offer_rebuilds()
