/// Arrays whose elements are written one after the other, without a container between.
protocol WritableList {
  /// Writes the elements to the innermost level, which is an array.
  func writeElements(to output: JSONOutput)
}

extension Array: WritableList where Element: Encodable {
  func writeElements(to output: JSONOutput) {
    let form = output.form(of: Element.self)
    withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count {
        if output.isBeyondLimit { return }
        output.separate()
        output.top.pointee.count = index &+ 1
        (base + index).withBorrowed { element in
          if form.form.isScalar {
            output.write(scalar: element, form.form)
          } else {
            output.write(entering: element, form, .element(index))
          }
        }
      }
    }
  }
}

extension UnsafePointer where Pointee: ~Copyable {
  /// Gives what is pointed to without copying it, which for a copyable type the compiler would do.
  @inline(__always)
  fileprivate func withBorrowed(_ body: (borrowing Pointee) -> Void) {
    body(pointee)
  }
}
