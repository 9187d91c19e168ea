package import RewindSession

/// The files of an app on a device that is connected to this Mac and is used for development.
package enum DeviceFiles {
  /// Copies the sessions that an app keeps to a folder of this machine.
  ///
  /// Written after the help of `devicectl` (Xcode 15); the real one was never asked.
  ///
  /// - Returns: What `devicectl` said if it failed; nil if it did not.
  /// - Throws: `SystemError` where `xcrun` cannot be started.
  package static func copySessions(
    ofApp bundle: String,
    on device: String,
    to folder: String,
    by xcrun: String
  ) throws(SystemError) -> String? {
    let (ending, errors) = try ChildProcess.run([
      xcrun, "devicectl", "device", "copy", "from", "--device", device,
      "--domain-type", "appDataContainer", "--domain-identifier", bundle,
      "--source", "Library/Application Support/Rewind/Sessions", "--destination", folder,
    ])
    return ending == .exited(0) ? nil : "\(errors.text)devicectl \(ending.words)"
  }
}
