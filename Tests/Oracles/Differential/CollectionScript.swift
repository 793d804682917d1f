import Upkeep

/// Random edits of a collection of properties, compared with a model after every step.
///
/// The model knows only the elements and the values of their properties.
struct CollectionScript {
  final class Element: Equatable {
    let id: Int
    let count: StoredProperty<Int>
    let limit: StoredProperty<Int>
    let clamped: DerivedProperty<Int>

    init(_ id: Int) {
      self.id = id
      let count = StoredProperty(0)
      let limit = StoredProperty(2)
      self.count = count
      self.limit = limit
      clamped = DerivedProperty(count, limit) { min($0, $1) }
    }

    static func == (one: Element, other: Element) -> Bool { one === other }
  }

  private var random: SplitMix64
  private let elements = (0..<8).map(Element.init)
  private let list: StoredProperty<[Element]>
  private let clamped: MultilevelCollectionProperty<[Element]>
  private let both: MultilevelCollectionProperty<[Element]>
  private let sum: DerivedProperty<Int>
  private var updater: Updater?
  private let log = Log()

  private final class Log { var runs = [0, 0] }

  /// The record of the values and runs of the present step.
  private var trail: [String] = []
  private(set) var failures: [String] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let list = StoredProperty(Array(elements.prefix(3)))
    let clamped = MultilevelCollectionProperty(list, \.clamped)
    self.list = list
    self.clamped = clamped
    both = MultilevelCollectionProperty(list) { [$0.count, $0.limit] }
    sum = DerivedProperty { clamped.value.reduce(0) { $0 + $1.clamped.peek() } }
  }

  mutating func run(steps: Int) {
    for step in 0..<steps where failures.isEmpty {
      if random.chance(10) { toggleObservers() }
      let before = shown
      log.runs = [0, 0]
      trail = ["\(list.peek().map { "\($0.id):\($0.count.peek())/\($0.limit.peek())" })"]
      let isUndone = change()
      check(before, isUndone: isUndone, step)
    }
  }

  /// The content of both collections: each element, and its properties.
  private var shown: [[[Int]]] {
    [
      list.peek().map { [$0.id, min($0.count.peek(), $0.limit.peek())] },
      list.peek().map { [$0.id, $0.count.peek(), $0.limit.peek()] },
    ]
  }

  private mutating func check(_ before: [[[Int]]], isUndone: Bool, _ step: Int) {
    let after = shown
    if isUndone, before != after { failures.append("\(step): not undone") }
    for index in 0..<2 {
      let expected = updater != nil && before[index] != after[index] ? 1 : 0
      if log.runs[index] != expected {
        failures.append(
          "\(step): effect \(index) ran \(log.runs[index]) times, not \(expected) \(trail)")
      }
    }
    if random.chance(50) { read(step) }
    if step % 10 == 0 {
      failures += Inspection.violations(around: [list] + elements.map(\.count)).map {
        "\(step): \($0)"
      }
      checkSubscribers(step)
    }
  }

  /// Reads everything and compares it with the model.
  private mutating func read(_ step: Int) {
    let now = list.peek()
    if clamped.value != now { fail("clamped shows \(clamped.value.map(\.id))", step) }
    if both.value != now { fail("both shows \(both.value.map(\.id))", step) }
    let total = now.reduce(0) { $0 + min($1.count.peek(), $1.limit.peek()) }
    if sum.value != total { fail("sum is \(sum.value), not \(total)", step) }
  }

  private mutating func fail(_ message: String, _ step: Int) {
    failures.append("\(step): \(message) \(trail)")
  }

  private mutating func checkSubscribers(_ step: Int) {
    for element in elements {
      let isIn = updater != nil && list.peek().contains(element)
      let counts = [element.clamped.subscriberCount, element.limit.subscriberCount]
      let expected = isIn ? [1, 2] : [0, 0]
      if counts != expected { failures.append("\(step): \(element.id) has \(counts) subscribers") }
    }
  }

  private mutating func toggleObservers() {
    if updater != nil {
      updater = nil
      return
    }
    let owner = Updater()
    owner.keepUpToDate(dependencies: [clamped]) { [log] in log.runs[0] += 1 }
    owner.keepUpToDate { [log, both] in
      _ = both.value
      log.runs[1] += 1
    }
    updater = owner
  }

  // MARK: - Changes

  /// Makes one turn; returns whether it was rolled back.
  private mutating func change() -> Bool {
    switch random.pick([50, 35, 15]) {
    case 0: edit()
    case 1:
      trail.append("batch")
      batch { edits(depth: 0) }
    default:
      trail.append("undone")
      transaction(isUndone: true) { edits(depth: 0) }
      return true
    }
    return false
  }

  private mutating func edits(depth: Int) {
    for _ in 0...random.below(6) {
      switch random.pick([70, 20, 5, 5]) {
      case 0: edit()
      case 1:
        trail.append("read")
        read(-1)
      case 2 where depth < 3: batch { edits(depth: depth + 1) }
      case 3 where depth < 3: goThereAndBack(depth: depth + 1)
      default: break
      }
    }
  }

  /// Makes edits, and reverses them in the opposite order.
  private mutating func goThereAndBack(depth: Int) {
    let now = list.peek()
    let values = elements.map { ($0.count.peek(), $0.limit.peek()) }
    trail.append("there")
    edits(depth: depth)
    trail.append("back")
    list.value = now
    for (element, value) in zip(elements, values) {
      element.count.value = value.0
      element.limit.value = value.1
    }
  }

  private mutating func edit() {
    let element = elements[random.below(elements.count)]
    switch random.pick([30, 15, 15, 10, 10, 10, 10]) {
    case 0:
      element.count.value = random.payload()
      trail.append("\(element.id).count=\(element.count.peek())")
    case 1:
      element.limit.value = random.payload()
      trail.append("\(element.id).limit=\(element.limit.peek())")
    case 2:
      let index = random.below(list.peek().count + 1)
      list.modify { $0.insert(element, at: index) }
    case 3:
      let count = list.peek().count
      if count > 0 { list.value.remove(at: random.below(count)) }
    case 4: list.value = random.chance(50) ? list.peek().reversed() : list.peek()
    case 5: list.value = elements.filter { _ in random.chance(40) }
    default:
      element.count.modify { $0 += 1 }
      trail.append("\(element.id).modify \(element.count.peek())")
    }
    trail.append("\(list.peek().map(\.id))")
  }
}
