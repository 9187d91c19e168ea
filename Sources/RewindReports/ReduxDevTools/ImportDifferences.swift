import RewindJSON

/// The ways in which a log is different from the file of Redux DevTools that it is made from, counted.
struct ImportDifferences {
  var skipped = 0
  var paused = 0
  /// The ids of actions that the file does not have.
  var absent: [Int] = []
  /// The actions after the one that threw.
  var leftOut = 0
  /// The actions whose type is not text.
  var untyped: [Int] = []
  private var marks = 0
  private var unsafeNumbers = 0

  /// Counts the values that JavaScript may have changed before the file was written.
  mutating func count(_ value: JSONValue) {
    value.walk { value, _ in
      if value["$jsan"] != nil { marks += 1 }
      if case .number(let number) = value, !number.isSafeInJavaScript { unsafeNumbers += 1 }
      return true
    }
  }

  /// Returns a sentence for each kind of difference; `thrower` is what threw, if the file ends in an error.
  func sentences(_ file: DevToolsFile, thrower: String?) -> [String] {
    var warnings: [String] = []
    func warn(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { warnings.append(count == 1 ? one : "\(count) \(many)") }
    }
    if file.lostActions > 0 {
      let range = file.lostActions == 1 ? "Action 1 is" : "Actions 1–\(file.lostActions) are"
      warnings.append(
        "\(range) not in the file: Redux DevTools keeps the last ones (maxAge). The session begins after action \(file.lostActions)."
      )
    }
    if file.isReordered {
      warnings.append(
        "The actions were reordered: the log has them in the order in which they were played, and times that never go back."
      )
    }
    warn(skipped, "One skipped action is kept as a note.", "skipped actions are kept as notes.")
    warn(
      paused,
      "Redux DevTools was paused once: actions before @@PAUSED are not in the file, and what they changed is an external change.",
      "times Redux DevTools was paused: actions before @@PAUSED are not in the file, and what they changed is an external change."
    )
    if let first = absent.first {
      warn(
        absent.count,
        "The action with the id \(first) is not in the file; what it changed is an external change.",
        "actions are not in the file, such as that with the id \(first); what they changed is an external change."
      )
    }
    if file.others["isPaused"] == true {
      warnings.append(
        "Redux DevTools was paused when the file was written: later actions are not in it."
      )
    }
    if let thrower, leftOut > 0 {
      warnings.append(
        leftOut == 1
          ? "\(thrower) threw; the action after it, which was not reduced, is kept as a note."
          : "\(thrower) threw; the \(leftOut) after it, which were not reduced, are kept as notes."
      )
    }
    if file.hasAnyState, !file.hasStates {
      warnings.append(
        "The file has fewer states than actions; `--app` lets the app compute the others."
      )
    }
    if let first = untyped.first {
      warn(
        untyped.count,
        "Action \(first) has a type that is not text; the log has a text for it, and the action as its payload.",
        "actions have a type that is not text, such as action \(first); the log has a text for it, and the action as its payload."
      )
    }
    let odd = file.odd
    warn(
      odd.reduce(0) { $0 + $1.characters },
      "One half of a character (a lone surrogate) is replaced by U+FFFD.",
      "halves of characters (lone surrogates) are replaced by U+FFFD."
    )
    warn(
      odd.reduce(0) { $0 + $1.keys },
      "One key is there twice in its object; its last value counts, as in JavaScript.",
      "keys are there twice in their objects; the last values count, as in JavaScript."
    )
    warn(
      odd.reduce(0) { $0 + $1.deep },
      "One value is nested deeper than \(OddValues.depthLimit) levels, and replaced by \(OddValues.tooDeep.text).",
      "values are nested deeper than \(OddValues.depthLimit) levels, and replaced by \(OddValues.tooDeep.text)."
    )
    warn(
      file.unresolved,
      "One reference to another value, {\"$jsan\":\"$…\"}, leads nowhere or to too much, and stays as it is.",
      "references to other values, {\"$jsan\":\"$…\"}, lead nowhere or to too much, and stay as they are."
    )
    warn(
      unsafeNumbers,
      "One number is beyond what JavaScript holds exactly, and may have been rounded before.",
      "numbers are beyond what JavaScript holds exactly, and may have been rounded before."
    )
    warn(
      marks,
      "One value that JSON cannot hold, such as a date, stays as Redux DevTools wrote it, {\"$jsan\":…}; `rewind help redux` names the program that replays it.",
      "values that JSON cannot hold, such as dates, stay as Redux DevTools wrote them, {\"$jsan\":…}; `rewind help redux` names the program that replays them."
    )
    return warnings
  }
}
