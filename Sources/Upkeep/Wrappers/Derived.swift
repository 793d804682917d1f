/// A derived property of a class that is read like a variable: `total` is the value, `$total` the
/// property.
///
///     final class Cart {
///       @Stored var price = 3
///       @Stored var count = 2
///       @Derived({ (cart: Cart) in cart.price * cart.count }) var total: Int
///     }
///
///     let cart = Cart()
///     print(cart.total)  // 6
///     cart.count += 1
///     print(cart.total)  // 9
///
/// The closure takes the class that declares the property. What it reads is tracked, and the value is
/// cached, as in a `DerivedProperty` - which is made on the first use of `total` or `$total`. It holds the
/// instance unowned, so there is no cycle; whoever keeps `$total` longer than the instance must not let
/// it compute again.
///
/// The closure is isolated as the class is. In a structure or a function, or where it is written,
/// `@Derived` does not compile; in an actor the closure cannot read the actor's state: make a
/// `DerivedProperty` there, or put the properties into a class that the actor holds.
///
/// - Complexity: a read costs what it costs on `DerivedProperty`; in a generic class, where the
///   compiler does not specialise it, a key path besides.
@propertyWrapper
public struct Derived<Owner: AnyObject, Value> {
  /// Nil before the first use.
  @usableFromInline var property: DerivedProperty<Value>?

  @usableFromInline let make: (Owner) -> DerivedProperty<Value>

  /// Makes a derived value with a change rule of its own, or that of its type.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the properties of the instance that it is given.
  public init(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ calculate: @escaping (Owner) -> Value
  ) {
    make = { owner in
      DerivedProperty(changes: rule, name: name, file: file, line: line) { [unowned owner] in
        calculate(owner)
      }
    }
  }

  /// Makes a derived value that is compared by `==`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the properties of the instance that it is given.
  @inlinable
  public init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping (Owner) -> Value
  ) where Value: Equatable {
    make = { owner in
      DerivedProperty(name: name, file: file, line: line) { [unowned owner] in calculate(owner) }
    }
  }

  /// Reads the value of an instance. The compiler calls it for `total`.
  ///
  /// - Parameters:
  ///   - owner: the instance.
  ///   - wrapped: the property by its name.
  ///   - storage: the wrapper behind it.
  /// - Returns: the value as it follows from the stored ones now.
  @inlinable
  public static subscript(
    _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value { property(of: owner, storage).value }

  /// Finds the property of an instance. The compiler calls it for `$total`.
  ///
  /// - Parameters:
  ///   - owner: the instance.
  ///   - projected: the property by its name.
  ///   - storage: the wrapper behind it.
  /// - Returns: the derived property, made by the first use.
  @inlinable
  public static subscript(
    _enclosingInstance owner: Owner, projected projected: KeyPath<Owner, DerivedProperty<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> DerivedProperty<Value> { property(of: owner, storage) }

  @inlinable
  static func property(
    of owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> DerivedProperty<Value> {
    let wrapper = owner[keyPath: storage]
    if let property = wrapper.property { return property }
    let property = wrapper.make(owner)
    owner[keyPath: storage].property = property
    return property
  }

  // What the compiler asks for where there is no enclosing instance, and so refuses.

  /// Not available: `@Derived` needs the instance of a class.
  @available(*, unavailable, message: "@Derived works on a property of a class only")
  public var wrappedValue: Value { preconditionFailure() }

  /// Not available: `@Derived` needs the instance of a class.
  @available(*, unavailable, message: "@Derived works on a property of a class only")
  public var projectedValue: DerivedProperty<Value> { preconditionFailure() }
}
