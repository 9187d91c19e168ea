/// The last unbroken run of a condition by the definition, from the verdicts on states alone.
struct LastRun {
  var first: Int?
  var last: Int?
  var survivor: Int?
  /// Whether another state may begin the last run.
  var isCertain = true

  init(_ verdicts: [Bool?]) {
    guard let last = verdicts.lastIndex(of: true) else {
      isCertain = !verdicts.contains(nil)
      return
    }
    survivor = verdicts[..<last].lastIndex(of: false)
    first = verdicts[((survivor ?? -1) + 1)...].firstIndex(of: true)
    self.last = last
    isCertain = !verdicts[((survivor ?? -1) + 1)...].contains(nil)
  }
}
