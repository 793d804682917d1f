/// A search for the shortest way from a node up to another, on which each node needs the next.
///
/// The search follows the inputs that each node read last, or the known input of a node that has
/// read nothing yet. It marks the nodes that it has entered with `Node.Flags.checking`. It runs
/// only where a write is allowed, so that only effects may be checked at the same time.
struct UpwardSearch: ~Copyable {
  private struct Step {
    let node: NodeRef
    /// The index of the step from which the node was reached.
    let origin: Int
  }

  private var steps = Buffer<Step>()

  deinit {
    for index in 0..<steps.count { steps[index].node.flags.remove(.checking) }
  }

  /// Returns the shortest way from a node up to `target`, or nil if there is none.
  ///
  /// - Complexity: O(1) if no edge was ever made from `target`; otherwise O(nodes and edges above
  ///   `node`), each entered once.
  static func path(from node: NodeRef, to target: NodeRef) -> [NodeRef]? {
    guard node == target || target.flags.contains(.wasRead) else { return nil }
    var search = UpwardSearch()
    return search.path(from: node, to: target)
  }

  private mutating func path(from node: NodeRef, to target: NodeRef) -> [NodeRef]? {
    enter(node, from: 0)
    var index = 0
    while index < steps.count {
      let current = steps[index].node
      if current == target { return way(to: index) }
      enterInputs(of: current, from: index)
      index += 1
    }
    return nil
  }

  private mutating func enter(_ node: NodeRef, from origin: Int) {
    if node.flags.contains(.checking) { return }
    node.flags.insert(.checking)
    steps.append(Step(node: node, origin: origin))
  }

  private mutating func enterInputs(of node: NodeRef, from origin: Int) {
    if node.firstInput == nil, let input = node.guest?.knownInput { enter(input, from: origin) }
    for edge in node.inputs { enter(edge.input, from: origin) }
    for edge in node.inputHolder?.edges ?? [] { enter(edge.input, from: origin) }
  }

  private func way(to end: Int) -> [NodeRef] {
    var way = [steps[end].node]
    var index = end
    while index > 0 {
      index = steps[index].origin
      way.append(steps[index].node)
    }
    return way.reversed()
  }
}
