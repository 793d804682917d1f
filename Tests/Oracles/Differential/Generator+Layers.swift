/// Tentative properties and their layers.
extension Generator {
  mutating func tentative() -> Operation {
    let parent = node()
    let id = newID()
    tentatives.append(id)
    if stored.contains(parent) { storedParents[id] = parent }
    derived.append(id)
    note(id, reads: [parent])
    return .tentative(
      TentativeSpec(
        id: id, parent: parent, validity: validity(), hasClock: random.chance(90),
        isAlways: random.chance(5)))
  }

  /// One step with layers.
  mutating func layering() -> [Operation] {
    guard !tentatives.isEmpty else { return addition() }
    if random.chance(20) { return [.advance(random.chance(3) ? -1 : random.below(4))] }
    let host = tentatives[random.below(tentatives.count)]
    if random.chance(15), let parent = storedParents[host] {
      return confirmation(of: host, over: parent)
    }
    return [layering(over: host)]
  }

  /// A layer over the present value, which the next write may end.
  private mutating func confirmation(of host: Int, over parent: Int) -> [Operation] {
    let id = newID()
    layers.append(id)
    let layer = LayerSpec(
      id: id, host: host, content: .function(function(over: host)),
      validity: random.chance(50)
        ? Validity(endsWhenConfirmed: true) : Validity(endsWithChange: true))
    let seen = random.chance(50) ? [Operation.observe(plainEffect(.read(host)))] : []
    return seen + [.lay(layer), .write(parent, random.below(3) - 1)]
  }

  private mutating func layering(over host: Int) -> Operation {
    let layer = layers.randomElement(using: &random)
    switch (random.pick([10, 10, 14, 4, 8, 3]), layer) {
    case (0, _):
      return .lay(LayerSpec(id: 0, host: host, content: .written(random.payload())))
    case (2, _): return lay(.function(function(over: host)), host)
    case (3, _): return .revert(host)
    case (4, let layer?): return .endLayer(layer, isConfirmed: random.chance(50))
    case (5, let layer?): return .isActive(layer)
    default: return lay(.fixed(random.payload()), host)
    }
  }

  private mutating func lay(_ content: LayerSpec.Content, _ host: Int) -> Operation {
    let id = newID()
    layers.append(id)
    return .lay(LayerSpec(id: id, host: host, content: content, validity: validity()))
  }

  private mutating func validity() -> Validity {
    if random.chance(20) { return Validity(endsWithChange: true) }
    return Validity(
      duration: random.chance(50) ? random.below(4) : nil, endsWhenConfirmed: random.chance(45))
  }

  /// An expression that reads the host for the value below the layer.
  private mutating func function(over host: Int) -> Expression {
    var other = random.chance(50) ? expression(1) : .constant(random.payload())
    if other.mentions.contains(where: { reaches($0, host) }) { other = .constant(random.payload()) }
    note(host, reads: other.mentions)
    switch random.pick([4, 2, 2, 2]) {
    case 0: return .clamp(.add(.read(host), other), -3, 3)
    case 1: return .clamp(.read(host), -1, 1)
    case 2: return .ifElse(other, .read(host), .constant(random.payload()))
    default: return .greater(.read(host), other)
    }
  }

  /// Adds an action that lays or reverts layers of a property that the effect does not read, asks
  /// whether a layer is active, or lets time pass.
  mutating func addLayering(to spec: inout EffectSpec) {
    if random.chance(4) {
      spec.actions.append(
        Action(run: 1 + random.below(3), deed: .perform(.advance(random.below(4)))))
    }
    let open = tentatives.filter { !reaches(spec.id, $0) }
    guard random.chance(12), let host = open.randomElement(using: &random) else { return }
    note(host, reads: [spec.id])
    let operation = layering(over: host)
    if case .endLayer = operation { return }
    spec.actions.append(Action(run: random.below(3), deed: .perform(operation)))
  }

  /// Whether a drop is allowed here.
  ///
  /// The end of a tentative property takes effect at once: inside a turn the oracle cannot tell
  /// whether something else keeps the property alive.
  func mayDrop(_ id: Int, _ depth: Int) -> Bool {
    depth == 0 || !tentatives.contains { reaches(id, $0) }
  }
}
