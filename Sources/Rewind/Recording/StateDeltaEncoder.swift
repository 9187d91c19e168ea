package import RewindCoding
import RewindJSON

/// Encodes each state relative to the last one in the log.
///
/// The change is detected before anything is encoded (``ChangeDetector``). Where secrets are replaced,
/// texts are compared instead, since a rule may replace anything in them; likewise after a self-check
/// has found that comparing the state's memory misses changes.
final class StateDeltaEncoder<State>: StateEncoder {
  private let writer: ValueWriter<State>
  private let redactor: Redactor
  /// Detects changes in memory; nil if texts are compared.
  @exclusivity(unchecked) private var detector: ChangeDetector?
  private var check: PatchCheck<State>?
  private var texts: StateHistory<State>
  @exclusivity(unchecked) private var hasState = false

  init(_ kind: StateCoding<State>, _ redactor: Redactor, isVerifying: Bool) {
    writer = kind.writer
    self.redactor = redactor
    texts = StateHistory(kind.writer, redactor)
    super.init()
    guard redactor.isIdle else { return }
    detector = kind.makeDetector()
    if isVerifying { check = PatchCheck(kind.writer) }
  }

  override func isKnownToBe(_ state: UnsafeRawPointer) -> Bool {
    if let detector { return detector.isKnownToBe(state) }
    return isKnownText(of: state)
  }

  /// Separate, so that the type of the texts is looked up only where they are compared.
  @inline(never)
  private func isKnownText(of state: UnsafeRawPointer) -> Bool {
    texts.isKnownToBe(Self.state(state).pointee)
  }

  override func findChange(to state: UnsafeRawPointer, keepsState: Bool) -> StateChange {
    if let detector { return find(state, detector) }
    return compare(state, keepsState: keepsState)
  }

  override var lastText: [UInt8]? { detector?.lastText }

  override func text(of state: UnsafeRawPointer) -> [UInt8] {
    var text: [UInt8] = []
    redactor.collectSecrets(Self.state(state).pointee)
    writer.write(Self.state(state).pointee, to: &text)
    redactor.redact(&text, from: 0)
    patchLimit = max(Self.smallPatch, text.count / 2)
    return text
  }

  override func noteWholeState(_ count: Int) {
    patchLimit = max(Self.smallPatch, count / 2)
    detector?.noteWholeState()
  }

  override func value(of state: UnsafeRawPointer) -> Any { Self.state(state).pointee }

  override func leftOut(of state: UnsafeRawPointer) -> LeftOutProperties {
    LeftOutProperties.find(in: Self.state(state).pointee)
  }

  /// The size in bytes above which a patch is replaced by the whole state: half of the state's size.
  private var patchLimit = smallPatch
  /// The size in bytes up to which a patch is always written: that of a few changes.
  private static var smallPatch: Int { 1 << 10 }

  private static func state(_ state: UnsafeRawPointer) -> UnsafePointer<State> {
    state.assumingMemoryBound(to: State.self)
  }

  private func find(_ state: UnsafeRawPointer, _ detector: ChangeDetector) -> StateChange {
    guard hasState else {
      hasState = true
      detector.begin(with: state, prefersText: check == nil)
      check?.begin(with: Self.state(state).pointee)
      return .unknown
    }
    switch detector.advance(to: state, limit: patchLimit, appendingPatchTo: &patch) {
    case .none where check == nil: return .none
    case .patch where check == nil: return .patch
    case .large:
      check?.begin(with: Self.state(state).pointee)
      return .unknown
    case .none: return checked(state, .none)
    case .patch: return checked(state, .patch)
    }
  }

  /// Returns the change if its patch leads to the state.
  private func checked(_ state: UnsafeRawPointer, _ change: StateChange) -> StateChange {
    let patch = Array(self.patch.contents)
    guard let found = check?.fault(of: patch, to: Self.state(state).pointee) else { return change }
    // From here on only texts are compared; the state itself is logged whole.
    _ = compare(state, keepsState: true)
    (detector, check, fault) = (nil, nil, found)
    return .unknown
  }

  private func compare(_ state: UnsafeRawPointer, keepsState: Bool) -> StateChange {
    let step = texts.advanced(to: Self.state(state).pointee, keepsState: keepsState)
    texts = step.history
    whole = step.state
    guard let found = step.patch else { return .unknown }
    patch.append(found)
    return step.isChange ? .patch : .none
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
