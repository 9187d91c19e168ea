import Foundation
import RewindTestSupport
import Testing

/// The interfaces for whose use Apple wants a reason: by category, the C functions, and parts of the
/// mangled names of what Foundation and UIKit have.
///
/// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
private let requiredReasons: [(category: String, functions: Set<String>, names: [String])] = [
  (
    "FileTimestamp",
    [
      "stat", "fstat", "fstatat", "lstat", "getattrlist", "getattrlistbulk", "fgetattrlist",
      "getattrlistat",
    ],
    [
      "16modificationDate", "12creationDate", "20fileModificationDate",
      "26contentModificationDate", "29contentModificationDateKey", "15creationDateKey",
    ]
  ),
  ("SystemBootTime", ["mach_absolute_time"], ["12systemUptime"]),
  (
    "DiskSpace",
    ["statfs", "statvfs", "fstatfs", "fstatvfs"],
    ["volumeAvailableCapacity", "volumeTotalCapacity", "14systemFreeSize", "10systemSize"]
  ),
  ("ActiveKeyboards", [], ["16activeInputModes"]),
  ("UserDefaults", [], ["12UserDefaults"]),
]

/// The reasons that a library may have which works on files that the app gave it, or made for it.
private let allowedReasons = ["FileTimestamp": ["C617.1"]]

@Suite("The privacy manifest", .process)
struct PrivacyManifestTests {
  /// The products that an app links; `Rewind` is among what they import, and has the manifest in its
  /// bundle.
  private static let linked = [
    "Rewind", "RewindInputs", "RewindReplay", "RewindLive", "RewindStore", "RewindFlux",
  ]

  /// Returns the code, of every `#if` and without comments, of the targets that an app links: its
  /// products, and what their sources import.
  private static func modules() throws -> [String: String] {
    let sources = Recordings.package.appending(path: "Sources")
    var (found, pending) = ([String: String](), linked)
    while let module = pending.popLast() {
      guard found[module] == nil else { continue }
      let folder = sources.appending(path: module)
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let file as String in files where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        found[module, default: ""] += text.replacing(#/\/\/[^\n]*/#, with: "")
        pending += text.matches(of: /(?m)^(?:[@_a-z]+ )*import (Rewind[A-Za-z]*)/)
          .map { String($0.1) }
      }
    }
    return found
  }

  private static let products = URL(fileURLWithPath: Program("rewind").path)
    .deletingLastPathComponent()

  private func manifest() throws -> [String: Any] {
    let source = Recordings.package.appending(
      path: "Sources/Rewind/Resources/PrivacyInfo.xcprivacy"
    )
    let data = try Data(contentsOf: source)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: Any])
  }

  /// The symbols that the objects of a target want from elsewhere, without the underscore that a Mac
  /// puts before them and the version after (`stat$INODE64`).
  private static func undefinedSymbols(of module: String) throws -> Set<String> {
    let folder = products.appending(path: "\(module).build")
    let objects = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".o") }
    #expect(!objects.isEmpty, "\(module)")
    return try TemporaryFolder.with { files in
      let output = try files.file("symbols", "")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["nm", "-u"] + objects.map { folder.appending(path: $0).path }
      process.standardOutput = try FileHandle(forWritingTo: output)
      try process.start()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return Set(
        try String(contentsOf: output, encoding: .utf8).split(separator: "\n").compactMap { line in
          line.split(separator: " ").last.map { symbol in
            let name = symbol.prefix { $0 != "@" }
            return name.hasPrefix("_") && !name.hasPrefix("__")
              ? String(name.dropFirst()) : "\(name)"
          }
        }
      )
    }
  }

  private static func uses(
    _ symbols: Set<String>,
    _ interface: (category: String, functions: Set<String>, names: [String])
  ) -> Bool {
    let functions = interface.functions.union(interface.functions.map { $0 + "$INODE64" })
    return !symbols.isDisjoint(with: functions)
      || symbols.contains { symbol in
        (symbol.hasPrefix("$s") || symbol.hasPrefix("OBJC_CLASS"))
          && interface.names.contains { symbol.contains($0) }
      }
  }

  private static let hasSymbols = ["/usr/bin", "/opt/homebrew/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/nm")
  }

  @Test(
    "declares what the libraries are linked with, and nothing else",
    .enabled(if: hasSymbols, "There is no nm to look with.")
  )
  func accesses() throws {
    let symbols = try Self.modules().keys.reduce(into: Set()) {
      $0.formUnion(try Self.undefinedSymbols(of: $1))
    }
    #expect(symbols.contains("write"))
    let used = requiredReasons.filter { Self.uses(symbols, $0) }.map(\.category)
    let accesses = try #require(manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let declared = try accesses.map { access in
      try #require(access["NSPrivacyAccessedAPIType"] as? String)
        .replacing("NSPrivacyAccessedAPICategory", with: "")
    }
    #expect(declared.sorted() == used.sorted())
    for (category, access) in zip(declared, accesses) {
      let reasons = try #require(access["NSPrivacyAccessedAPITypeReasons"] as? [String])
      #expect(!reasons.isEmpty)
      #expect(allowedReasons[category].map { Set(reasons).isSubset(of: $0) } == true)
    }
  }

  @Test("declares what the sources call, also where they are compiled for Apple's systems only")
  func sources() throws {
    let called = Set(
      try Self.modules().values.joined().matches(of: #/([A-Za-z_]+)\(/#).map { String($0.1) }
    )
    #expect(called.contains("fcntl"))
    let used = requiredReasons.filter { !$0.functions.isDisjoint(with: called) }.map(\.category)
    #expect(used == ["FileTimestamp"])
  }

  @Test("is of libraries that lock no file: iOS ends a suspended app for that, 0xdead10cc")
  func fileLocks() throws {
    let locks =
      #/\b(?:flock|lockf|F_(?:OFD_)?SETLKW?T?|O_(?:EX|SH)LOCK|NSFileCoordinator|NSDistributedLock|sqlite3\w*)\b/#
    #expect(try Self.modules().values.joined().firstMatch(of: locks) == nil)
    for sample in ["flock(file, LOCK_EX)", "fcntl(file, F_SETLK, &lock)", "O_RDWR | O_EXLOCK"] {
      #expect(sample.contains(locks), "\(sample)")
    }
  }

  @Test("would tell each interface by its symbol")
  func symbols() {
    let samples = [
      ("FileTimestamp", "fstat"), ("FileTimestamp", "stat$INODE64"),
      ("SystemBootTime", "$s10Foundation11ProcessInfoC12systemUptimeSdvg"),
      ("UserDefaults", "$s10Foundation12UserDefaultsC8standardACvgZ"), ("DiskSpace", "statfs"),
      ("ActiveKeyboards", "$sSo11UITextInputC16activeInputModesSayypGvg"),
    ]
    for (category, symbol) in samples {
      let found = requiredReasons.filter { Self.uses([symbol], $0) }.map(\.category)
      #expect(found == [category], "\(symbol)")
    }
    #expect(!requiredReasons.contains { Self.uses(["write", "status", "$s4Main4statyyF"], $0) })
  }

  @Test("says that no data are collected and no user is tracked")
  func collection() throws {
    let manifest = try manifest()
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    for key in ["NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes"] {
      #expect((manifest[key] as? [Any])?.isEmpty == true, "\(key)")
    }
  }

  @Test("is in the library's bundle of resources")
  func bundle() throws {
    let name = "rewind_Rewind"
    let folders = ["\(name).resources", "\(name).bundle/Contents/Resources", "\(name).bundle"]
    let copies = folders.map { Self.products.appending(path: "\($0)/PrivacyInfo.xcprivacy").path }
    #expect(copies.contains { FileManager.default.fileExists(atPath: $0) })
  }
}
