extension Help {
  /// The text of `rewind help contract`; the README has the full contract.
  static let contract = #"""
    A program in any language can take part in `verify`, `bisect`, `minimize` and
    `edit`. The tool starts it as `APP --rewind-replay` and gives it a session; it
    runs its own reducer and responds with a session.
    (A Swift app calls `answerReplayRequest` of its store; see also `rewind init`.)

    Standard input: one JSON object per line, up to the end of the file.
      {"rewind":1,"states":"all",…}         first: which states are wanted: all of
                                            them, the last, or none
      {"after":7,"state":…}                 continue from this state; if none comes
                                            before the first action, make your own
      {"index":8,"action":{"type":…,"payload":…}}          reduce this action
      {"index":8,"input":{"name":"dice","value":6}}        an input that its
                                            reducer reads, after the action

    Standard output: one JSON object per line, each written (and flushed) at once,
    since the last line shows how far the program got if it dies.
      {"rewind":1,"replay":1,"actions":["Add"]}            first, within 10 seconds
      {"after":0,"state":…}                 states "all": the state to begin with,
                                            before the first action
      {"index":8,"action":{"type":"Add"}}   before each action is reduced
      {"index":8,"input":{"name":…,"value":…}}             as an input is read
      {"after":8,"state":…}                 after it, with states "all"; with
                                            "last" only at the end
      {"end":"closed"}                      last: every action was reduced
      {"end":"unresolved","input":"dice"}   the reducer reads a missing input
      {"end":"undecodable","undecodable":[{"type":"Sub","why":"no such action"}]}
                                            instead of dying in an unknown action
      {"end":"refused","why":"…"}           the request is not understood

    A program that dies in an action must end by a signal or an exit status other
    than 0, as an uncaught exception does. Standard error is free: its last trace
    identifies the crash. Do not print anything else to standard output.

    A complete program in Python:

      import json, sys

      def reduce(state, action, read):
          if action["type"] == "Add":
              return {"count": state["count"] + action["payload"]["by"]}
          if action["type"] == "Roll":
              return {"count": state["count"] // read("dice")}

      def answer(**line):
          print(json.dumps(line), flush=True)

      def replay(header, *lines):
          known, every = ["Add", "Roll"], header["states"] == "all"
          answer(rewind=1, replay=1, actions=known)
          types = {line["action"]["type"] for line in lines if "action" in line}
          lost = [{"type": name, "why": "unknown"} for name in types - {*known}]
          if lost:
              return answer(end="undecodable", undecodable=lost)
          inputs = [(it["index"], it["input"]) for it in lines if "input" in it]
          def read(name):
              for place, (where, given) in enumerate(inputs):
                  if (where, given["name"]) == (index, name):
                      answer(index=index, input=inputs.pop(place)[1])
                      return given["value"]
              sys.exit(answer(end="unresolved", input=name))
          index, state, begun = 0, {"count": 0}, False
          for line in lines:
              if "state" in line:
                  index, state = line["after"], line["state"]
              if "action" in line:
                  if every and not begun:
                      answer(after=index, state=state)
                  index, begun = line["index"], True
                  answer(index=index, action=line["action"])
                  state = reduce(state, line["action"], read)
                  if every:
                      answer(after=index, state=state)
          if header["states"] == "last":
              answer(after=index, state=state)
          answer(end="closed")

      if "--rewind-replay" in sys.argv:
          replay(*map(json.loads, sys.stdin))

    Example: rewind verify session.jsonl --app ./app.py

    A log that such a program records has the same lines, a header with "session"
    and "app", a state after each action, and checksums added by `rewind seal`.
    The README's "The process contract" describes how to make a search faster
    (forks of the process) and to support `rewind check --app` ("reduce":false).

    """#
}
