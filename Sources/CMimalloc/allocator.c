// mimalloc's own "static override": all of it in one object, whose malloc and free go before those of the C library in
// this program and in every library that it loads. As source, because distributions have it as a shared library only,
// under a name that changes from release to release; folder and version are told in mimalloc/VERSION.
#include "CMimalloc.h"

#if defined(__has_feature)
    #if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        // A sanitizer watches over a malloc and free of its own.
        #define AASA_SYSTEM_MALLOC 1
    #endif
#endif
#if !defined(__linux__)
    // macOS takes an allocator from a library only when it is told so from outside the process.
    #define AASA_SYSTEM_MALLOC 1
#endif

#if defined(AASA_SYSTEM_MALLOC)

void aasa_mi_set_return_delay(long milliseconds) { (void)milliseconds; }

#else

#define MI_MALLOC_OVERRIDE 1
// Huge pages stay in memory as a whole: peak memory was 127 rather than 103 MiB with them (200 domains in flight).
#define MI_DEFAULT_ALLOW_THP 0
// Otherwise a debug build would check mimalloc itself, with each piece of memory.
#define MI_DEBUG 0
#ifndef NDEBUG
    #define NDEBUG 1
#endif
#include "mimalloc/src/static.c"

void aasa_mi_set_return_delay(long milliseconds) { mi_option_set(mi_option_purge_delay, milliseconds); }

#endif
