import Testing

@testable import ExampleScripts

@Suite struct TextOutputTests {
  @Test func `an output calls its closure before it writes, and only then`() {
    let output = TextOutput(to: FileDescriptor(-1))
    var calls = 0
    output.beforeWriting = { calls += 1 }
    output.flush()
    output.printPart("a")
    #expect(calls == 0)
    output.flush()
    #expect(calls == 1 && output.failure != nil)
    output.flush()
    #expect(calls == 1)
  }
}
