import Foundation
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A private file")
struct PrivateFileTests {
  private let folder = TemporaryFolder()

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("replaces the file that a link leads to, and not the link")
  func link() throws {
    let (file, link) = (try folder.file("file", "old").path, folder.path("link"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try PrivateFile.write(Array("new".utf8), to: link)
    #expect(try text(file) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
  }

  @Test(
    "creates the file that a link leads to, however many lie between; a ring of links leads nowhere"
  )
  func danglingLink() throws {
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name),
        withDestinationPath: target
      )
    }
    try link("a", to: folder.path("b"))
    try link("b", to: "file")
    try PrivateFile.write(Array("new".utf8), to: folder.path("a"))
    #expect(try text(folder.path("file")) == "new")
    for (name, target) in [("a", folder.path("b")), ("b", "file")] {
      let path = folder.path(name)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    }
    try link("ring", to: "gnir")
    try link("gnir", to: "ring")
    #expect(throws: FileError.self) { try PrivateFile.write([1], to: folder.path("ring")) }
  }

  @Test("leaves no piece behind where it cannot be written")
  func trouble() throws {
    let taken = folder.path("folder")
    try FileManager.default.createDirectory(
      atPath: taken,
      withIntermediateDirectories: false
    )
    for (path, words) in [
      (taken, "\(taken) cannot be written: Is a directory."),
      ("/dev/null", "/dev/null cannot be written: it is a pipe or a device, not a regular file."),
      (
        folder.path("none/file"),
        "\(folder.path("none/file")) cannot be written: No such file or directory."
      ),
    ] {
      let error = #expect(throws: FileError.self) {
        try PrivateFile.write([1], to: path)
      }
      #expect(error?.description == words)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["folder"])
  }

  @Test("is for others too where that is asked for, as far as the user's mask has it")
  func shared() throws {
    let mask = umask(0o022)
    umask(mask)
    for (isShared, permissions) in [(false, 0o600), (true, 0o666 & ~mask)] {
      let path = folder.path("\(isShared)")
      try PrivateFile.write([1], to: path, isShared: isShared)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == permissions)
    }
  }

  @Test("is created only where there is none")
  func creation() throws {
    let path = try folder.file("file", "old").path
    #expect(throws: SystemError.alreadyExists) { try PrivateFile.create(path, [1]) }
    #expect(try text(path) == "old")
  }
}
