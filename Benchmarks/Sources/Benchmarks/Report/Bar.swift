import BenchmarkReport

/// A required figure, and the measured figure.
///
/// Bars are reported, not judged: a `Gate` decides whether a run passes.
struct Bar {
  let title: String
  let measured: Double
  /// The highest figure that meets the bar.
  let limit: Double
  /// A better figure to aim at; `nil` if there is none.
  var stretch: Double?

  var isMet: Bool { measured <= limit }

  var result: String {
    if let stretch, measured <= stretch { return "met, and the stretch" }
    return isMet ? "met" : "missed"
  }
}

extension Bar {
  /// A table of bars; empty without any.
  static func table(_ bars: [Bar]) -> String {
    if bars.isEmpty { return "" }
    let head = line("bar", "measured", "at most", "stretch", "")
    return bars.reduce(into: head) { text, bar in
      text += line(
        bar.title, bar.measured.short, bar.limit.short, bar.stretch?.short ?? "", bar.result)
    }
  }

  private static func line(
    _ title: String, _ measured: String, _ limit: String, _ stretch: String, _ result: String
  ) -> String {
    let numbers = [measured, limit, stretch].map {
      String(repeating: " ", count: max(0, 10 - $0.count)) + $0
    }
    return title + String(repeating: " ", count: max(0, 64 - title.count)) + numbers.joined() + "  "
      + result + "\n"
  }
}
