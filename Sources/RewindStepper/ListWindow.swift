/// The rows of a long list that a pane shows, around the selected one.
///
/// It depends only on the list's length and the selection, so that a screen can be drawn from the model
/// alone.
struct ListWindow {
  let rows: Range<Int>

  init(count: Int, selected: Int, height: Int) {
    let first = min(max(0, selected - height / 2), max(0, count - height))
    rows = first..<min(count, first + max(0, height))
  }
}
