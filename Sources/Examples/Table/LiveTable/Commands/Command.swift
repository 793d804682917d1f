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
  case show, stats, help, quit

  /// The words that a line can begin with.
  static let words =
    """
    filter, sort, group, total, window, set, remove, add, move, generate, show, stats, help or quit
    """

  /// The language.
  static let language = """
    # ...                    a comment; blank lines mean nothing
    filter COLUMN OP VALUE   shows the rows of which it is true: = <> < <= > >=, has for part of a text
    sort COLUMN [down]       sorts them
    group COLUMN             counts them by that column, and totals them
    total COLUMN             sums a column of numbers up, in all and in each group
    filter off, sort off, group off, total off
    window FIRST COUNT       shows COUNT of the sorted rows, from the one at position FIRST on
    set ROW COLUMN [VALUE]   changes a field; ROW is the number in the first column
    remove ROW               removes a row
    add VALUE,VALUE,...      adds a row, its values between commas, in quotes where they need them
    move ROW POSITION        moves a row in the unsorted table
    generate N               adds N rows that are made up
    show                     prints the table
    stats                    prints the work that the last change made
    help                     prints this
    quit                     ends the program

    A text may be empty, or have blanks inside. A field without a value is missing: no comparison is
    true of it, and it is sorted last. A column with blanks in its name, or named off, is
    written in quotes: sort "net generation".
    A change answers with the steps that it makes on screen: - POSITION for a row that goes, + POSITION
    for one that comes, = POSITION for one that is another now.
    """
}
