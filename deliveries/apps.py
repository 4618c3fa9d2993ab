from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    name = "deliveries"

    def ready(self) -> None:
        from deliveries import entries  # noqa: PLC0415  (models are there only now)
        from deliveries.notices import digests, hearing  # noqa: PLC0415
        from deliveries.schedules import sending as scheduled  # noqa: PLC0415
        from deliveries.webhooks import sending  # noqa: PLC0415

        entries.register()
        sending.register()
        scheduled.register()
        hearing.register()
        digests.register()
