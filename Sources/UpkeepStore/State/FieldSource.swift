import Upkeep

/// The source of one field of a larger state.
final class FieldSource<Whole, WholeAction, State, Action>: NarrowedSource<
  Whole, WholeAction, State, Action
>
{
  private let path: KeyPath<Whole, State>

  init(
    _ whole: StoreSource<Whole, WholeAction>, _ path: KeyPath<Whole, State>,
    _ embed: @escaping (Action) -> WholeAction
  ) {
    self.path = path
    super.init(whole.field(path), whole, presence: whole.presence, embed)
  }

  override func write(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void
  ) {
    guard let path = path as? WritableKeyPath<Whole, State> else {
      Misuse.report(.notWritable(property: engine.name, kind: "store narrowed to \(path)"))
      return
    }
    if isDeep { return writeInSteps(cause, animation, edit) }
    whole.write(cause, animation) { edit(&$0[keyPath: path]) }
  }

  /// Reads from the whole state, or, every `nestedAtMost` steps, from this source.
  override func field<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    if distance % Self.nestedAtMost == 0 { return super.field(field) }
    return whole.field(path.appending(path: field))
  }

  // MARK: - Without types

  override func part(of whole: Any) -> Any? { (whole as? Whole).map { $0[keyPath: path] } }

  override func whole(_ whole: Any, with part: Any) -> Any? {
    guard let path = path as? WritableKeyPath<Whole, State>, var whole = whole as? Whole,
      let part = part as? State
    else { return nil }
    whole[keyPath: path] = part
    return whole
  }
}
