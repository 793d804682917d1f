@testable import Upkeep

/// A property of the library, as scripts use it.
enum Handle {
  case stored(StoredProperty<Int>)
  case plain(DerivedProperty<Int>)
  case result(DerivedProperty<Result<Int, any Error>>)

  var property: UntypedProperty {
    switch self {
    case .stored(let property): property
    case .plain(let property): property
    case .result(let property): property
    }
  }

  /// The property, unless its value is a `Result`.
  var number: Property<Int>? {
    switch self {
    case .stored(let property): property
    case .plain(let property): property
    case .result: nil
    }
  }

  func read() throws -> Int {
    switch self {
    case .stored(let property): property.value
    case .plain(let property): property.value
    case .result(let property): try property.value.get()
    }
  }

  func peek() throws -> Int {
    switch self {
    case .stored(let property): property.peek()
    case .plain(let property): property.peek()
    case .result(let property): try property.peek().get()
    }
  }
}

func outcome(_ body: () throws -> Int) -> Outcome {
  do { return .value(try body()) } catch { return .failure }
}
