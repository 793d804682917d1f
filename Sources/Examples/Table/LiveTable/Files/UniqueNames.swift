/// Unique names of columns: a header, with made-up names for missing and repeated ones.
///
///     let names = UniqueNames(["a", "", "a"], count: 4)
///     print(names.all)  // ["a", "column_2", "a_2", "column_4"]
struct UniqueNames {
  private(set) var all: [String] = []
  /// The made-up names.
  private(set) var added: [String] = []

  /// Names the columns.
  init(_ header: [String], count: Int) {
    var taken = Set(header)
    var seen: Set = [""]
    var next: [String: Int] = [:]
    for index in 0..<count {
      let text = index < header.count ? header[index] : ""
      if seen.insert(text).inserted {
        all.append(text)
        continue
      }
      let base = text.isEmpty ? "column_\(index + 1)" : text
      var name = base
      while !taken.insert(name).inserted {
        next[base, default: 1] += 1
        name = "\(base)_\(next[base] ?? 2)"
      }
      all.append(name)
      added.append(name)
    }
  }
}
