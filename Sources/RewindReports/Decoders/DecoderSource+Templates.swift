import RewindText

/// Actions that a template of Fluxor makes: all whose payload is of one type are of one type, which no app can make
/// without the template, and the app gives each the template's name.
///
/// ```
/// .adding("[Cart] Add") { payload in
///   ActionTemplate(id: "[Cart] Add", payloadType: Int.self).createAction(payload: try payload.value("payload"))
/// }
/// ```
extension RecordedType {
  private static let templateName = "AnonymousAction<"

  /// The type of the payload, if templates have made the actions of this type.
  var templatePayload: SwiftSource? {
    guard isEncodeOnly, !ownNames.isEmpty, name.hasPrefix(Self.templateName), name.hasSuffix(">"),
      name.swiftType != nil,
      payload?.members.allSatisfy({ ["id", "payload"].contains($0.name) }) == true
    else { return nil }
    let type = name.dropFirst(Self.templateName.count).dropLast()
    return type == "()" ? "Void" : SwiftSource(trusted: String(type))
  }

  /// Returns a decoder for each template.
  func templateDecoders(indent: Int) -> [SwiftSource] {
    guard let type = templatePayload else { return [] }
    let shape = payload?.members.first { $0.name == "payload" }?.shape
    let source = DecoderExpressions.Source("payload").member("payload")
    let content: SwiftExpression =
      if type.text == "Void" {
        .text("()")
      } else if isReflected, let shape {
        DecoderExpressions.value(shape, from: source)
      } else {
        .text("try \(source.value)")
      }
    return ownNames.flatMap { name in
      SwiftExpression.closure(
        ".adding(\(name.swiftLiteral))",
        parameters: "payload",
        .call(
          "ActionTemplate(id: \(name.swiftLiteral), payloadType: \(type).self).createAction",
          [SwiftExpression.Argument(label: "payload", value: content)]
        )
      )
      .lines(indent: indent)
    }
  }
}
