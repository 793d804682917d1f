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
/// rule, in-place edits are one change. In a structure all copies share the one property.
@propertyWrapper
public struct Stored<Value> {
  /// The property itself: to derive from, to bind, to watch.
  public let projectedValue: StoredProperty<Value>

  /// Makes a property that compares by the rule of its type, found when the program runs.
  ///
  /// - Parameters:
  ///   - wrappedValue: the first value.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = StoredProperty(wrappedValue, name: name, file: file, line: line)
  }

  /// Makes a property with a change rule of its own.
  ///
  /// - Parameters:
  ///   - wrappedValue: the first value; the rule is not asked about it.
  ///   - rule: decides which writes count.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(
    wrappedValue: Value, changes rule: ChangeRule<Value>, name: String? = nil,
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
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    projectedValue = StoredProperty(wrappedValue, name: name, file: file, line: line)
  }

  /// The value of the property.
  @inlinable
  public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
    nonmutating _modify { yield &projectedValue.value }
  }
}
