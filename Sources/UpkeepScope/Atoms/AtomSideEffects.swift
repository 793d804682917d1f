/// The side effects of an atom: those of its definition, and saving.
final class AtomSideEffects<Value> {
  private let runner: EffectRunner<Value>?
  private let saver: AtomSaver<Value>?

  /// Nil if nothing is to happen.
  init?(_ runner: EffectRunner<Value>?, _ saver: AtomSaver<Value>?) {
    if runner == nil, saver == nil { return nil }
    self.runner = runner
    self.saver = saver
  }

  /// Effects come first: their writes are saved with the rest.
  func turnEnded() {
    runner?.turnEnded()
    saver?.turnEnded()
  }

  func end(_ core: ScopeCore) {
    runner?.end()
    guard let saver else { return }
    saver.end()
    core.persistence.remove(saver)
  }
}
