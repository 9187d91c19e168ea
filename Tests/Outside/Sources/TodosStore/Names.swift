// Every name and member that an app meets in `import Rewind` can be used with that import alone.

import Rewind

func describe(_ session: PastSession) -> String {
  guard let end: SessionEnd = session.end else { return "no session" }
  switch end {
  case .crashed(let action): return "crashed in action \(action)"
  default: return "\(end)"
  }
}

func count(_ log: MemoryLog) -> Int {
  let state: JSONValue? = log.state
  let actions: [RecordedAction] = log.actions
  let pointer = Pointer(tokens: ["rows"]).description
  return (state?["rows"]?.array?.count ?? 0) + actions.count + pointer.count
}

func previous() -> String? { SessionFolder.standard.previous.map(describe) }

func isRecordedAgain(_ failure: Recorder.Failure) -> Bool {
  if case .cannotWrite(_, let error) = failure { error == SystemError(code: 28) } else { false }
}
