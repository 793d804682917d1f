import Foundation

/// The modes of this process's terminal, and the signal handlers that restore the usual modes.
enum TerminalModes {
  /// The state that a signal handler reads: a handler must not lock or allocate.
  private struct State {
    var usual = termios()
    var editing = termios()
    /// Whether the terminal may be in the editing modes, so that the usual modes must be restored.
    var isEditing = false

    /// Whether a continued program returns to the editing modes.
    var resumesEditing = false

    /// The two ends of the pipe by which a signal ends the wait for input.
    var wakes: Int32 = -1
    var woken: Int32 = -1
  }

  // SAFETY: allocated once and never freed. The editing thread writes it before it waits; signal
  // handlers, which see the old or the new words, only read it.
  private nonisolated(unsafe) static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()

  /// Reads the usual modes and installs the signal handlers; `false` if there is no terminal.
  static func prepare() -> Bool {
    guard tcgetattr(STDIN_FILENO, &state.pointee.usual) == 0 else { return false }
    state.pointee.editing = state.pointee.usual
    cfmakeraw(&state.pointee.editing)
    // The output modes, for line ends, stay the usual ones.
    state.pointee.editing.c_oflag = state.pointee.usual.c_oflag
    var pipeEnds: [Int32] = [-1, -1]
    guard pipe(&pipeEnds) == 0 else { return false }
    for end in pipeEnds {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (state.pointee.woken, state.pointee.wakes) = (pipeEnds[0], pipeEnds[1])
    let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
    for number in ends { signal(number, endProgram) }
    signal(SIGTSTP, stopProgram)
    signal(SIGCONT, continueProgram)
    signal(SIGWINCH, wake)
    // The program that started this one may have blocked these signals.
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in ends + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&awaited, number) }
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    return true
  }

  /// Lets the terminal send every key, and bracket pasted text.
  static func enter() {
    guard !state.pointee.isEditing else { return }
    state.pointee.isEditing = true
    state.pointee.resumesEditing = true
    apply(isEditing: true)
  }

  /// Puts the terminal in its usual state.
  static func leave() {
    guard state.pointee.isEditing else { return }
    // From here on, a program that is stopped and continued stays in the usual state.
    state.pointee.resumesEditing = false
    apply(isEditing: false)
    state.pointee.isEditing = false
  }

  /// Waits for input, or for a signal that asks to redraw.
  ///
  /// - Returns: `false` for a signal; otherwise a read comes next.
  static func waitForInput() -> Bool {
    var files = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.pointee.woken, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, nfds_t(files.count), -1) < 0 {
      // If poll fails, the read that follows waits for input only.
      if errno != EINTR { return true }
    }
    guard files[1].revents != 0 else { return true }
    var byte: UInt8 = 0
    while read(state.pointee.woken, &byte, 1) > 0 {}
    return false
  }

  /// Stops the program and its process group, until they are continued.
  static func stop() {
    // The handler of SIGCONT restores the handler of SIGTSTP.
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    // The signal may reach another thread a moment later, so wait for the continuation. The wait is
    // limited, because the system does not stop an orphaned process group.
    var woken = pollfd(fd: state.pointee.woken, events: Int16(POLLIN), revents: 0)
    _ = poll(&woken, 1, 100)
  }

  /// Sets the modes without losing typed input.
  private static func apply(isEditing: Bool) {
    var modes = isEditing ? state.pointee.editing : state.pointee.usual
    _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    let bracketing: StaticString = isEditing ? "\u{1B}[?2004h" : "\u{1B}[?2004l"
    _ = write(STDOUT_FILENO, bracketing.utf8Start, bracketing.utf8CodeUnitCount)
  }

  // MARK: - Signals

  private static let endProgram: @convention(c) (Int32) -> Void = { number in
    if state.pointee.isEditing { apply(isEditing: false) }
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private static let stopProgram: @convention(c) (Int32) -> Void = { number in
    let code = errno
    if state.pointee.isEditing { apply(isEditing: false) }
    signal(number, SIG_DFL)
    kill(getpid(), number)
    errno = code
  }

  private static let continueProgram: @convention(c) (Int32) -> Void = { _ in
    let code = errno
    signal(SIGTSTP, stopProgram)
    if state.pointee.resumesEditing { apply(isEditing: true) }
    askForDrawing()
    errno = code
  }

  private static let wake: @convention(c) (Int32) -> Void = { _ in
    let code = errno
    askForDrawing()
    errno = code
  }

  private static func askForDrawing() {
    var byte: UInt8 = 1
    _ = write(state.pointee.wakes, &byte, 1)
  }
}
