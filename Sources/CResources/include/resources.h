#pragma once

#include <stddef.h>

// A file that is built into the program.
struct aasa_resource {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

// All of them; how many there are is put into `count`.
const struct aasa_resource *aasa_resources(size_t *count);
