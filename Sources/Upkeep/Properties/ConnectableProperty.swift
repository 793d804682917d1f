/// A property that shows another one, which can be exchanged: for a value that will come from somewhere
/// its user does not know.
///
///     let level = ConnectableProperty(0.0)  // shows 0 until somebody connects it
///     level.connect(microphone.level)
///     level.connect(headset.level)          // the microphone is no longer followed
///     level.disconnect()                    // keeps the last value
///     level.connect(constant: 0)            // or does not
///
/// Where a cycle closes through it all the same, it keeps its own last value: what depends on it goes on with
/// that.
///
/// - Complexity: one computation in front of its source. Connecting costs what a write costs; if anything has
///   ever depended on the property, also a walk over what the new source is known to depend on.
public final class ConnectableProperty<Value>: Property<Value> {
  /// The property that this one shows at present, nil while it is not connected.
  public var connection: Property<Value>? { connected }

  @usableFromInline var connected: Property<Value>?
  /// The value that it shows while it is not connected; nil only in `deinit`.
  @usableFromInline var heldConstant: Value?
  @inlinable var constant: Value {
    // SAFETY: there from the initializer on.
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

  /// Makes a property that is not connected yet.
  ///
  /// - Parameters:
  ///   - value: its value until it is connected.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @inlinable
  public convenience init(
    _ value: Value, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), value, Label(name, file, line), isUnchanged: isUnchanged)
    node.install { node, context in
      Self.finish(Self.sourceValue(of: node), of: node, context, unless: isUnchanged)
    }
  }

  /// Makes a property that is not connected yet, and compares by `==`.
  ///
  /// - Parameters:
  ///   - value: its value until it is connected.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    if comparesItself(Value.self) {
      self.init(value, changes: nil, name: name, file: file, line: line)
      return
    }
    self.init([], value, Label(name, file, line), isUnchanged: { $0 == $1 })
    node.install { node, context in
      Self.finish(Self.sourceValue(of: node), of: node, context, unless: { $0 == $1 })
    }
  }

  deinit {
    // Not with the object: in a chain of connections each release would nest in the one before.
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

  /// Reads a source that needs this property, and may have no value yet.
  @usableFromInline @inline(never)
  func ownValue(inCycleWith source: Property<Value>) -> Value {
    Graph.willRead(source.node, Context.current)
    return storage ?? constant
  }

  override var cutsCycles: Bool { true }

  override func keepOwnValue() -> Bool {
    if storage != nil { return false }
    noteFirst(Context.current)
    _ = exchange(constant)
    return true
  }

  override var knownInput: NodeRef? { connected?.node }

  /// Shows another property from now on, in place of the one before.
  ///
  /// A source that is known to depend on this property - by what was read, or was said when it was made - is
  /// refused and reported: nothing changes. A cycle that closes later is found when it does, like any other.
  ///
  /// - Parameter property: the new source; kept alive as long as it is connected.
  public func connect(_ property: Property<Value>) {
    guard connected !== property, mayWrite(Context.current) else { return }
    if let cycle = UpwardSearch.path(from: property.node, to: node) {
      Misuse.report(.cycle(CycleError(places: ([node] + cycle).map(Graph.label))))
      return
    }
    property.node.flags.insert(.wasRead)
    replaceSource(property, or: constant)
  }

  /// Shows a fixed value from now on, until it is connected again.
  ///
  /// - Parameter value: the new value.
  public func connect(constant value: Value) { replaceSource(nil, or: value) }

  /// Shows the value that it has now until it is connected again; if its source is in a cycle, its own last one.
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
      // Its inputs are put back with its value, which was noted before; a first value has to be computed anew.
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
    // The old source goes when all is done: its value's `deinit` may read and write.
    withExtendedLifetime(old) {}
  }
}
