#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether this system lets the program count its allocations: Linux with glibc does.
bool allocation_counting_is_available(void);

/// The number of allocations and reallocations the calling thread has made so far; 0 where
/// counting is not available.
long allocation_count(void);

/// The bytes of the heap that are in use, with the allocator's part of each block; 0 where counting
/// is not available.
long heap_bytes(void);

#endif
