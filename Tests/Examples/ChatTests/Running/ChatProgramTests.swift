import ExampleProgram
import Foundation
import Testing

@Suite struct ChatProgramTests {
  private let chat = Program("chat")

  @Test func `chat without a file plays the bundled conversation, to the letter`() throws {
    let url = try #require(Bundle.module.url(forResource: "conversation", withExtension: "txt"))
    let expected = try String(contentsOf: url, encoding: .utf8)
    let outcome = try chat.run()
    #expect(outcome == .init(output: expected))
  }

  @Test func `a file and standard input are played alike`() throws {
    let script = "draft Hi\nsend\nwait 0.5"
    let expected = Program.Outcome(
      output: """
        draft Hi
            (no messages)
            > Hi_
        send
            me: Hi  (sending)
        wait 0.5
            me: Hi

        """)
    #expect(try chat.run("a.chat", script: Array(script.utf8)) == expected)
    #expect(try chat.run("-", input: script) == expected)
    #expect(try chat.run("-", input: script + "\n") == expected)
    let windows = "\u{FEFF}" + script.replacingOccurrences(of: "\n", with: "\r\n") + "\r\n"
    #expect(try chat.run("-", input: windows) == expected)
  }

  @Test func `a wrong line says where and what, the rest goes on, and the status is 1`() throws {
    let script =
      Array("lod\nload now\n# fine\n\nwait x\ndraft ".utf8) + [0xFF, 0x0A] + "load\n".utf8
    let outcome = try chat.run("a.chat", script: script)
    #expect(
      outcome
        == .init(
          output: "load\n    (loading)\n",
          errors: """
            a.chat:1:1: expected load, receive, draft, send, fail-next, retry, search, cancel-search, \
            wait, undo or redo, found "lod"
            a.chat:2:6: expected the end of the line, found "now"
            a.chat:5:6: expected seconds from 0 to 3600, with at most three digits behind the point, \
            found "x"
            a.chat:6:7: expected UTF-8, found the byte 0xFF

            """,
          status: 1))
    #expect(
      try chat.run("-", input: "send now").errors
        == "standard input:1:6: expected the end of the line, found \"now\"\n")
  }

  @Test func `an empty file shows nothing, and is no mistake`() throws {
    #expect(try chat.run("a.chat", script: []) == .init())
    #expect(try chat.run("-") == .init())
    #expect(try chat.run("a.chat", script: Array("\r\n\n\r\n".utf8)) == .init())
  }

  @Test func `a line may be very long, and hold zeros`() throws {
    let text = String(repeating: "y", count: 3_000_000)
    let outcome = try chat.run("a.chat", script: Array("receive A: \(text)\0\n".utf8))
    #expect(outcome.output == "receive A: \(text)\\u{0}\n    A: \(text)\\u{0}\n")
    #expect(outcome.status == 0)
    let wrong = try chat.run("a.chat", script: Array(text.utf8))
    #expect(wrong.status == 1)
    #expect(wrong.errors.utf8.count < 300)
  }

  @Test func `a file that cannot be read has status 2`() throws {
    #expect(
      try chat.run("no.chat")
        == .init(errors: "chat: no.chat: No such file or directory\n", status: 2))
    #expect(try chat.run(".") == .init(errors: "chat: .: Is a directory\n", status: 2))
    #expect(
      try chat.run("") == .init(errors: "chat: \"\": No such file or directory\n", status: 2))
  }

  @Test(arguments: [
    ("--foo", "--trace", "--trace, --help or a file, found \"--foo\""),
    ("--trace", "-x", "--trace, --help or a file, found \"-x\""),
    ("--trace=1", "-", "--trace, --help or a file, found \"--trace=1\""),
    ("a.chat", "b.chat", "one file, found \"a.chat\" and \"b.chat\""),
    ("-", "-", "one file, found \"-\" and \"-\""),
  ])
  func `a wrong command line has status 2`(first: String, second: String, problem: String) throws {
    #expect(
      try chat.run(first, second)
        == .init(
          errors: "chat: expected \(problem)\nusage: chat [--trace] [FILE | -]\n", status: 2))
  }

  @Test func `help explains the language`() throws {
    let outcome = try chat.run("--help")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.hasPrefix("usage: chat [--trace] [FILE | -]\n"))
    for word in [
      "load", "receive", "draft", "send", "fail-next", "retry", "search",
      "cancel-search", "wait",
    ] {
      #expect(outcome.output.contains("\n\(word) "), "\(word)")
    }
  }

  @Test func `a trace comes with the screens`() throws {
    let outcome = try chat.run("--trace", "-", input: "load\n")
    #expect(outcome.output.contains("  | Effect started:\n"))
    #expect(outcome.output.hasSuffix("    (loading)\n"))
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `output that cannot be written is a failure`() throws {
    let outcome = try chat.run(output: URL(fileURLWithPath: "/dev/full"))
    #expect(outcome.status == 2)
    #expect(outcome.errors == "chat: standard output: No space left on device\n")
  }
}
