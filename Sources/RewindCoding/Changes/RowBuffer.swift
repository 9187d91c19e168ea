/// The columns of a list's rows: one element each, or a key and its value.
struct RowShape {
  /// A value in each row.
  struct Column {
    let type: Any.Type
    let shape: UnsafePointer<ValueShape>
    let offset: Int
  }

  let columns: [Column]
  /// A row as a whole: the element, or the tuple of key and value.
  let whole: UnsafePointer<ValueShape>

  /// Describes rows of one element.
  init(_ type: Any.Type, _ shape: UnsafePointer<ValueShape>) {
    columns = [Column(type: type, shape: shape, offset: 0)]
    whole = shape
  }

  /// Describes rows of two elements, laid out in memory as a tuple of them.
  init(_ first: Column, _ type: Any.Type, _ shape: UnsafePointer<ValueShape>) {
    let alignment = shape.pointee.alignment
    let offset = (first.shape.pointee.size + alignment - 1) / alignment * alignment
    columns = [first, Column(type: type, shape: shape, offset: offset)]
    whole = Self.pair(first.type, type)
  }

  private static func pair(_ a: Any.Type, _ b: Any.Type) -> UnsafePointer<ValueShape> {
    func pair<A>(_ a: A.Type) -> UnsafePointer<ValueShape> {
      func pair<B>(_ b: B.Type) -> UnsafePointer<ValueShape> {
        ShapeMaker.shape(reflecting: (A, B).self)
      }
      return _openExistential(b, do: pair)
    }
    return _openExistential(a, do: pair)
  }

  /// The number of list elements in a row.
  var width: Int { columns.count }

  /// Returns the column of an element of the list.
  @inline(__always)
  func column(of index: Int) -> Column { columns[columns.count == 1 ? 0 : index & 1] }
}

/// Copies of a list's elements, row by row in one piece of memory.
final class RowBuffer {
  let row: RowShape
  /// The number of elements of the list.
  private(set) var count = 0
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int

  init(_ row: RowShape, rows capacity: Int = 16) {
    self.row = row
    self.capacity = max(1, capacity)
    memory = Self.allocate(row, self.capacity)
  }

  deinit {
    for index in 0..<count { deinitialize(index) }
    memory.deallocate()
  }

  /// The rows, of which the last may lack its second element.
  var elements: ListElements { ListElements(base: UnsafeRawPointer(memory), count: rowCount) }
  var rowCount: Int { (count + row.width - 1) / row.width }
  var isWhole: Bool { count % row.width == 0 }

  @inline(__always)
  subscript(index: Int) -> UnsafeRawPointer { UnsafeRawPointer(address(index)) }

  func append(_ value: UnsafeRawPointer) {
    if count == capacity * row.width { grow() }
    row.column(of: count).shape.pointee.operations.initialize(address(count), from: value)
    count += 1
  }

  /// Replaces an element with a value.
  func take(_ value: UnsafeRawPointer, at index: Int) {
    row.column(of: index).shape.pointee.operations.assign(address(index), from: value)
  }

  func removeLast(_ number: Int) {
    for _ in 0..<number {
      count -= 1
      deinitialize(count)
    }
  }

  @inline(__always)
  private func address(_ index: Int) -> UnsafeMutableRawPointer {
    let stride = row.whole.pointee.stride
    return row.columns.count == 1
      ? memory + index &* stride
      : memory + (index >> 1) &* stride + row.columns[index & 1].offset
  }

  private func deinitialize(_ index: Int) {
    row.column(of: index).shape.pointee.operations.deinitialize(address(index))
  }

  /// Moves all rows to memory of twice the size; a value's bits are movable.
  private func grow() {
    let larger = Self.allocate(row, 2 * capacity)
    larger.copyMemory(from: memory, byteCount: capacity * row.whole.pointee.stride)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }

  private static func allocate(_ row: RowShape, _ rows: Int) -> UnsafeMutableRawPointer {
    .allocate(
      byteCount: max(1, rows * row.whole.pointee.stride),
      alignment: row.whole.pointee.alignment
    )
  }
}
