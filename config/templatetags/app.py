"""`{% app %}`: what makes the site one that can be installed."""

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.style.tokens import by_candle

register = template.Library()


@register.simple_tag
def app() -> SafeString:
    return format_html(
        '<link rel="manifest" href="{}" crossorigin="use-credentials"><link rel="apple-touch-icon" href="{}">'
        '<meta name="theme-color" content="{}">',
        reverse("manifest"),
        static("icons/any-180.png"),
        by_candle()["board"],
    )
