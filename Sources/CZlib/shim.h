// zlib: deflate with a preset dictionary (RFC 1950), for reports that differ little from the ones before.
#ifndef AASA_CZLIB_H
#define AASA_CZLIB_H
#include <string.h>
#include <zlib.h>

// The two initialisers are macros, which Swift does not see.
static inline int aasa_deflate_init(z_stream *stream, int level) { return deflateInit(stream, level); }
static inline int aasa_inflate_init(z_stream *stream) { return inflateInit(stream); }
// Deflate alone (RFC 1951), as zip archives have it.
static inline int aasa_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -15); }
#endif
