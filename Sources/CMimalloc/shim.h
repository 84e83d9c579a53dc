// mimalloc: linking it gives the whole process its malloc and free.
#ifndef AASA_CMIMALLOC_H
#define AASA_CMIMALLOC_H
#include <mimalloc.h>

// After how many milliseconds unused memory goes back to the system.
static inline void aasa_mi_set_return_delay(long milliseconds) {
#if MI_MALLOC_VERSION >= 210
    mi_option_set(mi_option_purge_delay, milliseconds);
#else
    mi_option_set(mi_option_decommit_delay, milliseconds);
#endif
}
#endif
