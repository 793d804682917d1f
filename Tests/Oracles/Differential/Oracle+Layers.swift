extension Oracle {
  /// A layer of a tentative property.
  struct Layer {
    let spec: LayerSpec
    /// The moment at which the layer ends.
    let deadline: Int?
    /// The effect that waits for the layer's confirmation.
    var watcher: Int?

    var isOwn: Bool { if case .written = spec.content { true } else { false } }
    var endsByItself: Bool { deadline != nil || spec.validity.endsByParent }
  }

  func make(_ spec: TentativeSpec) {
    guard nodes[spec.id] == nil, isNumber(spec.parent) else { return }
    let layers = hidden(.stored)
    layers.now = version(.list([]))
    let flag = hidden(.derived)
    flag.mentions = [layers.id]
    flag.calculate = { [unowned self] in
      .value(look(layers.id).outcome.ids.reversed().contains(where: isStanding) ? 1 : 0)
    }
    let node = add(spec.id, .derived, .read(spec.parent))
    node.tentative = (spec, layers.id, flag.id)
    node.isAlways = spec.isAlways
    node.hasOwnRule = spec.isAlways
    node.mentions = [spec.parent, layers.id, flag.id]
    node.crew = Crew(order: node.order)
    node.calculate = { [unowned self] in shown(over: spec.parent, look(layers.id).outcome.ids) }
    handles.insert(spec.id)
  }

  private func hidden(_ kind: Node.Kind) -> Node {
    locals += 1
    return add(-locals, kind)
  }

  // MARK: - Looking

  /// The value over the parent, computed from the topmost layer that is no function.
  private func shown(over parent: Int, _ layers: [Int]) -> Outcome {
    var functions: [Int] = []
    for id in layers.reversed() where isStanding(id) {
      functions.append(id)
      if let layer = nodes[id]?.layer, layer.spec.fixedValue != nil { break }
    }
    var value = 0
    if functions.last.flatMap({ nodes[$0]?.layer?.spec.fixedValue }) == nil {
      guard case .value(let shown) = look(parent).outcome else { return .failure }
      value = shown
    }
    return .value(functions.reversed().reduce(value) { apply($1, to: $0) })
  }

  /// Whether a layer still counts: a confirmed layer does not.
  private func isStanding(_ id: Int) -> Bool {
    nodes[id]?.calculate == nil || look(id).outcome != .value(1)
  }

  private func apply(_ id: Int, to below: Int) -> Int {
    guard let spec = nodes[id]?.layer?.spec, case .function(let expression) = spec.content else {
      return nodes[id]?.layer?.spec.fixedValue ?? below
    }
    step.computed[spec.id, default: 0] += 1
    given[spec.host] = below
    defer { given[spec.host] = nil }
    if case .value(let value) = outcome(expression) { return value }
    return 0
  }

  func isActive(_ layer: Int) -> Bool {
    readers.append(.nobody)
    defer { readers.removeLast() }
    return isLaid(layer) && isStanding(layer)
  }

  func isLaid(_ layer: Int) -> Bool {
    guard let host = nodes[layer]?.layer?.spec.host else { return false }
    return laid(over: host).contains(layer)
  }

  private func laid(over host: Int) -> [Int] {
    nodes[host]?.tentative.flatMap { nodes[$0.layers]?.now?.outcome.ids } ?? []
  }

  // MARK: - Changing

  func lay(_ spec: LayerSpec) {
    guard handles.contains(spec.host), let host = nodes[spec.host], let tentative = host.tentative,
      handles.isSuperset(of: spec.mentions)
    else { return }
    turn {
      let node = makeLayer(spec, over: host, tentative.spec)
      guard let layer = node.layer else { return }
      if !layer.isOwn { layers[spec.id] = node.id }
      let isOver =
        layer.deadline.map { $0 <= time } == true
        || node.computes && fresh(node.id).outcome == .value(1)
      let old = laid(over: spec.host)
      let replaced = layer.isOwn ? old.last { nodes[$0]?.layer?.isOwn == true } : nil
      replace(tentative.layers, .list(old.filter { $0 != replaced } + (isOver ? [] : [node.id])))
      if let replaced { disarm(replaced) }
      if !isOver { arm(node, host) }
    }
  }

  private func makeLayer(_ spec: LayerSpec, over host: Node, _ tentative: TentativeSpec) -> Node {
    var spec = spec
    if case .written = spec.content { spec.validity = tentative.validity }
    // A clock that stands still reaches no moment but the present one.
    let duration = spec.validity.duration.flatMap { tentative.hasClock || $0 == 0 ? $0 : nil }
    let node = hidden(.layer)
    node.layer = Layer(spec: spec, deadline: duration.map { time + $0 })
    // Only a confirmation reads the layer's value; the list of the layers holds the other nodes.
    node.mentions = (spec.validity.endsWhenConfirmed ? spec.mentions : []) + [tentative.parent]
    if spec.validity.endsWithChange {
      let first = fresh(tentative.parent).stamp
      node.calculate = { [unowned self] in
        .value(look(tentative.parent).stamp == first ? 0 : 1)
      }
    }
    if spec.validity.endsWhenConfirmed {
      let id = node.id
      node.calculate = { [unowned self] in
        guard case .value(let value) = look(tentative.parent).outcome else { return .failure }
        let isConfirmed = host.isUnchanged(.value(value), .value(apply(id, to: value)))
        return .value(isConfirmed ? 1 : 0)
      }
    }
    return node
  }

  private func arm(_ node: Node, _ host: Node) {
    if let deadline = node.layer?.deadline { deadlines.append((deadline, node.id)) }
    guard node.computes, let crew = host.crew else { return }
    let watcher = hidden(.effect)
    let spec = EffectSpec(id: watcher.id, expression: .constant(0), inputs: [node.id])
    watcher.effect = spec
    watcher.inputs = spec.inputs
    watcher.mentions = [node.id]
    watcher.watched = node.id
    watcher.crew = crew
    node.layer?.watcher = watcher.id
    start(watcher, spec, crew)
  }

  /// Stops a layer's timer.
  ///
  /// Time goes on inside a transaction: after a rollback a layer whose deadline has passed ends all
  /// the same.
  private func disarm(_ id: Int) {
    guard let layer = nodes[id]?.layer, layer.endsByItself else { return }
    if let watcher = layer.watcher { cancel(watcher) }
    onRollback(of: nodes[layer.spec.host]?.order ?? 0) { [self] in
      afterRollback.append { [self] in
        if let deadline = layer.deadline, deadline <= time { end(id) }
      }
    }
  }

  func end(_ layer: Int) {
    guard let host = nodes[layer]?.layer?.spec.host, let tentative = nodes[host]?.tentative,
      isLaid(layer)
    else { return }
    turn {
      replace(tentative.layers, .list(laid(over: host).filter { $0 != layer }))
      disarm(layer)
    }
  }

  func revert(_ host: Int) {
    guard handles.contains(host), let tentative = nodes[host]?.tentative else { return }
    turn {
      let ended = laid(over: host)
      replace(tentative.layers, .list([]))
      for layer in ended.reversed() { disarm(layer) }
    }
  }

  /// Ends, in one batch, the layers whose deadline has come.
  ///
  /// Layers with equal deadlines end in the order in which they began.
  func advance(_ duration: Int) {
    if duration < 0 {
      step.reports += 1
      return
    }
    turn {
      keeping {
        let end = time + duration
        let due = deadlines.filter { $0.time <= end }
        deadlines.removeAll { $0.time <= end }
        for deadline in Set(due.map(\.time)).sorted() {
          time = max(time, deadline)
          for entry in due where entry.time == deadline { self.end(entry.layer) }
        }
        time = end
      }
    }
  }
}

extension Outcome {
  var ids: [Int] { if case .list(let ids, _) = self { ids } else { [] } }
}

extension LayerSpec {
  var fixedValue: Int? {
    switch content {
    case .written(let value), .fixed(let value): value
    case .function: nil
    }
  }
}
