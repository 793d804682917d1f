// What the engine needs from the system and Swift cannot say on its own floor of platforms:
// thread-local storage, the identity of the running executor, the end of the stack, and two
// atomic words. Everything here is called by `Sources/Upkeep/Engine` only.

#ifndef UPKEEP_THREAD_H
#define UPKEEP_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// The calling thread's context. `extern`, for a `static` one would give each module its own.
extern _Thread_local void *_Nullable upkeep_context;

/// The calling thread's context, or null before it was made.
static inline void *_Nullable upkeep_context_get(void) { return upkeep_context; }

/// Installs the calling thread's context; `at_exit` is called with it when the thread ends.
void upkeep_context_set(void *_Nonnull context, void (*_Nonnull at_exit)(void *_Nonnull));

/// Whether the caller runs on the program's main thread.
bool upkeep_is_main_thread(void);

/// The object that identifies the executor of the actor the caller runs on, or null where no
/// actor runs (a plain thread, a dispatch queue, a task without isolation).
void *_Nullable upkeep_current_executor(void);

/// Whether an executor is the main actor's, which a program may run elsewhere than on its main thread.
bool upkeep_is_main_executor(void *_Nullable identity);

/// The lowest usable address of the calling thread's stack, or 0 where it is not known.
uintptr_t upkeep_stack_limit(void);

/// The address of the caller's stack frame.
uintptr_t upkeep_stack_address(void);

/// The next number of one ascending series, for the order in which effects were made.
uint64_t upkeep_take_ticket(void);

/// How many letters were ever posted to mailboxes.
extern uint64_t upkeep_letters;

/// How many letters were ever posted. One relaxed load.
static inline uint64_t upkeep_letters_posted(void) {
  return __atomic_load_n(&upkeep_letters, __ATOMIC_RELAXED);
}

/// Counts a letter, after it was posted.
void upkeep_count_letter(void);

/// Whether the list that starts at `head` holds anything.
static inline bool upkeep_chain_is_empty(void *_Nullable *_Nonnull head) {
  return __atomic_load_n(head, __ATOMIC_RELAXED) == 0;
}

/// Takes and returns the lock of the registry of owners: the engine's only lock, on no hot path.
void upkeep_lock(void);
void upkeep_unlock(void);

/// Sets a flag that another thread reads.
void upkeep_flag_set(bool *_Nonnull flag);

/// Reads a flag that another thread may set.
static inline bool upkeep_flag_is_set(const bool *_Nonnull flag) {
  return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

/// Pushes the chain `first ... *last_link` onto the list that starts at `head`. Lock-free, from
/// any thread.
void upkeep_chain_push(
    void *_Nullable *_Nonnull head, void *_Nonnull first, void *_Nullable *_Nonnull last_link);

/// Takes the whole list that starts at `head`. Lock-free, from any thread.
void *_Nullable upkeep_chain_take(void *_Nullable *_Nonnull head);

#if defined(__cplusplus)
}
#endif

/// Asks for the cache line at `address`, which may be anything, before it is needed.
static inline void upkeep_prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

#endif
