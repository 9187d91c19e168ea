package import RewindJSON

extension JSONObject {
  /// Returns the state of a line that tells it again behind later lines, `{"keyframe":9,"state":{…},"patch":[…]}`: that
  /// of the state line above it; nil for other lines.
  ///
  /// It was composed of earlier lines; the patch has what came meanwhile.
  ///
  /// - Throws: `PatchError` if the patch does not fit.
  package func laterState() throws(PatchError) -> JSONValue? {
    guard self["keyframe"] != nil, var state = self["state"] else { return nil }
    if let patch = self["patch"] { try Patch(patch).apply(to: &state) }
    return state
  }
}
