import json, os, sys

def answer(**line):
    print(json.dumps(line), flush=True)

request = [json.loads(line) for line in sys.stdin]
every = request[0]["states"] == "all"
answer(rewind=1, replay=1, actions=["Add", "Divide", "Roll", "Show", "Fail"])
index, state, begun = 0, {"count": 0, "divisor": 1}, False
for line in request[1:]:
    if "state" in line:
        index, state = line["after"], line["state"]
    if "action" in line:
        if every and not begun:
            answer(after=index, state=state)
        begun, index, kind = True, line["index"], line["action"]["type"]
        answer(index=index, action={"type": kind})
        if kind == "Add":
            state = {**state, "count": state["count"] + 1}
        if kind == "Divide":
            state = {**state, "count": state["count"] // state["divisor"]}
        if kind == "Roll":
            sys.exit(answer(end="unresolved", input="dice"))
        if kind == "Fail":
            raise ValueError()
        if every:
            answer(after=index, state=state)
        if kind == "Show" and state["count"] > 2:
            os.abort()
answer(end="closed")

