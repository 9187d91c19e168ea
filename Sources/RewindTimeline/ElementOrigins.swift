import RewindJSON

/// The elements of an array while a patch puts in, takes out and moves some: runs of those that were
/// together before, and single ones.
///
/// The runs lie in chunks, so that an operation looks at few of them.
struct ElementOrigins {
  /// Elements that follow one another, before the patch and now.
  struct Run {
    /// The index of the first one before; nil if it was not in this array, which is then the only one.
    var origin: Int?
    var count = 1
    /// The account of a single element.
    var box: ValueOrigins.Box?

    /// Returns the run from its first `length` elements on.
    fileprivate func dropFirst(_ length: Int) -> Run {
      Run(origin: origin.map { $0 + length }, count: count - length, box: box)
    }

    fileprivate func prefix(_ length: Int) -> Run {
      Run(origin: origin, count: length, box: box)
    }
  }

  private struct Chunk {
    var runs: [Run] = []
    /// The number of elements.
    var count = 0
  }

  /// The most runs of a chunk: searching one takes as long as searching the chunks of a large patch.
  private static let chunkSize = 128

  private var chunks: [Chunk]
  private(set) var count: Int

  /// Makes the elements of an array into and from which nothing was put or taken, with their accounts.
  init(_ count: Int, _ children: [CodePoints: ValueOrigins.Box]) {
    self.count = count
    var boxes: [(index: Int, box: ValueOrigins.Box)] = []
    for (token, box) in children {
      if let index = Pointer.arrayIndex(token.string), index < count { boxes.append((index, box)) }
    }
    var chunk = Chunk()
    chunks = []
    var next = 0
    func add(_ run: Run, to chunks: inout [Chunk]) {
      guard run.count > 0 else { return }
      chunk.runs.append(run)
      chunk.count += run.count
      guard chunk.runs.count == Self.chunkSize else { return }
      chunks.append(chunk)
      chunk = Chunk()
    }
    for (index, box) in boxes.sorted(by: { $0.index < $1.index }) {
      add(Run(origin: next, count: index - next), to: &chunks)
      add(Run(origin: index, box: box), to: &chunks)
      next = index + 1
    }
    add(Run(origin: next, count: count - next), to: &chunks)
    chunks.append(chunk)
  }

  var runs: [Run] { chunks.flatMap(\.runs) }

  /// Returns an element, as a run of its own; nil if there is none.
  func run(at index: Int) -> Run? {
    guard index < count, let location = location(of: index) else { return nil }
    return chunks[location.chunk].runs[location.run].dropFirst(location.offset).prefix(1)
  }

  /// Leaves out elements behind an array's end, and adds new ones up to it.
  mutating func fit(_ size: Int) {
    while count > size { remove(at: count - 1) }
    while count < size { insert(Run(), at: count) }
  }

  /// Puts in an element; behind the end, it is the last one.
  mutating func insert(_ run: Run, at index: Int) {
    let location = split(at: min(index, count))
    chunks[location.chunk].runs.insert(run, at: location.run)
    chunks[location.chunk].count += 1
    count += 1
    balance(location.chunk)
  }

  @discardableResult
  mutating func remove(at index: Int) -> Run? {
    guard index < count, let location = isolate(index) else { return nil }
    chunks[location.chunk].count -= 1
    count -= 1
    let run = chunks[location.chunk].runs.remove(at: location.run)
    if chunks[location.chunk].runs.isEmpty, chunks.count > 1 { chunks.remove(at: location.chunk) }
    return run
  }

  /// Returns the account of an element; nil if there is no such element.
  mutating func box(at index: Int) -> ValueOrigins.Box? {
    if let known = run(at: index)?.box { return known }
    guard index < count, let location = isolate(index) else { return nil }
    let box = ValueOrigins.Box()
    chunks[location.chunk].runs[location.run].box = box
    return box
  }

  // MARK: - Runs

  private struct Location {
    let chunk: Int
    let run: Int
    /// The number of elements of the run before the one that is meant.
    let offset: Int
  }

  private func location(of index: Int) -> Location? {
    var rest = index
    for chunk in chunks.indices {
      if rest >= chunks[chunk].count {
        rest -= chunks[chunk].count
        continue
      }
      for run in chunks[chunk].runs.indices {
        if rest < chunks[chunk].runs[run].count {
          return Location(chunk: chunk, run: run, offset: rest)
        }
        rest -= chunks[chunk].runs[run].count
      }
    }
    return nil
  }

  /// Makes a run begin at an index; at the end, returns the location behind the last run.
  private mutating func split(at index: Int) -> Location {
    guard let location = location(of: index) else {
      let last = chunks.count - 1
      return Location(chunk: last, run: chunks[last].runs.count, offset: 0)
    }
    guard location.offset > 0 else { return location }
    let run = chunks[location.chunk].runs[location.run]
    chunks[location.chunk].runs[location.run] = run.prefix(location.offset)
    chunks[location.chunk].runs.insert(run.dropFirst(location.offset), at: location.run + 1)
    return Location(chunk: location.chunk, run: location.run + 1, offset: 0)
  }

  /// Makes an element a run of its own.
  private mutating func isolate(_ index: Int) -> Location? {
    if let location = location(of: index) { balance(location.chunk) }
    let location = split(at: index)
    let run = chunks[location.chunk].runs[location.run]
    if run.count > 1 {
      chunks[location.chunk].runs[location.run] = run.prefix(1)
      chunks[location.chunk].runs.insert(run.dropFirst(1), at: location.run + 1)
    }
    return location
  }

  /// Divides a chunk that has grown.
  private mutating func balance(_ number: Int) {
    guard chunks[number].runs.count > 2 * Self.chunkSize else { return }
    let second = Array(chunks[number].runs[Self.chunkSize...])
    let size = second.reduce(0) { $0 + $1.count }
    chunks[number].runs.removeLast(second.count)
    chunks[number].count -= size
    chunks.insert(Chunk(runs: second, count: size), at: number + 1)
  }
}

extension [ElementOrigins.Run] {
  /// Returns the run that holds the element at an index.
  func run(at index: Int) -> ElementOrigins.Run? {
    var rest = index
    for run in self {
      if rest < run.count { return run.dropFirst(rest).prefix(1) }
      rest -= run.count
    }
    return nil
  }
}
