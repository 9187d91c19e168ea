/// The form in which values of one type are written.
struct WritingForm {
  var form: ValueForm
  /// The type of a list.
  var list: (any WritableList.Type)?

  init(_ type: Any.Type) {
    if ReflectedTypes.contains(type) {
      form = .reflected
    } else if let scalar = ValueForm(scalar: type) {
      form = scalar
    } else if let type = type as? any WritableList.Type {
      form = .list
      list = type
    } else if type is any SetForm.Type {
      form = .set
    } else if type is any DictionaryForm.Type {
      form = .dictionary
    } else {
      form = type is AnyObject.Type ? .object : .custom
    }
  }
}

/// The standard library's sets of any element.
protocol SetForm {}
extension Set: SetForm {}

/// The standard library's dictionaries of any key and value.
protocol DictionaryForm {}
extension Dictionary: DictionaryForm {}
