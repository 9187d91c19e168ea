/// The properties in key paths, by name, also where the Swift runtime has only the address of a getter.
///
/// ```swift
/// KeyPathNames.names(in: \State.settings.email)    // "settings.email"
/// KeyPathNames.text(of: \State.settings.email)     // "\State.settings.email"
/// ```
///
/// A computed property is described by its getter, `\State.<computed 0x000055a0b5646210 (String)>`, and every property
/// of a state with a macro of Observation is computed. The name of a getter is looked up once for each key path: among
/// those that the app has registered, as what `rewind decoders` writes does, then in the program's symbols
/// (``SymbolTable``), of which a program for a store has none. No property is read or set for it, since both can have
/// effects; and what an action changed tells its name too late: the action is in the log before, and one that crashes
/// changes nothing.
package enum KeyPathNames {
  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var registered: [AnyKeyPath: String] = [:]
  nonisolated(unsafe) private static var texts: [AnyKeyPath: String] = [:]
  private static let keptTexts = 1_024

  /// Gives a key path a name, such as `settings.email`.
  package static func register(_ name: String, for path: AnyKeyPath) {
    lock.withLock {
      registered[path] = name
      texts[path] = nil
    }
  }

  /// Returns the names of the properties of a key path, without its root; nil if one is not known.
  package static func names(in path: AnyKeyPath) -> String? {
    let text = text(of: path)
    guard text.hasPrefix("\\"), !text.contains(unnamed), let dot = text.afterRoot else {
      return nil
    }
    return String(text[dot...])
  }

  /// Returns the text of a key path, without addresses: a property whose name is unknown is
  /// `<computed (String)>`.
  package static func text(of path: AnyKeyPath) -> String {
    if let known = lock.withLock({ texts[path] }) { return known }
    let name = lock.withLock { registered[path] }
    let text = name.map { "\\\(root(of: path)).\($0)" } ?? resolved(String(describing: path))
    lock.withLock {
      // A subscript's key paths are as many as its arguments.
      if texts.count == keptTexts { texts.removeAll() }
      texts[path] = text
    }
    return text
  }

  /// True if the names of computed properties are found in this program, or some were registered.
  ///
  /// A function of this module stands for the app's getters: the optimizer may leave its own getters without a symbol.
  package static var areKnown: Bool { hasSymbols || lock.withLock { !registered.isEmpty } }

  private static let hasSymbols: Bool = {
    let sample: @convention(c) () -> Void = {}
    return SymbolTable.symbol(at: UInt(bitPattern: unsafeBitCast(sample, to: Int.self))) != nil
  }()

  private static func root(of path: AnyKeyPath) -> String { "\(type(of: path).rootType)" }

  /// How a property begins of which only the getter's address is known.
  private static let unnamed = "<computed"

  /// Replaces the addresses of getters by the names of their properties, as far as these are known.
  private static func resolved(_ description: String) -> String {
    guard description.contains(unnamed) else { return TypeName.withoutAddresses(description) }
    var text = ""
    var rest = description[...]
    while let start = rest.firstRange(of: unnamed + " 0x") {
      let digits = rest[start.upperBound...].prefix { $0.isHexDigit }
      let name = UInt(digits, radix: 16).flatMap(property(withGetterAt:))
      guard let name, let end = rest[digits.endIndex...].endOfGetter else {
        text += rest[..<digits.endIndex]
        rest = rest[digits.endIndex...]
        continue
      }
      text += rest[..<start.lowerBound] + name
      rest = rest[end...]
    }
    return TypeName.withoutAddresses(text + rest)
  }

  private static func property(withGetterAt address: UInt) -> String? {
    SymbolTable.symbol(at: address).flatMap(property(withGetter:))
  }

  /// Returns the property whose getter for key paths has a symbol; nil for a subscript, and another function.
  package static func property(withGetter symbol: String) -> String? {
    guard symbol.hasSuffix("TK"), let words = SymbolTable.demangled(symbol),
      let start = words.firstRange(of: "key path getter for ")?.upperBound,
      let end = words[start...].firstRange(of: " : ")?.lowerBound
    else { return nil }
    return words[start..<end].propertyName
  }
}

extension String {
  /// The index after the root type and its period: `\Box<Int>.value` has `value`.
  fileprivate var afterRoot: Index? {
    indexes(of: ".", outside: "<>").first.map(index(after:))
  }
}

extension Substring {
  /// The index after ` (Type)>`, with which a getter ends.
  fileprivate var endOfGetter: Index? {
    var depth = 0
    for index in indices {
      switch self[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case ">" where depth == 0: return self.index(after: index)
      default: break
      }
    }
    return nil
  }

  /// The last name of `App.State.email`, or of `App.State.(email in _A1B2)`; nil for a subscript.
  fileprivate var propertyName: String? {
    let start = indexes(of: ".", outside: "<>()").last.map(index(after:)) ?? startIndex
    var name = self[start...]
    if name.first == "(", let blank = name.firstIndex(of: " ") {
      name = name[name.index(after: start)..<blank]
    }
    return name.isEmpty || name.contains { "(): ".contains($0) } ? nil : String(name)
  }
}
