public import Upkeep
public import UpkeepScope

extension Updater {
  /// Keeps a property of a control equal to a bound value, in both directions.
  ///
  ///     updater.bind(object: textField, keyPath: \.text, with: store.bound(\.draft))
  ///
  /// The bound value wins: it is written to the control at the start, whenever it changes, and
  /// after an edit that it does not accept. The control is held weakly. The binding ends with the
  /// control, with the updater, or when it is cancelled.
  ///
  /// - Parameters:
  ///   - control: the control. After the program itself has written to it, call `pull()`.
  ///   - keyPath: the property of the control.
  ///   - bound: the value; its source is retained until the binding or the updater ends.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, which can be pulled and cancelled.
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value>,
    with bound: Bound<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    hear(control) {
      $0.bind(object: control, keyPath: keyPath, with: bound, name: name, file: file, line: line)
    }
  }

  /// Keeps an optional property of a control equal to a bound value that is not optional.
  ///
  /// An example is the text of a text field.
  ///
  /// - Parameters:
  ///   - control: the control. After the program itself has written to it, call `pull()`.
  ///   - keyPath: the property of the control.
  ///   - bound: the value; its source is retained until the binding or the updater ends.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, which can be pulled and cancelled.
  @_documentation(visibility: internal)
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value?>,
    with bound: Bound<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    hear(control) {
      $0.bind(object: control, keyPath: keyPath, with: bound, name: name, file: file, line: line)
    }
  }

  /// Keeps a property of a control equal to a stored property, in both directions.
  ///
  ///     updater.bind(object: slider, keyPath: \.value, with: sound.$volume)
  ///
  /// - Parameters:
  ///   - control: the control. After the program itself has written to it, call `pull()`.
  ///   - keyPath: the property of the control.
  ///   - property: the stored property, which wins.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, which can be pulled and cancelled.
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    bind(
      object: control, keyPath: keyPath, with: property.bound, name: name, file: file, line: line)
  }

  /// Keeps an optional property of a control equal to a stored property that is not optional.
  ///
  /// - Parameters:
  ///   - control: the control. After the program itself has written to it, call `pull()`.
  ///   - keyPath: the property of the control.
  ///   - property: the stored property, which wins.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, which can be pulled and cancelled.
  @_documentation(visibility: internal)
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value?>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    bind(
      object: control, keyPath: keyPath, with: property.bound, name: name, file: file, line: line)
  }

  /// Makes a binding, and pulls it after each edit of the control.
  ///
  /// `make` receives an `EffectOwner`, whose `bind` is the one for plain objects. The `bind` of an
  /// `Updater` would call this function again.
  @MainActor
  private func hear(
    _ control: some EditableControl, _ make: (any EffectOwner) -> ObjectBinding
  ) -> ObjectBinding {
    let binding = make(self)
    control.afterEdits {
      binding.pull()
      return !binding.isCancelled
    }
    return binding
  }
}
