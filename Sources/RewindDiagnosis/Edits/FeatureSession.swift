package import RewindJSON
import RewindLog
import RewindSession
package import RewindTimeline

/// A part of an app with a state and actions of its own.
package struct Feature: Sendable {
  /// The pointer of its state in the app's.
  package let path: Pointer
  /// The name with which its actions begin in the log, such as `AppAction.checkout`; nil if each action of the app
  /// goes to it.
  package let prefix: String?
  /// The type of its own actions, such as `CheckoutAction`.
  package let actionType: String?

  package init(path: Pointer, prefix: String?, actionType: String?) {
    (self.path, self.prefix, self.actionType) = (path, prefix, actionType)
  }

  /// Returns true if an action of this type is the feature's.
  package func has(_ type: String) -> Bool {
    guard let prefix else { return true }
    return type == prefix || type.hasPrefix(prefix + ".")
  }
}

/// A session of one feature's own store, taken from that of the whole app.
///
/// ```
/// app      basket.add        logIn   checkout.choose   basket.add        checkout.pay ✕
/// feature  total was set             choose            total was set     pay ✕
/// ```
///
/// It begins with the feature's own state, where the app has it for the first time: a sheet has none until it is shown.
/// Its actions are the payloads of the app's actions that begin with
/// the feature's prefix; where its state changed in any other action, that is a change from outside.
package struct FeatureSession {
  /// A reason why a session has none.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    case noState(Pointer)
    case noAction(String)
    /// Actions are missing after this one, or a time machine moved.
    case gap(after: Int)

    package var description: String {
      switch self {
      case .noState(let pointer): "The app's state has nothing at \(pointer)."
      case .noAction(let prefix): "No action of the session begins with \(prefix)."
      case .gap(let index): "Actions are missing after action \(index)."
      }
    }
  }

  package let timeline: Timeline
  /// The numbers that actions of the feature have in its session, by those in the app's.
  private let numbers: [Int: Int]
  /// The number of the app's actions, or changes without one, in which the feature's state changed from outside.
  package let externalChanges: Int

  /// Takes a feature's session out of the app's.
  ///
  /// - Throws: ``Refusal``; `SessionLogError`.
  package static func read(_ timeline: Timeline, of feature: Feature) throws -> FeatureSession {
    guard let (first, start) = try firstState(at: feature.path, in: timeline) else {
      throw Refusal.noState(feature.path)
    }
    var state = start
    var text = SessionSerializer()
    text.add(header(of: timeline, feature))
    // The feature's store may begin otherwise by itself.
    text.add(after: 0, state, [("made", false)])
    var numbers: [Int: Int] = [:]
    var (count, external) = (0, 0)
    /// Adds a state that the feature's store did not lead to.
    func noteChange(to next: JSONValue?) {
      guard let next, next != state else { return }
      text.add(after: count, next, isExternal: true)
      (state, external) = (next, external + 1)
    }
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      if [.gap, .travel].contains(key.kind) { throw Refusal.gap(after: key.index ?? 0) }
    }
    for index in first..<timeline.lastIndex {
      let action = try timeline.action(index + 1)
      noteChange(to: try timeline.state(before: index + 1)[feature.path])
      let next = try timeline.stateLine(after: index + 1).map(timeline.state(at:))?[feature.path]
      guard feature.has(action.type) else {
        noteChange(to: next)
        continue
      }
      count += 1
      numbers[index + 1] = count
      var step = try timeline.step(index + 1)
      (step.index, step.type) = (count, feature.ownType(of: action.type))
      step.payload = step.payload.map { feature.ownPayload(of: $0) }
      for line in step.lines { text.add(line) }
      if let next {
        text.add(after: count, next)
        state = next
      }
    }
    guard count > 0 else { throw Refusal.noAction(feature.prefix ?? "") }
    if case .closed = timeline.end {
      text.add(JSONObject([("end", "closed"), ("index", JSONValue(count))]))
    }
    let log = try SessionLog.open(bytes: text.bytes, name: timeline.log.path)
    return FeatureSession(
      timeline: try Timeline.open(log),
      numbers: numbers,
      externalChanges: external
    )
  }

  /// Returns the number in the feature's session of an action of the app; nil if it is not the feature's.
  package func number(of index: Int) -> Int? { numbers[index] }

  /// Returns the number of the feature's last action before one of the app's; 0 if there is none.
  package func lastNumber(before index: Int) -> Int {
    numbers.filter { $0.key < index }.values.max() ?? 0
  }

  /// Returns the first value at a pointer into the app's states, and the action after which it is there; nil if no state
  /// before an action has one.
  package static func firstState(
    at pointer: Pointer,
    in timeline: Timeline
  ) throws -> (index: Int, state: JSONValue)? {
    let first = timeline.firstIndex
    if let state = try timeline.state(after: first)[pointer] { return (first, state) }
    for index in first..<timeline.lastIndex {
      if let state = try timeline.state(before: index + 1)[pointer] { return (index, state) }
    }
    return nil
  }

  private static func header(of timeline: Timeline, _ feature: Feature) -> JSONObject {
    var header = timeline.log.header.json
    (header["stateLines"], header["reproduced"], header["store"]) = (nil, nil, nil)
    // Rules about a pointer name it from the feature on.
    if let rules = header["redacted"]?.array {
      header["redacted"] = .array(
        rules.compactMap { rule in
          guard let text = rule["pointer"]?.string, let pointer = try? Pointer(text),
            var own = rule.object
          else { return rule }
          guard pointer.isInside(feature.path) else { return nil }
          let rest = Array(pointer.tokens.dropFirst(feature.path.tokens.count))
          own["pointer"] = .string(Pointer(tokens: rest).description)
          return .object(own)
        }
      )
    }
    return header
  }
}

extension Feature {
  /// The type of an action without the app's part: `CheckoutAction.pay` for `AppAction.checkout.pay`.
  fileprivate func ownType(of type: String) -> String {
    guard let prefix, let actionType, type.hasPrefix(prefix) else { return type }
    return actionType + type.dropFirst(prefix.count)
  }

  /// The payload of an action without the app's part: `{"pay":{}}` for `{"checkout":{"_0":{"pay":{}}}}`.
  fileprivate func ownPayload(of payload: JSONValue) -> JSONValue {
    guard let prefix, actionType != nil else { return payload }
    var cases = prefix.split(separator: ".")[...]
    var content = payload
    while !cases.isEmpty, case .object(let object) = content, object.count == 1,
      let member = object.members.first, let index = cases.firstIndex(where: { $0 == member.key })
    {
      cases = cases[(index + 1)...]
      if case .object(let values) = member.value, values.count == 1, let value = values["_0"] {
        content = value
      } else {
        content = member.value
      }
    }
    return content
  }
}
