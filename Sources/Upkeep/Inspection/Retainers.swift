/// Returns the names of everything in the graph that keeps a property alive, for a test in which an
/// object outlives its use.
///
///     #expect(retainers(of: price) == [])
///     // ["DerivedProperty<Double> total (Shop/Cart.swift:12)", "effect at Shop/Screen.swift:40"]
///
/// The list has the derived values and effects that have read or declared the property, and the
/// open transaction if it has changed the property. The library cannot see references in the
/// program's own variables and closures, nor a pass-through property, which shares its parent's
/// node.
///
/// Some retainers are found only in a debug build, and only if they were made inside the
/// `withNodeCount` in which this is called: a derived value that has gone stale while nothing
/// needed it, or was never computed, and a connectable or tentative property that was not read
/// since it got its source.
///
/// The search computes nothing and subscribes to nothing.
///
/// - Parameter property: the property that is still alive.
/// - Returns: the kind, name and place of each retainer, those found through the graph first.
/// - Complexity: O(subscribers), and inside `withNodeCount` O(everything made there).
public func retainers(of property: UntypedProperty) -> [String] {
  Graph.looking { findRetainers(of: property, Context.current) }
}

private func findRetainers(of property: UntypedProperty, _ context: ContextRef) -> [String] {
  var found = Graph.subscribers(of: property.node).filter(Graph.keepsInput)
    .map(\.subscriber)
  #if DEBUG
    found += Graph.registeredHolders(of: property.node, context)
  #endif
  var seen: Set<NodeRef> = []
  var result = found.filter { seen.insert($0).inserted }.map(Graph.kindAndLabel)
  if let journal = context.journal,
    property.node.flags.contains(.hasSavepoint)
      || property.node.guest.map({ $0.notedBy >= journal.outermostTicket }) == true
  {
    result.append("the open transaction")
  }
  return result
}

/// A property that retains another one even before it has read it.
private protocol Following {
  var followed: UntypedProperty? { get }
}

extension ConnectableProperty: Following {
  fileprivate var followed: UntypedProperty? { connected }
}

extension TentativeProperty: Following {
  fileprivate var followed: UntypedProperty? { parent }
}

extension Graph {
  /// Returns whether an edge, or the closure of its subscriber, keeps the edge's input alive.
  fileprivate static func keepsInput(_ edge: EdgeRef) -> Bool {
    edge.isRetaining
      || !edge.subscriber.flags.isDisjoint(with: [.declared, .collects])
  }

  /// Returns the kind and the label of a node.
  fileprivate static func kindAndLabel(of node: NodeRef) -> String {
    if node.flags.contains(.effect) {
      return "effect \(label(of: node).description)"
    }
    return (node.element as? UntypedProperty)?.description ?? "\(Label.unknown)"
  }

  #if DEBUG
    /// Returns registered nodes that keep a node's property alive without an attached edge.
    ///
    /// They are sorted by name, because a set has no order.
    fileprivate static func registeredHolders(
      of node: NodeRef, _ context: ContextRef
    ) -> [NodeRef] {
      let readers = context.registeredEdges.filter { edge in
        edge.input == node && !edge.isAttached && keepsInput(edge)
      }.map(\.subscriber)
      let others = context.registeredNodes.filter { other in
        (other.element as? any Following)?.followed?.node == node
      }
      return (readers + others).sorted { kindAndLabel(of: $0) < kindAndLabel(of: $1) }
    }
  #endif
}
