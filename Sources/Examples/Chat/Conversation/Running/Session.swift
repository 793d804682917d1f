package import ExampleScripts
import Upkeep
import UpkeepScope
import UpkeepStore

/// Plays a script: a chat with a scripted service and a manual clock.
@MainActor
public final class Session {
  /// The longest step of the clock while an answer is awaited: the chat reacts to the answer at
  /// most this much later.
  private static let tick = Duration.milliseconds(100)

  private let clock = ManualClock()
  private let service: ScriptedService
  private let store: Store<ChatState, ChatAction>
  private let show: (String) -> Void

  /// Begins an empty conversation.
  ///
  /// - Parameters:
  ///   - isTracing: whether the events of the store are shown, too.
  ///   - show: gets each line to show.
  public init(isTracing: Bool = false, show: @escaping (String) -> Void) {
    service = ScriptedService(clock: clock)
    store = Store(
      ChatState(), ChatInteractor(service: service.service), clock: clock, name: "chat")
    self.show = show
    if isTracing {
      store.trace = Trace { event in
        for line in "\(event)".split(separator: "\n") { show("  | \(TextLine.printable(line))") }
      }
    }
  }

  /// The present state of the chat.
  public var state: ChatState { store.state }

  /// Plays a line of a script, and shows the line and the screen after it.
  ///
  /// - Parameter line: the bytes of the line, without its end.
  /// - Throws: `ScriptMistake` if the line cannot be parsed; then nothing has changed.
  package func play(_ line: [UInt8]) async throws(ScriptMistake) {
    guard let step = try StepParser.parse(line) else { return }
    show(TextLine.printable(String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }))
    await play(step)
    for line in Screen(store.state).lines { show("    \(line)") }
  }

  private func play(_ step: Step) async {
    switch step {
    case .load: store.send(.load)
    case .receive(let author, let text): service.receive(text, from: author)
    case .draft(let text): store.bound(\.draft).value = text
    case .send: store.send(.send)
    case .failNext(let reason): service.failNext(reason)
    case .retry: store.send(.retry)
    case .search(let query): store.send(.search(query))
    case .cancelSearch: store.send(.cancelSearch)
    case .wait(let duration): await wait(duration)
    }
    await store.settle()
  }

  private func wait(_ duration: Duration) async {
    var rest = duration
    while rest > .zero {
      let part = store.state.isWaiting ? min(rest, Self.tick) : rest
      clock.advance(by: part)
      rest -= part
      await store.settle()
    }
  }
}
