import Rewind
import RewindInputs
import RewindReplay
import RewindTesting
import Testing

private struct Prices: Codable {
  var all: [Int] = []
}

private enum Ask: Codable {
  case prices
}

/// Names that begin with "item" are secrets; recorded prices are 10, 20, 30, …, in their order.
@Suite("An input whose name was redacted")
struct RedactedInputTests {
  private static func read(_ names: [String], _ live: (Int) -> Int) -> Prices {
    Prices(all: names.enumerated().map { index, name in Recorded.value(name) { live(index) } })
  }

  /// Records an action that reads inputs, and returns what a reducer gets that reads others; nil if that is
  /// unresolved.
  private func replayed(_ recorded: [String], by names: [String]) throws -> [Int]? {
    let log = MemoryLog()
    let rule = Redaction.text("items") { $0.hasPrefix("item") }
    let recorder = Recorder(app: "shop", to: .memory(log), options: .init(redactions: [rule]))
    _ = recorder.attach(Prices.self).record(Ask.prices, from: Prices()) {
      Self.read(recorded) { ($0 + 1) * 10 }
    }
    recorder.close()
    #expect(!log.text.contains("item "))
    let store = ReplayableStore(
      initial: Prices(),
      actions: Ask.self,
      reduce: { (state: inout Prices, _: Ask) in state = Self.read(names) { _ in -1 } }
    )
    do {
      return try Replay(text: log.text, of: store).state(after: 1, by: .rerunning).all
    } catch is ReplayError {
      return nil
    }
  }

  @Test(
    "is matched in its order by a reducer that reads the same inputs",
    arguments: [
      ["item A"], ["item A", "item B"], ["item A", "item A", "item B", "item A"],
      ["theme", "item A", "theme", "size", "item B", "item A", "size"],
    ]
  )
  func same(names: [String]) throws {
    #expect(try replayed(names, by: names) == names.indices.map { ($0 + 1) * 10 })
  }

  @Test("is matched by another name, as long as it is clear which is meant")
  func renamed() throws {
    #expect(try replayed(["item A", "item B"], by: ["price A", "price B"]) == [10, 20])
  }

  @Test(
    "is unresolved where the reducer leaves one out, adds one, or reads them in another order",
    arguments: [
      (["item A", "item B"], ["item B"]), (["item A", "item B"], ["item A", "item A"]),
      (["item A", "item A"], ["item A", "item B"]), (["item A"], ["item A", "item B"]),
      (["item A", "item B"], ["item A", "item C", "item B"]),
      (["theme", "item A"], ["item A", "theme"]),
      (["theme", "item A"], ["item A"]), (["item A", "theme", "item B"], ["theme", "item B"]),
    ]
  )
  func ambiguous(recorded: [String], names: [String]) throws {
    #expect(try replayed(recorded, by: names) == nil)
  }
}
