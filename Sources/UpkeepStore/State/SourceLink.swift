/// One step from a store to the one that it was narrowed from, without their types: so that many
/// steps are gone as a list, and not as calls inside calls.
class SourceLink {
  /// So many steps are calls inside calls, which know their types; further ones are gone as a list.
  static var nestedAtMost: Int { 64 }

  /// The step to the store that it was narrowed from; nil for all of a state.
  private(set) final var outer: SourceLink?
  /// The number of steps to all of a state.
  final let distance: Int

  init(_ outer: SourceLink?) {
    self.outer = outer
    distance = outer.map { $0.distance + 1 } ?? 0
  }

  deinit {
    // One after the other, and not each inside the one that was narrowed from it.
    var next = outer
    outer = nil
    while isKnownUniquelyReferenced(&next) {
      let further = next?.outer
      next?.outer = nil
      next = further
    }
  }

  /// Whether its own steps are gone as a list.
  final var isDeep: Bool { distance > Self.nestedAtMost }

  /// The steps that are gone as a list, the innermost first, and where the calls begin.
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

  /// Whether another part may replace the one that it leads to.
  var isReplaceable: Bool { false }

  /// Another part is in the place of the one that it leads to.
  var isReplaced: Bool { false }

  /// The row that it leads to, if it leads to one.
  var row: RowName? { nil }

  /// Somebody is told of its actions.
  var isHeard: Bool { false }

  /// Makes the actions of the larger state of its own.
  func outward(_ actions: Any) -> Any { actions }

  /// Takes its part out of the larger state; nil if it is missing.
  func part(of whole: Any) -> Any? { nil }

  /// Puts its part into the larger state; nil if it cannot.
  func whole(_ whole: Any, with part: Any) -> Any? { nil }

  /// Tells that one of its actions was carried out.
  func tell(_ actions: Any, _ index: Int, _ cause: StoreEvent.Cause, _ old: Any, _ new: Any) {}

  /// Sends its own actions.
  func sendAny(_ actions: Any, _ origin: Origin) -> Run? { nil }

  /// Cancels the effects of an identity, where this is all of a state.
  func cancel(_ id: AnyHashable) {}

  /// Changes its state; the edit returns nil to leave it as it is.
  func writeAny(_ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (Any) -> Any?) {}
}
