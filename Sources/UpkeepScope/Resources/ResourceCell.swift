import Upkeep

/// A resource in a scope.
final class ResourceCell<Success>: LoadingCell {
  let loader: Loader<Success>
  private let shown: DerivedProperty<Loadable<Success>>
  private let runner: EffectRunner<Loadable<Success>>?

  init(_ declaration: ResourceDeclaration<Success>, _ override: Declaration?, _ core: ScopeCore) {
    var definition = override as? ResourceDeclaration<Success> ?? declaration
    #if DEBUG
      // The loader gets a copy, so that `LostDefinitions` can tell whether the program still holds
      // the declaration.
      definition = definition.copy(as: definition.id)
    #endif
    let loader = Loader(definition, declaration, core)
    self.loader = loader
    let comparison = loader.comparison
    let isUnchanged = { Loadable.isUnchanged($0, $1, by: comparison) }
    runner = EffectRunner(declaration.effects, declaration, unless: isUnchanged)
    shown = DerivedProperty(
      changes: ChangeRule { !isUnchanged($0, $1) }, name: declaration.propertyName,
      file: declaration.file, line: declaration.line
    ) { loader.compute() }
    loader.shown = shown
    super.init(.resource, declaration, shown, core)
    guard let runner else { return }
    loader.isObserved = true
    _ = runner.initialize(nil)
    runner.connect(read: { [weak shown] in shown?.storedValue }) { [weak self] in self?.set($0) }
  }

  override var endOfTurn: (() -> Void)? {
    // A stale value, as after a rollback, runs no effects.
    guard let runner else { return nil }
    return { [unowned runner, unowned shown] in if shown.isCurrent { runner.turnEnded() } }
  }

  override var loading: any Loading { loader }

  override var needs: [UntypedProperty] {
    property.currentInputs + (loader.load?.inputs.awaited ?? [])
  }

  override var isBusy: Bool { loader.machine.isBusy }

  override var loadStatus: (isLoading: Bool, error: (any Error)?)? {
    let known = shown.value
    return (known.isLoading, known.error)
  }

  override var storedLoadStatus: (isLoading: Bool, error: (any Error)?)? {
    shown.storedValue.map { ($0.isLoading, $0.error) }
  }

  func set(_ value: Loadable<Success>) {
    #if DEBUG
      core.noteFirstWrite(of: self)
    #endif
    loader.set(value)
  }

  func refresh() { loader.refresh() }

  func forget() { loader.reset() }

  override func replaceDeclaration(by declaration: Declaration) {
    guard let resource = declaration as? ResourceDeclaration<Success> else { return }
    loader.replaceDefinition(by: resource)
  }

  override func end() {
    super.end()
    loader.end()
    runner?.end()
  }
}
