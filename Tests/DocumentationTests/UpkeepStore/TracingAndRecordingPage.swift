import Testing
import Upkeep
import UpkeepStore

/// The page TracingAndRecording.
@MainActor @Suite(.statedResults()) struct TracingAndRecordingPage {
  private static let reducer = Reducer<ChatState, ChatAction> { state, action in
    if case .draftChanged(let text) = action { state.draft = text }
  }

  @Test func `the file of a trace has the lines that the page shows`() throws {
    enum CursorAction {}
    final class File {
      var text = ""
      func write(_ event: String) { text += "Upkeep - \(event)\n" }
    }
    let (file, interactor) = (File(), Self.reducer)
    let store = Store(ChatState(), interactor, trace: .printing)
    store.trace = Trace(except: [CursorAction.self]) { event in file.write("\(event)") }
    file.text = ""
    store.send(.draftChanged("Hi"))
    let shown = try Pages.texts(of: "Sources/UpkeepStore/UpkeepStore.docc/TracingAndRecording.md")
    #expect([file.text.replacing("DocumentationTests.", with: "")] == shown.map { $0 + "\n" })
  }

  @Test func `the code about a recording gives its stated results`() {
    let interactor = Self.reducer
    let store = Store(ChatState(), interactor)
    let recorder = store.record()
    store.send(.draftChanged("Hello"))
    let other = Store(ChatState(), interactor)
    other.replay(recorder.recording)
    print(other.draft)  // Hello
  }
}
