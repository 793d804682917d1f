import Foundation
import Testing

@testable import Spreadsheet

@Suite struct SaveTests {
  /// Runs lines on `a.csv` and returns the files in the directory afterwards.
  private func save(
    _ file: String, _ lines: String...
  ) throws -> (files: [String: String], outcome: Program.Outcome) {
    try Program.withDirectory { directory in
      try Data(file.utf8).write(to: directory.appendingPathComponent("a.csv"))
      let input = Data(lines.map { $0 + "\n" }.joined().utf8)
      let outcome = try Program.run(["a.csv"], in: directory, input: input)
      var files: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        files[name] = try? String(
          contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
      }
      return (files, outcome)
    }
  }

  @Test func `contents are written as they were typed`() throws {
    let (files, outcome) = try save(
      "\u{FEFF}1.50,= a1 * 2 ,\"x\r\ny\",,\r\n,,\r\n\"'q\"\"\",=1+,,\r\n,\r\n", "save b c.csv")
    #expect(outcome == .init())
    #expect(files["b c.csv"] == "1.50,= a1 * 2 ,\"x\r\ny\"\n\n\"'q\"\"\",=1+\n")
    #expect(files.count == 2)
  }

  @Test func `a file replaces itself, and nothing else stays behind`() throws {
    let (files, _) = try save("1\n2\n", "clear A2", "set B1 = a,b", "save a.csv")
    #expect(files == ["a.csv": "1,\"a,b\"\n"])
  }

  @Test func `an empty sheet is an empty file`() throws {
    #expect(try save("1\n", "clear A1", "save b.csv").files["b.csv"] == "")
  }

  @Test(arguments: ["missing/b.csv", ".", "/dev/null", "/proc/b.csv", ""])
  func `a save that fails says why, the rest goes on, and the status is 1`(path: String) throws {
    let (files, outcome) = try save("1\n", "save \(path)", "get A1")
    #expect(files == ["a.csv": "1\n"])
    #expect(outcome.output == "A1 = 1\n")
    #expect(outcome.errors.hasPrefix("sheet: "))
    #expect(outcome.status == (path.isEmpty ? 0 : 1))
  }

  @Test func `a symbolic link stays, and permissions stay`() throws {
    try Program.withDirectory { directory in
      let file = directory.appendingPathComponent("a.csv")
      let link = directory.appendingPathComponent("link.csv")
      try Data("1\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      _ = try Program.run(
        ["link.csv"], in: directory, input: Data("set A1 = 2\nsave link.csv\n".utf8))
      #expect(try String(contentsOf: file, encoding: .utf8) == "2\n")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
  }
}
