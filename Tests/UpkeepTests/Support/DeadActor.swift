import Differential
import Testing

/// The content that an actor makes, when the actor has gone.
func madeByDeadActor<Content: Sendable>(
  sourceLocation: SourceLocation = #_sourceLocation, _ make: @Sendable () -> Content
) async -> Content {
  weak var maker: PlainActor?
  let content: Content
  do {
    let living = PlainActor()
    maker = living
    content = await living.run(make)
  }
  // The thread that ran the actor may hold it for a moment.
  #expect(await eventually { maker == nil }, sourceLocation: sourceLocation)
  return content
}

/// An actor that runs what it is given.
actor PlainActor {
  func run<Result: Sendable>(_ body: @Sendable () -> Result) -> Result { body() }
}
