import UpkeepThread

/// What tells definitions apart.
///
/// Two definitions are the same if they are copies of one, members of one family with equal parameters, or equal
/// values of one type. Parameters are compared by `==`, so equal hashes do no harm, and types by themselves, so
/// equal names in two modules do none either.
public struct DefinitionID: Hashable, Sendable {
  private enum Kind: Hashable {
    case single(Identity)
    case member(of: Identity, Parameter)
    case node(ObjectIdentifier, Parameter)
  }

  private let kind: Kind

  init(_ identity: Identity) { kind = .single(identity) }

  init(_ family: Identity, _ parameter: some Hashable & Sendable) {
    kind = .member(of: family, Parameter(parameter))
  }

  init<Node: Hashable & Sendable>(_ node: Node) {
    kind = .node(ObjectIdentifier(Node.self), Parameter(node))
  }

  /// The parameter of a member of a family.
  var parameter: AnyHashable? {
    if case .member(_, let parameter) = kind { return parameter.base }
    return nil
  }

  /// The parameter of a member of a family, or the value of a type.
  var memberParameter: Any? {
    switch kind {
    case .single: nil
    case .member(_, let parameter), .node(_, let parameter): parameter.base.base
    }
  }

  /// The family, or the type, to which it belongs.
  var group: DefinitionGroup? {
    switch kind {
    case .single: nil
    case .member(let family, _): .family(family)
    case .node(let type, _): .type(type)
    }
  }
}

/// Many definitions: a family, or all values of one type.
enum DefinitionGroup: Hashable {
  case family(Identity)
  case type(ObjectIdentifier)
}

// SAFETY: made only of what is `Sendable`, and immutable.
private struct Parameter: Hashable, @unchecked Sendable {
  let base: AnyHashable

  init(_ base: some Hashable & Sendable) { self.base = AnyHashable(base) }
}

/// One definition or family, told from others by its address.
final class Identity: Hashable, Sendable {
  /// Its place in the tables of all scopes, given to another one when this one is gone. A scope that has something
  /// in that place keeps this object.
  let slot: Int

  init() { slot = SlotNumbers.shared.take() }

  deinit { SlotNumbers.shared.give(slot) }

  static func == (left: Identity, right: Identity) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// SAFETY: touched only while `upkeep_lock` is held.
/// Small numbers, each held by one definition at a time.
private final class SlotNumbers: @unchecked Sendable {
  static let shared = SlotNumbers()
  private var free: [Int] = []
  private var count = 0

  func take() -> Int {
    upkeep_lock()
    defer { upkeep_unlock() }
    if let number = free.popLast() { return number }
    count += 1
    return count - 1
  }

  func give(_ number: Int) {
    upkeep_lock()
    defer { upkeep_unlock() }
    free.append(number)
  }
}
