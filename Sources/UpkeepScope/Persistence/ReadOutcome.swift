#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// SAFETY: the reader made the value from bytes and hands it on without keeping it.
/// The outcome of reading a key for an atom.
struct ReadOutcome<Value>: @unchecked Sendable {
  /// The saved value; nil if there is none, or none that can be used.
  var value: Value?
  /// The number of another scope's unsaved change that the value comes from; 0 for a saved value.
  var number = 0
  /// The end of the saved bytes, if edits can be appended there.
  var end: SavedLogEnd?
  /// Identifies the content of the storage, if edits can be appended to it.
  var state: SavedState?
  /// A problem to report.
  var problem: String?
  /// Whether the saved bytes must not be overwritten.
  var isLeftAlone = false

  /// Makes the outcome for an empty key.
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

  /// Decodes bytes; fails if they must be set aside.
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
        begins anew and is not saved. Use a program that knows that version, or give persisted(migrating:) the right \
        steps.
        """
      outcome.isLeftAlone = true
    } catch {
      return .failure(error)
    }
    return .success(outcome)
  }
}
