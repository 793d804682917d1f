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

private actor Station {
  private let celsius = StoredProperty(0.0)
  private lazy var warning = celsius.map { $0 > 30 ? "hot" : "fine" }
  private let updater = Updater()

  var warnings: LatestValues<String> { warning.values(until: updater) }
  func start(_ sensor: AsyncStream<Double>) { updater.feed(celsius, from: sensor) }
  func stop() { updater.cancel() }
}

/// The page ActorsAndThreads.
@MainActor @Suite(.statedResults()) struct ActorsAndThreadsPage {
  @Test func `the code about an actor's own graph gives its stated results`() async {
    let thermostat = Thermostat()
    await thermostat.start()
    await thermostat.warm(by: 2)
    print(await thermostat.log)  // [20, 22]
  }

  @Test func `an actor's values are fed, read elsewhere, and end when it stops`() async throws {
    let print = Transcript()
    let (sensor, readings) = AsyncStream<Double>.makeStream()
    let station = Station()
    await station.start(sensor)
    let warnings = await station.warnings
    let display = Task {
      for await warning in warnings { print(warning) }
    }
    readings.yield(35)
    try await Task.sleep(for: .milliseconds(10))
    await station.stop()  // ends the feed, and the values
    await display.value  // so the loop has come to its end
    // On a busy machine the display may miss the first value, and the feed may miss the second.
    #expect([["fine", "hot"], ["hot"], ["fine"]].contains(print.lines))
  }
}
