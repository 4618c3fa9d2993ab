"""A person, and the tokens their programs use."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class Theme(models.TextChoices):
    SYSTEM = "", _("As the device")
    DARK = "dark", _("Dark")
    LIGHT = "light", _("Light")


class Size(models.TextChoices):
    SYSTEM = "", _("As the device")
    LARGE = "large", _("Large")


class User(AbstractUser):
    """Empty language, theme or size: as the browser asks. `sample_until`: a visitor who tries a sample without an account,
    and who goes with it then.
    """

    language = models.CharField(_("language"), max_length=5, blank=True, choices=settings.LANGUAGES)
    theme = models.CharField(_("theme"), max_length=5, blank=True, choices=Theme.choices)
    size = models.CharField(_("size of the type"), max_length=5, blank=True, choices=Size.choices)
    sample_until = models.DateTimeField(null=True, blank=True, db_index=True, editable=False)

    @property
    def is_visitor(self) -> bool:
        return self.sample_until is not None


class Scopes(models.TextChoices):
    """What a token may do. The values are the scopes themselves, separated by spaces."""

    READ = "read", _("Read only")
    READ_WRITE = "read write", _("Read and change")


class Token(AbstractAuthToken):
    """A key for a program: only its hash is kept, it may expire, it may be limited to reading."""

    name = models.CharField(_("name"), max_length=60)
    scopes = models.CharField(_("rights"), max_length=20, choices=Scopes.choices, default=Scopes.READ)

    class Meta:
        ordering = ["-created"]

    def allows(self, scope: str) -> bool:
        return scope in self.scopes.split()
