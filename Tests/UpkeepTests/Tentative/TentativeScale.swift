import Differential
import Testing

@testable import Upkeep

/// The cost of many layers.
@Suite(.leavesNothing) struct TentativeScale {
  static let count = amount(5_000, long: 20_000)

  let parent = StoredProperty(0)

  @Test func `law 13: thousands of layers are put in place and end, in any order`() {
    let tentative = TentativeProperty(parent)
    var layers = (0..<Self.count).map { _ in tentative.apply { $0 + 1 } }
    #expect(tentative.value == Self.count)
    var random = SplitMix64(seed: 1)
    layers.shuffle(using: &random)
    for layer in layers.prefix(Self.count / 2) { layer.confirm() }
    #expect(tentative.value == Self.count / 2)
    #expect(layers.indices.allSatisfy { layers[$0].isActive == ($0 >= Self.count / 2) })
    tentative.revertTentative()
    #expect(tentative.value == 0)
  }

  @Test func `law 12: thousands of layers in one transaction are undone`() {
    let tentative = TentativeProperty(parent)
    let stays = tentative.apply { $0 + 1 }
    let shown = Seen { tentative.value }
    undoneTransaction {
      stays.fail()
      for _ in 0..<Self.count { tentative.apply { $0 + 1 } }
    }
    #expect(stays.isActive)
    batch {
      let layers = (0..<Self.count).map { _ in tentative.apply { $0 + 1 } }
      for layer in layers { layer.fail() }
    }
    #expect(shown.values == [1])
  }

  @Test func `layers keep the order of their making, whatever layers end`() {
    let tentative = TentativeProperty(parent.map { _ in [Int]() })
    var layers: [(number: Int, layer: TentativeLayer)] = []
    var random = SplitMix64(seed: 7)
    for number in 0..<500 {
      layers.append((number, tentative.apply { $0 + [number] }))
      if number % 3 != 0 {
        let index = Int.random(in: layers.indices, using: &random)
        layers.remove(at: index).layer.fail()
      }
      #expect(tentative.value == layers.map(\.number))
    }
  }
}
