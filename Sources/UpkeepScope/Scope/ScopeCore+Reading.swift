public import Upkeep

// Reading definitions: these accessors are inlined into the program.
extension ScopeCore {
  /// Calls a closure with the property that shows a definition's value.
  ///
  /// - Complexity: O(1): an array index for a definition with a slot, a hash lookup otherwise.
  @inlinable @inline(__always)
  final func withProperty<D: Definition, Result>(
    of definition: D, _ body: (Property<D.Value>) -> Result
  ) -> Result {
    guard let property = plainProperty(of: definition) else {
      let property = property(of: definition)
      return withExtendedLifetime(property) { body(property) }
    }
    // SAFETY: no cell is released while a turn or refresh is open. A plain read opens neither,
    // except under Observation tracking, which retains the property.
    return property._withUnsafeGuaranteedRef {
      // SAFETY: a definition's cell has a property of its value's type.
      body(unsafeDowncast($0, to: Property<D.Value>.self))
    }
  }

  /// Returns the current value of a definition.
  @inlinable @inline(__always)
  final func value<D: Definition>(of definition: D) -> D.Value {
    // The condition is folded. Code that does not know the type calls `read`, compiled where the
    // type is known: an unspecialized read here would look up types and fields, for 700
    // instructions.
    _isConcrete(D.self)
      ? knownValue(of: definition) { loadedValue(of: $0) } : definition.read(in: self)
  }

  /// Loads the value of a property.
  ///
  /// A separate function, so that code that does not know the type does not include it: it would
  /// begin by looking up the type of the optional value, for 300 instructions.
  @inlinable
  final func loadedValue<Value>(of property: Property<Value>) -> Value { property.value }

  /// Returns the value of a definition; `load` performs a read that only loads the value.
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

  /// Returns the value of a definition where the read may compute or make the cell.
  @inlinable @inline(never)
  final func carefulValue<D: Definition>(of definition: D) -> D.Value {
    let cell = existingCell(of: definition) ?? absentCell(of: definition)
    defer { withExtendedLifetime(cell) {} }
    // SAFETY: a definition's cell has a property of its value's type, and keeps it.
    return cell.unretained._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Property<D.Value>.self).value
    }
  }

  /// The property of a definition if a read only loads its value; else nil.
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

  /// Returns the cell in a slot without counting as a use of its definition.
  @inlinable @inline(__always)
  final func content(ofSlot number: Int) -> Unmanaged<Cell>? {
    UInt(bitPattern: number) < slotCount ? slots[number] : nil
  }

  /// Returns the cell of a member of a family.
  ///
  /// Not inlined: each read of a definition has a call to it.
  @usableFromInline @inline(never)
  final func memberCell(of declaration: Declaration) -> Unmanaged<Cell>? {
    let key = declaration.id.key
    if key.place >= 0 { return nil }
    return members.nearestCell(of: key) ?? equalMemberCell(of: key)
  }

  /// Returns the cell of a member whose key was made again or was displaced from the nearest cells.
  @inline(never)
  func equalMemberCell(of key: DefinitionKey) -> Unmanaged<Cell>? {
    MemberTable.cell(of: key) { members }
  }

  /// Returns the cell of a node.
  final func memberCell<Node: DefinitionNode>(of node: Node) -> Unmanaged<Cell>? {
    if members.count == 0 { return nil }
    return MemberTable.cell(at: ParameterKey.place(of: node), in: { members }) {
      $0.isKey(of: node)
    }
  }

  /// Returns the property that shows a definition's value.
  @usableFromInline @inline(never)
  final func property<D: Definition>(of definition: D) -> Property<D.Value> {
    // SAFETY: a definition's cell has a property of its value's type.
    unsafeDowncast(cell(of: definition).property, to: Property<D.Value>.self)
  }
}
