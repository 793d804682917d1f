/// A property that shows its parent's value, or for a while another one in its place: for showing at once
/// what is still on its way.
///
///     let title = TentativeProperty(document.title, tentativeValueValidFor: .seconds(5))
///     title.value = "Draft"    // shown now; `document.title` is not written
///     save("Draft")            // will write it, or fail
///     // Five seconds later `title` shows what `document.title` shows.
///
/// While a written value is shown, the parent's changes neither show nor notify; at the end the parent's
/// current value shows, with one notification, or none if it is the same. Without a deadline a value stays
/// until `revertTentative()`, or as its `TentativeValidity` says.
///
/// Tentative values lie over the parent in layers, the newest on top. Writing `value` ends what an earlier
/// write of `value` put there, and puts the new value on top, with a deadline of its own. `set` and `apply`
/// put layers there that end one by one and in any order:
///
///     let likes = TentativeProperty(post.likes)
///     let mine = likes.apply { $0 + 1 }    // one more than the parent, whatever that shows
///     server.like(post) { receipt in
///       if let receipt { mine.confirm { post.likes.value = receipt } } else { mine.fail() }
///     }
///
/// Inside a `transaction` that throws, layers are as they were before it; one whose deadline has passed by
/// then ends at once.
///
/// - Complexity: one computation in front of its parent, linear in the layers down to the topmost fixed
///   one, for each change that is read. A change of the layers costs O(log(layers)) and what a write costs.
///   A layer that the parent ends is asked at each change of the parent: one computation.
public final class TentativeProperty<Value>: Property<Value> {
  // SAFETY: retained by `init`, given back in `deinit`.
  private let parentReference: Unmanaged<Property<Value>>
  var parent: Property<Value> { parentReference.takeUnretainedValue() }
  /// The time for which a written `value` stands.
  let validity: TentativeValidity
  let scheduler: (any Scheduler)?
  /// The parent, where that has a closure for its source's changes.
  let linked: LinkedProperty<Value>?
  /// The layers over the parent.
  @usableFromInline let overlays: StoredProperty<TentativeStack<Value>>
  /// The number of layers that were ever made.
  var layerCount = 0
  private let tentativeness: DerivedProperty<Bool>
  /// The alarms and effects that end standing layers by themselves.
  ///
  /// They go with the property, on whichever thread that is.
  var endings: [ObjectIdentifier: TentativeEnding] = [:]
  /// Owns the effects that wait for the parent.
  ///
  /// Made for the first of them.
  var watchers: Updater?

  /// Makes a property without a closure; `install` gives it one.
  private init(
    over parent: Property<Value>, _ validity: TentativeValidity,
    _ scheduler: (any Scheduler)?, _ rule: ChangeRule<Value>?, _ name: String?,
    _ file: StaticString, _ line: UInt, linked: LinkedProperty<Value>? = nil
  ) {
    parentReference = .passRetained(parent)
    parent.node.flags.insert(.wasRead)
    self.validity = validity
    self.scheduler = scheduler
    self.linked = linked
    let overlays = StoredProperty<TentativeStack<Value>>(
      TentativeStack(),
      changes: ChangeRule(for: TentativeStack<Value>.self, isUnchanged: TentativeStack.areSame),
      name: name, file: file, line: line)
    self.overlays = overlays
    tentativeness = DerivedProperty(name: name, file: file, line: line) {
      overlays.read().top(where: \.isStanding) != nil || linked?.readIsWritten() == true
    }
    super.init(
      [.tracked(by: rule), .derived, .uncomputed], nil, Label(name, file, line),
      isUnchanged: rule?.isUnchanged ?? automaticComparison())
  }

  convenience init(
    _ parent: Property<Value>, _ validity: TentativeValidity, _ scheduler: (any Scheduler)?,
    _ rule: ChangeRule<Value>?, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    self.init(over: parent, validity, scheduler, rule, name, file, line)
    install(over: parent, unless: isUnchanged)
  }

  @usableFromInline
  convenience init(
    timeless parent: Property<Value>, _ validity: TentativeValidity, _ rule: ChangeRule<Value>?,
    _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    self.init(over: parent, validity, nil, rule, name, file, line)
  }

  /// Makes a property whose written values stand until the parent changes, when a closure says what
  /// is shown next.
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
  /// It is as `until: .untilParentChanges`, which shows the parent's new value.
  ///
  /// The property shows what the closure returns until its `value` is written or the parent changes
  /// again. It follows its parent as an effect does, from when it is made until it is dropped,
  /// whether somebody needs it or not; a batch or transaction is one change, and none if it ends
  /// where it began. `isTentative` says whether a written value shows, or a layer;
  /// `revertTentative()` goes back to what the closure returned last. Layers of `set` and `apply`
  /// lie over written values, and the closure is not given them.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - next: is given the parent's new value and the value that the property showed before. It must be pure. Its reads are
  ///     not tracked.
  /// - Complexity: a change of the parent costs the run of an effect and a write.
  public convenience init(
    _ parent: Property<Value>, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    whenParentChanges next: @escaping (_ parent: Value, _ shown: Value) -> Value
  ) {
    let linked = LinkedProperty(parent, name, file, line, next)
    self.init(
      over: linked, .untilParentChanges, nil, rule, name, file, line, linked: linked)
    install(over: linked, unless: isUnchanged)
  }

  /// Gives the node its closure.
  ///
  /// The initializers without a clock call this where `Value` is known.
  @inlinable
  func install(
    over parent: Property<Value>, unless isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    node.install { [overlays] node, context in
      // Nearly always nothing lies over the parent.
      let value =
        overlays.read().isEmpty
        ? parent.read()
        : node.withProperty(as: TentativeProperty<Value>.self) { $0.shownValue }
      return Self.finish(value, of: node, context, unless: isUnchanged)
    }
  }

  deinit {
    // Not with the object: in a chain each release would nest in the one before.
    // SAFETY: the reference that `init` has taken.
    Graph.releaseWithNode(Unmanaged.fromOpaque(parentReference.toOpaque()))
  }

  /// Makes a property without a clock.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - validity: how long a written `value` stands.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(timeless: parent, validity, rule, name, file, line)
    install(over: parent, unless: isUnchanged)
  }

  /// Makes a property without a clock that compares by `==`.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - validity: how long a written `value` stands.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    if comparesItself(Value.self) {
      self.init(parent, until: validity, changes: nil, name: name, file: file, line: line)
      return
    }
    self.init(timeless: parent, validity, nil, name, file, line)
    install(over: parent, unless: { $0 == $1 })
  }

  /// The value.
  ///
  /// Writing it shows what was written in place of all else, as long as the property's default
  /// validity says; also if that is what is shown already.
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

  /// Whether a layer lies over the parent, whatever it shows.
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
