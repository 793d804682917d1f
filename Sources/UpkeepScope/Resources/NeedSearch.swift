import Upkeep

/// Looks for a way from one property to another, each of which needs the next: has read it, or
/// waits for it in a load that is under way.
///
/// It goes from both ends at the same time, and ends where either has nothing more: where a chain
/// grows, at one end or the other, that is at once.
struct NeedSearch {
  private let core: ScopeCore

  init(_ core: ScopeCore) { self.core = core }

  /// The way, both ends included; nil if there is none.
  ///
  /// - Complexity: twice the size of the smaller side.
  func path(from start: UntypedProperty, to end: UntypedProperty) -> [UntypedProperty]? {
    if start === end { return [end] }
    var ahead = Side(start)
    var behind = Side(end)
    while let next = ahead.next(), let last = behind.next() {
      if let met = ahead.enter(needs(of: next), from: next, unless: behind)
        ?? behind.enter(readers(of: last), from: last, unless: ahead)
      {
        return ahead.way(to: met).reversed() + behind.way(to: met).dropFirst()
      }
    }
    return nil
  }

  private func needs(of property: UntypedProperty) -> [UntypedProperty] {
    if let load = load(showing: property) { return load.inputs.properties }
    return property.currentInputs
  }

  private func readers(of property: UntypedProperty) -> [UntypedProperty] {
    // One that loads anew has not read its earlier inputs yet.
    let known = property.currentReaders.filter {
      load(showing: $0)?.inputs.contains(property) ?? true
    }
    let waiters = core.cell(showing: property)?.loadingIfAny?.waiters.values.compactMap {
      $0.owner?.property
    }
    return known + (waiters ?? [])
  }

  private func load(showing property: UntypedProperty) -> Load? {
    core.cell(showing: property)?.loadingIfAny?.load
  }

  /// The properties found from one end.
  private struct Side {
    private var queue = Queue<UntypedProperty>()
    /// From where each was reached; the end itself from nowhere.
    private var origins: [ObjectIdentifier: UntypedProperty?]

    init(_ end: UntypedProperty) {
      queue.append(end)
      origins = [ObjectIdentifier(end): nil]
    }

    mutating func next() -> UntypedProperty? { queue.popFirst() }

    /// Returns the first that the other side has found.
    mutating func enter(
      _ found: [UntypedProperty], from origin: UntypedProperty, unless other: Side
    ) -> UntypedProperty? {
      for property in found where origins[ObjectIdentifier(property)] == nil {
        origins[ObjectIdentifier(property)] = .some(origin)
        if other.origins[ObjectIdentifier(property)] != nil { return property }
        queue.append(property)
      }
      return nil
    }

    /// From one that was found to the end.
    func way(to property: UntypedProperty) -> [UntypedProperty] {
      Array(
        sequence(first: property) { self.origins[ObjectIdentifier($0)] ?? nil })
    }
  }
}
