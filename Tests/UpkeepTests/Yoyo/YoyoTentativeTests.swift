import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Other properties", tentative values.
@Suite(.leavesNothing) struct YoyoTentativeTests {
  private let updater = scopedUpdater()

  @Test
  func `Other properties, TentativeProperty: its value can be temporarily changed to another`() {
    let clock = ManualClock()
    let parent = StoredProperty("server")
    let shown = TentativeProperty(parent, tentativeValueValidFor: .seconds(3), clock: clock)
    var seen: [String] = []
    updater.keepUpToDate(dependencies: [shown]) { seen.append(shown.value) }
    checkingInvariants(of: [parent, shown]) {
      parent.value = "news"
      shown.value = "mine"
      #expect(parent.value == "news")
      parent.value = "reply"
      clock.advance(by: .milliseconds(2999))
      #expect(shown.value == "mine")
      clock.advance(by: .milliseconds(1))
    }
    #expect(seen == ["server", "news", "mine", "reply"])
  }

  // An update shown at once: the server agrees, or refuses.
  @Test(arguments: [true, false])
  func `Other properties, TentativeProperty: it reflects an asynchronous update optimistically`(
    isAccepted: Bool
  ) {
    let serverName = StoredProperty("Ann")
    let name = TentativeProperty(serverName)
    var seen: [String] = []
    updater.keepUpToDate(dependencies: [name]) { seen.append(name.value) }
    var replies: [() -> Void] = []
    func setName(_ new: String) {
      name.value = new
      replies.append {
        batch {
          if isAccepted { serverName.value = new }
          name.revertTentative()
        }
      }
    }
    checkingInvariants(of: [serverName, name]) {
      setName("Anna")
      #expect(seen == ["Ann", "Anna"])
      for reply in replies { reply() }
    }
    #expect(seen == (isAccepted ? ["Ann", "Anna"] : ["Ann", "Anna", "Ann"]))
  }

  // The page of Yoyo's class: nothing of it says where it runs.
  private final class Profile {
    let serverName = StoredProperty("Ann")
    let name: TentativeProperty<String>
    private var failures: [() -> Void] = []

    init(_ clock: TestClock) {
      name = TentativeProperty(
        serverName, tentativeValueValidFor: .milliseconds(3000), clock: clock)
    }

    func setNameAsynchronously(_ value: String) {
      name.value = value
      failures.append { [weak self] in self?.name.revertTentative() }
    }

    func fail() { for failure in failures { failure() } }
  }

  @MainActor @Test(.hops)
  func `Other properties, TentativeProperty: a class without annotations has deadlines`() async {
    let clock = TestClock()
    let profile = Profile(clock)
    let (names, continuation) = AsyncStream.makeStream(of: String.self)
    var seen = names.makeAsyncIterator()
    let updater = Updater()
    updater.keepUpToDate {
      MainActor.assertIsolated()
      continuation.yield(profile.name.value)
    }
    profile.setNameAsynchronously("Anna")
    #expect(await seen.next() == "Ann")
    #expect(await seen.next() == "Anna")
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(2999))
    #expect(profile.name.value == "Anna")
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1))
    #expect(await seen.next() == "Ann")
    profile.setNameAsynchronously("Anne")
    profile.fail()
    #expect(profile.name.value == "Ann")
  }

  private actor Keeper {
    let profile: Profile
    let updater = Updater()
    // Synchronous: the initializer is isolated to nothing.
    init(_ clock: TestClock) { profile = Profile(clock) }

    func start(_ names: AsyncStream<String>.Continuation) {
      updater.keepUpToDate { [weak self, profile] in
        self?.assertIsolated()
        names.yield(profile.name.value)
      }
      profile.setNameAsynchronously("Anna")
    }
  }

  @Test(.hops)
  func `Other properties, TentativeProperty: its deadline is kept by the actor that writes it`()
    async
  {
    let clock = TestClock()
    let (names, continuation) = AsyncStream.makeStream(of: String.self)
    var seen = names.makeAsyncIterator()
    let keeper = Keeper(clock)
    await keeper.start(continuation)
    #expect(await seen.next() == "Ann")
    #expect(await seen.next() == "Anna")
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    #expect(await seen.next() == "Ann")
  }

  @Test func `Other properties, TentativeProperty: without an actor a deadline is refused aloud`() {
    let profile = Profile(TestClock())
    let mistakes = recordingMistakes { profile.setNameAsynchronously("Anna") }
    #expect(mistakes.count == 1)
    #expect(mistakes.allSatisfy { $0.hasPrefix("deadlineWithoutClock: ") })
    #expect(profile.name.value == "Anna")
    profile.fail()
    #expect(profile.name.value == "Ann")
  }
}
