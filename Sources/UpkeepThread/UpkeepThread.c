#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "UpkeepThread.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

// The stand-ins that a thread has before its context is made, in the layout that `NodeLayoutTests`
// checks: the beginning of a `Context`, and its tracker, a `Node`. The node is marked as constant
// and has no inputs, so that it expects no read. Neither stand-in is ever written.
static struct { uint32_t flags; uint64_t rest[12]; } blank_reader = {1 << 18, {0}};
// `computing` is set, so that making or writing a property asks for a real context, too.
static struct {
  void *tracker;
  void *computing;
  uintptr_t care;
  intptr_t keep_depth;
  uint64_t deferrals_seen;
} blank_context = {&blank_reader, &blank_reader, (uintptr_t)1 << 31, 0, 0};

_Thread_local void *upkeep_context = &blank_context;
uint64_t upkeep_deferrals = 0;
uint64_t upkeep_hanging = 0;
uint64_t upkeep_models = 0;

static pthread_key_t context_key;
static pthread_once_t context_key_once = PTHREAD_ONCE_INIT;
static void (*context_at_exit)(void *_Nonnull);

static void thread_ends(void *context) {
  void (*at_exit)(void *) = __atomic_load_n(&context_at_exit, __ATOMIC_ACQUIRE);
  if (at_exit != NULL) at_exit(context);
  upkeep_context = &blank_context;
}

static void make_context_key(void) { pthread_key_create(&context_key, thread_ends); }

void upkeep_context_set(void *context, void (*at_exit)(void *_Nonnull)) {
  __atomic_store_n(&context_at_exit, at_exit, __ATOMIC_RELEASE);
  pthread_once(&context_key_once, make_context_key);
  pthread_setspecific(context_key, context);
  upkeep_context = context;
}

bool upkeep_is_main_thread(void) {
#if defined(__APPLE__)
  return pthread_main_np() != 0;
#elif defined(__linux__)
  return syscall(SYS_gettid) == (long)getpid();
#else
  return false;
#endif
}

// Functions of the Swift runtime. They return two words in registers, in C as in Swift. They are
// weak, so that a program without the concurrency library still links.
typedef struct {
  void *identity;
  uintptr_t implementation;
} UpkeepExecutor;
__attribute__((swiftcall, weak)) UpkeepExecutor swift_task_getCurrentExecutor(void);
__attribute__((swiftcall, weak)) UpkeepExecutor swift_task_getMainExecutor(void);

void *upkeep_current_executor(void) {
  if (swift_task_getCurrentExecutor == NULL) return NULL;
  return swift_task_getCurrentExecutor().identity;
}

void *upkeep_main_executor(void) {
  if (swift_task_getMainExecutor == NULL) return NULL;
  return swift_task_getMainExecutor().identity;
}

// The function with which the Swift runtime reads weak references.
void *swift_tryRetain(void *object);

bool upkeep_try_retain(void *object) { return swift_tryRetain(object) != NULL; }

uintptr_t upkeep_stack_limit(void) {
#if defined(__APPLE__)
  pthread_t self = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return (uintptr_t)lowest;
#else
  return 0;
#endif
}

uint64_t upkeep_take_ticket(void) {
  static uint64_t last = 0;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

void upkeep_count_deferral(void) { __atomic_add_fetch(&upkeep_deferrals, 1, __ATOMIC_RELEASE); }

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;

void upkeep_lock(void) { pthread_mutex_lock(&registry_lock); }

void upkeep_unlock(void) { pthread_mutex_unlock(&registry_lock); }

void *upkeep_mutex_make(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (mutex == NULL || pthread_mutex_init(mutex, NULL) != 0) abort();
  return mutex;
}

void upkeep_mutex_free(void *mutex) {
  pthread_mutex_destroy(mutex);
  free(mutex);
}

void upkeep_mutex_lock(void *mutex) { pthread_mutex_lock(mutex); }

void upkeep_mutex_unlock(void *mutex) { pthread_mutex_unlock(mutex); }

bool upkeep_word_advance(uint64_t *word, uint64_t from, uint64_t to) {
  return __atomic_compare_exchange_n(word, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

uint64_t upkeep_word_load_by_call(const uint64_t *word) { return upkeep_word_load(word); }

bool upkeep_word_await(uint64_t *word, uint64_t rounds) {
  for (; rounds > 0; rounds--) {
    for (int looks = 0; looks < 64; looks++)
      if (__atomic_load_n(word, __ATOMIC_RELAXED) == 0 && upkeep_word_take(word)) return true;
    sched_yield();
  }
  return false;
}

void upkeep_word_set(uint64_t *word, uint64_t bits) {
  __atomic_fetch_or(word, bits, __ATOMIC_ACQ_REL);
}

void upkeep_word_clear(uint64_t *word, uint64_t bits) {
  __atomic_fetch_and(word, ~bits, __ATOMIC_ACQ_REL);
}

void upkeep_count_hanging(int64_t change) {
  __atomic_add_fetch(&upkeep_hanging, (uint64_t)change, __ATOMIC_RELEASE);
}

void upkeep_note_models(void) { __atomic_store_n(&upkeep_models, 1, __ATOMIC_RELAXED); }

#if !defined(__has_feature)
#define __has_feature(name) 0
#endif

bool upkeep_is_sanitized(void) {
#if __has_feature(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
  return true;
#else
  return false;
#endif
}

void upkeep_chain_push(void **head, void *first, void **last_link) {
  void *seen = __atomic_load_n(head, __ATOMIC_RELAXED);
  do {
    *last_link = seen;
  } while (!__atomic_compare_exchange_n(
      head, &seen, first, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

void *upkeep_chain_take(void **head) {
  if (__atomic_load_n(head, __ATOMIC_RELAXED) == NULL) return NULL;
  return __atomic_exchange_n(head, NULL, __ATOMIC_ACQUIRE);
}
