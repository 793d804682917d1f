import Testing
import Upkeep

// The shapes of declared derived properties and of those whose value is a `Result`. See
// `CallShapes.swift`.

/// Not `Equatable` on purpose.
private struct Size {
  var size: Int
}

private struct NotANumber: Error, Equatable {
  let text: String
}

private func parse(_ text: String) throws(NotANumber) -> Int {
  guard let number = Int(text) else { throw NotANumber(text: text) }
  return number
}

private func parseAny(_ text: String) throws -> Int { try parse(text) }

private func parseAny(_ text: String, scale: Int) throws -> Int { try parse(text) * scale }

@Suite(.leavesNothing) struct DeclaredCallShapes {
  let number = StoredProperty(3)
  let text = StoredProperty("12")
  let flag = StoredProperty(true)
  fileprivate let size = StoredProperty(Size(size: 5))
  let items = StoredProperty([1, 2])
  let maybe = StoredProperty<Int?>(nil)

  @Test func `one to ten declared inputs`() {
    let (a, b, c, d, e) = (number, text, flag, size, items)
    let f: Property<Int?> = maybe
    let g: DerivedProperty<Int> = a.map { $0 * 2 }
    let h = Property.constant(0.5)
    #expect(DerivedProperty(a) { $0 }.value == 3)
    #expect(DerivedProperty(a, b) { "\($0)\($1)" }.value == "312")
    #expect(DerivedProperty(a, b, c) { $2 ? $1 : "\($0)" }.value == "12")
    #expect(DerivedProperty(a, b, c, d) { $2 ? $0 + $3.size : $1.count }.value == 8)
    #expect(DerivedProperty(a, b, c, d, e) { [$0, $1.count, $3.size] + $4 }.value.count == 5)
    #expect(DerivedProperty(a, b, c, d, e, f) { a, _, _, _, _, f in f ?? a }.value == 3)
    #expect(DerivedProperty(a, b, c, d, e, f, g) { $0 + $6 }.value == 9)
    #expect(DerivedProperty(a, b, c, d, e, f, g, h) { a, _, _, _, _, _, _, h in h }.value == 0.5)
    #expect(
      DerivedProperty(a, b, c, d, e, f, g, h, a) { a, _, _, _, _, _, g, _, i in a + g + i }.value
        == 12)
    #expect(
      DerivedProperty(a, b, c, d, e, f, g, h, a, b) { (a, b, c, d, e, f, g, h, i, j) -> Size in
        Size(size: a + b.count + d.size + e.count + (f ?? 0) + g + Int(h) + i + j.count)
      }.value.size == 23)
  }

  @Test func `declared inputs with options`() {
    let (a, b) = (number, text)
    #expect(DerivedProperty(a, b, name: "n") { "\($0)\($1)" }.name == "n")
    #expect(DerivedProperty(a, b, changes: .always) { "\($0)\($1)" }.value == "312")
    #expect(DerivedProperty(a, changes: .equal, name: "n") { $0 }.value == 3)
    #expect(DerivedProperty(a, changes: ChangeRule { $0 != $1 }) { $0 }.value == 3)
    #expect(DerivedProperty(a, changes: ChangeRule { $0 != $1 }, calculate: { $0 }).value == 3)
    #expect(DerivedProperty(a, calculate: { $0 + 1 }).value == 4)
    #expect(DerivedProperty<Int?>(a) { $0 }.value == 3)
    #expect(DerivedProperty<Int?>(a) { _ in nil }.value == nil)
    #expect(DerivedProperty(a) { (number: Int) -> String in "\(number)" }.value == "3")
    #expect(DerivedProperty(a) { ($0, "x") }.value.1 == "x")
    #expect(DerivedProperty(a) { number in { number + 1 } }.value() == 4)
    let longer = DerivedProperty(a, items) { number, items in
      var sum = 0
      for item in items where item < number { sum += item }
      guard sum > 0 else { return "none" }
      return "\(sum)"
    }
    #expect(longer.value == "3")
    let branching = DerivedProperty(a, b) { number, text in
      switch number {
      case 0: text
      case 1...3: "few"
      default: "many"
      }
    }
    #expect(branching.value == "few")
  }

  @Test func `a list of inputs`() {
    let (a, b, items) = (number, text, [StoredProperty(1), StoredProperty(2)])
    #expect(DerivedProperty(dependencies: [a, b]) { "\(a.value)\(b.value)" }.value == "312")
    #expect(DerivedProperty(dependencies: items) { items.reduce(0) { $0 + $1.value } }.value == 3)
    #expect(DerivedProperty(dependencies: [a], name: "n") { a.value }.name == "n")
    #expect(DerivedProperty(dependencies: [a], changes: .always) { a.value }.value == 3)
    #expect(DerivedProperty(dependencies: [a], { Size(size: a.value) }).value.size == 3)
    #expect(DerivedProperty(dependencies: []) { 1 }.value == 1)
    let listed = DerivedProperty(dependencies: [a, b]) {
      let text = b.value
      return text + "\(a.value)"
    }
    #expect(listed.value == "123")
  }

  @Test func `catching, tracked and listed, and a declared Result`() throws {
    let (a, b) = (number, text)
    let parsed = DerivedProperty.catching { try parse(b.value) }
    #expect(try parsed.value.get() == 12)
    #expect(try DerivedProperty.catching(name: "n") { try parseAny(b.value) }.value.get() == 12)
    #expect(try DerivedProperty.catching { a.value }.value.get() == 3)
    #expect(
      try DerivedProperty.catching(dependencies: [b], name: "n") { try parse(b.value) }.value.get()
        == 12)
    #expect(try DerivedProperty.catching(dependencies: nil) { a.value }.value.get() == 3)
    #expect(
      try DerivedProperty.catching(dependencies: [a, b]) { "\(a.value)\(b.value)" }.value.get()
        == "312")
    #expect(try DerivedProperty(b) { text in Result { try parseAny(text) } }.value.get() == 12)
    let typed = DerivedProperty.catching { () throws(NotANumber) in try parse(b.value) }
    #expect(try typed.value.get() == 12)
    let typedDeclared = DerivedProperty(b, a) { text, number in
      Result { () throws(NotANumber) in try parse(text) + number }
    }
    #expect(try typedDeclared.value.get() == 15)
    let thrower: () throws(NotANumber) -> Int = { () throws(NotANumber) in try parse(b.value) }
    #expect(try DerivedProperty.catching(thrower).value.get() == 12)
    let inferred: DerivedProperty<Result<Int, any Error>> = .catching(dependencies: [a, b]) {
      guard let parsed = Int(b.value) else { throw NotANumber(text: b.value) }
      return parsed + a.value
    }
    #expect(try inferred.value.get() == 15)
    b.value = "x"
    #expect(throws: NotANumber(text: "x")) { try inferred.value.get() }
    #expect(throws: NotANumber(text: "x")) { try parsed.value.get() }
    #expect(throws: NotANumber(text: "x")) { try typed.value.get() }
    #expect(throws: NotANumber(text: "x")) { try typedDeclared.value.get() }
  }

  @Test func `properties of results, Equatable and not`() throws {
    let (a, b) = (number, text)
    let equatable = DerivedProperty { () -> Result<Int, NotANumber> in
      do throws(NotANumber) { return .success(try parse(b.value)) } catch { return .failure(error) }
    }
    let other = DerivedProperty { Result { try parseAny(b.value) } }
    let declared = DerivedProperty(b) { text in Result { try parseAny(text) } }
    let failure = Result<Int, NotANumber>.failure(NotANumber(text: "same"))
    let declaredEquatable = DerivedProperty(b) { Int($0).map { .success($0) } ?? failure }
    let mapped = b.map { text in Result { try parseAny(text) } }
    let stored = StoredProperty<Result<Int, any Error>>(.success(1))
    let storedEquatable = StoredProperty(Result<Int, NotANumber>.success(1), name: "stored")
    let ruled = DerivedProperty(b, changes: .equal) { Int($0).map { .success($0) } ?? failure }
    var runs = Array(repeating: -1, count: 8)
    let updater = Updater()
    func count<Value>(_ index: Int, _ property: Property<Value>) {
      updater.keepUpToDate(dependencies: [property]) { runs[index] += 1 }
    }
    count(0, equatable)
    count(1, other)
    count(2, declared)
    count(3, declaredEquatable)
    count(4, mapped)
    count(5, stored)
    count(6, storedEquatable)
    count(7, ruled)
    checkingInvariants(of: [a, b, stored, storedEquatable]) {
      // An equal success is none, a failure is always a change; a rule of one's own decides itself.
      for text in ["012", "x", "y", "1", "01"] { b.value = text }
      for _ in 0..<2 {
        stored.value = .success(1)
        storedEquatable.value = .success(1)
        stored.value = .failure(NotANumber(text: ""))
        storedEquatable.value = .failure(NotANumber(text: ""))
        stored.value = .failure(NotANumber(text: ""))
        storedEquatable.value = .failure(NotANumber(text: ""))
      }
    }
    #expect(runs == [3, 3, 3, 3, 3, 5, 5, 2])
  }

  private struct Broken: Error, Equatable {}
  private typealias Outcome = Result<Int, Broken>

  @Test
  func
    `however many inputs are declared, an equal success is no change and an equal failure is one`()
  {
    let source = StoredProperty(0)
    let (one, two) = (StoredProperty(0), StoredProperty(0))
    let third = StoredProperty(0)
    // 0 and 1 succeed alike, all above fail alike.
    func outcome(_ value: Int) -> Outcome { value < 2 ? .success(7) : .failure(Broken()) }
    let forms: [DerivedProperty<Outcome>] = [
      DerivedProperty(source) { outcome($0) },
      DerivedProperty(source, one) { first, _ in outcome(first) },
      DerivedProperty(source, one, two) { first, _, _ in outcome(first) },
      DerivedProperty(source, one, two, third) { first, _, _, _ in outcome(first) },
      DerivedProperty(dependencies: [source]) { outcome(source.value) },
      DerivedProperty { outcome(source.value) },
    ]
    let updater = Updater()
    var runs = Array(repeating: 0, count: forms.count)
    for (index, form) in forms.enumerated() {
      updater.keepUpToDate {
        _ = form.value
        runs[index] += 1
      }
    }
    source.value = 1
    #expect(runs == Array(repeating: 1, count: forms.count))
    for value in [2, 3] { source.value = value }
    #expect(runs == Array(repeating: 3, count: forms.count))
  }
}
