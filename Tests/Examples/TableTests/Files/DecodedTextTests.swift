import ExampleScripts
import Testing

@testable import LiveTable

@Suite struct DecodedTextTests {
  /// The encoding and the text; for a mistake its message.
  private func decode(_ bytes: [UInt8]) -> String {
    do throws(FileMistake) {
      let text = try DecodedText(bytes)
      return "\(text.encoding.rawValue): \(String(decoding: text.bytes, as: UTF8.self))"
    } catch {
      return "\(error)"
    }
  }

  @Test func `UTF-8 is the text itself, without a mark`() {
    #expect(decode(Array("\u{FEFF}aé".utf8)) == "UTF-8: aé")
    #expect(decode([]) == "UTF-8: ")
    #expect(decode([0x61]) == "UTF-8: a")
  }

  @Test(arguments: [true, false])
  func `UTF-16 is known by its mark, or by a zero in front`(isBigEndian: Bool) {
    let text = "ab,é🙂\nx"
    #expect(decode(utf16("\u{FEFF}" + text, isBigEndian)) == "UTF-16: \(text)")
    #expect(decode(utf16(text, isBigEndian)) == "UTF-16: \(text)")
    #expect(decode(utf16("\u{FEFF}", isBigEndian)) == "UTF-16: ")
  }

  @Test func `half of a character of UTF-16 is a mistake where it stands`() {
    let mark: [UInt8] = [0xFF, 0xFE]
    let mistake = "2:2: expected UTF-16, found half of a character"
    #expect(decode(mark + [0x61, 0, 0x0A, 0, 0x62, 0, 0x3D, 0xD8, 0x63, 0]) == mistake)
    #expect(decode(mark + [0x61, 0, 0x0A, 0, 0x62, 0, 0x63]) == mistake)
  }

  @Test func `bytes that are not UTF-8 are Windows-1252`() {
    #expect(decode([0x63, 0x61, 0x66, 0xE9, 0x80, 0x9F, 0xFF]) == "Windows-1252: café€Ÿÿ")
    // The first two bytes are valid UTF-8, the others are not.
    #expect(decode([0xC2, 0xB0, 0xE9, 0x2C, 0xE8, 0x2C]) == "Windows-1252: Â°é,è,")
    #expect(
      decode([0x61, 0x0A, 0xE9, 0x81])
        == "2:2: expected UTF-8, UTF-16 or Windows-1252, found the byte 0x81")
  }

  @Test func `UTF-8 that is damaged is a mistake where it is`() {
    #expect(
      decode(Array("é\nüx".utf8) + [0xFF] + Array("y".utf8))
        == "2:3: expected UTF-8, found the byte 0xFF")
  }
}
