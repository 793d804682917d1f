/// Another property, seen through a wall: the same value, without a way to write it or to reach its owner.
///
///     final class Player {
///       private let position = StoredProperty(0)
///       let shownPosition: PassThroughProperty<Int>
///       init() { shownPosition = PassThroughProperty(position) }
///     }
///
/// It has no value of its own and computes nothing: who reads it reads, and depends on, its parent. Only
/// if the two differ in what counts as a change does it keep the value that it let through last.
public final class PassThroughProperty<Value>: Property<Value> {
  /// The property whose node this one shares, nil if it has a node of its own.
  private let origin: Property<Value>?

  /// Makes a property that is another one, or another one but for what counts as a change.
  ///
  /// If the parent has a change rule of its own, this property uses that of the type, or its own.
  ///
  /// - Parameters:
  ///   - parent: the property to show.
  ///   - rule: decides which of the parent's changes are let through; by default all.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public convenience init(
    _ parent: Property<Value>, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let label = Label(name, file, line)
    if let rule {
      self.init(parent, rule.isUnchanged, label)
      node.flags.insert(.hasOwnRule)
    } else if parent.node.flags.contains(.hasOwnRule) {
      self.init(parent, automaticComparison(), label)
    } else {
      self.init(showing: parent, label)
    }
  }

  private init(showing parent: Property<Value>, _ label: Label) {
    // Not the parent: walls behind walls would nest their releases.
    let origin = (parent as? PassThroughProperty)?.origin ?? parent
    self.origin = origin
    super.init(seeing: origin, label)
  }

  private init(
    _ parent: Property<Value>, _ isUnchanged: @escaping (Value, Value) -> Bool, _ label: Label
  ) {
    origin = nil
    super.init([.derived, .declared, .uncomputed], nil, label, isUnchanged: isUnchanged)
    Graph.declare(parent.node, of: node)
    node.install { node, context in
      Self.finish(parent.current, of: node, context, unless: isUnchanged)
    }
  }
}
