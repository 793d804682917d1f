/// Says what in the graph keeps a property alive: for a test in which something is still there that should
/// have gone.
///
///     #expect(retainers(of: price) == [])
///     // ["DerivedProperty<Double> total (Shop/Cart.swift:12)", "effect at Shop/Screen.swift:40"]
///
/// Listed are the derived values and effects that have read the property or have declared it, and, while a
/// transaction is open that has changed it, the transaction. No library can see what only the program's own
/// variables and closures hold, nor a pass-through property, which shares its parent's node.
///
/// A derived value that has gone stale while nobody needed it is found only in a debug build and only if it
/// was made inside the `withNodeCount` in which this is called; so is one that was never computed, and a
/// connectable or a tentative property that was not read since it got its source.
///
/// Looking computes nothing and subscribes to nothing.
///
/// - Parameter property: what is still alive.
/// - Returns: the kind, name and place of each that keeps it, those found by the graph first.
/// - Complexity: O(its subscribers), and inside `withNodeCount` O(all that was made there).
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

/// A property that keeps another one also before it has read it.
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
  /// Whether an edge, or the closure for which it stands, keeps its input alive: all do but those that close
  /// a cycle.
  fileprivate static func keepsInput(_ edge: EdgeRef) -> Bool {
    edge.isRetaining
      || !edge.subscriber.flags.isDisjoint(with: [.declared, .collects])
  }

  /// The name of a node where the reader does not know what kind of thing it is.
  fileprivate static func kindAndLabel(of node: NodeRef) -> String {
    if node.flags.contains(.effect) {
      return "effect \(label(of: node).description)"
    }
    return (node.element as? UntypedProperty)?.description ?? "\(Label.unknown)"
  }

  #if DEBUG
    /// Those in the register that keep a node's property alive although no edge of theirs is attached to it,
    /// by name: a set has no order.
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
