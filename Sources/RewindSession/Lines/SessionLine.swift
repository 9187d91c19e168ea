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
/// types      {"types":{"Card":{"struct":[["url","String"],["isFlipped","Bool"]]}, …},"state":"AppState"}
/// held       {"held":310e-3,"index":9,"main":true}
/// keyframe   {"keyframe":9,"state":{…}}                                 behind later lines
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
  case types(JSONObject)
  /// A line that no reader interprets: of a later version, or one that repeats or adds nothing to states.
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
    self =
      switch LineKind(of: object) {
      case .header: .header(try SessionHeader(object))
      case .end: .end(try SessionEndLine(object))
      case .action: .action(try RecordedAction(object))
      case .input: .input(try RecordedInput(object))
      case .external: .external(try RecordedState(object))
      case .patch, .keyframe: .state(try RecordedState(object))
      case .reduced: .reduced(try ReducedAction(object))
      case .note: .note(try SessionNote(object))
      case .gap: .gap(try SessionGap(object))
      case .travel: .travel(try SessionTravel(object))
      case .types: .types(object)
      case .held, .laterKeyframe, .unknown: .unknown(object)
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

  /// The kind of the line.
  package var kind: LineKind {
    switch self {
    case .header: .header
    case .end: .end
    case .action: .action
    case .input: .input
    case .external: .external
    case .state(let state): LineKind(of: state.json)
    case .reduced: .reduced
    case .note: .note
    case .gap: .gap
    case .travel: .travel
    case .types: .types
    case .unknown(let json): LineKind(of: json)
    }
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
    case .types: nil
    case .unknown(let json): json["index"]?.int ?? json["after"]?.int
    }
  }
}
