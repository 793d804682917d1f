import Testing
import Upkeep
import UpkeepScope

private enum Profile {
  static let age = Atom(30)
}

/// A bound value as something else.
@Suite(.leavesNothing) struct BoundConvertingTests {
  private let scope = Scope()
  private let updater = Updater()

  @Test func `a value is read and written as something else, and reading it is tracked`() {
    let text = scope.bound(Profile.age).map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    var seen: [String] = []
    updater.keepUpToDate { seen.append(text.value) }
    text.value = "31"
    #expect(scope[Profile.age] == 31)
    scope[Profile.age] = 32
    text.value = "none"
    #expect(seen == ["30", "31", "32", "0"])
  }

  @Test func `conversions follow one another, and parts`() {
    struct Point: Equatable { var x: Int? }
    let atom = Atom(Point())
    let text = scope.bound(atom).map(\.x).map(to: { $0 ?? 7 }, from: { $0 })
      .map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    #expect(text.value == "7")
    text.value += "0"
    #expect(scope[atom] == Point(x: 70))
  }
}
