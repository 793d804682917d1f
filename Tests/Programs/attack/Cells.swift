import Differential
import Upkeep
import UpkeepScope

/// Definitions of scopes that read slots and one another, and act meanwhile.
enum Cells {
  static let first = Atom(lifetime: .whileUsed, effects: effects(), name: "first") { load(1) }
  static let second = Atom(lifetime: .keep, name: "second") { load(2) }
  static let sum = Computed(effects: effects(), name: "sum") { get in
    UpperLayers.act(15)
    return Load((get(first).number + get(second).number) % 50)
  }
  static let mixed = Computed(name: "mixed") { get in
    UpperLayers.act(15)
    let below = Attack.current?.slots[1]?.property.value.number ?? 0
    return Load((get(sum).number + below) % 50)
  }
  static let member: Family<Int, Computed<Load>> = Family { number in
    Computed(lifetime: number % 2 == 0 ? .whileUsed : .lru(2), name: "member") { get in
      UpperLayers.act(10)
      let further = get(first).number
      if number > 0, further % 2 == 0 {
        return Load((get(member(number - 1)).number + further) % 50)
      }
      return Load((get(number % 3 == 0 ? sum : mixed).number + number) % 50)
    }
  }
  static let lingering = Computed(lifetime: .keep(for: .seconds(2)), name: "lingering") { get in
    UpperLayers.act(15)
    return Load(get(mixed).number / 2)
  }
  static let outcome = Resource(name: "outcome") { (get: Reader) throws -> Load in
    UpperLayers.act(15)
    let number = get(mixed).number
    if number % 5 == 0 { throw Refusal() }
    return Load(number)
  }
  static let late = Resource(name: "late") { (get: LoadReader) async throws -> Load in
    let number = get(sum).number
    UpperLayers.act(30)
    await Task.yield()
    UpperLayers.act(30)
    if number % 5 == 0 { throw Refusal() }
    return try await Load(number + get(outcome).number)
  }

  private static func load(_ number: Int) -> Load {
    UpperLayers.act(10)
    return Load(number)
  }

  private static func effects<Value>() -> [DefinitionEffect<Value>] {
    [
      .onInitialize { _ in UpperLayers.act(20) }, .onChange { _, _, _ in UpperLayers.act(40) },
      .onRelease { _ in UpperLayers.act(40) },
    ]
  }
}
