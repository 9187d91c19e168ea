import RewindCoding
import RewindJSON

/// What follows the states of one store, and alone knows their type; the pointers are to states.
protocol StateFollowing: AnyObject {
  /// Whether a state is plainly the last one, so that it need not be looked at.
  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool

  /// Takes the next state in.
  ///
  /// `keepsState` makes ``isKnownToBe(_:)`` possible; a finder keeps the state in any case.
  func advance(to state: UnsafeRawPointer, keepsState: Bool) -> StateStep

  /// The whole state as JSON text, without secrets.
  func text(of state: UnsafeRawPointer) -> [UInt8]
}

/// How the next state differs from the last one.
struct StateStep {
  /// The patch from the state before, as JSON text; nil where there is none to start from.
  let patch: [UInt8]?
  /// Whether the state is another than the one before.
  let isChange: Bool
  /// Where the change that was found does not lead to the state.
  let fault: Pointer?
}

/// What a recording knows of the last state in its log: how the next one is told from it.
///
/// The change is found before anything is encoded (``ChangeFinder``). Where secrets are replaced it
/// is found between texts, for what a rule replaces may be anything in them; and so it is after a
/// self-check has found that the memory of the state does not tell everything.
final class StateDeltaEncoder<State>: StateFollowing {
  private let writer: ValueWriter<State>
  private let redactor: Redactor
  /// Finds changes in memory; nil where texts are compared.
  private var finder: ChangeDetector?
  private var check: PatchCheck<State>?
  private var texts: StateHistory<State>
  private var hasState = false
  /// The last patch; kept, so that the next one takes no memory of its own.
  @exclusivity(unchecked) private var patch: [UInt8] = []

  init(_ kind: StateKind<State>, _ redactor: Redactor, isVerifying: Bool) {
    writer = kind.writer
    self.redactor = redactor
    texts = StateHistory(kind.writer, redactor)
    guard redactor.isIdle else { return }
    finder = kind.makeFinder()
    if isVerifying { check = PatchCheck(kind.writer) }
  }

  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool {
    if let finder { return finder.isKnownToBe(state) }
    return isKnownText(of: state)
  }

  /// Apart, so that the type of the texts is looked up only where they are compared.
  @inline(never)
  private func isKnownText(of state: UnsafeRawPointer) -> Bool {
    texts.isKnownToBe(Self.state(state).pointee)
  }

  func advance(to state: UnsafeRawPointer, keepsState: Bool) -> StateStep {
    if let finder { return find(state, finder) }
    return compare(Self.state(state).pointee, keepsState: keepsState)
  }

  func text(of state: UnsafeRawPointer) -> [UInt8] {
    var text: [UInt8] = []
    redactor.learn(Self.state(state).pointee)
    writer.write(Self.state(state).pointee, to: &text)
    redactor.redact(&text, from: 0)
    patchLimit = max(Self.smallPatch, text.count / 2)
    return text
  }

  /// The bytes of a patch beyond which the whole state is written instead: half of what it takes.
  private var patchLimit = smallPatch
  /// The bytes of a patch that is written in any case.
  private static var smallPatch: Int { 1 << 16 }

  private static func state(_ state: UnsafeRawPointer) -> UnsafePointer<State> {
    state.assumingMemoryBound(to: State.self)
  }

  private func find(_ state: UnsafeRawPointer, _ finder: ChangeDetector) -> StateStep {
    guard hasState else {
      hasState = true
      finder.begin(with: state)
      check?.begin(with: Self.state(state).pointee)
      return StateStep(patch: nil, isChange: true, fault: nil)
    }
    patch.removeAll(keepingCapacity: true)
    let difference = finder.advance(to: state, limit: patchLimit, appendingPatchTo: &patch)
    if difference == .large {
      check?.begin(with: Self.state(state).pointee)
      return StateStep(patch: nil, isChange: true, fault: nil)
    }
    let isChange = difference == .patch
    guard let check, let fault = check.fault(of: patch, to: Self.state(state).pointee) else {
      return StateStep(patch: patch, isChange: isChange, fault: nil)
    }
    // From here on nothing is believed but texts; the state itself goes to the log whole.
    _ = compare(Self.state(state).pointee, keepsState: true)
    (self.finder, self.check) = (nil, nil)
    return StateStep(patch: nil, isChange: true, fault: fault)
  }

  private func compare(_ state: State, keepsState: Bool) -> StateStep {
    let step = texts.advanced(to: state, keepsState: keepsState)
    texts = step.history
    return StateStep(patch: step.patch, isChange: step.isChange, fault: nil)
  }
}

/// What is known of a type of states when its store is attached: how they are written, and how their
/// changes are found.
struct StateKind<State> {
  let writer: ValueWriter<State>
  let makeFinder: () -> ChangeDetector

  /// States that are written by their `encode(to:)`.
  init() where State: Encodable {
    writer = ValueWriter()
    makeFinder = { ChangeDetector(encoding: State.self) }
  }

  /// States that are written by reflection.
  init() {
    writer = ValueWriter()
    makeFinder = { ChangeDetector(reflecting: State.self) }
  }
}
