/// The result of one check, as CI servers show it.
public struct ReportedCheck {
  /// A failed check.
  public struct Failure {
    /// One word, such as `diverged`.
    public let kind: String
    /// One line.
    public let message: String
    /// The full description.
    public let text: String
    /// True if the check could not be made, as opposed to a failed check.
    public let isError: Bool

    public init(kind: String, message: String, text: String, isError: Bool = false) {
      self.kind = kind
      self.message = message
      self.text = text
      self.isError = isError
    }
  }

  public let name: String
  public let group: String
  public let seconds: Double
  /// Useful output of a successful check; nil for none.
  public let output: String?
  public let failure: Failure?
  /// The file that was checked, and the line at which its failure begins, counted from 1; nil if unknown.
  public let file: String?
  public let line: Int?

  public init(
    name: String,
    group: String,
    seconds: Double,
    output: String? = nil,
    failure: Failure? = nil,
    file: String? = nil,
    line: Int? = nil
  ) {
    self.name = name
    self.group = group
    self.seconds = seconds
    self.output = output
    self.failure = failure
    self.file = file
    self.line = line
  }
}
