import RewindCoding
import RewindJSON

/// For models that are changed by methods, without actions.
///
/// ```swift
/// func move(from start: Int, to end: Int) {
///   recording.call(start, end, of: cart) { items.swapAt(start, end) }
/// }
/// ```
extension Recording {
  /// A recording that records nothing, for models in previews, tests and replays.
  public static var off: Recording<State> {
    Recorder(app: "", to: .memory(MemoryLog()), enabled: false).attach(State.self)
  }

  /// Records a method call as an action named after the method, such as `move(from:to:)`, with its
  /// arguments as payload.
  ///
  /// A recorded method that the body calls is a part of this call, as it is when this call is replayed.
  /// If the body throws, its changes so far are recorded.
  ///
  /// - Parameters:
  ///   - argument: All arguments of the method, in its order.
  ///   - state: The model's state, before the body and again after it.
  ///   - method: The method.
  ///   - body: The method's body.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body.
  @discardableResult
  public func call<each Argument, Value, Failure: Error>(
    _ argument: repeat each Argument,
    of state: @autoclosure () -> State,
    method: String = #function,
    body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let log, !log.isReducing else { return try body() }
    var call = MethodCall(method)
    repeat call.add(each argument)
    var outcome: Result<Value, Failure>?
    _ = record(call, from: state()) {
      outcome = Result { () throws(Failure) in try body() }
      return state()
    }
    guard let outcome else { fatalError("A recording calls its closure once.") }
    return try outcome.get()
  }
}

extension RecordingLog {
  /// True within the reduction of an action of this log; false in a task that it has started, once it
  /// has returned.
  var isReducing: Bool {
    guard let mark = Recorded.reducing as? OpenAction else { return false }
    return mark.log === identity && mark.isOpen
  }
}

/// The call of a method, as an action: `{"type":"move(from:to:)","payload":{"from":0,"to":2}}`.
package struct MethodCall: ActionForm {
  package let name: String
  private let labels: [String]
  private(set) var arguments: [Any] = []

  package init(_ method: String) {
    name = method
    labels = MethodName.argumentKeys(method)
  }

  package var member: String { "payload" }
  package var memberNames: [String] { labels }

  package mutating func add(_ argument: Any) { arguments.append(argument) }

  package func writeContent(to bytes: inout [UInt8]) -> Bool {
    var isReflected = false
    bytes.append(UInt8(ascii: "{"))
    for (index, argument) in arguments.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      CaseValue.name(index < labels.count ? labels[index] : nil, at: index).writeJSON(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      isReflected = ActionWriter.write(argument, to: &bytes) || isReflected
    }
    bytes.append(UInt8(ascii: "}"))
    return isReflected
  }
}

/// The name of a method in full, as `#function` gives it.
package enum MethodName {
  /// Returns the keys of a method's arguments in a payload: their labels, or `_0`, `_1`, … without one.
  package static func argumentKeys(_ method: String) -> [String] {
    let labels = method.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }.split(separator: ":")
    return labels.enumerated().map { index, label in
      CaseValue.name(label == "_" ? nil : String(label), at: index)
    }
  }
}
