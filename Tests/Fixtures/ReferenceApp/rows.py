#!/usr/bin/env python3
"""Rows that are reached by their index; all actions have one type, and say in a text what they are."""
import json
import sys


def reduce(rows, edit):
    kind = edit["kind"]
    if kind == "add":
        return rows + [{"name": edit["name"], "done": False}]
    if kind == "load":
        return [{"name": name, "done": False} for name in edit["names"]]
    row = edit["row"]
    if kind in ("finish", "complete"):
        return rows[:row] + [{**rows[row], "done": True}] + rows[row + 1:]
    if rows[row]["done"]:
        raise ValueError("a finished row cannot go")
    return rows[:row] + rows[row + 1:]


def replay(request, answer):
    wants_states = request[0].get("states") == "all"
    answer({"rewind": 1, "replay": 1, "actions": ["Edit"]})
    index, rows = 0, []
    if wants_states and "after" not in request[1]:
        answer({"after": 0, "state": {"rows": rows}})
    for line in request[1:]:
        if "after" in line:
            rows = line["state"]["rows"]
            if index == 0 and wants_states:
                answer(line)
        elif "action" in line:
            index = line["index"]
            answer({"index": index, "action": {"type": "Edit"}})
            rows = reduce(rows, line["action"]["payload"])
            if wants_states:
                answer({"after": index, "state": {"rows": rows}})
    answer({"end": "closed", "index": index})


if "--rewind-replay" in sys.argv:
    replay([json.loads(line) for line in sys.stdin], lambda line: print(json.dumps(line), flush=True))
