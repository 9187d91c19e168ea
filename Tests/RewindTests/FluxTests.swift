import Foundation
import Rewind
import RewindFlux
import RewindJSON
import RewindLog
import RewindReplay
import RewindSession
import RewindTestSupport
import RewindTesting
import RewindTimeline
import Testing

/// What fails in a way of its own type, and what says nothing of its errors.
private enum Load: Error, Codable, Equatable {
  case refused(status: Int)
}

private struct Fetch: RewindFlux.Action {
  typealias Payload = [String]
  typealias Error = Load
  func invoke(_ dispatcher: any Dispatcher) {}
}

private struct Ask: RewindFlux.Action {
  typealias Payload = Int
  func invoke(_ dispatcher: any Dispatcher) {}
}

/// Holds what came last, in words.
private final class Words: ReduceStore<String> {
  init(dispatcher: any Dispatcher) {
    super.init(initialState: "nothing", dispatcher: dispatcher)
    reduce(Fetch.self) { _, result in "\(result)" }
    reduce(Ask.self) { state, result in
      switch result {
      case .success(let number): state + "\(number)"
      case .failure(let error): "\(error.domain) \(error.code) \(error.localizedDescription)"
      }
    }
  }
}

private final class Stores {
  let words: Words
  init(_ dispatcher: any Dispatcher) { words = Words(dispatcher: dispatcher) }

  var state: [String: String] {
    get { ["words": words.state] }
    set { words.replaceState(newValue["words"] ?? "") }
  }
}

/// What the documentation shows; it is compiled, and not run, since it changes what all tests share.
private func attach(_ recorder: Recorder, to app: Stores?) {
  typealias AppState = [String: String]
  let recording = recorder.attach(AppState.self)
  ActionCreator.sharedDispatcher = InterceptedDispatcher(
    interceptor: recording.interceptor { app?.state }
  )
}

@Suite("A recorded dispatcher")
struct FluxTests {
  private let folder = TemporaryFolder()
  private let store = ReplayableStore(
    stores: { Stores($0) },
    state: \.state,
    actions: ActionDecoders().adding(resultsOf: Fetch.self).adding(resultsOf: Ask.self)
  )

  /// Plays on recorded stores, which are made after the dispatcher is; gives the log's path.
  private func record(
    in folder: TemporaryFolder,
    options: Recorder.Options = Recorder.Options(),
    _ play: (InterceptedDispatcher, Stores) -> Void
  ) -> String {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "words", to: .file(path), options: options)
    let recording = recorder.attach([String: String].self)
    var stores: Stores?
    let dispatcher = InterceptedDispatcher(
      interceptor: recording.interceptor { stores?.state },
      dispatcher: DefaultDispatcher()
    )
    dispatcher.dispatch(Ask(), result: .success(0))
    let made = Stores(dispatcher)
    stores = made
    play(dispatcher, made)
    recorder.close()
    return path
  }

  @Test("records errors of every kind, so that a replay hands the stores the same")
  func errors() throws {
    let described = NSError(domain: "Net", code: 7, userInfo: [NSLocalizedDescriptionKey: "Gone."])
    var states: [String] = []
    let path = record(in: folder) { dispatcher, stores in
      let results: [Result<Int, NSError>] = [.success(3), .failure(described), .success(4)]
      for result in results {
        dispatcher.dispatch(Ask(), result: result)
        states.append(stores.words.state)
      }
      for result in [.success(["a"]), .failure(.refused(status: 500))] as [Result<_, Load>] {
        dispatcher.dispatch(Fetch(), result: result)
        states.append(stores.words.state)
      }
    }
    let replay = try Replay(path, of: store)
    #expect(states[1] == "Net 7 Gone.")
    for (index, state) in states.enumerated() {
      #expect(try replay.state(after: index + 1, by: .rerunning) == ["words": state])
      #expect(try replay.state(after: index + 1) == ["words": state])
    }
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try timeline.action(2).error == ["domain": "Net", "code": 7, "description": "Gone."])
    #expect(try timeline.action(5).error == ["refused": ["status": 500]])
    #expect(try timeline.action(5).payload == nil)
    #expect(timeline.log.header.attach == "dispatcher")
  }

  @Test("asks with the action itself whether to record it, and shows the change of one it left out")
  func options() throws {
    let options = Recorder.Options { !($0 is Ask) }
    let path = record(in: folder, options: options) { dispatcher, _ in
      dispatcher.dispatch(Fetch(), result: .success(["a"]))
      dispatcher.dispatch(Ask(), result: .success(1))
      dispatcher.dispatch(Fetch(), result: .success(["b"]))
    }
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try (1...2).map { try timeline.action($0).type } == ["Fetch", "Fetch"])
    #expect(timeline.lastIndex == 2)
    let external = try (0..<timeline.log.lineCount).filter {
      try timeline.log.key(of: $0).kind == .external
    }
    #expect(external.count == 1)
  }
}
