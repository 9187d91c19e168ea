import RewindDiagnosis
import RewindStore
import RewindTestSupport
import SmartHomeExample
import Testing
import ToDoExample

/// Crashes of real apps, after danger has come and gone; the culprit is known from the states' sizes.
@Suite("The culprit in an app's session", .process)
struct AppCulpritTests {
  /// Whether the fatal action crashes on each state, from the initial one on.
  private typealias Danger = [Bool]

  /// The first action of the last unbroken run of states in danger, as the definition has it.
  private func expected(_ danger: Danger) -> Int {
    (danger.lastIndex(of: false) ?? -1) + 1
  }

  private func search(
    _ file: SessionFile,
    by program: String,
    _ danger: Danger,
    seed: UInt64
  ) throws {
    let program = ReplayProgram([Program(program).path])
    let result = try CrashBisection.run(file.timeline(), by: program, budget: .unlimited)
    guard case .found(let culprit) = result else {
      Issue.record("\(seed): not reproduced")
      return
    }
    #expect(culprit.fatal == danger.count)
    let first = expected(danger)
    #expect(culprit.culprit == (first == 0 ? culprit.fatal : first))
    #expect(culprit.isCertain)
  }

  @Test(
    "of a list is the deletion since which the item is not there",
    arguments: TestScale.seeds(1, of: 100)
  )
  func toDo(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let reduce = TodoReducers.combine(TodoReducers.all)
    var session = try AppSession(app: "to-do", TodoState())
    let index = Int.random(in: 1...4, using: &random)
    var danger: Danger = [true]
    func add(_ action: TodoAction) throws {
      try session.add(action) { _ = reduce(action, &$0) }
      danger.append(session.state.todos.count <= index)
    }
    for _ in 0..<Int.random(in: 0...120, using: &random) {
      let count = session.state.todos.count
      // Lists of about the dangerous size, so that danger comes and goes.
      switch Int.random(in: 0..<6, using: &random) {
      case 0...1 where count > 0:
        try add(.delete(index: Int.random(in: 0..<count, using: &random)))
      case 2 where count > 0:
        try add(.change(index: Int.random(in: 0..<count, using: &random), status: .done))
      case 3 where count > 0:
        try add(.remove(index: Int.random(in: 0..<count, using: &random)))
      case _ where count < 8:
        try add(.add(title: "item \(session.count)"))
      default:
        try add(.delete(index: 0))
      }
    }
    while session.state.todos.count > index { try add(.delete(index: 0)) }
    try session.end(TodoAction.delete(index: index))
    try search(session.file, by: "to-do", danger, seed: seed)
  }

  @Test(
    "of a house is the removal since which a group's device is not there",
    .oracle,
    arguments: TestScale.seeds(1, of: 100)
  )
  func smartHome(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let house = HouseState.furnished(devices: 40, seed: seed)
    var session = try AppSession(app: "smart-home", house)
    let last = house.groups[0].devices.max() ?? 0
    var danger: Danger = [house.devices.count <= last]
    func add(_ action: any RewindStore.Action) throws {
      try session.add(action) { _ = reduceHouse(action, &$0) }
      danger.append(session.state.devices.count <= last)
    }
    for _ in 0..<Int.random(in: 0...120, using: &random) {
      let count = session.state.devices.count
      let device = Int.random(in: 0..<count, using: &random)
      // Houses of about the dangerous size, so that danger comes and goes.
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try add(SwitchDevice(device: device, isOn: .random(using: &random)))
      case 1: try add(SetLevel(device: device, level: .random(in: 0...100, using: &random)))
      case 2: try add(ReportReachability(device: device, isReachable: .random(using: &random)))
      case _ where count <= last || count < 3 || Bool.random(using: &random) && count < 60:
        try add(AddDevice(kind: .lamp, room: 0))
      default: try add(RemoveDevice(device: device))
      }
    }
    while session.state.devices.count > last { try add(RemoveDevice(device: 0)) }
    try session.end(SwitchGroup(group: 0, isOn: true))
    try search(session.file, by: "smart-home", danger, seed: seed)
  }
}
