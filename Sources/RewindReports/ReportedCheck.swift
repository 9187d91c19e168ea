/// The result of one check, as CI servers show it.
package struct ReportedCheck {
  /// A failed check.
  package struct Failure {
    /// One word, such as `diverged`.
    package let kind: String
    /// One line.
    package let message: String
    /// The full description.
    package let text: String
    /// True if the check could not be made, as opposed to a failed check.
    package let isError: Bool

    package init(kind: String, message: String, text: String, isError: Bool = false) {
      self.kind = kind
      self.message = message
      self.text = text
      self.isError = isError
    }
  }

  package let name: String
  package let group: String
  package let seconds: Double
  /// Useful output of a successful check; nil for none.
  package let output: String?
  package let failure: Failure?
  /// The file that was checked, and the line at which its failure begins, counted from 1; nil if unknown.
  package let file: String?
  package let line: Int?

  package init(
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
