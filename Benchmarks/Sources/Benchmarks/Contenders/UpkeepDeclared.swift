import Upkeep

/// Upkeep with inputs listed at creation.
final class UpkeepDeclared: Engine {
  static let identity = Identity(engine: .upkeep, form: .declared)

  var updater = Updater()

  init() {}

  func source(_ value: Int) -> StoredProperty<Int> { StoredProperty(value) }

  func node(_ source: StoredProperty<Int>) -> Property<Int> { source }

  func derive<S: UnaryStep>(_ input: Property<Int>, by step: S) -> Property<Int> {
    DerivedProperty(input) { step.apply($0) }
  }

  func derive<S: BinaryStep>(
    _ first: Property<Int>, _ second: Property<Int>, by step: S
  ) -> Property<Int> {
    DerivedProperty(first, second) { step.apply($0, $1) }
  }

  func derive<S: FoldStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    let borrowed = Borrowed(inputs)
    return DerivedProperty(dependencies: inputs) { borrowed.fold(by: step) }
  }

  func effect(on input: Property<Int>, into sink: Sink) {
    updater.keepUpToDate(dependencies: [input]) { sink.take(input.value) }
  }

  func write(_ value: Int, to source: StoredProperty<Int>) { source.value = value }

  func read(_ node: Property<Int>) -> Int { node.value }
}
