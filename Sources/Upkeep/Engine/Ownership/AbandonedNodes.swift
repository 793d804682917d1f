import UpkeepThread

/// The abandoned nodes that hang in lists of others, for the whole program.
///
/// - Complexity: O(1) for each edge, under the engine's lock, which is taken here only while something is abandoned.
// SAFETY: its dictionaries are touched only while `upkeep_lock` is held.
final class AbandonedNodes: @unchecked Sendable {
  static let shared = AbandonedNodes()

  struct Entry {
    /// The edges that hang, and one while the node is being abandoned.
    var count: Int
    /// The effect whose node it is.
    ///
    /// A turn may come to it.
    let effect: GraphElement?
    /// The edge with which the list of a collecting node begins.
    ///
    /// Marking may change that list as long as another of the node's edges hangs, so this one stays
    /// until the node goes.
    var parent: EdgeRef?
  }

  private var entries: [NodeRef: Entry] = [:]
  private var readers: [NodeRef: [EdgeRef]] = [:]

  func add(_ node: NodeRef, with edges: [EdgeRef], _ effect: GraphElement?) {
    upkeep_lock()
    defer { upkeep_unlock() }
    entries[node] = Entry(count: 1, effect: effect)
    insert(edges, of: node)
    node.set(.isAbandoned)
  }

  /// Adds the edges of a collecting node that is being abandoned, that from its parent among them.
  ///
  /// - Returns: whether it is: one that has waited for its watchers may be freed as any other is.
  func add(_ edges: [EdgeRef], of node: NodeRef, parent: EdgeRef?) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let index = entries.index(forKey: node) else { return false }
    entries.values[index].parent = parent
    insert(edges, of: node)
    return true
  }

  private func insert(_ edges: [EdgeRef], of node: NodeRef) {
    entries[node]?.count += edges.count
    for edge in edges {
      readers[edge.input, default: []].append(edge)
      edge.input.set(.hasAbandonedReaders)
    }
  }

  /// Returns the edges of abandoned nodes from an input.
  func take(readersOf input: NodeRef) -> [EdgeRef] {
    upkeep_lock()
    defer { upkeep_unlock() }
    input.clear(.hasAbandonedReaders)
    return readers.removeValue(forKey: input) ?? []
  }

  /// Whether a node is here.
  func contains(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return entries[node] != nil
  }

  /// Counts an edge as gone; returns the entry if it was the last one.
  func countDown(_ node: NodeRef) -> Entry? {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let index = entries.index(forKey: node) else { return nil }
    entries.values[index].count -= 1
    return entries.values[index].count == 0 ? entries.remove(at: index).value : nil
  }
}
