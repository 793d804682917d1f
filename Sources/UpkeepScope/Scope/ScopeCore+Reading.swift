public import Upkeep

// Reading definitions: these ways to a property are inlined into the program.
extension ScopeCore {
  /// Calls a closure with the property that shows a definition's value.
  ///
  /// - Complexity: O(1): an index for a definition that stands alone, a hash for others.
  @inlinable @inline(__always)
  final func withProperty<D: Definition, Result>(
    of definition: D, _ body: (Property<D.Value>) -> Result
  ) -> Result {
    guard let property = plainProperty(of: definition) else {
      let property = property(of: definition)
      return withExtendedLifetime(property) { body(property) }
    }
    // SAFETY: nothing is let go of as long as a turn or a refresh is open, and a plain read opens none, but for a watcher
    // of Observation: that has the property stay.
    return property._withUnsafeGuaranteedRef {
      // SAFETY: a definition's cell has a property of its value's type.
      body(unsafeDowncast($0, to: Property<D.Value>.self))
    }
  }

  /// Returns the value of a definition.
  @inlinable @inline(__always)
  final func value<D: Definition>(of definition: D) -> D.Value {
    // Folded. Code that does not know the type leaves the read to the code that has made the definition, which did:
    // by itself it would look up types and places in objects, for 700 instructions.
    _isConcrete(D.self)
      ? knownValue(of: definition) { loadedValue(of: $0) } : definition.read(in: self)
  }

  /// A function of its own, so that code that does not know the type has no part of it: that would look up the type of
  /// the optional value first of all, for 300 instructions.
  @inlinable
  final func loadedValue<Value>(of property: Property<Value>) -> Value { property.value }

  /// Returns the value of a definition, which a closure loads where a read is but that.
  @inlinable @inline(__always)
  final func knownValue<D: Definition>(
    of definition: D, _ load: (Property<D.Value>) -> D.Value
  ) -> D.Value {
    guard let property = plainProperty(of: definition) else { return carefulValue(of: definition) }
    // SAFETY: as in `withProperty`.
    return property._withUnsafeGuaranteedRef {
      load(unsafeDowncast($0, to: Property<D.Value>.self))
    }
  }

  /// Returns the value of a definition where a read may compute, or make the cell.
  @inlinable @inline(never)
  final func carefulValue<D: Definition>(of definition: D) -> D.Value {
    let cell = existingCell(of: definition) ?? absentCell(of: definition)
    defer { withExtendedLifetime(cell) {} }
    // SAFETY: a definition's cell has a property of its value's type, and keeps it.
    return cell.unretained._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Property<D.Value>.self).value
    }
  }

  /// The property of a definition, if a read of it is but a load of the value; else nil.
  @inlinable @inline(__always)
  final func plainProperty<D: Definition>(of definition: D) -> Unmanaged<UntypedProperty>? {
    guard let cell = slot(definition.definitionSlot) ?? definition.memberCell(in: self) else {
      return nil
    }
    // SAFETY: as in `withProperty`; a cell keeps its property.
    let property = cell._withUnsafeGuaranteedRef { $0.unretained }
    return property._withUnsafeGuaranteedRef { $0.needsReadCare } ? nil : property
  }

  @inlinable @inline(__always)
  final func slot(_ number: Int) -> Unmanaged<Cell>? {
    #if DEBUG
      noteUse(ofSlot: number)
    #endif
    return content(ofSlot: number)
  }

  /// The cell in a slot, for code that does not use its definition.
  @inlinable @inline(__always)
  final func content(ofSlot number: Int) -> Unmanaged<Cell>? {
    UInt(bitPattern: number) < slotCount ? slots[number] : nil
  }

  /// The cell of a member of a family, in the table of members.
  ///
  /// Not inlined, for each read has a call of it.
  @usableFromInline @inline(never)
  final func memberCell(of declaration: Declaration) -> Unmanaged<Cell>? {
    let key = declaration.id.key
    if key.place >= 0 { return nil }
    return members.nearestCell(of: key) ?? equalMemberCell(of: key)
  }

  /// The same for a key that has been made again, or whose cell has made room for another one.
  @inline(never)
  func equalMemberCell(of key: DefinitionKey) -> Unmanaged<Cell>? {
    MemberTable.cell(of: key) { members }
  }

  /// The cell of a value of a type in the table of members.
  final func memberCell<Node: DefinitionNode>(of node: Node) -> Unmanaged<Cell>? {
    if members.count == 0 { return nil }
    return MemberTable.cell(at: ParameterKey.place(of: node), in: { members }) {
      $0.isKey(of: node)
    }
  }

  /// The property that shows a definition's value.
  @usableFromInline @inline(never)
  final func property<D: Definition>(of definition: D) -> Property<D.Value> {
    // SAFETY: a definition's cell has a property of its value's type.
    unsafeDowncast(cell(of: definition).property, to: Property<D.Value>.self)
  }
}
