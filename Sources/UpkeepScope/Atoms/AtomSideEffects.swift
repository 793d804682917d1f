/// The side effects of an atom: the effects of its definition, and persistence.
final class AtomSideEffects<Value> {
  private let runner: EffectRunner<Value>?
  private let saver: AtomSaver<Value>?

  /// Returns nil if the atom has neither effects nor persistence.
  init?(_ runner: EffectRunner<Value>?, _ saver: AtomSaver<Value>?) {
    if runner == nil, saver == nil { return nil }
    self.runner = runner
    self.saver = saver
  }

  /// Runs effects first, so that their writes are saved, too.
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
