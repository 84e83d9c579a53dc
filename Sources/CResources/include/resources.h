#pragma once

#include <stddef.h>

// A text file that is built into the program; its bytes end with a zero.
struct aasa_resource {
    const char *name;
    const unsigned char *bytes;
};

// Returns all files, and sets `count` to their number.
const struct aasa_resource *aasa_resources(size_t *count);
