"""What a device has here: counted, taken away as one file, erased while others go on playing."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tablee.games.refusal import Refusal
from tablee.room.wire import Act, Options, Say
from tablee.server.bus import Bus
from tablee.server.journal import DELETED
from tests.server.gathering import begun, gather, open_table, sent, sit_down
from tests.server.guests import Guest, new_id
from tests.server.halls import make
from tests.server.halls import send as send_to_tournament
from tests.server.halls import sent as sent_to_tournament
from tests.server.halls import view as tournament_view
from tests.server.test_live import HOST, OTHER, Watcher, eventually, opened, run
from tests.serving import Server


def make_sheet(guest: Guest) -> str:
    players = [{"id": new_id(), "name": "Tante Odile"}, {"id": new_id(), "name": "Bob"}]
    body = {"id": new_id(), "game": "skyjo", "players": players, "at": 1_700_000_000.0}
    answer = guest.ask("POST", "/api/sheets", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["sheet"]


def register(organiser: Guest, player: Guest, name: str) -> tuple[str, str]:
    """A tournament for which somebody registers from a device of their own; returns it and the player's id."""
    tournament = make(organiser)
    sent_to_tournament(organiser, tournament, do="open_registration", is_open=True)
    mine = [{"player": (id_ := new_id()), "name": name}]
    sent_to_tournament(player, tournament, do="register", players=mine, accepts=1)
    return tournament, id_


def erase(guest: Guest) -> Any:
    answer = guest.ask("POST", "/api/me/erase")
    assert answer.status_code == 200, answer.text
    assert answer.headers["set-cookie"].startswith("tablee=; Max-Age=0;")
    guest.http.cookies.clear()
    return answer.json()


def test_a_new_device_has_nothing(guest: Guest) -> None:
    nothing = {"name": None, "tables": 0, "sheets": 0, "tournaments": 0, "days": 0, "alone": 0}
    assert guest.get("/api/me/parts") == nothing


def test_the_file_has_all_that_the_device_may_see_and_what_it_wrote(guest: Guest, other: Guest) -> None:
    guest.ask("PUT", "/api/me", {"name": "Zénobie"})
    other.ask("PUT", "/api/me", {"name": "Balthazar"})
    room = open_table(guest, options={"free_chat": True})["room"]
    sit_down(room, other)
    sent(guest, room, do="say", seat=0, text="Bonsoir de Zanzibar")
    sent(other, room, do="say", seat=1, text="Et de Tombouctou")
    alone, sheet = guest.open_room(), make_sheet(guest)
    tournament, _ = register(other, guest, "Zénobie Martin")
    assert guest.get("/api/me/parts") == {
        "name": "Zénobie",
        "tables": 2,
        "sheets": 1,
        "tournaments": 1,
        "days": 0,
        "alone": 2,
    }
    answer = guest.ask("GET", "/api/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="tablee-my-data.json"'
    data = answer.json()
    assert data["name"] == "Zénobie"
    assert data["person"] == guest.get("/api/me")["person"]
    tables = {each["stream"]: each for each in data["tables"]}
    assert tables.keys() == {room, alone}
    assert tables[room]["written"] == ["Bonsoir de Zanzibar"]
    assert tables[room]["view"] == guest.view(room)
    assert tables[alone]["written"] == []
    assert [(each["stream"], each["view"]["players"][0]["name"]) for each in data["sheets"]] == [(sheet, "Tante Odile")]
    assert [(each["stream"], each["written"]) for each in data["tournaments"]] == [(tournament, ["Zénobie Martin"])]
    assert data["days"] == []


def test_who_is_erased_has_no_name_anywhere_while_the_others_play_on(server: Server, guest: Guest) -> None:
    async def test(host: Guest, friend: Guest) -> None:
        friend.ask("PUT", "/api/me", {"name": "Balthazar"})
        guest.ask("PUT", "/api/me", {"name": "Zénobie"})
        room = begun(guest, friend, options={"free_chat": True})
        sent(guest, room, do="say", seat=0, text="Bonsoir de Zanzibar")
        sent(friend, room, do="say", seat=1, text="Et de Tombouctou")
        alone, sheet = guest.open_room(), make_sheet(guest)
        tournament, player = register(host, guest, "Zénobie Martin")
        old = dict(guest.http.cookies)
        async with friend.socket() as talk, guest.socket() as tab:
            assert (await talk.follow(room))["seats"][0]["name"] == "Zénobie"
            await tab.follow(room)
            assert erase(guest) == {"deleted": 2}
            seen = await talk.hear_view(lambda view: view["seats"][0]["name"] is None)
            assert [(line["name"], line["text"]) for line in seen["chat"]] == [
                (None, None),
                ("Balthazar", "Et de Tombouctou"),
            ]
            gone = await tab.hear_until(lambda message: message["t"] == "gone")
            assert gone["code"] == "erased"
            sent(friend, room, do="say", seat=1, phrase="hello")
            assert (await talk.hear_view(lambda view: len(view["chat"]) == 3))["seats"][1]["name"] == "Balthazar"
        players = {each["id"]: each["name"] for each in tournament_view(host, tournament)["players"]}
        assert players == {player: ""}
        assert send_to_tournament(host, tournament, do="rename_player", player=player, name="Zoé B.").status_code == 200
        for path in (f"/api/rooms/{alone}", f"/api/sheets/{sheet}"):
            assert friend.ask("GET", path).status_code == 404
        # The device is somebody else now, and a cookie that was kept aside leads to nothing.
        assert guest.get("/api/me/tables") == {"tables": []}
        assert guest.get("/api/me")["name"] is None
        guest.http.cookies.clear()
        guest.http.cookies.update(old)
        assert guest.get("/api/me/parts")["tables"] == 0
        assert guest.get("/api/me")["name"] is None

    with Guest(server.address) as host, Guest(server.address) as friend:
        asyncio.run(asyncio.wait_for(test(host, friend), 90))


def test_erasing_twice_changes_nothing_more(guest: Guest) -> None:
    make_sheet(guest)
    cookies = dict(guest.http.cookies)
    assert erase(guest) == {"deleted": 1}
    guest.http.cookies.update(cookies)
    assert erase(guest) == {"deleted": 0}


def test_a_page_of_another_site_erases_nobody(guest: Guest) -> None:
    make_sheet(guest)
    answer = guest.http.post("/api/me/erase", headers={"origin": "https://elsewhere.example"})
    assert answer.status_code == 403
    assert guest.get("/api/me/parts")["sheets"] == 1


def test_nothing_of_who_is_erased_is_left_in_the_tables_of_names_and_texts(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live:
            await live.set_name(HOST, "Zénobie")
            await live.set_name(OTHER, "Balthazar")
            room = await gather(live, options=Options(free_chat=True))
            await live.submit(room, new_id(), Say(0, text="Bonsoir de Zanzibar"), HOST)
            await live.submit(room, new_id(), Say(1, text="Et de Tombouctou"), OTHER)
            assert await live.erase(HOST) == 0
            assert await live.journal.names([HOST, OTHER]) == {HOST: None, OTHER: "Balthazar"}
            assert await live.journal.parts_of(HOST) == {}
        # As another server reads it.
        async with opened(database) as live:
            watcher = Watcher(OTHER)
            await live.follow(room, watcher)
            view = await watcher.until(lambda view: len(view["chat"]) == 2)
            assert [line["text"] for line in view["chat"]] == [None, "Et de Tombouctou"]
            assert view["seats"][0]["name"] is None

    run(test)


def test_a_table_alone_with_bots_that_think_goes_too(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live:
            room = await gather(live, [HOST], bots=2, pace="instant")
            watcher = Watcher(OTHER)
            await live.follow(room, watcher)
            assert await live.erase(HOST) == 1
            assert watcher.lost == ["room_unknown"]
            assert room not in live.streams
            with pytest.raises(Refusal, match="room_unknown"):
                await live.submit(room, new_id(), Act(1, 0, 1, "draw"), HOST)
            assert [row.command for row in await live.journal.read(room)] == [DELETED]

    run(test)


def test_at_two_servers_a_table_that_was_deleted_at_one_is_unknown_at_both(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live, opened(database) as other:
            room = await gather(live, [HOST], bots=1, starts=False)
            watcher = Watcher(HOST)
            await other.follow(room, watcher)
            assert await live.erase(HOST) == 1
            with pytest.raises(Refusal, match="room_unknown"):
                await other.submit(room, new_id(), Say(0, "hello"), HOST)

            async def is_told() -> bool:
                return watcher.lost == ["room_unknown"]

            await eventually(is_told)

    run(test)


def test_who_is_erased_at_one_server_has_no_name_and_no_lines_at_another(database: str) -> None:
    async def test() -> None:
        bus = Bus()
        async with opened(database, bus) as live, opened(database, bus) as other:
            await live.set_name(HOST, "Zénobie")
            room = await gather(live, options=Options(free_chat=True))
            await live.submit(room, new_id(), Say(0, text="Bonsoir de Zanzibar"), HOST)
            watcher = Watcher(OTHER)
            await other.follow(room, watcher)
            view = await watcher.until(lambda view: view["seats"][0]["name"] == "Zénobie")
            assert view["chat"][0]["text"] == "Bonsoir de Zanzibar"
            await live.erase(HOST)
            await watcher.until(lambda view: view["chat"][0]["text"] is None)
            assert (await watcher.until(lambda view: view["seats"][0]["name"] is None))["room"] == room

    run(test)


def test_the_file_is_what_it_is_described_to_be(guest: Guest) -> None:
    guest.open_room()
    from tablee.server.own import OwnData

    data = msgspec.json.decode(guest.ask("GET", "/api/me/data").content, type=OwnData)
    assert len(data.tables) == 1
