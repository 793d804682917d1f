import Differential
import Testing

@testable import Upkeep

extension Thermostat {
  func deliver(to listener: Listener) -> SentObservation {
    SentObservation(
      observation: level.onChange(on: listener) { listener, level in listener.hear(level) })
  }
  func end(_ sent: SentObservation) { sent.observation.cancel() }
}

// SAFETY: used on the actor that made it.
struct SentObservation: @unchecked Sendable { let observation: ChangeObservation }

@Suite(.leavesNothing) struct DeliveryTests {
  @Test(.hops)
  func `an actor receives changes, only the latest if it is slow, and none after the end`()
    async
  {
    let (thermostat, listener) = (Thermostat(), Listener())
    let sent = await thermostat.deliver(to: listener)
    await thermostat.count(to: 1_000, yieldingEvery: 100)
    #expect(await eventually { await listener.heard.last == 1_000 })
    let heard = await listener.heard
    #expect(heard == heard.sorted())
    #expect(!heard.contains(0))
    await thermostat.end(sent)
    await thermostat.set(2_000)
    for _ in 0..<100 { await Task.yield() }
    #expect(await listener.heard == heard)
  }

  @Test(.hops) func `a delivery does not keep the actor that it goes to`() async {
    let thermostat = Thermostat()
    var listener: Listener? = Listener()
    weak let gone = listener
    let sent = await thermostat.deliver(to: listener!)
    listener = nil
    await thermostat.set(1)
    #expect(await eventually { gone == nil })
    await thermostat.end(sent)
  }
}
