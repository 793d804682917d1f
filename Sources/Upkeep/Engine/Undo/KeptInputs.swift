/// The inputs of a derived value when a transaction was about to refresh it first: together with its value and
/// version they are all that it was, so one that is put back computes nothing again.
///
/// Those of a collecting node are put back change by change, by `Children`: they are many, and few change.
@usableFromInline
struct KeptInputs {
  private struct Kept {
    // A reference, so that the node does not come to stand for another property.
    let input: GraphElement
    let version: Version
    let isRetaining: Bool
  }

  private var kept: [Kept] = []
  /// The node was about to compute, whatever its inputs; or an input has gone, or a cycle was closed among them.
  private var mustCompute: Bool
  /// The inputs of a collecting node that have moved since the turn began.
  private let moved: [NodeRef: Version?]

  /// - Complexity: O(inputs), with allocation.
  @usableFromInline
  init(of node: NodeRef) {
    moved = node.inputHolder?.moved ?? [:]
    mustCompute = !node.flags.isDisjoint(with: [.changed, .inCycle])
    if node.flags.contains(.collects) { return }
    var edge = node.firstInput
    while let current = edge {
      edge = current.nextInput
      // What the node does not keep may be on its way out elsewhere.
      guard !current.isLoose, let input = current.input.element else {
        mustCompute = true
        return
      }
      kept.append(Kept(input: input, version: current.version, isRetaining: current.isRetaining))
    }
  }

  /// Makes these the inputs again.
  ///
  /// The node is stale: its value follows if the versions are still those.
  @usableFromInline
  func putBack(to node: NodeRef, _ context: ContextRef) {
    if let holder = node.inputHolder {
      holder.moved = moved
    } else if mustCompute || node.flags.contains(.inCycle) {
      // Edges of a cycle do not retain: they cannot be made again from here.
      Graph.forgetInputs(of: node, context)
    } else {
      node.flags.remove(.changed)
      if !putVersionsBack(to: node) { replaceInputs(of: node, context) }
    }
    node.flags.insert(.stale)
  }

  /// Nearly always it has read the same.
  private func putVersionsBack(to node: NodeRef) -> Bool {
    var edge = node.firstInput
    for kept in kept {
      guard let current = edge, current.input == kept.input.node else { return false }
      edge = current.nextInput
    }
    if edge != nil { return false }
    edge = node.firstInput
    for kept in kept {
      edge?.version = kept.version
      edge = edge?.nextInput
    }
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
    var edge = node.firstInput
    while let current = edge {
      edge = current.nextInput
      current.attachAgain()
    }
    Graph.dropInputs(from: others, context)
  }
}

extension EdgeRef {
  /// Attaches the edge, and those above that came off because nobody needed what is stale there.
  func attachAgain() {
    var pending = [self]
    while let edge = pending.popLast() {
      let input = edge.input
      if input.firstSubscriber == nil, input.flags.contains(.stale) {
        var above = input.firstInput
        while let current = above {
          above = current.nextInput
          if !current.isAttached { pending.append(current) }
        }
      }
      if !edge.isAttached { edge.attach() }
    }
  }
}
