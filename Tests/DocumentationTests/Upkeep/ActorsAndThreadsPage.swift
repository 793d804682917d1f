import Testing
import Upkeep

private actor Thermostat {
  let degrees = StoredProperty(20)
  let updater = Updater()
  var log: [Int] = []

  func start() {
    updater.keepUpToDate { [weak self] in
      self?.assumeIsolated { $0.log.append($0.degrees.value) }
    }
  }

  func warm(by degrees: Int) { self.degrees.value += degrees }
}

/// The page ActorsAndThreads.
@MainActor struct ActorsAndThreadsPage {
  @Test func `an actor with a graph of its own`() async {
    let print = Transcript()
    let thermostat = Thermostat()
    await thermostat.start()
    await thermostat.warm(by: 2)
    print(await thermostat.log)  // [20, 22]
    #expect(print.lines == print.stated())
  }
}
