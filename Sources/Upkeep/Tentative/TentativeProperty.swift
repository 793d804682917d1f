/// A property that shows its parent's value, or for a time a tentative value in its place.
///
/// Use it to show at once a value that is still on its way.
///
///     let title = TentativeProperty(document.title, tentativeValueValidFor: .seconds(5))
///     title.value = "Draft"    // shown now; `document.title` is not written
///     save("Draft")            // will write it, or fail
///     // Five seconds later `title` shows what `document.title` shows.
///
/// While a written value shows, the parent's changes neither show nor notify. At the end, the
/// parent's current value shows, with one notification, or none if the value is the same. Without a
/// deadline, a value stays until `revertTentative()`, or as its `TentativeValidity` says.
///
/// Tentative values lie over the parent in layers, the newest on top. Writing `value` ends the
/// layer of an earlier write of `value`, and puts the new value on top, with a deadline of its own.
/// `set` and `apply` add layers that end one by one and in any order:
///
///     let likes = TentativeProperty(post.likes)
///     let mine = likes.apply { $0 + 1 }    // one more than the parent, whatever that shows
///     server.like(post) { receipt in
///       if let receipt { mine.confirm { post.likes.value = receipt } } else { mine.fail() }
///     }
///
/// Inside a `transaction` that throws, layers return to their state before it; a layer whose
/// deadline has passed by then ends at once.
///
/// - Complexity: one computation more than the parent for each change that is read, linear in the
///   layers down to the topmost fixed value. A change of the layers costs O(layers) and a write. A
///   layer that the parent ends costs one computation at each change of the parent.
public final class TentativeProperty<Value>: Property<Value> {
  // SAFETY: retained by `init`, released in `deinit`.
  private let parentReference: Unmanaged<Property<Value>>
  var parent: Property<Value> { parentReference.takeUnretainedValue() }
  /// How long a written `value` stands.
  let validity: TentativeValidity
  let scheduler: any Scheduler
  /// The parent, if it was made with a closure for its source's changes.
  let linked: LinkedProperty<Value>?
  /// The layers over the parent.
  @usableFromInline let overlays: StoredProperty<TentativeStack<Value>>
  private let tentativeness: DerivedProperty<Bool>
  /// The alarms and effects that end active layers automatically.
  ///
  /// They are released with the property, on any thread.
  var endings: [ObjectIdentifier: TentativeEnding] = [:]
  /// The updater of the effects that wait for the parent.
  ///
  /// Made for the first of them.
  var watchers: Updater?

  /// Makes a property without a closure; `install` gives it one.
  private init(
    over parent: Property<Value>, _ validity: TentativeValidity,
    _ scheduler: any Scheduler, _ rule: ChangeRule<Value>?, _ name: String?,
    _ file: StaticString, _ line: UInt, _ column: UInt, linked: LinkedProperty<Value>? = nil
  ) {
    parentReference = .passRetained(parent)
    parent.node.flags.insert(.wasRead)
    self.validity = validity
    self.scheduler = scheduler
    self.linked = linked
    let overlays = StoredProperty<TentativeStack<Value>>(
      TentativeStack(),
      changes: ChangeRule(for: TentativeStack<Value>.self, isUnchanged: TentativeStack.areSame),
      name: name, file: file, line: line, column: column)
    self.overlays = overlays
    tentativeness = DerivedProperty(name: name, file: file, line: line, column: column) {
      overlays.read().top(where: \.isStanding) != nil || linked?.readIsWritten() == true
    }
    super.init(
      [.tracked(by: rule), .derived, .uncomputed], nil, Label(name, file, line, column),
      isUnchanged: rule?.isUnchanged ?? automaticComparison())
  }

  @usableFromInline
  convenience init(
    bare parent: Property<Value>, _ validity: TentativeValidity,
    _ clock: some Clock<Duration>, _ isolation: (any Actor)?, _ rule: ChangeRule<Value>?,
    _ name: String?, _ file: StaticString, _ line: UInt, _ column: UInt
  ) {
    self.init(
      over: parent, validity, clock.scheduler(on: isolation), rule, name, file, line, column)
  }

  /// Makes a property in which a closure chooses the next value when the parent changes.
  ///
  /// A written value stands until then.
  ///
  ///     let rooms = StoredProperty(["Hall", "Lab"])
  ///     let first = DerivedProperty(changes: .always) { rooms.value.first ?? "" }
  ///     let room = TentativeProperty(first) { first, shown in
  ///       rooms.peek().contains(shown) ? shown : first
  ///     }
  ///     room.value = "Lab"
  ///     rooms.value = ["Lab", "Loft"]  // room.value: Lab
  ///     rooms.value = ["Loft"]         // room.value: Loft
  ///
  /// This is like `until: .untilParentChanges`, except that the latter shows the parent's new
  /// value.
  ///
  /// The property shows what the closure returns until its `value` is written or the parent changes
  /// again. It follows its parent as an effect does, from when it is made until it is dropped, even
  /// if nothing needs it. A batch or transaction is one change, or none if it ends where it began.
  /// `isTentative` says whether a written value or a layer shows; `revertTentative()` returns to
  /// what the closure returned last. Layers of `set` and `apply` lie over written values, and the
  /// closure does not get them.
  ///
  /// - Parameters:
  ///   - parent: the property to show; retained, never written.
  ///   - clock: measures the time for layers with a deadline; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  ///   - next: gets the parent's new value and the value that the property showed before. It must
  ///     be pure. Its reads are not tracked.
  /// - Complexity: a change of the parent costs one run of an effect and a write.
  public convenience init(
    _ parent: Property<Value>, clock: some Clock<Duration> = ContinuousClock(),
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
    whenParentChanges next: @escaping (_ parent: Value, _ shown: Value) -> Value
  ) {
    let linked = LinkedProperty(parent, name, file, line, column, next)
    self.init(
      over: linked, .untilParentChanges, clock.scheduler(on: isolation), rule, name, file, line,
      column, linked: linked)
    install(over: linked, unless: isUnchanged)
  }

  /// Installs the closure in the node.
  ///
  /// The inlinable initializers call this where `Value` is known.
  @inlinable
  func install(
    over parent: Property<Value>, unless isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    node.install { [overlays] node, context in
      // Usually nothing lies over the parent.
      let value =
        overlays.read().isEmpty
        ? parent.read()
        : node.withProperty(as: TentativeProperty<Value>.self) { $0.shownValue }
      return Self.finish(value, of: node, context, unless: isUnchanged)
    }
  }

  deinit {
    // The parent is not released with the object: in a chain, each release would nest in the one
    // before.
    // SAFETY: the reference that `init` has taken.
    Graph.releaseWithNode(Unmanaged.fromOpaque(parentReference.toOpaque()))
  }

  /// Makes a property with the system's clock that compares by `==`.
  ///
  /// - Parameters:
  ///   - parent: the property to show; retained, never written.
  ///   - validity: how long a written `value` stands.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) where Value: Equatable {
    if comparesItself(Value.self) {
      self.init(
        parent, until: validity, changes: nil, name: name, file: file, line: line, column: column,
        isolation: isolation)
      return
    }
    self.init(
      bare: parent, validity, ContinuousClock(), isolation, nil, name, file, line, column)
    install(over: parent, unless: { $0 == $1 })
  }

  /// The current value, which can be written tentatively.
  ///
  /// A written value shows in place of everything else, as long as the property's default validity
  /// says, even if it equals the value that shows already.
  public var value: Value {
    get { read() }
    set {
      if let linked { return linked.write(newValue) }
      put(.fixed(newValue), until: validity, isOwn: true)
    }
  }

  override public var isWritable: Bool { true }

  override var knownInput: NodeRef? { parent.node }

  override func writeIfAllowed(_ new: Value) -> Bool {
    guard mayWrite(Context.current) else { return false }
    value = new
    return true
  }

  /// Whether a layer lies over the parent, or a written value shows, whatever the value.
  ///
  /// Reading it is tracked like reading a value.
  public var isTentative: Bool { tentativeness.read() }

  @usableFromInline var shownValue: Value {
    var functions: [(Value) -> Value] = []
    var fixed: Value?
    _ = overlays.read().top { overlay in
      guard overlay.isStanding else { return false }
      switch overlay.content {
      case .fixed(let value): fixed = .some(value)
      case .function(let transform): functions.append(transform)
      }
      return fixed != nil
    }
    return functions.reversed().reduce(fixed ?? parent.read()) { $1($0) }
  }
}
