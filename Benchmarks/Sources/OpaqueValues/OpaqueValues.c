// The other functions are inline in the header.
#include "OpaqueValues.h"

__attribute__((noinline)) void begin_count(void) { __asm__ volatile(""); }
