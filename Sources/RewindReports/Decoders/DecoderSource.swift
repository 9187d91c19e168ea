import RewindJSON
import RewindSession
import RewindText
package import RewindTimeline

/// The source of a Swift function that returns decoders for the actions of some sessions.
///
/// Types that are `Encodable` are listed: they only need to be `Decodable` too. Each of the others gets a
/// closure that makes the action with its memberwise initializer.
package struct DecoderSource {
  /// Information that the sessions do not have.
  package struct Options {
    /// The app's type of action; nil to infer it from the sessions.
    package var action: String?
    /// Modules that the source imports in addition to the recorder's.
    package var modules: [String]
    /// True if types that are `Encodable` get closures as well.
    package var writesAllClosures: Bool

    package init(action: String? = nil, modules: [String] = [], writesAllClosures: Bool = false) {
      self.action = action
      self.modules = modules
      self.writesAllClosures = writesAllClosures
    }
  }

  private let types: [RecordedType]
  private let header: SessionHeader
  private let options: Options

  /// Reads every action of some sessions of one app: what one of them lacks, another may have.
  ///
  /// - Parameters:
  ///   - timelines: The sessions, at least one.
  ///   - options: Information that the sessions do not have.
  ///   - progress: Called with the index of each action before it is read.
  /// - Returns: The source.
  /// - Throws: `SessionLogError` where the log cannot be read.
  package static func read(
    _ timelines: [Timeline],
    _ options: Options = Options(),
    progress: (Int) -> Void = { _ in }
  ) throws -> DecoderSource {
    DecoderSource(
      types: try RecordedType.all(in: timelines, progress: progress),
      header: timelines[0].log.header,
      options: options
    )
  }

  /// The source file.
  package var text: String {
    let notes: [SwiftSource] = (undeclared + leftOut + unnamed).map { "// \($0.swiftComment)" }
    let head: [SwiftSource] =
      ["// Written by `rewind decoders`; keep it, change it, it is yours."]
      + (notes.isEmpty ? [] : ["//"] + notes) + [""]
    let function: [SwiftSource] = [
      "",
      "/// How the recorded actions of \((header.app ?? "the app").swiftComment) become actions again.",
      "func recordedActions() -> ActionDecoders<\(actionType)> {",
    ]
    let imports: [SwiftSource] = modules.compactMap { name in
      name.swiftModule.map {
        hasStackIDs && name == Self.stackModule ? "@_spi(Internals) import \($0)" : "import \($0)"
      }
    }
    let warnings: [SwiftSource] = warnings.map { "#warning(\($0.swiftLiteral))" }
    return
      (head + imports + (warnings.isEmpty ? [] : [""] + warnings) + function + body + ["}", ""])
      .joined(separator: "\n").text
  }

  /// Names of types that cannot be in the source.
  package var undecodable: [String] {
    types.filter { !isWritable($0) && !isUndeclared($0) }.map(\.name)
  }

  /// Names of types that cannot be in the source as they are declared.
  package var undeclaredTypes: [String] { types.filter(isUndeclared).map(\.name) }

  private var isFlux: Bool { header.attach == "dispatcher" }

  /// True if the actions are calls of a model's methods.
  var isCalls: Bool { types.contains { $0.name.swiftMethod != nil } }

  /// The type of the model; a name that does not exist if it is not given.
  var model: SwiftSource { options.action.map(SwiftSource.init(trusted:)) ?? "Model" }

  /// The module of this package that has the app's actions; nil if they come from elsewhere.
  static func ownModule(_ header: SessionHeader) -> String? {
    switch header.attach {
    case "store": "RewindStore"
    case "dispatcher": "RewindFlux"
    default: nil
    }
  }

  private var modules: [String] {
    let hasErrors = types.contains { $0.payload?.hasStoredErrors == true }
    return Set(
      ["RewindReplay"] + (hasErrors ? ["Foundation"] : [])
        + (Self.ownModule(header).map { [$0] } ?? []) + options.modules
    ).sorted()
  }

  /// The module whose stacks have elements with an ID that only its internals can make.
  private static let stackModule = "ComposableArchitecture"

  private var hasStackIDs: Bool { types.contains { $0.payload?.hasStackIDs == true } }

  static let anyAction: SwiftSource = "any Action"

  /// The app's type of action: the enum if there is one; otherwise the protocol that they share, as they
  /// always do in this package's store.
  var actionType: SwiftSource {
    if isCalls { return "ModelCall<\(model)>" }
    if let action = options.action { return SwiftSource(trusted: action) }
    if isFlux { return "DispatchedAction" }
    if header.attach == "store" { return Self.anyAction }
    if types.count == 1, let type = types.first, isWritable(type), type.isEnum,
      let name = type.name.swiftType
    {
      return name
    }
    return Self.anyAction
  }
}

// MARK: - The function

extension DecoderSource {
  private var body: [SwiftSource] {
    let writable = types.filter(isWritable)
    if isCalls { return ["  ActionDecoders()"] + types.compactMap { methodDecoder($0.name) } }
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
    type.isReflected || options.writesAllClosures || type.templatePayload != nil
  }

  private func decoder(_ type: RecordedType, indent: Int) -> [SwiftSource] {
    if type.templatePayload != nil { return type.templateDecoders(indent: indent) }
    let made = DecoderExpressions.action(type, type.payload ?? PayloadShape())
    return SwiftExpression.closure(
      ".adding(\(type.name.swiftLiteral))",
      parameters: "payload",
      made
    )
    .lines(indent: indent)
  }

  /// Returns the decoder of the calls of a method; nil if it is not one.
  private func methodDecoder(_ name: String) -> SwiftSource? {
    let short = name.hasSuffix("()") ? String(name.dropLast(2)).swiftIdentifier : name.swiftMethod
    return short.map { "    .adding(method: \(name.swiftLiteral), \(model).\($0))" }
  }

  /// Returns elements as `swift format` writes them: with a comma after the last one if there are several.
  private func list(_ types: [RecordedType]) -> [SwiftSource] {
    types.compactMap(\.name.swiftType).map { "    \($0).self\(types.count > 1 ? "," : "")" }
  }

  /// Returns the decoder of a Flux action's result: a payload or an error.
  private func resultDecoder(_ type: RecordedType) -> [SwiftSource] {
    guard let typeName = type.name.swiftType else { return [] }
    let name = SwiftExpression.Argument(label: "resultsOf", value: .text("\(typeName).self"))
    guard isClosure(type) else { return SwiftExpression.call(".adding", [name]).lines(indent: 4) }
    var closures: [(SwiftSource, PayloadShape)] = [("payload", type.payload ?? PayloadShape())]
    // An error that has only what every `NSError` has needs no closure.
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

// MARK: - Omissions

extension DecoderSource {
  private func isWritable(_ type: RecordedType) -> Bool {
    guard !isCalls else { return type.name.swiftMethod != nil }
    guard !isUndeclared(type) else { return false }
    return type.name.swiftType != nil && (!type.isLost || !isClosure(type))
  }

  private func isUndeclared(_ type: RecordedType) -> Bool {
    type.isPrivate
      || type.isEncodeOnly && !options.writesAllClosures && type.templatePayload == nil
  }

  /// Notes on the types that are not in the source because of how they are declared.
  private var undeclared: [String] {
    let hidden = types.filter(\.isPrivate).map { "  \($0.name)" }
    let encodable = types.filter { isUndeclared($0) && !$0.isPrivate }
    let encoded = encodable.map { "  \($0.name)" }
    let named = encodable.flatMap(\.ownNames).map { "  \($0)" }
    return
      (hidden.isEmpty
      ? [] : ["Not here, since they are private, or local to a function:"] + hidden)
      + (encoded.isEmpty
        ? []
        : ["Not here, since they are Encodable and not Decodable; make them Codable:"] + encoded)
      + (named.isEmpty
        ? []
        : ["or add a decoder for each name, such as .adding(\"a name\") { payload in … }:"] + named)
  }

  /// The parts of types in the source that a person has to fill in.
  private var warnings: [String] {
    if isCalls {
      return options.action == nil ? ["Write the name of the model's type instead of Model."] : []
    }
    return types.filter { isWritable($0) && isClosure($0) }.flatMap { type in
      type.marks.map {
        """
        \(type.name): the recordings have no \($0.mark) at \($0.pointer.words): \
        write this case, or leave it out.
        """
      }
        + (type.payload?.nilPointers() ?? []).map {
          """
          \(type.name): \($0.words) was nil in all recordings: write how its value is decoded.
          """
        }
    }
  }

  /// A note on the types that are not in the source.
  private var leftOut: [String] {
    let missing = types.filter { !isWritable($0) && !$0.isPrivate }.flatMap { type in
      type.marks.map { "  \(type.name): \($0.pointer.words) is \($0.mark)" }
    }
    guard !missing.isEmpty else { return [] }
    return ["Not here, since the recording lacks the values that they need:"] + missing
  }

  /// A note on the types, cases and arguments that are not in the source since Swift cannot name them.
  private var unnamed: [String] {
    let names = types.flatMap { type -> [String] in
      let name = isCalls ? type.name.swiftMethod : type.name.swiftType
      guard name != nil else { return ["  \(type.name)"] }
      guard isClosure(type), !isCalls else { return [] }
      return type.unnamed.map { "  \(type.name): \($0.words)" }
    }
    guard !names.isEmpty else { return [] }
    return ["Not here, since Swift has no such names:"] + names
  }
}

extension Pointer {
  fileprivate var words: String { tokens.isEmpty ? "it" : description }
}
