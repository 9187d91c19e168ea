import Foundation
import HomeListExample
import Testing

@Suite("In JSON, the home list")
struct CodingTests {
  func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: Data(try json(value).utf8)) == value
  }

  @Test("writes its state by the names of its parts")
  func state() throws {
    let state = AppState(
      home: HomeState(isLoading: false, homeList: [HomeItem(seq: 3, title: "Moss")])
    )
    #expect(
      try json(state) == """
        {"home":{"homeList":[{"seq":3,"title":"Moss"}],"isLoadMore":false,"isLoading":false,\
        "isRefreshing":false},"settings":{"textColor":false,"titleTheme":false}}
        """
    )
    #expect(try roundTrip(state))
  }

  @Test("writes its actions by the names of what they hold")
  func actions() throws {
    #expect(
      try json(FetchHomeList(isLoadMore: true))
        == #"{"isLoadMore":true,"isLoading":false,"isRefreshing":false}"#
    )
    #expect(try json(ResetState()) == "{}")
    #expect(try json(ChangeSetSwitch(titleTheme: true)) == #"{"titleTheme":true}"#)
    #expect(try roundTrip(FetchHomeList(isRefreshing: true)))
    #expect(try roundTrip(ReceiveHomeList(homeList: [HomeItem(seq: 1, title: "a")])))
    #expect(try roundTrip(ResetState()))
    #expect(try roundTrip(ChangeSetSwitch(titleTheme: true)))
    #expect(try roundTrip(ChangeSetText(textColor: true)))
    #expect(try roundTrip(Rehydrate(state: PersistedState())))
  }
}
