/// The work of an effect with the values of its inputs.
protocol Reaction {
  /// - Parameter read: the value of an input, by its index.
  func run(_ read: some Inputs)
}

/// Delivers the sum of so many inputs.
struct Delivering: Reaction {
  let count: Int
  let sink: Sink

  func run(_ read: some Inputs) {
    var sum = 0
    for index in 0..<count { sum &+= read(index) }
    sink.take(sum)
  }
}
