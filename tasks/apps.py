from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"

    def ready(self) -> None:
        from tasks import working  # noqa: PLC0415  (models are there only now)

        working.register()
