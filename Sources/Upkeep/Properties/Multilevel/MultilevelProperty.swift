/// The property inside another property's value.
///
///     let boss = StoredProperty(ann)                       // ann.name is a StoredProperty, too
///     let bossName = MultilevelProperty(boss, \.name)      // the name of whoever is the boss
///     let city = MultilevelProperty { company.value.boss.value.address.value.city }  // any depth
///
/// It follows the inner property and the outer one, and never shows the inner value of an outer value
/// that is gone. What is not on the path any more is not followed.
///
/// - Complexity: one computation, whatever the depth.
public final class MultilevelProperty<Value>: Property<Value> {
  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label, isUnchanged: @escaping (Value, Value) -> Bool) {
    super.init(flags.union([.derived, .uncomputed]), nil, label, isUnchanged: isUnchanged)
  }

  /// Makes the property at the end of a path.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - innermost: reads the outer properties and returns the innermost one.
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    changes rule: ChangeRule<Value>? = nil, _ innermost: @escaping () -> Property<Value>
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
    node.pointee.recompute = Node.Recompute { node, context in
      Self.finish(innermost().read(), of: node, context, unless: isUnchanged)
    }
  }

  /// Makes the property that a closure selects in another one's value.
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - selector: returns the inner property.
  @inlinable
  public convenience init<Parent>(
    _ parent: Property<Parent>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, changes rule: ChangeRule<Value>? = nil,
    _ selector: @escaping (Parent) -> Property<Value>
  ) {
    self.init(name: name, file: file, line: line, changes: rule) { selector(parent.read()) }
  }

  /// Makes the property at a key path of another one's value.
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - keyPath: leads to the inner property.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - rule: decides which values count as changes; by default that of the type.
  @inlinable
  public convenience init<Parent, Inner: Property<Value>>(
    _ parent: Property<Parent>, _ keyPath: KeyPath<Parent, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, changes rule: ChangeRule<Value>? = nil
  ) {
    self.init(name: name, file: file, line: line, changes: rule) { parent.read()[keyPath: keyPath] }
  }
}
