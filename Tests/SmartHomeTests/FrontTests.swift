import Testing

@Suite("The terminal of the smart home")
struct FrontTests {
  @Test("draws the house")
  func house() {
    #expect(
      played("turn 3 on") == [
        "HOUSE",
        "",
        "  devices      4",
        "  switched on  3",
        "  unreachable  0",
        "  rooms        2",
        "  groups       2",
        "  automations  2",
      ]
    )
  }

  @Test("draws the devices of a room")
  func room() {
    #expect(
      played("level 2 40", "room 1").suffix(4) == [
        "HALL",
        "",
        "  2      lamp         on at 40 %, by app",
        "  3      heater       off, by hardware",
      ]
    )
    #expect(played("room 7").first == "HOUSE")
  }

  @Test("shows a device that is watched whenever it changes")
  func watch() {
    #expect(
      played("watch 2", "group 0 off", "all 0 on", "heat 1 30", "remove 2", "remove 2")
        .filter { $0.hasPrefix("watched") } == [
          "watched: 2      lamp         on at 100 %, by hardware",
          "watched: 2      lamp         off, by app",
          "watched: 2      lamp         off, by automation",
          "watched: 2      heater       off, by hardware",
          "watched: 2      gone",
        ]
    )
  }

  @Test("lets things happen")
  func run() {
    let output = played("watch 1", "run 500")
    #expect(output.count { $0.hasPrefix("watched: 1      thermometer  shows ") } > 50)
    #expect(played("run -3") == [])
  }

  @Test("says which kinds of device there are")
  func kinds() {
    #expect(
      played("add robot 0") == [
        """
        "add robot 0" lacks a kind of device. It is one of: lamp, blind, heater, lock, thermometer.
        """
      ]
    )
    #expect(played("add lamp 1", "room 1").last == "  4      lamp         off, by app")
  }
}
