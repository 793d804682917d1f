import Upkeep

/// Upkeep with inputs found by tracking reads.
final class UpkeepTracked: Engine {
  static let identity = Identity(engine: .upkeep, form: .tracked)

  var updater = Updater()

  init() {}

  func source(_ value: Int) -> StoredProperty<Int> { StoredProperty(value) }

  func node(_ source: StoredProperty<Int>) -> Property<Int> { source }

  func derive<S: UnaryStep>(_ input: Property<Int>, by step: S) -> Property<Int> {
    readingOnce(DerivedProperty { step.apply(input.value) })
  }

  func deriveUnread<S: UnaryStep>(_ input: Property<Int>, by step: S) -> Property<Int> {
    DerivedProperty { step.apply(input.value) }
  }

  func derive<S: BinaryStep>(
    _ first: Property<Int>, _ second: Property<Int>, by step: S
  ) -> Property<Int> {
    readingOnce(DerivedProperty { step.apply(first.value, second.value) })
  }

  func derive<S: FoldStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    let inputs = Borrowed(inputs)
    return readingOnce(DerivedProperty { inputs.fold(by: step) })
  }

  func effect(on input: Property<Int>, into sink: Sink) {
    updater.keepUpToDate { sink.take(input.value) }
  }

  func write(_ value: Int, to source: StoredProperty<Int>) { source.value = value }

  func read(_ node: Property<Int>) -> Int { node.value }

  /// Reads a new node once.
  ///
  /// If no member of a tracked chain was read before, the first read nests one closure per level,
  /// and a million closures overflow any stack.
  func readingOnce(_ node: DerivedProperty<Int>) -> Property<Int> {
    _ = node.value
    return node
  }
}
