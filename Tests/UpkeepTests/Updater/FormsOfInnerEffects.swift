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
    var log: [String] = []
    updater.keepUpToDate { effect in
      effect.onTransition(chosen) { old, new in log.append("\(old ?? "-") \(new)") }
    }
    checkingInvariants(of: [choice, first, second]) {
      first.value = "c"
      choice.value = 1
      first.value = "d"
      second.value = "e"
    }
    #expect(log == ["- a", "a c", "- b", "b e"])
  }

  @Test func `what waits for a condition waits no longer than the run`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      let chosen = chosen
      effect.when({ chosen.value == "x" }) { log.append("x at \(choice.peek())") }
    }
    checkingInvariants(of: [choice, first, second]) {
      choice.value = 1
      first.value = "x"
      second.value = "x"
      second.value = "y"
      second.value = "x"
    }
    #expect(log == ["x at 1"])
  }

  @Test func `a binding follows the property that the run has chosen`() {
    let screen = Screen()
    updater.keepUpToDate { effect in
      effect.bind(object: screen, keyPath: \.title, toProperty: chosen)
    }
    checkingInvariants(of: [choice, first, second]) {
      choice.value = 1
      #expect(screen.title == "b")
      first.value = "c"
      #expect(screen.title == "b")
      second.value = "d"
    }
    #expect(screen.title == "d")
  }

  @Test func `a two-way binding goes both ways until the next run`() {
    let shown = StoredProperty("")
    updater.keepUpToDate { effect in effect.bind(chosen, shown) }
    checkingInvariants(of: [choice, first, second, shown]) {
      shown.value = "c"
      #expect(first.value == "c")
      choice.value = 1
      #expect(shown.value == "b")
      shown.value = "d"
    }
    #expect(first.value == "c")
    #expect(second.value == "d")
  }

  @Test func `a two-way binding converts`() {
    let length = StoredProperty(0)
    updater.keepUpToDate { effect in
      effect.bind(
        chosen, length, forward: { $0.count }, backward: { String(repeating: "-", count: $0) })
    }
    length.value = 3
    #expect(first.value == "---")
    choice.value = 1
    #expect(length.value == 1)
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

  @Test func `the form with a target ends with the run and with the target`() {
    var screen: Screen? = Screen()
    if let screen {
      updater.keepUpToDate { [weak screen] effect in
        let chosen = chosen
        if let screen { effect.keepUpToDate(screen) { $0.title = chosen.value } }
      }
      choice.value = 1
      first.value = "c"
      #expect(screen.title == "b")
      second.value = "d"
      #expect(screen.title == "d")
    }
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
