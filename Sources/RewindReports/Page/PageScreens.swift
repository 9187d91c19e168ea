import Foundation
package import RewindDiagnosis
import RewindJSON
package import RewindTimeline

/// The screens of a session as a page stores them.
///
/// ```
/// {"frames":[{"text":"…"},{"svg":"…","width":420,"height":320},null,{"why":"…"}],   null: no room
///  "at":[[0,0],[3,1]],                     after action 3, and up to the next, it is frame 1
///  "strip":[[2,"last good"],[3,"culprit"]], "leftOut":0, "program":"…"}
/// ```
///
/// Equal screens are one frame. Those of the moments that matter come first, then those that changed most; what has no
/// room is left out.
package struct PageScreens: Sendable {
  /// The text of the script element.
  package let text: String
  /// The number of different screens that are left out.
  package let leftOut: Int

  var size: Int { text.utf8.count + 64 }

  /// The frames under the timeline: as many as a wide window shows.
  private static let stripLimit = 14
  /// The bytes that screens may take of a page, and the part of its limit.
  private static let (byteLimit, part) = (4_000_000, 4)

  /// Chooses the screens of a page.
  ///
  /// - Parameters:
  ///   - drawn: The screens.
  ///   - moments: The actions that matter, with words for them.
  ///   - program: The app's name.
  ///   - limit: The bytes of the page.
  package init(
    _ drawn: SessionScreens,
    moments: [(index: Int, word: String)],
    by program: String,
    limit: Int
  ) {
    let runs = Self.runs(of: drawn)
    let changes = zip(runs.dropFirst(), runs).map { run, before in
      (run.index, drawn.screens[run.place].distance(to: drawn.screens[before.place]))
    }
    .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    let moments = moments.filter { drawn.places[$0.index] != nil }
    var strip: [(index: Int, word: String)] = []
    for moment in moments + changes.map({ ($0.0, "") })
    where strip.count < Self.stripLimit && !strip.contains(where: { $0.index == moment.0 }) {
      strip.append((moment.0, moment.1))
    }
    var room = min(Self.byteLimit, limit / Self.part)
    var frames = [JSONValue](repeating: .null, count: drawn.screens.count)
    var kept: Set<Int> = []
    let wanted = strip.map(\.index) + [runs.first?.index].compactMap { $0 } + changes.map(\.0)
    for index in wanted {
      guard let place = drawn.places[index], !kept.contains(place) else { continue }
      let frame = drawn.screens[place].frame
      let size = frame.text.scriptText.utf8.count
      guard size <= room else { continue }
      room -= size
      kept.insert(place)
      frames[place] = frame
    }
    leftOut = drawn.screens.count - kept.count
    let json: JSONValue = [
      "frames": .array(frames),
      "at": .array(runs.map { [JSONValue($0.index), JSONValue($0.place)] }),
      "strip": .array(
        strip.sorted { $0.index < $1.index }.map { [JSONValue($0.index), .string($0.word)] }
      ),
      "leftOut": JSONValue(leftOut), "program": .string(program),
    ]
    text = json.text.scriptText
  }

  /// Returns the actions after which another screen is shown.
  private static func runs(of drawn: SessionScreens) -> [(index: Int, place: Int)] {
    var runs: [(index: Int, place: Int)] = []
    for (index, place) in drawn.places.sorted(by: { $0.key < $1.key })
    where runs.last?.place != place { runs.append((index, place)) }
    return runs
  }

  /// Returns the moments of a session: those around its death or its first wrong state.
  package static func moments(
    of timeline: Timeline,
    _ diagnosis: PageDiagnosis?,
    _ never: [PageInvariant]
  ) -> [(index: Int, word: String)] {
    var (culprit, fatal) = (never.compactMap(\.culprit).first, timeline.end.fatalAction)
    if case .found(let found, _, _) = diagnosis { (culprit, fatal) = (found.culprit, found.fatal) }
    var moments: [(index: Int, word: String)] = []
    if let culprit { moments += [(culprit - 1, "last good"), (culprit, "culprit")] }
    if let fatal { moments.append((fatal - 1, "before the death")) }
    return moments
  }
}

extension SessionScreens.Drawn {
  fileprivate var frame: JSONValue {
    switch self {
    case .success(let screen):
      let size = screen.size.map { ($0.width, $0.height) } ?? (0, 0)
      let (width, height) = (JSONValue(size.0), JSONValue(size.1))
      switch screen.content {
      case .text(let text): return ["text": .string(text)]
      case .svg(let text): return ["svg": .string(text), "width": width, "height": height]
      case .png(let bytes):
        let data = Data(bytes).base64EncodedString()
        return ["png": .string(data), "width": width, "height": height]
      }
    case .failure(let failure): return ["why": .string(failure.sentence)]
    }
  }

  /// Returns the number of lines or elements in which another screen differs; a picture of pixels is one.
  fileprivate func distance(to other: Self) -> Int {
    func parts(_ drawn: Self) -> Set<Substring>? {
      guard case .success(let screen) = drawn else { return nil }
      switch screen.content {
      case .text(let text): return Set(text.split(separator: "\n"))
      case .svg(let text): return Set(text.split(separator: ">"))
      case .png: return []
      }
    }
    // A view that fails is what a reader looks for.
    guard let own = parts(self), let others = parts(other) else { return .max }
    return max(1, own.symmetricDifference(others).count)
  }
}
