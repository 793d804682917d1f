/// Handwritten code: an array of closures, called in dependency order.
///
/// A closure returns at once unless an input changed in this pass. It compares its result with the
/// previous result, and returns how far down the array its change reaches, so that a pass stops
/// behind the last reader of the last change. Swift retains a closure that it takes out of the
/// array and releases it after the call. Handwritten code has this cost, so the figure includes it.
final class Handwritten: Engine {
  static let identity = Identity(engine: .handwritten, form: .declared)

  private var steps: [(_ pass: Int) -> Int] = []
  private var pass = 0
  /// The reach of the writes in the open batch; `nil` outside batches.
  private var batchReach: Int?

  init() {}

  func source(_ value: Int) -> Cell { Cell(value) }

  func node(_ source: Cell) -> Cell { source }

  func derive<S: UnaryStep>(_ input: Cell, by step: S) -> Cell {
    let cell = Cell(step.apply(input.value))
    addStep(reading: [input]) { pass in
      guard input.changedIn == pass else { return 0 }
      return cell.settle(step.apply(input.value), in: pass)
    }
    return cell
  }

  func derive<S: BinaryStep>(_ first: Cell, _ second: Cell, by step: S) -> Cell {
    let cell = Cell(step.apply(first.value, second.value))
    addStep(reading: [first, second]) { pass in
      guard first.changedIn == pass || second.changedIn == pass else { return 0 }
      return cell.settle(step.apply(first.value, second.value), in: pass)
    }
    return cell
  }

  func derive<S: FoldStep>(_ inputs: [Cell], by step: S) -> Cell {
    let borrowed = Borrowed(inputs)
    let cell = Cell(borrowed.fold(by: step))
    addStep(reading: inputs) { pass in
      guard borrowed.contains(where: { $0.changedIn == pass }) else { return 0 }
      return cell.settle(borrowed.fold(by: step), in: pass)
    }
    return cell
  }

  func effect(on input: Cell, into sink: Sink) {
    sink.take(input.value)
    addStep(reading: [input]) { pass in
      if input.changedIn == pass { sink.take(input.value) }
      return 0
    }
  }

  func write(_ value: Int, to source: Cell) {
    if let reach = batchReach {
      batchReach = max(reach, source.settle(value, in: pass))
    } else {
      pass += 1
      runSteps(upTo: source.settle(value, in: pass))
    }
  }

  func batch(_ body: () -> Void) {
    pass += 1
    batchReach = 0
    body()
    let reach = batchReach ?? 0
    batchReach = nil
    runSteps(upTo: reach)
  }

  func read(_ node: Cell) -> Int { node.value }

  /// Drops all steps.
  ///
  /// Only for graphs that have no derived values and are not written afterwards.
  func endEffects() { steps = [] }

  private func runSteps(upTo firstReach: Int) {
    let pass = pass
    var reach = firstReach
    var index = 0
    while index < reach {
      reach = max(reach, steps[index](pass))
      index += 1
    }
  }

  func addStep(reading inputs: [Place], _ step: @escaping (_ pass: Int) -> Int) {
    steps.append(step)
    for input in inputs { input.reach = steps.count }
  }
}

extension Handwritten {
  /// The time of a value's last change, and the reach of its readers.
  class Place {
    /// The pass in which the value last changed.
    fileprivate(set) final var changedIn = 0
    /// One more than the index of the last step that reads this cell.
    fileprivate(set) final var reach = 0
  }

  /// A value with its place.
  final class Cell: Place, ValueHolder {
    private(set) var value: Int

    init(_ value: Int) { self.value = value }

    /// Takes a new value; returns how far the change reaches, 0 if the value is unchanged.
    func settle(_ new: Int, in pass: Int) -> Int {
      guard new != value else { return 0 }
      value = new
      changedIn = pass
      return reach
    }
  }

  /// A list with its place.
  final class ListCell: Place {
    private(set) var value: List

    init(_ value: List) { self.value = value }

    /// Takes a new list; returns how far the change reaches.
    func replace(by new: List, in pass: Int) -> Int {
      value = new
      changedIn = pass
      return reach
    }
  }
}
