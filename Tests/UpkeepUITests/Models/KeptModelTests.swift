import Testing
import Upkeep
import UpkeepScope

@testable import UpkeepUI

/// A view's model, which the first use makes, once.
@Suite struct KeptModelTests {
  @Test func `a model is made by its first use, and kept`() {
    var made = 0
    let kept = KeptModel {
      made += 1
      return StoredProperty(made)
    }
    #expect(made == 0)
    #expect(kept.model === kept.model)
    #expect((made, kept.model.value) == (1, 1))
  }

  @Test func `the closure and its captures are let go when the model is made`() {
    final class Capture {}
    weak var gone: Capture?
    let kept: KeptModel<Int>
    do {
      let capture = Capture()
      gone = capture
      kept = KeptModel { [capture] in withExtendedLifetime(capture) { 3 } }
    }
    #expect(gone != nil)
    #expect(kept.model == 3)
    #expect(gone == nil)
  }

  @Test func `the first user of a model does not follow the reads of its making`() {
    let first = StoredProperty("Ann")
    let kept = KeptModel { StoredProperty(first.value) }
    let updater = Updater()
    var seen: [String] = []
    updater.keepUpToDate { seen.append(kept.model.value) }
    first.value = "Bob"
    kept.model.value = "Eve"
    #expect(seen == ["Ann", "Eve"])
  }

  @MainActor @Test func `a scope made in a view's default value is the main actor's`() async {
    struct View {
      let kept: KeptModel<Scope>
      init(_ make: @autoclosure @escaping () -> Scope) { kept = KeptModel(make) }
    }
    // A scope without an actor would stop the program at a load.
    let loaded = Resource { get in 7 }
    let view = View(Scope())
    await #expect((try? view.kept.model.value(of: loaded)) == 7)
  }
}
