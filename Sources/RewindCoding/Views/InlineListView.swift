/// A list whose elements lie in the value itself, such as `InlineArray`.
protocol InlineList {
  static var elementType: Any.Type { get }
  static func view(_ maker: inout ShapeMaker) -> any ValueView
}

#if compiler(>=6.2)
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
extension InlineArray: InlineList {
  static var elementType: Any.Type { Element.self }

  static func view(_ maker: inout ShapeMaker) -> any ValueView {
    InlineListView(
      count: count,
      stride: MemoryLayout<Element>.stride,
      element: maker.shape(reflecting: Element.self)
    )
  }
}
#endif

/// The view of an inline list: an array of its elements, one after the other in memory.
private struct InlineListView: ValueView {
  let count: Int
  let stride: Int
  let element: UnsafePointer<ValueShape>

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.array, .none) != JSONWriter.deadID else { return }
    for index in 0..<count {
      output.separate()
      output.write(value + index * stride, element, under: PatchText.token(index))
    }
    output.pop()
  }

  /// Its changes are found by comparing texts: it is never long.
  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) { walk.fail() }
}
