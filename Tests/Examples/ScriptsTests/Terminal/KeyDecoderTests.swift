import Testing

@testable import ExampleScripts

@Suite struct KeyDecoderTests {
  private func keys(_ pieces: String...) -> [Key] {
    var decoder = KeyDecoder()
    return pieces.flatMap { decoder.keys(for: Array($0.utf8)) }
  }

  @Test func `characters are text, Ctrl and a letter is a key`() {
    #expect(keys("aé日") == [.text("aé日")])
    #expect(keys("a\u{1}\u{5}b\r") == [.text("a"), .home, .end, .text("b"), .enter])
    #expect(
      keys("\u{2}\u{6}\u{B}\u{15}\u{17}\u{19}\u{4}\u{3}\u{C}\u{1A}\u{10}\u{E}\u{8}\u{7F}")
        == [
          .left, .right, .killToEnd, .killToStart, .killWord, .yank, .endOfInput, .interrupt,
          .clearScreen, .suspend, .previous, .next, .deleteBackward, .deleteBackward,
        ])
  }

  @Test func `sequences are keys, and those without a meaning, and tabs, are nothing`() {
    #expect(
      keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}OH\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[3~")
        == [.previous, .next, .right, .left, .home, .end, .home, .end, .deleteForward])
    #expect(
      keys("\u{1B}[1;5D\u{1B}[1;5C\u{1B}b\u{1B}f") == [
        .wordLeft, .wordRight, .wordLeft, .wordRight,
      ])
    #expect(keys("\u{1B}[24~\u{1B}[?1;2c\u{1B}Oz\u{1B}xa") == [.text("a")])
    #expect(keys("\u{1B}[12\rb") == [.enter, .text("b")])
    #expect(keys("a\tb\u{1B}[[Ac\u{1B}[[", "Bd") == ["a", "b", "c", "d"].map(Key.text))
    #expect(keys("\u{1B}]11;rgb:0/0/0\u{7}a\u{1B}P1$r0m\u{1B}\\b") == [.text("a"), .text("b")])
    #expect(keys("a\u{1B}é", "b") == [.text("a"), .text("b")])
  }

  @Test func `a control key works after Alt and a key with which a report begins`() {
    for key in ["]", "P", "X", "^", "_"] {
      #expect(keys("\u{1B}\(key)help\ra") == [.enter, .text("a")], "\(key)")
      #expect(keys("\u{1B}\(key)", "h", "\u{3}") == [.interrupt], "\(key)")
    }
    #expect(keys("\u{1B}O\ra") == [.enter, .text("a")])
  }

  @Test func `keys and characters may come in pieces`() {
    #expect(keys("\u{1B}", "[", "3", "~") == [.deleteForward])
    var decoder = KeyDecoder()
    let bytes = Array("x🙂".utf8)
    #expect(decoder.keys(for: Array(bytes[..<3])) == [.text("x")])
    #expect(decoder.keys(for: Array(bytes[3...])) == [.text("🙂")])
    #expect(decoder.keys(for: [0xFF, UInt8(ascii: "a")]) == [.text("\u{FFFD}a")])
  }

  @Test func `pasted bytes are text, except for line ends`() {
    #expect(
      keys("a\u{1B}[200~b\u{1}\u{3}\tc\r\nd\u{1B}[Ae\u{1B}[20", "1~\u{1}")
        == [
          .text("a"), .text("b\u{1}\u{3}\tc"), .enter, .text("d"), .text("\u{1B}[Ae"), .home,
        ])
  }
}
