import Upkeep

/// A cycle of derived values that keep their last value; a switch closes and opens the cycle.
///
///     m0 <- m1 <- ... <- mLast      each adds a stored value of its own to what it reads
///      '-----------------'          mLast reads m0 only while the switch is on
///
/// Readers follow members, and effects follow both. The cycle is never visible: each member keeps
/// its value from before.
final class KeptCycleScript {
  private let isClosed = StoredProperty(false, name: "isClosed")
  private let addends: [StoredProperty<Int>]
  private var members: [DerivedProperty<Int>] = []
  /// The member that each reader follows.
  private let followed: [Int]
  private var readers: [DerivedProperty<Int>] = []
  /// The runs of each reader, and of the effects on each member and each reader.
  private var runs: Runs
  private let updater = Updater()

  private struct Runs: Equatable {
    var readers: [Int]
    var onMembers: [Int]
    var onReaders: [Int]

    /// Counts one more run for everything that follows a member up to `last`.
    mutating func change(upTo last: Int, _ followed: [Int], _ watched: Set<Int>) {
      for member in 0...last where watched.contains(member) { onMembers[member] += 1 }
      for (reader, member) in followed.enumerated() where member <= last {
        readers[reader] += 1
        onReaders[reader] += 1
      }
    }
  }

  /// The members that effects follow.
  private var watched: Set<Int> = []

  private init(_ random: inout SplitMix64) {
    let count = 1 + random.below(4)
    addends = (0..<count).map { StoredProperty(random.payload(), name: "a\($0)") }
    followed = (0..<1 + random.below(3)).map { _ in random.below(count) }
    let none = Array(repeating: 0, count: followed.count)
    runs = Runs(readers: none, onMembers: Array(repeating: 0, count: count), onReaders: none)
    for index in 0..<count {
      members.append(
        DerivedProperty(name: "m\(index)") { [unowned self] in
          let isLast = index == count - 1
          if isLast, !isClosed.value { return addends[index].value }
          return members[(index + 1) % count].value &+ addends[index].value
        })
    }
    for (reader, member) in followed.enumerated() {
      let compute = { [unowned self] (value: Int) in
        runs.readers[reader] += 1
        return value
      }
      let member = members[member]
      readers.append(
        random.chance(50)
          ? DerivedProperty(member, name: "r\(reader)") { compute($0) }
          : DerivedProperty(name: "r\(reader)") { compute(member.value) })
    }
    observe(&random)
  }

  /// Makes the effects, in a random order.
  private func observe(_ random: inout SplitMix64) {
    for target in (0..<members.count + readers.count).shuffled(using: &random) {
      if target >= members.count {
        let reader = target - members.count
        updater.keepUpToDate { [unowned self] in
          runs.onReaders[reader] += 1
          _ = readers[reader].value
        }
      } else if random.chance(50) {
        watched.insert(target)
        updater.keepUpToDate { [unowned self] in
          runs.onMembers[target] += 1
          _ = members[target].value
        }
      }
    }
  }

  /// Opens and closes a cycle at random; returns the first mistake.
  static func difference(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    return leavingNothing(isAlone: true) { KeptCycleScript(&random).run(&random) }
  }

  private func run(_ random: inout SplitMix64) -> String? {
    var reports = 0
    return withMisuseHandler({ if $0.kind == "cycle" { reports += 1 } }) {
      for step in 0..<12 {
        var expected = runs
        let before = (values: values, reports: reports, isClosed: isClosed.value)
        if random.chance(50) || before.isClosed {
          isClosed.value.toggle()
        } else {
          let index = random.below(addends.count)
          let value = random.payload()
          if addends[index].value != value { expected.change(upTo: index, followed, watched) }
          addends[index].value = value
        }
        if runs != expected { return "step \(step): expected \(expected), found \(runs)" }
        let new = reports - before.reports
        if new != (isClosed.value ? 1 : 0) { return "step \(step): \(new) reports of a cycle" }
        let sums = addends.indices.map { addends[$0...].reduce(0) { $0 + $1.value } }
        if values != sums { return "step \(step): the members are \(values), not \(sums)" }
        if readers.map(\.value) != followed.map({ sums[$0] }) { return "step \(step): a reader" }
        let all: [UntypedProperty] = members + readers + addends + [isClosed]
        if let found = Inspection.violations(around: all).first { return "step \(step): \(found)" }
      }
      return nil
    }
  }

  private var values: [Int] { members.map(\.value) }
}
