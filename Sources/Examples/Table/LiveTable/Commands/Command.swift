import ExampleScripts

/// A parsed line of the command language.
enum Command: Equatable {
  case filter(Filter?)
  case sort(Order?)
  /// The index of a column; `nil` for `off`. The same holds for `total`.
  case group(Int?)
  case total(Int?)
  case window(Range<Int>)
  case set(Row.ID, column: Int, Field)
  case remove(Row.ID)
  case add([Field])
  /// The position is an index.
  case move(Row.ID, to: Int)
  case generate(Int)
  case undo, redo, show, stats

  /// The words that a line can begin with, for messages.
  static let words =
    manual.words.dropLast().joined(separator: ", ") + " or \(manual.words.last ?? "")"

  /// The language.
  static let manual = Manual(
    [
      "# ...": "a comment; blank lines mean nothing",
      "filter COLUMN OP VALUE": "shows the rows of which it is true",
      "sort COLUMN [down]": "sorts them",
      "group COLUMN": "counts them by that column, and totals them",
      "total COLUMN": "sums a column of numbers up, in all and in each group",
      "window FIRST COUNT": "shows COUNT of the sorted rows, from the one at position FIRST on",
      "set ROW COLUMN [VALUE]": "changes a field; ROW is the number in the first column",
      "remove ROW": "removes a row",
      "add VALUE,VALUE,...":
        "adds a row; values that need it are in quotes",
      "move ROW POSITION": "moves a row in the unsorted table",
      "generate N": "adds N rows that are made up",
      "undo, redo": "takes the last change back, or makes it again",
      "show": "prints the table",
      "stats": "prints the work that the last change made",
    ],
    topics: [
      "filter": """
      OP is = <> < <= > >=, or has for part of a text. filter off shows all rows.
      No comparison is true of a missing field.
      """,
      "sort": "Missing fields are last. sort off shows the rows in their own order.",
      "group": "group off ends it.",
      "total": "total off ends it.",
      "columns": """
      A column with blanks in its name, or named off, is written in quotes: sort "net generation".
      A text may be empty, or have blanks inside. A field without a value is missing.
      """,
      "answers": """
      A change answers with the steps that it makes on screen: - POSITION for a row that goes,
      + POSITION for one that comes, = POSITION for one that is another now.
      """,
    ])
}
