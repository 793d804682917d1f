import Upkeep

/// Runs the effects of a definition in one scope.
final class EffectRunner<Value> {
  private let effects: [DefinitionEffect<Value>]
  private let context: EffectContext<Value>
  private let isUnchanged: (Value, Value) -> Bool
  /// The value that was told last.
  private var told: Value?

  /// Nil if nothing is to happen.
  init?(
    _ effects: [DefinitionEffect<Value>], _ declaration: Declaration,
    unless isUnchanged: @autoclosure () -> (Value, Value) -> Bool
  ) {
    if effects.isEmpty { return nil }
    self.effects = effects
    self.isUnchanged = isUnchanged()
    context = EffectContext(declaration.name, read: { nil }, write: { _ in })
  }

  /// Tells that there is going to be a value, and returns the one that there is to be.
  func initialize(_ first: Value?) -> Value? {
    context.first = first
    untracked {
      for case .onInitialize(let body) in effects { body(context) }
    }
    defer { context.first = nil }
    told = context.first
    return context.first
  }

  /// From now on the context reads and writes the value that is there.
  func connect(read: @escaping () -> Value?, write: @escaping (Value) -> Void) {
    context.read = read
    context.write = write
  }

  /// Tells of a change, if the value is not the one that was told last.
  func turnEnded() {
    guard let new = context.value else { return }
    guard let old = told else {
      told = new
      return
    }
    if isUnchanged(old, new) { return }
    told = new
    for case .onChange(let body) in effects { body(context, old, new) }
  }

  func end() {
    untracked {
      for case .onRelease(let body) in effects { body(context) }
    }
    context.end()
  }
}
