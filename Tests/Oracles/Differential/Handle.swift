import Upkeep

/// A property of the library, as scripts use it.
enum Handle {
  case stored(StoredProperty<Int>)
  case list(StoredProperty<[Element]>)
  case number(Property<Int>)
  case tentative(TentativeProperty<Int>)
  case result(Property<Result<Int, any Error>>)
  case optional(Property<Int?>)
  case rows(Property<[Element]>)

  /// An element of a list.
  struct Element: Equatable {
    let id: Int
    let property: Property<Int>

    static func == (first: Element, second: Element) -> Bool { first.id == second.id }
  }

  var property: UntypedProperty {
    switch self {
    case .stored(let property): property
    case .list(let property): property
    case .number(let property): property
    case .tentative(let property): property
    case .result(let property): property
    case .optional(let property): property
    case .rows(let property): property
    }
  }

  /// The property, if its value is a plain number.
  var number: Property<Int>? {
    switch self {
    case .stored(let property): property
    case .number(let property): property
    case .tentative(let property): property
    default: nil
    }
  }

  /// The property, if its value is a list.
  var elements: Property<[Element]>? {
    switch self {
    case .list(let property): property
    case .rows(let property): property
    default: nil
    }
  }

  /// The number of the property, read with tracking or peeked at.
  func number(isPeek: Bool) throws -> Int {
    func look<Value>(_ property: Property<Value>) -> Value {
      isPeek ? property.peek() : property.value
    }
    switch self {
    case .stored(let property): return look(property)
    case .number(let property): return look(property)
    case .tentative(let property): return look(property)
    case .result(let property): return try look(property).get()
    case .optional(let property):
      guard let value = look(property) else { throw EvaluationFailed() }
      return value
    case .list, .rows: throw EvaluationFailed()
    }
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
