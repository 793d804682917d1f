#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "UpkeepThread.h"

#include <stddef.h>

// The stack pointer is moved to other memory, a function called, and the stack pointer moved back:
// nothing else of the thread changes, so its local values, the running task and its executor stay
// as they are. Calls and returns still nest, so nothing that follows them is misled, and the frame
// pointers lead back across the gap.

typedef struct {
  void (*body)(void *argument, uintptr_t lowest);
  void *argument;
  uintptr_t lowest;
} UpkeepCall;

#if defined(__x86_64__) && (defined(__linux__) || defined(__APPLE__))
#define UPKEEP_MOVES_STACKS 1

__attribute__((noinline)) static void call(UpkeepCall *call) {
  call->body(call->argument, call->lowest);
}

__attribute__((noinline)) static void call_below(uintptr_t top, UpkeepCall *what) {
  __asm__ volatile(
      "movq %%rsp, %%rbx\n\t"
      "movq %[top], %%rsp\n\t"
      "callq *%[call]\n\t"
      "movq %%rbx, %%rsp"
      : "+D"(what)
      : [top] "r"(top), [call] "r"(call)
      : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "memory", "cc");
}

#elif defined(__aarch64__) && !defined(__arm64e__) && (defined(__linux__) || defined(__APPLE__))
#define UPKEEP_MOVES_STACKS 1

__attribute__((noinline)) static void call(UpkeepCall *call) {
  call->body(call->argument, call->lowest);
}

__attribute__((noinline)) static void call_below(uintptr_t top, UpkeepCall *what) {
  register UpkeepCall *first __asm__("x0") = what;
  __asm__ volatile(
      "mov x19, sp\n\t"
      "mov sp, %[top]\n\t"
      "blr %[call]\n\t"
      "mov sp, x19"
      : "+r"(first)
      : [top] "r"(top), [call] "r"(call)
      : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
        "x15", "x16", "x17", "x19", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8",
        "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21",
        "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
}
#endif

#if UPKEEP_MOVES_STACKS

#include <sys/mman.h>
#include <unistd.h>

bool upkeep_on_more_stack(
    uintptr_t bytes, void (*body)(void *argument, uintptr_t lowest), void *argument) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return false;
  // An overflow is to be seen at once.
  mprotect(memory, page, PROT_NONE);
  UpkeepCall what = {body, argument, (uintptr_t)memory + page};
  call_below((uintptr_t)memory + bytes, &what);
  munmap(memory, bytes);
  return true;
}

#else

bool upkeep_on_more_stack(
    uintptr_t bytes, void (*body)(void *argument, uintptr_t lowest), void *argument) {
  (void)bytes, (void)body, (void)argument;
  return false;
}

#endif
