/// A rule of redaction; there is nothing to replace.
public struct Redaction: Sendable {
  public static func pointer(_ pattern: String, pseudonyms: Bool = false) -> Redaction {
    Redaction()
  }

  public static func pointer<Case: CaseIterable>(
    _ pattern: String,
    permuting cases: Case.Type
  ) -> Redaction {
    Redaction()
  }

  public static func key(_ name: String, pseudonyms: Bool = false) -> Redaction { Redaction() }

  public static func key<Case: CaseIterable>(
    _ name: String,
    permuting cases: Case.Type
  ) -> Redaction {
    Redaction()
  }

  public static func text(
    _ name: String,
    pseudonyms: Bool = false,
    where isSecret: @escaping @Sendable (String) -> Bool
  ) -> Redaction {
    Redaction()
  }

  public static func type<Secret>(
    _ type: Secret.Type,
    pseudonyms: Bool = false
  ) -> Redaction {
    Redaction()
  }

  public static func only(_ allowed: [String], pseudonyms: Bool = false) -> Redaction {
    Redaction()
  }
}
