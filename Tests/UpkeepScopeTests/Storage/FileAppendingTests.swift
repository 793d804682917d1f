import Foundation
import Testing
import UpkeepScope

#if canImport(Glibc)
  import Glibc
#endif

/// Bytes that are appended to a file.
@MainActor @Suite struct FileAppendingTests {
  nonisolated static func append(_ text: String, after old: String, to storage: FileStorage) throws
    -> Bool
  {
    try storage.append(
      Data(text.utf8), after: old.utf8.count, endingIn: Data(old.utf8.suffix(2)), for: "text")
  }

  @Test func `bytes are appended only to the expected bytes`() async throws {
    try await withFolder { folder in
      let storage = FileStorage(folder: folder)
      #expect(try !Self.append("new", after: "", to: storage))
      try storage.write(Data("one".utf8), for: "text")
      #expect(try Self.append(" two", after: "one", to: storage))
      #expect(try Self.append("", after: "one two", to: storage))
      #expect(try Self.append(" three", after: "one two", to: storage))
      for other in ["one", "one two thre!", "one two three ", "", "e"] {
        #expect(try !Self.append(" four", after: other, to: storage))
      }
      #expect(try storage.read("text") == Data("one two three".utf8))
      #expect(try files(in: folder) == ["text.json"])
    }
  }

  @Test func `a file that has replaced the opened one is not added to`() async throws {
    try await withFolder { folder in
      var storage = FileStorage(folder: folder)
      try storage.write(Data("old".utf8), for: "text")
      // Another program replaces the file with one that has the same bytes.
      let other = storage
      storage.willTake = { if $0 == .lock { try other.write(Data("old".utf8), for: "text") } }
      #expect(try !Self.append("new", after: "old", to: storage))
      #expect(try storage.read("text") == Data("old".utf8))
    }
  }

  @Test func `a file that another program has locked is not waited for`() async throws {
    try await withFolder { folder in
      let storage = FileStorage(folder: folder)
      try storage.write(Data("old".utf8), for: "text")
      let file = open(folder.appending(component: "text.json").path, O_RDONLY)
      #expect(flock(file, LOCK_EX) == 0)
      #expect(try !Self.append(" and new", after: "old", to: storage))
      // Closing the file is not enough: a process that another test starts at this moment has it
      // open, too.
      #expect(flock(file, LOCK_UN) == 0)
      close(file)
      #expect(try Self.append(" and new", after: "old", to: storage))
    }
  }
}
