import Differential
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// What a computation or a load does, one after the other.
enum Action {
  case add(Int)
  /// One or the other, by what the first is.
  case choose(Int, Int, Int)
  /// Waits for a resource.
  case wait(Int)
  case sleep(Int)
  case gate(Int)
}

/// How a definition comes to its value. A definition reads only those with a smaller number.
struct Program {
  var start: Int
  var actions: [Action] = []
  /// What the sum is taken modulo of, so that different inputs give equal results.
  var modulus = 7
  /// It throws where the sum can be divided by it.
  var failing: Int?
}

struct Failure: Error, Equatable { let number: Int }

/// What a reader has got.
enum Seen: Equatable, CustomStringConvertible {
  case number(Int)
  case loadable(value: Int?, error: String?, isLoading: Bool)

  init(_ loadable: Loadable<Int>) {
    self = .loadable(
      value: loadable.value, error: loadable.error.map { "\($0)" }, isLoading: loadable.isLoading)
  }

  /// What a sum grows by.
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

enum Handle {
  case atom(Atom<Int>)
  case computed(Computed<Int>)
  case writable(WritableComputed<Int>)
  case resource(Resource<Int>)

  var resource: Resource<Int>? {
    if case .resource(let resource) = self { resource } else { nil }
  }

  func read(_ scope: Scope) -> Seen {
    switch self {
    case .atom(let definition): .number(scope[definition])
    case .computed(let definition): .number(scope[definition])
    case .writable(let definition): .number(scope[definition])
    case .resource(let definition): Seen(scope[definition])
    }
  }

  func read(_ get: Reader) -> Seen {
    switch self {
    case .atom(let definition): .number(get(definition))
    case .computed(let definition): .number(get(definition))
    case .writable(let definition): .number(get(definition))
    case .resource(let definition): Seen(get.loadable(definition))
    }
  }
}

/// One run of a resource's closure.
final class Run {
  let key: Key
  let variant: Int
  let began: Int
  let beganAt: Duration
  var inputs: [(definition: Int, seen: Seen, isAwaited: Bool)] = []
  /// What it has waited for, and has not got.
  var awaited: Int?
  var outcome: Seen?
  /// It was superseded before its end: an earlier one may have read more.
  var wasCancelled: Bool {
    if case .loadable(_, "CancellationError()", _)? = outcome { true } else { outcome == nil }
  }
  /// What it has read has been something else since.
  var hasChanged = false

  init(_ key: Key, _ variant: Int, _ began: Int, _ beganAt: Duration) {
    self.key = key
    self.variant = variant
    self.began = began
    self.beganAt = beganAt
  }
}

/// A definition in the scope that owns what stands for it.
struct Key: Hashable {
  let scope: Int
  let definition: Int
}

// SAFETY: used by one thread.
/// The definitions of one script, and what their closures do.
final class World: @unchecked Sendable {
  struct Item {
    enum Kind {
      case atom, computed
      case writable(Int)
      case compute, load
    }
    var kind: Kind
    /// The one it was declared with, and those that it can be overridden by.
    var programs: [Program]
    var isMember = false
    var isKept = false
    var debounce: Int?
    var timeout: Int?
    /// Nothing that it follows from comes later.
    var isPure = true

    var isResource: Bool {
      switch kind {
      case .compute, .load: true
      default: false
      }
    }
  }

  static let variants = 3
  private(set) var items: [Item] = []
  private(set) var handles: [Handle] = []
  private var variantHandles: [[Handle]] = []
  let gates = (0..<3).map { _ in Gate<Int>() }
  /// Names the scope that owns what is being computed.
  let marker = Computed<Int>(name: "marker") { _ in 0 }
  /// Checks what a closure reads, and hears of its runs.
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
    }
  }

  func atomCount() -> Int { items.prefix { if case .atom = $0.kind { true } else { false } }.count }

  func variant(_ index: Int, _ variant: Int) -> Handle { variantHandles[index][variant] }

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
    if case .load = item.kind {
      if random.chance(15) { item.debounce = 1 + random.below(3) }
      if random.chance(15) { item.timeout = 2 + random.below(4) }
    }
    for _ in 0..<Self.variants {
      var program = Program(start: random.below(7))
      switch item.kind {
      case .atom: break
      case .writable(let target): program.actions = [.add(target)]
      default: program = self.program(index, item, &random)
      }
      for read in program.actions.flatMap(reads) where items[read].isResource || !items[read].isPure
      {
        item.isPure = false
      }
      item.programs.append(program)
    }
    return item
  }

  private func reads(_ action: Action) -> [Int] {
    switch action {
    case .add(let index), .wait(let index): [index]
    case .choose(let first, let second, let third): [first, second, third]
    case .sleep, .gate: []
    }
  }

  private func program(_ index: Int, _ item: Item, _ random: inout SplitMix64) -> Program {
    var program = Program(start: random.below(7), modulus: 3 + random.below(8))
    let resources = items.indices.filter { items[$0].isResource }
    for _ in 0..<(1 + random.below(3)) {
      if case .load = item.kind {
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
    // SAFETY: of the closures below, only those that are kept by definitions keep this, and they go with the script.
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
      guard case .atom(let atom) = handles[target] else { fatalError() }
      return .writable(
        WritableComputed(
          lifetime: lifetime, name: name, get: { world.compute($0, index, variant) },
          set: { $0[atom] = $1 - start }))
    case .compute:
      return .resource(
        member(item) {
          Resource(lifetime: lifetime, name: name) { (get: Reader) throws -> Int in
            try world.computeOrFail(get, index, variant)
          }
        })
    case .load:
      return .resource(
        member(item) {
          var resource = Resource(lifetime: lifetime, name: name) {
            (get: Reader) async throws -> Int in
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

  // MARK: - Running

  private func read(_ get: Reader, _ index: Int, for run: Run?) -> Seen {
    let seen = handles[index].read(get)
    run?.inputs.append((index, seen, false))
    return seen
  }

  private func compute(_ get: Reader, _ index: Int, _ variant: Int) -> Int {
    let program = items[index].programs[variant]
    var sum = program.start
    for action in program.actions { sum += perform(action, get, nil) }
    if case .writable = items[index].kind { return sum }
    return sum % program.modulus
  }

  private func perform(_ action: Action, _ get: Reader, _ run: Run?) -> Int {
    switch action {
    case .add(let input): read(get, input, for: run).weight
    case .choose(let first, let second, let third):
      read(get, read(get, first, for: run).weight % 2 == 0 ? second : third, for: run).weight
    case .wait, .sleep, .gate: 0
    }
  }

  private func computeOrFail(_ get: Reader, _ index: Int, _ variant: Int) throws -> Int {
    let program = items[index].programs[variant]
    let run = didBegin(Key(scope: get.peek(marker), definition: index), variant)
    do {
      var sum = program.start
      for action in program.actions {
        if case .add(let input) = action, let resource = handles[input].resource {
          _ = read(get, input, for: run)
          sum += try get.peek(resource).get()
        } else {
          sum += perform(action, get, run)
        }
      }
      if let failing = program.failing, sum % failing == 0 { throw Failure(number: sum) }
      run.outcome = .number(sum % program.modulus)
      return sum % program.modulus
    } catch {
      run.outcome = .loadable(value: nil, error: "\(error)", isLoading: error is StillLoading)
      throw error
    }
  }

  private nonisolated(nonsending) func load(
    _ get: Reader, _ index: Int, _ variant: Int
  ) async throws -> Int {
    let program = items[index].programs[variant]
    let key = Key(scope: get.peek(marker), definition: index)
    let run = didBegin(key, variant)
    openRuns += 1
    defer { openRuns -= 1 }
    do {
      var sum = program.start
      for action in program.actions {
        switch action {
        case .gate(let gate): _ = try await gates[gate].value()
        case .sleep(let duration): try await get.sleep(for: .seconds(duration))
        case .wait(let input):
          guard let resource = handles[input].resource else { continue }
          run.awaited = input
          do {
            let value: Int = try await get(resource)
            run.inputs.append((input, .loadable(value: value, error: nil, isLoading: false), true))
            sum += value
          } catch {
            if !Task.isCancelled {
              run.inputs.append(
                (input, .loadable(value: nil, error: "\(error)", isLoading: false), true))
            }
            throw error
          }
          run.awaited = nil
        default:
          sum += perform(action, get, run)
          if !Task.isCancelled {
            for input in run.inputs.suffix(1) { didRead(key, input.definition, input.seen) }
          }
        }
      }
      if let failing = program.failing, sum % failing == 0 { throw Failure(number: sum) }
      run.outcome = .number(sum % program.modulus)
      return sum % program.modulus
    } catch {
      run.outcome = .loadable(value: nil, error: "\(error)", isLoading: false)
      throw error
    }
  }
}
