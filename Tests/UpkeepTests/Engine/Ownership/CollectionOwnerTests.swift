import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law 14 for collections that are released on a foreign thread.
@Suite(.leavesNothing) struct CollectionOwnerTests {
  @MainActor @Test(.hops)
  func `law 15: a collection released elsewhere is unlinked by the next turn that touches it`() {
    let child = StoredProperty(1)
    let list = StoredProperty([child])
    dropElsewhere {
      let all = MultilevelCollectionProperty(list, \.self)
      #expect(all.value.count == 1)
      return all
    }
    // Its edges are in lists that may be in use here.
    #expect(child.node.firstSubscriber != nil && list.node.firstSubscriber != nil)
    child.value = 2
    #expect(child.node.firstSubscriber == nil)
    list.value = []
    #expect(list.node.firstSubscriber == nil)
    #expect(Graph.violations(around: [child, list]) == [])
  }

  @MainActor @Test(.hops)
  func `law 14: an element released elsewhere lives as long as the collection`() {
    let held = SharedSlot<StoredProperty<Int>>()
    held.content = StoredProperty(3)
    weak let element = held.content
    let list = StoredProperty([held.content].compactMap { $0 })
    let all = MultilevelCollectionProperty(list, \.self)
    var runs = 0
    let updater = Updater()
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    held.dropElsewhere()
    element?.value = 4
    #expect(runs == 2)
    list.value = []
    #expect(element == nil && runs == 3)
    #expect(Graph.violations(around: [list]) == [])
  }

  @MainActor @Test(.hops)
  func `law 13: a collection dropped elsewhere takes along the parent that it alone kept`() {
    withNodeCount { count in
      let stored = StoredProperty(0)
      let before = count()
      let chosen = SharedSlot<MultilevelCollectionProperty<[Property<Int>]>>()
      let mapped = SharedSlot<Property<KeyedArray<Int, Int>>>()
      do {
        let parent = StoredProperty<[Property<Int>]>([StoredProperty(1)])
        let list = StoredProperty(KeyedArray([1, 2], id: { $0 }))
        chosen.content = MultilevelCollectionProperty(parent, \.self)
        mapped.content = list.map { (element: Int) in element + 1 }
        _ = (chosen.content?.value, mapped.content?.value)
        // Nobody needs them, so what they read finds them no longer.
        parent.value += [StoredProperty(2)]
        list.value.insert(3, id: 3, at: 0)
      }
      let (first, second) = (chosen.dropElsewhere(), mapped.dropElsewhere())
      stored.value = 1
      #expect(count().nodes + first.nodes + second.nodes <= before.nodes)
      #expect(count().edges + first.edges + second.edges <= before.edges)
    }
  }
}
