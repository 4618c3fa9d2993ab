"""The account page: language, appearance, tokens."""

from dataclasses import asdict

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import LookForm, PreferencesForm, TokenForm
from accounts.look import Look, look_of, remember, remember_look
from accounts.models import Token, User

Context = dict[str, object]


def page(request: HttpRequest, status: int = 200, **changes: object) -> HttpResponse:
    """The account page, with forms or a new token in place of the fresh ones."""
    context: Context = {
        "preferences": PreferencesForm(instance=request.user),
        "token_form": TokenForm(),
        "own_address": reverse("account"),
        "tokens": Token.objects.filter(user=request.user.pk),
    }
    return render(request, "accounts/account.html", context | changes, status=status)


@login_required
@require_safe
def show_account(request: HttpRequest) -> HttpResponse:
    return page(request)


@login_required
@require_POST
def save_preferences(request: HttpRequest) -> HttpResponse:
    form = PreferencesForm(request.POST, instance=request.user)
    if not form.is_valid():
        return page(request, 422, preferences=form)
    user = form.save()
    with translation.override(user.language or translation.get_language()):
        messages.success(request, _("Saved."))
    response = remember(redirect("account"), settings.LANGUAGE_COOKIE_NAME, user.language)
    return remember_look(response, Look(user.theme, user.size))


@login_required
@require_POST
def create_token(request: HttpRequest) -> HttpResponse:
    """The only moment at which a token can be read."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return page(request, 422, token_form=form)
    chosen = {"name": form.cleaned_data["name"], "scopes": form.cleaned_data["scopes"]}
    _row, secret = Token.objects.create(user=request.user, expiry=form.expiry(), **chosen)
    response = page(request, 201, new_token=secret)
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_key: str) -> HttpResponse:
    get_object_or_404(Token, user=request.user.pk, token_key=token_key).delete()
    messages.success(request, _("The token no longer works."))
    return redirect("account")


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """The switch in the header: for the account where there is one, and in the cookie."""
    language = request.POST.get("language", "")
    response = redirect(way_back(request))
    if language not in dict(settings.LANGUAGES):
        return response
    if isinstance(request.user, User):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return remember(response, settings.LANGUAGE_COOKIE_NAME, language)


@require_http_methods(["GET", "HEAD", "POST"])
def appearance(request: HttpRequest) -> HttpResponse:
    """Light and size of type for anybody: kept in the account where there is one, and in this browser."""
    user = request.user if isinstance(request.user, User) else None
    sent = request.POST if request.method == "POST" else None
    form = LookForm(sent, instance=user, initial=asdict(look_of(request)))
    if request.method != "POST":
        return render(request, "accounts/appearance.html", {"form": form})
    if not form.is_valid():
        return render(request, "accounts/appearance.html", {"form": form}, status=422)
    if user is not None:
        form.save()
    messages.success(request, _("Saved."))
    chosen = {name: form.cleaned_data[name] for name in ("theme", "size")}
    return remember_look(redirect("appearance"), Look(**chosen))


def way_back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    is_ours = target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    return target if is_ours else "/"
