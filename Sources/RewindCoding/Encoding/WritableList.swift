/// Arrays whose elements are written one after the other, without a container.
protocol WritableList {
  /// Writes the elements to the innermost frame, an array.
  func writeElements(to output: JSONWriter)
}

extension Array: WritableList where Element: Encodable {
  func writeElements(to output: JSONWriter) {
    let form = output.form(of: Element.self)
    withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count {
        if output.isBeyondLimit { return }
        output.separate()
        output.top.pointee.count = index &+ 1
        (base + index).withBorrowed { element in
          if case .scalar(let write) = form {
            withUnsafePointer(to: element) { write($0, output) }
          } else {
            output.write(entering: element, form, .element(index))
          }
        }
      }
    }
  }
}
