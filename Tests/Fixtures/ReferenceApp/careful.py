#!/usr/bin/env python3
"""Apps without a bug, one for each number, for tests of `rewind explore`: whatever it finds in them is a false alarm.

    careful.py APP --rewind-replay            replays
    careful.py APP --record SEED FILE         plays a session, and records it

Each app is made of some features. Its reducers die of what no user and no network can cause: of a tap on what is not
on the screen, unless it is the second of two taps, and of an answer without a request, or of a second one.
"""
import copy
import random
import sys

import contract


class Impossible(Exception):
    pass


def expect(holds):
    if not holds:
        raise Impossible()


class Rows:
    """A list; a row is selected, renamed, removed."""
    start = {"rows": [], "chosen": None, "names": {}}

    def add(self, s, p):
        if p["id"] not in s["rows"]:
            s["rows"].append(p["id"])

    def choose(self, s, p):
        expect(p["id"] in s["rows"])
        s["chosen"] = p["id"]

    def leave(self, s, p):
        expect(s["chosen"] is not None)
        s["chosen"] = None

    def rename(self, s, p):
        expect(s["chosen"] is not None)
        s["names"][s["chosen"]] = p["name"]

    def remove(self, s, p):
        expect(p["id"] in s["rows"])
        s["rows"].remove(p["id"])
        s["names"].pop(p["id"], None)
        if s["chosen"] == p["id"]:
            s["chosen"] = None

    def taps(self, s, r):
        yield "add", {"id": f"r{r.randrange(10 ** 6)}"}
        if s["rows"]:
            yield "choose", {"id": r.choice(s["rows"])}
            yield "remove", {"id": r.choice(s["rows"])}
        if s["chosen"] is not None:
            yield "leave", {}
            yield "rename", {"name": r.choice(["one", "two", "three"])}


class Search:
    """Requests with answers, of which only the newest is shown."""
    start = {"newest": 0, "waiting": [], "hits": [], "failed": False}

    def ask(self, s, p):
        s["newest"] = max(s["newest"], p["request"])
        s["waiting"].append(p["request"])

    def answered(self, s, p):
        expect(p["request"] in s["waiting"])
        s["waiting"].remove(p["request"])
        if p["request"] == s["newest"]:
            s["hits"], s["failed"] = p["hits"], False

    def refused(self, s, p):
        expect(p["request"] in s["waiting"])
        s["waiting"].remove(p["request"])
        s["failed"] = p["request"] == s["newest"] or s["failed"]

    def taps(self, s, r):
        yield "ask", {"request": s["newest"] + 1}

    def answers(self, s, r):
        for request in s["waiting"]:
            if r.random() < .2:
                yield "refused", {"request": request}
            else:
                yield "answered", {"request": request, "hits": [r.randrange(9) for _ in range(r.randrange(5))]}


class Editor:
    """A text that is open or not."""
    start = {"draft": None, "saved": [], "count": 0}

    def open(self, s, p):
        s["draft"] = ""

    def type(self, s, p):
        expect(s["draft"] is not None)
        s["draft"] += p["text"]

    def save(self, s, p):
        expect(s["draft"] is not None)
        s["saved"].append(s["draft"])
        s["draft"], s["count"] = None, s["count"] + 1

    def cancel(self, s, p):
        expect(s["draft"] is not None)
        s["draft"] = None

    def taps(self, s, r):
        if s["draft"] is None:
            yield "open", {}
        else:
            yield "type", {"text": r.choice(["a", "be", "sea"])}
            yield "type", {"text": r.choice(["a", "be", "sea"])}
            yield "save", {}
            yield "cancel", {}


class Basket:
    """Rows that are known by their index."""
    start = {"items": [], "total": 0}

    def put(self, s, p):
        s["items"].append(p["price"])
        s["total"] = sum(s["items"])

    def take(self, s, p):
        expect(p["index"] < len(s["items"]))
        del s["items"][p["index"]]
        s["total"] = sum(s["items"])

    def pay(self, s, p):
        expect(s["items"])
        s["items"], s["total"] = [], 0

    def taps(self, s, r):
        yield "put", {"price": r.randrange(1, 50)}
        if s["items"]:
            yield "take", {"index": r.randrange(len(s["items"]))}
            yield "pay", {}


class Steps:
    """A way through screens, with a way back."""
    names = ["start", "address", "payment", "done"]
    start = {"step": "start", "orders": 0}

    def next(self, s, p):
        expect(s["step"] != "done")
        s["step"] = self.names[self.names.index(s["step"]) + 1]
        s["orders"] += s["step"] == "done"

    def back(self, s, p):
        expect(s["step"] not in ("start", "done"))
        s["step"] = self.names[self.names.index(s["step"]) - 1]

    def again(self, s, p):
        expect(s["step"] == "done")
        s["step"] = "start"

    def taps(self, s, r):
        if s["step"] != "done":
            yield "next", {}
        if s["step"] not in ("start", "done"):
            yield "back", {}
        if s["step"] == "done":
            yield "again", {}


class Alert:
    """A question that is asked, and answered with yes or no."""
    start = {"question": None, "log": []}

    def warn(self, s, p):
        s["question"] = p["about"]

    def agree(self, s, p):
        expect(s["question"] is not None)
        s["log"] = s["log"][-4:] + [s["question"]]
        s["question"] = None

    def refuse(self, s, p):
        expect(s["question"] is not None)
        s["question"] = None

    def taps(self, s, r):
        if s["question"] is None:
            yield "warn", {"about": r.choice(["delete", "send"])}
        else:
            yield "agree", {}
            yield "refuse", {}


class App:
    def __init__(self, number):
        chance = random.Random(number)
        kinds = chance.sample([Rows, Search, Editor, Basket, Steps, Alert], chance.randrange(2, 5))
        self.parts = {f"{kind.__name__.lower()}": kind() for kind in kinds}
        self.start = {name: copy.deepcopy(part.start) for name, part in self.parts.items()} | {"last": None}
        self.kinds = [f"{name}.{way}" for name, part in self.parts.items() for way in vars(type(part))
                      if callable(getattr(part, way)) and way not in ("taps", "answers")]

    def reduce(self, state, kind, payload):
        state, is_second = copy.deepcopy(state), state["last"] == [kind, payload]
        state["last"] = [kind, payload]
        name, way = kind.split(".")
        is_answer = way in ("answered", "refused")
        if not is_second or is_answer:
            getattr(self.parts[name], way)(state[name], payload)
        return state

    def record(self, seed, path):
        chance, player = random.Random(seed), contract.Player(self.start, self.reduce)
        while player.count < 100:
            name = chance.choice(list(self.parts))
            part, state = self.parts[name], player.state[name]
            ways = list(part.answers(state, chance)) if hasattr(part, "answers") and chance.random() < .7 else []
            way, payload = chance.choice(ways or list(part.taps(state, chance)))
            player.do(f"{name}.{way}", **payload)
        player.write("careful", seed, path)


app = App(int(sys.argv[1]))
if "--rewind-replay" in sys.argv:
    contract.replay(app.kinds, app.start, app.reduce)
else:
    app.record(int(sys.argv[3]), sys.argv[4])
