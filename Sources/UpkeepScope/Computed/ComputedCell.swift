import Upkeep

/// A computed value in a scope.
final class ComputedCell<Value>: Cell {
  /// The part that the property's closure uses; it may outlive the cell together with the property.
  private final class Source {
    var compute: (Reader) -> Value
    let reader: Reader
    let id: DefinitionID
    /// The property to notify at the end of a turn in which it was computed; nil without effects.
    weak var told: UntypedProperty?

    init(_ compute: @escaping (Reader) -> Value, _ reader: Reader, _ id: DefinitionID) {
      self.compute = compute
      self.reader = reader
      self.id = id
    }

    func value() -> Value {
      told?.tellAtEndOfTurn()
      if reader.core.isFollowed { reader.core.noteChange(of: id) }
      return compute(reader)
    }
  }

  private let source: Source
  private let derived: DerivedProperty<Value>
  private let runner: EffectRunner<Value>?

  init(_ computed: ComputedDeclaration<Value>, _ override: Declaration?, _ core: ScopeCore) {
    let source = Source(
      (override as? ComputedDeclaration<Value> ?? computed).compute, Reader(core), computed.id)
    self.source = source
    runner = EffectRunner(computed.effects, computed, unless: automaticComparison())
    derived = computed.derive(computed.propertyName, computed.file, computed.line) {
      source.value()
    }
    super.init(.computed, computed, derived, core)
    guard let runner else { return }
    source.told = derived
    _ = runner.initialize(nil)
    runner.connect(read: { [weak derived] in derived?.storedValue }) { _ in
      Misuse.report(.notWritable(property: computed.name, kind: "computed value"))
    }
  }

  override var endOfTurn: (() -> Void)? {
    // A stale value, as after a rollback, runs no effects.
    guard let runner else { return nil }
    return { [unowned runner, unowned derived] in if derived.isCurrent { runner.turnEnded() } }
  }

  override func replaceDeclaration(by declaration: Declaration) {
    guard let computed = declaration as? ComputedDeclaration<Value> else { return }
    source.compute = computed.compute
    derived.invalidate()
  }

  override func end() {
    super.end()
    runner?.end()
  }
}
