import Testing

@testable import Upkeep

/// A property inside the value of another property, if there is one.
@Suite(.leavesNothing) struct MultilevelOptional {
  private final class Song {
    let title: StoredProperty<String>
    let rating = StoredProperty<Int?>(nil)
    var cover: StoredProperty<Int>?
    init(_ title: String) { self.title = StoredProperty(title) }
  }

  let updater = scopedUpdater()
  private let selected = StoredProperty<Song?>(nil)
  private let song = Song("blue")

  @Test func `nil wakes nothing; a first inner property does, and is followed`() {
    let title = MultilevelOptionalProperty(selected, \.title)
    let log = RunLog<String?>()
    updater.onTransition(title, initially: false) { _, new in log.append(new) }
    log.expect(["blue", "red", nil], around: [selected, song.title]) {
      selected.value = nil
      selected.touch()
      #expect(log.entries == [])
      selected.value = song
      song.title.value = "red"
      selected.value = nil
      song.title.value = "green"
    }
    #expect(song.title.subscriberCount == 0)
  }

  @Test func `nil to nil is silent for values that cannot be compared, too`() {
    let outer = StoredProperty<StoredProperty<(Int, Int)>?>(nil, changes: .always)
    let level = MultilevelOptionalProperty(outer) { $0 }
    let log = updater.readings(of: level.value?.0) {
      outer.value = nil
      outer.value = StoredProperty((1, 2))
      outer.value = nil
    }
    #expect(log == [nil, 1, nil])
  }

  @Test func `a key path may lead to nil, also from an optional outer value`() {
    let sure = StoredProperty(song)
    let cover = MultilevelOptionalProperty(selected, \.cover)
    let sureCover = MultilevelOptionalProperty(sure, \.cover)
    let plain = Song("plain")
    let log = updater.readings(of: [cover.value, sureCover.value], around: [selected, sure]) {
      song.cover = StoredProperty(1)
      sure.touch()
      selected.value = plain
      selected.value = song
      song.cover?.value = 2
      selected.value = plain
      song.cover?.value = 3
      selected.value = nil
    }
    #expect(log == [[nil, nil], [nil, 1], [1, 1], [2, 2], [nil, 2], [nil, 3]])
    #expect(song.cover?.subscriberCount == 1)
  }

  @Test func `a path that breaks off in the middle shows nil`() {
    let songs = StoredProperty<[Song]>([])
    let index = StoredProperty(0)
    let title = MultilevelOptionalProperty(songs) { songs in
      songs.indices.contains(index.value) ? songs[index.value].title : nil
    }
    let log = updater.readings(of: title.value, around: [index]) {
      songs.value = [Song("a"), Song("b")]
      for place in 1...3 { index.value = place }
    }
    #expect(log == [nil, "a", "b", nil])
  }

  @Test func `a missing inner property and an inner nil are told apart`() {
    let rating = MultilevelOptionalProperty(selected, \.rating)
    let log = updater.readings(of: rating.value) {
      selected.value = song
      song.rating.value = 5
      song.rating.value = nil
      selected.value = nil
    }
    #expect(log == [.none, .some(nil), .some(5), .some(nil), .none])
  }

  @Test func `a change to nil and back in one batch runs nothing`() {
    selected.value = song
    let title = MultilevelOptionalProperty(selected, \.title)
    let log = updater.readings(of: title.value) {
      batch {
        selected.value = nil
        #expect(title.value == nil)
        selected.value = song
      }
    }
    #expect(log == ["blue"])
    #expect(song.title.subscriberCount == 1)
  }

  @Test func `a rule of its own decides about nil as about any other value`() {
    let title = MultilevelOptionalProperty(
      selected, \.title, changes: .init { ($0 ?? "").count != ($1 ?? "").count })
    let log = updater.readings(of: title.value) {
      for title in ["", "abc", "xyz"] { selected.value = Song(title) }
    }
    #expect(log == [nil, "abc"])
  }
}
