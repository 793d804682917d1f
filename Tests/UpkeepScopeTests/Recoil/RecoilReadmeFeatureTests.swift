import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Broken: Error, Equatable {}

private struct Person: Equatable, Codable, Sendable {
  var name = "Ann"
  var age = 30
}

private enum Profile {
  static let person = Atom(Person(), name: "person").encoded(as: "person")
  static let greeting = Computed(name: "greeting") { get in "Hello, \(get(person).name)" }
}

private enum Feed {
  static let gate = Gate<Int>()
  static let slow = Resource { get in try await gate.value() }
  static let quick = Resource { get in 1 }
  static let broken = Resource { get -> Int in throw Broken() }
  static let sum = Resource { get in try get(slow).get() + get(quick).get() }
}

private enum Search {
  static let text = Atom("")
  static let found = Resource { get in
    let text = get(text)
    try await get.sleep(for: .seconds(1))
    return "found \(text)"
  }
  .debounced(for: .seconds(2)).timeout(.seconds(5))
  static let endless = Resource { get -> Int in
    try await get.sleep(for: .seconds(60))
    return 1
  }
  .timeout(.seconds(5))
}

private enum Thumbnails {
  static let kept = Family { (id: Int) in Computed(lifetime: .keep) { get in Instance(id) } }
  static let unkept = Family { (id: Int) in Computed { get in Instance(id) } }
  static let few = Family { (id: Int) in Computed(lifetime: .lru(1)) { get in Instance(id) } }
  static let brief = Family { (id: Int) in
    Computed(lifetime: .keep(for: .seconds(10))) { get in Instance(id) }
  }
}

/// Two are equal only if they are one.
private final class Instance: Equatable {
  let id: Int

  init(_ id: Int) { self.id = id }

  static func == (left: Instance, right: Instance) -> Bool { left === right }
}

private enum Saved {
  static let storage = MemoryStorage()
  static let volume = Atom(5).persisted(key: "volume", in: storage)
}

private enum Logged {
  static let log = Log()
  static let volume = Atom(
    5,
    effects: [
      .onInitialize { volume in volume.setSelf(6) },
      .onChange { _, old, new in log.lines.append("\(old) -> \(new)") },
      .onRelease { _ in log.lines.append("released") },
    ], name: "volume")

  // SAFETY: used by one test, on the main actor.
  final class Log: @unchecked Sendable {
    var lines: [String] = []
  }
}

private enum Theme {
  static let color = Atom("light")
  static let title = Computed { get in "The \(get(color)) one" }
  static let size = Atom(12)
}

/// Features of scopes that RecoilSwift does not have.
@MainActor @Suite struct RecoilReadmeFeatureTests {
  private let clock = ManualClock()

  @Test func `a status tells of everything that a definition follows from`() async {
    let scope = Scope { $0.stub(Feed.quick, throwing: Broken()) }
    let status = RenderProbe(scope) { scope in
      let status = scope.status(of: Feed.sum)
      return "\(status.isLoading) \(status.errors.contains { $0 is Broken })"
    }
    Feed.gate.open(2)
    await scope.settle()
    #expect(status.frames == ["true false", "false true"])
  }

  @Test func `loadables are combined: all, the first of any, each as it came`() async {
    let scope = Scope { $0.stub(Feed.slow, 3) }
    let (slow, quick) = (scope[Feed.slow], scope[Feed.quick])
    let broken = scope[Feed.broken]
    let both = Loadable.all(slow, quick)
    #expect(both.value.map { [$0, $1] } == [3, 1])
    #expect(Loadable.all([slow, broken]).error is Broken)
    #expect(Loadable.any([broken, .loading, slow]) == .value(3))
    let settled = Loadable.settled([slow, broken])
    #expect(settled.value?.map { (try? $0.get()) ?? -1 } == [3, -1])
    #expect(Loadable.settled([slow, .loading]).isLoading)
  }

  @Test func `a callback follows nothing, and writes as one change`() {
    let scope = Scope()
    let view = RenderProbe(scope) { $0[Profile.person] }
    let rename = scope.callback { (scope, name: String) in
      scope[Profile.person].name = name
      scope[Profile.person].age += 1
    }
    rename("Bea")
    #expect(view.frames == [Person(), Person(name: "Bea", age: 31)])
    var runs = 0
    let updater = Updater()
    let look = scope.callback { scope in scope[Profile.greeting] }
    updater.keepUpToDate {
      runs += 1
      _ = look()
    }
    rename("Cid")
    #expect(runs == 1)
  }

  @Test func `a callback may wait`() async throws {
    let scope = Scope { $0.stub(Feed.slow, 4) }
    let addTo = scope.callback { (scope, number: Int) async throws in
      try await scope.value(of: Feed.slow) + number
    }
    try #expect(await addTo(3) == 7)
  }

  @Test func `a bound value is read, written, and taken apart`() {
    let scope = Scope()
    let age = scope.bound(Profile.person).map(\.age)
    age.value += 1
    #expect(age.value == 31)
    #expect(scope[Profile.person] == Person(name: "Ann", age: 31))
  }

  @Test func `a definition is a property for what takes properties`() {
    let scope = Scope()
    let updater = Updater()
    var log: [String] = []
    updater.onTransition(scope.property(Profile.greeting)) { old, new in
      log.append("\(old ?? "") > \(new)")
    }
    scope[Profile.person].name = "Bea"
    #expect(log == [" > Hello, Ann", "Hello, Ann > Hello, Bea"])
  }

  @Test func `effects stand beside an atom from its beginning to its end`() {
    do {
      let scope = Scope()
      #expect(scope[Logged.volume] == 6)
      batch {
        scope[Logged.volume] = 1
        scope[Logged.volume] = 2
      }
      batch {
        scope[Logged.volume] = 3
        scope[Logged.volume] = 2
      }
    }
    #expect(Logged.log.lines == ["6 -> 2", "released"])
  }

  @Test func `a saved atom begins in the next scope with what it was`() {
    do {
      let scope = Scope()
      scope[Saved.volume] = 9
    }
    #expect(Saved.storage.contents.keys.sorted() == ["volume"])
    #expect(Scope()[Saved.volume] == 9)
  }

  @Test func `a snapshot is compared, restored, encoded and drawn`() throws {
    let scope = Scope()
    #expect(scope[Profile.greeting] == "Hello, Ann")
    let before = scope.snapshot()
    scope[Profile.person].name = "Bea"
    let after = scope.snapshot()
    #expect(after.changes(since: before).map(\.name) == ["person"])
    #expect(before[Profile.person] == Person())
    scope.restore(before)
    #expect(scope[Profile.greeting] == "Hello, Ann")
    let other = Scope()
    try other.restore(encoded: after.encoded())
    #expect(other[Profile.greeting] == "Hello, Bea")
    #expect(before.graph.mermaid.contains("n1 --> n0"))
    #expect(before.graph.nodes.map(\.name) == ["greeting", "person"])
  }

  @Test func `a value is kept for good, for a time, or until others were used later`() {
    let scope = Scope(clock: clock)
    /// Shows it in a view that goes away.
    func show<Member: ComputedDefinition<Instance>>(_ member: Member) -> Instance? {
      RenderProbe(scope) { $0[member] }.last
    }
    func isTheSame<Member: ComputedDefinition<Instance>>(
      _ member: Member, after event: () -> Void
    ) -> Bool {
      let old = show(member)
      event()
      return scope[member] === old
    }
    #expect(isTheSame(Thumbnails.kept(1)) { clock.advance(by: .seconds(60)) })
    #expect(isTheSame(Thumbnails.brief(1)) { clock.advance(by: .seconds(9)) })
    #expect(!isTheSame(Thumbnails.brief(2)) { clock.advance(by: .seconds(11)) })
    #expect(isTheSame(Thumbnails.few(1)) {})
    #expect(!isTheSame(Thumbnails.few(2)) { _ = show(Thumbnails.few(3)) })
    #expect(!isTheSame(Thumbnails.unkept(1)) {})
  }

  @Test func `a child scope shares with its parent what it does not override`() {
    let app = Scope()
    let screen = Scope(parent: app) { $0.override(Theme.color, with: Atom("dark")) }
    #expect(app[Theme.title] == "The light one")
    #expect(screen[Theme.title] == "The dark one")
    screen[Theme.size] = 14
    #expect(app[Theme.size] == 14)
    screen[Theme.color] = "grey"
    #expect(screen[Theme.title] == "The grey one")
    #expect(app[Theme.title] == "The light one")
  }

  @Test func `a debounced resource waits until its input rests`() async {
    let scope = Scope(clock: clock)
    let view = RenderProbe(scope) { $0[Search.found].value }
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    for text in ["a", "ab", "abc"] {
      scope[Search.text] = text
      clock.advance(by: .seconds(1))
      await scope.settle()
    }
    clock.advance(by: .seconds(1))
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    #expect(view.frames.compactMap(\.self).last == "found abc")
    #expect(Set(view.frames) == [nil, "found ", "found abc"])
  }

  @Test func `a load that takes too long has failed`() async {
    let scope = Scope(clock: clock)
    let view = RenderProbe(scope) { $0[Search.endless] }
    await scope.settle()
    clock.advance(by: .seconds(5))
    await scope.settle()
    #expect(view.last?.error as? LoadError == .timedOut(after: .seconds(5)))
    #expect(view.last?.isLoading == false)
  }
}
