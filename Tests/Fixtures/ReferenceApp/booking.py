#!/usr/bin/env python3
"""A booking app with sixteen planted bugs that only unusual sessions meet, for tests of `rewind explore`.

    booking.py [--mended|--strict] --rewind-replay     replays
    booking.py --record SEED FILE             plays a session that goes well, and records it
    booking.py --blind RUNS SEED FILE…        what chance alone finds: the run of each bug's first crash

Each bug needs several things at once. With --mended, none of them is there. With --strict, none of them is there
either, and it dies of a session that it could not have had: of an answer without a request, and of a tap on
something that is not on the screen, unless it is the second of two taps.
"""
import copy
import random

import contract

MENDED, STRICT = contract.MENDED, contract.STRICT
REQUESTS = {"search": "searchId", "loadMore": "page", "select": "id", "login": "name", "applyCoupon": "code",
            "pay": "orderId", "cancelBooking": "id", "setCurrency": "currency"}
ANSWERS = {"searchAnswered": "search", "searchFailed": "search", "moreLoaded": "loadMore", "detailsLoaded": "select",
           "loggedIn": "login", "couponChecked": "applyCoupon", "paid": "pay", "payFailed": "pay",
           "cancelled": "cancelBooking", "rateLoaded": "setCurrency"}
HOTELS = [{"id": f"h{n}", "price": 40 + 17 * n % 90, "stars": n % 5 + 1} for n in range(1, 13)]
START = {
    "screen": "home", "user": None, "query": "", "filter": "all", "sort": "price", "page": 0, "searchId": 0,
    "loading": False, "results": [], "selected": None, "details": None, "photo": 0, "cart": [], "coupon": None,
    "percent": 0, "bookings": [], "paying": None, "attempts": 0, "offline": False, "currency": "EUR",
    "rate": 1, "favorites": [], "queue": [], "cancelling": [], "loggingIn": False, "error": None,
}


class Bug(Exception):
    pass


def reduce(state, kind, payload):
    if STRICT:
        state = checked(copy.deepcopy(state), kind, payload)
    return globals()["on_" + kind](copy.deepcopy(state), payload)


def checked(s, kind, p):
    """Dies of an action that no session could have here; notes the answers to come."""
    asked, last = s.setdefault("asked", []), s.get("last")
    s["last"] = [kind, p]
    if kind in REQUESTS:
        asked.append([kind, p[REQUESTS[kind]]])
    if kind in ANSWERS:
        asked.remove([ANSWERS[kind], p[REQUESTS[ANSWERS[kind]]]])
    if last == [kind, p]:
        return s
    if kind == "select" and p["id"] not in [hotel["id"] for hotel in s["results"]]:
        raise Bug("a tap on no hotel")
    if kind == "cancelBooking" and p["id"] not in [booking["id"] for booking in s["bookings"]]:
        raise Bug("a tap on no booking")
    if kind == "removeFromCart" and p["index"] >= len(s["cart"]):
        raise Bug("a tap on no item")
    return s


def on_login(s, p):
    if s["loggingIn"] and s["offline"] and len(s["queue"]) > 1 and not MENDED:
        raise Bug("login lost: offline with a queue")
    return {**s, "loggingIn": True}


def on_loggedIn(s, p):
    return {**s, "loggingIn": False, "user": {"name": p["name"], "id": p["userId"]}}


def on_logout(s, p):
    return {**s, "user": None, "coupon": None, "percent": 0, "screen": "home", "details": None, "selected": None}


def on_search(s, p):
    if p["query"] == "" and s["filter"] == "cheap" and s["sort"] == "stars" and not MENDED:
        raise Bug("an empty query, cheap, by stars")
    return {**s, "query": p["query"], "searchId": p["searchId"], "loading": True, "screen": "results", "page": 1,
            "results": []}


def on_searchAnswered(s, p):
    if p["searchId"] != s["searchId"]:
        if s["selected"] and s["sort"] == "stars" and not MENDED:
            raise KeyError(s["selected"])
        return s
    return {**s, "results": p["hotels"], "loading": False}


def on_searchFailed(s, p):
    return {**s, "loading": False, "error": "search"} if p["searchId"] == s["searchId"] else s


def on_loadMore(s, p):
    return {**s, "loading": True}


def on_moreLoaded(s, p):
    if p["searchId"] != s["searchId"]:
        if s["offline"] and s["filter"] != "all" and not MENDED:
            raise IndexError("more for a search that is over")
        return s
    if len(s["favorites"]) > 1 and len([b for b in s["bookings"] if b["status"] == "cancelled"]) > 0 and not MENDED:
        raise Bug("page two with favorites and a cancelled booking")
    return {**s, "results": s["results"] + p["hotels"], "page": p["page"], "loading": False}


def on_setFilter(s, p):
    return {**s, "filter": p["filter"]}


def on_setSort(s, p):
    return {**s, "sort": p["by"]}


def on_select(s, p):
    if len(s["favorites"]) > 2 and s["filter"] == "favorites" and s["sort"] == "stars" and not MENDED:
        raise Bug("three favorites by stars")
    return {**s, "selected": p["id"], "screen": "details", "details": None, "photo": 0}


def on_detailsLoaded(s, p):
    if s["user"] is None and s["screen"] == "home" and s["filter"] == "cheap" and not MENDED:
        return {**s, "error": s["user"]["name"]}
    if s["selected"] != p["id"]:
        return s
    return {**s, "details": {"id": p["id"], "photos": p["photos"]}}


def on_nextPhoto(s, p):
    count = s["details"]["photos"] if s["details"] else 1
    return {**s, "photo": (s["photo"] + 1) % max(count, 1)}


def on_back(s, p):
    return {**s, "screen": "results" if s["screen"] == "details" else "home", "selected": None, "details": None}


def on_addToCart(s, p):
    if p["nights"] == 0 and s["percent"] and not MENDED:
        return {**s, "error": str(100 // p["nights"])}
    return {**s, "cart": s["cart"] + [{"hotel": p["id"], "nights": p["nights"], "guests": p["guests"]}]}


def on_removeFromCart(s, p):
    if p["index"] >= len(s["cart"]):
        return s
    cart = [item for place, item in enumerate(s["cart"]) if place != p["index"]]
    if not cart and s["details"] and s["coupon"] and s["user"] and not MENDED:
        return {**s, "error": s["cart"][1]}
    return {**s, "cart": cart}


def on_applyCoupon(s, p):
    return {**s, "coupon": p["code"]}


def on_couponChecked(s, p):
    if s["user"] is None and len(s["cart"]) > 1 and not MENDED:
        raise TypeError("a coupon of nobody")
    if s["coupon"] != p["code"]:
        return s
    return {**s, "percent": p["percent"]}


def on_pay(s, p):
    if s["offline"] and s["percent"] and s["currency"] == "USD" and not MENDED:
        raise Bug("no rate offline")
    return {**s, "paying": p["orderId"], "attempts": s["attempts"] + 1}


def on_paid(s, p):
    if s["attempts"] > 1 and s["percent"] and not MENDED:
        raise Bug("paid twice with a coupon")
    if not s["cart"] and s["percent"] and s["paying"] and not MENDED:
        return {**s, "error": 100 / len(s["cart"])}
    if s["paying"] != p["orderId"]:
        return s
    booked = [{"id": p["bookingId"], "status": "paid", "count": len(s["cart"])}]
    return {**s, "paying": None, "attempts": 0, "cart": [], "bookings": s["bookings"] + booked}


def on_payFailed(s, p):
    return {**s, "paying": None, "attempts": 0, "error": "pay"} if s["paying"] == p["orderId"] else s


def on_cancelBooking(s, p):
    return {**s, "cancelling": s["cancelling"] + [p["id"]]}


def on_cancelled(s, p):
    if s["cancelling"].count(p["id"]) > 1 and s["user"] is None and not MENDED:
        raise ValueError("cancelled twice")
    rest = [b for b in s["cancelling"] if b != p["id"]]
    return {**s, "cancelling": rest,
            "bookings": [{**b, "status": "cancelled"} if b["id"] == p["id"] else b for b in s["bookings"]]}


def on_toggleFavorite(s, p):
    favorites = [f for f in s["favorites"] if f != p["id"]]
    if len(favorites) == len(s["favorites"]):
        favorites.append(p["id"])
    queue = s["queue"] + [p["id"]] if s["offline"] else s["queue"]
    if len(queue) > 3 and len(set(queue)) == 1 and not MENDED:
        raise Bug("a queue of one favorite")
    return {**s, "favorites": favorites, "queue": queue}


def on_goOffline(s, p):
    return {**s, "offline": True}


def on_goOnline(s, p):
    if s["loggingIn"] and s["queue"] and s["paying"] and not MENDED:
        raise Bug("online while logging in and paying")
    return {**s, "offline": False, "queue": []}


def on_setCurrency(s, p):
    return {**s, "currency": p["currency"]}


def on_rateLoaded(s, p):
    return {**s, "rate": p["rate"]} if s["currency"] == p["currency"] else s


KINDS = sorted(name[3:] for name in list(globals()) if name.startswith("on_"))


# A user who does what is usual.

THEMES = [
    ["search", "select", "back", "nextPhoto", "loadMore", "setSort"],
    ["search", "select", "addToCart", "login", "pay", "back"],
    ["search", "select", "toggleFavorite", "setFilter", "back", "goOffline", "goOnline"],
    ["search", "select", "addToCart", "removeFromCart", "login", "applyCoupon", "pay", "back"],
    ["search", "select", "addToCart", "login", "pay", "cancelBooking", "logout", "back"],
    ["search", "setCurrency", "setFilter", "setSort", "select", "back", "login", "logout"],
]


class User(contract.Player):
    def __init__(self, seed):
        super().__init__(START, reduce)
        self.random = random.Random(seed)
        self.theme = THEMES[seed % len(THEMES)]

    def new(self, prefix):
        return f"{prefix}{self.random.randrange(10 ** 6)}"

    def some(self):
        return self.random.sample(HOTELS, self.random.randrange(2, 6))

    def act(self):
        s, r = self.state, self.random
        kind = r.choice(self.theme)
        if kind == "search":
            number = s["searchId"] + 1
            self.do("search", query=r.choice(["Rome", "Oslo", "Bonn am Rhein", "Lima", "Kyoto", "Graz"]), searchId=number)
            if r.random() < .1:
                return self.do("searchFailed", searchId=number)
            self.do("searchAnswered", searchId=number, hotels=self.some())
        elif kind == "loadMore" and s["results"] and s["screen"] == "results":
            self.do("loadMore", searchId=s["searchId"], page=s["page"] + 1)
            self.do("moreLoaded", searchId=s["searchId"], page=s["page"] + 1, hotels=self.some())
        elif kind == "setFilter":
            self.do("setFilter", filter=r.choice(["all", "all", "cheap", "favorites"]))
        elif kind == "setSort":
            self.do("setSort", by=r.choice(["price", "stars"]))
        elif kind == "select" and s["results"] and s["screen"] == "results":
            chosen = r.choice(s["results"])["id"]
            self.do("select", id=chosen)
            self.do("detailsLoaded", id=chosen, photos=r.randrange(1, 6))
        elif kind == "nextPhoto" and s["details"]:
            self.do("nextPhoto")
        elif kind == "back" and s["screen"] != "home":
            self.do("back")
        elif kind == "toggleFavorite" and s["selected"]:
            self.do("toggleFavorite", id=s["selected"])
        elif kind == "addToCart" and s["selected"]:
            self.do("addToCart", id=s["selected"], nights=r.randrange(1, 8), guests=r.randrange(1, 4))
        elif kind == "removeFromCart" and s["cart"]:
            self.do("removeFromCart", index=r.randrange(len(s["cart"])))
        elif kind == "login" and not s["user"]:
            name = r.choice(["ann", "bob", "cem", "dot"])
            self.do("login", name=name)
            self.do("loggedIn", name=name, userId=self.new("u"))
        elif kind == "logout" and s["user"]:
            self.do("logout")
        elif kind == "applyCoupon" and s["user"] and s["cart"]:
            code = r.choice(["SPRING", "VIP"])
            self.do("applyCoupon", code=code)
            self.do("couponChecked", code=code, percent=r.choice([5, 10, 20]))
        elif kind == "pay" and s["user"] and s["cart"]:
            order = self.new("o")
            self.do("pay", orderId=order)
            if r.random() < .15:
                return self.do("payFailed", orderId=order)
            self.do("paid", orderId=order, bookingId=self.new("b"))
        elif kind == "cancelBooking" and s["user"]:
            open_ = [b["id"] for b in s["bookings"] if b["status"] == "paid"]
            if open_:
                chosen = r.choice(open_)
                self.do("cancelBooking", id=chosen)
                self.do("cancelled", id=chosen)
        elif kind == "goOffline" and not s["offline"]:
            self.do("goOffline")
        elif kind == "goOnline" and s["offline"]:
            self.do("goOnline")
        elif kind == "setCurrency":
            currency = r.choice(["EUR", "USD"])
            self.do("setCurrency", currency=currency)
            self.do("rateLoaded", currency=currency, rate=r.choice([1, 2]))


def screen(s):
    rows = [f"  {hotel['id']}  {hotel['price']} {s['currency']}" for hotel in s["results"]]
    return "\n".join([s["screen"].upper(), f"{(s['user'] or {}).get('name', 'a guest')}, {len(s['cart'])} in the cart", *rows])


contract.main("booking", KINDS, START, reduce, User, screen)
