#if canImport(Observation)
import Observation
import Rewind
import RewindReplay
import RewindTestSupport
import Testing

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
private final class CartModel {
  struct Cart: Codable, Equatable {
    var items: [Int]
    var coupon: String?
    var discount: Int
    var isGift: Bool
  }

  var items: [Int] = []
  var coupon: String?
  var discount = 0
  var isGift = false

  var cart: Cart { Cart(items: items, coupon: coupon, discount: discount, isGift: isGift) }
}

@Suite("An @Observable model whose properties are set without a method")
@MainActor
struct ObservableModelTests {
  /// Gives a property another value.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func change(_ property: String, of model: CartModel, using random: inout SeededGenerator)
  {
    switch property {
    case "items": model.items.append(Int.random(in: 0..<9, using: &random))
    case "coupon": model.coupon = (model.coupon ?? "") + "x"
    case "discount": model.discount += Int.random(in: 1..<9, using: &random)
    default: model.isGift.toggle()
    }
  }

  /// Records a model as long as the recording is kept; the stream has an element for each look at it.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func looks(
    at model: CartModel,
    by recorder: Recorder
  ) -> (recording: Recording<CartModel.Cart>, AsyncStream<Void>) {
    let (looks, look) = AsyncStream.makeStream(of: Void.self)
    let recording = recorder.attach(CartModel.Cart.self)
    recording.recordChanges { [weak model] in
      look.yield()
      return model?.cart
    }
    return (recording, looks)
  }

  /// Returns the lines of a log that tell of changes without an action.
  private func changes(in log: MemoryLog) throws -> [JSONValue] {
    try log.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
      .filter { $0["external"] != nil }
  }

  @Test("has a line for its changes that says which properties have other values")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func properties() async throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let log = MemoryLog()
    let recorder = Recorder(app: "cart", to: .memory(log))
    let model = CartModel()
    let (recording, looks) = looks(at: model, by: recorder)
    defer { withExtendedLifetime(recording) {} }
    var iterator = looks.makeAsyncIterator()
    await iterator.next()
    var expected: [(properties: Set<String>, cart: CartModel.Cart)] = []
    for _ in 0..<200 {
      let properties = ["items", "coupon", "discount", "isGift"].shuffled(using: &random)
        .prefix(Int.random(in: 1...3, using: &random))
      for property in properties { change(property, of: model, using: &random) }
      // A task of the main actor's looks at the model again.
      await iterator.next()
      expected.append((Set(properties), model.cart))
    }
    recorder.close()
    let lines = try changes(in: log)
    #expect(lines.count == expected.count, "seed \(seed)")
    #expect(try log.state?.decode(CartModel.Cart.self) == model.cart)
    for (line, (properties, cart)) in zip(lines, expected) {
      let patch = line["patch"]?.array ?? []
      // Where most of a small state has changed, the whole of it is shorter.
      if let whole = line["state"] ?? patch.first(where: { $0["path"] == "" })?["value"] {
        #expect(try whole.decode(CartModel.Cart.self) == cart, "seed \(seed)")
        continue
      }
      let changed = patch.compactMap { operation -> String? in
        operation["path"]?.string?.split(separator: "/").first.map(String.init)
      }
      #expect(Set(changed) == properties, "seed \(seed): \(line)")
    }
  }

  @Test("has one line for what was changed before the main actor is free, with the last values")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func several() async throws {
    let log = MemoryLog()
    let recorder = Recorder(app: "cart", to: .memory(log))
    let model = CartModel()
    let (recording, looks) = looks(at: model, by: recorder)
    defer { withExtendedLifetime(recording) {} }
    var iterator = looks.makeAsyncIterator()
    await iterator.next()
    model.isGift = true
    model.discount = 5
    // In place, while the recorder is told of the other property.
    model.items.withUnsafeMutableBufferPointer { _ in model.discount = 7 }
    model.isGift = false
    await iterator.next()
    let lines = try changes(in: log)
    #expect(lines.count == 1)
    #expect(lines[0]["patch"]?.array?.map { $0["path"] } == ["/discount"])
  }

  @Test("is not kept by its recording")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func end() {
    let recording = Recorder(app: "cart", to: .memory(MemoryLog())).attach(CartModel.Cart.self)
    weak var kept: CartModel?
    do {
      let model = CartModel()
      kept = model
      recording.recordChanges { [weak model] in model?.cart }
    }
    #expect(kept == nil)
  }
}
#endif
