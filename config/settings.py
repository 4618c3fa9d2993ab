"""All settings. The environment is read here and nowhere else; see CONTRIBUTING.md for the variables."""

import sys
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from config import environment as env
from config.logs import FORMATS, LEVELS, logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
TESTING = "pytest" in sys.modules

if not TESTING:
    environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.debug_in_private() and not TESTING
SECRET_KEY = "for tests only" if TESTING else env.secret_key(debug=DEBUG, folder=VAR_DIR)
HTTPS = env.flag("HTTPS", default=not (DEBUG or TESTING))
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", ["*"] if DEBUG else LOOPBACK)
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", [])
REDIS_URL = env.address("REDIS_URL", ("redis", "rediss"))
DATABASE_URL = env.address("DATABASE_URL", env.DATABASES) or "sqlite:///var/questkeep.sqlite3"
EMAIL_URL = env.address("EMAIL_URL", tuple(environ.Env.EMAIL_SCHEMES))

# Applications and the path of a request

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

INSTALLED_APPS = [
    "config",
    "accounts",
    "jobs",
    "campaigns",
    "deliveries",
    "characters",
    "tasks",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
]

MIDDLEWARE = [
    "config.requests.Watched",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.Private",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.compression.Pages",
    "config.middleware.BodyLimit",
    "config.middleware.Readable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.offline.Reader",
    "accounts.middleware.AccountLanguage",
    "accounts.middleware.Visitors",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.RefusedForms",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.WholePageSignIn",
    "config.middleware.FriendlyNotFound",
    "config.middleware.Busy",
    "config.guesses.Guesses",
    "config.fresh.Fresh",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.look.context",
            ],
        },
    }
]

# Data. No ATOMIC_REQUESTS: whoever only reads takes no write lock.

DATABASES = {"default": env.database(DATABASE_URL, base=BASE_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_MODULES = {"knox": None}  # its migrations would create a table beside accounts.Token

LOCAL_CACHE: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "OPTIONS": {"MAX_ENTRIES": 20_000},  # counters of guesses are not to be pushed out by a crowd
}
REDIS_CACHE: dict[str, Any] = {"BACKEND": "config.cache.ForgivingRedisCache", "LOCATION": REDIS_URL}
CACHES = {"default": REDIS_CACHE if REDIS_URL and not TESTING else LOCAL_CACHE}

# Streams: what tells other processes at once, and the seconds after which each looks for itself; of silence before a
# sign of life, when it is asked again who listens; and that a listener may take to receive something

LIVE_REDIS_URL = "" if TESTING else REDIS_URL
LIVE_LOOK = 3 if LIVE_REDIS_URL else 1
LIVE_BEAT = env.number("LIVE_BEAT", 15, least=1)
LIVE_SLOW = env.number("LIVE_SLOW", 30, least=1)

WEBHOOKS_TO_PRIVATE = env.flag("WEBHOOKS_TO_PRIVATE", default=False)
CELERY_IN_USE = bool(REDIS_URL) and not TESTING
CLOCK_OF_DATABASE = not TESTING  # tests travel in time, and the database does not
WORKER_IN_PROCESS = not (CELERY_IN_USE or TESTING)  # a thread of the server, which is then one process
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 0.5,
    "max_retries": 1,  # an act does not wait for a broker that is away
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_BEAT_SCHEDULE = {"sweep": {"task": "jobs.sweep", "schedule": 5.0}}
CELERY_TASK_ALWAYS_EAGER = TESTING
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

# A body larger than this is 413; files count towards the second number only.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
REQUEST_MAX_BYTES = 16 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("fr", "Français"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", "Europe/Paris")

# Static files. The storage is chosen here, once: hashed names only where they were collected.

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_DIR", str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
HASHED = {"BACKEND": "config.storage.HashedFiles"}
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": PLAIN if DEBUG or TESTING else HASHED,
}
if DEBUG or TESTING:
    STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise wants to see it
MEDIA_ROOT = VAR_DIR / "media"
NIGHTLY = env.flag("NIGHTLY", default=not TESTING)
RESULTS_DAYS = env.number("RESULTS_DAYS", 7, least=1)  # what long work has made is kept so long
BACKUP_DIR = Path(env.text("BACKUP_DIR", str(VAR_DIR / "backups")))
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (
    *Compressor.SKIP_COMPRESS_EXTENSIONS,
    "map",
)  # for developers, and large

# People

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["deliveries.notices.counting.Backend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
FAST_HASHER = "django.contrib.auth.hashers.MD5PasswordHasher"
PASSWORD_HASHERS = [FAST_HASHER] if TESTING else ["django.contrib.auth.hashers.Argon2PasswordHasher"]
PASSWORD_CHECKS = "django.contrib.auth.password_validation"  # noqa: S105
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{PASSWORD_CHECKS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{PASSWORD_CHECKS}.MinimumLengthValidator"},
    {"NAME": f"{PASSWORD_CHECKS}.CommonPasswordValidator"},
    {"NAME": f"{PASSWORD_CHECKS}.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "add_email": "accounts.forms.AddressForm",
    "reset_password": "accounts.forms.ForgottenForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "change_password": "accounts.forms.ChangeForm",
    "reauthenticate": "accounts.forms.AgainForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMAIL_URL else "none"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address that is known already is answered like any other
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Questkeep: "
LIMITS = {"sample": "6/h/ip"}
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = LIMITS if env.flag("RATE_LIMITS", default=not TESTING) else False
SAMPLES = env.number("SAMPLES", 200)  # campaigns that are tried without an account at any one time
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0)
SESSION_COOKIE_AGE = 90 * 24 * 3600
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Questkeep"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL  # without mail no address can ever be confirmed
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_FORMS = {
    "authenticate": "accounts.second_factor.SignInCodeForm",
    "reauthenticate": "accounts.second_factor.ConfirmCodeForm",
    "activate_totp": "accounts.second_factor.AppForm",
    "authenticate_webauthn": "accounts.second_factor.SignInKeyForm",
    "reauthenticate_webauthn": "accounts.second_factor.ConfirmKeyForm",
    "add_webauthn": "accounts.second_factor.AddKeyForm",
    "edit_webauthn": "accounts.second_factor.RenameKeyForm",
}

# Mail: without EMAIL_URL it is printed by the server, where whoever hosts it can read a reset link.

vars().update(environ.Env.email_url_config(EMAIL_URL or "consolemail://"))
SITE_URL = env.site_url(HTTPS, ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS)  # what links in mails begin with
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "Questkeep <questkeep@localhost>")

# Security

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.errors.stale_form"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)/$"]  # asked from within, by plain http
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
X_FRAME_OPTIONS = "DENY"
# The domain's other sites are not ours to bind: no HSTS for subdomains (W005), no preload list (W021). Whether the key
# is good enough is asked at every start (W009).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W009", "security.W021"]
# Links that open nothing, and the seconds they may be tried in, per place.
GUESSES = (20 if not TESTING else 10**6, 600)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# The API

THROTTLE = (300, 10)  # requests, and the seconds they may come in, per person
TOKEN_THROTTLE = (240, 10)  # the same for each of their tokens, so that one leaves the others some
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.BearerToken",  # first, so that anonymous is 401
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "accounts.permissions.TokenScope",
    ],
    "DEFAULT_PARSER_CLASSES": ["config.api.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "config.api.Pages",
    "DEFAULT_THROTTLE_CLASSES": [] if TESTING else ["config.api.PersonThrottle", "config.api.TokenThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.problems.answer_exception",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "PAGE_SIZE": 50,
}
KNOX_TOKEN_MODEL = "accounts.Token"  # noqa: S105
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "qk_", "TOKEN_TTL": None}
SPECTACULAR_SETTINGS = {
    "TITLE": "Questkeep",
    "DESCRIPTION": "Campaigns of dungeon-crawler groups, by program. Errors are `application/problem+json`.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "deliveries.schema.add",
        "tasks.schema.add",
        "campaigns.api.components.add",
        "config.schema.declare_problems",
    ],
}

# Figures for Prometheus, for whoever has the token. Several processes share a folder of them.

METRICS_TOKEN = "" if TESTING else env.token("METRICS_TOKEN")
METRICS_DIR = Path(env.text("METRICS_DIR", str(VAR_DIR / "metrics")))
METRICS_SHARED = bool(METRICS_TOKEN and CELERY_IN_USE)

# Logs

LOG_FORMAT = env.one_of("LOG_FORMAT", tuple(FORMATS))
LOGGING = logging_config(LOG_FORMAT, env.one_of("LOG_LEVEL", LEVELS))
