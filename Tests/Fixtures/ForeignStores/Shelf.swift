// A model whose state can be recorded, and not decoded.
import Rewind
import RewindReplay

struct Shelf {
  var books: [String] = []
  var arguments: [Int] = []
}

final class ShelfModel {
  var shelf = Shelf()
  private let recording: Recording<Shelf>

  init(recording: Recording<Shelf> = .off) { self.recording = recording }

  func add(_ book: String) {
    recording.call(book, of: shelf) { shelf.books.append(book) }
  }

  /// Reads from outside without saying so.
  func stamp() {
    recording.call(of: shelf) {
      shelf.books.append("\(CommandLine.arguments.count)")
      shelf.arguments.append(CommandLine.arguments.count)
    }
  }
}

let shelf = ReplayableStore(
  model: { ShelfModel() },
  state: \.shelf,
  calls: ActionDecoders()
    .adding(method: "add(_:)", ShelfModel.add)
    .adding(method: "stamp()", ShelfModel.stamp)
)

/// Adds three books, and does something else after the first one.
func fill(_ name: String, _ destination: Recorder.Destination) {
  let model = ShelfModel(recording: shelf.record(app: "shelf", to: destination))
  model.add("a")
  switch name {
  case "outside": model.shelf.books = []
  case "stamp": model.stamp()
  default: break
  }
  model.add("b")
  model.add("c")
}
