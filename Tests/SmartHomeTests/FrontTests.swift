import RewindTestSupport
import SmartHomeExample
import SmartHomeFront
import Testing

@Suite("The front of the smart home")
struct FrontTests {
  @Test("draws the house")
  func screens() throws {
    try expectScreens(of: "smart-home") { (state: HouseState) in Screen(state).lines }
  }

  @Test("draws the devices of every room")
  func rooms() {
    #expect(
      played(#"SetLevel {"device":2,"level":40}"#, "rooms").suffix(8) == [
        "KITCHEN",
        "",
        "  0      lamp         on at 100 %, by hardware",
        "  1      thermometer  shows 20.0 degrees, by hardware",
        "HALL",
        "",
        "  2      lamp         on at 40 %, by app",
        "  3      heater       off, by hardware",
      ]
    )
  }
}
