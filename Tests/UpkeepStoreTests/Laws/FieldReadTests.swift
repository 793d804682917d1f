import Testing
import Upkeep
import UpkeepStore

/// A state with fields of all kinds.
private struct Album: Equatable {
  struct Track: Equatable {
    var title = "one"
    var seconds = 60
  }

  var year = 1970
  var track = Track()
  var label: String? = "blue"
  var ratings = [1, 2]
  var price = 10 { didSet { priceChanges += 1 } }
  var priceChanges = 0
  var shop = Shop()
  var length: Result<Int, Unknown> = .success(1)
  var mood = Mood(name: "calm")

  var isOld: Bool { year < 1980 }

  final class Shop: Equatable {
    var name = "corner"
    static func == (one: Shop, other: Shop) -> Bool { one === other }
  }

  struct Unknown: Error, Equatable {}

  /// A value that ignores upper and lower case when it is compared.
  struct Mood: Equatable {
    var name: String
    static func == (one: Mood, other: Mood) -> Bool {
      one.name.lowercased() == other.name.lowercased()
    }
  }

  typealias Edit = @Sendable (inout Album) -> Void
  static var reducer: Reducer<Album, Edit> { Reducer { state, edit in edit(&state) } }
}

/// Reads of fields through a store, at any place in the state.
struct FieldReadTests {
  private let store = Store(Album(), Album.reducer)

  @Test func `a write through a key path that was cast is reported and changes nothing`() throws {
    let path: AnyKeyPath = \Store<Album, Album.Edit>.year
    let year = try #require(path as? ReferenceWritableKeyPath<Store<Album, Album.Edit>, Int>)
    var mistakes: [String] = []
    withMisuseHandler({ mistakes.append($0.kind) }) { store[keyPath: year] = 1971 }
    #expect(mistakes == ["notWritable"])
    #expect(store.year == 1970)
  }

  @Test func `a field is followed wherever it lies`() {
    let seen = [
      Seen { "\(store.year)" }, Seen { store.track.title }, Seen { "\(store.track.seconds)" },
      Seen { store.label ?? "none" }, Seen { "\(store.ratings)" }, Seen { "\(store.price)" },
      Seen { "\(store.isOld)" }, Seen { store.shop.name },
    ]
    let last = Seen { store.property(\.track.seconds).value }
    let whole = Seen { store.property(\.self).value.year }
    store.send { $0.year = 1971 }
    store.send { $0.track.title = "two" }
    store.send { $0.track.seconds = 61 }
    store.send { $0.label = nil }
    store.send { $0.ratings[1] = 5 }
    store.send { $0.price = 11 }
    store.send { $0.year = 1999 }
    store.send { $0.shop = Album.Shop() }
    #expect(
      seen.map(\.values) == [
        ["1970", "1971", "1999"], ["one", "two", "two"], ["60", "60", "61"], ["blue", "none"],
        ["[1, 2]", "[1, 5]"], ["10", "11"], ["true", "false"], ["corner", "corner"],
      ])
    #expect(last.values == [60, 61])
    #expect(Set(whole.values) == [1970, 1971, 1999] && store.priceChanges == 1)
  }

  @Test func `fields are read in another order, again, and not at all`() {
    var seen: [String] = []
    let updater = Updater()
    updater.keepUpToDate {
      if store.isOld {
        seen.append("\(store.year) \(store.price) \(store.year)")
      } else {
        seen.append("\(store.price) \(store.year) \(store.price)")
      }
    }
    updater.keepUpToDate { seen.append("\(store.price) and \(store.year)") }
    store.send { $0.price = 11 }
    store.send { $0.year = 1990 }
    store.send { $0.price = 12 }
    store.send { $0.label = "red" }
    #expect(
      seen == [
        "1970 10 1970", "10 and 1970", "1970 11 1970", "11 and 1970", "11 1990 11", "11 and 1990",
        "12 1990 12", "12 and 1990",
      ])
  }

  @Test func `the same field of two stores is not one, nor are two fields of one type`() {
    let other = Store(Album(year: 2000), Album.reducer)
    var shown = store
    let turn = StoredProperty(0)
    let seen = Seen { "\(turn.value) \(shown.year)" }
    store.send { $0.year = 1971 }
    shown = other
    turn.value = 1
    other.send { $0.year = 2001 }
    store.send { $0.year = 1972 }
    #expect(seen.values == ["0 1970", "0 1971", "1 2000", "1 2001"])

    let field = StoredProperty(\Album.year)
    let either = Seen { other[dynamicMember: field.value] }
    field.value = \.price
    other.send { $0.price = 11 }
    other.send { $0.year = 2002 }
    #expect(either.values == [2001, 10, 11])
  }

  @Test func `a key path that is made anew leads to the same property`() {
    let title = \Album.track.title
    let same = (\Album.track).appending(path: \.title)
    let property = store.property(title)
    #expect(store.property(same) === property)
    let seen = Seen { store[dynamicMember: same] }
    store.send { $0.track.title = "two" }
    #expect((seen.values, property.subscriberCount) == (["one", "two"], 1))
  }

  @Test func `a value that the rule of its type calls unchanged is not seen`() {
    let moods = Seen { store.mood.name }
    store.send { $0.mood.name = "CALM" }
    // The whole state was equal, so it stayed.
    #expect(store.state.mood.name == "calm")
    store.send { $0.mood.name = "wild" }
    #expect(moods.values == ["calm", "wild"])
    let years = Seen { "\(store.year) \(store.mood.name)" }
    store.send {
      $0.year = 1971
      $0.mood.name = "WILD"
    }
    #expect(years.values == ["1970 wild", "1971 wild"])
    #expect(store.property.value.mood.name == "WILD")
  }

  @Test func `a failure in a field or as a state is always a change, an equal success is not`() {
    typealias Answer = Result<Int, Album.Unknown>
    let failure = Answer.failure(Album.Unknown())
    let answers = Store(Answer.success(1), Reducer<Answer, Answer> { $0 = $1 })
    let seen = [Seen { store.length }, Seen { answers.state }]
    store.send { $0.year = 1971 }
    answers.send(.success(1))
    #expect(seen.map(\.values.count) == [1, 1])
    store.send { $0.length = failure }
    store.send { $0.year = 1972 }
    for _ in 1...2 { answers.send(failure) }
    #expect(seen.map(\.values.count) == [3, 3])
  }

  @Test func `a property of a field keeps no value when it is released`() {
    weak var property: Property<[Int]>?
    property = store.property(\.ratings)
    #expect(property == nil)
    let seen = Seen { store.ratings.count }
    store.send { $0.ratings.append(3) }
    #expect(seen.values == [2, 3])
  }

  @Test func `the old state is released when all observers have seen the new one`() {
    struct Queue: Equatable { var ticket: Farewell }
    var log: [String] = []
    let first = Queue(ticket: Farewell(1) { log.append("1 is gone") })
    let store = Store(first, Reducer<Queue, Farewell> { $0.ticket = $1 })
    let updater = Updater()
    updater.keepUpToDate { log.append("sees \(store.state.ticket.number)") }
    _ = consume first
    store.send(Farewell(1) { log.append("another 1 is gone") })
    store.send(Farewell(2))
    #expect(log == ["sees 1", "another 1 is gone", "sees 2", "1 is gone"])
  }

  @Test func `a send inside a comparison is refused, and a read there sees the old state`() {
    struct Odd: Equatable {
      var number = 0
      // SAFETY: only one test uses it, on one thread.
      nonisolated(unsafe) static var compare: () -> Void = {}
      static func == (one: Odd, other: Odd) -> Bool {
        compare()
        return one.number == other.number
      }
    }
    let store = Store(Odd(), Reducer<Odd, Int> { $0.number = $1 })
    var seen: [Int] = []
    Odd.compare = {
      seen.append(store.number)
      store.send(7)
    }
    defer { Odd.compare = {} }
    #expect(misuses { store.send(1) }.count == 1)
    #expect((store.state.number, seen) == (1, [0]))
  }
}
