/// A property that shows another property, and can be connected to a different one.
///
/// Use it for a value whose source is not known yet.
///
///     let level = ConnectableProperty(0.0)  // shows 0 until it is connected
///     level.connect(microphone.level)
///     level.connect(headset.level)          // the microphone is no longer followed
///     level.disconnect()                    // keeps the last value
///     level.connect(constant: 0)            // shows 0 instead
///
/// If a cycle closes through the connection, the property keeps its own last value, and its
/// dependents go on with that value.
///
/// - Complexity: one computation more than the source. Connecting costs as much as a write. If
///   anything has ever depended on the property, connecting also walks over the known dependencies
///   of the new source.
public final class ConnectableProperty<Value>: Property<Value> {
  /// The property that this one shows; nil while it is not connected.
  public var connection: Property<Value>? { connected }

  @usableFromInline var connected: Property<Value>?
  /// The value shown while the property is not connected; nil only in `deinit`.
  @usableFromInline var heldConstant: Value?
  @inlinable var constant: Value {
    // SAFETY: `heldConstant` has a value from the initializer until `deinit`.
    heldConstant.unsafelyUnwrapped
  }

  @usableFromInline
  init(
    _ flags: Node.Flags, _ value: Value, _ label: Label,
    isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    heldConstant = value
    super.init(flags.union([.derived, .uncomputed]), nil, label, isUnchanged: isUnchanged)
  }

  /// Makes a property that is not connected.
  ///
  /// - Parameters:
  ///   - value: its value until it is connected.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @inlinable
  public convenience init(
    _ value: Value, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let isEquality = comparesByEquality(rule)
    let isUnchanged = comparison(by: rule, isEquality: isEquality)
    self.init(.tracked(by: rule), value, Label(name, file, line, column), isUnchanged: isUnchanged)
    if isEquality {
      node.install { node, context in
        Self.finish(Self.sourceValue(of: node), of: node, context) { areKnownEqual($0, $1) }
      }
    } else {
      node.install { node, context in
        Self.finish(Self.sourceValue(of: node), of: node, context, unless: isUnchanged)
      }
    }
  }

  deinit {
    // The connection is not released with the object: in a chain of connections, each release would
    // nest in the one before.
    if let connection = takeConnection() { Graph.releaseWithNode(connection) }
  }

  override func partWithContent(_ context: ContextRef) {
    super.partWithContent(context)
    if _isPOD(Value.self) { return }
    var content: Value?
    swap(&heldConstant, &content)
    if let content { Graph.leaveToList(content, context) }
  }

  private func takeConnection() -> Unmanaged<AnyObject>? {
    defer { connected = nil }
    // SAFETY: `releaseWithNode` gives the reference back.
    return connected.map { Unmanaged.passRetained($0 as AnyObject) }
  }

  @inlinable @inline(__always)
  static func sourceValue(of node: NodeRef) -> Value {
    node.withProperty(as: ConnectableProperty<Value>.self) {
      guard let source = $0.connected else { return $0.constant }
      if source.node.flags.isDisjoint(with: .busy) { return source.read() }
      return $0.ownValue(inCycleWith: source)
    }
  }

  /// Notes the read of a source that itself needs this property; returns the property's own value.
  @usableFromInline @inline(never)
  func ownValue(inCycleWith source: Property<Value>) -> Value {
    Graph.willRead(source.node, Context.current)
    return storage ?? constant
  }

  override var cutsCycles: Bool { true }

  override func keepOwnValue() -> Bool {
    if storage != nil { return false }
    noteFirst(Context.current)
    store(constant)
    return true
  }

  override func writeRefused(in derivation: NodeRef, _ context: ContextRef) -> Misuse {
    .writeInDerivation(
      derivation: Graph.describe(derivation), connecting: label.description)
  }

  override var knownInput: NodeRef? { connected?.node }

  /// Shows another property from now on.
  ///
  /// A source that is known to depend on this property, by its reads or its declared inputs, is
  /// refused and reported, and nothing changes. A cycle that closes later is found when it closes,
  /// like any other.
  ///
  /// - Parameter property: the new source; retained while it is connected.
  public func connect(_ property: Property<Value>) {
    guard connected !== property, mayWrite(Context.current) else { return }
    if let cycle = UpwardSearch.path(from: property.node, to: node) {
      let error = CycleError(places: ([node] + cycle).map(Graph.label))
      Misuse.report(.cycle(connecting: label.description, closing: error))
      return
    }
    property.node.flags.insert(.wasRead)
    replaceSource(property, or: constant)
  }

  /// Shows a fixed value from now on, until the property is connected again.
  ///
  /// - Parameter value: the new value.
  public func connect(constant value: Value) { replaceSource(nil, or: value) }

  /// Disconnects and keeps the current value.
  ///
  /// If the source is in a cycle, the property keeps its own last value.
  public func disconnect() {
    if connected != nil { replaceSource(nil, or: peek()) }
  }

  private func replaceSource(_ source: Property<Value>?, or value: Value) {
    let context = Context.current
    guard mayWrite(context) else { return }
    noteForRollback(context)
    let old = (connected, constant)
    (connected, heldConstant) = (source, value)
    Graph.onRollback(of: address, context) { [self] context in
      let undone = (connected, constant)
      (connected, heldConstant) = old
      // If the property had a value, the note made above restores the value with its inputs. A
      // value that was first computed after the change has no note: it is computed again.
      if !node.flags.contains(.uncomputed) {
        Graph.forgetInputs(of: node, context)
        Graph.mark(below: node, context)
      }
      return (self, undone)
    }
    if let derivation = context.pointee.computing {
      Graph.change(node, in: derivation, context) { Graph.invalidate(node, context) }
    } else {
      Graph.invalidate(node, context)
    }
    // Released last: the `deinit` of the source's value may read and write.
    withExtendedLifetime(old) {}
  }
}
