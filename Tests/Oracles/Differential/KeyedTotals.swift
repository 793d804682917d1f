import Upkeep
import UpkeepCollections

/// All kinds of values that summarize the elements of a pipeline.
struct KeyedTotals {
  private let count: Property<Int>
  private let sum: Property<Int>
  private let folded: Property<Int>
  private let average: Property<Double?>
  private let least: Property<KeyedSources.Item?>
  private let greatest: Property<KeyedSources.Item?>
  private let joined: Property<String?>
  private let groupSums: Property<KeyedArray<Int, Int>>
  private let groupTexts: Property<KeyedArray<Int, String>>
  private let groupMeans: Property<KeyedArray<Int, Double>>
  private let groups: Property<KeyedArray<Int, KeyedGroup<Int, Int, KeyedSources.Item>>>
  private let texts: Property<KeyedArray<NestedID<Int, String>, String>>
  private let element: Property<KeyedSources.Item?>
  private let rank: Property<Int?>

  init(_ pipeline: KeyedPipeline) {
    let rows = pipeline.property
    count = rows.count()
    sum = rows.sum { $0.cost + $0.bonus.value.value }
    folded = rows.fold(0, adding: { $0 + $1.cost * $1.id }, removing: { $0 - $1.cost * $1.id })
    average = rows.average { Double($0.cost) }
    least = rows.min { $0.cost < $1.cost }
    greatest = rows.max { $0.cost < $1.cost }
    joined = rows.combined({ "\($0.id)" }, with: { $0 + $1 })
    groupSums = rows.sum(of: { $0.cost + $0.bonus.value.value }, by: { $0.group })
    groupTexts = rows.combined({ "\($0.id)," }, with: { $0 + $1 }, by: { $0.group })
    groupMeans = rows.average(of: { Double($0.cost) }, by: { $0.group })
    groups = rows.grouped { $0.group }
    texts = rows.flatMap(id: \.self, Self.texts)
    element = rows.element(3)
    rank = rows.rank(of: 3)
  }

  /// Texts of an element, no two of which are equal.
  private static func texts(of item: KeyedSources.Item) -> [String] {
    ["\(item.id)", "\(item.cost)!"]
  }

  var all: [UntypedProperty] {
    [
      count, sum, folded, average, least, greatest, joined, groupSums, groupTexts, groupMeans,
      groups, texts, element, rank,
    ]
  }

  func difference(from items: [KeyedSources.Item]) -> String? {
    let total = items.reduce(0) { $0 + $1.cost }
    let mean: Double? = items.isEmpty ? nil : Double(total) / Double(items.count)
    let text: String? = items.isEmpty ? nil : items.map { "\($0.id)" }.joined()
    var keys: [Int] = []
    for item in items where !keys.contains(item.group) { keys.append(item.group) }
    let groups = keys.map { key in items.filter { $0.group == key } }
    let expected: [String] = [
      "\(items.count)", "\(items.reduce(0) { $0 + $1.cost + $1.bonus.value.peek() })",
      "\(items.reduce(0) { $0 + $1.cost * $1.id })", "\(String(describing: mean))",
      "\(String(describing: items.min { $0.cost < $1.cost }))",
      "\(String(describing: items.max { $0.cost < $1.cost }))", "\(String(describing: text))",
      "\(keys)", "\(groups.map { $0.reduce(0) { $0 + $1.cost + $1.bonus.value.peek() } })",
      "\(groups.map { $0.map { "\($0.id)," }.joined() })",
      "\(groups.map { Double($0.reduce(0) { $0 + $1.cost }) / Double($0.count) })",
      "\(groups)", "\(items.flatMap(Self.texts))",
      "\(String(describing: items.last { $0.id == 3 }))",
      "\(String(describing: items.lastIndex { $0.id == 3 }))",
    ]
    let found: [String] = [
      "\(count.value)", "\(sum.value)", "\(folded.value)", "\(String(describing: average.value))",
      "\(String(describing: least.value))", "\(String(describing: greatest.value))",
      "\(String(describing: joined.value))", "\(groupSums.value.ids)", "\(groupSums.value)",
      "\(Array(groupTexts.value))", "\(groupMeans.value)",
      "\(self.groups.value.map { Array($0.elements) })", "\(Array(texts.value))",
      "\(String(describing: element.value))", "\(String(describing: rank.value))",
    ]
    for (found, expected) in zip(found, expected) where found != expected {
      return "has the total \(found), not \(expected)"
    }
    return nil
  }
}
