// Services that Swift cannot express on the package's oldest platforms: thread-local storage, the
// identity of the running executor, the end of the stack, locks, and atomic words. Only modules of
// this package call them.

#ifndef UPKEEP_THREAD_H
#define UPKEEP_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// The calling thread's context. It is `extern`, because a `static` variable would give each module
/// its own context.
extern _Thread_local void *_Nonnull upkeep_context;

/// Returns the calling thread's context; before the context is made, a stand-in that is marked as
/// one.
static inline void *_Nonnull upkeep_context_get(void) { return upkeep_context; }

/// Installs the calling thread's context; `at_exit` is called with it when the thread ends.
void upkeep_context_set(void *_Nonnull context, void (*_Nonnull at_exit)(void *_Nonnull));

/// Makes and installs the calling thread's context. It is written in Swift, because the kernel does
/// not know what a context contains.
void upkeep_context_make(void);

/// Whether the caller runs on the program's main thread.
bool upkeep_is_main_thread(void);

/// Returns the object that identifies the executor of the actor that the caller runs on, or null
/// where no actor runs (a plain thread, a dispatch queue, a task without isolation).
void *_Nullable upkeep_current_executor(void);

/// Returns the object that identifies the main actor's executor, or null without the concurrency
/// library. A program may run that executor on another thread than its main thread.
void *_Nullable upkeep_main_executor(void);

/// Retains a Swift object, unless its `deinit` has begun; returns whether it did. The object's
/// memory must exist.
bool upkeep_try_retain(void *_Nonnull object);

/// Returns the lowest usable address of the calling thread's stack, or 0 where it is not known.
uintptr_t upkeep_stack_limit(void);

/// Returns the address of the caller's stack frame.
static inline uintptr_t upkeep_stack_address(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

/// Returns the next number of one ascending series, for the order in which effects and cells of
/// scopes were made.
uint64_t upkeep_take_ticket(void);

/// The number of releases that were ever deferred to owners that did not run.
extern uint64_t upkeep_deferrals;

/// Returns the number of deferrals. One relaxed load.
static inline uint64_t upkeep_deferrals_posted(void) {
  return __atomic_load_n(&upkeep_deferrals, __ATOMIC_RELAXED);
}

/// Counts a deferral; called once the deferred work waits for its owner.
void upkeep_count_deferral(void);

/// Whether the list that starts at `head` holds anything.
static inline bool upkeep_chain_is_empty(void *_Nullable *_Nonnull head) {
  return __atomic_load_n(head, __ATOMIC_RELAXED) == 0;
}

/// Acquires, and releases, the package's shared lock. It guards state of the whole program: the
/// registry of owners, abandoned nodes, free blocks, properties that readers reach without keeping
/// them, and more.
void upkeep_lock(void);
void upkeep_unlock(void);

/// Makes a separate lock, which `upkeep_mutex_free` frees.
void *_Nonnull upkeep_mutex_make(void);
void upkeep_mutex_free(void *_Nonnull mutex);

/// Acquires, and releases, a separate lock. A thread must not acquire it twice.
void upkeep_mutex_lock(void *_Nonnull mutex);
void upkeep_mutex_unlock(void *_Nonnull mutex);

/// Compares a word with `from`, and sets it to `to` if they are equal; returns whether they were.
/// From any thread.
bool upkeep_word_advance(uint64_t *_Nonnull word, uint64_t from, uint64_t to);

/// Reads a word that other threads may write.
static inline uint64_t upkeep_word_load(const uint64_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// `upkeep_word_load`, not inlined.
uint64_t upkeep_word_load_by_call(const uint64_t *_Nonnull word);

/// Acquires a word that serves as a lock: sets it from 0 to 1; returns whether it was 0. If so, the
/// caller sees all writes that were made before the word was released.
static inline bool upkeep_word_take(uint64_t *_Nonnull word) {
  uint64_t free = 0;
  return __atomic_compare_exchange_n(word, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/// Acquires such a word, and waits while it is not 0; returns false if it was not 0 in any of the
/// given number of rounds. After each round, other threads run.
bool upkeep_word_await(uint64_t *_Nonnull word, uint64_t rounds);

/// Releases a word that `upkeep_word_take` has acquired.
static inline void upkeep_word_give(uint64_t *_Nonnull word) {
  __atomic_store_n(word, 0, __ATOMIC_RELEASE);
}

/// Sets bits of a word that other threads may write.
void upkeep_word_set(uint64_t *_Nonnull word, uint64_t bits);

/// Clears bits of a word that other threads may write.
void upkeep_word_clear(uint64_t *_Nonnull word, uint64_t bits);

/// Reads a number that its owner may be writing at the same time. One plain load.
static inline uint32_t upkeep_number_load(const uint32_t *_Nonnull number) {
  return __atomic_load_n(number, __ATOMIC_RELAXED);
}

/// Writes a number that other threads may be reading at the same time. One plain store.
static inline void upkeep_number_store(uint32_t *_Nonnull number, uint32_t value) {
  __atomic_store_n(number, value, __ATOMIC_RELAXED);
}

/// The number of abandoned nodes that are still in lists of other nodes.
extern uint64_t upkeep_hanging;

/// Returns whether there are abandoned nodes. One relaxed load.
static inline bool upkeep_has_hanging(void) {
  return __atomic_load_n(&upkeep_hanging, __ATOMIC_RELAXED) != 0;
}

/// Changes the number of abandoned nodes by 1 or -1.
void upkeep_count_hanging(int64_t change);

/// Whether a computation follows models, or has followed them.
extern uint64_t upkeep_models;

/// Notes that a computation follows models.
void upkeep_note_models(void);

/// Returns whether a computation follows models, or has followed them. One relaxed load.
static inline bool upkeep_follows_models(void) {
  return __atomic_load_n(&upkeep_models, __ATOMIC_RELAXED) != 0;
}

/// Returns whether the build has the address sanitizer: see `Slab`. The result is constant in a
/// build.
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

/// Prefetches the cache line at `address`, which may be any address.
static inline void upkeep_prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

/// Returns the same word, hidden from the optimiser, so that a store of a changed bit stores the
/// whole word. Otherwise the optimiser may store one byte, and a load of the word soon after waits
/// until that byte has reached the cache.
static inline uint32_t upkeep_whole(uint32_t word) {
  __asm__("" : "+r"(word));
  return word;
}

#endif
