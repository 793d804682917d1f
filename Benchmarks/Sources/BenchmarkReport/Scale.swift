/// A logarithmic axis over whole decades.
struct Scale {
  /// The powers of ten from one end to the other, two at least.
  let decades: [Double]

  /// Makes an axis; `nil` without a positive value.
  init?(_ values: [Double]) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    guard let least = values.min(), let most = values.max() else { return nil }
    var low = 1.0
    while low > least { low /= 10 }
    while low * 10 <= least { low *= 10 }
    var decades = [low, low * 10]
    while let last = decades.last, last < most { decades.append(last * 10) }
    self.decades = decades
  }

  /// The position of a value along the axis, from 0 to 1.
  func part(_ value: Double) -> Double {
    var decade = 0
    while decade < decades.count - 2, value >= decades[decade + 1] { decade += 1 }
    return (Double(decade) + (value / decades[decade]).tenfold) / Double(decades.count - 1)
  }
}

extension Double {
  /// The decimal logarithm of a number from 1 to 10, by bisection.
  fileprivate var tenfold: Double {
    var (low, high) = (0.0, 1.0)
    var (below, above) = (1.0, 10.0)
    while high - low > 0.0001 {
      let root = (below * above).squareRoot()
      if root <= self {
        (low, below) = ((low + high) / 2, root)
      } else {
        (high, above) = ((low + high) / 2, root)
      }
    }
    return (low + high) / 2
  }

  /// A power of ten as an axis shows it.
  var tick: String {
    switch self {
    case 1_000_000...: "\((self / 1_000_000).fixed(0)) M"
    case 1000...: "\((self / 1000).fixed(0)) k"
    case 1...: fixed(0)
    case 0.1...: fixed(1)
    default: fixed(3)
    }
  }
}
