import Testing

@testable import Upkeep

/// The costs of connecting in large graphs.
@Suite(.leavesNothing) struct ConnectingScale {
  @Test
  func `law 13: a chain that is read as it grows is linear to connect`() {
    let stored = StoredProperty(1)
    var chain: [Property<Int>] = [stored]
    for _ in 0..<10_000 {
      let next = ConnectableProperty(0)
      next.connect(chain[chain.count - 1])
      #expect(next.value == 1)
      chain.append(next)
    }
    stored.value = 2
    #expect(chain.allSatisfy { $0.value == 2 })
  }

  @Test
  func `the search for a cycle enters each property once`() {
    let level = ConnectableProperty(0, name: "level")
    let updater = Updater()
    updater.keepUpToDate(dependencies: [level]) {}
    var bottom: [Property<Int>] = [StoredProperty(1), StoredProperty(1)]
    for _ in 0..<100 {
      let (left, right) = (bottom[0], bottom[1])
      bottom = [
        DerivedProperty(left, right) { max($0, $1) }, DerivedProperty(left, right, calculate: min),
      ]
    }
    level.connect(bottom[0])
    #expect(level.value == 1)
    #expect(Graph.violations(around: [level]) == [])
  }
}
