import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope

#if canImport(Glibc)
  import Glibc
#endif

/// Files to which edits are added: by programs that are killed, on disks that are full, and by several programs.
@MainActor @Suite struct FileAppendingTests {
  private func append(_ text: String, after old: String, to storage: FileStorage) throws -> Bool {
    try storage.append(
      Data(text.utf8), after: old.utf8.count, endingIn: Data(old.utf8.suffix(2)), for: "text")
  }

  @Test func `bytes are added to those that are expected, and to no others`() async throws {
    try await withFolder { folder in
      let storage = FileStorage(folder: folder)
      #expect(try !append("new", after: "", to: storage))
      try storage.write(Data("one".utf8), for: "text")
      #expect(try append(" two", after: "one", to: storage))
      #expect(try append("", after: "one two", to: storage))
      #expect(try append(" three", after: "one two", to: storage))
      for other in ["one", "one two thre!", "one two three ", "", "e"] {
        #expect(try !append(" four", after: other, to: storage))
      }
      #expect(try storage.read("text") == Data("one two three".utf8))
      let names = try files(in: folder)
      #expect(names == ["text.json"])
    }
  }

  @Test func `a file in the place of the one that was opened is not added to, nor is that`()
    async throws
  {
    try await withFolder { folder in
      var storage = FileStorage(folder: folder)
      try storage.write(Data("old".utf8), for: "text")
      // Another program writes the same as a new file.
      let other = storage
      storage.willTake = { if $0 == .lock { try other.write(Data("old".utf8), for: "text") } }
      #expect(try !append("new", after: "old", to: storage))
      #expect(try storage.read("text") == Data("old".utf8))
    }
  }

  @Test func `a file that another program has locked is not waited for`() async throws {
    try await withFolder { folder in
      let storage = FileStorage(folder: folder)
      try storage.write(Data("old".utf8), for: "text")
      let file = open(folder.appending(component: "text.json").path, O_RDONLY)
      #expect(flock(file, LOCK_EX) == 0)
      #expect(try !append(" and new", after: "old", to: storage))
      // A program that another test starts at this moment has the file open, too: to close it here is not enough.
      #expect(flock(file, LOCK_UN) == 0)
      close(file)
      #expect(try append(" and new", after: "old", to: storage))
    }
  }

  @Test(arguments: FileStep.appending)
  func `whatever step of adding fails, the file is the old one`(_ step: FileStep) async throws {
    try await withFolder { folder in
      var storage = FileStorage(folder: folder)
      try storage.write(Data("old".utf8), for: "text")
      storage.willTake = { if $0 == step { throw DiskFull() } }
      #expect(throws: DiskFull.self) { _ = try append(" and new", after: "old", to: storage) }
      #expect(try storage.read("text") == Data("old".utf8))
      storage.willTake = { _ in }
      #expect(try append(" and new", after: "old", to: storage))
      #expect(try storage.read("text") == Data("old and new".utf8))
    }
  }

  private static func todos(_ storage: FileStorage) -> Atom<KeyedArray<Int, SavedTodo>> {
    Atom([], name: "todos").persisted(key: "todos", in: storage)
  }

  @Test(arguments: FileStep.appending)
  func `a program killed at any step leaves the collection before or after the edit`(
    _ step: FileStep
  ) async throws {
    try await withFolder { folder in
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        @MainActor
        [path = path as String, step = step.rawValue as Int] in
        let isArmed = Armed()
        var storage = FileStorage(folder: URL(filePath: path))
        storage.willTake = { if isArmed.value, $0.rawValue == step { kill(getpid(), SIGKILL) } }
        let atom = FileAppendingTests.todos(storage)
        let scope = Scope()
        scope[atom] = KeyedArray((1...3).map { SavedTodo(id: $0) })
        try await scope.saved()
        scope[atom].remove(id: 2)
        try await scope.saved()
        isArmed.value = true
        scope[atom].insert(SavedTodo(id: 4), at: 1)
        try await scope.saved()
      }
      let atom = Self.todos(FileStorage(folder: folder))
      let expected = step == .synchronizeAppended ? [1, 4, 3] : [1, 3]
      let scope = Scope()
      let reports = mistakes { #expect(scope[atom].map(\.id) == expected) }
      #expect(reports == [])
      // The next program goes on from there.
      for id in 5...6 {
        scope[atom].append(SavedTodo(id: id))
        try await scope.saved()
        #expect(Scope()[atom] == scope[atom])
      }
      let names = try files(in: folder)
      #expect(names == ["todos.json"])
    }
  }

  // SAFETY: written before the only save that reads it is handed over.
  private final class Armed: @unchecked Sendable { var value = false }

  @Test(arguments: FileStep.replacing)
  func `a program killed as it writes all anew leaves the collection before or after`(
    _ step: FileStep
  ) async throws {
    try await withFolder { folder in
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        @MainActor
        [path = path as String, step = step.rawValue as Int] in
        let isArmed = Armed()
        var storage = FileStorage(folder: URL(filePath: path))
        storage.willTake = { if isArmed.value, $0.rawValue == step { kill(getpid(), SIGKILL) } }
        let atom = FileAppendingTests.todos(storage)
        let scope = Scope()
        scope[atom] = KeyedArray((1...3).map { SavedTodo(id: $0) })
        try await scope.saved()
        scope[atom].move(id: 3, to: 0)
        try await scope.saved()
        isArmed.value = true
        // More than a collection of that size may have as edits.
        scope[atom].append(SavedTodo(id: 4, title: String(repeating: "long", count: 2_000)))
        try await scope.saved()
      }
      let expected = step == .synchronizeFolder ? [3, 1, 2, 4] : [3, 1, 2]
      let atom = Self.todos(FileStorage(folder: folder))
      let reports = mistakes { #expect(Scope()[atom].map(\.id) == expected) }
      #expect(reports == [])
      let names = try files(in: folder)
      #expect(names == ["todos.json"])
    }
  }

  @Test func `a file that is larger than there is room for keeps what it had`() async throws {
    try await withFolder { folder in
      let path = folder.path
      await #expect(processExitsWith: .success) { @MainActor [path = path as String] in
        signal(SIGXFSZ, SIG_IGN)
        let atom = FileAppendingTests.todos(FileStorage(folder: URL(filePath: path)))
        let scope = Scope()
        scope[atom] = KeyedArray((0..<3).map { SavedTodo(id: $0) })
        try await scope.saved()
        let file = path + "/todos.json"
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        var before = rlimit()
        guard getrlimit(fileSizeLimit, &before) == 0 else { exit(10) }
        var limit = rlimit(rlim_cur: rlim_t(size + 20), rlim_max: before.rlim_max)
        guard setrlimit(fileSizeLimit, &limit) == 0 else { exit(9) }
        scope[atom].append(SavedTodo(id: 3))
        do {
          try await scope.saved()
          exit(8)
        } catch is PersistenceError {}
        let sizeNow = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        guard setrlimit(fileSizeLimit, &before) == 0, sizeNow == size else { exit(7) }
        scope[atom].append(SavedTodo(id: 4))
        try await scope.saved()
      }
      let atom = Self.todos(FileStorage(folder: folder))
      #expect(Scope()[atom].map(\.id) == [0, 1, 2, 3, 4])
    }
  }

  @Test func `an atom follows the edits of another program, where the storage looks`() async throws
  {
    try await withFolder { folder in
      let atom = Self.todos(FileStorage(folder: folder, lookingEvery: .milliseconds(5)))
      let scope = Scope()
      #expect(scope[atom].isEmpty)
      let path = folder.path
      await #expect(processExitsWith: .success) { @MainActor [path = path as String] in
        let atom = FileAppendingTests.todos(FileStorage(folder: URL(filePath: path)))
        let scope = Scope()
        scope[atom] = [SavedTodo(id: 1)]
        for id in 2...4 {
          scope[atom].append(SavedTodo(id: id))
          try await scope.saved()
        }
      }
      for _ in 0..<2_000 where scope[atom].count != 4 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(scope[atom].map(\.id) == [1, 2, 3, 4])
    }
  }

  @Test func `two programs that add to one file leave what one of them had`() async throws {
    try await withFolder { folder in
      let path = folder.path
      let writers = Task {
        async let first: Void = write("a", in: path)
        async let second: Void = write("b", in: path)
        _ = await (first, second)
      }
      let atom = Self.todos(FileStorage(folder: folder))
      var mixed = 0
      for _ in 0..<400 {
        let reports = mistakes { if !isWhole(Scope()[atom]) { mixed += 1 } }
        #expect(reports == [])
        await Task.yield()
      }
      await writers.value
      #expect(mixed == 0)
      let last = Scope()[atom]
      #expect(isWhole(last))
      #expect(last.count == 60)
      let names = try files(in: folder)
      #expect(names == ["todos.json"])
    }
  }

  private func write(_ letter: String, in path: String) async {
    await #expect(processExitsWith: .success) { @MainActor [letter, path] in
      let atom = FileAppendingTests.todos(FileStorage(folder: URL(filePath: path)))
      let scope = Scope()
      for id in 0..<60 {
        scope[atom].insert(SavedTodo(id: id, title: letter), at: 0)
        try await scope.saved()
      }
    }
  }

  private func isWhole(_ todos: KeyedArray<Int, SavedTodo>) -> Bool {
    Set(todos.map(\.title)).count <= 1 && todos.map(\.id) == (0..<todos.count).reversed()
  }
}

#if canImport(Glibc)
  private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  private let fileSizeLimit = RLIMIT_FSIZE
#endif
