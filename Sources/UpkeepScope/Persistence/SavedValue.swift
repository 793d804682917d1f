#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A saved value with its envelope, which identifies it.
struct SavedValue<Value> {
  let value: Value

  static func encoded(_ value: Value, key: String, version: Int) throws -> Data
  where Value: Encodable {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(Envelope(key: key, version: version, value: value))
  }

  static func decoded(from data: Data, key: String, version: Int) throws -> Value
  where Value: Decodable {
    let decoder = JSONDecoder()
    decoder.userInfo[.expectation] = Expectation(key: key, version: version)
    return try decoder.decode(SavedValue.self, from: data).value
  }
}

/// The error for a saved value of another version.
struct OtherVersion: Error {
  let version: Int
}

private struct Expectation: Sendable {
  let key: String
  let version: Int
}

private let savedFormat = "upkeep atom 1"

/// Returns whether bytes are an enveloped value, for any key and version.
func isEnvelope(_ data: Data) -> Bool {
  struct Header: Decodable { let format: String }
  return (try? JSONDecoder().decode(Header.self, from: data))?.format == savedFormat
}

/// Wraps a JSON value in its envelope.
func envelope(of value: Data, key: String, version: Int) throws -> Data {
  var data = Data(#"{"format":"\#(savedFormat)","key":"#.utf8)
  data.append(try JSONEncoder().encode(key))
  data.append(Data(#","value":"#.utf8))
  data.append(value)
  data.append(Data(#","version":\#(version)}"#.utf8))
  return data
}

private enum EnvelopeKeys: String, CodingKey {
  case format, key, value, version
}

private struct Envelope<Value: Encodable>: Encodable {
  var format = savedFormat
  let key: String
  let version: Int
  let value: Value
}

extension CodingUserInfoKey {
  fileprivate static var expectation: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "upkeep.expectation") else {
      preconditionFailure("Upkeep: a coding key must be made of any text")
    }
    return key
  }
}

extension SavedValue: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
    let format = try envelope.decode(String.self, forKey: .format)
    guard format == savedFormat else {
      throw SavedValueError("its format is to be '\(savedFormat)', and is '\(format)'")
    }
    if let expected = decoder.userInfo[.expectation] as? Expectation {
      let key = try envelope.decode(String.self, forKey: .key)
      guard key == expected.key else {
        throw SavedValueError("it is to be that of '\(expected.key)', and is that of '\(key)'")
      }
      // A value that was saved without a version has version 1.
      let version = try envelope.decodeIfPresent(Int.self, forKey: .version) ?? 1
      guard version == expected.version else { throw OtherVersion(version: version) }
    }
    value = try envelope.decode(Value.self, forKey: .value)
  }
}
