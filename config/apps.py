from django.apps import AppConfig

from config.logs import mask_servers


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        mask_servers()
        from config import nightly  # noqa: PLC0415  (models are there only now)

        nightly.register()
