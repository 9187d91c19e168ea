#!/usr/bin/env python3
"""Apps without a bug, one for each number, for tests of `rewind explore`: whatever it finds in them is a false alarm.

    careful.py APP --rewind-replay            replays
    careful.py APP --record SEED FILE         plays a session of 60 actions, and records it

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


class Feed:
    """Pages that come one after the other; an answer repeats nothing of its request."""
    start = {"entries": [], "waiting": 0, "isOver": False}

    def more(self, s, p):
        s["waiting"] += 1

    def loaded(self, s, p):
        expect(s["waiting"] > 0)
        s["waiting"] -= 1
        s["entries"] += p["entries"]
        s["isOver"] = not p["entries"]

    def clear(self, s, p):
        s["entries"], s["isOver"] = [], False

    def taps(self, s, r):
        yield "more", {}
        yield "more", {}
        if s["entries"]:
            yield "clear", {}

    def answers(self, s, r):
        if s["waiting"]:
            yield "loaded", {"entries": [r.randrange(100) for _ in range(r.randrange(4))]}


class Uploads:
    """Effects that send several answers: how far they are, and that they are done."""
    start = {"parts": {}, "done": []}

    def send(self, s, p):
        s["parts"].setdefault(p["upload"], 0)

    def progress(self, s, p):
        expect(p["upload"] in s["parts"] or p["upload"] in s["done"])
        if p["upload"] in s["parts"]:
            s["parts"][p["upload"]] = p["part"]

    def finished(self, s, p):
        expect(p["upload"] in s["parts"] or p["upload"] in s["done"])
        if s["parts"].pop(p["upload"], None) is not None:
            s["done"].append(p["upload"])

    def taps(self, s, r):
        yield "send", {"upload": f"u{r.randrange(10 ** 6)}"}

    def answers(self, s, r):
        for upload, part in s["parts"].items():
            if part < 3:
                yield "progress", {"upload": upload, "part": part + 1}
            else:
                yield "finished", {"upload": upload}


class Account:
    """What only somebody who is known can do."""
    start = {"user": None, "asked": 0, "notes": 0}

    def login(self, s, p):
        expect(s["user"] is None)
        s["asked"] += 1

    def loggedIn(self, s, p):
        expect(s["asked"] > 0)
        s["asked"] -= 1
        s["user"] = p["name"]

    def logout(self, s, p):
        expect(s["user"] is not None)
        s["user"] = None

    def note(self, s, p):
        expect(s["user"] is not None)
        s["notes"] += 1

    def taps(self, s, r):
        if s["user"] is None:
            yield "login", {"name": r.choice(["ann", "bob", "cem"])}
        else:
            yield "logout", {}
            yield "note", {}
            yield "note", {}

    def answers(self, s, r):
        if s["asked"]:
            yield "loggedIn", {"name": r.choice(["ann", "bob", "cem"])}


class Undo:
    """A drawing with steps back and forth."""
    start = {"strokes": [], "undone": []}

    def draw(self, s, p):
        s["strokes"].append(p["color"])
        s["undone"] = []

    def undo(self, s, p):
        expect(s["strokes"])
        s["undone"].append(s["strokes"].pop())

    def redo(self, s, p):
        expect(s["undone"])
        s["strokes"].append(s["undone"].pop())

    def taps(self, s, r):
        yield "draw", {"color": r.choice(["red", "blue", "green"])}
        if s["strokes"]:
            yield "undo", {}
        if s["undone"]:
            yield "redo", {}


class Tabs:
    """Screens on screens, in tabs."""
    start = {"tab": "home", "stacks": {"home": [], "search": [], "profile": []}, "hasBack": False}

    def show(self, s, p):
        s["tab"] = p["tab"]
        s["hasBack"] = bool(s["stacks"][s["tab"]])

    def push(self, s, p):
        s["stacks"][s["tab"]].append(p["screen"])
        s["hasBack"] = True

    def pop(self, s, p):
        expect(s["stacks"][s["tab"]])
        s["stacks"][s["tab"]].pop()
        s["hasBack"] = bool(s["stacks"][s["tab"]])

    def taps(self, s, r):
        yield "show", {"tab": r.choice(["home", "search", "profile"])}
        yield "push", {"screen": r.choice(["item", "settings", "help"])}
        if s["stacks"][s["tab"]]:
            yield "pop", {}


class Timer:
    """A clock that ticks while it runs."""
    start = {"left": 0, "isRunning": False}

    def start_(self, s, p):
        s["left"], s["isRunning"] = p["seconds"], True

    def tick(self, s, p):
        expect(s["isRunning"])
        s["left"] -= 1
        s["isRunning"] = s["left"] > 0

    def stop(self, s, p):
        expect(s["isRunning"])
        s["isRunning"] = False

    def taps(self, s, r):
        if s["isRunning"]:
            yield "tick", {}
            yield "tick", {}
            yield "stop", {}
        else:
            yield "start_", {"seconds": r.randrange(1, 5)}


class Tracks:
    """Bare numbers: a genre's tracks are shown, and what is shown and not in the queue can be added to it."""
    genres = {"rock": [857, 100, 421], "jazz": [33, 610], "all": [857, 100, 421, 33, 610]}
    start = {"genre": "all", "shown": genres["all"], "queue": [], "playing": None}

    def pick(self, s, p):
        s["genre"], s["shown"] = p["genre"], self.genres[p["genre"]]

    def add(self, s, p):
        expect(p["track"] in s["shown"] and p["track"] not in s["queue"])
        s["queue"].append(p["track"])

    def play(self, s, p):
        expect(p["track"] in s["queue"])
        s["playing"] = p["track"]

    def drop(self, s, p):
        expect(p["track"] in s["queue"])
        s["queue"].remove(p["track"])

    def taps(self, s, r):
        yield "pick", {"genre": r.choice(list(self.genres))}
        for track in s["shown"]:
            if track not in s["queue"]:
                yield "add", {"track": track}
        if s["queue"]:
            yield "play", {"track": r.choice(s["queue"])}
            yield "drop", {"track": r.choice(s["queue"])}


class Folders:
    """Rows within rows: a note is known by its folder's id and its own."""
    start = {"folders": []}

    def create(self, s, p):
        s["folders"].append({"id": p["folder"], "notes": []})

    def write(self, s, p):
        expect(any(f["id"] == p["folder"] for f in s["folders"]))
        next(f for f in s["folders"] if f["id"] == p["folder"])["notes"].append({"id": p["note"], "text": ""})

    def edit(self, s, p):
        found = [n for f in s["folders"] if f["id"] == p["folder"] for n in f["notes"] if n["id"] == p["note"]]
        expect(found)
        found[0]["text"] = p["text"]

    def delete(self, s, p):
        expect(any(f["id"] == p["folder"] for f in s["folders"]))
        s["folders"] = [f for f in s["folders"] if f["id"] != p["folder"]]

    def taps(self, s, r):
        yield "create", {"folder": f"f{r.randrange(10 ** 6)}"}
        if s["folders"]:
            folder = r.choice(s["folders"])
            yield "write", {"folder": folder["id"], "note": f"n{r.randrange(10 ** 6)}"}
            yield "write", {"folder": folder["id"], "note": f"n{r.randrange(10 ** 6)}"}
            if folder["notes"]:
                yield "edit", {"folder": folder["id"], "note": r.choice(folder["notes"])["id"],
                               "text": r.choice(["milk", "tea"])}
            if len(s["folders"]) > 2:
                yield "delete", {"folder": folder["id"]}


class Orders:
    """Rows whose buttons depend on how far they are."""
    start = {"orders": [], "next": 1}

    def place(self, s, p):
        s["orders"].append({"id": s["next"], "status": "new"})
        s["next"] += 1

    def move(self, s, id, old, new):
        found = [o for o in s["orders"] if o["id"] == id and o["status"] == old]
        expect(found)
        found[0]["status"] = new

    def payFor(self, s, p):
        self.move(s, p["id"], "new", "paid")

    def ship(self, s, p):
        self.move(s, p["id"], "paid", "shipped")

    def cancel(self, s, p):
        self.move(s, p["id"], "new", "canceled")

    def taps(self, s, r):
        yield "place", {}
        for order in s["orders"]:
            for way, status in [("payFor", "new"), ("ship", "paid"), ("cancel", "new")]:
                if order["status"] == status:
                    yield way, {"id": order["id"]}


class People:
    """Somebody is a friend, is blocked, or neither."""
    everyone = ["ann", "bob", "cem", "dora", "emil"]
    start = {"people": everyone, "friends": [], "blocked": []}

    def befriend(self, s, p):
        expect(p["person"] not in s["friends"] and p["person"] not in s["blocked"])
        s["friends"].append(p["person"])

    def block(self, s, p):
        expect(p["person"] not in s["blocked"])
        s["friends"] = [f for f in s["friends"] if f != p["person"]]
        s["blocked"].append(p["person"])

    def unblock(self, s, p):
        expect(p["person"] in s["blocked"])
        s["blocked"].remove(p["person"])

    def taps(self, s, r):
        for person in s["people"]:
            if person not in s["blocked"]:
                yield "block", {"person": person}
                if person not in s["friends"]:
                    yield "befriend", {"person": person}
        if s["blocked"]:
            yield "unblock", {"person": r.choice(s["blocked"])}


class Form:
    """Fields of two pages, of which one is shown."""
    start = {"page": "person", "name": "", "age": 0, "street": "", "sent": 0}

    def turn(self, s, p):
        s["page"] = "address" if s["page"] == "person" else "person"

    def set(self, s, p):
        (field, value), = p["field"].items()
        expect((field == "street") == (s["page"] == "address"))
        s[field] = value

    def send(self, s, p):
        expect(s["name"] and s["street"])
        s["name"], s["age"], s["street"], s["sent"] = "", 0, "", s["sent"] + 1

    def taps(self, s, r):
        yield "turn", {}
        if s["page"] == "person":
            yield "set", {"field": {"name": r.choice(["Ann", "Bob"])}}
            yield "set", {"field": {"age": r.randrange(90)}}
        else:
            yield "set", {"field": {"street": r.choice(["Main Street", "High Street"])}}
        if s["name"] and s["street"]:
            yield "send", {}


class App:
    def __init__(self, number):
        chance = random.Random(number)
        kinds = chance.sample(
            [Rows, Search, Editor, Basket, Steps, Alert, Feed, Uploads, Account, Undo, Tabs, Timer], chance.randrange(2, 5)
        ) if number <= 100 else [[Tracks], [Folders], [Orders], [People], [Form], [Tracks, Orders], [Folders, People, Form]][
            number - 101]
        self.parts = {f"{kind.__name__.lower()}": kind() for kind in kinds}
        self.start = {name: copy.deepcopy(part.start) for name, part in self.parts.items()} | {"last": None}
        self.kinds = [f"{name}.{way}" for name, part in self.parts.items() for way in vars(type(part))
                      if callable(getattr(part, way)) and way not in ("taps", "answers", "move")]

    def reduce(self, state, kind, payload):
        state, is_second = copy.deepcopy(state), state["last"] == [kind, payload]
        state["last"] = [kind, payload]
        name, way = kind.split(".")
        is_answer = way in ("answered", "refused", "loaded", "finished", "loggedIn")
        before = copy.deepcopy(state)
        try:
            getattr(self.parts[name], way)(state[name], payload)
        except Impossible:
            if is_answer or not is_second:
                raise
            return before
        return state

    def record(self, seed, path):
        chance, player = random.Random(seed), contract.Player(self.start, self.reduce)
        while player.count < 60:
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
