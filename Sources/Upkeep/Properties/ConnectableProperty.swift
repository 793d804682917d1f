/// A property that shows another one, which can be exchanged: for a value that will come from somewhere
/// its user does not know.
///
///     let level = ConnectableProperty(0.0)  // shows 0 until somebody connects it
///     level.connect(microphone.level)
///     level.connect(headset.level)          // the microphone is no longer followed
///     level.disconnect()                    // keeps the last value
///
/// - Complexity: one computation in front of its source. Connecting costs what a write costs, and a walk
///   over what the new source is known to depend on.
public final class ConnectableProperty<Value>: Property<Value> {
  private enum Source {
    case constant(Value)
    case property(Property<Value>)
  }

  private var source: Source

  /// Makes a property that is not connected yet.
  ///
  /// - Parameters:
  ///   - value: its value until it is connected.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - rule: decides which values count as changes; by default that of the type.
  public init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    changes rule: ChangeRule<Value>? = nil
  ) {
    source = .constant(value)
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    super.init(
      [.tracked(by: rule), .derived, .uncomputed], nil, Label(name, file, line),
      isUnchanged: isUnchanged)
    node.pointee.recompute = Node.Recompute { node, context in
      let value = Graph.computing(ConnectableProperty<Value>.self, at: node) { $0.sourceValue }
      return Self.finish(value, of: node, context, unless: isUnchanged)
    }
  }

  private var sourceValue: Value {
    switch source {
    case .constant(let value): value
    case .property(let property): property.read()
    }
  }

  /// The property that this one shows at present, nil while it is not connected.
  public var connection: Property<Value>? {
    if case .property(let property) = source { property } else { nil }
  }

  /// Shows another property from now on, in place of the one before.
  ///
  /// A source that is known to depend on this property is refused and reported: nothing changes. A ring
  /// that closes later is found when it does, like any other.
  ///
  /// - Parameter property: the new source; kept alive as long as it is connected.
  public func connect(_ property: Property<Value>) {
    if connection === property { return }
    if let ring = Graph.path(from: property.node, to: node) {
      Misuse.report(.cycle(CycleError(places: ([node] + ring).map(Graph.label))))
      return
    }
    replaceSource(.property(property))
  }

  /// Shows a fixed value from now on.
  ///
  /// - Parameter value: the new value.
  public func connect(constant value: Value) { replaceSource(.constant(value)) }

  /// Shows the value that it has now until it is connected again.
  public func disconnect() {
    if connection != nil { replaceSource(.constant(peek())) }
  }

  /// Shows another value until it is connected again. The same as `connect(constant:)`.
  ///
  /// - Parameter value: the new value.
  public func disconnect(resetTo value: Value) { replaceSource(.constant(value)) }

  private func replaceSource(_ new: Source) {
    let context = Context.current
    guard mayWrite(context) else { return }
    let old = source
    source = new
    context.pointee.journal?.onRollback { [self] context in
      let undone = source
      source = old
      Graph.invalidate(node, context)
      return undone
    }
    Graph.invalidate(node, context)
  }
}
