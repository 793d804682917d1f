/// The engine: nodes, edges, and the passes that keep them up to date.
///
/// Start here.
///
/// # Words
///
/// - A **node** stands for a stored value, a derived value or an effect. Its **element** is the
///   property or effect object that the program holds.
/// - An **edge** records that one node, its *subscriber* or *reader*, read another node, its
///   *input*. Inputs are **above** a node, readers are **below** it. Code reaches nodes and edges
///   by handles (`NodeRef`, `EdgeRef`), and the thread's state by `ContextRef`.
/// - An edge is **attached** while it is in its input's list of subscribers: a change reaches only
///   attached edges. An edge **retains** if it holds a reference to its input's property.
/// - A **derivation** is a node that computes a value. Its inputs are either **declared** when it
///   is made, or **tracked**: recorded while its closure reads them. A **collecting** node has so
///   many inputs that a guest holds them.
/// - A node is **stale** if a node above it may have changed since it computed, and **fresh**
///   otherwise. A node's **version** names its current value: equal versions, equal value.
/// - A **turn** is one outermost change, or a whole `batch`, with the **flush** that ends it. The
///   flush runs the effects that the change woke. An effect that writes wakes more effects: they
///   run in the next **round** of the same flush.
/// - A **savepoint** is a state to which a turn can roll back: the beginning of the turn, or of an
///   open transaction. The **undo log** lists the changes to roll back.
/// - An effect is **idle** if it is dead or paused. A node is **needed** while an effect below it
///   is not idle.
/// - To **check** a node is to compare its inputs' versions with the versions that it computed
///   with: if one differs, the node computes. A node is **busy** while it is being checked or its
///   closure runs. A turn, a refresh or a transaction is **open** until it ends.
/// - An **owner** is the isolation that a node works in. A release is **off the owner** if the
///   engine cannot verify that the owner's code makes it. Such a release leaves the node
///   **abandoned**. "Owners" below explains why.
/// - A **cycle** is a dependency cycle: a derived value needs itself. A **loop** is a loop of
///   effects: they keep waking one another.
///
/// # The passes of the kernel: one verb and one file each
///
///     write ─> (lane) ─> mark ───> queue ─> flush ─> refresh ─> run
///              everything below     effects           upwards    only nodes with a
///              goes stale, once     by age            from each  changed input
///     read  ─> refresh if stale ─> track
///
/// A write passes through the property, the turn, a lane or a refresh, and the effects.
///
/// - The *turn* (`Graph+Turn`) begins, marks, flushes and ends. *Marking* goes down from a changed
///   stored value and sets flags; it computes nothing. *Flushing* brings the woken effects up to
///   date, in order of creation.
/// - A *lane* (`Graph+Lanes`) is a chain of nodes below the stored value that have one reader each.
///   If an effect is known to be below the lane, the lane's nodes compute from the top down, before
///   anything is marked. An unchanged result ends the turn: nothing below it is touched. So a lane
///   is walked once, not three times (to mark, to check and to compute). An effect at the end of
///   the lane, or an effect that is the stored value's only reader, runs at once, because the
///   change wakes no other effect.
/// - *Refreshing* (`Graph+Refreshing`) goes up from a node that a read or a flush needs, and runs
///   the nodes that have to run, inputs first. No other node ever runs (laws 3, 4, 7).
/// - *Effects* run in `Graph+Effects`.
/// - *Tracking* (`Graph+Tracking`) compares the inputs that a computation reads with the inputs
///   that it read last time.
/// - *Need* (`Graph+Need`) records which nodes are needed, for lanes.
/// - *Releasing* (`Graph+Releasing`) unlinks and frees, in a loop, however long the chain.
///
/// In the steady state no pass recurses, takes a lock, or allocates. Only a closure that reads a
/// stale value nests another refresh. The kernel knows neither properties nor updaters:
/// `GraphElement` declares the questions that it asks of them.
///
/// # The guests
///
/// Every other feature is a *guest*: a folder with its own flags, state and files. A bit
/// (`Node.Flags`, `Care`) tells the kernel that a guest may have work to do. Then the kernel makes
/// one call (`Guests`). Each guest uses only the guests below it in this list. `.ci/layers` makes
/// the compiler check that, and `.ci/weight --drawing` prints how large each guest is and what it
/// uses of the kernel.
///
///     House         the answers that concern several guests, the invariants, the thread's context
///     Observation   reads tracked from outside the graph, changes that models announce
///     Liveness      exact need for watched values
///     Loops         stops effects that keep waking one another
///     Collecting    nodes with many inputs, of which few change at a time
///     Undo          transactions that roll back
///     Effects       updaters: clean-ups, pauses, effects inside effects
///     Edits         reverts an edit in place that has changed nothing
///     Making        a closure may write the properties that it has made
///     Cycles        derived values that need themselves
///     Ownership     properties that are released off their owner
///     Reporting     reports of mistakes wait until open work has ended
///     Guests        the questions that guests ask of a property
///     Kernel        nodes, edges, turns, marking, refreshing, tracking, effects, releasing
///     Memory        slabs, buffers, the lock
///
/// # Invariants
///
/// `Graph+Invariants` checks them around every graph test; the differential test checks 5.
///
/// 1. Every node below a stale node by attached edges is stale.
/// 2. Every edge is in its subscriber's list of inputs. It is in its input's list of subscribers if
///    and only if it is attached. Between runs, an edge of a tracked derivation is attached if it
///    does not retain its input. The list of subscribers is doubly linked without a break.
/// 3. Every edge of a fresh node that has computed is attached, and has its input's version. Three
///    kinds of edges may have another version: an edge that closes a cycle, an edge that closed a
///    cycle before a member of the cycle was released, and an edge from a cycle to an effect whose
///    run began inside the cycle.
/// 4. Between turns no node is being checked, running, cyclic or modified. No savepoint is kept, no
///    effect is queued, no computation is tracked, and no transaction is open. No liveness handler,
///    report or release waits. A node that is `changed` was invalidated, or follows models.
/// 5. A node issues each version once. It returns to an earlier version only together with that
///    version's value.
/// 6. A stale effect that is alive is queued, or its updater is paused.
/// 7. A node's object is alive unless the node is dead.
/// 8. A needed node has an attached edge to a needed node, or to an effect that is not idle.
/// 9. At or below a watched node, a node is needed if and only if an effect that is not idle is
///    below it. The readers that need a node are the last in its list of subscribers.
///
/// # How long references stay valid while the program's code runs
///
/// The program's closures, change rules, `==`, handlers and `deinit` may release, cancel and make
/// any property or effect.
///
/// - **A node** is freed by `drain`, when nothing is open (`Context.nesting` is 0), or at once by
///   the release of its property, if it is in no list (`isAlone`). So a raw pointer to a node stays
///   valid inside a turn or a refresh, even if the node is dead. A node also stays valid in a
///   buffer that the open turn, transaction or refresh empties (the round of a flush,
///   `loops.counted`, `loops.held`, `undoLog`, `cycles.members`, `outerFrames`, `lane`, `tracker`,
///   `computing`, `effect`, `unneeded`, `Node.link`, `Journal.reader`). Some places may hold a node
///   longer: `queue`, from which `free` removes the node; `dying`, which holds each node once;
///   `liveness.untold`, which retains the property; `EffectList.seenValues` and `Children`, which
///   retain it, too. A node's closure is released before the node is freed. If another thread
///   releases a property whose node is in no list, that thread frees the node at once, whatever is
///   open here. Therefore the members of a cycle are kept while the cycle is open.
/// - **An edge** is freed at once. Its subscriber frees it: at the end of a run (`trim`), in
///   `invalidate`, or in `Children`. Its input frees it when the input itself is freed
///   (`dropLooseEdge`), or removes abandoned readers (`sweep`). A node that is being checked or
///   computes does none of these. So a pass may hold on to the edges of such a node, and of no
///   other node.
/// - **A property** is freed at once, too. A reader keeps its inputs alive, by a retaining edge or
///   by its closure, and releases them only through `releases`. Two kinds of edges do not retain:
///   an edge that closes a cycle, and an edge to a `ReadWatcher`. If the input of such an edge is a
///   derivation, the input has the flag `readLoosely`: it is in no lane, and it is kept while it is
///   refreshed (`keepWhileOpen`). Such an edge stays attached until it is freed, because `free` has
///   to find it. If the owner releases the property, the node is dead and its object nil before any
///   part of the property is freed. If the property is released off the owner, the node is marked
///   as abandoned under a lock. A reader whose edge does not retain asks for the object under the
///   same lock (`LooseReaders`).
///
/// # Where state lives
///
/// A graph is not an object. It is the nodes that edges connect. It belongs to one isolation at a
/// time, because properties are not `Sendable`. Its state is in four places:
///
/// - **In the nodes**: versions, edges, staleness. This travels with the graph.
/// - **In the thread** (`Context`): the open turn, batch depth, flush queue, tracking, and the
///   slab. A turn is synchronous, so it starts and ends on one thread. Between turns the thread's
///   state is empty, except for free memory. So an actor may continue on any thread, and a graph
///   may be handed to another isolation between two turns. (A graph must not be sent away inside an
///   open batch: its part of the queue would stay behind.)
/// - **With the owner** (`Owner`): the deferred releases of updaters that were released elsewhere,
///   and the announcements of models.
/// - **In the program** (`AbandonedNodes`): abandoned nodes that are still in lists of other nodes.
///
/// The order of creation is a ticket from one atomic counter. Each effect draws one ticket, and
/// tickets are compared only within a graph. The counter is the only word that graphs share.
///
/// # Owners
///
/// An owner is recognised by executor, not by thread:
///
/// | the code runs | owner | recognised by |
/// | --- | --- | --- |
/// | on the main thread | the main actor's | the thread: its code runs in sequence |
/// | on an actor, on any thread | that actor's | the identity of the running executor |
/// | on a plain thread, a queue, a task without isolation | none | |
///
/// (On Linux the main actor can leave the main thread; then it, too, is recognised by its
/// executor.)
///
/// A node notes its owner each time it computes or goes stale. So the note follows a graph that is
/// handed over (`sending`), as soon as the new owner writes to it or reads a changed value. If the
/// owner releases the last reference to an updater or a derived property, the node is unlinked at
/// once. If the release is off the owner, the graph may have been handed over, or its owner may be
/// at work on it, and the engine cannot tell which. So the engine touches no neighbour:
///
/// - A *derived value* releases its closure. Each of its edges stays until code that may touch the
///   edge's input touches or frees that input (`Graph+Abandoning`). A property that is or was
///   tracked by Observation keeps its closure, too, until its watchers have ended in their owner's
///   next turn (`LooseReaders`). A member of a cycle keeps its closure, too, because freeing a
///   member edits its reader's list of inputs. ("Owner" means the noted owner. After a hand-over, a
///   member that has neither computed nor gone stale still notes the old owner. If the new owner
///   releases such a member, the old owner's next turn must not overlap a turn of the new owner.)
/// - The effects of an *updater* do not start again. The next turn that reaches one of the effects
///   ends them all. If the next turn of the effects' last owner comes first, that turn runs the
///   clean-ups and releases the closures; the edges of the effects stay in place, too.
///
/// A graph without an owner can be touched wherever it is released, because Swift lets only one
/// place at a time hold such a graph. (A reference that `@unchecked Sendable` or
/// `nonisolated(unsafe)` hides from the compiler must not be released while another thread uses an
/// ownerless graph. The same holds for a graph that was made without isolation and that an actor's
/// object holds, until the actor has computed with the graph.)
@usableFromInline
enum Graph {}
