/// The lower bound: C function pointers over a flat buffer, with the passes of `Handwritten`.
final class Raw: Engine {
  static let identity = Identity(engine: .raw, form: .declared)

  // SAFETY: allocated by `finishBuilding`, after which `built` is empty and nothing is added;
  // freed by `deinit`, and passed only to functions called by `write`.
  private var nodes: UnsafeMutablePointer<RawNode>?
  private var count = 0
  private var pass = 0
  private var built: [RawNode] = []
  private var inputLists: [UnsafeMutablePointer<Int>] = []
  private var sinks: [Sink] = []
  private var tally: Tally?

  init() {}

  deinit {
    nodes?.deallocate()
    for list in inputLists { list.deallocate() }
  }

  func source(_ value: Int) -> Int {
    built.append(RawNode(value: value))
    return built.count - 1
  }

  func node(_ source: Int) -> Int { source }

  func derive<S: UnaryStep>(_ input: Int, by step: S) -> Int {
    tally = step.tally
    let value = step.apply(built[input].value)
    return add(RawNode(value: value, first: input), step.raw, reading: [input])
  }

  func derive<S: BinaryStep>(_ first: Int, _ second: Int, by step: S) -> Int {
    tally = step.tally
    let value = step.apply(built[first].value, built[second].value)
    return add(
      RawNode(value: value, first: first, second: second), step.raw, reading: [first, second])
  }

  func derive<S: FoldStep>(_ inputs: [Int], by step: S) -> Int {
    tally = step.tally
    let value = inputs.reduce(step.begin()) { step.fold($0, built[$1].value) }
    let list = UnsafeMutablePointer<Int>.allocate(capacity: inputs.count)
    list.initialize(from: inputs, count: inputs.count)
    inputLists.append(list)
    let node = RawNode(value: value, first: inputs.count, inputs: UnsafePointer(list))
    return add(node, step.raw, reading: inputs)
  }

  func effect(on input: Int, into sink: Sink) {
    sink.take(built[input].value)
    sinks.append(sink)
    let operand = Int(bitPattern: Unmanaged.passUnretained(sink).toOpaque())
    let step = RawStep(operand: operand) { nodes, index, pass in
      RawBuffer(nodes).deliver(index, pass) { value, operand in
        guard let address = UnsafeRawPointer(bitPattern: operand) else { return }
        // SAFETY: the address of a sink that `sinks` keeps as long as the graph.
        Unmanaged<Sink>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.take(value) }
      }
    }
    let index = add(RawNode(value: 0, first: input), step, reading: [input])
    built[index].computes = false
  }

  func finishBuilding() {
    count = built.count
    nodes = .allocate(capacity: count)
    nodes?.initialize(from: built, count: count)
    built = []
  }

  func write(_ value: Int, to source: Int) {
    if let tally {
      propagate(value, from: source) { node, outcome in
        if node.computes && outcome != RawOutcome.skipped.rawValue { tally.note() }
      }
    } else {
      propagate(value, from: source) { _, _ in }
    }
  }

  func read(_ node: Int) -> Int { nodes.map { $0[node].value } ?? built[node].value }

  private func add(_ node: RawNode, _ step: RawStep, reading inputs: [Int]) -> Int {
    built.append(node)
    let index = built.count - 1
    built[index].function = step.function
    built[index].operand = step.operand
    built[index].computes = true
    for input in inputs { built[input].reach = index + 1 }
    return index
  }

  @inline(__always)
  private func propagate(
    _ value: Int, from source: Int, noting note: (RawNode, RawOutcome.RawValue) -> Void
  ) {
    guard let nodes, nodes[source].value != value else { return }
    pass += 1
    nodes[source].value = value
    nodes[source].changedIn = pass
    var reach = nodes[source].reach
    var index = source + 1
    while index < reach {
      if let function = nodes[index].function {
        let outcome = function(nodes, index, pass)
        if outcome == RawOutcome.changed.rawValue { reach = max(reach, nodes[index].reach) }
        note(nodes[index], outcome)
      }
      index += 1
    }
  }
}
