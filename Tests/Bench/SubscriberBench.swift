import RewindStore

/// Subscribers of one store, by their number: each costs the same, however many there are.
struct SubscriberBench {
  let report: Report

  private struct Count: Equatable {
    var value = 0
  }

  private final class Listener: StoreSubscriber {
    func newState(state: Int) { consume(state) }
  }

  func run() {
    report.heading("Store: subscribing, and with it one dispatch and unsubscribing")
    row("3,000 subscribers, subscribing", isWhole: false)
    row("3,000 subscribers, all of it", isWhole: true)
  }

  private func row(_ name: String, isWhole: Bool) {
    let (few, many) = Figure.race(
      21,
      { subscribe(1_000, isWhole) },
      { subscribe(3_000, isWhole) }
    )
    report.row(name, many, against: (name: "1,000 subscribers", figure: few), limit: 5)
  }

  private func subscribe(_ count: Int, _ isWhole: Bool) {
    let store = Store<Count>(reducer: { _, state in state ?? Count() }, state: Count())
    let listeners = (0..<count).map { _ in Listener() }
    for listener in listeners { store.subscribe(listener) { $0.select(\.value) } }
    guard isWhole else { return }
    store.dispatch(ReSwiftInit())
    for listener in listeners { store.unsubscribe(listener) }
  }
}
