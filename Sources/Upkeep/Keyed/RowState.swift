/// The state to which an operator has come, which goes back with a transaction that is undone.
@usableFromInline
final class RowState<Value> {
  // SAFETY: read and replaced as a whole, or edited by functions that nothing leads from back to here.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  /// Replaces the state.
  ///
  /// Where the type is known: to make an object of it elsewhere would be to look the type up.
  @inlinable
  func set(_ new: Value, _ context: ContextRef) {
    let before = RowState(value)
    value = new
    keepWayBack(to: before, context)
  }

  /// Edits the state, or a copy of it if a transaction may lead back to it, or if it is not plain.
  ///
  /// Values that go may have a `deinit` of the program's, which has to wait. The body lets rows go later by itself.
  @inlinable
  func edit(isPlain: Bool, _ context: ContextRef, _ body: (inout Value) -> Void) {
    if isPlain, !Self.mayGoBack(context) {
      body(&value)
    } else {
      var new = value
      body(&new)
      set(new, context)
    }
  }

  @usableFromInline
  static func mayGoBack(_ context: ContextRef) -> Bool { context.journal != nil }

  @usableFromInline
  func keepWayBack(to before: RowState, _ context: ContextRef) {
    // An element that is in the old state alone may have a `deinit` that writes.
    Graph.releaseLater(Unmanaged.passRetained(before), context)
    context.journal?.noteState(of: context.computing)
    context.journal?.onRollback(context) { [self] _ in
      let gone = value
      value = before.value
      return gone
    }
  }
}

extension DerivedProperty {
  /// Makes the property of an operator with one source.
  @inlinable
  convenience init<Source>(
    _ source: Property<Source>, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool,
    _ update: @escaping (Source, ContextRef) -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(source.node, of: node)
    node.install { node, context in
      Self.finish(update(source.current, context), of: node, context, unless: areSame)
    }
  }

  /// Makes the property of an operator with two sources.
  @inlinable
  convenience init<First, Second>(
    _ first: Property<First>, _ second: Property<Second>, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool,
    _ update: @escaping (First, Second, ContextRef) -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(first.node, of: node)
    Graph.declare(second.node, of: node)
    node.install { node, context in
      Self.finish(
        update(first.current, second.current, context), of: node, context, unless: areSame)
    }
  }
}
