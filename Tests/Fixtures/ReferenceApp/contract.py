"""What the Python apps of the tests share: replays, and logs as a recorder writes them."""
import json
import random
import sys
import time
import traceback

STRICT = "--strict" in sys.argv
MENDED = "--mended" in sys.argv or STRICT


def answer(line):
    print(json.dumps(line), flush=True)


def replay(kinds, start, reduce, screen=None):
    """Answers one replay on standard input (see the contract for other languages)."""
    header, lines = json.loads(sys.stdin.readline()), map(json.loads, sys.stdin)
    every, asked = header["states"] == "all", set(header.get("screens") or [])
    answer({"rewind": 1, "replay": 1, "actions": kinds, "screens": screen is not None})
    state, index, has_begun = start, 0, False

    def draw():
        if screen and index in asked:
            answer({"after": index, "screen": {"text": screen(state)}})
    for line in lines:
        if "state" in line:
            index, state = line["after"], line["state"]
            draw()
        elif "action" in line:
            if every and not has_begun:
                answer({"after": index, "state": state})
            has_begun, index = True, line["index"]
            answer({"index": index, "action": {"type": line["action"]["type"]}})
            try:
                state = reduce(state, line["action"]["type"], line["action"].get("payload") or {})
            except Exception:
                while "--hang" in sys.argv:
                    time.sleep(1)
                raise
            if every:
                answer({"after": index, "state": state})
            draw()
    if header["states"] == "last" or every and not has_begun:
        answer({"after": index, "state": state})
    answer({"end": "closed"})


class Player:
    """Dispatches actions, and keeps the lines of their log."""

    def __init__(self, start, reduce):
        self.start, self.state, self.reduce = start, start, reduce
        self.count, self.lines = 0, []

    def do(self, kind, **payload):
        self.state = self.reduce(self.state, kind, payload)
        self.count += 1
        self.lines.append({"index": self.count, "action": {"type": kind, "payload": payload}})
        self.lines.append({"after": self.count, "state": self.state})

    def write(self, app, seed, path):
        name = f"00000000-0000-4000-8000-{seed:012}"
        lines = [{"rewind": 1, "session": name, "app": app, "started": "2026-11-25T08:00:00.000Z"},
                 {"after": 0, "state": self.start}] + self.lines + [{"end": "closed", "index": self.count}]
        value, text = 0, b""
        for line in lines:
            body = json.dumps(line, separators=(",", ":")).encode()[:-1]
            value = crc(body, value)
            text += body + b',"crc":"%08x"}\n' % value
        with open(path, "wb") as file:
            file.write(text)


def main(name, kinds, start, reduce, User, screen=None):
    """Does what the arguments say (see booking.py)."""
    if "--rewind-replay" in sys.argv:
        replay(kinds, start, reduce, screen)
    elif "--blind" in sys.argv:
        at = sys.argv.index("--blind")
        blind(start, reduce, int(sys.argv[at + 1]), int(sys.argv[at + 2]), sys.argv[at + 3:])
    else:
        at = sys.argv.index("--record")
        user = User(int(sys.argv[at + 1]))
        while user.count < 40:
            user.act()
        user.write(name, int(sys.argv[at + 1]), sys.argv[at + 2])


def blind(start, reduce, runs, seed, paths):
    """Changes recorded sessions without looking at what they lead to; prints the run of each bug's first crash."""
    chance = random.Random(seed)
    sessions = [[line["action"] for line in map(json.loads, open(path)) if "action" in line] for path in paths]
    found = {}
    for run in range(1, runs + 1):
        actions = list(chance.choice(sessions))
        for _ in range(chance.randrange(1, 6)):
            way, at = chance.randrange(5), chance.randrange(len(actions))
            if way == 0:
                actions.insert(at, actions[at])
            elif way == 1 and len(actions) > 1:
                del actions[at]
            elif way == 2:
                actions.insert(chance.randrange(len(actions)), actions.pop(at))
            elif way == 3:
                other = chance.choice(sessions)
                actions = actions[:at] + other[chance.randrange(len(other)):]
            else:
                actions[at:at] = [chance.choice(chance.choice(sessions))]
        state = start
        for action in actions:
            try:
                state = reduce(state, action["type"], action["payload"])
            except Exception as error:
                frames = traceback.extract_tb(error.__traceback__)
                lines = [frame.lineno for frame in frames if frame.name.startswith("on_")]
                found.setdefault(f"{action['type']}:{lines[-1] if lines else 'impossible'}", run)
                break
    print(json.dumps(found))


def crc(data, value):
    """CRC-32C, as the lines of a log have it."""
    value ^= 0xFFFFFFFF
    for byte in data:
        value = TABLE[(value ^ byte) & 255] ^ value >> 8
    return value ^ 0xFFFFFFFF


TABLE = []
for number in range(256):
    for _ in range(8):
        number = number >> 1 ^ 0x82F63B78 if number & 1 else number >> 1
    TABLE.append(number)
