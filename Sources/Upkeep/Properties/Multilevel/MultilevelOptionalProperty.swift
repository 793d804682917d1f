/// The property inside another property's value; nil if there is no inner property.
///
///     let selected = StoredProperty<Song?>(nil)
///     let title = MultilevelOptionalProperty(selected, \.title)  // Property<String?>
///
/// If the inner value is itself optional, no inner property (`nil`) differs from an inner property
/// that is nil (`.some(nil)`).
///
/// - Complexity: one computation, whatever the depth.
public final class MultilevelOptionalProperty<Value>: Property<Value?> {
  // SAFETY: the closure of the node retains the parent, and with it the parent's node.
  private var parent: NodeRef?

  override var knownInput: NodeRef? { parent }

  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label, isUnchanged: @escaping (Value?, Value?) -> Bool) {
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
  ///     MultilevelOptionalProperty(guest) { $0?.name }
  ///     MultilevelOptionalProperty(guest, \.name)
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - selector: returns the inner property, or nil; its reads are tracked, too.
  @inlinable
  public convenience init<Parent>(
    _ parent: Property<Parent>, changes rule: ChangeRule<Value?>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ selector: @escaping (Parent) -> Property<Value>?
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line, column), isUnchanged: isUnchanged)
    node.install { node, context in
      Self.finish(selector(parent.read()).map { $0.read() }, of: node, context, unless: isUnchanged)
    }
    follow(parent)
  }

  /// Makes the property at a key path of another property's value, if that value is not nil.
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - keyPath: leads from its wrapped value to the inner property.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<Parent, Inner: Property<Value>>(
    _ parent: Property<Parent?>, _ keyPath: KeyPath<Parent, Inner>,
    changes rule: ChangeRule<Value?>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(parent, changes: rule, name: name, file: file, line: line, column: column) {
      $0.map { $0[keyPath: keyPath] }
    }
  }

  /// Makes the property at a key path that may lead to nil.
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - keyPath: leads to the inner property, or to nil.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<Parent, Inner: Property<Value>>(
    _ parent: Property<Parent>, _ keyPath: KeyPath<Parent, Inner?>,
    changes rule: ChangeRule<Value?>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(parent, changes: rule, name: name, file: file, line: line, column: column) {
      $0[keyPath: keyPath]
    }
  }

  /// Makes the property at a key path that may lead to nil, in a value that may be nil.
  ///
  /// - Parameters:
  ///   - parent: the outer property.
  ///   - keyPath: leads from its wrapped value to the inner property, or to nil.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<Parent, Inner: Property<Value>>(
    _ parent: Property<Parent?>, _ keyPath: KeyPath<Parent, Inner?>,
    changes rule: ChangeRule<Value?>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(parent, changes: rule, name: name, file: file, line: line, column: column) {
      $0.flatMap { $0[keyPath: keyPath] }
    }
  }
}
