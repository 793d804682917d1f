import Differential
import Testing

@testable import Upkeep

/// The cost of a change in a large collection, counted.
@Suite(.leavesNothing) struct CollectionScale {
  private final class Counts {
    var selections = 0
    var comparisons = 0
    var computations = 0
  }

  private final class Element {
    let number = StoredProperty(0)
    let double: DerivedProperty<Int>
    init(_ counts: Counts) {
      let number = number
      double = DerivedProperty {
        counts.computations += 1
        return number.value * 2
      }
    }
  }

  private static let size = amount(10_000, long: 100_000)

  let updater = scopedUpdater()
  private let counts = Counts()
  private let elements: [Element]
  private let list: StoredProperty<[Element]>
  private let all: MultilevelCollectionProperty<[Element]>

  init() {
    let counts = counts
    elements = (0..<Self.size).map { _ in Element(counts) }
    list = StoredProperty(elements)
    let rule = ChangeRule<[Element]> { _, _ in
      counts.comparisons += 1
      return true
    }
    all = MultilevelCollectionProperty(list, changes: rule) { element in
      counts.selections += 1
      return [element.double]
    }
  }

  @Test func `a change among many elements costs one computation, a removal no other edge`() {
    var runs = 0
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    #expect(counts.selections == Self.size && counts.computations == Self.size)
    for index in 0..<1_000 { elements[index * Self.size / 1_000].number.value = 1 }
    #expect(counts.selections == Self.size)
    #expect(counts.computations == Self.size + 1_000)
    #expect(counts.comparisons == 0)
    #expect(runs == 1_001)
    let edge = attachedEdges(of: elements[7].double)
    list.value.removeLast()
    #expect(counts.selections == 2 * Self.size - 1)
    #expect(counts.computations == Self.size + 1_000)
    #expect(attachedEdges(of: elements[7].double) == edge)
  }

  /// If the cost were quadratic, the long form would take many minutes.
  @Test
  func `a batch that changes all of many elements and then removes them is linear`() {
    var runs = 0
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    batch {
      for element in elements { element.number.value = 1 }
      list.value = []
    }
    #expect(runs == 2)
    #expect(counts.computations == Self.size)
    #expect(elements.allSatisfy { attachedEdges(of: $0.double).isEmpty })
  }
}
