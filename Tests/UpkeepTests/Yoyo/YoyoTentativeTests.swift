import Testing

@testable import Upkeep

/// What the README of Yoyo promises, kept by Upkeep: "Other properties", tentative values.
@Suite(.leavesNothing) struct YoyoTentativeTests {
  private let updater = scopedUpdater()

  @Test func `Other properties, TentativeProperty: usually its value is its parent's`() {
    let parent = StoredProperty(3)
    let shown = TentativeProperty(parent)
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [shown]) { seen.append(shown.value) }
    checkingInvariants(of: [parent, shown]) {
      parent.value = 42
      parent.value = 42
    }
    #expect(seen == [3, 42])
  }

  @Test
  func `Other properties, TentativeProperty: its value can be temporarily changed to another`() {
    let clock = ManualClock()
    let parent = StoredProperty("server")
    let shown = TentativeProperty(parent, tentativeValueValidFor: .seconds(3), clock: clock)
    var seen: [String] = []
    updater.keepUpToDate(dependencies: [shown]) { seen.append(shown.value) }
    checkingInvariants(of: [parent, shown]) {
      shown.value = "mine"
      #expect(parent.value == "server")
      parent.value = "reply"
      clock.advance(by: .milliseconds(2999))
      #expect(shown.value == "mine")
      clock.advance(by: .milliseconds(1))
    }
    #expect(seen == ["server", "mine", "reply"])
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
}
