/// A read-only view of another property, through which that property cannot be written or reached.
///
///     final class Player {
///       private let position = StoredProperty(0)
///       let shownPosition: PassThroughProperty<Int>
///       init() { shownPosition = PassThroughProperty(position) }
///     }
///
/// The view has no value and computes nothing: its readers read its parent and depend on it. Only a
/// view with a different change rule keeps a value: the last one that the rule let through.
public final class PassThroughProperty<Value>: Property<Value> {
  /// The property whose node this one shares; nil if it has a node of its own.
  private let origin: Property<Value>?

  /// Makes a view of a property, optionally with a different change rule.
  ///
  /// If the parent has a change rule of its own, the view uses `rule`, or by default the type's
  /// rule.
  ///
  /// - Parameters:
  ///   - parent: the property to show.
  ///   - rule: decides which of the parent's changes are let through; by default, all.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  public convenience init(
    _ parent: Property<Value>, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let label = Label(name, file, line, column)
    if let rule {
      self.init(parent, rule.isUnchanged, label)
      node.flags.insert(.hasOwnRule)
    } else if parent.node.flags.contains(.hasOwnRule) {
      self.init(parent, automaticComparison(), label)
    } else {
      self.init(showing: parent, label)
    }
  }

  private init(showing parent: Property<Value>, _ label: Label) {
    // The origin, not the parent: views of views would nest their releases.
    let origin = (parent as? PassThroughProperty)?.origin ?? parent
    self.origin = origin
    super.init(seeing: origin, label)
  }

  private init(
    _ parent: Property<Value>, _ isUnchanged: @escaping (Value, Value) -> Bool, _ label: Label
  ) {
    origin = nil
    super.init([.derived, .declared, .uncomputed], nil, label, isUnchanged: isUnchanged)
    Graph.declare(parent.node, of: node)
    node.install { node, context in
      Self.finish(parent.current, of: node, context, unless: isUnchanged)
    }
  }
}
