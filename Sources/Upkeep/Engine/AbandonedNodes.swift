import UpkeepThread

/// The abandoned nodes that hang in lists of others, for the whole program.
///
/// A node waits until nobody who works on the graph comes to it any more: down by an edge from an input, or up by one that
/// does not retain, which has closed a cycle. Members of cycles would wait for one another; so nodes that such an edge
/// connects go together, and for the edges among them nobody waits.
///
/// - Complexity: O(1) for each edge, and where cycles are dropped O(members), under the engine's lock, which is taken
///   here only while something is abandoned, or has been in a cycle.
// SAFETY: its dictionaries, and the groups that are in them, are touched only while `upkeep_lock` is held.
final class AbandonedNodes: @unchecked Sendable {
  static let shared = AbandonedNodes()

  /// Nodes that go together.
  final class Group {
    /// The edges between its nodes and others, and one for each node that is being abandoned.
    fileprivate var count = 0
    fileprivate(set) var members: [Member]
    /// The edges among its nodes.
    fileprivate(set) var edges: [EdgeRef] = []

    fileprivate init(_ member: Member) { members = [member] }
  }

  struct Member {
    let node: NodeRef
    /// The effect whose node it is.
    ///
    /// A turn may come to it.
    let effect: GraphEffect?
    /// The edge with which the list of a collecting node begins.
    ///
    /// Marking may change that list as long as another of the node's edges hangs, so this one stays
    /// until the node goes.
    fileprivate(set) var parent: EdgeRef?
  }

  private var groups: [NodeRef: Group] = [:]
  private var readers: [NodeRef: [EdgeRef]] = [:]
  /// The nodes that are looked at once more by who has just taken edges from them, as often.
  private var pins: [NodeRef: Int] = [:]

  // MARK: - By who drops a node

  /// Adds a node that is being abandoned; returns what its edges retain.
  func add(_ node: NodeRef, _ effect: GraphEffect?) -> [Unmanaged<GraphElement>] {
    upkeep_lock()
    defer { upkeep_unlock() }
    let group = Group(Member(node: node, effect: effect))
    groups[node] = group
    group.count = 1 + pins[node, default: 0]
    node.set(.isAbandoned)
    if node.signs.contains(.hasLooseReaders) { meetReaders(of: node, group) }
    // The list of a collecting node is changed by marking; its edges follow from `Children.deinit`.
    if node.signs.contains(.collects) { return [] }
    // SAFETY: each is retained by its edge, and alive therefore; who has asked releases it, and nobody else.
    var held: [Unmanaged<GraphElement>] = []
    var edge = node.firstInput
    while let current = edge {
      edge = current.nextInput
      hang(current)
      if current.retainsElsewhere, let object = current.input.object { held.append(object) }
    }
    return held
  }

  /// Adds the edges of a collecting node that is being abandoned, that from its parent among them.
  ///
  /// - Returns: whether it is: one that has waited for its watchers may be freed as any other is.
  func add(_ edges: [EdgeRef], of node: NodeRef, parent: EdgeRef?) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let group = groups[node],
      let index = group.members.firstIndex(where: { $0.node == node })
    else { return false }
    group.members[index].parent = parent
    for edge in edges { hang(edge) }
    return true
  }

  private func hang(_ edge: EdgeRef) {
    guard let group = groups[edge.subscriber] else { return }
    if let other = groups[edge.input] {
      // Only an edge that does not retain leads from a node that has gone before; that has counted it.
      assert(edge.input.signs.contains(.hasLooseReaders), "an edge that nobody has counted")
      other.count -= 1
      join(group, other, by: edge)
    } else {
      group.count += 1
      readers[edge.input, default: []].append(edge)
      edge.input.set(.hasAbandonedReaders)
    }
  }

  /// Joins a node with its readers that have been abandoned before, and has it wait for the others.
  private func meetReaders(of node: NodeRef, _ group: Group) {
    for edge in takeReaders(of: node) {
      guard let other = groups[edge.subscriber] else { continue }
      other.count -= 1
      join(group, other, by: edge)
    }
    var edge = node.firstSubscriber
    while let current = edge {
      edge = current.nextSubscriber
      // That of a node which reads itself hangs next.
      if current.subscriber == node || groups[current.subscriber] == nil { group.count += 1 }
    }
  }

  private func join(_ group: Group, _ other: Group, by edge: EdgeRef) {
    group.edges.append(edge)
    if group === other { return }
    group.count += other.count
    group.members += other.members
    group.edges += other.edges
    for member in other.members { groups[member.node] = group }
  }

  // MARK: - By who works on the graph

  /// Returns the edges of abandoned nodes from an input.
  func take(readersOf input: NodeRef) -> [EdgeRef] {
    upkeep_lock()
    defer { upkeep_unlock() }
    return takeReaders(of: input)
  }

  private func takeReaders(of input: NodeRef) -> [EdgeRef] {
    input.clear(.hasAbandonedReaders)
    return readers.removeValue(forKey: input) ?? []
  }

  /// Takes an edge out of the subscribers of an input that may be on its way out elsewhere, and keeps that until `unpin`.
  func unlinkAndPin(_ edge: EdgeRef) {
    upkeep_lock()
    defer { upkeep_unlock() }
    edge.unlink()
    pins[edge.input, default: 0] += 1
    // The input waits for its readers that are not abandoned themselves.
    if let group = groups[edge.input], groups[edge.subscriber] != nil { group.count += 1 }
  }

  /// Lets go of a node; says whether it has been abandoned: then an edge of it is to be counted as gone.
  func unpin(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    if let count = pins[node] { pins[node] = count > 1 ? count - 1 : nil }
    return groups[node] != nil
  }

  /// Takes an edge, or all, out of the inputs of a reader that may be on its way out elsewhere, and keeps that until
  /// `unpin`; nil if it has been abandoned, and its edges hang.
  func unlistAndPin(_ edge: EdgeRef, orAll isAll: Bool) -> EdgeRef? {
    upkeep_lock()
    defer { upkeep_unlock() }
    let reader = edge.subscriber
    if groups[reader] != nil { return nil }
    pins[reader, default: 0] += 1
    guard isAll else {
      Graph.unlist(edge)
      edge.nextInput = nil
      return edge
    }
    let first = reader.firstInput
    reader.firstInput = nil
    reader.lastInput = nil
    return first
  }

  // MARK: - By both

  /// Whether a node is here.
  func contains(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return groups[node] != nil
  }

  /// Counts an edge as gone; returns the nodes that go if it was the last one.
  func countDown(_ node: NodeRef) -> Group? {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let group = groups[node] else { return nil }
    group.count -= 1
    if group.count != 0 { return nil }
    for member in group.members { groups[member.node] = nil }
    return group
  }
}
