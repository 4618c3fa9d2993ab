"""What the containers are told, beside what the stack without containers is told. Nobody builds an image here."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from config.settings import BASE_DIR
from config.stack.parts import Ports, parts
from config.stack.proxy import INSIDE, STREAM, path_of
from jobs.running import PATIENCE as PATIENCE_OF_JOBS


def test_the_containers_are_told_what_the_settings_know() -> None:
    """Every variable that docker-compose.yml sets is one the site reads, and the documentation has it."""
    text = (BASE_DIR / "docker-compose.yml").read_text()
    read = (BASE_DIR / "config" / "settings.py").read_text()
    documented = (BASE_DIR / "CONTRIBUTING.md").read_text()
    block = text.split("environment: &environment\n", 1)[1].split("  depends_on:", 1)[0]
    names = [line.split(":", 1)[0].strip() for line in block.splitlines()]
    assert len(names) > 6
    for name in names:
        assert name in read or name == "SECRET_KEY"
        assert f"`{name}`" in documented
    assert (
        len(set(re.findall(r"\$\{(\w+):\?", text))) == text.count(":?") == 2
    )  # the two values that are required


COMPOSE = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = ("pages", "streams", "worker", "beat")
PLACES = ("--host", "--port", "--workers", "--concurrency", "--schedule")
"""Options that differ from place to place."""


def dockerfile(instruction: str) -> list[str]:
    lines = (BASE_DIR / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    return [line.removeprefix(instruction).strip() for line in lines if line.startswith(f"{instruction} ")]


def without_places(command: Iterable[str]) -> list[str]:
    words = list(command)
    return [word for before, word in zip(["", *words], words, strict=False) if not {before, word} & {*PLACES}]


@pytest.mark.parametrize("name", OURS)
def test_each_container_runs_what_the_stack_runs(name: str, tmp_path: Path) -> None:
    here = {part.name: part.command for part in parts(Ports(1, 2, 3), tmp_path, 2)}
    assert here.keys() == {*OURS}
    assert SERVICES.keys() == {*here, "postgres", "redis", "migrate", "proxy"}
    python, module, *command = here[name]
    assert (python, module) == (sys.executable, "-m")
    (default,) = dockerfile("CMD")
    there = SERVICES[name].get("command") or json.loads(default)
    assert without_places(there) == without_places(command)


@pytest.mark.parametrize("name", SERVICES)
def test_each_container_says_how_it_is_and_has_time_to_stop(name: str) -> None:
    service = SERVICES[name]
    is_ours = service.get("image") == "questkeep"
    check = service.get("healthcheck", {})
    if name == "migrate":  # it ends by itself
        assert service["restart"] == "no"
        return
    assert check.get("test") or (is_ours and dockerfile("HEALTHCHECK"))
    assert not check.get("disable")
    assert service["restart"] == "unless-stopped"
    if is_ours:
        assert int(service["stop_grace_period"].rstrip("s")) > PATIENCE_OF_JOBS + 3  # streams are given three
        assert service["cap_drop"] == ["ALL"]


def test_nobody_is_root_in_the_image_and_certificates_are_there() -> None:
    assert dockerfile("USER") == ["questkeep"]
    (setting_up,) = [line for line in dockerfile("RUN") if "useradd" in line]
    assert "ca-certificates" in setting_up
    uid = re.search(r"--uid (\d+)", setting_up)
    assert uid is not None
    assert f"uid={uid[1]}," in COMPOSE["volumes"]["metrics"]["driver_opts"]["o"]
    for path in (volume.split(":")[1] for volume in SERVICES["pages"]["volumes"]):
        assert re.search(rf"chown questkeep .*{path}\b", setting_up)


def asked(path: str) -> bytes:
    """What the proxy of the stack takes it for."""
    found = path_of(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert found is not None
    return found


def test_only_the_proxy_is_reached_from_outside_and_it_leads_to_no_figures() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    caddy = (BASE_DIR / "config" / "stack" / "Caddyfile").read_text()
    assert "@metrics path /metrics /metrics/*\n\trespond @metrics 404\n" in caddy
    (pattern,) = re.findall(r"path_regexp (\S+)", caddy)
    for path in ("/campaigns/7d/stream/", "/api/v1/campaigns/7d/stream/", "/campaigns/7d/", "/metrics/"):
        assert bool(re.search(pattern, path)) == bool(STREAM.fullmatch(asked(path)))
    for path in ("/metrics/", "/metrics", "//metrics/", "/metrics/?x=1", "/metrics%2F"):
        assert INSIDE.fullmatch(asked(path))
    for path in ("/", "/rulebooks/metrics/", "/metricsandmore/"):
        assert not INSIDE.fullmatch(asked(path))
