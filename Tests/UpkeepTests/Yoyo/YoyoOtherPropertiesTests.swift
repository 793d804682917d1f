import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Other properties".
@Suite(.leavesNothing) struct YoyoOtherPropertiesTests {
  /// Something that announces no changes.
  private final class Volume {
    var freeBytes = 100
  }

  /// A class that lets others see a property, and nothing else.
  private final class Player {
    private let position = StoredProperty(0)
    let shownPosition: PassThroughProperty<Int>

    init() { shownPosition = PassThroughProperty(position) }

    func advance() { position.value += 1 }
  }

  private let updater = scopedUpdater()

  @Test
  func `Other properties, ManuallyRecalculatedDerivedProperty: only recalculate updates the value`()
  {
    let volume = Volume()
    let number = StoredProperty(1)
    let property: Property<Int>
    let freeBytes = ManuallyRecalculatedDerivedProperty { volume.freeBytes + number.value }
    property = freeBytes
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [property]) { seen.append(property.value) }
    checkingInvariants(of: [freeBytes]) {
      volume.freeBytes = 50
      number.value = 2
      #expect(property.value == 101)
      freeBytes.recalculate()
      #expect(property.value == 52)
      freeBytes.recalculate()
    }
    #expect(seen == [101, 52])
  }

  @Test func `Other properties, PassThroughProperty: its value is always its parent's`() {
    let parent = StoredProperty(1)
    let shown = PassThroughProperty(parent)
    var seen: [[Int]] = []
    updater.keepUpToDate(dependencies: [shown]) { seen.append([parent.value, shown.value]) }
    checkingInvariants(of: [parent]) {
      parent.value = 2
      batch {
        parent.value = 3
        #expect(shown.value == 3)
        parent.value = 4
      }
    }
    #expect(seen == [[1, 1], [2, 2], [4, 4]])
  }

  // "A special case of DerivedProperty": it does all that one does that hands its input on.
  @Test func `Other properties, PassThroughProperty: it does what such a DerivedProperty does`() {
    let parent = StoredProperty([1])
    let shown: [Property<[Int]>] = [
      PassThroughProperty(parent), DerivedProperty(parent) { parent in return parent },
    ]
    var logs: [[String]] = [[], []]
    for (index, property) in shown.enumerated() {
      updater.onTransition(property) { logs[index].append("\($0 ?? []) \($1)") }
      updater.keepUpToDate { logs[index].append("\(property.value)") }
    }
    checkingInvariants(of: [parent]) {
      parent.value = [2]
      parent.value = [2]
      batch {
        parent.value = [3]
        parent.value = [2]
      }
      parent.value.append(4)
    }
    #expect(logs[0] == ["[] [1]", "[1]", "[1] [2]", "[2]", "[2] [2, 4]", "[2, 4]"])
    #expect(logs[0] == logs[1])
  }

  @Test
  func `Other properties, PassThroughProperty: it exposes a property, not the class behind it`() {
    let player = Player()
    let shown: Property<Int> = player.shownPosition
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [shown]) { seen.append(shown.value) }
    checkingInvariants(of: [shown]) { player.advance() }
    #expect(seen == [0, 1])
    #expect(shown as? StoredProperty<Int> == nil)
  }

  @Test func `Other properties, ConnectableProperty: its parent can be changed`() {
    let (first, second) = (StoredProperty(1), StoredProperty(20))
    let level = ConnectableProperty(0)
    var seen: [Int] = []
    updater.keepUpToDate(dependencies: [level]) { seen.append(level.value) }
    checkingInvariants(of: [first, second, level]) {
      level.connect(first)
      first.value = 2
      level.connect(second)
      first.value = 3
      second.value = 21
      level.connect(constant: 7)
      second.value = 22
    }
    #expect(seen == [0, 1, 2, 20, 21, 7])
    #expect(second.subscriberCount == 0)
  }

  // "A variant of PassThroughProperty": while its parent stays, it does the same.
  @Test
  func `Other properties, ConnectableProperty: connected, it is its parent seen through a wall`() {
    let parent = StoredProperty(1)
    let level = ConnectableProperty(0)
    level.connect(parent)
    let shown: [Property<Int>] = [level, PassThroughProperty(parent)]
    var logs: [[Int]] = [[], []]
    for (index, property) in shown.enumerated() {
      updater.keepUpToDate(dependencies: [property]) { logs[index].append(property.value) }
    }
    checkingInvariants(of: [parent]) {
      parent.value = 2
      parent.value = 2
      batch {
        parent.value = 3
        parent.value = 2
      }
      parent.value = 4
    }
    #expect(logs == [[1, 2, 4], [1, 2, 4]])
  }

  @Test
  func
    `Other properties, ConnectableProperty: it depends on a property that it does not know about`()
  {
    // Made first, and watched, by somebody who knows no microphone.
    let level = ConnectableProperty(0.0)
    var seen: [Double] = []
    updater.keepUpToDate(dependencies: [level]) { seen.append(level.value) }
    do {
      let microphone = StoredProperty(0.25)
      level.connect(microphone)
      microphone.value = 0.5
    }
    #expect(seen == [0, 0.25, 0.5])
    #expect(Graph.violations(around: [level]) == [])
  }
}
