#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// SAFETY: the value was made from bytes by whoever read them, and is handed on, not kept.
/// What there is under a key when an atom is about to be saved there.
struct Opened<Value>: @unchecked Sendable {
  /// Nil if nothing is saved, or nothing that can be used.
  var value: Value?
  /// The number of the change that it is, where another scope has handed that over and it is not saved; 0 for others.
  var number = 0
  /// To be reported.
  var problem: String?
  /// What is there must not be overwritten.
  var isLeftAlone = false

  /// Nothing is saved.
  init() {}

  init(_ error: any Error, setAsideAs place: String, _ key: String) {
    problem = """
      what was saved under '\(key)' cannot be read: \(error). It was set aside as \(place), and the atom begins anew.
      """
  }

  init(unusable error: any Error, _ key: String) {
    problem = """
      what is saved under '\(key)' can be neither read nor set aside: \(error). It is left alone, and the atom is \
      not saved.
      """
    isLeftAlone = true
  }

  /// What bytes are; a failure if they are to be set aside.
  static func judge(
    _ data: Data, _ persistence: AtomPersistence<Value>
  ) -> Result<Opened, any Error> {
    var opened = Opened()
    do {
      opened.value = try persistence.load(data)
    } catch let error as SavedValueError where error.isLeftAlone {
      opened.problem = """
        what is saved under '\(persistence.key)' is not for this program: \(error). It is left alone, and the atom \
        begins anew and is not saved. Use a program that knows that version, or give persisted(migrating:) the step.
        """
      opened.isLeftAlone = true
    } catch {
      return .failure(error)
    }
    return .success(opened)
  }
}
