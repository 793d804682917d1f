/// A property wrapper for a stored property: `count` is the value, `$count` the property.
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
/// It works like a `StoredProperty`, at the same cost: reads are tracked, writes follow the change
/// rule, and an edit in place is one change. It must be in a class or an actor: all copies of a
/// structure would share one property, so it does not compile there.
@propertyWrapper
public struct Stored<Value> {
  /// The property, for derived values, bindings and effects.
  public let projectedValue: StoredProperty<Value>

  /// Makes a property that holds a value.
  ///
  /// - Parameters:
  ///   - wrappedValue: the first value; it is not checked by the rule.
  ///   - rule: decides which writes count as changes; by default the rule of the type.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @inlinable
  public init(
    wrappedValue: Value, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = StoredProperty(
      wrappedValue, changes: rule, name: name, file: file, line: line, column: 0)
  }

  /// The value of the property of an instance.
  ///
  /// - Parameters:
  ///   - owner: the instance.
  ///   - wrapped: the key path of the value.
  ///   - storage: the key path of the wrapper.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, Value>,
    storage storage: KeyPath<Owner, Stored>
  ) -> Value {
    get { owner[keyPath: storage].projectedValue.value }
    set { owner[keyPath: storage].projectedValue.value = newValue }
    _modify { yield &owner[keyPath: storage].projectedValue.value }
  }

  // The compiler looks this member up where there is no enclosing instance, and reports its
  // message.

  /// Not available: copies of a structure would share the one property.
  @available(*, unavailable, message: "@Stored works on a property of a class or an actor only")
  public var wrappedValue: Value {
    get { stopProgram("@Stored works on a property of a class or an actor only") }
    nonmutating set {}
  }
}
