import Upkeep

/// A cycle of derived values that yield `Result`, which closes and opens with a switch.
///
///     m0 <- m1 <- ... <- mLast      each adds a stored value of its own to what it reads
///      '-----------------'          mLast reads m0 only while the switch is on
///
/// A healthy derived value and a reader that survives a member's failure stand beside the cycle.
final class CycleScript {
  private let isClosed: StoredProperty<Bool>
  let addends: [StoredProperty<Int>]
  private(set) var members: [DerivedProperty<Result<Int, any Error>>] = []
  /// The member that the survivor reads.
  private var survived = 0
  private lazy var survivor = DerivedProperty(name: "survivor") { [member = members[survived]] in
    (try? member.value.get()) ?? 100
  }
  private lazy var bystander = DerivedProperty(addends[0], name: "bystander") { $0 * 2 }
  /// Whether members read inside a transaction of their own, which is rolled back.
  private let readsInVain: Bool

  init(count: Int, isClosed startsClosed: Bool, using random: inout SplitMix64) {
    let isClosed = StoredProperty(startsClosed, name: "isClosed")
    self.isClosed = isClosed
    addends = (0..<count).map { StoredProperty(random.payload(), name: "a\($0)") }
    readsInVain = random.chance(20)
    let inVain = readsInVain ? random.below(count) : nil
    for (index, addend) in addends.enumerated() {
      // Each member reads the next, so a read of the first goes down the whole cycle.
      let next = { [unowned self] in try members[(index + 1) % count].value.get() }
      let isLast = index == count - 1
      let readsAddendFirst = random.chance(50)
      let isInVain = index == inVain
      members.append(
        .catching(name: "m\(index)") { () throws(any Error) -> Int in
          if isLast, !isClosed.value { return addend.value }
          if isInVain { transaction(isUndone: true) { _ = try? next() } }
          if readsAddendFirst { return try addend.value + next() }
          return try next() + addend.value
        })
    }
    survived = random.below(count)
    _ = (survivor, bystander)
  }

  /// Releases the members.
  func open() { members = [] }

  private var properties: [UntypedProperty] { members + addends + [isClosed, survivor, bystander] }

  /// The members' right values: the sum of the addends from each member to the last; nil while the
  /// cycle is closed.
  private func expected() -> [Int?] {
    members.indices.map { index in
      isClosed.peek() ? nil : addends[index...].reduce(0) { $0 + $1.peek() }
    }
  }

  /// Whether a path goes once round the cycle, beginning at a member.
  ///
  /// If members read in a transaction that is rolled back, only the path's beginning is checked.
  private func isPath(_ path: [String], from index: Int) -> Bool {
    let count = members.count
    return readsInVain
      ? path.first == "m\(index)" : path == (0...count).map { "m\((index + $0) % count)" }
  }

  /// The mistakes in the present values, and in the graph.
  func mistakes() -> [String] { mistakesOfValues() + Inspection.violations(around: properties) }

  private func mistakesOfValues() -> [String] {
    var found: [String] = []
    for (index, (member, expected)) in zip(members, expected()).enumerated() {
      switch (member.value, expected) {
      case (.success(let value), let expected?) where value == expected: break
      case (.failure(let error as CycleError), nil) where isPath(error.path, from: index): break
      default: found.append("\(member.name) is \(member.value), not \(expected as Any)")
      }
    }
    if bystander.value != addends[0].peek() * 2 { found.append("bystander \(bystander.value)") }
    if isClosed.peek(), survivor.value != 100 { found.append("survivor \(survivor.value)") }
    if !isClosed.peek(), survivor.value == 100 { found.append("survivor not healed") }
    return found
  }

  /// Opens and closes a cycle at random; returns the first mistake.
  static func difference(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    return leavingNothing { run(&random) }
  }

  private static func run(_ random: inout SplitMix64) -> String? {
    let cycle = CycleScript(count: 1 + random.below(5), isClosed: random.chance(30), using: &random)
    defer { cycle.open() }
    var reports = 0
    let updater = Updater()
    var log: [String] = []
    return withMisuseHandler({ _ in reports += 1 }) {
      let observed = cycle.members[random.below(cycle.members.count)]
      if random.chance(50) { updater.keepUpToDate { log.append("\(observed.value)") } }
      var told: [Int: Bool] = [:]
      for (index, member) in cycle.members.enumerated() where random.chance(30) {
        member.livenessHandler = { told[index] = $0 }
      }
      for step in 0..<12 {
        if let found = cycle.mistakes().first { return "step \(step): \(found)" }
        // All members are failures, so no cycle is reported.
        if reports != 0 { return "step \(step): \(reports) reports" }
        for (index, isLive) in told where cycle.members[index].isLive != isLive {
          return "step \(step): the liveness handler of member \(index) was told \(isLive)"
        }
        if random.chance(20) { if updater.isPaused { updater.unpause() } else { updater.pause() } }
        if random.chance(30) {
          let found = cycle.changeInTransaction(isUndone: random.chance(60), &random)
          if let found { return "step \(step), inside: \(found)" }
        } else {
          cycle.change(&random)
        }
      }
      return nil
    }
  }

  private func change(_ random: inout SplitMix64) {
    if random.chance(50) {
      isClosed.value.toggle()
    } else {
      addends[random.below(addends.count)].value = random.payload()
    }
  }

  /// Makes several changes in a transaction, and checks the values between the changes.
  private func changeInTransaction(isUndone: Bool, _ random: inout SplitMix64) -> String? {
    var found: String?
    transaction(isUndone: isUndone) {
      for _ in 0...random.below(3) {
        change(&random)
        if random.chance(60) { found = found ?? mistakesOfValues().first }
      }
    }
    return found
  }
}
