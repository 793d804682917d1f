import Testing

@testable import Upkeep

/// Pausing of transitions and bindings.
@Suite(.leavesNothing) struct PausingHandlers {
  private final class View {
    var number = 0 { didSet { writes += 1 } }
    var writes = 0
  }

  let updater = scopedUpdater()
  let source = StoredProperty(3)

  @Test func `a transition after a pause goes from what was there to what is there`() {
    var log: [String] = []
    updater.onTransition(source) { old, new in log.append("\(old ?? -1) \(new)") }
    log = []
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 7
      source.value = 42
      updater.unpause()
      source.value = 43
    }
    #expect(log == ["3 42", "42 43"])
  }

  @Test func `no transition without a change, nor for one that comes back`() {
    var log: [String] = []
    updater.onTransition(source) { old, new in log.append("\(old ?? -1) \(new)") }
    checkingInvariants(of: [source]) {
      updater.pause()
      updater.unpause()
      updater.pause()
      source.value = 7
      source.value = 3
      updater.unpause()
    }
    #expect(log == ["-1 3"])
  }

  @Test func `a transition with a rule of its own asks it once, over the whole pause`() {
    var log: [String] = []
    var asked: [String] = []
    let rule = ChangeRule<Int> { old, new in
      asked.append("\(old) \(new)")
      return abs(old - new) > 5
    }
    updater.onTransition(source, changes: rule) { old, new in log.append("\(old ?? -1) \(new)") }
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 20
      source.value = 5
      updater.unpause()
    }
    #expect(asked == ["3 5"])
    #expect(log == ["-1 3"])
  }

  @Test func `a paused binding leaves its object alone and then writes once`() {
    let view = View()
    updater.bind(object: view, keyPath: \.number, toProperty: source)
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 4
      source.value = 5
      #expect(view.number == 3)
      updater.unpause()
      #expect(view.number == 5)
      updater.pause()
      source.value = 6
      source.value = 5
      updater.unpause()
    }
    #expect(view.writes == 2)
  }

  @Test func `a paused two-way binding carries over what was written meanwhile`() {
    let copy = StoredProperty(0)
    updater.bind(source, copy)
    checkingInvariants(of: [source]) {
      updater.pause()
      copy.value = 9
      #expect(source.value == 3)
      updater.unpause()
      #expect(source.value == 9)
      updater.pause()
      source.value = 1
      copy.value = 2
      updater.unpause()
    }
    #expect(source.value == 1)
    #expect(copy.value == 1)
  }

  @Test func `a collection whose element changed while paused is a change`() {
    struct Item: Equatable {
      let name: String
      let count: StoredProperty<Int>
      static func == (one: Item, other: Item) -> Bool { one.name == other.name }
    }
    let item = Item(name: "a", count: source)
    let items = StoredProperty([item])
    let counted = MultilevelCollectionProperty(items, \.count)
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [counted]) {
      seen.append(counted.peek().map { $0.count.peek() }.reduce(0, +))
    }
    checkingInvariants(of: [items]) {
      updater.pause()
      source.value = 5
      _ = counted.value
      updater.unpause()
    }
    #expect(seen == [3, 5])
  }
}
