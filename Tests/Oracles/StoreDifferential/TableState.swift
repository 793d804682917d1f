import Upkeep
import UpkeepCollections
import UpkeepStore

/// A state of seven numbers at three depths, with a list of rows and a child of one number each.
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
  /// The rows as stored, for interactors of a keyed array.
  var keyed = KeyedArray<Int, Row>()
  /// The same rows for interactors of an array.
  var rows: [Row] {
    get { Array(keyed) }
    set { keyed.replaceAll(with: newValue) }
  }
  var child: Row?

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
    let x = numbers[Edit.fields + Edit.child]
    if x >= 0 { child = Row(id: numbers[Edit.childID], x: x) }
  }

  /// All numbers: the fields, the rows, the child, its identity, and the present rows in order.
  ///
  /// The number of a missing row or child is negative.
  var numbers: [Int] {
    (0..<Edit.fields).map { self[keyPath: TableState.path($0)] }
      + (0..<Edit.rows).map { id in rows.first { $0.id == id }?.x ?? -1 }
      + [child?.x ?? -1, child?.id ?? -1]
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
    case .insert, .remove, .move, .show, .close: break
    }
  }

  private mutating func change(_ edit: Edit) {
    switch edit.way {
    case .insert(let id, let number):
      if keyed[id: id] == nil { keyed.insert(Row(id: id, x: number), at: 0) }
    case .remove(let id): keyed.remove(id: id)
    case .move(let id): if keyed[id: id] != nil { keyed.move(id: id, to: keyed.count - 1) }
    case .show(let id, let number): child = Row(id: id, x: number)
    case .close: child = nil
    default: break
    }
  }
}

/// A state that a table's edits can change.
protocol TableEditable {
  mutating func apply(_ edit: Edit)
}

/// An action: a row of the table, and a name that tells its origin.
struct TableAction: Equatable, Sendable {
  var kind: Int
  var name: String
  /// The number of further actions, one after the other, that this action may cause.
  var fuel: Int
  /// The row or the child to which the action goes; nil for the whole.
  var row: Int?
}

extension TableAction {
  /// The same action for a row.
  init(_ action: TableAction, ofRow row: Int) {
    self = action
    self.row = row
  }

  /// The identity of the child through whose store the action goes, if it goes through one.
  var childStore: Int { kind % 2 }

  static let ofRow = Case<TableAction, (Int, TableAction)>({ TableAction($1, ofRow: $0) }) {
    action in action.row.flatMap { $0 == Edit.child ? nil : ($0, action) }
  }
  static let ofChild = Case<TableAction, TableAction>({ TableAction($0, ofRow: Edit.child) }) {
    action in action.row == Edit.child ? action : nil
  }
}
