/// The value of a pure node, computed from the stored values and nothing else.
final class Truth: ExpressionReading {
  private let oracle: Oracle
  private var known: [Int: Outcome?] = [:]
  /// The value that the function of a tentative layer receives.
  private var given: [Int: Int] = [:]

  init(_ oracle: Oracle) { self.oracle = oracle }

  /// The value of a node; nil if it peeks, even through others, or does not follow all its reads.
  func outcome(of id: Int) -> Outcome? {
    if let outcome = known[id] { return outcome }
    let outcome = compute(id)
    known[id] = .some(outcome)
    return outcome
  }

  private func compute(_ id: Int) -> Outcome? {
    guard let node = oracle.nodes[oracle.resolve(id)] else { return nil }
    if !node.computes { return node.now?.outcome }
    if let tentative = node.tentative { return shown(tentative.spec, tentative.layers) }
    if node.kind == .collection { return elements(node.expression) }
    guard followsAllItReads(node) else { return nil }
    let result = try? value(node.expression)
    return .some(result.map { .value($0) } ?? (node.isFailable ? .failure : .value(0)))
  }

  private func followsAllItReads(_ node: Oracle.Node) -> Bool {
    let reads = node.expression.reads
    return node.expression.isPure
      && node.inputs.map { Set($0).isSuperset(of: reads.map(oracle.resolve)) } ?? true
      && reads.allSatisfy { outcome(of: $0) != nil && !isPlainList($0) }
  }

  /// The value that an effect must have seen last.
  ///
  /// Nil for an effect that waits or does not follow all its reads. Nil also if an input has a
  /// change rule of its own: after a pause the effect may then have seen another value.
  func sight(of effect: Int) -> Outcome? {
    guard let node = oracle.nodes[effect], let spec = node.effect, node.runs > 0,
      [.plain, .failing, .orThrow].contains(spec.kind), node.crew?.isPaused != true,
      !node.waitsForCommit, followsAllItReads(node),
      !node.trace.contains(where: { oracle.nodes[$0.node]?.isCoarse == true })
    else { return nil }
    return (try? value(spec.expression)).map { .value($0) } ?? .failure
  }

  /// Whether a node is a plain list: a sum over a plain list does not follow its elements.
  private func isPlainList(_ id: Int) -> Bool {
    oracle.nodes[id]?.kind == .stored && oracle.nodes[id]?.isNumber == false
  }

  /// The parent's value with all layers over it, from the lowest up.
  private func shown(_ spec: TentativeSpec, _ layers: Int) -> Outcome? {
    guard case .value(let parent)? = outcome(of: spec.parent),
      case .list(let ids, _)? = oracle.nodes[layers]?.now?.outcome
    else { return nil }
    var value = parent
    for layer in ids.compactMap({ oracle.nodes[$0]?.layer?.spec }) {
      // The parent's value at the beginning of the layer is not known here.
      if layer.validity.endsWithChange { return nil }
      if layer.validity.endsWhenConfirmed, !spec.isAlways {
        guard let confirmed = apply(layer, to: parent) else { return nil }
        if confirmed == parent { continue }
      }
      guard let next = apply(layer, to: value) else { return nil }
      value = next
    }
    return .value(value)
  }

  private func apply(_ layer: LayerSpec, to below: Int) -> Int? {
    guard case .function(let expression) = layer.content else { return layer.fixedValue }
    guard expression.isPure,
      layer.mentions.allSatisfy({ outcome(of: $0) != nil && !isPlainList($0) })
    else { return nil }
    given[layer.host] = below
    defer { given[layer.host] = nil }
    return local(expression)
  }

  private func elements(_ expression: Expression) -> Outcome? {
    guard case .read(let list) = expression, case .list(let ids, _)? = outcome(of: list),
      ids.allSatisfy({ outcome(of: $0) != nil })
    else { return nil }
    return .list(ids)
  }

  // MARK: - Expressions

  func read(_ id: Int) throws -> Int {
    if let value = given[id] { return value }
    guard case .value(let value)? = outcome(of: id) else { throw EvaluationFailed() }
    return value
  }

  func local(_ part: Expression) -> Int { (try? value(part)) ?? 0 }

  func sum(_ id: Int) throws -> Int {
    guard case .list(let ids, _)? = outcome(of: id) else { throw EvaluationFailed() }
    return try ids.reduce(0) { try $0 &+ read($1) }
  }

  // Impure expressions are never evaluated.
  func peek(_ id: Int) throws -> Int { throw EvaluationFailed() }
  func untracked(_ part: Expression) throws -> Int { throw EvaluationFailed() }
  func isTentative(_ id: Int) throws -> Int { throw EvaluationFailed() }
  func misuse(_ id: Int, _ value: Int) throws -> Int { throw EvaluationFailed() }
}
