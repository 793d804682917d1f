package import Foundation

/// A built example on a pseudo-terminal whose window has 12 lines of 60 characters.
package final class PseudoTerminal {
  private let process = Process()
  private let terminal: Int32
  private let programsEnd: FileHandle
  private let ended = DispatchSemaphore(value: 0)

  /// The reason why a conversation cannot be tested.
  package struct Failure: Error {
    let text: String
  }

  private typealias OpenTerminal =
    @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
      UnsafePointer<termios>?, UnsafePointer<winsize>?
    ) -> Int32

  /// The C function `openpty`, which the module of the C library lacks on Linux.
  private static var openTerminal: OpenTerminal? {
    // SAFETY: the function has this type on every system that has the function.
    dlsym(dlopen(nil, RTLD_NOW), "openpty").map { unsafeBitCast($0, to: OpenTerminal.self) }
  }

  /// Starts a program.
  package init(
    _ program: String, _ arguments: [String], in directory: URL, kind: String = "xterm"
  ) throws {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    guard let openTerminal = Self.openTerminal, openTerminal(&ours, &theirs, nil, nil, nil) == 0
    else { throw Failure(text: "no pseudo-terminal: \(String(cString: strerror(errno)))") }
    terminal = ours
    programsEnd = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
    var size = winsize(ws_row: 12, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    process.executableURL = Program(program).executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": kind]) { $1 }
    process.standardInput = programsEnd
    process.standardOutput = programsEnd
    process.standardError = programsEnd
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(terminal)
  }

  /// Types a text, and returns everything that the terminal receives until the next prompt.
  package func type(_ text: String) throws -> String {
    send(text)
    return try read(until: "\r> \u{1B}[K")
  }

  /// Types a text.
  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }

  /// The text that the terminal receives, up to and including `end`.
  package func read(until end: String) throws -> String {
    var bytes: [UInt8] = []
    let wanted = Array(end.utf8)
    while !bytes.reversed().starts(with: wanted.reversed()) {
      var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      guard poll(&waiting, 1, 60_000) == 1, Foundation.read(terminal, &byte, 1) == 1 else {
        throw Failure(text: "expected \(end), found \(String(decoding: bytes, as: UTF8.self))")
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the terminal collects lines and echoes typed text, as it does by default.
  package var isInUsualState: Bool {
    var modes = termios()
    guard tcgetattr(programsEnd.fileDescriptor, &modes) == 0 else { return false }
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Sends a signal to the program.
  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until the program is stopped, for a minute at most; returns whether it is.
  package func waitUntilStopped() -> Bool {
    for _ in 0..<60_000 {
      var information = siginfo_t()
      // `WNOWAIT` leaves the child to `process`, which has to see its end.
      let options = WSTOPPED | WNOWAIT | WNOHANG
      guard waitid(P_PID, id_t(process.processIdentifier), &information, options) == 0
      else { return false }
      if information.si_code == CLD_STOPPED { return true }
      usleep(1_000)
    }
    return false
  }

  /// Waits for the end of the program, and kills it after a minute; returns its exit status or its
  /// signal.
  package func end() -> Int32 {
    if ended.wait(timeout: .now() + 60) == .timedOut { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
