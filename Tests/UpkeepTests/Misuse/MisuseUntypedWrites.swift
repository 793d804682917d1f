import Testing

@testable import Upkeep

/// The facts of the reports that refuse an untyped write.
@Suite(.leavesNothing) struct MisuseUntypedWrites {
  static let place = "UpkeepTests/MisuseUntypedWrites.swift"

  @Test func `law 16: a wrong-typed write says what was expected, what was found and where`() {
    let count = StoredProperty(0, name: "count")
    let line = #line - 1
    let reports = misuses { count.write(untyped: "one") }
    guard case .wrongType(let property, let expected, let found)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
    #expect(property == "count (\(Self.place):\(line))")
    #expect([expected, found] == ["Int", "String"])
    let message = "\(reports[0])"
    for fact in [property, "type Int", "was String", "value was kept", "valueType"] {
      #expect(message.contains(fact), "\(fact)")
    }
  }

  @Test func `law 16: a write that is not possible says to what, and where that was made`() {
    let count = StoredProperty(0)
    let double = count.map(name: "double") { $0 * 2 }
    let line = #line - 1
    let reports = misuses { double.write(untyped: 2) }
    guard case .notWritable(let property, let kind)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
    #expect(property == "double (\(Self.place):\(line))")
    #expect(kind == "DerivedProperty<Int>")
    let message = "\(reports[0])"
    for fact in [property, kind, "value was kept", "isWritable"] {
      #expect(message.contains(fact), "\(fact)")
    }
  }
}
