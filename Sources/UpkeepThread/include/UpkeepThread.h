// Needs of the engine that Swift cannot say on its own floor of platforms: thread-local storage,
// the identity of the running executor, the end of the stack, and two atomic words. Everything here
// is called by `Sources/Upkeep` only.

#ifndef UPKEEP_THREAD_H
#define UPKEEP_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// The calling thread's context. `extern`, for a `static` one would give each module its own.
extern _Thread_local void *_Nonnull upkeep_context;

/// The calling thread's context; before it was made, the beginning of one that says so.
static inline void *_Nonnull upkeep_context_get(void) { return upkeep_context; }

/// Installs the calling thread's context; `at_exit` is called with it when the thread ends.
void upkeep_context_set(void *_Nonnull context, void (*_Nonnull at_exit)(void *_Nonnull));

/// Makes and installs the calling thread's context. In Swift, for the kernel of the engine does not know what is in it.
void upkeep_context_make(void);

/// Whether the caller runs on the program's main thread.
bool upkeep_is_main_thread(void);

/// The object that identifies the executor of the actor the caller runs on, or null where no
/// actor runs (a plain thread, a dispatch queue, a task without isolation).
void *_Nullable upkeep_current_executor(void);

/// The object that identifies the main actor's executor, which a program may run elsewhere than on its main thread; null
/// without the concurrency library.
void *_Nullable upkeep_main_executor(void);

/// Retains a Swift object, unless its `deinit` has begun; says whether it did. Its memory must be there.
bool upkeep_try_retain(void *_Nonnull object);

/// The lowest usable address of the calling thread's stack, or 0 where it is not known.
uintptr_t upkeep_stack_limit(void);

/// The address of the caller's stack frame.
static inline uintptr_t upkeep_stack_address(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

/// The next number of one ascending series, for the order in which effects, and cells of scopes, were made.
uint64_t upkeep_take_ticket(void);

/// The number of releases that were ever left to owners that did not run.
extern uint64_t upkeep_deferrals;

/// The number of deferrals. One relaxed load.
static inline uint64_t upkeep_deferrals_posted(void) {
  return __atomic_load_n(&upkeep_deferrals, __ATOMIC_RELAXED);
}

/// Counts one, after it was left there.
void upkeep_count_deferral(void);

/// Whether the list that starts at `head` holds anything.
static inline bool upkeep_chain_is_empty(void *_Nullable *_Nonnull head) {
  return __atomic_load_n(head, __ATOMIC_RELAXED) == 0;
}

/// Takes and returns the engine's only lock: of the registry of owners, of what was dropped elsewhere, and of properties that
/// readers reach without keeping them.
void upkeep_lock(void);
void upkeep_unlock(void);

/// Makes a lock of one's own, which `upkeep_mutex_free` frees.
void *_Nonnull upkeep_mutex_make(void);
void upkeep_mutex_free(void *_Nonnull mutex);

/// Takes and returns it. It is not taken twice by one thread.
void upkeep_mutex_lock(void *_Nonnull mutex);
void upkeep_mutex_unlock(void *_Nonnull mutex);

/// Moves a word from one value on to another; says whether it had the first. From any thread.
bool upkeep_word_advance(uint64_t *_Nonnull word, uint64_t from, uint64_t to);

/// Reads a word that other threads may write.
static inline uint64_t upkeep_word_load(const uint64_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// `upkeep_word_load` that is no part of its caller.
uint64_t upkeep_word_load_by_call(const uint64_t *_Nonnull word);

/// Moves a word from 0 on to 1; says whether it was 0. Whoever has done that sees what was done before it was given back.
static inline bool upkeep_word_take(uint64_t *_Nonnull word) {
  uint64_t free = 0;
  return __atomic_compare_exchange_n(word, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/// Gives a word back that was taken.
static inline void upkeep_word_give(uint64_t *_Nonnull word) {
  __atomic_store_n(word, 0, __ATOMIC_RELEASE);
}

/// Sets bits of a word that other threads may write.
void upkeep_word_set(uint64_t *_Nonnull word, uint64_t bits);

/// Clears bits of a word that other threads may write.
void upkeep_word_clear(uint64_t *_Nonnull word, uint64_t bits);

/// Reads a number that its owner may write meanwhile. One plain load.
static inline uint32_t upkeep_number_load(const uint32_t *_Nonnull number) {
  return __atomic_load_n(number, __ATOMIC_RELAXED);
}

/// Writes a number that other threads may read meanwhile. One plain store.
static inline void upkeep_number_store(uint32_t *_Nonnull number, uint32_t value) {
  __atomic_store_n(number, value, __ATOMIC_RELAXED);
}

/// The number of nodes that were dropped elsewhere than where their owner runs, and hang in lists
/// of others still.
extern uint64_t upkeep_hanging;

/// Whether there are any. One relaxed load.
static inline bool upkeep_has_hanging(void) {
  return __atomic_load_n(&upkeep_hanging, __ATOMIC_RELAXED) != 0;
}

/// Counts such nodes; `change` is 1 or -1.
void upkeep_count_hanging(int64_t change);

/// Whether a computation follows models, or one has.
extern uint64_t upkeep_models;

/// Says that one does.
void upkeep_note_models(void);

/// Whether one does, or has. One relaxed load.
static inline bool upkeep_follows_models(void) {
  return __atomic_load_n(&upkeep_models, __ATOMIC_RELAXED) != 0;
}

/// Whether the build watches every use of memory: see `Slab`. One build answers always the same.
bool upkeep_is_sanitized(void);

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

/// The same word, of which the optimiser knows nothing more: to change a bit of it is to store all of it. It would store the
/// one byte, and a load of the word soon after would wait until that has reached the cache.
static inline uint32_t upkeep_whole(uint32_t word) {
  __asm__("" : "+r"(word));
  return word;
}

#endif
