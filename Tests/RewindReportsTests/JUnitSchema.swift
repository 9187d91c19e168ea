import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The rules of the schema that Jenkins' xUnit plugin holds JUnit files to (`junit-10.xsd`), which is the
/// strictest of those that CI servers use.
struct JUnitSchema {
  /// What is allowed of an element, and of what kind its attributes are.
  private struct Element {
    let attributes: [String: Kind]
    let required: Set<String>
    let children: [String]
    var holdsText = false
  }

  private enum Kind {
    case text
    case count
    case time
    case timestamp

    func accepts(_ value: String) -> Bool {
      switch self {
      case .text: true
      case .count: value.wholeMatch(of: #/[0-9]+/#) != nil
      // SUREFIRE_TIME: three decimals at most.
      case .time: value.wholeMatch(of: #/[0-9]+(\.[0-9]{0,3})?/#) != nil
      case .timestamp:
        value.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?/#) != nil
      }
    }
  }

  private static let trouble = Element(
    attributes: ["type": .text, "message": .text],
    required: [],
    children: [],
    holdsText: true
  )

  private static let elements: [String: Element] = [
    "testsuites": Element(
      attributes: [
        "name": .text, "time": .time, "tests": .count, "failures": .count, "errors": .count,
        "disabled": .count,
      ],
      required: [],
      children: ["testsuite"]
    ),
    "testsuite": Element(
      attributes: [
        "name": .text, "tests": .count, "failures": .count, "errors": .count, "time": .time,
        "disabled": .count, "skipped": .count, "timestamp": .timestamp, "hostname": .text,
        "id": .text, "package": .text,
      ],
      required: ["name", "tests"],
      children: ["properties", "testcase", "system-out", "system-err"]
    ),
    "testcase": Element(
      attributes: [
        "name": .text, "classname": .text, "time": .time, "assertions": .text, "status": .text,
      ],
      required: ["name", "classname"],
      children: ["skipped", "error", "failure", "system-out", "system-err"]
    ),
    "failure": trouble,
    "error": trouble,
    "system-out": Element(attributes: [:], required: [], children: [], holdsText: true),
  ]

  /// What is wrong with a file; empty where nothing is.
  static func violations(of text: String) -> [String] {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else { return ["not well-formed: \(parser.parserError as Any)"] }
    return reader.violations
  }

  /// Follows the elements as the parser meets them.
  private final class Reader: NSObject, XMLParserDelegate {
    private(set) var violations: [String] = []
    private var path: [String] = []

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      let isExpected =
        path.last.map { JUnitSchema.elements[$0]?.children.contains(name) ?? false }
        ?? (name == "testsuites")
      if !isExpected { violations.append("<\(name)> in <\(path.last ?? "the document")>") }
      path.append(name)
      guard let element = JUnitSchema.elements[name] else { return }
      for missing in element.required.subtracting(attributes.keys) {
        violations.append("<\(name)> without \(missing)")
      }
      for (key, value) in attributes {
        guard let kind = element.attributes[key] else {
          violations.append("<\(name) \(key)>")
          continue
        }
        if !kind.accepts(value) { violations.append("<\(name) \(key)=\"\(value)\">") }
      }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      let isText = path.last.flatMap { JUnitSchema.elements[$0]?.holdsText } ?? false
      let isBlank = text.allSatisfy(\.isWhitespace)
      if !isText, !isBlank { violations.append("text in <\(path.last ?? "")>: \(text)") }
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) {
      path.removeLast()
    }
  }
}
