import Foundation
import HomeListExample
import RewindTestSupport
import Testing

@Suite("In JSON, the home list")
struct CodingTests {
  @Test("writes its state by the names of its parts")
  func state() throws {
    let state = AppState(
      home: HomeState(isLoading: false, homeList: [HomeItem(seq: 3, title: "Moss")])
    )
    #expect(
      try coded(state) == """
        {"home":{"homeList":[{"seq":3,"title":"Moss"}],"isLoadMore":false,"isLoading":false,\
        "isRefreshing":false},"settings":{"textColor":false,"titleTheme":false}}
        """
    )
  }

  @Test("writes its actions by the names of their values")
  func actions() throws {
    #expect(
      try coded(FetchHomeList(isLoadMore: true))
        == #"{"isLoadMore":true,"isLoading":false,"isRefreshing":false}"#
    )
    #expect(try coded(ResetState()) == "{}")
    #expect(try coded(ChangeSetSwitch(titleTheme: true)) == #"{"titleTheme":true}"#)
    try coded(FetchHomeList(isRefreshing: true))
    try coded(ReceiveHomeList(homeList: [HomeItem(seq: 1, title: "a")]))
    try coded(ChangeSetText(textColor: true))
    try coded(Rehydrate(state: PersistedState()))
  }
}
