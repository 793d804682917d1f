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
/// The closure takes the class that declares the property. Its reads are tracked, and the value is
/// cached, as in a `DerivedProperty` - which is made on the first use of `total` or `$total`. It holds the
/// instance weakly, so there is no cycle. A `$total` that is kept longer than the instance shows what it
/// showed last; when it has to compute again that is reported, once, as `Misuse.instanceIsGone`, and it
/// follows nothing any more. One that was never read has nothing to show, and stops the program then. The
/// same holds in the instance's own `deinit`, where nothing can refer to it weakly: read there what is stored.
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

  /// Whether the instance was made by a derivation that was running.
  @usableFromInline let isLocal = Context.current.pointee.computing != nil

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
    make = Self.maker(changes: rule, Label(name, file, line), calculate)
  }

  /// Makes a derived value that is compared by `==`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the properties of the instance that it is given.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping (Owner) -> Value
  ) where Value: Equatable {
    let label = Label(name, file, line)
    if comparesItself(Value.self) {
      make = Self.maker(changes: nil, label, calculate)
      return
    }
    make = { owner in
      let property = DerivedProperty<Value>([], label, isUnchanged: { $0 == $1 })
      property.node.install { [weak owner] node, context in
        guard let owner else { return DerivedProperty<Value>.keepLast(of: node, context) }
        return DerivedProperty<Value>.finish(
          calculate(owner), of: node, context, unless: { $0 == $1 })
      }
      return property
    }
  }

  @usableFromInline
  static func maker(
    changes rule: ChangeRule<Value>?, _ label: Label, _ calculate: @escaping (Owner) -> Value
  ) -> (Owner) -> DerivedProperty<Value> {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    return { owner in
      let property = DerivedProperty<Value>(
        .tracked(by: rule), label, isUnchanged: isUnchanged)
      property.node.install { [weak owner] node, context in
        guard let owner else { return DerivedProperty<Value>.keepLast(of: node, context) }
        return DerivedProperty<Value>.finish(
          calculate(owner), of: node, context, unless: isUnchanged)
      }
      return property
    }
  }

  /// Reads the value of an instance.
  ///
  /// The compiler calls it for `total`.
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

  /// Finds the property of an instance.
  ///
  /// The compiler calls it for `$total`.
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
    // Its first use may be in a derivation that did not make the instance.
    #if DEBUG
      if !wrapper.isLocal { property.node.live.pointee.isLocal = false }
    #endif
    owner[keyPath: storage].property = property
    return property
  }

  // Members that the compiler asks for where there is no enclosing instance, and so refuses.

  /// Not available: `@Derived` needs the instance of a class.
  @available(*, unavailable, message: "@Derived works on a property of a class only")
  public var wrappedValue: Value { preconditionFailure() }

  /// Not available: `@Derived` needs the instance of a class.
  @available(*, unavailable, message: "@Derived works on a property of a class only")
  public var projectedValue: DerivedProperty<Value> { preconditionFailure() }
}

extension DerivedProperty {
  /// A computation of a value whose instance is gone: reported, and the value stays.
  @usableFromInline @inline(never)
  static func keepLast(of node: NodeRef, _ context: ContextRef) -> Bool {
    let property = Graph.describe(node)
    let mistake = Misuse.instanceIsGone(property: property)
    let last = node.withProperty(as: DerivedProperty<Value>.self) { $0.storage }
    guard let last else {
      Misuse.stop(mistake, because: "\(property) was never read while its instance was there")
    }
    Misuse.report(mistake)
    return finish(last, of: node, context, unless: { _, _ in true })
  }
}
