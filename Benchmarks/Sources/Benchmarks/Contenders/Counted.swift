/// An engine around another engine: a tally counts the computations of the derived values.
///
/// It runs in the counted pass only: timed graphs do not count.
final class Counted<Base: Engine>: Engine {
  static var identity: Identity { Base.identity }
  static var visits: Visits { Base.visits }

  let tally = Tally()
  let base = Base()

  init() {}

  func source(_ value: Int) -> Base.Source { base.source(value) }
  func node(_ source: Base.Source) -> Base.Node { base.node(source) }

  func derive<S: UnaryStep>(_ input: Base.Node, by step: S) -> Base.Node {
    base.derive(input, by: CountedUnaryStep(step: step, counter: tally))
  }

  func derive<S: BinaryStep>(_ first: Base.Node, _ second: Base.Node, by step: S) -> Base.Node {
    base.derive(first, second, by: CountedBinaryStep(step: step, counter: tally))
  }

  func derive<S: FoldStep>(_ inputs: [Base.Node], by step: S) -> Base.Node {
    base.derive(inputs, by: CountedFoldStep(step: step, counter: tally))
  }

  func deriveUnread<S: UnaryStep>(_ input: Base.Node, by step: S) -> Base.Node {
    base.deriveUnread(input, by: CountedUnaryStep(step: step, counter: tally))
  }

  func effect(on input: Base.Node, into sink: Sink) { base.effect(on: input, into: sink) }
  func finishBuilding() { base.finishBuilding() }
  func write(_ value: Int, to source: Base.Source) { base.write(value, to: source) }
  func read(_ node: Base.Node) -> Int { base.read(node) }
}
