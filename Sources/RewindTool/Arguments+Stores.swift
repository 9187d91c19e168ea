import RewindLog
import RewindSession
import RewindText
import RewindTimeline

extension Flag {
  /// The flag of every command that can read the stores of a session as one.
  static let stores = Flag("--stores")
    .help("All stores of FILE's session, each a member of the state.")
}

extension Arguments {
  /// Returns the stores of a session as one timeline.
  func merged(_ stores: SessionStores, _ terminal: Terminal) throws -> Timeline {
    try StoreSession(stores) { terminal.warn("rewind: \($0)".escapedForTerminal) }.timeline
  }

  /// Opens a log, and warns of its faults; returns it, and the stores of its session if they are to be read as one.
  ///
  /// Stores are read as one where that is asked for, where a folder is named, which stands for the newest session in
  /// it, and where a word stands for a session, such as `@last`. A file is the log of its store, whose numbers it has.
  /// `asOne` is true or false where that is known otherwise. What other processes recorded into the same folder of a
  /// group at that time belongs to it, unless one app is to replay it.
  func sessionStores(
    _ path: String,
    _ terminal: Terminal,
    verifying: Bool = false,
    asOne: Bool? = nil,
    isReplayed: Bool = false
  ) throws -> (log: Timeline, stores: SessionStores?) {
    guard takesStores else { return (try openLog(path, terminal, verifying: verifying), nil) }
    let isSession =
      path.isFolder || references.contains(0) && path == operands[0]
    let file = path.isFolder ? try Self.newestLog(in: path, terminal) : path
    guard asOne ?? (has(.stores) || isSession) else {
      return (try openLog(file, terminal, verifying: verifying), nil)
    }
    // Segments are parts of the stores, too.
    let log = try openLog(file, terminal, verifying: verifying, ofSegment: true)
    let report = { (sentence: String) in terminal.warn("rewind: \(sentence)".escapedForTerminal) }
    // Where it is known which logs are one, the others are shown by themselves.
    let stores = SessionStores.find(
      beside: log,
      withOtherProcesses: asOne == nil && !isReplayed && !has(.app),
      reportsCopies: asOne == nil,
      report: report
    )
    guard has(.stores) || stores.members.count > 1 else {
      let isSegment = stores.members.contains { $0.segments.count > 1 }
      return (isSegment ? try openLog(file, terminal, verifying: verifying) : log, nil)
    }
    for timeline in stores.members.flatMap(\.segments) where timeline !== log {
      let faults = try LogFaults.find(in: timeline.log, verifying: verifying)
      if let warning = faults.warning(about: timeline.log) { report(warning) }
    }
    return (log, stores)
  }

  /// Returns the file of the newest session in a folder.
  static func newestLog(in folder: String, _ terminal: Terminal) throws -> String {
    let catalog = try SessionCatalog.find(in: folder, limit: 1, terminal)
    guard let newest = catalog.sessions.first(where: { $0.header != nil }) else {
      throw InputError.noSession(in: folder)
    }
    return newest.path
  }
}

extension Timeline {
  /// Returns the store of an action and its index there, in columns; nil for the log of one store.
  func lane(of action: RecordedAction) -> String? {
    guard !stores.isEmpty, let own = action.storeAction else { return nil }
    let width = stores.map { $0.escapedForTerminal.columns }.max() ?? 0
    let index = "\(own.index)".rightAligned(to: "\(lastIndex)".count)
    return own.store.escapedForTerminal.padded(to: width) + " " + index
  }
}
