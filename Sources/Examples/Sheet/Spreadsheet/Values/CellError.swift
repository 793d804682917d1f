/// An error as a value, which a cell shows when its formula has no result.
struct CellError: Error, Equatable {
  /// The kind of mistake; its raw value is the text that the cell shows.
  enum Kind: String {
    case cycle = "#CYCLE!"
    case division = "#DIV/0!"
    case name = "#NAME?"
    case notAvailable = "#N/A"
    case number = "#NUM!"
    case parse = "#PARSE!"
    case reference = "#REF!"
    case value = "#VALUE!"
  }

  /// The source of the message.
  private enum Reason: Equatable {
    case text(String)
    case ring(Ring)
    case unknown(UnknownName)
  }

  /// The kind of mistake.
  let kind: Kind

  private let reason: Reason

  /// Creates an error with the message that a person will read.
  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    reason = .text(message)
  }

  /// Creates the error of the cells of a cycle.
  init(_ ring: Ring) {
    kind = .cycle
    reason = .ring(ring)
  }

  /// Creates the error of an unknown name.
  init(_ unknown: UnknownName) {
    kind = .name
    reason = .unknown(unknown)
  }

  /// The unknown name; `nil` for other errors.
  var unknownName: UnknownName? {
    if case .unknown(let name) = reason { name } else { nil }
  }

  /// The cycle; `nil` for other errors.
  var ring: Ring? {
    if case .ring(let ring) = reason { ring } else { nil }
  }

  /// The mistake in words.
  ///
  /// - Complexity: O(n) for a ring of n cells.
  var message: String {
    switch reason {
    case .text(let message): message
    case .ring(let ring): ring.description
    case .unknown(let name): name.description
    }
  }
}

extension CellError {
  /// The error of a division by zero.
  static let divisionByZero = CellError(.division, "division by zero")

  /// The error of a result beyond the largest number.
  static let overflow = CellError(.number, "the result is too large for a number")

  /// The error of a reference outside the limits of a sheet.
  static let outside = CellError(.reference, "the reference is outside the sheet")

  /// The error of a range in the place of one value.
  static let rangeAsValue = CellError(.value, "a range stands where one value is needed")

  /// The error of a text in the place of a number.
  static func notANumber(_ text: String) -> CellError {
    CellError(.value, "\"\(text.prefix(40))\" is not a number")
  }
}
