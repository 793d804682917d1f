import UpkeepScope

/// The value of every definition in every scope, from the atoms and the overrides alone.
///
/// The oracle receives the outcomes of resources; `Ledger` judges whether they are right.
final class Oracle {
  struct State {
    /// The values of atoms.
    var values: [Key: Int] = [:]
    /// For each scope the variants that override definitions.
    var overrides: [[Int: Int]]
  }

  private let world: World
  let parents: [Int?]
  var state: State
  private let shown: (Int, Int) -> Seen

  init(_ world: World, parents: [Int?], shown: @escaping (Int, Int) -> Seen) {
    self.world = world
    self.parents = parents
    self.shown = shown
    state = State(overrides: parents.map { _ in [:] })
  }

  /// The scope that owns a definition, seen from a scope.
  func owner(_ scope: Int, _ index: Int) -> Int {
    guard let parent = parents[scope] else { return scope }
    if case .atom = world.items[index].kind {
      return state.overrides[scope][index] != nil ? scope : owner(parent, index)
    }
    return state.overrides[scope].isEmpty ? owner(parent, index) : scope
  }

  func key(_ scope: Int, _ index: Int) -> Key {
    Key(scope: owner(scope, index), definition: index)
  }

  /// The variant of a definition, which the nearest override decides.
  func variant(_ scope: Int, _ index: Int) -> Int {
    if let variant = state.overrides[scope][index] { return variant }
    return parents[scope].map { variant($0, index) } ?? 0
  }

  /// The scope whose override decides the variant of a definition.
  func source(_ scope: Int, _ index: Int) -> Int? {
    if state.overrides[scope][index] != nil { return scope }
    return parents[scope].flatMap { source($0, index) }
  }

  func initial(_ key: Key) -> Int {
    world.items[key.definition].programs[variant(key.scope, key.definition)].start
  }

  func write(_ scope: Int, _ index: Int, _ value: Int) { state.values[key(scope, index)] = value }

  func reset(_ scope: Int, _ index: Int) { state.values[key(scope, index)] = nil }

  func override(_ scope: Int, _ index: Int, _ variant: Int) {
    state.overrides[scope][index] = variant
    state.values[Key(scope: scope, definition: index)] = nil
  }

  func value(_ scope: Int, _ index: Int) -> Seen {
    var known: [Key: Seen] = [:]
    return value(scope, index, &known)
  }

  private func value(_ scope: Int, _ index: Int, _ known: inout [Key: Seen]) -> Seen {
    let key = key(scope, index)
    if let value = known[key] { return value }
    let item = world.items[index]
    let value: Seen
    switch item.kind {
    case .atom: value = .number(state.values[key] ?? initial(key))
    case .compute, .load: value = shown(scope, index)
    case .computed, .writable:
      let program = item.programs[variant(key.scope, index)]
      var sum = program.start
      for action in program.actions {
        switch action {
        case .add(let input): sum += self.value(key.scope, input, &known).weight
        case .choose(let first, let second, let third):
          let isEven = self.value(key.scope, first, &known).weight % 2 == 0
          sum += self.value(key.scope, isEven ? second : third, &known).weight
        case .wait, .sleep, .gate: break
        }
      }
      if case .writable = item.kind {
        value = .number(sum)
      } else {
        value = .number(sum % program.modulus)
      }
    }
    known[key] = value
    return value
  }
}
