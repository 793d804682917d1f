/// The number plus the 16th Fibonacci number, 1597, which is computed by adding ones.
private func hard(_ number: Int) -> Int { number &+ fibonacci(Opaque.hidden(16)) }

private func fibonacci(_ n: Int) -> Int {
  n < 2 ? 1 : fibonacci(n - 1) + fibonacci(n - 2)
}

extension KairoMolBench {
  /// Computes C: `A % 2 + B % 2`.
  struct AddingParities: ChoosingStep {
    func apply(_ read: some Inputs) -> Int { read(0) % 2 + read(1) % 2 }
  }

  /// Computes D: five items, `i + A % 2 - B % 2`.
  struct ListingParities: ListingStep {
    func apply(_ read: some Inputs) -> [Int] {
      (0..<5).map { $0 + read(0) % 2 - read(1) % 2 }
    }
  }

  /// Computes E: `hard(C + A + D[0])`.
  struct HardSum: ListReadingStep {
    func apply(_ list: () -> List, _ read: some Inputs) -> Int {
      hard(read(0) + read(1) + list().items[0])
    }
  }

  /// Computes F: `hard(D[2])`, or `hard(B)` if that is 0.
  struct HardItem: ListReadingStep {
    func apply(_ list: () -> List, _ read: some Inputs) -> Int {
      hard(list().items[2] != 0 ? list().items[2] : read(0))
    }
  }

  /// Computes G: `C + (C, or E % 2 if that is 0) + D[4] + F`.
  struct AddingAllParts: ListReadingStep {
    func apply(_ list: () -> List, _ read: some Inputs) -> Int {
      read(0) + (read(0) != 0 ? read(0) : read(1) % 2) + list().items[4] + read(2)
    }
  }

  /// The log of the effects of a round.
  final class Log {
    private(set) var values: [Int] = []
    private let sink: Sink

    init(sink: Sink) { self.sink = sink }

    func append(_ value: Int) {
      values.append(value)
      sink.take(value)
    }

    func clear() { values.removeAll(keepingCapacity: true) }
  }

  /// The effect I.
  struct Logging: Reaction {
    let log: Log

    func run(_ read: some Inputs) { log.append(read(0)) }
  }

  /// The effects H and J.
  struct LoggingHard: Reaction {
    let log: Log

    func run(_ read: some Inputs) { log.append(hard(read(0))) }
  }
}
