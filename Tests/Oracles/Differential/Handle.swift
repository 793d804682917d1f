import Upkeep

/// A property of the library, as scripts use it.
///
/// Its value is a number, which may be in a `Result` or an optional, or a list.
typealias Handle = UntypedProperty

/// An element of a list.
struct ListElement: Equatable {
  let id: Int
  let property: Property<Int>

  static func == (first: ListElement, second: ListElement) -> Bool { first.id == second.id }
}

extension Handle {
  var stored: StoredProperty<Int>? { self as? StoredProperty<Int> }
  var list: StoredProperty<[ListElement]>? { self as? StoredProperty<[ListElement]> }
  var tentative: TentativeProperty<Int>? { self as? TentativeProperty<Int> }

  /// The property, if its value is a plain number.
  var number: Property<Int>? { self as? Property<Int> }

  /// The property, if its value is a list.
  var elements: Property<[ListElement]>? { self as? Property<[ListElement]> }

  /// The number of the property, read with tracking or peeked at.
  func number(isPeek: Bool) throws -> Int {
    func look<Value>(_ property: Property<Value>) -> Value {
      isPeek ? property.peek() : property.value
    }
    if let number { return look(number) }
    if let result = self as? Property<Result<Int, any Error>> { return try look(result).get() }
    guard let optional = self as? Property<Int?>, let value = look(optional) else {
      throw EvaluationFailed()
    }
    return value
  }

  /// The outcome that a script sees when it reads the property or peeks at it.
  func outcome(isPeek: Bool) -> Outcome {
    if let elements {
      return .list((isPeek ? elements.peek() : elements.value).map(\.id))
    }
    return numberOutcome { try number(isPeek: isPeek) }
  }
}

func numberOutcome(_ body: () throws -> Int) -> Outcome {
  do { return .value(try body()) } catch { return .failure }
}
