import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension RecordedAction {
  /// A type of action as some sessions have it.
  struct Form {
    /// The type's name.
    let name: String
    /// The names that the app gave its actions, in the order of their first occurrence.
    fileprivate(set) var ownNames: [String] = []
    /// True if its values are cases, whose names follow the type's name.
    fileprivate(set) var isEnum = false
    /// True if one was written by reflection, and the log does not tell what its type consists of: one of a recorder
    /// that may ask the system only for what is documented, as in release builds for Apple's systems.
    fileprivate(set) var isUnknown = false

    private static let templateName = "AnonymousAction<"

    /// The type of the payload, if a template of Fluxor has made the actions.
    var templatePayload: String? {
      guard !ownNames.isEmpty, name.hasPrefix(Self.templateName), name.swiftType != nil else {
        return nil
      }
      let arguments = name.typeArguments
      return arguments.count == 1 ? arguments[0] : nil
    }
  }
}

/// The types of the actions of some sessions, with what their values tell of them.
struct ActionForms {
  private(set) var types = RecordedTypes()
  private(set) var opened = OpenedTypes()
  /// The types of the actions, in the order of their first occurrence.
  private(set) var forms: [RecordedAction.Form] = []
  private var indexes: [String: Int] = [:]

  /// Reads every action of a session.
  ///
  /// - Throws: `SessionLogError` where the log cannot be read.
  mutating func add(_ timeline: Timeline, _ progress: (Int) -> Void) throws(SessionLogError) {
    // By lines: a gap may be longer than any log.
    for line in 0..<timeline.log.lineCount {
      guard let kind = (try? timeline.log.key(of: line))?.kind, kind == .action || kind == .types
      else { continue }
      switch try? timeline.log.line(line) {
      case .types(let json): types.add(json)
      case .action(let action):
        progress(action.index)
        add(action)
      default: continue
      }
    }
  }

  private mutating func add(_ action: RecordedAction) {
    let type = action.ownName ?? action.type
    // A Flux action has its name, whatever it carries.
    let told = types.contents[type] != nil ? type : types.type(ofAction: type)
    let name = told ?? type.withoutCases
    let index = indexes[name] ?? forms.count
    if index == forms.count {
      forms.append(RecordedAction.Form(name: name))
      indexes[name] = index
    }
    if action.ownName != nil, !forms[index].ownNames.contains(action.type) {
      forms[index].ownNames.append(action.type)
    }
    if name != type { forms[index].isEnum = true }
    if told == nil, action.json["form"] == "reflected" { forms[index].isUnknown = true }
    for member in ["payload", "error"] {
      let content = types.contents[type]?[member]?.string
      guard let value = action.action[member],
        let type = content ?? (member == "payload" ? name : nil)
      else { continue }
      opened.look(at: value, of: type, in: types)
    }
  }
}

extension String {
  /// The name of a type without the cases behind it; these begin with small letters.
  fileprivate var withoutCases: String {
    let parts = parts(between: ".", outside: "<>")
    let end = parts.lastIndex { !($0.first?.isLowercase ?? false) }
    return end.map { parts[...$0].joined(separator: ".") } ?? self
  }
}
