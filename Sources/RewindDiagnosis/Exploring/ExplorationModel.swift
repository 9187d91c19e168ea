import RewindJSON
import RewindQuery
import RewindTimeline

/// The knowledge of an app that an exploration has from its recordings.
struct ExplorationModel {
  let recordings: [ExploredRecording]
  private(set) var answers: AnswerRules
  var judge: StepJudge
  /// The recorded actions of each type.
  let samples: [String: [PlannedStep.Origin]]
  /// The recorded answers to requests of each type.
  let answersTo: [String: [PlannedStep.Origin]]
  /// The types of what is no answer and nothing's consequence, in the order of their names.
  let userTypes: [String]
  /// The types of user actions that follow each type, as often as they do.
  let following: [String: [String]]
  /// The recorded values of each part of a payload, by type and position.
  let leaves: [String: [[String]: [PayloadLeaf]]]
  /// The names and values of inputs that the reducers of each type of action read.
  private(set) var inputs: [String: [SessionStep.Input]]

  /// The recorded actions of users that have an answer.
  let requests: [PlannedStep.Origin]
  /// The kinds of user actions to try.
  let variants: [ActionVariant]
  let effects: RecordedEffects
  let enabling: EnablingActions
  /// The orders of three user actions to try.
  let orders: RareOrders

  private static let valueLimit = 200

  init(_ recordings: [ExploredRecording], never: [Invariant]) {
    self.recordings = recordings
    answers = AnswerRules(recordings)
    effects = RecordedEffects(recordings)
    requests = answers.links.enumerated().flatMap { number, links in
      Set(links.values).sorted().map { .init(recording: number, position: $0) }
    }
    // A tick that leads to the next one is no request of a user.
    .filter { [answers] in
      !answers.isAnswer(recordings[$0.recording].steps[$0.position].step.kindName)
    }
    answersTo = answers.links.enumerated().reduce(into: [:]) { all, links in
      let steps = recordings[links.offset].steps
      for (position, request) in links.element.sorted(by: { $0.key < $1.key }) {
        all[steps[request].step.kindName, default: []]
          .append(.init(recording: links.offset, position: position))
      }
    }
    var samples: [String: [PlannedStep.Origin]] = [:]
    var leaves: [String: [[String]: [PayloadLeaf]]] = [:]
    var counts: [String: [[String]: Int]] = [:]
    var inputs: [String: [SessionStep.Input]] = [:]
    var following: [String: [String]] = [:]
    var acts: [(step: SessionStep, session: Int, before: JSONValue, after: JSONValue)] = []
    var referring: [String: [(step: SessionStep, before: JSONValue)]] = [:]
    var userTypes: Set<String> = []
    for (number, recording) in recordings.enumerated() {
      let nested = Set(answers.nested[number].values.flatMap { $0 })
      var last: String?
      for (position, recorded) in recording.steps.enumerated() {
        let step = recorded.step
        samples[step.kindName, default: []].append(.init(recording: number, position: position))
        for leaf in PayloadLeaf.all(of: step.payload) {
          var known = leaves[step.kindName, default: [:]][leaf.path, default: []]
          if known.count < Self.valueLimit { known.append(leaf) }
          leaves[step.kindName, default: [:]][leaf.path] = known
          counts[step.kindName, default: [:]][leaf.path, default: 0] += 1
        }
        for input in step.inputs
        where !(inputs[step.kindName] ?? []).contains(where: { $0.name == input.name }) {
          inputs[step.kindName, default: []].append(input)
        }
        guard !answers.isAnswer(step.kindName), !nested.contains(position) else { continue }
        userTypes.insert(step.kindName)
        if let last { following[last, default: []].append(step.kindName) }
        last = step.kindName
        // What an app died of shows nothing of what a user could do.
        if let after = recorded.state, let before = recording.state(before: position) {
          acts.append((step, number, before, after))
          referring[step.kindName, default: []].append((step, before))
        }
      }
    }
    (self.samples, self.leaves, self.inputs) = (samples, leaves, inputs)
    let values = leaves.mapValues { $0.mapValues { $0.map(\.value) } }
    (self.following, self.userTypes) = (following, userTypes.sorted())
    let states = recordings.flatMap { [$0.start] + $0.steps.compactMap(\.state) }
    let dictionaries = GeneralPointer.dictionaries(
      in: Self.thinned(states),
      recordings.first?.timeline.stateTypes ?? RecordedTypes()
    )
    let shape = StateShape(Self.thinned(states), dictionaries: dictionaries)
    let shown = ShownContents(shape: shape)
    let cases = PayloadCases(values, counts, of: samples.mapValues(\.count))
    let table = RecordedContents(
      acts.map { ([$0.step.kindName] + cases.names(of: $0.step), $0.session, $0.before) },
      shown
    )
    let after = RecordedContents(
      acts.map { ([$0.step.kindName] + cases.names(of: $0.step), $0.session, $0.after) },
      shown
    )
    judge = StepJudge(
      shape: shape,
      references: PayloadReferences(referring, dictionaries),
      shown: ShownConditions(table, cases),
      seen: SeenContents(table, after: after, values, shown, cases),
      echoes: StateEchoes(recordings, answers, dictionaries, shown),
      never: never,
      hasRule: recordings.contains { $0.steps.contains { $0.isAllowed != nil } }
    )
    answers.links = zip(recordings, answers.links).map { [judge] in judge.echoes.links(of: $0, $1) }
    enabling = EnablingActions(recordings, answers, judge.shown)
    orders = RareOrders(
      recordings,
      answers,
      effects,
      samples: samples,
      userTypes: self.userTypes
    )
    let references = judge.references
    variants = self.userTypes.flatMap { type in
      let fixed = references.parts(of: type).map(\.path)
      return ActionVariant.all(of: type, values[type] ?? [:], besides: fixed)
    }
  }

  /// The states to learn from; more say nothing new.
  private static let stateLimit = 2_000

  private static func thinned(_ states: [JSONValue]) -> [JSONValue] {
    guard states.count > stateLimit else { return states }
    return (0..<stateLimit).map { states[$0 * states.count / stateLimit] }
  }

  func step(_ origin: PlannedStep.Origin) -> SessionStep {
    recordings[origin.recording].steps[origin.position].step
  }

  /// Returns the recorded actions of a type that have the value of a variant, or else that part.
  func samples(of type: String, as variant: ActionVariant?) -> [PlannedStep.Origin] {
    let all = samples[type] ?? []
    guard let part = variant?.part else { return all }
    let own = all.filter { step($0).payload?.value(at: part.path) != nil }
    let same = own.filter { step($0).payload?.value(at: part.path) == part.value }
    return same.isEmpty ? own : same
  }

  /// Returns the recorded answers of a type to requests of another; any of the type, where none was seen.
  func answers(of type: String, to request: String) -> [PlannedStep.Origin] {
    let own = (answersTo[request] ?? []).filter { step($0).kindName == type }
    return own.isEmpty ? samples[type] ?? [] : own
  }

  /// Returns the type of request that an answer was recorded for.
  func request(of answer: PendingAnswer) -> String? {
    let request = answer.sample.flatMap { sample in
      answers.links[sample.recording][sample.position].map {
        step(.init(recording: sample.recording, position: $0)).kindName
      }
    }
    return request ?? answers.rules[answer.type]?.request
  }

  /// Notes that actions of a type read an input, if a value of it was recorded anywhere.
  mutating func noteInput(_ name: String, of type: String) {
    let known = inputs.keys.sorted().flatMap { inputs[$0] ?? [] }.first { $0.name == name }
    guard let known, !(inputs[type] ?? []).contains(where: { $0.name == name }) else { return }
    inputs[type, default: []].append(known)
  }

  /// Returns an action with values for all inputs that its reducer may read.
  func withInputs(_ step: SessionStep) -> SessionStep {
    var step = step
    for input in inputs[step.kindName] ?? []
    where !step.inputs.contains(where: { $0.name == input.name }) {
      step.inputs.append(input)
    }
    return step
  }
}
