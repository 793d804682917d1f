/// A property whose value is computed only when `recalculate()` is called.
///
/// Use it for a value whose source announces no changes.
///
///     let freeSpace = ManuallyRecalculatedDerivedProperty { volume.freeBytes }
///     timer.onTick { freeSpace.recalculate() }
///
/// The first value is computed when the property is made. Reads in the closure are not tracked.
public final class ManuallyRecalculatedDerivedProperty<Value>: Property<Value> {
  /// Makes the property and computes its first value.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value; must not write properties.
  public init(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, _ calculate: @escaping () -> Value
  ) {
    super.init(
      .tracked(by: rule), nil, Label(name, file, line, column),
      isUnchanged: rule?.isUnchanged ?? automaticComparison())
    // The node holds the closure, because nodes are freed one after another. If the object held the
    // closure, releases would nest.
    node.install { node, context in
      let value = ManuallyRecalculatedDerivedProperty.run(calculate, of: node, context)
      node.withProperty(as: ManuallyRecalculatedDerivedProperty<Value>.self) {
        $0.take(value, context)
      }
      return false
    }
    let context = Context.current
    Graph.looking { _ = node.compute(context) }
    if context.pointee.care.contains(.leftovers) {
      context.ask { $0.doLeftoversOfRefresh(context) }
    }
  }

  /// Computes the value again.
  ///
  /// If the value changes, the effects that need it run before this returns, or at the end of the
  /// open batch.
  public func recalculate() {
    let context = Context.current
    guard mayWrite(context) else { return }
    // A turn, so that nothing is released while the closure is running.
    Graph.beginTurn(context)
    _ = node.compute(context)
    if context.pointee.care.contains(.leftovers) {
      context.ask { $0.doLeftoversOfRefresh(context) }
    }
    Graph.endTurn(context)
  }

  private static func run(
    _ calculate: () -> Value, of node: NodeRef, _ context: ContextRef
  ) -> Value {
    untracked {
      let outer = context.pointee.computing
      context.pointee.computing = node
      defer { context.pointee.computing = outer }
      return Graph.making(context, calculate)
    }
  }

  private func take(_ value: Value, _ context: ContextRef) {
    if storage == nil {
      store(value)
    } else {
      writeWithCare(value, context)
    }
  }
}
