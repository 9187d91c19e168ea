import Foundation
import RewindJSON
import RewindText

/// One self-contained HTML file: sessions, style and script, no network and no server.
///
/// Its content security policy allows the one style and the one script, by their hashes, and nothing
/// else: no request leaves the page, and nothing in a log can run.
package struct Page {
  /// The sessions, in the order of the page's list.
  package let sessions: [PageSession]

  package init(_ sessions: [PageSession]) {
    self.sessions = sessions
  }

  /// The size in bytes of a page without a session.
  package static var emptySize: Int { Page([]).text.utf8.count }

  /// The bytes that the elements around a session take, including its name in the title.
  package static let sizePerSession = 1_000

  /// The file.
  package var text: String {
    let names = sessions.map(\.name).joined(separator: ", ")
    return Self.filled(
      title: "\(names.isEmpty ? "" : "\(names) – ")Rewind".markup,
      // Screens that an app drew are images.
      policy: Self.policy + (sessions.contains { $0.screens != nil } ? "; img-src data:" : ""),
      sessions: sessions.enumerated().map(Self.data).joined(separator: "\n")
    )
  }

  /// The page without a session; it loads its contents from its own server only.
  package static var live: String {
    filled(
      title: "Rewind",
      policy: policy + "; connect-src 'self'; img-src data:",
      sessions: #"<script type="application/json" id="live">{}</script>"#
    )
  }

  private static func filled(title: String, policy: String, sessions: String) -> String {
    PageAssets.document.filled([
      "title": title, "policy": policy, "style": PageAssets.style, "script": PageAssets.script,
      "sessions": sessions,
    ])
  }

  /// The page's content security policy.
  static let policy = [
    "default-src 'none'",
    "script-src 'sha256-\(PageAssets.script.base64Hash)'",
    "style-src 'sha256-\(PageAssets.style.base64Hash)'",
    "base-uri 'none'", "form-action 'none'",
    // No text becomes markup, not even by mistake.
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  /// Returns a session as two script elements of types that no browser runs.
  private static func data(_ number: Int, _ session: PageSession) -> String {
    let screens = session.screens.map {
      "\n<script type=\"application/json\" id=\"screens-\(number)\">\($0.text)</script>"
    }
    return """
      <script type="application/json" id="facts-\(number)">\(session.facts.text.scriptText)</script>
      <script type="text/plain" id="lines-\(number)">
      \(session.lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
      </script>\(screens ?? "")
      """
  }
}

/// The page's own files, beside this one.
package enum PageAssets {
  /// The parts of the script; the last one starts the page.
  package static let scripts =
    Embedded.texts.keys.filter { $0.hasSuffix(".js") }.map { String($0.dropLast(3)) }
    .sorted { ($0 == "app" ? 1 : 0, $0) < ($1 == "app" ? 1 : 0, $1) }

  /// One block, so that the names in it are its own.
  ///
  /// Lines of comments stay in the files: they are a sixth of the script, which every page carries.
  package static let script =
    "\"use strict\";\n{\n"
    + scripts.map { withoutComments(Embedded.texts["\($0).js"] ?? "") }.joined(separator: "\n")
    + "\n}\n"

  package static func withoutComments(_ script: String) -> String {
    script.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
  }

  /// The parts of the style; a later rule prevails over an earlier one.
  package static let styles = [
    "base", "head", "overview", "timeline", "screens", "panes", "list", "values", "details",
    "dialog",
    "live", "narrow", "print",
  ]

  package static let style = styles.map { Embedded.texts["\($0).css"] ?? "" }.joined(
    separator: "\n"
  )
  package static let document = Embedded.texts["page.html"] ?? ""
}

extension String {
  /// Returns the text with `{{name}}` replaced; inserted text is not searched again.
  fileprivate func filled(_ values: [String: String]) -> String {
    var pieces = components(separatedBy: "{{")
    let start = pieces.removeFirst()
    return start
      + pieces.map { piece in
        let parts = piece.components(separatedBy: "}}")
        return (values[parts[0]] ?? "") + parts.dropFirst().joined(separator: "}}")
      }.joined()
  }

  fileprivate var base64Hash: String { Data(SHA256.hash(self)).base64EncodedString() }
}
