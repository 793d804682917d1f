import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Each form of effect, made through the handle of another one.
@Suite(.leavesNothing) struct FormsOfInnerEffects {
  enum Form: CaseIterable, Sendable {
    case declared, target, transition, waiting, binding, twoWay, pulled
  }

  private final class Screen {
    var title: String?
    var text = ""
  }

  let updater = scopedUpdater()
  let choice = StoredProperty(0)
  let first = StoredProperty("a")
  let second = StoredProperty("b")
  let bound = StoredProperty("")
  private let screen = Screen()

  private func make(_ form: Form, by effect: EffectToken) {
    let chosen = choice.value == 0 ? first : second
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
