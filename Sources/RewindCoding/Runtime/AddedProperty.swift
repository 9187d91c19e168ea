import Foundation

/// The properties that libraries add to an app's states, and that are no part of them.
///
/// A recording leaves them out: they are made anew in each process, so that no replay could give them the
/// recorded value.
///
/// | property | of |
/// |---|---|
/// | `_$observationRegistrar` | a macro of Observation: the observers of the value |
/// | a property wrapper `Dependency` with a key path | swift-dependencies, also in `StackState`: where a service is found |
/// | `id` of `AlertState`, `ConfirmationDialogState`, `ButtonState` | swift-navigation: a random UUID for SwiftUI |
enum AddedProperty {
  /// The name of the property that a macro of Observation adds.
  static let observation = "_$observationRegistrar"

  /// Returns true for a property that is no part of its owner's value.
  static func isOne(_ name: String, _ type: Any.Type, of owner: Any.Type) -> Bool {
    if name == observation { return true }
    if name == "id" { return type == UUID.self && mayHaveID(owner) }
    return name.hasPrefix("_") && TypeName.base(type) == "Dependency"
      && TypeLayout.declaredFields(of: type).contains { $0.name == "keyPath" }
  }

  /// True for a type whose `id`, if that is a UUID, is no part of its value.
  static func mayHaveID(_ owner: Any.Type) -> Bool { dialogs.contains(TypeName.base(owner)) }

  private static let dialogs: Set = ["AlertState", "ButtonState", "ConfirmationDialogState"]
}
