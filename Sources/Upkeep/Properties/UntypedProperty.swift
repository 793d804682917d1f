/// What all properties have in common, whatever their value: for lists of mixed properties.
public class UntypedProperty: CustomStringConvertible {
  // SAFETY: the node comes from the slab and is given back by the engine only after `deinit`.
  @usableFromInline final let node: NodeRef

  /// The name the property was given, or where it was made.
  public final let label: Label

  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label) {
    let context = Context.current
    let isLocal = context.computing != nil
    node = context.makeNode(isLocal ? flags.union(.local) : flags)
    self.label = label
    // SAFETY: not retained; `deinit` tells the engine before the object goes.
    node.object = Unmanaged.passUnretained(self as AnyObject)
  }

  /// Makes a property without a node of its own. It must keep `other` alive.
  init(sharing other: UntypedProperty, _ label: Label) {
    node = other.node
    self.label = label
  }

  deinit {
    // SAFETY: who shares a node is not its object, and still retains the one that is.
    guard node.object?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() else {
      return
    }
    Graph.propertyReleased(self)
  }

  /// The name the property was given, or `file:line` of where it was made.
  public final var name: String { label.name }

  /// The kind of property and its name. Describing a property neither computes nor subscribes.
  public final var description: String { "\(type(of: self)) \(label)" }

  /// How many effects, and derived values that an effect needs, read this property.
  ///
  /// - Complexity: O(everything below it), with allocation: for tests and tools.
  public final var subscriberCount: Int { Graph.liveSubscribers(of: node).count }

  // MARK: - The value, whatever its type

  /// The value, as it follows from the stored values at this moment. Reading it is tracked, as reading
  /// `value` is.
  ///
  /// - Complexity: as for `value`.
  public var untypedValue: Any { preconditionFailure("Upkeep: \(label) has no value") }

  /// The type of the value.
  public var valueType: Any.Type { preconditionFailure("Upkeep: \(label) has no value") }

  /// Whether the value can be set: false for derived and constant properties.
  public var isWritable: Bool { false }

  /// Casts and writes; reports and says false if that cannot be done. Called only if `isWritable`.
  func writeIfPossible(_ value: Any) -> Bool { false }

  /// Makes an effect that calls a handler at each change by the value's rule.
  func watchChanges(
    with updater: Updater, _ label: Label, _ handler: @escaping () -> Void
  ) -> EffectToken { preconditionFailure("Upkeep: \(self.label) has no value") }

  // MARK: - For the engine

  /// The newest version that the node has gone back from.
  var newestVersion: Version? { nil }

  /// Whether a ring can become a value of this property.
  var absorbsCycles: Bool { false }

  /// Makes a ring the value, if it can be one; says whether it did.
  func absorb(_ error: CycleError) -> Bool { false }

  /// Whether it has a value of its own that stands where a ring closes.
  var cutsRings: Bool { false }

  /// What the property is known to read although it may not have done so.
  var knownInput: NodeRef? { nil }

  /// Goes back to the start of the turn if the value is by the change rule what it was.
  func restoreStartIfUnchanged() {}

  /// Drops the start of the turn.
  func forgetStart() {}

  /// Who is told when an effect begins or ends to need the value.
  var livenessWatch: LivenessWatch? {
    get { nil }
    set {}
  }

  /// The inputs of a collecting node.
  var children: Children? { nil }

  /// Notes the result of a derivation for the outermost open transaction, before it computes anew.
  @usableFromInline
  func noteResult(_ context: ContextRef) {}

  /// Called in `deinit`, where letting go has nested deep: puts what may hold another property on the thread's list.
  /// Nothing of the program's may run here.
  func partWithContent(_ context: ContextRef) {}

  /// What tells whether the value is by the change rule what it was under a version; nil if that is gone.
  func witness(of version: Version) -> Graph.Witness? { nil }
}
