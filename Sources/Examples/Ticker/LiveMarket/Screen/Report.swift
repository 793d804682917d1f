import ExampleScripts
import Foundation

/// The texts of a frame.
struct Report {
  private let frame: Frame

  init(_ frame: Frame) { self.frame = frame }

  /// The watch list beside the sums by sector, and the counts.
  var lines: [String] {
    var table = TextTable(
      ["symbol", "last", "change", "sector", "sum"],
      isNumeric: [false, true, true, false, true])
    let more = max(0, frame.sums.count - Board.topCount)
    for index in 0..<max(frame.top.count, frame.sums.count - more) {
      let row = index < frame.top.count ? frame.top[index] : nil
      let sum = index < frame.sums.count ? frame.sums[index] : nil
      table.add([
        row?.symbol ?? "", row.map { Self.decimal($0.last) } ?? "",
        row.map { Self.decimal($0.change) + " %" } ?? "", sum?.sector ?? "",
        sum.map { Self.decimal($0.price) } ?? "",
      ])
    }
    return table.lines + [
      "watched: \(frame.watched.grouped) of \(frame.quotes.grouped) symbols"
        + (more > 0 ? "; \(more.grouped) more sectors" : ""),
      "batches: \(frame.batches.grouped), ticks: \(frame.ticks.grouped)",
    ]
  }

  /// The work of the frame, and the time that it took.
  func work(_ time: Duration) -> String {
    let work = frame.work
    return "calls: filter \(work.filtered.grouped), order \(work.compared.grouped), "
      + "top \(work.shown.grouped), sums \(work.summed.grouped); "
      + "frame: \(Self.decimal(time / .milliseconds(1))) ms"
  }

  /// The number with two digits behind the point.
  private static func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
