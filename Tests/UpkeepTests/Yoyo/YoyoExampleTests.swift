import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Example", "Usage" and "Other properties".
@Suite(.leavesNothing) struct YoyoExampleTests {
  /// A view without a framework.
  private final class View {
    var isHidden = false
    var isEnabled = true
    var animations = 0
  }

  /// The header of the README's example, with its view model.
  private final class Header {
    let tipView = View()
    private let isTipHidden: Property<Bool>
    private let updater = Updater()

    init(_ isLoggedIn: Property<Bool>, _ hasClickedOnTip: Property<Bool>) {
      isTipHidden = DerivedProperty(isLoggedIn, hasClickedOnTip) { isLoggedIn, hasClickedOnTip in
        return !isLoggedIn || hasClickedOnTip
      }
      updater.keepUpToDate(dependencies: [isTipHidden]) { [unowned self] in
        self.tipView.isHidden = self.isTipHidden.value
      }
    }
  }

  /// The screen of the README's snippets.
  private final class Screen {
    let loginButton = View()
    private let showLoginButton: Property<Bool>
    private let updater = Updater()

    init(_ isLoggedIn: Property<Bool>) {
      showLoginButton = DerivedProperty(isLoggedIn) { isLoggedIn in
        return !isLoggedIn
      }
      updater.keepUpToDate(dependencies: [showLoginButton]) { [unowned self] in
        self.loginButton.isHidden = !self.showLoginButton.value
      }
      updater.onTransition(showLoginButton) {
        [unowned self] wasShowingLoginButton, showLoginButton in
        if wasShowingLoginButton != nil && showLoginButton { self.loginButton.animations += 1 }
      }
      updater.bind(object: loginButton, keyPath: \View.isEnabled, toProperty: showLoginButton)
    }
  }

  private let isLoggedIn = StoredProperty(false)

  @Test func `Example: the tip shows to who is logged in, and goes for good with a click`() {
    let hasClickedOnTip = StoredProperty(false)
    let header = Header(isLoggedIn, hasClickedOnTip)
    var hidden = [header.tipView.isHidden]
    checkingInvariants(of: [isLoggedIn, hasClickedOnTip]) {
      isLoggedIn.value = true
      hidden.append(header.tipView.isHidden)
      hasClickedOnTip.value = true
      hidden.append(header.tipView.isHidden)
      isLoggedIn.value = false
      isLoggedIn.value = true
    }
    #expect(hidden + [header.tipView.isHidden] == [true, false, true, true])
  }

  @Test
  func `Usage, Reacting to state changes: a screen shows the state until its updater has gone`() {
    var screen: Screen? = Screen(isLoggedIn)
    weak let button = screen?.loginButton
    var shown: [String] = []
    func look() {
      if let button { shown.append("\(button.isHidden) \(button.isEnabled) \(button.animations)") }
    }
    checkingInvariants(of: [isLoggedIn]) {
      look()
      isLoggedIn.value = true
      look()
      isLoggedIn.value = false
      isLoggedIn.value = false
      look()
    }
    #expect(shown == ["false true 0", "true false 0", "false true 1"])
    screen = nil
    isLoggedIn.value = true
    #expect(screen == nil)
    #expect(button == nil)
    #expect(isLoggedIn.subscriberCount == 0)
  }

  // Yoyo has `dependencies:` for lists of inputs that are known only when the program runs.
  @Test func `a property that is not in the list is reported, and not followed`() {
    #if DEBUG
      let cells = (1...3).map { StoredProperty($0) }
      let other = StoredProperty(1, name: "other")
      let mistakes = recordingMistakes {
        let highest = DerivedProperty(
          dependencies: cells, name: "highest",
          fromPrevious: { previous in
            max(previous ?? 0, other.value)
          })
        let total = DerivedProperty.catching(dependencies: cells, name: "total") {
          cells.reduce(other.value) { $0 + $1.value }
        }
        #expect(highest.value == 1)
        #expect((try? total.value.get()) == 7)
      }
      #expect(mistakes == ["undeclaredRead: highest, other", "undeclaredRead: total, other"])
    #endif
  }

  // The page of Yoyo's class: nothing of it says where it runs.
  private final class Profile {
    let name: TentativeProperty<String>

    init(_ clock: TestClock) {
      name = TentativeProperty(
        StoredProperty("Ann"), tentativeValueValidFor: .milliseconds(3000), clock: clock)
    }
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
    profile.name.value = "Anna"
    #expect(await seen.next() == "Ann")
    #expect(await seen.next() == "Anna")
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(2999))
    #expect(profile.name.value == "Anna")
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1))
    #expect(await seen.next() == "Ann")
    profile.name.value = "Anne"
    profile.name.revertTentative()
    #expect(profile.name.value == "Ann")
  }

  @Test func `Other properties, TentativeProperty: without an actor a deadline is refused aloud`() {
    let profile = Profile(TestClock())
    let mistakes = recordingMistakes { profile.name.value = "Anna" }
    #expect(mistakes.count == 1)
    #expect(mistakes.allSatisfy { $0.hasPrefix("deadlineWithoutActor: ") })
    #expect(profile.name.value == "Anna")
    profile.name.revertTentative()
    #expect(profile.name.value == "Ann")
  }
}
