#include "AllocationCounter.h"

#include <stddef.h>

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>

// A program's own definitions of malloc and its family take the place of glibc's in every library
// it loads, so the Swift runtime is counted too. glibc keeps the originals under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

// One counter per thread: exact for the thread that measures, and without atomic operations.
static _Thread_local long allocations = 0;

bool allocation_counting_is_available(void) { return true; }

long allocation_count(void) { return allocations; }

long heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

void *malloc(size_t size) {
  allocations += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocations += 1;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *block = memalign(alignment, size);
  if (block == NULL) {
    return ENOMEM;
  }
  *result = block;
  return 0;
}

void free(void *block) { __libc_free(block); }

#else

bool allocation_counting_is_available(void) { return false; }

long allocation_count(void) { return 0; }

long heap_bytes(void) { return 0; }

#endif
