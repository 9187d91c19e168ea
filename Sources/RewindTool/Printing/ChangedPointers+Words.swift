import RewindJSON
import RewindText

extension [Pointer] {
  /// Returns the first changed pointer and the number of the others, `~ /game/score and 2 more`, in at most
  /// `columns` columns; nil for any number.
  func summary(columns: Int?) -> String {
    guard let first else { return "no change" }
    let others = count - 1
    let rests = others == 0 ? [""] : [" and \(others) more", " +\(others)"]
    guard let columns else { return "~ \(first.words)\(rests[0])" }
    let forms = first.tokens.isEmpty ? [first.words] : first.shortForms
    let room = columns - 2
    for rest in rests {
      let fits = { (form: String) in form.escapedForTerminal.columns + rest.columns <= room }
      if let form = forms.first(where: fits) { return "~ \(form.escapedForTerminal)\(rest)" }
    }
    let rest = rests[rests.count - 1]
    return "~ \(forms[forms.count - 1].fittedEnd(to: Swift.max(8, room - rest.columns)))\(rest)"
  }
}
