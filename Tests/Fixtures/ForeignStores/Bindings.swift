import Rewind
import RewindReplay

/// An action that sets a property, in the shape of the Composable Architecture's.
struct BindingAction<Root>: @unchecked Sendable {
  let keyPath: PartialKeyPath<Root>
  let set: @Sendable (inout Root) -> Void
  let value: any Sendable

  static func set<Value: Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    nonisolated(unsafe) let path = keyPath
    return BindingAction(keyPath: path, set: { $0[keyPath: path] = value }, value: value)
  }
}

/// Fifty texts, each set by a binding to computed properties, as all of a state are under a macro of Observation.
struct Form: Codable, Sendable {
  private var sheets = Array(repeating: Sheet(), count: 10)

  var home: Sheet {
    get { sheets[0] }
    set { sheets[0] = newValue }
  }
  var work: Sheet {
    get { sheets[1] }
    set { sheets[1] = newValue }
  }
  var mother: Sheet {
    get { sheets[2] }
    set { sheets[2] = newValue }
  }
  var father: Sheet {
    get { sheets[3] }
    set { sheets[3] = newValue }
  }
  var sister: Sheet {
    get { sheets[4] }
    set { sheets[4] = newValue }
  }
  var brother: Sheet {
    get { sheets[5] }
    set { sheets[5] = newValue }
  }
  var friend: Sheet {
    get { sheets[6] }
    set { sheets[6] = newValue }
  }
  var doctor: Sheet {
    get { sheets[7] }
    set { sheets[7] = newValue }
  }
  var school: Sheet {
    get { sheets[8] }
    set { sheets[8] = newValue }
  }
  // Its code is that of another: a linker may not make one function of both.
  var college: Sheet {
    get { sheets[8] }
    set { sheets[8] = newValue }
  }

  struct Sheet: Codable, Sendable {
    private var texts: [String: String] = [:]

    var name: String {
      get { texts["name", default: ""] }
      set { texts["name"] = newValue }
    }
    var street: String {
      get { texts["street", default: ""] }
      set { texts["street"] = newValue }
    }
    var city: String {
      get { texts["city", default: ""] }
      set { texts["city"] = newValue }
    }
    var email: String {
      get { texts["email", default: ""] }
      set { texts["email"] = newValue }
    }
    var phone: String {
      get { texts["phone", default: ""] }
      set { texts["phone"] = newValue }
    }
  }
}

enum FormAction: Sendable {
  case binding(BindingAction<Form>)
}

/// The fifty bindings, by their names.
nonisolated(unsafe) let bindings: [String: WritableKeyPath<Form, String>] = {
  let sheets: [String: WritableKeyPath<Form, Form.Sheet>] = [
    "home": \.home, "work": \.work, "mother": \.mother, "father": \.father, "sister": \.sister,
    "brother": \.brother, "friend": \.friend, "doctor": \.doctor, "school": \.school,
    "college": \.college,
  ]
  let texts: [String: WritableKeyPath<Form.Sheet, String>] = [
    "name": \.name, "street": \.street, "city": \.city, "email": \.email, "phone": \.phone,
  ]
  var all: [String: WritableKeyPath<Form, String>] = [:]
  for (sheet, path) in sheets {
    for (text, end) in texts { all["\(sheet).\(text)"] = path.appending(path: end) }
  }
  return all
}()

/// In the form of what `rewind decoders` writes.
func recordedBindings() -> ActionDecoders<FormAction> {
  Recorder.name(Dictionary(uniqueKeysWithValues: bindings.map { ($1 as PartialKeyPath, $0) }))
  return ActionDecoders()
    .adding("FormAction") { recorded in
      try recorded.enumCase { _, values in
        .binding(
          try values.member("_0").binding { property, value in
            guard let path = bindings[property] else {
              throw RecordedValueError.unknownCase(property)
            }
            return .set(path, try value.value())
          }
        )
      }
    }
}

let form = ReplayableStore(
  initial: Form(),
  actions: recordedBindings(),
  reduce: .inPlace { (state: inout Form, action: FormAction) in
    if case .binding(let binding) = action { binding.set(&state) }
  }
)

/// Sets every property, each to its name.
func fillForm(_ destination: Recorder.Destination) {
  let recording = form.record(app: "form", to: destination)
  var state = recording.initialState()
  for (name, path) in bindings.sorted(by: { $0.key < $1.key }) {
    recording.record(.binding(.set(path, name)) as FormAction, on: &state) { state in
      state[keyPath: path] = name
    }
  }
}
