/// Something that waits for a clock, and takes place on one isolation, for as long as somebody
/// keeps it.
final class IsolatedAlarm {
  fileprivate let body: () -> Void
  let reference: AlarmReference
  /// Waits for this alarm alone.
  var task: Task<Void, Never>?

  init(_ body: @escaping () -> Void, on isolation: (any Actor)?) {
    self.body = body
    reference = AlarmReference(isolation)
    reference.alarm = self
  }

  deinit { task?.cancel() }
}

// SAFETY: `alarm` is written before anybody else has the reference; the alarm's closure is reached
// only by `ring`, on the isolation to which the alarm belongs. Weak references are atomic.
/// Carries an alarm through whatever waits for it, without keeping it alive.
///
/// The alarm keeps this. Elsewhere a reference to this may be the last one, but never one to the
/// alarm, whose closure may own anything.
final class AlarmReference: @unchecked Sendable {
  fileprivate weak var alarm: IsolatedAlarm?
  private weak var isolation: (any Actor)?

  fileprivate init(_ isolation: (any Actor)?) { self.isolation = isolation }

  var isolationIdentity: ObjectIdentifier? { isolation.map(ObjectIdentifier.init) }

  /// Rings alarms of one isolation, in order, if that is still there.
  static func ring(_ alarms: [AlarmReference]) async {
    guard let isolation = alarms.first?.isolation else { return }
    await ring(alarms, on: isolation)
  }

  private static func ring(_ alarms: [AlarmReference], on isolation: isolated any Actor) {
    for reference in alarms { reference.alarm?.body() }
  }
}
