/// Decodes the bytes that a terminal sends, in pieces of any size, into keys.
///
/// Bytes that a terminal brackets as pasted are text, except line ends, which are the key Enter, so
/// that several commands can be pasted at once. A typed tab is nothing, and so is a sequence of a
/// key that has no meaning here.
struct KeyDecoder {
  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The received bytes that are not a whole key yet.
  private var waiting: [UInt8] = []
  private var isPasting = false

  /// Takes bytes.
  ///
  /// - Returns: The keys that are complete now.
  /// - Complexity: O(bytes).
  mutating func keys(for bytes: [UInt8]) -> [Key] {
    waiting += bytes
    var rest = waiting[...]
    var keys: [Key] = []
    while let first = rest.first, let taken = take(first, from: rest, into: &keys) {
      rest = rest.dropFirst(taken)
    }
    waiting = Array(rest)
    return keys
  }

  /// Takes one key, or an unknown sequence.
  ///
  /// - Returns: The number of its bytes; `nil` if more bytes are needed.
  private mutating func take(
    _ first: UInt8, from bytes: ArraySlice<UInt8>, into keys: inout [Key]
  ) -> Int? {
    if isPasting, first == Self.escape {
      let sent = bytes.prefix(Self.pasteEnd.count)
      guard Self.pasteEnd.starts(with: sent) else { return takeText(from: bytes, into: &keys) }
      guard sent.count == Self.pasteEnd.count else { return nil }
      isPasting = false
      return sent.count
    }
    switch first {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      // CRLF is a single line end.
      let isPair = bytes.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
      keys.append(.enter)
      return isPair ? 2 : 1
    case _ where isPasting: return takeText(from: bytes, into: &keys)
    case Self.escape: return takeSequence(from: bytes, into: &keys)
    case ..<0x20, 0x7F:
      if let key = Self.controls[first] { keys.append(key) }
      return 1
    default: return takeText(from: bytes, into: &keys)
    }
  }

  /// Takes characters up to the next key or the end; an incomplete character waits for its rest.
  private func takeText(from bytes: ArraySlice<UInt8>, into keys: inout [Key]) -> Int? {
    let length =
      bytes.dropFirst().firstIndex { byte in
        switch byte {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"), Self.escape: true
        case ..<0x20, 0x7F: !isPasting
        default: false
        }
      }.map { $0 - bytes.startIndex } ?? bytes.count - Self.cutOff(of: bytes)
    guard length > 0 else { return nil }
    keys.append(.text(String(decoding: bytes.prefix(length), as: UTF8.self)))
    return length
  }

  /// The number of bytes at the end that belong to an incomplete character.
  private static func cutOff(of bytes: ArraySlice<UInt8>) -> Int {
    let tail = bytes.suffix(4)
    guard let start = tail.lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }) else { return 0 }
    let there = tail.endIndex - start
    return there < length(ofCharacterFrom: tail[start]) ? there : 0
  }

  /// The number of bytes of a character of UTF-8, by its first byte; 1 for any other byte.
  private static func length(ofCharacterFrom first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// Takes `ESC` and its sequence: `[`, parameters and a letter or `~`; `[[` or `O` and a letter; a
  /// report of the terminal, such as `]` and a text up to `BEL` or another control character; or a
  /// key.
  private mutating func takeSequence(
    from bytes: ArraySlice<UInt8>, into keys: inout [Key]
  ) -> Int? {
    guard let kind = bytes.dropFirst().first else { return nil }
    switch kind {
    case UInt8(ascii: "[") where bytes.dropFirst(2).first == UInt8(ascii: "["):
      // A function key of the Linux console.
      return bytes.count > 3 ? 4 : nil
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // A report has no control characters. So after Alt and `]`, which look like its beginning, the
      // keys Enter and Ctrl-C still work.
      guard let end = bytes.dropFirst().firstIndex(where: { $0 < 0x20 || $0 == 0x7F })
      else { return nil }
      // `ESC \` is a sequence of its own.
      return end - bytes.startIndex + (bytes[end] == 0x07 ? 1 : 0)
    case UInt8(ascii: "["):
      let body = bytes.dropFirst(2)
      guard let last = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
      // A byte that is not a final byte ends an invalid sequence.
      guard (0x40...0x7E).contains(body[last]) else { return last - bytes.startIndex }
      let sequence = String(decoding: body[...last], as: UTF8.self)
      if sequence == "200~" { isPasting = true }
      if let key = Self.sequences[sequence] { keys.append(key) }
      return last + 1 - bytes.startIndex
    case UInt8(ascii: "O"):
      guard let letter = bytes.dropFirst(2).first else { return nil }
      // Alt and `O` before a control key.
      if letter < 0x20 { return 2 }
      let sequence = String(decoding: [letter], as: UTF8.self)
      if let key = Self.sequences[sequence] { keys.append(key) }
      return 3
    case UInt8(ascii: "b"): keys.append(.wordLeft)
    case UInt8(ascii: "f"): keys.append(.wordRight)
    case 0x7F, 0x08: keys.append(.killWord)
    // Escape is a key of its own before another control key.
    case ..<0x20: return 1
    default: break
    }
    let length = Self.length(ofCharacterFrom: kind)
    return bytes.count > length ? 1 + length : nil
  }

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right,
    0x08: .deleteBackward, 0x0B: .killToEnd, 0x0C: .clearScreen, 0x0E: .next, 0x10: .previous,
    0x15: .killToStart, 0x17: .killWord, 0x19: .yank, 0x1A: .suspend, 0x7F: .deleteBackward,
  ]

  private static let sequences: [String: Key] = [
    "A": .previous, "B": .next, "C": .right, "D": .left, "H": .home, "F": .end,
    "1~": .home, "7~": .home, "4~": .end, "8~": .end, "3~": .deleteForward,
    "1;5C": .wordRight, "1;5D": .wordLeft, "1;3C": .wordRight, "1;3D": .wordLeft,
  ]
}
