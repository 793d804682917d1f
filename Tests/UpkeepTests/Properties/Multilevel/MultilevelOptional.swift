import Testing

@testable import Upkeep

/// The property inside another one's value, where there may be none.
@Suite(.leavesNothing) struct MultilevelOptional {
  private final class Song {
    let title: StoredProperty<String>
    let rating = StoredProperty<Int?>(nil)
    var cover: StoredProperty<Int>?
    init(_ title: String) { self.title = StoredProperty(title) }
  }

  let updater = scopedUpdater()

  @Test func `nil stays silent, then the inner property is told of and followed`() {
    let selected = StoredProperty<Song?>(nil)
    let title = MultilevelOptionalProperty(selected, \.title)
    var log: [String?] = []
    updater.onTransition(title, initially: false) { _, new in log.append(new) }
    let song = Song("blue")
    var counts: [Int] = []
    checkingInvariants(of: [selected, song.title]) {
      selected.value = nil
      counts.append(log.count)
      selected.touch()
      counts.append(log.count)
      selected.value = song
      counts.append(log.count)
      song.title.value = "red"
      counts.append(log.count)
      selected.value = nil
      song.title.value = "green"
      counts.append(log.count)
    }
    #expect(counts == [0, 0, 1, 2, 3])
    #expect(log == ["blue", "red", nil])
    #expect(song.title.subscriberCount == 0)
  }

  @Test func `nil to nil is silent for values that cannot be compared, too`() {
    let outer = StoredProperty<StoredProperty<(Int, Int)>?>(nil, changes: .always)
    let level = MultilevelOptionalProperty(outer) { $0 }
    var log: [Int?] = []
    updater.keepUpToDate { log.append(level.value?.0) }
    checkingInvariants(of: [outer]) {
      outer.value = nil
      outer.value = StoredProperty((1, 2))
      outer.value = nil
    }
    #expect(log == [nil, 1, nil])
  }

  @Test func `a key path may lead to none from an outer value that may be none`() {
    let selected = StoredProperty<Song?>(nil)
    let (plain, covered) = (Song("plain"), Song("covered"))
    covered.cover = StoredProperty(1)
    let cover = MultilevelOptionalProperty(selected, \.cover)
    var log: [Int?] = []
    updater.keepUpToDate { log.append(cover.value) }
    checkingInvariants(of: [selected]) {
      selected.value = plain
      selected.value = covered
      covered.cover?.value = 2
      selected.value = plain
      covered.cover?.value = 3
      selected.value = nil
    }
    #expect(log == [nil, 1, 2, nil])
    #expect(covered.cover?.subscriberCount == 0)
  }

  @Test func `a path that breaks off in the middle shows nil`() {
    let songs = StoredProperty<[Song]>([])
    let index = StoredProperty(0)
    let title = MultilevelOptionalProperty(songs) { songs in
      songs.indices.contains(index.value) ? songs[index.value].title : nil
    }
    var log: [String?] = []
    updater.keepUpToDate { log.append(title.value) }
    checkingInvariants(of: [songs, index]) {
      songs.value = [Song("a"), Song("b")]
      index.value = 1
      index.value = 2
      index.value = 3
    }
    #expect(log == [nil, "a", "b", nil])
  }

  @Test func `a key path that itself leads to none`() {
    let song = Song("blue")
    let selected = StoredProperty(song)
    let cover = MultilevelOptionalProperty(selected, \.cover)
    var log: [Int?] = []
    updater.keepUpToDate { log.append(cover.value) }
    checkingInvariants(of: [selected]) {
      song.cover = StoredProperty(1)
      selected.touch()
      song.cover?.value = 2
    }
    #expect(log == [nil, 1, 2])
  }

  @Test func `no inner property and an inner property that is nil are told apart`() {
    let selected = StoredProperty<Song?>(nil)
    let rating = MultilevelOptionalProperty(selected, \.rating)
    var log: [String] = []
    updater.keepUpToDate {
      switch rating.value {
      case nil: log.append("no song")
      case .some(nil): log.append("no rating")
      case .some(let rating?): log.append("\(rating)")
      }
    }
    checkingInvariants(of: [selected]) {
      let song = Song("blue")
      selected.value = song
      song.rating.value = 5
      song.rating.value = nil
      selected.value = nil
    }
    #expect(log == ["no song", "no rating", "5", "no rating", "no song"])
  }

  @Test func `away to nil and back in one batch runs nothing`() {
    let song = Song("blue")
    let selected = StoredProperty<Song?>(song)
    let title = MultilevelOptionalProperty(selected, \.title)
    var log: [String?] = []
    updater.keepUpToDate { log.append(title.value) }
    checkingInvariants(of: [selected]) {
      batch {
        selected.value = nil
        #expect(title.value == nil)
        selected.value = song
      }
    }
    #expect(log == ["blue"])
    #expect(song.title.subscriberCount == 1)
  }

  @Test func `its own rule decides about nil as about any other value`() {
    let selected = StoredProperty<Song?>(nil)
    let title = MultilevelOptionalProperty(
      selected, \.title, changes: .init { ($0 ?? "").count != ($1 ?? "").count })
    var log: [String?] = []
    updater.keepUpToDate { log.append(title.value) }
    checkingInvariants(of: [selected]) {
      selected.value = Song("")
      selected.value = Song("abc")
      selected.value = Song("xyz")
    }
    #expect(log == [nil, "abc"])
  }
}
