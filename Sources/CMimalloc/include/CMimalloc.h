// mimalloc as the allocator of the whole process: linking it is enough.
