"""Mail: an address that its owner confirms, games that wait at most twice a day, and links to sign in."""

import re
import time

import pytest
from commands import call
from mail_servers import MailServer
from servers import PASSWORD, sign_up, signed_in_long_ago

from ludoteca.web.mail import BadAddress, checked_address

QUICK = "import ludoteca.web.storage.notices as n; n.WAIT_MS, n.DIGEST_MS, n.BETWEEN_MS = 300, 500, 6000"
SITE = "https://play.example.org"
QUIET_S = 3.0  # in which a mail would have come
ADDRESS = "ann@example.org"


@pytest.fixture
def post():
    running = MailServer()
    yield running
    running.close()


@pytest.fixture
def site(new_server, post):
    given = {"smtp": post.address, "mail_from": "games@example.org", "public_url": SITE}
    return new_server(prelude=QUICK, **given).wait_until_ready().with_games("gekitai")


def member(site, name):
    """Cookies of this site are for https, which there is none of here."""
    client = site.client()
    sign_up(site, name, client=client)
    for cookie in client.http.cookies.jar:
        cookie.secure = False
    return client


def text_of(mail):
    return mail.get_content().replace("\r\n", "\n")


def path_in(mail, start):
    """The address of a page in a mail."""
    return re.search(rf"{re.escape(SITE)}({start}\S*)", text_of(mail))[1]


def confirmed(client, post, address=ADDRESS):
    count = len(post.mails)
    assert client.http.post("/settings/mail", data={"address": address}).status_code == 200
    path = path_in(post.wait(count + 1), "/mail/confirm/")
    assert client.http.post(path).status_code == 200


def begun_with(client, site):
    """A game that somebody else begins with a client, who then leaves."""
    other = site.client()
    begun = other.begin("gekitai", opponent="friend")
    for cookie in other.http.cookies.jar:
        cookie.secure = False
    client.accept(begun["id"], begun["tokens"][1])
    for cookie in client.http.cookies.jar:
        cookie.secure = False
    with client.open(begun["id"]) as socket:
        assert socket.until("snapshot")["you"] == 1
    return other, begun["id"]


def play(other, game, text="c3", ply=0):
    answer = other.http.post(f"/api/v1/games/{game}/moves", json={"ply": ply, "text": text})
    assert answer.status_code == 200, answer.text


def waits_for(client, site, plies=("c3",)):
    """A game in which it is the turn of a client who is not there."""
    other, game = begun_with(client, site)
    for ply, text in enumerate(plies):
        play(other, game, text, ply)
    return game


@pytest.mark.parametrize(
    "text",
    ["", "ann", "ann@", "@b.org", "ann@b", "a b@c.org", "a@b.org\nBcc: c@d.org", "a@b.org, c@d.org", "a..b@c.org"],
)
def test_what_is_no_address_is_refused(text):
    with pytest.raises(BadAddress):
        checked_address(text)


def test_an_address_counts_once_its_owner_has_opened_the_link(site, post):
    ann = member(site, "Ann")
    answer = ann.http.post("/settings/mail", data={"address": "Ann@Example.org"})
    assert "Open the link in the email that was sent to ann@example.org." in answer.text
    mail = post.wait()
    assert (mail["To"], mail["From"]) == (ADDRESS, "Ludoteca <games@example.org>")
    path = path_in(mail, "/mail/confirm/")
    stranger = site.client()
    assert "Confirm" in stranger.http.get(path).text  # opening it does nothing yet
    assert ann.http.get("/account/data.json").json()["notices"]["mail"]["address"] is None
    assert stranger.http.post(path).status_code == 200
    found = ann.http.get("/account/data.json").json()["notices"]["mail"]
    assert found == {"address": ADDRESS, "unconfirmed": None, "digest": True}
    ann.http.post("/settings/mail", data={"address": "other@example.org"})
    other = path_in(post.wait(2), "/mail/confirm/")
    ann.http.post("/settings/mail", data={"address": "third@example.org"})
    post.wait(3)
    assert stranger.http.post(other).status_code == 404  # it is no longer wanted
    assert stranger.http.post(path[:-3]).status_code == 404
    ann.http.post("/settings/mail/remove")
    assert ann.http.get("/account/data.json").json()["notices"]["mail"] is None


def test_games_that_wait_come_in_one_mail_and_no_more_for_half_a_day(site, post):
    ann = member(site, "Ann")
    confirmed(ann, post)
    begun = [begun_with(ann, site) for _ in range(2)]
    for other, game in begun:  # one right after the other, so that one mail has both
        play(other, game)
    mail = post.wait(2)
    time.sleep(QUIET_S)
    assert len(post.mails) == 2
    assert mail["Subject"] == "2 games waiting for your move"
    assert all(f"Gekitai against Guest\n{SITE}/game/{game}" in text_of(mail) for _, game in begun)
    waits_for(ann, site)
    time.sleep(QUIET_S / 2)
    assert len(post.mails) == 2  # half a day, which is six seconds here, has not passed
    assert post.wait(3)["Subject"] == "3 games waiting for your move"


def test_the_link_in_a_mail_ends_it_without_signing_in_and_so_does_a_mail_program(site, post):
    ann = member(site, "Ann")
    confirmed(ann, post)
    waits_for(ann, site)
    mail = post.wait(2)
    path = path_in(mail, "/mail/stop/")
    assert mail["List-Unsubscribe"] == f"<{SITE}{path}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = site.client()
    assert "Stop email reminders" in stranger.http.get(path).text
    assert ann.http.get("/account/data.json").json()["notices"]["mail"]["digest"] is True
    assert stranger.http.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ann.http.get("/account/data.json").json()["notices"]["mail"]["digest"] is False
    assert stranger.http.post(path[:-2] + "xx").status_code == 404
    time.sleep(6.0)
    waits_for(ann, site)
    time.sleep(QUIET_S)
    assert len(post.mails) == 2


def test_whoever_has_seen_the_move_and_leaves_is_reminded(site, post):
    ann = member(site, "Ann")
    confirmed(ann, post)
    game = waits_for(ann, site, plies=())
    with ann.open(game) as board:
        board.until("snapshot")
        site.clients[-1].http.post(f"/api/v1/games/{game}/moves", json={"ply": 0, "text": "c3"})
        board.until("move")
    assert post.wait(2)["Subject"] == "1 game waiting for your move"


def test_whoever_moves_in_time_gets_no_mail(site, post):
    ann = member(site, "Ann")
    confirmed(ann, post)
    game = waits_for(ann, site)
    assert ann.http.post(f"/api/v1/games/{game}/moves", json={"ply": 1, "text": "d4"}).status_code == 200
    time.sleep(QUIET_S)
    assert len(post.mails) == 1


def test_a_link_to_sign_in_is_mailed_and_the_answer_says_nothing(site, post):
    ann = member(site, "Ann")
    confirmed(ann, post)
    stranger = site.client()
    known, unknown = (
        stranger.http.post("/sign-in/mail", data={"address": address}) for address in (ADDRESS, "nobody@example.org")
    )
    assert (known.status_code, known.text) == (unknown.status_code, unknown.text) == (200, known.text)
    mail = post.wait(2)
    assert mail["To"] == ADDRESS
    answer = stranger.http.post(path_in(mail, "/sign-in/link/"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    time.sleep(1.0)
    assert len(post.mails) == 2


def test_an_address_that_is_not_confirmed_opens_nothing(site, post):
    ann = member(site, "Ann")
    ann.http.post("/settings/mail", data={"address": ADDRESS})
    post.wait()
    site.client().http.post("/sign-in/mail", data={"address": ADDRESS})
    time.sleep(1.0)
    assert len(post.mails) == 1


def test_whoever_signed_in_long_ago_does_so_again_before_setting_an_address(site, post):
    ann = member(site, "Ann")
    signed_in_long_ago(site)
    assert 'action="/settings/mail"' not in ann.http.get("/settings").text
    answer = ann.http.post("/settings/mail", data={"address": ADDRESS})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?back=%2Fsettings%23mail")
    time.sleep(1.0)
    assert not post.mails
    assert ann.http.get("/account/data.json").json()["notices"]["mail"] is None


def test_a_new_password_ends_what_was_mailed_before(site, post):
    ann = member(site, "Ann")
    confirmed(ann, post)
    site.client().http.post("/sign-in/mail", data={"address": ADDRESS})
    sign_in = path_in(post.wait(2), "/sign-in/link/")
    ann.http.post("/settings/mail", data={"address": "thief@example.org"})
    confirm = path_in(post.wait(3), "/mail/confirm/")
    ann.http.post("/account/password", data={"old": PASSWORD, "password": "another one entirely"})
    assert site.client().http.post(sign_in).status_code == 403
    assert site.client().http.post(confirm).status_code == 404
    found = ann.http.get("/account/data.json").json()["notices"]["mail"]
    assert (found["address"], found["unconfirmed"]) == (ADDRESS, None)


def test_nobody_can_fill_a_mailbox(new_server, post):
    given = {"smtp": post.address, "mail_from": "games@example.org", "public_url": SITE, "is_limited": True}
    site = new_server(**given).wait_until_ready()
    found = [site.client().http.post("/sign-in/mail", data={"address": a}).status_code for a in (ADDRESS,) * 5]
    assert found == [200, 200, 200, 429, 429]


def test_a_mail_server_that_is_away_is_asked_again_and_one_that_hangs_stops_nothing(new_server, post):
    quick = f"{QUICK}; import ludoteca.web.live.notices as l; l.MAIL_AGAIN_MS = 500; import ludoteca.web.mail as m"
    given = {"smtp": post.address, "mail_from": "games@example.org", "public_url": SITE}
    site = new_server(prelude=f"{quick}; m.ANSWER_S = 1.0", **given).wait_until_ready().with_games("gekitai")
    ann = member(site, "Ann")
    confirmed(ann, post)
    post.refuses = [450]
    waits_for(ann, site)
    assert post.wait(2)["Subject"] == "1 game waiting for your move"
    post.is_mute = True
    site.client().http.post("/sign-in/mail", data={"address": ADDRESS})
    assert site.client().http.get("/readyz").json()["ready"]
    site.wait_for_log("mail not sent")


def test_without_a_mail_server_there_is_nothing_about_mail(server):
    ann = sign_up(server, "Unmailed")
    assert "email" not in ann.http.get("/settings").text.lower()
    assert ann.http.post("/settings/mail", data={"address": ADDRESS}).status_code == 404
    assert server.client().http.post("/sign-in/mail", data={"address": ADDRESS}).status_code == 404


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--smtp", "smtp://127.0.0.1:25"], "--public-url"),
        (["--smtp", "mail.example.org", "--public-url", SITE, "--mail-from", "a@b.org"], "--smtp must be given as"),
        (["--smtp", "smtps://mail.example.org", "--public-url", SITE], "--mail-from"),
    ],
)
def test_a_mail_server_that_cannot_be_used_is_named_at_the_start(options, said, tmp_path):
    result = call("serve", "--port", "0", "--data", str(tmp_path), *options)
    assert result.exit_code == 1
    assert said in result.stderr
