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
      let start = output.count
      for index in 0..<elements.count {
        if index == JSONWriter.sampleCount { output.giveUpEarly(start, elements.count) }
        if output.isBeyondLimit { return }
        output.separate()
        output.top.pointee.count = index &+ 1
        if case .scalar(let write) = form {
          write(base + index, output)
        } else {
          (base + index).withBorrowed { output.write(entering: $0, form, .element(index)) }
        }
      }
    }
  }
}
