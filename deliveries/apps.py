from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    name = "deliveries"

    def ready(self) -> None:
        from deliveries import entries  # noqa: PLC0415  (models are there only now)
        from deliveries.webhooks import sending  # noqa: PLC0415

        entries.register()
        sending.register()
