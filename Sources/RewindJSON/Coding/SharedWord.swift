#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
import Synchronization
#elseif canImport(Musl)
import Musl
import Synchronization
#endif

/// A word in memory that one thread writes and others may look at meanwhile.
///
/// It is read and written as a whole, and promises no order. Swift's own atomics need macOS 15 and
/// iOS 18, so that on Apple platforms it is a plain word, which their processors read and write as a
/// whole, too.
struct SharedWord {
  #if canImport(Darwin)
  private typealias Word = Int
  #else
  private typealias Word = Atomic<Int>
  #endif

  static var size: Int { MemoryLayout<Int>.size }

  private let word: UnsafeMutablePointer<Word>

  /// The word at an address at which one was initialized.
  @inline(__always)
  init(at address: UnsafeMutableRawPointer) {
    word = address.assumingMemoryBound(to: Word.self)
  }

  /// A word in memory of its own, which is 0.
  static func allocate() -> SharedWord {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: size)
    return initialize(at: memory)
  }

  /// Makes the memory at an address a word, which is 0.
  @discardableResult
  static func initialize(at address: UnsafeMutableRawPointer) -> SharedWord {
    let word = address.bindMemory(to: Word.self, capacity: 1)
    #if canImport(Darwin)
    word.initialize(to: 0)
    #else
    word.initialize(to: Atomic(0))
    #endif
    return SharedWord(at: address)
  }

  func deallocate() {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  #if canImport(Darwin)
  @inline(__always)
  var value: Int {
    get { word.pointee }
    nonmutating set { word.pointee = newValue }
  }
  #else
  @inline(__always)
  var value: Int {
    get { word.pointee.load(ordering: .relaxed) }
    nonmutating set { word.pointee.store(newValue, ordering: .relaxed) }
  }
  #endif
}

/// The running thread; no other that runs has the same number, and none has 0.
@inline(__always)
func numberOfThread() -> Int { Int(bitPattern: pthread_self()) }
