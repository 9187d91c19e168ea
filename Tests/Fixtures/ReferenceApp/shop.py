#!/usr/bin/env python3
"""The shop with the planted bugs of main.swift, as an app in another language: its bugs are exceptions."""
import json
import sys

START = {"items": [], "coupon": "", "isOffline": False, "level": 1, "ticks": 0, "notes": 0}
ACTIONS = ["add", "remove", "setCount", "coupon", "toggle", "level", "tick", "checkout"]


def reduce(shop, kind, payload):
    shop = {**shop, "ticks": shop["ticks"] + 1}
    items = list(shop["items"])
    if kind == "add":
        items.append({"name": payload["name"], "count": payload["count"]})
    elif kind == "remove":
        del items[payload["place"]]
    elif kind == "setCount":
        items[payload["place"]] = {**items[payload["place"]], "count": payload["count"]}
    elif kind == "coupon":
        if payload["code"] not in ("X10", "Y20", "Z30"):
            raise AssertionError(f"no coupon is called {payload['code']!r}")
        shop["coupon"] = payload["code"]
    elif kind == "toggle":
        shop["isOffline"] = not shop["isOffline"]
    elif kind == "level":
        shop["level"] = payload["_0"]
    elif kind == "tick":
        shop["notes"] = payload.get("notes", shop["notes"])
    elif kind == "checkout":
        check_out(payload["bug"], shop)
    return {**shop, "items": items}


def check_out(bug, shop):
    counts = [item["count"] for item in shop["items"]]
    is_cheap = shop["isOffline"] and shop["coupon"] == "X10"
    broken = {
        "emptyItem": 0 in counts,
        "offlineCoupon": is_cheap,
        "offline": shop["isOffline"],
        "many": len(counts) > 5,
        "negative": sum(counts) < 0,
        "level": shop["level"] > 6,
        "twin": len({item["name"] for item in shop["items"]}) < len(counts),
        "flagAndCount": shop["isOffline"] and len(counts) > 2 and shop["level"] % 2 == 0,
    }
    if bug == "masked":
        if 0 in counts:
            sys.exit(3)
        if is_cheap:
            raise RuntimeError("offline with X10")
    elif bug == "twoTraps":
        # Two exceptions in one action, which exit alike.
        if shop["level"] > 5:
            return [][shop["level"]]
        if shop["isOffline"]:
            return {}[shop["ticks"]]
    elif bug == "twoRecursions":
        # The first is that of another function, and both write more than is kept of it.
        if shop["level"] > 5:
            raise_level(shop)
        if shop["isOffline"]:
            go_online(shop)
    elif broken[bug]:
        raise ValueError(f"{bug}, after {shop['ticks']} ticks")


def raise_level(shop):
    check_level({**shop, "level": shop["level"] + 1})


def check_level(shop):
    raise_level(shop)


def go_online(shop):
    check_line({**shop, "isOffline": not shop["isOffline"]})


def check_line(shop):
    go_online(shop)


def answer(line):
    print(json.dumps(line), flush=True)


def replay(header, lines):
    every = header["states"] == "all"
    answer({"rewind": 1, "replay": 1, "actions": [f"ShopAction.{name}" for name in ACTIONS]})
    shop, index, has_begun = START, 0, False
    for line in lines:
        if "state" in line:
            index, shop = line["after"], line["state"]
        elif "action" in line:
            if every and not has_begun:
                answer({"after": index, "state": shop})
            has_begun, index = True, line["index"]
            answer({"index": index, "action": {"type": line["action"]["type"]}})
            [(kind, payload)] = line["action"]["payload"].items()
            shop = reduce(shop, kind, payload)
            if every:
                answer({"after": index, "state": shop})
    answer({"end": "closed"})


if "--rewind-replay" in sys.argv:
    replay(json.loads(sys.stdin.readline()), map(json.loads, sys.stdin))
