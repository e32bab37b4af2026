"""A bot that stands alone: it joins a table of Tablée by its link and plays the game to its end.

    pip install websockets && python bot.py http://192.168.1.20:8000/table/rXXXXXXXXXXXXXXXXXXXX --name Pixel

It knows nothing but docs/protocol.md. Give `choose` a better idea and it is your bot.
"""

import argparse
import json
import random
import secrets
import sys
import urllib.request

from websockets.sync.client import connect

# What it likes to do best, by the first word of an action; among equals it takes the longest.
WISHES = "jungo play main row remove swap discard turn draw take insert throw pass flip stop keep"
RACES = ("seat_taken", "decision_stale", "seat_ready", "salt_late", "seat_not_away")  # somebody was faster


def choose(view):
    """Returns one of the legal actions."""
    legal, table = view["decision"]["legal"], view["table"]
    if view["game"] == "skyjo" and table["held"] is not None and table["held"] > 4:
        legal = [action for action in legal if not action.startswith("swap")] or legal  # high cards are not kept
    random.shuffle(legal)
    return min(legal, key=lambda action: (WISHES.index(action.split()[0]), -len(action)))


def answer_to(view):
    """Returns the command with which this bot answers a view, None where there is nothing to do."""
    you, stage, here = view["you"], view["stage"], {"round": view["round"], "seat": view["you"]}
    if you is None:
        kind = "open" if stage == "lobby" else "bot" if view["options"]["joins_bots"] else "none"
        free = [seat for seat, who in enumerate(view["seats"]) if who["kind"] == kind and not who["has_withdrawn"]]
        return {"do": "sit", "seat": free[0]} if free else sys.exit("There is no seat for me.")
    if view["seats"][you]["is_away"]:
        return {"do": "return", "seat": you}
    if view["decision"]:
        place = {key: view["decision"][key] for key in ("round", "seat", "decision")}
        return {"do": "act", **place, "action": choose(view)}
    if not view["wait"] or you not in view["wait"]["seats"] or view["is_paused"]:
        return None
    if stage == "salt" and view["commitment"]:
        return {"do": "salt", **here, "salt": secrets.token_hex(16)}
    return {"do": "ready", **here} if stage in ("lobby", "scores") else None


def main():
    """Sits down at the table and plays until the game is over."""
    parser = argparse.ArgumentParser(description="Joins a table of Tablée by its link and plays.")
    parser.add_argument("link")
    parser.add_argument("--name", default="Pixel")
    asked = parser.parse_args()
    address, _, room = asked.link.partition("#")[0].rstrip("/").partition("/table/")
    body, kind = json.dumps({"name": asked.name}).encode(), {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/me", body, kind, method="PUT")) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]  # who has it is the same person again
    with connect(address.replace("http", "ws", 1) + "/ws", additional_headers={"Cookie": cookie}) as socket:
        socket.send(json.dumps({"t": "hello", "version": 2, "lang": "en"}))
        socket.send(json.dumps({"t": "follow", "stream": room}))
        done = None
        for message in map(json.loads, socket):
            if message["t"] in ("bye", "gone", "refused") and message["code"] not in RACES:
                sys.exit(message["sentence"])
            if message["t"] != "update":
                continue
            if message["view"]["stage"] == "over":
                print("The game is over. Ranks by seat:", *message["view"]["ranks"])
                return
            command = answer_to(message["view"])
            place = command and {key: value for key, value in command.items() if key not in ("action", "salt")}
            if command and place != done:  # else it is on its way
                socket.send(json.dumps({"t": "send", "stream": room, "id": secrets.token_hex(8), "command": command}))
            done = place


if __name__ == "__main__":
    main()
