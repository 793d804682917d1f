/// The line on a terminal that tells how far something has come which takes over a second.
///
///     reading a.csv: 1,203,200 cells
///     computing: 45 % of 1,000,000 formulas
///
/// It is written over again and again, and wiped when the work has ended. Nothing is written of
/// quicker work.
final class ProgressLine {
  /// The work under way.
  private struct Work {
    let title: String
    let unit: String
    let total: Int?
    let start: Duration
    var done = 0
  }

  /// The time before the first line, and the time that a line stays as it is.
  private static let (delay, interval) = (Duration.seconds(1), Duration.milliseconds(200))

  /// The clock is looked at once for so many steps.
  private static let stepsPerLook = 256

  private let now: () -> Duration
  private let columns: () -> Int
  private let write: (String) -> Void
  private var work: Work?
  private var shownAt: Duration?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - now: The time since whenever.
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

  /// Creates the line of a terminal.
  convenience init(on terminal: TextOutput) {
    let clock = ContinuousClock()
    let start = clock.now
    self.init(
      now: { start.duration(to: clock.now) }, columns: { Window(of: .standardError).columns }
    ) {
      terminal.printPart($0)
      terminal.flush()
    }
  }

  /// Begins a work, and ends the one before.
  ///
  /// - Parameters:
  ///   - title: The name of the work.
  ///   - unit: The things that are counted.
  ///   - total: The number of them; `nil` where nobody knows.
  func begin(_ title: String, _ unit: String, of total: Int? = nil) {
    end()
    work = Work(title: title.escapedForTerminal(), unit: unit, total: total, start: now())
  }

  /// Takes a step of the work; outside any, nothing happens.
  ///
  /// - Complexity: O(1); the clock is not looked at each time.
  func advance() {
    guard work != nil else { return }
    work?.done += 1
    if let work, work.done % Self.stepsPerLook == 0 { look(at: work) }
  }

  /// Ends the work and wipes the line.
  func end() {
    if shownAt != nil { write("\r\u{1B}[K") }
    (work, shownAt) = (nil, nil)
  }

  private func look(at work: Work) {
    let time = now()
    guard time - work.start >= Self.delay, shownAt.map({ time - $0 >= Self.interval }) ?? true
    else { return }
    shownAt = time
    var count = "\(work.done.grouped) \(work.unit)"
    if let total = work.total, total > 0 {
      count = "\(min(100, work.done * 100 / total)) % of \(total.grouped) \(work.unit)"
    }
    // A line that wrapped could not be wiped.
    let room = columns() - 1 - ": \(count)".utf8.count
    write("\r\(work.title.cut(toColumns: max(1, room))): \(count)\u{1B}[K")
  }
}
