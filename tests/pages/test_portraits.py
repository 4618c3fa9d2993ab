"""A hero gets a face: whatever is sent becomes two small squares of ours, and nothing else of it is kept."""

import hashlib
import io
import json
import zlib
from base64 import b64encode
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from campaigns.models import Campaign, Portrait
from campaigns.portraits import keeping, sending
from campaigns.portraits.pictures import LARGE, MOST_BYTES, SMALL, Crop, PictureRefused, picture_of
from campaigns.purge import purge_campaign
from campaigns.transfer.exporting import pieces
from campaigns.transfer.importing import import_campaign
from tasks import pdf
from tests.conftest import program

RED, BLUE = (200, 20, 20), (20, 20, 200)


def encoded(image, kind="PNG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def halves(mode="RGB", size=(200, 100)):
    """Red on the left, blue on the right."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    return image.convert(mode)


def opened(content):
    return Image.open(io.BytesIO(content))


def is_red(pixel):
    return pixel[0] > 150 > pixel[2]


def sent(content, name="face.png", **fields):
    return {"file": SimpleUploadedFile(name, content, content_type="image/png"), **fields}


@pytest.fixture
def url(sheet):
    return f"{sheet}portrait/"


@pytest.fixture
def api(base, hero):
    return f"/api/v1{base}heroes/{hero}/portrait/"


def current(group):
    return Portrait.objects.get(campaign=group.campaign, is_current=True)


def picture_in(page):
    text = page.content.decode()
    start = text.index('<img class="face')
    return text[text.index('src="', start) + 5 :].split('"')[0]


# What is kept


def test_a_picture_becomes_two_squares_that_everybody_sees(url, sheet, base, player_client, gm_client):
    assert player_client.post(url, sent(encoded(halves()))).status_code == 303
    shown = picture_in(gm_client.get(sheet))
    assert shown == picture_in(gm_client.get(f"{base}heroes/")) == picture_in(gm_client.get(base))
    small, large = (gm_client.get(shown.replace("/96/", f"/{side}/")) for side in (SMALL, LARGE))
    assert [opened(one.content).size for one in (small, large)] == [(96, 96), (384, 384)]
    assert small["Content-Type"] == "image/webp"
    assert small["X-Content-Type-Options"] == "nosniff"
    assert small["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "default-src 'none'" in small["Content-Security-Policy"]
    assert "Cookie" in small["Vary"]


@pytest.mark.parametrize(("x", "is_it"), [("0", True), ("100", False)])
def test_the_square_is_cut_where_it_was_chosen(url, group, player_client, x, is_it):
    player_client.post(url, sent(encoded(halves()), x=x, y="0", zoom="200"))
    assert is_red(opened(bytes(current(group).large)).getpixel((300, 100))) is is_it


def test_a_photograph_stands_upright_and_tells_nothing_of_where_it_was_taken():
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Camera of Merin"
    exif.get_ifd(0x8825)[1] = "N"
    content = encoded(halves(), "JPEG", exif=exif, comment=b"at home", icc_profile=b"profile")
    assert b"Camera of Merin" in content
    top = picture_of(content, Crop(50, 0, 100))
    bottom = picture_of(content, Crop(50, 100, 100))
    assert is_red(opened(top.large).getpixel((50, 50)))
    assert not is_red(opened(bottom.large).getpixel((50, 350)))
    for one in (top.large, top.small):
        assert not opened(one).getexif()
        assert not {"exif", "xmp", "icc_profile", "comment"} & opened(one).info.keys()
        assert not any(word in one for word in (b"Camera", b"home", b"EXIF", b"ICCP"))


MODES = {
    "grey": encoded(halves("L")),
    "black and white": encoded(halves("1")),
    "a palette with a hole": encoded(halves().quantize(8), transparency=0),
    "half transparent": encoded(halves("RGBA")),
    "CMYK": encoded(halves("CMYK"), "JPEG"),
    "sixteen bits": encoded(Image.new("I;16", (64, 64), 40_000)),
    "an animation": encoded(
        halves("P"), "GIF", save_all=True, append_images=[Image.new("P", (200, 100))] * 4
    ),
    "WebP that moves": encoded(halves(), "WEBP", save_all=True, append_images=[Image.new("RGB", (200, 100))]),
    "a large photograph": encoded(Image.new("RGB", (9000, 6000), RED), "JPEG"),
}


@pytest.mark.parametrize("name", MODES)
def test_every_kind_of_picture_is_read(name):
    picture = picture_of(MODES[name])
    for content, side in ((picture.large, LARGE), (picture.small, SMALL)):
        image = opened(content)
        assert (image.format, image.mode, image.size) == ("WEBP", "RGB", (side, side))
        assert getattr(image, "n_frames", 1) == 1


def test_sixteen_bits_keep_their_brightness():
    low, high, _ = opened(picture_of(MODES["sixteen bits"]).large).getpixel((9, 9))
    assert 140 < low < 170
    assert 140 < high < 170


# What is not


def chunk(name, content):
    return len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")


def bomb(width, height):
    """A PNG that says it is so large, in a few bytes."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 10_000_000))
        + chunk(b"IEND", b"")
    )


REFUSED = {
    "a page": (b"<!doctype html><script>alert(1)</script>", "no_picture"),
    "a page that says it is a PNG": (b"\x89PNG\r\n\x1a\n<script>alert(1)</script>", "no_picture"),
    "a drawing with script": (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "no_picture"),
    "a PNG cut short": (encoded(Image.effect_noise((300, 300), 90))[:2000], "no_picture"),
    "a photograph cut short": (encoded(halves(size=(900, 900)), "JPEG")[:700], "no_picture"),
    "a TIFF": (encoded(halves(), "TIFF"), "no_picture"),
    "a PDF": (encoded(halves(), "PDF"), "no_picture"),
    "a bomb": (bomb(19_999, 19_999), "too_many_pixels"),
    "a thread": (bomb(1, 4_000_000), "too_many_pixels"),
    "a bomb of text": (
        encoded(halves())[:33]
        + chunk(b"zTXt", b"k\0\0" + zlib.compress(b"x" * 80_000_000))
        + encoded(halves())[33:],
        "no_picture",
    ),
    "a grain": (encoded(halves(size=(8, 8))), "too_small"),
    "a book": (b"\x89PNG\r\n\x1a\n" + b"\0" * MOST_BYTES, "too_large"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_is_refused_by_name(name):
    content, code = REFUSED[name]
    with pytest.raises(PictureRefused) as refused:
        picture_of(content)
    assert refused.value.code == code


@pytest.mark.parametrize("name", ["a PNG cut short", "a photograph cut short", "a bomb of text"])
def test_a_process_that_makes_pdfs_refuses_them_as_well(name):
    """WeasyPrint asks Pillow, for the whole process, to fill up what is missing."""
    pdf.only_static_files()
    with pytest.raises(PictureRefused):
        picture_of(REFUSED[name][0])


@pytest.mark.parametrize("name", ["a page that says it is a PNG", "a bomb", "a PNG cut short"])
def test_a_refused_file_is_said_on_the_page_and_nothing_is_kept(url, group, player_client, name):
    answer = player_client.post(url, sent(REFUSED[name][0], zoom="150"))
    assert answer.status_code == 422
    assert 'id="refused"' in answer.content.decode()
    assert 'value="150"' in answer.content.decode()
    assert not Portrait.objects.filter(campaign=group.campaign).exists()


def test_nothing_and_an_empty_file_are_asked_for_again(url, player_client):
    assert player_client.post(url, {}).status_code == 422
    assert player_client.post(url, sent(b"")).status_code == 422


def test_fifty_megabytes_are_not_even_read(url, player_client):
    answer = player_client.post(url, sent(b"\0" * 50 * 1024 * 1024))
    assert answer.status_code == 413


def test_what_is_hidden_behind_a_picture_stays_behind():
    tail = b"PK\x03\x04<script>alert(1)</script>"
    picture = picture_of(encoded(halves()) + tail)
    assert b"script" not in picture.large + picture.small


@pytest.mark.parametrize(
    ("field", "value"), [("x", "101"), ("y", "-1"), ("zoom", "99"), ("zoom", "٣٠٠"), ("x", "middle")]
)
def test_a_square_that_is_none_is_refused(url, player_client, field, value):
    answer = player_client.post(url, sent(encoded(halves()), **{field: value}))
    assert answer.status_code == 400
    assert 'id="refused"' in answer.content.decode()


def test_who_sends_very_many_waits(url, player_client, monkeypatch):
    monkeypatch.setattr(sending, "PICTURES", 1)
    assert player_client.post(url, sent(encoded(halves()))).status_code == 303
    assert player_client.post(url, sent(encoded(halves()))).status_code == 429


# Whose it is


def test_the_owner_and_the_game_master_may_and_nobody_else(
    url, group, gm_client, player_client, stranger_client, spectator_client, anonymous_client
):
    content = encoded(halves())
    clients = (gm_client, player_client, spectator_client, stranger_client, anonymous_client)
    assert [client.post(url, sent(content)).status_code for client in clients] == [303, 303, 403, 404, 302]


def test_strangers_get_no_picture_and_who_watches_does(
    url, sheet, player_client, stranger_client, spectator_client
):
    player_client.post(url, sent(encoded(halves())))
    shown = picture_in(player_client.get(sheet))
    assert stranger_client.get(shown).status_code == 404
    assert spectator_client.get(shown).status_code == 200
    assert spectator_client.get(shown.replace("/96/", "/97/")).status_code == 404


# One after the other


def test_a_new_one_makes_the_page_new(url, sheet, player_client, gm_client):
    etag = gm_client.get(sheet)["ETag"]
    player_client.post(url, sent(encoded(halves())))
    assert gm_client.get(sheet, headers={"if-none-match": etag}).status_code == 200


def test_the_last_three_before_it_can_be_brought_back(url, group, player_client, gm_client):
    for shade in range(5):
        player_client.post(url, sent(encoded(Image.new("RGB", (64, 64), (40 * shade, 0, 0)))))
    rows = list(keeping.portraits(group.campaign, current(group).hero))
    assert [row.is_current for row in rows] == [True, False, False, False]
    wanted = rows[2].digest
    assert wanted in player_client.get(url).content.decode()
    assert player_client.post(url, {"restore": wanted}).status_code == 303
    assert current(group).digest == wanted
    assert player_client.post(url, {"restore": "0" * 32}).status_code == 404


def test_removed_it_is_the_drawn_face_again_and_not_lost(url, sheet, group, player_client, spectator_client):
    player_client.post(url, sent(encoded(halves())))
    shown = picture_in(player_client.get(sheet))
    assert player_client.post(url, {"remove": "1"}).status_code == 303
    page = player_client.get(sheet).content.decode()
    assert "<img" not in page
    assert '<svg class="face is-drawn' in page
    assert Campaign.objects.get(pk=group.campaign.pk).faces == ""
    assert spectator_client.get(shown).status_code == 404
    assert player_client.get(shown).status_code == 200


def test_the_drawn_face_is_the_same_everywhere_and_another_for_others(base, group, gm_client):
    for _ in range(12):
        group.recruits(group.player)
    page = gm_client.get(f"{base}heroes/").content.decode()
    drawn = [
        part.split("</svg>")[0] for part in page.split("<svg class=")[1:] if '"face is-drawn' in part[:20]
    ]
    assert len(drawn) == 12
    assert len(set(drawn)) >= 9
    assert "style=" not in page


# By program, and in files


def test_a_program_sets_reads_brings_back_and_removes_it(api, base, hero, group):
    client = program(group.player)
    assert client.get(api).json() == {
        "hero": hero, "digest": None, "set_at": None, "small": None, "large": None, "earlier": [],
    }  # fmt: skip
    first = client.put(api, sent(encoded(halves()), zoom="120"), format="multipart").json()
    second = client.put(api, sent(encoded(Image.new("RGB", (64, 64), BLUE))), format="multipart").json()
    assert second["earlier"] == [first["digest"]]
    picture = client.get(second["large"], headers={"accept": "image/webp"})
    assert (picture["Content-Type"], opened(picture.content).size) == ("image/webp", (384, 384))
    assert client.put(api, {"digest": first["digest"]}, format="json").json()["digest"] == first["digest"]
    roster = client.get(f"/api/v1{base}heroes/").json()["results"]
    assert [one["portrait"] for one in roster if one["key"] == hero] == [first["digest"]]
    assert client.delete(api).status_code == 204
    assert client.get(api).json()["digest"] is None


def test_a_program_is_told_which_field_is_wrong(api, group):
    client = program(group.player)
    wrong = client.put(api, sent(REFUSED["a page"][0]), format="multipart")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no_picture")
    unknown = client.put(api, sent(encoded(halves()), angle="3"), format="multipart")
    assert unknown.status_code == 400
    assert "angle" in unknown.content.decode()


def test_a_campaigns_file_brings_every_portrait_along_as_it_is(url, group, gm, player_client):
    for colour in (RED, BLUE):
        player_client.post(url, sent(encoded(Image.new("RGB", (64, 64), colour))))
    content = b"".join(pieces(group.campaign.pk))
    copy = import_campaign(gm, io.BytesIO(content))
    names = ("hero", "digest", "is_current", "set_at", "large")
    rows = [list(Portrait.objects.filter(campaign=one).values_list(*names)) for one in (group.campaign, copy)]
    assert [[*row[:4], bytes(row[4])] for row in rows[0]] == [[*row[:4], bytes(row[4])] for row in rows[1]]
    assert Campaign.objects.get(pk=copy.pk).faces == Campaign.objects.get(pk=group.campaign.pk).faces != ""
    assert b"".join(pieces(copy.pk)).splitlines()[1:] == content.splitlines()[1:]


def test_who_was_never_recruited_after_all_does_not_spoil_the_file(url, hero, group, gm, player_client):
    player_client.post(url, sent(encoded(halves())))
    group.undoes(group.gm, 1)
    assert player_client.get(url).status_code == 404
    assert isinstance(import_campaign(gm, io.BytesIO(b"".join(pieces(group.campaign.pk)))), Campaign)
    group.undoes(group.gm, 2)
    assert player_client.get(url).status_code == 200


def test_a_file_of_before_there_were_portraits_is_read(group, hero, gm):
    first, rest = b"".join(pieces(group.campaign.pk)).split(b"\n", 1)
    plain = json.loads(first)
    del plain["portraits"], plain["signature"]
    old = json.dumps(plain | {"format_version": 1}).encode()
    assert isinstance(import_campaign(gm, io.BytesIO(old + b"\n" + rest)), Campaign)


def test_a_file_with_something_else_for_a_portrait_is_refused(url, group, gm, player_client):
    player_client.post(url, sent(encoded(halves())))
    *lines, last = b"".join(pieces(group.campaign.pk)).splitlines()
    for changed, code in (
        (b'{"picture": "PHN2Zz4="}', "other_picture"),
        (b'{"picture": "?"}', "other_picture"),
        (b"", "truncated"),
        (last + b"\n" + last, "too_many_acts"),
    ):
        content = b"\n".join([*lines, *([changed] if changed else [])]) + b"\n"
        outcome = import_campaign(gm, io.BytesIO(content))
        assert outcome.code == code
    assert Portrait.objects.count() == 1


def forged(group, content: bytes, *, times: int = 1, **changes) -> bytes:
    """The file of a campaign with another picture, `times` times with other bytes after it."""
    first, *entries = b"".join(pieces(group.campaign.pk)).splitlines()[: 1 + group.campaign.version]
    plain = json.loads(first)
    head, shown = plain["portraits"][0], [content + b"\0" * n for n in range(times)]
    plain["portraits"] = [
        head | {"digest": hashlib.sha256(one).hexdigest()[:32], "current": one is shown[0]} | changes
        for one in shown
    ]
    lines = [json.dumps({"picture": b64encode(one).decode()}).encode() for one in shown]
    return b"\n".join([json.dumps(plain).encode(), *entries, *lines]) + b"\n"


def test_two_files_of_one_picture_are_refused_as_one_too_many(url, group, gm, player_client):
    """Made anew they are the same to the byte."""
    player_client.post(url, sent(encoded(halves())))
    group.campaign.refresh_from_db()
    assert import_campaign(gm, io.BytesIO(forged(group, encoded(halves()), times=3))).status == 422


@pytest.mark.parametrize(
    "when", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "1583-01-01T00:00:00Z"]
)
def test_a_portrait_is_of_a_day_that_can_be_shown(url, group, gm, gm_client, player_client, when):
    player_client.post(url, sent(encoded(halves())))
    group.campaign.refresh_from_db()
    copy = import_campaign(gm, io.BytesIO(forged(group, encoded(halves()), set_at=when)))
    if isinstance(copy, Campaign):
        hero = Portrait.objects.get(campaign=copy).hero
        assert gm_client.get(f"/campaigns/{copy.pk}/heroes/{hero}/portrait/").status_code == 200
    else:
        assert copy.code == "portraits"


def test_a_file_is_no_place_for_large_pictures(url, group, gm, player_client):
    """Each would be decoded, and there may be a thousand."""
    player_client.post(url, sent(encoded(halves())))
    group.campaign.refresh_from_db()
    large = encoded(Image.new("RGB", (4400, 4400)))
    assert import_campaign(gm, io.BytesIO(forged(group, large))).code == "too_many_pixels"


@pytest.mark.parametrize("version", [10**19, 2**63, 10**30, -1])
def test_a_number_of_acts_beyond_all_bounds_is_refused(url, group, gm, player_client, version):
    player_client.post(url, sent(encoded(halves())))
    first, rest = b"".join(pieces(group.campaign.pk)).split(b"\n", 1)
    changed = json.dumps(json.loads(first) | {"version": version}).encode()
    assert import_campaign(gm, io.BytesIO(changed + b"\n" + rest)).status == 422


def test_a_heros_file_has_it_and_gives_it_to_another(url, sheet, group, player_client, gm_client):
    player_client.post(url, sent(encoded(halves())))
    file = player_client.get(f"{sheet}export/").content
    other = group.recruits(group.player)
    there = f"/campaigns/{group.campaign.id}/heroes/{other}/portrait/"
    assert gm_client.post(there, sent(file, "durin.questkeep-hero.json")).status_code == 303
    assert len(set(Portrait.objects.values_list("digest", flat=True))) == 1


def test_it_is_among_ones_own_data_and_goes_with_its_campaign(url, hero, group, player_client):
    player_client.post(url, sent(encoded(halves())))
    archive = player_client.get(reverse("account-archive"))
    names = ZipFile(io.BytesIO(b"".join(archive.streaming_content))).namelist()
    assert any(name.endswith(".webp") and hero in name for name in names)
    purge_campaign(group.campaign.pk)
    assert not Portrait.objects.exists()
