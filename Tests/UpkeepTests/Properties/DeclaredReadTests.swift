import Testing

@testable import Upkeep

/// The reads of a declared derivation beyond its inputs.
@Suite(.leavesNothing) struct DeclaredReadTests {
  let updater = scopedUpdater()

  #if DEBUG
    @Test func `reports once a read that was not declared, and does not follow it`() {
      let a = StoredProperty(1, name: "a")
      let b = StoredProperty(2, name: "b")
      let sum = DerivedProperty(a, name: "sum") { $0 + b.value + b.value }
      var seen: [Int] = []
      let mistakes = recordingMistakes {
        checkingInvariants(of: [a, b, sum]) {
          updater.keepUpToDate { seen.append(sum.value) }
          b.value = 5
          #expect(sum.value == 5)
          a.value = 2
        }
      }
      #expect(seen == [5, 12])
      #expect(mistakes == ["undeclaredRead: sum, b"])
    }

    @Test func `reports once for each derivation, whatever else it reads`() {
      let a = StoredProperty(1, name: "a")
      let b = StoredProperty(2, name: "b")
      let c = StoredProperty(3, name: "c")
      let first = DerivedProperty(a, name: "first") { $0 + b.value + c.value }
      let second = DerivedProperty(dependencies: [a], name: "second") { a.value + b.value }
      let mistakes = recordingMistakes {
        checkingInvariants(of: [a, b, c, first, second]) {
          #expect(first.value + second.value == 9)
        }
      }
      #expect(mistakes == ["undeclaredRead: first, b", "undeclaredRead: second, b"])
    }
  #endif

  @Test func `does not report what is read with peek or untracked`() {
    let a = StoredProperty(1)
    let b = StoredProperty(2)
    let sum = DerivedProperty(a) { $0 + b.peek() + untracked { b.value } }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [a, b, sum]) { #expect(sum.value == 5) }
    }
    #expect(mistakes == [])
  }

  @Test func `never subscribes to more than was declared`() {
    let a = StoredProperty(1)
    let b = StoredProperty(2)
    let sum = DerivedProperty(a) { $0 + b.value }
    let listed = DerivedProperty(dependencies: [a]) { a.value + b.value }
    _ = recordingMistakes {
      checkingInvariants(of: [a, b]) {
        updater.keepUpToDate { _ = sum.value + listed.value }
        a.value = 2
      }
    }
    #expect(b.subscriberCount == 0)
    #expect(attachedEdges(of: b).isEmpty)
    #expect(a.subscriberCount == 2)
  }
}
