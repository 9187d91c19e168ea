import asyncio, sys
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

async def main():
    parameters = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
    async with Client(stdio_client(parameters), mode=sys.argv[1]) as client:
        print(client.protocol_version)
        tap, win = {"file": "tap.jsonl"}, {"files": ["win.jsonl"]}
        calls = {
            "sessions": {}, "overview": tap, "log": {**tap, "where": "gameState.showLoading"},
            "show": {**tap, "index": 23}, "state": {**tap, "index": "end"}, "diff": {**tap, "range": 23},
            "blame": {**tap, "pointer": "gameState", "all": True}, "why": {**tap, "pointer": "23"},
            "stats": tap, "verify": win, "compare": {"good": "win.jsonl", "bad": "tap.jsonl"},
            "bisect": tap, "triage": win, "explore": {**win, "for": 1, "output": "found"},
            "minimize": {**tap, "output": "small.jsonl"}, "decoders": win, "privacy": win, "check": win,
            "edit": {**tap, "drop": [23], "output": "edited.jsonl"},
            "test": {"file": "small.jsonl", "output": "small.swift"},
        }
        for tool in (await client.list_tools()).tools:
            answer = await client.call_tool(tool.name, calls[tool.name])
            print(tool.name, "failed" if answer.is_error else "end of the data" in answer.content[-1].text)
        answer = await client.call_tool("state", {**tap, "index": "never"})
        print(answer.is_error, answer.content[0].text.splitlines()[-1])
        print((await client.read_resource("rewind://guide")).contents[0].text.splitlines()[0])
        print((await client.get_prompt("fix_crash", {"file": "@last"})).messages[0].role)
        try:
            await client.call_tool("nope", {})
        except Exception as error:
            print(error)

asyncio.run(main())
