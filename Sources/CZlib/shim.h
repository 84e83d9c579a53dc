// zlib: deflate with a preset dictionary (RFC 1950), for reports that differ little from previous ones.
#ifndef AASA_CZLIB_H
#define AASA_CZLIB_H
#include <string.h>
#include <zlib.h>

// The initialisers are macros, which Swift does not import.
static inline int aasa_deflate_init(z_stream *stream, int level) { return deflateInit(stream, level); }
static inline int aasa_inflate_init(z_stream *stream) { return inflateInit(stream); }
// Raw deflate data (RFC 1951), as in zip archives.
static inline int aasa_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -15); }
#endif
