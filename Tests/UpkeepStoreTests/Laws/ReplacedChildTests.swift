import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Detail: Equatable, Identifiable {
  var id: Int
  var group = 0
  var text = ""
  var footer: Footer? = Footer()
}

/// A state that has no identity.
private struct Footer: Equatable {
  var text = ""
}

private struct App: Equatable {
  var detail: Detail?
}

private enum AppAction: Equatable {
  case show(Int)
  case close
  /// Replaces the child several times within one action.
  case flicker(Int)
  case become(Int, group: Int)
  case newFooter
  case reopenFooter
  case detail(DetailAction)
}

private enum DetailAction: Equatable {
  case load
  case write(String)
  case loadFooter
}

@MainActor struct ReplacedChildTests {
  private let answer = Gate<String>()
  private let feed = AsyncStream<String>.makeStream()

  private static let detail = Case<AppAction, DetailAction>({ .detail($0) }) {
    if case .detail(let action) = $0 { action } else { nil }
  }

  private typealias Child = AnyInteractor<Detail, DetailAction>

  /// A child that loads a text when a gate opens, and hears a feed.
  private func child(_ policy: EffectPolicy) -> Child {
    let (answer, feed) = (answer, feed.stream)
    let writing = Reducer<Detail, DetailAction> { detail, action in
      if case .write(let text) = action { detail.text += text }
    }
    let loading = Acting(writing) { action, store in
      if let text = try? await stubbornly(answer) { store.send(.write(text)) }
    } hooks: { store in
      Hook("feed", feed) { [id = store.id] in store.text += "\($0) for \(id)" }
    } policies: {
      $0 == .load ? policy : .never
    }
    let footer = Acting<Footer, DetailAction> { action, store in
      if let text = try? await stubbornly(answer) { store.text = text }
    } policies: {
      $0 == .loadFooter ? .concurrent : .never
    }
    return AnyInteractor(
      combining: loading, footer.scoped(to: \Detail.footer, case: .some, action: .same))
  }

  private func makeStore(
    policy: EffectPolicy = .concurrent,
    scoped: (Child) -> AnyInteractor<App, AppAction> = {
      $0.scoped(to: \.detail, case: .some, action: detail)
    }
  ) -> Store<App, AppAction> {
    let root = Reducer<App, AppAction> { app, action in
      switch action {
      case .show(let id): app.detail = Detail(id: id)
      case .close: app.detail = nil
      case .flicker(let id):
        app.detail = nil
        app.detail = Detail(id: id)
      case .become(let id, let group):
        app.detail?.id = id
        app.detail?.group = group
      case .newFooter: app.detail?.footer = Footer(text: "new")
      case .reopenFooter:
        app.detail?.footer = nil
        app.detail?.footer = Footer(text: "new")
      case .detail: break
      }
    }
    let store = Store(App(), AnyInteractor(combining: root, scoped(child(policy))))
    store.send(.show(1))
    return store
  }

  /// Lets the answer and an element of the feed arrive late.
  private func answerLate(_ store: Store<App, AppAction>) async {
    await store.settle()
    answer.open("answer")
    feed.continuation.yield("feed")
    await store.settle()
  }

  private typealias Replacement = (Store<App, AppAction>) -> Void

  private let replacements: [Replacement] = [
    { $0.send(.close, .show(2)) },
    { $0.send(.show(2)) },
    { $0.send(.flicker(2)) },
    { $0.send(.become(2, group: 0)) },
    { $0.bound(\.detail).value = Detail(id: 2) },
    { store in batch { for action in [AppAction.close, .show(2)] { store.send(action) } } },
    { store in
      transaction {
        store.bound(\.detail).value = nil
        transaction { store.bound(\.detail).value = Detail(id: 2) }
      }
    },
    { $0.send(.close, .show(2), serially: true, collect: true) },
  ]

  @Test(arguments: 0..<8)
  func `effects and hooks of a child replaced in one turn end, and new ones begin`(
    replacement: Int
  ) async {
    var ids: [Int] = []
    let store = makeStore { child in
      let telling = Acting<Detail, DetailAction>(hooks: { store in
        Hook("text", store.changes(of: \.text)) { [id = store.id] _ in ids.append(id) }
      })
      return AnyInteractor(combining: child, telling)
        .scoped(to: \.detail, case: .some, action: Self.detail)
    }
    let loading = store.send(.detail(.load))
    await store.settle()
    store.send(.detail(.write("a")))
    replacements[replacement](store)
    await store.settle()
    #expect(loading.isCancelled)
    answer.open("late")
    await store.settle()
    #expect(store.detail?.id == 2 && store.detail?.text.contains("late") == false)
    store.send(.detail(.write("b")))
    #expect(ids == [1, 2])
  }

  @Test func `a child that one action replaces by one of the same identity goes on`() async {
    let store = makeStore()
    store.send(.detail(.load))
    store.send(.flicker(1))
    await answerLate(store)
    #expect(store.detail?.text.contains("answer") == true)
    #expect(store.detail?.text.contains("feed for 1") == true)
  }

  @Test func `a child that is absent after an action is a new child afterwards`() async {
    let store = makeStore()
    let loading = store.send(.detail(.load))
    // The turn ends with the child with which it began.
    store.send(.close, .show(1))
    #expect(loading.isCancelled)
    await answerLate(store)
    // The feed has ended with its first reader.
    #expect(store.detail?.text == "")
  }

  @Test func `an undone transaction replaces nothing`() async {
    let store = makeStore()
    let loading = store.send(.detail(.load))
    undone {
      store.send(.close, .show(2))
      transaction { _ = store.send(.show(1), .detail(.load)) }
    }
    #expect(!loading.isCancelled)
    await answerLate(store)
    #expect(store.detail?.text.contains("answer") == true)
    #expect(store.detail?.text.contains("feed for 1") == true)
    #expect(store.detail?.text.count == "answerfeed for 1".count)
  }

  @Test(arguments: [false, true])
  func `an action sent with the replacement goes to the new child`(isUndoable: Bool) async {
    let store = makeStore(policy: .exclusive("load"))
    func sendAll() {
      store.send(.detail(.load))
      store.send(.close, .show(2), .detail(.load))
    }
    if isUndoable { transaction { sendAll() } } else { sendAll() }
    #expect(store.runningEffects.count == 1)
    await answerLate(store)
    #expect(store.detail?.text.contains("answer") == true)
  }

  @Test(arguments: [false, true])
  func `a state without an identity is the same child as long as its case is there`(
    isReopened: Bool
  ) async {
    let store = makeStore()
    store.send(.detail(.loadFooter))
    await store.settle()
    store.send(isReopened ? .reopenFooter : .newFooter)
    #expect(store.detail?.footer?.text == "new")
    await answerLate(store)
    #expect(store.detail?.footer?.text == "answer")
  }

  @Test func `an effect of a part ends when the child is replaced`() async {
    let store = makeStore()
    let loading = store.send(.detail(.loadFooter))
    await store.settle()
    store.send(.show(2))
    #expect(loading.isCancelled)
    let second = store.send(.detail(.loadFooter))
    await store.settle()
    #expect(!second.isFinished)
    await answerLate(store)
    #expect(store.detail?.footer?.text == "answer")
  }

  @Test func `an identity that is given takes the place of the child's own`() async {
    let byGroup = makeStore {
      $0.scoped(to: \.detail, case: .some, id: \.group, action: Self.detail)
    }
    let loading = byGroup.send(.detail(.load))
    byGroup.send(.become(2, group: 0))
    #expect(!loading.isCancelled)
    byGroup.send(.become(2, group: 1))
    #expect(loading.isCancelled)
  }

  @Test func `a constant identity keeps the child as long as one is there after each action`() {
    let store = makeStore {
      $0.scoped(to: \.detail, case: .some, id: { _ in 0 }, action: Self.detail)
    }
    let loading = store.send(.detail(.load))
    store.send(.show(2), .flicker(3))
    #expect(!loading.isCancelled)
    store.send(.close, .show(4))
    #expect(loading.isCancelled)
  }

  @Test func `a store of a replaced child is gone; it sends and writes nothing`() async throws {
    let store = makeStore(policy: .cancellable("load"))
    let child = try #require(
      store.scope(\.detail, case: .some, action: { AppAction.detail($0) }))
    let part = child.scope(\.text)
    let seen = Seen { [child.isPresent, part.isPresent] }
    child.send(.write("one"))
    #expect(child.state.text == "one")
    store.send(.close, .show(2))
    #expect(seen.values == [[true, true], [false, false]])
    #expect(child.state.text == "one")
    let loading = store.send(.detail(.load))
    child.send(.write("to 1"))
    part.send(.write("to 1"))
    child.send(.write("to"), .write(" 1"))
    child.bound(\.text).value = "to 1"
    child.cancel(id: "load")
    #expect(store.detail == Detail(id: 2) && !loading.isCancelled)
    store.send(.show(1))
    #expect(seen.values.last == [true, true])
  }

  @Test func `an action that waits is not carried out on the child that takes the place`() throws {
    let store = makeStore()
    let child = try #require(
      store.scope(\.detail, case: .some, action: { AppAction.detail($0) }))
    let text = child.scope(\.text) { $0 }
    var waiting: StoreTask?
    let updater = Updater()
    updater.keepUpToDate {
      guard store.detail?.text == "now" else { return }
      // These actions wait until all observers have seen the change of the first action.
      store.send(.close, .show(2))
      child.send(.write("to 1"))
      child.send(.write("to"), .write(" 1"))
      text.send(.write("to 1"))
      waiting = child.send(.load)
      store.send(.detail(.write("to 2")))
    }
    child.send(.write("now"))
    #expect(waiting?.isFinished == true && store.detail == Detail(id: 2, text: "to 2"))
  }

  @Test func `a store of a child with a constant identity shows every child`() {
    let store = makeStore()
    let child = store.scope(\.detail, case: .some, id: { _ in 0 }) { AppAction.detail($0) }
    store.send(.show(2))
    child?.send(.write("two"))
    #expect(child?.isPresent == true && store.detail?.text == "two")
  }
}
