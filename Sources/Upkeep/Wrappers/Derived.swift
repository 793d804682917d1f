/// A property wrapper for a derived value of a class: `total` is the value, `$total` the property.
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
/// The closure takes an instance of the class that declares the property. Its reads are tracked and
/// the value is cached, as in a `DerivedProperty`, which is made on the first use of `total` or
/// `$total`. The property holds the instance weakly, so there is no cycle. A `$total` that outlives
/// the instance keeps its last value. When it would have to compute again, it reports a `Misuse` of
/// the kind `instanceIsGone` once, and has no inputs from then on. If it was never read, it has no
/// value and stops the program. The same holds in the instance's own `deinit`, where the instance
/// cannot be referenced weakly: read stored properties there.
///
/// The closure has the isolation of the class. `@Derived` does not compile in a structure or a
/// function, and neither does a write to the value. In an actor the closure cannot read the actor's
/// state: make a `DerivedProperty` there, or put the properties into a class that the actor holds.
///
/// - Complexity: as a read of `DerivedProperty`; in a generic class that the compiler does not
///   specialise, a key path in addition.
@propertyWrapper
public struct Derived<Owner: AnyObject, Value> {
  /// Nil before the first use.
  @usableFromInline var property: DerivedProperty<Value>?

  /// Whether a running derivation has made the instance.
  @usableFromInline let isLocal = Context.current.pointee.computing != nil

  @usableFromInline let make: (Owner) -> DerivedProperty<Value>

  /// Makes a derived value with a change rule.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default the rule of the type.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the properties of the instance that it is given.
  @inlinable
  public init(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ calculate: @escaping (Owner) -> Value
  ) {
    let label = Label(name, file, line)
    guard comparesByEquality(rule) else {
      make = Self.maker(changes: rule, label, calculate)
      return
    }
    make = { owner in
      let property = DerivedProperty<Value>([], label, isUnchanged: { areKnownEqual($0, $1) })
      property.node.install { [weak owner] node, context in
        guard let owner else { return DerivedProperty<Value>.keepLast(of: node, context) }
        return DerivedProperty<Value>.finish(calculate(owner), of: node, context) {
          areKnownEqual($0, $1)
        }
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

  /// Returns the value for an instance.
  ///
  /// The compiler calls this for `total`.
  ///
  /// - Parameters:
  ///   - owner: the instance.
  ///   - wrapped: the key path of the value.
  ///   - storage: the key path of the wrapper.
  /// - Returns: the up-to-date value.
  @inlinable
  public static subscript(
    _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value { property(of: owner, storage).value }

  /// Returns the property of an instance.
  ///
  /// The compiler calls this for `$total`.
  ///
  /// - Parameters:
  ///   - owner: the instance.
  ///   - projected: the key path of the property.
  ///   - storage: the key path of the wrapper.
  /// - Returns: the derived property, made on first use.
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
    // A derivation that did not make the instance may be the first to use the property.
    #if DEBUG
      if !wrapper.isLocal { property.node.live.pointee.isLocal = false }
    #endif
    owner[keyPath: storage].property = property
    return property
  }

  /// Not available: a derivation can neither throw nor wait.
  @available(
    *, unavailable,
    message: "to throw, return 'Result { try ... }'; to wait, use a 'Resource' or a task"
  )
  @_documentation(visibility: internal)
  public init(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    _ calculate: @escaping (Owner) async throws -> Value
  ) { preconditionFailure() }

  // The compiler looks these members up where there is no enclosing instance, and reports their
  // message.

  /// Not available: `@Derived` needs the instance of a class.
  @available(*, unavailable, message: "@Derived works on a property of a class only")
  public var wrappedValue: Value { preconditionFailure() }

  /// Not available: `@Derived` needs the instance of a class.
  @available(*, unavailable, message: "@Derived works on a property of a class only")
  public var projectedValue: DerivedProperty<Value> { preconditionFailure() }
}

extension DerivedProperty {
  /// Computes a value whose instance is gone: reports that, and keeps the last value.
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
