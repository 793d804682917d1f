import Testing

@testable import ExampleScripts

@Suite struct ProgressLineTests {
  /// A clock that is set by hand, and the written texts.
  private final class Terminal {
    var time = Duration.zero
    var written: [String] = []

    private(set) lazy var line = ProgressLine(now: { [unowned self] in time }) { [unowned self] in
      written.append($0)
    }

    func advance(_ steps: Int) {
      for _ in 0..<steps { line.advance() }
    }
  }

  private let terminal = Terminal()

  @Test func `work of less than a second shows no progress`() {
    terminal.line.begin("computing", "formulas")
    terminal.time = .milliseconds(999)
    terminal.advance(10_000)
    terminal.line.end()
    #expect(terminal.written == [])
  }

  @Test func `longer work shows its progress five times a second, and wipes the line`() {
    terminal.line.begin("reading a.csv", "cells")
    for time in [900, 1_000, 1_100, 1_200, 1_300] {
      terminal.time = .milliseconds(time)
      terminal.advance(512)
    }
    terminal.line.end()
    terminal.advance(512)
    #expect(
      terminal.written == [
        "\rreading a.csv: 768 cells\u{1B}[K", "\rreading a.csv: 1,792 cells\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test func `a wiped line comes back with the next update`() {
    terminal.line.begin("reading a.csv", "cells")
    terminal.line.wipe()
    terminal.time = .seconds(1)
    terminal.advance(256)
    terminal.line.wipe()
    terminal.line.wipe()
    terminal.advance(256)
    #expect(
      terminal.written == [
        "\rreading a.csv: 256 cells\u{1B}[K", "\r\u{1B}[K", "\rreading a.csv: 512 cells\u{1B}[K",
      ])
  }

  @Test func `work of a known size shows its percentage; new work waits its own second`() {
    terminal.line.begin("reading a.csv", "cells")
    terminal.time = .seconds(2)
    terminal.line.begin("computing", "formulas", of: 1_024_000)
    terminal.advance(1_024)
    #expect(terminal.written == [])
    terminal.time = .seconds(3)
    terminal.advance(511_000)
    #expect(terminal.written == ["\rcomputing: 0 % of 1,024,000 formulas\u{1B}[K"])
    terminal.time = .seconds(4)
    terminal.advance(256)
    #expect(terminal.written.last == "\rcomputing: 50 % of 1,024,000 formulas\u{1B}[K")
  }
}
