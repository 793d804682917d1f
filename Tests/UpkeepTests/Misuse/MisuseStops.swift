import Testing

@testable import Upkeep

/// Mistakes that stop the program, because no value is left to continue with.
@Suite(.leavesNothing) struct MisuseStops {
  @Test(.hops)
  func `a mistake without a handler is written to standard error, and the program goes on`()
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
    let message = standardError(result)
    #expect(message.hasPrefix("Upkeep: a derivation must not write, but total ("))
    #expect(message.contains("wrote to count (UpkeepTests/MisuseStops.swift:"))
  }

  enum Mistake: String, CaseIterable, Codable {
    case readInEdit, derivedInEdit, editInEdit, cycle, mixedCycle, wrongResult

    func make() {
      let count = StoredProperty(0, name: "count")
      let box = Holder<Property<Int>>()
      let first = DerivedProperty(name: "first") { (box.content?.value ?? 0) + 1 }
      switch self {
      case .readInEdit: count.modify { $0 = count.value }
      case .derivedInEdit:
        let double = DerivedProperty { count.value * 2 }
        count.modify { $0 += double.value }
      case .editInEdit: count.modify { _ in count.modify { $0 = 1 } }
      case .cycle:
        box.content = DerivedProperty(first, name: "second") { $0 * 2 }
        _ = first.value
      case .mixedCycle:
        let second = DerivedProperty.catching(dependencies: [first], name: "second") { first.value }
        let third = DerivedProperty(second, name: "third") { (try? $0.get()) ?? 0 }
        let reader = DerivedProperty.catching(dependencies: [third], name: "reader") { third.value }
        box.content = third
        _ = reader.value
      case .wrongResult:
        // The error type of the result has no case for a cycle.
        let box = Holder<Property<Result<Int, Refusal>>>()
        let first = DerivedProperty(name: "first") { box.content?.value ?? .success(0) }
        box.content = DerivedProperty(first, name: "second") { $0 }
        _ = first.value
      }
    }

    var facts: [String] {
      let place = "UpkeepTests/MisuseStops.swift:"
      return switch self {
      case .readInEdit, .derivedInEdit, .editInEdit:
        [
          "Fatal error: Upkeep: a property must not be used inside an in-place edit of itself",
          "but count (\(place)",
        ]
      case .cycle:
        [
          "first -> second -> first", "first at \(place)", "second at \(place)",
          "has no earlier value to keep",
        ]
      case .mixedCycle:
        [
          "third -> second -> first -> third", "turn each of third and first into a Result",
          "a reader outside the cycle that catches it does not help",
          "has no earlier value to keep",
        ]
      case .wrongResult: ["has no earlier value to keep"]
      }
    }
  }

  @Test(.hops, arguments: Mistake.allCases, [false, true])
  func `a mistake that leaves no value stops the program and says why once, handler or not`(
    mistake: Mistake, hasHandler: Bool
  ) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake = mistake as Mistake, hasHandler = hasHandler as Bool] in
      if hasHandler {
        withMisuseHandler({ writeToStandardError("handler: \($0)\n") }) { mistake.make() }
      } else {
        mistake.make()
      }
    }
    let message = standardError(result)
    for fact in mistake.facts { #expect(message.contains(fact)) }
    #expect(message.matches(of: #/Upkeep: [a-z]/#).count == 1)
    #expect(message.hasPrefix("handler: ") == hasHandler)
  }
}
