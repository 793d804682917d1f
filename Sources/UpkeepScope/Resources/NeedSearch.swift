import Upkeep

/// Searches for a path of needs between two properties.
///
/// Each property on the path has read the next, or its running load waits for the next.
///
/// The search goes from both ends at the same time and ends when either side is exhausted. So it
/// ends immediately if a chain grows at one of its ends.
struct NeedSearch {
  private let core: ScopeCore

  init(_ core: ScopeCore) { self.core = core }

  /// Returns the path, both ends included; nil if there is none.
  ///
  /// - Complexity: O(size of the smaller side).
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
    // A resource that loads may still follow an input of an earlier load, which this load has not
    // read.
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
    /// The property from which each was reached; nil for the end itself.
    private var origins: [ObjectIdentifier: UntypedProperty?]

    init(_ end: UntypedProperty) {
      queue.append(end)
      origins = [ObjectIdentifier(end): nil]
    }

    mutating func next() -> UntypedProperty? { queue.popFirst() }

    /// Adds properties; returns the first that the other side has found.
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

    /// Returns the path from a found property to the end of this side.
    func way(to property: UntypedProperty) -> [UntypedProperty] {
      Array(
        sequence(first: property) { self.origins[ObjectIdentifier($0)] ?? nil })
    }
  }
}
