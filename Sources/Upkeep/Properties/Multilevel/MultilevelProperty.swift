/// The property inside another property's value.
///
///     let boss = StoredProperty(ann)                       // ann.name is a StoredProperty, too
///     let bossName = MultilevelProperty(boss, \.name)      // the name of the current boss
///     let city = MultilevelProperty(company) { $0.boss.value.address.value.city }  // any depth
///
/// It follows the inner property and the outer one, and never shows the inner value of an earlier
/// outer value. A property that is no longer on the path is not followed.
///
/// - Complexity: one computation, whatever the depth.
public final class MultilevelProperty<Value>: Property<Value> {
  // SAFETY: the closure of the node retains the parent, and with it the parent's node.
  private var parent: NodeRef?

  override var knownInput: NodeRef? { parent }

  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label, isUnchanged: @escaping (Value, Value) -> Bool) {
    super.init(flags.union([.derived, .uncomputed]), nil, label, isUnchanged: isUnchanged)
  }

  /// Notes the outer property, so that `connect` refuses a cycle through it before any read.
  @usableFromInline
  func follow(_ parent: UntypedProperty) {
    self.parent = parent.node
    parent.node.flags.insert(.wasRead)
  }

  /// Makes the property that a closure or a key path selects in another property's value.
  ///
  ///     MultilevelProperty(boss) { $0.name }
  ///     MultilevelProperty(boss, \.name)
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - selector: returns the inner property; its reads are tracked, too.
  @inlinable
  public convenience init<Parent>(
    _ parent: Property<Parent>, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ selector: @escaping (Parent) -> Property<Value>
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line, column), isUnchanged: isUnchanged)
    let hasOwnRule = rule != nil
    node.install { node, context in
      Self.finish(selector(parent.read()).read(), of: node, context) { old, new in
        if !hasOwnRule, let isEqual = plainEquality(old, new) { return isEqual }
        return isUnchanged(old, new)
      }
    }
    follow(parent)
  }

  /// Makes the property at a key path of another property's value.
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - keyPath: leads to the inner property.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<Parent, Inner: Property<Value>>(
    _ parent: Property<Parent>, _ keyPath: KeyPath<Parent, Inner>,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(parent, changes: rule, name: name, file: file, line: line, column: column) {
      $0[keyPath: keyPath]
    }
  }
}
