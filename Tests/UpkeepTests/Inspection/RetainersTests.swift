import Testing

@testable import Upkeep

/// The findings of `retainers(of:)`.
@Suite(.leavesNothing) struct RetainersTests {
  let price = StoredProperty(1, name: "price")
  let updater = scopedUpdater()

  private func names() -> [String] {
    retainers(of: price).map { $0.split(separator: " (")[0] }.map(String.init)
  }

  @Test func `a derived value that has read it, and an effect, retain a property, with places`() {
    #expect((price.value, names()) == (1, []))
    let total = DerivedProperty(name: "total") { price.value + 1 }
    let line = #line + 1
    let token = updater.keepUpToDate { _ = price.value }
    #expect(total.value == 2)
    #expect(
      retainers(of: price) == [
        "effect UpkeepTests/RetainersTests.swift:\(line)",
        "DerivedProperty<Int> total (UpkeepTests/RetainersTests.swift:\(line - 2))",
      ])
    token.cancel()
    #expect(names() == ["DerivedProperty<Int> total"])
    withExtendedLifetime(total) {}
  }

  @Test func `a property is not retained by indirect followers, nor by followers that have gone`() {
    do {
      let double = price.map(name: "double") { $0 * 2 }
      let token = updater.keepUpToDate { _ = double.value }
      #expect(names() == ["DerivedProperty<Int> double"])
      token.cancel()
    }
    #expect(names() == [])
  }

  @Test func `a collection retains its elements`() {
    let list = StoredProperty([price], name: "list")
    let all = MultilevelCollectionProperty(list, \.self, name: "all")
    _ = all.value
    #expect(names() == ["MultilevelCollectionProperty<Array<StoredProperty<Int>>> all"])
    list.value = []
    _ = all.value
    #expect(names() == [])
  }

  @Test func `the open transaction retains its written properties`() {
    transaction {
      #expect(names() == [])
      price.value = 2
      #expect(names() == ["the open transaction"])
    }
    #expect(names() == [])
  }

  @Test func `a paused effect retains its inputs`() {
    updater.keepUpToDate(name: "shown") { _ = price.value }
    updater.pause()
    price.value = 2
    #expect(names() == ["effect shown"])
    updater.unpause()
    #expect(names() == ["effect shown"])
  }

  @Test func `a cycle does not retain its members`() {
    let cycle = Cycle(length: 1)
    _ = misuses { _ = cycle.path(from: 0) }
    #expect(retainers(of: cycle.members[0]) == [])
  }

  #if DEBUG
    @Test func `a reader that has gone stale, to which no edge leads, is found inside a count`() {
      withNodeCount { _ in
        let double = DerivedProperty(name: "double") { price.value * 2 }
        #expect(double.value == 2)
        price.value = 2
        #expect(attachedEdges(of: price).isEmpty && names() == ["DerivedProperty<Int> double"])
        withExtendedLifetime(double) {}
      }
    }

    @Test func `retainers that were never read are found inside a count`() {
      withNodeCount { _ in
        let level = ConnectableProperty(0, name: "level")
        level.connect(price)
        let shown = TentativeProperty(price, name: "shown")
        let declared = price.map(name: "declared") { $0 }
        #expect(
          names() == [
            "ConnectableProperty<Int> level", "DerivedProperty<Int> declared",
            "TentativeProperty<Int> shown",
          ])
        level.connect(constant: 0)
        #expect(names().count == 2)
        withExtendedLifetime((shown, declared)) {}
      }
      #expect(names() == [])
    }
  #endif

  @Test func `a look for retainers computes nothing`() {
    let calls = KeyedCalls()
    let double = price.map(name: "double", calls.counting { $0 * 2 })
    withNodeCount { count in
      _ = retainers(of: price)
      _ = retainers(of: double)
      #expect(count().edges <= 0)
    }
    #expect((calls.count, double.subscriberCount) == (0, 0))
  }
}
