import Testing
import Upkeep

@Suite(.leavesNothing) struct DeclaredMixTests {
  let updater = scopedUpdater()

  //   s ─> left (declared) ──┬> join (declared) ─> tail (tracked)
  //   └──> right (tracked) ──┴> other (tracked) ─┘
  @Test func `declared and tracked values mix in a diamond with the same guarantees`() {
    let s = StoredProperty(1)
    var log: [String] = []
    let left = DerivedProperty(s) { $0 * 2 }
    let right = DerivedProperty { s.value * 3 }
    let join = DerivedProperty(left, right) { left, right in
      log.append("join \(left) \(right)")
      return left + right
    }
    let other = DerivedProperty {
      log.append("other \(right.value) \(left.value)")
      return right.value - left.value
    }
    let tail = DerivedProperty {
      log.append("tail")
      return join.value * 10 + other.value
    }
    checkingInvariants(of: [s]) {
      updater.keepUpToDate { log.append("\(tail.value)") }
      #expect(log == ["tail", "join 2 3", "other 3 2", "51"])
      log = []
      s.value = 2
    }
    #expect(log.count == 4)
    #expect(Set(log) == ["join 4 6", "other 6 4", "tail", "102"])
    #expect(log.last == "102")
  }

  @Test func `the same input twice is right and single`() {
    let x = StoredProperty(3)
    var runs = 0
    let double = DerivedProperty(x, x) { first, second in
      runs += 1
      return first + second
    }
    checkingInvariants(of: [x, double]) {
      #expect(double.value == 6)
      x.value = 4
      #expect(double.value == 8)
    }
    #expect(runs == 2)
  }

  //   a ─> b ─┐
  //   └───────┴> d      reads b or its ancestor a
  @Test func `changing from an input to its own ancestor and back is safe`() {
    let a = StoredProperty(1)
    let readsAncestor = StoredProperty(false)
    var log: [String] = []
    let b = DerivedProperty {
      log.append("b")
      return a.value
    }
    let d = DerivedProperty {
      log.append("d")
      return readsAncestor.value ? a.value : b.value
    }
    checkingInvariants(of: [a, readsAncestor]) {
      updater.keepUpToDate { log.append("\(d.value)") }
      #expect(log == ["d", "b", "1"])
      log = []
      readsAncestor.value = true
      #expect(log == ["d"])
      log = []
      a.value = 2
      #expect(log == ["d", "2"])
      log = []
      readsAncestor.value = false
      #expect(log == ["d", "b"])
      log = []
      batch {
        readsAncestor.value = true
        a.value = 3
      }
      #expect(log == ["d", "3"])
      log = []
      batch {
        readsAncestor.value = false
        a.value = 4
      }
    }
    #expect(log == ["d", "b", "4"])
  }

  @Test func `what a handler of declared dependencies reads is not tracked`() {
    let watched = StoredProperty(1)
    let other = StoredProperty(10)
    let derived = DerivedProperty { other.value * 2 }
    var log: [String] = []
    let mistakes = recordingMistakes {
      checkingInvariants(of: [watched, other]) {
        updater.onTransition(watched, initially: false) { _, new in
          log.append("transition \(new) \(other.value) \(derived.value)")
        }
        updater.keepUpToDate(dependencies: [watched]) {
          log.append("effect \(watched.value) \(other.value) \(derived.value)")
        }
        let observation = watched.onChange { new in
          log.append("onChange \(new) \(other.value) \(derived.value)")
        }
        other.value = 20
        #expect(log == ["effect 1 10 20"])
        watched.value = 2
        other.value = 30
        observation.cancel()
      }
    }
    #expect(
      log == ["effect 1 10 20", "transition 2 20 40", "effect 2 20 40", "onChange 2 20 40"])
    #expect(other.subscriberCount == 0)
    #expect(derived.subscriberCount == 0)
    #expect(mistakes == [])
  }

  /// A constant has no edge.
  @Test func `constants may stand at any place among declared inputs`() {
    let x = StoredProperty(1)
    let ten = Property.constant(10)
    let values = [
      DerivedProperty(ten) { $0 },
      DerivedProperty(ten, x) { $0 + $1 }, DerivedProperty(x, ten) { $0 + $1 },
      DerivedProperty(ten, x, x) { $0 + $1 * $2 }, DerivedProperty(x, ten, x) { $0 + $1 * $2 },
      DerivedProperty(x, x, ten) { $0 + $1 * $2 },
    ]
    checkingInvariants(of: [x]) {
      #expect(values.map(\.value) == [10, 11, 11, 11, 11, 11])
      x.value = 2
      #expect(values.map(\.value) == [10, 12, 12, 14, 22, 22])
    }
  }

  @Test func `a declared value keeps what it reads alive, and lets it go`() {
    weak var source: StoredProperty<Int>?
    var sum: DerivedProperty<Int>?
    do {
      let stored = StoredProperty(1)
      let wall = PassThroughProperty(stored)
      source = stored
      sum = DerivedProperty(stored, wall, DerivedProperty(stored) { $0 * 2 }) { $0 + $1 + $2 }
    }
    #expect(source != nil)
    #expect(sum?.value == 4)
    source?.value = 2
    #expect(sum?.value == 8)
    sum = nil
    #expect(source == nil)
  }
}
