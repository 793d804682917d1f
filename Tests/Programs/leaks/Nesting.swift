import Differential
import Upkeep

/// The levels that law 13 promises where closures of the program's nest.
let nestingLevels = 500

/// Nests closures of the program's on the stack that law 13 gives them, and expects that nothing is
/// left.
func nestEverything(_ checks: Checks) {
  for kind in Nesting.allCases {
    checks.expectNoFailures("\(kind), \(nestingLevels) deep", onStackOf: nestingStack) {
      kind.failures(nestingLevels)
    }
  }
}

/// Has each of many hold the next, lets go of the first on a stack of 512 KB, and expects that nothing is left.
func holdEverything(_ length: Int, _ checks: Checks) {
  for kind in Holding.allCases {
    checks.expectNoFailures("\(kind) that hold the next, \(length) of them") {
      let tally = HeldTally()
      let left = withNodeCount { count in
        do { _ = kind.chain(length, tally) }
        return count()
      }
      let isEmpty = tally.gone == length && left.nodes == 0 && left.edges == 0
      return isEmpty ? [] : ["\(tally.gone) are gone, \(left) left"]
    }
  }
}

/// Code that reads or makes the next of its kind.
enum Nesting: CaseIterable, Sendable {
  case readingRules, firstReads, attachingHandlers, nestedEffects

  func failures(_ length: Int) -> [String] {
    let (wrong, left) = withNodeCount { count in (use(length), count()) }
    return wrong + (left.nodes == 0 && left.edges == 0 ? [] : ["\(left) left"])
  }

  private func use(_ length: Int) -> [String] {
    switch self {
    case .readingRules: return difference(Self.readInRules(length), 2)
    case .firstReads: return difference(Self.readFirst(length), length)
    case .attachingHandlers: return difference(Self.attach(length), 2 * length)
    case .nestedEffects: return difference(Self.nest(length), length)
    }
  }

  private func difference(_ found: Int, _ wanted: Int) -> [String] {
    found == wanted ? [] : ["\(found) instead of \(wanted)"]
  }

  private static func readInRules(_ length: Int) -> Int {
    let source = StoredProperty(1)
    var chain: [Property<Int>] = [source]
    for index in 0..<length {
      let rule = ChangeRule<Int> { [unowned before = chain[index]] in
        $1 != $0 && before.value == $1
      }
      chain.append(DerivedProperty(source, changes: rule) { $0 })
      _ = chain[index + 1].value
    }
    source.value = 2
    return chain[length].value
  }

  private static func readFirst(_ length: Int) -> Int {
    var last: Property<Int> = StoredProperty(0)
    for _ in 0..<length {
      let before = last
      last = DerivedProperty { before.value + 1 }
    }
    return last.value
  }

  /// The handler of each property has an effect need the next.
  private static func attach(_ length: Int) -> Int {
    let properties = (0...length).map { StoredProperty($0) }
    var told = 0
    for index in 0..<length {
      let updater = Updater()
      properties[index].livenessHandler = { [next = properties[index + 1]] isLive in
        told += 1
        if isLive { updater.keepUpToDate { _ = next.value } } else { updater.pause() }
      }
    }
    let updater = Updater()
    updater.keepUpToDate { _ = properties[0].value }.cancel()
    return told
  }

  private static func nest(_ length: Int) -> Int {
    let updater = Updater()
    var runs = 0
    func make(_ rest: Int) {
      updater.keepUpToDate {
        runs += 1
        if rest > 1 { make(rest - 1) }
      }
    }
    make(length)
    // The effects hold the updater that owns them.
    updater.cancel()
    return runs
  }
}
