#ifndef OPAQUE_VALUES_H
#define OPAQUE_VALUES_H

/// Returns its argument, which the optimiser can then no longer know. Costs no instruction.
static inline long opaque_value(long value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// Takes a result, so that the work behind it must be done, and forgets the content of memory, so
/// that the next read must be made. Costs no instruction.
static inline void consume_value(long value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

/// Does nothing; a profiler can be told to start another count at each call.
void begin_count(void);

#endif
