/// A collection together with chosen properties of its elements.
///
/// Its value is its parent's. It changes whenever the parent or one of those properties changes.
///
///     let people = StoredProperty([ann, bob])
///     let roll = MultilevelCollectionProperty(people, \.name)
///     updater.keepUpToDate(dependencies: [roll]) { print(people.value.map(\.name.value)) }
///
/// The key path leads to a property: `\.name` for `let name: StoredProperty<String>`, and `\.$name`
/// for `@Stored var name: String`.
///
/// An element that occurs twice counts once. The key paths and closures that choose properties are
/// not tracked; they are called again when the collection changes.
///
/// A property over this one that compares its values - a connectable, tentative or multilevel
/// property, or one with a change rule - sees a change of an element only if its rule tells the two
/// collections apart. The rule for a list of properties compares the identities of the properties
/// alone.
///
/// - Complexity: a change of elements' properties is linear in the elements that changed, whatever
///   the size of the collection. A change of the collection is O(elements), with an identity check
///   for each chosen property.
public final class MultilevelCollectionProperty<Value>: Property<Value> {
  // SAFETY: the closure of the node retains it, and the node lives as long as this object.
  private var inputs: Unmanaged<Children>?

  private init(
    _ parent: Property<Value>, _ label: Label, _ rule: ChangeRule<Value>?,
    selecting select: @escaping (Value) -> [UntypedProperty]
  ) {
    super.init(
      [.tracked(by: rule), .derived, .uncomputed, .collects], nil, label,
      isUnchanged: rule?.isUnchanged ?? automaticComparison())
    let children = Children(of: node, parent: parent)
    inputs = Unmanaged.passUnretained(children)
    node.install { node, context in
      node.withProperty(as: MultilevelCollectionProperty<Value>.self) {
        $0.compute(from: parent, children, select, context)
      }
    }
  }

  override var inputHolder: InputHolder? { children }

  private var children: Children? { inputs?.takeUnretainedValue() }

  private func compute(
    from parent: Property<Value>, _ children: Children,
    _ select: (Value) -> [UntypedProperty], _ context: ContextRef
  ) -> Bool {
    Graph.refreshForRead(parent.node, context)
    var new: Value?
    var hasOthers = false
    if children.isParentNew {
      let collection = parent.current
      hasOthers = children.scan(select(collection), context)
      new = collection
    }
    let hasChanges = children.takeChanges(context)
    if node.flags.contains(.cyclic) {
      children.forgetSavepoint()
      return Graph.catchCycle(node, context)
    }
    return publish(new, hasOthers: hasOthers, hasChanges: hasChanges, children, context)
  }

  /// Stores the collection if it is a new one; returns whether it, or an element, has changed.
  private func publish(
    _ new: Value?, hasOthers: Bool, hasChanges: Bool, _ children: Children,
    _ context: ContextRef
  ) -> Bool {
    guard let old = storage else {
      noteFirst(context)
      children.madeIn = context.journal?.ticket ?? 0
      if let new { store(new) }
      return true
    }
    let isNew = new.map { hasOthers || !isUnchanged(old, $0) } ?? false
    if !isNew && !hasChanges {
      if !node.flags.contains(.hasSavepoint) { children.forgetSavepoint() }
      return false
    }
    if context.pointee.keepDepth != 0, !node.flags.contains(.hasSavepoint) {
      keepSavepoint(context)
    }
    func isChange() -> Bool {
      guard node.flags.contains(.hasSavepoint) else { return true }
      if children.areAsAtStart, returnToSavepoint(asUnchanged: children.isParentAsAtStart) {
        return false
      }
      compareAtEnd(context)
      return true
    }
    guard isNew, let new else { return isChange() }
    return store(new, then: isChange)
  }

  override func seenValue(of version: Version) -> Graph.SeenValue? {
    // The elements at an earlier version are not known.
    guard version == node.version, let children, let list = super.seenValue(of: version)
    else { return nil }
    let parts = children.parts
    let parentVersion = children.parentVersion
    return Graph.SeenValue(
      property: self,
      isStillTrue: {
        (children.parentVersion == parentVersion || list.isStillTrue())
          && children.areThose(of: parts)
      }, parts: parts)
  }

  override func restoreSavepointIfUnchanged() {
    savepoint?.wasEdited = false
    guard let children, children.comeBack() else { return }
    let seen = node.version
    if returnToSavepoint(asUnchanged: children.isParentAsAtStart) {
      Graph.rename(seen, as: node.version, for: node)
    }
  }

  override func forgetSavepoint() {
    children?.forgetSavepoint()
    super.forgetSavepoint()
  }
}

extension MultilevelCollectionProperty where Value: Sequence {
  /// Makes a property that follows a collection or dictionary, and one property of each element.
  ///
  /// - Parameters:
  ///   - parent: the collection.
  ///   - keyPath: leads from an element to the property to follow.
  ///   - rule: decides which collections count as changes; by default, the type's rule. A change of
  ///     an element's property always counts.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @_documentation(visibility: internal)
  public convenience init<Child: UntypedProperty>(
    _ parent: Property<Value>, _ keyPath: KeyPath<Value.Element, Child>,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      parent, Label(name, file, line, column), rule, selecting: { $0.map { $0[keyPath: keyPath] } })
  }

  /// Makes a property that follows a collection and chosen properties of its elements.
  ///
  /// The collection may be a dictionary. A key path that leads to one property can take the place
  /// of the closure.
  ///
  ///     MultilevelCollectionProperty(people) { [$0.name, $0.age] }
  ///     MultilevelCollectionProperty(people, \.name)
  ///
  /// - Parameters:
  ///   - parent: the collection.
  ///   - rule: decides which collections count as changes; by default, the type's rule. A change of
  ///     an element's property always counts.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - properties: the properties of an element to follow.
  public convenience init(
    _ parent: Property<Value>, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ properties: @escaping (Value.Element) -> [UntypedProperty]
  ) {
    self.init(parent, Label(name, file, line, column), rule, selecting: { $0.flatMap(properties) })
  }
}

extension MultilevelCollectionProperty {
  /// Makes a property that follows a dictionary and one property of each of its values.
  ///
  /// - Parameters:
  ///   - parent: the dictionary.
  ///   - keyPath: leads from a value to the property to follow.
  ///   - rule: decides which dictionaries count as changes; by default, the type's rule. A change
  ///     of an element's property always counts.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @_documentation(visibility: internal)
  public convenience init<Key, Element, Child: UntypedProperty>(
    _ parent: Property<Value>, _ keyPath: KeyPath<Element, Child>,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) where Value == [Key: Element] {
    self.init(
      parent, Label(name, file, line, column), rule,
      selecting: { $0.values.map { $0[keyPath: keyPath] } })
  }
}
