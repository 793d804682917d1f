import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Law 18: an inspection changes nothing.
@MainActor @Suite struct ScopeLookingTests {
  private let scope = Scope()

  @Test func `a look at the status of a resource begins no load and makes nothing live`() async {
    let loads = Tally()
    let page = Resource<Int>(name: "page") { _ async throws in
      loads.add("page")
      throw Refused()
    }
    let title = Computed(name: "title") { get in get(page).value }
    #expect((scope.peekStatus(of: title).isLoading, scope.snapshot().graph.nodes) == (false, []))
    let probe = RenderProbe(scope) { $0[title] }
    #expect(scope.peekStatus(of: title).isLoading)
    await scope.settle()
    #expect(scope.peekStatus(of: title).errors.contains { $0 is Refused })
    #expect((scope.peekStatus(of: title).isLoading, loads.entries) == (false, ["page"]))
    withExtendedLifetime(probe) {}
  }

  @Test func `an effect that looks at a status does not follow it`() {
    let page = Resource<Int> { (_: Reader) throws -> Int in throw LoadError.stillLoading }
    let runs = Tally()
    let updater = Updater()
    updater.keepUpToDate { runs.add("\(scope.peekStatus(of: page).isLoading)") }
    _ = scope[page]
    scope[page] = .value(1)
    #expect(runs.entries == ["false"])
  }

  @Test func `two cycles are equal if they have the same members`() {
    #expect(CycleError(places: []) == CycleError(places: []))
  }

  private enum Page: String, ComputedNode {
    case first, second
    func compute(_ get: Reader) -> String { rawValue }
  }

  private struct Badge: ComputedNode {
    func compute(_ get: Reader) -> String { get(Page.first) + get(Draft(room: 7)) }
  }

  private struct Draft: AtomNode {
    let room: Int
    func initial() -> String { "" }
  }

  private struct Named: AtomNode, CustomStringConvertible {
    let room: Int
    func initial() -> String { "" }
    var description: String { "seven" }
  }

  @Test func `a picture shows a value by its custom type name`() {
    _ = (scope[Badge()], scope[Named(room: 7)])
    #expect(
      scope.snapshot().graph.nodes.map(\.name)
        == ["Badge", "Draft(room: 7)", "Named(seven)", "Page.first"])
  }
}
