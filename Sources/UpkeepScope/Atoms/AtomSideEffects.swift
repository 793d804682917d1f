/// The side effects of an atom: the effects of its definition, and persistence.
final class AtomSideEffects<Value> {
  private let runner: EffectRunner<Value>?
  var saver: AtomSaver<Value>?

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
    endSaving(core)
  }

  /// Hands over the unsaved value and saves no later one.
  func endSaving(_ core: ScopeCore) {
    guard let saver else { return }
    self.saver = nil
    saver.end()
    core.persistence.remove(saver)
  }
}
