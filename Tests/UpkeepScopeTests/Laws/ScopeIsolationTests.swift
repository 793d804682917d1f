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
  private let scope = Scope()

  func page(adding number: Int) async throws -> Int {
    scope[Account.id] += number
    return try await scope.value(of: Account.page)
  }

  func frames() async -> [Loadable<Int>] {
    let probe = RenderProbe(scope) { $0[Account.page] }
    for _ in 1...2 { await scope.settle { scope[Account.id] += 1 } }
    return probe.frames
  }
}

/// The users of a scope, and the isolation of its loads.
@Suite struct ScopeIsolationTests {
  @MainActor @Test func `isolation: a load is on the main actor, also after a wait`() async throws {
    let page = Resource { get in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return get(Account.id)
    }
    #expect(try await Scope().value(of: page) == 1)
  }

  @Test func `isolation: a plain actor has a scope, and loads in it`() async {
    let frames = await Session().frames()
    #expect(frames == [.loading, .value(6), .loading(previous: 6), .value(9)])
  }

  @Test func `isolation: many actors use one definition, each with its own value`() async throws {
    let pages = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { try await Session().page(adding: number) == (number + 1) * 3 }
      }
      return try await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(pages == Array(repeating: true, count: 50))
  }

  @Test(.leavesNothing) func `isolation: without an actor everything works except waiting`() {
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[Account.double] }
    scope[Account.id] = 5
    let fixed = Resource { get in get(Account.id) + 1 }
    #expect(scope[fixed] == .value(6))
    scope[Account.page] = .value(3)
    #expect((scope[Account.page], probe.frames) == (.value(3), [2, 10]))
  }

  enum Mistake: String, Codable, CaseIterable {
    case load, wait, readElsewhere
  }

  @Test(arguments: Mistake.allCases)
  func `isolation: a load off its actor stops the program, with its name`(mistake: Mistake) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake = mistake as Mistake] in
      func readOnNoActor() { _ = Scope()[Account.page] }
      nonisolated func waitOnNoActor() async throws {
        _ = try await Scope().value(of: Account.page)
      }
      switch mistake {
      case .load: readOnNoActor()
      case .wait: try await waitOnNoActor()
      case .readElsewhere: await readElsewhere()
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(mistake == .readElsewhere ? "hopper" : "page"))
    #expect(message.contains("actor"))
  }

  @Test func `isolation: a scope released on another thread ends its loads on its actor`() async {
    let (ended, released) = (Gate<Bool>(), Gate<Bool>())
    let keeper = Keeper(ended, released)
    await keeper.load()
    await Task.detached { (await keeper.give()).value = nil }.value
    for gate in [ended, released] { #expect(await (try? gate.value()) == true) }
    #expect(await keeper.isGone())
  }
}

@concurrent private func readOnPool(_ reader: Box<LoadReader>) async {
  _ = reader.value(Account.id)
}

@MainActor private func readElsewhere() async {
  let hopper = Resource(name: "hopper") { get in
    await readOnPool(Box(get))
    return 1
  }
  _ = try? await Scope().value(of: hopper)
}

private actor Keeper {
  private var scope: Scope? = Scope()
  private weak var seen: Scope?
  private let page: Resource<Int>
  private let gate = Gate<Int>()
  private let released: Gate<Bool>

  init(_ ended: Gate<Bool>, _ released: Gate<Bool>) {
    let gate = gate
    self.released = released
    page = Resource { _ in
      defer { ended.open(Task.isCancelled) }
      return try await gate.value()
    }
  }

  func load() async {
    guard let scope else { return }
    seen = scope
    _ = scope[page]
    let (released, own) = (released, ObjectIdentifier(self))
    let tell = DefinitionEffect<Int>.onRelease { _ in
      released.open(Isolation.current.map(ObjectIdentifier.init) == own)
    }
    let told = Atom(0, effects: [tell])
    _ = scope[told]
    for number in 0..<20 { scope[Family { (n: Int) in Atom(n) }(number)] = 1 }
    await scope.settle()
    #expect(gate.waitingCount == 1)
  }

  /// Gives the scope away; from then on only the receiver has it.
  func give() -> Box<Scope?> {
    defer { scope = nil }
    return Box(scope)
  }

  func isGone() -> Bool { seen == nil }
}
