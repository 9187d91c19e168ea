import RewindJSON

/// A patch is atomic and can be undone, and a patch between two values leads from one to the other.
func fuzzPatch(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0x0A, maxSplits: 1)
  guard parts.count == 2, let before = try? JSONValue(parsing: parts[0]),
    let second = try? JSONValue(parsing: parts[1])
  else { return }
  if let patch = try? Patch(second) {
    applyBothWays(patch, to: before)
    promise((try? Patch(patch.json)) == patch, "a patch reads back from its JSON form")
  }
  let change = Patch(from: before, to: second)
  promise(change.isEmpty == (before == second), "only equal values have an empty patch")
  var value = before
  promise((try? change.apply(to: &value)) != nil, "a patch between two values applies to the first")
  promise(value == second, "and gives the second")
}

private func applyBothWays(_ patch: Patch, to before: JSONValue) {
  var value = before
  do throws(PatchError) {
    let inverse = try patch.applyReversibly(to: &value)
    let after = value
    promise((try? inverse.apply(to: &value)) != nil, "what undoes a patch applies")
    promise(value.text == before.text, "what undoes a patch restores the value")
    let change = Patch(from: before, to: after)
    promise((try? change.apply(to: &value)) != nil, "the patch between before and after applies")
    promise(value == after, "and gives what was after")
  } catch {
    promise(value.text == before.text, "a patch that does not apply changes nothing: \(error)")
  }
}
