extension EffectOwner {
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
    updater.start([], Label(name, file, line)) { token in
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
    updater.bind(
      object, with: property, Label(name, file, line), write: { $0[keyPath: keyPath] = $1 },
      readBack: { object in
        property.take(object[keyPath: keyPath]) { object[keyPath: keyPath] = $0 }
      })
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
    updater.bind(
      object, with: property, Label(name, file, line), write: { $0[keyPath: keyPath] = $1 },
      readBack: { object in
        guard let found = object[keyPath: keyPath] else {
          object[keyPath: keyPath] = property.peek()
          return
        }
        property.take(found) { object[keyPath: keyPath] = $0 }
      })
  }
}

extension Updater {
  /// Makes a binding of an object both ways.
  ///
  /// An object may pull in answer to the binding's own write, as one does that pulls in `didSet`. What the property
  /// then has, the object shows, and it is not written again: by `==` a NaN would be another value each time.
  ///
  /// - Parameters:
  ///   - object: held weakly.
  ///   - property: the value that the object is to show.
  ///   - label: what messages call the effect.
  ///   - write: shows a value in the object.
  ///   - readBack: takes what the object shows, and has it show what has become of that.
  /// - Returns: the binding.
  package func bind<Object: AnyObject, Value>(
    _ object: Object, with property: Property<Value>, _ label: Label,
    write: @escaping (Object, Value) -> Void, readBack: @escaping (Object) -> Void
  ) -> ObjectBinding {
    let echo = ObjectEcho()
    let token = start(.declared, label, inputs: [property]) { [weak object] token in
      guard let object else { return token.cancel() }
      if echo.version == property.node.version { return }
      echo.version = nil
      echo.isWriting = true
      write(object, property.current)
      echo.isWriting = false
    }
    return ObjectBinding(token) { [weak object] in
      guard let object else { return }
      readBack(object)
      if echo.isWriting { echo.version = property.freshVersion() }
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

/// The answer of a bound object to a write of its binding.
private final class ObjectEcho {
  /// The binding is writing to the object.
  var isWriting = false
  /// The version of the property that the object shows since it was pulled meanwhile.
  var version: Version?
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
/// Dropping this changes nothing: the effect's owner keeps it.
///
/// Made by `EffectOwner.bind(object:keyPath:with:)`.
public final class ObjectBinding {
  private let token: EffectToken
  private let readBack: () -> Void
  private var isPulling = false

  init(_ token: EffectToken, _ readBack: @escaping () -> Void) {
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
