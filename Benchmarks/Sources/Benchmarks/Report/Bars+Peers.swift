#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Bars {
  /// The times of tracked graphs, as multiples of handwritten code.
  ///
  /// Each must be below alien-signals' multiple, and the geometric mean better by a factor of 1.5.
  var againstPeersByHand: [Bar] {
    let bars = Peers.ratiosToHandwritten.compactMap { name, n, limit in
      findings.ratio(name, n, UpkeepTracked.identity).map {
        Bar(title: "\(name) \(n), tracked, against handwritten", measured: $0, limit: limit)
      }
    }
    let mean = mean(
      of: bars, "geometric mean of these by alien's", limit: 1 / 1.5, stretch: 1 / 2.5)
    return bars + mean
  }

  /// The times of tracked graphs, in units of the time per node of this run's tracked chain.
  ///
  /// Each must be below alien-signals' multiple of its own chain; the stretch is a geometric mean
  /// that is better by a factor of 1.5.
  var againstPeersByChain: [Bar] {
    guard let chain = findings.chain else { return [] }
    let single = Peers.times.compactMap { name, n, nanoseconds in
      findings.find(name, n, UpkeepTracked.identity).map {
        inChains(name, n, $0.nsPerWrite / chain, nanoseconds)
      }
    }
    let rows = Peers.rows.compactMap { title, names, nanoseconds in
      fastestSum(of: names).map { inChains("s.\(title)", SJS.count, $0 / chain, nanoseconds) }
    }
    let bars = single + rows
    return bars + mean(of: bars, "geometric mean of these by alien's", limit: 1, stretch: 1 / 1.5)
  }

  private func inChains(_ name: String, _ n: Int, _ measured: Double, _ peer: Double) -> Bar {
    Bar(
      title: "\(name) \(n), tracked, in nodes of deep 1000", measured: measured,
      limit: peer / Peers.chain)
  }

  /// The sum of the fastest samples of the rows, if all ran in their published size.
  ///
  /// A row without a form was measured as declared.
  private func fastestSum(of names: [String]) -> Double? {
    let sizes = Dictionary(uniqueKeysWithValues: Row.all(SJS.count).map { ($0.name, $0.n) })
    let times = names.compactMap { name in
      let n = sizes[name] ?? SJS.count
      let row =
        findings.find(name, n, UpkeepTracked.identity)
        ?? findings.find(name, n, UpkeepDeclared.identity)
      return row?.fastest
    }
    return times.count == names.count ? times.reduce(0, +) : nil
  }

  /// The geometric mean of the figures as multiples of their limits; empty without bars.
  private func mean(of bars: [Bar], _ title: String, limit: Double, stretch: Double) -> [Bar] {
    if bars.isEmpty { return [] }
    let logarithms = bars.map { log($0.measured / $0.limit) }
    let mean = exp(logarithms.reduce(0, +) / Double(bars.count))
    return [Bar(title: title, measured: mean, limit: limit, stretch: stretch)]
  }
}
