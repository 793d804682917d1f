/// The line on a terminal that shows the progress of work that takes over a second.
///
///     reading a.csv: 1,203,200 cells
///     computing: 45 % of 1,000,000 formulas
///
/// Each update overwrites the line, and the end of the work wipes it. Quicker work writes nothing.
package final class ProgressLine {
  /// The work under way.
  private struct Work {
    let title: String
    let unit: String
    let total: Int?
    let start: Duration
  }

  /// The time before the first line, and the shortest time between two updates.
  private static let (delay, interval) = (Duration.seconds(1), Duration.milliseconds(200))

  /// The number of steps between two looks at the clock.
  private static let stepsPerLook = 256

  private let now: () -> Duration
  private let columns: () -> Int
  private let write: (String) -> Void
  private var work: Work?
  /// The number of steps of the work.
  private var done = 0
  private var shownAt: Duration?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - now: The time since a fixed moment.
  ///   - columns: The width of the window now.
  ///   - write: Writes to the terminal, at once.
  init(
    now: @escaping () -> Duration, columns: @escaping () -> Int = { 80 },
    writingTo write: @escaping (String) -> Void
  ) {
    self.now = now
    self.columns = columns
    self.write = write
  }

  /// The line on standard error; `nil` if that is no terminal.
  package static var ofThisProgram: ProgressLine? {
    let errors = TextOutput(to: .standardError)
    return errors.isTerminal ? ProgressLine(on: errors) : nil
  }

  /// Creates the line of a terminal.
  private convenience init(on terminal: TextOutput) {
    let clock = ContinuousClock()
    let start = clock.now
    self.init(
      now: { start.duration(to: clock.now) }, columns: { Window(of: .standardError).columns }
    ) {
      terminal.printPart($0)
      terminal.flush()
    }
  }

  /// Begins some work, and ends the previous work.
  ///
  /// - Parameters:
  ///   - title: The name of the work.
  ///   - unit: The things that are counted.
  ///   - total: The number of these things; `nil` if it is unknown.
  package func begin(_ title: String, _ unit: String, of total: Int? = nil) {
    end()
    done = 0
    work = Work(title: title.escapedForTerminal(), unit: unit, total: total, start: now())
  }

  /// Counts a step of the work; does nothing if no work is under way.
  ///
  /// - Complexity: O(1), mostly without a look at the clock.
  package func advance() {
    done += 1
    if done % Self.stepsPerLook == 0, let work { look(at: work) }
  }

  /// Ends the work and wipes the line.
  package func end() {
    wipe()
    work = nil
  }

  /// Wipes the line until the next update, so that something else can be written in its place.
  package func wipe() {
    if shownAt != nil { write("\r\u{1B}[K") }
    shownAt = nil
  }

  private func look(at work: Work) {
    let time = now()
    guard time - work.start >= Self.delay, shownAt.map({ time - $0 >= Self.interval }) ?? true
    else { return }
    shownAt = time
    var count = "\(done.grouped) \(work.unit)"
    if let total = work.total, total > 0 {
      count = "\(min(100, done * 100 / total)) % of \(total.grouped) \(work.unit)"
    }
    // A wrapped line could not be wiped.
    let room = columns() - 1 - ": \(count)".utf8.count
    write("\r\(work.title.cut(toColumns: max(1, room))): \(count)\u{1B}[K")
  }
}
