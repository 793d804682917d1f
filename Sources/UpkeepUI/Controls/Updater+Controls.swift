public import Upkeep
public import UpkeepScope

extension Updater {
  /// Keeps a property of a control equal to a bound value, and the bound value to what somebody
  /// makes of the control.
  ///
  ///     updater.bind(object: textField, keyPath: \.text, with: store.bound(\.draft))
  ///
  /// The bound value wins: it is written to the control at the start and whenever it changes, and
  /// when an edit did not become of it. The control is held weakly; the binding ends with it, with
  /// the updater, or when it is cancelled.
  ///
  /// - Parameters:
  ///   - control: the control; one that the program itself writes is not heard, and needs a
  ///     `pull()`.
  ///   - keyPath: the property of the control.
  ///   - bound: the value; its source is kept until the binding or the updater ends.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value>,
    with bound: Bound<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    hear(control, object(control, keyPath, bound, name, file, line))
  }

  /// Keeps an optional property of a control, as the text of a text field, equal to a bound value
  /// that is not optional.
  ///
  /// - Parameters:
  ///   - control: the control; one that the program itself writes is not heard, and needs a
  ///     `pull()`.
  ///   - keyPath: the property of the control.
  ///   - bound: the value; its source is kept until the binding or the updater ends.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @_documentation(visibility: internal)
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value?>,
    with bound: Bound<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    hear(control, object(control, keyPath, bound, name, file, line))
  }

  /// Keeps a property of a control equal to a stored property, both ways.
  ///
  ///     updater.bind(object: slider, keyPath: \.value, with: sound.$volume)
  ///
  /// - Parameters:
  ///   - control: the control; one that the program itself writes is not heard, and needs a
  ///     `pull()`.
  ///   - keyPath: the property of the control.
  ///   - property: the stored property, which wins.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    hear(control, object(control, keyPath, Bound(property), name, file, line))
  }

  /// Keeps an optional property of a control equal to a stored property that is not optional.
  ///
  /// - Parameters:
  ///   - control: the control; one that the program itself writes is not heard, and needs a
  ///     `pull()`.
  ///   - keyPath: the property of the control.
  ///   - property: the stored property, which wins.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @_documentation(visibility: internal)
  @MainActor @discardableResult
  public func bind<Control: EditableControl, Value>(
    object control: Control, keyPath: ReferenceWritableKeyPath<Control, Value?>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    hear(control, object(control, keyPath, Bound(property), name, file, line))
  }

  /// Has each edit of a control pulled.
  @MainActor
  private func hear(_ control: some EditableControl, _ binding: ObjectBinding) -> ObjectBinding {
    control.afterEdits {
      binding.pull()
      return !binding.isCancelled
    }
    return binding
  }

  /// A binding of an object that is not known to be a control.
  private func object<Object: AnyObject, Value>(
    _ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>, _ bound: Bound<Value>,
    _ name: String?, _ file: StaticString, _ line: UInt
  ) -> ObjectBinding {
    bind(object: object, keyPath: keyPath, with: bound, name: name, file: file, line: line)
  }

  /// A binding of an object that is not known to be a control, by an optional property.
  private func object<Object: AnyObject, Value>(
    _ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value?>, _ bound: Bound<Value>,
    _ name: String?, _ file: StaticString, _ line: UInt
  ) -> ObjectBinding {
    bind(object: object, keyPath: keyPath, with: bound, name: name, file: file, line: line)
  }
}
