import Testing
import Upkeep

// Every form of call that makes a declared derived property, or a derived property whose value is a
// `Result`. See `CallShapes.swift`.

private struct NotANumber: Error, Equatable {
  let text: String
}

private func parse(_ text: String) throws(NotANumber) -> Int {
  guard let number = Int(text) else { throw NotANumber(text: text) }
  return number
}

private func parseAny(_ text: String) throws -> Int { try parse(text) }

@Suite(.leavesNothing) struct DeclaredCallShapes {
  let number = StoredProperty(3)
  let text = StoredProperty("12")
  let flag = StoredProperty(true)
  let opaque = StoredProperty(Opaque(number: 5))
  let items = StoredProperty([1, 2])
  let maybe = StoredProperty<Int?>(nil)

  @Test func `derived properties take one to ten declared inputs`() {
    let (a, b, c, d, e) = (number, text, flag, opaque, items)
    let f: Property<Int?> = maybe
    let g: DerivedProperty<Int> = a.map { $0 * 2 }
    let h = Property.constant(0.5)
    #expect(DerivedProperty(a) { $0 }.value == 3)
    #expect(DerivedProperty(a, b) { "\($0)\($1)" }.value == "312")
    #expect(DerivedProperty(a, b, c) { $2 ? $1 : "\($0)" }.value == "12")
    #expect(DerivedProperty(a, b, c, d) { $2 ? $0 + $3.number : $1.count }.value == 8)
    #expect(DerivedProperty(a, b, c, d, e) { [$0, $1.count, $3.number] + $4 }.value.count == 5)
    #expect(DerivedProperty(a, b, c, d, e, f) { a, _, _, _, _, f in f ?? a }.value == 3)
    #expect(DerivedProperty(a, b, c, d, e, f, g) { $0 + $6 }.value == 9)
    #expect(DerivedProperty(a, b, c, d, e, f, g, h) { a, _, _, _, _, _, _, h in h }.value == 0.5)
    #expect(
      DerivedProperty(a, b, c, d, e, f, g, h, a) { a, _, _, _, _, _, g, _, i in a + g + i }.value
        == 12)
    #expect(
      DerivedProperty(a, b, c, d, e, f, g, h, a, b) { (a, b, c, d, e, f, g, h, i, j) -> Opaque in
        Opaque(number: a + b.count + d.number + e.count + (f ?? 0) + g + Int(h) + i + j.count)
      }.value.number == 23)
  }

  @Test func `declared inputs take each option`() {
    let a = number
    #expect(DerivedProperty(a, changes: .equal, name: "n") { $0 }.value == 3)
    #expect(DerivedProperty(a, changes: ChangeRule { $0 != $1 }) { $0 }.value == 3)
    #expect(DerivedProperty(a, calculate: { $0 + 1 }).value == 4)
    #expect(DerivedProperty<Int?>(a) { $0 }.value == 3)
    #expect(DerivedProperty(a) { (number: Int) -> String in "\(number)" }.value == "3")
    #expect(DerivedProperty(a) { ($0, "x") }.value.1 == "x")
    #expect(DerivedProperty(a) { number in { number + 1 } }.value() == 4)
    let longer = DerivedProperty(a, items) { number, items in
      guard number > 0 else { return "none" }
      return "\(items.count)"
    }
    #expect(longer.value == "2")
  }

  @Test func `a list of inputs takes each call shape`() {
    let (a, b, items) = (number, text, [StoredProperty(1), StoredProperty(2)])
    #expect(DerivedProperty(dependencies: [a, b]) { "\(a.value)\(b.value)" }.value == "312")
    #expect(DerivedProperty(dependencies: items) { items.reduce(0) { $0 + $1.value } }.value == 3)
    #expect(DerivedProperty(dependencies: [a], { Opaque(number: a.value) }).value.number == 3)
    #expect(DerivedProperty(dependencies: []) { 1 }.value == 1)
  }

  @Test func `catching and a declared Result take each call shape`() throws {
    let (a, b) = (number, text)
    let parsed = DerivedProperty.catching { try parse(b.value) }
    #expect(try parsed.value.get() == 12)
    #expect(
      try DerivedProperty.catching(dependencies: [b], name: "n") { try parse(b.value) }.value.get()
        == 12)
    #expect(try DerivedProperty.catching(dependencies: nil) { a.value }.value.get() == 3)
    #expect(try DerivedProperty(b) { text in Result { try parseAny(text) } }.value.get() == 12)
    let typed = DerivedProperty.catching { () throws(NotANumber) in try parse(b.value) }
    let typedListed = DerivedProperty.catching(dependencies: [b]) { () throws(NotANumber) in
      try parse(b.value)
    }
    let typedDeclared = DerivedProperty(b, a) { text, number in
      Result { () throws(NotANumber) in try parse(text) + number }
    }
    let allTyped = [typed, typedListed, typedDeclared]
    #expect(allTyped.map(\.value) == [.success(12), .success(12), .success(15)])
    let thrower: () throws(NotANumber) -> Int = { () throws(NotANumber) in try parse(b.value) }
    #expect(try DerivedProperty.catching(thrower).value.get() == 12)
    b.value = "x"
    #expect(throws: NotANumber(text: "x")) { try parsed.value.get() }
    #expect(allTyped.allSatisfy { $0.value == .failure(NotANumber(text: "x")) })
  }

  @Test func `an equal success is no change and any failure is one, but for a rule of its own`() {
    let (a, b) = (number, text)
    let failure = Result<Int, NotANumber>.failure(NotANumber(text: "same"))
    func outcome(_ text: String) -> Result<Int, NotANumber> {
      Int(text).map { .success($0) } ?? failure
    }
    let equatable: [DerivedProperty<Result<Int, NotANumber>>] = [
      DerivedProperty { outcome(b.value) },
      DerivedProperty(dependencies: [b]) { outcome(b.value) },
      DerivedProperty(b) { outcome($0) },
      DerivedProperty(b, a) { text, _ in outcome(text) },
      DerivedProperty(b, a, flag) { text, _, _ in outcome(text) },
      DerivedProperty(b, a, flag, opaque) { text, _, _, _ in outcome(text) },
    ]
    let others: [DerivedProperty<Result<Int, any Error>>] = [
      DerivedProperty { Result { try parseAny(b.value) } },
      DerivedProperty(b) { text in Result { try parseAny(text) } },
      b.map { text in Result { try parseAny(text) } },
    ]
    let ruled = DerivedProperty(b, changes: .equal) { outcome($0) }
    let stored = StoredProperty<Result<Int, any Error>>(.success(1))
    let storedEquatable = StoredProperty(Result<Int, NotANumber>.success(1))
    let properties: [UntypedProperty] = equatable + others + [ruled, stored, storedEquatable]
    var runs = Array(repeating: -1, count: properties.count)
    let updater = Updater()
    for (index, property) in properties.enumerated() {
      updater.keepUpToDate(dependencies: [property]) { runs[index] += 1 }
    }
    checkingInvariants(of: [a, b, stored, storedEquatable]) {
      for text in ["012", "x", "y", "1", "01"] { b.value = text }
      for _ in 0..<2 {
        stored.value = .success(1)
        storedEquatable.value = .success(1)
        for _ in 0..<2 {
          stored.value = .failure(NotANumber(text: ""))
          storedEquatable.value = failure
        }
      }
    }
    #expect(runs == Array(repeating: 3, count: 9) + [2, 5, 5])
  }
}
