#ifndef OPAQUE_VALUES_H
#define OPAQUE_VALUES_H

/// Returns its argument as a value that the optimiser does not know. Costs no instruction.
static inline long opaque_value(long value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// Uses a result, so that the optimiser cannot remove its computation, and declares all memory
/// changed, so that the optimiser cannot remove the next read. Costs no instruction.
static inline void consume_value(long value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

/// Does nothing; a profiler can be told to start another count at each call.
void begin_count(void);

#endif
