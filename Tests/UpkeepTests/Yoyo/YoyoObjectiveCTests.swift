#if canImport(ObjectiveC)
  import Foundation
  import Testing

  @testable import Upkeep

  /// The promises of Yoyo's README, kept by Upkeep: "Other properties", for Objective-C.
  @Suite(.leavesNothing) struct YoyoObjectiveCTests {
    /// Hears of changes as Cocoa bindings do.
    private final class Observer: NSObject {
      var seen: [String] = []

      override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        seen.append("\(keyPath ?? "") \(change?[.newKey] ?? "nothing")")
      }
    }

    private let observer = Observer()
    private let name = StoredProperty("Ann")

    @Test func `Other properties, KVOCompatibleProperty: key-value observers follow any property`()
    {
      let face = KVOCompatibleProperty(name.map { "Dear \($0)" })
      face.addObserver(observer, forKeyPath: "value", options: .new, context: nil)
      checkingInvariants(of: [name]) {
        name.value = "Bob"
        name.value = "Bob"
      }
      face.removeObserver(observer, forKeyPath: "value")
      #expect(observer.seen == ["value Dear Bob"])
      #expect(face.value(forKey: "value") as? String == "Dear Bob")
    }

    @Test func `Other properties, TwoWayKVOCompatibleProperty: a written value arrives, both ways`()
    {
      let face = TwoWayKVOCompatibleProperty(name)
      face.addObserver(observer, forKeyPath: "value", options: .new, context: nil)
      checkingInvariants(of: [name]) {
        face.setValue("Bob", forKey: "value")
        #expect(name.value == "Bob")
        name.value = "Cleo"
        #expect(face.value as? String == "Cleo")
      }
      face.removeObserver(observer, forKeyPath: "value")
      #expect(observer.seen == ["value Bob", "value Cleo"])
    }
  }
#endif
