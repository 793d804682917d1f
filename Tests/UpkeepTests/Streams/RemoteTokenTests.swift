import Testing

@testable import Upkeep

actor Meter {
  let level = StoredProperty(0)
  let updater = Updater()
  private(set) var seen: [Int] = []

  func start() -> RemoteToken {
    RemoteToken(
      updater.keepUpToDate { [weak self] in
        self?.assumeIsolated { $0.seen.append($0.level.value) }
      })
  }
  func set(_ level: Int) { self.level.value = level }
  func cancelHere(_ token: RemoteToken) -> [Int] {
    token.cancel()
    level.value = 100
    return seen
  }
  func readers() -> [String] { retainers(of: level) }
}

@Suite(.leavesNothing) struct RemoteTokenTests {
  @Test(.hops)
  func `an effect is cancelled from elsewhere or at home, and does not run in the next turn`()
    async
  {
    let meter = Meter()
    let token = await meter.start()
    await meter.set(1)
    #expect(!token.isCancelled)
    token.cancel()
    #expect(token.isCancelled)
    await meter.set(2)
    #expect(await meter.seen == [0, 1])
    token.cancel()
    let other = await meter.start()
    // On the effect's own actor `cancel` takes effect at once.
    #expect(await meter.cancelHere(other) == [0, 1, 2])
  }

  @Test(.hops) func `a token that is dropped changes nothing, and leaves nothing`() async {
    let meter = Meter()
    _ = await meter.start()
    await meter.set(1)
    #expect(await meter.seen == [0, 1])
    for _ in 0..<100 { (await meter.start()).cancel() }
    await meter.set(2)
    #expect(await meter.readers().count == 1)
  }

  @Test(.hops) func `many tasks cancel at once, while the owner works`() async {
    let meter = Meter()
    for round in 1...50 {
      let tokens = [await meter.start(), await meter.start(), await meter.start()]
      await withTaskGroup { group in
        for token in tokens {
          for _ in 0..<3 { group.addTask { token.cancel() } }
        }
        group.addTask { await meter.set(round) }
      }
    }
    let before = await meter.seen.count
    await meter.set(-1)
    await meter.set(-2)
    #expect(await meter.seen.count == before)
  }

  @Test(.hops) func `a remote token is refused where no actor runs`() {
    let updater = Updater()
    let count = StoredProperty(0)
    var seen: [Int] = []
    let effect = updater.keepUpToDate { seen.append(count.value) }
    let reports = misuses {
      let token = RemoteToken(effect, name: "T")
      token.cancel()
      #expect(token.isCancelled)
    }
    #expect(reports.count == 1)
    #expect("\(reports)".contains("the remote token T ("))
    count.value = 1
    #expect(seen == [0, 1])
  }
}
