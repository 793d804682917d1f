/// Sends actions to a store while the store exists.
@usableFromInline
final class ActionSender<Action> {
  var send: ((Action) -> Void)?

  @usableFromInline init() {}

  @usableFromInline
  func callAsFunction(_ action: Action) { send?(action) }
}
