import RewindCoding

extension Recorder {
  /// Gives key paths the names that bindings to them have in logs.
  ///
  /// ```swift
  /// Recorder.name([\Login.State.email: "email", \Login.State.password: "password"])
  /// ```
  ///
  /// Needed only for computed properties (under a macro of Observation, all are), of which a program for a store and
  /// any on Linux does not have the names, and for subscripts. What `rewind decoders` writes calls it. A recorder
  /// whose state has such properties says so when its store is attached.
  ///
  /// - Parameter names: The names of the properties, with a period between them where a path has several.
  public static func name<Root>(_ names: [PartialKeyPath<Root>: String]) {
    for (path, name) in names { KeyPathNames.register(name, for: path) }
  }
}
