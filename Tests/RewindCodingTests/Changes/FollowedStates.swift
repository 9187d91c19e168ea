import RewindCoding
import RewindJSON
import Testing

/// Has a finder follow a series of states, and holds every patch against the plain encodings.
struct FollowedStates<State> {
  private let finder: ChangeDetector
  private let writer: ValueWriter<State>
  private var text: [UInt8]
  private var json: JSONValue

  init(_ first: State, prefersText: Bool = false) throws where State: Encodable {
    try self.init(first, ChangeDetector(encoding: State.self), ValueWriter(), prefersText)
  }

  init(reflecting first: State, prefersText: Bool = false) throws {
    try self.init(first, ChangeDetector(reflecting: State.self), ValueWriter(), prefersText)
  }

  private init(
    _ first: State,
    _ finder: ChangeDetector,
    _ writer: ValueWriter<State>,
    _ prefersText: Bool
  ) throws {
    self.finder = finder
    self.writer = writer
    withUnsafePointer(to: first) { finder.begin(with: $0, prefersText: prefersText) }
    text = []
    writer.write(first, to: &text)
    json = try JSONValue(parsing: text)
  }

  /// The patch to the next state, which must lead there, and be empty only where nothing is
  /// different.
  @discardableResult
  mutating func patch(
    to next: State,
    _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    var line = LineBuffer()
    let isChange = withUnsafePointer(to: next) {
      finder.advance(to: $0, appendingPatchTo: &line) == .patch
    }
    let bytes = Array(line.contents)
    let patchText = String(decoding: bytes, as: UTF8.self)
    var nextText: [UInt8] = []
    writer.write(next, to: &nextText)
    let nextJSON = try JSONValue(parsing: nextText)
    try Patch(JSONValue(parsing: bytes)).apply(to: &json)
    #expect(json == nextJSON, "\(what): \(patchText)", sourceLocation: sourceLocation)
    #expect(isChange == (patchText != "[]"), "\(what)", sourceLocation: sourceLocation)
    #expect(isChange || nextText == text, "\(what)", sourceLocation: sourceLocation)
    if let kept = finder.lastText {
      #expect(kept == nextText, "\(what)", sourceLocation: sourceLocation)
    }
    (json, text) = (nextJSON, nextText)
    return patchText
  }
}
