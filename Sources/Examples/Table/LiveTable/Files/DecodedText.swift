import DelimitedText

/// The text of a file in UTF-8, whatever it was written in.
struct DecodedText {
  /// The encodings that are understood.
  enum Encoding: String {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
    case windows1252 = "Windows-1252"
  }

  /// The text in UTF-8, without a byte-order mark.
  private(set) var bytes: [UInt8] = []
  let encoding: Encoding

  /// Reads bytes: in UTF-16 where a byte-order mark says so, or where one byte of the first two is
  /// zero; otherwise in UTF-8; otherwise in Windows-1252, unless most of what is not ASCII is
  /// UTF-8, for then a file is damaged.
  ///
  /// - Throws: A ``FileMistake`` at the first byte that stands for nothing.
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

  /// The order of the bytes of UTF-16; `nil` where there is none.
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

  /// The length of the beginning that is UTF-8; the characters of UTF-8 that are not ASCII, and the
  /// bytes that belong to none.
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

  /// A mistake behind what has been read.
  private func mistake(_ expected: String, _ found: String) -> FileMistake {
    FileMistake(
      CSVError(.invalidUTF8, at: bytes.count, in: bytes), expected: expected, found: found)
  }

  private static func name(_ byte: UInt8) -> String {
    "the byte 0x\(String(byte, radix: 16, uppercase: true))"
  }

  /// The characters of the bytes from 0x80 to 0x9F; 0 where there is none.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
