/// What keeps a tape's memory for one document, for as long as any decoder of it is there.
final class TapeOwner {
  let tape: JSONTape

  /// Reads a document.
  ///
  /// - Throws: ``JSONError`` where it is none.
  init(
    _ document: UnsafeRawBufferPointer,
    userInfo: [CodingUserInfoKey: Any]
  ) throws(JSONError) {
    tape = JSONTape.take()
    tape.state.pointee.owner = Unmanaged.passUnretained(self)
    if !userInfo.isEmpty { tape.state.pointee.userInfo = userInfo }
    try tape.read(document)
  }

  deinit {
    tape.giveBack()
  }
}

extension JSONTape {
  private static let pool = IdlePool<State>()

  fileprivate static func take() -> JSONTape {
    JSONTape(state: pool.take() ?? SharedWords.allocate(for: State()))
  }

  fileprivate func giveBack() {
    beginGeneration()
    state.pointee.owner = nil
    if !state.pointee.userInfo.isEmpty { state.pointee.userInfo = [:] }
    state.pointee.running.forget()
    if state.pointee.bytes.capacity > IdlePool<State>.keptCapacity {
      state.pointee.bytes.deallocate()
      state.pointee.nodes.deallocate()
      state.pointee.bytes = Buffer(capacity: 4096)
      state.pointee.nodeCapacity = 256
      state.pointee.nodes = .allocate(capacity: state.pointee.nodeCapacity)
    }
    Self.pool.giveBack(state)
  }

  /// Copies and scans a document.
  ///
  /// - Throws: ``JSONError`` where it is none.
  fileprivate func read(_ document: UnsafeRawBufferPointer) throws(JSONError) {
    state.pointee.bytes.count = 0
    state.pointee.bytes.append(document)
    state.pointee.bytes.append(UnsafeRawBufferPointer(Self.zeros))
    var scanner = TapeScanner(self, byteCount: document.count)
    let isDocument = scanner.scan()
    state.pointee.nodes = scanner.nodes
    state.pointee.nodeCapacity = scanner.capacity
    if !isDocument, let fault = scanner.fault { throw fault }
  }

  nonisolated(unsafe) private static let zeros: UnsafeBufferPointer<UInt8> = {
    let zeros = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: padding)
    zeros.initialize(repeating: 0)
    return UnsafeBufferPointer(zeros)
  }()

  /// Keeps the document for as long as a decoder has it.
  ///
  /// - Throws: `DecodingError` where the document is gone: a container was kept without its decoder.
  @inline(__always)
  func owner(_ generation: Int) throws -> TapeOwner {
    guard generation == self.generation, let owner = state.pointee.owner else {
      throw Self.gone
    }
    return owner.takeUnretainedValue()
  }

  @inline(__always)
  func check(_ generation: Int) throws {
    if generation != self.generation { throw Self.gone }
  }

  static var gone: DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: "A container was used after the document that it belongs to."
      )
    )
  }
}
