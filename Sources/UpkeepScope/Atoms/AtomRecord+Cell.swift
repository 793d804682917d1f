import Upkeep

extension AtomRecord {
  init<Value>(_ cell: AtomCell<Value>, _ value: Value) {
    let isUnchanged: (Value, Value) -> Bool = automaticComparison()
    let atom = cell.atom
    self.init(
      id: atom.definitionID, name: cell.declaration.name, number: cell.number, value: value,
      version: cell.stored.storedVersion, cell: ObjectIdentifier(cell),
      isEqual: { left, right in
        guard let left = left as? Value, let right = right as? Value else { return false }
        return isUnchanged(left, right)
      }, key: atom.body.persistence?.key, encodable: atom.body.persistence?.encodable(value)
    ) { $0.atomCell(of: atom).write(value) }
  }
}
