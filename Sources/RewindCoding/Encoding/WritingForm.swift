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
    } else if type is any SetAccess.Type {
      form = .set
    } else if type is any DictionaryAccess.Type {
      form = .dictionary
    } else {
      form = type is AnyObject.Type ? .object : .custom
    }
  }
}
