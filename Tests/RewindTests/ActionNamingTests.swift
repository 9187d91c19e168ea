import Foundation
import Rewind
import RewindCoding
import RewindReplay
import RewindTestSupport
import Testing

// An app whose types are called as people call them.

private enum Filter { case all, active }
private enum Order: String, Codable { case byName, byDate }
private enum Tab: String { case home, profile }
private enum APIError: Error {
  case offline
  case refused(Int)
}

private enum Loadable<Value> {
  case idle
  case loaded(Value)
}

private struct ChatState {
  struct Message {
    var text = ""
    var order: [Order] = []
  }
  final class Box {
    var tab: Loadable<Tab>?
  }
  var filter: Filter?
  var messages: [UUID: [Message]] = [:]
  var box = Box()
}

private enum ConversationMsg {
  case opened
  case sent(String)
  case rated(Stars)
  enum Stars { case one, five }
}

private struct Scoped<Inner> {
  let window: Int
  let inner: Inner
}

private struct Wrapper<Inner> {
  let inner: Inner
}

private enum CartMsg {
  case add
  case remove(id: Int)
}

private enum ShopMsg {
  case cart(CartMsg)
  indirect case undo(ShopMsg)
}

private enum Msg {
  case conversation(id: Int, ConversationMsg)
  case labelled(message: ConversationMsg)
  case several(CartMsg, ConversationMsg)
  case preferred(to: Tab, ConversationMsg)
  case shop(ShopMsg)
  case maybe(CartMsg?)
  case twice(CartMsg??)
  case result(Result<Int, APIError>)
  case filter(Filter)
  case order(Order)
  case tab(Loadable<Tab>)
  case other(Loadable<Int>)
  case scoped(Scoped<CartMsg>)
  case wrapped(Wrapper<CartMsg>)
  case failed(any Error)
  case list([CartMsg])
  case comparison(ComparisonResult)
  case increment
}

private enum CounterAction { case increment, decrement }

/// A state that holds actions and an alert of actions, as those with an undo list or alerts do.
private struct UndoState {
  struct Alert<Action> { var buttons: [Action] = [] }
  var done: [CounterAction] = []
  var alert: Alert<UndoMsg.Alert>?
}

private enum UndoMsg {
  case counter(CounterAction)
  case alert(Alert)
  enum Alert { case confirmed }
}

@Suite("An action's name follows")
struct ActionNamingTests {
  /// Returns the names under which actions are recorded, in a random order and more than once.
  private func recorded<State, Action>(
    _ actions: [Action],
    on state: State,
    names: (@Sendable (Any) -> String?)? = nil
  ) -> [String] {
    let log = MemoryLog()
    let options = Recorder.Options(names: names)
    let recording = Recorder(app: "names", to: .memory(log), options: options).attach(State.self)
    for action in actions { _ = recording.record(action, from: state) { state } }
    return log.actions.map(\.type)
  }

  private let shapes: [(Msg, String)] = [
    (.conversation(id: 1, .opened), "conversation[…].opened"),
    (.conversation(id: 2, .sent("hi")), "conversation[…].sent"),
    (.conversation(id: 2, .rated(.five)), "conversation[…].rated.five"),
    (.labelled(message: .opened), "labelled.opened"),
    (.several(.add, .opened), "several[…].add"),
    (.preferred(to: .home, .opened), "preferred[…].opened"),
    (.shop(.cart(.add)), "shop.cart.add"),
    (.shop(.undo(.undo(.cart(.remove(id: 1))))), "shop.undo.undo.cart.remove"),
    (.maybe(.add), "maybe.add"),
    (.maybe(nil), "maybe"),
    (.twice(.some(.some(.add))), "twice.add"),
    (.result(.success(1)), "result.success"),
    (.result(.failure(.offline)), "result.failure.offline"),
    (.result(.failure(.refused(3))), "result.failure.refused"),
    (.other(.loaded(3)), "other.loaded"),
    (.scoped(Scoped(window: 1, inner: .add)), "scoped[…].add"),
    (.wrapped(Wrapper(inner: .add)), "wrapped.add"),
    (.failed(APIError.offline), "failed.offline"),
    (.failed(CocoaError(.fileNoSuchFile)), "failed"),
    (.list([.add]), "list"),
    (.comparison(.orderedSame), "comparison"),
    (.increment, "increment"),
  ]

  /// What a state holds, in a list, an optional, a class, or between angle brackets.
  private let values: [(Msg, String)] = [
    (.filter(.active), "filter"), (.order(.byDate), "order"), (.tab(.loaded(.home)), "tab"),
  ]

  @Test("every payload whose type is an enum, through tuples, labels, wrappers and optionals")
  func names() {
    for seed in 0..<10 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let order = (shapes + shapes).shuffled(using: &generator)
      #expect(recorded(order.map(\.0), on: 0) == order.map { "Msg.\($0.1)" }, "seed \(seed)")
    }
  }

  @Test(
    "no value whose type the state holds, however deep",
    .enabled(if: RuntimeAccess.isAllowed)
  )
  func valuesOfTheState() {
    let all = shapes + values
    #expect(recorded(all.map(\.0), on: ChatState()) == all.map { "Msg.\($0.1)" })
    let names = recorded(values.map(\.0), on: 0)
    #expect(names == ["Msg.filter.active", "Msg.order.byDate", "Msg.tab.loaded.home"])
  }

  @Test("an enum that is called an action, or is declared in one, even if the state holds it")
  func actionsInTheState() {
    let actions: [UndoMsg] = [.counter(.increment), .counter(.decrement), .alert(.confirmed)]
    #expect(
      recorded(actions, on: UndoState())
        == ["UndoMsg.counter.increment", "UndoMsg.counter.decrement", "UndoMsg.alert.confirmed"]
    )
  }

  @Test("the app, where it gives a name of its own")
  func ownNames() throws {
    struct Template: Codable, Equatable {
      let id: String
      let payload: Int
    }
    let log = MemoryLog()
    let options = Recorder.Options(names: { ($0 as? Template)?.id })
    let recording = Recorder(app: "own", to: .memory(log), options: options).attach(Int.self)
    let sent = [Template(id: "[Todo] Fetch", payload: 1), Template(id: "[Todo] Set", payload: 2)]
    for action in sent { _ = recording.record(action, from: 0) { 0 } }
    _ = recording.record(CounterAction.increment, from: 0) { 0 }
    let type = "ActionNamingTests.Template"
    #expect(log.actions.map { $0.action["of"]?.string } == [type, type, nil])
    #expect(log.actions.map(\.type) == ["[Todo] Fetch", "[Todo] Set", "CounterAction.increment"])
    // A replay decodes them by their type.
    let decoders = ActionDecoders<Template>([Template.self])
    #expect(try log.actions.prefix(2).map { try decoders.action($0) } == sent)
  }

  @Test("each case without payload, whichever type, bytes or text it has")
  func emptyCases() {
    enum Left { case first, second }
    enum Right { case other, more }
    enum Held {
      case number(Int)
      case right(Right)
      case text(String)
      case none
      case left(Left)
    }
    struct Talkative { nonisolated(unsafe) static var count = 0 }
    enum Spoken: CustomStringConvertible {
      case word
      var description: String { "said \(Talkative.count)" }
    }
    let naming = ActionNaming(states: Left.self)
    for round in 0..<3 {
      let actions: [(Any, String)] = [
        (Left.first, "Left.first"), (Right.other, "Right.other"), (Left.second, "Left.second"),
        (Right.more, "Right.more"), (Held.none, "Held.none"), (Held.number(0), "Held.number"),
        (Held.number(round), "Held.number"), (Held.text(""), "Held.text"),
        (Held.right(.other), "Held.right.other"), (Held.right(.more), "Held.right.more"),
        (Held.left(.first), "Held.left"), (Loadable<Int>.idle, "Loadable<Int>.idle"),
        (Loadable<String>.idle, "Loadable<String>.idle"),
        (Loadable<Int>.loaded(0), "Loadable<Int>.loaded"),
      ]
      for (action, name) in actions { #expect(naming.name(of: action).hasSuffix(name)) }
      guard !RuntimeAccess.isAllowed else { continue }
      Talkative.count = round
      #expect(naming.name(of: Spoken.word).hasSuffix("said \(round)"))
    }
  }

  @Test("the same rule when the runtime's records are not asked, by a value of the state")
  func byMirror() {
    let naming = ActionNaming()
    var state = ChatState()
    state.filter = .all
    naming.learn(fromState: state)
    #expect(naming.name(of: Msg.filter(.active)) == "Msg.filter")
    #expect(naming.name(of: Msg.shop(.cart(.add))) == "Msg.shop.cart.add")
  }
}

private struct Form {
  var stored = ""
  var email: String {
    get { stored }
    set { stored = newValue }
  }
  var password: String {
    get { stored }
    set { stored = newValue }
  }
  var address: Address {
    get { Address() }
    set {}
  }
  var deputy: Address? {
    get { nil }
    set {}
  }
  subscript(index: Int) -> String {
    get { stored }
    set { stored = newValue }
  }

  struct Address {
    var city: String {
      get { "" }
      set {}
    }
  }
}

private enum FormAction {
  case binding(BindingAction<Form>)
  case described(Described)

  struct Described: CustomStringConvertible {
    var description: String { "0x000055f4bc2e6df0" }
  }
}

private struct BindingAction<Root>: @unchecked Sendable {
  let keyPath: PartialKeyPath<Root>
  let set: @Sendable (inout Root) -> Void
  let value: any Sendable
  let valueIsEqualTo: @Sendable (Any) -> Bool

  static func set<Value: Sendable & Equatable>(
    _ keyPath: WritableKeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    nonisolated(unsafe) let keyPath = keyPath
    return BindingAction(
      keyPath: keyPath,
      set: { $0[keyPath: keyPath] = value },
      value: value,
      valueIsEqualTo: { $0 as? Value == value }
    )
  }
}

@Suite("The name of a binding")
struct BindingNameTests {
  private let bindings: [(BindingAction<Form>, String)] = [
    (.set(\.stored, "a"), "stored"), (.set(\.email, "a"), "email"),
    (.set(\.password, "a"), "password"), (.set(\.address.city, "a"), "address.city"),
  ]

  init() {
    Recorder.name([\Form.email: "email", \.password: "password", \.address.city: "address.city"])
  }

  @Test("has the property, also where only the address of its getter is known, and the app gave it")
  func properties() {
    for (binding, name) in bindings {
      #expect(ActionName.of(FormAction.binding(binding)) == "FormAction.binding.\(name)")
      #expect(KeyPathNames.text(of: binding.keyPath) == "\\Form.\(name)")
    }
    #expect(KeyPathNames.areKnown)
  }

  @Test("has the property that the symbol of a getter has")
  func symbols() {
    for (symbol, name) in [
      ("$s14format_samples5AlbumV6volumeSivpACTK", "volume"),
      ("$s14format_samples5HouseV6PlayerV8loudnessSivpAETK", "loudness"),
      ("$s11RewindTests4Form33_B07579F53FFA870A11E32E3489970900LLV5emailSSvpADTK", "email"),
      ("$s11RewindTests4Form33_B07579F53FFA870A11E32E3489970900LLVySSSicipADTK", nil),
      ("$s14format_samples5AlbumV6volumeSivp", nil), ("main", nil),
    ] {
      #expect(KeyPathNames.property(withGetter: symbol) == name, "\(symbol)")
    }
  }

  @Test("has no property that has no name, until the app gives it one")
  func registered() {
    #expect(KeyPathNames.names(in: \Form[3]) == nil)
    #expect(ActionName.of(FormAction.binding(.set(\.[4], "a"))) == "FormAction.binding")
    Recorder.name([\Form[4]: "fourth"])
    #expect(ActionName.of(FormAction.binding(.set(\.[4], "a"))) == "FormAction.binding.fourth")
  }

  @Test("is in a log without addresses, in the name and in the payload")
  func withoutAddresses() {
    let log = MemoryLog()
    let recording = Recorder(app: "form", to: .memory(log)).attach(Int.self)
    let all = bindings.map(\.0) + [.set(\.[5], "x"), .set(\.[6], "y")]
    for binding in all { _ = recording.record(FormAction.binding(binding), from: 0) { 0 } }
    #expect(!log.text.contains("0x"))
    #expect(log.actions.map(\.type).prefix(4) == bindings.map { "FormAction.binding.\($0.1)" }[...])
  }
}
