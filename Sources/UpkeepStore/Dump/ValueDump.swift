/// The text of any value, over several lines, and the differences of two values.
///
///     struct Draft {
///       var text = "Hello"
///       var tags = ["a", "b"]
///     }
///
///     print(ValueDump(Draft()))
///     // Draft(
///     //   text: "Hello",
///     //   tags: [
///     //     [0]: "a",
///     //     [1]: "b"
///     //   ]
///     // )
///
/// A value is read with `Mirror`, so a type that is `CustomReflectable` decides which parts are
/// shown. Names are those of the types and the types around them, without modules and generic
/// arguments.
///
/// - Structures, classes, dictionaries, sets and collections have a line for each of their parts.
///   An enumeration's payload and a tuple stay on one line if each part is one line without parts.
/// - An optional is shown as its content, or `nil`; one that holds a `nil` as `Optional(nil)`.
/// - The keys of a dictionary and the members of a set are sorted by their texts, so equal values
///   have equal texts.
/// - Text is quoted as in Swift, over several lines in `"""`; invisible characters are escaped.
/// - Numbers and `Bool` are shown as they print, types of the standard library and of Foundation
///   that describe themselves as `Name(description)`, and so is any type that describes itself and
///   has no parts.
/// - The storage of a property wrapper (`_name`) and of a lazy property is shown under its name.
/// - An object is shown once, where it is met first, and then as `Name(↩︎)`: a cycle ends there.
///   Of an actor only the name is shown, for its state is its own.
/// - Parts deeper than 64 levels are shown as `…`.
///
/// The value must not be written by another thread meanwhile.
///
/// - Complexity: linear in the size of the value, and of the text.
package struct ValueDump: CustomStringConvertible, Sendable {
  /// The text, without a line break at the end.
  package let description: String

  /// Reads a value.
  ///
  /// Later changes in its objects are not seen.
  ///
  /// - Parameter value: the definition to show, of any type.
  package init<Value>(_ value: Value) {
    let lines = ValueReader().lines(value, at: ValuePlace())
    description = lines.map(\.unmarked).joined(separator: "\n")
  }

  /// Returns the differences of two values: each line begins with `- ` if it is of the old one
  /// only, with `+ ` if it is of the new one only, and with two spaces otherwise.
  ///
  ///     print(ValueDump.difference(from: [1, 2, 3, 4], to: [1, 2, 3, 5]) ?? "nothing")
  ///     //   [
  ///     //     … (3 unchanged)
  ///     // -   [3]: 4
  ///     // +   [3]: 5
  ///     //   ]
  ///
  /// Whether two values differ is for `==` to say where their type is `Equatable`, and elsewhere
  /// for their parts. Values that `==` tells apart though both print the same are a line that says
  /// so. Unchanged parts are left out but for a single one that is one line.
  ///
  /// - Fields are matched by name, a dictionary's values by the texts of the keys, a set's members
  ///   by their texts.
  /// - The elements of a collection are matched from both ends while they are the same. Those
  ///   between are matched by identity if all are `Identifiable`, and by their texts otherwise;
  ///   those that are left at one place are compared one by one. They are matched by position if
  ///   that would be more than a million pairs.
  /// - Another case of an enumeration, or another type, is shown as a whole.
  /// - Objects are compared by their content, and not by identity; one object that has been changed
  ///   differs in nothing from itself. Two objects that have been compared already are not shown
  ///   again.
  /// - Parts that differ deeper than 64 levels are only said to differ.
  ///
  /// The `==` of the types is called, which for deeply nested values may need as much stack as they
  /// are deep; nothing else here does.
  ///
  /// - Parameters:
  ///   - old: the old value.
  ///   - new: the new value.
  /// - Returns: the lines, or nil if nothing differs.
  /// - Complexity: linear in the size of both values, for each level of collections whose elements
  ///   are not `Equatable`; and for the elements between the ends of a collection, their number
  ///   times the number of those that differ.
  package static func difference<Value>(from old: Value, to new: Value) -> String? {
    let lines = ValueComparison().lines(from: old, to: new, at: (ValuePlace(), ValuePlace()))
    return lines.map { $0.map(\.marked).joined(separator: "\n") }
  }
}
