import RewindJSON

extension SessionStep {
  /// The content of an action: its payload, or the error of a failed Flux action.
  var carried: JSONValue? {
    get { payload ?? error }
    set { if error == nil { payload = newValue } else { error = newValue } }
  }

  /// What two actions have in common that carry other values only: one that has failed is another one.
  struct Form: Hashable, Sendable {
    let type: String
    let hasFailed: Bool
    /// Other members, such as `meta`, without identifiers and times.
    let others: String
  }

  var form: Form {
    Form(type: type, hasFailed: error != nil, others: JSONValue.object(others).steady.text)
  }

  /// The form as if the action had not failed.
  var succeeded: Form { Form(type: type, hasFailed: false, others: form.others) }
}
