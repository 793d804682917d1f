import Differential
import Upkeep
import UpkeepScope
import UpkeepTestKit

// SAFETY: used by one thread.
/// The definitions of one script, and the work of their closures.
final class World: @unchecked Sendable {
  struct Item {
    enum Kind: Equatable {
      case atom, computed, compute, load
      case writable(Int)
    }
    var kind: Kind
    /// The declared program, and the programs that may override it.
    var programs: [Program]
    var isMember = false
    var isKept = false
    var debounce: Int?
    var timeout: Int?
    /// Whether it reads no resource, neither directly nor through others.
    var readsOnlyPure = true

    var isResource: Bool { kind == .compute || kind == .load }

    /// Whether its value always follows from the atoms.
    var isPure: Bool { readsOnlyPure && !isResource }
  }

  static let variants = 3
  private(set) var items: [Item] = []
  private(set) var handles: [Handle] = []
  /// The atoms, which are the first of `handles`.
  private(set) var atoms: [Atom<Int>] = []
  private var variantHandles: [[Handle]] = []
  let gates = (0..<3).map { _ in Gate<Int>() }
  /// A definition whose owner is the scope that owns the present computation.
  let marker = Computed<Int>(name: "marker") { _ in 0 }
  /// Checks the reads of closures; `didBegin` receives the runs of closures.
  var didRead: (Key, Int, Seen) -> Void = { _, _, _ in }
  var didBegin: (Key, Int) -> Run
  var openRuns = 0

  init(seed: UInt64) {
    didBegin = { Run($0, $1, 0, .zero) }
    var random = SplitMix64(seed: seed)
    let hasResources = seed % 4 != 0
    for index in 0..<(6 + random.below(8)) {
      items.append(item(index, hasResources, &random))
      let made = (0..<Self.variants).map { make(index, $0) }
      variantHandles.append(made)
      handles.append(made[0])
      if case .atom(let atom) = made[0] { atoms.append(atom) }
    }
  }

  func variant(_ index: Int, _ variant: Int) -> Handle { variantHandles[index][variant] }

  /// A random resource; nil if the script has none.
  func anyResource(_ random: inout SplitMix64) -> (index: Int, resource: Resource<Int>)? {
    let resources = handles.enumerated().compactMap { index, handle in
      handle.resource.map { (index, $0) }
    }
    return resources.isEmpty ? nil : resources[random.below(resources.count)]
  }

  private func item(_ index: Int, _ hasResources: Bool, _ random: inout SplitMix64) -> Item {
    var item = Item(kind: .atom, programs: [])
    if index >= 3 {
      let kinds: [Item.Kind] = [.computed, .writable(random.below(3)), .compute, .load]
      item.kind = kinds[random.pick(hasResources ? [4, 1, 2, 5] : [6, 1, 0, 0])]
      item.isMember = random.chance(25)
    } else {
      item.isMember = index == 2 && random.chance(50)
    }
    if case .writable = item.kind { item.isMember = false }
    item.isKept = random.chance(50)
    if item.isResource, random.chance(15) { item.debounce = 1 + random.below(3) }
    if item.kind == .load, random.chance(15) { item.timeout = 2 + random.below(4) }
    for _ in 0..<Self.variants {
      var program = Program(start: random.below(7))
      switch item.kind {
      case .atom: break
      case .writable(let target): program.actions = [.add(target)]
      default: program = self.program(index, item, &random)
      }
      if !program.actions.flatMap(\.reads).allSatisfy({ items[$0].isPure }) {
        item.readsOnlyPure = false
      }
      item.programs.append(program)
    }
    return item
  }

  private func program(_ index: Int, _ item: Item, _ random: inout SplitMix64) -> Program {
    var program = Program(start: random.below(7), modulus: 3 + random.below(8))
    let resources = items.indices.filter { items[$0].isResource }
    for _ in 0..<(1 + random.below(3)) {
      if item.kind == .load {
        if random.chance(30) { program.actions.append(.gate(random.below(gates.count))) }
        if random.chance(20) { program.actions.append(.sleep(1 + random.below(3))) }
        if !resources.isEmpty, random.chance(35) {
          program.actions.append(.wait(resources[random.below(resources.count)]))
          continue
        }
      }
      program.actions.append(
        random.chance(30)
          ? .choose(random.below(index), random.below(index), random.below(index))
          : .add(random.below(index)))
    }
    if item.isResource, random.chance(40) { program.failing = 2 + random.below(4) }
    return program
  }

  // MARK: - Making

  private func make(_ index: Int, _ variant: Int) -> Handle {
    let item = items[index]
    let start = item.programs[variant].start
    let name = "d\(index).\(variant)"
    let lifetime: Lifetime = item.isKept ? .keep : .whileUsed
    // SAFETY: only definitions keep closures that refer to this object, and they are released with
    // the script.
    unowned let world = self
    switch item.kind {
    case .atom:
      return .atom(member(item) { Atom(start, name: name) })
    case .computed:
      return .computed(
        member(item) {
          Computed(lifetime: lifetime, name: name) { world.compute($0, index, variant) }
        })
    case .writable(let target):
      let atom = atoms[target]
      return .writable(
        WritableComputed(
          lifetime: lifetime, name: name, get: { world.compute($0, index, variant) },
          set: { $0[atom] = $1 - start }))
    case .compute:
      return .resource(
        member(item) {
          let resource = Resource(lifetime: lifetime, name: name) {
            (get: Reader) throws -> Int in
            try world.computeOrFail(get, index, variant)
          }
          return item.debounce.map { resource.debounced(for: .seconds($0)) } ?? resource
        })
    case .load:
      return .resource(
        member(item) {
          var resource = Resource(lifetime: lifetime, name: name) {
            (get: LoadReader) async throws -> Int in
            try await world.load(get, index, variant)
          }
          if let debounce = item.debounce { resource = resource.debounced(for: .seconds(debounce)) }
          if let timeout = item.timeout { resource = resource.timeout(.seconds(timeout)) }
          return resource
        })
    }
  }

  private func member<Member: DeclaredDefinition>(
    _ item: Item, _ make: @escaping @Sendable () -> Member
  ) -> Member { item.isMember ? Family { (_: Int) in make() }(1) : make() }
}
