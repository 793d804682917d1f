/// The base class of all properties, whatever the type of their value.
///
/// Use it for lists of mixed properties.
open class UntypedProperty: GuestElement, CustomStringConvertible {
  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label) {
    let context = Context.installed
    super.init(
      context.makesPlainly ? context.makeNode(flags) : ContextRef.makeNodeWithCare(flags), label)
    #if DEBUG
      node.live.pointee.isLocal = Context.current.pointee.computing != nil
    #endif
  }

  /// Makes a property that shares the node of another one.
  ///
  /// It must keep `other` alive.
  init(sharing other: UntypedProperty, _ label: Label) { super.init(sharing: other, label) }

  deinit {
    // SAFETY: a property that shares a node is not the node's object, and still retains that
    // object.
    guard isOwnElement else { return }
    Graph.propertyReleased(self, Context.current)
  }

  /// The given name, or the place where the property was made, as `file:line:column`.
  public final var name: String { label.name }

  /// The kind of property and its name.
  ///
  /// Describing a property neither computes nor subscribes.
  public final var description: String { "\(type(of: self)) \(label)" }

  /// The number of effects, and of derived values that an effect needs, that read this property.
  ///
  /// - Complexity: O(everything below the property), with allocation; for tests and tools.
  public final var subscriberCount: Int { Graph.liveSubscribers(of: node).count }

  // MARK: - The value, whatever its type

  /// The current value, as it follows from the stored values.
  ///
  /// Reading it is tracked, like reading `value`.
  ///
  /// - Complexity: as for `value`.
  public var untypedValue: Any { preconditionFailure("Upkeep: \(label) has no value") }

  /// The type of the value.
  public var valueType: Any.Type { preconditionFailure("Upkeep: \(label) has no value") }

  /// Whether the value can be set; false for derived and constant properties.
  public var isWritable: Bool { false }

  /// Returns the mistake of a write that a derivation may not make.
  func writeRefused(in derivation: NodeRef, _ context: ContextRef) -> Misuse {
    let derivationName = Graph.describe(derivation)
    guard let ending = context.effects.ending, ending.derivation == derivation else {
      return .writeInDerivation(derivation: derivationName, property: label.description)
    }
    return .writeInDerivation(
      derivation: derivationName, endingEffect: ending.effect.label.description,
      property: label.description)
  }

  /// Casts and writes a value; returns false, with a report, if that is not possible.
  ///
  /// Called only if `isWritable`.
  func writeIfPossible(_ value: Any) -> Bool { false }
}
