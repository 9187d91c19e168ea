#!/usr/bin/env python3
"""A mail app with eighteen planted bugs that only unusual sessions meet: the second app for tests of `rewind explore`,
with what the first one (booking.py, which has the options) has not: records by their id, answers that repeat nothing of
their request, rows that are selected, an undo.

Each bug needs several things at once.
"""
import copy
import random

import contract

MENDED, STRICT = contract.MENDED, contract.STRICT
REQUESTS = {"openFolder": "name", "openMail": "id", "refresh": None, "archive": "id", "attach": None, "send": "mail",
            "find": "ticket", "loadOlder": "page", "signIn": "user"}
ANSWERS = {"folderLoaded": "openFolder", "bodyLoaded": "openMail", "refreshed": "refresh", "archived": "archive",
           "archiveFailed": "archive", "attached": "attach", "sent": "send", "sendFailed": "send", "found": "find",
           "olderLoaded": "loadOlder", "signedIn": "signIn"}
START = {
    "session": {"user": None, "quota": 0, "online": True}, "settings": {"theme": "light", "sort": "date"},
    "folder": {"name": "inbox", "loading": False, "page": 1}, "mails": {}, "order": [], "open": None, "body": None,
    "chosen": [], "search": {"text": "", "ticket": 0, "hits": None}, "draft": None, "outbox": [], "undo": [],
    "refreshing": 0, "archiving": [], "snoozed": {}, "notice": None,
}


class Bug(Exception):
    pass


def bug(holds, kind=Bug):
    if holds and not MENDED:
        raise kind("planted")


def checked(s, kind, p):
    """Dies of an action that no session could have here; notes the answers to come."""
    asked, last = s.setdefault("asked", []), s.get("last")
    s["last"] = [kind, p]
    if kind in REQUESTS:
        asked.append([kind, p.get(REQUESTS[kind])])
    if kind in ANSWERS:
        asked.remove([ANSWERS[kind], p.get(REQUESTS[ANSWERS[kind]])])
    if last == [kind, p]:
        return
    draft = ("writeTo", "writeBody", "attach", "detach", "discard", "send")
    possible = {
        "openMail": lambda: p["id"] in s["mails"], "star": lambda: p["id"] in s["mails"],
        "archive": lambda: p["id"] in s["mails"], "snooze": lambda: p["id"] in s["mails"],
        "choose": lambda: p["row"] < len(s["order"]), "deleteChosen": lambda: s["chosen"],
        "closeMail": lambda: s["open"] is not None, "undo": lambda: s["undo"],
        "detach": lambda: p["index"] < len(s["draft"]["files"]),
    }
    if kind in draft and s["draft"] is None or kind in possible and not possible[kind]():
        raise Bug("a tap on nothing")


def reduce(state, kind, p):
    s = copy.deepcopy(state)
    if STRICT:
        checked(s, kind, p)
    globals()["on_" + kind](s, p)
    return s


def rows(s, mails):
    for mail in mails:
        s["mails"][mail["id"]] = {"from": mail["from"], "starred": False, "read": False}
    s["order"] = s["order"] + [mail["id"] for mail in mails if mail["id"] not in s["order"]]


def remove(s, name):
    s["mails"].pop(name, None)
    s["order"] = [other for other in s["order"] if other != name]
    s["chosen"] = [other for other in s["chosen"] if other != name]
    if s["open"] == name:
        s["open"], s["body"] = None, None


def on_openFolder(s, p):
    s["folder"] = {"name": p["name"], "loading": True, "page": 1}
    s["mails"], s["order"], s["chosen"], s["open"], s["body"] = {}, [], [], None, None


def on_folderLoaded(s, p):
    if p["name"] != s["folder"]["name"]:
        bug(s["open"] and s["settings"]["sort"] == "sender", KeyError)
        return
    s["folder"]["loading"] = False
    rows(s, p["mails"])


def on_refresh(s, p):
    s["refreshing"] += 1


def on_refreshed(s, p):
    bug(s["session"]["user"] is None and not s["session"]["online"] and s["undo"])
    bug(s["refreshing"] > 2 and s["search"]["hits"] is not None)
    s["refreshing"] = max(0, s["refreshing"] - 1)
    rows(s, p["mails"])


def on_openMail(s, p):
    s["open"], s["body"] = p["id"], None
    if p["id"] in s["mails"]:
        s["mails"][p["id"]]["read"] = True


def on_bodyLoaded(s, p):
    bug(s["open"] is None and s["settings"]["theme"] == "dark" and s["draft"])
    if s["open"] == p["id"]:
        s["body"] = p["text"]


def on_closeMail(s, p):
    s["open"], s["body"] = None, None


def on_star(s, p):
    if p["id"] in s["mails"]:
        s["mails"][p["id"]]["starred"] = not s["mails"][p["id"]]["starred"]


def on_archive(s, p):
    s["archiving"].append(p["id"])


def on_archived(s, p):
    bug(s["archiving"].count(p["id"]) > 1 and s["open"] == p["id"], IndexError)
    if p["id"] in s["archiving"]:
        s["archiving"].remove(p["id"])
    if p["id"] in s["mails"]:
        s["undo"].append(p["id"])
    remove(s, p["id"])


def on_archiveFailed(s, p):
    if p["id"] in s["archiving"]:
        s["archiving"].remove(p["id"])
    s["notice"] = "archive"


def on_undo(s, p):
    if s["undo"]:
        bug(s["folder"]["name"] != "inbox" and len(s["chosen"]) > 1)
        rows(s, [{"id": s["undo"].pop(), "from": "?"}])


def on_choose(s, p):
    if p["row"] < len(s["order"]):
        name = s["order"][p["row"]]
        s["chosen"] = [o for o in s["chosen"] if o != name] if name in s["chosen"] else s["chosen"] + [name]


def on_deleteChosen(s, p):
    bug(s["chosen"] and len(s["chosen"]) == len(s["order"]) and s["open"], IndexError)
    for name in list(s["chosen"]):
        remove(s, name)


def on_find(s, p):
    bug(p["text"] == "" and s["folder"]["name"] == "archive")
    s["search"] = {"text": p["text"], "ticket": p["ticket"], "hits": None}


def on_found(s, p):
    if p["ticket"] != s["search"]["ticket"]:
        bug(s["chosen"] and not s["session"]["online"], KeyError)
        return
    s["search"]["hits"] = p["ids"]


def on_clearSearch(s, p):
    s["search"]["text"], s["search"]["hits"] = "", None


def on_loadOlder(s, p):
    s["folder"]["loading"] = True


def on_olderLoaded(s, p):
    bug(s["settings"]["sort"] == "sender" and s["folder"]["name"] == "archive" and len(s["undo"]) > 0)
    s["folder"]["loading"], s["folder"]["page"] = False, p["page"]
    rows(s, p["mails"])


def on_setSort(s, p):
    s["settings"]["sort"] = p["by"]


def on_setTheme(s, p):
    s["settings"]["theme"] = p["theme"]


def on_compose(s, p):
    s["draft"] = {"to": "", "body": "", "files": [], "attaching": 0, "sending": None}


def on_writeTo(s, p):
    if s["draft"]:
        s["draft"]["to"] = p["text"]


def on_writeBody(s, p):
    if s["draft"]:
        s["draft"]["body"] = p["text"]


def on_attach(s, p):
    if s["draft"]:
        s["draft"]["attaching"] += 1


def on_attached(s, p):
    if not s["draft"]:
        bug(s["settings"]["theme"] == "dark" and s["outbox"], AttributeError)
        return
    s["draft"]["attaching"] = max(0, s["draft"]["attaching"] - 1)
    s["draft"]["files"].append(p["size"])


def on_detach(s, p):
    if s["draft"] and p["index"] < len(s["draft"]["files"]):
        bug(len(s["draft"]["files"]) > 2 and p["index"] == len(s["draft"]["files"]) - 1, IndexError)
        del s["draft"]["files"][p["index"]]


def on_discard(s, p):
    s["draft"] = None


def on_send(s, p):
    if s["draft"]:
        bug(s["draft"]["sending"] and s["draft"]["files"] and s["draft"]["to"] == "")
        s["draft"]["sending"] = p["mail"]
    if not s["session"]["online"]:
        s["outbox"].append(p["mail"])


def on_sent(s, p):
    bug(s["outbox"].count(p["mail"]) > 1)
    s["outbox"] = [other for other in s["outbox"] if other != p["mail"]]
    if s["draft"] and s["draft"]["sending"] == p["mail"]:
        s["draft"] = None


def on_sendFailed(s, p):
    if s["draft"]:
        s["draft"]["sending"] = None
    s["notice"] = "send"


def on_snooze(s, p):
    bug(p["hours"] == 0 and s["mails"].get(p["id"], {}).get("starred"), ZeroDivisionError)
    bug(s["settings"]["theme"] == "dark" and len(s["snoozed"]) > 2 and s["open"] == p["id"])
    s["snoozed"][p["id"]] = p["hours"]


def on_goOffline(s, p):
    s["session"]["online"] = False


def on_goOnline(s, p):
    bug(s["outbox"] and s["refreshing"] and s["folder"]["loading"])
    s["session"]["online"], s["outbox"] = True, []


def on_signIn(s, p):
    s["session"]["user"] = "…"


def on_signedIn(s, p):
    bug(s["draft"] and s["search"]["hits"] and s["archiving"], TypeError)
    s["session"]["user"], s["session"]["quota"] = p["user"], p["quota"]


def on_signOut(s, p):
    s["session"]["user"], s["open"], s["body"], s["draft"], s["chosen"] = None, None, None, None, []


KINDS = sorted(name[3:] for name in list(globals()) if name.startswith("on_"))

# A user who does what is usual.

THEMES = [
    ["openFolder", "openMail", "closeMail", "star", "refresh", "setSort"],
    ["openFolder", "openMail", "archive", "undo", "closeMail", "choose"],
    ["compose", "writeTo", "writeBody", "attach", "attach", "detach", "send", "discard"],
    ["find", "openMail", "closeMail", "clearSearch", "setTheme", "snooze"],
    ["openFolder", "choose", "choose", "deleteChosen", "loadOlder", "goOffline", "goOnline", "refresh"],
    ["signIn", "signOut", "compose", "send", "setTheme", "refresh", "openFolder", "goOffline", "goOnline"],
]


class User(contract.Player):
    def __init__(self, seed):
        super().__init__(START, reduce)
        self.random = random.Random(seed)
        self.theme = THEMES[seed % len(THEMES)]

    def some(self):
        r = self.random
        return [{"id": f"m{r.randrange(10 ** 5)}", "from": r.choice(["ann", "bob", "cem"])} for _ in range(r.randrange(1, 5))]

    def act(self):
        s, r = self.state, self.random
        kind, draft, shown = r.choice(self.theme), s["draft"], s["order"]
        if kind == "openFolder":
            name = r.choice(["inbox", "archive", "trash"])
            self.do("openFolder", name=name)
            self.do("folderLoaded", name=name, mails=self.some())
        elif kind == "openMail" and shown:
            chosen = r.choice(shown)
            self.do("openMail", id=chosen)
            self.do("bodyLoaded", id=chosen, text=r.choice(["Dear all", "Hi there", "See you soon"]))
        elif kind == "refresh":
            self.do("refresh")
            self.do("refreshed", mails=self.some())
        elif kind in ("closeMail",) and s["open"]:
            self.do("closeMail")
        elif kind in ("star", "archive", "snooze") and s["open"]:
            if kind == "snooze":
                return self.do("snooze", id=s["open"], hours=r.randrange(1, 24))
            self.do(kind, id=s["open"])
            if kind == "archive":
                self.do("archiveFailed" if r.random() < .2 else "archived", id=self.state["archiving"][-1])
        elif kind == "undo" and s["undo"]:
            self.do("undo")
        elif kind == "choose" and shown:
            self.do("choose", row=r.randrange(len(shown)))
        elif kind == "deleteChosen" and s["chosen"]:
            self.do("deleteChosen")
        elif kind == "find":
            ticket = s["search"]["ticket"] + 1
            self.do("find", text=r.choice(["rent", "old photos", "invoice 7", "tax", "trip to Oslo", "cat"]), ticket=ticket)
            self.do("found", ticket=ticket, ids=r.sample(shown, min(len(shown), 2)))
        elif kind == "clearSearch" and s["search"]["text"]:
            self.do("clearSearch")
        elif kind == "loadOlder" and shown:
            page = s["folder"]["page"] + 1
            self.do("loadOlder", page=page)
            self.do("olderLoaded", page=page, mails=self.some())
        elif kind == "setSort":
            self.do("setSort", by=r.choice(["date", "sender"]))
        elif kind == "setTheme":
            self.do("setTheme", theme=r.choice(["light", "dark"]))
        elif kind == "compose" and draft is None:
            self.do("compose")
        elif kind in ("writeTo", "writeBody") and draft:
            self.do(kind, text=r.choice(["ann", "bob and cem", "all of us", "nobody", "the team", "me"]))
        elif kind == "attach" and draft:
            self.do("attach")
            self.do("attached", size=r.randrange(1, 900))
        elif kind == "detach" and draft and draft["files"]:
            self.do("detach", index=r.randrange(min(2, len(draft["files"]))))
        elif kind == "discard" and draft:
            self.do("discard")
        elif kind == "send" and draft:
            mail = f"out{r.randrange(10 ** 5)}"
            self.do("send", mail=mail)
            self.do("sendFailed" if r.random() < .2 else "sent", mail=mail)
        elif kind == "goOffline" and s["session"]["online"]:
            self.do("goOffline")
        elif kind == "goOnline" and not s["session"]["online"]:
            self.do("goOnline")
        elif kind == "signIn" and s["session"]["user"] is None:
            user = r.choice(["ann", "bob"])
            self.do("signIn", user=user)
            self.do("signedIn", user=user, quota=r.randrange(5))
        elif kind == "signOut" and s["session"]["user"]:
            self.do("signOut")


def screen(s):
    rows = [f" {'*' if row in s['chosen'] else ' '} {id}  from {s['mails'][id]['from']}" for row, id in enumerate(s["order"])]
    return "\n".join([s["folder"]["name"].upper(), s["notice"] or "", *rows])


contract.main("mail", KINDS, START, reduce, User, screen)
