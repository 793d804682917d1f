extension EffectOwner {
  /// Keeps two stored properties equal, whichever is written.
  ///
  /// The first property wins: its value goes to the second at the start, and when both have changed
  /// in one turn.
  ///
  /// - Parameters:
  ///   - first: a property.
  ///   - second: another property.
  ///   - name: the effect's name for messages; by default, the file and line.
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

  /// Keeps two stored properties in step through two conversions, whichever is written.
  ///
  ///     updater.bind(celsius, text, forward: { "\($0)" }, backward: { Double($0) ?? 0 })
  ///
  /// The first property wins: its value goes to the second at the start, and when both have changed
  /// in one turn. A write is converted once and does not come back, so a conversion may lose
  /// information.
  ///
  /// - Parameters:
  ///   - first: a property.
  ///   - second: another property.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - forward: converts a value of the first property for the second.
  ///   - backward: converts a value of the second property for the first.
  /// - Returns: a token that cancels this binding.
  @discardableResult
  public func bind<First, Second>(
    _ first: StoredProperty<First>, _ second: StoredProperty<Second>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    forward: @escaping (First) -> Second, backward: @escaping (Second) -> First
  ) -> EffectToken {
    updater.start(following: nil, Label(name, file, line)) { token in
      // The edges tell what has changed, until the reads below renew them. The write comes before
      // the reads, so that it does not come back.
      if Graph.hasChanged(first.node, for: token.node) {
        second.write(untracked { forward(first.current) })
      } else if Graph.hasChanged(second.node, for: token.node) {
        first.write(untracked { backward(second.current) })
      }
      _ = first.read()
      _ = second.read()
    }
  }

  /// Keeps a property of a plain object equal to a stored property, both ways.
  ///
  ///     let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
  ///     slider.onDrag { binding.pull() }
  ///
  /// A plain object announces nothing, so `pull()` reads it and writes its value to the stored
  /// property. The stored property wins: its value is written to the object at the start and
  /// whenever it changes. The object is held weakly; the binding ends with it.
  ///
  /// - Parameters:
  ///   - object: the object whose property is kept equal.
  ///   - keyPath: the property of the object.
  ///   - property: the stored property.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, which can pull and can be cancelled.
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

  /// Keeps an optional property of a plain object equal to a stored property, both ways.
  ///
  /// The stored property is not optional. An example is the text of a text field.
  ///
  /// Nil is not a value of the stored property: if a pull finds nil, the object shows the
  /// property's value again.
  ///
  /// - Parameters:
  ///   - object: the object whose property is kept equal.
  ///   - keyPath: the property of the object.
  ///   - property: the stored property.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, which can pull and can be cancelled.
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

  /// Not available: a side cannot be written, or the two have different types.
  @available(
    *, unavailable,
    message: "both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Target, Source>(
    object: Object, keyPath: KeyPath<Object, Target>, with source: Source, name: String? = nil
  ) -> ObjectBinding { preconditionFailure() }
}

extension Updater {
  /// Makes a two-way binding with an object.
  ///
  /// An object may pull during the binding's own write, as from its `didSet`. Afterwards the object
  /// already shows the property's value, so the value is not written again: under `==`, a NaN would
  /// differ each time.
  ///
  /// - Parameters:
  ///   - object: the object; held weakly.
  ///   - property: the value for the object to show.
  ///   - label: the effect's name for messages.
  ///   - write: shows a value in the object.
  ///   - readBack: takes the value that the object shows, and shows the resulting value in the
  ///     object.
  /// - Returns: the binding.
  package func bind<Object: AnyObject, Value>(
    _ object: Object, with property: Property<Value>, _ label: Label,
    write: @escaping (Object, Value) -> Void, readBack: @escaping (Object) -> Void
  ) -> ObjectBinding {
    let echo = ObjectEcho { [weak object] echo in
      guard let object else { return }
      readBack(object)
      if echo.isWriting { echo.version = property.freshVersion() }
    }
    let binding = ObjectBinding(label, in: effects, echo)
    start(binding, [property]) { [weak object] token in
      guard let object else { return token.cancel() }
      if echo.version == property.node.version { return }
      echo.version = nil
      echo.isWriting = true
      write(object, property.current)
      echo.isWriting = false
    }
    return binding
  }
}

extension StoredProperty {
  /// Takes a value found in an object; if the change rule refuses it, shows the property's value
  /// again.
  fileprivate func take(_ found: Value, show: (Value) -> Void) {
    if automaticComparison()(peek(), found) { return }
    let version = node.version
    write(found)
    if node.version == version { show(peek()) }
  }
}

/// The way back of a two-way binding, and its state while it writes to its object.
///
/// The effect's closure owns it, so it is released with the closure.
private final class ObjectEcho {
  private let readBack: (ObjectEcho) -> Void
  /// Whether the binding is writing to the object.
  var isWriting = false
  /// The property's version that the object shows after a pull during the write.
  var version: Version?

  init(_ readBack: @escaping (ObjectEcho) -> Void) { self.readBack = readBack }

  func pull() { readBack(self) }
}

extension Graph {
  /// Returns whether an effect has not seen the current version of an input.
  fileprivate static func hasChanged(_ input: NodeRef, for effect: NodeRef) -> Bool {
    effect.inputs.first { $0.input == input }?.version != input.version
  }
}

/// A token that names a binding of a plain object, both ways; dropping it does not end the binding.
///
/// `EffectOwner.bind(object:keyPath:with:)` makes it. Cancelling it ends both ways.
public final class ObjectBinding: EffectToken {
  private weak var echo: ObjectEcho?
  private var isPulling = false

  fileprivate init(_ label: Label, in list: EffectList, _ echo: ObjectEcho) {
    self.echo = echo
    super.init(.declared, label, in: list)
  }

  /// Writes the object's value to the property, if it differs.
  ///
  /// If the property refuses the value, the object shows the property's value again. Does nothing
  /// inside a pull, as when the object's setter calls it, and nothing after the binding has ended,
  /// as when its updater was released: see `isCancelled`.
  public func pull() {
    guard !isCancelled, !isPulling, let echo else { return }
    isPulling = true
    defer { isPulling = false }
    echo.pull()
  }
}
