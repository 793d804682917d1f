/// The inputs of a derived value before the first refresh in a transaction.
///
/// With the value and its version, the inputs are the whole state of the node, so that a rolled
/// back node need not compute again. Few children of a collecting node change, so `Children`
/// restores them one by one.
@usableFromInline
struct KeptInputs {
  private struct Kept {
    // A reference to the property, so that the node cannot be reused for another property.
    let input: GraphElement
    let version: Version
    let isRetaining: Bool
  }

  private var kept: [Kept] = []
  /// Whether the node has to compute after the rollback, because it had to compute before, has lost
  /// an input, or was in a cycle.
  private var mustCompute: Bool
  /// The inputs of a collecting node that have changed since the turn began.
  private let moved: [NodeRef: Version?]

  /// - Complexity: O(inputs), with allocation.
  @usableFromInline
  init(of node: NodeRef) {
    moved = node.inputHolder?.moved ?? [:]
    mustCompute = !node.flags.isDisjoint(with: [.changed, .inCycle])
    if node.flags.contains(.collects) { return }
    for edge in node.inputs {
      // The property of an input that the node does not retain may be released elsewhere at the
      // same time.
      guard !edge.isLoose, let input = edge.input.element else {
        mustCompute = true
        return
      }
      kept.append(Kept(input: input, version: edge.version, isRetaining: edge.isRetaining))
    }
  }

  /// Restores these inputs.
  ///
  /// The node becomes stale; it keeps its value if the inputs still have these versions.
  @usableFromInline
  func putBack(to node: NodeRef, _ context: ContextRef) {
    if let holder = node.inputHolder {
      holder.moved = moved
    } else if mustCompute || node.flags.contains(.inCycle) {
      // Edges of a cycle do not retain, so they cannot be restored.
      Graph.forgetInputs(of: node, context)
    } else {
      node.flags.remove(.changed)
      if !putVersionsBack(to: node) { replaceInputs(of: node, context) }
    }
    node.flags.insert(.stale)
  }

  /// Restores only the versions, if the inputs are the same; nearly always they are.
  private func putVersionsBack(to node: NodeRef) -> Bool {
    if !node.inputs.elementsEqual(kept, by: { $0.input == $1.input.node }) { return false }
    for (edge, kept) in zip(node.inputs, kept) { edge.version = kept.version }
    return true
  }

  private func replaceInputs(of node: NodeRef, _ context: ContextRef) {
    let others = node.firstInput
    node.firstInput = nil
    node.lastInput = nil
    for kept in kept {
      Graph.declare(kept.input.node, of: node, isRetaining: kept.isRetaining)
      node.lastInput?.version = kept.version
    }
    for edge in node.inputs { edge.attachAgain() }
    Graph.dropInputs(from: others, context)
  }
}

extension EdgeRef {
  /// Attaches the edge, and the edges above that were detached when the input went stale without
  /// readers.
  func attachAgain() {
    var pending = [self]
    while let edge = pending.popLast() {
      let input = edge.input
      if input.firstSubscriber == nil, input.flags.contains(.stale) {
        for above in input.inputs where !above.isAttached { pending.append(above) }
      }
      if !edge.isAttached { edge.attach() }
    }
  }
}
