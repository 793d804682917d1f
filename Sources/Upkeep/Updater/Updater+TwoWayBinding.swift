extension Updater {
  /// Keeps two stored properties equal, whichever is written.
  ///
  /// The first one wins: at the start its value goes to the second, and when both have changed in one turn.
  ///
  /// - Parameters:
  ///   - first: a property.
  ///   - second: another one.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  @discardableResult
  public func bind<Value>(
    _ first: StoredProperty<Value>, _ second: StoredProperty<Value>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    bind(
      first, second, name: name, file: file, line: line, forward: { $0 }, backward: { $0 })
  }

  /// Keeps two stored properties in step, whichever is written.
  ///
  ///     updater.bind(celsius, text, forward: { "\($0)" }, backward: { Double($0) ?? 0 })
  ///
  /// The first one wins: at the start its value goes to the second, and when both have changed in one turn.
  /// A write goes over once and does not come back, so a conversion may lose something.
  ///
  /// - Parameters:
  ///   - first: a property.
  ///   - second: another one.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - forward: what the second one is to be, given the first one's value.
  ///   - backward: what the first one is to be, given the second one's value.
  /// - Returns: a token that cancels this binding.
  @discardableResult
  public func bind<First, Second>(
    _ first: StoredProperty<First>, _ second: StoredProperty<Second>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    forward: @escaping (First) -> Second, backward: @escaping (Second) -> First
  ) -> EffectToken {
    start([], Label(name, file, line)) { token in
      // The edges tell what has changed until the reads below renew them. The write comes before those, so
      // that it does not come back.
      if Graph.hasChanged(first.node, for: token.node) {
        second.write(untracked { forward(first.current) })
      } else if Graph.hasChanged(second.node, for: token.node) {
        first.write(untracked { backward(second.current) })
      }
      _ = first.read()
      _ = second.read()
    }
  }

  /// Keeps a property of a plain object equal to a stored property, and brings back what was written to
  /// the object when the binding is told to look.
  ///
  ///     let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
  ///     slider.onDrag { binding.pull() }
  ///
  /// A plain object announces nothing; `pull()` reads it. The property wins: it is written to the object at
  /// the start and whenever it changes. The object is held weakly; the binding ends with it.
  ///
  /// - Parameters:
  ///   - object: whose property is kept equal.
  ///   - keyPath: the property of the object.
  ///   - property: the stored property.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    let token = bind(
      object: object, keyPath: keyPath, toProperty: property, name: name, file: file, line: line)
    return ObjectBinding(token) { [weak object] in
      guard let object else { return }
      property.take(object[keyPath: keyPath]) { object[keyPath: keyPath] = $0 }
    }
  }

  /// Keeps an optional property of a plain object, as the text of a text field, equal to a stored property that is not
  /// optional, and brings back what was written to the object when the binding is told to look.
  ///
  /// Nil is no value of it: an object in which nil is found shows the true value again.
  ///
  /// - Parameters:
  ///   - object: whose property is kept equal.
  ///   - keyPath: the property of the object.
  ///   - property: the stored property.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value?>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    let token = bind(
      object: object, keyPath: keyPath, toProperty: property, name: name, file: file, line: line)
    return ObjectBinding(token) { [weak object] in
      guard let object else { return }
      guard let found = object[keyPath: keyPath] else {
        object[keyPath: keyPath] = property.peek()
        return
      }
      property.take(found) { object[keyPath: keyPath] = $0 }
    }
  }
}

extension StoredProperty {
  /// Takes what was found in an object; what the change rule refuses is shown there again.
  fileprivate func take(_ found: Value, show: (Value) -> Void) {
    if automaticComparison()(peek(), found) { return }
    let version = node.version
    write(found)
    if node.version == version { show(peek()) }
  }
}

extension Graph {
  /// Whether an input is another one than what an effect has seen of it, or was never seen.
  fileprivate static func hasChanged(_ input: NodeRef, for effect: NodeRef) -> Bool {
    var edge = effect.firstInput
    while let current = edge {
      if current.input == input { return current.version != input.version }
      edge = current.nextInput
    }
    return true
  }
}

/// A binding of a plain object with a property or a bound value.
///
/// Dropping this changes nothing: the updater owns it.
///
/// Made by `Updater.bind(object:keyPath:with:)`.
public final class ObjectBinding {
  private let token: EffectToken
  private let readBack: () -> Void
  private var isPulling = false

  package init(_ token: EffectToken, _ readBack: @escaping () -> Void) {
    self.token = token
    self.readBack = readBack
  }

  /// Whether the binding has ended.
  public var isCancelled: Bool { token.isCancelled }

  /// Ends the binding, both ways.
  @_documentation(visibility: internal)
  public func cancel() { token.cancel() }

  /// Writes the object's value to the property, if it is another one.
  ///
  /// A value that the property does not take is undone in the object.
  /// Inside a pull, as when the object's setter calls it, this does nothing.
  public func pull() {
    if isCancelled || isPulling { return }
    isPulling = true
    defer { isPulling = false }
    readBack()
  }
}
