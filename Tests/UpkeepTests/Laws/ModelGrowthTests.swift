import Differential
import Observation
import Testing

@testable import Upkeep

@Observable private final class Model {
  var size = 0
}

/// An actor that no other test uses.
@globalActor actor GrowthActor { static let shared = GrowthActor() }

/// The cost of values that follow models, by the number of values and of changes.
@Suite @GrowthActor struct ModelGrowthTests {
  private nonisolated static let changes = amount(2_000, long: 1_000_000)

  @Test func `law 13: reading all values of a changed model in a batch is linear`() {
    expectLinear(from: amount(100, long: 2_500)) { count in
      let model = Model()
      let values = (0..<count).map { number in DerivedProperty(.observing) { model.size &+ number }
      }
      for value in values { _ = value.value }
      batch {
        model.size += 1
        for value in values { _ = value.value }
      }
    }
  }

  @Test func `law M1: changes of other inputs leave a source of models alone as it is`() {
    let model = Model()
    let rate = StoredProperty(0)
    let computed = Passes()
    let size = DerivedProperty(.observing) { computed.pass(model.size) }
    let total = DerivedProperty { size.value &+ rate.value }
    let updater = scopedUpdater()
    var sum = 0
    updater.keepUpToDate { sum = total.value }
    withNodeCount { count in
      for value in 1...Self.changes { rate.value = value }
      #expect(count().hasNotGrown(), "\(count())")
    }
    #expect(sum == Self.changes)
    #expect(computed.count == 1)
  }
}
