import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private enum Account {
  static let id = Atom(1, name: "id")
  static let double = Computed { get in get(id) * 2 }
  static let page = Resource<Int>(name: "page") { get in
    let id = get(id)
    await Task.yield()
    return id + get(double)
  }
}

private actor Session {
  let scope = Scope()
  private var probe: RenderProbe<Loadable<Int>>?

  var frames: [Loadable<Int>] { probe?.frames ?? [] }

  func watch() { probe = RenderProbe(scope) { $0[Account.page] } }

  func add(_ number: Int) -> Int {
    scope[Account.id] += number
    return scope[Account.double]
  }

  func page() async throws -> Int { try await scope.value(of: Account.page) }

  func settle() async { await scope.settle() }
}

/// The users of a scope, and the isolation of its loads.
@Suite struct ScopeIsolationTests {
  @MainActor @Test func `isolation: a load runs on the main actor, also after it has waited`()
    async throws
  {
    let page = Resource { get in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return get(Account.id)
    }
    #expect(try await Scope().value(of: page) == 1)
  }

  @Test func `isolation: a plain actor has a scope, and loads in it`() async throws {
    let session = Session()
    await session.watch()
    #expect(await session.add(1) == 4)
    #expect(try await session.page() == 6)
    #expect(await session.add(1) == 6)
    await session.settle()
    #expect(
      await session.frames == [.loading, .value(6), .loading(previous: 6), .value(9)])
  }

  @Test func `isolation: many actors use one definition, each with its own value`() async throws {
    let pages = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<50 {
        group.addTask {
          let session = Session()
          _ = await session.add(number)
          return (number, try await session.page())
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(pages.count == 50)
    #expect(pages.allSatisfy { $1 == ($0 + 1) * 3 })
  }

  @Test(.leavesNothing) func `isolation: without an actor everything works that does not wait`() {
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[Account.double] }
    scope[Account.id] = 5
    let fixed = Resource { get in get(Account.id) + 1 }
    #expect(scope[fixed] == .value(6))
    scope[Account.page] = .value(3)
    #expect(scope[Account.page] == .value(3))
    #expect(probe.frames == [2, 10])
  }

  @Test func `isolation: a load without an actor stops the program, in the name of the resource`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      func readOnNoActor() { _ = Scope()[Account.page] }
      readOnNoActor()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("page"))
    #expect(message.contains("actor"))
  }

  @Test func `isolation: waiting without an actor stops the program, in the name of the resource`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      nonisolated func waitOnNoActor() async throws {
        _ = try await Scope().value(of: Account.page)
      }
      try await waitOnNoActor()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("page"))
    #expect(message.contains("actor"))
  }

  @Test func `isolation: a load that reads on another actor stops the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await readElsewhere()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("hopper"))
  }

  @Test func `isolation: a scope released on another thread ends its loads on its own actor`() async
  {
    let (ended, released) = (Gate<Bool>(), Gate<Bool>())
    let keeper = Keeper(ended, released)
    await keeper.load()
    await Task.detached { await keeper.give()?.release() }.value
    #expect(await (try? ended.value()) == true)
    #expect(await (try? released.value()) == true)
    #expect(await keeper.isGone())
  }
}

@concurrent private func readOnPool(_ reader: Smuggling) async { _ = reader.reader(Account.id) }

// SAFETY: for a test of the outcome if it is not.
private struct Smuggling: @unchecked Sendable { let reader: LoadReader }

@MainActor private func readElsewhere() async {
  let hopper = Resource(name: "hopper") { get in
    await readOnPool(Smuggling(reader: get))
    return 1
  }
  _ = try? await Scope().value(of: hopper)
}

// SAFETY: handed over whole: its receiver has it alone.
/// A scope on its way to another thread.
private final class Parcel: @unchecked Sendable {
  private var scope: Scope?

  init(_ scope: Scope) { self.scope = scope }

  func release() { scope = nil }
}

private actor Keeper {
  private var scope: Scope? = Scope()
  private weak var seen: Scope?
  private let updater = Updater()
  private let page: Resource<Int>
  private let gate = Gate<Int>()

  private let released: Gate<Bool>

  init(_ ended: Gate<Bool>, _ released: Gate<Bool>) {
    let gate = gate
    self.released = released
    page = Resource { _ in
      do {
        return try await gate.value()
      } catch {
        ended.open(Task.isCancelled)
        throw error
      }
    }
  }

  func load() async {
    guard let scope else { return }
    seen = scope
    _ = scope[page]
    let (released, own) = (released, ObjectIdentifier(self))
    let told = Atom(
      0,
      effects: [
        .onRelease { _ in released.open(Isolation.current.map(ObjectIdentifier.init) == own) }
      ])
    _ = scope[told]
    for number in 0..<20 { scope[Family { (n: Int) in Atom(n) }(number)] = 1 }
    await scope.settle()
    #expect(gate.waitingCount == 1)
  }

  func give() -> Parcel? {
    defer { scope = nil }
    return scope.map { Parcel($0) }
  }

  func isGone() -> Bool { seen == nil }
}
