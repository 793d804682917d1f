/// A step of a script.
///
/// Steps also make the graph, so that shrinking can remove nodes like any other step; a step whose
/// node is missing is skipped.
indirect enum Operation: Hashable, Sendable {
  case stored(StoredSpec)
  case derive(DerivedSpec)
  case observe(EffectSpec)
  case write(Int, Int)
  /// Writes the present value again.
  case rewrite(Int)
  /// Writes 0 if the value is above 0, and 1 otherwise.
  case flip(Int)
  case modify(Int, Int)
  case touch(Int)
  /// Gives a node a liveness handler without a visible effect.
  case watch(Int)
  /// Makes a list of nodes whose values are numbers.
  case list(ListSpec)
  case rearrange(Int, Rearrangement)
  case connectable(StoredSpec)
  case connection(Int, Connection)
  case recalculate(Int)
  case tentative(TentativeSpec)
  /// Puts a layer over a tentative property.
  case lay(LayerSpec)
  /// Ends a layer, as confirmed or not, which makes no difference.
  case endLayer(Int, isConfirmed: Bool)
  case revert(Int)
  /// Asks whether a layer is active.
  case isActive(Int)
  /// Lets time pass for all tentative properties that have a clock.
  case advance(Int)
  case batch([Operation])
  case failingBatch([Operation])
  case transaction([Operation])
  case failingTransaction([Operation])
  /// A batch that writes a value and at its end restores the old one.
  case excursion(Int, Int, [Operation])
  case read(Int)
  case peek(Int)
  case readAll
  case drop(Int)
  case cancel(Int)
  case dropUpdater(Int)
  case pause(Int)
  case unpause(Int)
}

struct StoredSpec: Hashable, Sendable {
  var id: Int
  var value: Int
  var isAlways = false
  /// Whether it has a change rule by which a change is a difference of more than 1.
  var isCoarse = false
}

struct ListSpec: Hashable, Sendable {
  var id: Int
  var members: [Int]
}

/// A change of a list.
///
/// Positions count modulo the length; an empty list can only be inserted to.
enum Rearrangement: Hashable, Sendable {
  /// Edits the list in place.
  case insert(Int, at: Int)
  /// Edits the list in place.
  case remove(at: Int)
  case move(from: Int, to: Int)
  case duplicate(at: Int)
  case clear

  /// Changes a list; `member` makes an element of a node.
  func apply<Element>(to list: inout [Element], member: (Int) -> Element) {
    if case .insert(let id, let index) = self {
      list.insert(member(id), at: index % (list.count + 1))
      return
    }
    guard !list.isEmpty else { return }
    switch self {
    case .insert: break
    case .remove(let index): list.remove(at: index % list.count)
    case .move(let from, let to):
      let element = list.remove(at: from % list.count)
      list.insert(element, at: to % (list.count + 1))
    case .duplicate(let index): list.append(list[index % list.count])
    case .clear: list = []
    }
  }

  var isEdit: Bool {
    switch self {
    case .insert, .remove: true
    case .move, .duplicate, .clear: false
    }
  }

  var mentions: [Int] { if case .insert(let id, _) = self { [id] } else { [] } }
}

struct TentativeSpec: Hashable, Sendable {
  var id: Int
  var parent: Int
  /// The validity of the values that are written to the property.
  var validity = Validity()
  /// Whether its clock is the script's; otherwise it has a clock that stands still.
  var hasClock = true
  var isAlways = false
}

/// The ways in which a layer ends.
struct Validity: Hashable, Sendable {
  var duration: Int?
  var endsWhenConfirmed = false
  var endsWithChange = false

  /// Whether a change of the parent may end the layer.
  var endsByParent: Bool { endsWhenConfirmed || endsWithChange }
}

struct LayerSpec: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// Writes `value`.
    case written(Int)
    case fixed(Int)
    /// A function of the value below, which the expression reads as the tentative property itself.
    case function(Expression)
  }

  var id: Int
  var host: Int
  var content: Content
  var validity = Validity()

  /// The nodes that a function reads besides the value below.
  var mentions: [Int] {
    guard case .function(let expression) = content else { return [] }
    return expression.mentions.filter { $0 != host }
  }
}

/// A call to a connectable property.
enum Connection: Hashable, Sendable {
  case connect(Int)
  case constant(Int)
  case disconnect
}

struct DerivedSpec: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case tracked
    /// `DerivedProperty(dependencies:)`.
    case listed([Int])
    /// `DerivedProperty(a, b) { a, b in ... }`, with at most three inputs.
    case packed([Int])
    /// `PassThroughProperty` of what the expression reads.
    case passThrough
    /// A pass-through with a change rule of its own.
    case ruledPassThrough
    /// `ManuallyRecalculatedDerivedProperty`.
    case manual
    /// `MultilevelProperty`, of an expression that picks from a row.
    case multilevel
    /// `MultilevelOptionalProperty`: nil where the expression picks with a negative number.
    case multilevelOptional
    /// `MultilevelCollectionProperty` of the list that the expression reads.
    case collection
  }

  var id: Int
  var expression: Expression
  var form = Form.tracked
  /// Whether it is made with `catching`; otherwise a failure counts as 0.
  var isResult = false
  var isAlways = false

  var inputs: [Int]? {
    switch form {
    case .listed(let inputs), .packed(let inputs): inputs
    case .passThrough, .ruledPassThrough: expression.reads
    default: nil
    }
  }

  var mentions: [Int] { unique(expression.mentions + (inputs ?? [])) }

  /// Whether its value is a `Result`.
  var yieldsResult: Bool {
    switch form {
    case .tracked, .listed, .packed: isResult
    default: false
    }
  }

  /// The mentioned nodes that must be numbers, and those that must be lists.
  ///
  /// Nil if the expression does not suit the form.
  var needs: (numbers: [Int], lists: [Int])? {
    switch (form, expression) {
    case (.passThrough, .read(let parent)), (.ruledPassThrough, .read(let parent)):
      ([parent], [])
    case (.multilevel, .index(.read, let row)), (.multilevelOptional, .index(.read, let row)):
      (row, [])
    case (.collection, .read(let list)): ([], [list])
    case (.tracked, _), (.listed, _), (.packed, _), (.manual, _): ([], [])
    default: nil
    }
  }
}

struct EffectSpec: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case plain
    /// Throws if the expression fails.
    case failing
    /// `keepUpToDateOrThrow`.
    case orThrow
    /// `when`: acts once, as soon as the expression is above 0.
    case when
    /// Binds its two inputs to each other; a lossy binding passes only -1, 0 and 1 on.
    case bind(isLossy: Bool)
    /// `onTransition` of its one input.
    case transition
  }

  var id: Int
  var updater = 0
  var expression: Expression
  /// The declared dependencies; nil for a tracked effect.
  var inputs: [Int]?
  var actions: [Action] = []
  var kind = Kind.plain

  var mentions: [Int] {
    unique(expression.mentions + (inputs ?? []) + actions.flatMap(\.mentions))
  }

  var isBinding: Bool { if case .bind = kind { true } else { false } }
}

/// A deed of an effect besides reading.
struct Action: Hashable, Sendable {
  indirect enum Deed: Hashable, Sendable {
    /// Writes an expression, clamped to the payload's range.
    case write(Int, Expression)
    /// Writes an expression, clamped likewise, as an edit in place.
    case edit(Int, Expression)
    case perform(Operation)
  }

  /// The run in which the action happens, from 1; 0 for every run.
  var run: Int
  var deed: Deed

  var mentions: [Int] {
    switch deed {
    case .write(_, let expression), .edit(_, let expression): expression.mentions
    case .perform: []
    }
  }
}

enum ScriptShape: String, CaseIterable, Sendable {
  case dag, ladder, jagged, chain, fanOut, fanIn, previousTwo, selector, multilevel, unobserved,
    observed, rollback
  /// Graphs of 500 nodes, which need a stack of some megabytes.
  case longChain, wideFanOut, wideFanIn

  /// The shapes that are small enough for every test.
  static let quick = allCases.filter { ![.longChain, .wideFanOut, .wideFanIn].contains($0) }
}

/// A visible event; a step has these in order.
enum Event: Hashable, Sendable {
  case read(Int, Outcome)
  case ran(Int, Outcome)
  case acted(Int)
  case moved(Int, from: Int?, to: Int)
}

/// The record of one step.
struct Step: Equatable, Sendable {
  var events: [Event] = []
  /// The computations of each derived value; all values made by `local` count as -1.
  var computed: [Int: Int] = [:]
  var reports = 0
  var liveNodes = 0
  /// The number of layers that wait for the clock.
  var alarms = 0
  /// The highest right number of live nodes: a paused updater keeps values that its effects have
  /// seen.
  var mostLiveNodes = 0
  /// The highest right number of layers that wait for the clock, likewise.
  var mostAlarms = 0
}
