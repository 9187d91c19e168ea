import SwiftUI

extension BookmarkStore {
  /// A value of the state that a control shows, and changes by an action.
  func binding<Value>(
    _ value: @escaping (BookmarkState) -> Value,
    _ action: @escaping (Value) -> BookmarkAction
  ) -> Binding<Value> {
    Binding(get: { value(self.state) }, set: { self.dispatch(action($0)) })
  }
}

struct BookmarksView: View {
  @ObservedObject var store: BookmarkStore

  var body: some View {
    TabView(
      selection: store.binding {
        $0.shown.tab
      } _: {
        .select(tab: $0)
      }
    ) {
      BookmarkList(store: store)
        .tabItem { Text("Bookmarks") }
        .tag(Browsing.Tab.list)
      SearchView(store: store)
        .tabItem { Text("Search") }
        .tag(Browsing.Tab.search)
    }
    .sheet(
      isPresented: store.binding {
        $0.shown.isAdding
      } _: {
        .compose(isShown: $0)
      }
    ) {
      NewBookmark(store: store)
    }
  }
}

struct BookmarkList: View {
  @ObservedObject var store: BookmarkStore

  var body: some View {
    NavigationStack {
      List {
        ForEach(Array(store.state.list.indices), id: \.self) { index in
          Button(store.state.list[index].title) { store.dispatch(.open(index: index)) }
        }
      }
      .navigationTitle("Bookmarks")
      .toolbar {
        Button("Refresh") { store.dispatch(.onClickRefresh) }
        Button("Add") { store.dispatch(.compose(isShown: true)) }
      }
      .navigationDestination(
        isPresented: store.binding {
          $0.shown.opened != nil
        } _: { _ in
          .close
        }
      ) {
        BookmarkDetail(store: store)
      }
    }
  }
}

struct BookmarkDetail: View {
  @ObservedObject var store: BookmarkStore

  var body: some View {
    if let opened = store.state.shown.opened {
      VStack {
        Text(opened.bookmark.title).font(.headline)
        Text(opened.bookmark.url)
        Button("Undo") { store.dispatch(.undo) }
        Button("Remove") { store.dispatch(.remove(index: opened.index)) }
      }
    }
  }
}

struct NewBookmark: View {
  @ObservedObject var store: BookmarkStore
  @State private var title = ""

  var body: some View {
    VStack {
      TextField("Title", text: $title)
      Button("Save") {
        store.dispatch(.add(title: title, url: "https://\(title.lowercased()).example"))
      }
    }
    .padding()
  }
}

struct SearchView: View {
  @ObservedObject var store: BookmarkStore

  var body: some View {
    NavigationStack {
      List {
        ForEach(store.state.shown.found, id: \.url) { Text($0.title) }
      }
      .navigationTitle("Search")
      .searchable(
        text: store.binding {
          $0.shown.text
        } _: {
          .search(text: $0)
        }
      )
    }
  }
}
