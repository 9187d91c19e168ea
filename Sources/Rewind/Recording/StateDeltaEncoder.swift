package import RewindCoding
import RewindJSON

/// Encodes the states of one store, whose type it alone knows; the pointers are to states.
protocol StateEncoder: AnyObject {
  /// Returns true if a state is certainly the last one, so that it need not be compared.
  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool

  /// Encodes the next state.
  ///
  /// `keepsState` makes ``isKnownToBe(_:)`` possible; a change detector retains the state in any case.
  func advance(to state: UnsafeRawPointer, keepsState: Bool) -> StateStep

  /// The whole state as JSON text, without secrets.
  func text(of state: UnsafeRawPointer) -> [UInt8]

  /// The properties that a state has and its text has not.
  func leftOut(of state: UnsafeRawPointer) -> LeftOutProperties

  /// The state itself.
  func value(of state: UnsafeRawPointer) -> Any
}

/// The difference between the next state and the last one.
struct StateStep {
  /// The patch from the state before, as JSON text; nil if there is no such state.
  let patch: [UInt8]?
  /// The state itself as JSON text, where it was written to find the patch.
  var text: [UInt8]?
  /// True if the state differs from the one before.
  let isChange: Bool
  /// The place where the detected change does not lead to the state.
  let fault: Pointer?
}

/// Encodes each state relative to the last one in the log.
///
/// The change is detected before anything is encoded (``ChangeDetector``). Where secrets are replaced,
/// texts are compared instead, since a rule may replace anything in them; likewise after a self-check
/// has found that comparing the state's memory misses changes. A small state is written whole, and compared with the
/// last text, which takes a third of the time of going through its members.
final class StateDeltaEncoder<State>: StateEncoder {
  private let writer: ValueWriter<State>
  private let redactor: Redactor
  /// Detects changes in memory; nil if texts are compared.
  private var detector: ChangeDetector?
  private var check: PatchCheck<State>?
  private var texts: StateHistory<State>
  private var hasState = false
  /// The text of the last state while it is small; nil from the first one on that is not.
  private var smallText: [UInt8]?
  /// The last patch; retained, so that the next one allocates no memory.
  @exclusivity(unchecked) private var patch: [UInt8] = []

  init(_ kind: StateCoding<State>, _ redactor: Redactor, isVerifying: Bool) {
    writer = kind.writer
    self.redactor = redactor
    texts = StateHistory(kind.writer, redactor)
    guard redactor.isIdle else { return }
    detector = kind.makeDetector()
    if isVerifying { check = PatchCheck(kind.writer) }
  }

  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool {
    if let detector { return detector.isKnownToBe(state) }
    return isKnownText(of: state)
  }

  /// Separate, so that the type of the texts is looked up only where they are compared.
  @inline(never)
  private func isKnownText(of state: UnsafeRawPointer) -> Bool {
    texts.isKnownToBe(Self.state(state).pointee)
  }

  func advance(to state: UnsafeRawPointer, keepsState: Bool) -> StateStep {
    if let detector { return find(state, detector) }
    return compare(Self.state(state).pointee, keepsState: keepsState)
  }

  func text(of state: UnsafeRawPointer) -> [UInt8] {
    var text: [UInt8] = []
    redactor.collectSecrets(Self.state(state).pointee)
    writer.write(Self.state(state).pointee, to: &text)
    redactor.redact(&text, from: 0)
    patchLimit = max(Self.smallPatch, text.count / 2)
    return text
  }

  func value(of state: UnsafeRawPointer) -> Any { Self.state(state).pointee }

  func leftOut(of state: UnsafeRawPointer) -> LeftOutProperties {
    LeftOutProperties.find(in: Self.state(state).pointee)
  }

  /// The size in bytes above which a patch is replaced by the whole state: half of the state's size.
  private var patchLimit = smallPatch
  /// The size in bytes up to which a patch is always written: that of a few changes.
  private static var smallPatch: Int { 1 << 10 }

  private static func state(_ state: UnsafeRawPointer) -> UnsafePointer<State> {
    state.assumingMemoryBound(to: State.self)
  }

  /// The size in bytes up to which a state is small: that of some dozen values.
  private static var smallState: Int { 256 }

  private func find(_ state: UnsafeRawPointer, _ detector: ChangeDetector) -> StateStep {
    guard hasState else { return begin(state, detector) }
    if let smallText { return find(state, detector, from: smallText) }
    patch.removeAll(keepingCapacity: true)
    let difference = detector.advance(to: state, limit: patchLimit, appendingPatchTo: &patch)
    if difference == .large {
      check?.begin(with: Self.state(state).pointee)
      return StateStep(patch: nil, isChange: true, fault: nil)
    }
    let isChange = difference == .patch
    guard let check, let fault = check.fault(of: patch, to: Self.state(state).pointee) else {
      return StateStep(patch: patch, isChange: isChange, fault: nil)
    }
    // From here on only texts are compared; the state itself is logged whole.
    _ = compare(Self.state(state).pointee, keepsState: true)
    (self.detector, self.check) = (nil, nil)
    return StateStep(patch: nil, isChange: true, fault: fault)
  }

  private func begin(_ state: UnsafeRawPointer, _ detector: ChangeDetector) -> StateStep {
    hasState = true
    detector.begin(with: state)
    check?.begin(with: Self.state(state).pointee)
    var step = StateStep(patch: nil, isChange: true, fault: nil)
    guard check == nil, detector.holdsValue else { return step }
    let text = text(of: state)
    step.text = text
    if text.count <= Self.smallState { smallText = text }
    return step
  }

  /// Finds the difference from the text of the last state.
  private func find(
    _ state: UnsafeRawPointer,
    _ detector: ChangeDetector,
    from last: [UInt8]
  ) -> StateStep {
    if detector.isKnownToBe(state) {
      return StateStep(patch: Self.noChange, text: last, isChange: false, fault: nil)
    }
    var text: [UInt8] = []
    text.reserveCapacity(last.count + 64)
    writer.write(Self.state(state).pointee, to: &text)
    detector.replaceLast(with: state)
    smallText = text.count <= Self.smallState ? text : nil
    let patch = TextPatch.text(from: last, to: text)
    let isChange = patch.count > 2
    return StateStep(patch: patch, text: text, isChange: isChange, fault: nil)
  }

  /// An empty patch.
  private static var noChange: [UInt8] { Array("[]".utf8) }

  private func compare(_ state: State, keepsState: Bool) -> StateStep {
    let step = texts.advanced(to: state, keepsState: keepsState)
    texts = step.history
    return StateStep(patch: step.patch, text: step.state, isChange: step.isChange, fault: nil)
  }
}

/// The encoding and change detection of a type of states, determined when its store is attached.
package struct StateCoding<State> {
  package let writer: ValueWriter<State>
  let makeDetector: () -> ChangeDetector

  /// States that are encoded by their `encode(to:)`.
  init() where State: Encodable {
    writer = ValueWriter()
    makeDetector = { ChangeDetector(encoding: State.self) }
  }

  /// States that are encoded by reflection.
  init() {
    writer = ValueWriter()
    makeDetector = { ChangeDetector(reflecting: State.self) }
  }

  /// States that are encoded by their `encode(to:)` if the runtime finds one, otherwise by reflection.
  ///
  /// A conformance that is isolated to an actor is found on that actor only.
  package init(determinedFor type: State.Type) {
    func encoded<Value: Encodable>(_ type: Value.Type) -> Any { StateCoding<Value>() }
    let encodable = (type as? any Encodable.Type).flatMap { encoded($0) as? StateCoding<State> }
    self = encodable ?? StateCoding()
  }
}
