import Upkeep

/// Effects that wake one another in a loop until the library stops them (law 8).
///
/// Each effect writes the input of the next. Each also reads a number of its own, and numbers that
/// no effect writes.
struct LoopScript {
  /// The number of times that one effect may run in a flush.
  private static let most = 1_000
  /// The number of properties that a report names.
  private static let named = 16

  /// Starts a loop; returns the first mistake.
  static func difference(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    let count = 1 + random.below(3)
    let numbers = (0..<count).map { StoredProperty(0, name: "n\($0)") }
    let others = (0..<count).map { effect in
      (0..<random.below(12)).map { StoredProperty($0, name: "o\(effect).\($0)") }
    }
    var reports: [Misuse] = []
    var runs = Array(repeating: 0, count: count)
    let updater = Updater()
    let isStarted = StoredProperty(false, name: "isStarted")
    for index in 0..<count {
      updater.keepUpToDate(name: "e\(index)") {
        runs[index] += 1
        guard isStarted.value else { return }
        let sum = others[index].reduce(numbers[index].value) { $0 + $1.value }
        numbers[(index + 1) % count].value = sum + 1
      }
    }
    withMisuseHandler({ reports.append($0) }, { isStarted.value = true })
    guard reports.count == 1,
      let loop = reports[0].description.firstMatch(of: #/stopped: (.*); they read (.*)\. Usually/#)
    else { return "expected one report of a loop, found \(reports)" }
    let (effects, properties) = (names(loop.1), names(loop.2))
    if effects != (0..<count).map({ "e\($0)" }) { return "the loop has the effects \(effects)" }
    var read: [String] = []
    for index in 0..<count {
      for name in ["isStarted", "n\(index)"] + others[index].map({ name($0.name) })
      where !read.contains(name) { read.append(name) }
    }
    if properties != Array(read.prefix(named)) { return "the loop reads \(properties)" }
    if runs.contains(where: { $0 < most || $0 > most + 2 }) {
      return "the effects ran \(runs) times"
    }
    return Inspection.violations(around: numbers + [isStarted]).first
  }

  /// A name without its file and line.
  private static func names(_ list: Substring) -> [String] {
    list.split(separator: ", ").map { name(String($0)) }
  }

  private static func name(_ description: String) -> String {
    String(description.prefix { $0 != " " })
  }
}
