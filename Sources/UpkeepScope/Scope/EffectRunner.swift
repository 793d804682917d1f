import Upkeep

/// Runs the effects of a definition in one scope.
final class EffectRunner<Value> {
  private let effects: [DefinitionEffect<Value>]
  private let context: EffectContext<Value>
  private let isUnchanged: (Value, Value) -> Bool
  /// The value that was last reported.
  private var told: Value?

  /// Returns nil if there are no effects.
  init?(
    _ effects: [DefinitionEffect<Value>], _ declaration: Declaration,
    unless isUnchanged: @autoclosure () -> (Value, Value) -> Bool
  ) {
    if effects.isEmpty { return nil }
    self.effects = effects
    self.isUnchanged = isUnchanged()
    context = EffectContext(declaration.name, read: { nil }, write: { _ in })
  }

  /// Runs the effects of initialization, and returns the first value that they leave.
  ///
  /// They replace no first value that `isFixed`.
  func initialize(_ first: Value?, isFixed: Bool = false) -> Value? {
    context.first = first
    untracked {
      for case .onInitialize(let body) in effects { body(context) }
    }
    defer { context.first = nil }
    told = isFixed ? first : context.first
    return told
  }

  /// Connects the context to the value.
  func connect(read: @escaping () -> Value?, write: @escaping (Value) -> Void) {
    context.read = read
    context.write = write
  }

  /// Reports a change if the value differs from the one last reported.
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
