public import Upkeep

// Reading and sending.
extension Store {
  /// The current state.
  ///
  /// An effect or a derived value that reads it depends on the whole state.
  public var state: State {
    @inlinable get { property.value }
    @available(*, unavailable, message: "send an action instead; a control writes to 'bound'")
    set { refuseWrite() }
  }

  /// A field of the current state.
  ///
  /// An effect or a derived value that reads it depends on this field alone.
  ///
  /// - Parameter field: The key path of the field.
  /// - Complexity: The cost of the key path. Inside an effect or a derived value, the cost of
  ///   finding the field's property: O(1) if the last run read the field in the same place,
  ///   otherwise a look-up by the key path's hash.
  public subscript<Value>(dynamicMember field: KeyPath<State, Value>) -> Value {
    @inlinable get { Turn.isTracking ? follow(field) : property.peek()[keyPath: field] }
    @available(*, unavailable, message: "send an action instead; a control writes to 'bound'")
    set { refuseWrite() }
  }

  /// Reports a write that the compiler does not see: through a key path cast to a writable one.
  private func refuseWrite() {
    Misuse.report(.notWritable(property: source.engine.name, kind: "store"))
  }

  @inlinable @inline(never)
  func follow<Value>(_ field: KeyPath<State, Value>) -> Value {
    FieldProperty.readExpected(field, of: property) ?? property(field).value
  }

  /// Returns a property that shows a field, and changes only with the field.
  ///
  /// Calls with the same field return the same property as long as that property is in use.
  ///
  /// - Parameter field: The key path of the field.
  /// - Returns: The property, which retains the state but not the store.
  @inlinable
  public func property<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    // Specialized where the types are known.
    fields?.property(field, of: property) ?? narrowedProperty(field)
  }

  @usableFromInline
  func narrowedProperty<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    source.field(field)
  }

  /// Sends an action.
  ///
  /// When the call returns, the state has changed, and all observers have seen the change; effects
  /// have not begun. If an observer, a hook or a middleware sends the action while another action
  /// is carried out, the action waits for the other one to end.
  ///
  /// - Parameter action: The action.
  /// - Returns: A task that waits for the effects, or cancels them.
  @_documentation(visibility: internal)
  @discardableResult
  public func send(_ action: Action) -> StoreTask { StoreTask(run: source.send(action)) }

  /// Sends the elements of an asynchronous sequence as they arrive.
  ///
  /// - Parameter actions: The sequence of actions. An error that it throws is reported.
  /// - Returns: A task that waits for the sequence and all effects, or cancels them.
  @discardableResult
  public func send<Actions: AsyncSequence & SendableMetatype>(
    contentsOf actions: Actions
  ) -> StoreTask where Actions.Element == Action, Actions.AsyncIterator: SendableMetatype {
    let engine = source.engine
    if engine.isOver { return StoreTask(run: nil) }
    let run = Run(engine, parent: nil)
    // No capture list: with one, the compiler of Swift 6.3 forgets on which actor the closure runs.
    let source = source
    run.begin { run in
      do {
        for try await action in actions {
          if run.isOver { return }
          _ = source.send([action], Origin(parent: run, cause: .user))
        }
      } catch {
        if run.isOver || error is CancellationError { return }
        let sequence = "a sequence of actions of \(source.engine.name)"
        Misuse.report(.effectFailed(inStore: sequence, error: error))
      }
    }
    return StoreTask(run: run)
  }

  /// Cancels all effects that run or wait under an identity; in a row, only effects of the row.
  ///
  /// Inside a transaction, the effects are cancelled when the transaction commits.
  ///
  /// - Parameter id: The identity in the effects' policies.
  public func cancel(id: some Hashable) { source.cancel(id: AnyHashable(id)) }

  /// Whether the store accepts actions; false to refuse all.
  ///
  /// Effects and hooks can still write. An effect or a derived value that reads this property
  /// depends on it. A transaction that throws rolls back its changes of this property.
  public var acceptsActions: Bool {
    get { source.engine.acceptsActionsTracked }
    set { source.engine.acceptsActionsTracked = newValue }
  }

  /// The animation of the last change, for user interfaces; nil if the change has none.
  public var animation: Any? { source.engine.animation }
}
