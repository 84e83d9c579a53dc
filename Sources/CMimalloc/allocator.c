// mimalloc's own "static override": all of it in one object, whose malloc and free go before those of the C library in
// this program and in every library that it loads. As source, because distributions have it as a shared library only,
// under a name that changes from release to release; folder and version are told in mimalloc/VERSION.
//
// OpenSSL asks for memory some 4,500 times for one domain; with mimalloc in place of the C library's malloc a domain costs
// 9 % less CPU time (Scripts/bench.d/NOTES.md).
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

#if !defined(AASA_SYSTEM_MALLOC)

#define MI_MALLOC_OVERRIDE 1
// Huge pages stay in memory as a whole: peak memory was 127 rather than 103 MiB with them (200 domains in flight).
#define MI_DEFAULT_ALLOW_THP 0
// At the end of the process other threads still run: giving their memory back under them was seen to end one of some 100 runs
// with a division by zero in free. The system takes all of it anyway.
#define MI_SKIP_COLLECT_ON_EXIT 1
// Otherwise a debug build would check mimalloc itself, with each piece of memory.
#define MI_DEBUG 0
#ifndef NDEBUG
    #define NDEBUG 1
#endif
#include "mimalloc/src/static.c"

// What one domain gives back the next one needs: memory that goes back to the system after 5 ms comes as new pages soon after,
// for 5 % more CPU time on a quiet machine and up to 20 on a busy one (medians); what it saves is 3 MiB of 67 with 200 domains
// in flight. mimalloc waits ten times as long with what lies outside its segments. MIMALLOC_PURGE_DELAY says otherwise.
__attribute__((constructor)) static void keep_memory_for_a_second(void) { mi_option_set_default(mi_option_purge_delay, 1000); }

#endif
