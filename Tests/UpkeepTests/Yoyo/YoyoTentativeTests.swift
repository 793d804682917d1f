import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Other properties", tentative values.
@Suite(.leavesNothing) struct YoyoTentativeTests {
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
