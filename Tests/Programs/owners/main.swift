// Checks that an updater that is dropped where its owner runs has ended on the next line,
// wherever the owner's executor runs: the main actor on the main thread; the main actor off it, as
// on Linux after the first suspension of an asynchronous main; an actor with its own executor.
//
//     swift run owners               the main actor of an asynchronous main; actors
//     swift run owners --dispatch    the main actor under dispatchMain()
//
// Ends with 1 if an updater has not ended.
import Foundation
import Upkeep

// SAFETY: touched only on the main actor.
nonisolated(unsafe) var failures = 0

/// Whether the log of an effect is complete on the line after its updater was dropped.
func endsOnNextLine(_ source: StoredProperty<Int>) -> Bool {
  var log: [String] = []
  var updater: Updater? = Updater()
  updater?.keepUpToDate { effect in
    log.append("run \(source.value)")
    effect.onCleanUp { log.append("clean") }
  }
  source.value += 1
  updater = nil
  let hasEnded = log == ["run 0", "clean", "run 1", "clean"]
  source.value = 0
  return hasEnded && log.count == 4 && source.subscriberCount == 0
}

@MainActor
func check(_ what: String, _ holds: Bool) {
  print("\(holds ? "ok    " : "WRONG ") \(what)")
  if !holds { failures += 1 }
}

/// Whether the caller runs on the operating system's main thread.
func isOnMainThread() -> Bool { Thread.isMainThread }

/// An executor that runs jobs on a serial queue of its own.
final class ThreadExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "owners.executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

actor Keeper {
  private let executor: ThreadExecutor?
  private let source = StoredProperty(0)
  private var updater: Updater? = Updater()
  private var runs = 0

  init(_ executor: ThreadExecutor? = nil) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  func open() {
    updater?.keepUpToDate { [unowned self] in
      assumeIsolated { keeper in keeper.runs += keeper.source.value + 1 }
    }
  }

  func close() -> Bool {
    source.value = 1
    updater = nil
    source.value = 2
    return runs == 3 && source.subscriberCount == 0
  }
}

@MainActor
func checkAll() async {
  let shared = StoredProperty(0)
  let source = StoredProperty(0)
  var log: [String] = []
  var early: Updater? = Updater()
  early?.keepUpToDate { effect in
    log.append("run \(source.value)")
    effect.onCleanUp { log.append("clean") }
  }
  check("the main actor, at the beginning", endsOnNextLine(shared))
  for turn in 1...200 where turn % 50 == 0 || turn < 4 {
    for _ in 0..<turn { await Task.yield() }
    await withCheckedContinuation { done in Thread.detachNewThread { done.resume() } }
    check("the main actor, on the main thread: \(isOnMainThread())", endsOnNextLine(shared))
  }
  early = nil
  check("what was made before the first suspension", log.last == "clean")
  let threaded = Keeper(ThreadExecutor())
  await threaded.open()
  check("an actor with an executor of its own", await threaded.close())
  let onMain = Keeper()
  await onMain.open()
  check("an actor on the main actor's executor", await onMain.close())
}

switch CommandLine.arguments.dropFirst().first {
case nil, "--dispatch": break
case "--help", "-h":
  print(
    """
    usage: owners [--dispatch]

    Checks that an updater that is dropped where its owner runs has ended on the next line: the main
    actor of an asynchronous main, or with --dispatch under dispatchMain(), and actors.

    Ends with 0 if each has ended, 1 if one has not, 2 if the command line is wrong.
    """)
  exit(0)
case let option?:
  FileHandle.standardError.write(
    Data("owners: unknown option \(option): there is --dispatch\n".utf8))
  exit(2)
}

if CommandLine.arguments.contains("--dispatch") {
  Task { @MainActor in
    await checkAll()
    exit(failures == 0 ? 0 : 1)
  }
  dispatchMain()
}
await checkAll()
exit(failures == 0 ? 0 : 1)
