// mimalloc as the allocator of the whole process: linking it is enough.
#ifndef AASA_CMIMALLOC_H
#define AASA_CMIMALLOC_H

// After how many milliseconds unused memory goes back to the system.
void aasa_mi_set_return_delay(long milliseconds);

#endif
