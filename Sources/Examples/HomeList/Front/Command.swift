import ExampleFront

/// The commands of a person.
public enum Command: Equatable, Sendable {
  case load
  case refresh
  case more
  case arrive
  case fail
  case reset
  case home
  case settings
  case theme(Bool)
  case color(Bool)

  /// The commands in their typed form.
  static let forms: [CommandForm<Command>] = [
    CommandForm("load", help: "ask for the list, with nothing to show until it comes") { _ in
      .load
    },
    CommandForm("refresh", help: "ask for the list, and show the old one until it comes") { _ in
      .refresh
    },
    CommandForm("more", help: "ask for the entries after the last one") { _ in .more },
    CommandForm("arrive", help: "let the answer that was asked for arrive") { _ in .arrive },
    CommandForm("fail", help: "let the request fail instead") { _ in .fail },
    CommandForm("reset", help: "forget the list") { _ in .reset },
    CommandForm("home", help: "go to the page with the list") { _ in .home },
    CommandForm("settings", help: "go to the page with the settings") { _ in .settings },
    CommandForm("theme", "on|off", help: "make the title bar dark, or light") {
      .theme(try $0.value("on or off", of: onOrOff))
    },
    CommandForm("color", "on|off", help: "make the text of the list colored, or plain") {
      .color(try $0.value("on or off", of: onOrOff))
    },
  ]

  private static var onOrOff: KeyValuePairs<String, Bool> { ["on": true, "off": false] }
}
