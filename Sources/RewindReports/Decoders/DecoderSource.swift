import RewindJSON
import RewindSession
import RewindText
package import RewindTimeline

/// The source of a Swift function that returns decoders for the actions of some sessions, and of one for its states,
/// if these are not `Codable`.
///
/// It is made of the types that the log tells, so that it has the cases that no session has. Types that are `Codable`
/// are listed; each of the others gets a function that makes its values by the memberwise initializer.
package struct DecoderSource {
  /// Information that the sessions do not have.
  package struct Options {
    /// The app's type of action; nil to infer it from the sessions.
    package var action: String?
    /// Modules that the source imports in addition to the recorder's.
    package var modules: [String]
    /// True to write a function for states that are not `Codable` as well: their initializers are often not public.
    package var writesStates: Bool

    package init(action: String? = nil, modules: [String] = [], writesStates: Bool = false) {
      (self.action, self.modules, self.writesStates) = (action, modules, writesStates)
    }
  }

  private let header: SessionHeader
  private let options: Options
  private let actions: [RecordedAction.Form]
  private let types: RecordedTypes

  /// The lines of the functions.
  private var functions: [SwiftSource] = []
  private var warnings: [String] = []
  private var notes: [SwiftSource] = []
  private var modules: Set<String>
  /// Names of types of actions that are not in the source.
  package private(set) var leftOut: [String] = []

  /// Reads every action of some sessions of one app: what stands in existentials, only values tell.
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
    var reading = ActionForms()
    for timeline in timelines { try reading.add(timeline, progress) }
    return DecoderSource(timelines[0].log.header, options, reading)
  }

  private init(_ header: SessionHeader, _ options: Options, _ reading: ActionForms) {
    (self.header, self.options) = (header, options)
    (actions, types) = (reading.forms, reading.types)
    modules = Set(
      ["Foundation", "RewindReplay"] + (Self.ownModule(header).map { [$0] } ?? []) + options.modules
    )
    var values = ValueDecoders(reading.types, reading.opened)
    var decoders = recordedActions(&values)
    let others = recordedState(&values) + values.writeFunctions()
    if !values.names.isEmpty {
      decoders[0] = SwiftSource(trusted: "  return \(decoders[0].text.dropFirst(2))")
      decoders = registration(of: values.names) + decoders
    }
    let name = (header.app ?? "the app").swiftComment
    functions =
      ["", "/// How the recorded actions of \(name) become actions again."]
      + ["func recordedActions() -> ActionDecoders<\(actionType)> {"] + decoders + ["}"] + others
    warnings += values.warnings
    if values.hasStackIDs { stackModule = "ComposableArchitecture" }
  }

  /// The module whose stacks have elements with an ID that only its internals can make.
  private var stackModule: String?

  /// The source file.
  package var text: String {
    let head: [SwiftSource] =
      ["// Written by `rewind decoders`; keep it, change it, it is yours."]
      + (notes.isEmpty ? [] : ["//"] + notes) + [""]
    let imports: [SwiftSource] = modules.sorted().compactMap { name in
      name.swiftModule.map {
        name == stackModule ? "@_spi(Internals) import \($0)" : "import \($0)"
      }
    }
    let warnings: [SwiftSource] = warnings.map { "#warning(\($0.swiftLiteral))" }
    return
      (head + imports + (warnings.isEmpty ? [] : [""] + warnings) + functions + [""])
      .joined(separator: "\n").text
  }

  private var isFlux: Bool { header.attach == "dispatcher" }

  /// True if the actions are calls of a model's methods.
  var isCalls: Bool { actions.contains { $0.name.swiftMethod != nil } }

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

  static let anyAction: SwiftSource = "any Action"

  /// The app's type of action: the enum if there is one; otherwise the protocol that they share, as they
  /// always do in this package's store.
  var actionType: SwiftSource {
    if isCalls { return "ModelCall<\(model)>" }
    if let action = options.action { return SwiftSource(trusted: action) }
    if isFlux { return "DispatchedAction" }
    if header.attach == "store" { return Self.anyAction }
    if actions.count == 1, actions[0].isEnum, leftOut.isEmpty, let name = actions[0].name.swiftType
    {
      return name
    }
    return Self.anyAction
  }
}

// MARK: - The functions

extension DecoderSource {
  private mutating func recordedActions(_ values: inout ValueDecoders) -> [SwiftSource] {
    var listed: [SwiftSource] = []
    var added: [SwiftSource] = []
    var notes: [String] = []
    for action in actions {
      if isCalls {
        if let method = methodDecoder(action.name) { added.append(method) }
      } else if isFlux {
        added += resultDecoder(action.name, &values, &notes)
      } else if action.isUnknown {
        notes.append("  \(action.name): the log does not tell its type; record it in a debug build")
        leftOut.append(action.name)
      } else if let payload = action.templatePayload {
        added += templateDecoders(of: action, payload, &values)
      } else if let obstacle = values.obstacle(to: action.name) {
        notes += ["  \(action.name): \(obstacle.words)"]
        notes += action.ownNames.map { "  \($0): .adding(\"…\") { payload in … } by its name" }
        leftOut.append(action.name)
      } else if let type = action.name.swiftType {
        if values.isCoded(action.name) {
          listed.append(type)
        } else {
          added.append(
            "    .adding(\(action.name.swiftLiteral), decode: \(values.function(of: action.name)))"
          )
        }
      } else {
        notes.append("  \(action.name): Swift has no such name")
        leftOut.append(action.name)
      }
    }
    if isCalls, options.action == nil {
      warnings.append("Write the name of the model's type instead of Model.")
    }
    note("Not here, since no recorded value can become one again:", notes)
    let list = listed.map {
      SwiftSource(trusted: "    \($0.text).self\(listed.count > 1 ? "," : "")")
    }
    return (list.isEmpty ? ["  ActionDecoders()"] : ["  ActionDecoders(["] + list + ["  ])"])
      + (list.isEmpty ? added : added.map { SwiftSource(trusted: String($0.text.dropFirst(2))) })
  }

  /// Returns the lines that give the recorder the names of properties, for a program that does not have them.
  private func registration(of names: [SwiftSource]) -> [SwiftSource] {
    let line = SwiftSource(
      trusted: "  Recorder.name([\(names.map(\.text).joined(separator: ", "))])"
    )
    if names.count == 1, line.text.count <= SwiftExpression.width { return [line] }
    return ["  Recorder.name(["] + names.map { SwiftSource(trusted: "    \($0.text),") } + ["  ])"]
  }

  /// Returns the function that decodes states that are not `Codable`, without which a replay can only begin at the
  /// initial state.
  private mutating func recordedState(_ values: inout ValueDecoders) -> [SwiftSource] {
    guard options.writesStates, let state = types.state, !values.isCoded(state),
      types.declaration(of: state) != nil
    else { return [] }
    if let obstacle = values.obstacle(to: state) {
      note(
        "No recordedState, so that replays begin at the initial state:",
        ["  \(state): \(obstacle.words)"]
      )
      return []
    }
    guard let type = state.swiftType else { return [] }
    return [
      "", "/// How a recorded state becomes a state again: see `ReplayableStore.decodingStates`.",
      "func recordedState(_ recorded: JSONValue) throws -> \(type) {",
      "  try \(values.function(of: state))(recorded)", "}",
    ]
  }

  private mutating func note(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    notes += ([title] + lines).map { "// \($0.swiftComment)" }
  }

  /// Returns the decoder of the calls of a method; nil if it is not one.
  private func methodDecoder(_ name: String) -> SwiftSource? {
    let short = name.hasSuffix("()") ? String(name.dropLast(2)).swiftIdentifier : name.swiftMethod
    return short.map { "    .adding(method: \(name.swiftLiteral), \(model).\($0))" }
  }

  /// Returns the decoder of a Flux action's result: a payload or an error.
  private mutating func resultDecoder(
    _ action: String,
    _ values: inout ValueDecoders,
    _ notes: inout [String]
  ) -> [SwiftSource] {
    if types.isEmpty, let type = action.swiftType {
      return ["    .adding(resultsOf: \(type).self)"]
    }
    let contents = types.contents[action]
    let parts = ["payload", "error"].map { (name: $0, type: contents?[$0]?.string ?? "()") }
    for part in parts where part.type != "()" {
      guard let obstacle = values.obstacle(to: part.type) else { continue }
      notes.append("  \(action): \(obstacle.words)")
      leftOut.append(action)
      return []
    }
    guard let type = action.swiftType else { return [] }
    let name = SwiftExpression.Argument(label: "resultsOf", value: .text("\(type).self"))
    // An error that has only what every `NSError` has needs no closure.
    let isPlain = values.isCoded(parts[0].type) && ["NSError", "Never"].contains(parts[1].type)
    if isPlain || parts.allSatisfy({ values.isCoded($0.type) }) {
      return SwiftExpression.call(".adding", [name]).lines(indent: 4)
    }
    var arguments = [name]
    for part in parts {
      let source = SwiftSource(trusted: part.name)
      let made = values.value(part.type, from: ValueDecoders.Source(source))
      arguments.append(
        .init(label: source, value: .closure("", parameters: source, made))
      )
    }
    return SwiftExpression.call(".adding", arguments).lines(indent: 4)
  }

  /// Returns a decoder for each template of Fluxor: all actions whose payload is of one type are of one type, which no
  /// app can make without the template, and the app gives each the template's name.
  private func templateDecoders(
    of action: RecordedAction.Form,
    _ payload: String,
    _ values: inout ValueDecoders
  ) -> [SwiftSource] {
    let type = payload == "()" ? "Void" : SwiftSource(trusted: payload)
    let source = ValueDecoders.Source("payload").member("payload")
    return action.ownNames.flatMap { name in
      let content = payload == "()" ? .text("()") : values.value(payload, from: source)
      return SwiftExpression.closure(
        ".adding(\(name.swiftLiteral))",
        parameters: "payload",
        .call(
          "ActionTemplate(id: \(name.swiftLiteral), payloadType: \(type).self).createAction",
          [SwiftExpression.Argument(label: "payload", value: content)]
        )
      )
      .lines(indent: 4)
    }
  }
}
