import Foundation
import Rewind
import RewindStore
import RewindTestSupport
import Testing

// The actions of the Composable Architecture, from their public interface.

private enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}

private enum IdentifiedAction<ID: Hashable, Action> {
  case element(id: ID, action: Action)
}

private enum StackAction<State, Action> {
  indirect case element(id: Int, action: Action)
  case popFrom(id: Int)
  indirect case push(id: Int, state: State)
}

private struct BindingAction<Root> {
  let keyPath: PartialKeyPath<Root>
  let set: (inout Root) -> Void
  let value: Any

  static func set<Value>(_ keyPath: WritableKeyPath<Root, Value>, _ value: Value) -> Self {
    BindingAction(keyPath: keyPath, set: { $0[keyPath: keyPath] = value }, value: value)
  }
}

private struct Feature {
  struct State {
    struct Settings { var name = "" }
    var query = ""
    var settings = Settings()
  }

  enum Action {
    case appeared
    case binding(BindingAction<State>)
    case destination(PresentationAction<Destination.Action>)
    case alert(PresentationAction<Alert>)
    case rows(IdentifiedAction<UUID, Row.Action>)
    case row(id: UUID, action: Row.Action)
    case moved(id: Int, to: Int)
    case path(StackAction<Path.State, Path.Action>)
    case view(View)
    case delegate(Delegate)
    case filter(Filter)
    case any(Any)

    enum View {
      case saveTapped
      case typed(String)
    }
    enum Delegate { case saved(Int) }
    enum Alert { case confirmed }
  }

  enum Filter { case all, done }
}

private enum Destination {
  enum Action {
    case detail(Row.Action)
    case help
  }
}

private enum Row {
  enum Action {
    case toggled
    case renamed(String)
    case children(IdentifiedAction<Int, Child>)
  }
  indirect enum Child { case tapped }
}

private enum Path {
  struct State {}
  enum Action { case row(Row.Action) }
}

/// An action whose payload is an existential: a value of one type carries an action, of another none.
private enum Wrapped {
  case one(Any)
  case pair(id: Int, action: Any)
}

private enum RowActionType {
  case opened
  case moved(to: Int)
}

private struct Kinded {
  let actionType: RowActionType
}

private class Base {
  let type: any Sendable
  init(_ kind: RowActionType) { type = kind }
}

private final class Opened: Base {
  let index: Int
  init(index: Int, kind: RowActionType) {
    self.index = index
    super.init(kind)
  }
}

private struct Typed {
  enum Filter { case all }
  let type: Filter
}

private struct Numbered {
  let actionType: Int
}

@Suite("The path of an action")
struct ActionPathTests {
  private let id = UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID()

  private var named: [(Any, String)] {
    [
      (Feature.Action.appeared, "appeared"),
      (Feature.Action.binding(.set(\.query, "swift")), "binding.query"),
      (Feature.Action.binding(.set(\.settings.name, "x")), "binding.settings.name"),
      (Feature.Action.destination(.dismiss), "destination.dismiss"),
      (Feature.Action.destination(.presented(.help)), "destination.help"),
      (
        Feature.Action.destination(.presented(.detail(.renamed("x")))),
        "destination.detail.renamed"
      ),
      (Feature.Action.alert(.presented(.confirmed)), "alert.confirmed"),
      (Feature.Action.rows(.element(id: id, action: .toggled)), "rows[…].toggled"),
      (
        Feature.Action.rows(
          .element(id: id, action: .children(.element(id: 1, action: .tapped)))
        ), "rows[…].children[…].tapped"
      ),
      (Feature.Action.row(id: id, action: .renamed("x")), "row[…].renamed"),
      (Feature.Action.moved(id: 1, to: 2), "moved"),
      (Feature.Action.path(.element(id: 1, action: .row(.toggled))), "path[…].row.toggled"),
      (Feature.Action.path(.popFrom(id: 1)), "path.popFrom"),
      (Feature.Action.path(.push(id: 1, state: Path.State())), "path.push"),
      (Feature.Action.view(.saveTapped), "view.saveTapped"),
      (Feature.Action.view(.typed("x")), "view.typed"),
      (Feature.Action.delegate(.saved(3)), "delegate.saved"),
      // No state has a filter.
      (Feature.Action.filter(.all), "filter.all"),
      (Feature.Action.any(Row.Action.toggled), "any.toggled"),
      (Feature.Action.any(3), "any"),
    ]
    .map { ($0, "Feature.Action.\($1)") }
      + [
        (Kinded(actionType: .opened), "Kinded.opened"),
        (Kinded(actionType: .moved(to: 3)), "Kinded.moved"),
        (Opened(index: 1, kind: .opened), "Opened.opened"),
        (Opened(index: 1, kind: .moved(to: 3)), "Opened.moved"),
        // A kind of something else, and no enum.
        (Typed(type: .all), "Typed"),
        (Numbered(actionType: 3), "Numbered"),
        (Wrapped.one(3), "Wrapped.one"),
        (Wrapped.one(Row.Action.toggled), "Wrapped.one.toggled"),
        (Wrapped.pair(id: 1, action: 3), "Wrapped.pair"),
        (Wrapped.pair(id: 1, action: Row.Action.toggled), "Wrapped.pair[…].toggled"),
      ]
  }

  @Test("goes down through wrappers, elements, bindings and nested enums of any name")
  func names() {
    for (action, name) in named { #expect(ActionName.of(action) == name) }
  }

  @Test("is the same in a log, whatever was recorded before")
  func inLogs() {
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let order = (named + named).shuffled(using: &generator)
      let log = MemoryLog()
      let recording = Recorder(app: "names", to: .memory(log)).attach(Int.self)
      for (action, _) in order {
        func record(_ action: some Any) { _ = recording.record(action, from: 0) { 0 } }
        record(action)
      }
      #expect(log.actions.map(\.type) == order.map(\.1), "seed \(seed)")
    }
  }
}
