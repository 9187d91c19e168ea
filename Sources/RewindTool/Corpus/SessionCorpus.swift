import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

/// A folder of few short sessions that show all that an app was seen to do, as `verify --keep` keeps it.
///
/// A file whose name begins with `kept-` is its own: it may go once shorter ones show what it does. Any other was put
/// there by someone, and stays.
struct SessionCorpus {
  let folder: String

  private static let prefix = "kept-"
  /// The digits of the key of a file's contents in its name: two of a million files share them once in 500 corpora.
  private static let digits = 12

  /// One of the sessions that are the same today.
  struct Entry {
    let path: String
    let key: String
    let isOfCrash: Bool
    /// The session that this one is the minimized reproduction of.
    var original: String?
  }

  init(_ folder: String) throws {
    self.folder = folder
    // What a script has forgotten to set.
    guard !folder.isEmpty else { throw InputError.takes("--keep", "a folder", not: folder) }
    guard folder.isFolder || !FileManager.default.fileExists(atPath: folder) else {
      throw InputError.cannotBeWritten(folder, SystemError(code: ENOTDIR))
    }
  }

  /// The folder, if it has sessions to verify.
  var operands: [String] {
    let names = folder.isFolder ? FileManager.default.enumerator(atPath: folder.resolvedPath) : nil
    let hasLogs = names?.contains { ($0 as? String)?.hasSuffix(".jsonl") ?? false } ?? false
    return hasLogs ? [folder] : []
  }

  /// Chooses among the verified sessions and those in the folder; writes what is new, and removes what is replaced.
  ///
  /// - Throws: ``SessionLogError``, ``ReplayProgramError`` where the causes of crashes cannot be searched, and errors of
  ///   writing.
  func keep(_ answers: [VerificationAnswer], by program: ReplayProgram) throws -> CorpusAnswer {
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "rewind-corpus-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    var entries = try entries(answers)
    var causes = CrashCauses(of: program)
    try causes.find(entries)
    let minimized = try minimized(entries, causes, by: program, in: temporary)
    try causes.find(minimized)
    entries += minimized.filter { $0.original.map { causes[$0] } == causes[$0.path] }
    let behaviors = try behaviors(of: entries, causes)
    var shown: Set<SessionBehavior> = []
    var (pool, candidates): ([Entry], [CorpusCandidate]) = ([], [])
    for (entry, read) in zip(entries, behaviors) {
      if isInside(entry.path), !isOwn(entry.path) {
        shown.formUnion(read.behaviors)
      } else {
        pool.append(entry)
        candidates.append(read)
      }
    }
    let chosen = candidates.cover(
      beside: shown,
      optional: Set(pool.indices.filter { pool[$0].original != nil })
    )
    let files = try chosen.map { number, new in
      let entry = pool[number]
      let isNew = !isOwn(entry.path)
      let name = "\(Self.prefix)\(entry.key.prefix(Self.digits)).jsonl"
      let inside = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let path = isNew ? inside : entry.path
      if isNew { try copy(entry.path, to: path) }
      return CorpusAnswer.Kept(
        path: path,
        source: isNew ? entry.original ?? entry.path : nil,
        isMinimized: entry.original != nil,
        actions: candidates[number].actions,
        behaviors: new.sorted()
      )
    }
    let numbers = Set(chosen.map(\.number))
    let given = pool.indices.filter { pool[$0].original == nil }
    let others = given.filter { !numbers.contains($0) }.map { pool[$0].path }
    let replaced = others.filter(isOwn).sorted()
    for path in replaced { try FileManager.default.removeItem(atPath: path) }
    return CorpusAnswer(
      folder: folder,
      kept: files,
      replaced: replaced,
      others: others.filter { !isOwn($0) }.sorted(),
      unlike: answers.filter { !$0.isSame }.map(\.path).sorted(),
      sessions: given.count,
      actions: given.reduce(0) { $0 + candidates[$1].actions },
      behaviors: candidates.reduce(into: shown) { $0.formUnion($1.behaviors) }.count,
      shownByOthers: shown.count
    )
  }

  /// Returns the sessions that are the same, each of the same contents once, in an order that depends on nothing else.
  private func entries(_ answers: [VerificationAnswer]) throws -> [Entry] {
    var found: [String: Entry] = [:]
    for answer in answers where answer.isSame {
      let key = try TriageLog.key(of: answer.path)
      let entry = Entry(path: answer.path, key: key, isOfCrash: answer.isOfCrash)
      // Of equal files, that of the corpus.
      if let known = found[key], isInside(known.path) || !isInside(entry.path) { continue }
      found[key] = entry
    }
    return found.values.sorted { $0.key < $1.key }
  }

  private func behaviors(of entries: [Entry], _ causes: CrashCauses) throws -> [CorpusCandidate] {
    var behaviors = SessionBehaviors()
    let actions = try entries.map { entry in
      let timeline = try Timeline.open(SessionLog.open(entry.path))
      try behaviors.add(timeline, cause: causes[entry.path])
      return timeline.actionCount
    }
    return zip(zip(entries, actions), behaviors.all()).map {
      CorpusCandidate(key: $0.0.key, actions: $0.1, behaviors: $1)
    }
  }

  private func copy(_ source: String, to path: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try PrivateFile.write(Array(Data(contentsOf: URL(fileURLWithPath: source))), to: path)
  }

  private func isInside(_ path: String) -> Bool {
    path.resolvedPath.hasPrefix("\(folder.resolvedPath)/")
  }

  private func isOwn(_ path: String) -> Bool {
    let path = path.resolvedPath
    return path.folderAbove == folder.resolvedPath
      && URL(fileURLWithPath: path).lastPathComponent.hasPrefix(Self.prefix)
  }
}
