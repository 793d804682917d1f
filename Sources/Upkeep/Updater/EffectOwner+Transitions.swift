extension EffectOwner {
  /// Calls a handler with the old and the new value each time a property changes.
  ///
  ///     updater.onTransition(isOnline) { wasOnline, isOnline in
  ///       if wasOnline == false, isOnline { reconnect() }
  ///     }
  ///
  /// The first call is made at once. It has no old value: only there the old value is nil. For a
  /// property of an optional type, the old value is a double optional, so that a first call (`nil`)
  /// differs from a change from nil (`.some(nil)`). Each call's old value is the new value of the
  /// call before, also when the handler itself writes the property. Two values that the rule does
  /// not tell apart are no transition. Examples are a value that another effect has set back, a
  /// `touch`, and an edit that changed nothing.
  ///
  /// The handler's reads are not tracked.
  ///
  /// A call that throws counts as made: its new value is the old value of the next call.
  ///
  /// - Parameters:
  ///   - property: the property to watch.
  ///   - initially: whether to make a first call at once; false to begin with the first change.
  ///   - rule: decides which changes are transitions, for values without `==`, or with one that is
  ///     too strict; by default, the rule of the property.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; by default, the misuse handler does. Its reads are not tracked.
  ///   - handler: gets the old and the new value.
  /// - Returns: a token that cancels this effect.
  @inlinable @discardableResult
  public func onTransition<Value, Failure>(
    _ property: Property<Value>, initially: Bool = true, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onError: ((Failure) -> Void)? = nil,
    _ handler: @escaping (Value?, Value) throws(Failure) -> Void
  ) -> EffectToken {
    updater.watch(property, initially, rule, Label(name, file, line)) { token, old, new in
      do throws(Failure) { try handler(old, new) } catch { token.report(error, to: onError) }
    }
  }
}

extension Updater {
  @inlinable
  func watch<Value>(
    _ property: Property<Value>, _ initially: Bool, _ rule: ChangeRule<Value>?, _ label: Label,
    _ handler: @escaping (EffectToken, Value?, Value) -> Void
  ) -> EffectToken {
    var last: Value?
    return start(following: [property], label) { token in
      let new = property.current
      let old = last
      if let old, !property.isTransition(from: old, to: new, by: rule) { return }
      last = .some(new)
      if old != nil || initially { handler(token, old, new) }
    }
  }
}
