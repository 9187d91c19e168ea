import ExampleFront
public import SmartHomeExample

/// The commands of a person.
public enum Command: Equatable, Sendable {
  case house
  case room(Int)
  case turn(Int, Bool)
  case level(Int, Int)
  case switchRoom(Int, Bool)
  case switchGroup(Int, Bool)
  case add(DeviceKind, Int)
  case remove(Int)
  case temperature(Int, Int)
  case watch(Int)
  case run(Int)

  /// The commands in their typed form.
  static let forms: [CommandForm<Command>] = [
    CommandForm("house", help: "go to the overview") { _ in .house },
    CommandForm("room", "N", help: "go to room N") { .room(try $0.number()) },
    CommandForm("turn", "N on|off", help: "switch device N") {
      .turn(try $0.number(), try $0.value("on or off", of: onOrOff))
    },
    CommandForm("level", "N PERCENT", help: "set device N brighter, wider, warmer, or less") {
      .level(try $0.number(), try $0.number())
    },
    CommandForm("all", "N on|off", help: "switch all devices of room N") {
      .switchRoom(try $0.number(), try $0.value("on or off", of: onOrOff))
    },
    CommandForm("group", "N on|off", help: "switch the devices of group N") {
      .switchGroup(try $0.number(), try $0.value("on or off", of: onOrOff))
    },
    CommandForm("add", "KIND N", help: "put a new device into room N, such as a lamp") {
      .add(try $0.value("a kind of device", of: kinds), try $0.number())
    },
    CommandForm("remove", "N", help: "take device N out of the house") {
      .remove(try $0.number())
    },
    CommandForm("heat", "N DEGREES", help: "let thermometer N show a temperature") {
      .temperature(try $0.number(), try $0.number())
    },
    CommandForm("watch", "N", help: "show device N whenever it changes") {
      .watch(try $0.number())
    },
    CommandForm("run", "N", help: "let N things happen in the house") { .run(try $0.number()) },
  ]

  private static var onOrOff: KeyValuePairs<String, Bool> { ["on": true, "off": false] }

  private static var kinds: KeyValuePairs<String, DeviceKind> {
    [
      "lamp": .lamp, "blind": .blind, "heater": .heater, "lock": .lock,
      "thermometer": .thermometer,
    ]
  }
}
