/// An alarm that waits for a clock and rings on one isolation, as long as it is retained.
final class IsolatedAlarm {
  fileprivate let body: () -> Void
  let reference: AlarmReference
  /// The task that waits for this alarm alone.
  var task: Task<Void, Never>?

  init(on isolation: (any Actor)?, _ body: @escaping () -> Void) {
    self.body = body
    reference = AlarmReference(isolation)
    reference.alarm = self
  }

  deinit { task?.cancel() }
}

// SAFETY: `alarm` is written before the reference is shared. Only `ring` reaches the alarm's
// closure, on the isolation to which the alarm belongs, or where its clock is advanced. Weak
// references are atomic.
/// A reference that carries an alarm through a wait without retaining it.
///
/// The alarm retains this reference. Code elsewhere may release the last reference to this object,
/// but never the last one to the alarm, whose closure may own anything.
final class AlarmReference: @unchecked Sendable {
  fileprivate weak var alarm: IsolatedAlarm?
  private weak var isolation: (any Actor)?

  fileprivate init(_ isolation: (any Actor)?) { self.isolation = isolation }

  var isolationIdentity: ObjectIdentifier? { isolation.map(ObjectIdentifier.init) }

  /// Rings alarms of one isolation, in order, if the isolation still exists.
  static func ring(_ alarms: [AlarmReference]) async {
    guard let isolation = alarms.first?.isolation else { return }
    await ring(alarms, on: isolation)
  }

  private static func ring(_ alarms: [AlarmReference], on isolation: isolated any Actor) {
    for reference in alarms { reference.ring() }
  }

  /// Rings the alarm.
  func ring() { alarm?.body() }
}
