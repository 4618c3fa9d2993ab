from django.db import migrations

from campaigns import triggers


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_initial")]

    operations = [migrations.RunPython(triggers.forwards, triggers.backwards)]
