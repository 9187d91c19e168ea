import RewindJSON
import RewindSession
import RewindTimeline

/// A type of action as recorded in a log: its name, and the shape of its values.
struct RecordedType {
  let name: String
  private(set) var count = 0
  /// True if an action was written by reflection, since its type is not `Encodable`.
  private(set) var isReflected = false
  /// True if its type is `Encodable` and not `Decodable`.
  private(set) var isEncodeOnly = false
  /// True if its type is private, or local to a function, so that no other file can name it.
  private(set) var isPrivate = false
  /// True if its values are cases, whose names follow the type's name.
  private(set) var isEnum = false
  /// The names that the app gave its actions, in the order of their first occurrence.
  private(set) var ownNames: [String] = []
  private(set) var payload: PayloadShape?
  /// The error of a failed Flux action of the type.
  private(set) var error: PayloadShape?

  mutating func add(_ action: RecordedAction, cases: ArraySlice<String>) {
    count += 1
    isReflected = isReflected || action.json["form"]?.string == "reflected"
    isEnum = isEnum || !cases.isEmpty
    if action.ownName != nil, !ownNames.contains(action.type) { ownNames.append(action.type) }
    let traits = action.json["traits"]?.array ?? []
    isEncodeOnly = isEncodeOnly || traits.contains("encodeOnly")
    isPrivate = isPrivate || traits.contains("private")
    if let value = action.error {
      error = error ?? PayloadShape()
      error?.add(value)
    } else {
      payload = payload ?? PayloadShape()
      if let outline = action.json["outline"] {
        payload?.add(outline: outline, of: action.payload ?? .null)
      }
      payload?.add(action.payload ?? .null, path: cases)
    }
  }

  /// True if none of its values can be decoded.
  var isLost: Bool {
    if error?.isLost ?? false { return true }
    guard let payload, !marks.isEmpty || !unnamed.isEmpty else { return false }
    return isEnum ? payload.members.allSatisfy(\.isLostCase) : payload.isLost
  }

  /// The parts that Swift cannot name where a name has to be.
  var unnamed: [Pointer] {
    (payload?.unnamed(isEnum: isEnum) ?? []) + (error?.unnamed() ?? [])
  }

  /// The pointers at which the log has only a placeholder, such as closures.
  var marks: [(pointer: Pointer, mark: String)] { (payload?.marks ?? []) + (error?.marks ?? []) }
}

extension RecordedType {
  /// Returns the types of the actions of some sessions, in the order of their first occurrence.
  ///
  /// - Throws: `SessionLogError` where a log cannot be read.
  static func all(
    in timelines: [Timeline],
    progress: (Int) -> Void
  ) throws(SessionLogError) -> [RecordedType] {
    var types: [RecordedType] = []
    var indexes: [String: Int] = [:]
    for timeline in timelines {
      // By lines: a gap may be longer than any log.
      for line in 0..<timeline.log.lineCount {
        guard (try? timeline.log.key(of: line))?.kind == .action,
          case .action(let action)? = try? timeline.log.line(line)
        else { continue }
        progress(action.index)
        let (name, cases) = split(action)
        let index = indexes[name] ?? types.count
        if index == types.count {
          types.append(RecordedType(name: name))
          indexes[name] = index
        }
        types[index].add(action, cases: cases)
      }
    }
    return types
  }

  /// Splits the name of a type from the path of cases after it, as in `AppAction.game.flip`.
  ///
  /// The payload of an enum has its case as its only member, or is its name; failing that, types begin
  /// with a capital letter.
  private static func split(_ action: RecordedAction) -> (name: String, cases: ArraySlice<String>) {
    let parts = (action.ownName ?? action.type).parts(between: ".", outside: "<>")
      .map { String($0.replacing("[…]", with: "")) }
    let payload = action.payload ?? .null
    let first = parts.indices.dropFirst().first { index in
      let sole = payload.object.flatMap { $0.count == 1 ? $0[parts[index]]?.object : nil }
      return sole != nil || payload.string == parts[index]
    }
    let isCase = { (part: String) in part.first?.isLowercase ?? false }
    let end = first ?? (parts.lastIndex { !isCase($0) }).map { $0 + 1 } ?? parts.count
    // The case of an action's kind is in its payload.
    let cases = first == nil && payload.hasKind ? [] : parts[end...]
    return (parts[..<end].joined(separator: "."), cases)
  }
}

extension JSONValue {
  /// True for an object with a kind, as `ActionName` has them.
  fileprivate var hasKind: Bool {
    guard let object else { return false }
    return object["actionType"] != nil || object["super"]?.hasKind ?? false
  }
}
