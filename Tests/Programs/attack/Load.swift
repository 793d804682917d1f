import Upkeep

// SAFETY: the program uses one thread at a time.
/// A value whose comparison may act, and whose release may act.
struct Load: Equatable, @unchecked Sendable {
  let number: Int
  let fuse: Fuse?

  init(_ number: Int, _ fuse: Fuse? = nil) {
    self.number = number
    self.fuse = fuse
  }

  static func == (one: Load, other: Load) -> Bool {
    Attack.current?.mayAct(10)
    return one.number == other.number
  }
}

typealias Outcome = Result<Load, any Error>

extension Outcome {
  var number: Int { (try? get())?.number ?? -1 }
}

/// An object that values and closures hold.
final class Fuse {
  init() { Attack.fuses += 1 }

  deinit {
    Attack.fuses -= 1
    Attack.current?.mayAct(50)
  }

  /// Always 0; a closure adds it in order to hold this object.
  var zero: Int { 0 }
}

/// An object to bind.
final class Target {
  let fuse = Fuse()
  var load = Load(0) {
    didSet { Attack.current?.mayAct(20) }
  }

  func update() { Attack.current?.observe() }
}

/// The error of a part that fails on purpose.
struct Refusal: Error {}

/// An object whose array properties hold parts that come and go.
protocol Slots: AnyObject {}

extension Slots {
  /// Replaces an element; the old element is released once the array is whole.
  func set<Element>(
    _ array: ReferenceWritableKeyPath<Self, [Element?]>, _ index: Int, _ element: Element?
  ) {
    let old = self[keyPath: array][index]
    self[keyPath: array][index] = element
    withExtendedLifetime(old) {}
  }

  func empty<Element>(_ array: ReferenceWritableKeyPath<Self, [Element?]>) {
    for index in self[keyPath: array].indices { set(array, index, nil) }
  }
}
