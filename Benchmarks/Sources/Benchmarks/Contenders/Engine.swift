/// One way of keeping derived values up to date: builds graphs of `Int` values and writes to them.
///
/// Every workload describes its graph once, through this protocol; the optimiser makes a separate
/// copy of it for each engine, so that no engine pays for the description. Building is untimed;
/// only `write(_:to:)` runs inside the clock.
protocol Engine: AnyObject {
  /// A value that is written from outside.
  associatedtype Source
  /// Any value that others can be derived from.
  associatedtype Node

  static var identity: Identity { get }

  /// The number of times it computes a node that several paths lead to.
  static var visits: Visits { get }

  /// The reason why this engine cannot run a graph of that shape; `nil` if it can.
  static func objection(to shape: Shape) -> String?

  init()

  func source(_ value: Int) -> Source
  func node(_ source: Source) -> Node
  func derive<S: UnaryStep>(_ input: Node, by step: S) -> Node
  func derive<S: BinaryStep>(_ first: Node, _ second: Node, by step: S) -> Node
  func derive<S: FoldStep>(_ inputs: [Node], by step: S) -> Node
  /// The same without a first computation, if the engine can do without.
  func deriveUnread<S: UnaryStep>(_ input: Node, by step: S) -> Node
  func effect(on input: Node, into sink: Sink)

  /// Called once, when the graph is complete.
  func finishBuilding()

  /// Writes, and returns when everything that follows from it has been done.
  func write(_ value: Int, to source: Source)

  /// The up-to-date value of a node, read from outside.
  func read(_ node: Node) -> Int
}

extension Engine {
  static var visits: Visits { .oncePerNode }

  static func objection(to shape: Shape) -> String? { nil }

  func deriveUnread<S: UnaryStep>(_ input: Node, by step: S) -> Node {
    derive(input, by: step)
  }

  func finishBuilding() {}
}
