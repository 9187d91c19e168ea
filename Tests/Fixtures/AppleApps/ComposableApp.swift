import ComposableArchitecture
import RewindKit
import SwiftUI
import Todos
import TodosStore

struct TodosApp: App {
  private let store: Store<Todos.State, Todos.Action>

  init() {
    let recording = todos.record(app: "todos", enabled: isDebugBuild)
    store = Store(initialState: recording.recordInitialState { Todos.State() }) {
      Todos().recorded(by: recording)
    }
  }

  var body: some Scene {
    WindowGroup { Text("\(store.state.rows.count)") }
  }
}
