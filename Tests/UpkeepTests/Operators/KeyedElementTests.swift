import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Reads of an element inside the program's comparison of the same element.
///
/// A debug build also reports such a read as undeclared.
@Suite(.leavesNothing) struct KeyedElementTests {
  private final class Probe {
    var ask: (() -> Void)?
  }

  /// An identity and an element in one, whose `==` calls the probe.
  private struct Asking: Hashable, Identifiable {
    let number: Int
    let probe: Probe
    var id: Int { number / 100 }

    static func == (left: Self, right: Self) -> Bool {
      left.probe.ask?()
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private let probe = Probe()

  @Test func `law C5: an identity whose comparison reads the element is a cycle, and is found`() {
    let items = StoredCollection(KeyedItem.items(3)) { Asking(number: $0.id, probe: probe) }
    let one = Asking(number: 1, probe: probe)
    let element = items.element(one, name: "element")
    #expect(element.value?.cost == 1)
    items.insert(KeyedItem(id: 7), at: 0)
    probe.ask = { _ = element.value }
    let mistakes = recordingMistakes { #expect(element.value?.cost == 1) }
    probe.ask = nil
    #expect(mistakes.filter { $0.hasPrefix("cycle") } == ["cycle: element -> element -> element"])
    items.update(one) { $0.cost = 9 }
    #expect(element.value?.cost == 9)
    #expect(Graph.violations(around: [items, element]) == [])
  }

  @Test func `law C8: an element whose comparison reads it is a cycle while it does`() {
    let items = StoredCollection((0..<3).map { Asking(number: $0 * 100, probe: probe) })
    let element = items.element(1, name: "element")
    let updater = Updater()
    var seen: [Int] = []
    updater.onTransition(element) { seen.append($1?.number ?? -1) }
    probe.ask = { _ = element.value }
    let mistakes = recordingMistakes {
      items.replaceAll(with: (0..<3).map { Asking(number: $0 * 100 + 5, probe: probe) })
      updater.whilePaused { items.update(1) { $0 = Asking(number: 106, probe: probe) } }
    }
    probe.ask = nil
    #expect(mistakes.contains("cycle: element -> element -> element"))
    items.update(1) { $0 = Asking(number: 107, probe: probe) }
    #expect((element.value?.number, seen.last) == (107, 107))
    #expect(Graph.violations(around: [items, element]) == [])
  }
}
