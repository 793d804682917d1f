import Testing
import Upkeep

@Suite(.leavesNothing) struct KeepingUpdaters {
  @Test func `an updater that nothing keeps runs its effect once, whatever becomes of the token`() {
    let count = StoredProperty(1)
    var seen: [Int] = []
    Updater().keepUpToDate { seen.append(count.value) }
    let token = Updater().keepUpToDate { seen.append(-count.value) }
    count.value = 2
    #expect(seen == [1, -1])
    token.cancel()
  }

  @Test func `an updater that is kept goes on, although the token is dropped`() {
    let count = StoredProperty(1)
    var seen: [Int] = []
    let updater = Updater()
    updater.keepUpToDate { seen.append(count.value) }
    count.value = 2
    #expect(seen == [1, 2])
    withExtendedLifetime(updater) {}
  }
}
