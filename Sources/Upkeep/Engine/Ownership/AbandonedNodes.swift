import UpkeepThread

/// The program's abandoned nodes whose edges are still in the lists of other nodes.
///
/// - Complexity: O(1) for each edge, under the engine's lock; the lock is taken here only while a
///   node is abandoned.
// SAFETY: the dictionaries are touched only while `upkeep_lock` is held.
final class AbandonedNodes: @unchecked Sendable {
  static let shared = AbandonedNodes()

  struct Entry {
    /// The number of edges still in lists, plus one while the node is being abandoned.
    var count: Int
    /// The effect to which the node belongs.
    ///
    /// The effect is kept because a turn may still reach the node.
    let effect: GraphElement?
    /// The first edge of a collecting node's list of inputs.
    ///
    /// Marking may change that list while another edge of the node is still in a list, so this edge
    /// stays until the node is freed.
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

  /// Adds the edges of a collecting node that is being abandoned, the edge from its parent
  /// included.
  ///
  /// - Returns: Whether the node is being abandoned; if it waited for its watchers, it may be freed
  ///   in the ordinary way.
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

  /// Removes and returns the edges from `input` to abandoned nodes.
  func take(readersOf input: NodeRef) -> [EdgeRef] {
    upkeep_lock()
    defer { upkeep_unlock() }
    input.clear(.hasAbandonedReaders)
    return readers.removeValue(forKey: input) ?? []
  }

  func contains(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return entries[node] != nil
  }

  /// Counts one edge of a node as removed, and returns the node's entry if it was the last edge.
  func countDown(_ node: NodeRef) -> Entry? {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let index = entries.index(forKey: node) else { return nil }
    entries.values[index].count -= 1
    return entries.values[index].count == 0 ? entries.remove(at: index).value : nil
  }
}
