import Testing
import Upkeep
import UpkeepScope

private enum Profile {
  static let age = Atom(30)
  static let nickname = Atom<String?>(nil)
}

/// A plain object whose property is optional.
private final class Field {
  var text: String? { didSet { written.append(text) } }
  private(set) var written: [String?] = []
}

/// A bound value as something else.
@Suite(.leavesNothing) struct BoundConvertingTests {
  @Test func `a value is read and written as something else, and reading it is tracked`() {
    let scope = Scope()
    let updater = Updater()
    let text = scope.bound(Profile.age).map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    var seen: [String] = []
    updater.keepUpToDate { seen.append(text.value) }
    text.value = "31"
    #expect(scope[Profile.age] == 31)
    scope[Profile.age] = 32
    text.value = "none"
    #expect(seen == ["30", "31", "32", "0"])
  }

  @Test func `nil is read as something else, which is not written for it`() {
    let scope = Scope()
    var made = 0
    func name() -> String {
      made += 1
      return "nobody"
    }
    let nickname = scope.bound(Profile.nickname).map(to: { $0 ?? name() }, from: { $0 })
    #expect(nickname.value == "nobody")
    #expect(scope[Profile.nickname] == nil)
    nickname.value = "Ada"
    #expect((nickname.value, scope[Profile.nickname], made) == ("Ada", "Ada", 1))
  }

  @Test func `conversions follow one another, and parts`() {
    struct Point: Equatable { var x: Int? }
    let scope = Scope()
    let atom = Atom(Point())
    let text = scope.bound(atom).map(\.x).map(to: { $0 ?? 7 }, from: { $0 })
      .map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    #expect(text.value == "7")
    text.value += "0"
    #expect(scope[atom] == Point(x: 70))
  }

  @Test func `an optional property is bound to a value that is not, and nil is undone`() {
    let scope = Scope()
    let updater = Updater()
    let field = Field()
    let text = scope.bound(Profile.age).map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    let binding = updater.bind(object: field, keyPath: \.text, with: text)
    #expect(field.text == "30")
    field.text = "31"
    binding.pull()
    #expect(scope[Profile.age] == 31)
    field.text = nil
    binding.pull()
    binding.pull()
    #expect(scope[Profile.age] == 31)
    scope[Profile.age] = 31
    #expect(field.written == ["30", "31", "31", nil, "31"])
  }
}
