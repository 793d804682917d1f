import Testing
import Upkeep
import UpkeepScope

/// Definitions that are made anew for each use, which a debug build reports.
@Suite(.leavesNothing) struct LostDefinitionTests {
  private let scope = Scope()
  private let updater = Updater()

  private enum Cart {
    static var items: Atom<[Int]> { Atom([Int]()) }
    static let line = #line - 1
    static var named: Atom<Int> { Atom(0, name: "named") }
    static var total: Computed<Int> { Computed { get in get(items).reduce(0, +) } }
    static var loaded: Resource<Int> { Resource { (get: Reader) throws -> Int in 1 } }
    static let right = Atom(0)
    static let member = Family { (id: Int) in Atom(id) }
  }

  private struct Draft: AtomNode {
    let id: Int
    func initial() -> Int { id }
  }

  /// The definitions that a debug build reports; a release build reports none.
  private func reported(_ body: () -> Void) -> [String] {
    mistakes(body).map { $0.firstMatch(of: #/but (.*) is made anew/#).map { "\($0.1)" } ?? $0 }
  }

  private func inDebug(_ reports: [String]) -> [String] {
    #if DEBUG
      reports
    #else
      []
    #endif
  }

  private let place = "UpkeepScopeTests/LostDefinitionTests.swift"

  @Test func `a definition in a computed property is reported by place when it loses a write`() {
    updater.keepUpToDate { [scope] in _ = scope[Cart.total] }
    #expect(reported { _ = scope[Cart.items] } == [])
    #expect(reported { scope[Cart.items] = [3] } == [])
    #expect(reported { _ = scope[Cart.items] } == inDebug(["\(place):\(Cart.line)"]))
    #expect(reported { for item in 0..<10 { scope[Cart.items].append(item) } } == [])
    let other = Scope()
    let found = reported { for item in 0..<10 { other[Cart.items].append(item) } }
    #expect(found == inDebug(["\(place):\(Cart.line)"]))
  }

  @Test func `a definition made anew in a batch, a transaction or an effect is reported`() {
    let found = reported {
      batch {
        scope[Cart.items] = [1]
        scope[Cart.named] = 1
      }
      _ = scope[Cart.items]
      Updater().keepUpToDate { _ = scope[Cart.named] }
      transaction { scope[Cart.loaded] = .value(2) }
      _ = scope[Cart.loaded]
    }
    #expect(found.count == inDebug(["items", "named", "loaded"]).count)
    #expect(found.filter { $0.hasPrefix("named (\(place)") }.count == inDebug(["named"]).count)
  }

  @Test func `an effect that runs in the statement does not hide a definition made anew`() {
    let counts = StoredProperty(0)
    updater.keepUpToDate { [scope] in scope[Cart.right] = counts.value }
    let found = reported {
      counts.value = {
        scope[Cart.items] = [1]
        return 1
      }()
      scope[Cart.items] = [2]
    }
    #expect(found.count == inDebug(["items"]).count)
  }

  @Test func `a definition that outlives the statement, or loses no write, is not reported`() {
    func made(_ value: Int) -> Atom<Int> { Atom(value) }
    func writeLocals() {
      for value in 0..<5 {
        let local = made(value)
        scope[local] = 7
        #expect(scope[local] == 7)
      }
    }
    let found = reported {
      let atoms = (0..<5).map { made($0) }
      for atom in atoms { scope[atom] += 1 }
      for atom in atoms { _ = scope[atom] }
      writeLocals()
      batch { writeLocals() }
      for id in 0..<5 {
        scope[Cart.member(id % 2)] = id
        scope[Draft(id: id % 2)] = id
        scope[Cart.right] = id
      }
      // Definitions that are only read, or whose write is undone.
      for _ in 0..<5 {
        _ = scope[Cart.items]
        _ = scope[Cart.total]
        undone { scope[Cart.items] = [1] }
      }
    }
    #expect(found == [])
  }
}
