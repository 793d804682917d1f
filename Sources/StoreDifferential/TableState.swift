/// A state of seven numbers, at three depths.
struct TableState: Equatable {
  struct Inner: Equatable {
    struct Deep: Equatable {
      var p = 0
      var q = 0
    }
    var x = 0
    var y = 0
    var deep = Deep()
  }
  var a = 0
  var b = 0
  var c = 0
  var inner = Inner()

  static func path(_ field: Int) -> WritableKeyPath<TableState, Int> {
    switch field {
    case 0: \.a
    case 1: \.b
    case 2: \.c
    case 3: \.inner.x
    case 4: \.inner.y
    case 5: \.inner.deep.p
    default: \.inner.deep.q
    }
  }

  init(_ numbers: [Int]) {
    for (field, number) in numbers.enumerated() {
      self[keyPath: TableState.path(field)] = number
    }
  }

  var numbers: [Int] { (0..<Edit.fields).map { self[keyPath: TableState.path($0)] } }

  mutating func apply(_ edit: Edit) {
    let path = TableState.path(edit.field)
    switch edit.way {
    case .set(let number): self[keyPath: path] = number
    case .add(let number):
      self[keyPath: path] = (self[keyPath: path] + number) % Edit.modulus
    case .copy(let other): self[keyPath: path] = self[keyPath: TableState.path(other)]
    case .addIfEven(let other):
      if self[keyPath: TableState.path(other)] % 2 == 0 {
        self[keyPath: path] = (self[keyPath: path] + 1) % Edit.modulus
      }
    }
  }
}

/// An action: a row of the table, and a name that says who has sent it.
struct TableAction: Equatable, Sendable {
  var kind: Int
  var name: String
  /// How many more may be sent because of it, one after the other.
  var fuel: Int
}
