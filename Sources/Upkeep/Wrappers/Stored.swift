/// A stored property that is written like a variable: `count` is the value, `$count` the property.
///
///     final class Cart {
///       @Stored var items: [String] = []
///       @Stored(name: "discount") var discount = 0
///     }
///
///     let cart = Cart()
///     let size = cart.$items.map { $0.count }
///     cart.items.append("tea")  // edited in place, without a copy
///     print(size.value)         // 1
///
/// It does what a `StoredProperty` does, at the same cost: reads are tracked, writes follow the change
/// rule, in-place edits are one change. It belongs in a class or an actor: in a structure all copies would share the
/// one property, so there it does not compile.
@propertyWrapper
public struct Stored<Value> {
  /// The property itself: to derive from, to bind, to watch.
  public let projectedValue: StoredProperty<Value>

  /// Makes a property that holds a value.
  ///
  /// - Parameters:
  ///   - wrappedValue: the first value; the rule is not asked about it.
  ///   - rule: decides which writes count; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(
    wrappedValue: Value, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = StoredProperty(wrappedValue, changes: rule, name: name, file: file, line: line)
  }

  /// Makes a property that compares by `==`.
  ///
  /// - Parameters:
  ///   - wrappedValue: the first value.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    projectedValue = StoredProperty(wrappedValue, name: name, file: file, line: line)
  }

  /// The value of the property of an instance.
  ///
  /// - Parameters:
  ///   - owner: the instance.
  ///   - wrapped: leads to the value.
  ///   - storage: leads to the wrapper.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, Value>,
    storage storage: KeyPath<Owner, Stored>
  ) -> Value {
    get { owner[keyPath: storage].projectedValue.value }
    set { owner[keyPath: storage].projectedValue.value = newValue }
    _modify { yield &owner[keyPath: storage].projectedValue.value }
  }

  // Members that the compiler asks for where there is no enclosing instance, and so refuses.

  /// Not available: copies of a structure would share the one property.
  @available(*, unavailable, message: "@Stored works on a property of a class or an actor only")
  public var wrappedValue: Value {
    get { stopProgram("@Stored works on a property of a class or an actor only") }
    nonmutating set {}
  }
}
