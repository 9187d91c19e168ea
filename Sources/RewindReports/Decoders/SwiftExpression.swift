/// A Swift expression that is laid out in lines of a limited width.
indirect enum SwiftExpression {
  /// Text that is never broken.
  case text(String)
  /// `head(label: argument, …)`.
  case call(String, [Argument])
  /// `head { parameters in body }`; with an empty head, only the closure.
  case closure(String, parameters: String, SwiftExpression)
  /// `switch subject { case "name": expression … }`; the last line is the default's.
  case select(String, [(name: String, SwiftExpression)], otherwise: String)

  struct Argument {
    /// Nil for an argument without a label.
    let label: String?
    let value: SwiftExpression
  }

  private static let width = 100

  /// Returns the lines, each indented, the first after a prefix and the last before a suffix.
  func lines(indent: Int = 0, prefix: String = "", suffix: String = "") -> [String] {
    if let line = line(indent, prefix, suffix) { return [line] }
    let blanks = String(repeating: " ", count: indent)
    switch self {
    case .text(let text):
      return [blanks + prefix + text + suffix]
    case .call(let head, let arguments):
      return [blanks + prefix + head + "("]
        + arguments.enumerated().flatMap { place, argument in
          argument.value.lines(
            indent: indent + 2,
            prefix: argument.label.map { "\($0): " } ?? "",
            suffix: place + 1 < arguments.count ? "," : ""
          )
        } + [blanks + ")" + suffix]
    case .closure(let head, let parameters, let body):
      return [blanks + prefix + Self.opening(head, parameters)] + body.lines(indent: indent + 2)
        + [blanks + "}" + suffix]
    case .select(let subject, let cases, let otherwise):
      return [blanks + prefix + "switch \(subject) {"]
        + cases.flatMap { name, value in
          let head = "case \"\(name)\":"
          return value.line(indent, head + " ", "").map { [$0] }
            ?? [blanks + head] + value.lines(indent: indent + 2)
        } + [blanks + "default: \(otherwise)", blanks + "}" + suffix]
    }
  }

  /// Returns the expression as one line, if it may be on one line and fits.
  private func line(_ indent: Int, _ prefix: String, _ suffix: String) -> String? {
    guard let flat else { return nil }
    let line = String(repeating: " ", count: indent) + prefix + flat + suffix
    return line.count <= Self.width ? line : nil
  }

  private static func opening(_ head: String, _ parameters: String) -> String {
    (head.isEmpty ? "" : "\(head) ") + "{ \(parameters) in"
  }

  /// The expression in one line, if it may be on one line.
  private var flat: String? {
    switch self {
    case .text(let text):
      return text
    case .call(let head, let arguments):
      let texts = arguments.map { argument in
        argument.value.flat.map { (argument.label.map { "\($0): " } ?? "") + $0 }
      }
      guard !texts.contains(nil) else { return nil }
      return "\(head)(\(texts.compactMap(\.self).joined(separator: ", ")))"
    case .closure(let head, let parameters, let body):
      return body.flat.map { "\(Self.opening(head, parameters)) \($0) }" }
    case .select:
      return nil
    }
  }
}
