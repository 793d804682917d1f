import Testing
import Upkeep

/// Layers of derived values: each reads `fanIn` neighbours in the layer above it.
///
///     sources   0   1   2
///               │ ╲ │ ╲ │ ╲ (around the corner)
///     layer 1   0   1   2
private final class Layers {
  let sources: [StoredProperty<Int>]
  private(set) var leaves: [Property<Int>]
  private(set) var runs = 0
  /// Kept, so that a layer that nothing reads is there all the same.
  private var rows: [[Property<Int>]] = []

  init(width: Int, layers: Int, isDynamic: Bool = false) {
    sources = (0..<width).map { StoredProperty($0) }
    leaves = sources
    for _ in 1..<layers {
      let above = leaves
      leaves = above.indices.map { index in
        DerivedProperty { [unowned self] in
          runs += 1
          let sum = above[index].value
          if isDynamic, !sum.isMultiple(of: 2) { return sum }
          return sum + above[(index + 1) % width].value
        }
      }
      rows.append(leaves)
    }
  }

  /// Writes one source after the other and reads the given leaves after each.
  func run(iterations: Int, reading leaves: [Property<Int>]) -> Int {
    for iteration in 0..<iterations {
      let index = iteration % sources.count
      batch { sources[index].value = iteration + index }
      for leaf in leaves { _ = leaf.value }
    }
    return leaves.reduce(0) { $0 + $1.value }
  }
}

@Suite(.leavesNothing) struct DerivedCountTests {
  // The counts are those of js-reactivity-benchmark (frameworks.test).

  // A static one and a dynamic one.
  @Test(arguments: [(3, 3, 2, 16, 11), (4, 2, 10, 72, 22)])
  func `a graph computes as often as nodes are affected`(
    width: Int, layers: Int, iterations: Int, sum: Int, runs: Int
  ) {
    let layers = Layers(width: width, layers: layers, isDynamic: width == 4)
    checkingInvariants(of: layers.leaves) {
      #expect(layers.run(iterations: iterations, reading: layers.leaves) == sum)
    }
    #expect(layers.runs == runs)
  }

  @Test func `a source of a wide graph affects one node more per layer`() {
    let layers = Layers(width: 20, layers: 6)
    let updater = Updater()
    checkingInvariants(of: layers.leaves) {
      for leaf in layers.leaves { updater.keepUpToDate { _ = leaf.value } }
      let before = layers.runs
      #expect(before == 100)
      layers.sources[7].value = 1000
      #expect(layers.runs - before == 2 + 3 + 4 + 5 + 6)
    }
  }
}
