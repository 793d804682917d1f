/// "mux" of kairo: each write makes a new list of all sources, and each item picks one value.
///
///     head 0  \         /-> item 0  -> +1 -> effect
///     ...      -> list ---> ...
///     head 99 /         \-> item 99 -> +1 -> effect
///
/// A write computes the list and all items, and all items but one are cut off. Asserted: the +1
/// below the written head. The script writes 20 times; two of the writes write the current value.
struct KairoMux: Scenario {
  static let name = "kairo.mux"
  let n = 100

  var runs: Int { operations * (n + 3) }
  var operations: Int { 18 }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: operations * (n + 2), effects: operations)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let heads = (0..<n).map { _ in engine.source(0) }
    let list = engine.list(heads.map { engine.node($0) }, by: ListingAll(count: n))
    let items = (0..<n).map { index in engine.derive(list, [], by: TakingItem(index: index)) }
    let ends = items.map { engine.derive($0, by: Adding(amount: 1)) }
    for end in ends { engine.effect(on: end, into: sink) }
    let (sources, leaves) = (Borrowed(heads), Borrowed(ends))
    return {
      for index in 0..<10 {
        sources.with(index) { engine.write(index, to: $0) }
        let found = leaves.with(index) { engine.read($0) }
        try VoidRun.unless(found, is: index + 1, "at an end", of: Self.name)
      }
      for index in 0..<10 {
        sources.with(index) { engine.write(2 * index, to: $0) }
        let found = leaves.with(index) { engine.read($0) }
        try VoidRun.unless(found, is: 2 * index + 1, "at an end", of: Self.name)
      }
    }
  }

  private struct ListingAll: ListingStep {
    let count: Int

    func apply(_ read: some Inputs) -> [Int] { (0..<count).map { read($0) } }
  }

  private struct TakingItem: ListReadingStep {
    let index: Int

    func apply(_ list: () -> List, _ read: some Inputs) -> Int { list().items[index] }
  }
}
