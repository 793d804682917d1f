/// A flat buffer of raw nodes, and the operations of their functions.
struct RawBuffer {
  // SAFETY: owned by the `Raw` that passes it to its functions, and as long as its graph; every
  // index in a node was handed out by that same graph.
  private let nodes: UnsafeMutablePointer<RawNode>

  init(_ nodes: UnsafeMutableRawPointer) {
    self.nodes = nodes.assumingMemoryBound(to: RawNode.self)
  }

  @inline(__always)
  func settleUnary(
    _ index: Int, _ pass: Int, _ compute: (_ input: Int, _ operand: Int) -> Int
  ) -> RawOutcome.RawValue {
    let first = nodes[index].first
    guard nodes[first].changedIn == pass else { return RawOutcome.skipped.rawValue }
    return settle(index, pass, compute(nodes[first].value, nodes[index].operand))
  }

  @inline(__always)
  func settleBinary(
    _ index: Int, _ pass: Int, _ compute: (_ first: Int, _ second: Int) -> Int
  ) -> RawOutcome.RawValue {
    let (first, second) = (nodes[index].first, nodes[index].second)
    guard nodes[first].changedIn == pass || nodes[second].changedIn == pass else {
      return RawOutcome.skipped.rawValue
    }
    return settle(index, pass, compute(nodes[first].value, nodes[second].value))
  }

  @inline(__always)
  func settleFold(
    _ index: Int, _ pass: Int, from start: Int, _ fold: (_ partial: Int, _ input: Int) -> Int
  ) -> RawOutcome.RawValue {
    let inputs = UnsafeBufferPointer(start: nodes[index].inputs, count: nodes[index].first)
    var result = start
    var isStale = false
    for input in inputs {
      isStale = isStale || nodes[input].changedIn == pass
      result = fold(result, nodes[input].value)
    }
    guard isStale else { return RawOutcome.skipped.rawValue }
    return settle(index, pass, result)
  }

  @inline(__always)
  func deliver(_ index: Int, _ pass: Int, _ take: (_ input: Int, _ operand: Int) -> Void)
    -> RawOutcome.RawValue
  {
    let first = nodes[index].first
    guard nodes[first].changedIn == pass else { return RawOutcome.skipped.rawValue }
    take(nodes[first].value, nodes[index].operand)
    return RawOutcome.same.rawValue
  }

  @inline(__always)
  private func settle(_ index: Int, _ pass: Int, _ new: Int) -> RawOutcome.RawValue {
    guard new != nodes[index].value else { return RawOutcome.same.rawValue }
    nodes[index].value = new
    nodes[index].changedIn = pass
    return RawOutcome.changed.rawValue
  }
}
