import Foundation
import RewindStore
import Testing

@Suite("A dispatch in the midst of a reduction", .exits)
struct ReentrantDispatchTests {
  @Test("stops the program with a message that names both actions and says what to do")
  func fromReducer() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      final class Holder { var store: Store<CounterState>? }
      let holder = Holder()
      let store = Store<CounterState>(
        reducer: { action, state in
          if action is Rename { holder.store?.dispatch(Add()) }
          return counterReducer(action: action, state: state)
        },
        state: CounterState()
      )
      holder.store = store
      store.dispatch(Rename(name: "trouble"))
    }
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self).contains(
        """
        Add was dispatched while a reducer was working on Rename. A reducer must not dispatch: \
        let it return the new state, and dispatch from a middleware, a thunk or a subscriber. \
        If no reducer dispatches, two threads do at the same time: dispatch from one thread or \
        actor only.
        """
      )
    )
  }
}
