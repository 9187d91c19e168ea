import Foundation
import RewindCoding
import RewindInputs
import RewindJSON

/// The line of an action without its number, time and cause: appending it adds these.
struct ActionLine: ~Copyable {
  var text: LineBuffer
  /// The bytes of the action's members in the text.
  private let memberCount: Int
  /// The members with their secrets, where these may have been replaced in the text.
  private let plainMembers: [UInt8]?
  /// The line of the types that no line before it has.
  let types: [UInt8]?

  fileprivate init(
    _ text: consuming LineBuffer,
    memberCount: Int,
    plainMembers: [UInt8]?,
    types: [UInt8]?
  ) {
    self.text = text
    (self.memberCount, self.plainMembers) = (memberCount, plainMembers)
    self.types = types
  }

  /// The members of the action with their secrets: an action that an effect has sent is recognized by them.
  var members: [UInt8] { plainMembers ?? Array(text.contents.prefix(memberCount)) }
}

/// Makes the lines of a store's actions, with no lock of the log held, since an action's `encode(to:)`, its mirror
/// and its name are the app's code.
final class ActionLines: @unchecked Sendable {
  let naming: ActionNaming
  private let encoders: ActionEncoders
  private let redactor: Redactor
  private let types: LogTypes

  init(_ naming: ActionNaming, _ redactor: Redactor, _ types: LogTypes) {
    (self.naming, self.redactor, self.types) = (naming, redactor, types)
    encoders = ActionEncoders(naming)
  }

  /// Returns the line of an action; `site` is where it was dispatched, if `source` does not say that.
  func line<Action>(
    of action: Action,
    _ source: String?,
    _ site: @autoclosure () -> DispatchSite?
  ) -> ActionLine {
    redactor.collectSecrets(action)
    var text = LineBuffer.forEncoding()
    let members = encoders.writeMembers(of: action, to: &text, isLogged: true)
    let memberCount = text.count
    var plainMembers: [UInt8]?
    var start = members.start
    if redactor.mayReplace {
      plainMembers = Array(text.contents)
      start = redactor.redactAndCap(nameIn: &text, before: start)
      redactor.redactAndCap(&text, from: start)
    }
    text.append("}")
    let newTypes = types.line(
      ofAction: action,
      isFirst: members.isFirst,
      members.isReflected ? UnsafeRawBufferPointer(rebasing: text.contents[start...]) : nil
    )
    if members.isReflected { text.append(#","form":"reflected""#) }
    if let source {
      text.append(#","source":"#)
      text.append(json: source)
    } else if let site = site() {
      site.append(to: &text)
    }
    return ActionLine(
      text,
      memberCount: memberCount,
      plainMembers: plainMembers,
      types: newTypes
    )
  }

  /// Returns the members of an action as they are in its line, with their secrets.
  func members<Action>(of action: Action) -> [UInt8] {
    var text = LineBuffer()
    _ = encoders.writeMembers(of: action, to: &text, isLogged: false)
    return Array(text.contents)
  }
}
