"""Compressed data that takes long to decompress: empty blocks, and nested codings."""

from __future__ import annotations

import gzip
import zlib

EMPTY_BLOCK = b"\x00\x00\x00\xff\xff"
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# The window size of brotli, and an empty metadata block (RFC 7932 section 9.2).
BROTLI_START, BROTLI_EMPTY = b"\x0c", b"\x06"


def deflate(data: bytes) -> bytes:
    """Returns blocks that do not depend on earlier data, so that they can be repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def empty_blocks(layers: int, inner: bytes = EMPTY_BLOCK, times: int = 65_536, header: bytes = GZIP_HEADER) -> tuple[bytes, bytes]:
    """Returns the beginning of an empty stream in nested codings, and a piece that can be repeated forever."""
    start, piece = header, inner * times
    for _ in range(layers - 1):
        start, piece = GZIP_HEADER + deflate(start), deflate(piece)
        if len(piece) < 65_536:
            piece = piece * (65_536 // len(piece))
    return start, piece


def bomb(size: int, layers: int = 1) -> bytes:
    data = bytes(size)
    for _ in range(layers):
        data = gzip.compress(data, 9)
    return data
