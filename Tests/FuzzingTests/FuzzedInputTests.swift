import Foundation
import Testing

@testable import Differential

/// The inputs that the fuzzer found interesting (`.ci/fuzz-coverage`).
///
/// They reach every path through the tested code that the fuzzer knows. The short form runs every
/// fifth script.
@Suite struct FuzzedInputTests {
  @Test func `a sheet survives writing, and bytes that are no sheet give an error with its place`()
  {
    let inputs = inputs("csv")
    #expect(inputs.compactMap { CSVClaims.violation($0) } == [])
  }

  @Test func `a random sheet survives writing, and other bytes give an error with its place`() {
    let alphabet: [String] = ["a", ",", " ", "\"", "\n", "\r", "é", "\u{FEFF}", "=", "'"]
    var random = SplitMix64(seed: 7)
    let inputs: [[UInt8]] = (0..<300).map { _ in
      (0..<random.below(12)).flatMap { _ in alphabet[random.below(alphabet.count)].utf8 }
    }
    #expect(inputs.compactMap { CSVClaims.violation($0) } == [])
  }

  @Test func `a formula survives printing, and other texts give an error with its place`() {
    let inputs = inputs("formula")
    #expect(inputs.compactMap { FormulaClaims.violation($0) } == [])
  }

  @Test func `scripts made from bytes agree with the oracle`() async {
    let inputs = inputs("script")
    let found = await onItsOwnThread {
      stride(from: 0, to: inputs.count, by: amount(5, long: 1))
        .compactMap { Check.oracle(bytes: inputs[$0]) }
    }
    #expect(found == [])
  }

  @Test func `any bytes make a script, even none, and equal bytes make equal scripts`() async {
    for bytes in [[], [0], [UInt8](repeating: 0, count: 500), [UInt8](repeating: 255, count: 500)] {
      let script = Generator.script(bytes: bytes)
      #expect(!script.isEmpty)
      #expect(script == Generator.script(bytes: bytes))
      #expect(await onItsOwnThread { Runner.difference(script) } == nil)
    }
  }

  @Test func `a byte decides one choice of the generator`() {
    let scripts = (0..<UInt8(100)).map { Generator.script(bytes: [0, $0]) }
    #expect(Set(scripts).count > 3)
  }

  /// The inputs of a file, one on each line; `\xNN` stands for a byte.
  private func inputs(_ name: String) -> [[UInt8]] {
    let file = Bundle.module.bundleURL.appendingPathComponent("Corpus/\(name).txt")
    let lines = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let inputs = lines.split(separator: "\n").map { bytes(escaped: $0.utf8) }
    #expect(inputs.count > 10)
    return inputs
  }

  private func bytes(escaped line: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = line[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
      UInt8(digits, radix: 16).map { bytes.append($0) }
      rest = rest.dropFirst(3)
    }
    return bytes
  }
}
