import Foundation
import Testing
import UpkeepCollections
import UpkeepScope

#if canImport(Glibc)
  import Glibc
#endif

/// Full disks, folders that cannot be written, killed programs, several programs that write one
/// file, and bytes that are appended to a file.
@MainActor @Suite struct FileStorageTests {
  private let place = TestFolder()
  private var folder: URL { place.url }

  private static func todos(_ folder: URL) -> Atom<KeyedArray<Int, SavedTodo>> {
    todos(FileStorage(folder: folder))
  }

  private static func todos(_ storage: FileStorage) -> Atom<KeyedArray<Int, SavedTodo>> {
    Atom([], name: "todos").persisted(key: "todos", in: storage)
  }

  @Test func `keys that differ in capitals or in special signs are different files`() async throws {
    let storage = FileStorage(folder: folder)
    let keys = [
      "items", "Items", "ITEMS", "items ", "it/ems", "%49tems", "", ".", "é", "e\u{301}",
    ]
    for key in keys { try storage.write(Data(key.utf8), for: key) }
    for key in keys { #expect(try storage.read(key) == Data(key.utf8)) }
    let names = try place.files
    #expect(Set(names.map { $0.lowercased() }).count == keys.count)
    #expect(names.contains("it%2Fems.json"))
  }

  @Test(arguments: FileStep.allCases)
  func `a file is old or new, with nothing left, if a step fails`(_ step: FileStep) async throws {
    var storage = FileStorage(folder: folder)
    try storage.write(Data("old".utf8), for: "text")
    func write() throws {
      if FileStep.replacing.contains(step) {
        try storage.write(Data("old and new".utf8), for: "text")
      } else {
        #expect(try append(" and new", after: "old", storage))
      }
    }
    storage.willTake = { if $0 == step { throw DiskFull() } }
    #expect(throws: DiskFull.self) { try write() }
    let expected = step == .synchronizeFolder ? "old and new" : "old"
    #expect(try (storage.read("text"), place.files) == (Data(expected.utf8), ["text.json"]))
    storage.willTake = { _ in }
    try write()
    #expect(try storage.read("text") == Data("old and new".utf8))
  }

  @Test(arguments: FileStep.allCases)
  func `a program killed at any step leaves a whole collection`(_ step: FileStep) async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      @MainActor
      [path = folder.path as String, step = step.rawValue as Int] in
      let isArmed = Box(false)
      var storage = FileStorage(folder: URL(filePath: path))
      storage.willTake = { if isArmed.value, $0.rawValue == step { kill(getpid(), SIGKILL) } }
      let atom = FileStorageTests.todos(storage)
      let scope = Scope()
      try await scope.saved { scope[atom] = KeyedArray((1...3).map { SavedTodo(id: $0) }) }
      try await scope.saved { scope[atom].remove(id: 2) }
      isArmed.value = true
      // The long title exceeds the edits that such a small collection may have, so all is written
      // anew.
      let length = step < FileStep.open.rawValue ? 8_000 : 3
      scope[atom].insert(SavedTodo(id: 4, title: String(repeating: "t", count: length)), at: 1)
      try await scope.saved()
    }
    let isUnfinished = ![.make, .synchronizeFolder].contains(step)
    let isReplacing = FileStep.replacing.contains(step)
    #expect(try place.files.count == (isReplacing && isUnfinished ? 2 : 1))
    let atom = Self.todos(folder)
    let isDone = [.synchronizeFolder, .synchronizeAppended].contains(step)
    let scope = Scope()
    let reports = mistakes { #expect(scope[atom].map(\.id) == (isDone ? [1, 4, 3] : [1, 3])) }
    #expect(reports == [])
    // The next program continues with the saved elements.
    for id in 5...6 {
      try await scope.saved { scope[atom].append(SavedTodo(id: id)) }
      #expect(Scope()[atom] == scope[atom])
    }
    #expect(try place.files == ["todos.json"])
  }

  @Test func `a file that another program is writing is not cleaned up`() async throws {
    let path = folder.path
    var storage = FileStorage(folder: folder)
    storage.willTake = { step in
      guard step == .rename else { return }
      let semaphore = DispatchSemaphore(value: 0)
      // Another program, which has not yet looked into the folder.
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
    #expect(try place.files == ["count.json", "other.json"])
  }

  @Test func `a write without enough room leaves the file's old content`() async throws {
    await #expect(processExitsWith: .success) { @MainActor [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var before = rlimit()
      guard getrlimit(fileSizeLimit, &before) == 0 else { exit(10) }
      func limit(to size: Int) {
        var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: before.rlim_max)
        guard setrlimit(fileSizeLimit, &limit) == 0 else { exit(9) }
      }
      @MainActor func failToSave(_ scope: Scope) async throws {
        do {
          try await scope.saved()
          exit(8)
        } catch is PersistenceError {}
      }
      let folder = URL(filePath: path)
      let text = Atom("").persisted(key: "text", in: FileStorage(folder: folder))
      let atom = FileStorageTests.todos(folder)
      let (one, other) = (Scope(), Scope())
      try await one.saved { one[text] = "short" }
      limit(to: 2_000)
      one[text] = String(repeating: "long", count: 1_000)
      try await failToSave(one)
      guard Scope()[text].count == 4_000 else { exit(7) }
      try await other.saved { other[atom] = KeyedArray((0..<3).map { SavedTodo(id: $0) }) }
      let size = try FileStorage(folder: folder).read("todos")?.count ?? 0
      limit(to: size + 20)
      other[atom].append(SavedTodo(id: 3))
      try await failToSave(other)
      guard setrlimit(fileSizeLimit, &before) == 0 else { exit(6) }
      guard try FileStorage(folder: folder).read("todos")?.count == size else { exit(5) }
      try await other.saved { other[atom].append(SavedTodo(id: 4)) }
      // The scope is still alive, and saves nothing.
      withExtendedLifetime(one) { exit(0) }
    }
    #expect(try place.files == ["text.json", "todos.json"])
    let text = Atom("").persisted(key: "text", in: FileStorage(folder: folder))
    #expect(Scope()[text] == "short")
    #expect(Scope()[Self.todos(folder)].map(\.id) == [0, 1, 2, 3, 4])
  }

  @Test func `a storage that is to look without a pause stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = FileStorage(folder: URL(filePath: "/"), lookingEvery: .zero) }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("FileStorage looks after a time above zero, not every 0.0 seconds"))
  }

  @Test func `an atom and a collection follow another program if the storage polls`() async throws {
    let storage = FileStorage(folder: folder, lookingEvery: .milliseconds(5))
    let text = Atom("").persisted(key: "text", in: storage)
    let (todos, scope) = (Self.todos(storage), Scope())
    #expect(scope[todos].isEmpty)
    try await scope.saved { scope[text] = "own" }
    await #expect(processExitsWith: .success) { @MainActor [path = folder.path as String] in
      let storage = FileStorage(folder: URL(filePath: path))
      let text = Atom("").persisted(key: "text", in: storage)
      let (todos, scope) = (FileStorageTests.todos(storage), Scope())
      scope[text] = "other"
      scope[todos] = [SavedTodo(id: 1)]
      for id in 2...4 { try await scope.saved { scope[todos].append(SavedTodo(id: id)) } }
    }
    for _ in 0..<2_000 where scope[text] != "other" || scope[todos].count != 4 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(scope[text] == "other")
    #expect(scope[todos].map(\.id) == [1, 2, 3, 4])
    try await scope.saved { scope[text] = "own again" }
    try await Task.sleep(for: .milliseconds(20))
    #expect(scope[text] == "own again")
  }

  @Test func `a folder that cannot be written is read, and reported once`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { @MainActor [path = folder.path as String] in
      let count = Atom(0, name: "count").persisted(
        key: "count", in: FileStorage(folder: URL(filePath: path)))
      Scope()[count] = 1
      chmod(path, 0o555)
      chmod(path + "/count.json", 0o444)
      // Root may write anywhere, so the program becomes another user.
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
    #expect(try place.files == ["count.json"])
  }

  @Test func `after two programs append to one file it has the elements of one of them`()
    async throws
  {
    let path = folder.path
    let writers = Task {
      async let first: Void = write("a", in: path)
      async let second: Void = write("b", in: path)
      _ = await (first, second)
    }
    let atom = Self.todos(folder)
    for _ in 0..<400 {
      let reports = mistakes { #expect(isWhole(Scope()[atom])) }
      #expect(reports == [])
      await Task.yield()
    }
    await writers.value
    let last = Scope()[atom]
    #expect(isWhole(last) && last.count == 60)
    #expect(try place.files == ["todos.json"])
  }

  private func append(_ text: String, after old: String, _ storage: FileStorage) throws -> Bool {
    try storage.append(
      Data(text.utf8), after: old.utf8.count, endingIn: Data(old.utf8.suffix(2)), for: "text")
  }

  @Test func `bytes are appended only to the expected bytes`() async throws {
    let storage = FileStorage(folder: folder)
    #expect(try !append("new", after: "", storage))
    try storage.write(Data("one".utf8), for: "text")
    for (addition, old) in [(" two", "one"), ("", "one two"), (" three", "one two")] {
      #expect(try append(addition, after: old, storage))
    }
    for other in ["one", "one two thre!", "one two three ", "", "e"] {
      #expect(try !append(" four", after: other, storage))
    }
    #expect(try (storage.read("text"), place.files) == (Data("one two three".utf8), ["text.json"]))
  }

  @Test func `a file that has replaced the opened one is not added to`() async throws {
    var storage = FileStorage(folder: folder)
    try storage.write(Data("old".utf8), for: "text")
    // Another program replaces the file with one that has the same bytes.
    let other = storage
    storage.willTake = { if $0 == .lock { try other.write(Data("old".utf8), for: "text") } }
    #expect(try !append("new", after: "old", storage))
    #expect(try storage.read("text") == Data("old".utf8))
  }

  @Test func `a file that another program has locked is not waited for`() async throws {
    let storage = FileStorage(folder: folder)
    try storage.write(Data("old".utf8), for: "text")
    let file = open(folder.appending(component: "text.json").path, O_RDONLY)
    #expect(flock(file, LOCK_EX) == 0)
    #expect(try !append(" and new", after: "old", storage))
    // Closing the file is not enough: a process that another test starts at this moment has it
    // open, too.
    #expect(flock(file, LOCK_UN) == 0)
    close(file)
    #expect(try append(" and new", after: "old", storage))
  }

  private func write(_ letter: String, in path: String) async {
    await #expect(processExitsWith: .success) { @MainActor [letter, path] in
      let atom = FileStorageTests.todos(URL(filePath: path))
      let scope = Scope()
      for id in 0..<60 {
        try await scope.saved { scope[atom].insert(SavedTodo(id: id, title: letter), at: 0) }
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
