import RewindText

/// A Swift expression that is laid out in lines of a limited width.
indirect enum SwiftExpression {
  /// Text that is never broken.
  case text(SwiftSource)
  /// `head(label: argument, …)`.
  case call(SwiftSource, [Argument])
  /// `head { parameters in body }`; with an empty head, only the closure.
  case closure(SwiftSource, parameters: SwiftSource, SwiftExpression)
  /// `switch subject { case "name": expression … }`; the last line is the default's, behind comments.
  case select(
    SwiftSource,
    [(name: String, SwiftExpression)],
    comments: [SwiftSource] = [],
    otherwise: SwiftSource
  )

  struct Argument {
    /// Nil for an argument without a label.
    let label: SwiftSource?
    let value: SwiftExpression

    fileprivate var prefix: SwiftSource { label.map { "\($0): " } ?? "" }
  }

  static let width = 100

  /// Returns the lines, each indented, the first after a prefix and the last before a suffix.
  func lines(
    indent: Int = 0,
    prefix: SwiftSource = "",
    suffix: SwiftSource = ""
  ) -> [SwiftSource] {
    if let line = line(indent, prefix, suffix) { return [line] }
    let blanks = Self.blanks(indent)
    switch self {
    case .text(let text):
      return [blanks + prefix + text + suffix]
    case .call(let head, let arguments):
      return [blanks + prefix + head + "("]
        + arguments.enumerated().flatMap { index, argument in
          argument.value.lines(
            indent: indent + 2,
            prefix: argument.prefix,
            suffix: index + 1 < arguments.count ? "," : ""
          )
        } + [blanks + ")" + suffix]
    case .closure(let head, let parameters, let body):
      return [blanks + prefix + Self.opening(head, parameters)] + body.lines(indent: indent + 2)
        + [blanks + "}" + suffix]
    case .select(let subject, let cases, let comments, let otherwise):
      return [blanks + prefix + "switch \(subject) {"]
        + cases.flatMap { name, value in
          let head: SwiftSource = "case \(name.swiftLiteral):"
          return value.line(indent, "\(head) ", "").map { [$0] }
            ?? [blanks + head] + value.lines(indent: indent + 2)
        } + comments.map { blanks + $0 } + [
          blanks + "default: \(otherwise)", blanks + "}" + suffix,
        ]
    }
  }

  /// Returns the expression as one line, if it may be on one line and fits.
  private func line(
    _ indent: Int,
    _ prefix: SwiftSource,
    _ suffix: SwiftSource
  ) -> SwiftSource? {
    guard let flat else { return nil }
    let line = Self.blanks(indent) + prefix + flat + suffix
    return line.text.count <= Self.width ? line : nil
  }

  private static func blanks(_ count: Int) -> SwiftSource {
    SwiftSource(trusted: String.spaces(count))
  }

  private static func opening(_ head: SwiftSource, _ parameters: SwiftSource) -> SwiftSource {
    (head.isEmpty ? "" : "\(head) ") + "{ \(parameters) in"
  }

  /// The expression in one line, if it may be on one line.
  private var flat: SwiftSource? {
    switch self {
    case .text(let text):
      return text
    case .call(let head, let arguments):
      let texts = arguments.map { argument in
        argument.value.flat.map { argument.prefix + $0 }
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
