import Testing

@testable import Upkeep

/// The mistakes after which there is no value to go on with.
@Suite(.leavesNothing) struct MisuseStops {
  @Test(.hops)
  func `without a handler a mistake is written to standard error, and the program goes on`()
    async
  {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let count = StoredProperty(0, name: "count")
      let total = DerivedProperty(name: "total") { () -> Int in
        count.value = 1
        return 1
      }
      _ = total.value
    }
    let message = text(result?.standardErrorContent)
    #expect(message.hasPrefix("Upkeep: a derivation must not write, but total ("))
    #expect(message.contains("wrote to count (UpkeepTests/MisuseStops.swift:"))
  }

  @Test(.hops) func `reading a property inside an in-place edit of itself stops the program`() async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let count = StoredProperty(0, name: "count")
      count.modify { $0 = count.value }
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("a property must not be used inside an in-place edit of itself"))
    #expect(message.contains("count (UpkeepTests/MisuseStops.swift:"))
  }

  @Test(.hops) func `an in-place edit inside another of the same property stops the program`() async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let count = StoredProperty(0, name: "count")
      count.modify { _ in count.modify { $0 = 1 } }
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("in-place edit of itself, but count"))
  }

  @Test(.hops) func `a ring without a value to keep stops the program and says which member`() async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let box = Late<DerivedProperty<Int>>()
      let total = DerivedProperty(name: "total") { (box.content?.value ?? 0) + 1 }
      let tax = DerivedProperty(total, name: "tax") { $0 * 2 }
      box.content = tax
      _ = total.value
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("total -> tax -> total"))
    #expect(message.contains("total at UpkeepTests/MisuseStops.swift:"))
    #expect(message.contains("tax at UpkeepTests/MisuseStops.swift:"))
    #expect(message.contains("has no earlier value to keep"))
  }

  @Test(.hops) func `a first read that outruns the stack names the property and the depth`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withStack(bytes: 512 << 10) {
        var chain: [Property<Int>] = [StoredProperty(0)]
        for level in 1...20_000 {
          let previous = chain[level - 1]
          chain.append(DerivedProperty(name: "level\(level)") { previous.value + 1 })
        }
        _ = chain[20_000].value
      }
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("the first read of a chain of tracked derived values"))
    #expect(message.contains("levels deep at level"))
    #expect(message.contains("DerivedProperty(a, b) { ... }"))
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}
