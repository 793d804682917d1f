import Testing

@testable import ExampleScripts

@Suite struct LineEditorTests {
  private var editor = LineEditor()

  /// Applies keys; returns the line, with `|` at the cursor.
  private mutating func take(_ keys: Key...) -> String {
    for key in keys { _ = editor.take(key) }
    return editor.before + "|" + editor.after
  }

  @Test mutating func `the cursor moves over characters as a person counts them`() {
    #expect(take(.text("ae"), .text("\u{301}"), .text("🇩🇪日")) == "ae\u{301}🇩🇪日|")
    #expect(take(.left, .left) == "ae\u{301}|🇩🇪日")
    #expect(take(.deleteBackward) == "a|🇩🇪日")
    #expect(take(.deleteForward) == "a|日")
    #expect(take(.left, .left, .deleteBackward) == "|a日")
    #expect(take(.end, .right, .deleteForward, .text("x")) == "a日x|")
    #expect(take(.home, .right, .text("-")) == "a-|日x")
  }

  @Test mutating func `parts of a line are killed and come back`() {
    #expect(take(.text("set A1 = one two"), .killWord) == "set A1 = one |")
    #expect(take(.yank, .wordLeft, .wordLeft) == "set A1 = |one two")
    #expect(take(.killToEnd, .home, .wordRight) == "set| A1 = ")
    #expect(take(.killToStart, .yank, .end, .killWord, .killWord) == "set |")
  }

  @Test mutating func `up and down bring lines back, one that is repeated once, and the new one`() {
    for line in ["one", "two", "two", "  ", ""] {
      #expect(editor.take(.text(line)) == .edited)
      #expect(editor.take(.enter) == .line(line))
      editor.begin()
    }
    #expect(take(.text("new"), .previous) == "two|")
    #expect(take(.previous, .previous) == "one|")
    #expect(take(.text("!"), .next) == "two|")
    #expect(take(.next, .next) == "new|")
  }

  @Test mutating func `Ctrl-D deletes a character, or ends where there is none; Ctrl-C gives up`() {
    #expect(take(.text("ab"), .home, .endOfInput) == "|b")
    #expect(editor.take(.interrupt) == .abandoned)
    editor.begin()
    #expect(editor.take(.endOfInput) == .end)
    #expect(take(.previous) == "|")
  }
}
