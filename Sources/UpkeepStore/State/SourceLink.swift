/// One step from a narrowed store to the store that it was narrowed from, without their types.
///
/// Without types, a loop can walk a long chain of steps; nested calls would overflow the stack.
class SourceLink {
  /// The number of steps that run as nested, typed calls; a loop walks the steps beyond it.
  static var nestedAtMost: Int { 64 }

  /// The source that this source was narrowed from; nil for a whole state.
  private(set) final var outer: SourceLink?
  /// The number of steps to the whole state.
  final let distance: Int

  init(_ outer: SourceLink?) {
    self.outer = outer
    distance = outer.map { $0.distance + 1 } ?? 0
  }

  deinit {
    // Iterative, because recursion along a long chain would overflow the stack.
    var next = outer
    outer = nil
    while isKnownUniquelyReferenced(&next) {
      let further = next?.outer
      next?.outer = nil
      next = further
    }
  }

  /// Whether a loop walks the steps from here.
  final var isDeep: Bool { distance > Self.nestedAtMost }

  /// The steps that a loop walks, the innermost first, and the source where nested calls begin.
  final var wayOut: (list: [SourceLink], base: SourceLink) {
    var list: [SourceLink] = []
    var next = self
    while next.isDeep, let outer = next.outer {
      list.append(next)
      next = outer
    }
    return (list, next)
  }

  // MARK: - Work of each step

  /// Whether another part may replace the part of this step.
  var isReplaceable: Bool { false }

  /// Whether another part is in the place of the part of this step.
  var isReplaced: Bool { false }

  /// The name of the row that this step leads to; nil if the part is not a row.
  var row: RowName? { nil }

  /// Whether a watcher is notified of this step's actions.
  var isHeard: Bool { false }

  /// Converts actions of this step to actions of the larger state.
  func outward(_ actions: Any) -> Any { actions }

  /// Extracts the part from a larger state; nil if the part is missing.
  func part(of whole: Any) -> Any? { nil }

  /// Returns a larger state with a new part; nil if the part is missing or not writable.
  func whole(_ whole: Any, with part: Any) -> Any? { nil }

  /// Notifies watchers that an action of this step was carried out.
  func tell(_ actions: Any, _ index: Int, _ cause: StoreEvent.Cause, _ old: Any, _ new: Any) {}

  /// Sends actions of this step.
  func sendAny(_ actions: Any, _ origin: Origin) -> Run? { nil }

  /// Cancels the effects of an identity; implemented for a whole state.
  func cancel(_ id: AnyHashable) {}

  /// Changes the state of this step; `edit` returns nil to leave the state unchanged.
  func writeAny(_ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (Any) -> Any?) {}
}
