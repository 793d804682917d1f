import Testing

@testable import ExampleScripts

@Suite struct TerminalEscapingTests {
  @Test func `characters that would drive a terminal are escaped, all else stays`() {
    #expect("\u{1B}[2J\u{7}\u{9B}1m".escapedForTerminal() == "\\u{1B}[2J\\u{7}\\u{9B}1m")
    #expect(
      "\u{202E}a\u{2066}\u{200F}\u{61C}\u{2028}".escapedForTerminal()
        == "\\u{202E}a\\u{2066}\\u{200F}\\u{61C}\\u{2028}")
    #expect("a\nb".escapedForTerminal() == "a\\u{A}b")
    #expect("a\nb\r".escapedForTerminal(keepingLineEnds: true) == "a\nb\\u{D}")
    for text in ["", "abc", "é日🙂 \u{A0}", "👨‍👩‍👧", "\\u{1B}", "שלום"] {
      #expect(text.escapedForTerminal() == text)
    }
  }

  @Test func `in JSON control characters are escaped by their code points`() {
    #expect("\u{7F}\u{85}\u{202E}".escapedForTerminal(.json) == #"\u007f\u0085\u202e"#)
  }

  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("🙂", 2), ("🇩🇪", 2), ("\u{301}", 0), ("ﾊ", 1),
    ("", 0), ("가", 2), ("❤️", 2),
  ])
  func `a terminal shows wide characters in two columns`(text: String, columns: Int) {
    #expect(text.terminalColumns == columns)
  }

  @Test func `a text is cut by columns`() {
    #expect("日本語".cut(toColumns: 6) == "日本語")
    #expect("日本語".cut(toColumns: 5) == "日本…")
    #expect("日本語".cut(toColumns: 4) == "日…")
    #expect("abc".cut(toColumns: 2) == "a…")
  }
}
