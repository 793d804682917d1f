/// A derived property that shows one field of another property's value.
///
/// The property knows its key path, so a computation that has read the field before finds the
/// property without a search.
@usableFromInline
package final class FieldProperty<Value>: Property<Value>, NamedByContent {
  @usableFromInline let path: AnyKeyPath
  // SAFETY: compared, never dereferenced; the closure of the node retains the property of `whole`.
  @usableFromInline let whole: NodeRef

  /// Makes the property of a field.
  ///
  /// The offset of a stored field is found once, and only the field is read. Following the key path
  /// would copy the whole value.
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

  /// The key path says more than the place, which is the same for all fields.
  var nameInMessages: String { "\(label.name) (\(path))" }
}

// MARK: - Finding the property of a field

extension FieldProperty {
  /// Reads a field by its property, if the running computation expects that property next.
  ///
  /// That is the property that the computation has just read, or the one that it read next last
  /// time. Nil if neither is the field's property: then the caller has to search for it.
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

  /// Reads the input of an edge, if that is the property of this field; nil otherwise.
  @inlinable @inline(__always)
  static func read<Whole>(
    by edge: EdgeRef, _ field: KeyPath<Whole, Value>, _ whole: Property<Whole>
  ) -> Value? {
    guard edge.runAndTraits & Edge.allTraits == Edge.complete, let object = edge.input.object
    else { return nil }
    // SAFETY: a complete edge retains its input's object, and the type is checked before the cast.
    return object._withUnsafeGuaranteedRef { object in
      guard type(of: object) == FieldProperty.self else { return nil }
      let property = unsafeDowncast(object, to: FieldProperty.self)
      guard property.path === field, property.whole == whole.node else { return nil }
      return property.read()
    }
  }
}

extension Property {
  /// Returns the part of a fresh node's value that lies at an offset in memory.
  @inlinable @inline(__always)
  final func part<Part>(at offset: Int) -> Part {
    // SAFETY: as in `current`, the object has a value, and an optional has its value at its own
    // address. At the offset lies a stored field of the type `Part`.
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
