#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// SAFETY: the value was made from bytes by their reader, and is handed on, not kept.
/// The outcome of reading a key before an atom is saved there.
struct ReadOutcome<Value>: @unchecked Sendable {
  /// Nil if nothing is saved, or nothing that can be used.
  var value: Value?
  /// The number of the change that it is, where another scope has handed that over and it is not
  /// saved; 0 for others.
  var number = 0
  /// The end of the bytes of which the value was made, if edits can be added there.
  var end: SavedLogEnd?
  /// The name of what is in the storage, if edits of it can be added there.
  var state: SavedState?
  /// To be reported.
  var problem: String?
  /// The saved bytes must not be overwritten.
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

  /// Decodes bytes; a failure if they are to be set aside.
  static func judge(
    _ data: Data, _ persistence: AtomPersistence<Value>
  ) -> Result<ReadOutcome, any Error> {
    var outcome = ReadOutcome()
    do {
      let loaded = try persistence.load(data)
      outcome.value = loaded.value
      outcome.end = loaded.end
    } catch let error as SavedValueError where error.isLeftAlone {
      outcome.problem = """
        what is saved under '\(persistence.key)' is not for this program: \(error). It is left alone, and the atom \
        begins anew and is not saved. Use a program that knows that version, or give persisted(migrating:) the step.
        """
      outcome.isLeftAlone = true
    } catch {
      return .failure(error)
    }
    return .success(outcome)
  }
}
