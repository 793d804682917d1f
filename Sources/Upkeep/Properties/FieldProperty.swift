/// Shows one field of another property's value, and changes only with it: a derived value that knows its key path, so
/// that a computation that has read it before finds it without a search.
@usableFromInline
package final class FieldProperty<Value>: Property<Value> {
  @usableFromInline let path: AnyKeyPath
  // SAFETY: compared, never followed; the closure of the node keeps the property that it belongs to.
  @usableFromInline let whole: NodeRef

  /// Makes the property of a field.
  ///
  /// Where the field lies in the memory of the value it is found once, and read alone: to follow the key path would copy
  /// the whole value.
  @inlinable
  package init<Whole>(
    _ field: KeyPath<Whole, Value>, of whole: Property<Whole>, name: String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    path = field
    self.whole = whole.node
    let isUnchanged: (Value, Value) -> Bool = automaticComparison()
    let comparesItself = comparesItself(Value.self)
    super.init(
      [.declared, .derived, .uncomputed], nil, Label(name, file, line), isUnchanged: isUnchanged)
    Graph.declare(whole.node, of: node)
    if let offset = MemoryLayout<Whole>.offset(of: field) {
      node.install { node, context in
        Self.finish(whole.part(at: offset), of: node, context) { old, new in
          if !comparesItself, let isEqual = knownEquality(old, new) { return isEqual }
          return isUnchanged(old, new)
        }
      }
    } else {
      node.install { node, context in
        Self.finish(whole.current[keyPath: field], of: node, context, unless: isUnchanged)
      }
    }
  }
}

// MARK: - Finding it again

extension FieldProperty {
  /// Reads the property of a field, if the computation that runs has just read it, or read it in this place last time;
  /// nil if it has to be looked for.
  @inlinable @inline(__always)
  package static func readExpected<Whole>(
    _ field: KeyPath<Whole, Value>, of whole: Property<Whole>
  ) -> Value? {
    guard let reader = Context.current.pointee.tracker else { return nil }
    guard let cursor = reader.lastInput else {
      return reader.firstInput.flatMap { read(by: $0, field, whole) }
    }
    return read(by: cursor, field, whole)
      ?? cursor.nextInput.flatMap { read(by: $0, field, whole) }
  }

  /// Reads what an edge leads to, if that is the property of a field.
  @inlinable @inline(__always)
  static func read<Whole>(
    by edge: EdgeRef, _ field: KeyPath<Whole, Value>, _ whole: Property<Whole>
  ) -> Value? {
    guard edge.runAndTraits & Edge.allTraits == Edge.complete, let object = edge.input.object
    else { return nil }
    // SAFETY: a complete edge retains its input's object, and its type is asked before it is cast.
    return object._withUnsafeGuaranteedRef { object in
      guard type(of: object) == FieldProperty.self else { return nil }
      let property = unsafeDowncast(object, to: FieldProperty.self)
      guard property.path === field, property.whole == whole.node else { return nil }
      return property.read()
    }
  }
}

extension Property {
  /// The part of the value of a fresh node that lies at an offset of its memory.
  @inlinable @inline(__always)
  final func part<Part>(at offset: Int) -> Part {
    // SAFETY: as in `current`, the object has a value; an optional has it at its own address. The offset is that of a
    // stored field of the type `Part`.
    var owner = Unmanaged.passUnretained(self)
    if storage == nil {
      owner = Unmanaged.fromOpaque(node.object.unsafelyUnwrapped.toOpaque())
    }
    return owner._withUnsafeGuaranteedRef { object in
      withUnsafePointer(to: &object.storage) {
        UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee
      }
    }
  }
}
