/// The toolchain's Observation: `@Observable` objects cache values, which computations update.
///
/// A computation tracks its reads anew every time it runs. Observation announces a change before it
/// happens, so the computation queues itself; the queue runs after the write, first in, first out.
final class Observed: Engine {
  static let identity = Identity(engine: .observation, form: .tracked)

  private let queue = ObservedQueue()
  private var computations: [ObservedComputation] = []
  private var isBatching = false

  init() {}

  static func objection(to shape: Shape) -> String? {
    shape.nodes > 10_000 ? "one write to \(shape.nodes) nodes takes it too long" : nil
  }

  func source(_ value: Int) -> ObservedValue { ObservedValue(value) }

  func node(_ source: ObservedValue) -> ObservedValue { source }

  func derive<S: UnaryStep>(_ input: ObservedValue, by step: S) -> ObservedValue {
    add { step.apply(input.value) }
  }

  func derive<S: BinaryStep>(
    _ first: ObservedValue, _ second: ObservedValue, by step: S
  ) -> ObservedValue {
    add { step.apply(first.value, second.value) }
  }

  func derive<S: FoldStep>(_ inputs: [ObservedValue], by step: S) -> ObservedValue {
    let inputs = Borrowed(inputs)
    return add { inputs.fold(by: step) }
  }

  func effect(on input: ObservedValue, into sink: Sink) {
    addComputation { sink.take(input.value) }
  }

  func write(_ value: Int, to source: ObservedValue) {
    source.value = value
    if !isBatching { queue.drain() }
  }

  func batch(_ body: () -> Void) {
    isBatching = true
    body()
    isBatching = false
    queue.drain()
  }

  func read(_ node: ObservedValue) -> Int { node.value }

  func endEffects() { computations = [] }

  func add(_ compute: @escaping () -> Int) -> ObservedValue {
    let output = ObservedValue(0)
    addComputation {
      let new = compute()
      output.settle(new)
    }
    return output
  }

  func addComputation(_ body: @escaping () -> Void) {
    let computation = ObservedComputation(queue: queue, body)
    computations.append(computation)
    computation.run()
  }
}
