"""Compressed data that is long to undo: empty blocks, and codings within codings."""

from __future__ import annotations

import gzip
import zlib

EMPTY_BLOCK = b"\x00\x00\x00\xff\xff"
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# A block of metadata of brotli (RFC 7932 section 9.2) with nothing in it, behind the window's size.
BROTLI_START, BROTLI_EMPTY = b"\x0c", b"\x06"


def deflate(data: bytes) -> bytes:
    """Blocks that mean the same wherever they are repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def empty_blocks(layers: int, inner: bytes = EMPTY_BLOCK, times: int = 65_536, header: bytes = GZIP_HEADER) -> tuple[bytes, bytes]:
    """The beginning of so many layers of gzip, and a piece that can be repeated for ever; there is nothing in them."""
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
