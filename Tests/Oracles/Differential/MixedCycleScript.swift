import Upkeep

/// A cycle of derived values of both kinds; some of them had a value before the cycle closed.
///
///     m0 <- m1 <- ... <- mLast      each adds a constant to what it reads
///      '-----------------'          mLast reads m0 only while the switch is on
///
/// The result must not depend on which member is read first. A member that yields a `Result` fails
/// with a path that begins at itself. A member that had a value keeps it. A member without a value
/// computes from the member that it reads.
final class MixedCycleScript {
  /// The number that stands for a failure.
  private static let fallback = -1_000

  private let isClosed = StoredProperty(false, name: "isClosed")
  private let addends: [Int]
  private let isResult: [Bool]
  private var members: [UntypedProperty] = []

  private init(_ random: inout SplitMix64) {
    let count = 1 + random.below(6)
    addends = (0..<count).map { _ in random.payload() }
    isResult = (0..<count).map { _ in random.chance(30) }
    var next: UntypedProperty?
    for index in (0..<count).reversed() {
      let made = member(index, readsNext: next, isDeclared: random.chance(40))
      members.insert(made, at: 0)
      next = made
    }
  }

  private func number(_ property: UntypedProperty) -> Int {
    switch property {
    case let plain as Property<Int>: plain.value
    case let result as Property<Result<Int, any Error>>: (try? result.value.get()) ?? Self.fallback
    default: 0
    }
  }

  private func member(
    _ index: Int, readsNext next: UntypedProperty?, isDeclared: Bool
  ) -> UntypedProperty {
    let name = "m\(index)"
    let compute = { [unowned self] () -> Int in
      if let next { return number(next) &+ addends[index] }
      return isClosed.value ? number(members[0]) &+ addends[index] : addends[index]
    }
    let inputs = isDeclared ? next.map { [$0] } : nil
    return isResult[index]
      ? DerivedProperty.catching(dependencies: inputs, name: name, compute)
      : DerivedProperty(dependencies: inputs, name: name, compute)
  }

  /// The text for a member: its number, or the path of its failure.
  private func shown(_ index: Int) -> String {
    guard let result = members[index] as? Property<Result<Int, any Error>> else {
      return "\(number(members[index]))"
    }
    switch result.value {
    case .success(let number): return "\(number)"
    case .failure(let error as CycleError): return error.path.joined(separator: " ")
    case .failure(let error): return "\(error)"
    }
  }

  /// The expected text of each member; the first `withoutValue` members have no value yet.
  private func expected(isClosed: Bool, withoutValue: Int) -> [String] {
    let sums = addends.indices.map { addends[$0...].reduce(0, &+) }
    if !isClosed { return sums.map { "\($0)" } }
    let count = addends.count
    var numbers = sums
    for index in (0..<count).reversed() {
      if isResult[index] {
        numbers[index] = Self.fallback
      } else if index < withoutValue {
        numbers[index] = numbers[(index + 1) % count] &+ addends[index]
      }
    }
    return addends.indices.map { first in
      if !isResult[first] { return "\(numbers[first])" }
      return (0...count).map { "m\((first + $0) % count)" }.joined(separator: " ")
    }
  }

  /// Opens and closes a cycle at random; returns the first mistake.
  static func difference(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    return leavingNothing(isAlone: true) { MixedCycleScript(&random).run(&random) }
  }

  private func run(_ random: inout SplitMix64) -> String? {
    // If no member keeps a value, the program stops.
    var withoutValue = random.below(members.count)
    if withoutValue > 0, !isResult[withoutValue...].contains(false) { withoutValue = 0 }
    if withoutValue < members.count { _ = shown(withoutValue) }
    let updater = Updater()
    if withoutValue == 0, random.chance(50) {
      let watched = random.below(members.count)
      updater.keepUpToDate { [unowned self] in _ = shown(watched) }
    }
    for step in 0..<6 {
      var reports = 0
      let willClose = step % 2 == 0
      let found = withMisuseHandler({ _ in reports += 1 }) {
        isClosed.value = willClose
        let order = members.indices.shuffled(using: &random)
        let first = order.map { ($0, shown($0)) }
        let again = order.map { ($0, shown($0)) }
        return (first + again).sorted { $0.0 < $1.0 }
      }
      let expected = expected(isClosed: willClose, withoutValue: withoutValue)
      for (index, shown) in found where shown != expected[index] {
        return "step \(step): m\(index) is \(shown), not \(expected[index])"
      }
      let wanted = willClose && isResult.contains(false) ? 1 : 0
      if reports != wanted { return "step \(step): \(reports) reports, not \(wanted)" }
      let violations = Inspection.violations(around: members + [isClosed])
      if !violations.isEmpty { return "step \(step): \(violations)" }
      withoutValue = 0
    }
    return nil
  }
}
