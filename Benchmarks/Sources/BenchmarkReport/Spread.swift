/// A robust measure of the scatter of samples: one slow sample out of seven changes nothing.
package enum Spread {
  /// The interquartile range as a part of the median, scaled to the standard deviation of a normal
  /// distribution.
  package static func ofSamples(_ samples: [Double]) -> Double {
    let middle = quantile(0.5, of: samples)
    guard middle > 0 else { return 0 }
    return (quantile(0.75, of: samples) - quantile(0.25, of: samples)) / middle / 1.349
  }

  /// The value below which the given part of the samples lies, interpolated; 0 without samples.
  package static func quantile(_ part: Double, of samples: [Double]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let sorted = samples.sorted()
    let place = part * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}
