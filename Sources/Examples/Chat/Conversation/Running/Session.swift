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

  private var clock = ManualClock()
  private var service: ScriptedService
  private var store: Store<ChatState, ChatAction>
  private var history = StepHistory<Step>()
  private let isTracing: Bool
  private let isEchoing: Bool
  private let progress: ProgressLine?
  private let show: (String) -> Void

  /// Begins an empty conversation.
  ///
  /// - Parameters:
  ///   - isTracing: whether the events of the store are shown, too.
  ///   - isEchoing: whether a line is shown before its screen; a terminal shows it already.
  ///   - progress: shows how many steps an undo has played again.
  ///   - show: gets each line to show.
  package init(
    isTracing: Bool = false, isEchoing: Bool = true, progress: ProgressLine? = nil,
    show: @escaping (String) -> Void
  ) {
    self.isTracing = isTracing
    self.isEchoing = isEchoing
    self.progress = progress
    self.show = show
    (service, store) = Self.begin(clock)
    trace()
  }

  private static func begin(
    _ clock: ManualClock
  ) -> (ScriptedService, Store<ChatState, ChatAction>) {
    let service = ScriptedService(clock: clock)
    let interactor = ChatInteractor(service: service.service)
    return (service, Store(ChatState(), interactor, clock: clock, name: "chat"))
  }

  private func trace() {
    guard isTracing else { return }
    store.trace = Trace { [show] event in
      for line in EventText("\(event)").lines { show("  | \(line)") }
    }
  }

  /// The present state of the chat.
  public var state: ChatState { store.state }

  /// Plays a line of a script, and shows the line and the screen after it.
  ///
  /// - Parameter line: the line, which is neither blank nor a comment.
  /// - Throws: `ScriptMistake` if the line is wrong; then nothing has changed.
  package func play(_ line: ScriptLine) async throws(ScriptMistake) {
    let step = try StepParser.parse(line)
    let steps: [Step]
    switch step {
    case .undo:
      if history.undo() == nil { throw line.mistake(.nothingToUndo) }
      steps = history.done
    case .redo:
      guard let step = history.redo() else { throw line.mistake(.nothingToRedo) }
      steps = [step]
    default:
      history.add(step)
      steps = [step]
    }
    if isEchoing { show(line.rest.escapedForTerminal()) }
    if step == .undo {
      // The clock and the service only follow the steps, so the same steps lead to the same state.
      clock = ManualClock()
      (service, store) = Self.begin(clock)
    }
    for step in steps {
      await play(step)
      progress?.advance()
    }
    if step == .undo { trace() }
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
    case .undo, .redo: break
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
