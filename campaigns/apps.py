from django.apps import AppConfig
from django.core import checks


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns.checks import ledger_is_guarded

        checks.register(ledger_is_guarded, checks.Tags.database)
