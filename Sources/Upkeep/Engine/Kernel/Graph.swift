/// The engine: nodes, edges, and the passes that keep them true.
///
/// Start here.
///
/// # Words
///
/// - A **node** stands for a stored value, a derived value or an effect; its **element** is the object
///   that the program has of it. An **edge** says that its *subscriber* read its *input*. Nodes and
///   edges are reached by handles (`NodeRef`, `EdgeRef`), and the thread's state by `ContextRef`.
/// - A node is **stale** while something above it may have changed since it computed, **fresh**
///   otherwise. A node's **version** names its current value: equal versions, equal value.
/// - A **turn** is one outermost change, or a whole `batch`, and the **flush** that ends it. Effects
///   that write make the flush go on in **rounds**.
/// - A **savepoint** is a place to which a turn may come back: its own beginning, and that of each open
///   transaction. The **undo log** has the way.
/// - A node is **needed** while an effect that is neither dead nor paused is below it.
/// - A **cycle** is one of dependencies: a derived value needs itself. A **loop** is one of effects,
///   which keep waking one another.
///
/// # The passes of the kernel, a verb and a file each
///
///     write ─> (lane) ─> mark ───> queue ─> flush ─> refresh ─> run
///              everything below     effects           upwards    only what has an input
///              goes stale, once     by age            from each  of another version
///     read  ─> refresh if stale ─> track
///
/// A write goes through the property, the turn, a lane or a refresh, and the effect.
///
/// - The *turn* (`Graph+Turn`) begins, marks, flushes and ends. *Marking* goes down from a changed stored
///   value and computes nothing. *Lanes* (`Graph+Lanes`) come before marking: where a changed value has one
///   reader, that has one reader, and so on, and an effect is known to be below, each is run on the way down, and an unchanged
///   result ends the turn there. A chain is gone through once in place of three times, and what is cut off
///   costs one computation. An effect at the end, or directly on the stored value, is the only one woken: it
///   runs there and then. *Flushing* brings the woken effects up to date, in order of creation.
/// - *Refreshing* (`Graph+Refreshing`) goes up from what somebody needs - an effect in a flush, or a
///   read - and runs what has to run, inputs first. Nothing else ever runs (laws 3, 4, 7). *Effects* run in `Graph+Effects`.
/// - *Tracking* (`Graph+Tracking`) compares what a computation reads with what it read last time.
/// - *Need* (`Graph+Need`) is noted for lanes.
/// - *Releasing* (`Graph+Releasing`) unlinks and frees, in a loop, however long the chain.
///
/// No pass recurses over the graph by itself, takes a lock, or allocates in the steady state; closures that read may nest. The kernel knows neither properties
/// nor updaters: `GraphElement` declares what it asks of them.
///
/// # The guests
///
/// Whatever else may stand beside a value is a *guest*: a folder with its own flags, state and files. The kernel knows that
/// there may be one, by a bit (`Node.Flags`, `Care`), and asks by one call (`Guests`). Each floor uses those below it alone,
/// which `.ci/layers` has the compiler check; `.ci/weight --drawing` prints how large each is and what it uses of the
/// kernel.
///
///     House         the answers to the kernel's questions, the invariants, the thread's context
///     Observation   somebody outside tracks a read; a model announces a change
///     Liveness      need is exact where somebody watches it
///     Loops         effects that keep waking one another are stopped
///     Collecting    many inputs, of which few change at a time
///     Undo          a transaction takes back what its body has changed
///     Effects       updaters: clean-ups, pauses, the effects inside effects
///     Edits         an edit in place that comes to nothing is taken back
///     Making        a closure may write what it has made
///     Cycles        a value that needs itself
///     Ownership     what is dropped where its owner does not run
///     Reporting     mistakes wait until what is open has ended
///     Guests        what the guests ask of a property
///     Kernel        nodes, edges, turns, marking, refreshing, tracking, effects in rounds, releasing
///     Memory        slabs, buffers, the lock
///
/// # Invariants, checked by `Graph+Invariants` around every graph test (5 by the differential test)
///
/// 1. Every node below a stale node by attached edges is stale.
/// 2. An edge is in its subscriber's list of inputs; it is in its input's list of subscribers if and
///    only if it is attached; between runs an edge of a tracked derivation that does not retain is always attached;
///    lists are doubly linked without a break.
/// 3. Every edge of a fresh node that has computed is attached, and has its input's version (an edge
///    that closes a cycle, or has closed one of which a member has gone, or leads from one to an effect that began
///    in it, excepted).
/// 4. Between turns nothing is being checked, running, cyclic or modified, no savepoint is kept, nothing is
///    queued, and no computation is being tracked; no transaction is open,
///    nothing waits to be told, reported or freed; what is changed was invalidated, or follows models.
/// 5. A version is given out once; `version` goes back to an earlier one only together with its value.
/// 6. A stale effect that is alive is queued, or its updater is paused.
/// 7. A node's object is alive unless the node is dead.
/// 8. A needed node has an attached edge to something needed, or to an effect that is neither dead nor paused.
/// 9. Below a watched node, itself included, exactly those nodes are needed that have such an effect below them, and
///    the readers that need a node are the last of its subscribers.
///
/// # References that are good while the program's code runs
///
/// Closures, change rules, `==`, handlers and every `deinit` may drop, cancel and make anything.
///
/// - **A node** is freed with nothing open (`Context.nesting` is 0), by `drain`, or by the drop
///   itself if it is in no list (`isAlone`): inside a turn or a refresh a raw pointer to a node is
///   good, whatever has died meanwhile; so is one in a buffer that its turn, transaction or refresh
///   empties (the round of a flush, `loops.counted`, `loops.held`, `undoLog`, `cycles.members`, `outerFrames`, `lane`,
///   `tracker`, `computing`, `effect`, `unneeded`, `Node.link`, `Journal.reader`). Places that may
///   hold one longer: `queue`, from which `free` takes the node; `dying`, in which each is once;
///   `liveness.untold`, which retains its property; `EffectList.seenValues` and `Children`, which do so,
///   too. A node is there until its closure has gone. (Another thread frees what it drops and
///   nobody's list has, whatever is open here. So the members of a cycle are kept while it is
///   open.)
/// - **An edge** is freed at once, by its subscriber: at the end of a run (`trim`), by `invalidate`, by `Children`; or
///   by an input: one that goes (`dropLooseEdge`), or is rid of readers that were abandoned (`sweep`). So
///   one may stand on the edges of a node that is being checked or computes, for that node does none of these
///   meanwhile, and on no other's.
/// - **A property** goes at once, too. A reader keeps its inputs, by an edge that retains or by its closure, and gives
///   them back only through `releases`. An edge that closes a cycle does not retain, nor does one to a `ReadWatcher`:
///   what it leads to is `readLoosely`, unless it never computes, is in no lane, and is kept while it is refreshed
///   (`keepWhileOpen`). It is never detached before it is freed, for `free` has to find it. Where its owner drops the
///   property, the node is dead, and its object nil, before anything of it goes; elsewhere the node is marked as
///   abandoned, under the lock under which such a reader asks for the object (`LooseReaders`).
///
/// # Where state lives, and owners
///
/// A graph is not an object. It is the nodes that edges connect, and it belongs to one isolation at a
/// time because properties are not `Sendable`. Its state is kept in four places:
///
/// - **In the nodes**: versions, edges, staleness. This travels with the graph.
/// - **In the thread** (`Context`): the open turn, batch depth, flush queue, tracking, and the slab.
///   A turn is synchronous, so it starts and ends on one thread, and all of this but free memory is
///   empty between turns. An actor may therefore continue on any thread, and a graph may be handed to
///   another isolation between two turns. (One must not be sent away inside an open batch: its part
///   of the queue would stay behind.)
/// - **With the owner** (`Owner`): the deferred releases of updaters that were dropped elsewhere, and what models
///   have announced.
/// - **In the program** (`AbandonedNodes`): what was dropped elsewhere and hangs in lists of others.
///
/// Order of creation is a ticket from one atomic counter, drawn once per effect and compared only
/// within a graph: the single word that graphs share.
///
/// An *owner* is recognised by executor, not by thread:
///
/// | the code runs | owner | recognised by |
/// | --- | --- | --- |
/// | on the main thread | the main actor's | the thread: all that runs there runs one after the other |
/// | on an actor, whichever thread it is on | that actor's | the identity of the running executor; the main actor's, too, which on Linux leaves the main thread |
/// | on a plain thread, a queue, a task without isolation | none | |
///
/// A node notes its owner each time it computes or goes stale, so it follows a graph that is handed over
/// (`sending`) as soon as the new owner writes to it or reads what has changed. When the last reference to an
/// updater or a derived property goes away where its owner runs, it is unlinked there and then. Elsewhere nothing
/// tells whether the graph has been handed over or its owner is at work on it, so nothing of a neighbour's is touched:
///
/// - A *derived value* gives up its closure. Its edges stay where they are until somebody who may touch the input
///   does, or frees it (`Graph+Abandoning`). A property that somebody tracks by Observation, or has tracked, waits,
///   closure and all, until its watchers have gone, in their owner's next turn (`LooseReaders`). So does a member of a
///   cycle, whose end edits the list of its reader. (The owner is the one that it notes. Where a cycle was handed over, and
///   the new owner drops a member that has neither computed nor gone stale there, that is the old one still: its next
///   turn must not meet one of the new owner's.)
/// - The effects of an *updater* do not start again. The next turn that comes to one of them ends them. If the next
///   turn of the owner for whom they ran last comes first, it runs their clean-ups and gives up their closures, and
///   leaves their edges where they are, too.
///
/// Without an owner there is no isolation that could be foreign: Swift lets only one place at a time hold such a
/// graph, and possession is ownership. (A reference smuggled past the compiler, by `@unchecked Sendable` or
/// `nonisolated(unsafe)`, must not be released while another thread uses an ownerless graph; nor must an actor's
/// object with a graph that was made without isolation and that the actor has not computed with yet.)
@usableFromInline
enum Graph {}
