public import Upkeep

// Reading and sending.
extension Store {
  /// The state, true at this moment.
  ///
  /// Reading it inside an effect or a derived value makes that follow all of it.
  @inlinable public var state: State { property.value }

  /// A field of the state.
  ///
  /// Reading it inside an effect or a derived value makes that follow this field alone.
  ///
  /// - Parameter field: the way to it.
  /// - Complexity: that of following the key path; inside an effect or a derived value, of finding
  ///   its property: at once if it read this in the same place last time, else by the hash of the
  ///   key path.
  @inlinable
  public subscript<Value>(dynamicMember field: KeyPath<State, Value>) -> Value {
    Turn.isTracking ? follow(field) : property.peek()[keyPath: field]
  }

  @inlinable @inline(never)
  func follow<Value>(_ field: KeyPath<State, Value>) -> Value {
    FieldProperty.readExpected(field, of: property) ?? property(field).value
  }

  /// A property that shows a field, and changes only with it.
  ///
  /// Always the same one, as long as somebody has it.
  ///
  /// - Parameter field: the way to it.
  /// - Returns: the property, which keeps the state, and not the store.
  @inlinable
  public func property<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    // Made where the types are known, it is no generic code.
    fields?.property(field, of: property) ?? narrowedProperty(field)
  }

  @usableFromInline
  func narrowedProperty<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    source.field(field)
  }

  /// Sends an action.
  ///
  /// When this returns the state has changed, and all its followers have seen that; effects have
  /// yet to begin. Sent by an observer, a hook or a middleware while another action is carried out,
  /// it waits for the end of that.
  ///
  /// - Parameter action: the action.
  /// - Returns: a task that waits for the effects, or cancels them.
  @_documentation(visibility: internal)
  @discardableResult
  public func send(_ action: Action) -> StoreTask { StoreTask(run: source.send(action)) }

  /// Sends the elements of an asynchronous sequence, each when it comes.
  ///
  /// - Parameter actions: the action to send, until it ends. One that throws is reported.
  /// - Returns: a task that waits for its end and that of all effects, or cancels them.
  @discardableResult
  public func send<Actions: AsyncSequence & SendableMetatype>(
    contentsOf actions: Actions
  ) -> StoreTask where Actions.Element == Action, Actions.AsyncIterator: SendableMetatype {
    let engine = source.engine
    if engine.isOver { return StoreTask(run: nil) }
    let run = Run(engine, parent: nil)
    // Without a capture list: one makes a compiler of Swift 6.3 forget on which actor the closure
    // runs.
    let source = source
    run.begin { run in
      do {
        for try await action in actions {
          if run.isOver { return }
          _ = source.send([action], Origin(parent: run, cause: .user))
        }
      } catch {
        if run.isOver || error is CancellationError { return }
        Misuse.report(.effectFailed(effect: "a sequence of actions", error: error))
      }
    }
    return StoreTask(run: run)
  }

  /// Cancels all effects that run or wait under an identity: in the store of a row those of that
  /// row.
  ///
  /// Inside a transaction that is when it is committed.
  ///
  /// - Parameter id: the identity in their policies.
  public func cancel(id: some Hashable) { source.cancel(id: AnyHashable(id)) }

  /// Whether actions are carried out; false to refuse all.
  ///
  /// Writes of effects and hooks count still. Reading it inside an effect or a derived value makes
  /// that follow it; a transaction that throws undoes a change inside.
  public var acceptsActions: Bool {
    get { source.engine.acceptsActionsTracked }
    set { source.engine.acceptsActionsTracked = newValue }
  }

  /// The animation of the last change, for a user interface; nil if it has none.
  public var animation: Any? { source.engine.animation }
}
