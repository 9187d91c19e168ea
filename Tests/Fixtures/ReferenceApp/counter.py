#!/usr/bin/env python3
"""A whole app in another language than Swift that takes part in the replays of `rewind`."""
import json
import sys


def reduce(state, kind, payload, draw):
    if kind == "Add":
        return {**state, "count": state["count"] + payload["by"]}
    if kind == "Roll":
        return {**state, "last": draw("dice")}
    if kind == "Divide":
        return {**state, "count": state["count"] // state["last"]}


def replay(request, answer):
    actions = ["Add", "Divide", "Roll"]
    if request[0].get("reduce") is False:
        answer({"rewind": 1, "replay": 1, "actions": actions, "reduce": False})
        return remake(request[1:], actions, answer)
    answer({"rewind": 1, "replay": 1, "actions": actions})
    wants_states = request[0].get("states") == "all"
    drawn = {}
    for line in request:
        if "input" in line:
            drawn.setdefault((line["index"], line["input"]["name"]), []).append(line["input"]["value"])

    def draw(name):
        value = drawn[index, name].pop(0)
        answer({"index": index, "input": {"name": name, "value": value}})
        return value

    index, state = 0, {"count": 0, "last": 1}
    if wants_states and "after" not in request[1]:
        answer({"after": 0, "state": state})
    for line in request[1:]:
        if "after" in line:
            state = line["state"]
            if index == 0 and wants_states:
                answer(line)
        elif "action" in line:
            index = line["index"]
            answer({"index": index, "action": {"type": line["action"]["type"]}})
            state = reduce(state, line["action"]["type"], line["action"].get("payload"), draw)
            if wants_states:
                answer({"after": index, "state": state})
    answer({"end": "closed", "index": index})


def remake(lines, actions, answer):
    """Tells what this version makes of recorded states and actions, without reducing any."""
    lost, index = {}, 0
    for line in lines:
        if "after" in line:
            answer({"after": line["after"], "state": {"count": line["state"]["count"], "last": line["state"].get("last", 1)}})
        elif "action" in line:
            index, kind = line["index"], line["action"]["type"]
            if kind in actions:
                answer({"index": index, "action": line["action"]})
            else:
                lost.setdefault(kind, {"type": kind, "index": index, "count": 0, "why": "there is no such action"})["count"] += 1
    end = {"end": "undecodable", "undecodable": list(lost.values())} if lost else {"end": "closed"}
    answer({**end, "index": index})


if "--rewind-replay" in sys.argv:
    replay([json.loads(line) for line in sys.stdin], lambda line: print(json.dumps(line), flush=True))
