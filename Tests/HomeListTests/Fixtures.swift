import Foundation
import HomeListExample
import HomeListFront
import RewindStore

/// A storage that lasts as long as a test, and can be out of order.
final class MemoryStorage: StateStorage {
  struct OutOfOrder: Error {}

  var data: Data?
  var isBroken = false
  private(set) var writes = 0

  func read() throws -> Data? {
    if isBroken { throw OutOfOrder() }
    return data
  }

  func write(_ data: Data) throws {
    writes += 1
    if isBroken { throw OutOfOrder() }
    self.data = data
  }

  var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }
}

/// What becomes of a script that is played through the library.
final class Played {
  private(set) var actions: [String] = []
  private(set) var states: [AppState] = []
  /// What was printed after the first screen.
  private(set) var output: [String] = []
  private(set) var failures: [any Error] = []
  let state: AppState

  var seqs: [Int] { state.home.homeList.map(\.seq) }

  init(_ script: String..., storage: MemoryStorage? = nil) {
    var actions: [String] = []
    var states: [AppState] = []
    var failures: [any Error] = []
    let recording: Middleware<AppState> = { _, getState in
      { next in
        { action in
          actions.append("\(type(of: action))")
          next(action)
          if let state = getState() { states.append(state) }
        }
      }
    }
    let service = OfflineHomeService()
    let app = HomeListApp(
      service: service,
      middleware: [recording],
      persistence: storage.map { persisting(in: $0) { failures.append($0) } }
    )
    let front = HomeListProgram.front(of: app, service)
    var output: [String] = []
    front.write = { output.append($0) }
    front.run(script)

    self.actions = actions
    self.states = states
    self.failures = failures
    self.output = output
    state = app.store.getState()
  }
}

func theme(_ isDark: Bool) -> String { #"ChangeSetSwitch {"titleTheme":\#(isDark)}"# }

func color(_ isOn: Bool) -> String { #"ChangeSetText {"textColor":\#(isOn)}"# }
