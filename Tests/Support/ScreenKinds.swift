// A list of closures.
// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument

/// What common screens hold that is neither a plain list nor a dictionary.
private enum Screen {
  enum Load<Value> {
    case idle
    case loading
    case failed(String)
    case loaded(Value)
    case refreshing(Value)
  }

  struct Cell: Equatable {
    var text = ""
    var isBold = false
  }
  struct CodedCell: Codable {
    var text = ""
    var isBold = false
  }

  struct Loading<Value> {
    var load = Load<[Value]>.loading
    var counter = 0
  }

  struct Note {
    var text: String
    var counter = 0
  }
  struct CodedNote: Codable {
    var text: String
    var counter = 0
  }

  struct Undo<Cell> {
    var document: [Cell]
    var past: [[Cell]] = []
    var saved: [String: [Cell]] = [:]
  }

  final class Node {
    var id: Int
    var title = "a node with a title"
    var next: Node?
    var others: [Node] = []

    init(_ id: Int) { self.id = id }

    static func ring(_ count: Int) -> [Node] {
      let nodes = (0..<count).map { Node($0) }
      for (number, node) in nodes.enumerated() {
        node.next = nodes[(number + 1) % count]
        node.others = [nodes[number / 2], nodes[count - 1 - number]]
      }
      return nodes
    }
  }

  enum Location {
    case nowhere
    case at(Node, since: Int)
  }

  struct Graph {
    var counter = 0
    var rows = (0..<40).map { Cell(text: "row \($0)") }
    var nodes = Node.ring(12)
    var byName: [String: Node] = [:]
    var location = Location.nowhere
    var any: Any?
  }
}

extension Screen.Load: Encodable where Value: Encodable {}
extension Screen.Loading: Encodable where Value: Encodable {}
extension Screen.Undo: Encodable where Cell: Encodable {}

extension StateKinds {
  static var screens: [StateKind] {
    loading + longTexts + grids + graphs + undoStacks
  }

  private static var undoStacks: [StateKind] {
    [
      StateKind(
        "an undo stack",
        { Screen.Undo(document: (0..<80).map { Screen.Cell(text: "row \($0)") }) }
      ) {
        $0.past.append($0.document)
        $0.document[$0.past.count].isBold.toggle()
      },
      StateKind(
        encoding: "an undo stack of which the oldest goes",
        { Screen.Undo(document: (0..<80).map { Screen.CodedCell(text: "row \($0)") }) }
      ) {
        $0.past.insert($0.document, at: 0)
        if $0.past.count > 2 { $0.past.removeLast() }
        $0.saved["\($0.document.count)"] = $0.document
        $0.document.removeLast()
      },
    ]
  }

  private static let text = String(repeating: "a line with \"quotes\", é and \\\n", count: 900)

  private static func next<Value>(
    _ screen: inout Screen.Loading<Value>,
    _ rows: @autoclosure () -> [Value]
  ) {
    switch screen.load {
    case .idle: screen.load = .loading
    case .loading: screen.load = .loaded(rows())
    case .loaded(let rows): screen.load = .refreshing(rows)
    case .refreshing: screen.load = .failed("it is not there any more")
    case .failed: screen.load = .idle
    }
  }

  private static var loading: [StateKind] {
    [
      StateKind("a screen that loads", { Screen.Loading<Screen.Cell>() }) {
        next(&$0, (0..<400).map { Screen.Cell(text: "row \($0)") })
      },
      StateKind(encoding: "a screen that loads", { Screen.Loading<Screen.CodedCell>() }) {
        next(&$0, (0..<400).map { Screen.CodedCell(text: "row \($0)") })
      },
      StateKind(
        "a screen that has been loaded",
        { Screen.Loading(load: .loaded((0..<400).map { Screen.Cell(text: "row \($0)") })) }
      ) { next(&$0, []) },
      StateKind(
        encoding: "a screen that has been loaded",
        { Screen.Loading(load: .loaded((0..<400).map { Screen.CodedCell(text: "row \($0)") })) }
      ) { next(&$0, []) },
    ]
  }

  private static var longTexts: [StateKind] {
    [
      StateKind("a long text", { Screen.Note(text: text) }, { $0.text.append("x\n") }),
      StateKind(encoding: "a long text", { Screen.CodedNote(text: text) }, { $0.text += "\t" }),
      StateKind("a long text that is typed into", { Screen.Note(text: text) }) {
        $0.text.insert("\"", at: $0.text.startIndex)
      },
    ]
  }

  private static var grids: [StateKind] {
    [
      StateKind(
        "a column of a grid",
        { [[Screen.Cell]](repeating: .init(repeating: .init(), count: 80), count: 80) }
      ) { grid in for row in grid.indices { grid[row][7].isBold.toggle() } },
      StateKind(
        encoding: "a column of a grid",
        { [[Screen.CodedCell]](repeating: .init(repeating: .init(), count: 80), count: 80) }
      ) { grid in for row in grid.indices { grid[row][7].text += "x" } },
    ]
  }

  private static var graphs: [StateKind] {
    [
      StateKind("a node of a graph", { Screen.Graph() }, { $0.nodes[7].title += "!" }),
      StateKind("a counter beside a graph", { Screen.Graph() }, { $0.counter += 1 }),
      StateKind("a link of a graph", { Screen.Graph() }) {
        $0.nodes[3].next = $0.nodes[$0.nodes[3].next!.id == 4 ? 9 : 4]
      },
      StateKind("a graph that grows at its beginning", { Screen.Graph() }) { graph in
        let node = Screen.Node(graph.nodes.count)
        node.others = [graph.nodes[0], graph.nodes[5]]
        graph.nodes.insert(node, at: 0)
      },
      StateKind("a graph by names", { Screen.Graph() }) { graph in
        let node = graph.nodes[graph.byName.count * 5 % 12]
        graph.byName["node \(node.id)"] = node
      },
      StateKind("a node in a case", { Screen.Graph() }) { graph in
        if case .at(let node, let since) = graph.location {
          graph.location = .at(graph.nodes[(node.id + 1) % 12], since: since + 1)
        } else {
          graph.location = .at(Screen.Node(99), since: 0)
        }
      },
      StateKind("a node of any type", { Screen.Graph() }) {
        $0.any = ($0.any as? [Any] ?? []) + [$0.nodes[4], Screen.Node($0.counter)]
      },
      StateKind("a root of a tree", { Screen.Node.ring(40)[0] }) { $0.next!.next!.title += "x" },
    ]
  }
}
