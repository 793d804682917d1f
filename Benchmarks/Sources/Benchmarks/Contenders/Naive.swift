/// The usual first attempt: a changed node calls its readers, which recompute and call theirs.
///
/// It computes a node once for each path, and needs one stack frame for each level.
final class Naive: Engine {
  static let identity = Identity(engine: .naive, form: .declared)
  static let visits = Visits.oncePerPath

  private var nodes: [Node] = []
  /// The writes in the open batch; `nil` outside batches.
  private var delayed: [(Node, Int)]?

  init() {}

  // Readers and inputs hold each other.
  deinit { endEffects() }

  static func objection(to shape: Shape) -> String? {
    if shape.depth >= 50_000 { return "its recursion, \(shape.depth) deep, overflows the stack" }
    if shape.paths > 100_000 { return "it would compute \(shape.paths) times per write" }
    return nil
  }

  func source(_ value: Int) -> Node {
    let node = Node(value)
    nodes.append(node)
    return node
  }

  func node(_ source: Node) -> Node { source }

  func derive<S: UnaryStep>(_ input: Node, by step: S) -> Node {
    add(reading: [input]) { step.apply(input.value) }
  }

  func derive<S: BinaryStep>(_ first: Node, _ second: Node, by step: S) -> Node {
    add(reading: [first, second]) { step.apply(first.value, second.value) }
  }

  func derive<S: FoldStep>(_ inputs: [Node], by step: S) -> Node {
    let borrowed = Borrowed(inputs)
    return add(reading: inputs) { borrowed.fold(by: step) }
  }

  func effect(on input: Node, into sink: Sink) {
    _ = add(reading: [input]) {
      sink.take(input.value)
      return 0
    }
  }

  func write(_ value: Int, to source: Node) {
    delayed == nil ? source.change(to: value) : delayed?.append((source, value))
  }

  /// Makes the writes of the body one after the other at its end.
  func batch(_ body: () -> Void) {
    delayed = []
    body()
    let writes = delayed ?? []
    delayed = nil
    for (source, value) in writes { source.change(to: value) }
  }

  func read(_ node: Node) -> Int { node.value }

  func endEffects() {
    for node in nodes { node.forgetReaders() }
  }

  func add(reading inputs: [Node], _ compute: @escaping () -> Int) -> Node {
    let node = Node(compute(), compute)
    for input in inputs { input.addReader(node) }
    nodes.append(node)
    return node
  }
}

extension Naive {
  /// A value, its computation, and its readers.
  final class Node: ValueHolder {
    private(set) var value: Int
    /// `nil` for a source.
    private let compute: (() -> Int)?
    private var readers: [Node] = []

    init(_ value: Int, _ compute: (() -> Int)? = nil) {
      self.value = value
      self.compute = compute
    }

    func addReader(_ reader: Node) { readers.append(reader) }

    func forgetReaders() { readers = [] }

    func change(to new: Int) {
      guard new != value else { return }
      value = new
      for reader in readers { reader.recompute() }
    }

    private func recompute() {
      if let compute { change(to: compute()) }
    }
  }
}
