import Differential

/// The change of a field, as a row of a table.
///
/// The interactors of the library and the oracle each apply the edit in their own way.
struct Edit: Sendable {
  enum Way: Sendable {
    case set(Int)
    case add(Int)
    case copy(Int)
    /// Adds one if another field is even.
    case addIfEven(Int)
    /// Inserts a row at the front if it is missing.
    case insert(Int, Int)
    case remove(Int)
    /// Moves a row to the end.
    case move(Int)
    /// Shows a child in place of any other.
    case show(Int, Int)
    case close
  }

  /// Numbers stay below this modulus.
  static let modulus = 5
  static let fields = 7
  /// The highest number of rows.
  static let rows = 3
  /// The number of the child, after the numbers of the rows.
  static let child = rows
  /// The place of the child's identity.
  static let childID = fields + rows + 1
  /// The count of numbers in a state; the present rows come after them.
  static let numbers = fields + rows + 2

  let field: Int
  let way: Way

  /// Whether the edit adds, removes or moves rows or the child.
  var isOfRows: Bool { field == Edit.fields }

  /// The number of a row after the edit.
  func applied(toRow number: Int) -> Int {
    switch way {
    case .set(let number): number
    case .add(let added): (number + added) % Edit.modulus
    default: (number + 1) % Edit.modulus
    }
  }

  init(_ random: inout SplitMix64) {
    if random.chance(15) {
      field = Edit.fields
      let row = random.below(Edit.rows)
      switch random.pick([4, 3, 1, 4, 2]) {
      case 0: way = .insert(row, random.below(Edit.modulus))
      case 1: way = .remove(row)
      case 2: way = .move(row)
      case 3: way = .show(row % 2, random.below(Edit.modulus))
      default: way = .close
      }
      return
    }
    field = random.below(Edit.fields)
    switch random.below(4) {
    case 0: way = .set(random.below(Edit.modulus))
    case 1: way = .copy(random.below(Edit.fields))
    case 2: way = .addIfEven(random.below(Edit.fields))
    default: way = .add(1 + random.below(Edit.modulus - 1))
    }
  }
}

/// The policy for an effect beside others.
struct PolicyPlan: Sendable {
  enum Kind: CaseIterable, Sendable {
    case never, concurrent, cancels, named, latest, exclusive, serial, debounced
  }

  static let ids = 2

  let kind: Kind
  /// The identity, for the kinds that have one.
  private(set) var id: Int
  private(set) var seconds = 0

  /// The identity for a row: each row has an identity of its own; the child uses the identity of
  /// the whole.
  static func id(_ id: Int, ofRow row: Int?) -> Int {
    guard let row, row != Edit.child else { return id }
    return ids * (row + 1) + id
  }

  func ofRow(_ row: Int?) -> PolicyPlan {
    var own = self
    own.id = PolicyPlan.id(id, ofRow: row)
    return own
  }

  init(_ random: inout SplitMix64) {
    id = random.below(PolicyPlan.ids)
    kind = Kind.allCases[random.pick([1, 2, 2, 2, 5, 4, 6, 4])]
    if kind == .debounced { seconds = 1 + random.below(3) }
  }
}

/// One step of an effect.
enum EffectStep: Sendable {
  case write([Edit])
  case send([Int])
  case sleep(Int)
  case gate
  case yield
  /// Waits for the effects of the action that was sent last.
  case finish
  case cancelSent
  case cancel(Int)
  /// Makes a change and sends an action in one batch.
  case both(Reaction.Deed)

  init(_ random: inout SplitMix64, kinds: Int) {
    switch random.pick([6, 5, 4, 5, 3, 4, 1, 1, 1, 2]) {
    case 0: self = .write((0...random.below(2)).map { _ in Edit(&random) })
    case 1: self = .send((0...random.below(2)).map { _ in random.below(kinds) })
    case 2: self = .sleep(1 + random.below(4))
    case 3: self = .gate
    case 4: self = .yield
    case 5: self = .finish
    case 6: self = .cancelSent
    case 7: self = .cancel(random.below(PolicyPlan.ids))
    case 8: self = .both(.batch(Edit(&random), random.below(kinds)))
    default:
      self = .both(.transaction(Edit(&random), random.below(kinds), fails: random.chance(50)))
    }
  }
}

/// The handling of one kind of action by a middleware.
enum Passage: Sendable {
  case pass
  /// Drops the action if a field is even.
  case dropIfEven(Int)
  case double
  case replace(Int)
  case redispatch(Int)

  init(_ random: inout SplitMix64, kinds: Int) {
    switch random.pick([8, 3, 2, 2, 3]) {
    case 0: self = .pass
    case 1: self = .dropIfEven(random.below(Edit.fields))
    case 2: self = .double
    case 3: self = .replace(random.below(kinds))
    default: self = .redispatch(random.below(kinds))
    }
  }
}

/// The reaction of an observer or a hook to a new value.
struct Reaction: Sendable {
  enum Deed: Sendable {
    case write(Edit)
    case send(Int)
    /// Makes two changes in one batch.
    case batch(Edit, Int)
    case transaction(Edit, Int, fails: Bool)
    /// Assigns the received value; only for hooks.
    case assign(Int)

    /// Makes a change, sends an action, or both in a turn of the library or of the oracle.
    func carryOut(
      write: (Edit) -> Void, send: (Int) -> Void, batch: @escaping (() -> Void) -> Void,
      transaction: @escaping (Bool, () -> Void) -> Void
    ) {
      switch self {
      case .write(let edit): write(edit)
      case .send(let kind): send(kind)
      case .batch(let edit, let kind):
        batch {
          write(edit)
          send(kind)
        }
      case .transaction(let edit, let kind, let fails):
        transaction(fails) {
          write(edit)
          send(kind)
        }
      case .assign: break
      }
    }
  }

  let deed: Deed
  /// It reacts to values with this remainder modulo two.
  let rest: Int
  let store: Int

  init(_ random: inout SplitMix64, kinds: Int, stores: Int, ofHook: Bool) {
    rest = random.below(2)
    store = random.below(stores)
    switch random.pick([4, 5, 2, 2, ofHook ? 3 : 0]) {
    case 0: deed = .write(Edit(&random))
    case 1: deed = .send(random.below(kinds))
    case 2: deed = .batch(Edit(&random), random.below(kinds))
    case 3: deed = .transaction(Edit(&random), random.below(kinds), fails: random.chance(50))
    default: deed = .assign(random.below(Edit.fields))
    }
  }
}

/// One interactor of a store.
struct PartPlan: Sendable {
  let edits: [[Edit]]
  let policies: [PolicyPlan]
  let effects: [[EffectStep]]

  init(_ random: inout SplitMix64, kinds: Int) {
    edits = (0..<kinds).map { _ in (0..<random.below(4)).map { _ in Edit(&random) } }
    policies = (0..<kinds).map { _ in PolicyPlan(&random) }
    effects = (0..<kinds).map { _ in
      (0..<random.below(6)).map { _ in EffectStep(&random, kinds: kinds) }
    }
  }
}

/// A store, as a table.
struct StorePlan: Sendable {
  static let kinds = 5

  let start: [Int]
  let parts: [PartPlan]
  /// The interactor of each row, and of the child.
  let row: PartPlan
  let rowsHaveHooks: Bool
  /// Whether its rows are a keyed array for interactors and their parts.
  let rowsAreKeyed: Bool
  /// Whether it has only a reducer.
  let isPure: Bool
  let middlewares: [[Passage]]
  /// Whether the last middleware belongs to the interactor.
  let lastIsBehind: Bool
  let hooks: [(field: Int, reaction: Reaction)]
  let isTraced: Bool
  let isRecorded: Bool

  init(_ random: inout SplitMix64, stores: Int) {
    let kinds = StorePlan.kinds
    let fields = (0..<Edit.fields).map { _ in random.below(Edit.modulus) }
    let rows = (0..<Edit.rows).map { _ in max(random.below(Edit.modulus + 2) - 2, -1) }
    let child = max(random.below(Edit.modulus + 2) - 2, -1)
    start =
      fields + rows + [child, child < 0 ? -1 : random.below(2)]
      + rows.indices.filter { rows[$0] >= 0 }
    let isPure = random.chance(15)
    self.isPure = isPure
    parts = (0...(isPure ? 0 : random.below(2))).map { _ in
      PartPlan(&random, kinds: kinds)
    }
    row = PartPlan(&random, kinds: kinds)
    rowsHaveHooks = !isPure && random.chance(50)
    middlewares = (0..<random.below(3)).map { _ in
      (0..<kinds).map { _ in Passage(&random, kinds: kinds) }
    }
    lastIsBehind = !isPure && random.chance(30)
    let hookCount = isPure ? 0 : random.below(3)
    hooks = (0..<hookCount).map { _ in
      (
        field: random.below(Edit.fields),
        reaction: Reaction(&random, kinds: kinds, stores: stores, ofHook: true)
      )
    }
    isTraced = random.chance(70)
    isRecorded = random.chance(40)
    rowsAreKeyed = random.chance(50)
  }
}

/// An observer that follows up to two of three fields.
struct ObserverPlan: Sendable {
  let store: Int
  let reads: [Int]
  let reaction: Reaction?
}

extension ObserverPlan {
  init(_ random: inout SplitMix64, stores: Int) {
    store = random.below(stores)
    reads = (0..<3).map { _ in random.below(Edit.fields + Edit.rows + 1) }
    reaction =
      random.chance(50)
      ? Reaction(&random, kinds: StorePlan.kinds, stores: stores, ofHook: false) : nil
  }
}
