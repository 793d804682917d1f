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

  @Test(.hops) func `a cycle without a value to keep stops the program and says which member`()
    async
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

  @Test(.hops, arguments: [false, true])
  func `a cycle says which of its members to turn into a Result, whoever has heard of it`(
    hasHandler: Bool
  ) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [hasHandler = hasHandler as Bool] in
      let box = Late<Property<Int>>()
      let first = DerivedProperty(name: "first") { (box.content?.value ?? 0) + 1 }
      let second = DerivedProperty.catching(dependencies: [first], name: "second") { first.value }
      let third = DerivedProperty(second, name: "third") { (try? $0.get()) ?? 0 }
      let reader = DerivedProperty.catching(dependencies: [third], name: "reader") { third.value }
      box.content = third
      if hasHandler {
        withMisuseHandler({ _ in }) { _ = reader.value }
      } else {
        _ = reader.value
      }
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("third -> second -> first -> third"))
    #expect(message.contains("turn each of third and first into a Result"))
    #expect(message.contains("a reader outside the cycle that catches it does not help"))
    #expect(message.contains("has no earlier value to keep"))
  }

  @Test(.hops) func `a Result that has no place for a cycle stops the program like any value`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let box = Late<Property<Result<Int, Refusal>>>()
      let first = DerivedProperty(name: "first") { box.content?.value ?? .success(0) }
      let second = DerivedProperty(first, name: "second") { $0 }
      box.content = second
      _ = first.value
    }
    let message = text(result?.standardErrorContent)
    #expect(message.contains("has no earlier value to keep"))
  }

  @Test(.hops) func `a stop says why although a handler has heard of it`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let count = StoredProperty(0, name: "count")
      withMisuseHandler({ _ in }) { count.modify { $0 = count.value } }
    }
    // Before the trap, whose message a release build drops.
    let message = text(result?.standardErrorContent)
    #expect(message.hasPrefix("Upkeep: a property must not be used inside an in-place edit"))
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}
