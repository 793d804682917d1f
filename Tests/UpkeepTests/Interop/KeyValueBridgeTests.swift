import Foundation
import Testing

@testable import Upkeep

/// The work of the Objective-C faces, tested without Objective-C.
@Suite(.leavesNothing) struct KeyValueBridgeTests {
  /// Stands for the observed object and its observers: logs the entries of a change dictionary.
  private final class Observer {
    let bridge: KeyValueBridge
    var log: [String] = []
    var onChange: () -> Void = {}

    init<Value>(_ property: Property<Value>, name: String = "face") {
      bridge = KeyValueBridge(property, Label(name, #fileID, #line))
      bridge.notifying = { [weak self] change in
        guard let self else { return change() }
        let old = shown
        change()
        log.append("\(old) -> \(shown)")
        onChange()
      }
    }

    var shown: String { bridge.shown.map { "\($0)" } ?? "nil" }
  }

  private let count = StoredProperty(3, name: "count")
  private let maybe = StoredProperty<Int?>(nil, name: "maybe")

  @Test func `a face shows the value, and tells of each change once, at the end of a batch`() {
    let parity = count.map { $0 % 2 == 0 ? "even" : "odd" }
    let (face, derived) = (Observer(count), Observer(parity))
    #expect([face.shown, derived.shown] == ["3", "odd"])
    checkingInvariants(of: [count, parity]) {
      for _ in 1...2 { count.value = 4 }
      batch {
        count.value = 5
        #expect(face.shown == "4")
        count.value = 6
      }
      batch { for value in [7, 6] { count.value = value } }
    }
    #expect([face.shown, derived.shown] == ["6", "even"])
    #expect([face.log, derived.log] == [["3 -> 4", "4 -> 6"], ["odd -> even"]])
  }

  @Test func `an observer's own change is announced after the current one, and each only once`() {
    let face = Observer(count)
    face.onChange = { [count] in if count.value < 6 { count.value += 1 } }
    checkingInvariants(of: [count]) { count.value = 4 }
    #expect(face.log == ["3 -> 4", "4 -> 5", "5 -> 6"])
  }

  @Test func `the bridge tells types that Objective-C can hold from others`() {
    final class Thing {}
    struct Point {}
    let can: [Any.Type] = [
      Int.self, Double.self, Bool.self, String.self, Date.self, [Int].self, [String: Int].self,
      Thing.self, NSObject.self, Any.self, AnyObject.self, Int?.self, Thing?.self,
    ]
    let cannot: [Any.Type] = [
      Point.self, Point?.self, (Int, Int).self, Int??.self, Result<Int, any Error>.self,
      Character.self, (() -> Void).self,
    ]
    #expect(can.filter { !KeyValueBridge.canBridge($0) }.map { "\($0)" } == [])
    #expect(cannot.filter { KeyValueBridge.canBridge($0) }.map { "\($0)" } == [])
  }

  @Test(.hops)
  func `a face of a type that cannot be bridged stops the program and says why`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let range = StoredProperty(0..<1, name: "range")
      _ = KeyValueBridge(range, Label("face", #fileID, #line))
    }
    let facts = ["range (UpkeepTests/", "type Range<Int>", "face (UpkeepTests/", "with map"]
    #expect(facts.filter { !standardError(result).contains($0) } == [])
  }

  @Test func `nil goes both ways through every kind of parent`() {
    let passed = PassThroughProperty(maybe)
    let derived = DerivedProperty(maybe) { $0 }
    let tentative = TentativeProperty(maybe)
    let faces = [Observer(maybe), Observer(passed), Observer(derived), Observer(tentative)]
    for value in [3, nil, 4, nil] as [Int?] { maybe.value = value }
    for face in faces {
      #expect(face.log == ["nil -> 3", "3 -> nil", "nil -> 4", "4 -> nil"])
      #expect(face.bridge.shown == nil)
    }
    let mistakes = checkingInvariants(of: [maybe, passed, derived]) {
      recordingMistakes {
        for value in [3, nil] {
          faces[0].bridge.write(value)
          #expect(maybe.value == value)
        }
      }
    }
    #expect(mistakes == [])
  }

  @Test func `a write reaches the parent once, and observers are told once, or not if undone`() {
    var writes: [Int] = []
    let observation = count.onChange { writes.append($0) }
    let (face, other) = (Observer(count), Observer(count))
    let mistakes = checkingInvariants(of: [count]) {
      recordingMistakes {
        for _ in 1...2 { face.bridge.write(4) }
        face.bridge.write(NSNumber(5))
        batch {
          face.bridge.write(6)
          #expect(count.value == 6)
        }
        undoneTransaction {
          face.bridge.write(7)
          #expect(count.value == 7)
        }
        #expect(face.shown == "6")
        count.value = 8
      }
    }
    observation.cancel()
    #expect((mistakes, writes) == ([], [4, 5, 6, 8]))
    #expect(face.log == ["3 -> 4", "4 -> 5", "5 -> 6", "6 -> 8"])
    #expect(other.log == face.log)
  }

  @Test func `a write of a value without == is announced once, too`() {
    let anything = StoredProperty<Any>(1)
    let face = Observer(anything)
    face.bridge.write(2)
    face.bridge.write("two")
    #expect(face.log == ["1 -> 2", "2 -> two"])
  }

  @Test func `a write that is refused or discarded is followed by the true value`() {
    let steady = StoredProperty(3, changes: ChangeRule { abs($0 - $1) > 1 })
    let faces = [Observer(count), Observer(steady), Observer(PassThroughProperty(count))]
    let mistakes = checkingInvariants(of: [count, steady]) {
      recordingMistakes {
        faces[0].bridge.write("four")
        faces[0].bridge.write(nil)
        for face in faces[1...] { face.bridge.write(4) }
      }
    }
    #expect((mistakes.count, count.value, steady.value) == (3, 3, 3))
    #expect(mistakes.prefix(2) == ["wrongType: count; Int, String", "wrongType: count; Int, nil"])
    #expect(faces.map(\.log) == [["3 -> 3", "3 -> 3"], ["3 -> 3"], ["3 -> 3"]])
    faces[1].bridge.write(5)
    count.value = 4
    #expect(faces.map(\.log.last) == ["3 -> 4", "3 -> 5", "3 -> 4"])
  }

  @Test func `a dropped face is gone, with its effect and the parents it kept`() {
    var passed: PassThroughProperty? = PassThroughProperty(count)
    var face = passed.map { Observer($0) }
    weak let droppedFace = face
    weak let droppedBridge = face?.bridge
    weak let droppedParent = passed
    passed = nil
    checkingInvariants(of: [count]) {
      count.value = 4
      #expect(face?.log == ["3 -> 4"] && droppedParent != nil)
      face = nil
      #expect(droppedFace == nil && droppedBridge == nil && droppedParent == nil)
      count.value = 5
    }
    #expect(count.subscriberCount == 0)
  }

  @Test func `a face that is dropped by its own observer has ended`() {
    var face: Observer? = Observer(count)
    weak let dropped = face
    face?.onChange = { face = nil }
    checkingInvariants(of: [count]) { count.value = 4 }
    count.value = 5
    #expect(face == nil && dropped == nil && count.subscriberCount == 0)
  }

  @Test func `willChange comes before a change and didChange after it, in order of creation`() {
    var log: [String] = []
    let updater = scopedUpdater()
    func bridge(_ name: String) -> KeyValueBridge {
      let bridge = KeyValueBridge(count, Label(name, #fileID, #line))
      bridge.notifying = { [unowned bridge] change in
        log.append("\(name) will \(bridge.shown ?? "nil")")
        change()
        log.append("\(name) did \(bridge.shown ?? "nil")")
      }
      return bridge
    }
    let first = bridge("first")
    updater.keepUpToDate { [count] in log.append("effect \(count.value)") }
    let last = bridge("last")
    log = []
    checkingInvariants(of: [count]) { count.value = 4 }
    #expect(log == ["first will 3", "first did 4", "effect 4", "last will 3", "last did 4"])
    withExtendedLifetime((first, last)) {}
  }

  @Test func `a face made in a transaction announces later changes at the commit`() {
    var face: Observer?
    checkingInvariants(of: [count]) {
      transaction {
        count.value = 4
        face = Observer(count)
        #expect(face?.shown == "4")
        count.value = 5
      }
    }
    #expect((face?.shown, face?.log) == ("5", ["4 -> 5"]))
  }

  @Test func `an observer that writes back the NaN that it was told is no loop`() {
    let level = StoredProperty(1.0)
    let face = Observer(level)
    face.onChange = { [unowned face] in
      if let shown = face.bridge.shown { face.bridge.write(shown) }
    }
    checkingInvariants(of: [level]) {
      #expect(misuses { level.value = .nan }.isEmpty)
      #expect(face.log == ["1.0 -> nan"])
      #expect(misuses { face.bridge.write(Double.nan) }.isEmpty)
      level.value = 2
    }
    #expect(face.log.last == "nan -> 2.0" && face.log.count <= 3)
  }
}
