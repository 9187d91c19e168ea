import json, sys, time
def answer(**line): print(json.dumps(line), flush=True)
lines = [json.loads(line) for line in sys.stdin]
answer(rewind=1, replay=1, actions=["Work", "Sleep"])
states = lines[0].get("states") == "all"
if states: answer(after=0, state={"n": 0})
for line in lines:
    if "action" in line:
        answer(index=line["index"], action=line["action"])
        if line["action"]["type"] == "Sleep": time.sleep(60)
        end = time.process_time() + 0.4
        while time.process_time() < end: pass
        if states: answer(after=line["index"], state={"n": line["index"]})
if lines[0].get("states") == "last": answer(after=1, state={"n": 1})
answer(end="closed")
