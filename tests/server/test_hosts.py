"""What host a request is for and where it comes from: names that are this server's, proxies that are believed."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tablee.cli import main
from tablee.server.hosts import Hosts
from tablee.server.rates import RATES
from tests.server.guests import Guest
from tests.serving import Server

EVIL = "http://evil.example"
PROXY = ("--behind-proxy", "127.0.0.1")


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8000", "192.168.1.20:8000", "[::1]:8000", "[fe80::1]", "localhost", "LOCALHOST:8000", "laptop"),
        *("laptop.local:8000", "laptop.fritz.box", "salle.lan", "a.b.home.arpa", "tablee.localhost", "localhost."),
        *("jeux.example", "JEUX.EXAMPLE:443", socket.gethostname()),
    ],
)
def test_a_server_answers_to_addresses_names_of_its_network_and_those_it_was_given(host: str) -> None:
    assert Hosts(names=["jeux.example"]).is_own([(b"host", host.encode())])


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "jeux.example.evil.example", "1.2.3", "a..b"],
)
def test_a_server_does_not_answer_to_what_a_page_of_any_site_may_be_called(host: str) -> None:
    assert not Hosts(names=["jeux.example"]).is_own([(b"host", host.encode())])


def test_behind_a_proxy_it_is_the_proxy_that_knows_the_names() -> None:
    assert Hosts(["10.0.0.0/8"]).is_own([(b"host", b"jeux.example")])


@pytest.mark.parametrize("proxy", ["*", "", "proxy.example", "10.0.0.1/8", "1.2.3.4.5"])
def test_a_proxy_is_told_by_address(proxy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "data"), "--behind-proxy", proxy]) == 1
    assert "--behind-proxy" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


# ---- At a server that nobody stands before


@pytest.mark.parametrize(("lang", "said"), [("fr-FR,fr;q=0.9", "ne répond pas à ce nom"), ("en", "does not answer to")])
def test_who_comes_by_another_name_is_told_so_in_their_language(server: Server, lang: str, said: str) -> None:
    headers = {"host": "evil.example", "accept-language": lang}
    with httpx.Client(base_url=server.address, headers=headers, trust_env=False) as browser:
        page = browser.get("/table/x", headers={"accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.headers["content-type"]) == (421, "text/html; charset=utf-8")
        assert f'<html lang="{lang[:2]}">' in page.text and said in page.text and "width=device-width" in page.text
        answer = browser.get("/api/me").json()
        assert answer["code"] == "host_other" and said in answer["sentence"]


def test_a_page_that_makes_its_own_name_point_here_gets_nothing(server: Server, guest: Guest) -> None:
    headers = {"host": "evil.example", "origin": EVIL}
    for method, path in (("GET", "/"), ("GET", "/api/public"), ("PUT", "/api/me"), ("HEAD", "/"), ("GET", "/healthz")):
        answer = guest.http.request(method, path, headers=headers)
        assert answer.status_code == 421
        assert "set-cookie" not in answer.headers and answer.headers["content-security-policy"].startswith(
            "default-src"
        )
        lines = 1 if path.startswith("/api/") else 2
        assert method == "HEAD" or ("--name" in answer.text and len(answer.text.splitlines()) == lines)

    async def test() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(
                "ws://evil.example/ws", host="127.0.0.1", port=server.port, origin=Origin(EVIL), proxy=None
            ):
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(asyncio.wait_for(test(), 60))


def test_nobody_is_believed_who_says_to_come_from_elsewhere(server: Server) -> None:
    """Else each request could come from a new address, and cookies could be made to look as if they were safe."""
    headers = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "forwarded": "for=203.0.113.7"}
    with httpx.Client(base_url=server.address, headers=headers, trust_env=False) as asking:
        assert "Secure" not in asking.get("/api/me").headers["set-cookie"]
        _, rate = RATES["code"]
        for _ in range(int(rate.burst) + 5):
            asking.cookies.clear()
            assert asking.get("/api/codes/AAAAAA").status_code == 404  # as from here, where devices alone are bound
    assert server.log.read_text().count("proxy_not_told") == 1


# ---- Behind a proxy


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("proxied"), *PROXY) as running:
        yield running


def asking(server: Server, *addresses: str, **headers: str) -> httpx.Client:
    """Somebody whose request came by way of these addresses."""
    given = {"x-forwarded-for": ", ".join(addresses), **headers}
    return httpx.Client(base_url=server.address, headers=given, trust_env=False)


def test_cookies_are_for_https_alone_where_the_proxy_speaks_it(proxied: Server) -> None:
    with asking(proxied, "203.0.113.1", **{"x-forwarded-proto": "https", "host": "jeux.example"}) as safe:
        for path in ("/", "/api/me"):
            assert "; Secure" in safe.get(path).headers["set-cookie"]
    with asking(proxied, "203.0.113.1", **{"x-forwarded-proto": "http"}) as unsafe:
        assert "Secure" not in unsafe.get("/api/me").headers["set-cookie"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("203.0.113.2", "203.0.113.3"), ("2001:db8::1", "2001:db8:0:1::1"), ("2001:db8:2::1", "::ffff:203.0.113.4")],
)
def test_each_address_behind_the_proxy_is_bound_for_itself(proxied: Server, one: str, other: str) -> None:
    _, rate = RATES["code"]
    # What the client itself says stands further left, and counts for nothing.
    with asking(proxied, "198.51.100.9", one) as many, asking(proxied, one, other) as else_:
        answers: list[int] = []
        while 429 not in answers:
            many.cookies.clear()
            answers.append(many.get("/api/codes/AAAAAA").status_code)
            assert len(answers) <= 3 * rate.burst
        assert len(answers) > rate.burst
        assert else_.get("/api/codes/AAAAAA").status_code == 404
