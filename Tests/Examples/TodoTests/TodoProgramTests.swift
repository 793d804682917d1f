import ExampleProgram
import Foundation
import Testing

@Suite struct TodoProgramTests {
  private let todo = Program("todo")

  @Test func `todo without a file plays the bundled script`() throws {
    let outcome = try todo.run()
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasSuffix(
        """
        answer
            [Home 3]  Work 0
            1.   Buy tea
            2.   Call Ann
            5.   Buy milk
            (taken back: the service is full)
        search buy
            [Home 3]  Work 0
            search: buy
            1.   Buy tea
            5.   Buy milk
            (taken back: the service is full)
        search
            [Home 3]  Work 0
            1.   Buy tea
            2.   Call Ann
            5.   Buy milk
            (taken back: the service is full)
        undo
            [Home 2]  Work 0
            1.   Buy tea
            2.   Call Ann
        redo
            [Home 3]  Work 0
            1.   Buy tea
            2.   Call Ann
            5.   Buy milk
        restart
            [Home 3]  Work 0
            1.   Buy tea
            2.   Call Ann
            5.   Buy milk

        """))
  }

  @Test func `a wrong line says where and what, loses nothing, and the status is 1`() throws {
    let script = "add tea\nad milk\n\ndone x\ndone 7\nundo now\nredo\nadd\nlist\n# fine\ndone 1\n"
    #expect(
      try todo.run("a.todo", script: Array(script.utf8))
        == .init(
          output: "add tea\n    [Home 1]\n    1.   tea\ndone 1\n    [Home 0]\n    1. x tea\n",
          errors: """
            a.todo:2:1: expected add, done, open, remove, list, search, undo, redo, hold, answer, \
            fail-next or restart, found "ad"
            a.todo:4:6: expected the number of an item, found "x"
            a.todo:5:6: expected the number of an item that there is, found "7"
            a.todo:6:6: expected the end of the line, found "now"
            a.todo:7:1: there is nothing to redo
            a.todo:8:4: expected the title of an item, found the end of the line
            a.todo:9:5: expected the name of a list, found the end of the line

            """,
          status: 1))
  }

  @Test func `a restart forgets edits that wait for an answer, and saves later ones`() throws {
    let script = "hold\nadd tea\nadd rye\nrestart\nadd milk\nanswer\nrestart\n"
    let outcome = try todo.run("-", input: script)
    #expect(outcome.errors == "" && outcome.status == 0)
    #expect(
      outcome.output.hasSuffix(
        """
            1.   tea
            2.   rye
        restart
            [Home 0]
        add milk
            [Home 1]
            3.   milk
        answer
            [Home 1]
            3.   milk
        restart
            [Home 1]
            3.   milk

        """))
  }

  @Test func `state is saved in the folder that is named`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "todo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let option = "--folder=\(folder.path)"
    _ = try todo.run(option, "-", input: "add tea\n")
    #expect(
      try todo.run(option, "-", input: "add milk")
        == .init(output: "add milk\n    [Home 2]\n    1.   tea\n    2.   milk\n"))
  }

  @Test func `help explains the language, and a wrong command line the options`() throws {
    let outcome = try todo.run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("usage: todo [--folder=FOLDER] [FILE | -]\n"))
    #expect(outcome.output.contains("\nfail-next [REASON]  lets the next request fail\n"))
    #expect(
      try todo.run("--fold")
        == .init(
          errors: """
            todo: expected --folder=FOLDER, --help or a file, found "--fold"
            usage: todo [--folder=FOLDER] [FILE | -]

            """, status: 2))
  }

  #if !canImport(SwiftUI)
    @Test func `the app says that it needs SwiftUI`() throws {
      #expect(
        try Program("TodoApp").run()
          == .init(
            errors:
              "TodoApp: expected SwiftUI, found none on this system; try: swift run todo\n",
            status: 1))
    }
  #endif
}
