import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Each form of effect, made through the handle of another effect.
@Suite(.leavesNothing) struct FormsOfInnerEffects {
  enum Form: CaseIterable, Sendable {
    case declared, target, transition, waiting, binding, twoWay, pulled
  }

  private final class Screen {
    var title: String?
    var text = ""
    var number = 0
  }

  let updater = scopedUpdater()
  let choice = StoredProperty(0)
  let first = StoredProperty("a")
  let second = StoredProperty("b")
  let bound = StoredProperty("")
  private let screen = Screen()

  private var chosen: StoredProperty<String> { choice.value == 0 ? first : second }

  private func make(_ form: Form, by effect: EffectToken) {
    let chosen = chosen
    switch form {
    case .declared:
      effect.keepUpToDate(dependencies: [chosen]) { screen.title = chosen.peek() }
    case .target: effect.keepUpToDate(screen) { $0.title = chosen.value }
    case .transition: effect.onTransition(chosen) { screen.title = $1 }
    case .waiting: effect.when({ chosen.value == "e" }) { screen.title = "e" }
    case .binding: effect.bind(object: screen, keyPath: \.title, toProperty: chosen)
    case .twoWay: effect.bind(chosen, bound)
    case .pulled: effect.bind(object: screen, keyPath: \.text, with: chosen)
    }
  }

  private func shown(_ form: Form) -> String? {
    switch form {
    case .twoWay: bound.value
    case .pulled: screen.text
    default: screen.title
    }
  }

  @Test(arguments: Form.allCases)
  func `an effect of each form ends with the run that has made it`(form: Form) {
    updater.keepUpToDate { effect in make(form, by: effect) }
    choice.value = 1
    #expect((first.subscriberCount, second.subscriberCount) == (0, 1))
    second.value = "e"
    first.value = "f"
    #expect(shown(form) == "e")
  }

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
    #expect((screen.number, bindings.map(\.isCancelled)) == (2, [true, false]))
    let optional = updater.keepUpToDate { effect in
      effect.bind(object: screen, keyPath: \.title, with: first)
    }
    #expect(screen.title == "a")
    optional.cancel()
    first.value = "f"
    #expect(screen.title == "a")
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
