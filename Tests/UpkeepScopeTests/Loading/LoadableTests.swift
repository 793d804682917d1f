import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@Suite struct LoadableTests {
  private struct Broken: Error {}
  private enum Coded: Error, Equatable {
    case code(Int)
  }
  private final class Object: Error {}

  @Test func `a loadable knows the parts that it was made with`() throws {
    let loading = Loadable.loading(previous: 1)
    #expect((loading.value, loading.isLoading, loading.isSettled) == (1, true, false))
    #expect(loading.result == nil)
    let failed = Loadable.failed(Broken(), previous: 1)
    #expect((failed.value, failed.error is Broken, failed.isSettled) == (1, true, true))
    #expect(throws: Broken.self) { try failed.get() }
    #expect(throws: Broken.self) { try failed.result?.get() }
    #expect(try (Loadable.value(2).get(), Loadable.value(2).result?.get()) == (2, 2))
    #expect(throws: LoadError.stillLoading) { try Loadable<Int>.loading.get() }
  }

  @Test func `an awaited closure becomes a value or a failure`() async {
    #expect(await Loadable { 1 } == .value(1))
    #expect(await Loadable<Int> { throw Broken() } == .failed(Broken()))
  }

  @Test func `failures are equal if their errors are`() {
    let object = Object()
    #expect(Loadable<Int>.failed(Coded.code(1)) == .failed(Coded.code(1)))
    #expect(Loadable<Int>.failed(Coded.code(1)) != .failed(Coded.code(2)))
    #expect(Loadable<Int>.failed(Coded.code(1)) != .failed(Broken()))
    #expect(Loadable<Int>.failed(object) == .failed(object))
    #expect(Loadable<Int>.failed(object) != .failed(Object()))
    #expect(Loadable<Int>.failed(Broken()) != .failed(Broken(), previous: 1))
    #expect(Loadable<Int>.failed(Broken()) != .loading)
  }

  @Test func `map keeps the error and the loading state, and flatMap joins them`() {
    struct Odd: Error, Equatable {}
    #expect(Loadable.loading(previous: 1).map { $0 + 1 } == .loading(previous: 2))
    let failed = Loadable<Int>.failed(Broken(), previous: 1)
    #expect(failed.map { "\($0)" } == .failed(Broken(), previous: "1"))
    #expect(Loadable.value(1).map { _ -> Int in throw Odd() } == .failed(Odd()))
    #expect(Loadable.value(1).flatMap { .loading(previous: $0 + 1) } == .loading(previous: 2))
    #expect(Loadable.loading(previous: 1).flatMap { .value($0 + 1) } == .loading(previous: 2))
    #expect(Loadable.value(1).flatMap { _ in Loadable<Int>.failed(Broken()) } == .failed(Broken()))
    #expect(Loadable<Int>.loading.flatMap { .value($0) } == .loading)
  }

  @Test func `Loadable.all has a value once every part has one`() {
    let both = Loadable.all(.value(1), .value("a"))
    #expect(both.value.map { $0 == (1, "a") } == true)
    #expect(Loadable.all(.value(1), Loadable<Int>.loading).value == nil)
    #expect(Loadable.all(.value(1), .loading(previous: 2)).isLoading)
    #expect(Loadable.all(.loading(previous: 1), Loadable<Int>.failed(Broken())).error is Broken)
    #expect(Loadable.all([.value(1), .value(2)]) == .value([1, 2]))
    #expect(Loadable.all([.value(1), .loading(previous: 2)]) == .loading(previous: [1, 2]))
    #expect(Loadable.all([.value(1), .loading]) == .loading)
    #expect(Loadable<[Int]>.all([]) == .value([]))
    #expect(Loadable.all([.value(1), .failed(Broken())]) == .failed(Broken()))
  }

  @Test func `Loadable.any is the first value, and fails when every part has failed`() {
    #expect(Loadable.any([.loading, .failed(Broken()), .value(3), .value(4)]) == .value(3))
    #expect(Loadable.any([.failed(Broken()), Loadable<Int>.loading]) == .loading)
    #expect(
      Loadable<Int>.any([.failed(Coded.code(1)), .failed(Broken())]) == .failed(Coded.code(1)))
    #expect(Loadable<Int>.any([]) == .failed(LoadError.endedWithoutValue))
  }

  @Test func `Loadable.settled has each result once every part has one`() throws {
    #expect(Loadable.settled([.value(1), Loadable<Int>.loading]).isLoading)
    let results = try Loadable.settled([.value(1), Loadable<Int>.failed(Broken())]).get()
    #expect(try (results.count, results.first?.get()) == (2, 1))
    #expect(throws: Broken.self) { try results.last?.get() }
  }

  @Test func `as a property's value an equal loadable is no change, and a failure always is one`() {
    let shown = StoredProperty(Loadable.value(1))
    let updater = Updater()
    var log: [String] = []
    updater.keepUpToDate { log.append(shown.value.description) }
    shown.value = .value(1)
    shown.value = .loading(previous: 1)
    shown.value = .loading(previous: 1)
    shown.value = .failed(Broken(), previous: 1)
    shown.value = .failed(Broken(), previous: 1)
    #expect(
      log == [
        "value(1)", "loading(previous: 1)", "failed(Broken(), previous: 1)",
        "failed(Broken(), previous: 1)",
      ])
  }

  @Test func `a cycle through a derived loadable is a failure`() {
    let box = Box<Property<Loadable<Int>>?>(nil)
    let own = DerivedProperty(name: "own") { box.value?.value ?? .loading }
    box.value = own
    #expect(own.value.error is CycleError)
    box.value = nil
  }

  @Test(arguments: [
    (Loadable<Int>.loading, "loading"), (.loading(previous: 1), "loading(previous: 1)"),
    (.value(1), "value(1)"), (.failed(Broken()), "failed(Broken())"),
  ])
  func `a loadable's text is the way to make it`(_ loadable: Loadable<Int>, _ text: String) {
    #expect(loadable.description == text)
  }
}

@Suite(.leavesNothing) struct LoadStatusTests {
  private struct Offline: Error, Equatable {}
  private struct Refused: Error, Equatable { let code: Int }

  private enum Room {
    static let user = Resource { (_: Reader) throws -> Int in throw Offline() }
    static let messages = Resource { get throws -> Int in
      if get(user).error != nil { throw Refused(code: 403) }
      return 1
    }
    static let drafts = Resource { (_: Reader) throws -> Int in throw LoadError.stillLoading }
    static let title = Computed { get in "\(get(messages)) \(get(drafts))" }
  }

  @Test func `a status has the failures of all inputs of a value, each with its type`() {
    let status = Scope().status(of: Room.title)
    #expect((status.isLoading, status.hasError, status.errors.count) == (true, true, 2))
    #expect(status.errors.contains { $0 is Offline })
    #expect(status.errors.contains { $0 is Refused })
  }

  @Test func `two statuses are equal if their failures and loading states are`() {
    let scope = Scope()
    #expect(scope.status(of: Room.messages) == Scope().status(of: Room.messages))
    #expect(scope.status(of: Room.messages) != scope.status(of: Room.user))
    scope.stub(Room.messages, throwing: Refused(code: 500))
    #expect(scope.status(of: Room.messages) != Scope().status(of: Room.messages))
  }
}
