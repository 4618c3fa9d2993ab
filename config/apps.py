from django.apps import AppConfig

from config.logs import mask_servers


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        mask_servers()
