import DelimitedText
import ExampleScripts

/// The text of a file, converted to UTF-8.
struct DecodedText {
  /// The encodings that can be decoded.
  enum Encoding: String {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
    case windows1252 = "Windows-1252"
  }

  /// The text in UTF-8, without a byte-order mark.
  private(set) var bytes: [UInt8] = []
  let encoding: Encoding

  /// Decodes bytes.
  ///
  /// The bytes are UTF-16 if they begin with its byte-order mark, or if exactly one of the first
  /// two bytes is zero; otherwise UTF-8 if they are valid UTF-8; otherwise Windows-1252. Invalid
  /// UTF-8 with more characters beyond ASCII than errors is damaged UTF-8, and not Windows-1252.
  ///
  /// - Throws: A ``FileMistake`` at the first byte that cannot be decoded.
  init(_ raw: [UInt8]) throws(FileMistake) {
    if let isBigEndian = Self.isBigEndian(raw) {
      encoding = .utf16
      try readUTF16(raw, isBigEndian)
    } else if String(decoding: raw, as: UTF8.self).utf8.elementsEqual(raw) {
      encoding = .utf8
      bytes = raw.starts(with: CSVReader.byteOrderMark) ? Array(raw.dropFirst(3)) : raw
    } else {
      encoding = .windows1252
      try readWindows1252(raw)
    }
  }

  /// The byte order of UTF-16; `nil` if the bytes are not UTF-16.
  private static func isBigEndian(_ raw: [UInt8]) -> Bool? {
    guard raw.count > 1 else { return nil }
    return switch (raw[0], raw[1]) {
    case (0xFE, 0xFF), (0, 1...): true
    case (0xFF, 0xFE), (1..., 0): false
    default: nil
    }
  }

  private mutating func readUTF16(_ raw: [UInt8], _ isBigEndian: Bool) throws(FileMistake) {
    var units = stride(from: 0, to: raw.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(raw[index]), UInt16(raw[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if units[0] == 0xFEFF { units.removeFirst() }
    let isBroken = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { bytes.append($0) }
    if isBroken || !raw.count.isMultiple(of: 2) {
      throw mistake("UTF-16", "half of a character")
    }
  }

  private mutating func readWindows1252(_ raw: [UInt8]) throws(FileMistake) {
    let (valid, characters, strays) = Self.contents(of: raw)
    if characters > strays {
      bytes = Array(raw[..<valid])
      throw mistake("UTF-8", Self.name(raw[valid]))
    }
    bytes.reserveCapacity(raw.count + raw.count / 8)
    for byte in raw {
      let code = (0x80..<0xA0).contains(byte) ? Self.windows1252[Int(byte) - 0x80] : UInt16(byte)
      guard let scalar = Unicode.Scalar(code), code != 0 || byte == 0 else {
        throw mistake("UTF-8, UTF-16 or Windows-1252", Self.name(byte))
      }
      bytes.append(contentsOf: scalar.utf8)
    }
  }

  /// The length of the prefix that is UTF-8, the number of UTF-8 characters beyond ASCII, and the
  /// number of decoding errors.
  private static func contents(
    of raw: [UInt8]
  ) -> (valid: Int, characters: Int, strays: Int) {
    var decoder = UTF8()
    var iterator = raw.makeIterator()
    var (valid, characters, strays) = (0, 0, 0)
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        if strays == 0 { valid += UTF8.width(scalar) }
        if !scalar.isASCII { characters += 1 }
      case .error: strays += 1
      case .emptyInput: return (valid, characters, strays)
      }
    }
  }

  /// A mistake directly after the decoded text.
  private func mistake(_ expected: String, _ found: String) -> FileMistake {
    FileMistake(at: bytes.count, in: bytes, expected: expected, found: found)
  }

  private static func name(_ byte: UInt8) -> String {
    "the byte 0x\(String(byte, radix: 16, uppercase: true))"
  }

  /// The characters of the bytes from 0x80 to 0x9F; 0 for a byte without a character.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
