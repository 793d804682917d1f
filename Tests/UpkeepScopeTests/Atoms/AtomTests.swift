import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Values that are not `Sendable`: an atom is made of a closure that makes them.
@Suite(.leavesNothing) struct AtomTests {
  private let scope = Scope()

  private final class Document {
    var title = ""
  }

  private struct Page: Equatable {
    var number: Int
    // Shared by all copies of one value, and so nothing to send.
    let document: Document

    static func == (left: Page, right: Page) -> Bool { left.number == right.number }
  }

  private enum Library {
    static let document = Atom { Document() }
    static let loose = Atom(changes: .always) { Page(number: 1, document: Document()) }
    static let page = Atom { Page(number: 1, document: Document()) }
  }

  @Test func `an instance that cannot be sent is made once in each scope, and shared by none`() {
    let (one, two) = (Scope(), Scope())
    one[Library.document].title = "one"
    #expect((one[Library.document].title, two[Library.document].title) == ("one", ""))
    #expect(one[Library.document] === one[Library.document])
    #expect(one[Library.page].document !== two[Library.page].document)
  }

  @Test func `a value that cannot be sent is compared by its ==, or the rule of its atom`() {
    let probe = RenderProbe(scope) { $0[Library.page].number }
    let first = scope[Library.page].document
    scope[Library.page] = Page(number: 1, document: Document())
    #expect(scope[Library.page].document === first)
    scope[Library.page] = Page(number: 2, document: Document())
    #expect(probe.frames == [1, 2])
    let loose = RenderProbe(scope) { $0[Library.loose].number }
    scope[Library.loose] = Page(number: 1, document: Document())
    #expect(loose.frames == [1, 1])
  }

  @Test func `reset makes an instance that cannot be sent anew`() {
    let first = scope[Library.document]
    scope.reset(Library.document)
    #expect(scope[Library.document] !== first)
  }

  private enum InOneLine {
    static let first = Atom(1), second = Atom(10)
  }

  @Test func `two atoms in one declaration are two`() {
    #expect((scope[InOneLine.first], scope[InOneLine.second]) == (1, 10))
  }
}
