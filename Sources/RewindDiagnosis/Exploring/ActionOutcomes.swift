import RewindJSON

/// What came of the actions of each type, and on which states, so that later runs are not wasted.
///
/// An action that does nothing leads nowhere, and one that dies of what is known takes a start of the app. Both are
/// left out of most runs where experience says that they would come to that: where a state lacks what all states had on
/// which the type did something, and it did nothing on some others without it; or where all is there that was there
/// whenever it died of one thing.
struct ActionOutcomes: Sendable {
  /// What came of an action.
  struct Outcome: Sendable {
    enum Result: Sendable {
      case changed, idle
      case died(of: String)
    }

    let type: String
    let result: Result
    /// The features of the state before it.
    let features: Set<UInt64>
    /// What else may make it die; empty unless its type ever died.
    let traits: Set<UInt64>
  }

  private struct Known {
    /// How often it did something.
    var changes = 0
    /// The features of all states on which it did something.
    var needed: Set<UInt64> = []
    /// How often it did nothing, by each such feature that the state lacked.
    var idle: [UInt64: Int] = [:]
    var causes: [Cause] = []

    mutating func noteSurvivor(_ traits: Set<UInt64>) {
      for number in causes.indices where causes[number].traits.isSubset(of: traits) {
        causes[number].survived += 1
      }
    }
  }

  /// What actions of a type died of.
  private struct Cause {
    let name: String
    /// What was there whenever they did.
    var traits: Set<UInt64>
    var deaths = 1
    /// How many survived where all of it was.
    var survived = 0
  }

  private var types: [String: Known] = [:]

  /// Fewer cases than this are no experience.
  private static let (changesNeeded, idleNeeded, deathsNeeded) = (3, 8, 3)
  /// One in so many is done anyhow: something else may come of it.
  private static let tried: UInt64 = 8

  /// Tells whether experience says that nothing will come of an action, or a crash that is known.
  ///
  /// - Parameters:
  ///   - step: The action.
  ///   - state: The state before it.
  ///   - shape: The kinds of states.
  ///   - number: The place of the action: at some, the answer is always no.
  /// - Returns: False also for an action that is to be tried anyhow.
  func isPointless(
    _ step: PlannedStep,
    on state: JSONValue,
    _ shape: StateShape,
    number: Int
  ) -> Bool {
    guard let known = types[step.step.kindName],
      !StateShape.mix(UInt64(number), Self.tried).isMultiple(of: Self.tried)
    else { return false }
    let features = Set(shape.features(of: state))
    if known.changes >= Self.changesNeeded,
      known.needed.contains(where: {
        !features.contains($0) && known.idle[$0, default: 0] >= Self.idleNeeded
      })
    {
      return true
    }
    let causes = known.causes.filter { $0.deaths >= Self.deathsNeeded && $0.deaths > $0.survived }
    guard !causes.isEmpty else { return false }
    let traits = features.union(Self.traits(of: step, on: state))
    return causes.contains { $0.traits.isSubset(of: traits) }
  }

  /// Returns the outcome of an action.
  func outcome(
    _ result: Outcome.Result,
    of step: PlannedStep,
    on state: JSONValue,
    _ features: [UInt64]
  ) -> Outcome {
    let type = step.step.kindName
    var traits: Set<UInt64> = []
    if case .died = result {
      traits = Self.traits(of: step, on: state)
    } else if let known = types[type], !known.causes.isEmpty {
      traits = Self.traits(of: step, on: state)
    }
    return Outcome(type: type, result: result, features: Set(features), traits: traits)
  }

  /// Takes in what came of an action.
  mutating func note(_ outcome: Outcome) {
    var known = types[outcome.type] ?? Known()
    let all = outcome.features.union(outcome.traits)
    switch outcome.result {
    case .died(let name):
      if known.changes > 0 { known.needed.formIntersection(outcome.features) }
      if let number = known.causes.firstIndex(where: { $0.name == name }) {
        known.causes[number].traits.formIntersection(all)
        known.causes[number].deaths += 1
      } else {
        known.causes.append(Cause(name: name, traits: all))
      }
    case .changed:
      if known.changes == 0 { known.needed = outcome.features }
      known.needed.formIntersection(outcome.features)
      known.changes += 1
      known.noteSurvivor(all)
    case .idle:
      for feature in known.needed.subtracting(outcome.features) {
        known.idle[feature, default: 0] += 1
      }
      known.noteSurvivor(all)
    }
    types[outcome.type] = known
  }

  /// Returns what may make an action die besides the kind of state: its payload, whether what that names is there, and
  /// whether it comes once more.
  private static func traits(of step: PlannedStep, on state: JSONValue) -> Set<UInt64> {
    var traits: Set<UInt64> = [step.role == .again ? 1 : 2]
    let leaves = PayloadLeaf.all(of: step.step.payload)
    guard !leaves.isEmpty else { return traits }
    let names = state.names
    for leaf in leaves {
      let place = StateShape.hash(leaf.path.joined(separator: "/"))
      traits.insert(StateShape.mix(place, StateShape.hash(leaf.value.text)))
      if let text = leaf.value.string {
        traits.insert(StateShape.mix(place, names.contains(text) ? 3 : 4))
      }
    }
    return traits
  }
}

extension JSONValue {
  /// All texts and keys in it.
  fileprivate var names: Set<String> {
    var names: Set<String> = []
    func add(_ value: JSONValue) {
      switch value {
      case .string(let text): names.insert(text)
      case .array(let elements): for element in elements { add(element) }
      case .object(let object):
        for member in object.members {
          names.insert(member.key)
          add(member.value)
        }
      default: break
      }
    }
    add(self)
    return names
  }
}
