import Foundation
import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// The answer of `show --screen`: the screen that an app draws from a state.
struct ScreenPage: AnswerPart {
  let index: Int
  let program: String
  let drawn: SessionScreens.Drawn
  /// The file that has the picture; nil for a text.
  private var path: String?

  var layout: AnswerLayout { .table }

  static func read(
    _ timeline: Timeline,
    _ index: Int,
    _ program: ReplayProgram
  ) throws -> ScreenPage {
    // Where there is no state, the error says why.
    _ = try timeline.state(after: index)
    let drawn = try SessionScreens.draw([index], of: timeline, by: program)[index]
    return ScreenPage(
      index: index,
      program: program.name,
      drawn: drawn ?? .failure(.refused("the app left it out"))
    )
  }

  /// Prints a text; writes a picture to a file, and shows it where none is named.
  func show(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    var page = self
    let isNamed = arguments.has(.output)
    if case .success(let screen) = drawn {
      let isText = screen.kind == "text"
      if isNamed || !isText && !arguments.has(.json) {
        let path = isNamed ? try arguments.outputPath() : Self.temporaryPath(screen.kind)
        try PrivateFile.write(screen.bytes, to: path)
        page.path = path
        if !isNamed { try Browser.open(url: URL(fileURLWithPath: path).absoluteString) }
      }
    }
    try terminal.show(page)
    if case .success = drawn { return .success }
    return .negative
  }

  private static func temporaryPath(_ suffix: String) -> String {
    let name = "rewind-screen-\(UUID().uuidString.prefix(8)).\(suffix)"
    return FileManager.default.temporaryDirectory.appendingPathComponent(name).path
  }

  func lines(_ style: Style) -> [String] {
    let head = "screen after \(index), drawn from the state by \(program.escapedForTerminal)"
    guard let path else { return [style.bold(head)] + drawn.lines.map(\.escapedForTerminal) }
    return ["\(head): \(path.escapedForTerminal)"]
  }

  var json: JSONValue {
    ["after": JSONValue(index), "drawn": "from the state", "screen": drawn.json]
  }
}

extension SessionScreens.Drawn {
  /// The lines of a text; a sentence about anything else.
  var lines: [String] {
    switch self {
    case .success(let screen):
      if case .text(let text) = screen.content { return text.screenLines }
      let size = screen.size.map { " of \($0.width) by \($0.height) points" } ?? ""
      return ["The screen is a picture (\(screen.kind))\(size)."]
    case .failure(let failure): return [failure.sentence]
    }
  }

  var json: JSONValue {
    switch self {
    case .success(let screen):
      switch screen.content {
      case .text(let text): return ["text": .string(text)]
      case .svg(let text): return ["svg": .string(text)]
      case .png(let bytes): return ["png": .string(Data(bytes).base64EncodedString())]
      }
    case .failure(let failure): return ["error": .string(failure.sentence)]
    }
  }
}

extension String {
  /// The lines of a screen, without line feeds at its end.
  fileprivate var screenLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .reversed().drop(while: \.isEmpty).reversed()
  }
}
