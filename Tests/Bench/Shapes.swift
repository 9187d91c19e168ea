import Foundation
import Rewind

/// The states of real apps by their shape: what lies beside a counter, and how one item of it changes.
enum Shapes {
  /// What happens to an item: an enum with payloads of several kinds.
  enum Phase: Codable {
    case idle
    case loading(progress: Double)
    case failed(String)
    case loaded([Int], at: Date)
    indirect case retrying(Phase, times: Int)
  }

  enum PlainPhase {
    case idle
    case loading(progress: Double)
    case failed(String)
    case loaded([Int], at: Date)
    indirect case retrying(PlainPhase, times: Int)
  }

  enum Generic<Value> {
    case none
    case some(Value)
    case both(Value, Value)
  }

  struct Item: Codable {
    var id: Int
    var title: String
    var note: String?
    var due: Date
    var isDone = false
    var tags: Set<Int> = [1, 2]

    init(_ id: Int) {
      self.id = id
      title = "Item number \(id) of the list"
      note = id % 3 == 0 ? "A note that is longer than fifteen bytes" : nil
      due = Date(timeIntervalSinceReferenceDate: Double(id))
    }
  }

  struct PhaseItem: Codable {
    var item: Item
    var phase: Phase
    var outcome: Phase?

    init(_ id: Int) {
      item = Item(id)
      phase =
        switch id % 5 {
        case 0: .idle
        case 1: .loading(progress: 0.5)
        case 2: .failed("The server did not answer in time")
        case 3: .loaded([id], at: Date(timeIntervalSinceReferenceDate: 1))
        default: .retrying(.loading(progress: 0.25), times: 2)
        }
    }
  }

  struct PlainItem {
    var id: Int
    var title: String
    var note: String?
    var due: Date
    var isDone = false
    var tags: Set<Int> = [1, 2]

    init(_ id: Int) {
      let item = Item(id)
      (self.id, title, note, due) = (item.id, item.title, item.note, item.due)
    }
  }

  struct PlainPhaseItem {
    var item: PlainItem
    var phase: PlainPhase
    var outcome: Result<Int, Failure> = .success(1)
    var generic: Generic<String> = .none

    init(_ id: Int) {
      item = PlainItem(id)
      phase =
        switch id % 5 {
        case 0: .idle
        case 1: .loading(progress: 0.5)
        case 2: .failed("The server did not answer in time")
        case 3: .loaded([id], at: Date(timeIntervalSinceReferenceDate: 1))
        default: .retrying(.loading(progress: 0.25), times: 2)
        }
      if id % 2 == 0 { generic = .both("a", "a text of more than fifteen bytes") }
    }
  }

  enum Failure: Error { case offline }

  final class Model {
    var id: Int
    var title: String
    var isDone = false

    init(_ id: Int) {
      self.id = id
      title = "Item number \(id) of the list"
    }
  }

  struct ModelItem {
    var model: Model
    var action: () -> Void = {}
    var any: Any
  }

  struct Key: Hashable, Codable {
    var raw: String
  }

  static func uuid(_ number: Int) -> UUID {
    let high = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: high, as: UInt64.self)
      bytes.storeBytes(of: UInt64(number), toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }
}

/// A state: a counter, and items beside it.
struct ShapeState<Items> {
  var counter = 0
  var items: Items
}

extension ShapeState: Encodable where Items: Encodable {}
extension ShapeState: RewindValue where Items: RewindValue {}
