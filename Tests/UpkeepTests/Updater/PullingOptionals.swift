import Testing

@testable import Upkeep

/// Bindings between an optional property of an object and a stored property that is not optional, both ways.
@Suite(.leavesNothing) struct PullingOptionals {
  private final class Field {
    var text: String? { didSet { writes.append(text) } }
    var writes: [String?] = []
  }

  let updater = scopedUpdater()
  let name = StoredProperty("Ada")

  @Test func `the property wins at the start, and the object when it is pulled`() {
    let field = Field()
    checkingInvariants(of: [name]) {
      let binding = updater.bind(object: field, keyPath: \.text, with: name)
      #expect(field.text == "Ada")
      field.text = "Bob"
      binding.pull()
      binding.pull()
    }
    #expect(name.value == "Bob")
    #expect(field.writes == ["Ada", "Bob", "Bob"])
  }

  @Test func `nil in the object is undone`() {
    let field = Field()
    var runs = 0
    let binding = updater.bind(object: field, keyPath: \.text, with: name)
    updater.keepUpToDate(dependencies: [name]) { runs += 1 }
    checkingInvariants(of: [name]) {
      field.text = nil
      binding.pull()
    }
    #expect((field.text, name.value, runs) == ("Ada", "Ada", 1))
  }

  @Test func `what the rule refuses is undone`() {
    let field = Field()
    let short = StoredProperty("Ada", changes: ChangeRule { $1.count < 5 && $0 != $1 })
    let binding = updater.bind(object: field, keyPath: \.text, with: short)
    checkingInvariants(of: [short]) {
      field.text = "Ada Lovelace"
      binding.pull()
      #expect((field.text, short.value) == ("Ada", "Ada"))
      field.text = "Bob"
      binding.pull()
    }
    #expect(short.value == "Bob")
  }

  @Test func `an optional property is bound to an optional one, nil both ways`() {
    let field = Field()
    let nickname = StoredProperty<String?>("Ada")
    let binding = updater.bind(object: field, keyPath: \.text, with: nickname)
    checkingInvariants(of: [nickname]) {
      field.text = nil
      binding.pull()
      #expect(nickname.value == nil)
      nickname.value = "Bob"
      nickname.value = nil
    }
    #expect(field.writes == ["Ada", nil, nil, "Bob", nil])
  }

  @Test func `an object that is gone is not pulled`() {
    var field: Field? = Field()
    let binding = field.map { updater.bind(object: $0, keyPath: \.text, with: name) }
    checkingInvariants(of: [name]) {
      field = nil
      binding?.pull()
      name.value = "Bob"
    }
    #expect(binding?.isCancelled == true)
  }
}
