"""What allauth does otherwise here."""

from allauth.account.adapter import DefaultAccountAdapter


class Adapter(DefaultAccountAdapter):
    def is_safe_url(self, url: str) -> bool:
        """An address that cannot even be read leads nowhere."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
