import AllocationCounter
import BenchmarkReport

/// The bytes per node of alien-signals' "memoryUsage", without the file and line that name a node.
struct MemoryUsage {
  static let n = 10_000

  let form: Identity.Form
  /// The bytes of each of `n` stored values.
  let stored: Double
  /// The bytes of each of as many derived values that were never computed.
  let unread: Double
  /// The bytes of an effect on each derived value, and of computing them.
  let effect: Double
  /// The bytes of the derived values and effects of 100 chains of 100, after one write.
  let tree: Double

  var sentence: String {
    let parts = [("stored", stored), ("unread", unread), ("effect", effect), ("tree", tree)]
    return "memory, \(form), bytes per node: "
      + parts.map { "\($0) \($1.short)" }.joined(separator: ", ") + "."
  }
}

/// The graphs whose memory is counted as they grow.
final class MemoryGraph<E: Engine> {
  let usage: MemoryUsage
  private let engine = E()
  private let sources: [E.Source]
  private let derived: [E.Node]
  private let tree: Wiring<E>
  private let sink = Sink()

  init() {
    let n = MemoryUsage.n
    let (engine, sink) = (engine, sink)
    var (sources, derived): ([E.Source], [E.Node]) = ([], [])
    sources.reserveCapacity(n)
    derived.reserveCapacity(n)
    func bytes(of nodes: Int, _ body: () -> Void) -> Double {
      let before = heap_bytes()
      body()
      return Double(heap_bytes() - before) / Double(nodes) - Double(Bytes.name)
    }
    let stored = bytes(of: n) { for value in 0..<n { sources.append(engine.source(value)) } }
    let unread = bytes(of: n) {
      for source in sources {
        derived.append(engine.deriveUnread(engine.node(source), by: Adding(amount: 1)))
      }
    }
    let effect = bytes(of: n) { for node in derived { engine.effect(on: node, into: sink) } }
    let shape = MemoryTree(width: 100, n: 100)
    var wiring: Wiring<E>?
    let tree = bytes(of: shape.shape.nodes) {
      let built = shape.build(in: engine, into: sink)
      engine.write(1, to: built.source)
      wiring = built
    }
    (self.sources, self.derived) = (sources, derived)
    self.tree = wiring ?? shape.build(in: engine, into: sink)
    usage = MemoryUsage(
      form: E.identity.form, stored: stored, unread: unread, effect: effect, tree: tree)
  }
}
