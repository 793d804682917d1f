import Testing
import Upkeep

/// What the README shows first, and what it says of properties.
@Suite(.leavesNothing) struct ReadmeSnippets {
  @Test func `the first screen`() {
    var log: [String] = []
    func print(_ text: String) { log.append(text) }

    let price = StoredProperty(20)
    let count = StoredProperty(1)
    let total = DerivedProperty(price, count) { $0 * $1 }
    let label = DerivedProperty { "\(total.value) dollars" }

    let updater = Updater()
    updater.keepUpToDate { print(label.value) }
    count.value = 3
    batch {
      price.value = 30
      count.value = 2
    }

    #expect(log == ["20 dollars", "60 dollars"])
  }

  final class LoginForm {
    let name = StoredProperty("")
    let password = StoredProperty("")
    let problem: Property<String?>
    let canSubmit: Property<Bool>

    init() {
      problem = DerivedProperty(name, password) { name, password in
        if name.isEmpty { return "A name is missing" }
        return password.count < 8 ? "The password is too short" : nil
      }
      canSubmit = problem.map { $0 == nil }
    }
  }

  @Test func `store, derive, bind`() {
    final class Button { var isEnabled = true }
    let (button, form, updater) = (Button(), LoginForm(), Updater())

    updater.bind(object: button, keyPath: \.isEnabled, toProperty: form.canSubmit)

    #expect(!button.isEnabled)
    form.name.value = "Ann"
    form.password.value = "correct horse"
    #expect(button.isEnabled)
  }

  @Test func `stored values`() {
    let items = StoredProperty(["tea"])
    items.value.append("milk")
    items.modify { $0.sort() }
    let position = StoredProperty(0.0, changes: ChangeRule { abs($0 - $1) > 0.5 })

    #expect(items.value == ["milk", "tea"])
    position.value = 0.25
    #expect(position.value == 0)
    position.value = 1
    #expect(position.value == 1)
  }

  @Test func `derived values`() {
    let (a, b, c) = (StoredProperty(2), StoredProperty(3), StoredProperty(4))
    let text = StoredProperty("x")
    struct NoNumber: Error {}
    func parse(_ text: String) throws -> Int {
      guard let number = Int(text) else { throw NoNumber() }
      return number
    }

    let cells = [a, b]
    func total(of cells: [StoredProperty<Int>]) -> Int { cells.reduce(0) { $0 + $1.value } }

    _ = DerivedProperty(a, b, c) { a, b, c in a + b * c }
    _ = DerivedProperty { a.value + b.value }
    _ = DerivedProperty(a, fromPrevious: { old, a in max(old ?? a, a) })
    _ = DerivedProperty(dependencies: cells) { total(of: cells) }
    _ = DerivedProperty.catching { try parse(text.value) }
    _ = a.map { $0 * 2 }

    let sum = DerivedProperty(a, b, c) { a, b, c in a + b * c }
    let highest = DerivedProperty(a, fromPrevious: { old, a in max(old ?? a, a) })
    let number = DerivedProperty.catching { try parse(text.value) }
    #expect(sum.value == 14 && highest.value == 2 && (try? number.value.get()) == nil)
    a.value = 1
    text.value = "7"
    #expect(sum.value == 13 && highest.value == 2 && (try? number.value.get()) == 7)
  }

  @Test func `tentative values`() {
    let (saved, likes) = (StoredProperty("Title"), StoredProperty(10))

    let clock = ManualClock()
    let title = TentativeProperty(saved, tentativeValueValidFor: .seconds(5), clock: clock)
    title.value = "Draft"
    clock.advance(by: .seconds(5))

    #expect(title.value == "Title" && !title.isTentative)
    title.value = "Draft"
    #expect(title.value == "Draft" && title.isTentative && saved.value == "Title")

    let shown = TentativeProperty(likes)
    let mine = shown.apply { $0 + 1 }
    shown.set(100, until: .untilConfirmed)
    mine.fail()
    shown.revertTentative()

    #expect(shown.value == 10)
    shown.set(100, until: .untilConfirmed)
    #expect(shown.value == 100)
    likes.value = 100
    likes.value = 7
    #expect(shown.value == 7)
  }

  @Test func `several changes as one`() throws {
    let (a, b, account) = (StoredProperty(1), StoredProperty(2), StoredProperty(10))
    struct Overdrawn: Error {}
    let updater = Updater()
    var log: [Int] = []
    updater.keepUpToDate { log.append(a.value + b.value) }
    updater.keepUpToDate { log.append(account.value) }
    func pay(_ amount: Int) throws {
      batch {
        a.value = 5
        b.value = 6
      }
      try transaction {
        account.value -= amount
        if account.value < 0 { throw Overdrawn() }
      }
    }

    try pay(4)
    #expect(throws: Overdrawn.self) { try pay(7) }
    #expect(log == [3, 10, 11, 6])
  }

  @Test func `mistakes`() {
    let total = StoredProperty(1)
    let broken = DerivedProperty {
      total.value += 1
      return total.value
    }
    var mistakes: [Misuse] = []
    func run() { _ = broken.value }

    withMisuseHandler({ mistakes.append($0) }) { run() }

    #expect(mistakes.count == 1)
    #expect(total.value == 1)
  }
}
