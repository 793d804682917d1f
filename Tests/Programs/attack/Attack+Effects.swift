import Differential
import Upkeep

// Effects of all kinds.
extension Attack {
  func cancel() {
    switch random.below(5) {
    case 0:
      let index = random.below(observations.count)
      observations[index]?.cancel()
      set(\.observations, index, nil)
    case 1:
      set(\.targets, random.below(targets.count), random.chance(70) ? Target() : nil)
    case 2:
      let token = tokens[random.below(tokens.count)]
      token?.onCleanUp { [weak self] in self?.mayAct(50) }
    default:
      let index = random.below(tokens.count)
      tokens[index]?.cancel()
      if random.chance(70) { set(\.tokens, index, nil) }
    }
  }

  func makeEffect() {
    guard let updater = updaters[random.below(updaters.count)] else { return }
    let fuse = Fuse()
    guard let first = input(below: Self.slotCount), let second = input(below: Self.slotCount) else {
      return
    }
    switch random.below(13) {
    case 0, 1:
      keep(updater.keepUpToDate { [weak self] in self?.use(fuse) })
    case 2, 3:
      keep(updater.keepUpToDate { [weak self] token in self?.use(fuse, token) })
    case 4:
      keep(updater.keepUpToDate(dependencies: [first, second]) { [weak self] in self?.use(fuse) })
    case 5:
      let token = updater.onTransition(first, initially: random.chance(50), changes: rule()) {
        [weak self] (_: Load?, _: Load) in
        self?.mayAct(50)
      }
      keep(token)
    case 6:
      keep(
        updater.when({ [weak self] in first.value.number % 4 == 0 && self?.use(fuse) == nil }) {
          [weak self] in
          self?.mayAct(60)
        })
    case 7: bind(first, second, updater)
    case 8: keepFailing(updater, fuse)
    case 9:
      let observation = first.onChange { [weak self] _ in
        _ = fuse
        self?.mayAct(50)
      }
      set(\.observations, random.below(observations.count), observation)
    case 10:
      guard let target = targets[random.below(targets.count)] else { return }
      let inputs = random.chance(50) ? [first] : nil
      keep(updater.keepUpToDate(target, dependencies: inputs) { $0.update() })
    case 11: if let token = followRows(updater) { keep(token) }
    default:
      guard let member = anyMember() else { return }
      keep(
        updater.keepUpToDate { [weak self] in
          _ = member.value
          self?.use(fuse)
        })
    }
  }

  private func keep(_ token: EffectToken) { set(\.tokens, random.below(tokens.count), token) }

  private func use(_ fuse: Fuse, _ token: EffectToken? = nil) {
    _ = fuse
    observe()
    guard let token else { return }
    if random.chance(60) { token.onCleanUp { [weak self] in self?.mayAct(40) } }
    mayAct(20)
    if random.chance(5) { token.cancel() }
  }

  private func bind(_ first: Property<Load>, _ second: Property<Load>, _ updater: Updater) {
    if let first = first as? StoredProperty<Load>, let second = second as? StoredProperty<Load> {
      if first === second { return }
      return keep(
        updater.bind(
          first, second,
          forward: { [weak self] load in
            self?.mayAct(10)
            return Load(load.number)
          }, backward: { Load($0.number) }))
    }
    guard let target = targets[random.below(targets.count)] else { return }
    keep(updater.bind(object: target, keyPath: \.load, toProperty: first))
  }

  private func keepFailing(_ updater: Updater, _ fuse: Fuse) {
    let token = updater.keepUpToDate(onError: { [weak self] _ in self?.mayAct(40) }) {
      [weak self] () throws -> Void in
      self?.use(fuse)
      if self?.random.chance(50) == true { throw Refusal() }
    }
    keep(token)
    _ = try? updater.keepUpToDateOrThrow { [weak self] in
      self?.use(fuse)
      if self?.random.chance(50) == true { throw Refusal() }
    }
  }
}
