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
    // The compiler evaluates the condition. An unspecialized read here would look up types and
    // fields, for 700 instructions.
    if !_isConcrete(D.self) { return unspecializedValue(of: definition) }
    guard let property = plainProperty(of: definition) else { return carefulValue(of: definition) }
    // SAFETY: as in `withProperty`.
    return property._withUnsafeGuaranteedRef {
      loadedValue(of: unsafeDowncast($0, to: Property<D.Value>.self))
    }
  }

  /// Returns the value of a definition for code that does not know its type.
  ///
  /// The declaration, which knows the type, loads the value.
  @usableFromInline @inline(never)
  final func unspecializedValue<D: Definition>(of definition: D) -> D.Value {
    guard let cell = unretainedCell(of: definition) else { return carefulValue(of: definition) }
    // SAFETY: as in `withProperty`; a cell keeps its property and its declaration, which have its
    // definition's value type.
    let (property, declaration) = cell._withUnsafeGuaranteedRef {
      ($0.unretained, Unmanaged.passUnretained($0.declaration))
    }
    return property._withUnsafeGuaranteedRef { property in
      if property.needsReadCare { return carefulValue(of: definition) }
      return declaration._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: ValueDeclaration<D.Value>.self)
          .load(unsafeDowncast(property, to: Property<D.Value>.self))
      }
    }
  }

  /// Returns the value of a definition if the read may have to compute it or to make its cell.
  @inlinable @inline(never)
  final func carefulValue<D: Definition>(of definition: D) -> D.Value {
    let cell =
      unretainedCell(of: definition)?.takeUnretainedValue()
      ?? absentCell(of: definition, keptDeclaration(of: definition))
    defer { withExtendedLifetime(cell) {} }
    // SAFETY: a definition's cell has a property of its value's type, and keeps it.
    return cell.unretained._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Property<D.Value>.self).value
    }
  }

  /// The property of a definition if a read only loads its value; else nil.
  @inlinable @inline(__always)
  final func plainProperty<D: Definition>(of definition: D) -> Unmanaged<UntypedProperty>? {
    guard let cell = unretainedCell(of: definition) else { return nil }
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
  /// Not inlined, because the code of each read contains a call to this function.
  @usableFromInline @inline(never)
  final func memberCell(of declaration: Declaration) -> Unmanaged<Cell>? {
    let key = declaration.id.key
    return members.nearestCell(of: key) ?? equalMemberCell(of: key)
  }

  /// Returns the cell with an equal key, at any place in the table.
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

/// Loads the value of a property.
///
/// A separate function, so that a caller that does not know the type does not contain this code:
/// the caller would begin by looking up the type of the optional value, for 300 instructions.
@inlinable
func loadedValue<Value>(of property: Property<Value>) -> Value { property.value }
