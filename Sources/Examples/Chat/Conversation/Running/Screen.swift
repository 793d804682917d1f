import ExampleScripts
import UpkeepScope

/// The chat on a screen of text.
public struct Screen {
  /// The number of messages that fit.
  public static let height = 4

  private let state: ChatState

  /// Shows a state.
  public init(_ state: ChatState) { self.state = state }

  /// The lines from top to bottom.
  public var lines: [String] {
    (conversation + draft + search).map { $0.escapedForTerminal() }
  }

  private var conversation: [String] {
    let messages = state.messages.value ?? []
    let hidden = messages.count - Self.height
    var lines = hidden > 0 ? ["(\(hidden) more above)"] : []
    lines += messages.suffix(Self.height).map(line)
    if state.messages.isLoading { lines.append("(loading)") }
    if let error = state.messages.error { lines.append("(not loaded: \(error))") }
    return lines.isEmpty ? ["(no messages)"] : lines
  }

  private func line(_ message: Message) -> String {
    let line = "\(message.author): \(message.text)"
    switch message.delivery {
    case .delivered: return line
    case .sending: return line + "  (sending)"
    case .failed(let reason): return line + "  (not sent: \(reason))"
    }
  }

  private var draft: [String] { state.draft.isEmpty ? [] : ["> \(state.draft)_"] }

  private var search: [String] {
    guard let search = state.search else { return [] }
    let title = "search \"\(search.query)\": "
    if let error = search.results.error { return [title + "\(error)"] }
    guard let found = search.results.value, !search.results.isLoading else {
      return [title + "..."]
    }
    return [title + "\(found.count) found"]
      + found.suffix(Self.height).map { "  \($0.author): \($0.text)" }
  }
}
