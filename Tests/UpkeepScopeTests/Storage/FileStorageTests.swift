import Foundation
import Testing
import Upkeep
import UpkeepScope

#if canImport(Glibc)
  import Glibc
#endif

/// Disks that are full, folders that cannot be written, programs that are killed, and others that
/// write the same file.
@MainActor @Suite struct FileStorageTests {
  @Test func `keys that differ in capitals, or in what a name cannot have, are different files`()
    async throws
  {
    try await withFolder { folder in
      let storage = FileStorage(folder: folder)
      let keys = [
        "items", "Items", "ITEMS", "items ", "it/ems", "%49tems", "", ".", "é", "e\u{301}",
      ]
      for key in keys { try storage.write(Data(key.utf8), for: key) }
      for key in keys { #expect(try storage.read(key) == Data(key.utf8)) }
      #expect(Set(try files(in: folder).map { $0.lowercased() }).count == keys.count)
    }
  }

  @Test(arguments: FileStep.replacing)
  func
    `whatever step of writing fails, the file is the old one or the new one, and nothing is left`(
      _ step: FileStep
    ) async throws
  {
    try await withFolder { folder in
      var storage = FileStorage(folder: folder)
      try storage.write(Data("old".utf8), for: "count")
      storage.willTake = { if $0 == step { throw DiskFull() } }
      #expect(throws: DiskFull.self) { try storage.write(Data("new".utf8), for: "count") }
      let expected = step == .synchronizeFolder ? "new" : "old"
      #expect(try storage.read("count") == Data(expected.utf8))
      let names = try files(in: folder)
      #expect(names == ["count.json"])
    }
  }

  @Test(arguments: FileStep.replacing)
  func `a program killed at any step leaves a whole file, and the next one cleans up`(
    _ step: FileStep
  ) async throws {
    try await withFolder { folder in
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        @MainActor
        [path = path as String, step = step.rawValue as Int] in
        var storage = FileStorage(folder: URL(filePath: path))
        try storage.write(Data("old".utf8), for: "count")
        storage.willTake = { if $0.rawValue == step { kill(getpid(), SIGKILL) } }
        try storage.write(Data("new".utf8), for: "count")
      }
      let left = try files(in: folder)
      let isUnfinished = ![.make, .synchronizeFolder].contains(step)
      #expect(left.count == (isUnfinished ? 2 : 1))
      let storage = FileStorage(folder: folder)
      let expected = step == .synchronizeFolder ? "new" : "old"
      #expect(try storage.read("count") == Data(expected.utf8))
      let names = try files(in: folder)
      #expect(names == ["count.json"])
    }
  }

  @Test func `a file that another program is writing is not cleaned up`() async throws {
    try await withFolder { folder in
      var storage = FileStorage(folder: folder)
      storage.willTake = { step in
        guard step == .rename else { return }
        let path = folder.path
        let semaphore = DispatchSemaphore(value: 0)
        // Another program, which has not looked into the folder yet.
        Task.detached {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let storage = FileStorage(folder: URL(filePath: path))
            _ = try storage.read("count")
            try storage.write(Data("its own".utf8), for: "other")
          }
          semaphore.signal()
        }
        semaphore.wait()
      }
      try storage.write(Data("new".utf8), for: "count")
      #expect(try storage.read("count") == Data("new".utf8))
      #expect(try files(in: folder) == ["count.json", "other.json"])
    }
  }

  @Test func `a file that is larger than there is room for leaves the old one`() async throws {
    try await withFolder { folder in
      let path = folder.path
      await #expect(processExitsWith: .success) { @MainActor [path = path as String] in
        signal(SIGXFSZ, SIG_IGN)
        var before = rlimit()
        guard getrlimit(fileSizeLimit, &before) == 0 else { exit(10) }
        var limit = rlimit(rlim_cur: 2_000, rlim_max: before.rlim_max)
        guard setrlimit(fileSizeLimit, &limit) == 0 else { exit(9) }
        let text = Atom("").persisted(
          key: "text", in: FileStorage(folder: URL(filePath: path)))
        let scope = Scope()
        scope[text] = "short"
        try await scope.saved()
        scope[text] = String(repeating: "long", count: 1_000)
        do {
          try await scope.saved()
          exit(8)
        } catch is PersistenceError {}
        guard Scope()[text].count == 4_000 else { exit(7) }
        // As it ends, a process may have to write how much of it has run. The scope is still there,
        // and saves nothing.
        withExtendedLifetime(scope) { exit(setrlimit(fileSizeLimit, &before) == 0 ? 0 : 9) }
      }
      let names = try files(in: folder)
      #expect(names == ["text.json"])
      let text = Atom("").persisted(key: "text", in: FileStorage(folder: folder))
      #expect(Scope()[text] == "short")
    }
  }

  @Test func `a storage that is to look without a pause stops the program, and says why`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = FileStorage(folder: URL(filePath: "/"), lookingEvery: .zero) }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("FileStorage looks after a time above zero, not every 0.0 seconds"))
  }

  @Test func `an atom follows what another program writes, where the storage looks`() async throws {
    try await withFolder { folder in
      let text = Atom("").persisted(
        key: "text", in: FileStorage(folder: folder, lookingEvery: .milliseconds(5)))
      let scope = Scope()
      scope[text] = "own"
      try await scope.saved()
      let other = Scope()
      let same = Atom("").persisted(key: "text", in: FileStorage(folder: folder))
      other[same] = "other"
      try await other.saved()
      for _ in 0..<2_000 where scope[text] != "other" {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(scope[text] == "other")
      scope[text] = "own again"
      try await scope.saved()
      try await Task.sleep(for: .milliseconds(20))
      #expect(scope[text] == "own again")
    }
  }

  @Test func `a folder that cannot be written is read, and told of once`() async throws {
    try await withFolder { folder in
      let path = folder.path
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor [path = path as String] in
        let count = Atom(0, name: "count").persisted(
          key: "count", in: FileStorage(folder: URL(filePath: path)))
        Scope()[count] = 1
        chmod(path, 0o555)
        chmod(path + "/count.json", 0o444)
        // The administrator may write anywhere.
        if geteuid() == 0, seteuid(65_534) != 0 { exit(9) }
        let scope = Scope()
        guard scope[count] == 1 else { exit(8) }
        for number in 2...4 {
          scope[count] = number
          do {
            try await scope.saved()
            exit(7)
          } catch is PersistenceError {}
        }
        if geteuid() != 0 { _ = seteuid(0) }
        chmod(path, 0o755)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.split(separator: "could not be saved under 'count'").count == 2)
      #expect(text.contains("Permission denied"))
      let names = try files(in: folder)
      #expect(names == ["count.json"])
    }
  }

  @Test func `two programs that write one file leave one of two whole values`() async throws {
    try await withFolder { folder in
      let path = folder.path
      let storage = FileStorage(folder: folder)
      let writers = Task {
        async let first: Void = write("a", in: path)
        async let second: Void = write("b", in: path)
        _ = await (first, second)
      }
      var torn = 0
      for _ in 0..<500 {
        if let data = try storage.read("text"), !isWhole(data) { torn += 1 }
        await Task.yield()
      }
      await writers.value
      #expect(torn == 0)
      #expect(isWhole(try #require(try storage.read("text"))))
      let names = try files(in: folder)
      #expect(names == ["text.json"])
    }
  }

  private func write(_ letter: String, in path: String) async {
    await #expect(processExitsWith: .success) { @MainActor [letter, path] in
      let text = Atom("").persisted(key: "text", in: FileStorage(folder: URL(filePath: path)))
      let scope = Scope()
      for length in 1...40 {
        scope[text] = String(repeating: letter, count: length * 500)
        try await scope.saved()
      }
    }
  }

  private func isWhole(_ data: Data) -> Bool {
    struct Saved: Decodable { let value: String }
    guard let text = try? JSONDecoder().decode(Saved.self, from: data).value else { return false }
    return Set(text).count == 1 && text.count % 500 == 0
  }
}

#if canImport(Glibc)
  private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  private let fileSizeLimit = RLIMIT_FSIZE
#endif
