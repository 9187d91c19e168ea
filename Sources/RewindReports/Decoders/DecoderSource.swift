import RewindJSON
import RewindSession
public import RewindTimeline

/// The source of a Swift function that gives decoders for the actions of a session.
///
/// Types that are `Encodable` are listed: they need only be `Decodable` too. For the others there is a closure
/// each, which makes the action with its memberwise initializer.
public struct DecoderSource {
  /// What is known beside the session.
  public struct Options {
    /// The app's type of action; nil for what the session suggests.
    public var action: String?
    /// Modules that the source imports, besides the recorder's.
    public var modules: [String]
    /// Whether types that are `Encodable` get closures as well.
    public var writesAllClosures: Bool

    public init(action: String? = nil, modules: [String] = [], writesAllClosures: Bool = false) {
      self.action = action
      self.modules = modules
      self.writesAllClosures = writesAllClosures
    }
  }

  private let types: [RecordedType]
  private let header: SessionHeader
  private let options: Options

  /// Looks at every action of a session.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - options: What is known beside it.
  ///   - progress: Told the index of each action before it is looked at.
  /// - Throws: `SessionLogError` where the log cannot be read.
  public init(
    _ timeline: Timeline,
    _ options: Options = Options(),
    progress: (Int) -> Void = { _ in }
  ) throws {
    types = try RecordedType.all(in: timeline, progress: progress)
    header = timeline.log.header
    self.options = options
  }

  /// The source file.
  public var text: String {
    let notes = leftOut.isEmpty ? [] : ["//"] + leftOut.map { "// \($0)" }
    let head = ["// Written by `rewind decoders`; keep it, change it, it is yours."] + notes + [""]
    let function = [
      "", "/// How the recorded actions of \(appName) become actions again.",
      "func recordedActions() -> ActionDecoders<\(actionType)> {",
    ]
    return (head + modules.map { "import \($0)" } + function + body + ["}", ""])
      .joined(separator: "\n")
  }

  /// Names of types that are not in the source, because they cannot be.
  public var undecodable: [String] { types.filter { !isWritable($0) }.map(\.name) }

  private var isFlux: Bool { header.attach == "dispatcher" }

  /// The module of this package that has the app's actions; nil where they come from elsewhere.
  static func ownModule(_ header: SessionHeader) -> String? {
    switch header.attach {
    case "store": "RewindStore"
    case "dispatcher": "RewindFlux"
    default: nil
    }
  }

  private var modules: [String] {
    Set(["RewindReplay"] + (Self.ownModule(header).map { [$0] } ?? []) + options.modules).sorted()
  }

  private var appName: String {
    let name = header.app ?? "the app"
    return name.allSatisfy { $0.isLetter || $0.isNumber || " -_.".contains($0) } ? name : "the app"
  }

  static let anyAction = "any Action"

  /// The app's type of action: an enum is it; else they have a protocol in common, as they always have
  /// in this package's store.
  var actionType: String {
    if let action = options.action { return action }
    if isFlux { return "DispatchedAction" }
    if header.attach == "store" { return Self.anyAction }
    if types.count == 1, let type = types.first, isWritable(type), type.isEnum { return type.name }
    return Self.anyAction
  }
}

// MARK: - The function

extension DecoderSource {
  private var body: [String] {
    let writable = types.filter(isWritable)
    if isFlux { return ["  ActionDecoders()"] + writable.flatMap(resultDecoder) }
    let listed = writable.filter { !isClosure($0) }
    let closures = writable.filter(isClosure)
    guard !listed.isEmpty else {
      return ["  ActionDecoders()"] + closures.flatMap { decoder($0, indent: 4) }
    }
    return ["  ActionDecoders(["] + list(listed) + ["  ])"]
      + closures.flatMap { decoder($0, indent: 2) }
  }

  private func isClosure(_ type: RecordedType) -> Bool {
    type.isReflected || options.writesAllClosures
  }

  private func decoder(_ type: RecordedType, indent: Int) -> [String] {
    let made = DecoderExpressions.action(type, type.payload ?? PayloadShape())
    return SwiftExpression.closure(".adding(\"\(type.name)\")", parameters: "payload", made)
      .lines(indent: indent)
  }

  /// Elements as `swift format` has them: a comma behind the last one where there are several.
  private func list(_ types: [RecordedType]) -> [String] {
    types.map { "    \($0.name).self\(types.count > 1 ? "," : "")" }
  }

  /// The decoder of what a Flux action dispatched: a payload or an error.
  private func resultDecoder(_ type: RecordedType) -> [String] {
    let name = SwiftExpression.Argument(label: "resultsOf", value: .text("\(type.name).self"))
    guard isClosure(type) else { return SwiftExpression.call(".adding", [name]).lines(indent: 4) }
    var closures = [("payload", type.payload ?? PayloadShape())]
    // An error that its type says nothing of needs no closure.
    if let error = type.error, !error.isPlainError { closures.append(("error", error)) }
    let made = closures.map { name, shape in
      SwiftExpression.Argument(
        label: name,
        value: .closure("", parameters: name, DecoderExpressions.value(shape, from: .init(name)))
      )
    }
    return SwiftExpression.call(".adding", [name] + made).lines(indent: 4)
  }
}

// MARK: - What is left out

extension DecoderSource {
  private func isWritable(_ type: RecordedType) -> Bool {
    type.name.isSwiftTypeName && (type.marks.isEmpty || !isClosure(type))
  }

  /// What a reader must know of the types that are not in the source.
  private var leftOut: [String] {
    let missing = types.filter { !isWritable($0) }
    guard !missing.isEmpty else { return [] }
    return ["Not here, since the recording does not have what they are made of:"]
      + missing.flatMap { type -> [String] in
        guard type.name.isSwiftTypeName else { return ["  a type with a name that is none"] }
        return type.marks.map {
          "  \(type.name): \($0.pointer.description.commented) is \($0.mark.commented)"
        }
      }
  }
}

extension String {
  /// The text as it can stand in a comment: what is no plain character is left out.
  fileprivate var commented: String {
    isEmpty ? "it" : String(filter { $0.isLetter || $0.isNumber || "/_-. ".contains($0) })
  }
}
