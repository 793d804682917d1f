/// A multiline text of a value of any type, and the differences of two values.
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
/// The value is read with `Mirror`, so a `CustomReflectable` type decides which of its parts are
/// shown. Names of types include the types around them, but neither modules nor generic arguments.
///
/// - Structures, classes, dictionaries, sets and collections have one line for each part. An
///   enumeration's payload and a tuple stay on one line if each of their parts fits on one line and
///   has no parts.
/// - An optional is shown as its content or `nil`; an optional `nil` as `Optional(nil)`.
/// - Dictionary keys and set members are sorted by their texts, so equal values have equal texts.
/// - Text is quoted as in Swift: several lines stand between two `"""`. Invisible characters are
///   escaped.
/// - Numbers and `Bool` are shown as they print. Types that describe themselves are shown as
///   `Name(description)`, if they belong to the standard library or Foundation, or have no parts.
/// - The storage of a property wrapper (`_name`) or lazy property has the name of its property.
/// - An object is shown in full where it first occurs, and later as `Name(↩︎)`, which also ends
///   cycles. An actor is shown by name only, because its state is isolated.
/// - Parts deeper than 64 levels are shown as `…`.
///
/// No other thread may write the value while it is read.
///
/// - Complexity: Linear in the size of the value, and of the text.
package struct ValueDump: CustomStringConvertible, Sendable {
  /// The text, without a trailing line break.
  package let description: String

  /// Creates the text of a value.
  ///
  /// The text does not reflect later changes of objects in the value.
  ///
  /// - Parameter value: The value to show.
  package init<Value>(_ value: Value) {
    let lines = ValueReader().lines(value, at: ValuePlace())
    description = lines.map(\.unmarked).joined(separator: "\n")
  }

  /// Returns the differences of two values, as lines.
  ///
  /// Lines of the old value begin with `- `, lines of the new value with `+ `, and lines of both
  /// with two spaces.
  ///
  ///     print(ValueDump.difference(from: [1, 2, 3, 4], to: [1, 2, 3, 5]) ?? "nothing")
  ///     //   [
  ///     //     … (3 unchanged)
  ///     // -   [3]: 4
  ///     // +   [3]: 5
  ///     //   ]
  ///
  /// Values of an `Equatable` type differ if `==` returns false; other values differ if their parts
  /// differ. If two values are not equal but print the same, a line says so. Unchanged parts are
  /// omitted, except a single part that fits on one line.
  ///
  /// - Fields are matched by name, values of a dictionary by the texts of their keys, members of a
  ///   set by their texts.
  /// - Elements of a collection are matched from both ends as long as they are the same. The
  ///   elements in between are matched by identity if all are `Identifiable`, and by their texts
  ///   otherwise; the remaining elements at one place are compared one by one. If this would take
  ///   more than a million pairs, the elements in between are matched by position.
  /// - A part whose type or enumeration case has changed is shown in full.
  /// - Objects are compared by content, not by identity, so one object that has changed does not
  ///   differ from itself. A pair of objects is shown only once.
  /// - Parts that differ deeper than 64 levels are only reported to differ.
  ///
  /// `==` may use as much stack as the values are deep; everything else uses a bounded stack.
  ///
  /// - Parameters:
  ///   - old: The old value.
  ///   - new: The new value.
  /// - Returns: The lines; nil if the values do not differ.
  /// - Complexity: Linear in the size of both values, for each level of collections whose elements
  ///   are not `Equatable`. For the elements between the ends of a collection, the number of
  ///   elements times the number of differing ones.
  package static func difference<Value>(from old: Value, to new: Value) -> String? {
    let lines = ValueComparison().lines(from: old, to: new, at: (ValuePlace(), ValuePlace()))
    return lines.map { $0.map(\.marked).joined(separator: "\n") }
  }
}
