import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Each form of effect, made through the handle of another one.
@Suite(.leavesNothing) struct FormsOfInnerEffects {
  private final class Screen {
    var title: String?
    var number = 0
  }

  let updater = scopedUpdater()
  let choice = StoredProperty(0)
  let first = StoredProperty("a")
  let second = StoredProperty("b")

  private var chosen: StoredProperty<String> { choice.value == 0 ? first : second }

  @Test func `a transition begins anew with each run`() {
    let log = RunLog<String>()
    updater.keepUpToDate { effect in
      effect.onTransition(chosen) { old, new in log.append("\(old ?? "-") \(new)") }
    }
    log.expect(["- a", "a c", "- b", "b e"], around: [choice, first, second]) {
      first.value = "c"
      choice.value = 1
      first.value = "d"
      second.value = "e"
    }
  }

  @Test func `a waiting for a condition lasts no longer than the run`() {
    let log = RunLog<String>()
    updater.keepUpToDate { effect in
      let chosen = chosen
      effect.when({ chosen.value == "x" }) { log.append("x at \(choice.peek())") }
    }
    log.expect(["x at 1"], around: [choice, first, second]) {
      choice.value = 1
      first.value = "x"
      second.value = "x"
      second.value = "y"
      second.value = "x"
    }
  }

  @Test func `a two-way binding goes both ways until the next run, and converts`() {
    let shown = StoredProperty("")
    let length = StoredProperty(0)
    updater.keepUpToDate { effect in
      effect.bind(chosen, shown)
      effect.bind(
        chosen, length, forward: { $0.count }, backward: { String(repeating: "-", count: $0) })
    }
    checkingInvariants(of: [choice, first, second, shown]) {
      shown.value = "cc"
      #expect((first.value, length.value) == ("cc", 2))
      length.value = 3
      #expect((first.value, shown.value) == ("---", "---"))
      choice.value = 1
      #expect((shown.value, length.value) == ("b", 1))
      shown.value = "d"
    }
    #expect((first.value, second.value) == ("---", "d"))
  }

  @Test func `a binding of an object is read back until the next run`() {
    let screen = Screen()
    var bindings: [ObjectBinding] = []
    let numbers = [StoredProperty(1), StoredProperty(2)]
    updater.keepUpToDate { effect in
      let binding = effect.bind(object: screen, keyPath: \.number, with: numbers[choice.value])
      bindings.append(binding)
    }
    screen.number = 5
    bindings[0].pull()
    #expect(numbers[0].value == 5)
    choice.value = 1
    #expect(screen.number == 2)
    #expect(bindings.map(\.isCancelled) == [true, false])
    let optional = updater.keepUpToDate { effect in
      effect.bind(object: screen, keyPath: \.title, with: first)
    }
    #expect(screen.title == "a")
    optional.cancel()
    first.value = "f"
    #expect(screen.title == "a")
  }

  @Test func `a collection is followed from its beginning by each run`() {
    struct Item: Identifiable, Equatable { var id: Int }
    let lists = [StoredCollection([Item(id: 1)]), StoredCollection([Item(id: 2), Item(id: 3)])]
    var log: [String] = []
    updater.keepUpToDate { effect in
      let index = choice.value
      effect.follow(lists[index]) { edits in log.append("\(index): \(edits.steps.count)") }
    }
    choice.value = 1
    lists[0].append(Item(id: 4))
    lists[1].append(Item(id: 5))
    #expect(log == ["0: 1", "1: 2", "1: 1"])
  }

  @Test(arguments: [false, true])
  func `a binding and the form with a target end with the run and the target`(isBound: Bool) {
    var screen: Screen? = Screen()
    updater.keepUpToDate { [weak screen] effect in
      let chosen = chosen
      guard let screen else { return }
      if isBound {
        effect.bind(object: screen, keyPath: \.title, toProperty: chosen)
      } else {
        effect.keepUpToDate(screen) { $0.title = chosen.value }
      }
    }
    choice.value = 1
    first.value = "c"
    #expect(screen?.title == "b")
    second.value = "d"
    #expect(screen?.title == "d")
    screen = nil
    second.value = "e"
    #expect(second.subscriberCount == 0)
  }

  @Test func `the declared form waits for what is listed`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      effect.keepUpToDate(dependencies: [chosen]) { log.append(first.value + second.value) }
    }
    second.value = "c"
    first.value = "d"
    choice.value = 1
    first.value = "e"
    second.value = "f"
    #expect(log == ["ab", "dc", "dc", "ef"])
  }

  @Test func `a message calls an inner effect by its place or its name`() {
    struct Wrong: Error {}
    var line = 0
    let mistakes = recordingMistakes {
      updater.keepUpToDate { effect in
        effect.keepUpToDate(name: "inner") { throw Wrong() }
        line = #line + 1
        effect.keepUpToDate { throw Wrong() }
      }
    }
    #expect(
      mistakes == [
        "effectFailed: inner; Wrong()",
        "effectFailed: UpkeepTests/FormsOfInnerEffects.swift:\(line); Wrong()",
      ])
  }
}
