public import RewindJSON

/// A line of a session log, format 1.
///
/// ```
/// header     {"rewind":1,"session":"<uuid>","app":"memory-tunes","started":"<wall>", …}
/// input      {"index":1,"input":{"name":"shuffle","value":[3,0,1,2]}}
/// state      {"after":0,"state":{…},"wall":"<wall>"}                     the initial keyframe
/// action     {"index":1,"time":0.512345,"action":{"type":"Flip","payload":{…}},"source":"…"}
/// state      {"after":1,"patch":[…]}                                     a step
/// state      {"after":9,"state":{…},"patch":[…],"wall":"<wall>"}         a keyframe
/// reduced    {"reduced":9}                                               instead of a state
/// note       {"note":"background","index":9,"time":31.5}
/// gap        {"gap":{"actions":2,"states":2,"inputs":0,"notes":0},"why":"…","index":9}
/// external   {"external":true,"after":9,"patch":[…],"name":"refresh","source":"…"}
/// travel     {"travel":"jump","index":9,"to":3}
/// end        {"end":"closed","index":9}
/// ```
///
/// Every line ends with the member `"crc"`; unknown members are preserved unchanged.
public enum SessionLine: Sendable {
  case header(SessionHeader)
  case action(RecordedAction)
  case input(RecordedInput)
  case state(RecordedState)
  case reduced(ReducedAction)
  case note(SessionNote)
  case gap(SessionGap)
  case external(RecordedState)
  case travel(SessionTravel)
  case end(SessionEndLine)
  case unknown(JSONObject)

  /// The maximum number of bytes of a line: a state of this size takes a gigabyte once it is read.
  public static let lengthLimit = 64 << 20

  /// The maximum number of bytes of a header.
  package static let headerLimit = 1 << 20

  /// Reads one line.
  ///
  /// - Throws: ``SessionLineError`` if the line is not a JSON object, or lacks a member that its
  ///   kind requires.
  public init(_ json: JSONValue) throws(SessionLineError) {
    guard let object = json.object else { throw SessionLineError(.notAnObject(json.kind)) }
    if object["rewind"] != nil {
      self = .header(try SessionHeader(object))
    } else if object["end"] != nil {
      // Before the others: the end of a replay may name a missing input.
      self = .end(try SessionEndLine(object))
    } else if object["action"] != nil {
      self = .action(try RecordedAction(object))
    } else if object["input"] != nil {
      self = .input(try RecordedInput(object))
    } else if object["external"] != nil {
      self = .external(try RecordedState(object))
    } else if object["after"] != nil {
      self = .state(try RecordedState(object))
    } else if object["reduced"] != nil {
      self = .reduced(try ReducedAction(object))
    } else if object["note"] != nil {
      self = .note(try SessionNote(object))
    } else if object["gap"] != nil {
      self = .gap(try SessionGap(object))
    } else if object["travel"] != nil {
      self = .travel(try SessionTravel(object))
    } else {
      self = .unknown(object)
    }
  }

  /// Reads one line, and of a state line, which may be large, only the action that it follows; nil if it is
  /// not a line of a session.
  package init?(withoutState bytes: some Collection<UInt8>) {
    var text = Array(bytes)
    if text.starts(with: #"{"after":"#.utf8) {
      text = text.prefix { $0 != UInt8(ascii: ",") } + Array(#","patch":[]}"#.utf8)
    }
    guard let line = try? SessionLine(JSONValue(parsing: text)) else { return nil }
    self = line
  }

  /// The action that the line belongs to; nil if it does not name one.
  package var index: Int? {
    switch self {
    case .header: nil
    case .action(let action): action.index
    case .input(let input): input.index
    case .state(let state), .external(let state): state.after
    case .reduced(let action): action.index
    case .note(let note): note.index
    case .gap(let gap): gap.index
    case .travel(let travel): travel.index
    case .end(let end): end.index
    case .unknown(let json): json["index"]?.int ?? json["after"]?.int
    }
  }
}
