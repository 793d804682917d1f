import Upkeep

/// The payload of one case of a larger state; the one that was read last when the state is in another case.
final class CaseSource<Whole, WholeAction, State, Action>: StoreSource<State, Action> {
  private let whole: StoreSource<Whole, WholeAction>
  private let enumCase: Case<Whole, State>
  private let embed: (Action) -> WholeAction

  /// Makes one; nil if the state is in another case.
  init?(
    _ whole: StoreSource<Whole, WholeAction>, _ enumCase: Case<Whole, State>,
    _ embed: @escaping (Action) -> WholeAction
  ) {
    guard let first = enumCase.extract(whole.property.peek()) else { return nil }
    self.whole = whole
    self.enumCase = enumCase
    self.embed = embed
    let property = whole.property
    super.init(
      DerivedProperty(fromPrevious: { enumCase.extract(property.value) ?? $0 ?? first }),
      whole.engine)
  }

  override func send(_ action: Action) -> Run? {
    isWatched ? send([action], Origin()) : whole.send(embed(action))
  }

  override func send(_ actions: [Action], _ origin: Origin) -> Run? {
    whole.send(actions.map(embed), origin.telling(self, actions, enumCase.extract))
  }

  override func write(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void
  ) {
    whole.write(cause, animation) { whole in
      guard var state = enumCase.extract(whole) else { return }
      edit(&state)
      whole = enumCase.embed(state)
    }
  }
}
