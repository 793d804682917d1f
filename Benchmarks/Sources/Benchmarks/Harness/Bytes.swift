import AllocationCounter
import Upkeep

/// The memory per node: its closure, its links, and the allocator's part of each block.
///
/// The file and line that name a node are not included; reports state them separately. The bytes
/// are counted before all else, in a heap without freed memory: reused memory would not be counted.
struct Bytes {
  let form: Identity.Form
  let stored: Double
  let derived: Double
  let effect: Double

  /// The memory of the file and line that name a node, measured by `LabelTests`.
  static let name = 16

  /// The counts, with the graphs.
  ///
  /// The graphs must be kept: in the fragments of their freed memory, the first races took up to
  /// twice as long.
  typealias Measured = (bytes: [Bytes], usage: [MemoryUsage], graphs: [AnyObject])

  /// The counts of each form, with the figures of the larger graphs.
  ///
  /// Empty where a program cannot count its allocations.
  static func measured() -> Measured {
    guard allocation_counting_is_available() else { return ([], [], []) }
    let (declared, tracked) = (BytesGraph<UpkeepDeclared>(), BytesGraph<UpkeepTracked>())
    let larger = (MemoryGraph<UpkeepDeclared>(), MemoryGraph<UpkeepTracked>())
    return (
      [declared.bytes, tracked.bytes], [larger.0.usage, larger.1.usage],
      [declared, tracked, larger.0, larger.1]
    )
  }

  /// The bars for all counts.
  ///
  /// A stored value has no form, so the figure of the declared graph is used.
  var bars: [Bar] {
    let common = [
      Bar(title: "bytes of a stored value", measured: stored, limit: 112, stretch: 64)
    ]
    return (form == .declared ? common : []) + [
      Bar(title: "bytes of a derived value, \(form)", measured: derived, limit: 200, stretch: 144),
      Bar(title: "bytes of an effect, \(form)", measured: effect, limit: 250, stretch: 200),
    ]
  }
}

/// A graph whose memory is counted as it grows.
///
///     source i -> +1 -> effect
private final class BytesGraph<E: Engine> {
  let bytes: Bytes
  private let engine = E()
  private let sources: [E.Source]
  private let derived: [E.Node]
  private let sink = Sink()

  init() {
    // At this size, an error of one chunk of nodes or edges is half a byte per node.
    let n = 65_536
    let (engine, sink) = (engine, sink)
    var (sources, derived): ([E.Source], [E.Node]) = ([], [])
    sources.reserveCapacity(n)
    derived.reserveCapacity(n)
    func perNode(_ body: () -> Void) -> Double {
      let before = heap_bytes()
      body()
      return Double(heap_bytes() - before) / Double(n) - Double(Bytes.name)
    }
    let stored = perNode { for value in 0..<n { sources.append(engine.source(value)) } }
    let computed = perNode {
      for source in sources {
        derived.append(engine.derive(engine.node(source), by: Adding(amount: 1)))
      }
    }
    let effect = perNode { for node in derived { engine.effect(on: node, into: sink) } }
    (self.sources, self.derived) = (sources, derived)
    bytes = Bytes(
      form: E.identity.form, stored: stored, derived: computed, effect: effect)
  }
}
