import Foundation

extension String {
  /// True if there is a folder at this path.
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
