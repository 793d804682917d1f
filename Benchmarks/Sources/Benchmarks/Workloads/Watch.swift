import Upkeep

/// Writes a stored value that a follower of some kind observes.
///
/// The operation is one write.
///
///     source -> effect, transition or object
final class Watch: Contestant {
  enum Kind: String, CaseIterable {
    /// The yardstick: `keepUpToDate`.
    case effect
    /// `onTransition`, which also receives the old value.
    case transition
    /// `bind`, which writes to a plain object.
    case binding
  }

  private final class Object {
    var value = 0
  }

  private let kind: Kind
  private let source = StoredProperty(0)
  private let object = Object()
  private let updater = Updater()
  private let sink = Sink()
  private var value = 0

  init(_ kind: Kind) {
    self.kind = kind
    let (source, sink) = (source, sink)
    switch kind {
    case .effect: updater.keepUpToDate(dependencies: [source]) { sink.take(source.value) }
    case .transition:
      updater.onTransition(source) { old, new in sink.take(new &+ (new &- (old ?? 0) &- 1)) }
    case .binding: updater.bind(object: object, keyPath: \.value, toProperty: source)
    }
  }

  /// Takes a sample; asserts a binding's final value, and all values that other followers received.
  ///
  /// A transition also adds the difference between the received and the expected old value: zero.
  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    let first = Opaque.hidden(value + 1)
    let source = source
    let start = ThreadClock.now
    for offset in 0..<operations { source.value = first &+ offset }
    let elapsed = ThreadClock.now - start
    let sum = (first..<first + operations).reduce(0, +)
    value += operations
    if kind == .binding {
      try VoidRun.unless(object.value, is: value, "in the object", of: "a binding")
    } else {
      try VoidRun.unless(sink.runs, is: operations, "runs", of: "\(kind)")
      try VoidRun.unless(sink.sum, is: sum, "as the sum of all values", of: "\(kind)")
    }
    return elapsed
  }
}

extension Race {
  /// The races of transitions and bindings, as multiples of a plain effect.
  static var watches: [Race] {
    Watch.Kind.allCases.filter { $0 != .effect }.map { kind in
      against("effect", "\(kind).update", counts: Counts(recomputations: 0, effects: 1)) {
        Watch($0 ? kind : .effect)
      }
    }
  }
}
