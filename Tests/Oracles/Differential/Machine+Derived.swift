import Upkeep

extension Machine {
  /// Makes a derived value in the form that the script asks for.
  func derived(_ spec: DerivedSpec, _ evaluator: Evaluator) -> Handle {
    let name = "d\(spec.id)"
    let compute = { [unowned self] (given: [Int: Int]) throws -> Int in
      step.computed[spec.id, default: 0] += 1
      return try evaluator.value(spec.expression, given)
    }
    if let shown = shown(spec, evaluator, name, compute) { return shown }
    let inputs = (spec.inputs ?? []).compactMap { evaluator.handles[$0] }
    if case .packed(let ids) = spec.form, let packed = packed(spec, ids, inputs, name, compute) {
      return packed
    }
    if spec.isResult {
      let dependencies = spec.inputs == nil ? nil : inputs
      return DerivedProperty<Result<Int, any Error>>.catching(
        dependencies: dependencies, name: name
      ) { try compute([:]) }
    }
    let number = { (try? compute([:])) ?? 0 }
    if spec.inputs != nil {
      let rule: ChangeRule<Int>? = spec.isAlways ? .always : nil
      return DerivedProperty(dependencies: inputs, changes: rule, name: name, number)
    }
    if spec.isAlways { return DerivedProperty(changes: .always, name: name, number) }
    return DerivedProperty(name: name, number)
  }

  /// Makes the forms that are not `DerivedProperty`.
  private func shown(
    _ spec: DerivedSpec, _ evaluator: Evaluator, _ name: String,
    _ compute: @escaping ([Int: Int]) throws -> Int
  ) -> Handle? {
    let handles = evaluator.handles
    let rule: ChangeRule<Int>? = spec.isAlways ? .always : nil
    switch (spec.form, spec.expression) {
    case (.manual, _):
      return ManuallyRecalculatedDerivedProperty(changes: rule, name: name) {
        (try? compute([:])) ?? 0
      }
    case (.passThrough, .read(let id)):
      return handles[id]?.number.map { PassThroughProperty($0, name: name) }
    case (.ruledPassThrough, .read(let id)):
      return handles[id]?.number.map {
        PassThroughProperty($0, changes: rule ?? .automatic, name: name)
      }
    case (.multilevel, .index(let which, let row)):
      let properties = row.compactMap { handles[$0]?.number }
      return MultilevelProperty(outer, changes: rule, name: name) { [unowned self] _ in
        step.computed[spec.id, default: 0] += 1
        let value = (try? evaluator.value(which)) ?? 0
        return properties[Int(value.magnitude % UInt(properties.count))]
      }
    case (.multilevelOptional, .index(let which, let row)):
      let properties = row.compactMap { handles[$0]?.number }
      let rule: ChangeRule<Int?>? = spec.isAlways ? .always : nil
      return MultilevelOptionalProperty(outer, changes: rule, name: name) { [unowned self] _ in
        step.computed[spec.id, default: 0] += 1
        let value = (try? evaluator.value(which)) ?? 0
        return value < 0 ? nil : properties[value % properties.count]
      }
    case (.collection, .read(let id)):
      guard let list = handles[id]?.list else { return nil }
      return MultilevelCollectionProperty(list, \.property, name: name)
    default: return nil
    }
  }

  /// The form whose closure takes one argument per input; nil where the inputs do not suit it.
  private func packed(
    _ spec: DerivedSpec, _ ids: [Int], _ inputs: [Handle], _ name: String,
    _ compute: @escaping ([Int: Int]) throws -> Int
  ) -> Handle? {
    let numbers = inputs.compactMap(\.number)
    guard numbers.count == ids.count, !spec.isAlways else { return nil }
    func call(_ values: [Int]) throws -> Int {
      try compute(Dictionary(zip(ids, values)) { $1 })
    }
    switch (numbers.count, spec.isResult) {
    case (1, false):
      return DerivedProperty(numbers[0], name: name) { (try? call([$0])) ?? 0 }
    case (2, false):
      return DerivedProperty(numbers[0], numbers[1], name: name) { (try? call([$0, $1])) ?? 0 }
    case (3, false):
      return DerivedProperty(numbers[0], numbers[1], numbers[2], name: name) {
        (try? call([$0, $1, $2])) ?? 0
      }
    case (1, true):
      return DerivedProperty(numbers[0], name: name) { number in Result { try call([number]) } }
    case (2, true):
      return DerivedProperty(numbers[0], numbers[1], name: name) { first, second in
        Result { try call([first, second]) }
      }
    default: return nil
    }
  }

  // MARK: - Layers

  func make(_ spec: TentativeSpec) {
    guard let parent = handles[spec.parent]?.number, take(spec.id, []) != nil else { return }
    let name = "t\(spec.id)"
    let rule: ChangeRule<Int>? = spec.isAlways ? .always : nil
    let validity = spec.validity.ofLibrary
    handles[spec.id] = TentativeProperty(
      parent, until: validity, clock: spec.hasClock ? clock : stillClock, changes: rule, name: name)
  }

  func lay(_ spec: LayerSpec) {
    guard let property = tentative(spec.host), let held = held(spec.mentions) else { return }
    let validity = spec.validity.ofLibrary
    switch spec.content {
    case .written(let value): property.value = value
    case .fixed(let value): layers[spec.id] = property.set(value, until: validity)
    case .function(let expression):
      let evaluator = Evaluator(machine: self, handles: held)
      layers[spec.id] = property.apply(until: validity) { [unowned self] below in
        step.computed[spec.id, default: 0] += 1
        return (try? evaluator.value(expression, [spec.host: below])) ?? 0
      }
    }
  }

  func tentative(_ id: Int) -> TentativeProperty<Int>? { handles[id]?.tentative }
}

extension Validity {
  fileprivate var ofLibrary: TentativeValidity {
    if endsWithChange { return .untilParentChanges }
    return switch (duration, endsWhenConfirmed) {
    case (nil, false): .untilTold
    case (let duration?, false): .for(.seconds(duration))
    case (nil, true): .untilConfirmed
    case (let duration?, true): .untilConfirmedWithin(.seconds(duration))
    }
  }
}
