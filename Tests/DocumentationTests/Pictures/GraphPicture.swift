import Upkeep

/// A graph before and after a write: the library tells its values, arrows and computations.
final class GraphPicture {
  private let price = StoredProperty(20, name: "price")
  private let count = StoredProperty(1, name: "count")
  private let updater = Updater()
  private var computed: Set<String> = []

  private lazy var total = derived("total") { [price, count] in price.value * count.value }
  private lazy var label = derived("label") { [unowned self] in "\(total.value) dollars" }
  private lazy var isLarge = derived("isLarge") { [unowned self] in total.value > 100 }
  private lazy var discount = derived("discount") { [unowned self] in total.value / 10 }

  /// The picture after `count` was written; before the write if `new` is nil.
  static func drawing(afterWriting new: Int?) -> Drawing {
    let picture = GraphPicture()
    picture.start()
    var before = picture.values
    before["discount"] = "\(picture.discount.value)"
    picture.computed = []
    if let new { picture.count.value = new }
    return picture.drawing(before: before, written: new.map { "count.value = \($0)" })
  }

  private func derived<Value: Equatable>(
    _ name: String, _ calculate: @escaping () -> Value
  ) -> DerivedProperty<Value> {
    DerivedProperty(name: name) { [unowned self] in
      computed.insert(name)
      return calculate()
    }
  }

  private func start() {
    updater.keepUpToDate(name: "print") { [unowned self] in
      computed.insert("print")
      _ = label.value
    }
    updater.keepUpToDate(name: "warn") { [unowned self] in
      computed.insert("warn")
      _ = isLarge.value
    }
    // Read once: no effect needs it.
    _ = discount.value
  }

  private var properties: [(name: String, property: UntypedProperty)] {
    [
      ("price", price), ("count", count), ("total", total), ("label", label),
      ("isLarge", isLarge), ("discount", discount),
    ]
  }

  /// The values by name, without `discount`: a read after the write would compute it.
  private var values: [String: String] {
    Dictionary(
      uniqueKeysWithValues: properties.filter { $0.name != "discount" }
        .map { ($0.name, "\($0.property.untypedValue)") })
  }

  private static let places: [String: (x: Int, y: Int)] = [
    "price": (20, 60), "count": (20, 180), "total": (200, 120), "label": (380, 40),
    "isLarge": (380, 120), "discount": (380, 200), "print": (560, 40), "warn": (560, 120),
  ]

  private func drawing(before: [String: String], written: String?) -> Drawing {
    var drawing = Drawing(width: 720, height: 270)
    drawing.text(x: 20, y: 24, written.map { "After \($0)" } ?? "Before the write")
    let isAfter = written != nil
    for (name, property) in properties {
      let start = Self.places[name] ?? (0, 0)
      for (reader, end) in Self.places.sorted(by: { $0.key < $1.key })
      where retainers(of: property).contains(where: { $0.contains(" \(reader) ") }) {
        drawing.arrow(
          from: (start.x + 130, start.y + 22), to: (end.x - 4, end.y + 22),
          reader == "discount" ? .stale : .still)
      }
    }
    var after = values
    after["discount"] = before["discount"].map { isAfter ? "was \($0)" : $0 }
    for (name, place) in Self.places.sorted(by: { $0.key < $1.key }) {
      let isWritten = isAfter && (name == "count")
      let isComputed = isAfter && computed.contains(name)
      let role: Drawing.Role =
        isWritten
        ? .written
        : name == "discount" && isAfter && !isComputed
          ? .stale
          : !isComputed
            ? .still : before[name] == after[name] && after[name] != nil ? .unchanged : .changed
      let isEffect = after[name] == nil
      let note = isEffect ? (isComputed ? "effect: has run" : "effect") : after[name] ?? ""
      drawing.box(
        x: place.x, y: place.y, width: 130, role, name,
        role == .unchanged ? "\(note), as before" : note)
    }
    return drawing
  }
}
