extension Oracle {
  func add(_ id: Int, _ kind: Node.Kind, _ expression: Expression = .constant(0)) -> Node {
    made += 1
    let node = Node(id, kind, expression, order: made)
    node.mentions = expression.mentions
    nodes[id] = node
    return node
  }

  func make(_ spec: StoredSpec, _ kind: Node.Kind) {
    guard nodes[spec.id] == nil else { return }
    let node = add(spec.id, kind, .constant(spec.value))
    node.isAlways = spec.isAlways
    node.isCoarse = spec.isCoarse && !spec.isAlways && kind == .stored
    node.hasOwnRule = spec.isAlways || node.isCoarse
    if kind == .stored { node.now = version(.value(spec.value)) }
    handles.insert(spec.id)
  }

  func make(_ spec: ListSpec) {
    guard nodes[spec.id] == nil, spec.members.allSatisfy(isNumber) else { return }
    let node = add(spec.id, .stored)
    node.isNumber = false
    node.now = version(.list(spec.members))
    handles.insert(spec.id)
  }

  func make(_ spec: DerivedSpec) {
    guard nodes[spec.id] == nil, handles.isSuperset(of: spec.mentions), let needs = spec.needs,
      needs.numbers.allSatisfy(isNumber), needs.lists.allSatisfy(isList)
    else { return }
    let (kind, expression) = meaning(spec)
    let node = add(spec.id, kind, expression)
    node.inputs = spec.inputs.map { unique($0.map(resolve)) }
    node.isOptional = spec.form == .multilevelOptional
    node.isFailable = spec.yieldsResult || node.isOptional
    node.isNumber = !node.isFailable && kind != .collection
    node.isAlways = spec.isAlways && spec.form != .passThrough
    node.hasOwnRule = node.isAlways || spec.form == .ruledPassThrough
    node.isCounted =
      spec.form != .passThrough && spec.form != .ruledPassThrough && kind != .collection
    node.mentions = spec.mentions
    if kind == .manual { _ = publish(node, calculation(node)) }
    handles.insert(spec.id)
  }

  private func meaning(_ spec: DerivedSpec) -> (Node.Kind, Expression) {
    switch (spec.form, spec.expression) {
    case (.manual, let expression): (.manual, expression)
    case (.collection, let expression): (.collection, expression)
    case (.passThrough, .read(let parent)):
      (nodes[resolve(parent)]?.hasOwnRule == true ? .derived : .alias, spec.expression)
    case (.multilevelOptional, .index(let which, let row)):
      (
        .derived,
        .ifElse(
          .greater(.tryOr(which, .constant(0)), .constant(-1)),
          .index(.tryOr(which, .constant(0)), row), .failIf(.constant(1)))
      )
    case (.multilevel, .index(let which, let row)):
      (.derived, .index(.tryOr(which, .constant(0)), row))
    case (_, let expression): (.derived, expression)
    }
  }

  func make(_ spec: EffectSpec) {
    guard nodes[spec.id] == nil, handles.isSuperset(of: spec.mentions),
      !spec.isBinding || spec.inputs?.allSatisfy({ payload($0) != nil }) == true,
      spec.kind != .transition || spec.inputs?.first.map(isNumber) == true
    else { return }
    let node = add(spec.id, .effect, spec.expression)
    node.effect = spec
    node.inputs = spec.inputs.map { unique($0.map(resolve)) }
    node.mentions = spec.mentions
    let crew = crews[spec.updater] ?? Crew(order: made)
    crews[spec.updater] = crew
    node.crew = crew
    start(node, spec, crew)
  }

  func start(_ node: Node, _ spec: EffectSpec, _ crew: Crew) {
    node.waitsForCommit = !journals.isEmpty
    calling(crew) {
      if node.waitsForCommit, spec.kind == .orThrow, tryOut(node, spec) == .failure { return }
      effects.append(spec.id)
      if node.waitsForCommit {
        journals[journals.count - 1].started.append(spec.id)
        return
      }
      node.isStarting = spec.kind == .orThrow
      firstRun(node)
      node.isStarting = false
    }
  }

  // MARK: - Asking

  /// The node behind a pass-through that adds nothing.
  func resolve(_ id: Int) -> Int {
    guard let node = nodes[id], node.kind == .alias, case .read(let parent) = node.expression
    else { return id }
    return resolve(parent)
  }

  func isNumber(_ id: Int) -> Bool { handles.contains(id) && nodes[id]?.isNumber == true }

  private func isList(_ id: Int) -> Bool {
    handles.contains(id) && nodes[id]?.kind == .stored && nodes[id]?.isNumber == false
  }
}
