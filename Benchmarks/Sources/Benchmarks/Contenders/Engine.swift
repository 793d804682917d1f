/// A technique for keeping derived values up to date, which builds and writes graphs of `Int`s.
///
/// Every workload describes its graph once, through this protocol. The optimiser specialises the
/// description for each engine, so that no engine pays for it. Building is untimed; only
/// `write(_:to:)` is timed.
protocol Engine: AnyObject {
  /// A value that is written from outside the graph.
  associatedtype Source
  /// A value from which others can be derived.
  associatedtype Node

  static var identity: Identity { get }

  /// The number of times that the engine computes a node with several paths from the source.
  static var visits: Visits { get }

  /// The reason why this engine cannot run a graph of that shape; `nil` if it can.
  static func objection(to shape: Shape) -> String?

  init()

  func source(_ value: Int) -> Source
  func node(_ source: Source) -> Node
  func derive<S: UnaryStep>(_ input: Node, by step: S) -> Node
  func derive<S: BinaryStep>(_ first: Node, _ second: Node, by step: S) -> Node
  func derive<S: FoldStep>(_ inputs: [Node], by step: S) -> Node
  /// Derives a value without computing it first, if the engine can.
  func deriveUnread<S: UnaryStep>(_ input: Node, by step: S) -> Node
  func effect(on input: Node, into sink: Sink)

  /// Called once when the graph is complete.
  func finishBuilding()

  /// Writes a value, and returns when all its consequences are done.
  func write(_ value: Int, to source: Source)

  /// The up-to-date value of a node, read from outside the graph.
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
