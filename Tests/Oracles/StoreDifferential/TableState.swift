import UpkeepStore

/// A state of seven numbers, at three depths, and of a list of rows with one number each.
struct TableState: Equatable, TableEditable {
  struct Row: Equatable, Identifiable, TableEditable {
    var id: Int
    var x: Int

    mutating func apply(_ edit: Edit) { x = edit.applied(toRow: x) }
  }
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
  var rows: [Row] = []

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
    for (field, number) in numbers.prefix(Edit.fields).enumerated() {
      self[keyPath: TableState.path(field)] = number
    }
    rows = numbers[Edit.numbers...].map { Row(id: $0, x: numbers[Edit.fields + $0]) }
  }

  /// All numbers: first the fields', then those of the rows, less than zero where one is missing,
  /// and which rows there are, in order.
  var numbers: [Int] {
    (0..<Edit.fields).map { self[keyPath: TableState.path($0)] }
      + (0..<Edit.rows).map { id in rows.first { $0.id == id }?.x ?? -1 }
      + rows.map(\.id)
  }

  mutating func apply(_ edit: Edit) {
    if edit.isOfRows { return change(edit) }
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
    case .insert, .remove, .move: break
    }
  }

  private mutating func change(_ edit: Edit) {
    switch edit.way {
    case .insert(let id, let number):
      if !rows.contains(where: { $0.id == id }) { rows.insert(Row(id: id, x: number), at: 0) }
    case .remove(let id): rows.removeAll { $0.id == id }
    case .move(let id):
      guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
      rows.append(rows.remove(at: index))
    default: break
    }
  }
}

/// A state that edits of a table can change.
protocol TableEditable {
  mutating func apply(_ edit: Edit)
}

/// An action: a row of the table, and a name that says who has sent it.
struct TableAction: Equatable, Sendable {
  var kind: Int
  var name: String
  /// The number of those that may still be sent because of it, one after the other.
  var fuel: Int
  /// The row that it asks, if it does.
  var row: Int?
}

extension TableAction {
  /// The same, which asks a row.
  init(_ action: TableAction, ofRow row: Int) {
    self = action
    self.row = row
  }

  static let ofRow = Case<TableAction, (Int, TableAction)>({ TableAction($1, ofRow: $0) }) {
    action in action.row.map { ($0, action) }
  }
}
