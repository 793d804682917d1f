import Foundation
import Testing
import UpkeepScope
import UpkeepStore

@Suite struct ValueDumpTests {
  private enum Step {
    case none
    case one(Int)
    case named(text: String)
    case several(Int, by: String)
    case nested(Point)
    case void(Void)
    case array([Int])
    indirect case then(Step)
  }
  private struct Point: Equatable {
    var x = 1
    var y = 2.5
  }
  private struct Empty {}
  private struct Box<Content> {
    struct Lid {}
    var content: Content
  }
  private class Animal {
    var name = "Rex"
  }
  private final class Dog: Animal {
    weak var owner: Animal?
    var friend: Dog?
  }
  private struct Shout: CustomStringConvertible {
    var text = "hey"
    var description: String { text.uppercased() }
  }
  private enum Filter: CustomStringConvertible {
    case all
    case some(Int)
    var description: String { "a filter" }
  }

  private func text(_ value: some Any) -> String { ValueDump(value).description }

  @Test func `numbers and truth values are shown as they print`() {
    let numbers: [Any] = [
      1, UInt8.max, -0.5, Double.nan, -Double.infinity, Float16(2), CGFloat(2), Decimal(3), true,
    ]
    #expect(
      numbers.map { text($0) } == ["1", "255", "-0.5", "nan", "-inf", "2.0", "2.0", "3", "true"])
  }

  @Test func `text is quoted as in Swift, and invisible characters are escaped`() {
    #expect(text("") == #""""#)
    #expect(text(#"a "b" \c"#) == #""a \"b\" \\c""#)
    #expect(
      text("\t\r\0\u{1B}\u{200B}\u{202E}\u{2028}") == #""\t\r\0\u{1B}\u{200B}\u{202E}\u{2028}""#)
    #expect(text("é 漢 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿") == "\"é 漢 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿\"")
    #expect(text("abc".dropFirst()) == #""bc""#)
    #expect(text(Character("\"")) == #""\"""#)
    #expect(text("a" as Unicode.Scalar) == #""a""#)
    #expect(text("a" as StaticString) == #""a""#)
  }

  @Test func `text of several lines is shown on as many`() {
    #expect(text("a\nb") == "\"\"\"\n  a\n  b\n  \"\"\"")
    #expect(text("\n") == "\"\"\"\n\n\n  \"\"\"")
    #expect(text("a\r\nb \n\"\"\"\"") == "\"\"\"\n  a\\r\n  b\\u{20}\n  \\\"\"\"\"\n  \"\"\"")
    #expect(
      text(["k": "a\nb", "l\n": ""]) == """
        [
          "k": \"""
            a
            b
            \""",
          "l\\n": ""
        ]
        """)
  }

  @Test func `an enumeration's payload is on one line as far as its parts are`() {
    #expect(text(Step.none) == "ValueDumpTests.Step.none")
    #expect(text(Step.one(1)) == "ValueDumpTests.Step.one(1)")
    #expect(text(Step.void(())) == "ValueDumpTests.Step.void")
    #expect(text(Step.named(text: "a")) == #"ValueDumpTests.Step.named(text: "a")"#)
    #expect(text(Step.several(1, by: "b")) == #"ValueDumpTests.Step.several(1, by: "b")"#)
    #expect(text(Step.array([])) == "ValueDumpTests.Step.array([])")
    #expect(
      text(Step.nested(Point())) == """
        ValueDumpTests.Step.nested(
          ValueDumpTests.Point(
            x: 1,
            y: 2.5
          )
        )
        """)
    #expect(
      text(Step.then(.one(1))) == """
        ValueDumpTests.Step.then(
          ValueDumpTests.Step.one(1)
        )
        """)
    #expect(text(Result<Int, CancellationError>.success(1)) == "Result.success(1)")
    #expect(text(Filter.all) == "ValueDumpTests.Filter(a filter)")
    #expect(text(Filter.some(1)) == "ValueDumpTests.Filter.some(1)")
  }

  @Test func `an optional is dumped as its content or as nil`() {
    #expect(text(Int?.none) == "nil")
    #expect(text(Int?.some(1)) == "1")
    #expect(text(Int??.some(nil)) == "Optional(nil)")
    #expect(text(Int???.some(.some(nil))) == "Optional(Optional(nil))")
    #expect(text(Int???.some(.some(1))) == "1")
    #expect(text(Int?.none as Any) == "nil")
    #expect(text(AnyHashable(AnyHashable("a"))) == #""a""#)
  }

  @Test func `a structure has a line for each field, and none if it has no fields`() {
    #expect(text(Empty()) == "ValueDumpTests.Empty()")
    #expect(
      text(Shout()) == """
        ValueDumpTests.Shout(
          text: "hey"
        )
        """)
  }

  @Test func `the names of types have no modules and no places of private types`() {
    struct Local {}
    #expect(text(Local()) == "ValueDumpTests.Local()")
    #expect(text(Box<Int>.Lid()) == "ValueDumpTests.Box.Lid()")
    #expect(text(Array<Int>.Inner()) == "Array.Inner()")
    #expect(text([String: Int?].self) == "Dictionary<String, Optional<Int>>.self")
    #expect(text(Box<Int>.Lid.self) == "ValueDumpTests.Box<Int>.Lid.self")
    #expect(text(((Int) -> String).self) == "(Int) -> String.self")
    #expect(text(Any.Type.self) == "Any.Type.self")
  }

  @Test func `elements have numbers, and keys and members are sorted by their texts`() {
    #expect(text([Int]()) == "[]")
    #expect(text([String: Int]()) == "[:]")
    #expect(text(Set<Int>()) == "Set([])")
    #expect(text([1, 2]) == "[\n  [0]: 1,\n  [1]: 2\n]")
    #expect(text([1, 2, 3].dropFirst()) == "[\n  [0]: 2,\n  [1]: 3\n]")
    #expect(text(["b": 1, "a": 2]) == "[\n  \"a\": 2,\n  \"b\": 1\n]")
    #expect(text(Set(["b", "a"])) == "Set([\n  \"a\",\n  \"b\"\n])")
    let names = Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", $0) })
    let reversed = Dictionary(uniqueKeysWithValues: (0..<100).reversed().map { ("k\($0)", $0) })
    #expect(text(names) == text(reversed))
    #expect(text(Set(names.keys)) == text(Set(reversed.keys.reversed())))
  }

  @Test func `sets in sets are sorted at every level, in a time that does not double with each`() {
    enum Tree: Hashable {
      case leaf(Int)
      indirect case branch(Set<Tree>)
    }
    func tree(isReversed: Bool) -> Tree {
      (1...50).reduce(.leaf(0)) { inner, number in
        let members = [inner, .leaf(number), .leaf(-number)]
        return .branch(Set(isReversed ? members.reversed() : members))
      }
    }
    #expect(text(tree(isReversed: true)) == text(tree(isReversed: false)))
    #expect(
      text(Set([Set([2, 1]), []])) == """
        Set([
          Set([
            1,
            2
          ]),
          Set([])
        ])
        """)
  }

  @Test func `a key with parts is one line`() {
    #expect(
      text([[1, 2]: Set([3])]) == """
        [
          [[0]: 1, [1]: 2]: Set([
            3
          ])
        ]
        """)
  }

  @Test func `a tuple is on one line as far as its parts are`() {
    #expect(text((1, b: "c")) == #"(1, b: "c")"#)
    #expect(text(()) == "()")
    #expect(
      text((1, at: Point())) == """
        (
          1,
          at: ValueDumpTests.Point(
            x: 1,
            y: 2.5
          )
        )
        """)
  }

  @Test func `an object is shown with what it inherits, and at the second time by name`() {
    let dog = Dog()
    dog.friend = dog
    #expect(
      text([dog, Dog()]) == """
        [
          [0]: ValueDumpTests.Dog(
            name: "Rex",
            owner: nil,
            friend: ValueDumpTests.Dog(↩︎)
          ),
          [1]: ValueDumpTests.Dog(
            name: "Rex",
            owner: nil,
            friend: nil
          )
        ]
        """)
    #expect(text([dog, dog]).components(separatedBy: "(↩︎)").count == 3)
    dog.friend = nil
  }

  @Test func `objects that all know each other are shown in a group of lines each`() {
    final class Peer { var peers: [Peer] = [] }
    let peers = (0..<30).map { _ in Peer() }
    for peer in peers { peer.peers = peers }
    #expect(text(peers).components(separatedBy: "Peer(\n").count == 31)
    for peer in peers { peer.peers = [] }
  }

  @Test func `types of the libraries are shown by their descriptions`() throws {
    let id = try #require(UUID(uuidString: "1D72C282-C057-45EA-9632-EFE8A02AA428"))
    #expect(text(id) == "UUID(1D72C282-C057-45EA-9632-EFE8A02AA428)")
    #expect(text(try #require(URL(string: "https://a.b/c"))) == "URL(https://a.b/c)")
    #expect(text(Date(timeIntervalSince1970: 0)) == "Date(1970-01-01 00:00:00 +0000)")
    #expect(text(Data([1, 2])) == "Data(2 bytes)")
    #expect(text(1..<3) == "Range(1..<3)")
    #expect(text(Duration.seconds(1)) == "Duration(1.0 seconds)")
    #expect(text(ObjectIdentifier(Int.self)).hasPrefix("ObjectIdentifier(0x"))
  }

  @Test func `functions, key paths, errors and actors have a text`() {
    actor Counter { var count = 1 }
    struct Failure: Error { var code = 1 }
    #expect(text({ 1 }) == "(Function)")
    #expect(text(\Point.x).hasPrefix(#"\"#))
    #expect(text(Counter()) == "ValueDumpTests.Counter(…)")
    #expect(text(Failure() as any Error) == "ValueDumpTests.Failure(\n  code: 1\n)")
    #expect(text([1, "a", nil] as [Any?]) == "[\n  [0]: 1,\n  [1]: \"a\",\n  [2]: nil\n]")
  }

  @Test func `a custom mirror decides the shown parts`() {
    struct Secret: CustomReflectable {
      var customMirror: Mirror { Mirror(self, children: ["length": 3, "_kind": 1]) }
    }
    struct Pile: CustomReflectable {
      var customMirror: Mirror {
        Mirror(self, unlabeledChildren: [1, 2], displayStyle: .collection)
      }
    }
    struct Closed: CustomReflectable, CustomStringConvertible {
      var description: String { "a\nb" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    #expect(text(Secret()) == "ValueDumpTests.Secret(\n  length: 3,\n  kind: 1\n)")
    #expect(text(Pile()) == "ValueDumpTests.Pile([\n  [0]: 1,\n  [1]: 2\n])")
    #expect(text(Closed()) == "ValueDumpTests.Closed(a\n  b)")
  }

  @Test func `the storage of wrapped and lazy properties is shown under their names`() {
    @propertyWrapper struct Clamped { var wrappedValue: Int }
    struct Settings {
      @Clamped var volume = 3
      lazy var size = 1
      var _raw = 1
      var raw = 2
    }
    #expect(
      text(Settings()) == """
        ValueDumpTests.Settings(
          volume: ValueDumpTests.Clamped(
            wrappedValue: 3
          ),
          size: nil,
          _raw: 1,
          raw: 2
        )
        """)
  }

  @Test func `a part deeper than 64 levels is an ellipsis, however deep it is`() {
    final class Link {
      var next: Link?
      init(_ next: Link?) { self.next = next }
    }
    var links: [Link] = []
    for _ in 0..<100_000 { links.append(Link(links.last)) }
    let lines = text(links.last as Any).split(separator: "\n")
    #expect(lines.count == 64 * 2 + 1)
    #expect(lines[64] == String(repeating: "  ", count: 64) + "next: ValueDumpTests.Link(…)")
    for link in links { link.next = nil }
  }

  // MARK: - Loadables

  private struct Broken: Error, Equatable {}

  private func text(_ loadable: Loadable<Int>) -> String { ValueDump(loadable).description }

  @Test func `a loadable is dumped as the call that makes it`() {
    #expect(text(.loading) == "Loadable.loading")
    #expect(text(.loading(previous: 1)) == "Loadable.loading(previous: 1)")
    #expect(text(.value(1)) == "Loadable.value(1)")
    #expect(text(.failed(Broken())) == "Loadable.failed(ValueDumpTests.Broken())")
    #expect(
      text(.failed(Broken(), previous: 1))
        == "Loadable.failed(ValueDumpTests.Broken(), previous: 1)")
    #expect(ValueDump(Loadable<Int?>.value(nil)).description == "Loadable.value(nil)")
  }

  @Test func `a difference of loadables is a difference of their parts`() {
    #expect(ValueDump.difference(from: Loadable.value(1), to: .value(1)) == nil)
    #expect(
      ValueDump.difference(from: Loadable.value(1), to: .loading(previous: 1))
        == "- Loadable.value(1)\n+ Loadable.loading(previous: 1)")
    #expect(
      ValueDump.difference(from: Loadable.value([1, 2, 3]), to: .value([1, 2, 4])) == """
          Loadable.value(
            [
              … (2 unchanged)
        -     [2]: 3
        +     [2]: 4
            ]
          )
        """)
  }
}

extension Array {
  fileprivate struct Inner {}
}
