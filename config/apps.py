from django.apps import AppConfig
from django.core.signals import request_finished

from config.logs import mask_servers
from jobs import about


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        mask_servers()
        from config import nightly  # noqa: PLC0415  (models are there only now)

        nightly.register()
        request_finished.connect(about.forget)
