import Upkeep

/// One field of a larger state.
final class FieldSource<Whole, WholeAction, State, Action>: StoreSource<State, Action> {
  private let whole: StoreSource<Whole, WholeAction>
  private let path: KeyPath<Whole, State>
  private let embed: (Action) -> WholeAction

  init(
    _ whole: StoreSource<Whole, WholeAction>, _ path: KeyPath<Whole, State>,
    _ embed: @escaping (Action) -> WholeAction
  ) {
    self.whole = whole
    self.path = path
    self.embed = embed
    super.init(whole.field(path), whole.engine)
  }

  override func send(_ action: Action) -> Run? {
    isWatched ? send([action], Origin()) : whole.send(embed(action))
  }

  override func send(_ actions: [Action], _ origin: Origin) -> Run? {
    whole.send(
      actions.map(embed),
      origin.telling(self, actions) { [path] (whole: Whole) in whole[keyPath: path] })
  }

  override func write(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void
  ) {
    guard let path = path as? WritableKeyPath<Whole, State> else {
      Misuse.report(.notWritable(property: engine.name, kind: "store narrowed to \(path)"))
      return
    }
    whole.write(cause, animation) { edit(&$0[keyPath: path]) }
  }

  /// Found from the root, whatever the depth.
  override func field<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    whole.field(path.appending(path: field))
  }
}
