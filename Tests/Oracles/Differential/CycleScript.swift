import Upkeep

/// A cycle of derived values that yield `Result`, which closes and opens with a switch.
///
///     m0 <- m1 <- ... <- mLast      each adds a stored value of its own to what it reads
///      '-----------------'          mLast reads m0 only while the switch is on
///
/// Beside it stand a healthy derived value and one that reads a member and survives its failure.
final class CycleScript {
  let isClosed: StoredProperty<Bool>
  let addends: [StoredProperty<Int>]
  let members: [DerivedProperty<Result<Int, any Error>>]
  let survivor: DerivedProperty<Int>
  let bystander: DerivedProperty<Int>
  private let links: Links

  private final class Links {
    var members: [DerivedProperty<Result<Int, any Error>>] = []
  }

  init(count: Int, isClosed startsClosed: Bool, using random: inout SplitMix64) {
    let links = Links()
    let isClosed = StoredProperty(startsClosed, name: "isClosed")
    let addends = (0..<count).map { StoredProperty(random.payload(), name: "a\($0)") }
    for index in 0..<count {
      let addend = addends[index]
      let name = "m\(index)"
      // Links go up to the next member, so the first reads down the whole cycle.
      let next = { [unowned links] in try links.members[(index + 1) % count].value.get() }
      let isLast = index == count - 1
      let readsAddendFirst = random.chance(50)
      links.members.append(
        .catching(name: name) {
          if isLast, !isClosed.value { return addend.value }
          if readsAddendFirst { return try addend.value + next() }
          return try next() + addend.value
        })
    }
    let member = links.members[random.below(count)]
    survivor = DerivedProperty(name: "survivor") { (try? member.value.get()) ?? 100 }
    let first = addends[0]
    bystander = DerivedProperty(first, name: "bystander") { $0 * 2 }
    self.isClosed = isClosed
    self.addends = addends
    self.links = links
    members = links.members
  }

  /// Breaks the references of the members to one another.
  func open() { links.members = [] }

  var properties: [UntypedProperty] { members + addends + [isClosed, survivor, bystander] }

  /// The members' right values: the sum of the addends from each to the last, or failures.
  func expected() -> [Int?] {
    members.indices.map { index in
      isClosed.peek() ? nil : addends[index...].reduce(0) { $0 + $1.peek() }
    }
  }

  /// The mistakes in the values now.
  func mistakes() -> [String] {
    var found: [String] = []
    for (member, expected) in zip(members, expected()) {
      switch (member.value, expected) {
      case (.success(let value), let expected?) where value == expected: break
      case (.failure(let error), nil) where error is CycleError: break
      default: found.append("\(member.name) is \(member.value), not \(expected as Any)")
      }
    }
    if bystander.value != addends[0].peek() * 2 { found.append("bystander \(bystander.value)") }
    if isClosed.peek(), survivor.value != 100 { found.append("survivor \(survivor.value)") }
    if !isClosed.peek(), survivor.value == 100 { found.append("survivor not healed") }
    return found + Inspection.violations(around: properties)
  }

  /// Opens and closes a cycle at random; returns the first mistake.
  static func difference(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    let nodes = Inspection.counts.nodes
    let found = run(&random)
    let leaked = Inspection.counts.nodes - nodes
    return found ?? (leaked == 0 ? nil : "\(leaked) nodes leaked")
  }

  private static func run(_ random: inout SplitMix64) -> String? {
    let cycle = CycleScript(count: 1 + random.below(5), isClosed: random.chance(30), using: &random)
    defer { cycle.open() }
    var reports: [CycleError] = []
    let updater = Updater()
    var log: [String] = []
    return withMisuseHandler({ if case .cycle(let error) = $0 { reports.append(error) } }) {
      let observed = cycle.members[random.below(cycle.members.count)]
      if random.chance(50) { updater.keepUpToDate { log.append("\(observed.value)") } }
      var told: [Int: Bool] = [:]
      for (index, member) in cycle.members.enumerated() where random.chance(30) {
        member.livenessHandler = { told[index] = $0 }
      }
      var wasClosed = false
      for step in 0..<12 {
        let willClose = cycle.isClosed.peek()
        let mistakes = cycle.mistakes()
        if !mistakes.isEmpty { return "step \(step): \(mistakes)" }
        if willClose, !wasClosed {
          if reports.count != 1 { return "step \(step): \(reports.count) reports of a new cycle" }
          let names = Set(cycle.members.map(\.name))
          if Set(reports[0].path) != names || reports[0].path.count != names.count + 1 {
            return "step \(step): the path is \(reports[0].path)"
          }
        }
        if !willClose, !reports.isEmpty { return "step \(step): reports without a cycle" }
        for (index, isLive) in told where cycle.members[index].isLive != isLive {
          return "step \(step): the liveness handler of member \(index) was told \(isLive)"
        }
        reports = []
        wasClosed = willClose
        if random.chance(20) { if updater.isPaused { updater.unpause() } else { updater.pause() } }
        if random.chance(50) {
          cycle.isClosed.value.toggle()
        } else {
          cycle.addends[random.below(cycle.addends.count)].value = random.payload()
        }
      }
      return nil
    }
  }
}
