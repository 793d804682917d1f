/// The text of any value, over several lines, and what differs between two values.
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
/// A value is read with `Mirror`, so a type that is `CustomReflectable` decides what is shown of
/// it. Names are those of the types and the types around them, without modules and generic
/// arguments.
///
/// - Structures, classes, dictionaries, sets and collections have a line for each of their parts.
///   An enumeration's payload and a tuple stay on one line if each part is one line without parts.
/// - An optional is shown as what is in it, or `nil`; one that holds a `nil` as `Optional(nil)`.
/// - The keys of a dictionary and the members of a set are sorted by their texts, so equal values
///   have equal texts.
/// - Text is quoted as in Swift, over several lines in `"""`; what cannot be seen is escaped.
/// - Numbers and `Bool` are shown as they print, types of the standard library and of Foundation
///   that describe themselves as `Name(description)`, and so is whatever describes itself and has
///   no parts.
/// - The storage of a property wrapper (`_name`) and of a lazy property is shown under its name.
/// - An object is shown once, where it is met first, and then as `Name(↩︎)`: a cycle ends there.
///   Of an actor only the name is shown, for its state is its own.
/// - What lies deeper than 64 levels is shown as `…`.
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
  ///   those that are left at one place are compared one by one. Where that would be more than a
  ///   million pairs, they are matched by position.
  /// - Another case of an enumeration, or another type, is shown as a whole.
  /// - Objects are compared by what they hold, and not by identity; one object that has been
  ///   changed differs in nothing from itself. Two objects that have been compared already are not
  ///   shown again.
  /// - What differs deeper than 64 levels is only said to differ.
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
