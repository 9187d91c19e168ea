"""What the Python apps of the tests share: replays, and logs as a recorder writes them."""
import json
import sys


def answer(line):
    print(json.dumps(line), flush=True)


def replay(kinds, start, reduce):
    """Answers one replay on standard input (see the contract for other languages)."""
    header, lines = json.loads(sys.stdin.readline()), map(json.loads, sys.stdin)
    every = header["states"] == "all"
    answer({"rewind": 1, "replay": 1, "actions": kinds})
    state, index, has_begun = start, 0, False
    for line in lines:
        if "state" in line:
            index, state = line["after"], line["state"]
        elif "action" in line:
            if every and not has_begun:
                answer({"after": index, "state": state})
            has_begun, index = True, line["index"]
            answer({"index": index, "action": {"type": line["action"]["type"]}})
            state = reduce(state, line["action"]["type"], line["action"].get("payload") or {})
            if every:
                answer({"after": index, "state": state})
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
