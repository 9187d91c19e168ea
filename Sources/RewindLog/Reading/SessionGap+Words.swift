package import RewindJSON
package import RewindSession

extension SessionGap {
  /// In a few words, such as `2 actions, 1 state could not be written (No space left on device)`.
  package var words: String {
    let counts = [(actions, "action"), (states, "state"), (inputs, "input")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let what = counts.isEmpty ? "something" : counts.joined(separator: ", ")
    return "\(what) could not be written" + (why.map { " (\($0))" } ?? "")
  }

  /// The counts for scripts.
  package var json: JSONValue {
    [
      "actions": JSONValue(actions), "states": JSONValue(states), "inputs": JSONValue(inputs),
      "notes": JSONValue(notes),
    ]
  }
}
