import UpkeepScope

/// A value that a reader received.
enum Seen: Equatable, CustomStringConvertible {
  case number(Int)
  case loadable(value: Int?, error: String?, isLoading: Bool)

  init(_ loadable: Loadable<Int>) {
    self = .loadable(
      value: loadable.value, error: loadable.error.map { "\($0)" }, isLoading: loadable.isLoading)
  }

  /// The number that the value adds to a sum.
  var weight: Int {
    switch self {
    case .number(let number): number
    case .loadable(let value, let error, let isLoading):
      (value ?? 50) + (isLoading ? 100 : 0) + (error == nil ? 0 : 1000)
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .loadable(let value, let error, let isLoading):
      "(\(value.map { "\($0)" } ?? "-")\(error.map { " error \($0)" } ?? "")\(isLoading ? " loading" : ""))"
    }
  }
}
