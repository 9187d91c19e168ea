/// An argument of a command.
package struct Parameter<Value> {
  /// Its name in the help.
  let name: String
  /// The kind of value, such as `a whole number`.
  let kind: String
  /// The words that it can be; nil if there is no end of them.
  let words: [String]?
  /// True if it is all that follows, and not one word.
  let takesRest: Bool
  /// Returns the value of a text; nil if it has none.
  let read: (String) -> Value?
}

extension Parameter<Int> {
  /// An integer.
  package static var number: Parameter { number("N") }

  /// An integer with a name of its own in the help.
  ///
  /// It is not checked against the state, so that the app itself meets invalid indexes.
  package static func number(_ name: String) -> Parameter {
    Parameter(name: name, kind: "a whole number", words: nil, takesRest: false) { Int($0) }
  }
}

extension Parameter<String> {
  /// The rest of the line.
  package static var text: Parameter {
    Parameter(name: "TEXT", kind: "a text", words: nil, takesRest: true) { $0 }
  }
}

extension Parameter<Bool> {
  /// The words `on` and `off`.
  package static var onOff: Parameter {
    .word("on|off", "on or off", of: ["on": true, "off": false])
  }
}

extension Parameter {
  /// A word with a value, one of some, which are in the order of the error message.
  package static func word(
    _ name: String,
    _ kind: String,
    of values: KeyValuePairs<String, Value>
  ) -> Parameter {
    Parameter(name: name, kind: kind, words: values.map(\.key), takesRest: false) { word in
      values.first { $0.key == word }?.value
    }
  }
}
