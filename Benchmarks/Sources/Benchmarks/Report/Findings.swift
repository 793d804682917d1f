/// The measurements of a run, by contender.
struct Findings {
  let measurements: [Measurement]

  /// The measurement of a contender; `nil` if there is none.
  func find(_ name: String, _ n: Int, _ identity: Identity) -> Measurement? {
    measurements.first { $0.name == name && $0.n == n && $0.identity == identity }
  }

  /// The ratio to handwritten code; `nil` if it was not measured.
  func ratio(_ name: String, _ n: Int, _ identity: Identity) -> Double? {
    find(name, n, identity)?.ratioToHandwritten
  }

  /// The ratio to another contender; `nil` if either was not measured.
  func ratio(_ name: String, _ n: Int, _ identity: Identity, to other: Identity) -> Double? {
    guard let own = find(name, n, identity), let other = find(name, n, other) else { return nil }
    return own.nsPerNode / other.nsPerNode
  }

  /// The time per node run of one size as a multiple of another's.
  func growth(_ name: String, from n: Int, to larger: Int, _ identity: Identity) -> Double? {
    guard let small = find(name, n, identity), let large = find(name, larger, identity) else {
      return nil
    }
    return large.nsPerNode / small.nsPerNode
  }

  /// The time per node run of a tracked chain of 1,000: the unit in which peers are compared.
  var chain: Double? { find(Deep.name, 1000, UpkeepTracked.identity)?.nsPerNode }
}
